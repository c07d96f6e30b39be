/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-training-rules.h"

/* An 8-bit state with the FP32 scale of each block of 256. */
#define STATE_8BIT 1.016

/* What those have in common that train with Hugging Face's Trainer and PEFT, or a loop like theirs:
 * @bytes of an adapter's weight. */
#define LIKE_HUGGING_FACE(bytes)                                                                   \
  .adapter_bytes = (bytes), .loss = PLIMSOLL_LOSS_PLAIN, .hugging_face = TRUE, .layer = 0.6,       \
  .layer_sharded = 1.1, .saved = 1

static const PlimsollTrainingRules rules[] = {
  [PLIMSOLL_TRAINING_TRANSFORMERS] = { LIKE_HUGGING_FACE (4), .wide_kbit = TRUE, .measured = TRUE },
  [PLIMSOLL_TRAINING_AXOLOTL] = { LIKE_HUGGING_FACE (4), .measured = TRUE },
  [PLIMSOLL_TRAINING_LLAMA_FACTORY] = { LIKE_HUGGING_FACE (4), .measured = TRUE },
  [PLIMSOLL_TRAINING_MS_SWIFT] = { LIKE_HUGGING_FACE (4), .measured = TRUE },
  [PLIMSOLL_TRAINING_TORCHTUNE] = { .adapter_bytes = 2,
                                    .loss = PLIMSOLL_LOSS_CHUNKED,
                                    .compiles = TRUE,
                                    .layer = 0.6,
                                    .layer_sharded = 0.6,
                                    .saved = 1,
                                    .measured = TRUE },
  [PLIMSOLL_TRAINING_LITGPT] = { .adapter_bytes = 2,
                                 .loss = PLIMSOLL_LOSS_LITGPT,
                                 .loads_whole = TRUE,
                                 .layer = 0.6,
                                 .layer_sharded = 0.6,
                                 .saved = 0.66,
                                 .saved_quantized = 38,
                                 .measured = TRUE },
  [PLIMSOLL_TRAINING_UNSLOTH] = { .adapter_bytes = 4,
                                  .loss = PLIMSOLL_LOSS_FUSED,
                                  .offloads = TRUE,
                                  .layer = 0.48,
                                  .layer_sharded = 0.48,
                                  .saved = 1,
                                  .measured = TRUE },
  [PLIMSOLL_TRAINING_FSDP_QLORA] = { LIKE_HUGGING_FACE (2), .wide_ddp = TRUE, .measured = TRUE },
  [PLIMSOLL_TRAINING_OTHER] = { LIKE_HUGGING_FACE (4) },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rules) == PLIMSOLL_N_TRAINING_FRAMEWORKS);

const PlimsollTrainingRules *
plimsoll_training_rules (PlimsollTrainingFramework framework)
{
  g_return_val_if_fail ((guint) framework < G_N_ELEMENTS (rules), &rules[0]);

  return &rules[framework];
}

double
plimsoll_training_loss_bytes (PlimsollTrainingLoss loss)
{
  switch (loss)
    {
    case PLIMSOLL_LOSS_KERNEL:
      return 10;
    case PLIMSOLL_LOSS_KERNEL_2024:
      return 8;
    case PLIMSOLL_LOSS_CHUNKED:
      return 1;
    case PLIMSOLL_LOSS_FUSED:
      return 1.4;
    case PLIMSOLL_LOSS_LITGPT:
      return 16;
    case PLIMSOLL_LOSS_USUAL:
    case PLIMSOLL_LOSS_PLAIN:
    default:
      return 14;
    }
}

/* --- Optimizers --- */

/* Muon keeps one momentum of matrices in blocks, and AdamW's two of the rest. */
static double
muon_states (const PlimsollTrainingShape *shape, double bytes)
{
  double matrices = (double) shape->linear / (double) shape->parameters;

  return bytes * (matrices + 2 * (1 - matrices));
}

/* Adafactor keeps an FP32 sum of every row and column instead of a state of every weight. */
static double
adafactor_states (const PlimsollTrainingShape *shape)
{
  return 4 * (double) shape->factored / (double) shape->parameters;
}

void
plimsoll_training_states (PlimsollTrainingStates *self,
                          const PlimsollTrainingShape *shape,
                          const PlimsollTrainingQuestion *question)
{
  const gboolean wide = question->precision == PLIMSOLL_TRAINING_FP32;
  const double bytes = wide ? 4 : 2;

  /* Autocast keeps 16-bit copies of FP32 weights; FSDP casts what it gathers. */
  self->weights = wide && question->sharding != PLIMSOLL_SHARDING_FSDP ? 6 : bytes;
  self->gradients = bytes;
  self->step = 0;
  switch (question->optimizer)
    {
    case PLIMSOLL_OPTIMIZER_ADAMW_FUSED:
      self->optimizer = 2 * bytes;
      break;
    case PLIMSOLL_OPTIMIZER_ADAMW_8BIT:
      self->optimizer = 2 * STATE_8BIT;
      break;
    case PLIMSOLL_OPTIMIZER_PAGED_ADAMW_8BIT:
    case PLIMSOLL_OPTIMIZER_SGD:
      self->optimizer = 0;
      break;
    case PLIMSOLL_OPTIMIZER_ADAMW_MASTER:
      self->weights = self->gradients = 2;
      self->optimizer = 12;
      break;
    case PLIMSOLL_OPTIMIZER_ADAFACTOR:
      self->optimizer = adafactor_states (shape);
      break;
    case PLIMSOLL_OPTIMIZER_MUON:
      self->optimizer = muon_states (shape, bytes);
      break;
    case PLIMSOLL_OPTIMIZER_LION:
      self->optimizer = bytes;
      break;
    case PLIMSOLL_OPTIMIZER_ADAMW:
    default:
      self->optimizer = 2 * bytes;
      self->step = bytes;
      break;
    }
}
