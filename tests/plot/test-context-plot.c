/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-plot.h"
#include "plimsoll-test-canvas.h"

#include <math.h>

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
  TestCanvas canvas;

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

  test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
  plimsoll_context_plot_layout (&plot, &canvas.text, 520, 260, &layout);
  plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&layout.across,
                                                         layout.x + layout.width / 2),
                                  16384, 1e-6);
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) layout.x + 90,
                                      (int) (layout.y + layout.height) - 6),
                   ==, 0x3584e4);
  /* Past the crossing the same layer is paler. */
  g_assert_cmphex (test_canvas_pixel (&canvas, (int) (layout.x + layout.width) - 12,
                                      (int) (layout.y + layout.height) - 6),
                   !=, 0x3584e4);
  test_canvas_finish (&canvas, "context");
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
        TestCanvas canvas;
        double w, x, y;

        plot.limit = limits[k];
        plot.limit_short = "<b>22.8 GiB</b>";
        plot.point_context = contexts[at];
        test_canvas_init (&canvas, PLIMSOLL_INK_ON_LIGHT);
        plimsoll_context_plot_layout (&plot, &canvas.text, 520, 260, &layout);
        plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 520, 260);

        /* Wherever the point is, the words are there, and none below the pill. */
        plimsoll_plot_text_measure (&canvas.text, "<b>32K · 20.3 GiB</b>", &w, NULL);
        w += 20;
        x = plimsoll_scale_map (&layout.across, contexts[at]);
        y = plimsoll_scale_map (&layout.up, plimsoll_context_plot_total_at (&plot, contexts[at]))
            - 51;
        g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_TEXT, layout.x, layout.y,
                                             layout.width, layout.height),
                          >, 40);
        if (y > 0)
          {
            x = CLAMP (x - w / 2, layout.x, layout.x + layout.width - w);
            g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_TEXT, x - 4, y, 4, 25), ==,
                              0);
            g_assert_cmpuint (test_canvas_count (&canvas, PLIMSOLL_INK_TEXT, x + w, y, 4, 25), ==,
                              0);
          }
        test_canvas_finish (&canvas, name);
      }
}

static void
test_context_plot_edges (void)
{
  const double one[] = { 4096 }, amount[] = { 2 }, none[] = { 0, 0 }, two[] = { 1024, 2048 };
  PlimsollContextPlot plot = context_plot (one, amount, amount, 1);
  TestCanvas canvas;

  for (PlimsollInkVariant variant = 0; variant < PLIMSOLL_INK_N_VARIANTS; variant++)
    {
      test_canvas_init (&canvas, variant);
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 200, 120);
      plot = context_plot (two, none, none, 2);
      plot.limit = (double) NAN;
      plot.rtl = TRUE;
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 10, 10);
      plot.n_points = 0;
      plimsoll_context_plot_draw (&plot, &canvas.text, canvas.cr, 200, 120);
      g_assert_cmpfloat (plimsoll_context_plot_total_at (&plot, 4), ==, 0);
      test_canvas_finish (&canvas, "edges");
      plot = context_plot (one, amount, amount, 1);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/context/memory", test_context_plot);
  g_test_add_func ("/plot/context/words", test_context_plot_words);
  g_test_add_func ("/plot/context/edges", test_context_plot_edges);
  return g_test_run ();
}
