/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-training-answer.h"

#include <glib/gi18n.h>

/* The options that are properties of the training. */
static const struct
{
  const char *option;
  const char *property;
} settings[] = {
  { "--framework", "framework" },
  { "--optimizer", "optimizer" },
  { "--precision", "precision" },
  { "--base", "base" },
  { "--seq", "sequence" },
  { "--batch", "batch" },
  { "--rank", "rank" },
  { "--targets", "targets" },
  { "--dropout", "dropout" },
  { "--checkpointing", "checkpointing" },
  { "--compile", "compile" },
  { "--loss", "loss" },
  { "--sharding", "sharding" },
  { "--offload", "offload" },
  { "--step-in-backward", "step-in-backward" },
  { "--flash-attention", "flash-attention" },
};

gboolean
plimsoll_cli_train_method (const char *text, int *method, GError **error)
{
  g_autofree char *nicks = NULL;

  *method = -1;
  if (text == NULL || g_str_equal (text, "all")
      || plimsoll_enum_from_nick (PLIMSOLL_TYPE_TRAINING_METHOD, text, method))
    return TRUE;

  nicks = plimsoll_enum_list_nicks (PLIMSOLL_TYPE_TRAINING_METHOD);
  g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
               _("“%s” is none of %s"), text, nicks);

  return FALSE;
}

gboolean
plimsoll_cli_train_check (const PlimsollTrainingAnswer *answer, int method, GError **error)
{
  g_autofree char *refusal = NULL;

  for (int i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    {
      if (method >= 0 && method != i)
        continue;
      if (answer->results[i].refusal == NULL)
        return TRUE;
      if (refusal == NULL)
        refusal = plimsoll_training_refusal_text (answer->results[i].refusal);
    }
  g_set_error_literal (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID, refusal);

  return FALSE;
}

static const char *
property_of (const char *option)
{
  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_str_equal (settings[i].option, option))
      return settings[i].property;

  return NULL;
}

static gboolean
apply (const PlimsollCliOptions *options,
       gboolean framework,
       PlimsollTrainingScenario *training,
       int *method,
       GError **error)
{
  for (guint i = 0; i < options->training->len; i++)
    {
      const PlimsollCliSetting *setting = options->training->pdata[i];
      const char *property = property_of (setting->option);
      gboolean is_good;

      if (g_str_equal (setting->option, "--framework") != framework)
        continue;
      is_good = property != NULL
                  ? plimsoll_training_scenario_set_text (training, property, setting->value, error)
                  : plimsoll_cli_train_method (setting->value, method, error);
      if (is_good)
        continue;
      g_prefix_error (error, "%s: ", setting->option);
      return FALSE;
    }

  return TRUE;
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
print (const PlimsollTrainingAnswer *answer,
       PlimsollScenario *scenario,
       PlimsollTrainingScenario *training,
       int method,
       gboolean json)
{
  g_autofree char *text = NULL;

  if (json)
    {
      g_autoptr (JsonObject) object =
        plimsoll_training_to_json (answer, scenario, training, method);

      plimsoll_cli_print_json (object, TRUE);
      return;
    }

  text = plimsoll_training_to_text (answer, scenario, training, method);
  plimsoll_cli_print (text);
}

static int
status_of (const PlimsollCliOptions *options, const PlimsollTrainingAnswer *answer, int method)
{
  if (!options->check)
    return PLIMSOLL_EXIT_DONE;
  for (int i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    if ((method < 0 || method == i) && answer->results[i].verdict != PLIMSOLL_VERDICT_FITS
        && answer->results[i].verdict != PLIMSOLL_VERDICT_TIGHT)
      return PLIMSOLL_EXIT_NOT_FIT;

  return PLIMSOLL_EXIT_DONE;
}

int
plimsoll_cli_train (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollTrainingScenario) training = plimsoll_training_scenario_new ();
  g_autoptr (GError) error = NULL;
  PlimsollTrainingAnswer answer;
  PlimsollScenarioFinder finder;
  int method = -1;

  if (!plimsoll_cli_options_parse (&options, "train", _("MODEL"),
                                   _("Tells what fine-tuning takes of each GPU."),
                                   PLIMSOLL_CLI_TAKES_TRAINING, argc, argv, &error)
      || !check_usage (&options, &error))
    return plimsoll_cli_fail (error);

  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);

  finder = plimsoll_cli_facts_finder (facts);
  scenario = plimsoll_scenario_new ();
  if (!plimsoll_scenario_set_defaults (scenario, &finder, &error)
      || !plimsoll_scenario_set_text (scenario, "model", options.names[0], &finder, &error)
      || !plimsoll_cli_options_apply (&options, scenario, &finder, &error)
      || !apply (&options, TRUE, training, &method, &error)
      || !apply (&options, FALSE, training, &method, &error))
    return plimsoll_cli_fail (error);

  plimsoll_training_answer (scenario, training, facts->catalog, &answer);
  if (!plimsoll_cli_train_check (&answer, method, &error))
    return plimsoll_cli_fail (error);
  print (&answer, scenario, training, method, options.json);

  return status_of (&options, &answer, method);
}
