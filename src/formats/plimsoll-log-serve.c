/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of vLLM and SGLang. Both have one process for each accelerator, whose lines name its rank.
 * SGLang writes GB for 2^30 bytes; so did vLLM until 2025. */

#include "plimsoll-log-private.h"

#include <math.h>

static char *
rank_of (const char *line)
{
  static const char *const marks[] = { "TP", "rank=", "Worker_" };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      const char *rank = log_after (line, marks[i]);
      guint32 number;

      if (rank != NULL && g_ascii_isdigit (*rank) && log_count32 (rank, &number) && number < 4096)
        return g_strdup_printf ("%u", number);
    }

  return g_strdup ("0");
}

static gboolean
add_bytes (LogLoad *self, const char *line, const char *before, PlimsollLogKind kind)
{
  const char *value = log_after (line, before);
  g_autofree char *rank = NULL;
  PlimsollLogFigure figure = { .kind = kind };

  if (value == NULL || !log_bytes (value, TRUE, &figure.bytes, &figure.rounding))
    return FALSE;
  rank = rank_of (line);
  figure.device = rank;
  log_add_figure (self->log->figures, &figure, TRUE);

  return TRUE;
}

/* A member of the arguments, unless it says None or auto. */
static char *
argument (const char *line, const char *key)
{
  g_autofree char *value = log_member (line, key, ",)} ");

  if (value == NULL || *value == '\0' || g_str_equal (value, "None") || g_str_equal (value, "auto"))
    return NULL;

  return g_steal_pointer (&value);
}

static void
set_text (char **to, const char *line, const char *key)
{
  g_autofree char *value = argument (line, key);

  if (value != NULL)
    log_set_text (to, value, strlen (value));
}

static void
set_count (guint32 *to, const char *line, const char *key)
{
  g_autofree char *value = argument (line, key);

  if (value != NULL)
    log_count32 (value, to);
}

static void
set_real (double *to, const char *line, const char *key)
{
  g_autofree char *value = argument (line, key);

  if (value != NULL)
    log_real (value, to);
}

/* "torch.bfloat16", "fp8"…: as a precision is called here. */
static void
set_dtype (LogLoad *self, const char *line, const char *key)
{
  static const struct
  {
    const char *logged;
    const char *name;
  } names[] = {
    { "bfloat16", "BF16" },
    { "float16", "F16" },
    { "half", "F16" },
    { "float32", "F32" },
  };
  g_autofree char *value = argument (line, key);
  const char *plain;

  if (value == NULL)
    return;
  plain = g_str_has_prefix (value, "torch.") ? value + strlen ("torch.") : value;
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (plain, names[i].logged))
      plain = names[i].name;
  log_set_text (&self->log->file_type, plain, strlen (plain));
}

static void
set_quantization (LogLoad *self, const char *line)
{
  g_autofree char *value = argument (line, "quantization");

  if (value != NULL)
    log_set_text (&self->log->file_type, value, strlen (value));
}

static void
set_cache_type (LogLoad *self, const char *line)
{
  set_text (&self->log->kv_k, line, "kv_cache_dtype");
  g_set_str (&self->log->kv_v, self->log->kv_k);
}

static void
begin (LogLoad *self, PlimsollLogSource source)
{
  log_begin (self);
  self->n_loads++;
  self->log->source = source;
}

/* "Initializing a V1 LLM engine (v0.9.2) with config: model='…', …" */
static void
take_vllm_config (LogLoad *self, const char *line)
{
  PlimsollLog *log;
  const char *version = log_after (line, "engine (v");
  guint32 context = 0;

  begin (self, PLIMSOLL_LOG_VLLM);
  log = self->log;
  if (version != NULL)
    log_set_text (&log->version, version, strcspn (version, ")"));
  set_text (&log->model_id, line, "model");
  set_dtype (self, line, "dtype");
  set_quantization (self, line);
  set_cache_type (self, line);
  set_count (&log->tensor_parallel, line, "tensor_parallel_size");
  set_count (&log->pipeline_parallel, line, "pipeline_parallel_size");
  set_count (&context, line, "max_seq_len");
  log->context = context;
}

/* "non-default args: {'model': '…', 'gpu_memory_utilization': 0.92, …}" comes before the config,
 * which begins the load; what only it says is kept until then. */
static void
take_vllm_arguments (LogLoad *self, const char *line)
{
  g_autofree char *share = log_member (line, "gpu_memory_utilization'", ",)} ");

  if (share == NULL)
    share = log_member (line, "gpu_memory_utilization", ",)} ");
  if (share != NULL)
    log_real (share, &self->log->utilization);
}

/* "… total_gpu_memory (16.00GiB) x gpu_memory_utilization (0.90) = 14.40GiB" */
static void
take_vllm_budget (LogLoad *self, const char *line)
{
  const char *share = log_after (line, "gpu_memory_utilization (");
  const char *total = log_after (line, "total_gpu_memory (");
  g_autofree char *rank = rank_of (line);
  guint64 rounding;

  if (share != NULL)
    log_real (share, &self->log->utilization);
  if (total != NULL)
    log_bytes (total, TRUE, &log_device (self->log, rank)->total, &rounding);
}

gboolean
log_take_vllm (LogLoad *self, const char *line)
{
  PlimsollLog *log = self->log;
  const char *tokens = log_after (line, "GPU KV cache size: ");
  const char *requests = log_after (line, "Maximum concurrency for ");
  const char *blocks;
  const double share = log->utilization;
  guint32 n;

  if (strstr (line, "LLM engine (v") != NULL && strstr (line, "with config:") != NULL)
    {
      take_vllm_config (self, line);
      self->log->utilization = share;
      return TRUE;
    }

  if (strstr (line, "non-default args:") != NULL)
    take_vllm_arguments (self, line);
  else if (strstr (line, "total_gpu_memory (") != NULL)
    take_vllm_budget (self, line);
  else if (strstr (line, "Model loading took ") != NULL)
    {
      if (!add_bytes (self, line, "Model loading took ", PLIMSOLL_LOG_WEIGHTS))
        return FALSE;
      log_set_source (self, PLIMSOLL_LOG_VLLM);
    }
  else if (strstr (line, "model weights take ") != NULL)
    {
      add_bytes (self, line, "model weights take ", PLIMSOLL_LOG_WEIGHTS);
      add_bytes (self, line, "non_torch_memory takes ", PLIMSOLL_LOG_OTHER);
      add_bytes (self, line, "activation peak memory takes ", PLIMSOLL_LOG_ACTIVATIONS);
      add_bytes (self, line, "reserved for KV Cache is ", PLIMSOLL_LOG_KV_CACHE);
    }
  else if (strstr (line, "Available KV cache memory: ") != NULL)
    {
      add_bytes (self, line, "Available KV cache memory: ", PLIMSOLL_LOG_KV_CACHE);
      log_set_source (self, PLIMSOLL_LOG_VLLM);
    }
  else if (strstr (line, "Graph capturing finished") != NULL)
    add_bytes (self, line, "took ", PLIMSOLL_LOG_GRAPHS);
  else if (tokens != NULL)
    log_count (tokens, &log->cache_tokens);
  else if (requests != NULL)
    {
      const char *times = log_after (requests, ": ");

      if (times != NULL)
        log_real (times, &log->concurrency);
      if (log->context == 0)
        log_count (requests, &log->context);
    }
  else if ((blocks = log_after (line, "# GPU blocks: ")) != NULL
           || (blocks = log_after (line, "# cuda blocks: ")) != NULL)
    {
      if (log_count32 (blocks, &n))
        log->cache_tokens = (guint64) n * 16;
    }
  else
    return FALSE;

  return TRUE;
}

/* "server_args=ServerArgs(model_path='Qwen/Qwen3-8B', …)" */
static void
take_sglang_arguments (LogLoad *self, const char *line)
{
  PlimsollLog *log;
  guint32 context = 0;

  begin (self, PLIMSOLL_LOG_SGLANG);
  log = self->log;
  set_text (&log->model_id, line, "model_path");
  set_dtype (self, line, "dtype");
  set_quantization (self, line);
  set_cache_type (self, line);
  set_count (&log->tensor_parallel, line, "tp_size");
  set_count (&log->pipeline_parallel, line, "pp_size");
  set_real (&log->utilization, line, "mem_fraction_static");
  set_count (&context, line, "context_length");
  log->context = context;
}

/* "KV Cache is allocated. #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB"; with latent
 * attention "KV size: 8.23 GB" */
static void
take_sglang_cache (LogLoad *self, const char *line)
{
  const char *tokens = log_after (line, "#tokens: ");
  const char *k = log_after (line, " K size: ");
  const char *v = log_after (line, " V size: ");
  const char *both = log_after (line, " KV size: ");
  g_autofree char *rank = rank_of (line);
  PlimsollLogFigure figure = { .kind = PLIMSOLL_LOG_KV_CACHE, .device = rank };
  guint64 bytes, rounding;

  if (tokens != NULL)
    log_count (tokens, &self->log->cache_tokens);
  if (both != NULL)
    log_bytes (both, TRUE, &figure.bytes, &figure.rounding);
  else if (k != NULL && v != NULL && log_bytes (k, TRUE, &figure.bytes, &figure.rounding)
           && log_bytes (v, TRUE, &bytes, &rounding))
    {
      figure.bytes += bytes;
      figure.rounding += rounding;
    }
  if (figure.bytes > 0)
    log_add_figure (self->log->figures, &figure, TRUE);
  log_set_source (self, PLIMSOLL_LOG_SGLANG);
}

gboolean
log_take_sglang (LogLoad *self, const char *line)
{
  PlimsollLog *log = self->log;

  if (strstr (line, "server_args=ServerArgs(") != NULL)
    take_sglang_arguments (self, line);
  else if (strstr (line, "Load weight end.") != NULL)
    {
      add_bytes (self, line, "mem usage=", PLIMSOLL_LOG_WEIGHTS);
      if (*log->file_type == '\0')
        set_dtype (self, line, "dtype");
      log_set_source (self, PLIMSOLL_LOG_SGLANG);
    }
  else if (strstr (line, "KV Cache is allocated.") != NULL)
    take_sglang_cache (self, line);
  else if (strstr (line, "Capture cuda graph end.") != NULL)
    add_bytes (self, line, "mem usage=", PLIMSOLL_LOG_GRAPHS);
  else if (strstr (line, "max_total_num_tokens=") != NULL)
    {
      log_count (log_after (line, "max_total_num_tokens="), &log->cache_tokens);
      if (log->context == 0 && strstr (line, "context_len=") != NULL)
        log_count (log_after (line, "context_len="), &log->context);
    }
  else
    return FALSE;

  return TRUE;
}
