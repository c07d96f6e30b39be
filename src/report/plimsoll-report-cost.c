/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-cost-lines.h"
#include "plimsoll-cost-plot.h"
#include "plimsoll-format.h"
#include "plimsoll-training-answer.h"

#include <glib/gi18n.h>
#include <math.h>

#define CHART_HEIGHT 270.0
/* Offers that are listed, the cheapest by the token first. */
#define MOST_OFFERS 12

/* --- What is paid --- */

static void
cost_chart_draw (gconstpointer data,
                 const PlimsollPlotText *text,
                 cairo_t *cr,
                 double width,
                 gboolean rtl)
{
  PlimsollLinePlot lines = *plimsoll_cost_plot_get_lines ((PlimsollCostPlot *) data);

  lines.rtl = rtl;
  plimsoll_line_plot_draw (&lines, text, cr, width, CHART_HEIGHT);
}

static double
cost_chart_height (gconstpointer data, const PlimsollPlotText *text, double width)
{
  return CHART_HEIGHT;
}

static void
cost_plot_free (gpointer data)
{
  plimsoll_cost_plot_free (data);
}

static void
add_sentence (PlimsollReportBuilder *self, const char *lead, char *text)
{
  if (text != NULL)
    {
      g_autofree char *sentence = plimsoll_format_sentence (text);

      plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, lead, sentence);
    }
  g_free (text);
}

static void
add_term (PlimsollTable *table, const char *key, const char *label, char *text, double value)
{
  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, label, key);
  plimsoll_table_take_number (table, text, value, 2);
}

static void
add_amount (PlimsollTable *table,
            const char *key,
            const char *label,
            double amount,
            const char *currency)
{
  add_term (table, key, label,
            isnan (amount) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                           : plimsoll_format_money (amount, currency),
            amount);
}

static PlimsollTable *
terms_table (const PlimsollCostSummary *summary, const char *currency)
{
  const PlimsollCostTerms *terms = &summary->terms;
  PlimsollTable *table = plimsoll_table_new ();
  /* Translators: where the price of hardware is from, in a few words. */
  g_autofree char *price =
    g_strdup_printf (_("Purchase price, %s"), plimsoll_cost_origin_text (summary->price_origin));

  plimsoll_table_add_column (table, "term", _("Terms"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "value", "", PLIMSOLL_COLUMN_NUMBER);
  if (plimsoll_cost_terms_by_tokens (terms))
    {
      add_term (table, "input_tokens", _("Tokens of input a month"),
                plimsoll_format_number (terms->input_tokens, 0), terms->input_tokens);
      add_term (table, "output_tokens", _("Tokens of output a month"),
                plimsoll_format_number (terms->output_tokens, 0), terms->output_tokens);
    }
  else
    add_term (table, "hours_per_day", _("Hours a day"),
              plimsoll_format_number (terms->hours_per_day, 1), terms->hours_per_day);
  add_term (table, "utilization", _("Utilization"),
            plimsoll_format_percent (terms->utilization, 0), terms->utilization);
  add_amount (table, "electricity_price", _("Price of a kWh"), terms->electricity_price, currency);
  add_amount (table, "purchase_price", price, terms->purchase_price, currency);
  add_term (table, "resale", _("Share that comes back"),
            plimsoll_format_percent (terms->resale, 0), terms->resale);
  add_term (table, "horizon", _("Months looked ahead"), plimsoll_format_count (terms->horizon),
            terms->horizon);

  return table;
}

static PlimsollTable *
totals_table (const PlimsollCostSummary *summary, const char *currency)
{
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "total", _("What it comes to"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "value", "", PLIMSOLL_COLUMN_NUMBER);
  add_amount (table, "power_per_month", _("Power a month"), summary->power, currency);
  add_amount (table, "rent_per_month", _("Rent a month"), summary->rent, currency);
  add_term (table, "break_even_months", _("Months to break even"),
            isnan (summary->break_even.months)
              ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
              : plimsoll_cost_format_months (summary->break_even.months),
            summary->break_even.months);
  add_amount (table, "rented", _("Paid by then, renting"), summary->break_even.rented, currency);
  add_amount (table, "bought", _("Paid by then, buying"), summary->break_even.bought, currency);

  return table;
}

/* --- Offers --- */

static gboolean
is_text (PlimsollRentalColumn column)
{
  return column <= PLIMSOLL_RENTAL_HARDWARE;
}

static void
add_rental (PlimsollTable *table,
            PlimsollRental *rental,
            const PlimsollRentalColumn *columns,
            guint n,
            const char *currency)
{
  for (guint i = 0; i < n; i++)
    {
      char *text = plimsoll_rental_get_text (rental, columns[i], currency);

      if (is_text (columns[i]))
        {
          plimsoll_table_add_cell (table, text, NULL);
          g_free (text);
        }
      else if (columns[i] == PLIMSOLL_RENTAL_AGE)
        {
          plimsoll_table_add_cell (
            table, text, plimsoll_cloud_offer_get_date (plimsoll_rental_get_offer (rental)));
          g_free (text);
        }
      else
        plimsoll_table_take_number (table, text, plimsoll_rental_get_value (rental, columns[i]), 4);
    }
}

static PlimsollTable *
offers_table (PlimsollCostModel *model, PlimsollRental *compared, const char *currency)
{
  static const PlimsollRentalColumn columns[] = {
    PLIMSOLL_RENTAL_PROVIDER, PLIMSOLL_RENTAL_HARDWARE, PLIMSOLL_RENTAL_TIER,
    PLIMSOLL_RENTAL_PER_HOUR, PLIMSOLL_RENTAL_DECODE,   PLIMSOLL_RENTAL_OUTPUT,
    PLIMSOLL_RENTAL_AGE,
  };
  g_autoptr (GPtrArray) rentals = g_ptr_array_new_with_free_func (g_object_unref);
  PlimsollTable *table = plimsoll_table_new ();

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    g_ptr_array_add (rentals, g_list_model_get_item (G_LIST_MODEL (model), i));
  g_ptr_array_sort (rentals, plimsoll_rental_compare_output);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const PlimsollRentalColumnInfo *info = plimsoll_rental_column_info (columns[i]);
      g_autofree char *key = g_strdelimit (g_strdup (info->key), "-", '_');

      plimsoll_table_add_column (table, columns[i] == PLIMSOLL_RENTAL_AGE ? "date" : key,
                                 _(info->title),
                                 is_text (columns[i]) ? PLIMSOLL_COLUMN_TEXT
                                                      : PLIMSOLL_COLUMN_NUMBER);
    }
  for (guint i = 0; i < MIN (rentals->len, MOST_OFFERS); i++)
    {
      plimsoll_table_add_row (table, rentals->pdata[i] == compared);
      add_rental (table, rentals->pdata[i], columns, G_N_ELEMENTS (columns), currency);
    }

  return table;
}

void
plimsoll_report_add_cost (PlimsollReportBuilder *self)
{
  PlimsollCostModel *model;
  const PlimsollCostSummary *summary;
  g_autoptr (PlimsollCostPlot) plot = NULL;
  g_autofree char *currency = NULL, *title = NULL;
  guint n_lines;

  if (!self->estimate->valid)
    return;

  model = plimsoll_report_get_cost (self);
  summary = plimsoll_cost_model_get_summary (model);
  g_object_get (self->scenario, "currency", &currency, NULL);
  title = plimsoll_cost_title (model);

  plimsoll_document_add_section (self->document, "cost", _("Cost: rent or buy"), FALSE);
  add_sentence (self, NULL, g_steal_pointer (&title));
  add_sentence (self, NULL, plimsoll_cost_detail (model));
  add_sentence (self, NULL, plimsoll_cost_api_text (model));
  add_sentence (self, NULL, plimsoll_cost_speed_text (model));
  add_sentence (self, NULL, plimsoll_cost_age_text (model));
  plot = plimsoll_cost_plot_new (model);
  plimsoll_cost_plot_get_terms (plot, &n_lines);
  if (n_lines > 0)
    {
      const PlimsollPicture picture = { cost_chart_height, cost_chart_draw, g_steal_pointer (&plot),
                                        cost_plot_free };

      plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_WHOLE,
                                     _("What was paid, by month"));
      plimsoll_document_take_picture (self->document, PLIMSOLL_PLACE_WHOLE,
                                      _("What was paid month by month, renting and buying, and "
                                         "where the two cross"),
                                      &picture);
    }
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_START, "cost_terms",
                                terms_table (summary, currency));
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_END, "cost",
                                totals_table (summary, currency));
  if (summary->n_offers > 0)
    {
      g_autofree char *offers = plimsoll_cost_offers_text (model);

      plimsoll_document_add_heading (self->document, PLIMSOLL_PLACE_WHOLE, offers);
      plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "offers",
                                    offers_table (model, summary->rental, currency));
    }
}

/* --- Training --- */

static void
add_part_row (PlimsollTable *table, const PlimsollTrainingAnswer *answer, PlimsollTrainingPart part)
{
  gboolean any = FALSE;

  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    any |= answer->results[i].memory.parts[answer->results[i].memory.peak][part] > 0;
  if (!any)
    return;

  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, plimsoll_training_part_name (part),
                           plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_PART, (int) part));
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    {
      const PlimsollTrainingResult *result = &answer->results[i];

      if (result->refusal != NULL)
        plimsoll_table_add_cell (table, PLIMSOLL_FORMAT_UNKNOWN, "");
      else
        plimsoll_report_add_gib (table, result->memory.parts[result->memory.peak][part], 2);
    }
}

static void
add_required_rows (PlimsollTable *table, const PlimsollTrainingAnswer *answer)
{
  static const char *const keys[] = { "required", "low", "high" };
  g_autofree char *required = plimsoll_format_in_unit (_("Required of each GPU, GiB"));
  const char *const labels[] = { required, _("  at least"), _("  at most") };

  for (guint row = 0; row < G_N_ELEMENTS (keys); row++)
    {
      plimsoll_table_add_row (table, row == 0);
      plimsoll_table_add_cell (table, labels[row], keys[row]);
      for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
        {
          const PlimsollTrainingMemory *memory = &answer->results[i].memory;

          if (answer->results[i].refusal != NULL)
            plimsoll_table_add_cell (table, PLIMSOLL_FORMAT_UNKNOWN, "");
          else
            plimsoll_report_add_gib (table,
                                     row == 0   ? memory->required
                                     : row == 1 ? memory->low
                                                : memory->high,
                                     2);
        }
    }
}

static void
add_verdict_row (PlimsollTable *table, const PlimsollTrainingAnswer *answer)
{
  plimsoll_table_add_row (table, FALSE);
  plimsoll_table_add_cell (table, _("Verdict"), "verdict");
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    plimsoll_report_add_verdict (table, answer->results[i].refusal != NULL
                                          ? PLIMSOLL_VERDICT_UNKNOWN
                                          : answer->results[i].verdict);
}

static PlimsollTable *
training_table (const PlimsollTrainingAnswer *answer)
{
  PlimsollTable *table = plimsoll_table_new ();
  g_autofree char *peak = plimsoll_format_in_unit (_("GiB at the peak"));

  plimsoll_table_add_column (table, "part", peak, PLIMSOLL_COLUMN_TEXT);
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    plimsoll_table_add_column (table,
                               plimsoll_enum_nick (PLIMSOLL_TYPE_TRAINING_METHOD,
                                                   (int) answer->results[i].method),
                               plimsoll_training_method_name (answer->results[i].method),
                               PLIMSOLL_COLUMN_NUMBER);
  for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
    add_part_row (table, answer, (PlimsollTrainingPart) part);
  add_required_rows (table, answer);
  add_verdict_row (table, answer);

  return table;
}

static void
add_method_notes (PlimsollReportBuilder *self, const PlimsollTrainingResult *result)
{
  g_auto (GStrv) notes = plimsoll_training_notes (result, self->scenario, self->ask.training);
  g_autofree char *lead = plimsoll_format_sentence (plimsoll_training_method_name (result->method));
  g_autofree char *text = NULL;

  if (result->refusal != NULL)
    text = plimsoll_training_refusal_text (result->refusal);
  else
    text = plimsoll_format_list ((const char *const *) notes);
  if (*text == '\0')
    return;
  plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, lead, text);
}

/* "transformers, adamw, sequences of 2K, 1 at once": what the table goes by. */
static char *
training_terms (PlimsollTrainingScenario *training)
{
  g_autoptr (JsonObject) question = plimsoll_training_scenario_to_json (training);
  static const char *const members[] = { "framework", "optimizer", "precision", "sequence",
                                         "batch",     "rank",      "targets",   "sharding" };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      JsonNode *node = json_object_get_member (question, members[i]);
      g_autofree char *value = NULL;

      if (node == NULL)
        continue;
      value = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING
                ? json_node_dup_string (node)
                : json_to_string (node, FALSE);
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? " · " : "", members[i], value);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

void
plimsoll_report_add_training (PlimsollReportBuilder *self)
{
  g_autofree PlimsollTrainingAnswer *answer = g_new0 (PlimsollTrainingAnswer, 1);
  g_autofree char *terms = NULL;

  if (plimsoll_scenario_get_model (self->scenario) == NULL)
    return;

  plimsoll_training_answer (self->scenario, self->ask.training, self->ask.catalog, answer);
  terms = training_terms (self->ask.training);
  plimsoll_document_add_section (self->document, "training", _("Training"), FALSE);
  plimsoll_document_add_paragraph (self->document, PLIMSOLL_PLACE_WHOLE, NULL, terms);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "training",
                                training_table (answer));
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    add_method_notes (self, &answer->results[i]);
}
