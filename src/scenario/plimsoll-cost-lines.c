/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-lines.h"

#include "plimsoll-format.h"
#include "plimsoll-scenario-private.h"

#include <glib/gi18n.h>
#include <math.h>

static char *
money (PlimsollCostModel *model, double amount)
{
  return plimsoll_format_money (amount,
                                plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (model))
                                  ->currency);
}

static void
fill_buy (PlimsollCostModel *model, PlimsollCostLine *line)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  const double price = summary->terms.purchase_price;
  g_autofree char *bought = money (model, price);
  g_autofree char *power = money (model, summary->power);

  *line = (PlimsollCostLine) {
    .kind = PLIMSOLL_COST_LINE_BUY,
    .name = g_strdup (C_("line of a chart", "Buy")),
    /* Translators: two amounts of money: a price, and what the power costs. */
    .terms = g_strdup_printf (_("%s + %s a month"), bought, power),
    .start = price,
    .a_month = summary->power,
    .resale = price * summary->terms.resale,
  };
}

static void
fill_rent (PlimsollCostModel *model,
           PlimsollRental *rental,
           PlimsollCostLineKind kind,
           PlimsollCostLine *line)
{
  const double a_month = plimsoll_rental_get_figures (rental)->a_month;
  g_autofree char *rent = money (model, a_month);
  const char *provider = plimsoll_cloud_offer_get_provider (plimsoll_rental_get_offer (rental));

  *line = (PlimsollCostLine) {
    .kind = kind,
    /* Translators: a provider. */
    .name = kind == PLIMSOLL_COST_LINE_RENT ? g_strdup_printf (_("Rent, %s"), provider)
                                            : g_strdup_printf (_("Cheapest, %s"), provider),
    /* Translators: an amount of money. */
    .terms = g_strdup_printf (_("%s a month"), rent),
    .a_month = a_month,
  };
}

/* The least a month that carries the load and cannot be taken away. */
static PlimsollRental *
find_cheapest (PlimsollCostModel *model)
{
  GListModel *list = G_LIST_MODEL (model);
  PlimsollRental *cheapest = NULL;
  double least = (double) INFINITY;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      /* The list keeps it. */
      g_autoptr (PlimsollRental) rental = g_list_model_get_item (list, i);
      const PlimsollRentalFigures *figures = plimsoll_rental_get_figures (rental);

      if (figures->a_month < least && figures->instances == 1
          && plimsoll_cloud_offer_get_tier (plimsoll_rental_get_offer (rental))
               == PLIMSOLL_TIER_ON_DEMAND)
        {
          least = figures->a_month;
          cheapest = rental;
        }
    }

  return cheapest;
}

guint
plimsoll_cost_lines (PlimsollCostModel *model, PlimsollCostLine *lines)
{
  const PlimsollCostSummary *summary;
  PlimsollRental *cheapest;
  guint n = 0;

  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (model), 0);
  g_return_val_if_fail (lines != NULL, 0);

  summary = plimsoll_cost_model_get_summary (model);
  cheapest = find_cheapest (model);
  if (summary->fault == PLIMSOLL_COST_COMPARED)
    fill_buy (model, &lines[n++]);
  if (summary->rental != NULL && !isnan (summary->rent))
    fill_rent (model, summary->rental, PLIMSOLL_COST_LINE_RENT, &lines[n++]);
  if (cheapest != NULL && cheapest != summary->rental)
    fill_rent (model, cheapest, PLIMSOLL_COST_LINE_CHEAPEST, &lines[n++]);
  if (!isnan (summary->api_a_month))
    {
      g_autofree char *api = money (model, summary->api_a_month);

      lines[n++] = (PlimsollCostLine) {
        .kind = PLIMSOLL_COST_LINE_API,
        .name = g_strdup (_("API")),
        .terms = g_strdup_printf (_("%s a month"), api),
        .a_month = summary->api_a_month,
      };
    }

  return n;
}

void
plimsoll_cost_lines_clear (PlimsollCostLine *lines, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      g_clear_pointer (&lines[i].name, g_free);
      g_clear_pointer (&lines[i].terms, g_free);
    }
}

double
plimsoll_cost_line_at (const PlimsollCostLine *line, double months)
{
  return line->start + line->a_month * months;
}

char *
plimsoll_cost_format_months (double months)
{
  return plimsoll_format_number (months, months < 10 && months != floor (months) ? 1 : 0);
}
