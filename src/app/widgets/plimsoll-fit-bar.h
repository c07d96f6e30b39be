/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIT_BAR (plimsoll_fit_bar_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitBar, plimsoll_fit_bar, PLIMSOLL, FIT_BAR, GtkWidget)

/**
 * PlimsollFitBar:
 *
 * The load line in a table's cell: a bar of what is loaded, as long as what is needed or there is,
 * whichever is more, with a line at the usable memory. The number stands beside it.
 *
 * CSS node: fit-bar. Role: presentation, since the cells say the same in words. Drawn from the
 * other side in right-to-left text. No focus.
 */

GtkWidget *plimsoll_fit_bar_new (void);

/** Shows the memory of @figures. */
void plimsoll_fit_bar_set_figures (PlimsollFitBar *self, const PlimsollFitFigures *figures);

G_END_DECLS
