/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Releases of vLLM and SGLang that size their memory differently. */
typedef enum
{
  PLIMSOLL_RELEASE_CURRENT,     /* vLLM 0.26 and later; SGLang since mid 2025 */
  PLIMSOLL_RELEASE_VLLM_0_21,   /* reserves an estimate for CUDA graphs */
  PLIMSOLL_RELEASE_VLLM_0_20,   /* keeps two blocks of state a request */
  PLIMSOLL_RELEASE_VLLM_0_10,   /* layers of several kinds share one pool of pages */
  PLIMSOLL_RELEASE_VLLM_0_8,    /* V1; every layer is charged as if it kept all tokens */
  PLIMSOLL_RELEASE_VLLM_V0,     /* profiles one prompt of the longest length */
  PLIMSOLL_RELEASE_SGLANG_0_88, /* 2024 to early 2025: the same fraction on every card */
} PlimsollServingRelease;

/** PlimsollServingRules: what a release takes for granted. */
typedef struct
{
  PlimsollServingRelease release;
  double utilization;       /* of the total memory; 0: SGLang's own, by the card */
  double sampler_bytes;     /* of the profile's sampler, a request and word of the vocabulary */
  gboolean profiles_prompt; /* one prompt of the whole length, not a batch */
  gboolean groups_layers;   /* the hybrid allocator */
  gboolean unequal_pages;   /* also where layers cache unequal rows */
  gboolean reserves_graphs;
  guint32 state_blocks;     /* that one request has of a recurrent group, without drafting */
  gboolean logs_by_request; /* the logged tokens are requests times their length */
  guint32 max_sequences;
  guint32 max_batched_tokens;
  guint32 large_max_sequences; /* on cards of 70 GiB and more, the A100 left out */
  guint32 large_max_batched_tokens;
} PlimsollServingRules;

/**
 * PlimsollServingSettings: what vLLM and SGLang are told, beside what every engine is. 0 is the
 * release's own default.
 */
typedef struct
{
  PlimsollServingRelease release;
  double utilization; /* --gpu-memory-utilization, --mem-fraction-static: 0 to 1 */
  guint32 tensor_parallel;
  guint32 pipeline_parallel;
  guint32 max_sequences;      /* --max-num-seqs */
  guint32 max_batched_tokens; /* --max-num-batched-tokens; SGLang: --chunked-prefill-size */
  guint32 block_tokens;       /* --block-size */
  guint32 draft_tokens;       /* of multi-token prediction */
  gboolean ungrouped;         /* --disable-hybrid-kv-cache-manager */
  gboolean eager;             /* --enforce-eager */
} PlimsollServingSettings;

#define PLIMSOLL_SERVING_BLOCK_TOKENS 16
#define PLIMSOLL_MAX_SERVING_SEQUENCES 65536
#define PLIMSOLL_MAX_BATCHED_TOKENS (1u << 24)

/** Returns: (transfer none): the rules of @release, a static row */
const PlimsollServingRules *plimsoll_serving_rules (PlimsollServingRelease release);

/**
 * plimsoll_vllm_release:
 * @version: "0.11.0", "v0.9.2", "0.6.6.post1"
 * @v0: the log says that the V0 engine runs
 *
 * Returns: the release whose rules hold for @version; the current one where it says nothing
 */
PlimsollServingRelease plimsoll_vllm_release (const char *version, gboolean v0);

G_END_DECLS
