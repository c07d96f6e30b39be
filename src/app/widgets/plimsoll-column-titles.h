/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** Says whether the cells of @column are numbers, which stand at the end. */
typedef gboolean (*PlimsollColumnIsNumber) (GtkColumnViewColumn *column, gpointer data);

/**
 * plimsoll_align_column_titles:
 *
 * Puts titles over numbers where the numbers stand. There is no property for it: what cannot be
 * found in the view's head stays as it is.
 */
void
plimsoll_align_column_titles (GtkColumnView *view, PlimsollColumnIsNumber is_number, gpointer data);

/** Returns: (nullable) (transfer full): what the title of @column says under the pointer. */
typedef char *(*PlimsollColumnTip) (GtkColumnViewColumn *column, gpointer data);

/** Gives titles their tooltips, in the same way. */
void plimsoll_tip_column_titles (GtkColumnView *view, PlimsollColumnTip tip, gpointer data);

G_END_DECLS
