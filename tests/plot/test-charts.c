/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-plot.h"
#include "plimsoll-decode-plot.h"
#include "plimsoll-line-plot.h"
#include "plimsoll-load-line-plot.h"
#include "plimsoll-waterfall-plot.h"

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

static char *
count_label (guint devices)
{
  return g_strdup_printf ("%u×", devices);
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

/* Of 16 and 8 GiB the first ends at two thirds, where the gap shows what is below. Each holds what
 * is on it, to its own line. */
static void
test_load_line_unequal (void)
{
  const PlimsollLoadDevice devices[] = {
    { { 8, 2, 0, 0 }, 15.2, 16, "RTX 4080", "<b>15.2 GiB</b>" },
    { { 7.9, 0, 0, 0 }, 7.6, 8, "RTX 4060", "<b>7.6 GiB</b>" },
  };
  PlimsollLoadLinePlot plot = load_line (15.9);
  Canvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;
  int ring = (int) PLIMSOLL_LOAD_LINE_ABOVE - 23;

  plot.devices = devices;
  plot.n_devices = 2;
  plot.count_label = count_label;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  g_assert_cmpfloat (plimsoll_load_line_plot_extent (&plot), ==, 24);
  g_assert_cmphex (pixel (&canvas, WIDTH * 4 / 24, middle), ==, 0x3584e4);
  g_assert_cmphex (pixel (&canvas, WIDTH * 9 / 24, middle), ==, 0x813d9c);
  g_assert_cmphex (pixel (&canvas, WIDTH * 13 / 24, middle), ==, 0xf0f0f0);
  g_assert_cmphex (pixel (&canvas, WIDTH * 16 / 24, middle), ==, 0xffffff);
  g_assert_cmphex (pixel (&canvas, WIDTH * 17 / 24, middle), ==, 0x3584e4);
  /* The second is over its line by itself, though together there is room. */
  g_assert_cmphex (pixel (&canvas, (int) (WIDTH * 23.8 / 24), middle), !=, 0x3584e4);
  g_assert_cmphex (pixel (&canvas, (int) (WIDTH * 15.2 / 24) + 11, ring), ==, 0x1e1b2e);
  g_assert_cmphex (pixel (&canvas, (int) (WIDTH * 23.6 / 24), middle), ==, 0x1e1b2e);
  canvas_finish (&canvas, "load-line-unequal");
}

/* Whether something is written in the row below the bar between two positions. */
static gboolean
is_written (Canvas *canvas, int from, int to)
{
  for (int y = (int) PLIMSOLL_LOAD_LINE_ABOVE + 44 + 12; y < (int) PLIMSOLL_LOAD_LINE_ABOVE + 66;
       y++)
    for (int x = from; x < to; x++)
      if (pixel (canvas, x, y) != 0xffffff)
        return TRUE;
  return FALSE;
}

/* A cargo of 20.6 times one device is parted into 21; of less than three times it is not. */
static void
test_load_line_counted (void)
{
  PlimsollLoadLinePlot plot = load_line (466);
  const double one = WIDTH * 22.8 / (466 + 4.32);
  Canvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.count_label = count_label;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  for (guint i = 2; i < 21; i++)
    g_assert_cmphex (pixel (&canvas, (int) round (i * one), middle), ==, 0xffffff);
  /* Below the end of the first, the fifth, and so on. */
  g_assert_true (is_written (&canvas, (int) one - 8, (int) one + 8));
  g_assert_true (is_written (&canvas, (int) (5 * one) - 8, (int) (5 * one) + 8));
  g_assert_false (is_written (&canvas, (int) (6 * one), (int) (9 * one)));
  g_assert_true (is_written (&canvas, (int) (20 * one) - 8, (int) (20 * one) + 8));
  canvas_finish (&canvas, "load-line-counted");

  plot = load_line (40);
  plot.count_label = count_label;
  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);
  /* 0 and 10 GiB, and not the first of two devices. */
  g_assert_true (is_written (&canvas, 0, 10));
  g_assert_false (is_written (&canvas, 20, WIDTH / 8));
  canvas_finish (&canvas, "load-line-not-counted");
}

static void
test_load_line_over (void)
{
  PlimsollLoadLinePlot plot = load_line (60);
  Canvas canvas;
  guint hatched = 0, ground = 0;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

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
  PlimsollPlotFrame layout;
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

  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&layout.across,
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

/* How much of the text's colour there is in a part of the picture. */
static guint
count_text (Canvas *canvas, double x, double y, double width, double height)
{
  guint n = 0;

  for (int j = MAX ((int) y, 0); j < (int) (y + height); j++)
    for (int i = MAX ((int) x, 0); i < (int) (x + width); i++)
      n += pixel (canvas, i, j) == plimsoll_ink_rgb (PLIMSOLL_INK_ON_LIGHT, PLIMSOLL_INK_TEXT);
  return n;
}

/* Words beside the line make way for the point's pill, and those of a layer for them. */
static void
test_context_plot_words (void)
{
  const double limits[] = { 12, 18, 19, 20, 22.8, 26, 30, 40 };
  double contexts[9], weights[9], cache[9];

  for (guint i = 0; i < 9; i++)
    {
      contexts[i] = 1024 << i;
      weights[i] = 17.3;
      cache[i] = 3.0 * contexts[i] / 32768;
    }
  for (guint k = 0; k < G_N_ELEMENTS (limits); k++)
    for (guint at = 0; at < 9; at++)
      {
        PlimsollContextPlot plot = context_plot (contexts, weights, cache, 9);
        PlimsollPlotFrame layout;
        g_autofree char *name = g_strdup_printf ("words-%g-%g", limits[k], contexts[at] / 1024);
        Canvas canvas;
        double w, x, y;

        plot.limit = limits[k];
        plot.limit_short = "<b>22.8 GiB</b>";
        plot.point_context = contexts[at];
        canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
        plimsoll_context_plot_layout (&plot, &canvas.text, 520, 260, &layout);
        plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

        /* Wherever the point is, the words are there, and none below the pill. */
        plimsoll_plot_text_measure (&canvas.text, "<b>32K · 20.3 GiB</b>", &w, NULL);
        w += 20;
        x = plimsoll_scale_map (&layout.across, contexts[at]);
        y = plimsoll_scale_map (&layout.up, plimsoll_context_plot_total_at (&plot, contexts[at]))
            - 51;
        g_assert_cmpuint (count_text (&canvas, layout.x, layout.y, layout.width, layout.height), >,
                          40);
        if (y > 0)
          {
            x = CLAMP (x - w / 2, layout.x, layout.x + layout.width - w);
            g_assert_cmpuint (count_text (&canvas, x - 4, y, 4, 25), ==, 0);
            g_assert_cmpuint (count_text (&canvas, x + w, y, 4, 25), ==, 0);
          }
        canvas_finish (&canvas, name);
      }
}

static void
test_context_plot_edges (void)
{
  const double one[] = { 4096 }, amount[] = { 2 }, none[] = { 0, 0 }, two[] = { 1024, 2048 };
  PlimsollContextPlot plot = context_plot (one, amount, amount, 1);
  PlimsollDecodePlot lines = {
    .contexts = one,
    .lines = { { amount, NULL, NULL, PLIMSOLL_INK_WEIGHTS, "Label" } },
    .n_lines = 1,
    .mark = 4096,
    .mark_label = "4K",
    .point_context = (double) NAN,
    .hover_context = (double) NAN,
    .context_label = context_label,
    .value_label = amount_label,
  };
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
      lines.n_points = 0;
      plimsoll_decode_plot_draw (&lines, &canvas.text, canvas.cr, 200, 120);
      lines.n_points = 1;
      plimsoll_decode_plot_draw (&lines, &canvas.text, canvas.cr, 10, 10);
      canvas_finish (&canvas, "edges");
      plot = context_plot (one, amount, amount, 1);
    }
}

/* How many pixels of @ink there are in a row of the picture, from @from to @to. */
static guint
count_ink (Canvas *canvas, PlimsollInk ink, int from, int to)
{
  guint n = 0;

  for (int x = from; x < to; x++)
    for (int y = 0; y < 260; y++)
      n += pixel (canvas, x, y) == plimsoll_ink_rgb (PLIMSOLL_INK_ON_LIGHT, ink);
  return n;
}

/* A line that ends where nothing is known, another that is dashed after it, with their ranges and
 * the load line between them; mirrored from right to left. */
static void
test_decode_plot (void)
{
  const double contexts[] = { 1024, 2048, 4096, 8192, 16384 };
  const double first[] = { 100, 95, 90, (double) NAN, (double) NAN };
  const double low[] = { 80, 75, 70, (double) NAN, (double) NAN };
  const double high[] = { 120, 115, 110, (double) NAN, (double) NAN };
  const double second[] = { (double) NAN, (double) NAN, (double) NAN, 20, 18 };
  PlimsollDecodePlot plot = {
    .contexts = contexts,
    .n_points = 5,
    .lines = { { first, low, high, PLIMSOLL_INK_WEIGHTS, NULL },
               { second, NULL, NULL, PLIMSOLL_INK_CACHE, NULL } },
    .n_lines = 2,
    .mark = 4096,
    .point_context = (double) NAN,
    .hover_context = (double) NAN,
    .context_label = context_label,
    .value_label = amount_label,
  };

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      PlimsollPlotFrame frame;
      Canvas canvas;
      double half;
      int near_from, near_to, far_from, far_to, y;

      plot.rtl = rtl == 1;
      canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
      plimsoll_decode_plot_layout (&plot, &canvas.text, 520, 260, &frame);
      plimsoll_decode_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

      /* The axis reaches above the range. */
      g_assert_cmpfloat (frame.up.high, >=, 120);
      half = plimsoll_scale_map (&frame.across, 4096);
      near_from = rtl ? (int) half + 12 : (int) frame.x;
      near_to = rtl ? (int) (frame.x + frame.width) : (int) half - 12;
      far_from = rtl ? (int) frame.x : (int) half + 12;
      far_to = rtl ? (int) half - 12 : (int) (frame.x + frame.width);
      g_assert_cmpuint (count_ink (&canvas, PLIMSOLL_INK_WEIGHTS, near_from, near_to), >, 100);
      g_assert_cmpuint (count_ink (&canvas, PLIMSOLL_INK_WEIGHTS, far_from, far_to), ==, 0);
      g_assert_cmpuint (count_ink (&canvas, PLIMSOLL_INK_CACHE, near_from, near_to), ==, 0);
      g_assert_cmpuint (count_ink (&canvas, PLIMSOLL_INK_CACHE, far_from, far_to), >, 20);
      /* Dashed: less than the same length drawn through. */
      g_assert_cmpuint (count_ink (&canvas, PLIMSOLL_INK_CACHE, far_from, far_to), <,
                        count_ink (&canvas, PLIMSOLL_INK_WEIGHTS, near_from, near_to));
      /* The band is there below the line, and the mark from top to bottom. */
      y = (int) plimsoll_scale_map (&frame.up, 85);
      g_assert_cmphex (pixel (&canvas, (int) plimsoll_scale_map (&frame.across, 2048), y), !=,
                       0xffffff);
      g_assert_cmphex (pixel (&canvas, (int) round (half), (int) (frame.y + frame.height) - 30), ==,
                       0x1e1b2e);
      canvas_finish (&canvas, rtl ? "line-rtl" : "line");
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
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_SECOND), ground[v]), >=, 3);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_SECOND_TEXT), ground[v]), >=,
                         4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_MARK), ground[v]), >=, 4.5);
      g_assert_cmpfloat (contrast (plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL),
                                   plimsoll_ink_rgb (v, PLIMSOLL_INK_PILL_TEXT)),
                         >=, 4.5);
    }
}

/* --- The waterfall --- */

static char *
change_label (double value)
{
  return g_strdup_printf ("%+g", value);
}

/* 20 and 30: the first part gains 14, the second loses 4. */
static PlimsollWaterfallPlot
waterfall (void)
{
  PlimsollWaterfallPlot plot = {
    .parts = {
      { "Weights", PLIMSOLL_INK_WEIGHTS, 10, 24 },
      { "KV cache", PLIMSOLL_INK_CACHE, 8, 4 },
      { "Overhead", PLIMSOLL_INK_OVERHEAD, 2, 2 },
    },
    .n_parts = 3,
    .before_label = "A",
    .after_label = "B",
    .before_limit = 40,
    .after_limit = NAN,
    .chosen = -1,
    .amount_label = amount_label,
    .change_label = change_label,
  };

  return plot;
}

static void
assert_span (const PlimsollWaterfallPlot *plot, guint row, double from, double to)
{
  double a, b;

  plimsoll_waterfall_plot_span (plot, row, &a, &b);
  g_assert_cmpfloat (a, ==, from);
  g_assert_cmpfloat (b, ==, to);
}

static void
test_waterfall_spans (void)
{
  PlimsollWaterfallPlot plot = waterfall ();
  g_autofree char *sum = plimsoll_waterfall_plot_value (&plot, 4);
  g_autofree char *less = plimsoll_waterfall_plot_value (&plot, 2);

  g_assert_cmpuint (plimsoll_waterfall_plot_rows (&plot), ==, 5);
  assert_span (&plot, 0, 0, 20);
  assert_span (&plot, 1, 20, 34);
  assert_span (&plot, 2, 34, 30);
  assert_span (&plot, 3, 30, 30);
  assert_span (&plot, 4, 0, 30);
  g_assert_cmpstr (sum, ==, "30");
  g_assert_cmpstr (less, ==, "-4");
  g_assert_cmpstr (plimsoll_waterfall_plot_label (&plot, 4), ==, "B");
  g_assert_cmpstr (plimsoll_waterfall_plot_label (&plot, 3), ==, "Overhead");
  /* The load line is farther than any bar; without one, the highest that the bars come. */
  g_assert_cmpfloat (plimsoll_waterfall_plot_extent (&plot), ==, 40);
  plot.before_limit = NAN;
  g_assert_cmpfloat (plimsoll_waterfall_plot_extent (&plot), ==, 34);
}

/* Counts the pixels of a line of the picture that have this colour. */
static int
count_pixels (Canvas *canvas, int y, guint32 color)
{
  int n = 0;

  for (int x = 0; x < WIDTH; x++)
    n += pixel (canvas, x, y) == color;
  return n;
}

static int
first_pixel (Canvas *canvas, int y, guint32 color)
{
  for (int x = 0; x < WIDTH; x++)
    if (pixel (canvas, x, y) == color)
      return x;
  return -1;
}

static void
test_waterfall_drawn (void)
{
  for (guint variant = 0; variant < PLIMSOLL_INK_N_VARIANTS; variant++)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        PlimsollWaterfallPlot plot = waterfall ();
        g_autofree char *name = g_strdup_printf ("waterfall-%u%s", variant, rtl ? "-rtl" : "");
        const guint32 weights = plimsoll_ink_rgb (variant, PLIMSOLL_INK_WEIGHTS);
        Canvas canvas;
        double row;
        int first, gained;

        plot.rtl = rtl != 0;
        canvas_init (&canvas, variant);
        row = plimsoll_waterfall_plot_height (&plot, &canvas.text, WIDTH) / 5;
        plimsoll_waterfall_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH);

        /* What the weights gain is 1.4 times what they were. */
        first = count_pixels (&canvas, (int) (row / 2), weights);
        gained = count_pixels (&canvas, (int) (row * 1.5), weights);
        g_assert_cmpint (first, >, 100);
        g_assert_cmpint (ABS (gained - first * 14 / 10), <=, 3);
        /* The bars begin at the start, and go on where the one before ended. */
        if (!plot.rtl)
          g_assert_cmpint (first_pixel (&canvas, (int) (row * 1.5), weights), >,
                           first_pixel (&canvas, (int) (row / 2), weights) + first);
        else
          g_assert_cmpint (first_pixel (&canvas, (int) (row * 1.5), weights), <,
                           first_pixel (&canvas, (int) (row / 2), weights));
        /* What is spared is hatched: its ground shows. */
        g_assert_cmpint (count_pixels (&canvas, (int) (row * 2.5),
                                       plimsoll_ink_rgb (variant, PLIMSOLL_INK_FREE)),
                         >, 10);
        canvas_finish (&canvas, name);
      }
}

static void
test_waterfall_narrow (void)
{
  PlimsollWaterfallPlot plot = waterfall ();
  Canvas canvas;
  double wide, narrow;

  canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  wide = plimsoll_waterfall_plot_height (&plot, &canvas.text, 600);
  narrow = plimsoll_waterfall_plot_height (&plot, &canvas.text, 200);
  /* Names stand above the bars. */
  g_assert_cmpfloat (narrow, >, wide * 1.3);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, narrow * 0.5), ==, 2);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, narrow + 5), ==, -1);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, -1), ==, -1);
  plot.chosen = 2;
  plimsoll_waterfall_plot_draw (&plot, &canvas.text, canvas.cr, 200);
  canvas_finish (&canvas, "waterfall-narrow");
}

/* --- Lines --- */

static char *
place_label (double place)
{
  return g_strdup_printf ("%g", place);
}

static char *
money_label (double amount, gpointer data)
{
  return g_strdup_printf ("$%g", amount);
}

/* Buying at 100 and 10 a month beside renting at 30: both 150 after five months. */
static PlimsollLinePlot
line_sample (void)
{
  static const double places[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
  static const double buy[] = { 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200 };
  static const double rent[] = { 0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300 };

  return (PlimsollLinePlot) {
    .places = places,
    .n_points = G_N_ELEMENTS (places),
    .place_step = 2,
    .series = {
      { buy, PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID, "<b>Buy</b> $100" },
      { rent, PLIMSOLL_INK_SECOND, PLIMSOLL_INK_SECOND_TEXT, PLIMSOLL_LINE_DASHED,
        "<b>Rent</b> $30 a month" },
    },
    .n_series = 2,
    .mark = 5,
    .mark_amount = 150,
    .mark_markup = "<b>5 months</b>\n$150 both ways",
    .from_series = 1,
    .to_series = 0,
    .end_amount = 150,
    .end_markup = "resale −$50",
    .point_series = -1,
    .place_label = place_label,
    .amount_label = money_label,
  };
}

static void
test_lines (void)
{
  static const char *const names[] = { "light", "dark", "light-hc", "dark-hc", "paper" };

  for (guint variant = 0; variant < PLIMSOLL_INK_N_VARIANTS; variant++)
    for (guint rtl = 0; rtl < 2; rtl++)
      {
        PlimsollLinePlot plot = line_sample ();
        PlimsollLinePlotLayout layout;
        g_autofree char *name =
          g_strdup_printf ("lines-%s%s", names[variant], rtl > 0 ? "-rtl" : "");
        Canvas canvas;
        int x;

        canvas_init (&canvas, variant);
        plot.rtl = rtl > 0;
        plot.point_series = 1;
        plot.point = 8;
        plot.point_label = "Rent, 8 months: $240";
        plimsoll_line_plot_layout (&plot, &canvas.text, WIDTH, HEIGHT, &layout);
        plimsoll_line_plot_draw (&plot, &canvas.text, canvas.cr, WIDTH, HEIGHT);

        /* The load line stands in the middle, whichever way one reads. */
        x = (int) plimsoll_scale_map (&layout.places, 5);
        g_assert_cmpfloat_with_epsilon (plimsoll_scale_map (&layout.places, 5),
                                        layout.x + layout.width / 2, 0.5);
        g_assert_cmphex (pixel (&canvas, x, (int) (layout.y + layout.height - 12)), ==,
                         plimsoll_ink_rgb (variant, PLIMSOLL_INK_MARK));
        /* Buying goes through 110 after a month. */
        g_assert_cmphex (pixel (&canvas, (int) plimsoll_scale_map (&layout.places, 1),
                                (int) plimsoll_scale_map (&layout.amounts, 110)),
                         ==, plimsoll_ink_rgb (variant, PLIMSOLL_INK_WEIGHTS));
        g_assert_cmpint (plimsoll_scale_map (&layout.places, 0)
                           < plimsoll_scale_map (&layout.places, 10),
                         ==, rtl == 0);
        canvas_finish (&canvas, name);
      }
}

/* Whatever is asked, something is drawn and nothing breaks. */
static void
test_lines_odd (void)
{
  static const double zeros[] = { 0, 0, 0 };
  static const double gaps[] = { 10, NAN, 30 };
  static const double places[] = { 0, 1, 2 };
  static const struct
  {
    double width;
    double height;
  } sizes[] = { { WIDTH, HEIGHT }, { 60, 40 }, { 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint n = 0; n <= 3; n++)
      {
        PlimsollLinePlot plot = line_sample ();
        Canvas canvas;

        canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
        plot.n_points = n;
        plot.places = places;
        plot.series[0].amounts = zeros;
        plot.series[1].amounts = gaps;
        plot.mark = n == 2 ? 1000 : (double) NAN;
        plot.place_step = n == 3 ? 0 : 1;
        plot.point_series = (int) n;
        plot.point = n;
        plot.end_amount = n == 0 ? (double) NAN : 0;
        plimsoll_line_plot_draw (&plot, &canvas.text, canvas.cr, sizes[i].width, sizes[i].height);
        plot.n_series = 0;
        plot.from_series = plot.to_series = 0;
        plimsoll_line_plot_draw (&plot, &canvas.text, canvas.cr, sizes[i].width, sizes[i].height);
        canvas_finish (&canvas, "lines-odd");
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/load-line/fits", test_load_line_fits);
  g_test_add_func ("/plot/load-line/rtl", test_load_line_rtl);
  g_test_add_func ("/plot/load-line/over", test_load_line_over);
  g_test_add_func ("/plot/load-line/unequal", test_load_line_unequal);
  g_test_add_func ("/plot/load-line/counted", test_load_line_counted);
  g_test_add_func ("/plot/context/memory", test_context_plot);
  g_test_add_func ("/plot/context/words", test_context_plot_words);
  g_test_add_func ("/plot/context/edges", test_context_plot_edges);
  g_test_add_func ("/plot/lines/drawn", test_lines);
  g_test_add_func ("/plot/lines/odd", test_lines_odd);
  g_test_add_func ("/plot/decode", test_decode_plot);
  g_test_add_func ("/plot/ink/contrast", test_contrast);
  g_test_add_func ("/plot/waterfall/spans", test_waterfall_spans);
  g_test_add_func ("/plot/waterfall/drawn", test_waterfall_drawn);
  g_test_add_func ("/plot/waterfall/narrow", test_waterfall_narrow);
  return g_test_run ();
}
