/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-decode-curve.h"
#include "plimsoll-line-plot.h"

G_BEGIN_DECLS

/** PlimsollDecodePlot: how fast a question decodes by its context, ready to be drawn; the load line
 * stands at the longest that fits. */
typedef struct _PlimsollDecodePlot PlimsollDecodePlot;

/**
 * plimsoll_decode_plot_new:
 * @longest: tokens; 0: none fits
 *
 * Returns: (transfer full): of @curve as it is now
 */
PlimsollDecodePlot *plimsoll_decode_plot_new (const PlimsollDecodeCurve *curve, guint64 longest);
void plimsoll_decode_plot_free (PlimsollDecodePlot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollDecodePlot, plimsoll_decode_plot_free)

/** Returns: (transfer none): direction and the point that is looked at may be set. */
PlimsollLinePlot *plimsoll_decode_plot_get_lines (PlimsollDecodePlot *self);

/** Returns: what is drawn of a range: of one without a value, the faster of its bounds. */
double plimsoll_decode_plot_value (const PlimsollRange *range);

G_END_DECLS
