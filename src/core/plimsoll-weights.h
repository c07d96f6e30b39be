/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-type.h"
#include "plimsoll-native-type.h"
#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/** How sure a quantity is. */
typedef enum
{
  PLIMSOLL_EXACT,    /* read from a file, or proved equal to the engine's own */
  PLIMSOLL_MODELLED, /* a formula with a measured error */
  PLIMSOLL_UNKNOWN,
} PlimsollExactness;

/**
 * PlimsollBlockWeights: bytes of one block's tensors, as llama.cpp places them.
 * "device" sizes are padded as on a CUDA-like device, "host" sizes as in system memory.
 */
typedef struct
{
  guint64 device; /* everything but routed experts */
  guint64 host;
  guint64 experts_device; /* routed experts, with their biases and scales */
  guint64 experts_host;
  guint64 largest;       /* bytes of the largest matrix, experts included */
  guint64 largest_dense; /* bytes of the largest matrix that is no routed expert */
  guint64 up;            /* bytes of the largest dense ffn_up */
} PlimsollBlockWeights;

/**
 * PlimsollShard: bytes of one block's tensors by what tensor parallelism does with them. The parts
 * do not overlap.
 */
typedef struct
{
  guint64 divided;    /* among all ranks */
  guint64 kv;         /* keys' and values' projections: divided, but no smaller than a head */
  guint64 experts;    /* routed experts: divided */
  guint64 replicated; /* whole on every rank: norms, routers, latent down-projections */
} PlimsollShard;

/**
 * PlimsollWeights: the bytes of a model in one precision. Made once for a model and precision;
 * estimates only read it. Immutable; shared by reference count.
 */
typedef struct
{
  PlimsollExactness exactness;
  PlimsollFileType type; /* of a GGUF */
  gboolean is_native;    /* a native precision, not a GGUF file type */
  PlimsollNativeType native;
  char *name; /* "Q4_K_M", "BF16" */

  guint64 tensor_bytes; /* sum of all tensors */
  guint64 file_bytes;   /* data section: every tensor padded to 32; with the header when read */
  guint64 quantized_elements; /* elements in the file, for bits per weight */
  double bits_per_weight;     /* tensor_bytes * 8 / elements */

  guint64 embedding_host; /* token_embd, per_layer_token_embd and other tables of the input */
  guint64 output_device;  /* head (or the copy of a tied one), output norm, other outer tensors */
  guint64 output_host;    /* the same in system memory; a tied head needs no copy there */
  guint64 rope_device;    /* one copy for each device with a block that uses it */
  guint64 rope_host;
  guint64 head_bytes; /* bytes of the head matrix alone */

  guint32 n_blocks;             /* blocks that run */
  guint32 n_mtp_blocks;         /* blocks that follow, not loaded, but counted by -ngl */
  PlimsollBlockWeights *blocks; /* [n_blocks + n_mtp_blocks] */

  /* Native precisions only. */
  PlimsollShard *shards;   /* (nullable) [n_blocks] */
  PlimsollShard outer;     /* final norm, vision tower, tables that are no embedding */
  PlimsollShard mtp;       /* multi-token-prediction blocks, loaded when they draft */
  guint64 embedding_bytes; /* of the input embedding, as stored */
  guint64 embedding_elements;
  gboolean tied_head;      /* and no matrix beside it */
  double larger_by;        /* the true ones may be more by this share; 0: exact */
  gboolean packed_experts; /* routed experts in MXFP4, whose kernels want wider rows */

  /* What one token reads: for speed. Bytes at their own precision. */
  guint64 read_always;      /* attention, dense, shared experts, router, head */
  guint64 read_experts_all; /* all routed experts */
  guint64 always_elements;  /* behind read_always, the head's among them */
  guint64 experts_elements; /* behind read_experts_all */
  guint64 head_elements;
} PlimsollWeights;

/**
 * plimsoll_weights_new:
 *
 * The bytes of @spec in the file type @type, from its tensor plan and the quantizer's rules; for a
 * model known by its totals, from the parameter count and the type's typical bits, modelled.
 *
 * Returns: (transfer full) (nullable): %NULL when the quantizer refuses the model for @type, or a
 * sum overflows
 */
PlimsollWeights *plimsoll_weights_new (const PlimsollModelSpec *spec,
                                       const PlimsollTensorPlan *plan,
                                       PlimsollFileType type,
                                       gboolean imatrix);

/**
 * plimsoll_weights_new_for_formats:
 *
 * The same for tensors whose formats are known (a file that was read): @formats[i] of plan i. Name
 * and type are those of the format that most elements have; the reader may set better ones, and the
 * size of the whole file, before others see it.
 */
PlimsollWeights *plimsoll_weights_new_for_formats (const PlimsollModelSpec *spec,
                                                   const PlimsollTensorPlan *plan,
                                                   const guint8 *formats);

/**
 * plimsoll_weights_new_empty:
 *
 * Returns: (transfer full): weights of no bytes, to be filled before others see them
 */
PlimsollWeights *plimsoll_weights_new_empty (guint32 n_blocks, guint32 n_mtp_blocks);

/**
 * plimsoll_weights_new_native:
 * @plan: (nullable): %NULL only for a model known by its totals
 * @bytes: what the text model's own files take, where they were read; 0: by the rules of @type
 *
 * The bytes of @spec in a native precision, for engines that load safetensors. Placement for
 * llama.cpp stands in it too, less paddings; `shards` is what serving engines need.
 *
 * Returns: (transfer full) (nullable): %NULL when a sum overflows
 */
PlimsollWeights *plimsoll_weights_new_native (const PlimsollModelSpec *spec,
                                              const PlimsollTensorPlan *plan,
                                              PlimsollNativeType type,
                                              guint64 bytes);
PlimsollWeights *plimsoll_weights_ref (PlimsollWeights *self);
void plimsoll_weights_unref (PlimsollWeights *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollWeights, plimsoll_weights_unref)

G_END_DECLS
