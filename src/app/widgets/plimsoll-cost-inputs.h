/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COST_INPUTS (plimsoll_cost_inputs_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostInputs, plimsoll_cost_inputs, PLIMSOLL, COST_INPUTS, GtkWidget)

/**
 * PlimsollCostInputs:
 *
 * What a question says of money: a row for each figure. A price or a power that was not entered is
 * the catalogue's; an emptied row goes back to it. What cannot be is refused in words, which are
 * announced too, and the row has its former figure again.
 *
 * Properties: scenario (PlimsollScenario).
 *
 * Role: group, named "Terms". CSS node: cost-inputs.
 */

/** Returns: (nullable) (transfer none): the row of a property of the scenario. */
GtkWidget *plimsoll_cost_inputs_get_row (PlimsollCostInputs *self, const char *property);

/** Returns: (transfer none): why what was typed last was refused; "" when it was not. */
const char *plimsoll_cost_inputs_get_fault (PlimsollCostInputs *self);

G_END_DECLS
