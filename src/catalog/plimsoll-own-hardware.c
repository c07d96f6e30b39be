/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-hardware.h"

#include "plimsoll-accelerator-private.h"
#include "plimsoll-catalog-error.h"
#include "plimsoll-json-row.h"
#include "plimsoll-name-match.h"
#include "plimsoll-user-file.h"

#include <glib/gi18n.h>

#define OWN_HARDWARE_FILE "accelerators.json"
#define MAX_FAULTS_TOLD 8
/* What the schema gives an id, less room for a number. */
#define MAX_ID 70

struct _PlimsollOwnHardware
{
  GObject parent_instance;

  PlimsollAcceleratorList *accelerators;
  PlimsollUserFile *file;
  GPtrArray *rows;     /* of PlimsollAccelerator */
  GHashTable *shipped; /* id -> PlimsollAccelerator that one of the rows stands in the place of */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollOwnHardware,
                               plimsoll_own_hardware,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

enum
{
  SIGNAL_WRITE_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* --- GListModel --- */

static GType
list_get_item_type (GListModel *model)
{
  return PLIMSOLL_TYPE_ACCELERATOR;
}

static guint
list_get_n_items (GListModel *model)
{
  return PLIMSOLL_OWN_HARDWARE (model)->rows->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  PlimsollOwnHardware *self = PLIMSOLL_OWN_HARDWARE (model);

  return position < self->rows->len ? g_object_ref (self->rows->pdata[position]) : NULL;
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = list_get_item_type;
  iface->get_n_items = list_get_n_items;
  iface->get_item = list_get_item;
}

/* --- Writing --- */

static gpointer
take_rows (gpointer owner)
{
  PlimsollOwnHardware *self = owner;
  GPtrArray *rows = g_ptr_array_new_full (self->rows->len, g_object_unref);

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (rows, g_object_ref (self->rows->pdata[i]));
  return rows;
}

static GString *
print_rows (gpointer taken)
{
  const GPtrArray *rows = taken;
  GString *out = g_string_new ("{\"format\":1,\"accelerators\":[");

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (JsonNode) node = plimsoll_accelerator_to_json (rows->pdata[i]);
      g_autofree char *text = json_to_string (node, FALSE);

      g_string_append_printf (out, "%s\n%s", i > 0 ? "," : "", text);
    }
  g_string_append (out, "\n]}\n");
  return out;
}

static void
release_rows (gpointer taken)
{
  g_ptr_array_unref (taken);
}

static void
write_failed_cb (PlimsollOwnHardware *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_WRITE_FAILED], 0, message);
}

char *
plimsoll_own_hardware_export (PlimsollOwnHardware *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);

  return g_string_free_and_steal (print_rows (self->rows));
}

gboolean
plimsoll_own_hardware_flush (PlimsollOwnHardware *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), FALSE);

  return plimsoll_user_file_flush (self->file, error);
}

/* --- Changing --- */

static gboolean
find_place (PlimsollOwnHardware *self, const char *id, guint *position)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (g_str_equal (plimsoll_accelerator_get_id (self->rows->pdata[i]), id))
      {
        *position = i;
        return TRUE;
      }

  return FALSE;
}

/* Puts it where it is, or at @position. */
static gboolean
place (PlimsollOwnHardware *self, PlimsollAccelerator *accelerator, guint position, GError **error)
{
  g_autoptr (PlimsollAccelerator) before = NULL;
  const char *id = plimsoll_accelerator_get_id (accelerator);
  gboolean there = find_place (self, id, &position);

  if (!there && self->rows->len >= PLIMSOLL_OWN_HARDWARE_MAX)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                   /* Translators: an accelerator, and a number. */
                   _("%s: no more than %d can be kept"),
                   plimsoll_accelerator_get_name (accelerator), PLIMSOLL_OWN_HARDWARE_MAX);
      return FALSE;
    }

  g_set_object (&before, plimsoll_accelerator_list_lookup (self->accelerators, id));
  if (!plimsoll_accelerator_list_add (self->accelerators, accelerator, error))
    return FALSE;

  if (there)
    g_set_object ((PlimsollAccelerator **) &self->rows->pdata[position], accelerator);
  else
    {
      g_ptr_array_insert (self->rows, (int) position, g_object_ref (accelerator));
      if (before != NULL)
        g_hash_table_insert (self->shipped, g_strdup (id), g_steal_pointer (&before));
    }
  g_list_model_items_changed (G_LIST_MODEL (self), position, there ? 1 : 0, 1);
  return TRUE;
}

gboolean
plimsoll_own_hardware_put (PlimsollOwnHardware *self,
                           PlimsollAccelerator *accelerator,
                           GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), FALSE);

  if (!place (self, accelerator, self->rows->len, error))
    return FALSE;
  plimsoll_user_file_changed (self->file);
  return TRUE;
}

PlimsollAccelerator *
plimsoll_own_hardware_remove (PlimsollOwnHardware *self,
                              const char *id,
                              guint *position,
                              GError **error)
{
  g_autoptr (PlimsollAccelerator) own = NULL;
  PlimsollAccelerator *shipped;
  guint where;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  if (!find_place (self, id, &where))
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_NOT_FOUND,
                   _("No accelerator of your own is called “%s”."), id);
      return NULL;
    }

  own = g_object_ref (self->rows->pdata[where]);
  id = plimsoll_accelerator_get_id (own);
  shipped = g_hash_table_lookup (self->shipped, id);
  if (shipped == NULL)
    plimsoll_accelerator_list_remove (self->accelerators, id);
  else if (!plimsoll_accelerator_list_add (self->accelerators, shipped, error))
    return NULL;

  g_hash_table_remove (self->shipped, id);
  g_ptr_array_remove_index (self->rows, where);
  g_list_model_items_changed (G_LIST_MODEL (self), where, 1, 0);
  plimsoll_user_file_changed (self->file);
  if (position != NULL)
    *position = where;
  return g_steal_pointer (&own);
}

gboolean
plimsoll_own_hardware_put_back (PlimsollOwnHardware *self,
                                PlimsollAccelerator *accelerator,
                                guint position,
                                GError **error)
{
  guint there;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR (accelerator), FALSE);

  if (find_place (self, plimsoll_accelerator_get_id (accelerator), &there))
    return TRUE;
  if (!place (self, accelerator, MIN (position, self->rows->len), error))
    return FALSE;
  plimsoll_user_file_changed (self->file);
  return TRUE;
}

/* --- Finding --- */

PlimsollAccelerator *
plimsoll_own_hardware_lookup (PlimsollOwnHardware *self, const char *id)
{
  guint position;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return find_place (self, id, &position) ? self->rows->pdata[position] : NULL;
}

PlimsollAccelerator *
plimsoll_own_hardware_get_shipped (PlimsollOwnHardware *self, const char *id)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);
  g_return_val_if_fail (id != NULL, NULL);

  return g_hash_table_lookup (self->shipped, id);
}

char *
plimsoll_own_hardware_new_id (PlimsollOwnHardware *self, const char *name)
{
  g_autofree char *words = NULL;
  g_autoptr (GString) stem = g_string_new (NULL);
  char *id;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  words = plimsoll_name_words (name);
  for (const char *p = words; *p != '\0' && stem->len < MAX_ID; p++)
    if (g_ascii_isdigit (*p) || g_ascii_islower (*p))
      g_string_append_c (stem, *p);
    else if (stem->len > 0 && stem->str[stem->len - 1] != '-')
      g_string_append_c (stem, '-');
  while (stem->len > 0 && stem->str[stem->len - 1] == '-')
    g_string_truncate (stem, stem->len - 1);
  if (stem->len == 0)
    g_string_append (stem, "own");

  id = g_strdup (stem->str);
  for (guint i = 2; plimsoll_accelerator_list_lookup (self->accelerators, id) != NULL; i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s-%u", stem->str, i);
    }
  return id;
}

/* --- Reading --- */

typedef struct
{
  GString *text;
  guint n;
  int code;
} Faults;

static void
faults_add (Faults *self, GError *fault)
{
  if (self->n == 0)
    self->code = fault->code;
  if (self->n++ < MAX_FAULTS_TOLD)
    g_string_append_printf (self->text, "%s%s", self->n > 1 ? "\n" : "", fault->message);
  g_error_free (fault);
}

/* TRUE when there was none. */
static gboolean
faults_finish (Faults *self, GError **error)
{
  g_autoptr (GString) text = self->text;
  const guint more = self->n > MAX_FAULTS_TOLD ? self->n - MAX_FAULTS_TOLD : 0;

  if (more > 0)
    g_string_append_printf (text,
                            ngettext ("\nand %u row more at fault", "\nand %u rows more at fault",
                                      more),
                            more);
  if (self->n > 0)
    g_set_error_literal (error, PLIMSOLL_CATALOG_ERROR, self->code, text->str);
  return self->n == 0;
}

static gboolean
is_as_shipped (PlimsollOwnHardware *self, PlimsollAccelerator *accelerator)
{
  const char *id = plimsoll_accelerator_get_id (accelerator);
  PlimsollAccelerator *there = plimsoll_accelerator_list_lookup (self->accelerators, id);
  g_autoptr (JsonNode) one = NULL;
  g_autoptr (JsonNode) other = NULL;

  if (there == NULL || plimsoll_own_hardware_lookup (self, id) != NULL)
    return FALSE;

  one = plimsoll_accelerator_to_json (there);
  other = plimsoll_accelerator_to_json (accelerator);
  return json_node_equal (one, other);
}

static GError *
fault_of_row (const char *file, guint number, PlimsollAccelerator *accelerator, const GError *why)
{
  /* Translators: a file, the number and the id of a row in it, and what is wrong with it. */
  return g_error_new (PLIMSOLL_CATALOG_ERROR, why->code, _("%s: row %u (%s): %s"), file, number,
                      plimsoll_accelerator_get_id (accelerator), why->message);
}

static gboolean
take_document (PlimsollOwnHardware *self,
               JsonObject *document,
               const char *file,
               guint *n,
               GError **error)
{
  JsonArray *list = json_object_get_array_member (document, "accelerators");
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Faults faults = { .text = g_string_new (NULL) };

  *n = 0;
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      g_autoptr (GError) why = NULL;
      GError *fault = NULL;
      g_autoptr (PlimsollAccelerator) row =
        plimsoll_accelerator_new_from_json (json_array_get_element (list, i), file, i + 1, &fault);

      if (row != NULL && !g_hash_table_add (seen, g_strdup (plimsoll_accelerator_get_id (row))))
        g_set_error (&why, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                     _("“%s” is that of a row before it"), "id");
      else if (row != NULL && !is_as_shipped (self, row)
               && place (self, row, self->rows->len, &why))
        (*n)++;

      if (why != NULL)
        fault = fault_of_row (file, i + 1, row, why);
      if (fault != NULL)
        faults_add (&faults, fault);
    }

  return faults_finish (&faults, error);
}

gboolean
plimsoll_own_hardware_load (PlimsollOwnHardware *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (GError) fault = NULL;
  const char *name;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), FALSE);

  name = plimsoll_user_file_get_name (self->file);
  bytes = plimsoll_user_file_read (self->file, &fault);
  if (bytes != NULL)
    document = plimsoll_json_document (bytes, name, "accelerators", NULL, &fault);
  if (document != NULL)
    take_document (self, document, name, &n, &fault);

  return plimsoll_user_file_end_load (self->file, g_steal_pointer (&fault), error);
}

char *
plimsoll_own_hardware_set_aside (PlimsollOwnHardware *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), NULL);

  return plimsoll_user_file_set_aside (self->file, self->rows->len > 0, error);
}

gboolean
plimsoll_own_hardware_import (PlimsollOwnHardware *self,
                              GBytes *bytes,
                              const char *file,
                              guint *n,
                              GError **error)
{
  g_autoptr (JsonObject) document = NULL;
  gboolean whole;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_HARDWARE (self), FALSE);
  g_return_val_if_fail (bytes != NULL && file != NULL && n != NULL, FALSE);

  *n = 0;
  document = plimsoll_json_document (bytes, file, "accelerators", NULL, error);
  if (document == NULL)
    return FALSE;

  whole = take_document (self, document, file, n, error);
  if (*n > 0)
    plimsoll_user_file_changed (self->file);
  return whole;
}

/* --- Object --- */

static void
plimsoll_own_hardware_finalize (GObject *object)
{
  PlimsollOwnHardware *self = PLIMSOLL_OWN_HARDWARE (object);

  g_hash_table_unref (self->shipped);
  g_ptr_array_unref (self->rows);
  g_object_unref (self->file);
  g_object_unref (self->accelerators);

  G_OBJECT_CLASS (plimsoll_own_hardware_parent_class)->finalize (object);
}

static void
plimsoll_own_hardware_class_init (PlimsollOwnHardwareClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_own_hardware_finalize;

  signals[SIGNAL_WRITE_FAILED] =
    g_signal_new ("write-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
plimsoll_own_hardware_init (PlimsollOwnHardware *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  self->shipped = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

PlimsollOwnHardware *
plimsoll_own_hardware_new (const char *path, PlimsollAcceleratorList *accelerators)
{
  static const PlimsollUserFileForm form = { take_rows, print_rows, release_rows };
  PlimsollOwnHardware *self;

  g_return_val_if_fail (PLIMSOLL_IS_ACCELERATOR_LIST (accelerators), NULL);

  self = g_object_new (PLIMSOLL_TYPE_OWN_HARDWARE, NULL);
  self->accelerators = g_object_ref (accelerators);
  self->file = plimsoll_user_file_new (path, OWN_HARDWARE_FILE, &form, G_OBJECT (self));
  g_signal_connect_object (self->file, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
