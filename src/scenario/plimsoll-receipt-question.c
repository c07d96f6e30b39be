/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-receipt.h"

#include "plimsoll-kv-type.h"
#include "plimsoll-log-spec.h"
#include "plimsoll-receipt-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* The question that a log says. */

/* --- Devices --- */

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

void
plimsoll_log_places_init (PlimsollLogPlaces *self, const PlimsollLog *log)
{
  *self = (PlimsollLogPlaces) { .n = 0 };
  for (guint i = 0; i < log->figures->len; i++)
    {
      const PlimsollLogFigure *figure = log->figures->pdata[i];
      gboolean known = figure->host || g_str_equal (figure->device, "all")
                       || figure->kind == PLIMSOLL_LOG_PROJECTOR;

      for (guint j = 0; j < self->n && !known; j++)
        known = g_str_equal (self->names[j], figure->device);
      if (!known && self->n < PLIMSOLL_MAX_DEVICES)
        self->names[self->n++] = figure->device;
      else if (!known)
        self->has_more = TRUE;
    }
  qsort (self->names, self->n, sizeof *self->names, compare_places);
}

/* --- Taking it --- */

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
                 const PlimsollLogPlaces *places,
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
  PlimsollLogPlaces places;
  gboolean found;

  g_return_val_if_fail (log != NULL, FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (scenario), FALSE);

  plimsoll_log_places_init (&places, log);
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
  if (places.has_more)
    note (builder, _("The log has more accelerators than %d; the further ones are not compared."),
          PLIMSOLL_MAX_DEVICES);

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
