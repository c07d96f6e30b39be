/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-fit-model.h"
#include "plimsoll-fit-table.h"

#include <glib/gi18n.h>

/* The window's Compare page, as text. */

static GPtrArray *
get_rows (PlimsollFitModel *table, const PlimsollCliOptions *options)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  plimsoll_fit_model_flush (table);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    {
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), i);
      PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);
      const PlimsollVerdict verdict = plimsoll_fit_get_figures (fit)->verdict;

      if (options->only_fits && verdict != PLIMSOLL_VERDICT_FITS
          && verdict != PLIMSOLL_VERDICT_TIGHT)
        continue;
      if (options->vendor != NULL && accelerator != NULL
          && g_ascii_strcasecmp (options->vendor, plimsoll_accelerator_get_vendor (accelerator))
               != 0)
        continue;
      g_ptr_array_add (rows, g_steal_pointer (&fit));
    }

  return rows;
}

/* A table without rows would not say that there is no such maker. */
static gboolean
check_vendor (const char *vendor, GListModel *accelerators, GError **error)
{
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  g_autofree char *names = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (accelerators); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = g_list_model_get_item (accelerators, i);
      const char *name = plimsoll_accelerator_get_vendor (accelerator);

      if (g_ascii_strcasecmp (vendor, name) == 0)
        return TRUE;
      if (!g_ptr_array_find_with_equal_func (known, name, g_str_equal, NULL))
        g_ptr_array_add (known, (gpointer) name);
    }
  g_ptr_array_add (known, NULL);
  names = g_strjoinv (", ", (char **) known->pdata);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: what was typed, and what could have been. */
               _("--vendor: “%s” is none of %s"), vendor, names);

  return FALSE;
}

static gboolean
sort (GPtrArray *rows, const char *key, const PlimsollFitColumn *columns, guint n, GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);
  const gboolean reverse = key[0] == '-';
  PlimsollFitColumn column;

  if (plimsoll_fit_column_from_key (key + reverse, &column))
    for (guint i = 0; i < n; i++)
      if (columns[i] == column)
        {
          plimsoll_fit_table_sort (rows, column,
                                   plimsoll_fit_column_info (column)->descending != reverse);
          return TRUE;
        }

  for (guint i = 0; i < n; i++)
    g_string_append_printf (known, "%s%s", i > 0 ? ", " : "",
                            plimsoll_fit_column_info (columns[i])->key);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               /* Translators: what was typed, and what could have been. */
               _("--sort: “%s” is none of %s"), key, known->str);

  return FALSE;
}

static void
print (GPtrArray *rows,
       const PlimsollCliOptions *options,
       PlimsollScenario *scenario,
       const PlimsollFitColumn *columns,
       guint n)
{
  g_autofree char *text = NULL;

  if (options->json)
    {
      g_autoptr (JsonObject) object = json_object_new ();
      PlimsollModel *model = plimsoll_scenario_get_model (scenario);

      json_object_set_int_member (object, "format", PLIMSOLL_ANSWER_FORMAT);
      if (!options->models)
        json_object_set_string_member (object, "model", plimsoll_model_get_id (model));
      json_object_set_object_member (object, "question", plimsoll_scenario_to_json (scenario));
      json_object_set_array_member (object, "rows", plimsoll_fit_table_to_json (rows, columns, n));
      plimsoll_cli_print_json (object, TRUE);
      return;
    }

  text = options->csv ? plimsoll_fit_table_to_csv (rows, columns, n)
                      : plimsoll_fit_table_to_text (rows, columns, n);
  if (options->csv)
    plimsoll_cli_print (text);
  else
    plimsoll_cli_print_verdicts (text);
}

static gboolean
check_usage (const PlimsollCliOptions *options, GError **error)
{
  const guint n_names = options->names != NULL ? g_strv_length (options->names) : 0;
  const char *fault = NULL;

  if (options->models && options->precisions)
    fault = _("--models and --precisions are two tables");
  else if (options->json && options->csv)
    fault = _("--json and --csv are two forms");
  else if (options->models && n_names > 0)
    fault = _("With --models the model is left out");
  else if (!options->models && n_names == 0)
    fault = _("A model is missing");
  else if (n_names > 1)
    fault = _("One model at a time; put quotes around its name");
  else if (options->vendor != NULL && (options->models || options->precisions))
    fault = _("--vendor is for the table of accelerators");
  if (fault != NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);

  return fault == NULL;
}

int
plimsoll_cli_table (int argc, char **argv)
{
  g_auto (PlimsollCliOptions) options = { 0 };
  g_autoptr (PlimsollCliFacts) facts = NULL;
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollFitModel) table = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollScenarioFinder finder;
  PlimsollVary vary;
  GListModel *items = NULL;
  const PlimsollFitColumn *columns;
  guint n;

  if (!plimsoll_cli_options_parse (&options, "table", _("MODEL"),
                                   _("Lists every accelerator, model or precision, and whether it "
                                      "fits."),
                                   PLIMSOLL_CLI_TAKES_QUESTION | PLIMSOLL_CLI_TAKES_TABLE, argc,
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
      || (!options.models
          && !plimsoll_scenario_set_text (scenario, "model", options.names[0], &finder, &error))
      || !plimsoll_cli_options_apply (&options, scenario, &finder, &error))
    return plimsoll_cli_fail (error);

  vary = options.models       ? PLIMSOLL_VARY_MODEL
         : options.precisions ? PLIMSOLL_VARY_PRECISION
                              : PLIMSOLL_VARY_HARDWARE;
  if (vary == PLIMSOLL_VARY_MODEL)
    items = G_LIST_MODEL (facts->models);
  else if (vary == PLIMSOLL_VARY_HARDWARE)
    items = G_LIST_MODEL (plimsoll_catalog_get_accelerators (facts->catalog));
  if (options.vendor != NULL && !check_vendor (options.vendor, items, &error))
    return plimsoll_cli_fail (error);

  sizer = plimsoll_sizer_new (scenario);
  table =
    plimsoll_fit_model_new (sizer, vary, items, plimsoll_catalog_get_quality (facts->catalog));
  plimsoll_fit_model_set_offers (table, plimsoll_catalog_get_offers (facts->catalog));
  columns = plimsoll_fit_columns (vary, &n);
  rows = get_rows (table, &options);
  if (options.sort != NULL && !sort (rows, options.sort, columns, n, &error))
    return plimsoll_cli_fail (error);
  print (rows, &options, scenario, columns, n);

  return PLIMSOLL_EXIT_DONE;
}
