/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog-error.h"
#include "plimsoll-model-list.h"
#include "plimsoll-model-open.h"
#include "plimsoll-own-models.h"
#include "plimsoll-spec-json.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct
{
  PlimsollModelList *catalogue; /* shapes to be somebody's own */
  char *folder;
  char *path;
  PlimsollOwnModels *own;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->catalogue = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->catalogue, NULL, &error);
  g_assert_no_error (error);
  self->folder = g_dir_make_tmp ("plimsoll-own-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "data", "own-models.json", NULL);
  self->own = plimsoll_own_models_new (self->path);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A thread that writes keeps it until it has. */
static void
let_go (PlimsollOwnModels *own)
{
  gpointer left = own;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  g_object_add_weak_pointer (G_OBJECT (own), &left);
  g_object_unref (own);
  while (left != NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_null (left);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_true (plimsoll_own_models_flush (self->own, NULL));
  let_go (self->own);
  g_object_unref (self->catalogue);
  remove_tree (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

/* The shape of a model of the catalogue, as if it had been read from @id. */
static PlimsollModel *
model_at (Fixture *self, const char *shape, const char *id, const char *name)
{
  const PlimsollModelFacts facts = { .id = id, .name = name };
  const PlimsollModelFiles files = { .path = id };

  return plimsoll_model_new_for_files (
    &facts, plimsoll_model_get_spec (plimsoll_model_list_lookup (self->catalogue, shape)), &files);
}

static void
add (Fixture *self, const char *shape, const char *id, const char *name)
{
  g_autoptr (PlimsollModel) model = model_at (self, shape, id, name);

  plimsoll_own_models_add (self->own, model);
}

static const char *
name_at (GListModel *list, guint position)
{
  g_autoptr (PlimsollModel) model = g_list_model_get_item (list, position);

  return plimsoll_model_get_name (model);
}

static PlimsollOwnModels *
load_again (Fixture *self)
{
  PlimsollOwnModels *again = plimsoll_own_models_new (self->path);
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_own_models_flush (self->own, &error));
  g_assert_no_error (error);
  g_assert_true (plimsoll_own_models_load (again, &error));
  g_assert_no_error (error);
  return again;
}

static char *
spec_text (PlimsollModel *model)
{
  GString *text = g_string_new (NULL);

  plimsoll_spec_json_write (plimsoll_model_get_spec (model), text);
  return g_string_free_and_steal (text);
}

/* Every shape of the catalogue comes back as it was, the last opened first. */
static void
test_round_trip (Fixture *self, gconstpointer data)
{
  GListModel *all = G_LIST_MODEL (self->catalogue);
  guint n = g_list_model_get_n_items (all);
  g_autoptr (PlimsollOwnModels) again = NULL;

  g_assert_true (plimsoll_own_models_load (self->own, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->own)), ==, 0);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (all, i);
      g_autofree char *id = g_strdup_printf ("/models/%u “é”\n\"\\.gguf", i);

      add (self, plimsoll_model_get_id (model), id, plimsoll_model_get_name (model));
    }

  again = load_again (self);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) was = g_list_model_get_item (all, n - 1 - i);
      g_autoptr (PlimsollModel) is = g_list_model_get_item (G_LIST_MODEL (again), i);
      g_autofree char *id = g_strdup_printf ("/models/%u “é”\n\"\\.gguf", n - 1 - i);
      g_autofree char *old_spec = spec_text (was);
      g_autofree char *new_spec = spec_text (is);

      g_assert_cmpstr (plimsoll_model_get_id (is), ==, id);
      g_assert_cmpstr (plimsoll_model_get_path (is), ==, id);
      g_assert_cmpstr (plimsoll_model_get_name (is), ==, plimsoll_model_get_name (was));
      g_assert_cmpstr (new_spec, ==, old_spec);
    }
}

/* One that is opened again takes its own place, at the top. */
static void
test_replaces (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnModels) again = NULL;
  g_autoptr (PlimsollModel) first = NULL;

  add (self, "Qwen/Qwen3-8B", "/a.gguf", "A");
  add (self, "Qwen/Qwen3-8B", "/b.gguf", "B");
  add (self, "Qwen/Qwen3-32B", "/a.gguf", "A again");

  again = load_again (self);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 2);
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), 0), ==, "A again");
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), 1), ==, "B");
  first = g_list_model_get_item (G_LIST_MODEL (again), 0);
  g_assert_cmpuint (plimsoll_model_get_layers (first), ==, 64);
}

static void
test_remove_and_back (Fixture *self, gconstpointer data)
{
  GListModel *list = G_LIST_MODEL (self->own);
  g_autoptr (PlimsollOwnModels) again = NULL;
  g_autoptr (PlimsollOwnModel) removed = NULL;
  guint position = 99;

  add (self, "Qwen/Qwen3-8B", "/a.gguf", "A");
  add (self, "Qwen/Qwen3-8B", "/b.gguf", "B");
  add (self, "Qwen/Qwen3-8B", "/c.gguf", "C");

  g_assert_null (plimsoll_own_models_remove (self->own, "/none.gguf", &position));
  removed = plimsoll_own_models_remove (self->own, "/b.gguf", &position);
  g_assert_cmpuint (position, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 2);
  g_assert_null (plimsoll_own_models_lookup (self->own, "/b.gguf"));

  plimsoll_own_models_put_back (self->own, removed, position);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 3);
  g_assert_cmpstr (name_at (list, 1), ==, "B");
  g_assert_true (plimsoll_own_models_lookup (self->own, "/b.gguf") == removed);

  /* Once. */
  plimsoll_own_models_put_back (self->own, removed, 0);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, 3);

  again = load_again (self);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 3);
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), 1), ==, "B");
}

/* What a file says of itself besides its shapes is kept too. */
static void
test_precision (Fixture *self, gconstpointer data)
{
  PlimsollModelSpec *spec =
    plimsoll_model_get_spec (plimsoll_model_list_lookup (self->catalogue, "Qwen/Qwen3-0.6B"));
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  const PlimsollModelFacts facts = { .id = "/q.gguf", .name = "Q" };
  PlimsollModelFiles files = { .path = "/q.gguf" };
  g_autoptr (PlimsollModel) model = NULL;
  g_autoptr (PlimsollOwnModels) again = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *today = g_date_time_format (now, "%F");
  guint64 bytes;
  PlimsollOwnModel *kept;

  files.weights = plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_Q5_K_M, FALSE);
  bytes = files.weights->file_bytes;
  model = plimsoll_model_new_for_files (&facts, spec, &files);
  plimsoll_own_models_add (self->own, model);

  again = load_again (self);
  kept = plimsoll_own_models_lookup (again, "/q.gguf");
  g_assert_nonnull (kept);
  g_assert_cmpstr (plimsoll_own_model_get_precision (kept), ==, "Q5_K_M");
  g_assert_cmpuint (plimsoll_own_model_get_file_bytes (kept), ==, bytes);
  g_assert_cmpstr (plimsoll_own_model_get_opened (kept), ==, today);
}

static void
write_file (Fixture *self, const char *text, gssize length)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (self->path, text, length, &error);
  g_assert_no_error (error);
}

static char *
read_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  char *text;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

/* A file that is damaged is said to be, set aside with every byte, and begun anew. */
static void
test_damaged (Fixture *self, gconstpointer data)
{
  static const char *const damaged[] = {
    "",
    "{",
    "nonsense",
    "[]",
    "null",
    "{\"format\":2,\"models\":[]}",
    "{\"format\":1}",
    "{\"format\":1,\"models\":{}}",
    "{\"format\":1,\"models\":[7]}",
    "{\"format\":1,\"models\":[{\"id\":\"/a\"}]}",
    "{\"format\":1,\"models\":[{\"id\":\"/a\",\"name\":\"A\",\"opened\":\"-\",\"shape\":{}}]}",
    "{\"format\":1,\"models\":[{\"shape\":{\"n_blocks\":4294967295,\"kinds\":[],\"pattern\":[]}}]}",
    "{\"format\":1,\"models\":[]} {\"format\":1,\"models\":[]}",
    "\xff\xfe",
  };

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      PlimsollOwnModels *own = plimsoll_own_models_new (self->path);
      g_autoptr (PlimsollOwnModels) again = plimsoll_own_models_new (self->path);
      g_autoptr (GError) error = NULL;
      g_autofree char *aside = NULL;
      g_autofree char *kept = NULL;
      g_autofree char *text = NULL;

      write_file (self, damaged[i], -1);
      g_assert_false (plimsoll_own_models_load (own, &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "own-models.json: "));
      g_assert_null (strchr (error->message, '\n'));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (own)), ==, 0);

      /* Nothing is written over it. */
      plimsoll_own_models_add (own, plimsoll_model_list_lookup (self->catalogue, "Qwen/Qwen3-8B"));
      g_assert_true (plimsoll_own_models_flush (own, NULL));
      text = read_file (self->path);
      g_assert_cmpstr (text, ==, damaged[i]);

      g_clear_error (&error);
      aside = plimsoll_own_models_set_aside (own, &error);
      g_assert_no_error (error);
      kept = read_file (aside);
      g_assert_cmpstr (kept, ==, damaged[i]);
      g_assert_true (plimsoll_own_models_flush (own, &error));
      g_assert_no_error (error);
      let_go (own);
      g_assert_true (plimsoll_own_models_load (again, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 1);
    }
}

/* One bad row does not take the others with it. */
static void
test_bad_row (Fixture *self, gconstpointer data)
{
  PlimsollOwnModels *again = plimsoll_own_models_new (self->path);
  g_autoptr (PlimsollOwnModels) last = plimsoll_own_models_new (self->path);
  g_autoptr (GError) error = NULL;
  g_autofree char *good = NULL;
  g_autofree char *bad = NULL;
  g_autofree char *aside = NULL;
  g_auto (GStrv) parts = NULL;

  add (self, "Qwen/Qwen3-8B", "/a.gguf", "A");
  add (self, "Qwen/Qwen3-8B", "/b.gguf", "B");
  g_assert_true (plimsoll_own_models_flush (self->own, NULL));
  good = read_file (self->path);
  parts = g_strsplit (good, "\"name\":\"A\"", 2);
  bad = g_strjoin ("\"name\":17", parts[0], parts[1], NULL);
  write_file (self, bad, -1);

  g_assert_false (plimsoll_own_models_load (again, &error));
  g_assert_nonnull (strstr (error->message, "name"));
  g_clear_error (&error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 1);
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), 0), ==, "B");

  aside = plimsoll_own_models_set_aside (again, &error);
  g_assert_no_error (error);
  g_assert_true (plimsoll_own_models_flush (again, &error));
  g_assert_no_error (error);
  let_go (again);
  g_assert_true (plimsoll_own_models_load (last, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (last)), ==, 1);
}

/* Written by half, at any byte: never a crash, and never taken for whole. */
static void
test_half_written (Fixture *self, gconstpointer data)
{
  g_autofree char *whole = NULL;
  gsize length;

  add (self, "Qwen/Qwen3-0.6B", "/a.gguf", "A");
  add (self, "Qwen/Qwen3-30B-A3B", "/b.gguf", "B");
  g_assert_true (plimsoll_own_models_flush (self->own, NULL));
  whole = read_file (self->path);
  length = strlen (whole);

  for (gsize n = 0; n + 1 < length; n += 31)
    {
      g_autoptr (PlimsollOwnModels) half = plimsoll_own_models_new (self->path);
      g_autoptr (GError) error = NULL;

      write_file (self, whole, (gssize) n);
      g_assert_false (plimsoll_own_models_load (half, &error));
      g_assert_nonnull (error);
    }
}

/* What is no file is not opened: a pipe would never end. */
static void
test_no_file (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_cmpint (mkfifo (self->path, 0600), ==, 0);
  g_assert_false (plimsoll_own_models_load (self->own, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID);
}

static void
test_too_large (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  write_file (self, "{", -1);
  g_assert_cmpint (truncate (self->path, G_GINT64_CONSTANT (1) << 40), ==, 0);
  g_assert_false (plimsoll_own_models_load (self->own, &error));
  g_assert_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE);
}

static void
failed_cb (PlimsollOwnModels *own, const char *message, char **kept)
{
  g_set_str (kept, message);
}

/* A folder that cannot be: a file is in its place (permissions do not bind root). */
static void
test_unwritable (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  g_file_set_contents (folder, "", 0, &error);
  g_assert_no_error (error);
  g_signal_connect (self->own, "write-failed", G_CALLBACK (failed_cb), &message);
  add (self, "Qwen/Qwen3-8B", "/a.gguf", "A");
  while (message == NULL && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_nonnull (message);
  g_assert_nonnull (strstr (message, "own-models.json"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->own)), ==, 1);
  g_assert_false (plimsoll_own_models_flush (self->own, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);

  /* And it is written when that is over. */
  g_assert_cmpint (g_remove (folder), ==, 0);
  g_assert_true (plimsoll_own_models_flush (self->own, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (self->path, G_FILE_TEST_IS_REGULAR));
}

/* As many as there can be; one more, and the oldest goes. */
static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnModels) again = NULL;
  g_autoptr (PlimsollNameQuery) query = plimsoll_name_query_new ("model 7777");
  guint n_found = 0;

  for (guint i = 0; i <= PLIMSOLL_OWN_MODELS_MAX; i++)
    {
      g_autofree char *id = g_strdup_printf ("/models/%u.gguf", i);
      g_autofree char *name = g_strdup_printf ("Model %u", i);

      add (self, "Qwen/Qwen3-30B-A3B", id, name);
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->own)), ==,
                    PLIMSOLL_OWN_MODELS_MAX);
  g_assert_null (plimsoll_own_models_lookup (self->own, "/models/0.gguf"));

  again = load_again (self);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, PLIMSOLL_OWN_MODELS_MAX);
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), 0), ==, "Model 10000");
  g_assert_cmpstr (name_at (G_LIST_MODEL (again), PLIMSOLL_OWN_MODELS_MAX - 1), ==, "Model 1");
  for (guint i = 0; i < PLIMSOLL_OWN_MODELS_MAX; i++)
    n_found += plimsoll_own_models_score (again, i, query) > 0;
  g_assert_cmpuint (n_found, ==, 1);
}

static void
changed_cb (gboolean *changed)
{
  *changed = TRUE;
}

/* Whose files are gone is marked, and whose are there again is not. */
static void
test_missing (Fixture *self, gconstpointer data)
{
  g_autofree char *there = g_build_filename (self->folder, "there.gguf", NULL);
  g_autofree char *gone = g_build_filename (self->folder, "gone.gguf", NULL);
  gint64 until = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  gboolean changed = FALSE;

  g_assert_true (g_file_set_contents (there, "", 0, NULL));
  add (self, "Qwen/Qwen3-8B", there, "There");
  add (self, "Qwen/Qwen3-8B", gone, "Gone");
  g_signal_connect_swapped (self->own, "items-changed", G_CALLBACK (changed_cb), &changed);

  plimsoll_own_models_look (self->own);
  while (!changed && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_true (plimsoll_own_models_is_missing (self->own, gone));
  g_assert_false (plimsoll_own_models_is_missing (self->own, there));

  changed = FALSE;
  g_assert_true (g_file_set_contents (gone, "", 0, NULL));
  plimsoll_own_models_look (self->own);
  while (!changed && g_get_monotonic_time () < until)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (plimsoll_own_models_is_missing (self->own, gone));
}

/* Names that would not come back are not kept, or cut where that does no harm. */
static void
test_long_names (Fixture *self, gconstpointer data)
{
  g_autofree char *long_text = g_strnfill (4000, 'x');
  g_autofree char *long_id = g_strconcat ("/", long_text, NULL);
  g_autoptr (PlimsollOwnModels) again = NULL;

  add (self, "Qwen/Qwen3-8B", long_id, "Long path");
  add (self, "Qwen/Qwen3-8B", "/a.gguf", long_text);

  again = load_again (self);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (again)), ==, 1);
  g_assert_cmpuint (strlen (name_at (G_LIST_MODEL (again), 0)), ==, 2000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, test) g_test_add ("/own-models/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("round-trip", test_round_trip);
  ADD ("replaces", test_replaces);
  ADD ("remove-and-back", test_remove_and_back);
  ADD ("precision", test_precision);
  ADD ("damaged", test_damaged);
  ADD ("bad-row", test_bad_row);
  ADD ("half-written", test_half_written);
  ADD ("no-file", test_no_file);
  ADD ("too-large", test_too_large);
  ADD ("unwritable", test_unwritable);
  ADD ("many", test_many);
  ADD ("missing", test_missing);
  ADD ("long-names", test_long_names);
#undef ADD

  return g_test_run ();
}
