/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-inspect-private.h"
#include "plimsoll-cli-private.h"

#include "plimsoll-config-reader.h"
#include "plimsoll-model-folder.h"
#include "plimsoll-spec-json.h"

#include <glib/gi18n.h>

static void
inspection_clear (PlimsollInspection *self)
{
  g_clear_pointer (&self->gguf, plimsoll_model_file_free);
  g_clear_pointer (&self->safetensors, plimsoll_safetensors_free);
  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
  g_clear_pointer (&self->assumptions, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollInspection, inspection_clear)

/* --- Reading --- */

static gboolean
read_gguf (PlimsollInspection *self, const char *path, GError **error)
{
  PlimsollModelFile *file = plimsoll_model_file_read (path, error);

  if (file == NULL)
    return FALSE;
  self->gguf = file;
  self->parameters.total = file->parameters;
  self->has_parts = file->spec != NULL;
  if (file->spec == NULL)
    return TRUE;

  self->spec = plimsoll_model_spec_ref (file->spec);
  self->parameters.text = file->parameters - file->mtp_parameters;
  self->parameters.mtp = file->mtp_parameters;
  self->parameters.active = file->active_parameters;
  /* Towers of vision are in files of their own. */
  self->parameters.vision_known = TRUE;
  return TRUE;
}

static gboolean
read_safetensors (PlimsollInspection *self, const char *path, GError **error)
{
  self->safetensors = plimsoll_safetensors_read (path, error);
  if (self->safetensors == NULL)
    return FALSE;

  if (self->safetensors->spec != NULL)
    self->spec = plimsoll_model_spec_ref (self->safetensors->spec);
  plimsoll_safetensors_count (self->safetensors, &self->parameters);
  self->has_parts = !self->safetensors->is_adapter;
  return TRUE;
}

static gboolean
read_config (PlimsollInspection *self, const char *path, GError **error)
{
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, error);
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (PlimsollTensorPlan) plan = NULL;

  if (mapped == NULL)
    return FALSE;
  self->spec = plimsoll_config_read (g_mapped_file_get_contents (mapped),
                                     g_mapped_file_get_length (mapped), name, error);
  if (self->spec == NULL)
    return FALSE;

  self->assumptions = plimsoll_config_assumptions (self->spec);
  plan = plimsoll_tensor_plan_new (self->spec);
  self->has_parts = plan != NULL && plimsoll_parameters (self->spec, plan, &self->parameters);
  return TRUE;
}

static gboolean
inspect (PlimsollInspection *self, const char *path, GError **error)
{
  g_autofree char *chosen = NULL;
  PlimsollFileKind kind;

  if (!plimsoll_file_kind (path, &kind, error))
    return FALSE;
  if (kind == PLIMSOLL_FILE_KIND_FOLDER)
    {
      chosen = plimsoll_model_folder_choose (path, &kind, error);
      if (chosen == NULL)
        return FALSE;
      path = chosen;
    }

  switch (kind)
    {
    case PLIMSOLL_FILE_KIND_GGUF:
      return read_gguf (self, path, error);
    case PLIMSOLL_FILE_KIND_JSON:
      return read_config (self, path, error);
    case PLIMSOLL_FILE_KIND_SAFETENSORS:
    case PLIMSOLL_FILE_KIND_INDEX:
      return read_safetensors (self, path, error);
    case PLIMSOLL_FILE_KIND_FOLDER:
    default:
      g_return_val_if_reached (FALSE);
    }
}

const char *
plimsoll_inspection_kind (const PlimsollInspection *self)
{
  static const char *const kinds[] = { "model", "vocabulary", "projector", "adapter" };

  if (self->gguf != NULL)
    return kinds[self->gguf->kind];
  return self->safetensors != NULL && self->safetensors->is_adapter ? "adapter" : "model";
}

const char *const *
plimsoll_inspection_assumptions (const PlimsollInspection *self)
{
  if (self->gguf != NULL)
    return (const char *const *) self->gguf->assumptions;
  return (const char *const *) (self->safetensors != NULL ? self->safetensors->assumptions
                                                          : self->assumptions);
}

gboolean
plimsoll_inspection_knows_total (const PlimsollInspection *self)
{
  if (self->gguf != NULL || self->safetensors != NULL)
    return self->has_parts || self->parameters.total > 0;
  return self->has_parts && self->parameters.vision_known;
}

/* --- JSON --- */

static void
set_known (JsonObject *object, const char *member, guint64 value, gboolean known)
{
  if (known)
    json_object_set_int_member (object, member, (gint64) MIN (value, G_MAXINT64));
  else
    json_object_set_null_member (object, member);
}

static void
set_parameters (JsonObject *object, const PlimsollInspection *self)
{
  const PlimsollParameters *counts = &self->parameters;
  gboolean known = self->has_parts;
  JsonObject *parts = json_object_new ();

  set_known (parts, "total", counts->total, plimsoll_inspection_knows_total (self));
  set_known (parts, "text", counts->text, known);
  set_known (parts, "vision", counts->vision, known && counts->vision_known);
  set_known (parts, "mtp", counts->mtp, known);
  set_known (parts, "active", counts->active, known && counts->active > 0);
  json_object_set_object_member (object, "parameters", parts);
}

static void
add_bytes (JsonArray *rows, const char *name, guint64 tensors, guint64 elements, guint64 bytes)
{
  JsonObject *row = json_object_new ();

  json_object_set_string_member (row, "name", name);
  set_known (row, "tensors", tensors, TRUE);
  set_known (row, "elements", elements, TRUE);
  set_known (row, "bytes", bytes, TRUE);
  json_array_add_object_element (rows, row);
}

static void
set_gguf (JsonObject *object, const PlimsollModelFile *file)
{
  static const char *const roles[PLIMSOLL_N_ROLES] = {
    "embedding",
    "per_layer_embedding",
    "head",
    "query",
    "key",
    "value",
    "attention_output",
    "gate",
    "up",
    "down",
    "rope",
    "other",
  };
  JsonArray *formats = json_array_new ();
  JsonObject *by_role = json_object_new ();

  if (file->label != PLIMSOLL_LABEL_ABSENT)
    {
      json_object_set_string_member (object, "file_type",
                                     plimsoll_file_type_info (file->file_type)->name);
      json_object_set_boolean_member (object, "file_type_holds",
                                      file->label == PLIMSOLL_LABEL_RIGHT);
    }
  set_known (object, "shards", file->n_shards, TRUE);
  set_known (object, "tensor_bytes", file->tensor_bytes, TRUE);
  set_known (object, "file_bytes", file->file_bytes, TRUE);
  for (gsize i = 0; i < file->n_formats; i++)
    add_bytes (formats, file->by_format[i].name, file->by_format[i].tensors,
               file->by_format[i].elements, file->by_format[i].bytes);
  json_object_set_array_member (object, "formats", formats);
  if (file->spec == NULL)
    {
      json_object_unref (by_role);
      return;
    }

  for (guint i = 0; i < PLIMSOLL_N_ROLES; i++)
    set_known (by_role, roles[i], file->by_role[i], TRUE);
  json_object_set_object_member (object, "role_bytes", by_role);
  set_known (object, "expert_bytes", file->expert_bytes, TRUE);
  set_known (object, "mtp_bytes", file->mtp_bytes, TRUE);
}

static void
set_safetensors (JsonObject *object, const PlimsollSafetensors *file)
{
  JsonArray *formats = json_array_new ();

  json_object_set_string_member (object, "quantization", file->scheme);
  set_known (object, "shards", file->n_shards, TRUE);
  set_known (object, "tensor_bytes", file->tensor_bytes, TRUE);
  set_known (object, "file_bytes", file->file_bytes, TRUE);
  set_known (object, "scale_bytes", file->scale_bytes, TRUE);
  for (gsize i = 0; i < file->n_dtypes; i++)
    add_bytes (formats, file->by_dtype[i].name, file->by_dtype[i].tensors,
               file->by_dtype[i].elements, file->by_dtype[i].bytes);
  json_object_set_array_member (object, "formats", formats);
}

static void
set_spec (JsonObject *object, const PlimsollModelSpec *spec)
{
  g_autoptr (GString) shapes = g_string_new (NULL);

  json_object_set_string_member (object, "architecture", spec->architecture);
  json_object_set_string_member (object, "model_type", spec->model_type);
  set_known (object, "blocks", spec->n_blocks, TRUE);
  set_known (object, "mtp_blocks", spec->n_mtp_blocks, TRUE);
  set_known (object, "embedding", spec->embedding, TRUE);
  set_known (object, "vocabulary", spec->vocabulary, TRUE);
  set_known (object, "context", spec->max_context, spec->max_context > 0);
  plimsoll_spec_json_write (spec, shapes);
  json_object_set_member (object, "shapes", json_from_string (shapes->str, NULL));
}

JsonObject *
plimsoll_inspection_to_json (const PlimsollInspection *self)
{
  JsonObject *object = json_object_new ();
  JsonArray *assumptions = json_array_new ();
  const char *const *sentences = plimsoll_inspection_assumptions (self);

  json_object_set_string_member (object, "kind", plimsoll_inspection_kind (self));
  if (self->gguf != NULL)
    json_object_set_string_member (object, "name", self->gguf->name);
  set_parameters (object, self);
  if (self->gguf != NULL)
    set_gguf (object, self->gguf);
  else if (self->safetensors != NULL)
    set_safetensors (object, self->safetensors);
  else
    json_object_set_string_member (object, "quantization", self->spec->native_dtype);
  if (self->spec != NULL)
    set_spec (object, self->spec);
  for (; *sentences != NULL; sentences++)
    json_array_add_string_element (assumptions, *sentences);
  json_object_set_array_member (object, "assumptions", assumptions);
  return object;
}

int
plimsoll_cli_inspect (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_auto (PlimsollInspection) inspection = { 0 };
  g_autoptr (GError) error = NULL;

  if (
    !plimsoll_cli_options_parse (&options, "inspect", _("FILE"),
                                 _("Says what a GGUF, a config.json or a safetensors file, index "
                                    "or folder holds."),
                                 FALSE, argc, argv, &error))
    return plimsoll_cli_fail (error);
  if (options.names == NULL || g_strv_length (options.names) != 1)
    {
      g_set_error (&error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s",
                   _("inspect takes one file or folder"));
      return plimsoll_cli_fail (error);
    }
  if (!inspect (&inspection, options.names[0], &error))
    return plimsoll_cli_fail (error);

  if (options.json)
    {
      g_autoptr (JsonObject) object = plimsoll_inspection_to_json (&inspection);

      plimsoll_cli_print_json (object, FALSE);
    }
  else
    {
      g_autofree char *text = plimsoll_inspection_to_text (&inspection);

      plimsoll_cli_print (text);
    }
  return PLIMSOLL_EXIT_DONE;
}
