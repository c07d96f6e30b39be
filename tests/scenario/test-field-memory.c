/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Every figure of tests/truth/field-memory.tsv: what is shown for the same question beside what
 * people observed. The table is printed; the errors by how a figure was come by are asserted. */

#include "plimsoll-model-list.h"
#include "plimsoll-sizer.h"
#include "plimsoll-test-truth.h"

#include <math.h>

enum
{
  ID,
  ENGINE,
  VERSION,
  HOW,
  SOURCE,
  MODEL,
  TYPE,
  CONTEXT,
  SEQUENCES,
  FLAGS,
  UBATCH,
  FLASH,
  KV_K,
  KV_V,
  DEVICES,
  NGL,
  N_CPU_MOE,
  WHAT,
  MEBIBYTES,
  N_COLUMNS
};

typedef struct
{
  const char *how;
  double median; /* percent */
  double p90;
  double worst;
  guint n;
} Limits;

/* Logs: by the rounding of their digits. Forecasts are Ollama's own, in tenths of GiB, and its
 * compute graphs are not llama.cpp's. Reports have the driver and whatever else in them. */
static const Limits limits[] = {
  { "log", 0.005, 0.02, 1.8, 20 },
  { "forecast", 1, 11.2, 14.5, 17 },
  { "report", 3.1, 9.7, 9.7, 5 },
};

static int
compare_doubles (const void *a, const void *b)
{
  const double one = *(const double *) a;
  const double other = *(const double *) b;

  return one < other ? -1 : one > other;
}

static void
set_question (PlimsollScenario *scenario, char **row, PlimsollQuestion *question)
{
  const gint64 ngl =
    g_str_equal (row[NGL], "all") ? PLIMSOLL_ALL_LAYERS : g_ascii_strtoll (row[NGL], NULL, 10);

  g_object_set (scenario, "beyond-limit", TRUE, "precision", row[TYPE], "context-length",
                g_ascii_strtoull (row[CONTEXT], NULL, 10), "parallel",
                (guint) g_ascii_strtoull (row[SEQUENCES], NULL, 10), "unified-kv",
                strchr (row[FLAGS], 'u') != NULL, "ubatch",
                (guint) g_ascii_strtoull (row[UBATCH], NULL, 10), "flash-attention",
                *row[FLASH] == '1', "kv-k-type", row[KV_K], "kv-v-type", row[KV_V],
                "accelerator-count", (guint) g_ascii_strtoull (row[DEVICES], NULL, 10), "ngl",
                (gint) ngl, "n-cpu-moe", (guint) g_ascii_strtoull (row[N_CPU_MOE], NULL, 10), NULL);
  plimsoll_scenario_get_question (scenario, question);
  question->n_devices = (guint32) g_ascii_strtoull (row[DEVICES], NULL, 10);
  question->swa_full = strchr (row[FLAGS], 'w') != NULL;
}

/* 400 MiB for the driver, as is shown for a card that nobody measured. */
static guint64
shown (const PlimsollMemory *memory, const char *what)
{
  const guint64 runtime = (guint64) 400 << 20;
  PlimsollDeviceMemory all = { 0 };

  for (guint i = 0; i < memory->n_devices; i++)
    {
      all.weights += memory->devices[i].weights;
      all.kv_cache += memory->devices[i].kv_cache;
      all.state += memory->devices[i].state;
      all.compute += memory->devices[i].compute;
      all.runtime += runtime;
    }

  if (g_str_equal (what, "weights_device"))
    return all.weights;
  if (g_str_equal (what, "weights_host"))
    return memory->weights_host;
  if (g_str_equal (what, "weights"))
    return memory->weights;
  if (g_str_equal (what, "kv"))
    return memory->kv_cache;
  if (g_str_equal (what, "state"))
    return memory->state;
  if (g_str_equal (what, "compute_device"))
    return all.compute;
  if (g_str_equal (what, "output"))
    return memory->output_host;
  g_assert_cmpstr (what, ==, "total");

  return all.weights + all.kv_cache + all.state + all.compute + all.runtime;
}

static double
error_of_row (PlimsollModelList *models, char **row)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = plimsoll_model_list_find (models, row[MODEL], &error);
  const double observed = g_ascii_strtod (row[MEBIBYTES], NULL);
  const PlimsollWeights *weights;
  PlimsollQuestion question;
  PlimsollMemory memory;
  double predicted;

  g_assert_no_error (error);
  plimsoll_scenario_set_model (scenario, model);
  set_question (scenario, row, &question);
  sizer = plimsoll_sizer_new (scenario);
  weights = plimsoll_sizer_get_weights (sizer);
  g_assert_nonnull (weights);
  g_assert_true (plimsoll_memory (plimsoll_model_get_spec (model), weights, &question, &memory,
                                  NULL));

  predicted = (double) shown (&memory, row[WHAT]) / 0x1p20;
  g_test_message ("%-9s %-9s %-8s %-44s %-14s %10.2f %10.2f %+7.2f %%", row[ID], row[ENGINE],
                  row[HOW], row[MODEL], row[WHAT], predicted, observed,
                  (predicted - observed) / observed * 100);

  return (predicted - observed) / observed * 100;
}

static void
test_rows (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("field-memory.tsv", N_COLUMNS);
  g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();
  GArray *errors[G_N_ELEMENTS (limits)];
  g_autoptr (GError) error = NULL;

  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);
  for (gsize l = 0; l < G_N_ELEMENTS (limits); l++)
    errors[l] = g_array_new (FALSE, FALSE, sizeof (double));

  g_test_message ("row       engine    how      model                                        what  "
                  "             shown MiB   observed   error");
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      const double apart = fabs (error_of_row (models, row));
      gboolean known = FALSE;

      for (gsize l = 0; l < G_N_ELEMENTS (limits); l++)
        if (g_str_equal (limits[l].how, row[HOW]))
          {
            g_array_append_val (errors[l], apart);
            known = TRUE;
          }
      g_assert_true (known);
    }

  for (gsize l = 0; l < G_N_ELEMENTS (limits); l++)
    {
      const double *sorted = (const double *) (gconstpointer) errors[l]->data;
      const guint n = errors[l]->len;

      g_assert_cmpuint (n, ==, limits[l].n);
      g_array_sort (errors[l], compare_doubles);
      g_test_message ("%s: %u figures, error %%: median %.2f, 90th percentile %.2f, worst %.2f",
                      limits[l].how, n, sorted[n / 2], sorted[n * 9 / 10], sorted[n - 1]);
      g_assert_cmpfloat (sorted[n / 2], <=, limits[l].median);
      g_assert_cmpfloat (sorted[n * 9 / 10], <=, limits[l].p90);
      g_assert_cmpfloat (sorted[n - 1], <=, limits[l].worst);
      g_array_unref (errors[l]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/field-memory/rows", test_rows);

  return g_test_run ();
}
