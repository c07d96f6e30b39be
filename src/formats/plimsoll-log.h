/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-format-error.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * What an engine wrote while it loaded a model, or a benchmark at its end. Logs are read line by
 * line, with whatever stands before what the engine wrote (times, containers, colours), in UTF-8,
 * Latin 1 or UTF-16; of several loads the last whole one counts.
 *
 * - llama.cpp: buffers by device, `print_info` or `llm_load_print_meta`, context parameters,
 *   devices, and the table of memory at exit where there are no buffers
 * - Ollama: its own lines, and those of the llama.cpp inside
 * - vLLM, SGLang: weights, cache, graphs and tokens of each rank; engine and server arguments
 * - llama-bench: as Markdown, CSV, JSON, JSON lines or SQL
 */

typedef enum
{
  PLIMSOLL_LOG_UNKNOWN,
  PLIMSOLL_LOG_LLAMA_CPP,
  PLIMSOLL_LOG_OLLAMA,
  PLIMSOLL_LOG_VLLM,
  PLIMSOLL_LOG_SGLANG,
  PLIMSOLL_LOG_BENCH, /* llama-bench: speeds, no memory */
} PlimsollLogSource;

typedef enum
{
  PLIMSOLL_LOG_WEIGHTS,
  PLIMSOLL_LOG_KV_CACHE,
  PLIMSOLL_LOG_STATE,
  PLIMSOLL_LOG_CONTEXT, /* cache and state together */
  PLIMSOLL_LOG_COMPUTE,
  PLIMSOLL_LOG_OUTPUT,
  PLIMSOLL_LOG_GRAPHS,      /* captured CUDA graphs */
  PLIMSOLL_LOG_ACTIVATIONS, /* the peak of a trial run */
  PLIMSOLL_LOG_PROJECTOR,
  PLIMSOLL_LOG_OTHER, /* what the engine cannot account for */
} PlimsollLogKind;

/** PlimsollLogFigure: bytes of one kind in one place, as far as the log's digits say. */
typedef struct
{
  PlimsollLogKind kind;
  char *device;      /* "CUDA0", "CPU"; "0" for a rank */
  gboolean host;     /* in system memory */
  gboolean mapped;   /* a span of the mapped file: tensors that went elsewhere may lie within */
  gboolean forecast; /* what the engine expected rather than what it allocated */
  guint64 bytes;
  guint64 rounding; /* the real figure is within so many bytes of it */
} PlimsollLogFigure;

/** PlimsollLogDevice: an accelerator that the log names. */
typedef struct
{
  char *id;      /* "CUDA0" */
  char *name;    /* "NVIDIA GeForce RTX 3090" */
  guint64 total; /* bytes; 0: not said */
  guint64 free;  /* before the load; 0: not said */
} PlimsollLogDevice;

/** PlimsollLogSpeed: a row of llama-bench. */
typedef struct
{
  char *model;   /* "qwen3 0.6B F16" */
  char *backend; /* "CUDA" */
  char *device;  /* "" when the row does not say: tables do not */
  guint64 model_bytes;
  guint64 parameters;
  guint32 prompt;    /* tokens of the prompt; 0: it only generates */
  guint32 generated; /* 0: it only reads */
  guint64 depth;     /* tokens in the cache before */
  gint32 ngl;        /* -1: all, or not said */
  guint32 n_cpu_moe;
  double mean; /* tokens a second */
  double deviation;
} PlimsollLogSpeed;

typedef enum
{
  PLIMSOLL_LOG_UNSAID,
  PLIMSOLL_LOG_NO,
  PLIMSOLL_LOG_YES,
} PlimsollLogFlag;

/** PlimsollLog: what a log says. Numbers that it does not say are 0, text "". */
typedef struct
{
  PlimsollLogSource source;
  char *version;
  guint n_loads;         /* that the log holds */
  gboolean complete;     /* the load that is told here reached its end */
  gboolean cut;          /* the log is longer than what is read of it */
  GPtrArray *figures;    /* of PlimsollLogFigure */
  GPtrArray *devices;    /* of PlimsollLogDevice */
  GPtrArray *speeds;     /* of PlimsollLogSpeed */
  gboolean is_old_llama; /* llama.cpp of before 2025: names of that time */

  /* The model. */
  char *model_name;   /* "Qwen3 0.6B", as the file calls it */
  char *model_id;     /* path or repository */
  char *architecture; /* "qwen3" */
  char *file_type;    /* "Q4_K_M", "BF16" */
  guint64 file_bytes;
  guint64 file_bytes_rounding;
  guint64 parameters;
  guint64 parameters_rounding;
  guint32 layers;
  guint32 embedding;
  guint32 heads;
  guint32 kv_heads; /* the most that a block has */
  guint32 key_dim;
  guint32 value_dim;
  guint32 feed_forward;
  guint32 vocabulary;
  guint32 experts;
  guint32 experts_used;
  guint32 expert_width;
  guint32 window;
  guint32 max_context;
  gboolean blocks_differ; /* heads or widths are not the same in every block */

  /* The question. */
  guint64 context; /* over all sequences */
  guint32 sequences;
  guint32 batch;
  guint32 ubatch;
  guint32 outputs; /* rows of logits kept; 0: not said */
  PlimsollLogFlag flash_attention;
  PlimsollLogFlag unified;
  char *kv_k; /* "f16" */
  char *kv_v;
  gint32 offloaded; /* layers on devices, of so many; -1: not said */
  gint32 offloadable;

  /* vLLM and SGLang. */
  guint32 tensor_parallel;
  guint32 pipeline_parallel;
  double utilization; /* share of the memory; NAN: not said */
  guint64 cache_tokens;
  double concurrency; /* whole requests at once, as the engine says; NAN: not said */
} PlimsollLog;

/** Longest line that is understood; what follows in it is passed over. */
#define PLIMSOLL_LOG_MAX_LINE 16384
/** No more of a log is read. */
#define PLIMSOLL_LOG_MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)

/** PlimsollLogReader: takes a log in pieces, in memory that does not grow with it. */
typedef struct _PlimsollLogReader PlimsollLogReader;

PlimsollLogReader *plimsoll_log_reader_new (void);

/** Returns: %FALSE when nothing more is wanted. */
gboolean plimsoll_log_reader_feed (PlimsollLogReader *self, const char *data, gsize length);

/**
 * plimsoll_log_reader_finish:
 * @self: (transfer full)
 * @file: the log's name, for messages
 *
 * Returns: (transfer full): free with plimsoll_log_free(); or %NULL with @error set in
 *   %PLIMSOLL_FORMAT_ERROR, when no engine's figures are in the log
 */
PlimsollLog *plimsoll_log_reader_finish (PlimsollLogReader *self, const char *file, GError **error);
void plimsoll_log_reader_free (PlimsollLogReader *self);

/** Reads all of @stream. */
PlimsollLog *plimsoll_log_read_stream (GInputStream *stream,
                                       const char *file,
                                       GCancellable *cancellable,
                                       GError **error);
PlimsollLog *plimsoll_log_read (const char *path, GError **error);
void plimsoll_log_free (PlimsollLog *self);

/** Returns: (transfer none): "llama.cpp", "vLLM"… */
const char *plimsoll_log_source_name (PlimsollLogSource source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollLog, plimsoll_log_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollLogReader, plimsoll_log_reader_free)

G_END_DECLS
