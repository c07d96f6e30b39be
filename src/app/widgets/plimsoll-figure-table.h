/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIGURE_TABLE (plimsoll_figure_table_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFigureTable, plimsoll_figure_table, PLIMSOLL, FIGURE_TABLE, GtkWidget)

/**
 * PlimsollFigureTable:
 *
 * What a chart shows, as a table of words: for those who read figures, or hear them.
 *
 * Property: title (string): its accessible label. CSS node: figure-table.
 */

/** Sets the headings, of which there are @n; what was shown goes. */
void
plimsoll_figure_table_set_columns (PlimsollFigureTable *self, const char *const *titles, guint n);

/** Shows @rows in the place of those that are there: @n words each, one after another. */
void plimsoll_figure_table_set_rows (PlimsollFigureTable *self, GPtrArray *words);

/** Returns: (transfer full): all rows, with tabs and line ends between the words. */
char *plimsoll_figure_table_to_text (PlimsollFigureTable *self);

G_END_DECLS
