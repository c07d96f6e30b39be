/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-sizer.h"
#include "plimsoll-test-scenario.h"

#define STEPS 20000

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  guint *count = data;

  (*count)++;
}

/* Microseconds from a change of the scenario to the published answer, through the main loop. */
static double
drag_context (PlimsollScenario *scenario)
{
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < STEPS; i++)
    {
      plimsoll_scenario_set_context_length (scenario, 1024 + 256 * (i % 100));
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }

  return (double) (g_get_monotonic_time () - start) / STEPS;
}

/* The same for the precision, whose weights are known after the first round. */
static double
drag_precision (PlimsollScenario *scenario, PlimsollSizer *sizer)
{
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < STEPS; i++)
    {
      plimsoll_scenario_set_precision (scenario, sizes[i % n].info->name);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }

  return (double) (g_get_monotonic_time () - start) / STEPS;
}

int
main (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  guint count = 0;
  gint64 start = g_get_monotonic_time ();
  PlimsollSavings savings;
  gsize n;

  plimsoll_sizer_precision_sizes (sizer, &n);
  g_print ("every precision of a new model: %.0f us (budget 2000 us)\n",
           (double) (g_get_monotonic_time () - start));

  g_signal_connect (sizer, "notify::estimate", G_CALLBACK (count_cb), &count);
  g_print ("a step of the context slider, answer published: %.2f us (budget 500 us)\n",
           drag_context (scenario));
  g_print ("a step of the precision slider, answer published: %.2f us (budget 500 us)\n",
           drag_precision (scenario, sizer));
  g_assert (count > STEPS);

  start = g_get_monotonic_time ();
  for (guint i = 0; i < 1000; i++)
    plimsoll_sizer_get_savings (sizer, &savings);
  g_print ("what could be saved: %.2f us\n", (double) (g_get_monotonic_time () - start) / 1000);

  return 0;
}
