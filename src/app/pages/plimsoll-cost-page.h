/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-cost-model.h"
#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COST_PAGE (plimsoll_cost_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostPage, plimsoll_cost_page, PLIMSOLL, COST_PAGE, GtkWidget)

/**
 * PlimsollCostPage:
 *
 * Renting, buying and paying by the token: the answer in a sentence, what was paid by the month as
 * a chart or a table, the terms, and the offers that fit.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * Role: group, named "Cost". Another answer is announced, politely.
 */

/** Sets what is for rent, and what hardware costs. */
void plimsoll_cost_page_set_catalog (PlimsollCostPage *self, PlimsollCatalog *catalog);

/** Returns: (nullable) (transfer none): made when the page is first shown. */
PlimsollCostModel *plimsoll_cost_page_get_model (PlimsollCostPage *self);

G_END_DECLS
