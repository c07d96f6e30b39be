/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model.h"

#include <string.h>

struct _PlimsollModel
{
  GObject parent_instance;

  PlimsollModelSpec *spec;
  PlimsollTensorPlan *plan;       /* atomic: made by whoever asks first */
  PlimsollParameters *parameters; /* atomic, likewise */

  char *id;
  char *name;
  char **aliases;
  const char *organisation; /* interned, as are the next three */
  const char *family;
  const char *licence;
  const char *confidence;
  char *released;
  char **gguf_repos;
  guint64 published_parameters;
  char *published_difference;
  guint64 downloads;
  guint64 likes;
  char *source;
  char *date;
  char *notes;

  char *path;
  PlimsollWeights *weights;
  char **assumptions;
  PlimsollFileSize *sizes; /* [n_sizes] */
  gsize n_sizes;
};

G_DEFINE_FINAL_TYPE (PlimsollModel, plimsoll_model, G_TYPE_OBJECT)

typedef enum
{
  PROP_ID = 1,
  PROP_NAME,
  PROP_ORGANISATION,
  PROP_FAMILY,
  PROP_LICENCE,
  PROP_RELEASED,
  PROP_PARAMETERS,
  PROP_ACTIVE_PARAMETERS,
  PROP_LAYERS,
  PROP_MAX_CONTEXT,
  PROP_EXACTNESS,
  PROP_SOURCE,
  PROP_DATE,
  PROP_NOTES,
} PlimsollModelProperty;

static GParamSpec *properties[PROP_NOTES + 1];

static void
plimsoll_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollModel *self = PLIMSOLL_MODEL (object);

  switch ((PlimsollModelProperty) id)
    {
    case PROP_ID:
      g_value_set_string (value, self->id);
      break;
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;
    case PROP_ORGANISATION:
      g_value_set_static_string (value, self->organisation);
      break;
    case PROP_FAMILY:
      g_value_set_static_string (value, self->family);
      break;
    case PROP_LICENCE:
      g_value_set_static_string (value, self->licence);
      break;
    case PROP_RELEASED:
      g_value_set_string (value, self->released);
      break;
    case PROP_PARAMETERS:
      g_value_set_uint64 (value, plimsoll_model_get_parameters (self));
      break;
    case PROP_ACTIVE_PARAMETERS:
      g_value_set_uint64 (value, plimsoll_model_get_active_parameters (self));
      break;
    case PROP_LAYERS:
      g_value_set_uint (value, plimsoll_model_get_layers (self));
      break;
    case PROP_MAX_CONTEXT:
      g_value_set_uint (value, plimsoll_model_get_max_context (self));
      break;
    case PROP_EXACTNESS:
      g_value_set_static_string (value, plimsoll_model_get_exactness (self));
      break;
    case PROP_SOURCE:
      g_value_set_string (value, self->source);
      break;
    case PROP_DATE:
      g_value_set_string (value, self->date);
      break;
    case PROP_NOTES:
      g_value_set_string (value, self->notes);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_model_finalize (GObject *object)
{
  PlimsollModel *self = PLIMSOLL_MODEL (object);

  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
  g_clear_pointer (&self->plan, plimsoll_tensor_plan_free);
  g_free (self->parameters);
  g_free (self->id);
  g_free (self->name);
  g_strfreev (self->aliases);
  g_free (self->released);
  g_strfreev (self->gguf_repos);
  g_free (self->published_difference);
  g_free (self->source);
  g_free (self->date);
  g_free (self->notes);
  g_free (self->path);
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
  g_strfreev (self->assumptions);
  g_free (self->sizes);

  G_OBJECT_CLASS (plimsoll_model_parent_class)->finalize (object);
}

static GParamSpec *
text_property (const char *name)
{
  return g_param_spec_string (name, NULL, NULL, NULL,
                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
}

static GParamSpec *
count_property (const char *name)
{
  return g_param_spec_uint64 (name, NULL, NULL, 0, G_MAXUINT64, 0,
                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
}

static GParamSpec *
small_count_property (const char *name)
{
  return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
}

static void
plimsoll_model_class_init (PlimsollModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = plimsoll_model_get_property;
  object_class->finalize = plimsoll_model_finalize;

  properties[PROP_ID] = text_property ("id");
  properties[PROP_NAME] = text_property ("name");
  properties[PROP_ORGANISATION] = text_property ("organisation");
  properties[PROP_FAMILY] = text_property ("family");
  properties[PROP_LICENCE] = text_property ("licence");
  properties[PROP_RELEASED] = text_property ("released");
  properties[PROP_PARAMETERS] = count_property ("parameters");
  properties[PROP_ACTIVE_PARAMETERS] = count_property ("active-parameters");
  properties[PROP_LAYERS] = small_count_property ("layers");
  properties[PROP_MAX_CONTEXT] = small_count_property ("max-context");
  properties[PROP_EXACTNESS] = text_property ("exactness");
  properties[PROP_SOURCE] = text_property ("source");
  properties[PROP_DATE] = text_property ("date");
  properties[PROP_NOTES] = text_property ("notes");

  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_model_init (G_GNUC_UNUSED PlimsollModel *self)
{
}

static char **
copy_texts (const char *const *texts)
{
  return texts != NULL ? g_strdupv ((char **) texts) : g_new0 (char *, 1);
}

PlimsollModel *
plimsoll_model_new (const PlimsollModelFacts *facts,
                    PlimsollModelSpec *spec,
                    const PlimsollParameters *parameters)
{
  PlimsollModel *self;

  g_return_val_if_fail (facts->id != NULL && facts->name != NULL, NULL);
  g_return_val_if_fail (spec != NULL, NULL);

  self = g_object_new (PLIMSOLL_TYPE_MODEL, NULL);
  self->spec = plimsoll_model_spec_ref (spec);
  self->parameters = parameters != NULL ? g_memdup2 (parameters, sizeof *parameters) : NULL;
  self->id = g_strdup (facts->id);
  self->name = g_strdup (facts->name);
  self->aliases = copy_texts (facts->aliases);
  self->organisation = g_intern_string (facts->organisation);
  self->family = g_intern_string (facts->family);
  self->licence = g_intern_string (facts->licence);
  self->confidence = g_intern_string (facts->confidence);
  self->released = g_strdup (facts->released);
  self->gguf_repos = copy_texts (facts->gguf_repos);
  self->published_parameters = facts->published_parameters;
  self->published_difference = g_strdup (facts->published_difference);
  self->downloads = facts->downloads;
  self->likes = facts->likes;
  self->source = g_strdup (facts->source);
  self->date = g_strdup (facts->date);
  self->notes = g_strdup (facts->notes);
  self->assumptions = copy_texts (NULL);

  return self;
}

PlimsollModel *
plimsoll_model_new_for_files (const PlimsollModelFacts *facts,
                              PlimsollModelSpec *spec,
                              const PlimsollModelFiles *files)
{
  PlimsollModel *self = plimsoll_model_new (facts, spec, NULL);

  g_return_val_if_fail (self != NULL, NULL);

  self->path = g_strdup (files->path);
  self->plan = files->plan;
  self->weights = files->weights;
  g_strfreev (self->assumptions);
  self->assumptions = copy_texts (files->assumptions);
  self->sizes = g_memdup2 (files->sizes, files->n_sizes * sizeof *files->sizes);
  self->n_sizes = files->n_sizes;

  return self;
}

const char *
plimsoll_model_get_path (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->path;
}

char *
plimsoll_model_dup_repository (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  if (self->path != NULL || strchr (self->id, '/') == NULL)
    return NULL;
  return g_strndup (self->id, strcspn (self->id, "@:"));
}

gboolean
plimsoll_model_id_is_remote (const char *id)
{
  return !g_path_is_absolute (id) && !g_str_has_prefix (id, "file:") && strchr (id, '/') != NULL;
}

guint64
plimsoll_model_get_file_size (PlimsollModel *self, PlimsollPrecision type)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  for (gsize i = 0; i < self->n_sizes; i++)
    if (self->sizes[i].type == type)
      return self->sizes[i].bytes;
  return 0;
}

gboolean
plimsoll_model_knows_file_sizes (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), FALSE);

  return self->n_sizes > 0;
}

PlimsollWeights *
plimsoll_model_get_own_weights (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->weights;
}

const char *const *
plimsoll_model_get_assumptions (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return (const char *const *) self->assumptions;
}

PlimsollModelSpec *
plimsoll_model_get_spec (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->spec;
}

const PlimsollTensorPlan *
plimsoll_model_get_plan (PlimsollModel *self)
{
  PlimsollTensorPlan *plan;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  plan = g_atomic_pointer_get (&self->plan);
  if (plan != NULL || self->spec->source == PLIMSOLL_SPEC_FROM_TOTALS)
    return plan;

  plan = plimsoll_tensor_plan_new (self->spec);
  if (plan == NULL || g_atomic_pointer_compare_and_exchange (&self->plan, NULL, plan))
    return plan;

  /* Another thread was quicker. */
  plimsoll_tensor_plan_free (plan);
  return g_atomic_pointer_get (&self->plan);
}

const PlimsollParameters *
plimsoll_model_get_counts (PlimsollModel *self)
{
  PlimsollParameters *parameters;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  parameters = g_atomic_pointer_get (&self->parameters);
  if (parameters != NULL)
    return parameters;

  parameters = g_new0 (PlimsollParameters, 1);
  if (!plimsoll_parameters (self->spec, plimsoll_model_get_plan (self), parameters))
    *parameters = (PlimsollParameters) { 0 };
  if (g_atomic_pointer_compare_and_exchange (&self->parameters, NULL, parameters))
    return parameters;

  g_free (parameters);
  return g_atomic_pointer_get (&self->parameters);
}

const char *
plimsoll_model_get_id (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->id;
}

const char *
plimsoll_model_get_name (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->name;
}

const char *const *
plimsoll_model_get_aliases (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return (const char *const *) self->aliases;
}

const char *
plimsoll_model_get_organisation (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->organisation;
}

const char *
plimsoll_model_get_family (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->family;
}

const char *
plimsoll_model_get_licence (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->licence;
}

const char *
plimsoll_model_get_released (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->released;
}

const char *const *
plimsoll_model_get_gguf_repos (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return (const char *const *) self->gguf_repos;
}

guint64
plimsoll_model_get_parameters (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return plimsoll_model_get_counts (self)->total;
}

guint64
plimsoll_model_get_active_parameters (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return plimsoll_model_get_counts (self)->active;
}

guint
plimsoll_model_get_layers (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return self->spec->n_blocks;
}

guint
plimsoll_model_get_max_context (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return self->spec->max_context;
}

guint64
plimsoll_model_get_published_parameters (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return self->published_parameters;
}

const char *
plimsoll_model_get_published_difference (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->published_difference;
}

guint64
plimsoll_model_get_downloads (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return self->downloads;
}

guint64
plimsoll_model_get_likes (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), 0);

  return self->likes;
}

const char *
plimsoll_model_get_exactness (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  switch (self->spec->source)
    {
    case PLIMSOLL_SPEC_FROM_CONFIG:
    case PLIMSOLL_SPEC_FROM_FILE:
      return "exact";
    case PLIMSOLL_SPEC_FROM_GENERAL_KEYS:
    case PLIMSOLL_SPEC_FROM_TOTALS:
      return "modelled";
    default:
      g_assert_not_reached ();
    }
}

const char *
plimsoll_model_get_confidence (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->confidence;
}

const char *
plimsoll_model_get_source (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->source;
}

const char *
plimsoll_model_get_date (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->date;
}

const char *
plimsoll_model_get_notes (PlimsollModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL (self), NULL);

  return self->notes;
}
