/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

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

  return (model == NULL || plimsoll_scenario_set_text (scenario, "model", model, &finder, error))
         && plimsoll_cli_options_apply (options, scenario, &finder, error);
}

static void
print (const PlimsollCliOptions *options,
       const PlimsollReceipt *receipt,
       const PlimsollLog *log,
       PlimsollScenario *scenario,
       char **notes)
{
  if (options->json)
    {
      g_autoptr (JsonObject) object =
        plimsoll_receipt_to_json (receipt, log, scenario, (const char *const *) notes);

      plimsoll_cli_print_json (object, TRUE);
    }
  else
    {
      g_autofree char *text =
        plimsoll_receipt_to_text (receipt, log, scenario, (const char *const *) notes);

      plimsoll_cli_print (text);
    }
}

int
plimsoll_cli_check (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollReceipt) receipt = NULL;
  g_autoptr (PlimsollLog) log = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;
  guint n_names;

  if (!plimsoll_cli_options_parse (&options, "check", _("LOG [MODEL]"),
                                   _("Holds an engine's load log beside what is predicted for the "
                                      "same question. - is standard input."),
                                   TRUE, argc, argv, &error))
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
  print (&options, receipt, log, scenario, notes);

  return PLIMSOLL_EXIT_DONE;
}
