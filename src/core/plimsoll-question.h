/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-additions.h"
#include "plimsoll-block-format.h"
#include "plimsoll-serving-rules.h"

G_BEGIN_DECLS

typedef enum
{
  PLIMSOLL_ENGINE_LLAMA_CPP,
  PLIMSOLL_ENGINE_VLLM,
  PLIMSOLL_ENGINE_SGLANG,
} PlimsollEngine;

/** Returns: whether @engine serves many from one budget of memory: vLLM, SGLang. */
static inline gboolean
plimsoll_engine_serves (PlimsollEngine engine)
{
  return engine == PLIMSOLL_ENGINE_VLLM || engine == PLIMSOLL_ENGINE_SGLANG;
}

typedef enum
{
  PLIMSOLL_SPLIT_NONE,
  PLIMSOLL_SPLIT_LAYER,
  PLIMSOLL_SPLIT_TENSOR,
} PlimsollSplit;

/** What runs the model, as far as speed tells programs and their backends apart. */
typedef enum
{
  PLIMSOLL_RUNTIME_USUAL, /* of the question's engine on the accelerator */
  PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA,
  PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM,
  PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN,
  PLIMSOLL_RUNTIME_LLAMA_CPP_METAL,
  PLIMSOLL_RUNTIME_LLAMA_CPP_SYCL,
  PLIMSOLL_RUNTIME_MLX,
  PLIMSOLL_RUNTIME_VLLM,
  PLIMSOLL_RUNTIME_TENSORRT_LLM,
  PLIMSOLL_N_RUNTIMES,
} PlimsollRuntime;

/** Builds of llama.cpp that allocate differently. */
typedef enum
{
  PLIMSOLL_BUILD_CURRENT, /* v0.5.0, 2026-09-28 */
  PLIMSOLL_BUILD_2026_08, /* a multi-token-prediction block has a cache, loaded or not */
  PLIMSOLL_BUILD_2026_03, /* the mask in F32 too; copies of the cache outside the buffer */
  PLIMSOLL_BUILD_2025,    /* 2025-09 to 2025-12: attention as then, on AMD; memory not measured */
  PLIMSOLL_BUILD_EARLY,   /* before 2025-09, of any engine: slower; its memory was not measured */
} PlimsollEngineBuild;

#define PLIMSOLL_MAX_DEVICES 16
#define PLIMSOLL_MAX_SEQUENCES 65536
#define PLIMSOLL_ALL_LAYERS (-1)
#define PLIMSOLL_MAX_CONTEXT (G_GUINT64_CONSTANT (1) << 32)

/**
 * PlimsollQuestion: how the model is to be run. Plain values; the model's weights and the
 * accelerator stand beside it. Defaults by plimsoll_question_init().
 */
typedef struct
{
  PlimsollEngine engine;
  PlimsollEngineBuild build;
  PlimsollServingSettings serving; /* of vLLM and SGLang */
  guint64 context;          /* tokens: llama.cpp -c, over all sequences; --max-model-len, of each */
  PlimsollBlockFormat kv_k; /* cache type of K; of serving engines 16 bits, or I8 for FP8 */
  PlimsollBlockFormat kv_v;
  guint32 parallel;    /* sequences (-np) */
  gboolean unified_kv; /* one cache for all sequences (-kvu) */
  gboolean swa_full;   /* --swa-full */
  gboolean flash_attention;
  guint32 ubatch;       /* -ub */
  guint32 batch;        /* -b */
  guint32 outputs;      /* rows of logits kept a micro-batch; 0: one for each sequence */
  gboolean all_outputs; /* logits for every token of a micro-batch */
  gboolean mtp;         /* multi-token-prediction weights are loaded too */

  PlimsollAdditions additions; /* llama.cpp only */

  gint32 ngl;        /* layers on devices; %PLIMSOLL_ALL_LAYERS */
  guint32 n_cpu_moe; /* experts of the first N blocks in system memory */
  gboolean no_kv_offload;
  PlimsollSplit split;
  guint32 n_devices;                         /* 0: CPU only */
  guint32 main_device;                       /* --main-gpu: the one that is used without a split */
  float device_shares[PLIMSOLL_MAX_DEVICES]; /* --tensor-split or free memory; all 0: equal */

  guint64 memory_in_use; /* bytes that others use on each device */
  guint64 system_memory; /* bytes; 0: unknown */
  guint32 prompt;        /* tokens of the prompt */
  guint64 depth;         /* tokens already in the cache when decoding; 0: prompt */

  PlimsollRuntime runtime;
} PlimsollQuestion;

/** Sets the defaults of llama-server: context 8,192, one sequence on a unified cache, F16 cache,
 * flash attention, micro-batch 512, batch 2,048, everything on one device. */
void plimsoll_question_init (PlimsollQuestion *self);

/** Returns: (nullable): a static sentence why an engine would not run @self, whatever the model. */
const char *plimsoll_question_refusal (const PlimsollQuestion *self);

/** Returns: which of the devices that @self names place @i is; not @i where there is no split. */
static inline guint32
plimsoll_question_device (const PlimsollQuestion *self, guint32 i)
{
  return self->split == PLIMSOLL_SPLIT_NONE ? self->main_device : i;
}

/** Returns: tokens that are computed at once: no micro-batch is larger than the batch. */
guint32 plimsoll_question_ubatch (const PlimsollQuestion *self);

G_END_DECLS
