/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-question.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

/** Kinds of layers that a model may have side by side in one pool of pages. */
#define PLIMSOLL_MAX_PAGE_TYPES 16

/** What a layer's pages hold of a request. */
typedef enum
{
  PLIMSOLL_PAGES_FULL,      /* every token */
  PLIMSOLL_PAGES_SLIDING,   /* the last `window`, and a batch */
  PLIMSOLL_PAGES_CHUNKED,   /* the present chunk of `window`, and a batch */
  PLIMSOLL_PAGES_RECURRENT, /* a state of fixed size */
} PlimsollPageKind;

/** PlimsollPageType: layers that cache alike, of one rank. */
typedef struct
{
  PlimsollPageKind kind;
  guint32 layers;
  guint32 window;       /* tokens */
  guint64 token_bytes;  /* of one layer; 0: recurrent */
  guint64 state_bytes;  /* of one layer and sequence; recurrent only */
  guint32 n_groups;     /* of `group` layers, the last one padded */
  guint32 block_tokens; /* in one page of a layer */
} PlimsollPageType;

/**
 * PlimsollPages: how a serving engine divides its cache. Every group of layers takes blocks of the
 * same bytes from one pool.
 */
typedef struct
{
  guint32 n_types;
  PlimsollPageType types[PLIMSOLL_MAX_PAGE_TYPES];
  guint32 group;       /* layers */
  guint32 n_groups;    /* over all types */
  guint64 block_bytes; /* of a group's block */
  guint32 batched_tokens;
  guint32 state_blocks; /* of a recurrent group and request */
  PlimsollExactness exactness;
} PlimsollPages;

/**
 * plimsoll_pages_init:
 * @tensor_parallel: ranks that divide the heads
 * @first_block: of the model's blocks on this stage
 * @n_blocks: that follow it
 * @batched_tokens: the most in one step
 * @pages: (out caller-allocates)
 *
 * The pages of vLLM for one stage of @spec.
 *
 * Returns: (nullable): %NULL; or a static sentence why they cannot be told
 */
const char *plimsoll_pages_init (PlimsollPages *pages,
                                 const PlimsollModelSpec *spec,
                                 const PlimsollQuestion *question,
                                 guint32 tensor_parallel,
                                 guint32 first_block,
                                 guint32 n_blocks,
                                 guint32 batched_tokens);

/**
 * plimsoll_pages_request_blocks:
 * @tokens: of one request
 * @state: (out) (optional): those of recurrent groups among them
 */
guint64 plimsoll_pages_request_blocks (const PlimsollPages *pages, guint64 tokens, guint64 *state);

/** Returns: the most tokens of a request that @blocks hold, at most @limit; 0: not one */
guint64 plimsoll_pages_longest_request (const PlimsollPages *pages, guint64 blocks, guint64 limit);

/** Returns: bytes of one element of the cache: 2, 1 (FP8) or 4; 0: not a type of serving engines */
guint32 plimsoll_serving_element_bytes (const PlimsollQuestion *question);

G_END_DECLS
