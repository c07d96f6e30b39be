/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds for memory of training whatever the model. */

#include "plimsoll-test-truth.h"
#include "plimsoll-training.h"

#include <math.h>

typedef struct
{
  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;
  PlimsollTrainingShape *shape;
  PlimsollTrainingQuestion question;
  PlimsollTrainingMemory memory;
} Fixture;

static void
fixture_init (Fixture *self, const char *model)
{
  self->spec = plimsoll_test_spec (model);
  self->plan = plimsoll_tensor_plan_new (self->spec);
  self->shape = plimsoll_training_shape_new (self->spec, self->plan);
  g_assert_nonnull (self->shape);
  plimsoll_training_question_init (&self->question, PLIMSOLL_TRAINING_TRANSFORMERS);
}

static void
fixture_clear (Fixture *self)
{
  plimsoll_training_shape_free (self->shape);
  plimsoll_tensor_plan_free (self->plan);
  plimsoll_model_spec_unref (self->spec);
}

static guint64
required (Fixture *self)
{
  g_assert_cmpstr (plimsoll_training_refusal (self->shape, &self->question), ==, NULL);
  g_assert_true (plimsoll_training_memory (self->shape, &self->question, &self->memory));

  return self->memory.required;
}

/* As PEFT's print_trainable_parameters () counts them: 32 blocks of 4096 -> 4096, 4096 -> 1024,
 * 4096 -> 1024, 4096 -> 4096, 4096 -> 14336 twice and back. */
static void
test_adapters (void)
{
  Fixture f;

  fixture_init (&f, "llama-3.1-8b");
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, PLIMSOLL_TARGETS_ATTENTION, 16), ==,
                    13631488);
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, PLIMSOLL_TARGETS_LINEAR, 16), ==,
                    41943040);
  g_assert_cmpuint (plimsoll_training_adapters (f.shape,
                                                PLIMSOLL_TARGET_QUERY | PLIMSOLL_TARGET_VALUE, 8),
                    ==, 3407872);
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, PLIMSOLL_TARGET_HEAD, 8), ==,
                    8 * (4096 + 128256));
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, 0, 8), ==, 0);
  fixture_clear (&f);

  /* 48 blocks; 32 query heads and 4 KV heads of 128; 128 experts of 768, each with its own. */
  fixture_init (&f, "qwen3-30b-a3b");
  g_assert_true (f.shape->mixture);
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, PLIMSOLL_TARGETS_ATTENTION, 16), ==,
                    48 * 16 * (2 * (2048 + 4096) + 2 * (2048 + 512)));
  g_assert_cmpuint (plimsoll_training_adapters (f.shape, PLIMSOLL_TARGETS_MLP, 16), ==,
                    G_GUINT64_CONSTANT (48) * 16 * 128 * 3 * (2048 + 768));
  fixture_clear (&f);
}

/* PyTorch's AdamW on 16-bit weights needs 10 bytes a parameter at the step, 8 when fused, and
 * DeepSpeed's FP32 copies 16. */
static void
test_states (void)
{
  static const struct
  {
    PlimsollTrainingOptimizer optimizer;
    double bytes;
  } states[] = {
    { PLIMSOLL_OPTIMIZER_ADAMW, 10 },         { PLIMSOLL_OPTIMIZER_ADAMW_FUSED, 8 },
    { PLIMSOLL_OPTIMIZER_ADAMW_8BIT, 6.032 }, { PLIMSOLL_OPTIMIZER_ADAMW_MASTER, 16 },
    { PLIMSOLL_OPTIMIZER_LION, 6 },           { PLIMSOLL_OPTIMIZER_SGD, 4 },
  };
  Fixture f;

  fixture_init (&f, "llama-3.1-8b");
  f.question.method = PLIMSOLL_TRAINING_FULL;
  for (guint i = 0; i < G_N_ELEMENTS (states); i++)
    {
      double bytes;

      f.question.optimizer = states[i].optimizer;
      required (&f);
      bytes = (double) f.memory.phases[PLIMSOLL_TRAINING_STEP] / 8030261248.0;
      g_assert_cmpfloat_with_epsilon (bytes, states[i].bytes, 1e-6);
    }
  f.question.optimizer = PLIMSOLL_OPTIMIZER_ADAMW;
  f.question.precision = PLIMSOLL_TRAINING_FP32;
  required (&f);
  g_assert_cmpfloat_with_epsilon ((double) f.memory.phases[PLIMSOLL_TRAINING_STEP] / 8030261248.0,
                                  22, 1e-6);

  /* A sum of each row and column is next to nothing. */
  f.question.precision = PLIMSOLL_TRAINING_BF16;
  f.question.optimizer = PLIMSOLL_OPTIMIZER_ADAFACTOR;
  required (&f);
  g_assert_cmpfloat ((double) f.memory.phases[PLIMSOLL_TRAINING_STEP] / 8030261248.0, <, 4.01);
  fixture_clear (&f);
}

/* Parts are the whole, the peak is the highest phase, and the range is about what is required. */
static void
test_parts (void)
{
  Fixture f;

  fixture_init (&f, "qwen3-30b-a3b");
  f.question.n_gpus = 2;
  for (guint method = 0; method < PLIMSOLL_N_TRAINING_METHODS; method++)
    for (guint sharding = PLIMSOLL_SHARDING_NONE; sharding <= PLIMSOLL_SHARDING_FSDP; sharding++)
      {
        f.question.method = (PlimsollTrainingMethod) method;
        f.question.sharding = (PlimsollSharding) sharding;
        required (&f);
        for (guint phase = 0; phase < PLIMSOLL_N_TRAINING_PHASES; phase++)
          {
            guint64 sum = 0;

            for (guint part = 0; part < PLIMSOLL_TRAINING_ALLOCATOR; part++)
              sum += f.memory.parts[phase][part];
            g_assert_cmpfloat (fabs ((double) sum - (double) f.memory.phases[phase]), <, 16);
            g_assert_cmpuint (f.memory.phases[phase], <=, f.memory.allocated);
          }
        g_assert_cmpuint (f.memory.phases[f.memory.peak], ==, f.memory.allocated);
        g_assert_cmpuint (f.memory.low, <, f.memory.required);
        g_assert_cmpuint (f.memory.high, >, f.memory.required);
      }
  fixture_clear (&f);
}

/* What each choice does to the peak. */
static void
test_choices (void)
{
  guint64 before;
  Fixture f;

  fixture_init (&f, "llama-3.1-8b");
  f.question.sequence = 8192;
  before = required (&f);
  g_assert_cmpfloat (f.memory.range, ==, 0.10);
  g_assert_cmpint (f.memory.peak, ==, PLIMSOLL_TRAINING_LOSS);
  f.question.loss = PLIMSOLL_LOSS_FUSED;
  g_assert_cmpuint (required (&f), <, before);
  before = f.memory.required;
  f.question.checkpointing = FALSE;
  g_assert_cmpuint (required (&f), >, before);
  before = f.memory.required;
  f.question.flash_attention = FALSE;
  g_assert_cmpuint (required (&f), >, before);
  g_assert_cmpfloat (f.memory.range, ==, 0.25);

  /* LoRA keeps the activations of full training but for what frozen layers need not. */
  f.question.flash_attention = TRUE;
  f.question.method = PLIMSOLL_TRAINING_LORA;
  g_assert_cmpuint (required (&f), >, before);

  /* Each GPU has less of what is sharded, never less than its own activations. */
  f.question.checkpointing = TRUE;
  f.question.sharding = PLIMSOLL_SHARDING_FSDP;
  before = required (&f);
  for (guint n = 2; n <= 1024; n *= 2)
    {
      f.question.n_gpus = n;
      if (n > 2)
        g_assert_cmpuint (required (&f), <, before);
      before = required (&f);
      g_assert_cmpuint (before, >, 2 * 32 * G_GUINT64_CONSTANT (4096) * 8192);
    }
  f.question.framework = PLIMSOLL_TRAINING_OTHER;
  required (&f);
  g_assert_cmpfloat (f.memory.range, ==, 0.25);

  f.question.offload = PLIMSOLL_OFFLOAD_PARAMETERS;
  g_assert_cmpuint (required (&f), <, before);
  g_assert_cmpuint (f.memory.host, >, 0);
  fixture_clear (&f);
}

/* What is not asked in earnest is said in words; the largest that is has a figure. */
static void
test_refusals (void)
{
  PlimsollTrainingQuestion good;
  Fixture f;

  fixture_init (&f, "llama-3.1-8b");
  good = f.question;
#define REFUSED(change)                                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    f.question = good;                                                                             \
    f.question.change;                                                                             \
    g_assert_nonnull (plimsoll_training_refusal (f.shape, &f.question));                           \
    g_assert_false (plimsoll_training_memory (f.shape, &f.question, &f.memory));                   \
  }                                                                                                \
  G_STMT_END
  REFUSED (sequence = 0);
  REFUSED (sequence = G_MAXUINT32);
  REFUSED (batch = 0);
  REFUSED (batch = G_MAXUINT32);
  REFUSED (rank = 0);
  REFUSED (rank = G_MAXUINT32);
  REFUSED (targets = 0);
  REFUSED (n_gpus = 0);
  REFUSED (n_gpus = G_MAXUINT32);
#undef REFUSED
  f.question = good;
  g_assert_nonnull (plimsoll_training_refusal (NULL, &f.question));
  g_assert_false (plimsoll_training_memory (NULL, &f.question, &f.memory));

  f.question.method = PLIMSOLL_TRAINING_LORA;
  f.question.targets = PLIMSOLL_TARGETS_LINEAR;
  f.question.sequence = PLIMSOLL_TRAINING_MAX_SEQUENCE;
  f.question.rank = PLIMSOLL_TRAINING_MAX_RANK;
  f.question.batch = 1;
  f.question.checkpointing = FALSE;
  required (&f);
  g_assert_cmpuint (f.memory.high, >, f.memory.required);

  /* Too much for 64 bits is no figure, and no wrapped one. */
  f.question.batch = PLIMSOLL_TRAINING_MAX_BATCH;
  f.question.flash_attention = FALSE;
  g_assert_false (plimsoll_training_memory (f.shape, &f.question, &f.memory));
  fixture_clear (&f);
}

/* All models of the tables have an answer; those with recurrent mixers a wider one. */
static void
test_models (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (char **name = names; *name != NULL; name++)
    for (guint method = 0; method < PLIMSOLL_N_TRAINING_METHODS; method++)
      {
        Fixture f;

        fixture_init (&f, *name);
        f.question.method = (PlimsollTrainingMethod) method;
        f.question.targets = PLIMSOLL_TARGETS_LINEAR;
        required (&f);
        g_assert_cmpuint (f.memory.trained, >, 0);
        g_assert_cmpuint (f.shape->linear, <=, f.shape->parameters);
        g_assert_cmpuint (f.shape->linear, >, f.shape->parameters / 3);
        if (f.shape->recurrent)
          g_assert_cmpfloat (f.memory.range, ==, 0.25);
        fixture_clear (&f);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/training/adapters", test_adapters);
  g_test_add_func ("/training/states", test_states);
  g_test_add_func ("/training/parts", test_parts);
  g_test_add_func ("/training/choices", test_choices);
  g_test_add_func ("/training/refusals", test_refusals);
  g_test_add_func ("/training/models", test_models);

  return g_test_run ();
}
