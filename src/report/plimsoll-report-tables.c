/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-report-private.h"

#include "plimsoll-accelerator-report.h"
#include "plimsoll-cost-terms.h"
#include "plimsoll-fit-table.h"
#include "plimsoll-format.h"
#include "plimsoll-recommendation.h"

#include <glib/gi18n.h>
#include <math.h>

/* So many stand below the question's own hardware, unless all are asked for. */
#define MOST_NEIGHBOURS 7

/* --- Rows of a fit model --- */

void
plimsoll_report_add_fit_columns (PlimsollTable *table,
                                 const char *name,
                                 const PlimsollFitColumn *columns,
                                 guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = plimsoll_fit_table_column_key (columns[i]);
      g_autofree char *title = plimsoll_fit_table_column_title (columns[i]);

      plimsoll_table_add_column (table, key, columns[i] == PLIMSOLL_FIT_NAME ? name : title,
                                 columns[i] == PLIMSOLL_FIT_NAME ? PLIMSOLL_COLUMN_TEXT
                                                                 : PLIMSOLL_COLUMN_NUMBER);
    }
}

void
plimsoll_report_add_fit_cells (PlimsollTable *table,
                               PlimsollFit *fit,
                               const PlimsollFitColumn *columns,
                               guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = plimsoll_fit_get_text (fit, columns[i]);
      g_autofree char *plain = plimsoll_fit_table_plain (fit, columns[i]);

      plimsoll_table_add_cell (table, text, plain);
    }
}

/* What fits comes first, then what runs in part; within that the fastest. */
static guint
rank_of (PlimsollFit *fit)
{
  switch (plimsoll_fit_get_figures (fit)->verdict)
    {
    case PLIMSOLL_VERDICT_FITS:
    case PLIMSOLL_VERDICT_TIGHT:
      return 0;
    case PLIMSOLL_VERDICT_OFFLOAD:
      return 1;
    case PLIMSOLL_VERDICT_EXCEEDS:
      return 2;
    case PLIMSOLL_VERDICT_UNKNOWN:
    default:
      return 3;
    }
}

static int
compare_fits (gconstpointer a, gconstpointer b)
{
  PlimsollFit *one = *(PlimsollFit *const *) a, *other = *(PlimsollFit *const *) b;
  const guint first = rank_of (one), second = rank_of (other);
  const double fast = plimsoll_fit_get_value (one, PLIMSOLL_FIT_DECODE);
  const double faster = plimsoll_fit_get_value (other, PLIMSOLL_FIT_DECODE);
  const guint64 memory = plimsoll_fit_get_figures (one)->usable;
  const guint64 more = plimsoll_fit_get_figures (other)->usable;

  if (first != second)
    return first < second ? -1 : 1;
  if (isnan (fast) != isnan (faster))
    return isnan (fast) ? 1 : -1;
  if (!isnan (fast) && (fast < faster || fast > faster))
    return fast > faster ? -1 : 1;
  if (memory != more)
    return memory > more ? -1 : 1;

  return g_utf8_collate (plimsoll_fit_get_name (one), plimsoll_fit_get_name (other));
}

/* --- Which hardware --- */

static void
add_id (GHashTable *wanted, PlimsollAccelerator *accelerator)
{
  if (accelerator != NULL && g_hash_table_size (wanted) <= MOST_NEIGHBOURS)
    g_hash_table_add (wanted, g_strdup (plimsoll_accelerator_get_id (accelerator)));
}

/* The question's own, what is next to it in memory and price, and what is recommended. */
static GHashTable *
find_neighbours (PlimsollReportBuilder *self, const GPtrArray *recommended)
{
  GHashTable *wanted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  PlimsollAccelerator *own = plimsoll_scenario_get_accelerator (self->scenario);
  const PlimsollAlternative *rows;
  guint n;

  add_id (wanted, own);
  for (guint i = 0; i < recommended->len; i++)
    if (plimsoll_recommendation_get_offer (recommended->pdata[i]) == NULL)
      add_id (wanted, plimsoll_recommendation_get_accelerator (recommended->pdata[i]));
  if (own != NULL)
    {
      g_autoptr (PlimsollAcceleratorReport) report = plimsoll_accelerator_report_new (
        self->ask.sizer, own, G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->ask.catalog)),
        NULL);

      plimsoll_accelerator_report_set_live (report, FALSE);
      rows = plimsoll_accelerator_report_get_alternatives (report, &n);
      for (guint i = 0; i < n; i++)
        add_id (wanted, rows[i].accelerator);
    }

  return wanted;
}

static GPtrArray *
find_rows (PlimsollReportBuilder *self, PlimsollFitModel *model, GHashTable *wanted)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    {
      PlimsollFit *fit = g_list_model_get_item (G_LIST_MODEL (model), i);

      if (wanted == NULL
          || g_hash_table_contains (
            wanted, plimsoll_accelerator_get_id (plimsoll_fit_get_accelerator (fit))))
        g_ptr_array_add (rows, fit);
      else
        g_object_unref (fit);
    }
  g_ptr_array_sort (rows, compare_fits);

  return rows;
}

/* What a million tokens cost on the cheapest offer of just that hardware. */
static double
token_cost (PlimsollReportBuilder *self, PlimsollFit *fit)
{
  PlimsollCloudOffer *offer =
    plimsoll_cost_find_offer (plimsoll_catalog_get_offers (self->ask.catalog),
                              plimsoll_fit_get_accelerator (fit),
                              MAX (plimsoll_scenario_get_accelerator_count (self->scenario), 1));
  double utilization;

  if (offer == NULL)
    return (double) NAN;
  g_object_get (self->scenario, "utilization", &utilization, NULL);

  return plimsoll_cost_per_million (plimsoll_cloud_offer_get_rate (offer),
                                    plimsoll_fit_get_value (fit, PLIMSOLL_FIT_DECODE), utilization);
}

static PlimsollTable *
hardware_table (PlimsollReportBuilder *self, GPtrArray *rows)
{
  static const PlimsollFitColumn columns[] = {
    PLIMSOLL_FIT_NAME,    PLIMSOLL_FIT_USABLE, PLIMSOLL_FIT_REQUIRED,
    PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,
  };
  /* No row is what different ones are together. */
  const gboolean alone = plimsoll_scenario_get_further_accelerators (self->scenario)->len == 0;
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_report_add_fit_columns (table, _("Hardware"), columns, G_N_ELEMENTS (columns));
  plimsoll_table_add_column (table, "usd_per_million_tokens", _("$ / 1M"), PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "verdict", _("Verdict"), PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < rows->len; i++)
    {
      PlimsollFit *fit = rows->pdata[i];

      plimsoll_table_add_row (table, alone
                                       && plimsoll_fit_get_accelerator (fit)
                                            == plimsoll_scenario_get_accelerator (self->scenario));
      plimsoll_report_add_fit_cells (table, fit, columns, G_N_ELEMENTS (columns));
      plimsoll_report_add_money (table, token_cost (self, fit), "$");
      plimsoll_report_add_verdict (table, plimsoll_fit_get_figures (fit)->verdict);
    }

  return table;
}

static void
add_recommended (PlimsollReportBuilder *self, const GPtrArray *recommended)
{
  PlimsollTable *table = plimsoll_table_new ();

  plimsoll_table_add_column (table, "kind", _("Recommended"), PLIMSOLL_COLUMN_TEXT);
  plimsoll_table_add_column (table, "hardware", _("Hardware"), PLIMSOLL_COLUMN_WIDE);
  plimsoll_table_add_column (table, "figure", "", PLIMSOLL_COLUMN_NUMBER);
  plimsoll_table_add_column (table, "detail", "", PLIMSOLL_COLUMN_NUMBER);
  for (guint i = 0; i < recommended->len; i++)
    {
      PlimsollRecommendation *row = recommended->pdata[i];
      g_autofree char *title = plimsoll_recommendation_get_title (row);
      g_autofree char *name = plimsoll_recommendation_get_name (row);
      g_autofree char *figure = plimsoll_recommendation_get_figure (row);
      g_autofree char *detail = plimsoll_recommendation_get_detail (row);

      plimsoll_table_add_row (table, FALSE);
      plimsoll_table_add_cell (table, title, NULL);
      plimsoll_table_add_cell (table, name, NULL);
      plimsoll_table_add_cell (table, figure, NULL);
      plimsoll_table_add_cell (table, detail, NULL);
    }
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "recommended", table);
}

void
plimsoll_report_add_hardware (PlimsollReportBuilder *self)
{
  g_autoptr (PlimsollRecommendationAsk) ask = NULL;
  g_autoptr (GPtrArray) recommended = NULL;
  g_autoptr (PlimsollFitModel) model = NULL;
  g_autoptr (GHashTable) wanted = NULL;
  g_autoptr (GPtrArray) rows = NULL;
  g_autofree char *title = NULL;
  GListModel *accelerators = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->ask.catalog));

  if (plimsoll_scenario_get_model (self->scenario) == NULL)
    return;

  ask = plimsoll_recommendation_ask_new (self->ask.sizer, accelerators,
                                         plimsoll_catalog_get_offers (self->ask.catalog));
  recommended = plimsoll_recommendation_find (ask);
  model = plimsoll_fit_model_new (self->ask.sizer, PLIMSOLL_VARY_HARDWARE, accelerators, NULL);
  plimsoll_fit_model_flush (model);
  if (!self->ask.all_hardware)
    wanted = find_neighbours (self, recommended);
  rows = find_rows (self, model, wanted);

  title = plimsoll_scenario_get_accelerator_count (self->scenario) > 1
            /* Translators: how many of each kind of hardware. */
            ? g_strdup_printf (_("The same on other hardware, %u of each"),
                               plimsoll_scenario_get_accelerator_count (self->scenario))
            : g_strdup (_("The same on other hardware"));
  plimsoll_document_add_section (self->document, "hardware", title, FALSE);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "hardware",
                                hardware_table (self, rows));
  if (recommended->len > 0)
    add_recommended (self, recommended);
}

/* --- Precisions --- */

void
plimsoll_report_add_precision (PlimsollReportBuilder *self)
{
  static const PlimsollFitColumn columns[] = {
    PLIMSOLL_FIT_NAME,     PLIMSOLL_FIT_BITS,    PLIMSOLL_FIT_QUALITY, PLIMSOLL_FIT_SIZE,
    PLIMSOLL_FIT_REQUIRED, PLIMSOLL_FIT_LONGEST, PLIMSOLL_FIT_DECODE,  PLIMSOLL_FIT_VERDICT,
  };
  g_autoptr (PlimsollFitModel) model = NULL;
  PlimsollTable *table;
  guint n;

  if (plimsoll_scenario_get_model (self->scenario) == NULL)
    return;

  model = plimsoll_fit_model_new (self->ask.sizer, PLIMSOLL_VARY_PRECISION, NULL,
                                  plimsoll_catalog_get_quality (self->ask.catalog));
  plimsoll_fit_model_flush (model);
  n = g_list_model_get_n_items (G_LIST_MODEL (model));
  if (n == 0)
    return;

  table = plimsoll_table_new ();
  plimsoll_report_add_fit_columns (table, _("Precision"), columns, G_N_ELEMENTS (columns));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (model), i);

      plimsoll_table_add_row (table, plimsoll_scenario_has_precision (self->scenario,
                                                                      plimsoll_fit_get_name (fit)));
      plimsoll_report_add_fit_cells (table, fit, columns, G_N_ELEMENTS (columns));
    }
  plimsoll_document_add_section (self->document, "precision", _("In other precisions"), FALSE);
  plimsoll_document_take_table (self->document, PLIMSOLL_PLACE_WHOLE, "precision", table);
}
