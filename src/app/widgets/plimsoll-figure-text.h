/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Figures read in the direction of their letters, whichever that of the window is: "327 ms" stays
 * that where the window goes from right to left. */

/**
 * plimsoll_figure_text_set:
 * @widget: a label or an inscription
 *
 * Shows a figure or a name in @widget, which begins where the text of the window does. By itself it
 * goes by the letters alone.
 */
void plimsoll_figure_text_set (GtkWidget *widget, const char *text);

/**
 * plimsoll_figure_pair_follow:
 * @pair: a box of a number and its unit beside it, in another widget
 * @unit: (nullable)
 *
 * Sets number and unit in the direction that @unit is written in; together they stand at the start
 * of what @pair is in.
 */
void plimsoll_figure_pair_follow (GtkWidget *pair, const char *unit);

G_END_DECLS
