/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training.h"

G_BEGIN_DECLS

/** PlimsollTrainingRules: how one framework trains; fitted on measured runs, docs/sizing.md. */
typedef struct
{
  guint adapter_bytes;       /* of one weight of an adapter */
  PlimsollTrainingLoss loss; /* as it comes */
  gboolean compiles;         /* torch.compile was on in what was measured */
  gboolean offloads;         /* saved activations go to system memory as it comes */
  gboolean hugging_face;     /* Transformers and PEFT below it */
  gboolean wide_kbit;        /* hidden states in FP32 with a quantized base on one GPU */
  gboolean wide_ddp;         /* and LoRA's, where every GPU has everything */
  gboolean loads_whole;      /* each GPU reads the whole checkpoint before it is sharded */
  double layer;              /* k: of v, one block in backward */
  double layer_sharded;      /* the same with FSDP */
  double saved;              /* m: of v, what is kept without checkpointing */
  double saved_quantized;    /* widths of the embedding beside, with a quantized base */
  gboolean measured;         /* took part in the fit */
} PlimsollTrainingRules;

/** Returns: (transfer none): the rules of @framework. */
const PlimsollTrainingRules *plimsoll_training_rules (PlimsollTrainingFramework framework);

/** Returns: bytes a token and entry of the vocabulary of @loss, which is not the usual one. */
double plimsoll_training_loss_bytes (PlimsollTrainingLoss loss);

/** PlimsollTrainingStates: bytes a trained parameter. */
typedef struct
{
  double weights;
  double gradients;
  double optimizer;
  double step; /* what lives while the optimizer steps */
} PlimsollTrainingStates;

/** Sets what every trained weight of @question costs when all weights are trained. */
void plimsoll_training_states (PlimsollTrainingStates *self,
                               const PlimsollTrainingShape *shape,
                               const PlimsollTrainingQuestion *question);

G_END_DECLS
