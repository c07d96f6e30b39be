/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-chart.h"
#include "plimsoll-requests-curve.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_REQUESTS_CHART (plimsoll_requests_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollRequestsChart,
                      plimsoll_requests_chart,
                      PLIMSOLL,
                      REQUESTS_CHART,
                      PlimsollChart)

/**
 * PlimsollRequestsChart:
 *
 * What several requests at once get at most: all together, and each of them, dashed. The load line
 * stands at the most that fit.
 *
 * Role: img, named "Speed by concurrent requests". CSS node: requests-chart. Keys: those of
 * #PlimsollChart; the rows are the two lines.
 */

void plimsoll_requests_chart_set_curve (PlimsollRequestsChart *self,
                                        const PlimsollRequestsCurve *curve);

G_END_DECLS
