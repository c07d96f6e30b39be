/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-model-open.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-config-reader.h"
#include "plimsoll-file-id.h"
#include "plimsoll-file-kind.h"
#include "plimsoll-model-file.h"
#include "plimsoll-model-folder.h"
#include "plimsoll-safetensors.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* A publisher's own mixture keeps the name of its label as long as it is about of that size. */
#define LABEL_TOLERANCE 0.25

static PlimsollModel *
refuse (GError **error, int code, const char *path, const char *fault)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_set_error (error, PLIMSOLL_CATALOG_ERROR, code, "%s: %s", name, fault);
  return NULL;
}

/* --- Names --- */

/* What a person calls the file: its name without what says that it is a GGUF. */
static char *
stem_of (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  const char *tail = plimsoll_model_shard_tail (name);
  char *dot = strrchr (name, '.');

  if (tail != NULL)
    return g_strndup (name, (gsize) (tail - name));
  if (dot != NULL && dot != name && g_ascii_strcasecmp (dot, ".gguf") == 0)
    *dot = '\0';
  return g_steal_pointer (&name);
}

/* A checkpoint is called as its folder; in the hub's cache, that is named by a commit. */
static char *
name_of_folder (const char *folder)
{
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *parent_name = g_path_get_basename (parent);
  g_autofree char *grandparent = g_path_get_dirname (parent);
  g_autofree char *repository = g_filename_display_basename (grandparent);

  if (g_str_equal (parent_name, "snapshots") && g_str_has_prefix (repository, "models--"))
    return g_strdup (g_strrstr (repository, "--") + 2);
  return g_filename_display_basename (folder);
}

static char *
name_beside (const char *file)
{
  g_autofree char *folder = g_path_get_dirname (file);

  return name_of_folder (folder);
}

/* --- GGUF --- */

/* Names the file's own precision by its tensors, and by its label where those are a mixture that no
 * quantizer writes. */
static void
name_weights (PlimsollWeights *weights, const PlimsollModelFile *file, GPtrArray *assumptions)
{
  const PlimsollFileTypeInfo *info;
  PlimsollFileType type = file->file_type;

  if (file->label == PLIMSOLL_LABEL_RIGHT || plimsoll_model_file_find_type (file, &type))
    {
      info = plimsoll_file_type_info (type);
    }
  else
    {
      info =
        file->label != PLIMSOLL_LABEL_ABSENT ? plimsoll_file_type_info (file->file_type) : NULL;
      if (info == NULL
          || fabs (weights->bits_per_weight / info->typical_bits - 1) > LABEL_TOLERANCE)
        info = plimsoll_file_type_info (weights->type);
      /* Translators: a precision. */
      g_ptr_array_add (assumptions,
                       g_strdup_printf (_("The file is a mixture of its own, not %s as the "
                                           "quantizer makes it; its own bytes are counted."),
                                        info->name));
    }

  weights->type = info->type;
  g_set_str (&weights->name, info->name);
}

static PlimsollModel *
model_of_gguf (PlimsollModelFile *file, const char *path, GError **error)
{
  g_autoptr (PlimsollWeights) weights = NULL;
  g_autoptr (GPtrArray) assumptions = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *first = plimsoll_model_first_shard (path);
  g_autofree char *id = plimsoll_file_id (first);
  g_autofree char *stem = stem_of (path);
  const PlimsollModelFacts facts = {
    .id = id,
    .name = *file->name != '\0' ? file->name : stem,
  };
  PlimsollModelFiles files = { .path = first };

  weights = plimsoll_weights_new_for_formats (file->spec, file->plan, file->formats);
  if (weights == NULL)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, path,
                   _("its tensors are larger than any memory"));

  weights->file_bytes = file->file_bytes;
  if (!file->exact)
    weights->exactness = PLIMSOLL_MODELLED;
  for (char **sentence = file->assumptions; *sentence != NULL; sentence++)
    g_ptr_array_add (assumptions, g_strdup (*sentence));
  name_weights (weights, file, assumptions);
  g_ptr_array_add (assumptions, NULL);

  files.plan = g_steal_pointer (&file->plan);
  files.weights = g_steal_pointer (&weights);
  files.assumptions = (const char *const *) assumptions->pdata;
  return plimsoll_model_new_for_files (&facts, file->spec, &files);
}

static PlimsollModel *
open_gguf (const char *path, GError **error)
{
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_read (path, error);

  if (file == NULL)
    return NULL;

  switch (file->kind)
    {
    case PLIMSOLL_MODEL_FILE_MODEL:
      return model_of_gguf (file, path, error);
    case PLIMSOLL_MODEL_FILE_PROJECTOR:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, path,
                     _("a vision projector, which is no model but an addition to one"));
    case PLIMSOLL_MODEL_FILE_ADAPTER:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, path,
                     _("a LoRA adapter, which is no model but an addition to one"));
    case PLIMSOLL_MODEL_FILE_VOCABULARY:
    default:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, path,
                     _("a vocabulary, which has no weights"));
    }
}

/* --- Checkpoints --- */

static PlimsollModel *
open_config (const char *path, GError **error)
{
  g_autofree char *id = plimsoll_file_id (path);
  g_autofree char *name = name_beside (path);
  g_autofree char *file = g_filename_display_basename (path);
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, error);
  g_autoptr (PlimsollModelSpec) spec = NULL;
  const PlimsollModelFacts facts = { .id = id, .name = name };
  PlimsollModelFiles files = { .path = path };
  g_auto (GStrv) assumptions = NULL;

  if (mapped == NULL)
    return NULL;

  spec = plimsoll_config_read (g_mapped_file_get_contents (mapped),
                               g_mapped_file_get_length (mapped), file, error);
  if (spec == NULL)
    return NULL;

  assumptions = plimsoll_config_assumptions (spec);
  files.assumptions = (const char *const *) assumptions;
  return plimsoll_model_new_for_files (&facts, spec, &files);
}

static PlimsollModel *
open_safetensors (const char *path, gboolean is_folder, GError **error)
{
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_read (path, error);
  g_autofree char *id = plimsoll_file_id (path);
  g_autofree char *name = is_folder ? name_of_folder (path) : name_beside (path);
  const PlimsollModelFacts facts = { .id = id, .name = name };
  PlimsollModelFiles files = { .path = path };

  if (file == NULL)
    return NULL;
  if (file->is_adapter)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, path,
                   _("a LoRA adapter, which is no model but an addition to one"));
  /* Then the first sentence says why. */
  if (file->spec == NULL)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, path,
                   file->assumptions[0] != NULL ? file->assumptions[0]
                                                : _("it has no config.json"));

  files.weights = plimsoll_safetensors_weights (file);
  files.assumptions = (const char *const *) file->assumptions;
  return plimsoll_model_new_for_files (&facts, file->spec, &files);
}

static PlimsollModel *
open_by_content (const char *path, GError **error)
{
  g_autofree char *chosen = NULL;
  PlimsollFileKind kind;

  if (!plimsoll_file_kind (path, &kind, error))
    return NULL;
  if (kind == PLIMSOLL_FILE_KIND_FOLDER)
    {
      chosen = plimsoll_model_folder_choose (path, &kind, error);
      if (chosen == NULL)
        return NULL;
    }

  switch (kind)
    {
    case PLIMSOLL_FILE_KIND_GGUF:
      return open_gguf (chosen != NULL ? chosen : path, error);
    case PLIMSOLL_FILE_KIND_JSON:
      return open_config (chosen != NULL ? chosen : path, error);
    case PLIMSOLL_FILE_KIND_SAFETENSORS:
    case PLIMSOLL_FILE_KIND_INDEX:
      return open_safetensors (path, chosen != NULL, error);
    case PLIMSOLL_FILE_KIND_FOLDER:
    default:
      g_return_val_if_reached (NULL);
    }
}

PlimsollModel *
plimsoll_model_open (const char *path, GError **error)
{
  g_autofree char *absolute = NULL;
  PlimsollModel *model;
  GError *fault = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  absolute = plimsoll_file_path (path, error);
  if (absolute == NULL)
    return NULL;

  model = open_by_content (absolute, &fault);
  if (model == NULL)
    plimsoll_file_propagate_error (error, fault);

  return model;
}
