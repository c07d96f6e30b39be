/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tests of people's own files in the window share: a window, a folder, and files in it. */

#pragma once

#include "plimsoll-mixture.h"
#include "plimsoll-model-open.h"
#include "plimsoll-test-window.h"

#include "test-model-writer.h"

typedef struct
{
  TestWindow base;
  char *folder;
} TestOpen;

#define WINDOW(self) ((self)->base.window)

static inline void
test_open_set_up (TestOpen *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test_window_set_up (&self->base, data);
  self->folder = g_dir_make_tmp ("plimsoll-open-XXXXXX", &error);
  g_assert_no_error (error);
}

static inline void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

static inline void
test_open_tear_down (TestOpen *self, gconstpointer data)
{
  test_window_tear_down (&self->base, data);
  test_remove_tree (self->folder);
  g_clear_pointer (&self->folder, g_free);
}

/* --- Files --- */

static inline char *
test_path_of (TestOpen *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static inline void
test_save (TestOpen *self, const char *name, const char *text)
{
  g_autofree char *path = test_path_of (self, name);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static inline void
test_save_config (TestOpen *self, const char *name, guint layers)
{
  g_autofree char *text =
    g_strdup_printf ("{\"model_type\":\"llama\",\"hidden_size\":64,\"intermediate_size\":128,"
                     "\"num_hidden_layers\":%u,\"num_attention_heads\":4,"
                     "\"num_key_value_heads\":2,\"vocab_size\":256,"
                     "\"max_position_embeddings\":65536,\"torch_dtype\":\"bfloat16\"}",
                     layers);

  test_save (self, name, text);
}

/* A model of the catalogue as the quantizer makes it, its data a hole. */
static inline void
test_save_gguf (TestOpen *self, const char *name, const char *id, PlimsollFileType type)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->base.models, id);
  const PlimsollTensorPlan *plan = plimsoll_model_get_plan (model);
  g_autofree guint8 *formats = g_new0 (guint8, plan->n);
  g_autofree char *path = test_path_of (self, name);
  TestGgufWriter w;

  g_assert_true (plimsoll_mixture_formats (plimsoll_model_get_spec (model), plan, type, TRUE,
                                           formats));
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, plimsoll_model_get_spec (model), "My own", type);
  test_model_tensors (&w, plan, formats);
  test_gguf_save (&w, path);
}

static inline void
test_save_projector (TestOpen *self, const char *name)
{
  g_autofree char *path = test_path_of (self, name);
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.architecture", "clip");
  test_gguf_tensor (&w, "a.weight", PLIMSOLL_FORMAT_F16, 2, (const guint64[]) { 32, 4 }, 256);
  test_gguf_save (&w, path);
}

static inline void
test_open_name (TestOpen *self, const char *name)
{
  g_autofree char *path = test_path_of (self, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  plimsoll_window_open (WINDOW (self), file);
}

/* --- What is seen --- */

static inline PlimsollModel *
test_model (TestOpen *self)
{
  return plimsoll_scenario_get_model (plimsoll_window_get_scenario (WINDOW (self)));
}

static inline const char *
test_precision (TestOpen *self)
{
  return plimsoll_scenario_get_precision (plimsoll_window_get_scenario (WINDOW (self)));
}

static inline gboolean
test_asks_about (TestOpen *self, const char *name)
{
  g_autofree char *path = test_path_of (self, name);

  return g_strcmp0 (plimsoll_model_get_id (test_model (self)), path) == 0;
}

static inline GtkWidget *
test_find_button (GtkWidget *root, const char *label)
{
  if (GTK_IS_BUTTON (root) && gtk_widget_get_mapped (root)
      && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (root)), label) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = test_find_button (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static inline GtkWidget *
test_toasts (TestOpen *self)
{
  return test_child (WINDOW (self), "toasts");
}

static inline AdwDialog *
test_visible_dialog (TestOpen *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (WINDOW (self)));
}

static inline void
test_press_button (GtkWidget *root, const char *label)
{
  test_wait_until (test_find_button (root, label) != NULL);
  g_signal_emit_by_name (test_find_button (root, label), "clicked");
}
