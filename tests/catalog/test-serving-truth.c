/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Start-ups of vLLM and SGLang: what the logs say, and what the arithmetic does, by rule. */

#include "plimsoll-model-list.h"
#include "plimsoll-serving.h"
#include "plimsoll-test-measured.h"
#include "plimsoll-test-truth.h"

#include <math.h>

#define GIB (1024.0 * 1024 * 1024)

typedef enum
{
  COLUMN_ID,
  COLUMN_ENGINE,
  COLUMN_VERSION,
  COLUMN_MODEL,
  COLUMN_PRECISION,
  COLUMN_CACHE,
  COLUMN_TENSOR_PARALLEL,
  COLUMN_PIPELINE_PARALLEL,
  COLUMN_PLATFORM,
  COLUMN_ACCELERATOR,
  COLUMN_TOTAL,
  COLUMN_UTILIZATION,
  COLUMN_LENGTH,
  COLUMN_SEQUENCES,
  COLUMN_BATCHED_TOKENS,
  COLUMN_DRAFTS,
  COLUMN_ALIGNED,
  COLUMN_WEIGHTS,
  COLUMN_PEAK,
  COLUMN_OTHER,
  COLUMN_GRAPHS,
  COLUMN_KV,
  COLUMN_BLOCKS,
  COLUMN_TOKENS,
  COLUMN_CONCURRENCY,
  COLUMN_LONGEST,
  COLUMN_NEEDED,
  COLUMN_DATE,
  COLUMN_SOURCE,
  COLUMN_LEAVE,
  COLUMN_WHY,
  N_COLUMNS,
} Column;

/* Errors of one rule over its rows, in percent. */
typedef struct
{
  const char *name;
  GArray *errors; /* of double */
} Group;

static PlimsollModelList *models;

static double
number (char **row, Column column)
{
  if (g_str_equal (row[column], "-"))
    return (double) NAN;

  return g_ascii_strtod (row[column], NULL);
}

static guint64
whole (char **row, Column column)
{
  return g_str_equal (row[column], "-") ? 0 : g_ascii_strtoull (row[column], NULL, 10);
}

/* Rows that say why they cannot be held against a rule. */
static gboolean
is_left (char **row, const char *rule)
{
  g_auto (GStrv) rules = g_strsplit (row[COLUMN_LEAVE], ",", -1);

  return g_strv_contains ((const char *const *) rules, rule);
}

static void
group_add (Group *self, char **row, double said, double ours)
{
  const double error = 100 * (ours - said) / said;

  g_assert_true (isfinite (error));
  if (self->errors == NULL)
    self->errors = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_val (self->errors, error);
  if (g_test_verbose ())
    g_test_message ("%s %s %s %s %s: said %.4g, ours %.4g, %+.2f %%", self->name, row[COLUMN_ID],
                    row[COLUMN_MODEL], row[COLUMN_PRECISION], row[COLUMN_PLATFORM], said, ours,
                    error);
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Prints the group's line, and holds it against what it has to be. */
static void
group_check (Group *self, guint least_rows, double median, double ninetieth)
{
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (double));
  double middle, high;

  g_assert_nonnull (self->errors);
  for (guint i = 0; i < self->errors->len; i++)
    {
      const double size = fabs (g_array_index (self->errors, double, i));

      g_array_append_val (sizes, size);
    }
  g_array_sort (sizes, compare_doubles);
  middle = g_array_index (sizes, double, sizes->len / 2);
  high = g_array_index (sizes, double, sizes->len * 9 / 10);

  g_test_message ("%-34s %3u rows, median %.2f %%, 90th percentile %.2f %%, worst %.2f %%",
                  self->name, sizes->len, middle, high,
                  g_array_index (sizes, double, sizes->len - 1));
  g_assert_cmpuint (sizes->len, >=, least_rows);
  /* Held against what is printed. */
  g_assert_cmpfloat (middle, <, median + 0.005);
  g_assert_cmpfloat (high, <, ninetieth + 0.005);
  g_clear_pointer (&self->errors, g_array_unref);
}

/* A start-up as the arithmetic asks it. */
typedef struct
{
  PlimsollModel *model;
  PlimsollWeights *weights;
  PlimsollAcceleratorFacts facts;
  PlimsollServingDevice device;
  PlimsollQuestion question;
  PlimsollServingLimits limits;
} StartUp;

static PlimsollServingRelease
release_of (char **row)
{
  const char *version = row[COLUMN_VERSION];

  if (g_str_has_prefix (row[COLUMN_ENGINE], "SGLang"))
    return PLIMSOLL_RELEASE_CURRENT;
  if (strstr (version, "V0") == NULL && g_str_has_prefix (version, "0.2x"))
    return PLIMSOLL_RELEASE_CURRENT;

  return plimsoll_vllm_release (version, strstr (version, "V0") != NULL);
}

static void
start_up_init (StartUp *self, char **row)
{
  const char *platform = row[COLUMN_PLATFORM];
  PlimsollNativeType type;
  PlimsollServingSettings *serving = &self->question.serving;

  *self = (StartUp) { 0 };
  self->model = plimsoll_model_list_lookup (models, row[COLUMN_MODEL]);
  if (self->model == NULL)
    g_error ("%s is no model of the catalogue", row[COLUMN_MODEL]);
  g_assert_true (plimsoll_native_type_from_name (row[COLUMN_PRECISION], &type));
  self->weights = plimsoll_weights_new_native (plimsoll_model_get_spec (self->model),
                                               plimsoll_model_get_plan (self->model), type, 0);
  g_assert_nonnull (self->weights);

  plimsoll_accelerator_facts_init (&self->facts);
  self->facts.vendor =
    g_str_equal (platform, "rocm") ? PLIMSOLL_VENDOR_AMD : PLIMSOLL_VENDOR_NVIDIA;
  if (g_str_equal (platform, "hopper") || g_str_equal (platform, "a100"))
    {
      self->facts.segment = PLIMSOLL_SEGMENT_DATACENTER;
      self->facts.memory_class = PLIMSOLL_MEMORY_HBM;
      self->facts.link_gbs = 900;
    }
  self->facts.architecture = g_str_equal (platform, "a100") ? "Ampere" : "Hopper";
  self->device.facts = &self->facts;
  self->device.total = whole (row, COLUMN_TOTAL);

  plimsoll_question_init (&self->question);
  self->question.engine =
    g_str_has_prefix (row[COLUMN_ENGINE], "SGLang") ? PLIMSOLL_ENGINE_SGLANG : PLIMSOLL_ENGINE_VLLM;
  self->question.context = MAX (whole (row, COLUMN_LENGTH), 1);
  self->question.kv_k = self->question.kv_v =
    g_str_equal (row[COLUMN_CACHE], "fp8") ? PLIMSOLL_FORMAT_I8 : PLIMSOLL_FORMAT_BF16;
  serving->release = release_of (row);
  serving->utilization =
    isnan (number (row, COLUMN_UTILIZATION)) ? 0 : number (row, COLUMN_UTILIZATION);
  serving->tensor_parallel = (guint32) MAX (whole (row, COLUMN_TENSOR_PARALLEL), 1);
  serving->pipeline_parallel = (guint32) MAX (whole (row, COLUMN_PIPELINE_PARALLEL), 1);
  serving->max_sequences = (guint32) whole (row, COLUMN_SEQUENCES);
  serving->max_batched_tokens = (guint32) whole (row, COLUMN_BATCHED_TOKENS);
  serving->draft_tokens = (guint32) whole (row, COLUMN_DRAFTS);
  self->question.n_devices = serving->tensor_parallel * serving->pipeline_parallel;

  g_assert_null (plimsoll_serving_limits (plimsoll_model_get_spec (self->model), &self->question,
                                          &self->device, &self->limits));
}

static void
start_up_clear (StartUp *self)
{
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StartUp, start_up_clear)

static void
test_weights (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("serving-memory.tsv", N_COLUMNS);
  Group plain = { "weights, 16 bits" };
  Group fp8 = { "weights, FP8" };
  Group mxfp4 = { "weights, MXFP4" };
  Group four = { "weights, 4 bits" };

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      g_auto (StartUp) start = { 0 };
      const PlimsollNativeTypeInfo *info;
      guint64 ours;

      if (isnan (number (row, COLUMN_WEIGHTS)) || !g_str_has_prefix (row[COLUMN_ENGINE], "vLLM")
          || is_left (row, "weights"))
        continue;
      start_up_init (&start, row);
      info = plimsoll_native_type_info (start.weights->native);
      ours = plimsoll_serving_rank_weights (plimsoll_model_get_spec (start.model), start.weights,
                                            &start.question, &start.limits, &start.facts, 0);
      group_add (info->bits >= 16                                 ? &plain
                 : info->bits == 8                                ? &fp8
                 : start.weights->native == PLIMSOLL_NATIVE_MXFP4 ? &mxfp4
                                                                  : &four,
                 row, number (row, COLUMN_WEIGHTS), (double) ours);
    }

  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_WEIGHTS_16, plain.errors);
  group_check (&plain, 37, 0.21, 1.6);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_WEIGHTS_FP8, fp8.errors);
  group_check (&fp8, 15, 0.8, 5.8);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_WEIGHTS_MXFP4, mxfp4.errors);
  group_check (&mxfp4, 10, 0.35, 4.4);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_WEIGHTS_4, four.errors);
  group_check (&four, 17, 3.6, 17);
}

/* What so much memory holds: with the log's own figure for the memory. */
static void
test_cache (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("serving-memory.tsv", N_COLUMNS);
  Group tokens[3] = { { "tokens, one kind of layer" },
                      { "tokens, sliding hybrids" },
                      { "tokens, recurrent hybrids" } };
  Group requests[3] = { { "requests, one kind of layer" },
                        { "requests, sliding hybrids" },
                        { "requests, recurrent hybrids" } };
  Group sglang = { "tokens, SGLang" };

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      g_auto (StartUp) start = { 0 };
      PlimsollServing serving;
      PlimsollPages pages;
      const char *fault;
      guint kind = 0;

      if (!(number (row, COLUMN_KV) > 0) || is_left (row, "cache")
          || (isnan (number (row, COLUMN_TOKENS)) && isnan (number (row, COLUMN_CONCURRENCY))
              && isnan (number (row, COLUMN_BLOCKS))))
        continue;
      start_up_init (&start, row);
      fault =
        plimsoll_serving_rank (plimsoll_model_get_spec (start.model), start.weights,
                               &start.question, &start.limits, &start.device, 0, &pages, &serving);
      if (fault != NULL)
        {
          g_test_message ("%s: %s", row[COLUMN_ID], fault);
          continue;
        }
      if (number (row, COLUMN_ALIGNED) > 0)
        pages.state_blocks = 2 + start.question.serving.draft_tokens;
      serving.kv_memory = whole (row, COLUMN_KV);
      plimsoll_serving_hold (plimsoll_model_get_spec (start.model), &start.question, &pages,
                             &serving);
      for (guint32 j = 0; j < pages.n_types; j++)
        kind = MAX (kind, pages.types[j].kind == PLIMSOLL_PAGES_RECURRENT ? 2u
                          : pages.types[j].kind == PLIMSOLL_PAGES_FULL    ? 0u
                                                                          : 1u);
      if (start.question.engine == PLIMSOLL_ENGINE_SGLANG)
        {
          group_add (&sglang, row, number (row, COLUMN_TOKENS), (double) serving.tokens);
          continue;
        }
      if (!isnan (number (row, COLUMN_TOKENS)))
        group_add (&tokens[kind], row, number (row, COLUMN_TOKENS), (double) serving.tokens);
      else if (!isnan (number (row, COLUMN_BLOCKS)) && !is_left (row, "blocks"))
        group_add (&tokens[kind], row, number (row, COLUMN_BLOCKS), (double) serving.blocks);
      if (!isnan (number (row, COLUMN_CONCURRENCY)) && !is_left (row, "requests"))
        group_add (&requests[kind], row, number (row, COLUMN_CONCURRENCY), serving.requests);
    }

  /* What is left is the rounding of the logs to 0.01 GiB. */
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_TOKENS, tokens[0].errors);
  group_check (&tokens[0], 45, 0.02, 0.07);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_REQUESTS, requests[0].errors);
  group_check (&requests[0], 43, 0.06, 0.21);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_TOKENS_SLIDING, tokens[1].errors);
  group_check (&tokens[1], 10, 0.02, 0.25);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_REQUESTS_SLIDING, requests[1].errors);
  group_check (&requests[1], 10, 0.02, 0.2);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_TOKENS_RECURRENT, tokens[2].errors);
  group_check (&tokens[2], 14, 0.01, 0.23);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_REQUESTS_RECURRENT, requests[2].errors);
  group_check (&requests[2], 14, 0.05, 0.41);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SGLANG_TOKENS, sglang.errors);
  group_check (&sglang, 5, 0.01, 0.11);
}

/* A start that was refused says what one request needs, and the longest that would do. */
static void
test_refused (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("serving-memory.tsv", N_COLUMNS);
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      g_auto (StartUp) start = { 0 };
      PlimsollServing serving;
      PlimsollPages pages;

      if (isnan (number (row, COLUMN_LONGEST)))
        continue;
      start_up_init (&start, row);
      g_assert_null (plimsoll_serving_rank (plimsoll_model_get_spec (start.model), start.weights,
                                            &start.question, &start.limits, &start.device, 0,
                                            &pages, &serving));
      /* The memory is said to 0.01 GiB, in which a block or two more have room. */
      serving.kv_memory = whole (row, COLUMN_KV) - (guint64) (0.005 * GIB);
      plimsoll_serving_hold (plimsoll_model_get_spec (start.model), &start.question, &pages,
                             &serving);
      g_assert_cmpuint (serving.longest_model_len, <=, whole (row, COLUMN_LONGEST));
      serving.kv_memory = whole (row, COLUMN_KV) + (guint64) (0.005 * GIB);
      plimsoll_serving_hold (plimsoll_model_get_spec (start.model), &start.question, &pages,
                             &serving);
      g_test_message ("%s: needed %.2f GiB, longest %" G_GUINT64_FORMAT, row[COLUMN_ID],
                      (double) (serving.request_blocks * serving.block_bytes) / GIB,
                      serving.longest_model_len);
      g_assert_cmpfloat (serving.requests, <, 1);
      g_assert_cmpuint (serving.longest_model_len, >=, whole (row, COLUMN_LONGEST));
      g_assert_cmpfloat_with_epsilon ((double) (serving.request_blocks * serving.block_bytes),
                                      number (row, COLUMN_NEEDED), 0.005 * GIB);
      n++;
    }

  g_assert_cmpuint (n, ==, 2);
}

static void
test_budget (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("serving-memory.tsv", N_COLUMNS);
  Group peak = { "activation peak" };
  Group cuda = { "cache memory end to end, CUDA" };
  Group rocm = { "cache memory end to end, ROCm" };
  Group late = { "cache memory end to end, from 0.21" };
  Group apart = { "tokens end to end, rows set apart" };

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      g_auto (StartUp) start = { 0 };
      PlimsollServing serving;
      PlimsollPages pages;

      if (!g_str_has_prefix (row[COLUMN_ENGINE], "vLLM"))
        continue;
      start_up_init (&start, row);
      if (plimsoll_serving_rank (plimsoll_model_get_spec (start.model), start.weights,
                                 &start.question, &start.limits, &start.device, 0, &pages, &serving)
          != NULL)
        continue;

      if (number (row, COLUMN_PEAK) > 0 && number (row, COLUMN_SEQUENCES) > 0
          && number (row, COLUMN_BATCHED_TOKENS) > 0 && !is_left (row, "peak"))
        group_add (&peak, row, number (row, COLUMN_PEAK), (double) serving.activation);
      /* These were found when the rules stood, and took no part in them. */
      if (strcmp (row[COLUMN_ID], "tv192") >= 0 && number (row, COLUMN_TOTAL) > 0
          && number (row, COLUMN_UTILIZATION) > 0)
        {
          plimsoll_serving_hold (plimsoll_model_get_spec (start.model), &start.question, &pages,
                                 &serving);
          group_add (&apart, row, number (row, COLUMN_BLOCKS), (double) serving.blocks);
          continue;
        }
      if (number (row, COLUMN_KV) > 0 && number (row, COLUMN_TOTAL) > 0
          && number (row, COLUMN_UTILIZATION) > 0 && number (row, COLUMN_SEQUENCES) > 0
          && number (row, COLUMN_BATCHED_TOKENS) > 0 && !is_left (row, "budget"))
        group_add (plimsoll_serving_rules (start.question.serving.release)->reserves_graphs ? &late
                   : g_str_equal (row[COLUMN_PLATFORM], "rocm")                             ? &rocm
                                                                                            : &cuda,
                   row, number (row, COLUMN_KV), (double) serving.kv_memory);
    }

  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_PEAK, peak.errors);
  group_check (&peak, 16, 0.91, 4.1);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_CACHE, cuda.errors);
  group_check (&cuda, 28, 0.4, 3.1);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_CACHE_ROCM, rocm.errors);
  group_check (&rocm, 14, 4.6, 8.3);
  plimsoll_test_measured (PLIMSOLL_MEASURED_SERVING_CACHE_GRAPHS, late.errors);
  group_check (&late, 2, 16, 16);
  group_check (&apart, 3, 6.05, 7.92);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);

  g_test_add_func ("/catalog/serving-truth/weights", test_weights);
  g_test_add_func ("/catalog/serving-truth/cache", test_cache);
  g_test_add_func ("/catalog/serving-truth/refused", test_refused);
  g_test_add_func ("/catalog/serving-truth/budget", test_budget);

  status = g_test_run ();
  g_object_unref (models);

  return status;
}
