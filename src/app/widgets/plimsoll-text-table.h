/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TEXT_TABLE (plimsoll_text_table_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTextTable, plimsoll_text_table, PLIMSOLL, TEXT_TABLE, GtkWidget)

#define PLIMSOLL_TEXT_TABLE_MAX_COLUMNS 8

/**
 * PlimsollTextTable:
 *
 * A small table of words and figures: columns side by side, or below one another where there is
 * little room. A cell may be marked, by a sign and by weight.
 *
 * Role: table, of rows with a header and cells; a cell's name has its column. CSS nodes: text-table
 * with row, and label.marked. From right to left as the text is.
 */

GtkWidget *plimsoll_text_table_new (void);

/** Empties it; from now on it has @n columns of these names. In @narrow they lie below one another.
 */
void plimsoll_text_table_begin (PlimsollTextTable *self,
                                const char *const *names,
                                guint n,
                                gboolean narrow);

/**
 * plimsoll_text_table_add:
 * @texts: (array): one for each column
 * @marked: (nullable) (array): which of them differ
 */
void plimsoll_text_table_add (PlimsollTextTable *self,
                              const char *title,
                              const char *const *texts,
                              const gboolean *marked);

G_END_DECLS
