/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-export-dialog.h"

#include "plimsoll-announce.h"

#include <glib/gi18n.h>

struct _PlimsollExportDialog
{
  AdwDialog parent_instance;

  PlimsollScenario *scenario;
  PlimsollPins *pins;
  PlimsollCatalog *catalog;
  GSettings *settings;
  GCancellable *cancellable; /* (nullable): while it is being written */
  GFile *file;               /* (nullable): where to */
  GtkCheckButton *checks[PLIMSOLL_REPORT_N_SECTIONS];

  GtkStack *stack;
  GtkButton *cancel_button;
  GtkButton *export_button;
  AdwBanner *banner;
  AdwComboRow *about_row;
  AdwComboRow *format_row;
  AdwPreferencesGroup *sections_group;
  AdwSwitchRow *hardware_row;
  GtkLabel *progress_label;
  GtkProgressBar *progress_bar;
};

G_DEFINE_FINAL_TYPE (PlimsollExportDialog, plimsoll_export_dialog, ADW_TYPE_DIALOG)

enum
{
  SIGNAL_EXPORTED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

PlimsollReportSections
plimsoll_export_sections (GSettings *settings)
{
  g_auto (GStrv) names = g_settings_get_strv (settings, "export-sections");
  guint sections = 0;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    {
      const PlimsollReportSectionInfo *info = plimsoll_report_section_info (i);

      if (g_strv_contains ((const char *const *) names, info->name))
        sections |= info->section;
    }

  return (PlimsollReportSections) (sections != 0 ? sections : PLIMSOLL_REPORT_ALL);
}

/* --- What is chosen --- */

static PlimsollFormat
chosen_format (PlimsollExportDialog *self)
{
  return (PlimsollFormat) adw_combo_row_get_selected (self->format_row);
}

static PlimsollReportSections
chosen_sections (PlimsollExportDialog *self)
{
  guint sections = 0;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    if (gtk_check_button_get_active (self->checks[i]))
      sections |= plimsoll_report_section_info (i)->section;

  return (PlimsollReportSections) sections;
}

static void
update (PlimsollExportDialog *self)
{
  const gboolean of_question =
    adw_combo_row_get_selected (self->about_row) == PLIMSOLL_EXPORT_QUESTION;
  const gboolean has_sections = chosen_format (self) != PLIMSOLL_FORMAT_JSON && of_question;

  gtk_widget_set_sensitive (GTK_WIDGET (self->sections_group), has_sections);
  gtk_widget_set_sensitive (GTK_WIDGET (self->hardware_row),
                            (chosen_sections (self) & PLIMSOLL_REPORT_HARDWARE) != 0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->export_button),
                            !has_sections || chosen_sections (self) != 0);
}

static void
keep (PlimsollExportDialog *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    if (gtk_check_button_get_active (self->checks[i]))
      g_strv_builder_add (names, plimsoll_report_section_info (i)->name);
  list = g_strv_builder_end (names);
  g_settings_set_strv (self->settings, "export-sections", (const char *const *) list);
  g_settings_set_string (self->settings, "export-format",
                         plimsoll_format_info (chosen_format (self))->suffix);
  g_settings_set_boolean (self->settings, "export-all-hardware",
                          adw_switch_row_get_active (self->hardware_row));
}

/* --- Writing --- */

static void
fail (PlimsollExportDialog *self, const GError *error)
{
  g_clear_object (&self->cancellable);
  gtk_stack_set_visible_child_name (self->stack, "form");
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), TRUE);
  adw_dialog_set_can_close (ADW_DIALOG (self), TRUE);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  adw_banner_set_title (self->banner, error->message);
  adw_banner_set_revealed (self->banner, TRUE);
  plimsoll_announce (GTK_WIDGET (self), error->message, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH);
}

static void
written_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollExportDialog) self = data;
  g_autoptr (GError) error = NULL;

  if (!plimsoll_export_write_finish (result, &error))
    {
      if (self->stack != NULL)
        fail (self, error);
      return;
    }
  g_clear_object (&self->cancellable);
  g_signal_emit (self, signals[SIGNAL_EXPORTED], 0, self->file);
  adw_dialog_force_close (ADW_DIALOG (self));
}

static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollExportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollDocument) document = plimsoll_export_make_finish (result, &error);

  if (self->stack == NULL)
    return;
  if (document == NULL)
    {
      fail (self, error);
      return;
    }
  gtk_progress_bar_set_fraction (self->progress_bar, 0.6);
  plimsoll_export_write_async (document, chosen_format (self), self->file, self->cancellable,
                               written_cb, g_object_ref (self));
}

/* Setting the pages is the other part of the work. */
static void
progress_cb (double share, gpointer data)
{
  PlimsollExportDialog *self = data;

  if (self->progress_bar != NULL)
    gtk_progress_bar_set_fraction (self->progress_bar, share * 0.6);
}

void
plimsoll_export_dialog_export_to (PlimsollExportDialog *self, GFile *file)
{
  g_autofree char *name = NULL, *shown = NULL, *text = NULL;
  PlimsollExportAsk ask;

  g_return_if_fail (PLIMSOLL_IS_EXPORT_DIALOG (self));
  g_return_if_fail (G_IS_FILE (file));

  if (self->cancellable != NULL)
    return;
  keep (self);
  g_set_object (&self->file, file);
  self->cancellable = g_cancellable_new ();
  name = g_file_get_basename (file);
  shown = g_filename_display_name (name);
  /* Translators: a file. */
  text = g_strdup_printf (_("Writing “%s”…"), shown);
  gtk_label_set_label (self->progress_label, text);
  gtk_progress_bar_set_fraction (self->progress_bar, 0);
  gtk_stack_set_visible_child_name (self->stack, "progress");
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), FALSE);
  adw_banner_set_revealed (self->banner, FALSE);
  /* What is begun is given up before the dialog goes. */
  adw_dialog_set_can_close (ADW_DIALOG (self), FALSE);
  ask = (PlimsollExportAsk) {
    .kind = (PlimsollExportKind) adw_combo_row_get_selected (self->about_row),
    .scenario = self->scenario,
    .pins = self->pins,
    .catalog = self->catalog,
    .sections = chosen_sections (self),
    .all_hardware = adw_switch_row_get_active (self->hardware_row),
  };
  plimsoll_export_make_async (&ask, progress_cb, self, self->cancellable, made_cb,
                              g_object_ref (self));
}

/* --- Where to --- */

static void
keep_folder (PlimsollExportDialog *self, GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *path = folder != NULL ? g_file_get_path (folder) : NULL;

  /* What a portal hands over is in a place of its own, which says nothing. */
  if (path != NULL && !g_str_has_prefix (path, g_get_user_runtime_dir ()))
    g_settings_set_string (self->settings, "export-folder", path);
}

static void
chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollExportDialog) self = data;
  g_autoptr (GFile) file = gtk_file_dialog_save_finish (GTK_FILE_DIALOG (source), result, NULL);

  /* Without one, somebody changed their mind. */
  if (file == NULL || self->stack == NULL)
    return;
  keep_folder (self, file);
  plimsoll_export_dialog_export_to (self, file);
}

static void
export_cb (PlimsollExportDialog *self)
{
  const PlimsollFormatInfo *info = plimsoll_format_info (chosen_format (self));
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autoptr (GListStore) filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (self->scenario);
  g_autofree char *stem = plimsoll_report_suggest_name (sizer);
  g_autofree char *name = g_strdup_printf ("%s.%s", stem, info->suffix);
  g_autofree char *last = g_settings_get_string (self->settings, "export-folder");
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);
  const char *place = *last != '\0' && g_file_test (last, G_FILE_TEST_IS_DIR) ? last : documents;
  g_autoptr (GFile) folder = place != NULL ? g_file_new_for_path (place) : NULL;

  gtk_file_filter_set_name (filter, _(info->title));
  gtk_file_filter_add_suffix (filter, info->suffix);
  g_list_store_append (filters, filter);
  gtk_file_dialog_set_title (dialog, _("Export Report"));
  gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
  gtk_file_dialog_set_initial_name (dialog, name);
  if (folder != NULL)
    gtk_file_dialog_set_initial_folder (dialog, folder);
  gtk_file_dialog_save (dialog, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), NULL,
                        chosen_cb, g_object_ref (self));
}

static void
cancel_cb (PlimsollExportDialog *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  else
    adw_dialog_close (ADW_DIALOG (self));
}

/* Escape gives up what is being written, as the button does. */
static void
plimsoll_export_dialog_close_attempt (AdwDialog *dialog)
{
  cancel_cb (PLIMSOLL_EXPORT_DIALOG (dialog));
}

/* --- Object --- */

static void
add_sections (PlimsollExportDialog *self)
{
  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    {
      const PlimsollReportSectionInfo *info = plimsoll_report_section_info (i);
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(info->title));
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _(info->title), -1);
      adw_preferences_group_add (self->sections_group, row);
      g_signal_connect_swapped (check, "toggled", G_CALLBACK (update), self);
      self->checks[i] = GTK_CHECK_BUTTON (check);
    }
}

static void
add_choices (PlimsollExportDialog *self)
{
  g_autoptr (GtkStringList) formats = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) abouts = gtk_string_list_new (NULL);

  for (guint i = 0; i < PLIMSOLL_N_FORMATS; i++)
    gtk_string_list_append (formats, _(plimsoll_format_info ((PlimsollFormat) i)->title));
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (formats));
  gtk_string_list_append (abouts, _("This question"));
  gtk_string_list_append (abouts, _("The accelerator, with this model"));
  if (g_list_model_get_n_items (G_LIST_MODEL (self->pins)) > 0)
    gtk_string_list_append (abouts, _("Beside the pinned questions"));
  adw_combo_row_set_model (self->about_row, G_LIST_MODEL (abouts));
}

static void
restore (PlimsollExportDialog *self)
{
  const PlimsollReportSections sections = plimsoll_export_sections (self->settings);
  g_autofree char *name = g_settings_get_string (self->settings, "export-format");
  PlimsollFormat format;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    gtk_check_button_set_active (self->checks[i],
                                 (sections & plimsoll_report_section_info (i)->section) != 0);
  if (plimsoll_format_from_name (name, &format))
    adw_combo_row_set_selected (self->format_row, format);
  adw_switch_row_set_active (self->hardware_row,
                             g_settings_get_boolean (self->settings, "export-all-hardware"));
  update (self);
}

static void
plimsoll_export_dialog_dispose (GObject *object)
{
  PlimsollExportDialog *self = PLIMSOLL_EXPORT_DIALOG (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_EXPORT_DIALOG);
  g_clear_object (&self->file);
  g_clear_object (&self->scenario);
  g_clear_object (&self->pins);
  g_clear_object (&self->catalog);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (plimsoll_export_dialog_parent_class)->dispose (object);
}

static void
plimsoll_export_dialog_class_init (PlimsollExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_export_dialog_dispose;
  ADW_DIALOG_CLASS (klass)->close_attempt = plimsoll_export_dialog_close_attempt;

  signals[SIGNAL_EXPORTED] = g_signal_new ("exported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                           0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-export-dialog.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollExportDialog, name)
  CHILD (stack);
  CHILD (cancel_button);
  CHILD (export_button);
  CHILD (banner);
  CHILD (about_row);
  CHILD (format_row);
  CHILD (sections_group);
  CHILD (hardware_row);
  CHILD (progress_label);
  CHILD (progress_bar);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, export_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, update);
}

static void
plimsoll_export_dialog_init (PlimsollExportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_sections (self);
}

PlimsollExportDialog *
plimsoll_export_dialog_new (PlimsollScenario *scenario,
                            PlimsollPins *pins,
                            PlimsollCatalog *catalog,
                            GSettings *settings)
{
  PlimsollExportDialog *self = g_object_new (PLIMSOLL_TYPE_EXPORT_DIALOG, NULL);

  self->scenario = plimsoll_scenario_copy (scenario);
  self->pins = g_object_ref (pins);
  self->catalog = g_object_ref (catalog);
  self->settings = g_object_ref (settings);
  add_choices (self);
  restore (self);

  return self;
}
