/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-estimate.h"
#include "plimsoll-test-spec.h"

#include <math.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define GIB (G_GUINT64_CONSTANT (1) << 30)

/* Weights of round sizes, which is enough for everything that is asked here. */
typedef struct
{
  PlimsollWeights weights;
  PlimsollBlockWeights blocks[PLIMSOLL_MAX_BLOCKS];
} RoundWeights;

static void
round_weights_init (RoundWeights *self, const PlimsollModelSpec *spec)
{
  self->weights = (PlimsollWeights) {
    .exactness = PLIMSOLL_EXACT,
    .file_bytes = 100 * MIB,
    .embedding_host = 90 * MIB,
    .output_device = 70 * MIB,
    .output_host = 60 * MIB,
    .head_bytes = 60 * MIB,
    .n_blocks = spec->n_blocks,
    .n_mtp_blocks = spec->n_mtp_blocks,
    .blocks = self->blocks,
  };
  for (guint32 i = 0; i < spec->n_blocks + spec->n_mtp_blocks; i++)
    {
      const gboolean experts = plimsoll_model_spec_layer (spec, i)->feed_forward.experts > 0;

      self->blocks[i] = (PlimsollBlockWeights) {
        .device = 20 * MIB,
        .host = 19 * MIB,
        .experts_device = experts ? 80 * MIB : 0,
        .experts_host = experts ? 79 * MIB : 0,
        .largest = experts ? 40 * MIB : 5 * MIB,
        .largest_dense = 5 * MIB,
        .up = 5 * MIB,
      };
    }
}

static void
card_init (PlimsollAcceleratorFacts *self, guint64 bytes)
{
  plimsoll_accelerator_facts_init (self);
  self->vendor = PLIMSOLL_VENDOR_NVIDIA;
  self->memory_bytes_nominal = bytes;
}

static void
estimate_on (const PlimsollModelSpec *spec,
             const PlimsollWeights *weights,
             const PlimsollAcceleratorFacts *device,
             const PlimsollQuestion *question,
             PlimsollEstimate *estimate)
{
  PlimsollHardware hardware;

  plimsoll_hardware_init_one_kind (&hardware, device, question->n_devices);
  plimsoll_estimate (spec, weights, &hardware, question, estimate);
}

/* Set-ups that differ in everything that the sums branch on. */
static gboolean
question_variant (PlimsollQuestion *question, guint variant)
{
  static const PlimsollBlockFormat types[] = { PLIMSOLL_FORMAT_F16, PLIMSOLL_FORMAT_Q8_0 };

  plimsoll_question_init (question);
  question->flash_attention = (variant & 1) == 0;
  question->kv_k = types[variant >> 1 & 1];
  question->kv_v = question->flash_attention ? question->kv_k : PLIMSOLL_FORMAT_F16;
  question->parallel = (variant & 4) != 0 ? 4 : 1;
  question->unified_kv = (variant & 8) != 0;
  question->all_outputs = (variant & 16) != 0;
  question->n_devices = variant >> 5 & 3;
  if (variant >> 7 == 1)
    question->ngl = 7;
  if (variant >> 7 == 2)
    question->n_cpu_moe = 5;

  return variant < 3 << 7;
}

static guint64
memory_total (const PlimsollMemory *memory)
{
  guint64 total = memory->weights_host + memory->kv_host + memory->state_host + memory->compute_host
                  + memory->output_host;

  for (guint32 i = 0; i < memory->n_devices; i++)
    total += memory->devices[i].required;

  return total;
}

static void
assert_no_less (const PlimsollMemory *memory,
                const PlimsollMemory *before,
                const char *name,
                guint variant)
{
  gboolean less = memory->compute_host < before->compute_host || memory->kv_host < before->kv_host
                  || memory_total (memory) < memory_total (before);

  for (guint32 i = 0; i < memory->n_devices; i++)
    less |= memory->devices[i].required < before->devices[i].required
            || memory->devices[i].compute < before->devices[i].compute;

  if (less)
    g_error ("%s, variant %u: more context takes less memory", name, variant);
}

static void
assert_sums (const PlimsollMemory *memory)
{
  guint64 weights = memory->weights_host;
  guint64 cache = memory->kv_host;
  guint64 state = memory->state_host;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      weights += device->weights;
      cache += device->kv_cache;
      state += device->state;
      g_assert_cmpuint (device->required, ==,
                        device->weights + device->kv_cache + device->state + device->compute
                          + device->runtime + device->in_use);
    }

  g_assert_cmpuint (memory->weights, ==, weights);
  g_assert_cmpuint (memory->kv_cache, ==, cache);
  g_assert_cmpuint (memory->state, ==, state);
}

static void
test_more_context (void)
{
  static const guint64 contexts[] = { 1,    255,  256,   257,   512,    1000,   1024,   4096,
                                      4097, 8192, 20000, 32768, 131072, 131073, 1000000 };
  g_auto (GStrv) names = plimsoll_test_model_names ();
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollQuestion question;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (names[i]);

      round_weights_init (weights, spec);
      for (guint variant = 0; question_variant (&question, variant); variant++)
        {
          PlimsollMemory memory, before = { 0 };
          const char *refusal = NULL;

          for (guint j = 0; j < G_N_ELEMENTS (contexts); j++)
            {
              question.context = contexts[j];
              if (!plimsoll_memory (spec, &weights->weights, &question, &memory, &refusal))
                g_error ("%s, variant %u: %s", names[i], variant, refusal);
              assert_sums (&memory);
              assert_no_less (&memory, &before, names[i], variant);
              before = memory;
            }
        }
    }
}

/* Asserts that @question fits, or not, at @context. */
static gboolean
fits_at (const PlimsollModelSpec *spec,
         const RoundWeights *weights,
         const PlimsollAcceleratorFacts *card,
         PlimsollQuestion question,
         guint64 context)
{
  PlimsollEstimate estimate;

  question.context = context;
  estimate_on (spec, &weights->weights, card, &question, &estimate);
  g_assert_true (estimate.valid);

  return estimate.verdict != PLIMSOLL_VERDICT_EXCEEDS;
}

static void
test_longest_context (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollQuestion question;
  guint n_inside = 0;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (names[i]);

      round_weights_init (weights, spec);
      for (guint variant = 0; question_variant (&question, variant); variant += 5)
        for (guint64 size = 2; size <= 64; size *= 2)
          {
            PlimsollAcceleratorFacts card;
            PlimsollEstimate estimate;
            guint64 longest;

            card_init (&card, size * GIB);
            question.system_memory = 16 * GIB;
            question.context = 256 << (variant % 11);
            estimate_on (spec, &weights->weights, &card, &question, &estimate);
            g_assert_true (estimate.valid);

            longest = estimate.longest_context;
            if (longest == 0)
              {
                g_assert_false (fits_at (spec, weights, &card, question, 256));
                continue;
              }
            g_assert_true (fits_at (spec, weights, &card, question, longest));
            if (longest == (guint64) spec->max_context * question.parallel)
              continue;
            g_assert_cmpuint (longest % 256, ==, 0);
            g_assert_false (fits_at (spec, weights, &card, question, longest + 256));
            n_inside++;
          }
    }

  g_test_message ("%u longest contexts within the model's own limit", n_inside);
  g_assert_cmpuint (n_inside, >, 1000);
}

/* A model that is known by its totals and the shape of its cache: 93 blocks of MLA, 512 + 64. */
static PlimsollModelSpec *
make_totals (void)
{
  PlimsollModelSpec *spec = plimsoll_model_spec_new (93, 0, 1);

  spec->source = PLIMSOLL_SPEC_FROM_TOTALS;
  spec->stated_parameters = G_GUINT64_CONSTANT (2780000000000);
  spec->kinds[0].attention = (PlimsollAttention) {
    .kind = PLIMSOLL_ATTENTION_MLA,
    .kv_lora_rank = 512,
    .rope_dim = 64,
  };

  return spec;
}

static void
test_totals (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_totals ();
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollMemory memory, quantized;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  plimsoll_question_init (&question);
  g_assert_true (plimsoll_memory (spec, &weights->weights, &question, &memory, NULL));
  g_assert_cmpfloat_with_epsilon ((double) memory.kv_cache / (double) GIB, 0.82, 0.005);
  g_assert_cmpint (memory.compute_exactness, ==, PLIMSOLL_UNKNOWN);
  g_assert_cmpuint (memory.devices[0].compute, ==, 0);

  question.context = 32768;
  g_assert_true (plimsoll_memory (spec, &weights->weights, &question, &memory, NULL));
  g_assert_cmpfloat_with_epsilon ((double) memory.kv_cache / (double) GIB, 3.27, 0.005);

  /* The page halves the cache; Q8_0 has scales too, 34 bytes for 32 values. */
  question.kv_k = question.kv_v = PLIMSOLL_FORMAT_Q8_0;
  g_assert_true (plimsoll_memory (spec, &weights->weights, &question, &quantized, NULL));
  g_assert_cmpfloat_with_epsilon ((double) (memory.kv_cache - quantized.kv_cache) / (double) GIB,
                                  1.64, 0.11);
}

static void
test_refusals (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts card;
  PlimsollEstimate estimate;

  round_weights_init (weights, spec);
  card_init (&card, 24 * GIB);

  for (guint i = 0; i < 10; i++)
    {
      PlimsollQuestion question;

      plimsoll_question_init (&question);
      switch (i)
        {
        case 0:
          question.context = 0;
          break;
        case 1:
          question.context = PLIMSOLL_MAX_CONTEXT + 1;
          break;
        case 2:
          question.parallel = 0;
          break;
        case 3:
          question.ubatch = 0;
          break;
        case 4:
          question.kv_v = PLIMSOLL_FORMAT_Q8_0;
          question.flash_attention = FALSE;
          break;
        case 5:
          question.kv_k = PLIMSOLL_FORMAT_Q4_K;
          break;
        case 6:
          question.engine = PLIMSOLL_ENGINE_VLLM;
          break;
        case 7:
          question.n_devices = PLIMSOLL_MAX_DEVICES + 1;
          break;
        case 8:
          question.main_device = 1;
          break;
        default:
          question.kv_k = (PlimsollBlockFormat) 4;
          break;
        }

      estimate_on (spec, &weights->weights, &card, &question, &estimate);
      g_assert_false (estimate.valid);
      g_assert_nonnull (estimate.refusal);
      g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_UNKNOWN);
    }
}

static void
test_overflow (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts card;
  PlimsollEstimate estimate;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  card_init (&card, 24 * GIB);
  plimsoll_question_init (&question);
  question.context = PLIMSOLL_MAX_CONTEXT;

  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_true (estimate.valid);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);

  spec->kinds[0].attention.heads = spec->kinds[0].attention.kv_heads = 65536;
  spec->kinds[0].attention.key_dim = spec->kinds[0].attention.value_dim = 65536;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_false (estimate.valid);
  g_assert_nonnull (estimate.refusal);

  /* A part that overflows is found, whatever else there is. */
  question.context = 256;
  weights->blocks[3].device = G_MAXUINT64 - 5;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_false (estimate.valid);
}

static void
test_verdicts (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("qwen3-30b-a3b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts card;
  PlimsollEstimate estimate;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  card_init (&card, 64 * GIB);
  plimsoll_question_init (&question);
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_FITS);
  g_assert_cmpuint (estimate.required, ==, estimate.memory.devices[0].required);
  g_assert_cmpint (estimate.headroom, ==, (gint64) (estimate.usable - estimate.required));
  g_assert_cmpuint (estimate.memory.devices[0].runtime, ==, 400 * MIB);

  /* Room for 4 % more, then for nothing more, then for one byte less. */
  card.memory_bytes_usable = estimate.required + estimate.required / 25;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_TIGHT);
  card.memory_bytes_usable = estimate.required;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_TIGHT);
  card.memory_bytes_usable = estimate.required - 1;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  g_assert_cmpint (estimate.headroom, ==, -1);

  /* A share of what the box says that is not there. */
  card.memory_bytes_usable = 0;
  card.memory_bytes_reported = estimate.required - 1;
  card.memory_bytes_nominal = estimate.required / 95 * 100 + 100 * MIB;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.headroom, >, 0);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  card.memory_bytes_reported = 0;

  /* What others use counts. */
  question.memory_in_use = 1;
  card.memory_bytes_usable = estimate.required;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  question.memory_in_use = 0;

  /* Experts in system memory: it runs, if there is enough of that. */
  question.n_cpu_moe = 40;
  question.system_memory = 8 * GIB;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_OFFLOAD);
  g_assert_cmpuint (estimate.memory.weights_host, ==, (90 + 40 * 79) * MIB);
  question.system_memory = estimate.host_required - 1;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
}

static void
test_processor_only (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts none;
  PlimsollEstimate estimate;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  plimsoll_accelerator_facts_init (&none);
  plimsoll_question_init (&question);
  question.n_devices = 0;
  estimate_on (spec, &weights->weights, &none, &question, &estimate);
  g_assert_true (estimate.valid);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_UNKNOWN);

  question.system_memory = 32 * GIB;
  estimate_on (spec, &weights->weights, &none, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_FITS);
  g_assert_cmpuint (estimate.required, ==, estimate.host_required);
  g_assert_cmpuint (estimate.usable, ==, 32 * GIB);

  question.system_memory = 1 * GIB;
  estimate_on (spec, &weights->weights, &none, &question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
}

static void
test_unified (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts mac;
  PlimsollEstimate apart, together;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  card_init (&mac, 16 * GIB);
  plimsoll_question_init (&question);
  estimate_on (spec, &weights->weights, &mac, &question, &apart);
  mac.unified = TRUE;
  estimate_on (spec, &weights->weights, &mac, &question, &together);

  g_assert_cmpuint (together.required - apart.required, ==,
                    together.memory.weights_host + together.memory.compute_host
                      + together.memory.output_host);
  g_assert_cmpuint (together.usable, <, apart.usable);
}

/* Blocks go by the shares that were given, and all of them somewhere, whatever was given. */
static void
test_shares (void)
{
  static const float shares[][3] = { { 0, 0, 0 },           { 1, 0, 0 },     { 0, 0, 1 },
                                     { 0, 3, 1 },           { 1, 0, 1 },     { NAN, 1, -1 },
                                     { INFINITY, 1, 1e9f }, { 1e-30f, 0, 0 } };
  static const guint n_blocks[][3] = { { 11, 11, 10 }, { 32, 0, 0 }, { 0, 0, 32 }, { 0, 25, 7 },
                                       { 17, 0, 15 },  { 0, 32, 0 }, { 0, 1, 31 }, { 32, 0, 0 } };
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollQuestion question;
  PlimsollMemory memory;

  round_weights_init (weights, spec);
  plimsoll_question_init (&question);
  question.n_devices = 3;

  for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
    {
      memcpy (question.device_shares, shares[i], sizeof shares[i]);
      g_assert_true (plimsoll_memory (spec, &weights->weights, &question, &memory, NULL));
      for (guint j = 0; j < 3; j++)
        g_assert_cmpuint (memory.devices[j].weights / (20 * MIB), >=, n_blocks[i][j]);
      g_assert_cmpuint (memory.weights, ==, (32 * 20 + 70 + 90) * MIB);
    }
}

static void
test_types_differ (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.1-8b");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts card;
  PlimsollEstimate estimate;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  card_init (&card, 24 * GIB);
  plimsoll_question_init (&question);
  question.kv_k = PLIMSOLL_FORMAT_Q8_0;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_true (estimate.kv_types_differ);
  question.flash_attention = FALSE;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_false (estimate.kv_types_differ);
}

/* Mistral 7B v0.1 has a window of 4,096 that its GGUF does not say: llama.cpp attends to all. */
static void
test_window_not_in_gguf (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("mistral-7b-v0.3");
  g_autofree RoundWeights *weights = g_new (RoundWeights, 1);
  PlimsollAcceleratorFacts card;
  PlimsollEstimate estimate;
  PlimsollQuestion question;

  round_weights_init (weights, spec);
  card_init (&card, 24 * GIB);
  plimsoll_question_init (&question);
  question.context = 32768;
  spec->kinds[0].attention.kind = PLIMSOLL_ATTENTION_SLIDING;
  spec->kinds[0].attention.window = 4096;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  /* 32 blocks, K and V of 8 heads of 128 in F16, of ⌈4,096 + 512⌉ tokens. */
  g_assert_cmpuint (estimate.memory.kv_cache, ==, 32 * 2 * 8 * 128 * 2 * G_GUINT64_CONSTANT (4608));
  spec->kinds[0].attention.window_not_in_gguf = TRUE;
  estimate_on (spec, &weights->weights, &card, &question, &estimate);
  g_assert_cmpuint (estimate.memory.kv_cache, ==, 4 * GIB);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/estimate/more-context", test_more_context);
  g_test_add_func ("/estimate/longest-context", test_longest_context);
  g_test_add_func ("/estimate/totals", test_totals);
  g_test_add_func ("/estimate/refusals", test_refusals);
  g_test_add_func ("/estimate/overflow", test_overflow);
  g_test_add_func ("/estimate/verdicts", test_verdicts);
  g_test_add_func ("/estimate/processor-only", test_processor_only);
  g_test_add_func ("/estimate/unified", test_unified);
  g_test_add_func ("/estimate/shares", test_shares);
  g_test_add_func ("/estimate/types-differ", test_types_differ);
  g_test_add_func ("/estimate/window-not-in-gguf", test_window_not_in_gguf);

  return g_test_run ();
}
