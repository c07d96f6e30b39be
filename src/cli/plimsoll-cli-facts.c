/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-config-reader.h"

#include <glib/gi18n.h>

PlimsollCliFacts *
plimsoll_cli_facts_new (GError **error)
{
  g_autoptr (PlimsollCliFacts) self = g_new0 (PlimsollCliFacts, 1);

  self->catalog = plimsoll_catalog_new (NULL, error);
  if (self->catalog == NULL || !plimsoll_catalog_load_user (self->catalog, NULL, error))
    return NULL;

  self->models = plimsoll_model_list_new ();
  if (!plimsoll_model_list_load_file (self->models, NULL, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
plimsoll_cli_facts_free (PlimsollCliFacts *self)
{
  g_clear_object (&self->models);
  g_clear_object (&self->catalog);
  g_free (self);
}

/* A config.json, or a folder that has one; the file is named as it was typed. */
static PlimsollModel *
open_config (const char *path, GError **error)
{
  g_autofree char *inside = g_build_filename (path, "config.json", NULL);
  const char *file = g_file_test (path, G_FILE_TEST_IS_DIR) ? inside : path;
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *name = g_path_get_basename (folder);
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (file, FALSE, error);
  g_autoptr (PlimsollModelSpec) spec = NULL;
  PlimsollModelFacts facts = { .id = path };

  if (mapped == NULL)
    return NULL;

  spec = plimsoll_config_read (g_mapped_file_get_contents (mapped),
                               g_mapped_file_get_length (mapped), file, error);
  if (spec == NULL)
    return NULL;

  facts.name = g_str_equal (name, ".") || g_str_equal (name, "/") ? file : name;

  return plimsoll_model_new (&facts, spec, NULL);
}

/* What can only be meant as a file: to name models near to it would lead astray. */
static gboolean
is_path (const char *name)
{
  return g_path_is_absolute (name) || g_str_has_prefix (name, "./")
         || g_str_has_prefix (name, "../") || g_str_has_suffix (name, ".gguf")
         || g_str_has_suffix (name, ".json") || g_str_has_suffix (name, ".safetensors");
}

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  PlimsollCliFacts *self = data;
  g_autoptr (GError) fault = NULL;
  g_autoptr (PlimsollModel) model = plimsoll_model_list_find (self->models, name, &fault);

  if (model != NULL)
    return g_steal_pointer (&model);

  if (g_file_test (name, G_FILE_TEST_IS_DIR)
      || (g_str_has_suffix (name, ".json") && g_file_test (name, G_FILE_TEST_IS_REGULAR)))
    return open_config (name, error);

  if (g_file_test (name, G_FILE_TEST_EXISTS))
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 _("“%s”: of model files only a config.json can be read yet"), name);
  else if (is_path (name))
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 _("There is no file “%s”"), name);
  else
    g_propagate_error (error, g_steal_pointer (&fault));

  return NULL;
}

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  PlimsollCliFacts *self = data;

  return plimsoll_catalog_find_accelerator (self->catalog, name, error);
}

PlimsollScenarioFinder
plimsoll_cli_facts_finder (PlimsollCliFacts *self)
{
  return (PlimsollScenarioFinder) {
    .find_model = find_model,
    .find_accelerator = find_accelerator,
    .data = self,
  };
}
