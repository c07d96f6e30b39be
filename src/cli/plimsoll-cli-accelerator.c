/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-accelerator-report.h"

#include <glib/gi18n.h>

/* `hardware NAME --model MODEL`: what one accelerator is good for. */

static gboolean
check_usage (const PlimsollCliOptions *options, GError **error)
{
  const char *fault = NULL;

  if (options->names == NULL)
    fault = _("With --model an accelerator is to be named");
  else if (options->this_computer)
    fault = _("--this and --model are two questions");
  for (guint i = 0; fault == NULL && i < options->settings->len; i++)
    {
      const PlimsollCliSetting *setting = options->settings->pdata[i];

      if (g_str_equal (setting->option, "--gpu"))
        fault = _("With --model the accelerator is named without --gpu");
    }
  if (fault != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);

  return fault == NULL;
}

int
plimsoll_cli_accelerator (const PlimsollCliOptions *options, PlimsollCliFacts *facts)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollAcceleratorReport) report = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  PlimsollScenarioFinder finder = plimsoll_cli_facts_finder (facts);

  if (!check_usage (options, &error))
    return plimsoll_cli_fail (error);

  name = g_strjoinv (" ", options->names);
  g_object_set (scenario, "beyond-limit", TRUE, NULL);
  if (!plimsoll_scenario_set_defaults (scenario, &finder, &error)
      || !plimsoll_scenario_set_text (scenario, "model", options->model, &finder, &error)
      || !plimsoll_scenario_set_text (scenario, "accelerator", name, &finder, &error)
      || !plimsoll_cli_options_apply (options, scenario, &finder, &error))
    return plimsoll_cli_fail (error);

  sizer = plimsoll_sizer_new (scenario);
  report =
    plimsoll_accelerator_report_new (sizer, plimsoll_scenario_get_accelerator (scenario),
                                     G_LIST_MODEL (plimsoll_catalog_get_accelerators (facts
                                                                                        ->catalog)),
                                     plimsoll_catalog_get_offers (facts->catalog));
  if (options->json)
    {
      g_autoptr (JsonObject) object = plimsoll_accelerator_report_to_json (report);

      plimsoll_cli_print_json (object, TRUE);
    }
  else
    {
      g_autofree char *text = plimsoll_accelerator_report_to_text (report);

      plimsoll_cli_print (text);
    }

  return PLIMSOLL_EXIT_DONE;
}
