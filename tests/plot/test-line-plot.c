/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-line-plot.h"
#include "plimsoll-test-canvas.h"

#include <math.h>

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
        PlimsollPlotFrame layout;
        g_autofree char *name =
          g_strdup_printf ("lines-%s%s", names[variant], rtl > 0 ? "-rtl" : "");
        TestCanvas canvas;
        int x;

        test_canvas_init (&canvas, variant);
        plot.rtl = rtl > 0;
        plot.point_series = 1;
        plot.point = 8;
        plot.point_label = "Rent, 8 months: $240";
        plimsoll_line_plot_layout (&plot, &canvas.text, TEST_CANVAS_WIDTH, TEST_CANVAS_HEIGHT,
                                   &layout);
        plimsoll_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH,
                                 TEST_CANVAS_HEIGHT);

        /* The load line stands in the middle, whichever way one reads. */
        x = (int) plimsoll_scale_map (&layout.across, 5);
        g_assert_cmpfloat_with_epsilon (plimsoll_scale_map (&layout.across, 5),
                                        layout.x + layout.width / 2, 0.5);
        g_assert_cmphex (test_canvas_pixel (&canvas, x, (int) (layout.y + layout.height - 12)), ==,
                         plimsoll_ink_rgb (variant, PLIMSOLL_INK_MARK));
        /* Buying goes through 110 after a month. */
        g_assert_cmphex (test_canvas_pixel (&canvas, (int) plimsoll_scale_map (&layout.across, 1),
                                            (int) plimsoll_scale_map (&layout.up, 110)),
                         ==, plimsoll_ink_rgb (variant, PLIMSOLL_INK_WEIGHTS));
        g_assert_cmpint (plimsoll_scale_map (&layout.across, 0)
                           < plimsoll_scale_map (&layout.across, 10),
                         ==, rtl == 0);
        test_canvas_finish (&canvas, name);
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
  } sizes[] = { { TEST_CANVAS_WIDTH, TEST_CANVAS_HEIGHT }, { 60, 40 }, { 1, 1 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint n = 0; n <= 3; n++)
      {
        PlimsollLinePlot plot = line_sample ();
        TestCanvas canvas;

        test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
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
        test_canvas_finish (&canvas, "lines-odd");
      }
}

static char *
amount_label (double value, gpointer data)
{
  return g_strdup_printf ("%g", value);
}

static char *
context_label (double tokens)
{
  return g_strdup_printf ("%gK", tokens / 1024);
}

/* A line that ends where nothing is known, another that is dashed after it, with their ranges and
 * the load line between them; mirrored from right to left. */
static void
test_bands (void)
{
  const double contexts[] = { 1024, 2048, 4096, 8192, 16384 };
  const double first[] = { 100, 95, 90, (double) NAN, (double) NAN };
  const double low[] = { 80, 75, 70, (double) NAN, (double) NAN };
  const double high[] = { 120, 115, 110, (double) NAN, (double) NAN };
  const double second[] = { (double) NAN, (double) NAN, (double) NAN, 20, 18 };
  PlimsollLinePlot plot = {
    .places = contexts,
    .n_points = 5,
    .octaves = TRUE,
    .series = { { first, PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID, NULL, low,
                  high },
                { second, PLIMSOLL_INK_CACHE, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_DASHED,
                  "<b>planned</b>" } },
    .n_series = 2,
    .mark = 4096,
    .mark_amount = (double) NAN,
    .end_amount = (double) NAN,
    .point_series = -1,
    .place_label = context_label,
    .amount_label = amount_label,
  };

  for (guint rtl = 0; rtl < 2; rtl++)
    {
      PlimsollPlotFrame frame;
      TestCanvas canvas;
      double half;
      int near_from, near_to, far_from, far_to, y;

      plot.rtl = rtl == 1;
      test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
      plimsoll_line_plot_layout (&plot, &canvas.text, 520, 260, &frame);
      plimsoll_line_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

      /* The axis reaches above the range. */
      g_assert_cmpfloat (frame.up.high, >=, 120);
      half = plimsoll_scale_map (&frame.across, 4096);
      near_from = rtl ? (int) half + 12 : (int) frame.x;
      near_to = rtl ? (int) (frame.x + frame.width) : (int) half - 12;
      far_from = rtl ? (int) frame.x : (int) half + 12;
      far_to = rtl ? (int) half - 12 : (int) (frame.x + frame.width);
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_WEIGHTS, near_from, 0,
                                           near_to - near_from, 260),
                        >, 100);
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_WEIGHTS, far_from, 0,
                                           far_to - far_from, 260),
                        ==, 0);
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_CACHE, near_from, 0,
                                           near_to - near_from, 260),
                        ==, 0);
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_CACHE, far_from, 0,
                                           far_to - far_from, 260),
                        >, 20);
      /* Dashed: less than the same length drawn through. */
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_CACHE, far_from, 0,
                                           far_to - far_from, 260),
                        <,
                        test_canvas_count (&canvas, PLIMSOLL_INK_WEIGHTS, near_from, 0,
                                           near_to - near_from, 260));
      /* Its name is beside it, where nothing else is. */
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_TEXT, far_from, 0,
                                           far_to - far_from, 260),
                        >, 20);
      g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_TEXT, near_from, 0,
                                           near_to - near_from, 260),
                        ==, 0);
      /* The band is there below the line, and the mark from top to bottom. */
      y = (int) plimsoll_scale_map (&frame.up, 85);
      g_assert_cmphex (test_canvas_pixel (&canvas, (int) plimsoll_scale_map (&frame.across, 2048),
                                          y),
                       !=, 0xffffff);
      g_assert_cmphex (test_canvas_pixel (&canvas, (int) round (half),
                                          (int) (frame.y + frame.height) - 30),
                       ==, 0x1e1b2e);
      test_canvas_finish (&canvas, rtl ? "bands-rtl" : "bands");
    }
}

/* As few points as there may be, and less room than any word takes. */
static void
test_edges (void)
{
  const double one[] = { 4096 }, amount[] = { 2 };
  PlimsollLinePlot lines = {
    .places = one,
    .octaves = TRUE,
    .series = { { amount, PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID, "Label" } },
    .n_series = 1,
    .mark = 4096,
    .mark_amount = (double) NAN,
    .mark_markup = "4K",
    .end_amount = (double) NAN,
    .point_series = -1,
    .place_label = context_label,
    .amount_label = amount_label,
  };

  for (PlimsollInkVariant variant = 0; variant < PLIMSOLL_INK_N_VARIANTS; variant++)
    {
      TestCanvas canvas;

      test_canvas_init (&canvas, variant);
      lines.n_points = 0;
      plimsoll_line_plot_draw (&lines, &canvas.text, canvas.cr, 200, 120);
      lines.n_points = 1;
      plimsoll_line_plot_draw (&lines, &canvas.text, canvas.cr, 10, 10);
      test_canvas_finish (&canvas, "bands-edges");
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/lines/drawn", test_lines);
  g_test_add_func ("/plot/lines/odd", test_lines_odd);
  g_test_add_func ("/plot/lines/bands", test_bands);
  g_test_add_func ("/plot/lines/edges", test_edges);
  return g_test_run ();
}
