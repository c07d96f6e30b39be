/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-model-list.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-file-id.h"
#include "plimsoll-format-error.h"
#include "plimsoll-json-row.h"
#include "plimsoll-model-read.h"

#include <glib/gi18n.h>
#include <string.h>

#define MODELS_FILE "models.json"
#define N_NEAREST 3

/* About the median of the models that say theirs. */
#define USUAL_DOWNLOADS 100000

typedef struct
{
  PlimsollModel *model;
  PlimsollNameEntry *entry; /* (nullable): made when first asked for */
  char *id_key;             /* the id in lower case */
  char **keys;              /* squeezed: id, what follows its slash, name, aliases */
} Row;

struct _PlimsollModelList
{
  GObject parent_instance;

  GPtrArray *rows;   /* of Row */
  GHashTable *ids;   /* id_key, in its row -> Row */
  GHashTable *names; /* key, in its row -> Row: the most used of those that share it */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollModelList,
                               plimsoll_model_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* --- Rows --- */

static Row *
row_new (PlimsollModel *model)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  const char *id = plimsoll_model_get_id (model);
  const char *slash = strrchr (id, '/');
  const char *const *aliases = plimsoll_model_get_aliases (model);
  Row *row = g_new0 (Row, 1);

  g_strv_builder_take (keys, plimsoll_name_squeeze (id, NULL));
  if (slash != NULL)
    g_strv_builder_take (keys, plimsoll_name_squeeze (slash + 1, NULL));
  if (slash == NULL || !g_str_equal (slash + 1, plimsoll_model_get_name (model)))
    g_strv_builder_take (keys, plimsoll_name_squeeze (plimsoll_model_get_name (model), NULL));
  for (guint i = 0; aliases[i] != NULL; i++)
    g_strv_builder_take (keys, plimsoll_name_squeeze (aliases[i], NULL));

  row->model = g_object_ref (model);
  row->id_key = g_ascii_strdown (id, -1);
  row->keys = g_strv_builder_end (keys);

  return row;
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_object_unref (row->model);
  g_clear_pointer (&row->entry, plimsoll_name_entry_free);
  g_free (row->id_key);
  g_strfreev (row->keys);
  g_free (row);
}

static const PlimsollNameEntry *
row_entry (Row *row)
{
  if (row->entry == NULL)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      const char *const *aliases = plimsoll_model_get_aliases (row->model);

      g_ptr_array_add (names, (char *) plimsoll_model_get_name (row->model));
      g_ptr_array_add (names, (char *) plimsoll_model_get_id (row->model));
      for (guint i = 0; aliases[i] != NULL; i++)
        g_ptr_array_add (names, (char *) aliases[i]);
      g_ptr_array_add (names, NULL);
      row->entry = plimsoll_name_entry_new ((const char *const *) names->pdata);
    }

  return row->entry;
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
  return PLIMSOLL_MODEL_LIST (model)->rows->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  PlimsollModelList *self = PLIMSOLL_MODEL_LIST (model);
  Row *row;

  if (position >= self->rows->len)
    return NULL;

  row = self->rows->pdata[position];

  return g_object_ref (row->model);
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_get_item_type;
  iface->get_n_items = list_get_n_items;
  iface->get_item = list_get_item;
}

/* --- Object --- */

static void
plimsoll_model_list_finalize (GObject *object)
{
  PlimsollModelList *self = PLIMSOLL_MODEL_LIST (object);

  g_hash_table_unref (self->ids);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (plimsoll_model_list_parent_class)->finalize (object);
}

static void
plimsoll_model_list_class_init (PlimsollModelListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_model_list_finalize;
}

static void
plimsoll_model_list_init (PlimsollModelList *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
}

PlimsollModelList *
plimsoll_model_list_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_MODEL_LIST, NULL);
}

/* --- Changing --- */

/* A name that copies of a model share is that of the one that most people take. */
static void
index_row (PlimsollModelList *self, Row *row)
{
  g_hash_table_replace (self->ids, row->id_key, row);
  for (guint i = 0; row->keys[i] != NULL; i++)
    {
      Row *other = g_hash_table_lookup (self->names, row->keys[i]);

      if (*row->keys[i] != '\0'
          && (other == NULL
              || plimsoll_model_get_downloads (row->model)
                   > plimsoll_model_get_downloads (other->model)))
        g_hash_table_replace (self->names, row->keys[i], row);
    }
}

static void
index_all (PlimsollModelList *self)
{
  g_hash_table_remove_all (self->ids);
  g_hash_table_remove_all (self->names);
  for (guint i = 0; i < self->rows->len; i++)
    index_row (self, self->rows->pdata[i]);
}

static gboolean
find_place (PlimsollModelList *self, const Row *row, guint *place)
{
  Row *other = g_hash_table_lookup (self->ids, row->id_key);

  return other != NULL && g_ptr_array_find (self->rows, other, place);
}

/* Replaced one by one, added at once: a file of the user's replaces little and ships come alone. */
static void
take_rows (PlimsollModelList *self, GPtrArray *rows)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_before = self->rows->len;

  for (guint i = 0; i < rows->len; i++)
    {
      guint place;

      if (find_place (self, rows->pdata[i], &place))
        {
          row_free (self->rows->pdata[place]);
          self->rows->pdata[place] = rows->pdata[i];
          g_array_append_val (places, place);
          index_all (self);
        }
      else
        {
          g_ptr_array_add (self->rows, rows->pdata[i]);
        }
    }
  index_all (self);

  for (guint i = 0; i < places->len; i++)
    {
      guint place = g_array_index (places, guint, i);

      g_list_model_items_changed (G_LIST_MODEL (self), place, 1, 1);
    }
  if (self->rows->len > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->rows->len - n_before);
}

static gboolean
read_rows (JsonArray *list, const char *file, GPtrArray *rows, GError **error)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      g_autoptr (PlimsollModel) model =
        plimsoll_model_new_from_json (json_array_get_element (list, i), file, i + 1, error);
      Row *row;

      if (model == NULL)
        return FALSE;

      row = row_new (model);
      g_ptr_array_add (rows, row);
      if (!g_hash_table_add (ids, row->id_key))
        {
          /* Translators: a file's name, and an identifier */
          g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                       _("%s: two rows have the id “%s”"), file, plimsoll_model_get_id (model));
          return FALSE;
        }
    }

  return TRUE;
}

gboolean
plimsoll_model_list_load (PlimsollModelList *self, GBytes *bytes, const char *file, GError **error)
{
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), FALSE);
  g_return_val_if_fail (bytes != NULL, FALSE);
  g_return_val_if_fail (file != NULL, FALSE);

  document = plimsoll_json_document (bytes, file, "models", NULL, error);
  if (document == NULL
      || !read_rows (json_object_get_array_member (document, "models"), file, rows, error))
    return FALSE;

  g_ptr_array_set_free_func (rows, NULL);
  take_rows (self, rows);

  return TRUE;
}

gboolean
plimsoll_model_list_load_file (PlimsollModelList *self, const char *path, GError **error)
{
  g_autofree char *shipped = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), FALSE);

  if (path == NULL)
    {
      const char *directory = g_getenv ("PLIMSOLL_DATA_DIR");

      path = shipped =
        g_build_filename (directory != NULL ? directory : PLIMSOLL_PKGDATADIR, MODELS_FILE, NULL);
    }

  file = g_mapped_file_new (path, FALSE, error);
  if (file == NULL)
    return FALSE;

  bytes = g_mapped_file_get_bytes (file);
  name = g_path_get_basename (path);

  return plimsoll_model_list_load (self, bytes, name, error);
}

void
plimsoll_model_list_add (PlimsollModelList *self, PlimsollModel *model)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();

  g_return_if_fail (PLIMSOLL_IS_MODEL_LIST (self));
  g_return_if_fail (PLIMSOLL_IS_MODEL (model));

  g_ptr_array_add (rows, row_new (model));
  take_rows (self, rows);
}

/* --- Finding --- */

PlimsollModel *
plimsoll_model_list_lookup (PlimsollModelList *self, const char *id)
{
  g_autofree char *key = NULL;
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  key = g_ascii_strdown (id, -1);
  row = g_hash_table_lookup (self->ids, key);

  return row != NULL ? row->model : NULL;
}

static void
set_not_found (PlimsollModelList *self, const char *query, const char *squeezed, GError **error)
{
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new (query, squeezed, N_NEAREST);
  g_autofree char *valid = plimsoll_one_line (query, 120);
  GError *fault = NULL;
  const char *names[N_NEAREST];
  guint indices[N_NEAREST];
  guint n;

  /* Nothing is near to no name at all. */
  for (guint i = 0; *squeezed != '\0' && i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      for (guint j = 0; row->keys[j] != NULL; j++)
        plimsoll_name_nearest_offer (nearest, i, row->keys[j], j == 0 ? row_entry (row) : NULL);
    }

  n = plimsoll_name_nearest_get (nearest, indices);
  for (guint i = 0; i < n; i++)
    names[i] = plimsoll_model_get_id (((Row *) self->rows->pdata[indices[i]])->model);

  if (n == N_NEAREST)
    g_set_error (&fault, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 /* Translators: what was asked for, and three names that are near to it */
                 _("No model is called “%s”. Near to it are “%s”, “%s” and “%s”."), valid,
                 names[0], names[1], names[2]);
  else
    g_set_error (&fault, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 _("No model is called “%s”."), valid);

  /* The id of one's own model is the path of its file, which may have any character. */
  plimsoll_file_propagate_error (error, fault);
}

PlimsollModel *
plimsoll_model_list_find (PlimsollModelList *self, const char *query, GError **error)
{
  g_autofree char *squeezed = NULL;
  PlimsollModel *model;
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (query != NULL, NULL);

  model = plimsoll_model_list_lookup (self, query);
  if (model != NULL)
    return g_object_ref (model);

  squeezed = plimsoll_name_squeeze (query, NULL);
  row = g_hash_table_lookup (self->names, squeezed);
  if (row != NULL)
    return g_object_ref (row->model);

  set_not_found (self, query, squeezed, error);

  return NULL;
}

const PlimsollNameEntry *
plimsoll_model_list_get_entry (PlimsollModelList *self, guint position)
{
  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), NULL);
  g_return_val_if_fail (position < self->rows->len, NULL);

  return row_entry (self->rows->pdata[position]);
}

guint
plimsoll_model_list_score (PlimsollModelList *self, guint position, const PlimsollNameQuery *query)
{
  guint score;
  guint64 downloads;

  g_return_val_if_fail (PLIMSOLL_IS_MODEL_LIST (self), 0);
  g_return_val_if_fail (position < self->rows->len, 0);

  score = plimsoll_name_query_score (query, plimsoll_model_list_get_entry (self, position));
  if (score == 0)
    return 0;

  /* A factor of ten in use counts about as much as a tenth more of the name. Where it is not known
   * the usual is taken. */
  downloads = plimsoll_model_get_downloads (((Row *) self->rows->pdata[position])->model);
  if (downloads == 0)
    downloads = USUAL_DOWNLOADS;
  return score + 25 * (guint) MIN (20, g_bit_storage ((gulong) downloads) * 3 / 10);
}
