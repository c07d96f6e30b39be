/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-search-result.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SEARCH_ROW (plimsoll_search_row_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSearchRow, plimsoll_search_row, PLIMSOLL, SEARCH_ROW, GtkWidget)

/**
 * PlimsollSearchRow:
 *
 * A model in the search: its name with what was typed marked, facts, and the verdict.
 *
 * Role: that of the list item around it, which takes the words of plimsoll_search_row_describe().
 * CSS node: search-row.
 */
GtkWidget *plimsoll_search_row_new (void);

/**
 * plimsoll_search_row_set_result:
 * @typed: what is marked in the name
 * @precision: that the verdict is for
 */
void plimsoll_search_row_set_result (PlimsollSearchRow *self,
                                     PlimsollSearchResult *result,
                                     const char *typed,
                                     const char *precision);

/** Returns: (transfer full): the row in words. */
char *plimsoll_search_row_describe (PlimsollSearchRow *self);

G_END_DECLS
