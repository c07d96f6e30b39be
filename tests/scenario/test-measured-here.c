/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Speeds of llama-bench kept, and what they make of those that are modelled. */

#include "config.h"

#include "plimsoll-catalog.h"
#include "plimsoll-measured-here.h"
#include "plimsoll-sizer.h"

#include <glib/gstdio.h>
#include <math.h>

#define MODEL "Qwen/Qwen3-8B"
#define OTHER "Qwen/Qwen3-4B"
#define CARD "nvidia-rtx-4090"
#define TODAY "2026-12-02"

typedef struct
{
  PlimsollModelList *models;
  PlimsollCatalog *catalog;
  PlimsollAcceleratorList *accelerators;
  PlimsollOwnMeasurements *own;
  char *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->accelerators = plimsoll_catalog_get_accelerators (self->catalog);
  g_assert_nonnull (plimsoll_accelerator_list_lookup (self->accelerators, CARD));
  self->folder = g_dir_make_tmp ("plimsoll-measured-XXXXXX", &error);
  g_assert_no_error (error);
  path = g_build_filename (self->folder, "measured.json", NULL);
  self->own = plimsoll_own_measurements_new (path);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "measured.json", NULL);
  gpointer left = self->own;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  plimsoll_own_measurements_flush (self->own, NULL);
  g_object_add_weak_pointer (G_OBJECT (self->own), &left);
  g_object_unref (self->own);
  while (left != NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (left);
  g_object_unref (self->catalog);
  g_object_unref (self->models);
  g_remove (path);
  g_assert_cmpint (g_remove (self->folder), ==, 0);
  g_free (self->folder);
}

/* --- Out of a log --- */

static PlimsollLog *
read_log (const char *text)
{
  PlimsollLogReader *reader = plimsoll_log_reader_new ();
  g_autoptr (GError) error = NULL;
  PlimsollLog *log;

  plimsoll_log_reader_feed (reader, text, strlen (text));
  log = plimsoll_log_reader_finish (reader, "bench", &error);
  g_assert_no_error (error);
  return log;
}

#define TABLE                                                                                        \
  "| model                          |       size |     params | backend    | ngl |            test " \
  "|                  t/s |\n"                                                                       \
  "| ------------------------------ | ---------: | ---------: | ---------- | --: | --------------: " \
  "| -------------------: |\n"

/* Sizes and parameters of Qwen3 8B as llama-bench prints them: 8.19 B, and of its Q4_K_M 4.68 GiB.
 */
#define QWEN(test, speed)                                                                          \
  "| qwen3 8B Q4_K - Medium         |   4.68 GiB |     8.19 B | CUDA       |  99 | " test          \
  " | " speed " |\n"

static GPtrArray *
find (Fixture *self, const char *text, const char *accelerator, char ***notes)
{
  g_autoptr (PlimsollLog) log = read_log (text);

  return plimsoll_measured_here_find (log, self->models, NULL,
                                      accelerator != NULL
                                        ? plimsoll_accelerator_list_lookup (self->accelerators,
                                                                            accelerator)
                                        : NULL,
                                      self->accelerators, TODAY, notes);
}

/* A table says no accelerator; the model is told by its sizes. */
static void
test_table (Fixture *self, gconstpointer data)
{
  static const char text[] = TABLE QWEN ("pp512", "9000.5 ± 12.0") QWEN ("tg128", "128.00 ± 0.10")
    QWEN ("tg128 @ d4096", "110.00 ± 0.10");
  g_auto (GStrv) notes = NULL;
  g_autoptr (GPtrArray) found = find (self, text, CARD, &notes);
  g_autofree char *words = NULL;
  const PlimsollMeasuredTest *tests;
  guint n;

  g_assert_null (notes[0]);
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (plimsoll_measurement_get_model (found->pdata[0]), ==, MODEL);
  g_assert_cmpstr (plimsoll_measurement_get_precision (found->pdata[0]), ==, "Q4_K_M");
  g_assert_cmpstr (plimsoll_measurement_get_accelerator (found->pdata[0]), ==, CARD);
  g_assert_cmpstr (plimsoll_measurement_get_source (found->pdata[0]), ==, "llama-bench, CUDA");
  g_assert_cmpstr (plimsoll_measurement_get_date (found->pdata[0]), ==, TODAY);
  tests = plimsoll_measurement_get_tests (found->pdata[0], &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (tests[0].prompt, ==, 512);
  g_assert_cmpfloat (tests[0].speed, ==, 9000.5);
  g_assert_cmpuint (tests[2].generated, ==, 128);
  g_assert_cmpuint (tests[2].depth, ==, 4096);
  words = plimsoll_measured_here_words (found->pdata[0], self->models, self->accelerators);
  g_assert_nonnull (strstr (words, "Qwen3"));
  g_assert_nonnull (strstr (words, ", Q4_K_M, on "));
  g_assert_true (g_str_has_suffix (words, "4090 24GB: 3 figures")
                 || g_str_has_suffix (words, "4090: 3 figures"));
}

/* JSON says it itself. */
static void
test_device (Fixture *self, gconstpointer data)
{
#define ROW(gpu, model_bytes)                                                                      \
  "{\"build_commit\": \"b\", \"build_number\": 1, \"cpu_info\": \"CPU\", \"gpu_info\": \"" gpu     \
  "\", \"backends\": \"CUDA\", \"model_type\": \"qwen3 8B\", \"model_size\": " model_bytes         \
  ", \"model_n_params\": 8190735360, \"n_gpu_layers\": 99, \"n_cpu_moe\": 0, \"n_prompt\": 0, "    \
  "\"n_gen\": 128, \"n_depth\": 0, \"avg_ts\": 128.5, \"stddev_ts\": 0.1}\n"
  static const struct
  {
    const char *text;
    const char *note;
    const char *card;
  } cases[] = {
    { ROW ("NVIDIA GeForce RTX 4090", "5021000000"), NULL, CARD },
    { ROW ("NVIDIA GeForce RTX 4090, NVIDIA GeForce RTX 4090", "5021000000"),
      "Figures of several accelerators are not kept.", NULL },
    { ROW ("Somebody’s own", "5021000000"),
      "Figures of an accelerator that is not known here are not kept.", NULL },
    { ROW ("", "5021000000"), "The log does not say on which one accelerator it ran: say it.",
      NULL },
    /* Nothing of these parameters is so large within half a per cent. */
    { ROW ("NVIDIA GeForce RTX 4090", "5450000000"),
      "Figures of a model that is not in the catalogue are not kept.", NULL },
    { TABLE "| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 20 | tg128 | 9.0 ± 0.1 |\n"
            "| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 0 | tg128 | 9.0 ± 0.1 |\n",
      NULL, NULL },
    { TABLE
      "| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA | 99 | pp512+tg128 | 9.0 ± 0.1 |\n",
      "Figures of prompt and answer together are not kept.", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) notes = NULL;
      g_autoptr (GPtrArray) found = find (self, cases[i].text, NULL, &notes);

      g_test_message ("%s", notes[0] != NULL ? notes[0] : "kept");
      if (cases[i].note != NULL)
        g_assert_cmpstr (notes[0], ==, cases[i].note);
      g_assert_cmpuint (found->len, ==, cases[i].card != NULL ? 1 : 0);
      if (cases[i].card != NULL)
        g_assert_cmpstr (plimsoll_measurement_get_accelerator (found->pdata[0]), ==, cases[i].card);
    }
}

/* --- Into the speeds --- */

static PlimsollSpeed
ask (Fixture *self, const char *id, const char *precision, guint count)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;

  g_object_set (scenario, "model", plimsoll_model_list_lookup (self->models, id), "accelerator",
                plimsoll_accelerator_list_lookup (self->accelerators, CARD), "accelerator-count",
                count, "precision", precision, "context-length", (guint64) 8192, "depth",
                (guint64) 2048, "prompt-length", 512, NULL);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer)->speed;
}

static void
keep (Fixture *self, PlimsollMeasuredTest test)
{
  g_autoptr (PlimsollMeasurement) measurement =
    plimsoll_measurement_new (CARD, MODEL, "Q4_K_M", TODAY, NULL, &test, 1);
  g_autoptr (GError) error = NULL;

  plimsoll_own_measurements_put (self->own, measurement, &error);
  g_assert_no_error (error);
  plimsoll_measured_here_apply (self->own, self->models, self->accelerators);
}

/* The very figure comes back; others of the card move as far; what is taken out leaves no trace. */
static void
test_apply (Fixture *self, gconstpointer data)
{
  const PlimsollSpeed before = ask (self, MODEL, "Q4_K_M", 1);
  const PlimsollSpeed before_other = ask (self, OTHER, "Q8_0", 1);
  const PlimsollSpeed before_two = ask (self, MODEL, "Q4_K_M", 2);
  g_autoptr (PlimsollMeasurement) kept = NULL;
  PlimsollSpeed now, other, two;
  const double fast = 0.8 * before.decode.value;

  g_assert_cmpint (before.plan.basis_decode, ==, PLIMSOLL_SPEED_IS_MODELLED);
  keep (self, (PlimsollMeasuredTest) { 0, 1, 2048, fast });

  now = ask (self, MODEL, "Q4_K_M", 1);
  g_assert_cmpint (now.plan.basis_decode, ==, PLIMSOLL_SPEED_IS_MEASURED);
  g_assert_cmpint (now.plan.basis_prefill, ==, PLIMSOLL_SPEED_IS_MODELLED);
  g_assert_cmpint (plimsoll_speed_plan_basis_first (&now.plan), ==, PLIMSOLL_SPEED_IS_MODELLED);
  /* The cache of the figure is 16 bits and the depth the question's: the same. */
  g_assert_cmpfloat_with_epsilon (now.decode.value / fast, 1, 0.002);
  g_assert_cmpfloat_with_epsilon (now.decode.high / now.decode.value, 1.15, 1e-6);
  g_assert_cmpfloat (now.prefill.value, ==, before.prefill.value);

  other = ask (self, OTHER, "Q8_0", 1);
  g_assert_cmpint (other.plan.basis_decode, ==, PLIMSOLL_SPEED_IS_CORRECTED);
  /* One run of other weights, and what is modelled as another: the geometric mean of 0.8 and 1. */
  g_assert_cmpfloat_with_epsilon (other.decode.value / before_other.decode.value, sqrt (0.8),
                                  0.002);

  two = ask (self, MODEL, "Q4_K_M", 2);
  g_assert_cmpint (two.plan.basis_decode, ==, PLIMSOLL_SPEED_IS_CORRECTED);
  g_assert_cmpfloat (two.decode.value, <, before_two.decode.value);

  kept = g_list_model_get_item (G_LIST_MODEL (self->own), 0);
  plimsoll_own_measurements_remove (self->own, kept);
  plimsoll_measured_here_apply (self->own, self->models, self->accelerators);
  now = ask (self, MODEL, "Q4_K_M", 1);
  g_assert_cmpint (now.plan.basis_decode, ==, PLIMSOLL_SPEED_IS_MODELLED);
  g_assert_cmpfloat (now.decode.value, ==, before.decode.value);
}

/* Prompts by themselves; and another accelerator is as it was. */
static void
test_prefill (Fixture *self, gconstpointer data)
{
  const PlimsollSpeed before = ask (self, MODEL, "Q4_K_M", 1);
  PlimsollAccelerator *aside =
    plimsoll_accelerator_list_lookup (self->accelerators, "nvidia-rtx-3090");
  PlimsollSpeed now;

  g_assert_nonnull (aside);
  keep (self, (PlimsollMeasuredTest) { 512, 0, 0, 2 * before.prefill.value });
  now = ask (self, MODEL, "Q4_K_M", 1);
  g_assert_cmpint (now.plan.basis_prefill, ==, PLIMSOLL_SPEED_IS_MEASURED);
  g_assert_cmpfloat_with_epsilon (now.prefill.value / before.prefill.value, 2, 0.01);
  g_assert_cmpfloat (now.decode.value, ==, before.decode.value);
  g_assert_true (aside == plimsoll_accelerator_list_lookup (self->accelerators, "nvidia-rtx-3090"));
}

/* What is of a model or precision that is not known here waits. */
static void
test_unknown (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *accelerator;
    const char *model;
    const char *precision;
  } rows[] = {
    { "no-such-card", MODEL, "Q4_K_M" },
    { CARD, "no/such", "Q4_K_M" },
    { CARD, MODEL, "Q99" },
  };
  const PlimsollMeasuredTest test = { 0, 128, 0, 60 };
  PlimsollAccelerator *before = plimsoll_accelerator_list_lookup (self->accelerators, CARD);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PlimsollMeasurement) one =
        plimsoll_measurement_new (rows[i].accelerator, rows[i].model, rows[i].precision, TODAY,
                                  NULL, &test, 1);

      g_assert_true (plimsoll_own_measurements_put (self->own, one, NULL));
    }
  plimsoll_measured_here_apply (self->own, self->models, self->accelerators);
  g_assert_true (before == plimsoll_accelerator_list_lookup (self->accelerators, CARD));
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  add ("/measured-here/table", test_table);
  add ("/measured-here/device", test_device);
  add ("/measured-here/apply", test_apply);
  add ("/measured-here/prefill", test_prefill);
  add ("/measured-here/unknown", test_unknown);

  return g_test_run ();
}
