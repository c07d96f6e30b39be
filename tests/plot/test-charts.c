/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-plot.h"
#include "plimsoll-load-line-plot.h"

#include <math.h>
#include <string.h>

#define WIDTH 840
#define HEIGHT 300

/* With PLIMSOLL_PLOT_PICTURES set, every picture is kept there to be looked at. */
typedef struct
{
  cairo_surface_t *surface;
  cairo_t *cr;
  PlimsollPlotText text;
} Canvas;

static void
canvas_init (Canvas *canvas, PlimsollInkVariant variant)
{
  gboolean dark = variant == PLIMSOLL_INK_ON_DARK || variant == PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST;
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell 10");

  canvas->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  canvas->cr = cairo_create (canvas->surface);
  cairo_set_source_rgb (canvas->cr, dark ? 0.2 : 1, dark ? 0.2 : 1, dark ? 0.2 : 1);
  cairo_paint (canvas->cr);
  canvas->text.context = pango_cairo_create_context (canvas->cr);
  pango_context_set_font_description (canvas->text.context, font);
  pango_font_description_free (font);
  canvas->text.variant = variant;
  canvas->text.size = 0;
}

static void
canvas_finish (Canvas *canvas, const char *name)
{
  const char *folder = g_getenv ("PLIMSOLL_PLOT_PICTURES");

  g_assert_cmpint (cairo_status (canvas->cr), ==, CAIRO_STATUS_SUCCESS);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s.png", name);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      cairo_surface_write_to_png (canvas->surface, path);
    }
  g_object_unref (canvas->text.context);
  cairo_destroy (canvas->cr);
  cairo_surface_destroy (canvas->surface);
}

static guint32
pixel (Canvas *canvas, int x, int y)
{
  const guchar *data;
  guint32 value;

  cairo_surface_flush (canvas->surface);
  data = cairo_image_surface_get_data (canvas->surface);
  memcpy (&value, data + y * cairo_image_surface_get_stride (canvas->surface) + x * 4,
          sizeof value);
  return value & 0xffffff;
}

static char *
gib_label (double value, gboolean last)
{
  return g_strdup_printf (last ? "%g GiB" : "%g", value);
}

static char *
amount_label (double value)
{
  return g_strdup_printf ("%g", value);
}

static char *
context_label (double tokens)
{
  return g_strdup_printf ("%gK", tokens / 1024);
}

static PlimsollLoadLinePlot
load_line (double weights)
{
  PlimsollLoadLinePlot plot = {
    .segments = {
      { weights, PLIMSOLL_INK_WEIGHTS, "Weights" },
      { 3.0, PLIMSOLL_INK_CACHE, "KV cache" },
      { 0.79, PLIMSOLL_INK_COMPUTE, NULL },
      { 0.53, PLIMSOLL_INK_OVERHEAD, NULL },
    },
    .n_segments = 4,
    .usable = 22.8,
    .physical = 24,
    .devices = 1,
    .bar_height = 44,
    .usable_markup = "<b>22.80 GiB</b> usable",
    .tick_label = gib_label,
  };

  return plot;
}

static void
test_load_line_fits (void)
{
  PlimsollLoadLinePlot plot = load_line (17.28);
  Canvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36, mark;

  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);

  g_assert_cmpfloat (plimsoll_load_line_plot_extent (&plot), ==, 24);
  g_assert_cmphex (pixel (&canvas, 4, middle), ==, 0x3584e4);
  g_assert_cmphex (pixel (&canvas, (int) (WIDTH * 18.0 / 24), middle), ==, 0x813d9c);
  g_assert_cmphex (pixel (&canvas, (int) (WIDTH * 22.2 / 24), middle), ==, 0xf0f0f0);
  mark = (int) (WIDTH * 22.8 / 24);
  g_assert_cmphex (pixel (&canvas, mark, middle), ==, 0x1e1b2e);
  /* The ring is open, and stands above the bar. */
  g_assert_cmphex (pixel (&canvas, mark + 11, (int) PLIMSOLL_LOAD_LINE_ABOVE - 23), ==, 0x1e1b2e);
  g_assert_cmphex (pixel (&canvas, mark + 6, (int) PLIMSOLL_LOAD_LINE_ABOVE - 23), ==, 0xffffff);
  canvas_finish (&canvas, "load-line-fits");
}

static void
test_load_line_rtl (void)
{
  PlimsollLoadLinePlot plot = load_line (17.28);
  Canvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.rtl = TRUE;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  g_assert_cmphex (pixel (&canvas, WIDTH - 5, middle), ==, 0x3584e4);
  g_assert_cmphex (pixel (&canvas, WIDTH - (int) (WIDTH * 22.2 / 24), middle), ==, 0xf0f0f0);
  canvas_finish (&canvas, "load-line-rtl");
}

/* Of 16 and 8 GiB the first ends at two thirds, where the gap shows what is below. */
static void
test_load_line_unequal (void)
{
  const double sizes[] = { 16, 8 };
  PlimsollLoadLinePlot plot = load_line (3);
  Canvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;
  guint32 filled;

  plot.devices = 2;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  filled = pixel (&canvas, WIDTH * 2 / 3, middle);
  g_assert_cmphex (pixel (&canvas, WIDTH / 2, middle), !=, filled);
  canvas_finish (&canvas, "load-line-equal");

  plot.device_sizes = sizes;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  g_assert_cmphex (pixel (&canvas, WIDTH / 2, middle), ==, filled);
  g_assert_cmphex (pixel (&canvas, WIDTH * 2 / 3, middle), !=, filled);
  canvas_finish (&canvas, "load-line-unequal");
}

static void
test_load_line_over (void)
{
  PlimsollLoadLinePlot plot = load_line (60);
  Canvas canvas;
  guint hatched = 0, ground = 0;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.devices = 2;
  plot.required_markup = "<b>64.32 GiB</b> required";
  canvas_init (&canvas, PLIMSOLL_INK_ON_DARK);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);

  /* Past the line everything is hatched, whatever it is. */
  for (int x = (int) (WIDTH * 30.0 / 64.32); x < WIDTH - 20; x++)
    {
      guint32 p = pixel (&canvas, x, middle);

      hatched += p == 0x84504f;
      ground += p == 0x58383d;
      g_assert_cmphex (p, !=, 0x4a92e8);
    }
  g_assert_cmpuint (hatched, >, 20);
  g_assert_cmpuint (ground, >, 20);
  canvas_finish (&canvas, "load-line-over");
}

static PlimsollContextPlot
context_plot (const double *contexts, const double *weights, const double *cache, guint n)
{
  PlimsollContextPlot plot = {
    .contexts = contexts,
    .n_points = n,
    .layers = { { weights, PLIMSOLL_INK_WEIGHTS, "Weights" },
                { cache, PLIMSOLL_INK_CACHE, "KV cache" } },
    .n_layers = 2,
    .limit = 22.8,
    .limit_markup = "<b>22.8 GiB</b> usable on RTX 4090",
    .over_label = "Over the line",
    .point_context = 32768,
    .point_label = "32K · 20.3 GiB",
    .hover_context = (double) NAN,
    .context_label = context_label,
    .amount_label = amount_label,
  };

  return plot;
}

static void
test_context_plot (void)
{
  double contexts[9], weights[9], cache[9];
  PlimsollContextPlot plot;
  PlimsollContextPlotLayout layout;
  Canvas canvas;

  for (guint i = 0; i < 9; i++)
    {
      contexts[i] = 1024 << i;
      weights[i] = 17.3;
      cache[i] = 3.0 * contexts[i] / 32768;
    }
  plot = context_plot (contexts, weights, cache, 9);

  g_assert_cmpfloat_with_epsilon (plimsoll_context_plot_total_at (&plot, 32768), 20.3, 1e-9);
  /* Between points memory grows evenly with the context, not with its logarithm. */
  g_assert_cmpfloat_with_epsilon (plimsoll_context_plot_total_at (&plot, 49152), 21.8, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_context_plot_total_at (&plot, 1e9), 41.3, 1e-9);

  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_context_plot_layout (&plot, &canvas.text, 520, 260, &layout);
  plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&layout.contexts,
                                                         layout.x + layout.width / 2),
                                  16384, 1e-6);
  g_assert_cmphex (pixel (&canvas, (int) layout.x + 90, (int) (layout.y + layout.height) - 6), ==,
                   0x3584e4);
  /* Past the crossing the same layer is paler. */
  g_assert_cmphex (pixel (&canvas, (int) (layout.x + layout.width) - 12,
                          (int) (layout.y + layout.height) - 6),
                   !=, 0x3584e4);
  canvas_finish (&canvas, "context");
}

static void
test_context_plot_edges (void)
{
  const double one[] = { 4096 }, amount[] = { 2 }, none[] = { 0, 0 }, two[] = { 1024, 2048 };
  PlimsollContextPlot plot = context_plot (one, amount, amount, 1);
  Canvas canvas;

  for (PlimsollInkVariant variant = 0; variant < PLIMSOLL_INK_N_VARIANTS; variant++)
    {
      canvas_init (&canvas, variant);
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 200, 120);
      plot = context_plot (two, none, none, 2);
      plot.limit = (double) NAN;
      plot.rtl = TRUE;
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 10, 10);
      plot.n_points = 0;
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 200, 120);
      g_assert_cmpfloat (plimsoll_context_plot_total_at (&plot, 4), ==, 0);
      canvas_finish (&canvas, "edges");
      plot = context_plot (one, amount, amount, 1);
    }
}

/* WCAG: what is read against what it stands on. */
static double
luminance (guint32 rgb)
{
  double sum = 0;
  const double weights[] = { 0.2126, 0.7152, 0.0722 };

  for (int i = 0; i < 3; i++)
    {
      double c = ((rgb >> (16 - 8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (guint32 a, guint32 b)
{
  double la = luminance (a) + 0.05, lb = luminance (b) + 0.05;

  return MAX (la, lb) / MIN (la, lb);
}

static void
test_contrast (void)
{
  /* libadwaita 1.7's card on each ground, as it is composed. */
  const guint32 ground[] = { 0xffffff, 0x36363a, 0xffffff, 0x36363a, 0xffffff };

  for (PlimsollInkVariant v = 0; v < PLIMSOLL_INK_N_VARIANTS; v++)
    {
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_TEXT), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_DIM), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_OVER_TEXT), ground[v]), >=,
                         4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_WEIGHTS), ground[v]), >=, 3);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_MARK), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL),
                                   plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL_TEXT)),
                         >=, 4.5);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/load-line/fits", test_load_line_fits);
  g_test_add_func ("/plot/load-line/rtl", test_load_line_rtl);
  g_test_add_func ("/plot/load-line/over", test_load_line_over);
  g_test_add_func ("/charts/load-line-unequal", test_load_line_unequal);
  g_test_add_func ("/plot/context/memory", test_context_plot);
  g_test_add_func ("/plot/context/edges", test_context_plot_edges);
  g_test_add_func ("/plot/ink/contrast", test_contrast);
  return g_test_run ();
}
