/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A person opens their own model: good files and bad ones, chosen, dropped, slow. */

#include "config.h"

#include "plimsoll-test-open.h"

#include "plimsoll-window-private.h"

#include <sys/stat.h>

/* --- Opening --- */

static void
test_gguf (TestOpen *self, gconstpointer data)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (WINDOW (self));
  g_autoptr (PlimsollModel) first = NULL;

  test_save_gguf (self, "own.gguf", "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q5_K_M);
  test_open_name (self, "own.gguf");
  test_wait_until (test_asks_about (self, "own.gguf"));
  g_assert_cmpstr (plimsoll_model_get_name (test_model (self)), ==, "My own");
  /* In the precision that the file has, to the byte. */
  g_assert_cmpstr (test_precision (self), ==, "Q5_K_M");
  plimsoll_sizer_flush (sizer);
  g_assert_true (plimsoll_sizer_get_weights (sizer)
                 == plimsoll_model_get_own_weights (test_model (self)));
  g_assert_null (test_find_button (test_toasts (self), "_Details"));

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 1);
  first = g_list_model_get_item (G_LIST_MODEL (self->base.own), 0);
  g_assert_true (first == test_model (self));

  /* It can be taken back. */
  gtk_widget_activate_action (GTK_WIDGET (WINDOW (self)), "win.undo", NULL);
  g_assert_false (test_asks_about (self, "own.gguf"));
  g_assert_cmpstr (test_precision (self), ==, "Q4_K_M");
}

static void
test_config_and_folder (TestOpen *self, gconstpointer data)
{
  test_save_config (self, "tuned/config.json", 3);
  test_open_name (self, "tuned/config.json");
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  g_assert_cmpstr (plimsoll_model_get_name (test_model (self)), ==, "tuned");
  g_assert_cmpuint (plimsoll_model_get_layers (test_model (self)), ==, 3);
  g_assert_true (test_shows_text (GTK_WIDGET (WINDOW (self)), "tuned"));

  test_save_config (self, "other/config.json", 5);
  test_open_name (self, "other");
  test_wait_until (plimsoll_model_get_layers (test_model (self)) == 5);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 2);
}

/* The window stays as it was, and says what is wrong with which file. */
static void
assert_refused (TestOpen *self, const char *name, const char *fault)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (WINDOW (self));
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (scenario);
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *title = g_strdup_printf ("Could not open “%s”", base);
  AdwAlertDialog *dialog;
  const char *body;

  test_open_name (self, name);
  test_wait_until (test_shows_text (test_toasts (self), title));
  g_assert_true (test_model (self) == plimsoll_scenario_get_model (before));
  g_assert_cmpstr (test_precision (self), ==, plimsoll_scenario_get_precision (before));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==,
                    plimsoll_scenario_get_context_length (before));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 0);

  test_press_button (test_toasts (self), "_Details");
  test_wait_until (test_visible_dialog (self) != NULL);
  g_assert_true (ADW_IS_ALERT_DIALOG (test_visible_dialog (self)));
  dialog = ADW_ALERT_DIALOG (test_visible_dialog (self));
  body = adw_alert_dialog_get_body (dialog);
  g_assert_true (strstr (body, title) != NULL
                 || g_strcmp0 (adw_alert_dialog_get_heading (dialog), title) == 0);
  g_assert_nonnull (strstr (body, base));
  g_assert_nonnull (strstr (body, fault));
  g_assert_null (strchr (g_strrstr (body, base), '\n'));
  adw_dialog_force_close (ADW_DIALOG (dialog));
  test_wait_until (test_visible_dialog (self) == NULL);
}

static void
test_bad (TestOpen *self, gconstpointer data)
{
  g_autofree char *huge = test_path_of (self, "huge/config.json");
  g_autofree char *pipe = test_path_of (self, "pipe.gguf");
  g_autofree char *empty = test_path_of (self, "empty");

  test_save (self, "text.gguf", "this is no model");
  assert_refused (self, "text.gguf", "neither a GGUF");
  test_save (self, "none.gguf", "");
  assert_refused (self, "none.gguf", "");
  test_save (self, "short.gguf", "GGUF\3");
  assert_refused (self, "short.gguf", "");
  test_save (self, "broken/config.json", "{\"model_type\":");
  assert_refused (self, "broken/config.json", "");
  test_save (self, "strange/config.json", "{\"hello\":\"world\"}");
  assert_refused (self, "strange/config.json", "");

  /* Larger than any honest one, but a hole. */
  test_save (self, "huge/config.json", "{");
  g_assert_cmpint (truncate (huge, G_GINT64_CONSTANT (1) << 40), ==, 0);
  assert_refused (self, "huge/config.json", "");

  assert_refused (self, "missing.gguf", "");
  g_assert_cmpint (g_mkdir (empty, 0700), ==, 0);
  assert_refused (self, "empty", "no GGUF");
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_refused (self, "pipe.gguf", "");
}

/* The dialog is no wider for a long name. */
static void
test_long_name (TestOpen *self, gconstpointer data)
{
  static const char name[] = "a-model-with-the-long-name-that-quantizers-like-Q4_K_M-00001.gguf";

  test_save (self, name, "this is no model");
  test_open_name (self, name);
  test_press_button (test_toasts (self), "_Details");
  test_wait_until (test_visible_dialog (self) != NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (test_visible_dialog (self)), name));
  test_settle (100);
}

static void
test_copies (TestOpen *self, gconstpointer data)
{
  GdkContentProvider *content;
  g_auto (GValue) value = G_VALUE_INIT;
  g_autofree char *body = NULL;

  test_open_name (self, "missing.gguf");
  test_press_button (test_toasts (self), "_Details");
  test_wait_until (test_visible_dialog (self) != NULL);
  body = g_strdup (adw_alert_dialog_get_body (ADW_ALERT_DIALOG (test_visible_dialog (self))));
  test_press_button (GTK_WIDGET (test_visible_dialog (self)), "_Copy");
  test_wait_until (test_visible_dialog (self) == NULL);
  content = gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (WINDOW (self))));
  g_assert_nonnull (content);
  g_value_init (&value, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  g_assert_cmpstr (g_value_get_string (&value), ==, body);
}

static void
test_elsewhere (TestOpen *self, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri ("https://example.org/models/far.gguf");

  plimsoll_window_open (WINDOW (self), file);
  test_wait_until (test_shows_text (test_toasts (self), "Could not open “far.gguf”"));
  test_press_button (test_toasts (self), "_Details");
  test_wait_until (test_visible_dialog (self) != NULL);
  test_wait_until (test_shows_text (GTK_WIDGET (test_visible_dialog (self)),
                                    "not on this computer"));
}

/* Opened from the file manager while the window runs: it arrives there. */
static void
test_application (TestOpen *self, gconstpointer data)
{
  g_autofree char *path = test_path_of (self, "tuned/config.json");
  GFile *file = g_file_new_for_path (path);

  test_save_config (self, "tuned/config.json", 3);
  g_application_open (G_APPLICATION (self->base.application), &file, 1, "");
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (self->base
                                                                                   .application))),
                    ==, 1);
  g_object_unref (file);
}

/* --- Dropping --- */

static GtkDropTarget *
drop_target (TestOpen *self)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (WINDOW (self)));
  GtkDropTarget *target = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller)
          && gdk_content_formats_contain_gtype (
            gtk_drop_target_get_formats (GTK_DROP_TARGET (controller)), GDK_TYPE_FILE_LIST))
        target = GTK_DROP_TARGET (controller);
    }
  g_assert_nonnull (target);
  return target;
}

static gboolean
drop (TestOpen *self, const char *const *names)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = test_path_of (self, names[i]);

      g_ptr_array_add (files, g_file_new_for_path (path));
    }
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array ((GFile **) files->pdata, files->len));
  g_signal_emit_by_name (drop_target (self), "drop", &value, 10.0, 10.0, &taken);
  return taken;
}

static void
test_drop (TestOpen *self, gconstpointer data)
{
  GtkRevealer *revealer = test_child (WINDOW (self), "drop_revealer");
  GdkDragAction action = 0;

  g_assert_false (gtk_revealer_get_reveal_child (revealer));
  g_signal_emit_by_name (drop_target (self), "enter", 10.0, 10.0, &action);
  g_assert_cmpint (action, ==, GDK_ACTION_COPY);
  g_assert_true (gtk_revealer_get_reveal_child (revealer));
  g_signal_emit_by_name (drop_target (self), "leave");
  g_assert_false (gtk_revealer_get_reveal_child (revealer));

  test_save_config (self, "tuned/config.json", 3);
  test_save_config (self, "other/config.json", 4);
  g_signal_emit_by_name (drop_target (self), "enter", 10.0, 10.0, &action);
  g_assert_true (drop (self, (const char *const[]) { "tuned", "other", NULL }));
  g_assert_false (gtk_revealer_get_reveal_child (revealer));
  test_wait_until (plimsoll_model_get_layers (test_model (self)) == 3);

  g_assert_false (drop (self, (const char *const[]) { NULL }));
  test_save (self, "text.gguf", "this is no model");
  g_assert_true (drop (self, (const char *const[]) { "text.gguf", NULL }));
  test_wait_until (test_shows_text (test_toasts (self), "Could not open “text.gguf”"));
  g_assert_cmpuint (plimsoll_model_get_layers (test_model (self)), ==, 3);
}

/* --- While it takes long --- */

static gint may_read; /* atomic */

static PlimsollModel *
slow_reader (const char *path, GError **error)
{
  gint64 until = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (g_atomic_int_get (&may_read) == 0 && g_get_monotonic_time () < until)
    g_usleep (5000);
  return plimsoll_model_open (path, error);
}

static void
test_slow (TestOpen *self, gconstpointer data)
{
  g_autoptr (PlimsollModel) before = g_object_ref (test_model (self));

  test_save_config (self, "tuned/config.json", 3);
  WINDOW (self)->reader = slow_reader;

  /* It says so, and can be given up: what comes after all is not taken. */
  g_atomic_int_set (&may_read, 0);
  test_open_name (self, "tuned/config.json");
  test_wait_until (test_shows_text (test_toasts (self), "Opening “config.json”…"));
  g_assert_true (test_model (self) == before);
  test_press_button (test_toasts (self), "_Cancel");
  test_wait_until (test_find_button (test_toasts (self), "_Cancel") == NULL);
  g_atomic_int_set (&may_read, 1);
  test_settle (100);
  g_assert_true (test_model (self) == before);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->base.own)), ==, 0);

  /* Waited for, it arrives. */
  g_atomic_int_set (&may_read, 0);
  test_open_name (self, "tuned/config.json");
  test_wait_until (test_find_button (test_toasts (self), "_Cancel") != NULL);
  g_atomic_int_set (&may_read, 1);
  test_wait_until (test_asks_about (self, "tuned/config.json"));
  test_wait_until (test_find_button (test_toasts (self), "_Cancel") == NULL);

  /* The last one counts. */
  test_save_config (self, "other/config.json", 4);
  g_atomic_int_set (&may_read, 0);
  test_open_name (self, "tuned/config.json");
  test_open_name (self, "other/config.json");
  g_atomic_int_set (&may_read, 1);
  test_wait_until (test_asks_about (self, "other/config.json"));
  test_settle (100);
  g_assert_true (test_asks_about (self, "other/config.json"));
}

static void
test_closed_meanwhile (TestOpen *self, gconstpointer data)
{
  gpointer window = WINDOW (self);

  test_save_config (self, "tuned/config.json", 3);
  WINDOW (self)->reader = slow_reader;
  g_atomic_int_set (&may_read, 0);
  test_open_name (self, "tuned/config.json");
  test_settle (400);
  g_object_add_weak_pointer (window, &window);
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&WINDOW (self))));
  test_wait_until (window == NULL);
  g_atomic_int_set (&may_read, 1);
  test_settle (100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(path, test)                                                                            \
  g_test_add ("/open/" path, TestOpen, NULL, test_open_set_up, test, test_open_tear_down)
  ADD ("gguf", test_gguf);
  ADD ("config-and-folder", test_config_and_folder);
  ADD ("bad", test_bad);
  ADD ("long-name", test_long_name);
  ADD ("copies", test_copies);
  ADD ("elsewhere", test_elsewhere);
  ADD ("application", test_application);
  ADD ("drop", test_drop);
  ADD ("slow", test_slow);
  ADD ("closed-meanwhile", test_closed_meanwhile);
#undef ADD

  return g_test_run ();
}
