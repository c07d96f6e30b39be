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
  GStringChunk *names; /* (nullable): what the suffixes of a file's plan point into */
} PlimsollTensorPlan;

/** PlimsollNamedTensor: a tensor as a GGUF names it. */
typedef struct
{
  const char *name; /* "blk.0.attn_q.weight" */
  guint64 ne[4];    /* unused dimensions are 1 */
  guint32 format;   /* the type's id in the file */
} PlimsollNamedTensor;

/**
 * plimsoll_tensor_plan_new:
 *
 * Every tensor that the checkpoint or the model's GGUF has (the flags say which), from the shapes
 * of @spec alone. The two differ: only the GGUF has tables of rotary factors; only the checkpoint
 * has keys and values of blocks that share an earlier block's (Gemma E); MLA's key and value matrix
 * is one tensor in the checkpoint (attn_kv_b) and two in the GGUF (attn_k_b, attn_v_b);
 * multi-token-prediction blocks are in the GGUF if the spec says so. All else is in both, under
 * llama.cpp's names. Sizes that no 64 bits hold become %G_MAXUINT64, on which every sum over the
 * plan fails.
 *
 * Returns: (transfer full) (nullable): the plan; %NULL when @spec is known by its totals only
 */
PlimsollTensorPlan *plimsoll_tensor_plan_new (const PlimsollModelSpec *spec);
void plimsoll_tensor_plan_free (PlimsollTensorPlan *self);

/**
 * plimsoll_tensor_plan_new_for_file:
 * @spec: the model of the file, for its numbers of blocks
 * @tensors: (array length=n): what the file holds, in any order
 * @formats: (out) (transfer full) (array): the format of every tensor of the plan, in its order
 *
 * The plan of a GGUF that was read. All but tables of rotary factors count as parameters, as if the
 * checkpoint held them too. Names are copied.
 *
 * Returns: (transfer full) (nullable): %NULL when a format is unknown or a block is beyond the
 * blocks of @spec
 */
PlimsollTensorPlan *plimsoll_tensor_plan_new_for_file (const PlimsollModelSpec *spec,
                                                       const PlimsollNamedTensor *tensors,
                                                       gsize n,
                                                       guint8 **formats);

/**
 * plimsoll_tensor_classify:
 * @tensor: a tensor with its suffix and shape
 *
 * Sets the role, the kept format and the flags KEPT, EXPERTS and SHARED_EXPERT from the name, by
 * rules R1 and R2 of docs/sizing.md.
 */
void plimsoll_tensor_classify (PlimsollTensor *tensor);

/** Returns: %FALSE when the number of elements of @tensor overflows. */
gboolean plimsoll_tensor_elements (const PlimsollTensor *tensor, guint64 *elements);

/** Returns: %FALSE when @tensor has no whole blocks in @format, or its bytes overflow. */
gboolean
plimsoll_tensor_bytes (const PlimsollTensor *tensor, PlimsollBlockFormat format, guint64 *bytes);

/** Returns: whether the routed experts' matrices alone are meant: `ffn_*_exps.weight`. */
static inline gboolean
plimsoll_tensor_is_expert_matrix (const PlimsollTensor *tensor)
{
  return (tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0 && tensor->ne[2] > 1;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollTensorPlan, plimsoll_tensor_plan_free)

G_END_DECLS
