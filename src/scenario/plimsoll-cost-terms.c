/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cost-terms.h"

#include "plimsoll-scenario-private.h"

#include <math.h>

/* Returns how many kinds of boards the scenario has, its first among them. */
static guint
list_boards (PlimsollScenario *scenario, PlimsollAcceleratorCount *kinds)
{
  const PlimsollAcceleratorCount first = {
    plimsoll_scenario_get_accelerator (scenario),
    plimsoll_scenario_get_accelerator_count (scenario),
  };
  guint n;

  if (first.accelerator == NULL || first.count == 0)
    return 0;

  n = plimsoll_scenario_get_further_kinds (scenario, kinds + 1);
  kinds[0] = first;

  return 1 + n;
}

static double
board_price (PlimsollAccelerator *accelerator, PlimsollPriceOrigin *origin)
{
  const double list = plimsoll_accelerator_get_list_price (accelerator);
  const double used = plimsoll_accelerator_get_used_price (accelerator)->usd;

  if (!isnan (list))
    *origin = PLIMSOLL_PRICE_LIST;
  else
    *origin = isnan (used) ? PLIMSOLL_PRICE_UNKNOWN : PLIMSOLL_PRICE_USED;

  return isnan (list) ? used : list;
}

double
plimsoll_cost_purchase_price (PlimsollScenario *scenario, PlimsollPriceOrigin *origin)
{
  PlimsollAcceleratorCount kinds[1 + PLIMSOLL_MAX_ACCELERATOR_KINDS];
  const guint n = list_boards (scenario, kinds);
  double sum = 0;

  *origin = PLIMSOLL_PRICE_ENTERED;
  if (!isnan (scenario->purchase_price))
    return scenario->purchase_price;

  *origin = n > 0 ? PLIMSOLL_PRICE_LIST : PLIMSOLL_PRICE_UNKNOWN;
  for (guint i = 0; i < n; i++)
    {
      PlimsollPriceOrigin of_board;

      sum += board_price (kinds[i].accelerator, &of_board) * kinds[i].count;
      if (of_board == PLIMSOLL_PRICE_UNKNOWN || *origin == PLIMSOLL_PRICE_UNKNOWN)
        *origin = PLIMSOLL_PRICE_UNKNOWN;
      else
        *origin = MAX (*origin, of_board);
    }

  return n > 0 ? sum * scenario->exchange_rate : (double) NAN;
}

double
plimsoll_cost_power_draw (PlimsollScenario *scenario, gboolean *entered)
{
  PlimsollAcceleratorCount kinds[1 + PLIMSOLL_MAX_ACCELERATOR_KINDS];
  const guint n = list_boards (scenario, kinds);
  double sum = 0;

  *entered = !isnan (scenario->power_draw);
  if (*entered)
    return scenario->power_draw;

  for (guint i = 0; i < n; i++)
    sum += plimsoll_accelerator_get_facts (kinds[i].accelerator)->power_w * kinds[i].count;

  return n > 0 ? sum * PLIMSOLL_POWER_SHARE : (double) NAN;
}

void
plimsoll_cost_get_terms (PlimsollScenario *scenario, PlimsollCostTerms *terms)
{
  PlimsollPriceOrigin origin;
  gboolean entered;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (scenario));
  g_return_if_fail (terms != NULL);

  *terms = (PlimsollCostTerms) {
    .hours_per_day = scenario->hours_per_day,
    .utilization = scenario->utilization,
    .input_tokens = scenario->input_tokens,
    .output_tokens = scenario->output_tokens,
    .electricity_price = scenario->electricity_price,
    .power_w = plimsoll_cost_power_draw (scenario, &entered),
    .purchase_price = plimsoll_cost_purchase_price (scenario, &origin),
    .resale = scenario->resale,
    .horizon = scenario->horizon,
    .api_input_price = scenario->api_input_price,
    .api_output_price = scenario->api_output_price,
  };
}

void
plimsoll_cost_get_terms_on (PlimsollScenario *scenario,
                            PlimsollAccelerator *accelerator,
                            PlimsollCostTerms *terms)
{
  const guint boards = plimsoll_scenario_get_accelerator_count (scenario);
  PlimsollPriceOrigin origin;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (scenario));
  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator));

  plimsoll_cost_get_terms (scenario, terms);
  if (accelerator == plimsoll_scenario_get_accelerator (scenario) && scenario->further->len == 0)
    return;

  terms->purchase_price = boards > 0
                            ? board_price (accelerator, &origin) * boards * scenario->exchange_rate
                            : (double) NAN;
  terms->power_w = boards > 0 ? plimsoll_accelerator_get_facts (accelerator)->power_w * boards
                                  * PLIMSOLL_POWER_SHARE
                              : (double) NAN;
}

void
plimsoll_cost_get_rates (const PlimsollSpeed *speed, guint parallel, PlimsollCostRates *rates)
{
  rates->input = speed->prefill.value;
  rates->output = speed->decode.value;
  rates->concurrent = parallel > 1 ? speed->batch.value : (double) NAN;
}

PlimsollCloudOffer *
plimsoll_cost_find_offer (GListModel *offers, PlimsollAccelerator *accelerator, guint boards)
{
  PlimsollCloudOffer *cheapest = NULL;
  const char *id;
  guint on_board;

  g_return_val_if_fail (G_IS_LIST_MODEL (offers), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), NULL);

  id = plimsoll_accelerator_get_id (accelerator);
  on_board = MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1);
  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      /* The list keeps it. */
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      const guint count = plimsoll_cloud_offer_get_count (offer);

      if (g_strcmp0 (plimsoll_cloud_offer_get_accelerator_id (offer), id) != 0
          || plimsoll_cloud_offer_get_tier (offer) != PLIMSOLL_TIER_ON_DEMAND
          || count != boards * (plimsoll_cloud_offer_is_per_device (offer) ? on_board : 1))
        continue;
      if (cheapest == NULL
          || plimsoll_cloud_offer_get_rate (offer) < plimsoll_cloud_offer_get_rate (cheapest))
        cheapest = offer;
    }

  return cheapest;
}
