/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-export-dialog.h"
#include "plimsoll-print.h"

#include <glib/gstdio.h>
#include <string.h>

/* Reports written and printed through the window's actions and the dialog's widgets. */

typedef struct
{
  TestWindow base;
  char *folder;
  guint exported;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  static const char *const keys[] = { "export-format", "export-sections", "export-all-hardware",
                                      "export-folder", "print-settings",  "pinned-questions" };
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_settings_reset (settings, keys[i]);
  self->folder = g_dir_make_tmp ("plimsoll-export-XXXXXX", &error);
  g_assert_no_error (error);
  test_window_set_up (&self->base, data);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  test_window_tear_down (&self->base, data);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (self->folder);
  g_free (self->folder);
}

static void
exported_cb (Fixture *self, GFile *file)
{
  self->exported++;
}

static PlimsollExportDialog *
open_dialog (Fixture *self)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->base.window), "win.export", NULL);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->base.window));
  g_assert_true (PLIMSOLL_IS_EXPORT_DIALOG (dialog));
  g_signal_connect_swapped (dialog, "exported", G_CALLBACK (exported_cb), self);
  test_settle (50);

  return PLIMSOLL_EXPORT_DIALOG (dialog);
}

static char *
path_of (Fixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static void
export_to (Fixture *self, PlimsollExportDialog *dialog, const char *name)
{
  g_autofree char *path = path_of (self, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  plimsoll_export_dialog_export_to (dialog, file);
}

static char *
read_file (Fixture *self, const char *name)
{
  g_autofree char *path = path_of (self, name);
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);

  return text;
}

static guint
count_files (Fixture *self)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

static void
test_formats (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *name;
    const char *begins;
  } files[PLIMSOLL_N_FORMATS] = {
    [PLIMSOLL_FORMAT_PDF] = { "report.pdf", "%PDF-1." },
    [PLIMSOLL_FORMAT_MARKDOWN] = { "report.md", "# Qwen3" },
    [PLIMSOLL_FORMAT_CSV] = { "report.csv", "title,Qwen3" },
    [PLIMSOLL_FORMAT_JSON] = { "report.json", "{\n  \"format\" : 1" },
  };

  for (guint i = 0; i < PLIMSOLL_N_FORMATS; i++)
    {
      PlimsollExportDialog *dialog = open_dialog (self);
      g_autofree char *text = NULL;

      adw_combo_row_set_selected (test_child (dialog, "format_row"), i);
      export_to (self, dialog, files[i].name);
      /* Nothing is awaited: the window goes on. */
      g_assert_cmpuint (self->exported, ==, i);
      test_wait_until (self->exported == i + 1);
      test_wait_until (
        adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->base.window))
        == NULL);
      text = read_file (self, files[i].name);
      g_assert_true (g_str_has_prefix (text, files[i].begins));
    }
  g_assert_cmpuint (count_files (self), ==, PLIMSOLL_N_FORMATS);
}

/* The first check button below @root whose row is called @title. */
static GtkCheckButton *
find_check (GtkWidget *root, const char *title)
{
  if (ADW_IS_ACTION_ROW (root)
      && g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (root)), title))
    return GTK_CHECK_BUTTON (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (root)));
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkCheckButton *found = find_check (child, title);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_sections (Fixture *self, gconstpointer data)
{
  PlimsollExportDialog *dialog = open_dialog (self);
  GtkWidget *group = test_child (dialog, "sections_group");
  g_autofree char *text = NULL;

  for (guint i = 0; i < PLIMSOLL_REPORT_N_SECTIONS; i++)
    gtk_check_button_set_active (find_check (group, plimsoll_report_section_info (i)->title),
                                 FALSE);
  g_assert_false (gtk_widget_get_sensitive (test_child (dialog, "export_button")));
  gtk_check_button_set_active (find_check (group, "Precisions"), TRUE);
  g_assert_true (gtk_widget_get_sensitive (test_child (dialog, "export_button")));
  adw_combo_row_set_selected (test_child (dialog, "format_row"), PLIMSOLL_FORMAT_MARKDOWN);
  export_to (self, dialog, "some.md");
  test_wait_until (self->exported == 1);
  text = read_file (self, "some.md");
  g_assert_nonnull (strstr (text, "## In other precisions"));
  g_assert_null (strstr (text, "## Training"));
  test_settle (300);

  /* What was chosen is chosen again. */
  dialog = open_dialog (self);
  group = test_child (dialog, "sections_group");
  g_assert_true (gtk_check_button_get_active (find_check (group, "Precisions")));
  g_assert_false (gtk_check_button_get_active (find_check (group, "Training")));
  g_assert_cmpuint (adw_combo_row_get_selected (test_child (dialog, "format_row")), ==,
                    PLIMSOLL_FORMAT_MARKDOWN);
  adw_combo_row_set_selected (test_child (dialog, "format_row"), PLIMSOLL_FORMAT_JSON);
  g_assert_false (gtk_widget_get_sensitive (group));
  adw_dialog_force_close (ADW_DIALOG (dialog));
  test_settle (300);
}

static void
test_beside (Fixture *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->base.window);
  PlimsollExportDialog *dialog;
  g_autofree char *text = NULL, *card = NULL;

  gtk_widget_activate_action (GTK_WIDGET (self->base.window), "win.pin", NULL);
  plimsoll_scenario_set_context_length (scenario, 8192);
  dialog = open_dialog (self);
  adw_combo_row_set_selected (test_child (dialog, "format_row"), PLIMSOLL_FORMAT_MARKDOWN);
  adw_combo_row_set_selected (test_child (dialog, "about_row"), PLIMSOLL_EXPORT_BESIDE);
  export_to (self, dialog, "beside.md");
  test_wait_until (self->exported == 1);
  text = read_file (self, "beside.md");
  g_assert_nonnull (strstr (text, "2 questions side by side"));
  g_assert_nonnull (strstr (text, "| **8K**"));
  test_settle (300);

  dialog = open_dialog (self);
  adw_combo_row_set_selected (test_child (dialog, "about_row"), PLIMSOLL_EXPORT_ACCELERATOR);
  g_assert_false (gtk_widget_get_sensitive (test_child (dialog, "sections_group")));
  export_to (self, dialog, "card.md");
  test_wait_until (self->exported == 2);
  card = read_file (self, "card.md");
  g_assert_nonnull (strstr (card, "## By precision and context"));
}

/* What is given up leaves nothing, and the dialog is as it was. */
static void
test_cancel (Fixture *self, gconstpointer data)
{
  PlimsollExportDialog *dialog = open_dialog (self);
  GtkStack *stack = test_child (dialog, "stack");

  export_to (self, dialog, "never.pdf");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "progress");
  g_assert_false (adw_dialog_get_can_close (ADW_DIALOG (dialog)));
  g_signal_emit_by_name (test_child (dialog, "cancel_button"), "clicked");
  test_wait_until (g_strcmp0 (gtk_stack_get_visible_child_name (stack), "form") == 0);
  g_assert_true (adw_dialog_get_can_close (ADW_DIALOG (dialog)));
  g_assert_false (adw_banner_get_revealed (test_child (dialog, "banner")));
  test_settle (200);
  g_assert_cmpuint (self->exported, ==, 0);
  g_assert_cmpuint (count_files (self), ==, 0);
  adw_dialog_close (ADW_DIALOG (dialog));
  test_settle (300);
}

/* What cannot be written is said where it was asked; the dialog stays for another try. */
static void
test_failure (Fixture *self, gconstpointer data)
{
  PlimsollExportDialog *dialog = open_dialog (self);
  AdwBanner *banner = test_child (dialog, "banner");

  export_to (self, dialog, "missing/report.pdf");
  test_wait_until (adw_banner_get_revealed (banner));
  g_assert_nonnull (strstr (adw_banner_get_title (banner), "missing/report.pdf"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "form");
  export_to (self, dialog, "report.pdf");
  test_wait_until (self->exported == 1);
  g_assert_cmpuint (count_files (self), ==, 1);
}

/* The window may go while it is written. */
static void
test_closed (Fixture *self, gconstpointer data)
{
  PlimsollExportDialog *dialog = open_dialog (self);

  export_to (self, dialog, "report.pdf");
  gtk_window_destroy (GTK_WINDOW (self->base.window));
  self->base.window = NULL;
  test_settle (600);
}

static void
keep_document_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(PlimsollDocument **) data = plimsoll_export_make_finish (result, NULL);
}

/* Through GTK's own printing, into a file: the same pages, and what was set is kept. */
static void
test_print (Fixture *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  const PlimsollExportAsk ask = {
    .kind = PLIMSOLL_EXPORT_QUESTION,
    .scenario = plimsoll_window_get_scenario (self->base.window),
    .catalog = self->base.catalog,
    .sections = PLIMSOLL_REPORT_ALL,
  };
  g_autoptr (PlimsollDocument) document = NULL;
  g_autofree char *path = path_of (self, "printed.pdf"), *kept = NULL;

  plimsoll_export_make_async (&ask, NULL, NULL, NULL, keep_document_cb, &document);
  test_wait_until (document != NULL);
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GtkPrintOperation) operation = plimsoll_print_new (document, settings);
      g_autoptr (GtkPrintSettings) chosen = gtk_print_settings_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      /* The second time nothing is set: it is as it was. */
      if (round == 0)
        {
          gtk_print_settings_set_n_copies (chosen, 3);
          gtk_print_operation_set_print_settings (operation, chosen);
        }
      else
        g_assert_cmpint (
          gtk_print_settings_get_n_copies (gtk_print_operation_get_print_settings (operation)), ==,
          3);
      gtk_print_operation_set_export_filename (operation, path);
      gtk_print_operation_set_allow_async (operation, FALSE);
      gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT,
                               GTK_WINDOW (self->base.window), &error);
      g_assert_no_error (error);
      text = read_file (self, "printed.pdf");
      g_assert_true (g_str_has_prefix (text, "%PDF-1."));
      g_assert_cmpint (gtk_print_operation_get_n_pages_to_print (operation), >=, 6);
    }
  kept = g_settings_get_string (settings, "print-settings");
  g_assert_nonnull (strstr (kept, "n-copies=3"));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
#define ADD(name, func) g_test_add ("/app/export/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("formats", test_formats);
  ADD ("sections", test_sections);
  ADD ("beside", test_beside);
  ADD ("cancel", test_cancel);
  ADD ("failure", test_failure);
  ADD ("closed", test_closed);
  ADD ("print", test_print);
#undef ADD
  return g_test_run ();
}
