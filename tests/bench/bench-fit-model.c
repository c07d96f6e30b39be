/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-fit-model.h"
#include "plimsoll-model-list.h"
#include "plimsoll-scenario-state.h"

#include <time.h>

#define STEPS 2000
#define BUDGET 500.0

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
} Bench;

static void
run_main_loop (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* Of this thread alone: others may run on the same processor. */
static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static double
since (double start, guint steps)
{
  return (cpu_ms () - start) * 1000 / steps;
}

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  guint64 *count = data;

  (*count)++;
}

/* Every step of a slider with a table of all accelerators, some of whose rows are watched. */
static void
bench_hardware (Bench *self, const char *id)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_HARDWARE, G_LIST_MODEL (list),
                            plimsoll_catalog_get_quality (self->catalog));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (table));
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, id);
  guint64 notified = 0;
  gsize n_sizes;
  const PlimsollPrecisionSize *sizes;
  double start;

  g_assert (model != NULL);
  plimsoll_fit_model_set_offers (table, plimsoll_catalog_get_offers (self->catalog));
  plimsoll_scenario_set_model (self->scenario, model);
  run_main_loop ();
  for (guint i = 0; i < MIN (n, 30); i++)
    {
      g_autoptr (GObject) fit = g_list_model_get_item (G_LIST_MODEL (table), i);

      g_signal_connect (fit, "notify", G_CALLBACK (count_cb), &notified);
    }

  start = cpu_ms ();
  for (guint i = 0; i < STEPS; i++)
    {
      plimsoll_scenario_set_context_length (self->scenario, 1024 + 512 * (i % 60));
      run_main_loop ();
    }
  g_print ("%s, a step of the context slider with %u accelerators: %.0f us (budget %.0f us)\n",
           plimsoll_model_get_name (model), n, since (start, STEPS), BUDGET);

  sizes = plimsoll_sizer_precision_sizes (self->sizer, &n_sizes);
  start = cpu_ms ();
  for (guint i = 0; i < STEPS; i++)
    {
      plimsoll_scenario_set_precision (self->scenario, sizes[i % n_sizes].info->name);
      run_main_loop ();
    }
  g_print ("%s, a step of the precision slider with %u accelerators: %.0f us (budget %.0f us)\n",
           plimsoll_model_get_name (model), n, since (start, STEPS), BUDGET);
  g_assert (notified > STEPS);
  plimsoll_scenario_set_precision (self->scenario, "Q4_K_M");
}

static void
bench_precisions (Bench *self)
{
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_PRECISION, NULL,
                            plimsoll_catalog_get_quality (self->catalog));
  double start;

  run_main_loop ();
  start = cpu_ms ();
  for (guint i = 0; i < STEPS; i++)
    {
      plimsoll_scenario_set_context_length (self->scenario, 1024 + 512 * (i % 60));
      run_main_loop ();
    }
  g_print ("a step of the context slider with %u precisions: %.0f us (budget %.0f us)\n",
           g_list_model_get_n_items (G_LIST_MODEL (table)), since (start, STEPS), BUDGET);
}

/* Returns the longest turn of the main loop until nothing is left to be done, in ms. */
static double
longest_turn (PlimsollFitModel *table, double *total)
{
  const gint64 start = g_get_monotonic_time ();
  double longest = 0;

  do
    {
      const double turn = cpu_ms ();
      double took;

      g_main_context_iteration (NULL, FALSE);
      took = cpu_ms () - turn;
      longest = MAX (longest, took);
    }
  while (plimsoll_fit_model_get_pending (table) || g_main_context_pending (NULL));
  *total = (double) (g_get_monotonic_time () - start) / 1000;

  return longest;
}

static void
bench_models (Bench *self)
{
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_MODEL, G_LIST_MODEL (self->models),
                            plimsoll_catalog_get_quality (self->catalog));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (table));
  double longest, turn, total, all = 0;

  longest = longest_turn (table, &total);
  g_print ("best precision of %u models, first asked: %.0f ms in all\n", n, total);
  g_print ("the same, longest turn of the main loop: %.2f ms (budget 2 ms)\n", longest);

  longest = 0;
  for (guint i = 0; i < 20; i++)
    {
      plimsoll_scenario_set_context_length (self->scenario, 4096 + 1024 * i);
      turn = longest_turn (table, &total);
      longest = MAX (longest, turn);
      all += total;
    }
  g_print ("a step of the context slider with %u models: %.2f ms in all\n", n, all / 20);
  g_print ("the same, longest turn of the main loop: %.2f ms (budget 2 ms)\n", longest);
}

int
main (void)
{
  g_autoptr (GError) error = NULL;
  Bench self = { 0 };

  self.catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self.models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self.models, NULL, &error);
  g_assert_no_error (error);
  self.scenario = plimsoll_scenario_new ();
  plimsoll_scenario_set_accelerator (
    self.scenario,
    plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self.catalog),
                                      "nvidia-rtx-4090"));
  self.sizer = plimsoll_sizer_new (self.scenario);

  bench_hardware (&self, "Qwen/Qwen3-30B-A3B-Instruct-2507");
  bench_hardware (&self, "Qwen/Qwen3-235B-A22B");
  bench_hardware (&self, "google/gemma-3-27b-it");
  bench_precisions (&self);
  bench_models (&self);

  g_clear_object (&self.sizer);
  g_clear_object (&self.scenario);
  g_clear_object (&self.models);
  g_clear_object (&self.catalog);

  return 0;
}
