/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-cargo.h"

#include <glib/gi18n.h>

static const PlimsollTrainingCargo cargo_of[] = {
  [PLIMSOLL_TRAINING_WEIGHTS] = PLIMSOLL_TRAINING_CARGO_WEIGHTS,
  [PLIMSOLL_TRAINING_ADAPTERS] = PLIMSOLL_TRAINING_CARGO_GRADIENTS,
  [PLIMSOLL_TRAINING_GRADIENTS] = PLIMSOLL_TRAINING_CARGO_GRADIENTS,
  [PLIMSOLL_TRAINING_OPTIMIZER] = PLIMSOLL_TRAINING_CARGO_OPTIMIZER,
  [PLIMSOLL_TRAINING_ACTIVATIONS] = PLIMSOLL_TRAINING_CARGO_ACTIVATIONS,
  [PLIMSOLL_TRAINING_LOGITS] = PLIMSOLL_TRAINING_CARGO_ACTIVATIONS,
  [PLIMSOLL_TRAINING_DEQUANTIZED] = PLIMSOLL_TRAINING_CARGO_BUFFERS,
  [PLIMSOLL_TRAINING_SHARDS] = PLIMSOLL_TRAINING_CARGO_BUFFERS,
  [PLIMSOLL_TRAINING_ALLOCATOR] = PLIMSOLL_TRAINING_CARGO_OVERHEAD,
  [PLIMSOLL_TRAINING_CONTEXT] = PLIMSOLL_TRAINING_CARGO_OVERHEAD,
};

G_STATIC_ASSERT (G_N_ELEMENTS (cargo_of) == PLIMSOLL_N_TRAINING_PARTS);

guint64
plimsoll_training_cargo_bytes (const PlimsollTrainingMemory *memory, PlimsollTrainingCargo cargo)
{
  guint64 sum = 0;

  for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
    if (cargo_of[part] == cargo)
      sum += memory->parts[memory->peak][part];

  return sum;
}

const char *
plimsoll_training_cargo_name (PlimsollTrainingCargo cargo, PlimsollTrainingMethod method)
{
  switch (cargo)
    {
    case PLIMSOLL_TRAINING_CARGO_WEIGHTS:
      return _("Weights");
    case PLIMSOLL_TRAINING_CARGO_GRADIENTS:
      return method == PLIMSOLL_TRAINING_FULL ? _("Gradients") : _("Adapters and gradients");
    case PLIMSOLL_TRAINING_CARGO_OPTIMIZER:
      return _("Optimizer");
    case PLIMSOLL_TRAINING_CARGO_ACTIVATIONS:
      return _("Activations and loss");
    case PLIMSOLL_TRAINING_CARGO_BUFFERS:
      return _("Gathered weights");
    case PLIMSOLL_TRAINING_CARGO_OVERHEAD:
    case PLIMSOLL_N_TRAINING_CARGO:
    default:
      return _("Overhead");
    }
}
