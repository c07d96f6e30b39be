/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds for every speed, whatever the constants: the figures themselves are held against
 * measured ones elsewhere. */

#include "plimsoll-estimate.h"
#include "plimsoll-memory.h"
#include "plimsoll-speed-use.h"
#include "plimsoll-test-spec.h"

#include <math.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;
  PlimsollWeights *weights;
  PlimsollAcceleratorFacts card;
  double memory_bandwidth_gbs;
  PlimsollQuestion question;
} Fixture;

static void
fixture_init (Fixture *self, const char *model, PlimsollFileType type)
{
  self->spec = plimsoll_test_spec (model);
  self->plan = plimsoll_tensor_plan_new (self->spec);
  self->weights = plimsoll_weights_new (self->spec, self->plan, type, TRUE);
  g_assert_nonnull (self->weights);

  plimsoll_accelerator_facts_init (&self->card);
  self->card.vendor = PLIMSOLL_VENDOR_NVIDIA;
  self->card.memory_class = PLIMSOLL_MEMORY_GDDR;
  self->card.memory_bytes_nominal = 1024 * GIB;
  self->card.matrix_units = PLIMSOLL_MATRIX_PRESENT;
  self->card.bandwidth_gbs = 936;
  self->card.fp32_tflops = 35.6;
  self->card.fp16_tflops = 71;
  self->card.fp16_accumulate_tflops = 142;

  self->memory_bandwidth_gbs = (double) NAN;
  plimsoll_question_init (&self->question);
  self->question.context = 65536;
}

static void
fixture_clear (Fixture *self)
{
  plimsoll_weights_unref (self->weights);
  plimsoll_tensor_plan_free (self->plan);
  plimsoll_model_spec_unref (self->spec);
}

static void
fixture_hardware (const Fixture *self, PlimsollHardware *hardware)
{
  plimsoll_hardware_init_one_kind (hardware, &self->card, self->question.n_devices);
  hardware->memory_bandwidth_gbs = self->memory_bandwidth_gbs;
}

static void
fixture_estimate (const Fixture *self, PlimsollEstimate *estimate)
{
  PlimsollHardware hardware;

  fixture_hardware (self, &hardware);
  plimsoll_estimate (self->spec, self->weights, &hardware, &self->question, estimate);
  g_assert_true (estimate->valid);
}

static void
fixture_plan (const Fixture *self, PlimsollSpeedPlan *plan)
{
  PlimsollPlacement placement;
  PlimsollHardware hardware;

  fixture_hardware (self, &hardware);
  plimsoll_placement_init (&placement, self->spec, self->weights, &self->question);
  plimsoll_speed_plan_init (plan, self->spec, self->weights, &placement, &hardware, &self->question,
                            plimsoll_speed_constants ());
}

static double
fixture_decode (const Fixture *self)
{
  PlimsollEstimate estimate;

  fixture_estimate (self, &estimate);

  return estimate.speed.decode.value;
}

/* What one token of Llama 3.1 8B reads, by hand: all but the table of its input; 32 blocks with 8
 * KV heads of 128, K and V, in F16. */
static void
test_traffic (void)
{
  Fixture f;
  PlimsollTraffic traffic;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_F16);
  plimsoll_traffic_init (&traffic, f.spec, f.weights, &f.question);

  g_assert_cmpfloat_with_epsilon (traffic.cache.per_token, 32 * 2 * 8 * 128 * 2, 0.5);
  g_assert_cmpfloat_with_epsilon (traffic.work.per_token, 32 * 32 * 4 * 128, 0.5);
  g_assert_cmpfloat_with_epsilon (traffic.head_parameters, 128256.0 * 4096, 0.5);
  /* 8,030,261,248 in all, the input table and the head 525,336,576 each. */
  g_assert_cmpfloat_with_epsilon (traffic.parameters, 8030261248.0 - 2 * 525336576.0, 64);
  g_assert_cmpfloat_with_epsilon (traffic.always / 2, 8030261248.0 - 525336576.0, 0.001e9);
  g_assert_cmpfloat (traffic.experts, ==, 0);
  fixture_clear (&f);

  /* 8 of 128 experts. */
  fixture_init (&f, "qwen3-30b-a3b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  plimsoll_traffic_init (&traffic, f.spec, f.weights, &f.question);
  g_assert_cmpfloat_with_epsilon (traffic.chosen, 8.0 / 128, 1e-9);
  g_assert_cmpfloat (traffic.experts, ==, (double) f.weights->read_experts_all);
  g_assert_cmpfloat_with_epsilon (traffic.expert_parameters, 48.0 * 128 * 3 * 2048 * 768, 0.5);
  fixture_clear (&f);

  /* One block in six sees all, the others the last 1,024 tokens. */
  fixture_init (&f, "gemma-3-27b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  plimsoll_traffic_init (&traffic, f.spec, f.weights, &f.question);
  g_assert_cmpuint (traffic.cache.n_windows, ==, 1);
  g_assert_cmpfloat (traffic.cache.windows[0], ==, 1024);
  g_assert_cmpfloat_with_epsilon (traffic.cache.per_token, 10 * 2 * 16 * 128 * 2, 0.5);
  g_assert_cmpfloat_with_epsilon (traffic.cache.rates[0], 52 * 2 * 16 * 128 * 2, 0.5);
  fixture_clear (&f);
}

static void
test_reach (void)
{
  PlimsollReach reach = { .always = 3 };
  double sum = 0;

  plimsoll_reach_add (&reach, 0, 2);
  plimsoll_reach_add (&reach, 100, 5);
  plimsoll_reach_add (&reach, 100, 1);
  plimsoll_reach_add (&reach, 1000, 7);
  g_assert_cmpuint (reach.n_windows, ==, 2);
  g_assert_cmpfloat (plimsoll_reach_at (&reach, 50), ==, 3 + 50 * (2 + 6 + 7));
  g_assert_cmpfloat (plimsoll_reach_at (&reach, 2000), ==, 3 + 4000 + 600 + 7000);

  for (guint depth = 40; depth < 3040; depth++)
    sum += plimsoll_reach_at (&reach, depth + 0.5);
  g_assert_cmpfloat_with_epsilon (plimsoll_reach_sum (&reach, 40, 3000), sum, sum * 1e-4);

  /* A fifth window counts with the fourth. */
  for (guint i = 1; i <= 5; i++)
    plimsoll_reach_add (&reach, 10 * i, 1);
  g_assert_cmpuint (reach.n_windows, ==, PLIMSOLL_TRAFFIC_WINDOWS);
}

/* More behind a token never makes it faster; the sum over tokens is the sum of the tokens; a range
 * holds its value. */
static void
test_monotonic (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (guint i = 0; names[i] != NULL; i++)
    for (guint32 n = 1; n <= 4; n += 3)
      {
        Fixture f;
        PlimsollSpeedPlan plan;
        double before = 0, sum = 0;

        fixture_init (&f, names[i], PLIMSOLL_FILE_TYPE_Q8_0);
        f.question.n_devices = n;
        fixture_plan (&f, &plan);
        g_assert_cmpint (plan.rule, ==,
                         n == 1 ? PLIMSOLL_SPEED_ONE_DEVICE : PLIMSOLL_SPEED_LAYER_SPLIT);

        for (guint depth = 0; depth <= 131072; depth += 4096)
          {
            const double token = plimsoll_speed_plan_token (&plan, depth);

            g_assert_cmpfloat (token, >, 0);
            g_assert_cmpfloat (token, >=, before);
            before = token;
            sum += 4096 * plimsoll_speed_plan_token (&plan, depth + 2048);
          }
        g_assert_cmpfloat_with_epsilon (plimsoll_speed_plan_tokens (&plan, 0, 131072 + 4096), sum,
                                        sum * 0.02);

        before = 0;
        for (guint prompt = 1; prompt <= 131072; prompt *= 2)
          {
            const double taken = plimsoll_speed_plan_prompt (&plan, 0, prompt);

            g_assert_cmpfloat (taken, >, before);
            before = taken;
          }

        /* Several requests take longer for each step, and less than one after the other. */
        before = plimsoll_speed_plan_token (&plan, 1000);
        g_assert_cmpfloat (plimsoll_speed_plan_step (&plan, 1000, 1), ==, before);
        for (guint requests = 2; requests <= 256; requests *= 2)
          {
            const double step = plimsoll_speed_plan_step (&plan, 1000, requests);

            g_assert_cmpfloat (step, >, before);
            before = step;
          }
        fixture_clear (&f);
      }
}

/* Speed follows what makes it. */
static void
test_direction (void)
{
  Fixture f;
  double before, now;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  before = fixture_decode (&f);
  g_assert_cmpfloat (before, >, 0);

  f.card.bandwidth_gbs *= 2;
  now = fixture_decode (&f);
  g_assert_cmpfloat (now, >, before);
  g_assert_cmpfloat (now, <, 2 * before);
  f.card.bandwidth_gbs /= 2;

  f.question.depth = 32768;
  now = fixture_decode (&f);
  g_assert_cmpfloat (now, <, before);

  /* A narrower cache reads less. */
  before = now;
  f.question.kv_k = f.question.kv_v = PLIMSOLL_FORMAT_Q8_0;
  now = fixture_decode (&f);
  g_assert_cmpfloat (now, >, before);

  /* Blocks in system memory are slower there, all of them slowest. */
  f.question.system_memory = 64 * GIB;
  before = now;
  for (gint32 ngl = 30; ngl >= 0; ngl -= 10)
    {
      f.question.ngl = ngl;
      now = fixture_decode (&f);
      g_assert_cmpfloat (now, <, before);
      before = now;
    }

  /* Faster memory there helps. */
  f.memory_bandwidth_gbs = 200;
  now = fixture_decode (&f);
  g_assert_cmpfloat (now, >, before);
  fixture_clear (&f);
}

/* A sixteenth of the memory that holds error correction is read along: 46,068 of 49,152 MiB, as an
 * A40 reports, is all that differs. */
static void
test_correction (void)
{
  Fixture f;
  double before, now;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_F16);
  f.card.memory_bytes_nominal = 48 * GIB;
  f.card.memory_bytes_reported = 49140 * (GIB / 1024);
  before = fixture_decode (&f);
  f.card.memory_bytes_reported = 46068 * (GIB / 1024);
  now = fixture_decode (&f);
  g_assert_cmpfloat (now, <, before);
  g_assert_cmpfloat (now, >, before * 46068 / 49152);

  /* HBM has room of its own for it. */
  f.card.memory_class = PLIMSOLL_MEMORY_HBM;
  now = fixture_decode (&f);
  f.card.memory_bytes_reported = 49140 * (GIB / 1024);
  g_assert_cmpfloat_with_epsilon (fixture_decode (&f), now, 1e-9);
  fixture_clear (&f);
}

/* Seconds of 512 tokens, what 32,768 before them add. */
static double
fixture_attention (const Fixture *self)
{
  PlimsollSpeedPlan plan;

  fixture_plan (self, &plan);

  return plimsoll_speed_plan_prompt (&plan, 32768, 512)
         - plimsoll_speed_plan_prompt (&plan, 0, 512);
}

/* AMD's matrix units compute attention with ROCm, on RDNA 4, since 2026; and nothing else of AMD's.
 * Without flash attention it takes longer anywhere. */
static void
test_attention (void)
{
  Fixture f;
  double matrix, vector;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_Q4_0);
  f.question.flash_attention = TRUE;
  matrix = fixture_attention (&f);
  f.question.flash_attention = FALSE;
  g_assert_cmpfloat (fixture_attention (&f), >, matrix);

  f.question.flash_attention = TRUE;
  f.card.vendor = PLIMSOLL_VENDOR_AMD;
  f.card.architecture = "RDNA 4";
  matrix = fixture_attention (&f);
  f.question.build = PLIMSOLL_BUILD_2025;
  vector = fixture_attention (&f);
  g_assert_cmpfloat (vector, >, 1.5 * matrix);

  f.question.build = PLIMSOLL_BUILD_CURRENT;
  f.question.runtime = PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN;
  g_assert_cmpfloat_with_epsilon (fixture_attention (&f), vector, 1e-9);
  f.question.runtime = PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM;
  f.card.architecture = "RDNA 3";
  g_assert_cmpfloat_with_epsilon (fixture_attention (&f), vector, 1e-9);
  fixture_clear (&f);
}

/* Unequal devices: as fast as their parts after one another, and so between two of each. */
static void
test_mixed (void)
{
  Fixture f;
  PlimsollEstimate estimate;
  PlimsollHardware hardware;
  PlimsollAcceleratorFacts slow;
  double fast, both;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  f.question.n_devices = 2;
  fast = fixture_decode (&f);

  slow = f.card;
  slow.bandwidth_gbs /= 4;
  slow.fp16_accumulate_tflops /= 4;
  plimsoll_hardware_init (&hardware);
  g_assert_true (plimsoll_hardware_add (&hardware, &f.card, 1));
  g_assert_true (plimsoll_hardware_add (&hardware, &slow, 1));
  plimsoll_estimate (f.spec, f.weights, &hardware, &f.question, &estimate);
  both = estimate.speed.decode.value;
  g_assert_cmpint (estimate.speed.plan.rule, ==, PLIMSOLL_SPEED_LAYER_SPLIT);

  f.card = slow;
  g_assert_cmpfloat (both, <, fast);
  g_assert_cmpfloat (both, >, fixture_decode (&f));
  g_assert_cmpfloat (2 / both, >, 1 / fast + 0.8 / fixture_decode (&f));
  g_assert_cmpfloat (2 / both, <, 1.2 / fast + 1 / fixture_decode (&f));

  /* One whose bandwidth is not known: not known together. */
  hardware.kinds[1].bandwidth_gbs = (double) NAN;
  plimsoll_estimate (f.spec, f.weights, &hardware, &f.question, &estimate);
  g_assert_true (estimate.valid);
  g_assert_true (isnan (estimate.speed.decode.value));
  fixture_clear (&f);
}

/* What a prompt of 4 micro-batches takes of 4 equal devices, of what it takes one after another. */
static double
share_of_four (double queued)
{
  const PlimsollSpeedPlan plan = {
    .rule = PLIMSOLL_SPEED_LAYER_SPLIT,
    .prefill = { .always = 0.001 },
    .ubatch = 512,
    .devices = 4,
    .pipeline = 1,
    .queued = queued,
  };

  return plimsoll_speed_plan_prompt (&plan, 0, 2048) / 2.048;
}

/* Counted by hand, a micro-batch taking a device 1. Without a limit the last of four is through
 * after 4 + 3 of 16. Where 0.9 of one fit in a queue, the next begins when a tenth of the last
 * device's part is done: each 3.1 of 4. Where 1.5 fit, two are begun in 3 + 0.5. Where 6 fit, the
 * filling of the pipeline is what is left. */
static void
test_queue (void)
{
  Fixture f;
  PlimsollSpeedPlan plan;

  g_assert_cmpfloat_with_epsilon (share_of_four (0), 7.0 / 16, 1e-9);
  g_assert_cmpfloat_with_epsilon (share_of_four (0.9), 3.1 / 4, 1e-9);
  g_assert_cmpfloat_with_epsilon (share_of_four (1.5), 3.5 / 8, 1e-9);
  g_assert_cmpfloat_with_epsilon (share_of_four (6), 7.0 / 16, 1e-9);

  /* 32 blocks and the head on 2 devices are 17 at most on one; 52 launches a block of unpacked
   * weights, 45 of those of 16 bits and since builds that do not unpack, 37 with flash attention.
   */
  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  f.question.n_devices = 2;
  f.question.flash_attention = FALSE;
  f.question.build = PLIMSOLL_BUILD_EARLY;
  fixture_plan (&f, &plan);
  g_assert_cmpfloat_with_epsilon (plan.queued, 1000.0 / (52 * 17), 1e-9);
  f.question.build = PLIMSOLL_BUILD_2025;
  fixture_plan (&f, &plan);
  g_assert_cmpfloat_with_epsilon (plan.queued, 1000.0 / (45 * 17), 1e-9);
  f.question.flash_attention = TRUE;
  fixture_plan (&f, &plan);
  g_assert_cmpfloat_with_epsilon (plan.queued, 1000.0 / (37 * 17), 1e-9);

  /* CUDA's alone. */
  f.question.runtime = PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN;
  fixture_plan (&f, &plan);
  g_assert_cmpfloat (plan.queued, ==, 0);
  fixture_clear (&f);
}

/* Of CDNA 3 the peak counts for less than what is stated; of others not. */
static void
test_peak (void)
{
  PlimsollAcceleratorFacts card;

  plimsoll_accelerator_facts_init (&card);
  card.matrix_units = PLIMSOLL_MATRIX_PRESENT;
  card.fp16_tflops = 1307;
  card.architecture = "CDNA 2";
  g_assert_cmpfloat_with_epsilon (plimsoll_speed_peak_rate (&card, PLIMSOLL_SPEED_SERVER), 1307e12,
                                  1);
  card.architecture = "CDNA 3";
  g_assert_cmpfloat_with_epsilon (plimsoll_speed_peak_rate (&card, PLIMSOLL_SPEED_SERVER) / 1e12,
                                  1307 * 0.601 / 0.83, 1);
}

static void
test_unknown (void)
{
  Fixture f;
  PlimsollEstimate estimate;

  fixture_init (&f, "llama-3.1-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);

  /* No bandwidth: no speed, and the memory all the same. */
  for (guint i = 0; i < 2; i++)
    {
      f.card.bandwidth_gbs = i == 0 ? 0 : (double) NAN;
      fixture_estimate (&f, &estimate);
      g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_FITS);
      g_assert_cmpint (estimate.speed.plan.rule, ==, PLIMSOLL_SPEED_UNKNOWN);
      g_assert_true (isnan (estimate.speed.decode.value));
      g_assert_true (isnan (estimate.speed.decode.low));
      g_assert_true (isnan (estimate.speed.prefill.value));
      g_assert_true (isnan (estimate.speed.first_token.high));
      g_assert_true (isnan (estimate.speed.batch.value));
    }

  /* No rates: no prefill, and the decoding all the same. */
  f.card.bandwidth_gbs = 936;
  f.card.fp32_tflops = f.card.fp16_tflops = f.card.fp16_accumulate_tflops = (double) NAN;
  fixture_estimate (&f, &estimate);
  g_assert_cmpfloat (estimate.speed.decode.value, >, 0);
  g_assert_true (isnan (estimate.speed.prefill.value));
  g_assert_true (isnan (estimate.speed.first_token.value));

  /* It does not fit: no speed. */
  f.card.memory_bytes_nominal = 2 * GIB;
  fixture_estimate (&f, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  g_assert_true (isnan (estimate.speed.decode.value));

  /* A processor alone: two bounds and nothing between. */
  f.question.n_devices = 0;
  f.question.system_memory = 64 * GIB;
  f.memory_bandwidth_gbs = 80;
  fixture_estimate (&f, &estimate);
  g_assert_cmpint (estimate.speed.plan.rule, ==, PLIMSOLL_SPEED_CPU);
  g_assert_true (isnan (estimate.speed.decode.value));
  g_assert_cmpfloat (estimate.speed.decode.low, >, 0);
  g_assert_cmpfloat (estimate.speed.decode.high, >, estimate.speed.decode.low);
  g_assert_cmpfloat (estimate.speed.decode.high, <, 80e9 / (double) f.weights->read_always);
  g_assert_true (isnan (estimate.speed.first_token.value));
  fixture_clear (&f);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/speed/traffic", test_traffic);
  g_test_add_func ("/core/speed/reach", test_reach);
  g_test_add_func ("/core/speed/monotonic", test_monotonic);
  g_test_add_func ("/core/speed/direction", test_direction);
  g_test_add_func ("/core/speed/correction", test_correction);
  g_test_add_func ("/core/speed/attention", test_attention);
  g_test_add_func ("/core/speed/mixed", test_mixed);
  g_test_add_func ("/core/speed/queue", test_queue);
  g_test_add_func ("/core/speed/peak", test_peak);
  g_test_add_func ("/core/speed/unknown", test_unknown);

  return g_test_run ();
}
