/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-answer.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <string.h>

#define MAX_LINE (1024 * 1024)

typedef struct
{
  PlimsollScenario *defaults;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollCatalog *catalog;
  PlimsollCostModel *cost; /* (nullable): made when first asked for */
  PlimsollScenarioFinder finder;
  gboolean explain;
  gboolean all_fit;
} Batch;

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, message);

  return FALSE;
}

JsonNode *
plimsoll_cli_batch_read_line (const char *line, gsize length, GError **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) fault = NULL;
  JsonNode *root;

  /* Strict: a line is one value, and nothing after it. */
  json_parser_set_strict (parser, TRUE);
  if (length > MAX_LINE || !g_utf8_validate_len (line, length, NULL)
      || !json_parser_load_from_data (parser, line, (gssize) length, &fault))
    {
      fail (error, _("The line is no JSON"));
      return NULL;
    }

  root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    {
      fail (error, _("The line is no question, which is an object in JSON"));
      return NULL;
    }

  return json_node_copy (root);
}

/* As on the command line: so many requests named, and the cache is divided among them. */
gboolean
plimsoll_cli_batch_take (PlimsollScenario *scenario,
                         PlimsollScenario *defaults,
                         JsonObject *question,
                         const PlimsollScenarioFinder *finder,
                         GError **error)
{
  static const char *const others[] = { "id", "kind", NULL };

  if (!json_object_has_member (question, "model")
      || json_object_get_null_member (question, "model"))
    return fail (error, _("The question names no model"));

  plimsoll_scenario_assign (scenario, defaults);
  if (json_object_has_member (question, "parallel")
      && !json_object_get_null_member (question, "parallel"))
    g_object_set (scenario, "unified-kv", FALSE, NULL);

  return plimsoll_scenario_from_json (scenario, question, others, finder, error);
}

static gboolean
take_question (Batch *batch, JsonObject *question, GError **error)
{
  return plimsoll_cli_batch_take (batch->scenario, batch->defaults, question, &batch->finder,
                                  error);
}

/* --- Training --- */

/* The members that say on what, for the scenario; the others are of the training. */
static JsonObject *
part_question (JsonObject *question, gboolean of_training, GError **error)
{
  static const char *const of_hardware[] = { "id",    "kind",          "model", "accelerator",
                                             "count", "memory_in_use", NULL };
  g_autoptr (JsonObject) part = json_object_new ();
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init_ordered (&iter, question);
  while (json_object_iter_next_ordered (&iter, &name, &node))
    {
      const gboolean is_hardware = g_strv_contains (of_hardware, name);

      if (!is_hardware && !g_str_equal (name, "method") && !plimsoll_training_scenario_has (name))
        {
          g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                       /* Translators: a member of a JSON object. */
                       _("%s: training has no such member"), name);
          return NULL;
        }
      if (is_hardware != of_training)
        json_object_set_member (part, name, json_node_copy (node));
    }

  return g_steal_pointer (&part);
}

static gboolean
read_method (JsonObject *question, int *method, GError **error)
{
  JsonNode *node = json_object_get_member (question, "method");

  *method = -1;
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return TRUE;
  if (!JSON_NODE_HOLDS_VALUE (node) || json_node_get_value_type (node) != G_TYPE_STRING)
    return fail (error, _("method: it is no name"));

  return plimsoll_cli_train_method (json_node_get_string (node), method, error);
}

static JsonObject *
answer_training (Batch *batch, JsonObject *question, GError **error)
{
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  g_autoptr (JsonObject) hardware = part_question (question, FALSE, error);
  g_autoptr (JsonObject) rest = NULL;
  PlimsollTrainingAnswer found;
  int method;

  if (hardware == NULL || !take_question (batch, hardware, error)
      || !read_method (question, &method, error))
    return NULL;
  rest = part_question (question, TRUE, error);
  if (!plimsoll_training_scenario_from_json (training, rest, error))
    return NULL;

  plimsoll_training_answer (batch->scenario, training, batch->catalog, &found);
  if (!plimsoll_cli_train_check (&found, method, error))
    return NULL;
  for (int i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    if ((method < 0 || method == i) && found.results[i].verdict != PLIMSOLL_VERDICT_FITS
        && found.results[i].verdict != PLIMSOLL_VERDICT_TIGHT)
      batch->all_fit = FALSE;

  return plimsoll_training_to_json (&found, batch->scenario, training, method);
}

static JsonObject *
answer_cost (Batch *batch, GError **error)
{
  if (batch->cost == NULL)
    {
      batch->cost = plimsoll_cost_model_new (batch->sizer, batch->catalog);
      /* Only when it is asked. */
      plimsoll_cost_model_set_live (batch->cost, FALSE);
    }

  return plimsoll_cli_cost_check (batch->cost, error) ? plimsoll_cost_to_json (batch->cost) : NULL;
}

static JsonObject *
answer_memory (Batch *batch, GError **error)
{
  g_autoptr (JsonObject) reply = NULL;
  const PlimsollEstimate *estimate;

  plimsoll_sizer_flush (batch->sizer);
  estimate = plimsoll_sizer_get_estimate (batch->sizer);
  if (!estimate->valid)
    {
      g_autofree char *reason = plimsoll_answer_reason (estimate);

      fail (error, reason);
      return NULL;
    }

  if (estimate->verdict != PLIMSOLL_VERDICT_FITS && estimate->verdict != PLIMSOLL_VERDICT_TIGHT)
    batch->all_fit = FALSE;

  reply = plimsoll_answer_to_json (batch->sizer);
  json_object_set_member (reply, "cost",
                          plimsoll_cost_member (batch->sizer,
                                                plimsoll_catalog_get_offers (batch->catalog)));
  if (batch->explain)
    plimsoll_cli_explain_json (batch->sizer, batch->catalog, reply);

  return g_steal_pointer (&reply);
}

/* What is asked about: "size", unless it says otherwise. */
static const char *
kind_of (JsonObject *question, GError **error)
{
  static const char *const kinds[] = { "size", "cost", "train" };
  JsonNode *node = json_object_get_member (question, "kind");
  const char *kind = NULL;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return kinds[0];
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    kind = json_node_get_string (node);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kind, kinds[i]) == 0)
      return kinds[i];

  fail (error, _("kind: it is none of size, cost and train"));

  return NULL;
}

static JsonObject *
answer (Batch *batch, JsonObject *question, GError **error)
{
  const char *kind = kind_of (question, error);

  if (kind == NULL)
    return NULL;
  if (g_str_equal (kind, "train"))
    return answer_training (batch, question, error);
  if (!take_question (batch, question, error))
    return NULL;

  return g_str_equal (kind, "cost") ? answer_cost (batch, error) : answer_memory (batch, error);
}

static void
answer_line (const char *line, gsize length, gpointer data)
{
  Batch *batch = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = plimsoll_cli_batch_read_line (line, length, &error);
  g_autoptr (JsonObject) reply = NULL;
  JsonNode *id = NULL;

  if (node != NULL)
    {
      JsonObject *question = json_node_get_object (node);

      id = json_object_get_member (question, "id");
      reply = answer (batch, question, &error);
    }

  if (reply != NULL)
    {
      if (id != NULL)
        json_object_set_member (reply, "id", json_node_copy (id));
    }
  else
    {
      reply = json_object_new ();
      json_object_set_member (reply, "id",
                              id != NULL ? json_node_copy (id)
                                         : json_node_init_null (json_node_alloc ()));
      json_object_set_string_member (reply, "error", error->message);
    }

  plimsoll_cli_print_json (reply, FALSE);
}

gboolean
plimsoll_cli_batch_lines (const char *path,
                          void (*func) (const char *line, gsize length, gpointer data),
                          gpointer data,
                          GError **error)
{
  const gboolean is_input = g_str_equal (path, "-");
  FILE *file = is_input ? stdin : fopen (path, "re");
  char *line = NULL;
  size_t room = 0;
  ssize_t length;

  if (file == NULL)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", path,
                   g_strerror (errno));
      return FALSE;
    }

  while ((length = getline (&line, &room, file)) >= 0)
    {
      while (length > 0 && g_ascii_isspace (line[length - 1]))
        line[--length] = '\0';
      if (length > 0)
        func (line, (gsize) length, data);
    }
  free (line);
  if (!is_input)
    fclose (file);

  return TRUE;
}

int
plimsoll_cli_batch (const PlimsollCliOptions *options, PlimsollCliFacts *facts)
{
  g_autoptr (PlimsollScenario) defaults = plimsoll_scenario_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (GError) error = NULL;
  Batch batch = {
    .defaults = defaults,
    .scenario = scenario,
    .sizer = sizer,
    .catalog = facts->catalog,
    .finder = plimsoll_cli_facts_finder (facts),
    .explain = options->explain,
    .all_fit = TRUE,
  };

  g_object_set (defaults, "beyond-limit", TRUE, NULL);
  if (!plimsoll_scenario_set_defaults (defaults, &batch.finder, &error))
    return plimsoll_cli_fail (error);

  if (!plimsoll_cli_batch_lines (options->batch, answer_line, &batch, &error))
    return plimsoll_cli_fail (error);
  g_clear_object (&batch.cost);

  return options->check && !batch.all_fit ? PLIMSOLL_EXIT_NOT_FIT : PLIMSOLL_EXIT_DONE;
}
