/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-decode-curve.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_DECODE_CHART (plimsoll_decode_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollDecodeChart, plimsoll_decode_chart, PLIMSOLL, DECODE_CHART, GtkWidget)

/**
 * PlimsollDecodeChart:
 *
 * How fast tokens come with each context full: a line with its range, dashed where it runs by a
 * plan with a part in system memory, and the load line at the longest context that fits.
 *
 * Role: img, named "Decode by context", described by what it says. CSS node: decode-chart; one
 * focus stop. Keys: Left and Right one point, Home and End: a guide moves, and what is there is
 * announced; Escape takes it back. Mirrored from right to left, keys too.
 */

/** Shows @curve; @longest: the longest context that fits, 0: none. */
void plimsoll_decode_chart_set_curve (PlimsollDecodeChart *self,
                                      const PlimsollDecodeCurve *curve,
                                      guint64 longest);

/** Returns: (transfer full): what the point under the guide says, or the whole in a sentence. */
char *plimsoll_decode_chart_describe (PlimsollDecodeChart *self);

G_END_DECLS
