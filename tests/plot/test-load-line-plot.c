/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-load-line-plot.h"
#include "plimsoll-test-canvas.h"

#include <math.h>

static char *
gib_label (double value, gboolean last)
{
  return g_strdup_printf (last ? "%g GiB" : "%g", value);
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
  TestCanvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36, mark;

  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);

  g_assert_cmpfloat (plimsoll_load_line_plot_extent (&plot), ==, 24);
  g_assert_cmphex (test_canvas_pixel (&canvas, 4, middle), ==, 0x3584e4);
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (TEST_CANVAS_WIDTH * 18.0 / 24), middle), ==,
                   0x813d9c);
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (TEST_CANVAS_WIDTH * 22.2 / 24), middle), ==,
                   0xf0f0f0);
  mark = (int) (TEST_CANVAS_WIDTH * 22.8 / 24);
  g_assert_cmphex (test_canvas_pixel (&canvas, mark, middle), ==, 0x1e1b2e);
  /* The ring is open, and stands above the bar. */
  g_assert_cmphex (test_canvas_pixel (&canvas, mark + 11, (int) PLIMSOLL_LOAD_LINE_ABOVE - 23), ==,
                   0x1e1b2e);
  g_assert_cmphex (test_canvas_pixel (&canvas, mark + 6, (int) PLIMSOLL_LOAD_LINE_ABOVE - 23), ==,
                   0xffffff);
  test_canvas_finish (&canvas, "load-line-fits");
}

static void
test_load_line_rtl (void)
{
  PlimsollLoadLinePlot plot = load_line (17.28);
  TestCanvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.rtl = TRUE;
  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH - 5, middle), ==, 0x3584e4);
  g_assert_cmphex (test_canvas_pixel (&canvas,
                                      TEST_CANVAS_WIDTH - (int) (TEST_CANVAS_WIDTH * 22.2 / 24),
                                      middle),
                   ==, 0xf0f0f0);
  test_canvas_finish (&canvas, "load-line-rtl");
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
  TestCanvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;
  int ring = (int) PLIMSOLL_LOAD_LINE_ABOVE - 23;

  plot.devices = devices;
  plot.n_devices = 2;
  plot.count_label = count_label;
  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);
  g_assert_cmpfloat (plimsoll_load_line_plot_extent (&plot), ==, 24);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH * 4 / 24, middle), ==, 0x3584e4);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH * 9 / 24, middle), ==, 0x813d9c);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH * 13 / 24, middle), ==, 0xf0f0f0);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH * 16 / 24, middle), ==, 0xffffff);
  g_assert_cmphex (test_canvas_pixel (&canvas, TEST_CANVAS_WIDTH * 17 / 24, middle), ==, 0x3584e4);
  /* The second is over its line by itself, though together there is room. */
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (TEST_CANVAS_WIDTH * 23.8 / 24), middle), !=,
                   0x3584e4);
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (TEST_CANVAS_WIDTH * 15.2 / 24) + 11, ring),
                   ==, 0x1e1b2e);
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (TEST_CANVAS_WIDTH * 23.6 / 24), middle), ==,
                   0x1e1b2e);
  test_canvas_finish (&canvas, "load-line-unequal");
}

/* Whether something is written in the row below the bar between two positions. */
static gboolean
is_written (TestCanvas *canvas, int from, int to)
{
  for (int y = (int) PLIMSOLL_LOAD_LINE_ABOVE + 44 + 12; y < (int) PLIMSOLL_LOAD_LINE_ABOVE + 66;
       y++)
    for (int x = from; x < to; x++)
      if (test_canvas_pixel (canvas, x, y) != 0xffffff)
        return TRUE;
  return FALSE;
}

/* A cargo of 20.6 times one device is parted into 21; of less than three times it is not. */
static void
test_load_line_counted (void)
{
  PlimsollLoadLinePlot plot = load_line (466);
  const double one = TEST_CANVAS_WIDTH * 22.8 / (466 + 4.32);
  TestCanvas canvas;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.count_label = count_label;
  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);
  for (guint i = 2; i < 21; i++)
    g_assert_cmphex (test_canvas_pixel (&canvas, (int) round (i * one), middle), ==, 0xffffff);
  /* Below the end of the first, the fifth, and so on. */
  g_assert_true (is_written (&canvas, (int) one - 8, (int) one + 8));
  g_assert_true (is_written (&canvas, (int) (5 * one) - 8, (int) (5 * one) + 8));
  g_assert_false (is_written (&canvas, (int) (6 * one), (int) (9 * one)));
  g_assert_true (is_written (&canvas, (int) (20 * one) - 8, (int) (20 * one) + 8));
  test_canvas_finish (&canvas, "load-line-counted");

  plot = load_line (40);
  plot.count_label = count_label;
  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);
  /* 0 and 10 GiB, and not the first of two devices. */
  g_assert_true (is_written (&canvas, 0, 10));
  g_assert_false (is_written (&canvas, 20, TEST_CANVAS_WIDTH / 8));
  test_canvas_finish (&canvas, "load-line-not-counted");
}

static void
test_load_line_over (void)
{
  PlimsollLoadLinePlot plot = load_line (60);
  TestCanvas canvas;
  guint hatched = 0, ground = 0;
  int middle = (int) PLIMSOLL_LOAD_LINE_ABOVE + 36;

  plot.required_markup = "<b>64.32 GiB</b> required";
  test_canvas_init (&canvas, PLIMSOLL_INK_ON_DARK);
  plimsoll_load_line_plot_draw (&plot, &canvas.text, canvas.cr, TEST_CANVAS_WIDTH);

  /* Past the line everything is hatched, whatever it is. */
  for (int x = (int) (TEST_CANVAS_WIDTH * 30.0 / 64.32); x < TEST_CANVAS_WIDTH - 20; x++)
    {
      guint32 p = test_canvas_pixel (&canvas, x, middle);

      hatched += p == 0x84504f;
      ground += p == 0x58383d;
      g_assert_cmphex (p, !=, 0x4a92e8);
    }
  g_assert_cmpuint (hatched, >, 20);
  g_assert_cmpuint (ground, >, 20);
  test_canvas_finish (&canvas, "load-line-over");
}

/* Of 10 on a bar of 100 pixels: 2, 3 and 1, and nothing. Mirrored, from the other end. */
static void
test_segment_at (void)
{
  PlimsollLoadLinePlot plot = {
    .segments = { { 2, PLIMSOLL_INK_WEIGHTS, NULL },
                  { 3, PLIMSOLL_INK_GRADIENTS, NULL },
                  { 1, PLIMSOLL_INK_OPTIMIZER, NULL } },
    .n_segments = 3,
    .usable = 9,
    .physical = 10,
  };

  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 5), ==, 1);
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 25), ==, 2);
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 55), ==, 3);
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 65), ==, 0);
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, -1), ==, 0);
  plot.rtl = TRUE;
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 95), ==, 1);
  g_assert_cmpint (plimsoll_load_line_plot_segment_at (&plot, 100, 45), ==, 3);
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
  g_test_add_func ("/plot/load-line/segment-at", test_segment_at);
  return g_test_run ();
}
