/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit-model.h"
#include "plimsoll-own-computer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COMPARE_COLUMNS (plimsoll_compare_columns_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCompareColumns,
                      plimsoll_compare_columns,
                      PLIMSOLL,
                      COMPARE_COLUMNS,
                      GObject)

/**
 * PlimsollCompareColumns:
 *
 * The columns of a table of fits: which are shown and in what order, for each kind of table, kept
 * in the settings. Where nobody has chosen them, those that matter least go first when there is
 * little room.
 *
 * Signal "changed": other columns are shown, or in another order.
 */

/** Returns: (transfer full): the columns of @view, kept in @settings. */
PlimsollCompareColumns *plimsoll_compare_columns_new (GtkColumnView *view, GSettings *settings);

/** Shows the columns of the table in @model. */
void plimsoll_compare_columns_set_model (PlimsollCompareColumns *self, PlimsollFitModel *model);

/** Says the unit of memory that is set in the titles. */
void plimsoll_compare_columns_update_titles (PlimsollCompareColumns *self);

/** @computer: (nullable): that the row of it is chosen with */
void plimsoll_compare_columns_set_computer (PlimsollCompareColumns *self,
                                            PlimsollOwnComputer *computer);

/** How little room there is: 0: enough; each step drops some columns. */
void plimsoll_compare_columns_set_narrowness (PlimsollCompareColumns *self, guint narrowness);

/** Returns: (transfer none) */
GtkColumnViewColumn *plimsoll_compare_columns_get (PlimsollCompareColumns *self,
                                                   PlimsollFitColumn column);

/** Returns: whether @view_column is one of them; which in @column. */
gboolean plimsoll_compare_columns_find (PlimsollCompareColumns *self,
                                        GtkColumnViewColumn *view_column,
                                        PlimsollFitColumn *column);

/** Returns: whether @column is shown. */
gboolean plimsoll_compare_columns_is_shown (PlimsollCompareColumns *self, PlimsollFitColumn column);

/** Shows or hides @column from now on; the name is always there. */
void plimsoll_compare_columns_show (PlimsollCompareColumns *self,
                                    PlimsollFitColumn column,
                                    gboolean shown);

/** Has @column change places with the one that is shown before it, or after it when @later. */
void plimsoll_compare_columns_move (PlimsollCompareColumns *self,
                                    PlimsollFitColumn column,
                                    gboolean later);

/** Columns and order as they were at first. */
void plimsoll_compare_columns_reset (PlimsollCompareColumns *self);

/**
 * plimsoll_compare_columns_list:
 * @columns: (out caller-allocates): room for %PLIMSOLL_FIT_N_COLUMNS
 *
 * Returns: how many are shown; in their order
 */
guint plimsoll_compare_columns_list (PlimsollCompareColumns *self, PlimsollFitColumn *columns);

/** Keeps now what a drag has changed: it would be kept when the main loop is idle, which it is no
 * more where the window closes. */
void plimsoll_compare_columns_flush (PlimsollCompareColumns *self);

G_END_DECLS
