/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-export-dialog.h"
#include "plimsoll-print.h"

#include <glib/gi18n.h>

/* --- What was exported --- */

static void
launched_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (!gtk_file_launcher_launch_finish (GTK_FILE_LAUNCHER (source), result, &error)
      && self->scenario != NULL
      && !g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED))
    plimsoll_window_tell (self, error->message);
}

static void
open_exported (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (GtkFileLauncher) launcher = NULL;

  if (self->exported == NULL)
    return;
  launcher = gtk_file_launcher_new (self->exported);
  gtk_file_launcher_launch (launcher, GTK_WINDOW (self), NULL, launched_cb, g_object_ref (self));
}

static void
shown_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (!gtk_file_launcher_open_containing_folder_finish (GTK_FILE_LAUNCHER (source), result, &error)
      && self->scenario != NULL
      && !g_error_matches (error, GTK_DIALOG_ERROR, GTK_DIALOG_ERROR_DISMISSED))
    plimsoll_window_tell (self, error->message);
}

static void
show_exported (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (GtkFileLauncher) launcher = NULL;

  if (self->exported == NULL)
    return;
  launcher = gtk_file_launcher_new (self->exported);
  gtk_file_launcher_open_containing_folder (launcher, GTK_WINDOW (self), NULL, shown_cb,
                                            g_object_ref (self));
}

/* A toast has one button; the other stands beside its words. */
static GtkWidget *
toast_title_new (const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (text);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Show in Files"));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "heading");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.show-exported");
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);

  return box;
}

static void
exported_cb (PlimsollWindow *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *shown = g_filename_display_name (name);
  /* Translators: a file. */
  g_autofree char *text = g_strdup_printf (_("“%s” is written"), shown);
  AdwToast *toast = adw_toast_new (text);

  g_set_object (&self->exported, file);
  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_custom_title (toast, toast_title_new (text));
  adw_toast_set_button_label (toast, _("_Open"));
  adw_toast_set_action_name (toast, "win.open-exported");
  adw_toast_set_timeout (toast, 10);
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void export (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollExportDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;

  dialog = plimsoll_export_dialog_new (self->scenario, self->pins, self->catalog, self->settings);
  g_signal_connect_object (dialog, "exported", G_CALLBACK (exported_cb), self, G_CONNECT_SWAPPED);
  adw_dialog_present (ADW_DIALOG (dialog), widget);
}

/* --- Printing --- */

static void
printed_cb (PlimsollWindow *self, GtkPrintOperationResult result, GtkPrintOperation *operation)
{
  g_autoptr (GError) error = NULL;

  if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
    return;
  gtk_print_operation_get_error (operation, &error);
  plimsoll_window_tell_fault (self, _("The report could not be printed"), error->message);
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (PlimsollDocument) document = plimsoll_export_make_finish (result, NULL);
  g_autoptr (GtkPrintOperation) operation = NULL;

  if (document == NULL || self->scenario == NULL)
    return;
  operation = plimsoll_print_new (document, self->settings);
  g_signal_connect_object (operation, "done", G_CALLBACK (printed_cb), self, G_CONNECT_SWAPPED);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (self),
                           NULL);
}

/* What is printed is what was exported last, in the same pages. */
static void
print (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  const PlimsollExportAsk ask = {
    .kind = PLIMSOLL_EXPORT_QUESTION,
    .scenario = self->scenario,
    .catalog = self->catalog,
    .sections = plimsoll_export_sections (self->settings),
    .all_hardware = g_settings_get_boolean (self->settings, "export-all-hardware"),
  };

  plimsoll_export_make_async (&ask, NULL, NULL, NULL, made_cb, g_object_ref (self));
}

void
plimsoll_window_install_export_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export);
  gtk_widget_class_install_action (widget_class, "win.print", NULL, print);
  gtk_widget_class_install_action (widget_class, "win.open-exported", NULL, open_exported);
  gtk_widget_class_install_action (widget_class, "win.show-exported", NULL, show_exported);
}
