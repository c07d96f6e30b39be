/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

/** PlimsollKvCells: how many tokens the cache of llama.cpp has room for. */
typedef struct
{
  guint64 per_stream; /* of a block that keeps the whole context */
  guint32 streams;    /* 1 when all sequences share one */
  guint64 rounded;    /* the context asked, in steps of 256 */
  guint64 ahead;      /* what a sliding block keeps beside its windows: one micro-batch */
  guint32 windows;    /* of a sliding block in one stream */
  gboolean whole;     /* sliding blocks keep the whole context too */
} PlimsollKvCells;

/** PlimsollKvRows: one token in the cache of one kind of block. */
typedef struct
{
  guint64 k_elements; /* 0: no cache of its own */
  guint64 v_elements;
  guint64 bytes;  /* of K and V together */
  guint64 k_tail; /* padding of K after its last row on a CUDA-like device; 0: none */
  guint64 v_tail;
  guint64 k_bytes;
  guint64 v_bytes;
  guint32 window;      /* 0: the whole context */
  guint32 compression; /* tokens an entry beside the window; 0: none */
} PlimsollKvRows;

/** Sets @self to the cells for @context tokens over all sequences of @question. */
void
plimsoll_kv_cells_init (PlimsollKvCells *self, const PlimsollQuestion *question, guint64 context);

/** Returns: the cells of one stream of a block with rows like @rows. */
guint64 plimsoll_kv_cells_of (const PlimsollKvCells *self, const PlimsollKvRows *rows);

/**
 * plimsoll_kv_rows_init:
 * @v_widest: elements of the widest block's V, see plimsoll_kv_widest_v()
 *
 * Returns: (nullable): %NULL; or a static sentence why @layer cannot be cached in the types asked
 */
const char *plimsoll_kv_rows_init (PlimsollKvRows *self,
                                   const PlimsollLayer *layer,
                                   const PlimsollQuestion *question,
                                   guint64 v_widest);

/** Returns: the elements of the widest V of a token, over all kinds of block. */
guint64 plimsoll_kv_widest_v (const PlimsollModelSpec *spec);

/**
 * plimsoll_kv_block_bytes:
 * @on_device: whether the block's cache is on a device, where quantized rows are padded
 *
 * Returns: the bytes of one block's cache over all streams; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_kv_block_bytes (const PlimsollKvRows *rows,
                                 const PlimsollKvCells *cells,
                                 gboolean on_device);

/**
 * plimsoll_kv_attends_to_all:
 *
 * Returns: whether a block keeps the whole context in llama.cpp: full and latent attention, and
 *   windows that the GGUF does not say (Mistral 7B v0.1, Phi-3, StarCoder2)
 */
static inline gboolean
plimsoll_kv_attends_to_all (const PlimsollAttention *attention)
{
  return attention->kind == PLIMSOLL_ATTENTION_FULL || attention->kind == PLIMSOLL_ATTENTION_MLA
         || attention->window_not_in_gguf;
}

G_END_DECLS
