/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-pins.h"
#include "plimsoll-solve.h"

#include <glib/gi18n.h>

/* What an option says is held; the rest is found. */
static const struct
{
  const char *option;
  PlimsollSolve holds;
} held[] = {
  { "--quant", PLIMSOLL_SOLVE_PRECISION },
  { "--context", PLIMSOLL_SOLVE_CONTEXT },
  { "--kv", PLIMSOLL_SOLVE_CACHE },
  { "--kv-k", PLIMSOLL_SOLVE_CACHE },
  { "--kv-v", PLIMSOLL_SOLVE_CACHE },
  { "--parallel", PLIMSOLL_SOLVE_REQUESTS },
  { "--max-num-seqs", PLIMSOLL_SOLVE_REQUESTS },
  { "--gpu", PLIMSOLL_SOLVE_HARDWARE },
  { "--count", PLIMSOLL_SOLVE_ACCELERATORS },
  { "--tensor-parallel", PLIMSOLL_SOLVE_ACCELERATORS },
  { "--pipeline-parallel", PLIMSOLL_SOLVE_ACCELERATORS },
};

static PlimsollSolve
to_be_found (const PlimsollCliOptions *options)
{
  PlimsollSolve what = PLIMSOLL_SOLVE_ALL;

  for (guint i = 0; i < options->settings->len; i++)
    {
      const PlimsollCliSetting *setting = options->settings->pdata[i];

      for (gsize k = 0; k < G_N_ELEMENTS (held); k++)
        if (g_str_equal (setting->option, held[k].option))
          what &= ~held[k].holds;
    }
  /* Where nobody says what hardware, so many of the first are nothing to anybody. */
  if ((what & PLIMSOLL_SOLVE_HARDWARE) != 0)
    what &= ~PLIMSOLL_SOLVE_ACCELERATORS;

  return what;
}

static gboolean
holds_count (const PlimsollCliOptions *options)
{
  for (guint i = 0; i < options->settings->len; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (held); k++)
      if (held[k].holds == PLIMSOLL_SOLVE_ACCELERATORS
          && g_str_equal (((PlimsollCliSetting *) options->settings->pdata[i])->option,
                          held[k].option))
        return TRUE;

  return FALSE;
}

static gboolean
check_usage (const PlimsollCliOptions *options, GError **error)
{
  const guint n_names = options->names != NULL ? g_strv_length (options->names) : 0;
  const char *fault = NULL;

  if (n_names == 0)
    fault = _("A model is missing");
  else if (n_names > 1)
    fault = _("One model at a time; put quotes around its name");
  else if (to_be_found (options) == 0)
    fault = _("Everything is held, so that nothing is left to be found");
  if (fault != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);

  return fault == NULL;
}

static void
print_text (PlimsollSizer *sizer, const PlimsollSolution *solution)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  g_autofree char *title = plimsoll_pin_title (scenario);
  g_autofree char *reason = plimsoll_answer_reason (plimsoll_sizer_get_estimate (sizer));
  g_autofree char *found = plimsoll_solution_to_text (solution, scenario);
  g_autofree char *text = NULL;

  text = g_strdup_printf ("%s\n%s\n\n%s\n%s", title, reason,
                          _("Each alone, with the rest as it is above:"), found);
  plimsoll_cli_print (text);
}

static void
print_json (PlimsollSizer *sizer, const PlimsollSolution *solution)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);
  g_autoptr (JsonObject) object = json_object_new ();

  json_object_set_int_member (object, "format", PLIMSOLL_ANSWER_FORMAT);
  json_object_set_string_member (object, "model",
                                 plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)));
  json_object_set_object_member (object, "question", plimsoll_scenario_to_json (scenario));
  json_object_set_string_member (object, "verdict",
                                 plimsoll_enum_nick (PLIMSOLL_TYPE_VERDICT,
                                                     (int) estimate->verdict));
  json_object_set_object_member (object, "found", plimsoll_solution_to_json (solution));
  plimsoll_cli_print_json (object, TRUE);
}

int
plimsoll_cli_solve (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_auto (PlimsollSolution) solution = { 0 };
  g_autoptr (GError) error = NULL;
  PlimsollScenarioFinder finder;

  if (!plimsoll_cli_options_parse (
        &options, "solve", _("MODEL"),
        _("Finds how far everything can go that no option holds: precision, context, cache,\n"
           "requests, accelerators. Each alone, with the rest of the question as it is."),
        PLIMSOLL_CLI_TAKES_QUESTION, argc, argv, &error)
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
  plimsoll_solve (sizer, to_be_found (&options),
                  G_LIST_MODEL (plimsoll_catalog_get_accelerators (facts->catalog)),
                  !holds_count (&options), &solution);
  if (options.json)
    print_json (sizer, &solution);
  else
    print_text (sizer, &solution);

  return PLIMSOLL_EXIT_DONE;
}
