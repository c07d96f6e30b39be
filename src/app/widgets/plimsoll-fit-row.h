/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIT_ROW (plimsoll_fit_row_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitRow, plimsoll_fit_row, PLIMSOLL, FIT_ROW, GtkWidget)

/**
 * PlimsollFitRow:
 *
 * A #PlimsollFit in two lines, where columns have no room: the name and the verdict; memory,
 * longest context and speed. Follows its figures.
 *
 * CSS node: fit-row. Role: presentation: the list's item says it in words.
 */

GtkWidget *plimsoll_fit_row_new (void);

void plimsoll_fit_row_set_fit (PlimsollFitRow *self, PlimsollFit *fit);

/** Returns: (nullable) (transfer none) */
PlimsollFit *plimsoll_fit_row_get_fit (PlimsollFitRow *self);

/** Returns: (transfer full): the row in words. */
char *plimsoll_fit_row_describe (PlimsollFit *fit);

G_END_DECLS
