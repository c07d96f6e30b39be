/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include <glib/gi18n.h>

static PlimsollAccelerator *
find_accelerator (const char *name, gpointer data, GError **error)
{
  return plimsoll_accelerator_list_find (data, name, error);
}

static void
use_question_cb (PlimsollWindow *self, PlimsollScenario *question)
{
  plimsoll_window_remember (self);
  plimsoll_scenario_assign (self->scenario, question);
}

/* What the log does not say is as it is in the window. */
static void
show (PlimsollWindow *self, const PlimsollLog *log)
{
  const PlimsollScenarioFinder finder = {
    .find_accelerator = find_accelerator,
    .data = self->accelerators,
  };
  g_autoptr (PlimsollScenario) question = plimsoll_scenario_copy (self->scenario);
  g_autoptr (PlimsollReceipt) receipt = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;
  PlimsollReceiptDialog *dialog;

  if (log->figures->len > 0
      && (!plimsoll_receipt_ask (log, self->models, &finder, question, &notes, &error)
          || (receipt = plimsoll_receipt_new (log, question, &error)) == NULL))
    {
      plimsoll_window_tell (self, error->message);
      return;
    }

  dialog = plimsoll_receipt_dialog_new (receipt, log, question, (const char *const *) notes);
  g_signal_connect_object (dialog, "use-question", G_CALLBACK (use_question_cb), self,
                           G_CONNECT_SWAPPED);
  plimsoll_window_offer_measurements (self, dialog, log, question);
  adw_dialog_present (ADW_DIALOG (dialog), GTK_WIDGET (self));
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (data, cancellable, &error);
  g_autofree char *name = g_file_get_basename (data);
  g_autofree char *shown = g_filename_display_name (name != NULL ? name : "");
  PlimsollLog *log = NULL;

  if (stream != NULL)
    log = plimsoll_log_read_stream (G_INPUT_STREAM (stream), shown, cancellable, &error);
  if (log != NULL)
    g_task_return_pointer (task, log, (GDestroyNotify) plimsoll_log_free);
  else
    g_task_return_error (task, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollLog) log = g_task_propagate_pointer (G_TASK (result), &error);

  /* It may have been closed meanwhile. */
  if (self->scenario == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (log == NULL)
    plimsoll_window_tell (self, error->message);
  else
    show (self, log);
}

void
plimsoll_window_check_log (PlimsollWindow *self, GFile *file)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, read_cb, NULL);

  g_return_if_fail (PLIMSOLL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  g_task_set_source_tag (task, plimsoll_window_check_log);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, read_in_thread);
}

gboolean
plimsoll_window_is_log (GFile *file)
{
  static const char *const ends[] = { ".log", ".txt", ".csv", ".jsonl" };
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *folded = name != NULL ? g_ascii_strdown (name, -1) : g_strdup ("");

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (folded, ends[i]))
      return TRUE;

  return FALSE;
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, NULL);

  /* Without one, somebody changed their mind. */
  if (file != NULL && self->scenario != NULL)
    plimsoll_window_check_log (self, file);
}

static void
check_log (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr (GListStore) filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (GtkFileFilter) logs = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (logs, _("Logs"));
  gtk_file_filter_add_suffix (logs, "log");
  gtk_file_filter_add_mime_type (logs, "text/plain");
  g_list_store_append (filters, logs);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  g_list_store_append (filters, all);

  gtk_file_dialog_set_title (dialog, _("Check Against a Log"));
  gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
  gtk_file_dialog_open (dialog, GTK_WINDOW (widget), NULL, chosen_cb, g_object_ref (widget));
}

void
plimsoll_window_install_check_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.check-log", NULL, check_log);
}
