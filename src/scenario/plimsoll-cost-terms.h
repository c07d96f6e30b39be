/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cloud-offer.h"
#include "plimsoll-cost.h"
#include "plimsoll-scenario.h"
#include "plimsoll-speed.h"

G_BEGIN_DECLS

/* What a scenario says of money, as the arithmetic asks it, and the one offer for a table of
 * hardware. */

/** From where a purchase price is. */
typedef enum
{
  PLIMSOLL_PRICE_UNKNOWN,
  PLIMSOLL_PRICE_ENTERED,
  PLIMSOLL_PRICE_LIST, /* the maker's, when it came out */
  PLIMSOLL_PRICE_USED, /* what it goes for used, where no list price is known */
} PlimsollPriceOrigin;

/**
 * plimsoll_cost_purchase_price:
 * @origin: (out): the least sure of all boards
 *
 * Returns: what all accelerators of @scenario cost, in its currency: what was entered, else the
 *   catalogue's prices; NAN when one is not known
 */
double plimsoll_cost_purchase_price (PlimsollScenario *scenario, PlimsollPriceOrigin *origin);

/**
 * plimsoll_cost_power_draw:
 * @entered: (out): whether somebody entered it
 *
 * Returns: watts that all accelerators of @scenario draw in use: what was entered, else
 *   %PLIMSOLL_POWER_SHARE of their board power; NAN when one is not known
 */
double plimsoll_cost_power_draw (PlimsollScenario *scenario, gboolean *entered);

/** Sets @terms to those of @scenario. */
void plimsoll_cost_get_terms (PlimsollScenario *scenario, PlimsollCostTerms *terms);

/** Sets @terms to those of @scenario with as many boards of @accelerator as it has of its first.
 * What was entered of the question's own hardware is of nothing else. */
void plimsoll_cost_get_terms_on (PlimsollScenario *scenario,
                                 PlimsollAccelerator *accelerator,
                                 PlimsollCostTerms *terms);

/** Sets @rates to those of @speed, with @parallel requests at once. */
void plimsoll_cost_get_rates (const PlimsollSpeed *speed, guint parallel, PlimsollCostRates *rates);

/**
 * plimsoll_cost_find_offer:
 * @offers: of #PlimsollCloudOffer
 * @boards: how many of @accelerator
 *
 * For a price beside hardware, where no question has been asked of every offer: what an hour of
 * exactly that hardware costs, in US dollars, by plimsoll_cloud_offer_get_rate(); and from that and
 * the speed there plimsoll_cost_per_million() is what a million tokens cost.
 *
 * Returns: (nullable) (transfer none): the cheapest that is let on demand, of those in @offers
 */
PlimsollCloudOffer *
plimsoll_cost_find_offer (GListModel *offers, PlimsollAccelerator *accelerator, guint boards);

G_END_DECLS
