/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * plimsoll_plot_ground_text:
 * @scale: size of the words, of the widget's own
 *
 * What a chart in @widget needs to set its words: its font, and ink for the ground that it is on.
 */
void plimsoll_plot_ground_text (GtkWidget *widget, double scale, PlimsollPlotText *text);

/** Returns: the ink for the ground that @widget is on. */
PlimsollInkVariant plimsoll_plot_ground_variant (GtkWidget *widget);

/** Draws @widget anew when the scheme or the contrast changes. */
void plimsoll_plot_ground_follow (GtkWidget *widget);

G_END_DECLS
