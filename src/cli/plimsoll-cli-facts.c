/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-catalog-error.h"

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

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  PlimsollCliFacts *self = data;
  g_autoptr (GError) fault = NULL;
  g_autoptr (PlimsollModel) model = plimsoll_model_list_find (self->models, name, &fault);

  if (model != NULL)
    return g_steal_pointer (&model);

  if (g_file_test (name, G_FILE_TEST_EXISTS))
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 _("“%s”: model files cannot be read yet"), name);
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
