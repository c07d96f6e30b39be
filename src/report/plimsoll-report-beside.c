/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-accelerator-report.h"
#include "plimsoll-answer.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-pins.h"

#include <glib/gi18n.h>
#include <math.h>

static PlimsollDocument *
document_new (const PlimsollReportAsk *ask, const char *title, const char *question)
{
  g_autoptr (GDateTime) now =
    ask->date != NULL ? g_date_time_ref (ask->date) : g_date_time_new_now_local ();
  PlimsollDocument *document = plimsoll_document_new (title, question, now);

  plimsoll_document_set_rtl (document, plimsoll_report_is_rtl ());

  return document;
}

/* --- Questions side by side --- */

static JsonObject *
beside_answer (const PlimsollReportAsk *ask, PlimsollSizer *const *sizers, guint n)
{
  JsonObject *answer = json_object_new ();
  JsonArray *answers = json_array_new ();

  for (guint i = 0; i < n; i++)
    {
      JsonObject *one = plimsoll_answer_to_json (sizers[i]);

      json_object_set_member (one, "cost",
                              plimsoll_cost_member (sizers[i],
                                                    plimsoll_catalog_get_offers (ask->catalog)));
      json_array_add_object_element (answers, one);
    }
  json_object_set_int_member (answer, "format", PLIMSOLL_ANSWER_FORMAT);
  json_object_set_array_member (answer, "answers", answers);

  return answer;
}

/* A row where they differ is told apart. */
static void
add_fact (PlimsollTable *table, PlimsollSizer *const *sizers, guint n, PlimsollPinFact fact)
{
  char *texts[PLIMSOLL_REPORT_MAX_BESIDE] = { NULL };
  gboolean differs = FALSE;

  for (guint i = 0; i < n; i++)
    {
      texts[i] = plimsoll_pin_fact_text (sizers[i], fact);
      differs |= !g_str_equal (texts[i], texts[0]);
    }
  plimsoll_table_add_row (table, differs);
  plimsoll_table_add_cell (table, plimsoll_pin_fact_title (fact), NULL);
  for (guint i = 0; i < n; i++)
    {
      plimsoll_table_add_cell (table, texts[i], NULL);
      g_free (texts[i]);
    }
}

static PlimsollTable *
beside_table (PlimsollSizer *const *sizers, guint n)
{
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "fact", "", PLIMSOLL_COLUMN_TEXT);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("question_%u", i + 1);
      g_autofree char *title = g_strdup_printf ("%u", i + 1);

      plimsoll_table_add_column (table, key, title, PLIMSOLL_COLUMN_WIDE);
    }
  for (guint fact = 0; fact < PLIMSOLL_PIN_N_FACTS; fact++)
    add_fact (table, sizers, n, (PlimsollPinFact) fact);

  return table;
}

PlimsollDocument *
plimsoll_report_new_beside (const PlimsollReportAsk *ask, PlimsollSizer *const *sizers, guint n)
{
  PlimsollDocument *document;
  g_autofree char *title = NULL, *sources = NULL;

  g_return_val_if_fail (n >= 1 && n <= PLIMSOLL_REPORT_MAX_BESIDE, NULL);

  for (guint i = 0; i < n; i++)
    plimsoll_sizer_flush (sizers[i]);
  /* Translators: how many questions. */
  title = g_strdup_printf (ngettext ("%u question", "%u questions side by side", n), n);
  document = document_new (ask, title, _("What differs is bold"));
  sources = plimsoll_report_sources_text (plimsoll_sizer_get_scenario (sizers[0]));
  plimsoll_document_set_sources (document, sources);
  plimsoll_document_take_answer (document, beside_answer (ask, sizers, n));

  plimsoll_document_add_section (document, "comparison", _("Side by side"), TRUE);
  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "comparison",
                                beside_table (sizers, n));
  plimsoll_document_add_section (document, "load_lines", _("Memory of each"), FALSE);
  for (guint i = 0; i < n; i++)
    {
      PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizers[i]);
      const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizers[i]);
      g_autofree char *pin = plimsoll_pin_title (scenario);
      g_autofree char *heading = g_strdup_printf ("%u. %s", i + 1, pin);
      g_autofree char *reason = plimsoll_answer_reason (estimate);

      plimsoll_document_add_heading (document, PLIMSOLL_PLACE_WHOLE, heading);
      plimsoll_document_add_paragraph (document, PLIMSOLL_PLACE_WHOLE, NULL, reason);
      if (estimate->valid && estimate->usable > 0 && estimate->required > 0)
        plimsoll_report_take_load_line (document, scenario, estimate);
    }

  return document;
}

/* --- One accelerator --- */

static PlimsollTable *
grid_table (PlimsollAcceleratorReport *report)
{
  PlimsollTable *table = plimsoll_table_new ();
  g_autofree char *needed = plimsoll_format_in_unit (_("GiB needed"));
  guint n_contexts, n_rows;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (report, &n_contexts);
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (report, &n_rows);

  plimsoll_table_add_column (table, "precision", needed, PLIMSOLL_COLUMN_TEXT);
  for (guint i = 0; i < n_contexts; i++)
    {
      g_autofree char *title = plimsoll_format_tokens_about (contexts[i]);
      g_autofree char *key = g_strdup_printf ("at_%" G_GUINT64_FORMAT "_gib", contexts[i]);

      plimsoll_table_add_column (table, key, title, PLIMSOLL_COLUMN_NUMBER);
    }
  plimsoll_table_add_column (table, "longest_context", _("Longest"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "decode", _("tok/s"), PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < n_rows; i++)
    {
      plimsoll_table_add_row (table, rows[i].is_questions);
      plimsoll_table_add_cell (table, rows[i].precision->name, NULL);
      for (guint k = 0; k < n_contexts; k++)
        {
          const PlimsollReportCell *cell = &rows[i].cells[k];
          g_autofree char *memory = cell->required > 0
                                      ? plimsoll_format_gib_value (cell->required, 1)
                                      : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);

          plimsoll_table_take_number (table,
                                      g_strdup_printf ("%s%s", memory,
                                                       plimsoll_report_cell_sign (cell->verdict)),
                                      cell->required > 0
                                        ? (double) cell->required / PLIMSOLL_REPORT_GIB
                                        : (double) NAN,
                                      3);
        }
      plimsoll_report_add_tokens (table, rows[i].longest);
      plimsoll_report_add_rate (table, rows[i].decode.value);
    }

  return table;
}

static void
add_offers (PlimsollDocument *document, PlimsollAcceleratorReport *report)
{
  guint n;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (report, &n);
  PlimsollTable *table;

  if (n == 0)
    return;
  table = plimsoll_table_new ();
  plimsoll_table_add_column (table, "provider", _("To rent"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "instance", _("Instance"), PLIMSOLL_COLUMN_WIDE);
  plimsoll_table_add_column (table, "usd_per_hour", _("An hour each"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "date", _("Of"), PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < n; i++)
    {
      const char *date = plimsoll_cloud_offer_get_date (offers[i].offer);
      g_autofree char *shown = plimsoll_rental_format_date (date);

      plimsoll_table_add_row (table, FALSE);
      plimsoll_table_add_cell (table, plimsoll_cloud_offer_get_provider (offers[i].offer), NULL);
      plimsoll_table_add_cell (table, plimsoll_cloud_offer_get_instance (offers[i].offer), NULL);
      plimsoll_report_add_money (table, offers[i].board_per_hour, "$");
      plimsoll_table_add_cell (table, shown, date);
    }
  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "offers", table);
}

static void
add_alternatives (PlimsollDocument *document, PlimsollAcceleratorReport *report)
{
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (report, &n);
  PlimsollTable *table;

  if (n == 0)
    return;
  table = plimsoll_table_new ();
  plimsoll_table_add_column (table, "kind", _("Next to it"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "hardware", _("Hardware"), PLIMSOLL_COLUMN_WIDE);
  plimsoll_table_add_column (table, "longest_context", _("Longest"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "decode", _("tok/s"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "verdict", _("Verdict"), PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u × %s", rows[i].count,
                                               plimsoll_accelerator_get_name (rows[i].accelerator));

      plimsoll_table_add_row (table, FALSE);
      plimsoll_table_add_cell (table, plimsoll_alternative_word (rows[i].kind), NULL);
      plimsoll_table_add_cell (table, name, NULL);
      plimsoll_report_add_tokens (table, rows[i].figures.longest);
      plimsoll_report_add_rate (table, rows[i].figures.decode.value);
      plimsoll_report_add_verdict (table, rows[i].figures.verdict);
    }
  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "alternatives", table);
}

PlimsollDocument *
plimsoll_report_new_for_accelerator (const PlimsollReportAsk *ask, PlimsollAccelerator *accelerator)
{
  g_autoptr (PlimsollScenario) scenario = NULL;
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_autoptr (PlimsollAcceleratorReport) report = NULL;
  g_auto (GStrv) notes = NULL;
  g_autofree char *title = NULL, *question = NULL, *sources = NULL, *reason = NULL;
  const PlimsollEstimate *estimate;
  PlimsollDocument *document;

  g_return_val_if_fail (ask != NULL && PLIMSOLL_IS_ACCELERATOR (accelerator), NULL);

  scenario = plimsoll_scenario_copy (plimsoll_sizer_get_scenario (ask->sizer));
  plimsoll_scenario_set_further_accelerators (scenario, NULL);
  plimsoll_scenario_set_accelerator (scenario, accelerator);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (sizer);
  estimate = plimsoll_sizer_get_estimate (sizer);
  report =
    plimsoll_accelerator_report_new (sizer, accelerator,
                                     G_LIST_MODEL (plimsoll_catalog_get_accelerators (ask
                                                                                        ->catalog)),
                                     plimsoll_catalog_get_offers (ask->catalog));
  plimsoll_accelerator_report_set_live (report, FALSE);

  title = plimsoll_report_title (scenario);
  question = plimsoll_report_question (sizer);
  sources = plimsoll_report_sources_text (scenario);
  reason = plimsoll_answer_reason (estimate);
  document = document_new (ask, title, question);
  plimsoll_document_set_sources (document, sources);
  plimsoll_document_take_answer (document, plimsoll_accelerator_report_to_json (report));

  plimsoll_document_add_section (document, "accelerator", _("What it is good for"), TRUE);
  plimsoll_document_add_verdict (document,
                                 estimate->valid ? estimate->verdict : PLIMSOLL_VERDICT_UNKNOWN,
                                 reason);
  if (estimate->valid && estimate->usable > 0 && estimate->required > 0)
    plimsoll_report_take_load_line (document, scenario, estimate);
  plimsoll_document_add_section (document, "grid", _("By precision and context"), FALSE);
  plimsoll_document_take_table (document, PLIMSOLL_PLACE_WHOLE, "grid", grid_table (report));
  plimsoll_document_add_paragraph (document, PLIMSOLL_PLACE_WHOLE, NULL,
                                   plimsoll_report_cell_legend ());
  add_alternatives (document, report);
  add_offers (document, report);
  notes = plimsoll_accelerator_report_get_notes (report);
  for (guint i = 0; notes[i] != NULL; i++)
    plimsoll_document_add_paragraph (document, PLIMSOLL_PLACE_WHOLE, NULL, notes[i]);

  return document;
}
