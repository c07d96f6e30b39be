/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hardware.h"
#include "plimsoll-serving-cache.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

/** PlimsollServingLimits: what the engine allows itself, defaults put in. */
typedef struct
{
  double utilization;
  guint32 tensor_parallel;
  guint32 pipeline_parallel;
  guint32 max_sequences;
  guint32 max_batched_tokens;
} PlimsollServingLimits;

/** PlimsollServing: what vLLM or SGLang makes of its memory; of the rank that decides, in bytes. */
typedef struct
{
  /* Of a question that is refused for its heads: bit n says that n + 1 ranks work. */
  guint32 counts_that_work;

  PlimsollServingLimits limits;

  guint64 budget;     /* utilization of what there is */
  guint64 weights;    /* on this rank, rotary table included */
  guint64 activation; /* the peak of the profile run; SGLang: 0, it makes none */
  guint64 other;      /* libraries and buffers outside the allocator */
  guint64 graphs;     /* the estimate for CUDA graphs; 0: not reserved */
  guint64 kv_memory;  /* what is left for the cache; 0: nothing */
  guint64 kv_low;     /* the band that it is in */
  guint64 kv_high;

  guint64 blocks;
  guint64 block_bytes;
  guint32 block_tokens; /* of the group that keeps every token; 0: none does */
  guint32 n_groups;
  guint64 request_blocks; /* of one request of the whole length */
  guint64 tokens;         /* that the cache holds, as the release logs them */
  guint32 asked;          /* requests at once that are asked */
  double requests;        /* of the whole length at once */
  double requests_low;
  double requests_high;
  guint64 longest_model_len; /* with one request: --max-model-len can be as much; 0: nothing fits */
} PlimsollServing;

/** What is known of a device as serving engines see it, bytes. */
typedef struct
{
  const PlimsollAcceleratorFacts *facts;
  guint64 total;  /* as the driver tells a process */
  guint64 in_use; /* by others */
} PlimsollServingDevice;

/**
 * plimsoll_serving_total_bytes:
 *
 * What CUDA reports as total is less than what the driver's tools do by what the driver keeps:
 * 0.42 to 0.6 GiB on seven cards; 0.45 is taken.
 *
 * Returns: bytes; 0: unknown
 */
guint64 plimsoll_serving_total_bytes (const PlimsollAcceleratorFacts *device);

/** Returns: (nullable): %NULL, or a static sentence why @question cannot run; sets @limits */
const char *plimsoll_serving_limits (const PlimsollModelSpec *spec,
                                     const PlimsollQuestion *question,
                                     const PlimsollServingDevice *device,
                                     PlimsollServingLimits *limits);

/**
 * plimsoll_serving_stage:
 * @n_stages: of the pipeline
 * @stage: which
 * @first: (out): its first block
 *
 * Layers are divided evenly; what is left over goes to stages before the last.
 *
 * Returns: the blocks of the stage
 */
guint32 plimsoll_serving_stage (guint32 n_blocks, guint32 n_stages, guint32 stage, guint32 *first);

/**
 * plimsoll_serving_rank_weights:
 *
 * Returns: the bytes that one rank of @stage loads; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_serving_rank_weights (const PlimsollModelSpec *spec,
                                       const PlimsollWeights *weights,
                                       const PlimsollQuestion *question,
                                       const PlimsollServingLimits *limits,
                                       const PlimsollAcceleratorFacts *device,
                                       guint32 stage);

/** Returns: the peak of the profile run on one rank, bytes */
guint64 plimsoll_serving_activation (const PlimsollModelSpec *spec,
                                     const PlimsollQuestion *question,
                                     const PlimsollServingLimits *limits);

/** Returns: memory outside the engine's allocator on one rank, bytes */
guint64 plimsoll_serving_other (const PlimsollAcceleratorFacts *device,
                                const PlimsollServingLimits *limits);

/** Returns: what is set aside for CUDA graphs, bytes; 0: nothing is */
guint64 plimsoll_serving_graphs (const PlimsollModelSpec *spec, const PlimsollQuestion *question);

/**
 * plimsoll_serving_rank:
 * @stage: of the pipeline
 * @pages: (out caller-allocates): of that stage
 * @serving: (out caller-allocates)
 *
 * One rank on @device: budget, what is taken of it, and what the rest holds.
 *
 * Returns: (nullable): %NULL, or a static sentence why not
 */
const char *plimsoll_serving_rank (const PlimsollModelSpec *spec,
                                   const PlimsollWeights *weights,
                                   const PlimsollQuestion *question,
                                   const PlimsollServingLimits *limits,
                                   const PlimsollServingDevice *device,
                                   guint32 stage,
                                   PlimsollPages *pages,
                                   PlimsollServing *serving);

/**
 * plimsoll_serving_hold:
 *
 * Sets in @serving what its cache memory holds: blocks, tokens, requests and their bands.
 */
void plimsoll_serving_hold (const PlimsollModelSpec *spec,
                            const PlimsollQuestion *question,
                            const PlimsollPages *pages,
                            PlimsollServing *serving);

/**
 * plimsoll_serving_longest:
 * @memory: of the cache, bytes
 * @requests: at once, at least 1
 * @limit: tokens, the most that is asked
 *
 * Returns: tokens of the longest requests, so many of which @memory holds at once; 0: not one token
 */
guint64 plimsoll_serving_longest (const PlimsollQuestion *question,
                                  const PlimsollPages *pages,
                                  guint64 memory,
                                  guint32 requests,
                                  guint64 limit);

G_END_DECLS
