/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-receipt.h"

#include "plimsoll-format.h"
#include "plimsoll-kv-type.h"
#include "plimsoll-log-spec.h"
#include "plimsoll-sizer.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* A log of more devices than a question can have is not compared by device. */
typedef struct
{
  const char *names[PLIMSOLL_MAX_DEVICES]; /* of the log, in the engine's order */
  guint n;
  gboolean too_many;
} Places;

static void
line_free (gpointer data)
{
  PlimsollReceiptLine *line = data;

  g_free (line->what);
  g_free (line->place);
  g_free (line);
}

void
plimsoll_receipt_free (PlimsollReceipt *self)
{
  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->others);
  g_free (self);
}

static const char *
kind_name (PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return _("Weights");
    case PLIMSOLL_LOG_KV_CACHE:
      return _("KV cache");
    case PLIMSOLL_LOG_STATE:
      return _("State");
    case PLIMSOLL_LOG_CONTEXT:
      return _("Cache and state");
    case PLIMSOLL_LOG_COMPUTE:
      return _("Compute buffer");
    case PLIMSOLL_LOG_OUTPUT:
      return _("Logits");
    case PLIMSOLL_LOG_GRAPHS:
      return _("Captured graphs");
    case PLIMSOLL_LOG_ACTIVATIONS:
      return _("Peak of activations");
    case PLIMSOLL_LOG_PROJECTOR:
      return _("Vision projector");
    case PLIMSOLL_LOG_OTHER:
      return _("Driver and other programs");
    }

  g_return_val_if_reached ("");
}

/* "CUDA2" before "CUDA10". */
static int
compare_places (const void *a, const void *b)
{
  const char *one = *(const char *const *) a;
  const char *other = *(const char *const *) b;
  const gsize letters = strcspn (one, "0123456789");

  if (letters == strcspn (other, "0123456789") && strncmp (one, other, letters) == 0)
    {
      const guint64 n = g_ascii_strtoull (one + letters, NULL, 10);
      const guint64 m = g_ascii_strtoull (other + letters, NULL, 10);

      return n < m ? -1 : n > m;
    }

  return strcmp (one, other);
}

static void
places_init (Places *self, const PlimsollLog *log)
{
  *self = (Places) { .n = 0 };
  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];
      gboolean known = figure->host || g_str_equal (figure->device, "all")
                       || figure->kind == PLIMSOLL_LOG_PROJECTOR;

      for (guint j = 0; j < self->n && !known; j++)
        known = g_str_equal (self->names[j], figure->device);
      if (known)
        continue;
      if (self->n < PLIMSOLL_MAX_DEVICES)
        self->names[self->n++] = figure->device;
      else
        self->too_many = TRUE;
    }
  qsort (self->names, self->n, sizeof *self->names, compare_places);
}

/* --- The question --- */

static void G_GNUC_PRINTF (2, 3) note (GStrvBuilder *notes, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_strv_builder_take (notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* The file's own name, less its end and the number of a shard. */
static char *
name_of_path (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *of = strstr (base, "-of-");
  const gsize length = strlen (base);

  if (length > 5 && g_ascii_strcasecmp (base + length - 5, ".gguf") == 0)
    base[length - 5] = '\0';
  if (of != NULL && of - base > 6)
    base[of - base - 6] = '\0';

  return g_steal_pointer (&base);
}

static gboolean
fits (const PlimsollLog *log, PlimsollModel *model)
{
  return plimsoll_log_fits_spec (log, plimsoll_model_get_spec (model),
                                 plimsoll_model_get_counts (model)->text);
}

static PlimsollModel *
find_by_name (const PlimsollLog *log, PlimsollModelList *models)
{
  g_autofree char *file = name_of_path (log->model_id);
  const char *const names[] = { log->model_id, file, log->model_name };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (PlimsollModel) model =
        *names[i] != '\0' ? plimsoll_model_list_find (models, names[i], NULL) : NULL;

      if (model != NULL && (log->layers == 0 || fits (log, model)))
        return g_steal_pointer (&model);
    }

  return NULL;
}

/* Among models of the same shapes any will do; people will know the one that most use. */
static PlimsollModel *
find_by_shape (const PlimsollLog *log, PlimsollModelList *models)
{
  g_autoptr (PlimsollModel) best = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (models)); i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (models), i);

      if (fits (log, model)
          && (best == NULL
              || plimsoll_model_get_downloads (model) > plimsoll_model_get_downloads (best)))
        g_set_object (&best, model);
    }

  return g_steal_pointer (&best);
}

static PlimsollModel *
model_from_shapes (const PlimsollLog *log)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_log_spec (log);
  PlimsollModelFacts facts = { .id = log->model_id, .name = log->model_name };

  if (spec == NULL)
    return NULL;
  if (*facts.name == '\0')
    facts.name = log->architecture;
  if (*facts.id == '\0')
    facts.id = facts.name;

  return plimsoll_model_new (&facts, spec, NULL);
}

static gboolean
ask_model (const PlimsollLog *log,
           PlimsollModelList *models,
           PlimsollScenario *scenario,
           GStrvBuilder *notes,
           GError **error)
{
  g_autoptr (PlimsollModel) model = NULL;
  PlimsollModel *present = plimsoll_scenario_get_model (scenario);
  const char *own = *log->model_name != '\0' ? log->model_name : log->model_id;

  /* One that is open already, of which the very tensors may be known. */
  if (present != NULL && log->layers > 0 && fits (log, present))
    return TRUE;

  model = find_by_name (log, models);
  if (model == NULL && (model = find_by_shape (log, models)) != NULL)
    /* Translators: a model of the catalogue, and what the log calls its model. */
    note (notes, _("Compared with %s, which has the shapes of “%s”."),
          plimsoll_model_get_name (model), own);
  if (model == NULL && (model = model_from_shapes (log)) != NULL)
    note (notes, _("The model is taken from the shapes in the log."));

  plimsoll_scenario_set_model (scenario, model);
  if (model == NULL)
    g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                 _("No model of the catalogue is the log's “%s”: say which model it is"),
                 *own != '\0' ? own : log->architecture);

  return model != NULL;
}

static void
ask_precision (const PlimsollLog *log, PlimsollScenario *scenario, GStrvBuilder *notes)
{
  PlimsollFileType type;

  if (*log->file_type == '\0')
    note (notes, _("The log does not say the precision."));
  else if (plimsoll_file_type_from_name (log->file_type, &type))
    plimsoll_scenario_set_precision (scenario, log->file_type);
  else
    /* Translators: a precision. */
    note (notes, _("The precision “%s” is not known here."), log->file_type);
}

static void
ask_accelerator (const PlimsollLog *log,
                 const PlimsollScenarioFinder *finder,
                 PlimsollScenario *scenario,
                 const Places *places,
                 GStrvBuilder *notes)
{
  guint ranks = MAX (log->tensor_parallel, 1) * MAX (log->pipeline_parallel, 1);
  guint n = places->n;

  if (log->source == PLIMSOLL_LOG_VLLM || log->source == PLIMSOLL_LOG_SGLANG)
    n = MAX (n, ranks);
  if (n == 0 && log->offloaded > 0)
    n = MAX (log->devices->len, 1);
  g_object_set (scenario, "accelerator-count", n, NULL);

  for (guint i = 0; i < log->devices->len && n > 0; i++)
    {
      const PlimsollLogDevice *device = log->devices->pdata[i];
      g_autoptr (PlimsollAccelerator) accelerator =
        *device->name != '\0' ? finder->find_accelerator (device->name, finder->data, NULL) : NULL;

      if (accelerator != NULL)
        {
          plimsoll_scenario_set_accelerator (scenario, accelerator);
          return;
        }
    }
  if (n > 0)
    note (notes, _("The log names no accelerator that is known here."));
}

static void
ask_cache (const PlimsollLog *log, PlimsollScenario *scenario, GStrvBuilder *notes)
{
  static const char *const properties[] = { "kv-k-type", "kv-v-type" };
  const char *const types[] = { log->kv_k, log->kv_v };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (*types[i] == '\0')
      g_object_set (scenario, properties[i], "f16", NULL);
    else if (plimsoll_kv_type_find (types[i]) != NULL)
      g_object_set (scenario, properties[i], types[i], NULL);
    else if (i == 0 || !g_str_equal (types[0], types[1]))
      /* Translators: a type of cache. */
      note (notes, _("The cache type “%s” is not known here."), types[i]);
}

gboolean
plimsoll_receipt_ask (const PlimsollLog *log,
                      PlimsollModelList *models,
                      const PlimsollScenarioFinder *finder,
                      PlimsollScenario *scenario,
                      char ***notes,
                      GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const gboolean serves = log->source == PLIMSOLL_LOG_VLLM || log->source == PLIMSOLL_LOG_SGLANG;
  guint sequences = MAX (log->sequences, 1);
  Places places;
  gboolean found;

  g_return_val_if_fail (log != NULL, FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), FALSE);

  places_init (&places, log);
  g_object_freeze_notify (G_OBJECT (scenario));

  if (log->n_loads > 1)
    note (builder,
          ngettext ("The log holds %u load; the last whole one is told.",
                    "The log holds %u loads; the last whole one is told.", log->n_loads),
          log->n_loads);
  if (!log->complete)
    note (builder, _("The load in the log does not reach its end."));
  if (log->cut)
    note (builder, _("The log is longer than what is read of it."));

  g_object_set (scenario, "engine", serves ? PLIMSOLL_ENGINE_VLLM : PLIMSOLL_ENGINE_LLAMA_CPP,
                "beyond-limit", TRUE, NULL);
  found = ask_model (log, models, scenario, builder, error);
  ask_precision (log, scenario, builder);
  ask_accelerator (log, finder, scenario, &places, builder);
  ask_cache (log, scenario, builder);

  /* Of llama.cpp an old build has one cache for all; a new one says so. */
  g_object_set (scenario, "parallel", sequences, "unified-kv",
                log->unified != PLIMSOLL_LOG_NO || sequences == 1, "n-cpu-moe", 0, NULL);
  if (log->context > 0)
    g_object_set (scenario, "context-length", log->context, NULL);
  else
    note (builder, _("The log does not say the context."));
  if (log->flash_attention != PLIMSOLL_LOG_UNSAID)
    g_object_set (scenario, "flash-attention", log->flash_attention == PLIMSOLL_LOG_YES, NULL);
  if (log->ubatch > 0)
    g_object_set (scenario, "ubatch", log->ubatch, NULL);
  g_object_set (scenario, "ngl",
                log->offloaded >= 0 && log->offloaded < log->offloadable ? log->offloaded
                                                                         : PLIMSOLL_ALL_LAYERS,
                "all-outputs", log->outputs == 0 || log->outputs > sequences, NULL);

  g_object_thaw_notify (G_OBJECT (scenario));
  if (notes != NULL)
    *notes = g_strv_builder_end (builder);

  return found;
}

/* --- What is predicted --- */

/* What the scenario cannot say, but the log does. */
static void
refine_question (const PlimsollLog *log, const Places *places, PlimsollQuestion *question)
{
  gboolean all_known = places->n > 0;

  question->n_devices = places->n;
  if (log->batch > 0)
    question->batch = MAX (log->batch, 1);
  if (log->outputs > 0 && question->all_outputs)
    {
      question->all_outputs = FALSE;
      question->outputs = log->outputs;
    }
  if (log->is_old_llama)
    question->build = PLIMSOLL_BUILD_2026_03;

  /* Layers go by free memory, unless somebody said otherwise; logs do not tell. */
  for (guint i = 0; i < places->n; i++)
    {
      const PlimsollLogDevice *found = NULL;

      for (guint j = 0; j < log->devices->len && found == NULL; j++)
        {
          const PlimsollLogDevice *device = log->devices->pdata[j];

          if (g_str_equal (device->id, places->names[i]) && device->free > 0)
            found = device;
        }
      all_known = all_known && found != NULL;
      question->device_shares[i] = found != NULL ? (float) found->free : 0;
    }
  if (!all_known)
    for (guint i = 0; i < places->n; i++)
      question->device_shares[i] = 0;
}

static guint64
real_weights (const PlimsollLog *log, const char *device)
{
  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];

      if (figure->kind == PLIMSOLL_LOG_WEIGHTS && g_str_equal (figure->device, device))
        return figure->bytes;
    }

  return 0;
}

/* Logs do not tell --n-cpu-moe; the one with which the weights of the first device come out. */
static guint
experts_out (const PlimsollLog *log,
             const Places *places,
             const PlimsollModelSpec *spec,
             const PlimsollWeights *weights,
             const PlimsollQuestion *question)
{
  const guint64 real = places->n == 1 ? real_weights (log, places->names[0]) : 0;
  PlimsollQuestion trial = *question;
  PlimsollMemory memory;

  if (real == 0 || question->n_cpu_moe > 0)
    return question->n_cpu_moe;

  for (guint n = 0; n <= spec->n_blocks; n++)
    {
      trial.n_cpu_moe = n;
      if (!plimsoll_memory (spec, weights, &trial, &memory, NULL))
        break;
      if (fabs ((double) memory.devices[0].weights - (double) real) < 0.002 * (double) real)
        return n;
    }

  return 0;
}

static guint64
predicted_on_host (const PlimsollMemory *memory, PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return memory->weights_host;
    case PLIMSOLL_LOG_KV_CACHE:
      return memory->kv_host;
    case PLIMSOLL_LOG_STATE:
      return memory->state_host;
    case PLIMSOLL_LOG_CONTEXT:
      return memory->kv_host + memory->state_host;
    case PLIMSOLL_LOG_COMPUTE:
      return memory->compute_host;
    case PLIMSOLL_LOG_OUTPUT:
      return memory->output_host;
    case PLIMSOLL_LOG_GRAPHS:
    case PLIMSOLL_LOG_ACTIVATIONS:
    case PLIMSOLL_LOG_PROJECTOR:
    case PLIMSOLL_LOG_OTHER:
    default:
      return 0;
    }
}

static guint64
predicted_on_device (const PlimsollDeviceMemory *device, PlimsollLogKind kind)
{
  switch (kind)
    {
    case PLIMSOLL_LOG_WEIGHTS:
      return device->weights;
    case PLIMSOLL_LOG_KV_CACHE:
      return device->kv_cache;
    case PLIMSOLL_LOG_STATE:
      return device->state;
    case PLIMSOLL_LOG_CONTEXT:
      return device->kv_cache + device->state;
    case PLIMSOLL_LOG_COMPUTE:
      return device->compute;
    case PLIMSOLL_LOG_OUTPUT:
    case PLIMSOLL_LOG_GRAPHS:
    case PLIMSOLL_LOG_ACTIVATIONS:
    case PLIMSOLL_LOG_PROJECTOR:
    case PLIMSOLL_LOG_OTHER:
    default:
      return 0;
    }
}

static guint64
predicted_in_all (const PlimsollMemory *memory, PlimsollLogKind kind)
{
  guint64 bytes = predicted_on_host (memory, kind);

  for (guint i = 0; i < memory->n_devices; i++)
    bytes += predicted_on_device (&memory->devices[i], kind);

  return bytes;
}

/* --- Lines --- */

static void
add_line (PlimsollReceipt *self,
          PlimsollLogKind kind,
          const char *place,
          guint64 predicted,
          guint64 real,
          guint64 rounding)
{
  PlimsollReceiptLine *line;

  if (predicted == 0 && real == 0)
    return;
  line = g_new0 (PlimsollReceiptLine, 1);
  line->kind = kind;
  line->what = g_strdup (kind_name (kind));
  line->place = g_strdup (place);
  line->predicted = predicted;
  line->real = real;
  line->rounding = rounding;
  g_ptr_array_add (self->lines, line);
  self->predicted += predicted;
  self->real += real;
}

static void
add_other (PlimsollReceipt *self, const PlimsollLogFigure *figure, const char *why)
{
  g_autofree char *bytes = plimsoll_format_memory (figure->bytes);

  g_ptr_array_add (self->others,
                   /* Translators: a kind of memory, an amount, where it is, why not compared. */
                   g_strdup_printf (_("Not compared: %s, %s on %s: %s."), kind_name (figure->kind),
                                    bytes, figure->device, why));
}

static gboolean
is_compared (PlimsollReceipt *self, const PlimsollLogFigure *figure, const PlimsollMemory *memory)
{
  if (figure->kind == PLIMSOLL_LOG_OTHER)
    add_other (self, figure, _("it is outside the engine's own buffers"));
  else if (figure->kind == PLIMSOLL_LOG_PROJECTOR)
    add_other (self, figure, _("the projector is a file of its own"));
  else if (figure->kind == PLIMSOLL_LOG_COMPUTE && memory->compute_exactness == PLIMSOLL_UNKNOWN)
    add_other (self, figure, _("the model's shapes are not known"));
  else
    return TRUE;

  return FALSE;
}

/* Several buffers of one kind in system memory are one line: the processor's, and those that the
 * devices read from. */
static void
add_host_lines (PlimsollReceipt *self, const PlimsollLog *log, const PlimsollMemory *memory)
{
  static const PlimsollLogKind kinds[] = { PLIMSOLL_LOG_WEIGHTS, PLIMSOLL_LOG_KV_CACHE,
                                           PLIMSOLL_LOG_STATE,   PLIMSOLL_LOG_CONTEXT,
                                           PLIMSOLL_LOG_COMPUTE, PLIMSOLL_LOG_OUTPUT };

  for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint64 real = 0;
      guint64 rounding = 0;
      gboolean said = FALSE;

      for (guint i = 0; i < log->figures->len; i++)
        {
          const PlimsollLogFigure *figure = log->figures->pdata[i];

          if (!figure->host || figure->kind != kinds[k])
            continue;
          real += figure->bytes;
          rounding += figure->rounding;
          said = TRUE;
        }

      if (said
          && (kinds[k] != PLIMSOLL_LOG_COMPUTE || memory->compute_exactness != PLIMSOLL_UNKNOWN))
        add_line (self, kinds[k], _("System memory"), predicted_on_host (memory, kinds[k]), real,
                  rounding);
    }
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  const PlimsollReceiptLine *one = *(const PlimsollReceiptLine *const *) a;
  const PlimsollReceiptLine *other = *(const PlimsollReceiptLine *const *) b;

  return one->kind < other->kind ? -1 : one->kind > other->kind;
}

static void
add_lines (PlimsollReceipt *self,
           const PlimsollLog *log,
           const Places *places,
           const PlimsollMemory *memory)
{
  for (guint p = 0; p < places->n; p++)
    {
      const guint first = self->lines->len;

      for (guint i = 0; i < log->figures->len; i++)
        {
          const PlimsollLogFigure *figure = log->figures->pdata[i];

          if (!figure->host && g_str_equal (figure->device, places->names[p])
              && is_compared (self, figure, memory) && p < memory->n_devices)
            add_line (self, figure->kind, figure->device,
                      predicted_on_device (&memory->devices[p], figure->kind), figure->bytes,
                      figure->rounding);
        }
      if (self->lines->len > first)
        qsort (self->lines->pdata + first, self->lines->len - first, sizeof (gpointer),
               compare_lines);
    }

  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];

      if (!g_str_equal (figure->device, "all") || !is_compared (self, figure, memory))
        continue;
      add_line (self, figure->kind, _("In all, as the engine expected"),
                predicted_in_all (memory, figure->kind), figure->bytes, figure->rounding);
    }
  add_host_lines (self, log, memory);
}

/* A file may be of another mixture than its label says. */
static void
check_file (PlimsollReceipt *self, const PlimsollLog *log, const PlimsollWeights *weights)
{
  const guint64 own = weights->tensor_bytes;
  g_autofree char *real = NULL;
  g_autofree char *expected = NULL;
  guint64 apart;

  if (log->file_bytes == 0)
    return;
  apart = own > log->file_bytes ? own - log->file_bytes : log->file_bytes - own;
  if (apart <= log->file_bytes_rounding + own / 200)
    return;

  real = plimsoll_format_gib (log->file_bytes, 2);
  expected = plimsoll_format_gib (own, 2);
  g_ptr_array_add (
    self->others,
    /* Translators: amounts of memory, and a precision between them. */
    g_strdup_printf (_("The file has %s of tensors; as %s it would have %s: its publisher chose "
                        "another mixture, or it is another model."),
                     real, weights->name, expected));
}

PlimsollReceipt *
plimsoll_receipt_new (const PlimsollLog *log, PlimsollScenario *scenario, GError **error)
{
  g_autoptr (PlimsollReceipt) self = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  const PlimsollWeights *weights;
  const char *refusal = NULL;
  PlimsollModelSpec *spec;
  PlimsollQuestion question;
  PlimsollMemory memory;
  Places places;

  g_return_val_if_fail (log != NULL, NULL);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), NULL);
  g_return_val_if_fail (plimsoll_scenario_get_model (scenario) != NULL, NULL);

  self = g_new0 (PlimsollReceipt, 1);
  self->lines = g_ptr_array_new_with_free_func (line_free);
  self->others = g_ptr_array_new_with_free_func (g_free);

  sizer = plimsoll_sizer_new (scenario);
  weights = plimsoll_sizer_get_weights (sizer);
  if (weights == NULL)
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                   /* Translators: a precision. */
                   _("The model cannot be had as %s"), plimsoll_scenario_get_precision (scenario));
      return NULL;
    }

  places_init (&places, log);
  plimsoll_scenario_get_question (scenario, &question);
  if (question.engine != PLIMSOLL_ENGINE_LLAMA_CPP)
    {
      for (guint i = 0; i < log->figures->len; i++)
        add_other (self, log->figures->pdata[i],
                   _("logs of this engine are read, but not held beside a prediction"));
      return g_steal_pointer (&self);
    }

  refine_question (log, &places, &question);
  spec = plimsoll_model_get_spec (plimsoll_scenario_get_model (scenario));
  question.n_cpu_moe = experts_out (log, &places, spec, weights, &question);
  if (!plimsoll_memory (spec, weights, &question, &memory, &refusal))
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, "%s",
                   refusal != NULL ? refusal : _("The sums do not fit"));
      return NULL;
    }

  add_lines (self, log, &places, &memory);
  check_file (self, log, weights);
  if (question.n_cpu_moe > 0)
    g_ptr_array_add (self->others,
                     /* Translators: a number of blocks of a model. */
                     g_strdup_printf (_("The weights come out with the experts of %u blocks in "
                                         "system memory (--n-cpu-moe)."),
                                      question.n_cpu_moe));

  return g_steal_pointer (&self);
}

double
plimsoll_receipt_difference (const PlimsollReceipt *self)
{
  if (self->real == 0)
    return (double) NAN;

  return ((double) self->predicted - (double) self->real) / (double) self->real;
}
