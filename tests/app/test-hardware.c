/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-accelerator-edit.h"
#include "plimsoll-compare-page.h"
#include "plimsoll-hardware-dialog.h"
#include "plimsoll-hardware-editor.h"
#include "plimsoll-report-grid.h"
#include "plimsoll-report-page.h"

#include <string.h>

/* My Hardware and the report of an accelerator, driven through the window. */

static PlimsollOwnHardware *
own_of (TestWindow *self)
{
  return plimsoll_catalog_get_own_hardware (self->catalog);
}

static AdwDialog *
dialog_of (TestWindow *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
}

static GtkWidget *
open_dialog (TestWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.my-hardware", NULL);
  test_wait_until (dialog_of (self) != NULL);
  g_assert_true (PLIMSOLL_IS_HARDWARE_DIALOG (dialog_of (self)));
  test_settle (100);
  return GTK_WIDGET (dialog_of (self));
}

static GtkWidget *
editor_in (GtkWidget *dialog)
{
  AdwNavigationPage *page =
    adw_navigation_view_get_visible_page (test_child (dialog, "navigation"));

  g_assert_true (PLIMSOLL_IS_HARDWARE_EDITOR (page));
  return GTK_WIDGET (page);
}

static void
type (GtkWidget *editor, const char *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (test_child (editor, row)), text);
}

static void
save (GtkWidget *editor)
{
  g_signal_emit_by_name (test_child (editor, "save_button"), "clicked");
  test_settle (50);
}

static guint
n_own (TestWindow *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (own_of (self)));
}

static void
clear (TestWindow *self)
{
  while (n_own (self) > 0)
    {
      g_autoptr (PlimsollAccelerator) first =
        g_list_model_get_item (G_LIST_MODEL (own_of (self)), 0);
      g_autoptr (PlimsollAccelerator) gone =
        plimsoll_own_hardware_remove (own_of (self), plimsoll_accelerator_get_id (first), NULL,
                                      NULL);

      g_assert_nonnull (gone);
    }
  g_assert_true (plimsoll_own_hardware_flush (own_of (self), NULL));
}

static PlimsollAccelerator *
add (TestWindow *self, const char *name, double gigabytes)
{
  g_autofree char *id = plimsoll_own_hardware_new_id (own_of (self), name);
  g_autoptr (PlimsollAccelerator) made = NULL;
  PlimsollAcceleratorEdit edit;

  plimsoll_accelerator_get_edit (NULL, &edit);
  edit.name = name;
  edit.memory_gb = gigabytes;
  edit.bandwidth_gbs = 800;
  made = plimsoll_accelerator_edit (NULL, id, &edit, "2026-12-02", NULL);
  g_assert_true (plimsoll_own_hardware_put (own_of (self), made, NULL));
  return plimsoll_own_hardware_lookup (own_of (self), id);
}

/* --- My Hardware --- */

/* What is wrong is said, with its row; what is right is there to be chosen. */
static void
test_add (TestWindow *self, gconstpointer data)
{
  GtkWidget *dialog = open_dialog (self), *editor;
  AdwBanner *banner;
  g_autoptr (PlimsollAccelerator) found = NULL;
  const PlimsollAcceleratorFacts *facts;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "nothing");
  gtk_widget_activate_action (dialog, "hardware.add", NULL);
  test_settle (300);
  editor = editor_in (dialog);
  banner = test_child (editor, "banner");

  save (editor);
  g_assert_true (adw_banner_get_revealed (banner));
  g_assert_true (gtk_widget_has_css_class (test_child (editor, "name_row"), "error"));
  type (editor, "name_row", "  Test card  ");
  save (editor);
  g_assert_true (gtk_widget_has_css_class (test_child (editor, "memory_row"), "error"));
  g_assert_false (gtk_widget_has_css_class (test_child (editor, "name_row"), "error"));
  type (editor, "memory_row", "20");
  type (editor, "bandwidth_row", "much");
  save (editor);
  g_assert_true (gtk_widget_has_css_class (test_child (editor, "bandwidth_row"), "error"));
  g_assert_nonnull (strstr (adw_banner_get_title (banner), "Bandwidth"));
  type (editor, "bandwidth_row", "-3");
  save (editor);
  g_assert_true (adw_banner_get_revealed (banner));
  type (editor, "bandwidth_row", "800,5");
  type (editor, "usable_row", "18.5");
  type (editor, "list_row", "999");
  save (editor);
  g_assert_cmpuint (n_own (self), ==, 1);

  found = plimsoll_accelerator_list_find (plimsoll_catalog_get_accelerators (self->catalog),
                                          "test card", NULL);
  g_assert_nonnull (found);
  facts = plimsoll_accelerator_get_facts (found);
  g_assert_cmpuint (facts->memory_bytes_nominal, ==, G_GUINT64_CONSTANT (20) << 30);
  g_assert_cmpuint (plimsoll_usable_memory_bytes (facts), ==, G_GUINT64_CONSTANT (37) << 29);
  g_assert_cmpfloat (facts->bandwidth_gbs, ==, 800.5);
  g_assert_cmpfloat (plimsoll_accelerator_get_list_price (found), ==, 999);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "rows");

  /* A name that is taken is refused where it stands. */
  gtk_widget_activate_action (dialog, "hardware.add", NULL);
  test_settle (300);
  editor = editor_in (dialog);
  type (editor, "name_row", "RTX 4090");
  type (editor, "memory_row", "20");
  save (editor);
  g_assert_true (gtk_widget_has_css_class (test_child (editor, "name_row"), "error"));
  g_assert_cmpuint (n_own (self), ==, 1);
  clear (self);
}

/* A price of one's own; the question is about the part as it is now, and after a reset as it was.
 */
static void
test_change (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollAcceleratorList *all = plimsoll_catalog_get_accelerators (self->catalog);
  g_autoptr (PlimsollAccelerator) shipped =
    g_object_ref (plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090"));
  GtkWidget *dialog, *editor;
  PlimsollAccelerator *changed;

  plimsoll_scenario_set_accelerator (scenario, shipped);
  plimsoll_scenario_add_accelerator (scenario, shipped, 1);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.edit-accelerator", "s",
                              "nvidia-rtx-4090");
  test_wait_until (dialog_of (self) != NULL);
  test_settle (300);
  dialog = GTK_WIDGET (dialog_of (self));
  editor = editor_in (dialog);
  type (editor, "used_row", "1234");
  save (editor);
  changed = plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090");
  g_assert_true (changed != shipped);
  g_assert_cmpfloat (plimsoll_accelerator_get_used_price (changed)->usd, ==, 1234);
  g_assert_cmpstr (plimsoll_accelerator_get_used_price (changed)->source, ==, PLIMSOLL_SOURCE_OWN);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == changed);
  g_assert_true (plimsoll_scenario_get_further_accelerators (scenario)->pdata[0] == changed);

  gtk_widget_activate_action (dialog, "hardware.remove", "s", "nvidia-rtx-4090");
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == shipped);
  g_assert_true (plimsoll_scenario_get_further_accelerators (scenario)->pdata[0] == shipped);
  gtk_widget_activate_action (dialog, "hardware.undo", NULL);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == changed);
  clear (self);
}

/* What the question is about and is removed gives way to what is usual; undo brings it back. */
static void
test_remove (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollAccelerator *first = add (self, "First of mine", 20);
  PlimsollAccelerator *second = add (self, "Second of mine", 24);
  GtkWidget *dialog;

  g_assert_nonnull (first);
  plimsoll_scenario_set_accelerator (scenario, second);
  dialog = open_dialog (self);
  gtk_widget_activate_action (dialog, "hardware.remove", "s", "second-of-mine");
  g_assert_cmpuint (n_own (self), ==, 1);
  g_assert_cmpstr (plimsoll_accelerator_get_id (plimsoll_scenario_get_accelerator (scenario)), ==,
                   "nvidia-rtx-4090");
  gtk_widget_activate_action (dialog, "hardware.undo", NULL);
  g_assert_cmpuint (n_own (self), ==, 2);
  /* Once. */
  gtk_widget_activate_action (dialog, "hardware.undo", NULL);
  g_assert_cmpuint (n_own (self), ==, 2);

  /* Another that goes leaves the question alone. */
  plimsoll_scenario_set_accelerator (scenario, plimsoll_own_hardware_lookup (own_of (self),
                                                                             "second-of-mine"));
  gtk_widget_activate_action (dialog, "hardware.remove", "s", "first-of-mine");
  g_assert_cmpstr (plimsoll_accelerator_get_id (plimsoll_scenario_get_accelerator (scenario)), ==,
                   "second-of-mine");
  clear (self);
}

static void
test_import (TestWindow *self, gconstpointer data)
{
  static const char text[] =
    "{\"format\": 1, \"accelerators\": ["
    "{\"id\": \"good\", \"name\": \"Good\", \"memory\": {\"nominal_gb\": 9}},"
    "{\"id\": \"bad\", \"name\": \"Bad\", \"memory\": {\"nominal_gb\": 0}}]}";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "plimsoll-import.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *dialog = open_dialog (self);
  AdwDialog *alert;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  plimsoll_hardware_dialog_import (PLIMSOLL_HARDWARE_DIALOG (dialog), file);
  test_wait_until (n_own (self) == 1);
  test_wait_until (ADW_IS_ALERT_DIALOG (dialog_of (self)));
  alert = dialog_of (self);
  g_assert_nonnull (strstr (
    gtk_label_get_label (GTK_LABEL (adw_alert_dialog_get_extra_child (ADW_ALERT_DIALOG (alert)))),
    "row 2 (bad): “memory.nominal_gb”"));
  adw_dialog_force_close (alert);
  g_assert_true (g_file_delete (file, NULL, NULL));
  clear (self);
}

/* --- The report --- */

static PlimsollReportPage *
open_report (TestWindow *self, const char *id)
{
  GtkWidget *compare = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COMPARE_PAGE);
  AdwNavigationView *navigation = test_child (compare, "navigation");

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.show-accelerator", "s", id);
  test_wait_until (PLIMSOLL_IS_REPORT_PAGE (adw_navigation_view_get_visible_page (navigation)));
  test_settle (300);
  return PLIMSOLL_REPORT_PAGE (adw_navigation_view_get_visible_page (navigation));
}

/* Every cell says itself in words; the keys go from one to the next; a press asks about it. */
static void
test_grid (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollReportPage *page = open_report (self, "nvidia-rtx-4090");
  PlimsollAcceleratorReport *report = plimsoll_report_page_get_report (page);
  GtkWidget *grid = test_child (page, "grid"), *first, *cell;
  guint n_rows, n_contexts;
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (report, &n_rows);
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (report, &n_contexts);
  const char *precision;

  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (grid)), ==,
                   GTK_ACCESSIBLE_ROLE_GRID);
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_contexts; j++)
      {
        g_autofree char *words = plimsoll_report_cell_text (&rows[i], contexts[j], j);

        cell = plimsoll_report_grid_get_cell (PLIMSOLL_REPORT_GRID (grid), i, j);
        g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (cell)), ==,
                         GTK_ACCESSIBLE_ROLE_GRID_CELL);
        gtk_test_accessible_assert_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                             words);
        g_assert_cmpstr (gtk_widget_get_tooltip_text (cell), ==, words);
      }

  first = plimsoll_report_grid_get_cell (PLIMSOLL_REPORT_GRID (grid), 0, 0);
  test_press (grid, GDK_KEY_Page_Up, 0);
  test_press (grid, GDK_KEY_Home, 0);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self->window)) == first);
  g_assert_true (test_press (grid, GDK_KEY_Right, 0));
  g_assert_true (test_press (grid, GDK_KEY_Down, 0));
  cell = plimsoll_report_grid_get_cell (PLIMSOLL_REPORT_GRID (grid), 1, 1);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self->window)) == cell);
  g_assert_false (gtk_widget_get_focusable (first));
  test_press (grid, GDK_KEY_End, 0);
  test_press (grid, GDK_KEY_Page_Down, 0);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (self->window))
                 == plimsoll_report_grid_get_cell (PLIMSOLL_REPORT_GRID (grid), n_rows - 1,
                                                   n_contexts - 1));

  precision = rows[1].precision->name;
  g_signal_emit_by_name (cell, "clicked");
  test_settle (50);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, precision);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 2048);
}

/* The table's row opens it; an alternative takes its place; it goes along with My Hardware. */
static void
test_report (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *compare = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COMPARE_PAGE);
  AdwNavigationView *navigation = test_child (compare, "navigation");
  PlimsollAccelerator *mine = add (self, "Mine to report", 48);
  PlimsollAcceleratorReport *report;
  PlimsollReportPage *page;
  const PlimsollAlternative *rows;
  PlimsollAccelerator *target = plimsoll_scenario_get_accelerator (scenario);
  guint n;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "compare");
  test_settle (300);
  g_signal_emit_by_name (test_child (compare, "view"), "activate", 0);
  test_wait_until (PLIMSOLL_IS_REPORT_PAGE (adw_navigation_view_get_visible_page (navigation)));
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == target);
  adw_navigation_view_pop (navigation);
  test_settle (400);

  page = open_report (self, plimsoll_accelerator_get_id (mine));
  report = plimsoll_report_page_get_report (page);
  g_signal_emit_by_name (test_child (page, "use_button"), "clicked");
  test_settle (50);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == mine);
  g_assert_false (gtk_widget_get_sensitive (test_child (page, "use_button")));

  rows = plimsoll_accelerator_report_get_alternatives (report, &n);
  g_assert_cmpuint (n, >, 1);
  {
    g_autoptr (PlimsollAccelerator) other = g_object_ref (rows[0].accelerator);

    g_signal_emit_by_name (page, "report-wanted", other);
    test_settle (300);
    page = PLIMSOLL_REPORT_PAGE (adw_navigation_view_get_visible_page (navigation));
    g_assert_true (
      plimsoll_accelerator_report_get_accelerator (plimsoll_report_page_get_report (page))
      == other);
  }
  adw_navigation_view_pop (navigation);
  test_settle (400);
  g_assert_cmpstr (adw_navigation_page_get_tag (adw_navigation_view_get_visible_page (navigation)),
                   ==, "table");

  open_report (self, "mine-to-report");
  clear (self);
  test_wait_until (
    g_strcmp0 (adw_navigation_page_get_tag (adw_navigation_view_get_visible_page (navigation)),
               "table")
    == 0);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  /* libadwaita 1.7 loses a drawing of a page that slides out, which the sanitizer would tell of. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/hardware/" name, TestWindow, NULL, test_window_set_up, function,                   \
              test_window_tear_down)
  ADD ("add", test_add);
  ADD ("change", test_change);
  ADD ("remove", test_remove);
  ADD ("import", test_import);
  ADD ("grid", test_grid);
  ADD ("report", test_report);
#undef ADD

  return g_test_run ();
}
