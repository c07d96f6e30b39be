/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"
#include "plimsoll-question.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

/** PlimsollPlace: what llama.cpp puts on one device, or in system memory. */
typedef struct
{
  guint64 weights;
  guint64 experts;        /* of these: routed experts */
  guint32 n_blocks;       /* blocks that run here, loaded multi-token prediction included */
  guint32 n_bare;         /* of these: blocks whose routed experts are in system memory */
  guint64 largest_matrix; /* system memory only: bytes of the largest matrix but embeddings */
  guint64 largest_up;     /* system memory only: bytes of the largest dense ffn_up */
  guint16 counts[PLIMSOLL_MAX_LAYER_KINDS]; /* [n_kinds] blocks of each kind */
} PlimsollPlace;

/**
 * PlimsollPlacement: which block is where. Does not depend on the context.
 *
 * places[n_devices] is system memory.
 */
typedef struct
{
  guint32 n_devices;
  guint32 n_layers;      /* as -ngl counts: every block, and the output layer */
  guint32 n_offloaded;   /* the last so many are on devices */
  guint32 output_device; /* n_devices: in system memory */
  gboolean pipelined;    /* devices work on several micro-batches at once */
  gboolean complete;     /* nothing that a device could hold is in system memory */
  PlimsollPlace places[PLIMSOLL_MAX_DEVICES + 1];
} PlimsollPlacement;

/**
 * plimsoll_placement_init:
 *
 * Places blocks, experts and outer tensors as llama.cpp does: by layer count and shares, not by
 * bytes. Sums that overflow are %PLIMSOLL_OVERFLOW.
 */
void plimsoll_placement_init (PlimsollPlacement *self,
                              const PlimsollModelSpec *spec,
                              const PlimsollWeights *weights,
                              const PlimsollQuestion *question);

G_END_DECLS
