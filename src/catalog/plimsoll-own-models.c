/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-models-private.h"

#include "plimsoll-fact-date.h"
#include "plimsoll-user-file.h"

#define OWN_MODELS_FILE "own-models.json"

typedef struct
{
  PlimsollOwnModel *own;
  const char *id;           /* its model's */
  PlimsollNameEntry *entry; /* (nullable): made when first asked for */
  gboolean missing;
} Row;

struct _PlimsollOwnModels
{
  GObject parent_instance;

  PlimsollUserFile *file;
  GPtrArray *rows; /* of Row */
  GHashTable *ids; /* id, in its row -> Row */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollOwnModels,
                               plimsoll_own_models,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

enum
{
  SIGNAL_WRITE_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- Rows --- */

static Row *
row_new (PlimsollOwnModel *own)
{
  Row *row = g_new0 (Row, 1);

  row->own = plimsoll_own_model_ref (own);
  row->id = plimsoll_model_get_id (plimsoll_own_model_get_model (own));
  return row;
}

static void
row_free (gpointer data)
{
  Row *row = data;

  plimsoll_own_model_unref (row->own);
  g_clear_pointer (&row->entry, plimsoll_name_entry_free);
  g_free (row);
}

static Row *
row_at (PlimsollOwnModels *self, guint position)
{
  return g_ptr_array_index (self->rows, position);
}

static void
insert (PlimsollOwnModels *self, PlimsollOwnModel *own, guint position)
{
  Row *row = row_new (own);

  g_ptr_array_insert (self->rows, (int) position, row);
  g_hash_table_replace (self->ids, (char *) row->id, row);
}

static void
take_out (PlimsollOwnModels *self, guint position)
{
  g_hash_table_remove (self->ids, row_at (self, position)->id);
  g_ptr_array_remove_index (self->rows, position);
}

static gboolean
find_place (PlimsollOwnModels *self, const char *id, guint *position)
{
  Row *row = g_hash_table_lookup (self->ids, id);

  return row != NULL && g_ptr_array_find (self->rows, row, position);
}

/* --- GListModel --- */

static GType
list_get_item_type (GListModel *model)
{
  return PLIMSOLL_TYPE_MODEL;
}

static guint
list_get_n_items (GListModel *model)
{
  return PLIMSOLL_OWN_MODELS (model)->rows->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  PlimsollOwnModels *self = PLIMSOLL_OWN_MODELS (model);

  return position < self->rows->len
           ? g_object_ref (plimsoll_own_model_get_model (row_at (self, position)->own))
           : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_get_item_type;
  iface->get_n_items = list_get_n_items;
  iface->get_item = list_get_item;
}

/* --- Writing --- */

/* Of PlimsollOwnModel. */
static gpointer
take_rows (gpointer owner)
{
  PlimsollOwnModels *self = owner;
  GPtrArray *rows =
    g_ptr_array_new_full (self->rows->len, (GDestroyNotify) plimsoll_own_model_unref);

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (rows, plimsoll_own_model_ref (row_at (self, i)->own));
  return rows;
}

static GString *
print_rows (gpointer taken)
{
  return plimsoll_own_models_print (taken);
}

static void
release_rows (gpointer taken)
{
  g_ptr_array_unref (taken);
}

static void
write_failed_cb (PlimsollOwnModels *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_WRITE_FAILED], 0, message);
}

gboolean
plimsoll_own_models_flush (PlimsollOwnModels *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), FALSE);

  return plimsoll_user_file_flush (self->file, error);
}

/* --- Object --- */

static void
plimsoll_own_models_finalize (GObject *object)
{
  PlimsollOwnModels *self = PLIMSOLL_OWN_MODELS (object);

  g_hash_table_unref (self->ids);
  g_ptr_array_unref (self->rows);
  g_object_unref (self->file);

  G_OBJECT_CLASS (plimsoll_own_models_parent_class)->finalize (object);
}

static void
plimsoll_own_models_class_init (PlimsollOwnModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_own_models_finalize;

  signals[SIGNAL_WRITE_FAILED] =
    g_signal_new ("write-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
plimsoll_own_models_init (PlimsollOwnModels *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
}

PlimsollOwnModels *
plimsoll_own_models_new (const char *path)
{
  static const PlimsollUserFileForm form = { take_rows, print_rows, release_rows };
  PlimsollOwnModels *self = g_object_new (PLIMSOLL_TYPE_OWN_MODELS, NULL);

  self->file = plimsoll_user_file_new (path, OWN_MODELS_FILE, &form, G_OBJECT (self));
  g_signal_connect_object (self->file, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}

/* --- The file --- */

gboolean
plimsoll_own_models_load (PlimsollOwnModels *self, GError **error)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) fault = NULL;
  guint before, n;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), FALSE);

  bytes = plimsoll_user_file_read (self->file, &fault);
  if (bytes != NULL)
    plimsoll_own_models_read (bytes, plimsoll_user_file_get_name (self->file), &rows, &fault);
  before = n = self->rows->len;
  for (guint i = 0; rows != NULL && i < rows->len && n < PLIMSOLL_OWN_MODELS_MAX; i++)
    {
      PlimsollOwnModel *own = g_ptr_array_index (rows, i);

      if (!g_hash_table_contains (self->ids,
                                  plimsoll_model_get_id (plimsoll_own_model_get_model (own))))
        insert (self, own, n++);
    }
  if (n > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n - before);

  return plimsoll_user_file_end_load (self->file, g_steal_pointer (&fault), error);
}

char *
plimsoll_own_models_set_aside (PlimsollOwnModels *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), NULL);

  return plimsoll_user_file_set_aside (self->file, self->rows->len > 0, error);
}

/* --- Changing --- */

PlimsollOwnModel *
plimsoll_own_models_lookup (PlimsollOwnModels *self, const char *id)
{
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  row = g_hash_table_lookup (self->ids, id);
  return row != NULL ? row->own : NULL;
}

static void
drop (PlimsollOwnModels *self, guint position)
{
  take_out (self, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}

void
plimsoll_own_models_add (PlimsollOwnModels *self, PlimsollModel *model)
{
  g_autofree char *today = plimsoll_fact_date_today ();
  g_autoptr (PlimsollOwnModel) own = NULL;
  guint position;

  g_return_if_fail (PLIMSOLL_IS_OWN_MODELS (self));
  g_return_if_fail (PLIMSOLL_IS_MODEL (model));

  own = plimsoll_own_model_new (model, today);
  if (find_place (self, plimsoll_model_get_id (model), &position))
    drop (self, position);
  else if (self->rows->len >= PLIMSOLL_OWN_MODELS_MAX)
    drop (self, self->rows->len - 1);

  insert (self, own, 0);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, 1);
  plimsoll_user_file_changed (self->file);
}

PlimsollOwnModel *
plimsoll_own_models_remove (PlimsollOwnModels *self, const char *id, guint *position)
{
  PlimsollOwnModel *own;
  guint place;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  if (!find_place (self, id, &place))
    return NULL;

  own = plimsoll_own_model_ref (row_at (self, place)->own);
  drop (self, place);
  if (position != NULL)
    *position = place;
  plimsoll_user_file_changed (self->file);
  return own;
}

void
plimsoll_own_models_put_back (PlimsollOwnModels *self, PlimsollOwnModel *own, guint position)
{
  g_return_if_fail (PLIMSOLL_IS_OWN_MODELS (self));
  g_return_if_fail (own != NULL);

  if (g_hash_table_contains (self->ids, plimsoll_model_get_id (plimsoll_own_model_get_model (own))))
    return;

  position = MIN (position, self->rows->len);
  insert (self, own, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  plimsoll_user_file_changed (self->file);
}

/* --- Finding --- */

guint
plimsoll_own_models_score (PlimsollOwnModels *self, guint position, const PlimsollNameQuery *query)
{
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), 0);
  g_return_val_if_fail (position < self->rows->len, 0);

  row = row_at (self, position);
  if (row->entry == NULL)
    {
      const char *names[] = {
        plimsoll_model_get_name (plimsoll_own_model_get_model (row->own)),
        row->id,
        NULL,
      };

      row->entry = plimsoll_name_entry_new (names);
    }
  return plimsoll_name_query_score (query, row->entry);
}

/* --- Which are there --- */

static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const GPtrArray *rows = data;
  GHashTable *missing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      PlimsollModel *model = plimsoll_own_model_get_model (g_ptr_array_index (rows, i));

      /* What is on the hub is not looked for. */
      if (plimsoll_model_get_path (model) != NULL
          && !g_file_test (plimsoll_model_get_path (model), G_FILE_TEST_EXISTS))
        g_hash_table_add (missing, g_strdup (plimsoll_model_get_id (model)));
    }
  g_task_return_pointer (task, missing, (GDestroyNotify) g_hash_table_unref);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollOwnModels *self = PLIMSOLL_OWN_MODELS (source);
  g_autoptr (GHashTable) missing = g_task_propagate_pointer (G_TASK (result), NULL);
  guint first = G_MAXUINT, end = 0;

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = row_at (self, i);
      gboolean is_missing = g_hash_table_contains (missing, row->id);

      if (row->missing == is_missing)
        continue;
      row->missing = is_missing;
      first = MIN (first, i);
      end = i + 1;
    }
  if (end > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), first, end - first, end - first);
}

void
plimsoll_own_models_look (PlimsollOwnModels *self)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (PLIMSOLL_IS_OWN_MODELS (self));

  task = g_task_new (self, NULL, looked_cb, NULL);
  g_task_set_source_tag (task, plimsoll_own_models_look);
  g_task_set_task_data (task, take_rows (self), (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, look_in_thread);
}

gboolean
plimsoll_own_models_is_missing (PlimsollOwnModels *self, const char *id)
{
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MODELS (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  row = g_hash_table_lookup (self->ids, id);
  return row != NULL && row->missing;
}
