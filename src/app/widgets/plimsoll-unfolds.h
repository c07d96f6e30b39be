/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * plimsoll_unfolds_set:
 * @widget: a figure on a page
 * @entry: (nullable): the id of the ledger's entry that says how it came about; %NULL: none does
 *
 * Has @widget unfold: a click, Enter or Space does win.explain. It takes the focus, has the CSS
 * class "activatable", and says that it opens a dialog.
 */
void plimsoll_unfolds_set (GtkWidget *widget, const char *entry);

G_END_DECLS
