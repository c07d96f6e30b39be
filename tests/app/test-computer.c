/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-computer.h"
#include "plimsoll-test-window.h"

#include "plimsoll-compare-page.h"
#include "plimsoll-computer-dialog.h"
#include "plimsoll-fit.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-scenario-computer.h"

#include <string.h>

/* This computer in the window, which is opened on a tree in the place of /proc and /sys. */

#define GIB (G_GUINT64_CONSTANT (1) << 30)

static void
open_on (TestWindow *self, const char *root)
{
  g_setenv ("PLIMSOLL_COMPUTER_ROOT", root, TRUE);
  self->window = test_window_open (self, 1200, 800);
}

static PlimsollOwnComputer *
computer_of (TestWindow *self)
{
  return plimsoll_catalog_get_own_computer (self->catalog);
}

static void
set_up (TestWindow *self, gconstpointer data)
{
  g_autofree char *root = data != NULL ? test_computer_strix_halo () : test_computer_cards ();
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  test_window_set_up (self, NULL);
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  g_settings_reset (settings, "question");
  open_on (self, root);
  test_wait_until (plimsoll_own_computer_is_known (computer_of (self)));
  test_wait_until (plimsoll_scenario_is_on_computer (plimsoll_window_get_scenario (self->window),
                                                     computer_of (self)));
  test_computer_remove (root);
}

static void
tear_down (TestWindow *self, gconstpointer data)
{
  plimsoll_own_computer_reset_all (computer_of (self));
  g_assert_true (plimsoll_own_computer_flush (computer_of (self), NULL));
  test_window_tear_down (self, data);
  g_setenv ("PLIMSOLL_COMPUTER_ROOT", "/nonexistent", TRUE);
}

static AdwComboRow *
target_of (TestWindow *self)
{
  return test_child (test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_QUESTION_PANE),
                     "target_row");
}

static const char *
target_name (TestWindow *self)
{
  return plimsoll_accelerator_get_name (adw_combo_row_get_selected_item (target_of (self)));
}

/* --- The target --- */

/* Before all others, and chosen; with another count the question is about the card alone. */
static void
test_target (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_cmpuint (adw_combo_row_get_selected (target_of (self)), ==, 0);
  g_assert_cmpstr (target_name (self), ==,
                   "This computer: 2 × NVIDIA RTX 3090 + NVIDIA RTX 3060 12GB");
  g_object_set (scenario, "accelerator-count", 1, NULL);
  g_assert_cmpstr (target_name (self), ==, "NVIDIA RTX 3090");

  g_object_set (scenario, "n-cpu-moe", 7, NULL);
  adw_combo_row_set_selected (target_of (self), 0);
  g_assert_true (plimsoll_scenario_is_on_computer (scenario, computer_of (self)));
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, 2);
  g_assert_cmpuint (plimsoll_scenario_get_further_accelerators (scenario)->len, ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, 1);
  g_assert_cmpstr (target_name (self), ==, "NVIDIA RTX 3090");
}

/* --- Compare --- */

static GListModel *
rows_of (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COMPARE_PAGE);

  return G_LIST_MODEL (gtk_column_view_get_model (test_child (page, "view")));
}

static PlimsollFit *
row_at (TestWindow *self, guint position)
{
  g_autoptr (PlimsollFit) fit = g_list_model_get_item (rows_of (self), position);

  return fit;
}

static GtkWidget *
open_compare (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COMPARE_PAGE);

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "compare");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);
  return page;
}

static void
assert_pinned (TestWindow *self)
{
  g_assert_true (plimsoll_fit_is_computer (row_at (self, 0)));
  for (guint i = 1; i < g_list_model_get_n_items (rows_of (self)); i++)
    g_assert_false (plimsoll_fit_is_computer (row_at (self, i)));
}

/* On top in every order and whatever is let through; its figures are those of the question. */
static void
test_compare (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_compare (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const guint all =
    g_list_model_get_n_items (G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog)));
  const PlimsollEstimate *estimate;
  g_autofree char *detail = plimsoll_fit_get_detail (row_at (self, 0));

  g_assert_cmpuint (g_list_model_get_n_items (rows_of (self)), ==, all + 1);
  assert_pinned (self);
  g_assert_cmpstr (plimsoll_fit_get_name (row_at (self, 0)), ==, "This computer");
  g_assert_cmpstr (detail, ==, "2 × NVIDIA RTX 3090 + NVIDIA RTX 3060 12GB");

  plimsoll_scenario_set_context_length (scenario, 65536);
  test_settle (50);
  estimate = plimsoll_sizer_get_estimate (plimsoll_window_get_sizer (self->window));
  g_assert_cmpuint (estimate->required, >, 0);
  test_wait_until (plimsoll_fit_get_figures (row_at (self, 0))->required == estimate->required);
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (self, 0))->usable, ==, estimate->usable);
  g_assert_cmpint (plimsoll_fit_get_figures (row_at (self, 0))->verdict, ==, estimate->verdict);
  g_assert_cmpfloat (plimsoll_fit_get_figures (row_at (self, 0))->decode.value, ==,
                     estimate->speed.decode.value);

  gtk_widget_activate_action (page, "compare.sort", "s", "usable");
  assert_pinned (self);
  gtk_widget_activate_action (page, "compare.descending", NULL);
  assert_pinned (self);
  gtk_editable_set_text (test_child (page, "filter_entry"), "5090");
  test_wait_until (g_list_model_get_n_items (rows_of (self)) < 10);
  assert_pinned (self);
  g_assert_nonnull (strstr (gtk_label_get_text (test_child (page, "summary_label")),
                            " accelerator"));

  /* Nothing goes by that, this computer or not. */
  gtk_editable_set_text (test_child (page, "filter_entry"), "no such card");
  test_wait_until (g_str_equal (gtk_stack_get_visible_child_name (test_child (page, "stack")),
                                "nothing"));
  gtk_editable_set_text (test_child (page, "filter_entry"), "");
  test_wait_until (g_list_model_get_n_items (rows_of (self)) == all + 1);

  /* Models and precisions are no hardware. */
  adw_toggle_group_set_active_name (test_child (page, "lens_group"), "precision");
  g_assert_false (plimsoll_fit_is_computer (row_at (self, 0)));
  adw_toggle_group_set_active_name (test_child (page, "lens_group"), "hardware");
  assert_pinned (self);
}

/* The question may be about another: the row still is about this computer. */
static void
test_row (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  guint64 usable;

  open_compare (self);
  test_wait_until (plimsoll_fit_get_figures (row_at (self, 0))->usable > 0);
  usable = plimsoll_fit_get_figures (row_at (self, 0))->usable;
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                                "nvidia-rtx-5090"));
  plimsoll_scenario_set_further_accelerators (scenario, NULL);
  g_object_set (scenario, "accelerator-count", 1, NULL);
  test_settle (50);
  g_assert_cmpuint (plimsoll_fit_get_figures (row_at (self, 0))->usable, ==, usable);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.use-computer", NULL);
  g_assert_true (plimsoll_scenario_is_on_computer (scenario, computer_of (self)));
}

/* --- The dialog --- */

static PlimsollComputerDialog *
open_dialog (TestWindow *self)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.this-computer", NULL);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
  g_assert_true (PLIMSOLL_IS_COMPUTER_DIALOG (dialog));
  test_settle (50);
  return PLIMSOLL_COMPUTER_DIALOG (dialog);
}

/* Carve-out and GTT apart, total and free apart, each with its source; what is set counts in the
 * question that is about this computer, until it is reset. */
static void
test_dialog (TestWindow *self, gconstpointer data)
{
  PlimsollComputerDialog *dialog = open_dialog (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const struct
  {
    PlimsollComputerFigure figure;
    const char *title;
    const char *source;
    double gib;
  } rows[] = {
    { PLIMSOLL_COMPUTER_OWN, "Carved out (VRAM)",
      "GiB, /sys/bus/pci/devices/0000:c5:00.0/mem_info_vram_total", 64 },
    { PLIMSOLL_COMPUTER_OWN_FREE, "Free of it",
      "GiB, /sys/bus/pci/devices/0000:c5:00.0/mem_info_vram_used", 63.85 },
    { PLIMSOLL_COMPUTER_SHARED, "Shared with the computer (GTT)",
      "GiB, /sys/bus/pci/devices/0000:c5:00.0/mem_info_gtt_total", 31.23 },
    { PLIMSOLL_COMPUTER_SHARED_FREE, "Free of it",
      "GiB, /sys/bus/pci/devices/0000:c5:00.0/mem_info_gtt_used", 31.21 },
  };
  GtkWidget *row;
  guint64 before, after;

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      row = plimsoll_computer_dialog_get_row (dialog, 0, rows[i].figure);
      g_assert_nonnull (row);
      g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==,
                       rows[i].title);
      g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, rows[i].source);
      g_assert_cmpfloat_with_epsilon (adw_spin_row_get_value (ADW_SPIN_ROW (row)), rows[i].gib,
                                      0.01);
    }

  before = plimsoll_usable_memory_bytes (
    plimsoll_accelerator_get_facts (plimsoll_scenario_get_accelerator (scenario)));
  row = plimsoll_computer_dialog_get_row (dialog, 0, PLIMSOLL_COMPUTER_SHARED);
  adw_spin_row_set_value (ADW_SPIN_ROW (row), 56);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "GiB, set by you");
  after = plimsoll_usable_memory_bytes (
    plimsoll_accelerator_get_facts (plimsoll_scenario_get_accelerator (scenario)));
  g_assert_cmpuint (after, ==, 120 * GIB);
  g_assert_true (plimsoll_scenario_is_on_computer (scenario, computer_of (self)));

  gtk_widget_activate_action (GTK_WIDGET (dialog), "computer.reset-all", NULL);
  g_assert_cmpfloat_with_epsilon (adw_spin_row_get_value (ADW_SPIN_ROW (row)), 31.23, 0.01);
  g_assert_cmpuint (plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (
                      plimsoll_scenario_get_accelerator (scenario))),
                    ==, before);
  adw_dialog_force_close (ADW_DIALOG (dialog));
}

/* A card: no GTT; the driver tells no memory without privileges, and somebody can say it. */
static void
test_dialog_cards (TestWindow *self, gconstpointer data)
{
  PlimsollComputerDialog *dialog = open_dialog (self);
  GtkWidget *row, *combo;
  int least;

  g_assert_null (plimsoll_computer_dialog_get_row (dialog, 0, PLIMSOLL_COMPUTER_SHARED));
  row = plimsoll_computer_dialog_get_row (dialog, 0, PLIMSOLL_COMPUTER_OWN);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "GiB, not told by the system");
  combo = plimsoll_computer_dialog_get_row (dialog, 1, PLIMSOLL_COMPUTER_ACCELERATOR);
  g_assert_cmpstr (
    plimsoll_accelerator_get_id (adw_combo_row_get_selected_item (ADW_COMBO_ROW (combo))), ==,
    "nvidia-rtx-3060-12gb");
  adw_combo_row_set_selected (ADW_COMBO_ROW (combo), 0);
  g_assert_cmpuint (plimsoll_own_computer_get_boards (computer_of (self))->len, ==, 2);
  g_assert_cmpstr (target_name (self), ==, "This computer: 2 × NVIDIA RTX 3090");

  gtk_widget_measure (GTK_WIDGET (dialog), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL,
                      NULL);
  g_assert_cmpint (least, <=, 360);
  adw_dialog_force_close (ADW_DIALOG (dialog));
}

/* --- The next start --- */

/* A question about this computer is about what it is then. */
static void
test_restored (TestWindow *self, gconstpointer data)
{
  g_autofree char *root = test_computer_strix_halo ();

  plimsoll_own_computer_set_bytes (computer_of (self), 0, PLIMSOLL_COMPUTER_SHARED, 56 * GIB);
  gtk_window_close (GTK_WINDOW (g_steal_pointer (&self->window)));
  test_settle (50);
  open_on (self, root);
  test_wait_until (plimsoll_scenario_is_on_computer (plimsoll_window_get_scenario (self->window),
                                                     computer_of (self)));
  g_assert_cmpuint (
    plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (
      plimsoll_scenario_get_accelerator (plimsoll_window_get_scenario (self->window)))),
    ==, 120 * GIB);
  test_computer_remove (root);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, unified, test)                                                                   \
  g_test_add ("/computer/" name, TestWindow, GINT_TO_POINTER (unified), set_up, test, tear_down)
  ADD ("target", FALSE, test_target);
  ADD ("compare", FALSE, test_compare);
  ADD ("row", FALSE, test_row);
  ADD ("dialog", TRUE, test_dialog);
  ADD ("dialog-cards", FALSE, test_dialog_cards);
  ADD ("restored", TRUE, test_restored);
#undef ADD

  return g_test_run ();
}
