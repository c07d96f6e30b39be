/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A load log checked in the window. */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-receipt-dialog.h"
#include "plimsoll-window-private.h"

static AdwDialog *
shown (TestWindow *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
}

static void
check (TestWindow *self, const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", "logs", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  plimsoll_window_check_log (self->window, file);
}

static void
test_receipt (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *dialog;

  check (self, "composed-llama.cpp-2026.log");
  test_wait_until (shown (self) != NULL);
  dialog = GTK_WIDGET (shown (self));
  g_assert_true (PLIMSOLL_IS_RECEIPT_DIALOG (dialog));
  g_assert_cmpstr (gtk_label_get_label (test_child (dialog, "summary")), ==,
                   "Predicted 14.64 GiB, real 14.64 GiB: the same.");
  g_assert_nonnull (strstr (gtk_label_get_label (test_child (dialog, "question")), "gpt-oss-20b"));
  g_assert_nonnull (test_find (dialog, ADW_TYPE_ACTION_ROW));

  /* The question in the window is another until it is wanted. */
  g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)), ==,
                   PLIMSOLL_DEFAULT_MODEL);
  g_signal_emit_by_name (test_child (dialog, "use_button"), "clicked");
  test_wait_until (shown (self) == NULL);
  g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)), ==,
                   "openai/gpt-oss-20b");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 131072);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)), ==,
                   PLIMSOLL_DEFAULT_MODEL);
}

static void
test_bench (TestWindow *self, gconstpointer data)
{
  check (self, "real-bench.md");
  test_wait_until (shown (self) != NULL);
  g_assert_false (gtk_widget_get_visible (test_child (GTK_WIDGET (shown (self)), "use_button")));
}

static void
test_refused (TestWindow *self, gconstpointer data)
{
  check (self, "README.md");
  test_wait_until (test_find (GTK_WIDGET (self->window), ADW_TYPE_TOAST_OVERLAY) != NULL);
  test_settle (100);
  g_assert_null (shown (self));

  /* The model of this one is not in the catalogue. */
  check (self, "real-granite-4.0-h-tiny-q4_0.log");
  test_settle (100);
  g_assert_null (shown (self));
}

static void
test_names (TestWindow *self, gconstpointer data)
{
  g_autoptr (GFile) log = g_file_new_for_path ("/a/Server.LOG");
  g_autoptr (GFile) model = g_file_new_for_path ("/a/model.gguf");

  g_assert_true (plimsoll_window_is_log (log));
  g_assert_false (plimsoll_window_is_log (model));
}

static void
add (const char *path, void (*test) (TestWindow *self, gconstpointer data))
{
  g_test_add (path, TestWindow, NULL, test_window_set_up, test, test_window_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

  add ("/check/receipt", test_receipt);
  add ("/check/bench", test_bench);
  add ("/check/refused", test_refused);
  add ("/check/names", test_names);

  return g_test_run ();
}
