/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ledger of every model of the catalogue, asked in many ways: the terms of each entry make its
 * figure, and the figures are the estimate's. */

#include "plimsoll-cargo.h"
#include "plimsoll-catalog.h"
#include "plimsoll-ledger.h"
#include "plimsoll-mixture.h"
#include "plimsoll-model-list.h"
#include "plimsoll-model-open.h"
#include "plimsoll-scenario-state.h"

#include "test-model-writer.h"

#include <math.h>

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->catalog);
  g_clear_object (&self->models);
}

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  Fixture *self = data;
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, name);

  g_assert_nonnull (model);

  return g_object_ref (model);
}

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  Fixture *self = data;

  return plimsoll_catalog_find_accelerator (self->catalog, name, error);
}

static PlimsollScenario *
scenario_new (Fixture *self)
{
  const PlimsollScenarioFinder finder = {
    .find_model = find_model,
    .find_accelerator = find_accelerator,
    .data = self,
  };
  PlimsollScenario *scenario = plimsoll_scenario_new ();
  g_autoptr (GError) error = NULL;

  g_object_set (scenario, "beyond-limit", TRUE, NULL);
  plimsoll_scenario_set_defaults (scenario, &finder, &error);
  g_assert_no_error (error);

  return scenario;
}

/* "property=value property=value …"; "+=": further accelerators. */
static void
ask (Fixture *self, PlimsollScenario *scenario, const char *question)
{
  const PlimsollScenarioFinder finder = {
    .find_model = find_model,
    .find_accelerator = find_accelerator,
    .data = self,
  };
  g_auto (GStrv) settings = g_strsplit (question, ";", -1);

  for (guint i = 0; settings[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (settings[i], "=", 2);
      g_autoptr (GError) error = NULL;

      if (g_str_equal (parts[0], "further"))
        {
          g_autoptr (PlimsollAccelerator) board = find_accelerator (parts[1], self, &error);

          g_assert_no_error (error);
          plimsoll_scenario_add_accelerator (scenario, board, 1);
          continue;
        }
      plimsoll_scenario_set_text (scenario, parts[0], parts[1], &finder, &error);
      g_assert_no_error (error);
    }
}

/* Within what rounding in double precision leaves. */
static gboolean
is_same (double a, double b)
{
  return fabs (a - b) <= 1e-9 * MAX (fabs (a), fabs (b));
}

static void
check_relation (PlimsollLedgerEntry *entry, const char *where)
{
  const double amount = plimsoll_ledger_entry_get_amount (entry);
  const double operand = plimsoll_ledger_entry_get_operand (entry);
  const guint n = plimsoll_ledger_entry_get_n_terms (entry);
  gboolean right = FALSE;
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += plimsoll_ledger_entry_get_term (entry, i)->amount;

  if (isnan (amount))
    right = n == 0;
  else if (plimsoll_ledger_entry_get_unit (entry) == PLIMSOLL_LEDGER_BYTES
           && plimsoll_ledger_entry_get_relation (entry) == PLIMSOLL_LEDGER_SUM)
    right = sum == amount; /* to the byte */
  else
    switch (plimsoll_ledger_entry_get_relation (entry))
      {
      case PLIMSOLL_LEDGER_SUM:
        right = is_same (sum, amount);
        break;
      case PLIMSOLL_LEDGER_SHARE:
        right = is_same (sum / operand, amount);
        break;
      case PLIMSOLL_LEDGER_WHOLE:
        right = floor (sum / operand) == amount;
        break;
      case PLIMSOLL_LEDGER_PER_TERM:
        right = is_same (operand / sum, amount);
        break;
      case PLIMSOLL_LEDGER_AT_MOST:
        right = sum <= operand;
        break;
      default:
        g_assert_not_reached ();
      }

  if (!right)
    g_test_message ("%s: %s is %.17g, its terms are %.17g, operand %.17g", where,
                    plimsoll_ledger_entry_get_id (entry), amount, sum, operand);
  g_assert_true (right);
}

static void
check_entry (PlimsollLedger *ledger, PlimsollLedgerEntry *entry, const char *where)
{
  g_autofree char *text = plimsoll_ledger_entry_to_text (entry);
  g_autofree char *value = plimsoll_ledger_entry_get_value (entry);

  check_relation (entry, where);
  g_assert_true (plimsoll_ledger_find (ledger, plimsoll_ledger_entry_get_id (entry)) == entry);
  g_assert_nonnull (strstr (text, value));
  for (guint i = 0; i < plimsoll_ledger_entry_get_n_terms (entry); i++)
    {
      const PlimsollLedgerTerm *term = plimsoll_ledger_entry_get_term (entry, i);

      g_assert_cmpstr (term->label, !=, "");
      g_assert_true (isfinite (term->amount));
      if (term->entry != NULL && plimsoll_ledger_find (ledger, term->entry) == NULL)
        g_error ("%s: %s refers to %s", where, plimsoll_ledger_entry_get_id (entry), term->entry);
    }
  for (guint i = 0; i < plimsoll_ledger_entry_get_n_inputs (entry); i++)
    {
      const PlimsollLedgerInput *input = plimsoll_ledger_entry_get_input (entry, i);

      g_assert_cmpstr (input->name, !=, "");
      g_assert_cmpstr (input->value, !=, "");
      g_assert_cmpstr (input->source, !=, "");
    }
  if (plimsoll_ledger_entry_get_checked_on (entry) != NULL)
    g_assert_nonnull (plimsoll_ledger_entry_get_engine (entry));
}

/* 0 and no entry are the same. */
static void
check_amount (PlimsollLedger *ledger, const char *id, double amount, const char *where)
{
  PlimsollLedgerEntry *entry = plimsoll_ledger_find (ledger, id);
  const double found = entry != NULL ? plimsoll_ledger_entry_get_amount (entry) : 0;

  if (found != amount)
    g_error ("%s: %s is %.17g, not %.17g", where, id, found, amount);
}

static void
check_figures (PlimsollLedger *ledger, PlimsollSizer *sizer, const char *where)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  const PlimsollMemory *memory = &estimate->memory;
  const PlimsollAdditionsMemory *beside = &memory->additions;
  guint64 weights = 0, compute = 0, runtime = 0, in_use = 0;
  PlimsollCargo cargo;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      weights += memory->devices[i].weights;
      compute += memory->devices[i].compute;
      runtime += memory->devices[i].runtime;
      in_use += memory->devices[i].in_use;
    }
  plimsoll_cargo_of_estimate (estimate, &cargo);

  check_amount (ledger, "required", (double) estimate->required, where);
  check_amount (ledger, "load_weights", (double) cargo.weights, where);
  check_amount (ledger, "load_cache", (double) cargo.cache, where);
  check_amount (ledger, "load_buffers", (double) cargo.compute, where);
  check_amount (ledger, "load_overhead", (double) cargo.overhead, where);
  check_amount (ledger, "file", (double) estimate->file, where);
  check_amount (ledger, "weights_device", (double) weights, where);
  check_amount (ledger, "weights_host", (double) memory->weights_host, where);
  check_amount (ledger, "kv_cache", (double) memory->kv_cache, where);
  check_amount (ledger, "state", (double) memory->state, where);
  check_amount (ledger, "compute_device", (double) compute, where);
  check_amount (ledger, "compute_host", (double) memory->compute_host, where);
  check_amount (ledger, "output", (double) memory->output_host, where);
  check_amount (ledger, "mmproj", (double) (beside->projector + beside->projector_compute), where);
  check_amount (ledger, "loras", (double) beside->adapters, where);
  check_amount (ledger, "draft",
                (double) (beside->draft_weights + beside->draft_cache + beside->draft_compute),
                where);
  check_amount (ledger, "runtime", (double) runtime, where);
  check_amount (ledger, "memory_in_use", (double) in_use, where);
  check_amount (ledger, "usable", (double) estimate->usable, where);
  check_amount (ledger, "headroom", (double) estimate->headroom, where);
  check_amount (ledger, "system_memory",
                (double) (estimate->planned ? plimsoll_sizer_get_plan (sizer)->host_required
                                            : estimate->host_required),
                where);
  check_amount (ledger, "longest_context", (double) estimate->longest_context, where);
  if (!isnan (estimate->speed.decode.value))
    {
      check_amount (ledger, "decode", estimate->speed.decode.value, where);
      check_amount (ledger, "prefill", estimate->speed.prefill.value, where);
      check_amount (ledger, "first_token", estimate->speed.first_token.value, where);
    }
  if (estimate->serving.budget > 0)
    {
      check_amount (ledger, "budget", (double) estimate->serving.budget, where);
      check_amount (ledger, "kv_memory", (double) estimate->serving.kv_memory, where);
      check_amount (ledger, "requests_at_once", estimate->serving.requests, where);
    }
}

/* Returns whether the question has an answer. */
static gboolean
check (Fixture *self, PlimsollSizer *sizer, const char *where)
{
  g_autoptr (PlimsollLedger) ledger =
    plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (self->catalog));
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (ledger));

  if (!estimate->valid)
    {
      g_assert_cmpuint (n, ==, 0);
      return FALSE;
    }

  g_assert_cmpuint (n, >, 8);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollLedgerEntry) entry = g_list_model_get_item (G_LIST_MODEL (ledger), i);

      check_entry (ledger, entry, where);
    }
  check_figures (ledger, sizer, where);

  return TRUE;
}

static const char *const questions[] = {
  "accelerator=rtx 4090",
  "accelerator=rtx 3090;accelerator-count=2;further=rtx 3060 12gb;parallel=4;unified-kv=off;"
  "context-length=65536",
  "accelerator=rtx 3090;accelerator-count=4;kv-k-type=q8_0;kv-v-type=q4_0;ubatch=1024",
  "accelerator=rtx 4090;n-cpu-moe=7;system-memory=256GiB",
  "accelerator=rtx 4090;ngl=9;flash-attention=off;context-length=16384;all-outputs=on",
  "accelerator=rtx 3090;accelerator-count=2;n-cpu-moe=1000;tensor-split=3,1",
  "accelerator=rtx 4090;accelerator-count=0;parallel=3",
  "accelerator=m4 max;system-memory=128GiB;ngl=20",
  "accelerator=rtx 3090;accelerator-count=2;split=none;main-gpu=1;memory-in-use=1GiB",
  "accelerator=rtx 3090;accelerator-count=2;draft=Qwen/Qwen3-0.6B;memory-in-use=600MiB;parallel=2",
  "accelerator=h200;accelerator-count=8;mtp=on",
  "accelerator=rtx 3060 12gb;system-memory=512GiB;depth=20000;prompt-length=4000",
  "engine=vllm;accelerator=h100 sxm;context-length=8192",
  "engine=vllm;accelerator=h100 sxm;accelerator-count=4;tensor-parallel=2;parallel=16;"
  "context-length=20000;memory-in-use=1GiB",
  "engine=vllm;accelerator=rtx 4090;precision=FP8;parallel=64;kv-type=fp8;max-num-seqs=32",
  "engine=sglang;accelerator=h100 sxm;accelerator-count=2;parallel=8",
};

/* What the engine is has to be said before its precision. */
static void
test_adds_up (Fixture *self, gconstpointer data)
{
  const guint n_models = g_list_model_get_n_items (G_LIST_MODEL (self->models));
  guint n_answered = 0;

  for (gsize q = 0; q < G_N_ELEMENTS (questions); q++)
    {
      g_autoptr (PlimsollScenario) scenario = scenario_new (self);
      g_autoptr (PlimsollSizer) sizer = NULL;
      guint n_here = 0;

      ask (self, scenario, questions[q]);
      sizer = plimsoll_sizer_new (scenario);
      for (guint i = q % 3; i < n_models; i += 3)
        {
          g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (self->models), i);
          g_autofree char *where =
            g_strdup_printf ("%s, %s", plimsoll_model_get_id (model), questions[q]);

          plimsoll_scenario_set_model (scenario, model);
          n_here += check (self, sizer, where);
        }
      g_test_message ("%u ledgers: %s", n_here, questions[q]);
      g_assert_cmpuint (n_here, >, strstr (questions[q], "mtp=on") != NULL ? 2 : 200);
      n_answered += n_here;
    }
  g_test_message ("%u ledgers", n_answered);
  g_assert_cmpuint (n_answered, >, 3000);
}

/* One of each kind is among those that were answered, with its own words. */
static void
test_kinds (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *model;
    const char *entry;
    const char *says;
  } kinds[] = {
    { "Qwen/Qwen3-8B", "kv_cache", "36 blocks × 32768 cells × 1 × (2048 + 2048 bytes)" },
    { "Qwen/Qwen3-30B-A3B", "weights_device", "routed experts" },
    { "deepseek-ai/DeepSeek-V3", "kv_cache", "latent attention" },
    { "google/gemma-3-27b-it", "kv_cache", "a window of 1024" },
    { "Qwen/Qwen3-Next-80B-A3B-Instruct", "state",
      "36 blocks × 1 × 4 bytes × (3 × 8192 + 524288)" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (PlimsollScenario) scenario = scenario_new (self);
      g_autoptr (PlimsollSizer) sizer = NULL;
      g_autoptr (PlimsollLedger) ledger = NULL;
      g_autofree char *text = NULL;

      plimsoll_scenario_set_model (scenario,
                                   plimsoll_model_list_lookup (self->models, kinds[i].model));
      sizer = plimsoll_sizer_new (scenario);
      ledger = plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (self->catalog));
      g_assert_nonnull (plimsoll_ledger_find (ledger, kinds[i].entry));
      text = plimsoll_ledger_entry_to_text (plimsoll_ledger_find (ledger, kinds[i].entry));
      if (strstr (text, kinds[i].says) == NULL)
        g_error ("%s does not say “%s”:\n%s", kinds[i].model, kinds[i].says, text);
      g_assert_nonnull (strstr (text, "llama.cpp 0.5.0"));
    }
}

/* What is stated of vLLM was measured on vLLM. */
static void
test_tables (Fixture *self, gconstpointer data)
{
  static const char *const entries[] = {
    "file", "weights_device", "kv_cache", "activation", "kv_memory", "blocks", "requests_at_once"
  };
  g_autoptr (PlimsollScenario) scenario = scenario_new (self);
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollLedger) ledger = NULL;

  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B"));
  ask (self, scenario, "engine=vllm;accelerator=h100 sxm");
  sizer = plimsoll_sizer_new (scenario);
  ledger = plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (self->catalog));
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      PlimsollLedgerEntry *entry = plimsoll_ledger_find (ledger, entries[i]);

      g_assert_nonnull (entry);
      g_assert_nonnull (strstr (plimsoll_ledger_entry_get_accuracy (entry), "serving-memory.tsv"));
      g_assert_true (g_str_has_prefix (plimsoll_ledger_entry_get_engine (entry), "vllm"));
    }
}

/* A person's own file is said to be that. */
static void
test_own_file (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "mine.gguf", NULL);
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B");
  const PlimsollTensorPlan *plan = plimsoll_model_get_plan (model);
  g_autofree guint8 *formats = g_new0 (guint8, plan->n);
  g_autoptr (PlimsollScenario) scenario = scenario_new (self);
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollModel) own = NULL;
  g_autoptr (PlimsollLedger) ledger = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollLedgerEntry *entry;
  TestGgufWriter w;

  g_assert_true (plimsoll_mixture_formats (plimsoll_model_get_spec (model), plan,
                                           PLIMSOLL_FILE_TYPE_Q5_K_M, TRUE, formats));
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, plimsoll_model_get_spec (model), "Mine", PLIMSOLL_FILE_TYPE_Q5_K_M);
  test_model_tensors (&w, plan, formats);
  test_gguf_save (&w, path);
  own = plimsoll_model_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);

  plimsoll_scenario_set_model (scenario, own);
  sizer = plimsoll_sizer_new (scenario);
  g_assert_true (check (self, sizer, "own file"));
  ledger = plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (self->catalog));
  entry = plimsoll_ledger_find (ledger, "weights_device");
  g_assert_cmpint (plimsoll_ledger_entry_get_exactness (entry), ==, PLIMSOLL_EXACT);
  g_assert_cmpstr (plimsoll_ledger_entry_get_input (entry, 0)->source, ==, "the file mine.gguf");
}

/* Nothing to explain where there is no answer. */
static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (PlimsollLedger) ledger = plimsoll_ledger_new (sizer, NULL);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (ledger)), ==, 0);
  g_assert_null (plimsoll_ledger_find (ledger, "required"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add ("/ledger/" path, Fixture, NULL, set_up, function, tear_down)
  ADD ("adds-up", test_adds_up);
  ADD ("kinds", test_kinds);
  ADD ("tables", test_tables);
  ADD ("own-file", test_own_file);
  ADD ("nothing", test_nothing);
#undef ADD

  return g_test_run ();
}
