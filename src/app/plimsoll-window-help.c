/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-window-private.h"

#include "plimsoll-help-dialog.h"

/* The topic; "" is the list of them. */
static void
help (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *topic = g_variant_get_string (parameter, NULL);
  AdwDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (widget)) != NULL)
    return;
  dialog = plimsoll_help_dialog_new ();
  if (*topic != '\0')
    plimsoll_help_dialog_show_topic (PLIMSOLL_HELP_DIALOG (dialog), topic);
  adw_dialog_present (dialog, widget);
}

void
plimsoll_window_install_help_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.help", "s", help);
}
