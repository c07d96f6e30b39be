/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cargo.h"
#include "plimsoll-chart.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_WATERFALL (plimsoll_waterfall_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollWaterfall, plimsoll_waterfall, PLIMSOLL, WATERFALL, PlimsollChart)

/** What a #PlimsollWaterfall says of a row. */
typedef struct
{
  const char *label;
  double before; /* GiB */
  double after;
} PlimsollWaterfallRow;

/**
 * PlimsollWaterfall:
 *
 * How the memory of one question becomes that of another: weights, cache, buffers, overhead.
 *
 * Role: img, named "Memory, from A to B", described by the row that is looked at, or by the whole.
 * CSS node: waterfall. Keys: those of #PlimsollChart, a point a row. Mirrored from right to left.
 */

/** Shows what turns @before into @after; usable memory of 0 is not known. */
void plimsoll_waterfall_set_cargos (PlimsollWaterfall *self,
                                    const char *before_label,
                                    const PlimsollCargo *before,
                                    guint64 before_usable,
                                    const char *after_label,
                                    const PlimsollCargo *after,
                                    guint64 after_usable);

/** Returns: how many rows there are, the sums first and last. */
guint plimsoll_waterfall_get_n_rows (PlimsollWaterfall *self);

/** Sets what the chart shows in @row; its label is good until the next change. */
void plimsoll_waterfall_get_row (PlimsollWaterfall *self, guint row, PlimsollWaterfallRow *shown);

G_END_DECLS
