/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Load logs of tests/truth/logs beside what is predicted for their own questions. */

#include "plimsoll-receipt.h"

#include "plimsoll-test-scenario.h"

#include <math.h>

#define MIB (1024.0 * 1024.0)

typedef struct
{
  PlimsollModelList *models;
  PlimsollLog *log;
  PlimsollScenario *scenario;
  PlimsollReceipt *receipt;
  char **notes;
} Check;

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  return g_str_has_prefix (name, "NVIDIA") ? plimsoll_test_accelerator (24, 1) : NULL;
}

static const PlimsollScenarioFinder finder = {
  .find_model = plimsoll_test_find_model,
  .find_accelerator = find_accelerator,
};

static PlimsollModelList *
shipped_models (void)
{
  static PlimsollModelList *models;

  if (models == NULL)
    {
      g_autoptr (GError) error = NULL;

      models = plimsoll_model_list_new ();
      plimsoll_model_list_load_file (models, NULL, &error);
      g_assert_no_error (error);
    }

  return models;
}

static void
check_init (Check *self, const char *name, gboolean with_models)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", "logs", name, NULL);
  g_autoptr (PlimsollModelList) none = plimsoll_model_list_new ();
  g_autoptr (GError) error = NULL;

  *self = (Check) { .models = with_models ? shipped_models () : none };
  self->log = plimsoll_log_read (path, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_scenario_new ();
  plimsoll_receipt_ask (self->log, self->models, &finder, self->scenario, &self->notes, &error);
  g_assert_no_error (error);
  self->receipt = plimsoll_receipt_new (self->log, self->scenario, &error);
  g_assert_no_error (error);
}

static void
check_clear (Check *self)
{
  plimsoll_receipt_free (self->receipt);
  plimsoll_log_free (self->log);
  g_object_unref (self->scenario);
  g_strfreev (self->notes);
}

static const PlimsollReceiptLine *
line (const Check *self, PlimsollLogKind kind, const char *place)
{
  for (guint i = 0; i < self->receipt->lines->len; i++)
    {
      const PlimsollReceiptLine *found = self->receipt->lines->pdata[i];

      if (found->kind == kind && g_str_equal (found->place, place))
        return found;
    }

  return NULL;
}

static void
assert_same (const Check *self, PlimsollLogKind kind, const char *place)
{
  const PlimsollReceiptLine *found = line (self, kind, place);

  g_assert_nonnull (found);
  g_assert_cmpfloat (fabs ((double) found->predicted - (double) found->real), <=,
                     (double) found->rounding);
}

/* Compute buffers: MiB within so many percent. */
static void
assert_near (const Check *self, PlimsollLogKind kind, const char *place, double percent)
{
  const PlimsollReceiptLine *found = line (self, kind, place);

  g_assert_nonnull (found);
  g_test_message ("%s: predicted %.2f MiB, real %.2f MiB", found->what,
                  (double) found->predicted / MIB, (double) found->real / MIB);
  g_assert_cmpfloat (fabs ((double) found->predicted - (double) found->real), <=,
                     (double) found->real * percent / 100);
}

/* A real engine on a processor: everything but its compute buffer to the last digit of its log. */
static void
test_real (void)
{
  static const struct
  {
    const char *log;
    const char *model;
    double compute; /* percent */
  } rows[] = {
    { "real-qwen3-0.6b-f16.log", "Qwen/Qwen3-0.6B", 5.1 },
    { "real-qwen3-0.6b-f16-no-flash.log", "Qwen/Qwen3-0.6B", 5.7 },
    { "real-qwen3-0.6b-q4_k_m-server.log", "Qwen/Qwen3-0.6B", 0.1 },
    { "real-lfm2-1.2b-q8_0.log", "LiquidAI/LFM2-1.2B", 14.7 },
    { "real-lfm2-1.2b-json-lines.log", "LiquidAI/LFM2-1.2B", 8 },
    { "real-llama-3.2-1b-q8_0-server.log", NULL, 5.3 },
    { "real-llama-3.2-1b-q8_0-color.log", NULL, 5.3 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      Check check;

      check_init (&check, rows[i].log, TRUE);
      g_test_message ("%s", rows[i].log);
      if (rows[i].model != NULL)
        g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (check.scenario)), ==,
                         rows[i].model);
      g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (check.scenario), ==, 0);
      assert_same (&check, PLIMSOLL_LOG_WEIGHTS, "System memory");
      assert_same (&check, PLIMSOLL_LOG_KV_CACHE, "System memory");
      assert_same (&check, PLIMSOLL_LOG_OUTPUT, "System memory");
      assert_near (&check, PLIMSOLL_LOG_COMPUTE, "System memory", rows[i].compute);
      if (g_str_has_prefix (rows[i].log, "real-lfm2"))
        assert_same (&check, PLIMSOLL_LOG_STATE, "System memory");
      g_assert_cmpfloat (fabs (plimsoll_receipt_difference (check.receipt)), <, 0.016);
      check_clear (&check);
    }
}

/* The zeros of Gemma are Q4_0 throughout, where the quantizer would have a better head: the receipt
 * says so; and this engine keeps a repacked copy of the head beside it. Caches agree. */
static void
test_other_mixture (void)
{
  Check check;
  g_autofree char *text = NULL;

  check_init (&check, "real-gemma-3-4b-q4_0.log", TRUE);
  assert_same (&check, PLIMSOLL_LOG_KV_CACHE, "System memory");
  text = plimsoll_receipt_to_text (check.receipt, check.log, check.scenario,
                                   (const char *const *) check.notes);
  g_assert_nonnull (strstr (text, "another mixture"));
  g_assert_cmpfloat (plimsoll_receipt_difference (check.receipt), <, -0.05);
  check_clear (&check);
}

/* The catalogue does not have it, and its blocks differ: nothing is guessed. */
static void
test_unknown_model (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "logs", "real-granite-4.0-h-tiny-q4_0.log", NULL);
  g_autoptr (PlimsollLog) log = plimsoll_log_read (path, NULL);
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollModelList) none = plimsoll_model_list_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;

  g_assert_false (plimsoll_receipt_ask (log, none, &finder, scenario, &notes, &error));
  g_assert_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "granite-4.0-h-tiny"));
  g_assert_null (plimsoll_scenario_get_model (scenario));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 8192);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q4_0");
}

/* With no catalogue the shapes in the log are enough for plain models. */
static void
test_from_shapes (void)
{
  static const char *const logs[] = {
    "real-qwen3-0.6b-f16.log",
    "real-llama-3.2-1b-q8_0-server.log",
    "composed-llama.cpp-2024.log",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (logs); i++)
    {
      Check check;

      check_init (&check, logs[i], FALSE);
      g_assert_nonnull (check.notes[0]);
      assert_same (&check, PLIMSOLL_LOG_WEIGHTS, "System memory");
      check_clear (&check);
    }
}

/* Two devices, an old build: rows of the table of measured allocations. */
static void
test_devices (void)
{
  Check check;

  check_init (&check, "composed-llama.cpp-2024.log", TRUE);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (check.scenario), ==, 2);
  g_assert_nonnull (plimsoll_scenario_get_accelerator (check.scenario));
  for (guint i = 0; i < 2; i++)
    {
      const char *place = i == 0 ? "CUDA0" : "CUDA1";

      assert_same (&check, PLIMSOLL_LOG_WEIGHTS, place);
      assert_same (&check, PLIMSOLL_LOG_KV_CACHE, place);
      assert_same (&check, PLIMSOLL_LOG_COMPUTE, place);
    }
  assert_same (&check, PLIMSOLL_LOG_WEIGHTS, "System memory");
  assert_same (&check, PLIMSOLL_LOG_COMPUTE, "System memory");
  g_assert_cmpuint (check.receipt->lines->len, ==, 9);
  check_clear (&check);
}

/* More devices than a question can have: the further ones are named as not compared. */
static void
test_many_devices (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "logs", "composed-llama.cpp-2026.log", NULL);
  const char *anchor = "load_tensors:   CPU_Mapped model buffer";
  PlimsollLogReader *reader = plimsoll_log_reader_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollLog) log = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) notes = NULL;
  const char *rest;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  rest = strstr (text, anchor);
  plimsoll_log_reader_feed (reader, text, (gsize) (rest - text));
  for (guint i = 1; i <= PLIMSOLL_MAX_DEVICES; i++)
    {
      g_autofree char *line =
        g_strdup_printf ("load_tensors:        CUDA%u model buffer size =     1.00 MiB\n", i);

      plimsoll_log_reader_feed (reader, line, strlen (line));
    }
  plimsoll_log_reader_feed (reader, rest, strlen (rest));
  log = plimsoll_log_reader_finish (reader, "many.log", &error);
  g_assert_no_error (error);

  g_assert_true (plimsoll_receipt_ask (log, shipped_models (), &finder, scenario, &notes, &error));
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, PLIMSOLL_MAX_DEVICES);
  g_assert_true (
    g_strv_contains ((const char *const *) notes,
                     "The log has more accelerators than 16; the further ones are not compared."));
}

static void
test_sliding (void)
{
  Check check;

  check_init (&check, "composed-llama.cpp-2026.log", TRUE);
  g_assert_cmpuint (plimsoll_scenario_get_parallel (check.scenario), ==, 4);
  assert_same (&check, PLIMSOLL_LOG_WEIGHTS, "CUDA0");
  assert_same (&check, PLIMSOLL_LOG_KV_CACHE, "CUDA0");
  assert_near (&check, PLIMSOLL_LOG_COMPUTE, "CUDA0", 0.02);
  check_clear (&check);

  /* The same in whole MiB, cache and state in one. */
  check_init (&check, "composed-breakdown-only.log", TRUE);
  assert_same (&check, PLIMSOLL_LOG_CONTEXT, "CUDA0");
  assert_same (&check, PLIMSOLL_LOG_COMPUTE, "CUDA0");
  g_assert_nonnull (strstr (check.receipt->others->pdata[0], "CUDA0"));
  check_clear (&check);
}

static void
test_ollama (void)
{
  Check check;

  check_init (&check, "composed-ollama-engine.log", TRUE);
  assert_same (&check, PLIMSOLL_LOG_WEIGHTS, "CUDA0");
  assert_same (&check, PLIMSOLL_LOG_KV_CACHE, "CUDA0");
  check_clear (&check);

  check_init (&check, "composed-ollama-forecast.log", TRUE);
  g_assert_cmpuint (check.receipt->lines->len, ==, 3);
  assert_same (&check, PLIMSOLL_LOG_KV_CACHE, "In all, as the engine expected");
  check_clear (&check);
}

static void
test_words (void)
{
  Check check;
  g_autofree char *summary = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonObject) object = NULL;

  check_init (&check, "real-qwen3-0.6b-f16.log", TRUE);
  summary = plimsoll_receipt_summary (check.receipt);
  g_assert_cmpstr (summary, ==, "Predicted 2.28 GiB, real 2.30 GiB: 0.68 % too little.");
  text = plimsoll_receipt_to_text (check.receipt, check.log, check.scenario,
                                   (const char *const *) check.notes);
  g_assert_nonnull (strstr (text, "  KV cache        System memory     896.00   896.00"));
  object = plimsoll_receipt_to_json (check.receipt, check.log, check.scenario,
                                     (const char *const *) check.notes);
  g_assert_cmpint (json_object_get_int_member (object, "format"), ==, 1);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (object, "lines")), ==, 4);
  g_assert_cmpint (json_object_get_int_member (object, "predicted"), ==,
                   (gint64) check.receipt->predicted);
  check_clear (&check);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/receipt/real", test_real);
  g_test_add_func ("/receipt/other-mixture", test_other_mixture);
  g_test_add_func ("/receipt/unknown-model", test_unknown_model);
  g_test_add_func ("/receipt/from-shapes", test_from_shapes);
  g_test_add_func ("/receipt/devices", test_devices);
  g_test_add_func ("/receipt/many-devices", test_many_devices);
  g_test_add_func ("/receipt/sliding", test_sliding);
  g_test_add_func ("/receipt/ollama", test_ollama);
  g_test_add_func ("/receipt/words", test_words);

  return g_test_run ();
}
