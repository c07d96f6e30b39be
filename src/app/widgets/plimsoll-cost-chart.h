/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-chart.h"
#include "plimsoll-cost-model.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COST_CHART (plimsoll_cost_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostChart, plimsoll_cost_chart, PLIMSOLL, COST_CHART, PlimsollChart)

/**
 * PlimsollCostChart:
 *
 * What renting and buying cost by the month, as lines.
 *
 * Role: img, named "Cost by month", described by where the lines end. CSS node: cost-chart. Keys:
 * those of #PlimsollChart; a point is a month, the stride is a year, rows are the lines.
 */

/** Draws @model as it is now. Returns: whether there is anything to draw. */
gboolean plimsoll_cost_chart_update (PlimsollCostChart *self, PlimsollCostModel *model);

G_END_DECLS
