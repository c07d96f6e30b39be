/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Native precisions and the memory of serving engines; start-ups are in catalog/serving-truth. */

#include "plimsoll-cargo.h"
#include "plimsoll-estimate.h"
#include "plimsoll-parallelism.h"
#include "plimsoll-test-spec.h"

#include <math.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

/* A model, its weights and a machine. */
typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;
  PlimsollWeights *weights;
  PlimsollAcceleratorFacts card;
  PlimsollHardware hardware;
  PlimsollQuestion question;
} Case;

static void
case_init (Case *self, const char *model, PlimsollNativeType type, guint64 memory, guint32 n)
{
  self->spec = plimsoll_test_spec (model);
  self->plan = plimsoll_tensor_plan_new (self->spec);
  self->weights = plimsoll_weights_new_native (self->spec, self->plan, type, 0);
  g_assert_nonnull (self->weights);

  plimsoll_accelerator_facts_init (&self->card);
  self->card.vendor = PLIMSOLL_VENDOR_NVIDIA;
  self->card.memory_bytes_reported = memory;
  self->card.bandwidth_gbs = 1000;
  plimsoll_hardware_init_one_kind (&self->hardware, &self->card, n);

  plimsoll_question_init (&self->question);
  self->question.engine = PLIMSOLL_ENGINE_VLLM;
  self->question.kv_k = self->question.kv_v = PLIMSOLL_FORMAT_BF16;
  self->question.n_devices = n;
}

static void
case_clear (Case *self)
{
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
  g_clear_pointer (&self->plan, plimsoll_tensor_plan_free);
  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static PlimsollEstimate
case_estimate (Case *self)
{
  PlimsollEstimate estimate;

  plimsoll_estimate (self->spec, self->weights, &self->hardware, &self->question, &estimate);

  return estimate;
}

/* Bits of a weight with its scales, from the definition of each scheme. */
static void
test_bits (void)
{
  static const struct
  {
    PlimsollNativeType type;
    double bits;
  } expected[] = {
    { PLIMSOLL_NATIVE_F32, 32 },
    { PLIMSOLL_NATIVE_F16, 16 },
    { PLIMSOLL_NATIVE_BF16, 16 },
    { PLIMSOLL_NATIVE_FP8, 8 + 32.0 / 8192 },
    { PLIMSOLL_NATIVE_FP8_BLOCK, 8 + 32.0 / (128 * 128) },
    { PLIMSOLL_NATIVE_INT8, 8 + 16.0 / 8192 },
    { PLIMSOLL_NATIVE_AWQ, 4 + 20.0 / 128 },
    { PLIMSOLL_NATIVE_GPTQ, 4 + 20.0 / 128 },
    { PLIMSOLL_NATIVE_INT4, 4 + 16.0 / 32 },
    { PLIMSOLL_NATIVE_MXFP4, 4 + 8.0 / 32 },
    { PLIMSOLL_NATIVE_NVFP4, 4 + 8.0 / 16 + 32.0 / (8192.0 * 8192) },
    { PLIMSOLL_NATIVE_NF4, 4 + 8.0 / 64 + 32.0 / (64 * 256) },
    { PLIMSOLL_NATIVE_MLX_4, 4 + 32.0 / 64 },
    { PLIMSOLL_NATIVE_MLX_8, 8 + 32.0 / 64 },
  };
  const PlimsollTensor matrix = { .suffix = "ffn_up.weight", .ne = { 8192, 8192, 1 } };
  gsize n;

  plimsoll_native_types (&n);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const guint64 bytes = plimsoll_native_matrix_bytes (expected[i].type, &matrix);
      PlimsollNativeType again;

      g_assert_cmpfloat ((double) bytes * 8, ==, expected[i].bits * 8192 * 8192);
      g_assert_true (plimsoll_native_type_from_name (plimsoll_precision_info (expected[i].type)
                                                       ->name,
                                                     &again));
      g_assert_cmpint (again, ==, expected[i].type);
    }
}

/* Partial groups and blocks have a scale too; what no 64 bits hold is said. */
static void
test_odd_shapes (void)
{
  PlimsollTensor matrix = { .suffix = "ffn_up.weight", .ne = { 130, 130, 3 } };

  g_assert_cmpuint (plimsoll_native_matrix_bytes (PLIMSOLL_NATIVE_FP8_BLOCK, &matrix), ==,
                    3 * (130 * 130 + 4 * 4));
  g_assert_cmpuint (plimsoll_native_matrix_bytes (PLIMSOLL_NATIVE_INT4, &matrix), ==,
                    3 * (130 * 130 / 2 + 130 * 5 * 2));
  matrix.ne[0] = G_MAXUINT64 / 2;
  g_assert_cmpuint (plimsoll_native_matrix_bytes (PLIMSOLL_NATIVE_F32, &matrix), ==, G_MAXUINT64);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    PlimsollNativeType type;
  } names[] = {
    { "awq", PLIMSOLL_NATIVE_AWQ },        { "AWQ-INT4", PLIMSOLL_NATIVE_AWQ },
    { "GPTQ-INT4", PLIMSOLL_NATIVE_GPTQ }, { "fp16", PLIMSOLL_NATIVE_F16 },
    { "mxfp4", PLIMSOLL_NATIVE_MXFP4 },    { "FP8-Dynamic", PLIMSOLL_NATIVE_FP8 },
  };
  PlimsollNativeType type;

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (plimsoll_native_type_from_name (names[i].name, &type));
      g_assert_cmpint (type, ==, names[i].type);
    }
  g_assert_false (plimsoll_native_type_from_name ("Q4_K_M", &type));
  g_assert_false (plimsoll_native_type_from_name ("", &type));
}

/* Every byte has one place. */
static void
test_shards_add_up (void)
{
  static const char *const models[] = { "llama-3.1-8b", "gpt-oss-20b", "qwen3-30b-a3b" };

  for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
    for (guint32 type = PLIMSOLL_NATIVE_F32; type < PLIMSOLL_PRECISION_COUNT; type++)
      {
        g_auto (Case) c = { 0 };
        guint64 sum;

        case_init (&c, models[m], (PlimsollNativeType) type, 80 * GIB, 1);
        sum = c.weights->outer.divided + c.weights->outer.replicated + c.weights->embedding_bytes
              + (c.weights->tied_head ? 0 : c.weights->head_bytes);
        for (guint32 i = 0; i < c.weights->n_blocks; i++)
          {
            const PlimsollShard *shard = &c.weights->shards[i];

            sum += shard->divided + shard->kv + shard->experts + shard->replicated;
          }
        g_assert_cmpuint (sum, ==, c.weights->tensor_bytes);
      }
}

/* The files' own bytes take the place of the rules'. */
static void
test_bytes_of_files (void)
{
  g_auto (Case) c = { 0 };
  g_autoptr (PlimsollWeights) read = NULL;
  const guint64 bytes = 6 * GIB;

  case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_AWQ, 24 * GIB, 1);
  g_assert_cmpint (c.weights->exactness, ==, PLIMSOLL_MODELLED);
  g_assert_cmpfloat (c.weights->larger_by, ==, 0.2);

  read = plimsoll_weights_new_native (c.spec, c.plan, PLIMSOLL_NATIVE_AWQ, bytes);
  g_assert_cmpuint (read->tensor_bytes, ==, bytes);
  g_assert_cmpuint (read->embedding_bytes, ==, c.weights->embedding_bytes);
  g_assert_cmpint (read->exactness, ==, PLIMSOLL_EXACT);
  g_assert_cmpfloat (read->larger_by, ==, 0);
}

/* vLLM gives what is left over to the stages before the last. */
static void
test_stages (void)
{
  static const guint32 expected[] = { 2, 3, 3, 2 };

  for (guint32 i = 0; i < 4; i++)
    {
      guint32 first = 0;

      g_assert_cmpuint (plimsoll_serving_stage (10, 4, i, &first), ==, expected[i]);
    }

  for (guint32 blocks = 1; blocks < 100; blocks++)
    for (guint32 stages = 1; stages <= MIN (blocks, 16); stages++)
      {
        guint32 next = 0;

        for (guint32 i = 0; i < stages; i++)
          {
            guint32 first = 0;
            const guint32 n = plimsoll_serving_stage (blocks, stages, i, &first);

            g_assert_cmpuint (first, ==, next);
            g_assert_cmpuint (n, >, 0);
            next = first + n;
          }
        g_assert_cmpuint (next, ==, blocks);
      }
}

/* 12 full and 12 sliding layers: two groups; 16,384 tokens take 1024 blocks of one and, with a
 * batch of 2,048 and a window of 128, 137 of the other. The log: 16.75 requests in 7.12 GiB. */
static void
test_groups (void)
{
  g_auto (Case) c = { 0 };
  PlimsollPages pages;

  case_init (&c, "gpt-oss-20b", PLIMSOLL_NATIVE_MXFP4, 24 * GIB, 1);
  g_assert_null (plimsoll_pages_init (&pages, c.spec, &c.question, 1, 0, c.spec->n_blocks, 2048));
  g_assert_cmpuint (pages.group, ==, 12);
  g_assert_cmpuint (pages.n_groups, ==, 2);
  g_assert_cmpuint (pages.block_bytes, ==, 12 * 16 * 2048);
  g_assert_cmpuint (plimsoll_pages_request_blocks (&pages, 16384, NULL), ==, 1024 + 137);
  g_assert_cmpuint (plimsoll_pages_longest_request (&pages, 1024 + 137, 131072), ==, 16384);
  g_assert_cmpuint (plimsoll_pages_longest_request (&pages, 1, 131072), ==, 0);

  /* Without groups every layer keeps every token. */
  c.question.serving.ungrouped = TRUE;
  g_assert_null (plimsoll_pages_init (&pages, c.spec, &c.question, 1, 0, c.spec->n_blocks, 2048));
  g_assert_cmpuint (pages.n_groups, ==, 1);
  g_assert_cmpuint (pages.block_bytes, ==, 24 * 16 * 2048);
  g_assert_cmpuint (plimsoll_pages_request_blocks (&pages, 16384, NULL), ==, 1024);
}

/* What their wheels are not built for: docs.vllm.ai, "GPU", 0.14. */
static void
test_generations (void)
{
  static const struct
  {
    PlimsollVendor vendor;
    const char *architecture;
    gboolean runs;
  } cards[] = {
    { PLIMSOLL_VENDOR_NVIDIA, "Maxwell", FALSE }, { PLIMSOLL_VENDOR_NVIDIA, "Pascal", FALSE },
    { PLIMSOLL_VENDOR_NVIDIA, "Volta", TRUE },    { PLIMSOLL_VENDOR_NVIDIA, "Ampere", TRUE },
    { PLIMSOLL_VENDOR_AMD, "GCN 5", FALSE },      { PLIMSOLL_VENDOR_AMD, "RDNA 2", FALSE },
    { PLIMSOLL_VENDOR_AMD, "RDNA 3", TRUE },      { PLIMSOLL_VENDOR_AMD, "CDNA 3", TRUE },
    { PLIMSOLL_VENDOR_NVIDIA, NULL, TRUE },       { PLIMSOLL_VENDOR_APPLE, NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    {
      g_auto (Case) c = { 0 };

      case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_BF16, 80 * GIB, 1);
      c.card.vendor = cards[i].vendor;
      c.card.architecture = cards[i].architecture;
      plimsoll_hardware_init_one_kind (&c.hardware, &c.card, 1);
      if ((case_estimate (&c).refusal == NULL) != cards[i].runs)
        g_error ("%u %s: %s", i, cards[i].architecture, case_estimate (&c).refusal);
    }
}

static void
test_refusals (void)
{
  g_auto (Case) c = { 0 };
  PlimsollEstimate estimate;

  case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_BF16, 24 * GIB, 4);
  g_assert_true (case_estimate (&c).valid);

  /* 32 heads by 3; more ranks than devices; more stages than devices. */
  c.question.serving.tensor_parallel = 3;
  estimate = case_estimate (&c);
  g_assert_false (estimate.valid);
  g_assert_nonnull (strstr (estimate.refusal, "heads"));
  c.question.serving.tensor_parallel = 8;
  g_assert_false (case_estimate (&c).valid);
  c.question.serving.tensor_parallel = 2;
  c.question.serving.pipeline_parallel = 3;
  g_assert_false (case_estimate (&c).valid);
  c.question.serving.pipeline_parallel = 2;
  g_assert_true (case_estimate (&c).valid);

  c.question.serving.utilization = 1.5;
  g_assert_false (case_estimate (&c).valid);
  c.question.serving.utilization = (double) NAN;
  g_assert_false (case_estimate (&c).valid);
  c.question.serving.utilization = 0;
  c.question.kv_k = c.question.kv_v = PLIMSOLL_FORMAT_Q8_0;
  g_assert_nonnull (case_estimate (&c).refusal);
  c.question.kv_k = c.question.kv_v = PLIMSOLL_FORMAT_I8;
  g_assert_true (case_estimate (&c).valid);
  c.question.n_devices = 0;
  g_assert_false (case_estimate (&c).valid);
}

/* Three cards: 32 heads do not divide by three, so the layers do. */
static void
test_widest (void)
{
  g_auto (Case) c = { 0 };
  PlimsollEstimate estimate;

  case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_BF16, 24 * GIB, 3);
  estimate = case_estimate (&c);
  g_assert_true (estimate.valid);
  g_assert_cmpuint (estimate.serving.limits.tensor_parallel, ==, 1);
  g_assert_cmpuint (estimate.serving.limits.pipeline_parallel, ==, 3);
  g_assert_cmpuint (estimate.memory.n_devices, ==, 3);

  c.question.n_devices = 2;
  estimate = case_estimate (&c);
  g_assert_cmpuint (estimate.serving.limits.tensor_parallel, ==, 2);
  g_assert_cmpuint (estimate.serving.limits.pipeline_parallel, ==, 1);
}

static void
check_sense (const PlimsollEstimate *estimate, const Case *c)
{
  const PlimsollServing *serving = &estimate->serving;
  guint64 required = 0;

  g_assert_true (estimate->valid);
  for (guint32 i = 0; i < estimate->memory.n_devices; i++)
    required += estimate->memory.devices[i].required;
  g_assert_cmpuint (required, ==, estimate->required);
  g_assert_cmpint (estimate->headroom, ==, (gint64) estimate->usable - (gint64) estimate->required);
  g_assert_true (serving->requests_low <= serving->requests
                 && serving->requests <= serving->requests_high);
  if (estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS)
    {
      g_assert_true (serving->requests < 1 || c->question.memory_in_use > 0);
      return;
    }
  g_assert_cmpuint (estimate->required, <=, estimate->usable);
  g_assert_cmpfloat (serving->requests, >=, 1);
  g_assert_cmpuint (serving->longest_model_len, >=, c->question.context);
  if (estimate->verdict == PLIMSOLL_VERDICT_FITS)
    {
      g_assert_cmpfloat (serving->requests, >=, c->question.parallel);
      g_assert_cmpuint (estimate->longest_context, >=, c->question.context);
    }
}

/* Longer requests are fewer, more memory never less; what is said to be the longest fits, and one
 * token more does not. */
static void
test_properties (void)
{
  static const char *const models[] = { "llama-3.1-8b", "gpt-oss-20b", "gemma-3-4b" };
  static const PlimsollEngine engines[] = { PLIMSOLL_ENGINE_VLLM, PLIMSOLL_ENGINE_SGLANG };

  for (gsize e = 0; e < G_N_ELEMENTS (engines); e++)
    for (gsize m = 0; m < G_N_ELEMENTS (models); m++)
      for (guint64 memory = 8; memory <= 160; memory *= 2)
        {
          g_auto (Case) c = { 0 };
          PlimsollEstimate estimate, more;
          double before = HUGE_VAL;

          case_init (&c, models[m], PLIMSOLL_NATIVE_BF16, memory * GIB, 2);
          c.question.engine = engines[e];
          c.question.parallel = 7;
          for (guint64 context = 512; context <= 131072; context *= 2)
            {
              c.question.context = context;
              estimate = case_estimate (&c);
              check_sense (&estimate, &c);
              g_assert_cmpfloat (estimate.serving.requests, <=, before);
              before = estimate.serving.requests;

              c.question.serving.utilization = estimate.serving.limits.utilization * 1.01;
              more = case_estimate (&c);
              g_assert_cmpfloat (more.serving.requests, >=, estimate.serving.requests);
              c.question.serving.utilization = 0;
            }

          if (estimate.longest_context == 0 || estimate.longest_context >= c.spec->max_context)
            continue;
          c.question.context = estimate.longest_context;
          g_assert_cmpfloat (case_estimate (&c).serving.requests, >=, 7);
          c.question.context++;
          g_assert_cmpfloat (case_estimate (&c).serving.requests, <, 7);
        }
}

/* vLLM wants its share of the whole, and does not start when others have taken of it. */
static void
test_others_use (void)
{
  g_auto (Case) c = { 0 };

  case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_BF16, 24 * GIB, 1);
  c.question.context = 4096;
  g_assert_cmpint (case_estimate (&c).verdict, !=, PLIMSOLL_VERDICT_EXCEEDS);
  c.question.memory_in_use = 3 * GIB;
  g_assert_cmpint (case_estimate (&c).verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  c.question.serving.utilization = 0.85;
  g_assert_cmpint (case_estimate (&c).verdict, !=, PLIMSOLL_VERDICT_EXCEEDS);
}

/* What others use is beside the engine's share on each device, as it is on all together. */
static void
test_others_beside (void)
{
  g_auto (Case) c = { 0 };
  PlimsollEstimate estimate;
  PlimsollCargo all, sum = { 0 };

  case_init (&c, "llama-3.1-8b", PLIMSOLL_NATIVE_BF16, 24 * GIB, 2);
  c.question.context = 4096;
  c.question.memory_in_use = GIB;
  c.question.serving.utilization = 0.85;
  estimate = case_estimate (&c);
  g_assert_cmpuint (estimate.memory.n_devices, ==, 2);
  plimsoll_cargo_of_estimate (&estimate, &all);
  for (guint i = 0; i < 2; i++)
    {
      PlimsollCargo one;

      plimsoll_cargo_of_device (&estimate, i, &one);
      g_assert_cmpuint (plimsoll_cargo_total (&one), ==, estimate.memory.devices[i].required);
      sum.overhead += one.overhead;
      sum.weights += one.weights;
    }
  g_assert_cmpuint (sum.overhead, ==, all.overhead);
  g_assert_cmpuint (sum.weights, ==, all.weights);
}

static void
test_releases (void)
{
  g_assert_cmpint (plimsoll_vllm_release ("0.29.1", FALSE), ==, PLIMSOLL_RELEASE_CURRENT);
  g_assert_cmpint (plimsoll_vllm_release ("v0.22.0rc1", FALSE), ==, PLIMSOLL_RELEASE_VLLM_0_21);
  g_assert_cmpint (plimsoll_vllm_release ("0.20", FALSE), ==, PLIMSOLL_RELEASE_VLLM_0_20);
  g_assert_cmpint (plimsoll_vllm_release ("0.11.2.dev690+g1", FALSE), ==,
                   PLIMSOLL_RELEASE_VLLM_0_10);
  g_assert_cmpint (plimsoll_vllm_release ("0.9.2", FALSE), ==, PLIMSOLL_RELEASE_VLLM_0_8);
  g_assert_cmpint (plimsoll_vllm_release ("0.9.2", TRUE), ==, PLIMSOLL_RELEASE_VLLM_V0);
  g_assert_cmpint (plimsoll_vllm_release ("0.6.6.post1", FALSE), ==, PLIMSOLL_RELEASE_VLLM_V0);
  g_assert_cmpint (plimsoll_vllm_release ("1.0", FALSE), ==, PLIMSOLL_RELEASE_CURRENT);
  g_assert_cmpint (plimsoll_vllm_release ("", FALSE), ==, PLIMSOLL_RELEASE_CURRENT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/serving/bits", test_bits);
  g_test_add_func ("/core/serving/odd-shapes", test_odd_shapes);
  g_test_add_func ("/core/serving/names", test_names);
  g_test_add_func ("/core/serving/shards-add-up", test_shards_add_up);
  g_test_add_func ("/core/serving/bytes-of-files", test_bytes_of_files);
  g_test_add_func ("/core/serving/stages", test_stages);
  g_test_add_func ("/core/serving/groups", test_groups);
  g_test_add_func ("/core/serving/refusals", test_refusals);
  g_test_add_func ("/core/serving/generations", test_generations);
  g_test_add_func ("/core/serving/widest", test_widest);
  g_test_add_func ("/core/serving/properties", test_properties);
  g_test_add_func ("/core/serving/others-use", test_others_use);
  g_test_add_func ("/core/serving/others-beside", test_others_beside);
  g_test_add_func ("/core/serving/releases", test_releases);

  return g_test_run ();
}
