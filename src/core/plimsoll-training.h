/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training-shape.h"

G_BEGIN_DECLS

typedef enum
{
  PLIMSOLL_TRAINING_QLORA, /* adapters beside a base of 4 bits */
  PLIMSOLL_TRAINING_LORA,  /* adapters beside a base of 16 bits */
  PLIMSOLL_TRAINING_FULL,  /* every weight */
  PLIMSOLL_N_TRAINING_METHODS,
} PlimsollTrainingMethod;

/** What trains; each keeps other things at other times. */
typedef enum
{
  PLIMSOLL_TRAINING_TRANSFORMERS, /* Transformers' Trainer, TRL, PEFT */
  PLIMSOLL_TRAINING_AXOLOTL,
  PLIMSOLL_TRAINING_LLAMA_FACTORY,
  PLIMSOLL_TRAINING_MS_SWIFT,
  PLIMSOLL_TRAINING_TORCHTUNE,
  PLIMSOLL_TRAINING_LITGPT,
  PLIMSOLL_TRAINING_UNSLOTH,
  PLIMSOLL_TRAINING_FSDP_QLORA,
  PLIMSOLL_TRAINING_OTHER, /* as Transformers, not checked */
  PLIMSOLL_N_TRAINING_FRAMEWORKS,
} PlimsollTrainingFramework;

/** In what weights that are trained are held. */
typedef enum
{
  PLIMSOLL_TRAINING_BF16,
  PLIMSOLL_TRAINING_FP32, /* computed in 16 bits by autocast */
} PlimsollTrainingPrecision;

/** In what a quantized base is held. */
typedef enum
{
  PLIMSOLL_BASE_NF4_DOUBLE, /* its scales quantized too: 4.127 bits a weight */
  PLIMSOLL_BASE_NF4,        /* 4.5 */
  PLIMSOLL_BASE_GPTQ,       /* GPTQ or AWQ, groups of 128: 4.156 */
} PlimsollTrainingBase;

typedef enum
{
  PLIMSOLL_OPTIMIZER_ADAMW, /* PyTorch's, as it comes: all tensors at once */
  PLIMSOLL_OPTIMIZER_ADAMW_FUSED,
  PLIMSOLL_OPTIMIZER_ADAMW_8BIT,
  PLIMSOLL_OPTIMIZER_PAGED_ADAMW_8BIT,
  PLIMSOLL_OPTIMIZER_ADAMW_MASTER, /* FP32 copies of 16-bit weights: DeepSpeed */
  PLIMSOLL_OPTIMIZER_ADAFACTOR,
  PLIMSOLL_OPTIMIZER_MUON,
  PLIMSOLL_OPTIMIZER_LION,
  PLIMSOLL_OPTIMIZER_SGD,
} PlimsollTrainingOptimizer;

/** How the cross-entropy of the logits is computed. */
typedef enum
{
  PLIMSOLL_LOSS_USUAL,       /* as the framework comes */
  PLIMSOLL_LOSS_PLAIN,       /* whole logits, copied in FP32 */
  PLIMSOLL_LOSS_KERNEL,      /* a kernel of its own on whole logits */
  PLIMSOLL_LOSS_KERNEL_2024, /* Unsloth's of 2024 */
  PLIMSOLL_LOSS_CHUNKED,     /* the tokens in eight parts */
  PLIMSOLL_LOSS_FUSED,       /* together with the head: Liger, cut cross-entropy */
  PLIMSOLL_LOSS_LITGPT,      /* the head in parts of 128 tokens, the logits whole */
} PlimsollTrainingLoss;

typedef enum
{
  PLIMSOLL_SHARDING_NONE, /* every GPU has everything */
  PLIMSOLL_SHARDING_ZERO1,
  PLIMSOLL_SHARDING_ZERO2,
  PLIMSOLL_SHARDING_ZERO3,
  PLIMSOLL_SHARDING_FSDP, /* full shard */
} PlimsollSharding;

/** What is kept in system memory. */
typedef enum
{
  PLIMSOLL_OFFLOAD_ACTIVATIONS = 1 << 0, /* the saved ones; with checkpointing */
  PLIMSOLL_OFFLOAD_OPTIMIZER = 1 << 1,
  PLIMSOLL_OFFLOAD_PARAMETERS = 1 << 2, /* and with them the optimizer; when fully sharded */
} PlimsollTrainingOffload;

/** In what the hidden states between blocks are saved. */
typedef enum
{
  PLIMSOLL_HIDDEN_USUAL,
  PLIMSOLL_HIDDEN_16,
  PLIMSOLL_HIDDEN_32,
} PlimsollTrainingHidden;

#define PLIMSOLL_TRAINING_MAX_SEQUENCE (1u << 24)
#define PLIMSOLL_TRAINING_MAX_BATCH 65536u
#define PLIMSOLL_TRAINING_MAX_RANK 65536u
#define PLIMSOLL_TRAINING_MAX_GPUS 65536u

/** PlimsollTrainingQuestion: how a model is to be trained. Plain values; defaults by
 * plimsoll_training_question_init(). */
typedef struct
{
  PlimsollTrainingMethod method;
  PlimsollTrainingFramework framework;
  PlimsollTrainingPrecision precision;
  PlimsollTrainingBase base; /* QLoRA only */
  PlimsollTrainingOptimizer optimizer;
  gboolean step_in_backward; /* each gradient is used and dropped as it comes; full only */
  guint32 sequence;          /* tokens, padding among them */
  guint32 batch;             /* sequences on one GPU at once, without accumulation */
  gboolean checkpointing;    /* of every block */
  gboolean flash_attention;  /* or another that keeps no scores */
  gboolean compile;          /* torch.compile */
  guint32 rank;              /* of adapters */
  PlimsollTargets targets;   /* of adapters */
  gboolean dropout;          /* of adapters: more than 0 */
  PlimsollTrainingLoss loss;
  PlimsollTrainingHidden hidden;
  PlimsollSharding sharding;
  guint32 n_gpus;
  PlimsollTrainingOffload offload;
} PlimsollTrainingQuestion;

/** Sets QLoRA on one GPU: 1 sequence of 2,048 tokens, checkpointing, rank 16 beside the attention's
 * matrices, AdamW; and what @framework does as it comes. */
void plimsoll_training_question_init (PlimsollTrainingQuestion *self,
                                      PlimsollTrainingFramework framework);

/**
 * plimsoll_training_refusal:
 * @shape: (nullable): the model; %NULL when its shapes are unknown
 *
 * Returns: (nullable): a static sentence, to be translated, why there is no answer to @question
 */
const char *plimsoll_training_refusal (const PlimsollTrainingShape *shape,
                                       const PlimsollTrainingQuestion *question);

/** The moments at which memory can be at its highest. */
typedef enum
{
  PLIMSOLL_TRAINING_LOAD,
  PLIMSOLL_TRAINING_LOSS,
  PLIMSOLL_TRAINING_BACKWARD,
  PLIMSOLL_TRAINING_STEP,
  PLIMSOLL_N_TRAINING_PHASES,
} PlimsollTrainingPhase;

/** What is in memory. */
typedef enum
{
  PLIMSOLL_TRAINING_WEIGHTS,
  PLIMSOLL_TRAINING_ADAPTERS,
  PLIMSOLL_TRAINING_GRADIENTS,
  PLIMSOLL_TRAINING_OPTIMIZER, /* its states, and what lives while it steps */
  PLIMSOLL_TRAINING_ACTIVATIONS,
  PLIMSOLL_TRAINING_LOGITS, /* the loss, with the gradient of the head */
  PLIMSOLL_TRAINING_DEQUANTIZED,
  PLIMSOLL_TRAINING_SHARDS,    /* gathered weights and gradients, buckets */
  PLIMSOLL_TRAINING_ALLOCATOR, /* reserved and not used */
  PLIMSOLL_TRAINING_CONTEXT,   /* CUDA and its libraries */
  PLIMSOLL_N_TRAINING_PARTS,
} PlimsollTrainingPart;

/** PlimsollTrainingMemory: what one GPU needs, bytes. */
typedef struct
{
  guint64 parts[PLIMSOLL_N_TRAINING_PHASES][PLIMSOLL_N_TRAINING_PARTS];
  guint64 phases[PLIMSOLL_N_TRAINING_PHASES]; /* tensors alone: without allocator and context */
  PlimsollTrainingPhase peak;                 /* the phase that needs most */
  guint64 allocated;                          /* tensors at the peak */
  guint64 reserved;                           /* by the allocator: 1.12 times that */
  guint64 required;                           /* on the card, as nvidia-smi shows it */
  guint64 low;                                /* of the range of required */
  guint64 high;
  double range;    /* 0.10, or 0.25 where nothing like it was measured */
  guint64 trained; /* parameters; exact */
  guint64 host;    /* system memory that offloading needs, each GPU's share */
} PlimsollTrainingMemory;

/**
 * plimsoll_training_memory:
 *
 * The peak of one GPU by phase. Modelled: formulas, their sources and errors in docs/sizing.md.
 *
 * Returns: %FALSE when plimsoll_training_refusal() says why, or the bytes fit no 64 bits
 */
gboolean plimsoll_training_memory (const PlimsollTrainingShape *shape,
                                   const PlimsollTrainingQuestion *question,
                                   PlimsollTrainingMemory *memory);

G_END_DECLS
