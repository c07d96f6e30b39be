/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-weights.h"

G_BEGIN_DECLS

/**
 * PlimsollAdditions: what llama.cpp loads beside the model, of which only bytes are known here, and
 * a draft model for speculative decoding. All 0: nothing. Plain values; the draft's are borrowed.
 */
typedef struct
{
  guint64 projector;         /* bytes of a vision projector as loaded: on the first device */
  guint64 projector_compute; /* bytes of its graph, which its image size decides; 0: unknown */
  guint64 adapters;          /* bytes of LoRA adapters as loaded: beside the blocks they adapt */

  const PlimsollModelSpec
    *draft_spec; /* (nullable): it has a cache for the whole context, in F16 */
  const PlimsollWeights *draft_weights; /* (nullable): %NULL with a spec is refused */
} PlimsollAdditions;

/** PlimsollAdditionsMemory: the bytes of each, over devices and system memory. */
typedef struct
{
  guint64 projector;
  guint64 projector_compute;
  guint64 adapters;
  guint64 draft_weights;
  guint64 draft_cache; /* with recurrent state */
  guint64 draft_compute;

  /* Of all these, what is in system memory. */
  guint64 host_weights;
  guint64 host_cache;
  guint64 host_compute;
} PlimsollAdditionsMemory;

/** Returns: whether there is any. */
static inline gboolean
plimsoll_additions_any (const PlimsollAdditions *self)
{
  return self->projector != 0 || self->projector_compute != 0 || self->adapters != 0
         || self->draft_spec != NULL;
}

G_END_DECLS
