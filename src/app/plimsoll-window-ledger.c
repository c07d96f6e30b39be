/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-ledger-dialog.h"

/* Says how the figure came about that the parameter names. */
static void
explain (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (PlimsollLedger) ledger = plimsoll_ledger_new (self->sizer, self->engines);
  PlimsollLedgerEntry *entry =
    plimsoll_ledger_find (ledger, g_variant_get_string (parameter, NULL));

  if (entry != NULL)
    adw_dialog_present (ADW_DIALOG (plimsoll_ledger_dialog_new (ledger, entry)), widget);
}

void
plimsoll_window_install_ledger_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.explain", "s", explain);
}
