/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-measured-here.h"
#include "plimsoll-receipt.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdio.h>

static PlimsollLog *
read_standard_input (GError **error)
{
  g_autoptr (PlimsollLogReader) reader = plimsoll_log_reader_new ();
  char piece[1 << 16];
  gsize n;

  while ((n = fread (piece, 1, sizeof piece, stdin)) > 0)
    if (!plimsoll_log_reader_feed (reader, piece, n))
      break;
  if (ferror (stdin))
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s",
                   _("standard input"), g_strerror (errno));
      return NULL;
    }

  return plimsoll_log_reader_finish (g_steal_pointer (&reader), _("standard input"), error);
}

/* What the command line says. */
static gboolean
take_names (const PlimsollCliOptions *options,
            PlimsollCliFacts *facts,
            PlimsollScenario *scenario,
            GError **error)
{
  const PlimsollScenarioFinder finder = plimsoll_cli_facts_finder (facts);
  const char *model = options->names[1];

  return (model == NULL || plimsoll_scenario_set_text (scenario, "model", model, &finder, error))
         && plimsoll_cli_options_apply (options, scenario, &finder, error);
}

/* The log's question, where the command line does not say otherwise. */
static gboolean
ask (const PlimsollLog *log,
     const PlimsollCliOptions *options,
     PlimsollCliFacts *facts,
     PlimsollScenario *scenario,
     char ***notes,
     GError **error)
{
  const PlimsollScenarioFinder finder = plimsoll_cli_facts_finder (facts);
  g_autoptr (GError) fault = NULL;
  const char *model = options->names[1];

  if (!plimsoll_receipt_ask (log, facts->models, &finder, scenario, notes, &fault) && model == NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&fault), "%s: ", options->names[0]);
      return FALSE;
    }

  return take_names (options, facts, scenario, error);
}

/* --- What was measured, kept --- */

/* Which one the command line says that it ran on; %NULL: none, or several. */
static PlimsollAccelerator *
said_accelerator (const PlimsollCliOptions *options, PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);

  return plimsoll_cli_options_has (options, "--gpu") && accelerator != NULL
             && plimsoll_scenario_get_accelerator_count (scenario) == 1
             && plimsoll_scenario_get_further_accelerators (scenario)->len == 0
           ? accelerator
           : NULL;
}

static void
take_sentences (char ***notes, char **more)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (*notes != NULL)
    g_strv_builder_addv (builder, (const char **) *notes);
  g_strv_builder_addv (builder, (const char **) more);
  g_strfreev (*notes);
  *notes = g_strv_builder_end (builder);
}

static gboolean
put_all (PlimsollOwnMeasurements *own, GPtrArray *found, GError **error)
{
  for (guint i = 0; i < found->len; i++)
    if (!plimsoll_own_measurements_put (own, found->pdata[i], error))
      return FALSE;

  return plimsoll_own_measurements_flush (own, error);
}

/* Returns: (transfer full) (nullable): what was kept; with why the rest is not in @notes. */
static GPtrArray *
keep (const PlimsollCliOptions *options,
      const PlimsollLog *log,
      PlimsollCliFacts *facts,
      PlimsollScenario *scenario,
      char ***notes,
      GError **error)
{
  g_autofree char *today = plimsoll_fact_date_today ();
  g_auto (GStrv) left = NULL;
  g_autoptr (GPtrArray) found = NULL;

  if (log->speeds->len == 0)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                   _("%s: no speeds of llama-bench to keep"), options->names[0]);
      return NULL;
    }

  found =
    plimsoll_measured_here_find (log, facts->models,
                                 options->names[1] != NULL ? plimsoll_scenario_get_model (scenario)
                                                           : NULL,
                                 said_accelerator (options, scenario),
                                 plimsoll_catalog_get_accelerators (facts->catalog), today, &left);
  if (found->len == 0)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND, "%s: %s",
                   options->names[0], left[0]);
      return NULL;
    }
  if (!put_all (plimsoll_catalog_get_own_measurements (facts->catalog), found, error))
    return NULL;

  take_sentences (notes, left);
  return g_steal_pointer (&found);
}

static JsonArray *
kept_json (GPtrArray *kept)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < kept->len; i++)
    {
      PlimsollMeasurement *measurement = kept->pdata[i];
      JsonObject *object = json_object_new ();
      guint n;

      plimsoll_measurement_get_tests (measurement, &n);
      json_object_set_string_member (object, "accelerator",
                                     plimsoll_measurement_get_accelerator (measurement));
      json_object_set_string_member (object, "model", plimsoll_measurement_get_model (measurement));
      json_object_set_string_member (object, "precision",
                                     plimsoll_measurement_get_precision (measurement));
      json_object_set_int_member (object, "figures", n);
      json_array_add_object_element (array, object);
    }

  return array;
}

static void
print_kept (GPtrArray *kept, PlimsollCliFacts *facts)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "\n%s\n", _("Kept as measured here:"));
  for (guint i = 0; i < kept->len; i++)
    {
      g_autofree char *words =
        plimsoll_measured_here_words (kept->pdata[i], facts->models,
                                      plimsoll_catalog_get_accelerators (facts->catalog));

      g_string_append_printf (text, "  %s\n", words);
    }
  plimsoll_cli_print (text->str);
}

static void
print (const PlimsollCliOptions *options,
       const PlimsollReceipt *receipt,
       const PlimsollLog *log,
       PlimsollScenario *scenario,
       char **notes,
       GPtrArray *kept,
       PlimsollCliFacts *facts)
{
  if (options->json)
    {
      g_autoptr (JsonObject) object =
        plimsoll_receipt_to_json (receipt, log, scenario, (const char *const *) notes);

      if (kept != NULL)
        json_object_set_array_member (object, "kept", kept_json (kept));
      plimsoll_cli_print_json (object, TRUE);
    }
  else
    {
      g_autofree char *text =
        plimsoll_receipt_to_text (receipt, log, scenario, (const char *const *) notes);

      plimsoll_cli_print (text);
      if (kept != NULL)
        print_kept (kept, facts);
    }
}

int
plimsoll_cli_check (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollReceipt) receipt = NULL;
  g_autoptr (GPtrArray) kept = NULL;
  g_autoptr (PlimsollLog) log = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;
  guint n_names;

  if (!plimsoll_cli_options_parse (&options, "check", _("LOG [MODEL]"),
                                   _("Holds an engine's load log beside what is predicted for the "
                                      "same question. - is standard input."),
                                   PLIMSOLL_CLI_TAKES_QUESTION | PLIMSOLL_CLI_TAKES_KEEP, argc,
                                   argv, &error))
    return plimsoll_cli_fail (error);

  n_names = options.names != NULL ? g_strv_length (options.names) : 0;
  if (n_names < 1 || n_names > 2)
    {
      error = g_error_new_literal (G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                   n_names == 0
                                     ? _("A log is missing")
                                     : _("One log and one model; put quotes around their names"));
      return plimsoll_cli_fail (error);
    }

  log = g_str_equal (options.names[0], "-") ? read_standard_input (&error)
                                            : plimsoll_log_read (options.names[0], &error);
  if (log == NULL)
    return plimsoll_cli_fail (error);

  facts = plimsoll_cli_facts_new (&error);
  if (facts == NULL)
    return plimsoll_cli_fail (error);

  scenario = plimsoll_scenario_new ();
  if (log->figures->len > 0)
    {
      if (!ask (log, &options, facts, scenario, &notes, &error))
        return plimsoll_cli_fail (error);
      receipt = plimsoll_receipt_new (log, scenario, &error);
      if (receipt == NULL)
        return plimsoll_cli_fail (error);
    }
  else if (!take_names (&options, facts, scenario, &error))
    return plimsoll_cli_fail (error);
  if (options.keep)
    {
      kept = keep (&options, log, facts, scenario, &notes, &error);
      if (kept == NULL)
        return plimsoll_cli_fail (error);
    }
  print (&options, receipt, log, scenario, notes, kept, facts);

  return PLIMSOLL_EXIT_DONE;
}
