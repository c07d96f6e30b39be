/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-planner.h"

#include "plimsoll-limits.h"
#include "plimsoll-test-spec.h"

#include <math.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)

typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *tensors;
  PlimsollWeights *weights;
  PlimsollHardware hardware;
  PlimsollQuestion question;
} Asked;

static void
asked_init (Asked *self, const char *model)
{
  self->spec = plimsoll_test_spec (model);
  self->tensors = plimsoll_tensor_plan_new (self->spec);
  self->weights = plimsoll_weights_new (self->spec, self->tensors, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE);
  plimsoll_hardware_init (&self->hardware);
  plimsoll_question_init (&self->question);
  self->question.system_memory = 64 * GIB;
  self->question.n_devices = 0;
}

static void
asked_clear (Asked *self)
{
  plimsoll_weights_unref (self->weights);
  plimsoll_tensor_plan_free (self->tensors);
  plimsoll_model_spec_unref (self->spec);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Asked, asked_clear)

static void
asked_add (Asked *self, guint64 bytes, double bandwidth, guint32 n)
{
  PlimsollAcceleratorFacts card;

  plimsoll_accelerator_facts_init (&card);
  card.vendor = PLIMSOLL_VENDOR_NVIDIA;
  card.memory_class = PLIMSOLL_MEMORY_GDDR;
  card.memory_bytes_nominal = bytes;
  card.bandwidth_gbs = bandwidth;
  g_assert_true (plimsoll_hardware_add (&self->hardware, &card, n));
  self->question.n_devices = self->hardware.n_devices;
}

static gboolean
asked_find (const Asked *self, PlimsollPlan *plan)
{
  return plimsoll_planner_find (plan, self->spec, self->weights, &self->hardware, &self->question,
                                NULL);
}

static void
asked_estimate (const Asked *self, const PlimsollQuestion *question, PlimsollEstimate *estimate)
{
  plimsoll_estimate (self->spec, self->weights, &self->hardware, question, estimate);
  g_assert_true (estimate->valid);
}

/* Weights on devices and in system memory are together the model's, as far as that does not change
 * with the place: padding does, by less than this; a tied head is stored twice on a device only;
 * blocks for multi-token prediction stay in the file. */
static void
assert_adds_up (const Asked *self, const PlimsollQuestion *question, guint64 weights)
{
  guint64 model = self->weights->embedding_host + self->weights->output_device;

  for (guint32 i = 0; i < self->weights->n_blocks; i++)
    model += self->weights->blocks[i].device + self->weights->blocks[i].experts_device;
  if (question->ngl == 0 && self->spec->tied_head)
    model -= self->weights->head_bytes;

  g_assert_cmpfloat_with_epsilon ((double) weights, (double) model, (double) model / 1000);
}

/* The plan asked as a question is what the plan says. */
static void
assert_holds (const Asked *self, const PlimsollPlan *plan)
{
  PlimsollEstimate estimate;
  guint64 weights = 0;

  asked_estimate (self, &plan->question, &estimate);
  if (estimate.verdict == PLIMSOLL_VERDICT_EXCEEDS)
    g_error ("the plan does not fit");
  g_assert_true (plan->complete || estimate.verdict == PLIMSOLL_VERDICT_OFFLOAD);
  for (guint32 i = 0; i < estimate.memory.n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &estimate.memory.devices[i];

      g_assert_cmpuint (device->required, <=, device->usable);
      weights += device->weights;
    }
  g_assert_cmpuint (estimate.host_required, <=, self->question.system_memory);
  g_assert_cmpuint (estimate.host_required, ==, plan->host_required);
  g_assert_cmpuint (estimate.required, ==, plan->device_required);
  g_assert_cmpuint (estimate.memory.weights_host, ==, plan->weights_host);
  g_assert_cmpuint (weights + plan->weights_host, ==, estimate.memory.weights);
  g_assert_cmpfloat (estimate.speed.decode.value, ==, plan->speed.decode.value);
  assert_adds_up (self, &plan->question, estimate.memory.weights);
}

/* Models of all kinds, on cards of all sizes, with all sorts of memory beside them: what is
 * planned fits, and more of either memory is never slower. */
static void
test_more_memory (void)
{
  static const char *const names[] = { "llama-3.3-70b",    "qwen3-30b-a3b",     "qwen3-235b-a22b",
                                       "deepseek-r1-671b", "gemma-3-27b",       "gpt-oss-120b",
                                       "glm-4.5-air",      "qwen3-next-80b-a3b" };
  guint n_found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint32 devices = 1; devices <= 3; devices++)
      for (guint64 ram = 16; ram <= 1024; ram *= 4)
        {
          double before = 0;

          for (guint64 half_gib = 8; half_gib <= 96; half_gib += 4)
            {
              g_auto (Asked) asked = { 0 };
              PlimsollPlan plan;

              asked_init (&asked, names[i]);
              asked_add (&asked, half_gib * GIB / 2, 900, devices);
              asked.question.system_memory = ram * GIB;
              if (!asked_find (&asked, &plan))
                {
                  if (before > 0)
                    g_error ("%s on %u: more memory has no plan", names[i], devices);
                  continue;
                }
              assert_holds (&asked, &plan);
              n_found++;
              /* The same blocks on the same devices, dealt out otherwise: the same sum but for
               * its rounding, which the planner too takes for none. */
              if (plan.speed.decode.value < before * (1 - 1e-9))
                g_error ("%s on %u of %u half GiB, %u GiB: %g tok/s after %g", names[i], devices,
                         (guint) half_gib, (guint) ram, plan.speed.decode.value, before);
              before = plan.speed.decode.value;
            }
        }

  g_test_message ("%u plans", n_found);
  g_assert_cmpuint (n_found, >, 500);
}

/* No plan of less offload fits: the one that is found is the first of its kind. */
static void
test_least (void)
{
  g_auto (Asked) moe = { 0 };
  g_auto (Asked) dense = { 0 };
  PlimsollEstimate estimate;
  PlimsollPlan plan;

  asked_init (&moe, "qwen3-30b-a3b");
  asked_add (&moe, 12 * GIB, 360, 1);
  g_assert_true (asked_find (&moe, &plan));
  g_assert_false (plan.complete);
  g_assert_cmpint (plan.question.ngl, ==, PLIMSOLL_ALL_LAYERS);
  g_assert_cmpuint (plan.question.n_cpu_moe, >, 10);
  assert_holds (&moe, &plan);
  plan.question.n_cpu_moe--;
  asked_estimate (&moe, &plan.question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);

  asked_init (&dense, "llama-3.3-70b");
  asked_add (&dense, 24 * GIB, 1008, 1);
  g_assert_true (asked_find (&dense, &plan));
  g_assert_cmpuint (plan.question.n_cpu_moe, ==, 0);
  g_assert_cmpint (plan.question.ngl, >, 30);
  assert_holds (&dense, &plan);
  plan.question.ngl++;
  asked_estimate (&dense, &plan.question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);

  /* What was asked of either does not bind. */
  dense.question.ngl = 3;
  g_assert_true (asked_find (&dense, &plan));
  g_assert_cmpint (plan.question.ngl, >, 30);
}

/* A smaller micro-batch alone, where that is enough: without flash attention it is most of what
 * there is beside weights. */
static void
test_ubatch (void)
{
  g_auto (Asked) asked = { 0 };
  PlimsollEstimate estimate;
  PlimsollPlan plan;

  asked_init (&asked, "llama-3.1-8b");
  asked_add (&asked, 24 * GIB, 448, 1);
  asked.question.flash_attention = FALSE;
  asked.question.ubatch = 256;
  asked_estimate (&asked, &asked.question, &estimate);
  asked.hardware.kinds[0].memory_bytes_usable = estimate.required;
  asked.question.ubatch = 512;
  asked_estimate (&asked, &asked.question, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  g_assert_true (asked_find (&asked, &plan));
  g_assert_true (plan.complete);
  g_assert_cmpuint (plan.question.ubatch, ==, 256);
  assert_holds (&asked, &plan);
}

/* Experts of the first blocks in system memory leave the last device too full; shares set that
 * right. What was asked for by hand stays. */
static void
test_shares (void)
{
  g_auto (Asked) asked = { 0 };
  PlimsollPlan plan, by_hand;

  asked_init (&asked, "qwen3-235b-a22b");
  asked_add (&asked, 24 * GIB, 936, 2);
  asked.question.system_memory = 192 * GIB;
  g_assert_true (asked_find (&asked, &plan));
  g_assert_true (plan.shared);
  g_assert_cmpfloat (plan.question.device_shares[0], >, plan.question.device_shares[1]);
  g_assert_cmpfloat (plan.question.device_shares[0] + plan.question.device_shares[1], ==,
                     (float) plan.n_layers);
  assert_holds (&asked, &plan);

  asked.question.device_shares[0] = asked.question.device_shares[1] = 1;
  g_assert_true (asked_find (&asked, &by_hand));
  g_assert_false (by_hand.shared);
  g_assert_cmpfloat (by_hand.question.device_shares[0], ==, 1);
  g_assert_cmpfloat (by_hand.speed.decode.value, <, plan.speed.decode.value);
  assert_holds (&asked, &by_hand);
}

static void
test_mixed (void)
{
  g_auto (Asked) asked = { 0 };
  PlimsollPlan plan;

  asked_init (&asked, "llama-3.3-70b");
  asked_add (&asked, 24 * GIB, 936, 1);
  asked_add (&asked, 12 * GIB, 360, 1);
  g_assert_true (asked_find (&asked, &plan));
  assert_holds (&asked, &plan);
  g_assert_false (plan.complete);
}

static void
test_none (void)
{
  g_auto (Asked) asked = { 0 };
  PlimsollPlan plan;

  /* 404 GB of weights, and 64 GiB to put them. */
  asked_init (&asked, "deepseek-r1-671b");
  g_assert_false (asked_find (&asked, &plan));
  asked_add (&asked, 24 * GIB, 1008, 1);
  g_assert_false (asked_find (&asked, &plan));
  g_assert_false (plan.found);
  asked.question.system_memory = 512 * GIB;
  g_assert_true (asked_find (&asked, &plan));
  g_assert_cmpuint (plan.host_required, >, plan.weights_host + plan.weights_host / 20);

  asked.question.engine = PLIMSOLL_ENGINE_VLLM;
  g_assert_false (asked_find (&asked, &plan));
  asked.question.engine = PLIMSOLL_ENGINE_LLAMA_CPP;
  asked.question.context = 0;
  g_assert_false (asked_find (&asked, &plan));
  asked.question.context = 8192;
  asked.hardware.kinds[0].memory_bytes_nominal = 0;
  g_assert_false (asked_find (&asked, &plan));

  /* One memory for all: what is not on the device is there all the same. */
  asked.hardware.kinds[0].memory_bytes_nominal = 24 * GIB;
  asked.hardware.kinds[0].unified = TRUE;
  g_assert_false (asked_find (&asked, &plan));
}

/* Speed may be unknown; the plan that keeps most on the device is one all the same. */
static void
test_unknown_speed (void)
{
  g_auto (Asked) asked = { 0 };
  PlimsollPlan plan;

  asked_init (&asked, "qwen3-30b-a3b");
  asked_add (&asked, 12 * GIB, (double) NAN, 1);
  g_assert_true (asked_find (&asked, &plan));
  g_assert_true (isnan (plan.speed.decode.value));
  g_assert_cmpint (plan.question.ngl, ==, PLIMSOLL_ALL_LAYERS);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/planner/more-memory", test_more_memory);
  g_test_add_func ("/planner/least", test_least);
  g_test_add_func ("/planner/ubatch", test_ubatch);
  g_test_add_func ("/planner/shares", test_shares);
  g_test_add_func ("/planner/mixed", test_mixed);
  g_test_add_func ("/planner/none", test_none);
  g_test_add_func ("/planner/unknown-speed", test_unknown_speed);

  return g_test_run ();
}
