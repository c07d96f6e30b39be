/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/** The matrices that adapters may be put beside. */
typedef enum
{
  PLIMSOLL_TARGET_QUERY = 1 << 0,
  PLIMSOLL_TARGET_KEY = 1 << 1,
  PLIMSOLL_TARGET_VALUE = 1 << 2,
  PLIMSOLL_TARGET_OUTPUT = 1 << 3,
  PLIMSOLL_TARGET_GATE = 1 << 4,
  PLIMSOLL_TARGET_UP = 1 << 5,
  PLIMSOLL_TARGET_DOWN = 1 << 6,
  PLIMSOLL_TARGET_HEAD = 1 << 7,
} PlimsollTargets;

#define PLIMSOLL_TARGETS_QKV (PLIMSOLL_TARGET_QUERY | PLIMSOLL_TARGET_KEY | PLIMSOLL_TARGET_VALUE)
#define PLIMSOLL_TARGETS_ATTENTION (PLIMSOLL_TARGETS_QKV | PLIMSOLL_TARGET_OUTPUT)
#define PLIMSOLL_TARGETS_MLP (PLIMSOLL_TARGET_GATE | PLIMSOLL_TARGET_UP | PLIMSOLL_TARGET_DOWN)
#define PLIMSOLL_TARGETS_LINEAR (PLIMSOLL_TARGETS_ATTENTION | PLIMSOLL_TARGETS_MLP)

/** PlimsollTrainingMatrix: matrices of one shape in one block. */
typedef struct
{
  PlimsollTargets targets; /* any of which means this one; 0: none does */
  guint64 in;
  guint64 out;
  guint64 count; /* how many: one, or one for each routed expert */
  guint64 used;  /* how many a token goes through */
} PlimsollTrainingMatrix;

#define PLIMSOLL_TRAINING_MATRICES 24

/** PlimsollTrainingKind: blocks of one kind, as training sees them. */
typedef struct
{
  guint32 blocks;     /* how many */
  guint64 parameters; /* of one */
  guint64 linear;     /* those of its linear layers, which a quantized base quantizes */
  guint64 mixed;      /* widths of queries, keys, values and the mixer's output together */
  guint64 heads;      /* of queries */
  guint64 gated;      /* feed-forward width that a token goes through, with a gate… */
  guint64 plain;      /* …and without */
  guint32 n_matrices;
  PlimsollTrainingMatrix matrices[PLIMSOLL_TRAINING_MATRICES];
} PlimsollTrainingKind;

/** PlimsollTrainingShape: a model as training sees it. Immutable once built. Counts are of its text
 * part; multi-token-prediction blocks and towers are neither trained nor loaded. */
typedef struct
{
  guint32 embedding;
  guint32 vocabulary;
  gboolean tied_head;
  guint64 parameters;
  guint64 linear;         /* parameters of linear layers in blocks */
  guint64 tables;         /* of the embedding and the head, once if they are one */
  guint64 factored;       /* rows and columns of all matrices together */
  guint64 largest_matrix; /* elements, of those in blocks */
  gboolean mixture;       /* has routed experts */
  gboolean recurrent;     /* has mixers that are not attention */
  gboolean tower;         /* has a vision or audio tower, which is not counted */
  guint32 n_kinds;
  PlimsollTrainingKind *kinds;
} PlimsollTrainingShape;

/**
 * plimsoll_training_shape_new:
 * @plan: (nullable): the tensors of @spec
 *
 * Returns: (transfer full) (nullable): %NULL when @spec is known by its totals only, or a sum
 *   overflows
 */
PlimsollTrainingShape *plimsoll_training_shape_new (const PlimsollModelSpec *spec,
                                                    const PlimsollTensorPlan *plan);
void plimsoll_training_shape_free (PlimsollTrainingShape *self);

/**
 * plimsoll_training_adapters:
 *
 * The parameters of LoRA adapters of @rank beside @targets: rank x (in + out) for each matrix,
 * every routed expert's among them; for the head rank x (embedding + vocabulary). Exact.
 *
 * Returns: 0 when the model has none of @targets; %PLIMSOLL_OVERFLOW
 */
guint64
plimsoll_training_adapters (const PlimsollTrainingShape *self, PlimsollTargets targets, guint rank);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollTrainingShape, plimsoll_training_shape_free)

G_END_DECLS
