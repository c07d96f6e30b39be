/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-hub-model.h"
#include "plimsoll-measured-here.h"
#include "plimsoll-model-open.h"

#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

/* Rows at fault are told of, a line each, and the answer goes without them. */
static void
tell (const GError *fault)
{
  g_auto (GStrv) lines = NULL;

  if (fault == NULL)
    return;

  lines = g_strsplit (fault->message, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    fprintf (stderr, "plimsoll: %s\n", lines[i]);
}

static void
load_own_hardware (PlimsollCliFacts *self)
{
  g_autoptr (GError) fault = NULL;

  plimsoll_own_hardware_load (plimsoll_catalog_get_own_hardware (self->catalog), &fault);
  tell (fault);
}

static void
load_own_measurements (PlimsollCliFacts *self)
{
  PlimsollOwnMeasurements *own = plimsoll_catalog_get_own_measurements (self->catalog);
  g_autoptr (GError) fault = NULL;

  plimsoll_own_measurements_load (own, &fault);
  tell (fault);
  plimsoll_measured_here_apply (own, self->models,
                                plimsoll_catalog_get_accelerators (self->catalog));
}

PlimsollCliFacts *
plimsoll_cli_facts_new (GError **error)
{
  g_autoptr (PlimsollCliFacts) self = g_new0 (PlimsollCliFacts, 1);

  self->catalog = plimsoll_catalog_new (NULL, error);
  if (self->catalog == NULL)
    return NULL;
  load_own_hardware (self);
  if (!plimsoll_catalog_load_user_offers (self->catalog, NULL, error))
    return NULL;

  self->models = plimsoll_model_list_new ();
  if (!plimsoll_model_list_load_file (self->models, NULL, error))
    return NULL;
  load_own_measurements (self);

  return g_steal_pointer (&self);
}

void
plimsoll_cli_facts_free (PlimsollCliFacts *self)
{
  g_clear_object (&self->hub);
  g_clear_object (&self->models);
  g_clear_object (&self->catalog);
  g_free (self);
}

/* What can only be meant as a file: to name models near to it would lead astray. */
static gboolean
is_path (const char *name)
{
  return g_path_is_absolute (name) || g_str_has_prefix (name, "file:")
         || g_str_has_prefix (name, "./") || g_str_has_prefix (name, "../")
         || g_str_has_suffix (name, ".gguf") || g_str_has_suffix (name, ".json")
         || g_str_has_suffix (name, ".safetensors");
}

/* An addition in a model's place: where it belongs. */
static PlimsollModel *
open_model (const char *path, GError **error)
{
  g_autoptr (GError) fault = NULL;
  PlimsollModel *model = plimsoll_model_open (path, &fault);

  if (model != NULL)
    return model;

  if (g_error_matches (fault, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_IS_ADDITION))
    g_set_error (error, fault->domain, fault->code, "%s: %s", fault->message,
                 _("name the model, and it with --mmproj or --lora"));
  else
    g_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

static PlimsollHub *
get_hub (PlimsollCliFacts *self)
{
  if (self->hub == NULL)
    self->hub = plimsoll_hub_new (plimsoll_hub_settings_new ());
  return self->hub;
}

/* What is meant is one on a hub, and what it took is told. */
static PlimsollModel *
open_remote (PlimsollCliFacts *self, const PlimsollHubLink *link, GError **error)
{
  PlimsollHubUse use;
  PlimsollModel *model = plimsoll_hub_open (get_hub (self), link, FALSE, &use, NULL, error);
  g_autofree char *text = NULL;

  if (model == NULL)
    return NULL;
  text = plimsoll_hub_use_text (&use, plimsoll_model_get_id (model));
  if (text != NULL)
    fprintf (stderr, "plimsoll: %s\n", text);
  return model;
}

/* %NULL: no name on a hub, or as much that of a file. */
static PlimsollHubLink *
link_of (PlimsollCliFacts *self, const char *name)
{
  g_autoptr (PlimsollHubLink) link = NULL;

  if (strchr (name, '/') == NULL)
    return NULL;
  link = plimsoll_hub_link_parse (name, plimsoll_hub_get_settings (get_hub (self))->endpoint);
  return link != NULL && (link->file != NULL || !is_path (name)) ? g_steal_pointer (&link) : NULL;
}

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  PlimsollCliFacts *self = data;
  gboolean exists = g_str_has_prefix (name, "file:") || g_file_test (name, G_FILE_TEST_EXISTS);
  g_autoptr (PlimsollModel) model = NULL;
  g_autoptr (PlimsollHubLink) link = NULL;
  g_autoptr (GError) fault = NULL;

  if (exists && is_path (name))
    return open_model (name, error);

  model = plimsoll_model_list_find (self->models, name, &fault);
  if (model != NULL)
    return g_steal_pointer (&model);
  if (exists)
    return open_model (name, error);
  link = link_of (self, name);
  if (link != NULL)
    return open_remote (self, link, error);

  if (is_path (name))
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
