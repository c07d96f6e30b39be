/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-list.h"

#include "plimsoll-accelerator-name.h"
#include "plimsoll-accelerator-private.h"
#include "plimsoll-catalog-error.h"
#include "plimsoll-format-error.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>
#include <string.h>

#define N_NEAREST 3

typedef struct
{
  PlimsollAccelerator *accelerator;
  PlimsollNameEntry *entry;
  char **keys;  /* squeezed: id, name, aliases */
  char **stems; /* the same without their memory size, where they have one */
} Row;

struct _PlimsollAcceleratorList
{
  GObject parent_instance;

  GPtrArray *rows;   /* of Row */
  GHashTable *names; /* key, in its row -> Row */
  guint unified_percent;
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollAcceleratorList,
                               plimsoll_accelerator_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

/* --- Rows --- */

/* Returns: (transfer full): as it is in this list. */
static PlimsollAccelerator *
adapt (PlimsollAcceleratorList *self, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = &accelerator->facts;

  return facts->unified && facts->unified_percent != self->unified_percent
           ? plimsoll_accelerator_copy_with_unified_percent (accelerator, self->unified_percent)
           : g_object_ref (accelerator);
}

static Row *
row_new (PlimsollAcceleratorList *self, PlimsollAccelerator *given)
{
  g_autoptr (PlimsollAccelerator) accelerator = adapt (self, given);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  g_autoptr (GPtrArray) stems = g_ptr_array_new ();
  Row *row = g_new0 (Row, 1);

  g_ptr_array_add (names, accelerator->name);
  for (guint i = 0; accelerator->aliases[i] != NULL; i++)
    g_ptr_array_add (names, accelerator->aliases[i]);
  g_ptr_array_add (names, accelerator->id);
  g_ptr_array_add (names, NULL);

  for (guint i = 0; i + 1 < names->len; i++)
    {
      guint size;
      char *stem = plimsoll_accelerator_name_stem (names->pdata[i], FALSE, &size);

      g_ptr_array_add (keys, plimsoll_accelerator_name_key (names->pdata[i]));
      if (stem != NULL)
        g_ptr_array_add (stems, stem);
    }
  g_ptr_array_add (keys, NULL);
  g_ptr_array_add (stems, NULL);

  row->accelerator = g_object_ref (accelerator);
  row->entry = plimsoll_name_entry_new ((const char *const *) names->pdata);
  row->keys = (char **) g_ptr_array_steal (keys, NULL);
  row->stems = (char **) g_ptr_array_steal (stems, NULL);

  return row;
}

static void
row_free (gpointer data)
{
  Row *row = data;

  g_object_unref (row->accelerator);
  plimsoll_name_entry_free (row->entry);
  g_strfreev (row->keys);
  g_strfreev (row->stems);
  g_free (row);
}

/* --- GListModel --- */

static GType
list_get_item_type (GListModel *model)
{
  return PLIMSOLL_TYPE_ACCELERATOR;
}

static guint
list_get_n_items (GListModel *model)
{
  return PLIMSOLL_ACCELERATOR_LIST (model)->rows->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  PlimsollAcceleratorList *self = PLIMSOLL_ACCELERATOR_LIST (model);
  Row *row;

  if (position >= self->rows->len)
    return NULL;

  row = self->rows->pdata[position];

  return g_object_ref (row->accelerator);
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
plimsoll_accelerator_list_finalize (GObject *object)
{
  PlimsollAcceleratorList *self = PLIMSOLL_ACCELERATOR_LIST (object);

  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (plimsoll_accelerator_list_parent_class)->finalize (object);
}

static void
plimsoll_accelerator_list_class_init (PlimsollAcceleratorListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_accelerator_list_finalize;
}

static void
plimsoll_accelerator_list_init (PlimsollAcceleratorList *self)
{
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->names = g_hash_table_new (g_str_hash, g_str_equal);
}

PlimsollAcceleratorList *
plimsoll_accelerator_list_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_ACCELERATOR_LIST, NULL);
}

/* --- Changing --- */

static gboolean
index_row (GHashTable *names, Row *row, const char *file, GError **error)
{
  for (guint i = 0; row->keys[i] != NULL; i++)
    {
      Row *other = g_hash_table_lookup (names, row->keys[i]);

      if (*row->keys[i] == '\0' || other == row)
        continue;

      if (other != NULL)
        {
          /* Translators: a file's name; the identifiers of two of its rows; a name */
          g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                       _("%s: “%s” and “%s” share the name “%s”"), file, other->accelerator->id,
                       row->accelerator->id, row->keys[i]);
          return FALSE;
        }

      g_hash_table_insert (names, row->keys[i], row);
    }

  return TRUE;
}

/* Puts the rows in place of what is there, and says what changed as closely as one range can. */
static void
replace_rows (PlimsollAcceleratorList *self, GPtrArray *rows, GHashTable *names)
{
  g_autoptr (GPtrArray) old_rows = self->rows;
  g_autoptr (GHashTable) old_names = self->names;
  guint start = 0;
  guint end = 0;
  guint common = MIN (rows->len, old_rows->len);

#define ACCELERATOR_AT(array, i) (((Row *) (array)->pdata[i])->accelerator)
  while (start < common && ACCELERATOR_AT (rows, start) == ACCELERATOR_AT (old_rows, start))
    start++;
  while (end < common - start
         && ACCELERATOR_AT (rows, rows->len - 1 - end)
              == ACCELERATOR_AT (old_rows, old_rows->len - 1 - end))
    end++;
#undef ACCELERATOR_AT

  self->rows = g_ptr_array_ref (rows);
  self->names = g_hash_table_ref (names);

  if (old_rows->len - start - end > 0 || rows->len - start - end > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), start, old_rows->len - start - end,
                                rows->len - start - end);
}

static gboolean
set_accelerators (PlimsollAcceleratorList *self,
                  GPtrArray *accelerators,
                  const char *file,
                  GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (row_free);
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < accelerators->len; i++)
    {
      Row *row = row_new (self, accelerators->pdata[i]);

      g_ptr_array_add (rows, row);
      if (!index_row (names, row, file, error))
        return FALSE;
    }

  replace_rows (self, rows, names);

  return TRUE;
}

static GPtrArray *
copy_accelerators (PlimsollAcceleratorList *self)
{
  GPtrArray *accelerators = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (accelerators, g_object_ref (((Row *) self->rows->pdata[i])->accelerator));

  return accelerators;
}

gboolean
plimsoll_accelerator_list_load (PlimsollAcceleratorList *self,
                                GBytes *bytes,
                                const char *file,
                                GError **error)
{
  g_autoptr (GPtrArray) accelerators = NULL;
  g_autoptr (GHashTable) places = NULL;
  g_autoptr (JsonObject) document = NULL;
  JsonArray *list;
  guint n_before;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), FALSE);
  g_return_val_if_fail (bytes != NULL, FALSE);
  g_return_val_if_fail (file != NULL, FALSE);

  document = plimsoll_json_document (bytes, file, "accelerators", NULL, error);
  if (document == NULL)
    return FALSE;

  accelerators = copy_accelerators (self);
  n_before = accelerators->len;
  places = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n_before; i++)
    g_hash_table_insert (places, (char *) plimsoll_accelerator_get_id (accelerators->pdata[i]),
                         GUINT_TO_POINTER (i + 1));

  list = json_object_get_array_member (document, "accelerators");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      PlimsollAccelerator *accelerator =
        plimsoll_accelerator_new_from_json (json_array_get_element (list, i), file, i + 1, error);
      guint place;

      if (accelerator == NULL)
        return FALSE;

      place = GPOINTER_TO_UINT (g_hash_table_lookup (places, accelerator->id));
      g_hash_table_replace (places, accelerator->id, GUINT_TO_POINTER (G_MAXUINT));
      if (place == G_MAXUINT)
        {
          g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                       _("%s: two rows have the id “%s”"), file, accelerator->id);
          g_object_unref (accelerator);
          return FALSE;
        }

      if (place == 0)
        g_ptr_array_add (accelerators, accelerator);
      else
        {
          g_object_unref (accelerators->pdata[place - 1]);
          accelerators->pdata[place - 1] = accelerator;
        }
    }

  return set_accelerators (self, accelerators, file, error);
}

static void
forget_names (PlimsollAcceleratorList *self, Row *row)
{
  for (guint i = 0; row->keys[i] != NULL; i++)
    if (g_hash_table_lookup (self->names, row->keys[i]) == row)
      g_hash_table_remove (self->names, row->keys[i]);
}

static int
find_row (PlimsollAcceleratorList *self, const char *id)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_str_equal (((Row *) self->rows->pdata[i])->accelerator->id, id))
      return (int) i;

  return -1;
}

gboolean
plimsoll_accelerator_list_add (PlimsollAcceleratorList *self,
                               PlimsollAccelerator *accelerator,
                               GError **error)
{
  Row *row, *before = NULL;
  int place;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), FALSE);

  place = find_row (self, accelerator->id);
  if (place >= 0)
    before = self->rows->pdata[place];
  if (before != NULL && before->accelerator == accelerator)
    return TRUE;

  row = row_new (self, accelerator);
  if (before != NULL)
    forget_names (self, before);
  if (!index_row (self->names, row, accelerator->name, error))
    {
      forget_names (self, row);
      if (before != NULL)
        index_row (self->names, before, accelerator->name, NULL);
      row_free (row);
      return FALSE;
    }

  if (before != NULL)
    {
      self->rows->pdata[place] = row;
      row_free (before);
    }
  else
    {
      place = (int) self->rows->len;
      g_ptr_array_add (self->rows, row);
    }
  g_list_model_items_changed (G_LIST_MODEL (self), (guint) place, before != NULL ? 1 : 0, 1);

  return TRUE;
}

void
plimsoll_accelerator_list_set_unified_percent (PlimsollAcceleratorList *self, guint percent)
{
  g_autoptr (GPtrArray) accelerators = NULL;

  g_return_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self));
  g_return_if_fail (percent <= 100);

  if (self->unified_percent == percent)
    return;

  self->unified_percent = percent;
  accelerators = copy_accelerators (self);
  /* The same names as before: none can be there twice. */
  set_accelerators (self, accelerators, "", NULL);
}

gboolean
plimsoll_accelerator_list_remove (PlimsollAcceleratorList *self, const char *id)
{
  int place;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  place = find_row (self, id);
  if (place < 0)
    return FALSE;

  forget_names (self, self->rows->pdata[place]);
  g_ptr_array_remove_index (self->rows, (guint) place);
  g_list_model_items_changed (G_LIST_MODEL (self), (guint) place, 1, 0);

  return TRUE;
}

/* --- Finding --- */

PlimsollAccelerator *
plimsoll_accelerator_list_lookup (PlimsollAcceleratorList *self, const char *id)
{
  g_autofree char *key = NULL;
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  key = plimsoll_accelerator_name_key (id);
  row = g_hash_table_lookup (self->names, key);

  return row != NULL && g_str_equal (row->accelerator->id, id) ? row->accelerator : NULL;
}

static gboolean
has_size (Row *row, guint gigabytes)
{
  return row->accelerator->facts.memory_bytes_nominal == gigabytes * PLIMSOLL_BYTES_PER_GIB;
}

static gboolean
is_sold_with (Row *row, guint gigabytes)
{
  for (guint i = 0; i < row->accelerator->n_memory_options; i++)
    if (row->accelerator->memory_options[i] == gigabytes)
      return TRUE;

  return FALSE;
}

/* The name without its size has to be a whole name, and the size right. */
static PlimsollAccelerator *
find_with_size (PlimsollAcceleratorList *self, const char *query)
{
  guint size;
  g_autofree char *stem = plimsoll_accelerator_name_stem (query, TRUE, &size);
  Row *owner = stem != NULL ? g_hash_table_lookup (self->names, stem) : NULL;
  Row *found = NULL;

  if (stem == NULL)
    return NULL;

  if (owner != NULL && has_size (owner, size))
    return g_object_ref (owner->accelerator);

  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      if (!has_size (row, size) || !g_strv_contains ((const char *const *) row->stems, stem))
        continue;
      if (found != NULL)
        return NULL;
      found = row;
    }
  if (found != NULL)
    return g_object_ref (found->accelerator);

  if (owner != NULL && is_sold_with (owner, size))
    return plimsoll_accelerator_copy_with_memory (owner->accelerator, size);

  return NULL;
}

static void
set_not_found (PlimsollAcceleratorList *self,
               const char *query,
               const char *squeezed,
               GError **error)
{
  g_autoptr (PlimsollNameNearest) nearest = plimsoll_name_nearest_new (query, squeezed, N_NEAREST);
  g_autofree char *valid = plimsoll_one_line (query, 120);
  const char *names[N_NEAREST];
  guint indices[N_NEAREST];
  guint n;

  /* Nothing is near to no name at all. */
  for (guint i = 0; *squeezed != '\0' && i < self->rows->len; i++)
    {
      Row *row = self->rows->pdata[i];

      for (guint j = 0; row->keys[j] != NULL; j++)
        plimsoll_name_nearest_offer (nearest, i, row->keys[j], j == 0 ? row->entry : NULL);
    }

  n = plimsoll_name_nearest_get (nearest, indices);
  for (guint i = 0; i < n; i++)
    names[i] = ((Row *) self->rows->pdata[indices[i]])->accelerator->name;

  if (n == N_NEAREST)
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 /* Translators: what was asked for, and three names that are near to it */
                 _("No accelerator is called “%s”. Near to it are “%s”, “%s” and “%s”."), valid,
                 names[0], names[1], names[2]);
  else
    g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                 _("No accelerator is called “%s”."), valid);
}

PlimsollAccelerator *
plimsoll_accelerator_list_find (PlimsollAcceleratorList *self, const char *query, GError **error)
{
  g_autofree char *squeezed = NULL;
  PlimsollAccelerator *found;
  Row *row;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), NULL);
  g_return_val_if_fail (query != NULL, NULL);

  squeezed = plimsoll_accelerator_name_key (query);
  row = g_hash_table_lookup (self->names, squeezed);
  if (row != NULL)
    return g_object_ref (row->accelerator);

  found = find_with_size (self, query);
  if (found == NULL)
    set_not_found (self, query, squeezed, error);

  return found;
}

const PlimsollNameEntry *
plimsoll_accelerator_list_get_entry (PlimsollAcceleratorList *self, guint position)
{
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (self), NULL);
  g_return_val_if_fail (position < self->rows->len, NULL);

  return ((Row *) self->rows->pdata[position])->entry;
}
