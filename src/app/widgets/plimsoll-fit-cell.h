/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIT_CELL (plimsoll_fit_cell_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitCell, plimsoll_fit_cell, PLIMSOLL, FIT_CELL, GtkWidget)

/**
 * PlimsollFitCell:
 *
 * One column of a #PlimsollFit, and the cell that shows it: follows its figure while it is bound.
 * What is not known is "—".
 *
 * CSS node: fit-cell, with the class of the verdict where what is needed is more than there is.
 * Role: generic; its label is the column and the figure: "Longest context that fits, 42K". Text
 * from the reading side; numbers at the far one.
 */

/** Returns: a cell for @column. */
GtkWidget *plimsoll_fit_cell_new (PlimsollFitColumn column);

/**
 * plimsoll_fit_cell_set_fit:
 * @model: (nullable): the table that @fit is a row of
 * @fit: (nullable)
 */
void plimsoll_fit_cell_set_fit (PlimsollFitCell *self, PlimsollFitModel *model, PlimsollFit *fit);

/** Returns: (nullable) (transfer none) */
PlimsollFit *plimsoll_fit_cell_get_fit (PlimsollFitCell *self);

PlimsollFitColumn plimsoll_fit_cell_get_column (PlimsollFitCell *self);

/** Marks the row as what the question has now. */
void plimsoll_fit_cell_set_chosen (PlimsollFitCell *self, gboolean chosen);

/** Returns: (transfer full): the column and the figure in words. */
char *plimsoll_fit_cell_describe (PlimsollFitCell *self);

G_END_DECLS
