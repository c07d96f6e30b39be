/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-answer.h"

#include <glib/gi18n.h>

/* An offer that was named, and is not among those that run it, is no answer to the question. */
static gboolean
check_offer (PlimsollCostModel *model, GError **error)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *offer = NULL;

  g_object_get (plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (model)), "offer",
                &offer, NULL);
  if (*offer == '\0'
      || (summary->rental != NULL
          && g_str_equal (plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (summary->rental)),
                          offer)))
    return TRUE;

  g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
               /* Translators: what was typed. */
               _("“%s” is no offer that can run this"), offer);

  return FALSE;
}

gboolean
plimsoll_cli_cost_check (PlimsollCostModel *model, GError **error)
{
  g_autofree char *reason = NULL;

  plimsoll_cost_model_flush (model);
  if (plimsoll_cost_model_get_summary (model)->fault != PLIMSOLL_COST_REFUSED)
    return check_offer (model, error);

  reason = plimsoll_cost_title (model);
  g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, reason);

  return FALSE;
}

static gboolean
check_usage (const PlimsollCliOptions *options, GError **error)
{
  const guint n_names = options->names != NULL ? g_strv_length (options->names) : 0;

  if (n_names == 1)
    return TRUE;

  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       n_names == 0 ? _("A model is missing")
                                    : _("One model at a time; put quotes around its name"));

  return FALSE;
}

static void
print_text (PlimsollCostModel *model)
{
  g_autofree char *text = plimsoll_cost_to_text (model);

  plimsoll_cli_print (text);
}

int
plimsoll_cli_cost (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollCostModel) model = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollScenarioFinder finder;

  if (!plimsoll_cli_options_parse (&options, "cost", _("MODEL"),
                                   _("Tells what renting, buying and an API cost, beside each "
                                      "other, and which offers run the model."),
                                   PLIMSOLL_CLI_TAKES_QUESTION | PLIMSOLL_CLI_TAKES_COST, argc,
                                   argv, &error)
      || !check_usage (&options, &error))
    return plimsoll_cli_fail (error);

  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);

  finder = plimsoll_cli_facts_finder (facts);
  scenario = plimsoll_scenario_new ();
  g_object_set (scenario, "beyond-limit", TRUE, NULL);
  if (!plimsoll_scenario_set_defaults (scenario, &finder, &error)
      || !plimsoll_scenario_set_text (scenario, "model", options.names[0], &finder, &error)
      || !plimsoll_cli_options_apply (&options, scenario, &finder, &error))
    return plimsoll_cli_fail (error);

  sizer = plimsoll_sizer_new (scenario);
  model = plimsoll_cost_model_new (sizer, facts->catalog);
  if (!plimsoll_cli_cost_check (model, &error))
    return plimsoll_cli_fail (error);

  if (options.json)
    {
      g_autoptr (JsonObject) object = plimsoll_cost_to_json (model);

      plimsoll_cli_print_json (object, TRUE);
    }
  else
    print_text (model);

  return PLIMSOLL_EXIT_DONE;
}
