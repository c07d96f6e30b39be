/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-waterfall-plot.h"
#include "plimsoll-test-canvas.h"

#include <math.h>

static char *
amount_label (double value)
{
  return g_strdup_printf ("%g", value);
}

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
count_pixels (TestCanvas *canvas, int y, guint32 color)
{
  int n = 0;

  for (int x = 0; x < TEST_CANVAS_WIDTH; x++)
    n += test_canvas_pixel (canvas, x, y) == color;
  return n;
}

static int
first_pixel (TestCanvas *canvas, int y, guint32 color)
{
  for (int x = 0; x < TEST_CANVAS_WIDTH; x++)
    if (test_canvas_pixel (canvas, x, y) == color)
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
        TestCanvas canvas;
        double row;
        int first, gained;

        plot.rtl = rtl != 0;
        test_canvas_init (&canvas, variant);
        row = plimsoll_waterfall_plot_height (&plot, &canvas.text, TEST_CANVAS_WIDTH) / 5;
        plimsoll_waterfall_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);

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
        test_canvas_finish (&canvas, name);
      }
}

static void
test_waterfall_narrow (void)
{
  PlimsollWaterfallPlot plot = waterfall ();
  TestCanvas canvas;
  double wide, narrow;

  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  wide = plimsoll_waterfall_plot_height (&plot, &canvas.text, 600);
  narrow = plimsoll_waterfall_plot_height (&plot, &canvas.text, 200);
  /* Names stand above the bars. */
  g_assert_cmpfloat (narrow, >, wide * 1.3);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, narrow * 0.5), ==, 2);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, narrow + 5), ==, -1);
  g_assert_cmpint (plimsoll_waterfall_plot_row_at (&plot, &canvas.text, 200, -1), ==, -1);
  plot.chosen = 2;
  plimsoll_waterfall_plot_draw (&plot, &canvas.text, canvas.cr, 200);
  test_canvas_finish (&canvas, "waterfall-narrow");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/waterfall/spans", test_waterfall_spans);
  g_test_add_func ("/plot/waterfall/drawn", test_waterfall_drawn);
  g_test_add_func ("/plot/waterfall/narrow", test_waterfall_narrow);
  return g_test_run ();
}
