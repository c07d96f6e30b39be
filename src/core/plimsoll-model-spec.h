/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PlimsollAttentionKind: how the attention of a block caches its context.
 *
 * @PLIMSOLL_ATTENTION_NONE: the block does not attend
 * @PLIMSOLL_ATTENTION_FULL: every token of the context
 * @PLIMSOLL_ATTENTION_SLIDING: the last `window` tokens
 * @PLIMSOLL_ATTENTION_CHUNKED: the tokens of the present chunk of `window` tokens
 * @PLIMSOLL_ATTENTION_MLA: multi-head latent attention, one latent row a token
 * @PLIMSOLL_ATTENTION_COMPRESSED: a window, and one entry for every `compression` tokens
 */
typedef enum
{
  PLIMSOLL_ATTENTION_NONE,
  PLIMSOLL_ATTENTION_FULL,
  PLIMSOLL_ATTENTION_SLIDING,
  PLIMSOLL_ATTENTION_CHUNKED,
  PLIMSOLL_ATTENTION_MLA,
  PLIMSOLL_ATTENTION_COMPRESSED,
} PlimsollAttentionKind;

/** How queries and keys are normalised: not, over each head, or over the full width. */
typedef enum
{
  PLIMSOLL_QK_NORM_NONE,
  PLIMSOLL_QK_NORM_HEAD,
  PLIMSOLL_QK_NORM_FULL,
} PlimsollQkNorm;

/**
 * PlimsollAttention: the attention of one block. Widths count elements of one head.
 *
 * With MLA, @key_dim is the query and key head (non-rope and rope part together), @value_dim the
 * value head, @rope_dim the rope part, @kv_lora_rank the latent; the cache holds
 * @kv_lora_rank + @rope_dim elements a token.
 */
typedef struct
{
  PlimsollAttentionKind kind;
  guint32 heads;
  guint32 kv_heads;
  guint32 key_dim;
  guint32 value_dim;
  guint32 window;       /* tokens; sliding, chunked and compressed only */
  guint32 compression;  /* tokens an entry; compressed only */
  guint32 q_lora_rank;  /* 0: the query is projected directly */
  guint32 kv_lora_rank; /* MLA only */
  guint32 rope_dim;     /* MLA only */
  guint32 index_heads;  /* sparse indexer; 0: none */
  guint32 index_dim;
  PlimsollQkNorm qk_norm;
  gboolean q_bias;
  gboolean kv_bias;
  gboolean output_bias;
  gboolean gated_query;  /* the query projection is twice as wide: an output gate */
  gboolean head_gate;    /* a gate projection to one value for each head */
  gboolean output_gate;  /* a full gate projection apart from the query (hidden to heads x value) */
  gboolean sinks;        /* one learned sink for each head */
  gboolean value_is_key; /* no value projection: V is K; still cached */
  gboolean shares_cache; /* it reads an earlier block's K and V; its own stay out of the GGUF */
  gboolean fused_qkv;    /* the model's GGUF has one matrix for Q, K and V */
  guint32 output_groups; /* the output projection is low-rank in so many groups (DeepSeek V4)… */
  guint32 output_lora_rank;    /* …of this rank: A·value·rank + groups·rank·E; 0: one matrix */
  gboolean window_not_in_gguf; /* engines of the GGUF attend to the whole context all the same */
} PlimsollAttention;

/** What keeps a state of fixed size instead of a cache. */
typedef enum
{
  PLIMSOLL_RECURRENT_NONE,
  PLIMSOLL_RECURRENT_GATED_DELTA_NET, /* Qwen3-Next, Qwen3.5 */
  PLIMSOLL_RECURRENT_KDA,             /* Kimi delta attention */
  PLIMSOLL_RECURRENT_MAMBA1,
  PLIMSOLL_RECURRENT_MAMBA2,
  PLIMSOLL_RECURRENT_SHORT_CONV, /* LFM2 */
  PLIMSOLL_RECURRENT_LIGHTNING,  /* MiniMax-01 linear attention */
  PLIMSOLL_RECURRENT_RWKV,
} PlimsollRecurrentKind;

/** PlimsollRecurrent: the recurrent mixer of one block; a field that its kind lacks is 0. */
typedef struct
{
  PlimsollRecurrentKind kind;
  guint32 conv_kernel;
  guint32 key_heads;   /* delta nets, lightning */
  guint32 value_heads; /* delta nets, lightning; Mamba 2: heads */
  guint32 key_dim;     /* elements of one head */
  guint32 value_dim;
  guint32 inner;             /* Mamba: inner width */
  guint32 state;             /* Mamba: state size */
  guint32 groups;            /* Mamba 2 */
  guint32 dt_rank;           /* Mamba 1 */
  gboolean gated_norm;       /* Mamba 2: the gated norm before the output */
  gboolean inner_norms;      /* Mamba 1: norms of dt, B and C (Jamba) */
  gboolean full_rank_gate;   /* KDA */
  gboolean split_beta_alpha; /* delta net: beta and alpha are two matrices in the GGUF */
  gboolean bias;             /* projections have biases */
} PlimsollRecurrent;

/**
 * PlimsollFeedForward: the feed-forward part of one block. A block may have a dense part and
 * experts (Gemma 4), either, or none. Widths count elements.
 */
typedef struct
{
  guint32 dense_width;  /* 0: no dense part */
  gboolean dense_gated; /* three matrices, else two */
  gboolean bias;        /* biases on the dense matrices */
  guint32 experts;      /* routed experts; 0: none */
  guint32 experts_used; /* chosen for each token */
  guint32 expert_width; /* of one expert */
  gboolean experts_gated;
  gboolean expert_biases;   /* gpt-oss */
  gboolean router_bias;     /* gpt-oss */
  gboolean correction_bias; /* one value for each expert (DeepSeek V3 and its like) */
  guint32 shared_experts;   /* how many */
  guint32 shared_width;     /* of all shared experts together */
  gboolean shared_gate;     /* a gate of hidden width for the shared expert (Qwen) */
  guint32 latent_width;     /* experts live in this width; 0: in the embedding width */
  gboolean latent_norm;     /* a norm of the latent width (Kimi K3) */
  gboolean fused_gate_up;   /* gate and up are one matrix in the GGUF: of the experts if any */
  gboolean router_scales;   /* Gemma 4: a router scale of hidden width, one scale an expert */
} PlimsollFeedForward;

/** PlimsollLayer: one kind of block. */
typedef struct
{
  PlimsollAttention attention;
  PlimsollRecurrent recurrent;
  PlimsollFeedForward feed_forward;
  /* All norm vectors of embedding width, those around experts (Gemma 4: 7 with, 4 without) and
   * after the per-layer embedding (Gemma E: 5) among them; not those of heads, latents or mixers.
   */
  guint32 norms;
  gboolean norm_biases;       /* LayerNorm with bias */
  guint32 per_layer_width;    /* Gemma E models: gate and projection of the per-layer embedding */
  guint64 other_parameters;   /* in the checkpoint, and so in the GGUF, that no field describes */
  guint64 other_gguf_scalars; /* F32 scalars in both (Gemma 4's output scale: 1) */
} PlimsollLayer;

/** Where the numbers of a model come from, and so how exact every sum over them is. */
typedef enum
{
  PLIMSOLL_SPEC_FROM_CONFIG,       /* a config of a model type that is known */
  PLIMSOLL_SPEC_FROM_FILE,         /* the tensors themselves */
  PLIMSOLL_SPEC_FROM_GENERAL_KEYS, /* a config of an unknown type, read by its general keys */
  PLIMSOLL_SPEC_FROM_TOTALS,       /* a parameter count and few shapes: everything is modelled */
} PlimsollSpecSource;

#define PLIMSOLL_MAX_BLOCKS 1024
#define PLIMSOLL_MAX_LAYER_KINDS 255

/**
 * PlimsollModelSpec: a model as groups of identical layers. Immutable once built and shared
 * between threads; made with plimsoll_model_spec_new().
 *
 * Unknown counts are 0 where 0 is no lawful value (documented at each field).
 */
typedef struct
{
  char *architecture; /* llama.cpp's name ("qwen3moe"), or "" when it has none */
  char *model_type;   /* the config's model_type, or "" */
  PlimsollSpecSource source;

  guint32 n_blocks;     /* blocks that run, L; without multi-token-prediction blocks */
  guint32 n_mtp_blocks; /* multi-token-prediction blocks that the GGUF appends */
  guint32 n_kinds;
  PlimsollLayer *kinds; /* [n_kinds] */
  guint8 *pattern;      /* [n_blocks + n_mtp_blocks] index into kinds; MTP blocks last */

  guint32 embedding;   /* E, embedding width */
  guint32 vocabulary;  /* rows of the embedding as stored */
  guint32 max_context; /* tokens; 0: unknown */
  gboolean tied_head;  /* the output head is the embedding */
  gboolean no_head;    /* no output head at all (embedding models) */
  gboolean final_norm;
  gboolean final_norm_bias;
  /* A norm called token_embd_norm: after the embedding (BLOOM, with a bias if the final norm has
   * one), or LFM2's output norm, whose final_norm is then FALSE. */
  gboolean embedding_norm;
  gboolean head_bias;
  guint32 position_rows;      /* learned positions, rows of embedding width; 0: none */
  guint32 rope_freqs;         /* elements of rope_freqs.weight in the GGUF; 0: none */
  guint32 rope_factors;       /* elements of each of rope_factors_long and _short; 0: none */
  guint32 per_layer_width;    /* Gemma E models: per-layer embedding width; 0: none */
  gboolean mtp_own_embedding; /* MTP blocks store their own embedding and head */
  gboolean mtp_in_gguf;       /* the converter keeps the MTP blocks */

  guint64 other_parameters;  /* in the checkpoint, outside blocks, that no field describes */
  guint64 vision_parameters; /* vision and audio towers with projectors; valid if vision_known */
  gboolean vision_known;
  guint64 mtp_parameters; /* parameters of MTP modules that have no block here */

  /* SPEC_FROM_TOTALS: what was said instead of shapes. */
  guint64 stated_parameters;
  guint64 stated_active_parameters;

  char *native_dtype;           /* "BF16", "FP8", "MXFP4", "INT4"…; "" unknown */
  char *native_rest_dtype;      /* of what that scheme leaves out: "BF16"; "" nothing, or unknown */
  gboolean native_experts_only; /* the scheme is that of the routed experts alone */
  gboolean native_mxfp4_experts; /* the experts are MXFP4 in every GGUF (gpt-oss) */
} PlimsollModelSpec;

/**
 * plimsoll_model_spec_new:
 * @n_blocks: blocks that run, 1 to %PLIMSOLL_MAX_BLOCKS together with @n_mtp_blocks
 * @n_mtp_blocks: appended multi-token-prediction blocks
 * @n_kinds: distinct kinds of block, 1 to %PLIMSOLL_MAX_LAYER_KINDS
 *
 * Returns: (transfer full): a zeroed spec with room for its kinds and pattern, to be filled and
 * then not changed any more; unref with plimsoll_model_spec_unref()
 */
PlimsollModelSpec *
plimsoll_model_spec_new (guint32 n_blocks, guint32 n_mtp_blocks, guint32 n_kinds);
PlimsollModelSpec *plimsoll_model_spec_ref (PlimsollModelSpec *self);
void plimsoll_model_spec_unref (PlimsollModelSpec *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollModelSpec, plimsoll_model_spec_unref)

/** Returns: (transfer none): the layer of block @block, which counts MTP blocks too. */
static inline const PlimsollLayer *
plimsoll_model_spec_layer (const PlimsollModelSpec *self, guint32 block)
{
  return &self->kinds[self->pattern[block]];
}

/**
 * plimsoll_model_spec_validate:
 * @message: (out) (optional) (transfer full): what is wrong, in words fit to show
 *
 * Checks what arithmetic relies on: counts within bounds, the pattern within the kinds, head
 * counts that are not 0 where a block attends, and products that fit 64 bits.
 */
gboolean plimsoll_model_spec_validate (const PlimsollModelSpec *self, char **message);

G_END_DECLS
