/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-lines.h"
#include "plimsoll-line-plot.h"

G_BEGIN_DECLS

/** PlimsollCostPlot: what renting and buying cost by the month, ready to be drawn; the load line
 * stands where they break even. */
typedef struct _PlimsollCostPlot PlimsollCostPlot;

/** Returns: (transfer full): of @model as it is now. */
PlimsollCostPlot *plimsoll_cost_plot_new (PlimsollCostModel *model);
void plimsoll_cost_plot_free (PlimsollCostPlot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollCostPlot, plimsoll_cost_plot_free)

/** Returns: (transfer none): direction and the point that is looked at may be set. */
PlimsollLinePlot *plimsoll_cost_plot_get_lines (PlimsollCostPlot *self);

/** Returns: (transfer none) (array length=n): what the series are. */
const PlimsollCostLine *plimsoll_cost_plot_get_terms (PlimsollCostPlot *self, guint *n);

/** Returns: the months looked ahead: points less one. */
guint plimsoll_cost_plot_get_horizon (PlimsollCostPlot *self);

/** Returns: (transfer full): what was paid by @series after @month: "$1,877". */
char *plimsoll_cost_plot_format (PlimsollCostPlot *self, guint series, guint month);

G_END_DECLS
