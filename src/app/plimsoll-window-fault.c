/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include <glib/gi18n.h>

/* What went wrong: a toast, and behind its button a dialog with all that is known of it. */

#define MAX_HEADING 28

static AdwDialog *
new_dialog (const char *title, const char *fault)
{
  g_autofree char *both = NULL;
  AdwDialog *dialog;

  /* The heading of a dialog is one line: the long name of a file is not for it. */
  if (g_utf8_strlen (title, -1) > MAX_HEADING)
    both = g_strdup_printf ("%s\n\n%s", title, fault);
  dialog = adw_alert_dialog_new (both == NULL ? title : NULL, both == NULL ? fault : both);
  adw_alert_dialog_set_default_response (ADW_ALERT_DIALOG (dialog), "close");
  adw_alert_dialog_set_close_response (ADW_ALERT_DIALOG (dialog), "close");
  return dialog;
}

static void
fault_answered_cb (AdwAlertDialog *dialog, const char *response, gpointer data)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (data);

  if (!g_str_equal (response, "copy"))
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "win.copy", "s",
                              adw_alert_dialog_get_body (dialog));
}

static void
show_fault (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *title, *fault;
  AdwDialog *dialog;

  g_variant_get (parameter, "(&s&s)", &title, &fault);
  dialog = new_dialog (title, fault);
  adw_alert_dialog_add_responses (ADW_ALERT_DIALOG (dialog), "copy", _("_Copy"), "close",
                                  _("C_lose"), NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (fault_answered_cb), widget, 0);
  adw_dialog_present (dialog, widget);
}

static void
gated_answered_cb (AdwAlertDialog *dialog, const char *response, gpointer data)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (data);
  const char *address = g_object_get_data (G_OBJECT (dialog), "address");

  if (g_str_equal (response, "copy"))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.copy", "s", address);
  else if (g_str_equal (response, "open"))
    {
      g_autoptr (GtkUriLauncher) launcher = gtk_uri_launcher_new (address);

      gtk_uri_launcher_launch (launcher, GTK_WINDOW (self), NULL, NULL, NULL);
    }
}

/* The address is in the words, to be read; it is copied without them. */
static void
show_gated (GtkWidget *widget, const char *action, GVariant *parameter)
{
  const char *title, *fault, *address;
  AdwDialog *dialog;

  g_variant_get (parameter, "(&s&s&s)", &title, &fault, &address);
  dialog = new_dialog (title, fault);
  adw_alert_dialog_add_responses (ADW_ALERT_DIALOG (dialog), "close", _("C_lose"), "copy",
                                  _("_Copy Link"), "open", _("_Open Page"), NULL);
  adw_alert_dialog_set_response_appearance (ADW_ALERT_DIALOG (dialog), "open",
                                            ADW_RESPONSE_SUGGESTED);
  g_object_set_data_full (G_OBJECT (dialog), "address", g_strdup (address), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (gated_answered_cb), widget, 0);
  adw_dialog_present (dialog, widget);
}

/* --- Telling --- */

/* Until somebody has read it. */
static AdwToast *
add_toast (PlimsollWindow *self, const char *text)
{
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_timeout (toast, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
  return toast;
}

void
plimsoll_window_tell_fault (PlimsollWindow *self, const char *title, const char *fault)
{
  AdwToast *toast;

  g_return_if_fail (PLIMSOLL_IS_WINDOW (self));

  toast = add_toast (self, title);
  adw_toast_set_action_target (toast, "(ss)", title, fault);
  adw_toast_set_action_name (toast, "win.show-fault");
  adw_toast_set_button_label (toast, _("_Details"));
}

void
plimsoll_window_tell_gated (PlimsollWindow *self,
                            const char *title,
                            const char *fault,
                            const char *endpoint,
                            const char *repository)
{
  g_autofree char *address = g_strconcat (endpoint, "/", repository, NULL);
  AdwToast *toast = add_toast (self, title);

  adw_toast_set_action_target (toast, "(sss)", title, fault, address);
  adw_toast_set_action_name (toast, "win.show-gated");
  adw_toast_set_button_label (toast, _("_Details"));
}

void
plimsoll_window_tell (PlimsollWindow *self, const char *text)
{
  add_toast (self, text);
}

void
plimsoll_window_install_fault_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.show-fault", "(ss)", show_fault);
  gtk_widget_class_install_action (widget_class, "win.show-gated", "(sss)", show_gated);
}
