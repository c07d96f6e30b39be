/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-pins-dialog.h"
#include "plimsoll-session.h"

#include <glib/gi18n.h>

/* What is said of a pin lies below the dialog when that is open: there it can be seen. */
static void
say (PlimsollWindow *self, const char *text)
{
  AdwToast *toast;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;

  toast = adw_toast_new (text);
  adw_toast_set_button_label (toast, _("_Compare"));
  adw_toast_set_action_name (toast, "win.pinned");
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
pin (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);

  plimsoll_sizer_flush (self->sizer);
  if (plimsoll_pins_add (self->pins, self->scenario))
    say (self, _("Pinned"));
  else if (plimsoll_pins_find (self->pins, self->scenario, NULL))
    say (self, _("This question is pinned already"));
  else
    say (self, _("Three questions are pinned; one has to go first"));
}

static void
use_question_cb (PlimsollWindow *self, PlimsollScenario *question)
{
  AdwDialog *dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self));

  plimsoll_window_change (self, question, _("A pinned question is asked again"));
  if (dialog != NULL)
    adw_dialog_close (dialog);
}

static void
show_pinned (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollPinsDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;

  plimsoll_sizer_flush (self->sizer);
  adw_toast_overlay_dismiss_all (self->toasts);
  dialog = plimsoll_pins_dialog_new (self->pins, self->sizer);
  g_signal_connect_object (dialog, "use-question", G_CALLBACK (use_question_cb), self,
                           G_CONNECT_SWAPPED);
  adw_dialog_present (ADW_DIALOG (dialog), widget);
}

static void
pins_changed_cb (PlimsollWindow *self)
{
  plimsoll_session_save_pins (self->settings, self->pins);
}

void
plimsoll_window_restore_pins (PlimsollWindow *self)
{
  const PlimsollSessionLists lists = { self->models, self->own, self->accelerators,
                                       plimsoll_window_find_kept, self };
  g_autoptr (GError) error = NULL;

  if (!plimsoll_session_restore_pins (self->settings, self->pins, &lists, &error))
    plimsoll_window_tell_fault (self, _("A pinned question could not be read"), error->message);
  g_signal_connect_object (self->pins, "items-changed", G_CALLBACK (pins_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
plimsoll_window_install_pin_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.pin", NULL, pin);
  gtk_widget_class_install_action (widget_class, "win.pinned", NULL, show_pinned);
}
