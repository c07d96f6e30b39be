/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COST_CHART (plimsoll_cost_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostChart, plimsoll_cost_chart, PLIMSOLL, COST_CHART, GtkWidget)

/**
 * PlimsollCostChart:
 *
 * What renting and buying cost by the month, as lines.
 *
 * Role: img, named "Cost by month", described by where the lines start and end. CSS node:
 * cost-chart; one focus stop. Keys: Left and Right go along a line by a month, with Shift by a
 * year, Home and End to its ends; Up and Down go to the next line; Escape leaves them. What stands
 * there is announced. Mirrored from right to left, Left and Right too.
 */

/** Draws @model as it is now. Returns: whether there is anything to draw. */
gboolean plimsoll_cost_chart_update (PlimsollCostChart *self, PlimsollCostModel *model);

/** Returns: (transfer full) (nullable): what the point that is looked at says; %NULL: none is. */
char *plimsoll_cost_chart_describe_point (PlimsollCostChart *self);

/** Returns: (transfer full): all lines in words. */
char *plimsoll_cost_chart_describe (PlimsollCostChart *self);

G_END_DECLS
