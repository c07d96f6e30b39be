/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-ledger.h"

#include <glib/gi18n.h>
#include <stdio.h>

static int
status_of (const PlimsollCliOptions *options, const PlimsollEstimate *estimate)
{
  if (!options->check || estimate->verdict == PLIMSOLL_VERDICT_FITS
      || estimate->verdict == PLIMSOLL_VERDICT_TIGHT)
    return PLIMSOLL_EXIT_DONE;

  return PLIMSOLL_EXIT_NOT_FIT;
}

void
plimsoll_cli_explain_json (PlimsollSizer *sizer, PlimsollCatalog *catalog, JsonObject *answer)
{
  g_autoptr (PlimsollLedger) ledger =
    plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (catalog));

  json_object_set_array_member (answer, "explain", plimsoll_ledger_to_json (ledger));
}

static void
explain (PlimsollSizer *sizer, PlimsollCatalog *catalog)
{
  g_autoptr (PlimsollLedger) ledger =
    plimsoll_ledger_new (sizer, plimsoll_catalog_get_engines (catalog));
  g_autofree char *text = plimsoll_ledger_to_text (ledger);

  plimsoll_cli_print ("\n");
  plimsoll_cli_print (text);
}

static int
answer (PlimsollSizer *sizer, const PlimsollCliFacts *facts, const PlimsollCliOptions *options)
{
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);

  if (!estimate->valid)
    {
      g_autofree char *reason = plimsoll_answer_reason (estimate);
      g_autoptr (GError) error =
        g_error_new_literal (PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, reason);

      return plimsoll_cli_fail (error);
    }

  if (options->json)
    {
      g_autoptr (JsonObject) object = plimsoll_answer_to_json (sizer);

      json_object_set_member (object, "cost",
                              plimsoll_cost_member (sizer,
                                                    plimsoll_catalog_get_offers (facts->catalog)));
      if (options->explain)
        plimsoll_cli_explain_json (sizer, facts->catalog, object);
      plimsoll_cli_print_json (object, TRUE);
    }
  else
    {
      g_autofree char *text = plimsoll_answer_to_text (sizer);
      g_autofree char *reason = plimsoll_answer_reason (estimate);

      plimsoll_cli_print_verdict (text, reason, estimate->verdict);
      if (options->explain)
        explain (sizer, facts->catalog);
    }

  return status_of (options, estimate);
}

static int
fail_usage (const char *message)
{
  g_autoptr (GError) error =
    g_error_new_literal (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, message);

  return plimsoll_cli_fail (error);
}

int
plimsoll_cli_size (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollScenarioFinder finder;
  guint n_names;

  if (!plimsoll_cli_options_parse (&options, "size", _("MODEL"),
                                   _("Answers whether a model fits, and what it takes."),
                                   PLIMSOLL_CLI_TAKES_QUESTION | PLIMSOLL_CLI_TAKES_SIZE, argc,
                                   argv, &error))
    return plimsoll_cli_fail (error);

  n_names = options.names != NULL ? g_strv_length (options.names) : 0;
  if (options.batch != NULL && (n_names > 0 || options.settings->len > 0))
    return fail_usage (_("With --batch the questions say everything"));
  if (options.batch == NULL && n_names != 1)
    return fail_usage (n_names == 0 ? _("A model is missing")
                                    : _("One model at a time; put quotes around its name"));
  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);
  if (options.batch != NULL)
    return plimsoll_cli_batch (&options, facts);

  finder = plimsoll_cli_facts_finder (facts);
  scenario = plimsoll_scenario_new ();
  g_object_set (scenario, "beyond-limit", TRUE, NULL);
  if (!plimsoll_scenario_set_defaults (scenario, &finder, &error)
      || !plimsoll_scenario_set_text (scenario, "model", options.names[0], &finder, &error)
      || !plimsoll_cli_options_apply (&options, scenario, &finder, &error))
    return plimsoll_cli_fail (error);

  sizer = plimsoll_sizer_new (scenario);

  return answer (sizer, facts, &options);
}

/* What the window was asked last; the default where it never was. */
static void
recall_question (PlimsollScenario *scenario, const PlimsollScenarioFinder *finder)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
    source != NULL ? g_settings_schema_source_lookup (source, PLIMSOLL_APPLICATION_ID, TRUE) : NULL;
  g_autoptr (GSettings) settings = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *question = NULL;

  if (schema == NULL || !g_settings_schema_has_key (schema, "question"))
    return;

  settings = g_settings_new_full (schema, NULL, NULL);
  question = g_settings_get_string (settings, "question");
  if (*question == '\0')
    return;

  node = json_from_string (question, NULL);
  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    plimsoll_scenario_from_json (scenario, json_node_get_object (node), NULL, finder, NULL);
}

int
plimsoll_cli_without_display (void)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollScenarioFinder finder;

  fprintf (stderr, "plimsoll: %s\n", _("There is no display; this is the answer in text"));

  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);

  finder = plimsoll_cli_facts_finder (facts);
  scenario = plimsoll_scenario_new ();
  if (!plimsoll_scenario_set_defaults (scenario, &finder, &error))
    return plimsoll_cli_fail (error);
  recall_question (scenario, &finder);

  sizer = plimsoll_sizer_new (scenario);

  return answer (sizer, facts, &options);
}
