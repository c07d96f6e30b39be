/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-session.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-format-error.h"
#include "plimsoll-preferences.h"
#include "plimsoll-scenario-state.h"

#include <glib/gi18n.h>
#include <json-glib/json-glib.h>

#define DEFAULT_CONTEXT 32768
/* No honest question is longer. */
#define MAX_QUESTION 65536

typedef struct
{
  const PlimsollSessionLists *lists;
  char *path; /* of a model of the user's own */
} Finding;

static PlimsollModel *
default_model (const PlimsollSessionLists *lists)
{
  PlimsollModel *model = plimsoll_model_list_lookup (lists->models, PLIMSOLL_DEFAULT_MODEL);

  return model != NULL ? g_object_ref (model)
                       : g_list_model_get_item (G_LIST_MODEL (lists->models), 0);
}

/* One of the catalogue, or of a hub as it is kept on the disk. */
static PlimsollModel *
find_listed (const PlimsollSessionLists *lists, const char *name, GError **error)
{
  PlimsollModel *model = plimsoll_model_list_lookup (lists->models, name);

  if (model != NULL)
    return g_object_ref (model);
  if (lists->find_kept != NULL && plimsoll_model_id_is_remote (name))
    model = lists->find_kept (name, lists->data);
  return model != NULL ? model : plimsoll_model_list_find (lists->models, name, error);
}

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  Finding *finding = data;
  const PlimsollSessionLists *lists = finding->lists;
  PlimsollOwnModel *own = plimsoll_own_models_lookup (lists->own, name);

  if (own != NULL || g_path_is_absolute (name) || g_str_has_prefix (name, "file:"))
    g_set_str (&finding->path, name);
  if (own != NULL)
    return g_object_ref (plimsoll_own_model_get_model (own));
  if (finding->path != NULL)
    return default_model (lists);

  return find_listed (lists, name, error);
}

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  const PlimsollSessionLists *lists = ((Finding *) data)->lists;
  PlimsollAccelerator *accelerator = plimsoll_accelerator_list_lookup (lists->accelerators, name);

  return accelerator != NULL ? g_object_ref (accelerator)
                             : plimsoll_accelerator_list_find (lists->accelerators, name, error);
}

void
plimsoll_session_set_default (GSettings *settings,
                              PlimsollScenario *scenario,
                              const PlimsollSessionLists *lists)
{
  PlimsollAccelerator *accelerator =
    plimsoll_accelerator_list_lookup (lists->accelerators, PLIMSOLL_DEFAULT_ACCELERATOR);
  g_autoptr (PlimsollModel) model = default_model (lists);
  g_autoptr (PlimsollAccelerator) first_accelerator =
    g_list_model_get_item (G_LIST_MODEL (lists->accelerators), 0);
  g_autoptr (PlimsollScenario) fresh = plimsoll_scenario_new ();

  plimsoll_scenario_set_model (fresh, model);
  plimsoll_scenario_set_accelerator (fresh, accelerator != NULL ? accelerator : first_accelerator);
  plimsoll_scenario_set_context_length (fresh, DEFAULT_CONTEXT);
  plimsoll_preferences_ask (settings, NULL, fresh);
  plimsoll_scenario_assign (scenario, fresh);
}

/* --- What is beside the model --- */

static PlimsollAddition *
open_addition (JsonNode *node, PlimsollAdditionKind kind, GStrvBuilder *lost)
{
  PlimsollAddition *addition;
  g_autoptr (GError) error = NULL;

  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return NULL;
  addition = plimsoll_addition_open (json_node_get_string (node), kind, &error);
  if (addition == NULL)
    g_strv_builder_add (lost, error->message);

  return addition;
}

static GPtrArray *
open_adapters (JsonNode *node, GStrvBuilder *lost)
{
  g_autoptr (GPtrArray) adapters = g_ptr_array_new_with_free_func (g_object_unref);
  JsonArray *array = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint n = array != NULL ? json_array_get_length (array) : 0;

  for (guint i = 0; i < MIN (n, PLIMSOLL_MAX_ADAPTERS); i++)
    {
      JsonNode *element = json_array_get_element (array, i);
      PlimsollAddition *adapter = open_addition (element, PLIMSOLL_ADDITION_ADAPTER, lost);

      if (adapter != NULL)
        g_ptr_array_add (adapters, adapter);
    }

  return g_steal_pointer (&adapters);
}

/* One of the lists': files that are in none are nobody's draft any more. */
static PlimsollModel *
find_draft (JsonNode *node, const PlimsollSessionLists *lists, GStrvBuilder *lost)
{
  const char *name =
    json_node_get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : "";
  PlimsollOwnModel *own = plimsoll_own_models_lookup (lists->own, name);
  PlimsollModel *model = own != NULL ? plimsoll_own_model_get_model (own)
                                     : plimsoll_model_list_lookup (lists->models, name);

  if (model == NULL && *name != '\0')
    {
      g_autofree char *shown = plimsoll_one_line (name, PLIMSOLL_MAX_MESSAGE);

      /* Translators: the name of a model. */
      g_strv_builder_take (lost, g_strdup_printf (_("%s: not among the models"), shown));
    }

  return model;
}

/* Takes what is beside the model out of the question, each for itself: a file that is gone must not
 * take the question with it. */
static void
take_additions (PlimsollScenario *scenario,
                JsonObject *question,
                const PlimsollSessionLists *lists,
                GStrvBuilder *lost)
{
  JsonNode *projector = json_object_get_member (question, "mmproj");
  JsonNode *adapters = json_object_get_member (question, "loras");
  JsonNode *draft = json_object_get_member (question, "draft");

  if (projector != NULL)
    {
      g_autoptr (PlimsollAddition) addition =
        open_addition (projector, PLIMSOLL_ADDITION_PROJECTOR, lost);

      plimsoll_scenario_set_projector (scenario, addition);
      json_object_remove_member (question, "mmproj");
    }
  if (adapters != NULL)
    {
      g_autoptr (GPtrArray) additions = open_adapters (adapters, lost);

      plimsoll_scenario_set_adapters (scenario, additions);
      json_object_remove_member (question, "loras");
    }
  if (draft != NULL)
    {
      plimsoll_scenario_set_draft (scenario, find_draft (draft, lists, lost));
      json_object_remove_member (question, "draft");
    }
}

static gboolean
put_question (PlimsollScenario *scenario,
              JsonObject *question,
              const PlimsollSessionLists *lists,
              char **path,
              char ***lost,
              GError **error)
{
  Finding finding = { .lists = lists };
  PlimsollScenarioFinder finder = { find_model, find_accelerator, &finding };
  g_autoptr (GStrvBuilder) faults = g_strv_builder_new ();

  take_additions (scenario, question, lists, faults);
  if (!plimsoll_scenario_from_json (scenario, question, NULL, &finder, error))
    {
      g_free (finding.path);
      return FALSE;
    }
  *path = finding.path;
  *lost = g_strv_builder_end (faults);

  return TRUE;
}

gboolean
plimsoll_session_restore (GSettings *settings,
                          PlimsollScenario *scenario,
                          const PlimsollSessionLists *lists,
                          char **path,
                          char ***lost,
                          GError **error)
{
  g_autofree char *question = g_settings_get_string (settings, PLIMSOLL_SESSION_QUESTION);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) fault = NULL;
  JsonNode *root;

  *path = NULL;
  *lost = NULL;
  plimsoll_session_set_default (settings, scenario, lists);
  if (*question == '\0')
    return TRUE;

  json_parser_set_strict (parser, TRUE);
  if (strlen (question) > MAX_QUESTION)
    fault = g_error_new_literal (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                                 _("too long"));
  else if (json_parser_load_from_data (parser, question, -1, &fault))
    {
      root = json_parser_get_root (parser);
      if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
        {
          if (put_question (scenario, json_node_get_object (root), lists, path, lost, &fault))
            return TRUE;
        }
      else
        fault = g_error_new_literal (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                                     "no JSON object");
    }

  plimsoll_session_set_default (settings, scenario, lists);
  /* Set aside, not thrown away. */
  g_settings_set_string (settings, PLIMSOLL_SESSION_DAMAGED, question);
  g_settings_reset (settings, PLIMSOLL_SESSION_QUESTION);
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

void
plimsoll_session_save (GSettings *settings, PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  JsonObject *question = plimsoll_scenario_to_json (scenario);
  g_autofree char *text = NULL;

  plimsoll_scenario_add_terms_json (scenario, question);
  if (model != NULL)
    json_object_set_string_member (question, "model", plimsoll_model_get_id (model));
  json_node_take_object (root, question);
  text = json_to_string (root, FALSE);
  g_settings_set_string (settings, PLIMSOLL_SESSION_QUESTION, text);
}

/* --- How it is trained --- */

gboolean
plimsoll_session_restore_training (GSettings *settings,
                                   PlimsollTrainingScenario *training,
                                   GError **error)
{
  g_autofree char *text = g_settings_get_string (settings, PLIMSOLL_SESSION_TRAINING);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonNode *root;

  if (*text == '\0')
    return TRUE;

  /* It does no harm a second time. */
  g_settings_reset (settings, PLIMSOLL_SESSION_TRAINING);
  json_parser_set_strict (parser, TRUE);
  if (strlen (text) > MAX_QUESTION)
    {
      g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                           _("too long"));
      return FALSE;
    }
  if (!json_parser_load_from_data (parser, text, -1, error))
    return FALSE;
  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                           "no JSON object");
      return FALSE;
    }

  return plimsoll_training_scenario_from_json (training, json_node_get_object (root), error);
}

void
plimsoll_session_save_training (GSettings *settings, PlimsollTrainingScenario *training)
{
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;

  json_node_take_object (root, plimsoll_training_scenario_to_json (training));
  text = json_to_string (root, FALSE);
  g_settings_set_string (settings, PLIMSOLL_SESSION_TRAINING, text);
}

/* --- What is pinned --- */

/* No other model in the place of one that is not known any longer. */
static PlimsollModel *
find_pinned_model (const char *name, gpointer data, GError **error)
{
  const PlimsollSessionLists *lists = ((Finding *) data)->lists;
  PlimsollOwnModel *own = plimsoll_own_models_lookup (lists->own, name);

  return own != NULL ? g_object_ref (plimsoll_own_model_get_model (own))
                     : find_listed (lists, name, error);
}

gboolean
plimsoll_session_restore_pins (GSettings *settings,
                               PlimsollPins *pins,
                               const PlimsollSessionLists *lists,
                               GError **error)
{
  g_autoptr (GVariant) state = g_settings_get_value (settings, PLIMSOLL_SESSION_PINS);
  Finding finding = { .lists = lists };
  PlimsollScenarioFinder finder = { find_pinned_model, find_accelerator, &finding };

  return plimsoll_pins_from_variant (pins, state, &finder, error);
}

void
plimsoll_session_save_pins (GSettings *settings, PlimsollPins *pins)
{
  g_settings_set_value (settings, PLIMSOLL_SESSION_PINS, plimsoll_pins_to_variant (pins));
}
