/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A load log checked in the window. */

#include "config.h"

#include "plimsoll-test-open.h"

#include "plimsoll-accelerator-edit.h"
#include "plimsoll-receipt-dialog.h"
#include "plimsoll-window-private.h"

#include <glib/gstdio.h>

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

/* As llama-bench writes it with -o jsonl; a figure of the card that the question is about, and one
 * of a card that nobody knows. */
static const char bench[] =
  "{\"build_number\": 1, \"gpu_info\": \"NVIDIA GeForce RTX 4090\", \"backends\": \"CUDA\", "
  "\"model_type\": \"qwen3 8B\", \"model_size\": 5021000000, \"model_n_params\": 8190735360, "
  "\"n_gpu_layers\": 99, \"n_cpu_moe\": 0, \"n_prompt\": 0, \"n_gen\": 128, \"n_depth\": 0, "
  "\"avg_ts\": 100, \"stddev_ts\": 1}\n"
  "{\"build_number\": 1, \"gpu_info\": \"Nobody’s <card>\", \"backends\": \"CUDA\", "
  "\"model_type\": \"qwen3 8B\", \"model_size\": 5021000000, \"model_n_params\": 8190735360, "
  "\"n_gpu_layers\": 99, \"n_cpu_moe\": 0, \"n_prompt\": 0, \"n_gen\": 128, \"n_depth\": 0, "
  "\"avg_ts\": 100, \"stddev_ts\": 1}\n";

static PlimsollSpeedBasis
decode_basis (TestWindow *self)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (self->window);

  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer)->speed.plan.basis_decode;
}

/* A speed is kept by a button, counts at once, is listed in My Hardware, and can be removed there
 * and put back. */
static void
test_keep (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollOwnMeasurements *measured = plimsoll_catalog_get_own_measurements (self->catalog);
  PlimsollAcceleratorList *all = plimsoll_catalog_get_accelerators (self->catalog);
  GListModel *kept = G_LIST_MODEL (measured);
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), "bench.jsonl", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog, *button = NULL, *group;

  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B"));
  plimsoll_scenario_set_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090"));
  g_assert_cmpint (decode_basis (self), ==, PLIMSOLL_SPEED_IS_MODELLED);

  g_mkdir_with_parents (g_get_user_data_dir (), 0700);
  g_file_set_contents (path, bench, -1, &error);
  g_assert_no_error (error);
  plimsoll_window_check_log (self->window, file);
  test_wait_until (shown (self) != NULL);
  dialog = GTK_WIDGET (shown (self));
  test_wait_until ((button = test_find_button (dialog, "_Keep")) != NULL);
  group = gtk_widget_get_ancestor (button, ADW_TYPE_PREFERENCES_GROUP);
  g_assert_cmpstr (adw_preferences_group_get_description (ADW_PREFERENCES_GROUP (group)), ==,
                   "Qwen3-8B, Q4_K_M, on NVIDIA RTX 4090: 1 figure\n"
                   "Figures of an accelerator that is not known here are not kept.");
  g_assert_cmpuint (g_list_model_get_n_items (kept), ==, 0);
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_cmpuint (g_list_model_get_n_items (kept), ==, 1);
  g_assert_cmpint (decode_basis (self), !=, PLIMSOLL_SPEED_IS_MODELLED);
  adw_dialog_close (ADW_DIALOG (dialog));
  test_wait_until (shown (self) == NULL);

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.my-hardware", NULL);
  test_wait_until (shown (self) != NULL);
  dialog = GTK_WIDGET (shown (self));
  group = test_child (dialog, "measured_group");
  g_assert_true (gtk_widget_get_visible (group));
  g_assert_false (gtk_widget_get_visible (test_child (dialog, "own_group")));
  button = test_find (group, GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpuint (g_list_model_get_n_items (kept), ==, 0);
  g_assert_cmpint (decode_basis (self), ==, PLIMSOLL_SPEED_IS_MODELLED);
  g_assert_false (gtk_widget_get_visible (group));
  gtk_widget_activate_action (dialog, "hardware.undo", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (kept), ==, 1);
  g_assert_cmpint (decode_basis (self), !=, PLIMSOLL_SPEED_IS_MODELLED);
  g_signal_emit_by_name (test_find (group, GTK_TYPE_BUTTON), "clicked");
  g_assert_true (plimsoll_own_measurements_flush (measured, &error));
  g_assert_no_error (error);
  g_remove (path);
}

/* What changes in My Hardware remains as fast as it was measured. */
static void
test_keep_changed (TestWindow *self, gconstpointer data)
{
  const PlimsollMeasuredTest figure = { .generated = 128, .speed = 100 };
  PlimsollOwnMeasurements *measured = plimsoll_catalog_get_own_measurements (self->catalog);
  PlimsollOwnHardware *own = plimsoll_catalog_get_own_hardware (self->catalog);
  PlimsollAcceleratorList *all = plimsoll_catalog_get_accelerators (self->catalog);
  g_autoptr (PlimsollMeasurement) one =
    plimsoll_measurement_new ("nvidia-rtx-4090", "Qwen/Qwen3-8B", "Q4_K_M", "2026-12-03",
                              "llama-bench", &figure, 1);
  g_autoptr (PlimsollAccelerator) changed = NULL, gone = NULL;
  PlimsollAccelerator *now;
  PlimsollAcceleratorEdit edit;

  g_assert_true (plimsoll_own_measurements_put (measured, one, NULL));
  now = plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090");
  g_assert_nonnull (plimsoll_accelerator_get_facts (now)->measured);

  plimsoll_accelerator_get_edit (now, &edit);
  edit.list_usd = 1234;
  changed = plimsoll_accelerator_edit (now, "nvidia-rtx-4090", &edit, "2026-12-03", NULL);
  g_assert_nonnull (changed);
  g_assert_true (plimsoll_own_hardware_put (own, changed, NULL));
  now = plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090");
  g_assert_cmpfloat (plimsoll_accelerator_get_list_price (now), ==, 1234);
  g_assert_nonnull (plimsoll_accelerator_get_facts (now)->measured);

  gone = plimsoll_own_hardware_remove (own, "nvidia-rtx-4090", NULL, NULL);
  g_assert_nonnull (gone);
  now = plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090");
  g_assert_cmpfloat (plimsoll_accelerator_get_list_price (now), !=, 1234);
  g_assert_nonnull (plimsoll_accelerator_get_facts (now)->measured);

  g_assert_true (plimsoll_own_measurements_remove (measured, one));
  now = plimsoll_accelerator_list_lookup (all, "nvidia-rtx-4090");
  g_assert_null (plimsoll_accelerator_get_facts (now)->measured);
  g_assert_true (plimsoll_own_measurements_flush (measured, NULL));
  g_assert_true (plimsoll_own_hardware_flush (own, NULL));
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
  add ("/check/keep", test_keep);
  add ("/check/keep-changed", test_keep_changed);
  add ("/check/refused", test_refused);
  add ("/check/names", test_names);

  return g_test_run ();
}
