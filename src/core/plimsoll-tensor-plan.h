/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-block-format.h"
#include "plimsoll-model-spec.h"

G_BEGIN_DECLS

/** What a tensor is, as the quantizer's rules and the placement of llama.cpp tell them apart. */
typedef enum
{
  PLIMSOLL_ROLE_EMBEDDING,           /* token_embd */
  PLIMSOLL_ROLE_PER_LAYER_EMBEDDING, /* per_layer_token_embd */
  PLIMSOLL_ROLE_HEAD,                /* output */
  PLIMSOLL_ROLE_QUERY,
  PLIMSOLL_ROLE_KEY,
  PLIMSOLL_ROLE_VALUE, /* attn_v, and the fused attn_qkv and attn_kv_b */
  PLIMSOLL_ROLE_ATTENTION_OUTPUT,
  PLIMSOLL_ROLE_GATE,
  PLIMSOLL_ROLE_UP,
  PLIMSOLL_ROLE_DOWN,
  PLIMSOLL_ROLE_ROPE, /* rope_freqs, rope_factors: a copy on each device */
  PLIMSOLL_ROLE_OTHER,
} PlimsollTensorRole;

typedef enum
{
  PLIMSOLL_TENSOR_IN_CHECKPOINT = 1 << 0, /* counted as parameters of the published model */
  PLIMSOLL_TENSOR_IN_GGUF = 1 << 1,
  PLIMSOLL_TENSOR_KEPT = 1 << 2,    /* never quantized: keeps `kept` */
  PLIMSOLL_TENSOR_EXPERTS = 1 << 3, /* routed experts: -ncmoe and its like move it */
  PLIMSOLL_TENSOR_SHARED_EXPERT = 1 << 4,
  PLIMSOLL_TENSOR_MTP = 1 << 5, /* of a multi-token-prediction block */
} PlimsollTensorFlags;

#define PLIMSOLL_OUTSIDE_BLOCKS (-1)

/** PlimsollTensor: one tensor. `ne[0]` is the row length; unused dimensions are 1. */
typedef struct
{
  const char *suffix; /* the GGUF name less "blk.N.": static string, "attn_q.weight" */
  gint32 block;       /* %PLIMSOLL_OUTSIDE_BLOCKS or the block's index */
  PlimsollTensorRole role;
  PlimsollTensorFlags flags;
  PlimsollBlockFormat kept; /* with KEPT: the format it keeps (F32, F16, MXFP4) */
  guint64 ne[3];
} PlimsollTensor;

/** PlimsollTensorPlan: the tensors of a model in the quantizer's order: those outside blocks
 * first, then block by block, in each by name as bytes. Immutable once built. */
typedef struct
{
  PlimsollTensor *tensors; /* [n] */
  gsize n;
} PlimsollTensorPlan;

/**
 * plimsoll_tensor_plan_new:
 *
 * Every tensor that the checkpoint or the model's GGUF has (the flags say which), from the shapes
 * of @spec alone.
 *
 * Returns: (transfer full) (nullable): the plan; %NULL when @spec is known by its totals only
 */
PlimsollTensorPlan *plimsoll_tensor_plan_new (const PlimsollModelSpec *spec);
void plimsoll_tensor_plan_free (PlimsollTensorPlan *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollTensorPlan, plimsoll_tensor_plan_free)

G_END_DECLS
