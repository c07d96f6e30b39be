/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hardware-dialog.h"

#include "plimsoll-hardware-editor.h"
#include "plimsoll-json-row.h"
#include "plimsoll-measured-here.h"
#include "plimsoll-measurements-group.h"
#include "plimsoll-offers-page.h"

#include <glib/gi18n.h>
#include <string.h>

struct _PlimsollHardwareDialog
{
  AdwDialog parent_instance;

  PlimsollCatalog *catalog;
  PlimsollOwnHardware *own;
  PlimsollAcceleratorList *accelerators;
  PlimsollAccelerator *removed; /* (nullable): the last one, for undo */
  guint removed_from;
  PlimsollOwnMeasurements *measured; /* (nullable) */
  PlimsollModelList *models;
  PlimsollMeasurement *forgotten; /* (nullable): the last one, for undo */
  GBytes *offers;                 /* (nullable): that were removed last, for undo */
  GCancellable *reading;

  AdwToastOverlay *toasts;
  AdwNavigationView *navigation;
  GtkStack *stack;
  GtkListBox *list;
  AdwPreferencesGroup *own_group;
  AdwActionRow *offers_row;
  PlimsollMeasurementsGroup *measured_group;
};

G_DEFINE_FINAL_TYPE (PlimsollHardwareDialog, plimsoll_hardware_dialog, ADW_TYPE_DIALOG)

/* Returns: (transfer none): of the overlay. */
static AdwToast *
say (PlimsollHardwareDialog *self, const char *text)
{
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
  return toast;
}

static void
say_undoable (PlimsollHardwareDialog *self, const char *text)
{
  AdwToast *toast = say (self, text);

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "hardware.undo");
}

static void
say_more (PlimsollHardwareDialog *self, const char *title, const char *body)
{
  AdwDialog *alert = adw_alert_dialog_new (title, NULL);
  GtkWidget *label = gtk_label_new (body);

  /* Names of files and fields have no spaces to break at. */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  adw_alert_dialog_set_extra_child (ADW_ALERT_DIALOG (alert), label);
  adw_alert_dialog_add_response (ADW_ALERT_DIALOG (alert), "close", _("_Close"));
  adw_dialog_present (alert, GTK_WIDGET (self));
}

/* --- Changing --- */

static void
saved_cb (PlimsollHardwareDialog *self, PlimsollAccelerator *accelerator)
{
  /* Translators: an accelerator. */
  g_autofree char *text =
    g_strdup_printf (_("“%s” saved"), plimsoll_accelerator_get_name (accelerator));

  say (self, text);

  adw_navigation_view_pop_to_tag (self->navigation, "list");
}

void
plimsoll_hardware_dialog_edit (PlimsollHardwareDialog *self, PlimsollAccelerator *accelerator)
{
  PlimsollHardwareEditor *editor;

  g_return_if_fail (PLIMSOLL_IS_HARDWARE_DIALOG (self));

  /* One at a time: a button can be pressed twice before it is out of reach. */
  if (PLIMSOLL_IS_HARDWARE_EDITOR (adw_navigation_view_get_visible_page (self->navigation)))
    return;
  editor = plimsoll_hardware_editor_new (self->own, G_LIST_MODEL (self->accelerators), accelerator);
  g_signal_connect_object (editor, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  adw_navigation_view_push (self->navigation, ADW_NAVIGATION_PAGE (editor));
}

/* There is one thing to be undone, the last. */
static void
let_undo (PlimsollHardwareDialog *self,
          PlimsollAccelerator *removed,
          PlimsollMeasurement *forgotten,
          GBytes *offers)
{
  g_set_object (&self->removed, removed);
  g_set_object (&self->forgotten, forgotten);
  g_clear_pointer (&self->offers, g_bytes_unref);
  if (offers != NULL)
    self->offers = g_bytes_ref (offers);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "hardware.undo", TRUE);
}

static void
add_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  plimsoll_hardware_dialog_edit (PLIMSOLL_HARDWARE_DIALOG (widget), NULL);
}

static void
edit_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollHardwareDialog *self = PLIMSOLL_HARDWARE_DIALOG (widget);
  PlimsollAccelerator *accelerator =
    plimsoll_accelerator_list_lookup (self->accelerators, g_variant_get_string (parameter, NULL));

  if (accelerator != NULL)
    plimsoll_hardware_dialog_edit (self, accelerator);
}

static void
remove_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollHardwareDialog *self = PLIMSOLL_HARDWARE_DIALOG (widget);
  g_autofree char *id = g_variant_dup_string (parameter, NULL);
  const gboolean shipped = plimsoll_own_hardware_get_shipped (self->own, id) != NULL;
  g_autoptr (PlimsollAccelerator) gone = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint position;

  gone = plimsoll_own_hardware_remove (self->own, id, &position, &error);
  if (gone == NULL)
    {
      say_more (self, _("It cannot be removed"), error->message);
      return;
    }
  let_undo (self, gone, NULL, NULL);
  self->removed_from = position;
  text = g_strdup_printf (shipped ? _("“%s” is as it ships again") : _("“%s” removed"),
                          plimsoll_accelerator_get_name (gone));
  say_undoable (self, text);
}

static void
forget_cb (PlimsollHardwareDialog *self, PlimsollMeasurement *measurement)
{
  g_autofree char *words =
    plimsoll_measured_here_words (measurement, self->models, self->accelerators);
  g_autofree char *text = g_strdup_printf (_("“%s” removed"), words);

  let_undo (self, NULL, measurement, NULL);
  plimsoll_own_measurements_remove (self->measured, measurement);
  say_undoable (self, text);
}

static void
undo_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollHardwareDialog *self = PLIMSOLL_HARDWARE_DIALOG (widget);
  g_autoptr (PlimsollAccelerator) removed = g_steal_pointer (&self->removed);
  g_autoptr (PlimsollMeasurement) forgotten = g_steal_pointer (&self->forgotten);
  g_autoptr (GBytes) offers = g_steal_pointer (&self->offers);
  g_autoptr (GError) error = NULL;

  gtk_widget_action_set_enabled (widget, "hardware.undo", FALSE);
  adw_toast_overlay_dismiss_all (self->toasts);
  if (removed != NULL)
    plimsoll_own_hardware_put_back (self->own, removed, self->removed_from, &error);
  else if (forgotten != NULL)
    plimsoll_own_measurements_put (self->measured, forgotten, &error);
  else if (offers != NULL)
    plimsoll_catalog_import_offers (self->catalog, NULL, offers, "cloud-offers.json", &error);
  if (error != NULL)
    say_more (self, _("It cannot be put back"), error->message);
}

/* --- Import --- */

static void
take_import (PlimsollHardwareDialog *self, GBytes *bytes, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint n;

  if (!plimsoll_own_hardware_import (self->own, bytes, name, &n, &error))
    {
      say_more (self, n > 0 ? _("Not all were imported") : _("Nothing was imported"),
                error->message);
      return;
    }
  text = g_strdup_printf (ngettext ("%u accelerator imported", "%u accelerators imported", n), n);
  say (self, text);
}

/* No more than a file of facts may have, and one byte that shows that there is more. */
static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (data, cancellable, &error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  while (error == NULL && bytes->len <= PLIMSOLL_JSON_MAX_BYTES)
    {
      g_autoptr (GBytes) part =
        g_input_stream_read_bytes (G_INPUT_STREAM (stream), 1 << 16, cancellable, &error);
      gsize length;
      const guint8 *at = part != NULL ? g_bytes_get_data (part, &length) : NULL;

      if (at == NULL || length == 0)
        break;
      g_byte_array_append (bytes, at, (guint) length);
    }
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_byte_array_free_to_bytes (g_steal_pointer (&bytes)),
                           (GDestroyNotify) g_bytes_unref);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollHardwareDialog *self = PLIMSOLL_HARDWARE_DIALOG (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *name = g_file_get_basename (g_task_get_task_data (G_TASK (result)));
  g_autofree char *shown = g_filename_display_name (name != NULL ? name : "");

  /* It may have been closed meanwhile. */
  if (self->own == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (bytes == NULL)
    say_more (self, _("Nothing was imported"), error->message);
  else
    take_import (self, bytes, shown);
}

void
plimsoll_hardware_dialog_import (PlimsollHardwareDialog *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PLIMSOLL_IS_HARDWARE_DIALOG (self));
  g_return_if_fail (G_IS_FILE (file));

  task = g_task_new (self, self->reading, read_cb, NULL);
  g_task_set_source_tag (task, plimsoll_hardware_dialog_import);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, read_in_thread);
}

static GtkFileDialog *
new_file_dialog (const char *title)
{
  GtkFileDialog *dialog = gtk_file_dialog_new ();
  g_autoptr (GListStore) filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (GtkFileFilter) json = gtk_file_filter_new ();

  gtk_file_filter_set_name (json, _("JSON files"));
  gtk_file_filter_add_suffix (json, "json");
  g_list_store_append (filters, json);
  gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
  gtk_file_dialog_set_title (dialog, title);
  return dialog;
}

static GtkWindow *
window_of (PlimsollHardwareDialog *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;
}

static void
import_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollHardwareDialog) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, NULL);

  /* Without one, somebody changed their mind. */
  if (file != NULL && self->own != NULL)
    plimsoll_hardware_dialog_import (self, file);
}

static void
import_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = new_file_dialog (_("Import Hardware"));

  gtk_file_dialog_open (dialog, window_of (PLIMSOLL_HARDWARE_DIALOG (widget)), NULL,
                        import_chosen_cb, g_object_ref (widget));
}

/* --- Cloud offers --- */

static void
offers_imported_cb (PlimsollHardwareDialog *self, guint n)
{
  g_autofree char *text =
    g_strdup_printf (ngettext ("%u offer imported", "%u offers imported", n), n);

  say (self, text);
}

static void
offers_failed_cb (PlimsollHardwareDialog *self, const char *message)
{
  say_more (self, _("Nothing was imported"), message);
}

static void
offers_removed_cb (PlimsollHardwareDialog *self, GBytes *were)
{
  let_undo (self, NULL, NULL, were);
  say_undoable (self, _("Your offers are removed"));
}

void
plimsoll_hardware_dialog_show_offers (PlimsollHardwareDialog *self)
{
  PlimsollOffersPage *page;

  g_return_if_fail (PLIMSOLL_IS_HARDWARE_DIALOG (self));

  if (adw_navigation_view_find_page (self->navigation, "offers") != NULL)
    return;
  page = plimsoll_offers_page_new (self->catalog);
  g_signal_connect_object (page, "imported", G_CALLBACK (offers_imported_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "failed", G_CALLBACK (offers_failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (page, "removed", G_CALLBACK (offers_removed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_navigation_view_push (self->navigation, ADW_NAVIGATION_PAGE (page));
}

static void
offers_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  plimsoll_hardware_dialog_show_offers (PLIMSOLL_HARDWARE_DIALOG (widget));
}

static void
offers_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollHardwareDialog) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, NULL);
  AdwNavigationPage *page =
    self->own != NULL ? adw_navigation_view_find_page (self->navigation, "offers") : NULL;
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : NULL;

  if (uri != NULL && page != NULL)
    plimsoll_offers_page_read (PLIMSOLL_OFFERS_PAGE (page), uri);
}

static void
import_offers_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = new_file_dialog (_("Import Cloud Offers"));

  gtk_file_dialog_open (dialog, window_of (PLIMSOLL_HARDWARE_DIALOG (widget)), NULL,
                        offers_chosen_cb, g_object_ref (widget));
}

/* --- Export --- */

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollHardwareDialog) self = data;
  g_autoptr (GError) error = NULL;

  if (self->own == NULL)
    return;
  if (!g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    say_more (self, _("It could not be exported"), error->message);
  else
    say (self, _("Exported"));
}

static void
export_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollHardwareDialog) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (source), result, NULL);
  g_autoptr (GBytes) bytes = NULL;

  if (file == NULL || self->own == NULL)
    return;
  {
    char *text = plimsoll_own_hardware_export (self->own);

    bytes = g_bytes_new_take (text, strlen (text));
  }
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       written_cb, g_object_ref (self));
}

static void
export_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  g_autoptr (GtkFileDialog) dialog = new_file_dialog (_("Export Hardware"));

  gtk_file_dialog_set_initial_name (dialog, "accelerators.json");
  gtk_file_dialog_save (dialog, window_of (PLIMSOLL_HARDWARE_DIALOG (widget)), NULL,
                        export_chosen_cb, g_object_ref (widget));
}

/* --- Rows --- */

static GtkWidget *
new_row (gpointer item, gpointer data)
{
  PlimsollHardwareDialog *self = data;
  PlimsollAccelerator *accelerator = item;
  const char *id = plimsoll_accelerator_get_id (accelerator);
  const char *name = plimsoll_accelerator_get_name (accelerator);
  const gboolean shipped = plimsoll_own_hardware_get_shipped (self->own, id) != NULL;
  const PlimsollUsedPrice *used = plimsoll_accelerator_get_used_price (accelerator);
  const char *date = plimsoll_accelerator_get_date (accelerator);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button =
    gtk_button_new_from_icon_name (shipped ? "edit-undo-symbolic" : "user-trash-symbolic");
  g_autofree char *label = g_strdup_printf (shipped ? _("Reset “%s”") : _("Remove “%s”"), name);
  g_autofree char *subtitle = NULL;

  if (used->date != NULL && (date == NULL || g_strcmp0 (used->date, date) > 0))
    date = used->date;
  /* Translators: a date. */
  subtitle = g_strdup_printf (shipped ? _("Changed, %s") : _("Yours, %s"),
                              date != NULL ? date : _("no date"));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "hardware.remove");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", id);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                             g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                           "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                           NULL));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "hardware.edit");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "s", id);
  return row;
}

static void
update_stack (PlimsollHardwareDialog *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->own));
  const guint n_measured =
    self->measured != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->measured)) : 0;

  const guint n_offers = plimsoll_catalog_count_own_offers (self->catalog);
  g_autofree char *offers =
    n_offers > 0 ? g_strdup_printf (ngettext ("%u of yours", "%u of yours", n_offers), n_offers)
                 : NULL;

  adw_action_row_set_subtitle (self->offers_row, offers);
  gtk_widget_set_visible (GTK_WIDGET (self->own_group), n > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->measured_group), n_measured > 0);
  gtk_stack_set_visible_child_name (self->stack,
                                    n > 0 || n_measured > 0 || n_offers > 0 ? "rows" : "nothing");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "hardware.export", n > 0);
}

/* --- The dialog --- */

static void
plimsoll_hardware_dialog_dispose (GObject *object)
{
  PlimsollHardwareDialog *self = PLIMSOLL_HARDWARE_DIALOG (object);

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_HARDWARE_DIALOG);
  g_clear_object (&self->removed);
  g_clear_object (&self->forgotten);
  g_clear_object (&self->measured);
  g_clear_object (&self->models);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->own);
  g_clear_pointer (&self->offers, g_bytes_unref);
  g_clear_object (&self->catalog);

  G_OBJECT_CLASS (plimsoll_hardware_dialog_parent_class)->dispose (object);
}

static void
plimsoll_hardware_dialog_class_init (PlimsollHardwareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_hardware_dialog_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-hardware-dialog.ui");
#define CHILD(name)                                                                                \
  gtk_widget_class_bind_template_child (widget_class, PlimsollHardwareDialog, name)
  CHILD (toasts);
  CHILD (navigation);
  CHILD (stack);
  CHILD (list);
  CHILD (own_group);
  CHILD (offers_row);
  CHILD (measured_group);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, forget_cb);
  gtk_widget_class_install_action (widget_class, "hardware.add", NULL, add_action);
  gtk_widget_class_install_action (widget_class, "hardware.edit", "s", edit_action);
  gtk_widget_class_install_action (widget_class, "hardware.remove", "s", remove_action);
  gtk_widget_class_install_action (widget_class, "hardware.undo", NULL, undo_action);
  gtk_widget_class_install_action (widget_class, "hardware.import", NULL, import_action);
  gtk_widget_class_install_action (widget_class, "hardware.export", NULL, export_action);
  gtk_widget_class_install_action (widget_class, "hardware.offers", NULL, offers_action);
  gtk_widget_class_install_action (widget_class, "hardware.import-offers", NULL,
                                   import_offers_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "hardware.undo",
                                       NULL);
}

static void
plimsoll_hardware_dialog_init (PlimsollHardwareDialog *self)
{
  g_type_ensure (PLIMSOLL_TYPE_MEASUREMENTS_GROUP);

  self->reading = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "hardware.undo", FALSE);
}

PlimsollHardwareDialog *
plimsoll_hardware_dialog_new (PlimsollCatalog *catalog)
{
  PlimsollHardwareDialog *self;

  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (catalog), NULL);

  self = g_object_new (PLIMSOLL_TYPE_HARDWARE_DIALOG, NULL);
  self->catalog = g_object_ref (catalog);
  self->own = g_object_ref (plimsoll_catalog_get_own_hardware (catalog));
  self->accelerators = g_object_ref (plimsoll_catalog_get_accelerators (catalog));
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->own), new_row, self, NULL);
  g_signal_connect_object (self->own, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (plimsoll_catalog_get_offers (catalog), "items-changed",
                           G_CALLBACK (update_stack), self, G_CONNECT_SWAPPED);
  update_stack (self);
  return self;
}

void
plimsoll_hardware_dialog_set_measured (PlimsollHardwareDialog *self,
                                       PlimsollOwnMeasurements *measured,
                                       PlimsollModelList *models)
{
  g_return_if_fail (PLIMSOLL_IS_HARDWARE_DIALOG (self));
  g_return_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (measured));
  g_return_if_fail (PLIMSOLL_IS_MODEL_LIST (models));

  g_set_object (&self->measured, measured);
  g_set_object (&self->models, models);
  plimsoll_measurements_group_set (self->measured_group, measured, models, self->accelerators);
  g_signal_connect_object (measured, "items-changed", G_CALLBACK (update_stack), self,
                           G_CONNECT_SWAPPED);
  update_stack (self);
}
