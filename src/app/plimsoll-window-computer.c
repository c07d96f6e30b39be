/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-computer-dialog.h"
#include "plimsoll-scenario-computer.h"

#include <glib/gi18n.h>

/* This computer: at the first start the question is about it, as far as it is known; and one that
 * was about it goes along with what else is known of it. */

/* --- Looking --- */

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollWindow *self = data;
  PlimsollThisComputer *found = g_task_propagate_pointer (G_TASK (result), NULL);
  PlimsollOwnComputer *computer;

  /* The window is gone. */
  if (found == NULL)
    return;

  g_clear_object (&self->looking);
  computer = plimsoll_catalog_get_own_computer (self->catalog);
  plimsoll_own_computer_take (computer, found);
  if (!self->awaits_computer)
    return;

  self->awaits_computer = FALSE;
  if (plimsoll_own_computer_get_boards (computer)->len > 0 || self->on_computer)
    plimsoll_scenario_set_computer (self->scenario, computer);
  else if (plimsoll_own_computer_get_memory (computer) > 0)
    g_object_set (self->scenario, "system-memory", plimsoll_own_computer_get_memory (computer),
                  NULL);
}

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, plimsoll_this_computer_read (data),
                         (GDestroyNotify) plimsoll_this_computer_free);
}

void
plimsoll_window_cancel_look (PlimsollWindow *self)
{
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

/* --- The question --- */

static void
hardware_changed_cb (PlimsollWindow *self)
{
  /* Whoever says what to ask about need not be told. */
  self->awaits_computer = FALSE;
  self->on_computer =
    plimsoll_scenario_is_on_computer (self->scenario,
                                      plimsoll_catalog_get_own_computer (self->catalog));
}

static void
memory_changed_cb (PlimsollWindow *self)
{
  self->awaits_computer = FALSE;
}

static void
computer_changed_cb (PlimsollWindow *self)
{
  PlimsollOwnComputer *computer = plimsoll_catalog_get_own_computer (self->catalog);
  const gboolean known = plimsoll_own_computer_is_known (computer);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.this-computer", TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.use-computer", known);
  if (self->awaits_computer)
    return;
  if (self->on_computer && known)
    plimsoll_scenario_set_computer (self->scenario, computer);
  self->on_computer = plimsoll_scenario_is_on_computer (self->scenario, computer);
}

static void
write_failed_cb (PlimsollWindow *self, const char *message)
{
  plimsoll_window_tell_fault (self, _("What you set of this computer could not be saved"),
                              message);
}

void
plimsoll_window_look_at_computer (PlimsollWindow *self, gboolean first)
{
  static const char *const hardware[] = { "notify::accelerator", "notify::accelerator-count",
                                          "notify::further-accelerators" };
  PlimsollOwnComputer *computer = plimsoll_catalog_get_own_computer (self->catalog);
  g_autoptr (GTask) task = NULL;

  self->on_computer = g_settings_get_boolean (self->settings, "on-this-computer");
  self->awaits_computer = first || self->on_computer;
  for (guint i = 0; i < G_N_ELEMENTS (hardware); i++)
    g_signal_connect_object (self->scenario, hardware[i], G_CALLBACK (hardware_changed_cb), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->scenario, "notify::system-memory", G_CALLBACK (memory_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (computer, "changed", G_CALLBACK (computer_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (computer, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);

  self->looking = g_cancellable_new ();
  task = g_task_new (NULL, self->looking, looked_cb, self);
  g_task_set_source_tag (task, plimsoll_window_look_at_computer);
  /* For tests: another tree in the place of /proc and /sys. */
  g_task_set_task_data (task, g_strdup (g_getenv ("PLIMSOLL_COMPUTER_ROOT")), g_free);
  g_task_run_in_thread (task, look_in_thread);
}

/* --- Actions --- */

static void
this_computer (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollComputerDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;
  dialog = plimsoll_computer_dialog_new (plimsoll_catalog_get_own_computer (self->catalog),
                                         self->accelerators);
  adw_dialog_present (ADW_DIALOG (dialog), widget);
}

/* What was placed by hand was so on the former hardware. */
static void
use_computer (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollOwnComputer *computer = plimsoll_catalog_get_own_computer (self->catalog);
  g_autoptr (PlimsollScenario) question = plimsoll_scenario_copy (self->scenario);
  g_autofree char *hardware = plimsoll_scenario_describe_computer (computer);
  /* Translators: hardware of this computer. */
  g_autofree char *why = g_strdup_printf (_("The target is this computer: %s"), hardware);

  plimsoll_scenario_set_computer (question, computer);
  g_object_set (question, "ngl", PLIMSOLL_ALL_LAYERS, "n-cpu-moe", 0, NULL);
  plimsoll_window_change (self, question, why);
}

void
plimsoll_window_install_computer_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.this-computer", NULL, this_computer);
  gtk_widget_class_install_action (widget_class, "win.use-computer", NULL, use_computer);
}
