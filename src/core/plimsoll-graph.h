/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-kv-cache.h"
#include "plimsoll-model-spec.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

/** What is kept beside the experts at their widest. */
typedef enum
{
  PLIMSOLL_EXPERTS_BESIDE_HEADS,     /* the attention's result is kept, H D */
  PLIMSOLL_EXPERTS_BESIDE_EMBEDDING, /* hybrids: E */
  PLIMSOLL_EXPERTS_BESIDE_WIDEST,    /* GLM: H D, where that is wider than 2 E */
} PlimsollExpertsBeside;

/** How queries, keys and values are made. */
typedef enum
{
  PLIMSOLL_SHAPE_USUAL,
  PLIMSOLL_SHAPE_GATED, /* queries come with an output gate */
  PLIMSOLL_SHAPE_FUSED, /* one matrix for Q, K and V */
} PlimsollAttentionShape;

/** PlimsollGraphForm: how the graph of an architecture differs from the others. */
typedef struct
{
  const char *architecture;
  PlimsollExpertsBeside beside;
  PlimsollAttentionShape attention;
  guint8 dense_heads;      /* times H D at the dense feed-forward */
  guint8 expert_span;      /* chosen experts are summed at k E when E > span · F_x */
  guint8 logits_tail;      /* times E beside the logits */
  guint8 logits_pipelined; /* the same on a pipelined device */
  guint8 position_bytes;   /* of each token, as input */
  gboolean general;        /* stands for any architecture that was not measured */
} PlimsollGraphForm;

/** PlimsollGraphCache: the caches of one reach, at their widest; elements a token. */
typedef struct
{
  guint32 heads; /* 0: no such blocks */
  guint64 elements;
  guint64 copied; /* in a type that has to be copied to F16 before it is read */
} PlimsollGraphCache;

/**
 * PlimsollGraph: what the compute graph of a set of blocks holds at its widest points, in F32
 * elements a token, as far as that does not depend on the context. All 0: no blocks.
 */
typedef struct
{
  const PlimsollGraphForm *form;
  guint64 embedding;
  guint64 vocabulary;
  guint64 per_layer_width; /* of the per-layer embedding; 0: none */
  guint64 per_layer;       /* of all blocks of the model together */

  guint64 feed_forward;    /* at the dense part; 0: no dense block */
  guint64 dense_width;     /* F */
  guint64 experts;         /* at the experts, without the part that the attention leaves */
  guint64 experts_copied;  /* when experts are copied from system memory */
  guint64 experts_chosen;  /* width of the chosen experts together, k F */
  guint64 heads_width;     /* of the widest queries, H D; MLA: of the values */
  guint64 heads_narrow;    /* of the narrowest */
  guint64 kv_width;        /* of the widest keys, K D */
  guint64 attention;       /* at flash attention; 0: no block attends but by MLA */
  guint64 attention_copy;  /* the same beside a copy of the cache */
  guint64 attention_plain; /* without flash attention, beside the scores */
  guint64 latent;          /* MLA: queries, and their latent form */
  guint64 latent_wide;     /* MLA: of the latent queries H (r + d_r), and queries H D */
  guint64 latent_values;   /* MLA: H r */
  guint64 latent_queries;  /* MLA: H (r + d_r) */
  guint64 recurrent;       /* at a recurrent mixer, under the mask */
  guint64 recurrent_alone; /* the same where no mask lives */
  guint64 recurrent_kept;  /* of each sequence, not of each token */

  guint64 rotation; /* bytes of the matrices that rotate a quantized cache */
  guint32 latent_heads;
  PlimsollGraphCache whole; /* of blocks that see the whole context */
  PlimsollGraphCache near;  /* of sliding ones */
  PlimsollKvRows window;    /* rows of a sliding block, for its cells */
  gboolean sequential;      /* blocks keep a recurrent state */
} PlimsollGraph;

/** Sets @self to a graph of no blocks, and finds the forms of the model's architecture. */
void plimsoll_graph_init (PlimsollGraph *self, const PlimsollModelSpec *spec);

/** Widens @self by blocks like @layer. */
void plimsoll_graph_add (PlimsollGraph *self,
                         const PlimsollLayer *layer,
                         const PlimsollQuestion *question);

G_END_DECLS
