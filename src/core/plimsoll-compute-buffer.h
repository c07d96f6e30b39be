/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-kv-cache.h"
#include "plimsoll-model-spec.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

typedef struct _PlimsollGraphForm PlimsollGraphForm;

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

/** PlimsollGraphRun: what one context adds. */
typedef struct
{
  guint64 tokens;  /* computed at once, U' */
  guint64 outputs; /* rows of logits kept, o */
  guint32 sequences;
  PlimsollKvCells cells;
  gboolean flash_attention;
  PlimsollEngineBuild build;
} PlimsollGraphRun;

/** PlimsollHostPart: what of the model is in system memory, as it weighs on the first device. */
typedef struct
{
  const PlimsollGraph *blocks; /* whole blocks there; (nullable): none */
  const PlimsollGraph *model;
  guint64 largest_matrix; /* 0: nothing */
  guint64 largest_up;
  guint64 head; /* bytes of the head's matrix, when it is there */
} PlimsollHostPart;

/** Sets @self to a graph of no blocks, and finds the forms of the model's architecture. */
void plimsoll_graph_init (PlimsollGraph *self, const PlimsollModelSpec *spec);

/** Widens @self by blocks like @layer. */
void plimsoll_graph_add (PlimsollGraph *self,
                         const PlimsollLayer *layer,
                         const PlimsollQuestion *question);

void
plimsoll_graph_run_init (PlimsollGraphRun *self, const PlimsollQuestion *question, guint64 context);

/**
 * plimsoll_compute_device:
 * @first: whether it is the only or first device
 * @output: whether the output layer is there
 *
 * Returns: bytes of the compute buffer of a device with the blocks of @graph; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_compute_device (const PlimsollGraph *graph,
                                 const PlimsollGraphRun *run,
                                 gboolean first,
                                 gboolean output);

/** The same when devices work on several micro-batches at once and keep inputs for each. */
guint64 plimsoll_compute_device_pipelined (const PlimsollGraph *graph,
                                           const PlimsollGraphRun *run,
                                           gboolean first,
                                           gboolean output);

/** The same for the first device when it also computes what @host holds. */
guint64 plimsoll_compute_device_beside_host (const PlimsollGraph *graph,
                                             const PlimsollGraphRun *run,
                                             const PlimsollHostPart *host,
                                             gboolean output);

/** The same for a further device whose blocks all have their experts in system memory. */
guint64 plimsoll_compute_device_bare (const PlimsollGraph *graph, const PlimsollGraphRun *run);

/** Returns: bytes in system memory beside devices that run the model of @graph. */
guint64
plimsoll_compute_host (const PlimsollGraph *graph, const PlimsollGraphRun *run, gboolean pipelined);

/** Returns: bytes in system memory when the processor runs everything. */
guint64 plimsoll_compute_cpu (const PlimsollGraph *graph, const PlimsollGraphRun *run);

G_END_DECLS
