/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-local-search.h"

#include "plimsoll-search-result.h"

struct _PlimsollLocalSearch
{
  GObject parent_instance;

  PlimsollModelList *models;
  PlimsollOwnModels *own;
  GPtrArray *all;     /* of PlimsollSearchResult, in the order of the models */
  GPtrArray *all_own; /* likewise of the user's own */
  GListStore *found;
  GListStore *found_own;
  guint score;     /* of the best of those found; 0: there is none */
  guint score_own; /* likewise */
};

G_DEFINE_FINAL_TYPE (PlimsollLocalSearch, plimsoll_local_search, G_TYPE_OBJECT)

typedef struct
{
  guint score;
  guint position;
} Match;

static int
compare_matches (gconstpointer a, gconstpointer b)
{
  const Match *left = a, *right = b;

  if (left->score != right->score)
    return left->score > right->score ? -1 : 1;
  return left->position < right->position ? -1 : left->position > right->position;
}

static guint
score_model (PlimsollLocalSearch *self, guint position, const PlimsollNameQuery *query)
{
  return plimsoll_model_list_score (self->models, position, query);
}

/* Of what matches alike one's own comes first. */
static guint
score_own (PlimsollLocalSearch *self, guint position, const PlimsollNameQuery *query)
{
  guint score = plimsoll_own_models_score (self->own, position, query);

  return score > 0 ? score + PLIMSOLL_SEARCH_OWN_BONUS : 0;
}

/* Returns: the score of the best; 0: none was found. */
static guint
find_in (PlimsollLocalSearch *self,
         GPtrArray *all,
         guint (*score_at) (PlimsollLocalSearch *, guint, const PlimsollNameQuery *),
         const PlimsollNameQuery *query,
         GListStore *found)
{
  g_autofree Match *matches = g_new (Match, all->len + 1);
  g_autoptr (GPtrArray) results = g_ptr_array_new ();
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      guint score = score_at (self, i, query);

      if (score > 0)
        matches[n++] = (Match) { score, i };
    }
  if (n > 1)
    qsort (matches, n, sizeof *matches, compare_matches);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (results, g_ptr_array_index (all, matches[i].position));
  g_list_store_splice (found, 0, g_list_model_get_n_items (G_LIST_MODEL (found)), results->pdata,
                       n);
  return n > 0 ? matches[0].score : 0;
}

/* --- The object --- */

static void
plimsoll_local_search_dispose (GObject *object)
{
  PlimsollLocalSearch *self = PLIMSOLL_LOCAL_SEARCH (object);

  g_clear_object (&self->found);
  g_clear_object (&self->found_own);
  g_clear_pointer (&self->all, g_ptr_array_unref);
  g_clear_pointer (&self->all_own, g_ptr_array_unref);
  g_clear_object (&self->models);
  g_clear_object (&self->own);

  G_OBJECT_CLASS (plimsoll_local_search_parent_class)->dispose (object);
}

static void
plimsoll_local_search_class_init (PlimsollLocalSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_local_search_dispose;
}

static void
plimsoll_local_search_init (PlimsollLocalSearch *self)
{
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->all_own = g_ptr_array_new_with_free_func (g_object_unref);
  self->found = g_list_store_new (PLIMSOLL_TYPE_SEARCH_RESULT);
  self->found_own = g_list_store_new (PLIMSOLL_TYPE_SEARCH_RESULT);
}

PlimsollLocalSearch *
plimsoll_local_search_new (PlimsollModelList *models, PlimsollOwnModels *own)
{
  PlimsollLocalSearch *self;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (models), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (own), NULL);

  self = g_object_new (PLIMSOLL_TYPE_LOCAL_SEARCH, NULL);
  self->models = g_object_ref (models);
  self->own = g_object_ref (own);
  n = g_list_model_get_n_items (G_LIST_MODEL (models));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (models), i);

      g_ptr_array_add (self->all, plimsoll_search_result_new (model, i));
    }
  plimsoll_local_search_list_own (self);
  return self;
}

void
plimsoll_local_search_list_own (PlimsollLocalSearch *self)
{
  guint n;

  g_return_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self));

  n = g_list_model_get_n_items (G_LIST_MODEL (self->own));
  g_ptr_array_set_size (self->all_own, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollModel) model = g_list_model_get_item (G_LIST_MODEL (self->own), i);
      const char *id = plimsoll_model_get_id (model);

      g_ptr_array_add (self->all_own,
                       plimsoll_search_result_new_own (plimsoll_own_models_lookup (self->own, id),
                                                       i,
                                                       plimsoll_own_models_is_missing (self->own,
                                                                                       id)));
    }
}

void
plimsoll_local_search_find (PlimsollLocalSearch *self, const char *words)
{
  g_autoptr (PlimsollNameQuery) query = NULL;

  g_return_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self));
  g_return_if_fail (words != NULL);

  query = plimsoll_name_query_new (words);
  self->score_own = find_in (self, self->all_own, score_own, query, self->found_own);
  self->score = find_in (self, self->all, score_model, query, self->found);
}

GListModel *
plimsoll_local_search_get_own (PlimsollLocalSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self), NULL);

  return G_LIST_MODEL (self->found_own);
}

GListModel *
plimsoll_local_search_get_models (PlimsollLocalSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self), NULL);

  return G_LIST_MODEL (self->found);
}

gboolean
plimsoll_local_search_is_found (PlimsollLocalSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self), FALSE);

  return self->score > 0 || self->score_own > 0;
}

guint
plimsoll_local_search_get_best (PlimsollLocalSearch *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self), 0);

  return self->score > self->score_own ? g_list_model_get_n_items (G_LIST_MODEL (self->found_own))
                                       : 0;
}

gboolean
plimsoll_local_search_knows (PlimsollLocalSearch *self, const char *id)
{
  g_return_val_if_fail (PLIMSOLL_IS_LOCAL_SEARCH (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  return plimsoll_model_list_lookup (self->models, id) != NULL
         || plimsoll_own_models_lookup (self->own, id) != NULL;
}
