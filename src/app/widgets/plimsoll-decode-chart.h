/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-chart.h"
#include "plimsoll-decode-curve.h"
#include "plimsoll-figure-table.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_DECODE_CHART (plimsoll_decode_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollDecodeChart,
                      plimsoll_decode_chart,
                      PLIMSOLL,
                      DECODE_CHART,
                      PlimsollChart)

/**
 * PlimsollDecodeChart:
 *
 * How fast tokens come with each context full: a line with its range, dashed where it runs by a
 * plan with a part in system memory, and the load line at the longest context that fits.
 *
 * Role: img, named "Decode by context", described by what it says at its ends. CSS node:
 * decode-chart. Keys: those of #PlimsollChart, in one row.
 */

/** Shows @curve; @longest: the longest context that fits, 0: none. */
void plimsoll_decode_chart_set_curve (PlimsollDecodeChart *self,
                                      const PlimsollDecodeCurve *curve,
                                      guint64 longest);

/** Fills @table with the figures of @curve. */
void plimsoll_decode_chart_fill_table (const PlimsollDecodeCurve *curve,
                                       PlimsollFigureTable *table);

G_END_DECLS
