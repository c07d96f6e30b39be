/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-announce.h"
#include "plimsoll-catalog-error.h"
#include "plimsoll-hub-model.h"
#include "plimsoll-model-open.h"
#include "plimsoll-search-dialog.h"

#include <glib/gi18n.h>

/* What takes longer says so, and can be given up. */
#define PATIENCE_MS 300

/* In a thread, and so without a reference of the window. */
typedef struct
{
  GWeakRef window;
  PlimsollModelReader reader;
  char *path;
  PlimsollReadTo to;
  PlimsollHub *hub;      /* (nullable): of @link */
  PlimsollHubLink *link; /* (nullable): it is a name on a hub and no path */
  PlimsollHubUse use;
} Reading;

static void
reading_free (Reading *reading)
{
  g_weak_ref_clear (&reading->window);
  g_free (reading->path);
  g_clear_object (&reading->hub);
  g_clear_pointer (&reading->link, plimsoll_hub_link_free);
  g_free (reading);
}

/* --- While a file is read --- */

static void
stop_waiting (PlimsollWindow *self)
{
  g_clear_handle_id (&self->patience, g_source_remove);
  if (self->waiting != NULL)
    adw_toast_dismiss (self->waiting);
  g_clear_object (&self->waiting);
}

static void
out_of_patience_cb (gpointer data)
{
  PlimsollWindow *self = data;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *label = gtk_label_new (NULL);
  /* Translators: the name of a file. */
  g_autofree char *text = g_strdup_printf (_("Opening “%s”…"), self->reading_name);

  self->patience = 0;
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (box), adw_spinner_new ());
  gtk_box_append (GTK_BOX (box), label);

  self->waiting = g_object_ref_sink (adw_toast_new (text));
  adw_toast_set_use_markup (self->waiting, FALSE);
  adw_toast_set_custom_title (self->waiting, box);
  adw_toast_set_timeout (self->waiting, 0);
  adw_toast_set_priority (self->waiting, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_set_button_label (self->waiting, _("_Cancel"));
  adw_toast_set_action_name (self->waiting, "win.cancel-open");
  adw_toast_overlay_add_toast (self->toasts, g_object_ref (self->waiting));
  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_LOW);
}

void
plimsoll_window_cancel_open (PlimsollWindow *self)
{
  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->reading_name, g_free);
  stop_waiting (self);
}

static void
cancel_open (GtkWidget *widget, const char *action, GVariant *parameter)
{
  plimsoll_window_cancel_open (PLIMSOLL_WINDOW (widget));
}

/* --- What was read --- */

static void
take_model (PlimsollWindow *self, PlimsollModel *model, PlimsollReadTo to)
{
  g_autofree char *precision = g_strdup (plimsoll_scenario_get_precision (self->scenario));
  /* Translators: the name of a model. */
  g_autofree char *text = g_strdup_printf (_("%s opened"), plimsoll_model_get_name (model));

  if (to == PLIMSOLL_READ_TO_DRAFT)
    {
      plimsoll_window_take_draft (self, model);
      return;
    }
  if (to == PLIMSOLL_READ_TO_RESTORE)
    {
      /* It brings its own, but that is not what was asked last. */
      plimsoll_scenario_set_model (self->scenario, model);
      plimsoll_scenario_set_precision (self->scenario, precision);
      return;
    }

  plimsoll_own_models_add (self->own, model);
  plimsoll_window_remember (self);
  plimsoll_scenario_set_model (self->scenario, model);
  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

/* The files of one of the user's models are gone, or the hub is: its shapes are not. */
static void
take_kept (PlimsollWindow *self, PlimsollOwnModel *kept, PlimsollReadTo to, const GError *error)
{
  PlimsollModel *model = plimsoll_own_model_get_model (kept);
  g_autofree char *text =
    plimsoll_model_get_path (model) == NULL
      /* Translators: why a model on a hub could not be read. */
      ? g_strdup_printf (_("%s. It is sized from what was kept of it"), error->message)
      /* Translators: the name of a model. */
      : g_strdup_printf (
          _("The files of “%s” are not found; it is sized from what was kept of it"),
          plimsoll_model_get_name (model));

  /* At the start the hub is not asked, and what was kept is there already. */
  if (to == PLIMSOLL_READ_TO_RESTORE && plimsoll_model_get_path (model) == NULL)
    return;

  plimsoll_own_models_look (self->own);
  if (to == PLIMSOLL_READ_TO_DRAFT)
    plimsoll_window_take_draft (self, model);
  if (to == PLIMSOLL_READ_TO_CHOOSE)
    {
      plimsoll_window_remember (self);
      plimsoll_scenario_set_model (self->scenario, model);
      if (plimsoll_own_model_get_precision (kept) != NULL)
        plimsoll_scenario_set_precision (self->scenario, plimsoll_own_model_get_precision (kept));
    }
  plimsoll_window_tell (self, text);
}

static gboolean
is_gone (PlimsollOwnModel *kept)
{
  const char *path = plimsoll_model_get_path (plimsoll_own_model_get_model (kept));

  return path == NULL || !g_file_test (path, G_FILE_TEST_EXISTS);
}

static void
refuse (PlimsollWindow *self, const Reading *reading, const GError *error)
{
  g_autofree char *name = g_filename_display_basename (reading->path);
  /* Translators: the name of a file. */
  g_autofree char *title = g_strdup_printf (_("Could not open “%s”"), name);
  PlimsollOwnModel *kept = plimsoll_own_models_lookup (self->own, reading->path);

  if (kept != NULL && reading->to != PLIMSOLL_READ_TO_OPEN && is_gone (kept))
    take_kept (self, kept, reading->to, error);
  else if (g_error_matches (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_IS_ADDITION))
    plimsoll_window_tell (self, error->message);
  else if (g_error_matches (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_GATED))
    plimsoll_window_tell_gated (self, title, error->message,
                                plimsoll_hub_get_settings (reading->hub)->endpoint,
                                reading->link->repository);
  else
    plimsoll_window_tell_fault (self, title, error->message);
}

/* What a model on a hub took is said, but not when it is the one of the last question. */
static void
take_remote (PlimsollWindow *self, PlimsollModel *model, const Reading *reading)
{
  const char *name = plimsoll_model_get_name (model);
  g_autofree char *use = plimsoll_hub_use_text (&reading->use, name);
  /* Translators: the name of a model. */
  g_autofree char *opened = g_strdup_printf (_("%s opened"), name);

  if (reading->to == PLIMSOLL_READ_TO_SIZE)
    {
      plimsoll_window_take_remote (self, model, use != NULL ? use : opened);
      return;
    }
  take_model (self, model, reading->to);
  if (use != NULL && reading->to != PLIMSOLL_READ_TO_RESTORE)
    plimsoll_window_tell (self, use);
}

static void
take (PlimsollWindow *self, GObject *read, const Reading *reading)
{
  const PlimsollReadTo to = reading->to;

  if (reading->link != NULL)
    take_remote (self, PLIMSOLL_MODEL (read), reading);
  else if (PLIMSOLL_IS_MODEL (read))
    take_model (self, PLIMSOLL_MODEL (read), to);
  else if (to == PLIMSOLL_READ_TO_OPEN)
    plimsoll_window_offer_addition (self, PLIMSOLL_ADDITION (read));
  else
    plimsoll_window_add (self, PLIMSOLL_ADDITION (read));
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Reading *reading = g_task_get_task_data (G_TASK (result));
  g_autoptr (PlimsollWindow) self = g_weak_ref_get (&reading->window);
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) read = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  plimsoll_window_cancel_open (self);
  if (read != NULL)
    take (self, read, reading);
  else
    refuse (self, reading, error);
}

/* What is no model may be one of what is loaded beside it. */
static PlimsollAddition *
open_addition (const char *path)
{
  PlimsollAddition *addition = plimsoll_addition_open (path, PLIMSOLL_ADDITION_PROJECTOR, NULL);

  return addition != NULL ? addition
                          : plimsoll_addition_open (path, PLIMSOLL_ADDITION_ADAPTER, NULL);
}

static gpointer
read_file (Reading *reading, GCancellable *cancellable, GError **error)
{
  GError *fault = NULL;
  gpointer read;

  if (reading->link != NULL)
    return plimsoll_hub_open (reading->hub, reading->link, reading->to == PLIMSOLL_READ_TO_RESTORE,
                              &reading->use, cancellable, error);

  if (reading->to == PLIMSOLL_READ_TO_PROJECT)
    return plimsoll_addition_open (reading->path, PLIMSOLL_ADDITION_PROJECTOR, error);
  if (reading->to == PLIMSOLL_READ_TO_ADAPT)
    return plimsoll_addition_open (reading->path, PLIMSOLL_ADDITION_ADAPTER, error);

  read = reading->reader (reading->path, &fault);
  if (reading->to == PLIMSOLL_READ_TO_OPEN
      && g_error_matches (fault, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_IS_ADDITION))
    read = open_addition (reading->path);
  if (read == NULL)
    g_propagate_error (error, fault);
  else
    g_clear_error (&fault);
  return read;
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  gpointer read = read_file (data, cancellable, &error);

  if (read != NULL)
    g_task_return_pointer (task, read, g_object_unref);
  else
    g_task_return_error (task, error);
}

void
plimsoll_window_read (PlimsollWindow *self, const char *path, PlimsollReadTo to)
{
  AdwDialog *dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self));
  Reading *reading = g_new0 (Reading, 1);
  g_autoptr (GTask) task = NULL;

  if (dialog != NULL && PLIMSOLL_IS_SEARCH_DIALOG (dialog))
    adw_dialog_close (dialog);
  plimsoll_window_cancel_open (self);
  /* What was said of another file. */
  if (to != PLIMSOLL_READ_TO_RESTORE)
    adw_toast_overlay_dismiss_all (self->toasts);

  self->reading = g_cancellable_new ();
  self->reading_name = g_filename_display_basename (path);
  self->patience = g_timeout_add_once (PATIENCE_MS, out_of_patience_cb, self);

  g_weak_ref_init (&reading->window, self);
  reading->reader = self->reader != NULL ? self->reader : plimsoll_model_open;
  reading->path = g_strdup (path);
  reading->to = to;
  if (plimsoll_model_id_is_remote (path))
    {
      PlimsollHub *hub = plimsoll_window_get_hub (self);

      reading->link = plimsoll_hub_link_parse (path, plimsoll_hub_get_settings (hub)->endpoint);
      reading->hub = g_object_ref (hub);
    }
  task = g_task_new (NULL, self->reading, read_cb, NULL);
  g_task_set_source_tag (task, plimsoll_window_read);
  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread (task, read_in_thread);
}

void
plimsoll_window_choose_model (PlimsollWindow *self, PlimsollModel *model)
{
  const char *id = plimsoll_model_get_id (model);

  if (plimsoll_own_models_lookup (self->own, id) != NULL)
    {
      plimsoll_window_read (self, id, PLIMSOLL_READ_TO_CHOOSE);
      return;
    }
  plimsoll_window_cancel_open (self);
  plimsoll_window_remember (self);
  plimsoll_scenario_set_model (self->scenario, model);
}

void
plimsoll_window_restore_model (PlimsollWindow *self, const char *path)
{
  plimsoll_window_read (self, path, PLIMSOLL_READ_TO_RESTORE);
}

/* What is dropped or opened goes by its kind. */
void
plimsoll_window_open (PlimsollWindow *self, GFile *file)
{
  g_autofree char *path = NULL;

  g_return_if_fail (PLIMSOLL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  path = g_file_get_path (file);
  if (plimsoll_window_is_log (file))
    plimsoll_window_check_log (self, file);
  else if (path != NULL)
    plimsoll_window_read (self, path, PLIMSOLL_READ_TO_OPEN);
  else
    {
      g_autofree char *uri = g_file_get_parse_name (file);
      g_autofree char *name = g_path_get_basename (uri);
      g_autofree char *title = g_strdup_printf (_("Could not open “%s”"), name);
      /* Translators: where something is. */
      g_autofree char *fault = g_strdup_printf (_("%s: is not on this computer"), uri);

      plimsoll_window_tell_fault (self, title, fault);
    }
}

/* --- The file chooser --- */

static void
file_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, NULL);

  /* Without one, somebody changed their mind. */
  if (file != NULL && self->scenario != NULL)
    plimsoll_window_open (self, file);
}

static void
folder_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;
  g_autoptr (GFile) file =
    gtk_file_dialog_select_folder_finish (GTK_FILE_DIALOG (source), result, NULL);

  if (file != NULL && self->scenario != NULL)
    plimsoll_window_open (self, file);
}

static GListModel *
file_filters (void)
{
  GListStore *filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (GtkFileFilter) models = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (models, _("Model files"));
  gtk_file_filter_add_suffix (models, "gguf");
  gtk_file_filter_add_suffix (models, "safetensors");
  gtk_file_filter_add_pattern (models, "*.index.json");
  gtk_file_filter_add_pattern (models, "config.json");
  g_list_store_append (filters, models);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  g_list_store_append (filters, all);
  return G_LIST_MODEL (filters);
}

static void
open_file (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr (GListModel) filters = file_filters ();

  gtk_file_dialog_set_title (dialog, _("Open a Model"));
  gtk_file_dialog_set_filters (dialog, filters);
  gtk_file_dialog_open (dialog, GTK_WINDOW (widget), NULL, file_chosen_cb, g_object_ref (widget));
}

static void
open_folder (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();

  gtk_file_dialog_set_title (dialog, _("Open a Model Folder"));
  gtk_file_dialog_select_folder (dialog, GTK_WINDOW (widget), NULL, folder_chosen_cb,
                                 g_object_ref (widget));
}

/* --- Drag and drop --- */

static void
show_drop (PlimsollWindow *self, gboolean shown)
{
  if (self->drop_revealer != NULL)
    gtk_revealer_set_reveal_child (self->drop_revealer, shown);
}

static GdkDragAction
drag_enter_cb (PlimsollWindow *self)
{
  show_drop (self, TRUE);
  return GDK_ACTION_COPY;
}

static void
drag_leave_cb (PlimsollWindow *self)
{
  show_drop (self, FALSE);
}

static gboolean
drop_cb (PlimsollWindow *self, const GValue *value)
{
  GSList *files = g_value_get_boxed (value);

  show_drop (self, FALSE);
  /* Of several the first: shards are one model, and a question has one. */
  if (files == NULL)
    return FALSE;
  plimsoll_window_open (self, files->data);
  return TRUE;
}

void
plimsoll_window_accept_drops (PlimsollWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  /* Before entries, which would take the name as text. */
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (target, "enter", G_CALLBACK (drag_enter_cb), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (drag_leave_cb), self);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

void
plimsoll_window_install_open_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open", NULL, open_file);
  gtk_widget_class_install_action (widget_class, "win.open-folder", NULL, open_folder);
  gtk_widget_class_install_action (widget_class, "win.cancel-open", NULL, cancel_open);
  plimsoll_window_install_fault_actions (widget_class);
}
