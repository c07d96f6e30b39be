/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-type.h"
#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/**
 * The precisions of checkpoints in safetensors, as vLLM, SGLang and MLX load them. Their ids follow
 * those of file types, so that one number says any precision: a #PlimsollPrecision.
 */
typedef enum
{
  PLIMSOLL_NATIVE_F32 = 64,
  PLIMSOLL_NATIVE_F16,
  PLIMSOLL_NATIVE_BF16,
  PLIMSOLL_NATIVE_FP8,       /* one scale a row */
  PLIMSOLL_NATIVE_FP8_BLOCK, /* one scale for 128 x 128 weights (DeepSeek) */
  PLIMSOLL_NATIVE_INT8,
  PLIMSOLL_NATIVE_AWQ,  /* 4 bits in groups of 128, a scale and a zero each */
  PLIMSOLL_NATIVE_GPTQ, /* the same sizes */
  PLIMSOLL_NATIVE_INT4, /* 4 bits in groups of 32, a scale each (compressed-tensors) */
  PLIMSOLL_NATIVE_MXFP4,
  PLIMSOLL_NATIVE_NVFP4,
  PLIMSOLL_NATIVE_NF4,   /* bitsandbytes, with its scales quantized too */
  PLIMSOLL_NATIVE_MLX_4, /* groups of 64, a scale and a bias each */
  PLIMSOLL_NATIVE_MLX_8,
  PLIMSOLL_PRECISION_COUNT, /* of ids, file types among them */
} PlimsollNativeType;

/** A #PlimsollFileType or a #PlimsollNativeType. */
typedef guint32 PlimsollPrecision;

/** PlimsollNativeTypeInfo: what is known of a native precision. */
typedef struct
{
  PlimsollNativeType type;
  const char *name; /* "FP8" */
  guint32 bits;     /* of a weight, less its scales */
  gboolean served;  /* vLLM and SGLang run it */
  gboolean common;  /* offered among the first */
  double larger_by; /* as much as a maker's own file may be larger, who leaves out other layers:
                       0.2 is 20 % */
} PlimsollNativeTypeInfo;

/** Returns: (array length=n): a static table, from the fewest bits to the most */
const PlimsollNativeTypeInfo *plimsoll_native_types (gsize *n);

/** Returns: (nullable): the row of @type */
const PlimsollNativeTypeInfo *plimsoll_native_type_info (PlimsollPrecision type);

/**
 * plimsoll_native_type_from_name:
 * @name: "FP8", "awq", or a model's own dtype as configs have it ("INT4", "AWQ-INT4", "MLX-4")
 */
gboolean plimsoll_native_type_from_name (const char *name, PlimsollNativeType *type);

/**
 * plimsoll_native_type_of:
 * @type: (out): what @spec is published in; BF16 where it does not say
 *
 * Returns: %FALSE when it is published in a precision that is none of ours
 */
gboolean plimsoll_native_type_of (const PlimsollModelSpec *spec, PlimsollNativeType *type);

static inline gboolean
plimsoll_precision_is_native (PlimsollPrecision precision)
{
  return precision >= PLIMSOLL_NATIVE_F32;
}

/** PlimsollPrecisionInfo: a precision of either sort. */
typedef struct
{
  PlimsollPrecision type;
  const char *name; /* "Q4_K_M", "FP8" */
  double bits; /* a weight, about: of a file type's average, of a native one's without scales */
} PlimsollPrecisionInfo;

/** Returns: (nullable) (transfer none): the row of @precision, static */
const PlimsollPrecisionInfo *plimsoll_precision_info (PlimsollPrecision precision);

/**
 * plimsoll_precision_from_name:
 * @native: which sort: names such as "BF16" are of both
 */
gboolean
plimsoll_precision_from_name (const char *name, gboolean native, PlimsollPrecision *precision);

/**
 * plimsoll_native_matrix_bytes:
 *
 * Returns: the bytes of @tensor, a matrix or a stack of them, with its scales; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_native_matrix_bytes (PlimsollNativeType type, const PlimsollTensor *tensor);

/**
 * plimsoll_native_quantizes:
 * @experts_only: the scheme is that of the routed experts alone
 *
 * Returns: whether makers of quantized checkpoints quantize @tensor: the large matrices of blocks;
 *   not embeddings, heads, norms, routers, convolutions and narrow projections
 */
gboolean plimsoll_native_quantizes (const PlimsollTensor *tensor, gboolean experts_only);

G_END_DECLS
