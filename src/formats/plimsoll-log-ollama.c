/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines of Ollama: key=value behind a time and a level. What it expects of memory counts as a
 * forecast and gives way to buffers. */

#include "plimsoll-log-private.h"

static char *
value_of (const char *line, const char *key)
{
  return log_member (line, key, " ");
}

static void
add_bytes (LogLoad *self,
           const char *line,
           const char *key,
           PlimsollLogKind kind,
           const char *device,
           gboolean forecast)
{
  g_autofree char *value = value_of (line, key);
  g_autofree char *place = g_strdup (device);
  PlimsollLogFigure figure = { .kind = kind, .device = place, .forecast = forecast };

  if (value == NULL || !log_bytes (value, TRUE, &figure.bytes, &figure.rounding)
      || figure.bytes == 0)
    return;
  figure.host = g_str_has_prefix (device, "CPU");
  log_add_figure (self->log->figures, &figure, TRUE);
}

static void
set_count (const char *line, const char *key, guint32 *to)
{
  g_autofree char *value = value_of (line, key);

  if (value != NULL)
    log_count32 (value, to);
}

/* msg=offload … layers.model=49 layers.offload=48 memory.required.kv="992.0 MiB" … */
static void
take_forecast (LogLoad *self, const char *line)
{
  guint32 layers = 0, offloaded = 0;

  log_begin (self);
  self->n_loads++;
  log_set_source (self, PLIMSOLL_LOG_OLLAMA);
  set_count (line, "layers.model", &layers);
  set_count (line, "layers.offload", &offloaded);
  if (layers > 0 && layers < G_MAXINT32 && offloaded <= layers)
    {
      self->log->offloadable = (gint32) layers;
      self->log->offloaded = (gint32) offloaded;
    }
  add_bytes (self, line, "memory.weights.total", PLIMSOLL_LOG_WEIGHTS, "all", TRUE);
  add_bytes (self, line, "memory.required.kv", PLIMSOLL_LOG_KV_CACHE, "all", TRUE);
  add_bytes (self, line, offloaded == layers ? "memory.graph.full" : "memory.graph.partial",
             PLIMSOLL_LOG_COMPUTE, "all", TRUE);
  add_bytes (self, line, "projector.weights", PLIMSOLL_LOG_PROJECTOR, "all", TRUE);
}

/* cmd="… runner --model … --ctx-size 8192 --batch-size 512 --flash-attn --parallel 2" */
static void
take_command (LogLoad *self, const char *line)
{
  PlimsollLog *log = self->log;
  const char *context = log_after (line, "--ctx-size ");
  const char *batch = log_after (line, "--batch-size ");
  const char *parallel = log_after (line, "--parallel ");
  const char *cache = log_after (line, "--kv-cache-type ");
  const char *model = log_after (line, "--model ");

  if (context != NULL)
    log_count (context, &log->context);
  if (batch != NULL && log_count32 (batch, &log->batch))
    log->ubatch = log->batch;
  if (parallel != NULL)
    log_count32 (parallel, &log->sequences);
  if (cache != NULL)
    {
      log_set_text (&log->kv_k, cache, strcspn (cache, " \""));
      log_set_text (&log->kv_v, cache, strcspn (cache, " \""));
    }
  if (model != NULL && *log->model_id == '\0')
    log_set_text (&log->model_id, model, strcspn (model, " \""));
  if (strstr (line, "--flash-attn") != NULL)
    log->flash_attention = PLIMSOLL_LOG_YES;
}

/* msg=load request="{Operation:commit … Parallel:1 BatchSize:512 FlashAttention:false KvSize:4096
 * KvCacheType: …}" */
static void
take_request (LogLoad *self, const char *line)
{
  PlimsollLog *log = self->log;
  g_autofree char *context = value_of (line, "KvSize");
  g_autofree char *flash = value_of (line, "FlashAttention");
  g_autofree char *cache = value_of (line, "KvCacheType");

  /* Layouts are tried one after the other; the last one is kept. */
  g_ptr_array_set_size (log->figures, 0);
  if (context != NULL)
    log_count (context, &log->context);
  set_count (line, "Parallel", &log->sequences);
  set_count (line, "BatchSize", &log->batch);
  log->ubatch = log->batch;
  if (flash != NULL)
    log->flash_attention =
      g_ascii_strncasecmp (flash, "t", 1) == 0 || g_ascii_strncasecmp (flash, "enabled", 7) == 0
        ? PLIMSOLL_LOG_YES
        : PLIMSOLL_LOG_NO;
  /* It may be left empty, and what follows is another member. */
  if (cache != NULL && *cache != '\0' && strchr (cache, ':') == NULL)
    {
      g_set_str (&log->kv_k, cache);
      g_set_str (&log->kv_v, cache);
    }
}

/* msg="model weights" device=CUDA0 size="11.5 GiB" */
static gboolean
take_buffer (LogLoad *self, const char *line)
{
  static const struct
  {
    const char *message;
    PlimsollLogKind kind;
  } kinds[] = {
    { "msg=\"model weights\"", PLIMSOLL_LOG_WEIGHTS },
    { "msg=\"kv cache\"", PLIMSOLL_LOG_KV_CACHE },
    { "msg=\"compute graph\"", PLIMSOLL_LOG_COMPUTE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strstr (line, kinds[i].message) != NULL)
      {
        g_autofree char *device = value_of (line, "device");

        if (device == NULL)
          device = value_of (line, "buffer");
        if (device == NULL)
          device = value_of (line, "backend");
        if (device == NULL)
          return TRUE;
        log_set_source (self, PLIMSOLL_LOG_OLLAMA);
        if (self->log->figures->len == 0)
          self->n_loads = MAX (self->n_loads, 1);
        add_bytes (self, line, "size", kinds[i].kind, device, FALSE);
        return TRUE;
      }

  return FALSE;
}

/* msg="inference compute" id=GPU-… library=CUDA … description="NVIDIA …" total="24.0 GiB" */
static void
take_device (LogLoad *self, const char *line)
{
  g_autofree char *library = value_of (line, "library");
  g_autofree char *name = value_of (line, "description");
  g_autofree char *older = value_of (line, "name");
  g_autofree char *total = value_of (line, "total");
  g_autofree char *available = value_of (line, "available");
  g_autofree char *id = NULL;
  const char *upper = library != NULL && g_ascii_strcasecmp (library, "cuda") == 0   ? "CUDA"
                      : library != NULL && g_ascii_strcasecmp (library, "rocm") == 0 ? "ROCm"
                                                                                     : library;
  PlimsollLogDevice *device;
  guint64 rounding;
  guint n = 0;

  if (library == NULL || g_ascii_strcasecmp (library, "cpu") == 0)
    return;
  for (guint i = 0; i < self->log->devices->len; i++)
    if (g_str_has_prefix (((PlimsollLogDevice *) self->log->devices->pdata[i])->id, upper))
      n++;
  id = g_strdup_printf ("%.32s%u", upper, n);
  device = log_device (self->log, id);
  if (name == NULL)
    {
      name = g_steal_pointer (&older);
      if (name == NULL)
        return;
    }
  log_set_text (&device->name, name, strlen (name));
  if (total != NULL)
    log_bytes (total, TRUE, &device->total, &rounding);
  if (available != NULL)
    log_bytes (available, TRUE, &device->free, &rounding);
}

/* msg="" architecture=qwen3 file_type=Q4_K_M name="Qwen3 8B" … */
static void
take_model (LogLoad *self, const char *line)
{
  g_autofree char *architecture = value_of (line, "architecture");
  g_autofree char *file_type = value_of (line, "file_type");
  g_autofree char *name = value_of (line, "name");

  if (architecture != NULL)
    log_set_text (&self->log->architecture, architecture, strlen (architecture));
  if (file_type != NULL)
    log_set_text (&self->log->file_type, file_type, strlen (file_type));
  if (name != NULL && *name != '\0')
    log_set_text (&self->log->model_name, name, strlen (name));
}

gboolean
log_take_ollama (LogLoad *self, const char *line)
{
  if (strstr (line, " msg=") == NULL || strstr (line, "level=") == NULL)
    return FALSE;

  if (strstr (line, "msg=\"inference compute\"") != NULL)
    {
      log_set_source (self, PLIMSOLL_LOG_OLLAMA);
      take_device (self, line);
    }
  else if (strstr (line, "memory.required.full=") != NULL)
    take_forecast (self, line);
  else if (strstr (line, "--ctx-size ") != NULL)
    {
      log_set_source (self, PLIMSOLL_LOG_OLLAMA);
      take_command (self, line);
    }
  else if (strstr (line, "msg=load ") != NULL && strstr (line, "KvSize:") != NULL)
    {
      log_set_source (self, PLIMSOLL_LOG_OLLAMA);
      take_request (self, line);
    }
  else if (strstr (line, " architecture=") != NULL && strstr (line, " file_type=") != NULL)
    take_model (self, line);
  else
    return take_buffer (self, line);

  return TRUE;
}
