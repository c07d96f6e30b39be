/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LEGEND (plimsoll_legend_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLegend, plimsoll_legend, PLIMSOLL, LEGEND, GtkWidget)

/**
 * PlimsollLegend:
 *
 * What the parts of the load line are, and how much each takes.
 *
 * Keys: Tab goes through the parts; Enter and Space show how one came about.
 *
 * Role: list of list items, each named "Weights, 17.28 GiB". CSS nodes: legend, with
 * swatch.weights, .cache, .compute, .overhead, .free, .reserved and .over. Mirrored from right to
 * left.
 */
void plimsoll_legend_set_estimate (PlimsollLegend *self, const PlimsollEstimate *estimate);

G_END_DECLS
