/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of llama.cpp. Functions were renamed over the years, so what follows their names counts;
 * the names only tell apart what else would be alike. */

#include "plimsoll-log-private.h"

/* "CPU", "CUDA_Host", "AMX": memory of the system, whoever may read it. */
static gboolean
is_host (const char *device)
{
  return g_str_has_prefix (device, "CPU") || g_str_has_suffix (device, "Host")
         || g_str_equal (device, "AMX") || g_str_equal (device, "BLAS");
}

/* A device has several kinds of buffer; what is asked is where. */
static char *
place_of (const char *buffer, gsize length, gboolean *mapped)
{
  static const char *const kinds[] = { "_Mapped", "_Split",  "_Private",
                                       "_Shared", "_REPACK", "_AARCH64" };
  char *device = g_strndup (buffer, MIN (length, LOG_MAX_TEXT));

  *mapped = g_str_has_suffix (device, "_Mapped");
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_has_suffix (device, kinds[i]))
      device[strlen (device) - strlen (kinds[i])] = '\0';

  return device;
}

static gboolean
is_of_context (const PlimsollLogFigure *figure)
{
  return figure->kind == PLIMSOLL_LOG_KV_CACHE || figure->kind == PLIMSOLL_LOG_STATE
         || figure->kind == PLIMSOLL_LOG_CONTEXT || figure->kind == PLIMSOLL_LOG_COMPUTE
         || figure->kind == PLIMSOLL_LOG_OUTPUT;
}

/* "CUDA0 KV buffer size = 1024.00 MiB" */
static gboolean
take_buffer (LogLoad *self, const char *line)
{
  static const struct
  {
    const char *name;
    PlimsollLogKind kind;
  } kinds[] = {
    { " model", PLIMSOLL_LOG_WEIGHTS }, { " KV", PLIMSOLL_LOG_KV_CACHE },
    { " RS", PLIMSOLL_LOG_STATE },      { " compute", PLIMSOLL_LOG_COMPUTE },
    { " output", PLIMSOLL_LOG_OUTPUT },
  };
  const char *size = strstr (line, " buffer size");
  const char *end = size, *start, *value;
  g_autofree char *device = NULL;
  PlimsollLogFigure figure = { .kind = PLIMSOLL_LOG_OTHER };

  if (size == NULL || (value = strchr (size, '=')) == NULL
      || !log_bytes (value + 1, TRUE, &figure.bytes, &figure.rounding))
    return FALSE;

  for (gsize i = 0; i < G_N_ELEMENTS (kinds) && figure.kind == PLIMSOLL_LOG_OTHER; i++)
    {
      const gsize length = strlen (kinds[i].name);

      if ((gsize) (size - line) > length && memcmp (size - length, kinds[i].name, length) == 0)
        {
          figure.kind = kinds[i].kind;
          end = size - length;
        }
    }
  if (figure.kind == PLIMSOLL_LOG_OTHER)
    {
      /* Before 2024-11 weights went without a name. */
      if (strstr (line, "load_tensors:") == NULL)
        return FALSE;
      figure.kind = PLIMSOLL_LOG_WEIGHTS;
    }
  if (strstr (line, "compute_meta:") != NULL || strstr (line, "clip_") != NULL)
    figure.kind = PLIMSOLL_LOG_PROJECTOR;

  while (end > line && end[-1] == ' ')
    end--;
  for (start = end; start > line && start[-1] != ' ' && start[-1] != ':';)
    start--;
  if (start == end)
    return FALSE;

  device = place_of (start, (gsize) (end - start), &figure.mapped);
  figure.device = device;
  figure.host = is_host (device);
  log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);
  log_add_figure (self->log->figures, &figure, figure.kind == PLIMSOLL_LOG_COMPUTE);

  return TRUE;
}

/* "- CUDA0 (RTX 3090) | 24124 = 23860 + (15946 = 15364 + 411 + 170) + -15681 |", or of system
 * memory without totals: "- Host | 804 = 682 + 0 + 122 |" */
static gboolean
take_breakdown (LogLoad *self, const char *line)
{
  static const PlimsollLogKind kinds[] = { PLIMSOLL_LOG_WEIGHTS, PLIMSOLL_LOG_CONTEXT,
                                           PLIMSOLL_LOG_COMPUTE };
  const char *entry, *bar, *open, *part, *rest;
  g_autofree char *device = NULL;
  PlimsollLogFigure figure = { .rounding = 1 << 20 };
  guint64 mebibytes;
  gsize length;

  if (strstr (line, "memory_breakdown") == NULL)
    return FALSE;
  if (strstr (line, "[MiB]") != NULL || strstr (line, "breakdown: ") != NULL)
    {
      g_ptr_array_set_size (self->breakdown, 0);
      log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);
    }

  entry = log_after (line, "  - ");
  if (entry == NULL)
    return TRUE;
  length = strcspn (entry, " |:");
  device = place_of (entry, length, &figure.mapped);
  figure.device = device;
  figure.host = is_host (device);

  bar = strpbrk (entry + length, "|");
  if (bar == NULL)
    bar = strstr (entry + length, "): ");
  if (bar == NULL)
    bar = strchr (entry + length, ':');
  if (bar == NULL)
    return TRUE;
  open = strchr (bar, '(');
  part = strchr (open != NULL ? open : bar, '=');

  for (gsize i = 0; part != NULL && i < G_N_ELEMENTS (kinds); i++)
    {
      if (!log_count (part + 1, &mebibytes) || mebibytes >= G_GUINT64_CONSTANT (1) << 40)
        return TRUE;
      figure.kind = kinds[i];
      figure.bytes = mebibytes << 20;
      log_add_figure (self->breakdown, &figure, FALSE);
      part = strchr (part + 1, '+');
    }

  /* What no buffer accounts for: the driver, and other programs. */
  rest = open != NULL ? log_after (open, ") +") : NULL;
  if (rest != NULL && log_count (rest, &mebibytes) && mebibytes < G_GUINT64_CONSTANT (1) << 40)
    {
      figure.kind = PLIMSOLL_LOG_OTHER;
      figure.bytes = mebibytes << 20;
      log_add_figure (self->breakdown, &figure, TRUE);
    }

  if (!figure.host && log_count (bar + strspn (bar, "|:) "), &mebibytes)
      && mebibytes < G_GUINT64_CONSTANT (1) << 40)
    {
      PlimsollLogDevice *own = log_device (self->log, device);
      const char *name = strchr (entry, '(');

      own->total = mebibytes << 20;
      if (*own->name == '\0' && name != NULL && name < bar)
        log_set_text (&own->name, name + 1, strcspn (name + 1, ")"));
    }

  return TRUE;
}

/* "Q4_K - Medium (guessed)" */
static void
set_file_type (LogLoad *self, const char *value)
{
  static const struct
  {
    const char *logged;
    const char *name;
  } names[] = {
    { "all F32", "F32" },          { "Q2_K - Medium", "Q2_K" },   { "Q2_K - Small", "Q2_K_S" },
    { "Q3_K - Small", "Q3_K_S" },  { "Q3_K - Medium", "Q3_K_M" }, { "Q3_K - Large", "Q3_K_L" },
    { "Q4_K - Small", "Q4_K_S" },  { "Q4_K - Medium", "Q4_K_M" }, { "Q5_K - Small", "Q5_K_S" },
    { "Q5_K - Medium", "Q5_K_M" }, { "MXFP4 MoE", "MXFP4_MOE" },  { "MXFP4", "MXFP4_MOE" },
    { "IQ3_S mix", "IQ3_M" },
  };
  gsize length = strcspn (value, "(,");
  g_autofree char *logged = g_strstrip (g_strndup (value, length));

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (logged, names[i].logged))
      {
        g_set_str (&self->log->file_type, names[i].name);
        return;
      }

  length = strcspn (logged, " ");
  log_set_text (&self->log->file_type, logged, length);
}

/* "596.05 M", "30.53 B" */
static void
set_parameters (LogLoad *self, const char *value)
{
  double number, unit = 1;
  const char *point = strchr (value, '.');
  gsize decimals = point != NULL ? strspn (point + 1, "0123456789") : 0;

  if (!log_real (value, &number) || number < 0)
    return;
  if (strstr (value, " T") != NULL)
    unit = 1e12;
  else if (strstr (value, " B") != NULL)
    unit = 1e9;
  else if (strstr (value, " M") != NULL)
    unit = 1e6;
  else if (strstr (value, " K") != NULL)
    unit = 1e3;
  if (!(number * unit < 1e18))
    return;

  self->log->parameters = (guint64) (number * unit + 0.5);
  for (gsize i = 0; i < MIN (decimals, 12); i++)
    unit /= 10;
  self->log->parameters_rounding = (guint64) (unit / 2);
}

/* A number, or a list with one for each block: the largest. */
static gboolean
set_per_block (LogLoad *self, const char *value, guint32 *to)
{
  guint32 most = 0, one;
  gboolean first = TRUE;

  if (*value != '[')
    return log_count32 (value, to);

  for (value++; log_count32 (value + strspn (value, " ,"), &one);)
    {
      if (!first && one != most)
        self->log->blocks_differ = TRUE;
      most = MAX (most, one);
      first = FALSE;
      value += strspn (value, " ,");
      value += strspn (value, "0123456789");
    }
  *to = most;

  return !first;
}

static void
set_model_value (LogLoad *self, const char *key, gsize n_key, const char *value)
{
  PlimsollLog *log = self->log;
  const struct
  {
    const char *key;
    guint32 *to;
  } numbers[] = {
    { "n_ctx_train", &log->max_context },
    { "n_embd", &log->embedding },
    { "n_layer", &log->layers },
    { "n_head", &log->heads },
    { "n_head_kv", &log->kv_heads },
    { "n_embd_head_k", &log->key_dim },
    { "n_embd_head_v", &log->value_dim },
    { "n_ff", &log->feed_forward },
    { "n_vocab", &log->vocabulary },
    { "n_expert", &log->experts },
    { "n_expert_used", &log->experts_used },
    { "n_ff_exp", &log->expert_width },
    { "n_swa", &log->window },
  };
  guint32 number;

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (strlen (numbers[i].key) == n_key && memcmp (numbers[i].key, key, n_key) == 0)
      {
        set_per_block (self, value, numbers[i].to);
        return;
      }

#define IS(name) (n_key == strlen (name) && memcmp (key, name, n_key) == 0)
  if (IS ("arch"))
    log_set_text (&log->architecture, value, strlen (value));
  else if (IS ("general.name"))
    log_set_text (&log->model_name, value, strlen (value));
  else if (IS ("file type") || IS ("model ftype"))
    set_file_type (self, value);
  else if (IS ("model params"))
    set_parameters (self, value);
  else if (IS ("file size") || IS ("model size"))
    log_bytes (value, TRUE, &log->file_bytes, &log->file_bytes_rounding);
  /* Builds of late 2025 print heads of keys only in sum. */
  else if (IS ("n_gqa") && log->kv_heads == 0 && log->heads != 0 && log_count32 (value, &number)
           && number != 0)
    log->kv_heads = log->heads / number;
#undef IS
}

static gboolean
take_model (LogLoad *self, const char *line)
{
  const char *entry = log_after (line, "print_info: ");
  const char *equals;
  gsize length;

  if (entry == NULL)
    entry = log_after (line, "llm_load_print_meta: ");
  if (entry == NULL)
    return FALSE;

  log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);
  if (strstr (line, "llm_load_") != NULL)
    self->log->is_old_llama = TRUE;
  equals = strchr (entry, '=');
  if (equals == NULL)
    return TRUE;
  for (length = (gsize) (equals - entry); length > 0 && entry[length - 1] == ' ';)
    length--;
  set_model_value (self, entry, length, equals + 1 + strspn (equals + 1, " "));

  return TRUE;
}

/* A context begins: what an earlier one of the same model took is given back. */
static void
begin_context (LogLoad *self)
{
  log_drop_figures (self->log->figures, is_of_context);
}

static void
set_context_value (LogLoad *self, const char *key, gsize n_key, const char *value)
{
  PlimsollLog *log = self->log;
  guint64 context;

#define IS(name) (n_key == strlen (name) && memcmp (key, name, n_key) == 0)
  if (IS ("n_seq_max"))
    {
      begin_context (self);
      log_count32 (value, &log->sequences);
    }
  else if (IS ("n_ctx") && log_count (value, &context))
    {
      begin_context (self);
      log->context = context;
    }
  else if (IS ("n_batch"))
    log_count32 (value, &log->batch);
  else if (IS ("n_ubatch"))
    log_count32 (value, &log->ubatch);
  else if (IS ("n_outputs_max"))
    log_count32 (value, &log->outputs);
  else if (IS ("flash_attn"))
    {
      if (*value == '1' || g_str_has_prefix (value, "enabled"))
        log->flash_attention = PLIMSOLL_LOG_YES;
      else if (*value == '0' || g_str_has_prefix (value, "disabled"))
        log->flash_attention = PLIMSOLL_LOG_NO;
    }
  else if (IS ("kv_unified"))
    log->unified = *value == 't' || *value == '1' ? PLIMSOLL_LOG_YES : PLIMSOLL_LOG_NO;
#undef IS
}

/* "size = 896.00 MiB ( 8192 cells, 28 layers, 1/1 seqs), K (f16): 448.00 MiB, V (f16): …" */
static void
set_cache_types (LogLoad *self, const char *line)
{
  const char *k = log_after (line, " K (");
  const char *v = log_after (line, " V (");

  if (k != NULL)
    log_set_text (&self->log->kv_k, k, strcspn (k, ")"));
  if (v != NULL)
    log_set_text (&self->log->kv_v, v, strcspn (v, ")"));
}

static gboolean
take_context (LogLoad *self, const char *line)
{
  static const char *const names[] = { "llama_context: ", "llama_new_context_with_model: ",
                                       "llama_init_from_model: " };
  const char *entry = NULL, *equals;
  gsize length;

  for (gsize i = 0; i < G_N_ELEMENTS (names) && entry == NULL; i++)
    entry = log_after (line, names[i]);
  if (entry == NULL)
    {
      if (strstr (line, "Flash Attention was auto, set to enabled") != NULL
          || strstr (line, "Flash Attention enabled") != NULL)
        self->log->flash_attention = PLIMSOLL_LOG_YES;
      else if (strstr (line, "Flash Attention was auto, set to disabled") != NULL
               || strstr (line, "Flash Attention disabled") != NULL)
        self->log->flash_attention = PLIMSOLL_LOG_NO;
      else if (strstr (line, "llama_kv_cache") != NULL && strstr (line, " K (") != NULL)
        set_cache_types (self, line);
      else
        return FALSE;
      return TRUE;
    }

  log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);
  if (strstr (line, "KV self size") != NULL)
    set_cache_types (self, line);
  equals = strchr (entry, '=');
  if (equals == NULL)
    return TRUE;
  for (length = (gsize) (equals - entry); length > 0 && entry[length - 1] == ' ';)
    length--;
  set_context_value (self, entry, length, equals + 1 + strspn (equals + 1, " "));

  return TRUE;
}

/* "using device CUDA0 (NVIDIA GeForce RTX 3090) - 23306 MiB free" */
static gboolean
take_device (LogLoad *self, const char *line)
{
  const char *entry = log_after (line, "using device ");
  const char *name, *free;
  g_autofree char *id = NULL;
  PlimsollLogDevice *device;
  guint64 rounding;

  if (entry == NULL)
    return FALSE;

  id = g_strndup (entry, MIN (strcspn (entry, " "), LOG_MAX_TEXT));
  device = log_device (self->log, id);
  name = strchr (entry, '(');
  if (name != NULL)
    log_set_text (&device->name, name + 1, strcspn (name + 1, ")"));
  free = log_after (entry, ") - ");
  if (free != NULL)
    log_bytes (free, TRUE, &device->free, &rounding);
  log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);

  return TRUE;
}

/* "  Device 0: NVIDIA GeForce RTX 3090, compute capability 8.6, VMM: yes, VRAM: 24124 MiB" */
static gboolean
take_cuda_device (LogLoad *self, const char *line)
{
  const char *entry = log_after (line, "Device ");
  const char *name, *memory;
  g_autofree char *id = NULL;
  PlimsollLogDevice *device;
  guint32 index;
  guint64 rounding;

  if (entry == NULL || strstr (line, "compute capability") == NULL || !log_count32 (entry, &index)
      || index >= LOG_MAX_DEVICES || (name = strstr (entry, ": ")) == NULL)
    return FALSE;

  id = g_strdup_printf ("CUDA%u", index);
  device = log_device (self->log, id);
  log_set_text (&device->name, name + 2, strcspn (name + 2, ","));
  memory = log_after (line, "VRAM: ");
  if (memory != NULL)
    log_bytes (memory, TRUE, &device->total, &rounding);

  return TRUE;
}

static gboolean
has_buffers (const PlimsollLog *log)
{
  return log->figures->len > 0 && !((const PlimsollLogFigure *) log->figures->pdata[0])->forecast;
}

static gboolean
take_load (LogLoad *self, const char *line)
{
  const char *path =
    log_after (line, "loaded meta data with") != NULL ? log_after (line, "tensors from ") : NULL;
  const char *offloaded = log_after (line, "offloaded ");
  guint32 n, of;

  if (path != NULL)
    {
      gsize length = strlen (path);
      const char *end = strstr (path, " (version");

      /* Ollama has said already that a load begins, and with what. */
      if (self->log->source != PLIMSOLL_LOG_OLLAMA || has_buffers (self->log))
        {
          log_begin (self);
          self->n_loads++;
        }
      log_set_source (self, PLIMSOLL_LOG_LLAMA_CPP);
      log_set_text (&self->log->model_id, path, end != NULL ? (gsize) (end - path) : length);
      return TRUE;
    }

  if (offloaded != NULL && strstr (line, "layers to GPU") != NULL && log_count32 (offloaded, &n)
      && strchr (offloaded, '/') != NULL && log_count32 (strchr (offloaded, '/') + 1, &of)
      && of < G_MAXINT32 && n <= of)
    {
      self->log->offloaded = (gint32) n;
      self->log->offloadable = (gint32) of;
      return TRUE;
    }

  return FALSE;
}

/* "build: 5432 (abcdef0) with …", "build 11669 (Debian) with …" */
static gboolean
take_version (LogLoad *self, const char *line)
{
  const char *build = log_after (line, "build");
  guint64 number;

  if (build == NULL)
    return FALSE;
  build += strspn (build, ": ");
  if (strstr (line, " with ") == NULL || !log_count (build, &number))
    return FALSE;
  log_set_text (&self->log->version, build, strcspn (build, " "));

  return TRUE;
}

gboolean
log_take_llama (LogLoad *self, const char *line)
{
  return take_version (self, line) || take_buffer (self, line) || take_model (self, line)
         || take_context (self, line) || take_load (self, line) || take_device (self, line)
         || take_cuda_device (self, line) || take_breakdown (self, line);
}
