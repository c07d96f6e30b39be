/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-estimate.h"

#include "plimsoll-test-spec.h"

#define GIB (G_GUINT64_CONSTANT (1) << 30)
#define MIB (G_GUINT64_CONSTANT (1) << 20)

/* A model of tests/truth as a file type. */
typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollWeights *weights;
} Model;

static void
model_init (Model *self, const char *name, PlimsollFileType type)
{
  g_autoptr (PlimsollTensorPlan) plan = NULL;

  self->spec = plimsoll_test_spec (name);
  plan = plimsoll_tensor_plan_new (self->spec);
  self->weights = plimsoll_weights_new (self->spec, plan, type, FALSE);
  g_assert_nonnull (self->weights);
}

static void
model_clear (Model *self)
{
  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Model, model_clear)

static void
question_init (PlimsollQuestion *question, guint32 devices)
{
  plimsoll_question_init (question);
  question->context = 16384;
  question->n_devices = devices;
  question->system_memory = 256 * GIB;
}

static void
estimate (const Model *model, const PlimsollQuestion *question, PlimsollEstimate *answer)
{
  PlimsollAcceleratorFacts facts;
  PlimsollHardware hardware;

  plimsoll_accelerator_facts_init (&facts);
  facts.vendor = PLIMSOLL_VENDOR_NVIDIA;
  facts.memory_bytes_nominal = 24 * GIB;
  plimsoll_hardware_init_one_kind (&hardware, &facts, question->n_devices);
  plimsoll_estimate (model->spec, model->weights, &hardware, question, answer);
}

static guint64
additions_of (const PlimsollEstimate *answer)
{
  const PlimsollAdditionsMemory *sum = &answer->memory.additions;

  return sum->projector + sum->projector_compute + sum->adapters + sum->draft_weights
         + sum->draft_cache + sum->draft_compute;
}

/* What each device requires is the sum of its parts, and nothing is lost between the places. */
static void
assert_adds_up (const PlimsollEstimate *answer)
{
  const PlimsollAdditionsMemory *sum = &answer->memory.additions;
  guint64 placed = sum->host_weights + sum->host_cache + sum->host_compute;

  for (guint32 i = 0; i < answer->memory.n_devices; i++)
    {
      const PlimsollDeviceMemory *d = &answer->memory.devices[i];

      placed += d->additions;
      g_assert_cmpuint (d->required, ==,
                        d->weights + d->kv_cache + d->state + d->compute + d->additions + d->runtime
                          + d->in_use);
    }
  g_assert_cmpuint (placed, ==, additions_of (answer));
}

static void
test_projector (void)
{
  g_auto (Model) model = { 0 };
  PlimsollQuestion question;
  PlimsollEstimate without, with;

  model_init (&model, "qwen3-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  question_init (&question, 2);
  estimate (&model, &question, &without);
  g_assert_cmpuint (additions_of (&without), ==, 0);

  question.additions.projector = 900 * MIB;
  question.additions.projector_compute = 100 * MIB;
  estimate (&model, &question, &with);
  assert_adds_up (&with);
  g_assert_cmpuint (with.required, ==, without.required + 1000 * MIB);
  g_assert_cmpuint (with.memory.devices[0].additions, ==, 1000 * MIB);
  g_assert_cmpuint (with.memory.devices[1].additions, ==, 0);
  g_assert_cmpuint (with.memory.weights, ==, without.memory.weights);

  question_init (&question, 0);
  question.additions.projector = 900 * MIB;
  estimate (&model, &question, &with);
  assert_adds_up (&with);
  g_assert_cmpuint (with.memory.additions.host_weights, ==, 900 * MIB);
}

/* 36 blocks: with 18 and the output layer offloaded to one device, half of an adapter is there. */
static void
test_adapters (void)
{
  g_auto (Model) model = { 0 };
  PlimsollQuestion question;
  PlimsollEstimate answer;

  model_init (&model, "qwen3-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  question_init (&question, 1);
  question.additions.adapters = 1001;
  estimate (&model, &question, &answer);
  assert_adds_up (&answer);
  g_assert_cmpuint (answer.memory.devices[0].additions, ==, 1001);

  question.ngl = 19;
  estimate (&model, &question, &answer);
  assert_adds_up (&answer);
  g_assert_cmpuint (answer.memory.devices[0].additions, ==, 500);
  g_assert_cmpuint (answer.memory.additions.host_weights, ==, 501);

  question.additions.adapters = G_MAXUINT64 / 2;
  estimate (&model, &question, &answer);
  g_assert_false (answer.valid);
}

/* A draft takes what it would take as a model of its own, device by device. */
static void
test_draft (void)
{
  g_auto (Model) model = { 0 };
  g_auto (Model) draft = { 0 };

  model_init (&model, "qwen3-32b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  model_init (&draft, "qwen3-0.6b", PLIMSOLL_FILE_TYPE_Q8_0);
  for (guint32 devices = 0; devices <= 2; devices++)
    {
      PlimsollQuestion question;
      PlimsollEstimate answer, alone;

      question_init (&question, devices);
      estimate (&draft, &question, &alone);
      question.additions.draft_spec = draft.spec;
      question.additions.draft_weights = draft.weights;
      question.kv_k = question.kv_v = PLIMSOLL_FORMAT_Q8_0;
      estimate (&model, &question, &answer);
      g_assert_true (answer.valid);
      assert_adds_up (&answer);
      g_assert_cmpuint (answer.memory.additions.draft_weights, ==, alone.memory.weights);
      g_assert_cmpuint (answer.memory.additions.draft_cache, ==, alone.memory.kv_cache);
      for (guint32 i = 0; i < devices; i++)
        g_assert_cmpuint (answer.memory.devices[i].additions, ==,
                          alone.memory.devices[i].required - alone.memory.devices[i].runtime);
    }
}

/* The longest context is that of both: it fits, and a step more does not. */
static void
test_longest_context (void)
{
  g_auto (Model) model = { 0 };
  g_auto (Model) draft = { 0 };
  PlimsollQuestion question;
  PlimsollEstimate answer, without;
  guint64 longest;

  model_init (&model, "qwen3-32b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  model_init (&draft, "qwen3-0.6b", PLIMSOLL_FILE_TYPE_Q8_0);
  question_init (&question, 1);
  estimate (&model, &question, &without);
  question.additions.draft_spec = draft.spec;
  question.additions.draft_weights = draft.weights;
  estimate (&model, &question, &answer);
  longest = answer.longest_context;
  g_assert_cmpuint (longest, >, 0);
  g_assert_cmpuint (longest, <, without.longest_context);

  question.context = longest;
  estimate (&model, &question, &answer);
  g_assert_cmpint (answer.verdict, !=, PLIMSOLL_VERDICT_EXCEEDS);
  question.context = longest + 256;
  estimate (&model, &question, &answer);
  g_assert_cmpint (answer.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
}

/* Blocks of multi-token prediction bring their weights and a cache; a model without them says so.
 */
static void
test_mtp (void)
{
  g_auto (Model) model = { 0 };
  g_auto (Model) plain = { 0 };
  PlimsollQuestion question;
  PlimsollEstimate without, with;
  const PlimsollBlockWeights *block;

  model_init (&model, "glm-4.5-air", PLIMSOLL_FILE_TYPE_Q4_K_M);
  question_init (&question, 4);
  estimate (&model, &question, &without);
  question.mtp = TRUE;
  estimate (&model, &question, &with);
  g_assert_true (with.valid);
  block = &model.weights->blocks[model.weights->n_blocks];
  g_assert_cmpuint (with.memory.weights - without.memory.weights, ==,
                    block->device + block->experts_device);
  /* 46 blocks and one more, all of one kind as far as the cache goes. */
  g_assert_cmpuint (with.memory.kv_cache * 46, ==, without.memory.kv_cache * 47);

  model_init (&plain, "qwen3-8b", PLIMSOLL_FILE_TYPE_Q4_K_M);
  estimate (&plain, &question, &with);
  g_assert_false (with.valid);
  g_assert_nonnull (strstr (with.refusal, "multi-token prediction"));
}

static void
test_served (void)
{
  g_auto (Model) model = { 0 };
  PlimsollQuestion question;
  PlimsollEstimate answer;

  model_init (&model, "qwen3-8b", PLIMSOLL_FILE_TYPE_BF16);
  question_init (&question, 1);
  question.engine = PLIMSOLL_ENGINE_VLLM;
  question.additions.adapters = 1;
  estimate (&model, &question, &answer);
  g_assert_false (answer.valid);
  g_assert_nonnull (strstr (answer.refusal, "beside a model"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/additions/projector", test_projector);
  g_test_add_func ("/core/additions/adapters", test_adapters);
  g_test_add_func ("/core/additions/draft", test_draft);
  g_test_add_func ("/core/additions/longest-context", test_longest_context);
  g_test_add_func ("/core/additions/mtp", test_mtp);
  g_test_add_func ("/core/additions/served", test_served);

  return g_test_run ();
}
