/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training.h"

G_BEGIN_DECLS

/** The parts of training as they are shown: what belongs together is one. */
typedef enum
{
  PLIMSOLL_TRAINING_CARGO_WEIGHTS,
  PLIMSOLL_TRAINING_CARGO_GRADIENTS, /* with adapters, where there are some */
  PLIMSOLL_TRAINING_CARGO_OPTIMIZER,
  PLIMSOLL_TRAINING_CARGO_ACTIVATIONS, /* with the logits of the loss */
  PLIMSOLL_TRAINING_CARGO_BUFFERS,     /* weights that are gathered or dequantized for a while */
  PLIMSOLL_TRAINING_CARGO_OVERHEAD,    /* of the allocator, and CUDA's context */
  PLIMSOLL_N_TRAINING_CARGO,
} PlimsollTrainingCargo;

/** Returns: bytes at the peak; all together are what is required, but for rounding. */
guint64 plimsoll_training_cargo_bytes (const PlimsollTrainingMemory *memory,
                                       PlimsollTrainingCargo cargo);

/** Returns: (transfer none): "Gradients", or "Adapters and gradients" where not all is trained. */
const char *plimsoll_training_cargo_name (PlimsollTrainingCargo cargo,
                                          PlimsollTrainingMethod method);

G_END_DECLS
