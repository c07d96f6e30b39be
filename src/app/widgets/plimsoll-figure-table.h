/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIGURE_TABLE (plimsoll_figure_table_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFigureTable, plimsoll_figure_table, PLIMSOLL, FIGURE_TABLE, GtkWidget)

/**
 * PlimsollFigureTable:
 *
 * What a chart shows, as a table of words that scrolls: for those who read figures, or hear them.
 * The first column says what a row is of.
 *
 * Role: group; what is in it has that of a table. CSS node: figure-table.
 */

/**
 * plimsoll_figure_table_set:
 * @name: what the table is of
 * @titles: (array zero-terminated=1): of the columns
 * @words: (element-type utf8): row after row, as many each as there are titles
 *
 * Shows @words in the place of what is there.
 */
void plimsoll_figure_table_set (PlimsollFigureTable *self,
                                const char *name,
                                const char *const *titles,
                                GPtrArray *words);

/** Returns: the rows that it has. */
guint plimsoll_figure_table_get_n_rows (PlimsollFigureTable *self);

/** Returns: (nullable) (transfer none): %NULL: there is no such cell. */
const char *plimsoll_figure_table_get_cell (PlimsollFigureTable *self, guint row, guint column);

G_END_DECLS
