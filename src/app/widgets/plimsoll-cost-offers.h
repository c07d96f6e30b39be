/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COST_OFFERS (plimsoll_cost_offers_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostOffers, plimsoll_cost_offers, PLIMSOLL, COST_OFFERS, GtkWidget)

/**
 * PlimsollCostOffers:
 *
 * The offers that run the question, as a table that can be sorted; the one that buying is compared
 * with is marked. Activating a row compares with that one. Rows stay where they are while figures
 * change, and are in order again soon after.
 *
 * Role: group; what is in it has that of a table. CSS node: cost-offers.
 */

void plimsoll_cost_offers_set_model (PlimsollCostOffers *self, PlimsollCostModel *model);

/** @narrowness: 0: all columns have room, 1, 2: fewer have, 3: a telephone */
void plimsoll_cost_offers_set_narrowness (PlimsollCostOffers *self, guint narrowness);

/** Returns: (transfer none): what the table shows, in its order. */
GListModel *plimsoll_cost_offers_get_rows (PlimsollCostOffers *self);

/** Compares with the offer at @position of the rows. */
void plimsoll_cost_offers_choose (PlimsollCostOffers *self, guint position);

G_END_DECLS
