/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-config-reader.h"
#include "plimsoll-model-file.h"
#include "plimsoll-parameters.h"
#include "plimsoll-safetensors.h"

#include <glib/gi18n.h>

static void
add_bytes (JsonArray *rows, const char *name, guint64 tensors, guint64 elements, guint64 bytes)
{
  JsonObject *row = json_object_new ();

  json_object_set_string_member (row, "name", name);
  json_object_set_int_member (row, "tensors", (gint64) tensors);
  json_object_set_int_member (row, "elements", (gint64) elements);
  json_object_set_int_member (row, "bytes", (gint64) bytes);
  json_array_add_object_element (rows, row);
}

static void
set_assumptions (JsonObject *object, char **assumptions)
{
  JsonArray *sentences = json_array_new ();

  for (char **sentence = assumptions; *sentence != NULL; sentence++)
    json_array_add_string_element (sentences, *sentence);
  json_object_set_array_member (object, "assumptions", sentences);
}

static void
set_spec (JsonObject *object, const PlimsollModelSpec *spec)
{
  json_object_set_string_member (object, "architecture", spec->architecture);
  json_object_set_string_member (object, "model_type", spec->model_type);
  json_object_set_int_member (object, "blocks", spec->n_blocks);
  json_object_set_int_member (object, "mtp_blocks", spec->n_mtp_blocks);
  json_object_set_int_member (object, "embedding", spec->embedding);
  json_object_set_int_member (object, "vocabulary", spec->vocabulary);
  json_object_set_int_member (object, "context", spec->max_context);
}

static JsonObject *
inspect_gguf (const char *path, GError **error)
{
  static const char *const kinds[] = { "model", "vocabulary", "projector", "adapter" };
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_read (path, error);
  JsonArray *rows;
  JsonObject *object;

  if (file == NULL)
    return NULL;
  object = json_object_new ();
  rows = json_array_new ();
  json_object_set_string_member (object, "kind", kinds[file->kind]);
  json_object_set_string_member (object, "name", file->name);
  if (file->spec != NULL)
    set_spec (object, file->spec);
  if (file->label != PLIMSOLL_LABEL_ABSENT)
    {
      json_object_set_string_member (object, "file_type",
                                     plimsoll_file_type_info (file->file_type)->name);
      json_object_set_boolean_member (object, "file_type_holds",
                                      file->label == PLIMSOLL_LABEL_RIGHT);
    }
  json_object_set_int_member (object, "shards", file->n_shards);
  json_object_set_int_member (object, "parameters", (gint64) file->parameters);
  json_object_set_int_member (object, "active_parameters", (gint64) file->active_parameters);
  json_object_set_int_member (object, "tensor_bytes", (gint64) file->tensor_bytes);
  json_object_set_int_member (object, "file_bytes", (gint64) file->file_bytes);
  for (gsize i = 0; i < file->n_formats; i++)
    add_bytes (rows, file->by_format[i].name, file->by_format[i].tensors,
               file->by_format[i].elements, file->by_format[i].bytes);
  json_object_set_array_member (object, "formats", rows);
  set_assumptions (object, file->assumptions);
  return object;
}

static JsonObject *
inspect_safetensors (const char *path, GError **error)
{
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_read (path, error);
  JsonArray *rows;
  JsonObject *object;

  if (file == NULL)
    return NULL;
  object = json_object_new ();
  rows = json_array_new ();
  json_object_set_string_member (object, "kind", file->is_adapter ? "adapter" : "model");
  if (file->spec != NULL)
    set_spec (object, file->spec);
  json_object_set_string_member (object, "quantization", file->scheme);
  json_object_set_int_member (object, "shards", file->n_shards);
  json_object_set_int_member (object, "parameters", (gint64) file->parameters);
  json_object_set_int_member (object, "tensor_bytes", (gint64) file->tensor_bytes);
  json_object_set_int_member (object, "file_bytes", (gint64) file->file_bytes);
  for (gsize i = 0; i < file->n_dtypes; i++)
    add_bytes (rows, file->by_dtype[i].name, file->by_dtype[i].tensors, file->by_dtype[i].elements,
               file->by_dtype[i].bytes);
  json_object_set_array_member (object, "formats", rows);
  set_assumptions (object, file->assumptions);
  return object;
}

static JsonObject *
inspect_config (const char *path, GError **error)
{
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, error);
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  PlimsollParameters parameters;
  JsonObject *object;

  if (mapped == NULL)
    return NULL;
  spec = plimsoll_config_read (g_mapped_file_get_contents (mapped),
                               g_mapped_file_get_length (mapped), path, error);
  if (spec == NULL)
    return NULL;
  plan = plimsoll_tensor_plan_new (spec);
  object = json_object_new ();
  json_object_set_string_member (object, "kind", "model");
  set_spec (object, spec);
  json_object_set_string_member (object, "quantization", spec->native_dtype);
  if (plan != NULL && plimsoll_parameters (spec, plan, &parameters))
    {
      json_object_set_int_member (object, "parameters", (gint64) parameters.total);
      json_object_set_int_member (object, "text_parameters", (gint64) parameters.text);
      json_object_set_int_member (object, "active_parameters", (gint64) parameters.active);
    }
  return object;
}

static JsonObject *
inspect (const char *path, GError **error)
{
  g_autofree char *config = g_build_filename (path, "config.json", NULL);
  g_autoptr (GError) fault = NULL;
  JsonObject *object;

  if (g_str_has_suffix (path, ".gguf"))
    return inspect_gguf (path, error);
  if (g_str_has_suffix (path, ".json") && !g_str_has_suffix (path, ".index.json"))
    return inspect_config (path, error);
  object = inspect_safetensors (path, &fault);
  if (object != NULL)
    return object;
  if (g_error_matches (fault, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING)
      && g_file_test (config, G_FILE_TEST_EXISTS))
    return inspect_config (config, error);
  g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

/* The members in their order, a line each; what is in lists below. */
static void
print_text (JsonObject *object)
{
  g_autoptr (GString) text = g_string_new (NULL);
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, object);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      g_autofree char *value = NULL;

      if (JSON_NODE_HOLDS_ARRAY (node))
        value = json_to_string (node, FALSE);
      else if (json_node_get_value_type (node) == G_TYPE_STRING)
        value = g_strdup (json_node_get_string (node));
      else
        value = json_to_string (node, FALSE);
      g_string_append_printf (text, "%-20s %s\n", name, value);
    }
  plimsoll_cli_print (text->str);
}

int
plimsoll_cli_inspect (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) object = NULL;

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
  object = inspect (options.names[0], &error);
  if (object == NULL)
    return plimsoll_cli_fail (error);
  if (options.json)
    plimsoll_cli_print_json (object, FALSE);
  else
    print_text (object);
  return PLIMSOLL_EXIT_DONE;
}
