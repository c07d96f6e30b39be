/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A person's own models in the search, and the question about one on another day. */

#include "config.h"

#include "plimsoll-test-open.h"

#include "plimsoll-search-dialog.h"
#include "plimsoll-search-result.h"
#include "plimsoll-search-row.h"

/* --- One's own models in the search --- */

static AdwDialog *
open_search (TestOpen *self)
{
  gtk_widget_activate_action (GTK_WIDGET (WINDOW (self)), "win.search", NULL);
  test_wait_until (test_visible_dialog (self) != NULL);
  g_assert_true (PLIMSOLL_IS_SEARCH_DIALOG (test_visible_dialog (self)));
  test_settle (100);
  return test_visible_dialog (self);
}

static GtkSingleSelection *
selection_of (AdwDialog *dialog)
{
  return GTK_SINGLE_SELECTION (gtk_list_view_get_model (test_child (dialog, "list")));
}

static const char *
name_at (AdwDialog *dialog, guint position)
{
  g_autoptr (PlimsollSearchResult) result =
    g_list_model_get_item (G_LIST_MODEL (selection_of (dialog)), position);

  return plimsoll_model_get_name (plimsoll_search_result_get_model (result));
}

static void
open_two (TestOpen *self)
{
  test_save_config (self, "tuned/config.json", 3);
  test_save_config (self, "other/config.json", 4);
  test_open_name (self, "tuned/config.json");
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  test_open_name (self, "other/config.json");
  test_wait_until (test_asks_about (self, "other/config.json"));
}

static void
test_search (TestOpen *self, gconstpointer data)
{
  AdwDialog *dialog;
  GtkWidget *entry;
  GtkSingleSelection *selection;
  guint start, end, n;

  open_two (self);
  dialog = open_search (self);
  entry = test_child (dialog, "entry");
  selection = selection_of (dialog);
  n = g_list_model_get_n_items (G_LIST_MODEL (selection));

  /* A section of their own above the catalogue, the last one first; the present one is selected. */
  gtk_section_model_get_section (GTK_SECTION_MODEL (selection), 0, &start, &end);
  g_assert_cmpuint (start, ==, 0);
  g_assert_cmpuint (end, ==, 2);
  g_assert_cmpuint (n, >, 100);
  g_assert_cmpstr (name_at (dialog, 0), ==, "other");
  g_assert_cmpstr (name_at (dialog, 1), ==, "tuned");
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);
  test_wait_until (test_shows_text (GTK_WIDGET (dialog), "My Models"));
  test_wait_until (test_shows_text (GTK_WIDGET (dialog), "Catalog"));

  /* Found by name; what matches better in the catalogue is selected before what matches badly. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "tuned");
  test_wait_until (g_strcmp0 (name_at (dialog, 0), "tuned") == 0);
  g_assert_cmpuint (gtk_single_selection_get_selected (selection), ==, 0);
  g_signal_emit_by_name (entry, "activate");
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  test_wait_until (test_visible_dialog (self) == NULL);
}

static void
test_remove (TestOpen *self, gconstpointer data)
{
  GListModel *own = G_LIST_MODEL (self->base.own);
  AdwDialog *dialog;
  GtkWidget *entry, *row;

  open_two (self);
  dialog = open_search (self);
  entry = test_child (dialog, "entry");

  /* Delete belongs to the text as long as it has some to delete. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "o");
  gtk_editable_set_position (GTK_EDITABLE (entry), 0);
  g_assert_false (test_press (entry, GDK_KEY_Delete, 0));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 2);

  gtk_single_selection_set_selected (selection_of (dialog), 1);
  g_assert_true (test_press (entry, GDK_KEY_Delete, 0));
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 1);
  g_assert_cmpstr (name_at (dialog, 0), ==, "other");
  test_press_button (GTK_WIDGET (dialog), "_Undo");
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 2);
  g_assert_cmpstr (name_at (dialog, 1), ==, "tuned");

  /* By its button, and back by key. */
  row = test_find (GTK_WIDGET (dialog), PLIMSOLL_TYPE_SEARCH_ROW);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (test_child (row, "remove_button")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Remove “other” from your models");
  g_signal_emit_by_name (test_child (row, "remove_button"), "clicked");
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 1);
  g_assert_cmpstr (name_at (dialog, 0), ==, "tuned");
  g_assert_true (test_press (entry, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 2);
  g_assert_cmpstr (name_at (dialog, 0), ==, "other");
  g_assert_false (test_press (entry, GDK_KEY_z, GDK_CONTROL_MASK));

  /* With the focus in the list. */
  gtk_single_selection_set_selected (selection_of (dialog), 0);
  g_assert_true (test_press (test_child (dialog, "list"), GDK_KEY_Delete, 0));
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 1);

  /* Nothing of the catalogue can be removed. */
  gtk_single_selection_set_selected (selection_of (dialog), 5);
  g_assert_false (test_press (entry, GDK_KEY_Delete, 0));
  g_assert_cmpuint (g_list_model_get_n_items (own), ==, 1);

  /* The files are the user's. */
  {
    g_autofree char *path = test_path_of (self, "other/config.json");

    g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  }
}

static void
choose_first (TestOpen *self)
{
  AdwDialog *dialog = open_search (self);

  gtk_single_selection_set_selected (selection_of (dialog), 0);
  g_signal_emit_by_name (test_child (dialog, "entry"), "activate");
}

/* Chosen again, its files are read anew. */
static void
test_changed (TestOpen *self, gconstpointer data)
{
  open_two (self);
  test_save_config (self, "other/config.json", 7);
  choose_first (self);
  test_wait_until (plimsoll_model_get_layers (test_model (self)) == 7);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 2);

  /* Or are no model any more: the question stays. */
  test_save (self, "other/config.json", "{");
  choose_first (self);
  test_wait_until (test_shows_text (test_toasts (self), "Could not open “config.json”"));
  g_assert_cmpuint (plimsoll_model_get_layers (test_model (self)), ==, 7);
}

/* Without its files it is sized from what was kept, and says so. */
static void
test_gone (TestOpen *self, gconstpointer data)
{
  g_autofree char *path = test_path_of (self, "own.gguf");
  g_autoptr (PlimsollModel) other = NULL;

  test_save_gguf (self, "own.gguf", "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q5_K_M);
  test_open_name (self, "own.gguf");
  test_wait_until (test_asks_about (self, "own.gguf"));
  other = g_list_model_get_item (G_LIST_MODEL (self->base.models), 3);
  plimsoll_scenario_set_model (plimsoll_window_get_scenario (WINDOW (self)), other);
  plimsoll_scenario_set_precision (plimsoll_window_get_scenario (WINDOW (self)), "Q8_0");
  g_assert_cmpint (g_remove (path), ==, 0);

  gtk_widget_activate_action (GTK_WIDGET (WINDOW (self)), "win.search", NULL);
  test_wait_until (test_visible_dialog (self) != NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (test_visible_dialog (self)), "File not found"));
  adw_dialog_force_close (test_visible_dialog (self));
  test_wait_until (test_visible_dialog (self) == NULL);

  choose_first (self);
  test_wait_until (test_asks_about (self, "own.gguf"));
  g_assert_cmpstr (test_precision (self), ==, "Q5_K_M");
  test_wait_until (test_shows_text (test_toasts (self), "are not found"));
}

/* --- Another day --- */

static void
restart (TestOpen *self)
{
  g_autoptr (GError) error = NULL;

  gtk_window_close (GTK_WINDOW (g_steal_pointer (&WINDOW (self))));
  test_settle (50);
  g_assert_true (plimsoll_own_models_flush (self->base.own, &error));
  g_assert_no_error (error);
  g_clear_object (&self->base.own);
  self->base.own = plimsoll_own_models_new (NULL);
  g_assert_true (plimsoll_own_models_load (self->base.own, &error));
  g_assert_no_error (error);
  WINDOW (self) = test_window_open (&self->base, 1200, 800);
}

static void
test_restart (TestOpen *self, gconstpointer data)
{
  PlimsollScenario *scenario;
  g_autofree char *path = test_path_of (self, "own.gguf");

  test_save_gguf (self, "own.gguf", "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q5_K_M);
  test_open_name (self, "own.gguf");
  test_wait_until (test_asks_about (self, "own.gguf"));
  plimsoll_scenario_set_context_length (plimsoll_window_get_scenario (WINDOW (self)), 12345);
  restart (self);

  /* At once from what was kept, then from the file. */
  scenario = plimsoll_window_get_scenario (WINDOW (self));
  g_assert_true (test_asks_about (self, "own.gguf"));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 12345);
  g_assert_cmpstr (test_precision (self), ==, "Q5_K_M");
  test_wait_until (plimsoll_model_get_own_weights (test_model (self)) != NULL);

  /* What was asked last, not what the file is. */
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  restart (self);
  g_assert_cmpstr (test_precision (self), ==, "Q8_0");
  test_wait_until (plimsoll_model_get_own_weights (test_model (self)) != NULL);
  g_assert_cmpstr (test_precision (self), ==, "Q8_0");

  /* Removed from the list it is still asked about, and not listed again. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 1);
  plimsoll_own_model_unref (plimsoll_own_models_remove (self->base.own, path, NULL));
  restart (self);
  test_wait_until (test_asks_about (self, "own.gguf"));
  g_assert_cmpuint (
    plimsoll_scenario_get_context_length (plimsoll_window_get_scenario (WINDOW (self))), ==, 12345);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 0);
}

static void
test_restart_gone (TestOpen *self, gconstpointer data)
{
  g_autofree char *path = test_path_of (self, "own.gguf");

  test_save_gguf (self, "own.gguf", "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q5_K_M);
  test_open_name (self, "own.gguf");
  test_wait_until (test_asks_about (self, "own.gguf"));
  g_assert_cmpint (g_remove (path), ==, 0);
  restart (self);
  g_assert_true (test_asks_about (self, "own.gguf"));
  g_assert_cmpstr (test_precision (self), ==, "Q5_K_M");
  test_wait_until (test_shows_text (test_toasts (self), "are not found"));

  /* Neither the file nor what was kept of it: the default model, and why. */
  plimsoll_own_model_unref (plimsoll_own_models_remove (self->base.own, path, NULL));
  restart (self);
  test_wait_until (test_shows_text (test_toasts (self), "Could not open “own.gguf”"));
  g_assert_false (test_asks_about (self, "own.gguf"));
  g_assert_nonnull (test_model (self));
}

static void
test_unwritable (TestOpen *self, gconstpointer data)
{
  g_autofree char *path = test_path_of (self, "file/own-models.json");

  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&WINDOW (self))));
  test_save (self, "file", "in the place of a folder");
  g_clear_object (&self->base.own);
  self->base.own = plimsoll_own_models_new (path);
  WINDOW (self) = test_window_open (&self->base, 1200, 800);

  test_save_config (self, "tuned/config.json", 3);
  test_open_name (self, "tuned/config.json");
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  test_wait_until (test_shows_text (test_toasts (self), "could not be saved"));
  {
    g_autofree char *file = test_path_of (self, "file");

    g_assert_cmpint (g_remove (file), ==, 0);
  }
}

/* Narrow, in large text, from right to left: the messages and the section do not widen it. */
static void
test_narrow (TestOpen *self, gconstpointer data)
{
  int minimum;
  AdwDialog *dialog;

  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&WINDOW (self))));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  WINDOW (self) = test_window_open (&self->base, 360, 640);
  test_save_config (self, "a-rather-long-name-for-a-folder-with-a-model-in-it/config.json", 3);
  test_open_name (self, "a-rather-long-name-for-a-folder-with-a-model-in-it");
  test_wait_until (plimsoll_model_get_layers (test_model (self)) == 3);
  test_open_name (self,
                  "a-rather-long-name-for-a-file-that-is-not-there-and-cannot-be-opened.gguf");
  test_wait_until (test_find_button (test_toasts (self), "_Details") != NULL);
  dialog = open_search (self);
  test_settle (100);
  gtk_widget_measure (GTK_WIDGET (WINDOW (self)), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  g_assert_cmpint (minimum, <=, 372);
  g_assert_cmpint (gtk_widget_get_width (test_child (dialog, "list")), <=, 360);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test)                                                                            \
  g_test_add ("/own-models/" path, TestOpen, NULL, test_open_set_up, test, test_open_tear_down)
  ADD ("search", test_search);
  ADD ("remove", test_remove);
  ADD ("changed", test_changed);
  ADD ("gone", test_gone);
  ADD ("restart", test_restart);
  ADD ("restart-gone", test_restart_gone);
  ADD ("unwritable", test_unwritable);
  ADD ("narrow", test_narrow);
#undef ADD

  return g_test_run ();
}
