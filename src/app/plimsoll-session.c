/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-session.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-scenario-state.h"

#include <json-glib/json-glib.h>

#define DEFAULT_CONTEXT 32768
/* No honest question is longer. */
#define MAX_QUESTION 65536

typedef struct
{
  PlimsollModelList *models;
  PlimsollAcceleratorList *accelerators;
} Lists;

static PlimsollModel *
find_model (const char *name, gpointer data, GError **error)
{
  Lists *lists = data;
  PlimsollModel *model = plimsoll_model_list_lookup (lists->models, name);

  return model != NULL ? g_object_ref (model)
                       : plimsoll_model_list_find (lists->models, name, error);
}

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  Lists *lists = data;
  PlimsollAccelerator *accelerator = plimsoll_accelerator_list_lookup (lists->accelerators, name);

  return accelerator != NULL ? g_object_ref (accelerator)
                             : plimsoll_accelerator_list_find (lists->accelerators, name, error);
}

void
plimsoll_session_set_default (PlimsollScenario *scenario,
                              PlimsollModelList *models,
                              PlimsollAcceleratorList *accelerators)
{
  PlimsollModel *model = plimsoll_model_list_lookup (models, PLIMSOLL_DEFAULT_MODEL);
  PlimsollAccelerator *accelerator =
    plimsoll_accelerator_list_lookup (accelerators, PLIMSOLL_DEFAULT_ACCELERATOR);
  g_autoptr (PlimsollModel) first_model = g_list_model_get_item (G_LIST_MODEL (models), 0);
  g_autoptr (PlimsollAccelerator) first_accelerator =
    g_list_model_get_item (G_LIST_MODEL (accelerators), 0);
  g_autoptr (PlimsollScenario) fresh = plimsoll_scenario_new ();

  plimsoll_scenario_set_model (fresh, model != NULL ? model : first_model);
  plimsoll_scenario_set_accelerator (fresh, accelerator != NULL ? accelerator : first_accelerator);
  plimsoll_scenario_set_context_length (fresh, DEFAULT_CONTEXT);
  plimsoll_scenario_assign (scenario, fresh);
}

gboolean
plimsoll_session_restore (GSettings *settings,
                          PlimsollScenario *scenario,
                          PlimsollModelList *models,
                          PlimsollAcceleratorList *accelerators,
                          GError **error)
{
  g_autofree char *question = g_settings_get_string (settings, PLIMSOLL_SESSION_QUESTION);
  Lists lists = { models, accelerators };
  PlimsollScenarioFinder finder = { find_model, find_accelerator, &lists };
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) fault = NULL;
  JsonNode *root;

  plimsoll_session_set_default (scenario, models, accelerators);
  if (*question == '\0')
    return TRUE;

  json_parser_set_strict (parser, TRUE);
  if (strlen (question) > MAX_QUESTION)
    fault =
      g_error_new_literal (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, "too long");
  else if (json_parser_load_from_data (parser, question, -1, &fault))
    {
      root = json_parser_get_root (parser);
      if (root != NULL && JSON_NODE_HOLDS_OBJECT (root))
        {
          if (plimsoll_scenario_from_json (scenario, json_node_get_object (root), NULL, &finder,
                                           &fault))
            return TRUE;
        }
      else
        fault = g_error_new_literal (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                                     "no JSON object");
    }

  plimsoll_session_set_default (scenario, models, accelerators);
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

  if (model != NULL)
    json_object_set_string_member (question, "model", plimsoll_model_get_id (model));
  json_node_take_object (root, question);
  text = json_to_string (root, FALSE);
  g_settings_set_string (settings, PLIMSOLL_SESSION_QUESTION, text);
}
