/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is typed, among the models of the catalogue and one's own. */

#include "config.h"

#include "plimsoll-local-search.h"
#include "plimsoll-search-result.h"

#include <glib/gstdio.h>

#define SHAPE "Qwen/Qwen3-8B"

typedef struct
{
  PlimsollModelList *models;
  PlimsollOwnModels *own;
  PlimsollLocalSearch *search;
  char *folder;
  char *path;
} Fixture;

static void
add_own (Fixture *self, const char *id, const char *name)
{
  const PlimsollModelFacts facts = { .id = id, .name = name };
  const PlimsollModelFiles files = { .path = id };
  PlimsollModel *shape = plimsoll_model_list_lookup (self->models, SHAPE);
  g_autoptr (PlimsollModel) model =
    plimsoll_model_new_for_files (&facts, plimsoll_model_get_spec (shape), &files);

  plimsoll_own_models_add (self->own, model);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->models = plimsoll_model_list_new ();
  g_assert_true (plimsoll_model_list_load_file (self->models, NULL, NULL));
  self->folder = g_dir_make_tmp (NULL, NULL);
  self->path = g_build_filename (self->folder, "own-models.json", NULL);
  self->own = plimsoll_own_models_new (self->path);
  add_own (self, "/mine/tuned", "Tuned 9B");
  add_own (self, "/mine/qwen", "Qwen3 8B");
  self->search = plimsoll_local_search_new (self->models, self->own);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->search);
  g_assert_true (plimsoll_own_models_flush (self->own, NULL));
  g_object_unref (self->own);
  g_object_unref (self->models);
  g_unlink (self->path);
  g_rmdir (self->folder);
  g_free (self->path);
  g_free (self->folder);
}

static const char *
name_at (GListModel *found, guint position)
{
  g_autoptr (PlimsollSearchResult) result = g_list_model_get_item (found, position);

  return plimsoll_search_result_get_name (result);
}

static guint
count_own (Fixture *self)
{
  return g_list_model_get_n_items (plimsoll_local_search_get_own (self->search));
}

static guint
count_models (Fixture *self)
{
  return g_list_model_get_n_items (plimsoll_local_search_get_models (self->search));
}

static void
test_find (Fixture *self, gconstpointer data)
{
  /* Nothing was looked for yet. */
  g_assert_false (plimsoll_local_search_is_found (self->search));

  plimsoll_local_search_find (self->search, "");
  g_assert_cmpuint (count_models (self), ==,
                    g_list_model_get_n_items (G_LIST_MODEL (self->models)));
  g_assert_cmpuint (count_own (self), ==, 2);

  plimsoll_local_search_find (self->search, "tuned");
  g_assert_true (plimsoll_local_search_is_found (self->search));
  g_assert_cmpuint (count_own (self), ==, 1);
  g_assert_cmpstr (name_at (plimsoll_local_search_get_own (self->search), 0), ==, "Tuned 9B");

  plimsoll_local_search_find (self->search, "no such model at all");
  g_assert_false (plimsoll_local_search_is_found (self->search));
  g_assert_cmpuint (count_own (self) + count_models (self), ==, 0);
}

/* Of the same name one's own is the better one; else the one that is called so. */
static void
test_best (Fixture *self, gconstpointer data)
{
  plimsoll_local_search_find (self->search, "Qwen3 8B");
  g_assert_cmpuint (count_own (self), ==, 1);
  g_assert_cmpuint (count_models (self), >, 0);
  g_assert_cmpuint (plimsoll_local_search_get_best (self->search), ==, 0);

  /* None of one's own is found: the first of the catalogue is the first of all. */
  plimsoll_local_search_find (self->search, "Llama 3.1 70B");
  g_assert_cmpuint (count_own (self), ==, 0);
  g_assert_cmpuint (plimsoll_local_search_get_best (self->search), ==, 0);
  g_assert_cmpstr (name_at (plimsoll_local_search_get_models (self->search), 0), ==,
                   "Llama-3.1-70B");

  /* Letters within a word are less than the word. */
  add_own (self, "/mine/other", "Megagemma");
  plimsoll_local_search_list_own (self->search);
  plimsoll_local_search_find (self->search, "gemma");
  g_assert_cmpuint (count_own (self), ==, 1);
  g_assert_cmpuint (plimsoll_local_search_get_best (self->search), ==, 1);
}

/* What came to one's own is found once they are listed anew. */
static void
test_own (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollOwnModel) removed = NULL;

  plimsoll_local_search_find (self->search, "tuned");
  add_own (self, "/mine/again", "Tuned again");
  g_assert_cmpuint (count_own (self), ==, 1);
  plimsoll_local_search_list_own (self->search);
  g_assert_cmpuint (count_own (self), ==, 1);
  plimsoll_local_search_find (self->search, "tuned");
  g_assert_cmpuint (count_own (self), ==, 2);

  removed = plimsoll_own_models_remove (self->own, "/mine/tuned", NULL);
  g_assert_nonnull (removed);
  plimsoll_local_search_list_own (self->search);
  plimsoll_local_search_find (self->search, "tuned");
  g_assert_cmpuint (count_own (self), ==, 1);
  g_assert_cmpstr (name_at (plimsoll_local_search_get_own (self->search), 0), ==, "Tuned again");

  g_assert_true (plimsoll_local_search_knows (self->search, SHAPE));
  g_assert_true (plimsoll_local_search_knows (self->search, "/mine/again"));
  g_assert_false (plimsoll_local_search_knows (self->search, "/mine/tuned"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, function)                                                                        \
  g_test_add ("/local-search/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("find", test_find);
  ADD ("best", test_best);
  ADD ("own", test_own);
#undef ADD

  return g_test_run ();
}
