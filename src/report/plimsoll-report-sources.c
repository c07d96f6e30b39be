/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-launch.h"
#include "plimsoll-ledger.h"

#include <glib/gi18n.h>

/* --- Launch commands --- */

static void
add_command (PlimsollReportBuilder *self, PlimsollLaunch *launch)
{
  const char *refusal = plimsoll_launch_get_refusal (launch);
  const char *note = plimsoll_launch_get_note (launch);
  const char *detail = plimsoll_launch_get_detail (launch);
  g_autofree char *name =
    plimsoll_launch_get_use (launch) == PLIMSOLL_LAUNCH_CHAT
      /* Translators: an engine, started to be talked to in a terminal. */
      ? g_strdup_printf (_("%s, in a terminal"), plimsoll_launch_get_name (launch))
      : g_strdup (plimsoll_launch_get_name (launch));
  g_autofree char *title =
    *detail != '\0' ? g_strdup_printf ("%s · %s", name, detail) : g_strdup (name);

  plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_WHOLE, title);
  if (refusal != NULL)
    {
      plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, NULL, refusal);
      return;
    }
  if (note != NULL)
    plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, NULL, note);
  plimsoll_document_add_code (self->document, plimsoll_launch_get_text (launch));
}

/* How it is served comes first, then how one talks to it; how it is measured is no one's report. */
void
plimsoll_report_add_commands (PlimsollReportBuilder *self)
{
  g_autoptr (GListModel) list = NULL;
  gboolean any = FALSE;

  if (!self->estimate->valid)
    return;

  list = plimsoll_launch_list (self->ask.sizer);
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (PlimsollLaunch) launch = g_list_model_get_item (list, i);

      if (plimsoll_launch_get_use (launch) == PLIMSOLL_LAUNCH_BENCHMARK)
        continue;
      if (!any)
        plimsoll_document_add_section (self->document, "commands", _("Launch commands"), FALSE);
      any = TRUE;
      add_command (self, launch);
    }
}

/* --- How exact it is --- */

static void
add_entry (PlimsollTable *table, PlimsollLedgerEntry *entry)
{
  g_autofree char *value = plimsoll_ledger_entry_get_value (entry);
  const char *accuracy = plimsoll_ledger_entry_get_accuracy (entry);
  const char *rule = plimsoll_ledger_entry_get_rule (entry);

  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, plimsoll_ledger_entry_get_title (entry),
                           plimsoll_ledger_entry_get_id (entry));
  plimsoll_table_take_number (table, g_steal_pointer (&value),
                              plimsoll_ledger_entry_get_amount (entry), 3);
  plimsoll_table_add_cell (table, rule != NULL ? rule : "", NULL);
  plimsoll_table_add_cell (table, accuracy != NULL ? accuracy : "", NULL);
}

static void
add_notes (PlimsollReportBuilder *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);
  const char *const *assumptions = model != NULL ? plimsoll_model_get_assumptions (model) : NULL;

  for (guint i = 0; assumptions != NULL && assumptions[i] != NULL; i++)
    plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, _("Assumed."),
                                     assumptions[i]);
}

void
plimsoll_report_add_assumptions (PlimsollReportBuilder *self)
{
  g_autoptr (PlimsollLedger) ledger = NULL;
  PlimsollTable *table;
  const char *checked = NULL;
  guint n;

  if (!self->estimate->valid)
    return;

  ledger = plimsoll_ledger_new (self->ask.sizer, plimsoll_catalog_get_engines (self->ask.catalog));
  n = g_list_model_get_n_items (G_LIST_MODEL (ledger));
  if (n == 0)
    return;

  table = plimsoll_table_new ();
  plimsoll_table_add_column (table, "figure", _("Figure"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "amount", "", PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "rule", _("Rule"), PLIMSOLL_COLUMN_WIDE);
  plimsoll_table_add_column (table, "accuracy", _("How exact"), PLIMSOLL_COLUMN_WIDE);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollLedgerEntry) entry = g_list_model_get_item (G_LIST_MODEL (ledger), i);

      /* One that is all of another says nothing that the other does not. */
      if (plimsoll_ledger_resolve (ledger, entry) != entry)
        continue;
      if (checked == NULL)
        checked = plimsoll_ledger_entry_get_checked_on (entry);
      add_entry (table, entry);
    }

  plimsoll_document_add_section (self->document, "assumptions", _("How exact it is"), FALSE);
  plimsoll_document_add_paragraph (
    self->document, PLIMSOLL_PLACE_WHOLE, NULL,
    _("Exact figures are read from files, or were found equal to those of the engine. Modelled "
       "ones follow a rule whose error was measured: it stands beside them."));
  if (checked != NULL)
    plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE,
                                     _("Rules were checked on"), checked);
  add_notes (self);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "assumptions", table);
}

/* --- Sources --- */

static void
add_source (PlimsollTable *table,
            const char *key,
            const char *what,
            const char *name,
            const char *date,
            const char *source)
{
  g_autofree char *shown = date != NULL ? plimsoll_rental_format_date (date) : NULL;

  if (source == NULL)
    return;
  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, what, key);
  plimsoll_table_add_cell (table, name, NULL);
  plimsoll_table_add_cell (table, source, NULL);
  plimsoll_table_add_cell (table, shown != NULL ? shown : PLIMSOLL_FORMAT_UNKNOWN,
                           date != NULL ? date : "");
}

static void
add_accelerators (PlimsollReportBuilder *self, PlimsollTable *table)
{
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  PlimsollAccelerator *first = plimsoll_scenario_get_accelerator (self->scenario);
  const guint n = plimsoll_scenario_get_further_kinds (self->scenario, kinds);

  for (guint i = 0; i <= n; i++)
    {
      PlimsollAccelerator *accelerator = i == 0 ? first : kinds[i - 1].accelerator;

      if (accelerator != NULL && (i == 0 || accelerator != first))
        add_source (table, "accelerator", _("Hardware"),
                    plimsoll_accelerator_get_name (accelerator),
                    plimsoll_accelerator_get_date (accelerator),
                    plimsoll_accelerator_get_source (accelerator));
    }
}

static void
add_rates (PlimsollReportBuilder *self, PlimsollTable *table)
{
  PlimsollCostModel *model = plimsoll_report_get_cost (self);
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  const PlimsollUsedPrice *used = NULL;
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (self->scenario);

  if (summary->rental != NULL)
    {
      PlimsollCloudOffer *offer = plimsoll_rental_get_offer (summary->rental);
      g_autofree char *name = plimsoll_rental_describe (summary->rental);

      add_source (table, "rate", _("Rate"), name, plimsoll_cloud_offer_get_date (offer),
                  plimsoll_cloud_offer_get_source (offer));
    }
  if (accelerator != NULL)
    used = plimsoll_accelerator_get_used_price (accelerator);
  if (used != NULL && summary->price_origin == PLIMSOLL_PRICE_USED)
    add_source (table, "used_price", _("Used price"), plimsoll_accelerator_get_name (accelerator),
                used->date, used->source);
}

static void
add_engine (PlimsollReportBuilder *self, PlimsollTable *table)
{
  const PlimsollEngineFacts *facts;
  PlimsollQuestion question;
  g_autofree char *name = NULL;

  plimsoll_scenario_get_question (self->scenario, &question);
  facts = plimsoll_engine_facts_find (plimsoll_catalog_get_engines (self->ask.catalog), &question);
  if (facts == NULL)
    return;
  name = g_strdup_printf ("%s %s", plimsoll_report_engine_name (facts->engine), facts->since);
  add_source (table, "engine", _("Engine"), name, facts->date, facts->source);
}

void
plimsoll_report_add_sources (PlimsollReportBuilder *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "kind", "", PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "name", _("What"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "source", C_("of a fact", "From"), PLIMSOLL_COLUMN_WIDE);
  plimsoll_table_add_column (table, "date", _("Of"), PLIMSOLL_COLUMN_TEXT);
  if (model != NULL)
    add_source (table, "model", _("Model"), plimsoll_model_get_id (model),
                plimsoll_model_get_date (model),
                plimsoll_model_get_path (model) != NULL ? plimsoll_model_get_path (model)
                                                        : plimsoll_model_get_source (model));
  add_accelerators (self, table);
  add_engine (self, table);
  if (self->estimate->valid)
    add_rates (self, table);
  if (plimsoll_table_get_n_rows (table) == 0)
    {
      plimsoll_table_free (table);
      return;
    }

  plimsoll_document_add_section (self->document, "sources", _("Sources"), FALSE);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "sources", table);
}

char *
plimsoll_report_sources_text (PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  g_autoptr (GString) text = g_string_new (NULL);
  const char *dates[] = { model != NULL ? plimsoll_model_get_date (model) : NULL,
                          accelerator != NULL ? plimsoll_accelerator_get_date (accelerator)
                                              : NULL };
  const char *names[] = { model != NULL ? plimsoll_model_get_id (model) : NULL,
                          accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                                              : NULL };

  g_string_append (text, _("Sources:"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *date = dates[i] != NULL ? plimsoll_rental_format_date (dates[i]) : NULL;

      if (names[i] == NULL)
        continue;
      g_string_append_printf (text, " %s", names[i]);
      if (date != NULL)
        g_string_append_printf (text, ", %s", date);
      g_string_append_c (text, '.');
    }
  g_string_append_c (text, ' ');
  g_string_append (text, _("Every figure of the catalogue has its source and date there. Prices "
                            "and rates change. What is modelled says so."));

  return g_string_free_and_steal (g_steal_pointer (&text));
}
