/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-measurements.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-json-row.h"
#include "plimsoll-user-file.h"

#include <glib/gi18n.h>

#define FILE_NAME "measured.json"
#define MAX_DEPTH G_GUINT64_CONSTANT (100000000)

struct _PlimsollOwnMeasurements
{
  GObject parent_instance;

  PlimsollUserFile *file;
  GPtrArray *rows; /* of PlimsollMeasurement */
};

static void list_model_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollOwnMeasurements,
                               plimsoll_own_measurements,
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
  return PLIMSOLL_TYPE_MEASUREMENT;
}

static guint
list_get_n_items (GListModel *model)
{
  return PLIMSOLL_OWN_MEASUREMENTS (model)->rows->len;
}

static gpointer
list_get_item (GListModel *model, guint position)
{
  PlimsollOwnMeasurements *self = PLIMSOLL_OWN_MEASUREMENTS (model);

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
  PlimsollOwnMeasurements *self = owner;
  GPtrArray *rows = g_ptr_array_new_full (self->rows->len, g_object_unref);

  for (guint i = 0; i < self->rows->len; i++)
    g_ptr_array_add (rows, g_object_ref (self->rows->pdata[i]));
  return rows;
}

static void
add_text (JsonBuilder *builder, const char *member, const char *text)
{
  json_builder_set_member_name (builder, member);
  if (text != NULL)
    json_builder_add_string_value (builder, text);
  else
    json_builder_add_null_value (builder);
}

static void
add_count (JsonBuilder *builder, const char *member, guint64 count)
{
  json_builder_set_member_name (builder, member);
  json_builder_add_int_value (builder, (gint64) count);
}

static void
add_row (JsonBuilder *builder, PlimsollMeasurement *row)
{
  guint n;
  const PlimsollMeasuredTest *tests = plimsoll_measurement_get_tests (row, &n);

  json_builder_begin_object (builder);
  add_text (builder, "accelerator", plimsoll_measurement_get_accelerator (row));
  add_text (builder, "model", plimsoll_measurement_get_model (row));
  add_text (builder, "precision", plimsoll_measurement_get_precision (row));
  add_text (builder, "date", plimsoll_measurement_get_date (row));
  add_text (builder, "source", plimsoll_measurement_get_source (row));
  json_builder_set_member_name (builder, "tests");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n; i++)
    {
      json_builder_begin_object (builder);
      add_count (builder, "prompt", tests[i].prompt);
      add_count (builder, "generated", tests[i].generated);
      add_count (builder, "depth", tests[i].depth);
      json_builder_set_member_name (builder, "tokens_per_second");
      json_builder_add_double_value (builder, tests[i].speed);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static GString *
print_rows (gpointer taken)
{
  const GPtrArray *rows = taken;
  GString *out = g_string_new ("{\"format\":1,\"measured\":[");

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (JsonBuilder) builder = json_builder_new ();
      g_autoptr (JsonNode) node = NULL;
      g_autofree char *text = NULL;

      add_row (builder, rows->pdata[i]);
      node = json_builder_get_root (builder);
      text = json_to_string (node, FALSE);
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
write_failed_cb (PlimsollOwnMeasurements *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_WRITE_FAILED], 0, message);
}

gboolean
plimsoll_own_measurements_flush (PlimsollOwnMeasurements *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (self), FALSE);

  return plimsoll_user_file_flush (self->file, error);
}

/* --- Changing --- */

static gboolean
place (PlimsollOwnMeasurements *self, PlimsollMeasurement *measurement, GError **error)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (plimsoll_measurement_is_of_same (self->rows->pdata[i], measurement))
      {
        PlimsollMeasurement *merged =
          plimsoll_measurement_merge (self->rows->pdata[i], measurement);

        g_object_unref (self->rows->pdata[i]);
        self->rows->pdata[i] = merged;
        g_list_model_items_changed (G_LIST_MODEL (self), i, 1, 1);
        return TRUE;
      }

  if (self->rows->len >= PLIMSOLL_OWN_MEASUREMENTS_MAX)
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_TOO_LARGE,
                   /* Translators: an accelerator, and a number. */
                   _("%s: no more than %d can be kept"),
                   plimsoll_measurement_get_accelerator (measurement),
                   PLIMSOLL_OWN_MEASUREMENTS_MAX);
      return FALSE;
    }
  g_ptr_array_add (self->rows, g_object_ref (measurement));
  g_list_model_items_changed (G_LIST_MODEL (self), self->rows->len - 1, 0, 1);
  return TRUE;
}

gboolean
plimsoll_own_measurements_put (PlimsollOwnMeasurements *self,
                               PlimsollMeasurement *measurement,
                               GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (measurement), FALSE);

  if (plimsoll_user_file_is_frozen (self->file))
    {
      g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID,
                   /* Translators: a file. */
                   _("%s: nothing is kept in it while it cannot be read"),
                   plimsoll_user_file_get_name (self->file));
      return FALSE;
    }
  if (!place (self, measurement, error))
    return FALSE;
  plimsoll_user_file_changed (self->file);
  return TRUE;
}

gboolean
plimsoll_own_measurements_remove (PlimsollOwnMeasurements *self, PlimsollMeasurement *measurement)
{
  guint position;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (self), FALSE);
  g_return_val_if_fail (PLIMSOLL_IS_MEASUREMENT (measurement), FALSE);

  if (!g_ptr_array_find (self->rows, measurement, &position))
    return FALSE;
  g_ptr_array_remove_index (self->rows, position);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  plimsoll_user_file_changed (self->file);
  return TRUE;
}

/* --- Reading --- */

static guint
read_tests (PlimsollJsonRow *row, const char *file, PlimsollMeasuredTest *tests)
{
  JsonArray *list = plimsoll_json_row_list (row, "tests");
  guint n = 0;

  if (list == NULL || json_array_get_length (list) == 0
      || json_array_get_length (list) > PLIMSOLL_MEASUREMENT_MAX_TESTS)
    {
      plimsoll_json_row_fault (row, _("“%s” has no figures, or too many"), "tests");
      return 0;
    }

  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      g_autoptr (GError) fault = NULL;
      PlimsollJsonRow cell;

      plimsoll_json_row_init (&cell, json_array_get_element (list, i), file, 0);
      tests[n].prompt = (guint32) plimsoll_json_row_integer (&cell, "prompt", 0, G_MAXINT32, 0);
      tests[n].generated =
        (guint32) plimsoll_json_row_integer (&cell, "generated", 0, G_MAXINT32, 0);
      tests[n].depth = plimsoll_json_row_integer (&cell, "depth", 0, MAX_DEPTH, 0);
      tests[n].speed = plimsoll_json_row_number (&cell, "tokens_per_second");
      if (!(tests[n].speed > 0) || (tests[n].prompt == 0 && tests[n].generated == 0))
        plimsoll_json_row_fault (&cell, _("is no figure of a speed"));
      if (plimsoll_json_row_finish (&cell, &fault))
        n++;
      else
        plimsoll_json_row_fault (row, "tests[%u]: %s", i + 1, fault->message);
    }

  return n;
}

static PlimsollMeasurement *
read_row (JsonNode *node, const char *file, guint number, GError **error)
{
  PlimsollMeasuredTest tests[PLIMSOLL_MEASUREMENT_MAX_TESTS];
  PlimsollJsonRow row;
  const char *accelerator, *model, *precision, *date, *source;
  guint n;

  plimsoll_json_row_init (&row, node, file, number);
  accelerator = plimsoll_json_row_text (&row, "accelerator", TRUE);
  model = plimsoll_json_row_text (&row, "model", TRUE);
  precision = plimsoll_json_row_text (&row, "precision", TRUE);
  date = plimsoll_json_row_text (&row, "date", FALSE);
  source = plimsoll_json_row_text (&row, "source", FALSE);
  if (date != NULL && !plimsoll_fact_date_parse (date, NULL, NULL))
    plimsoll_json_row_fault (&row, _("“%s” is no date"), "date");
  n = read_tests (&row, file, tests);
  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  return plimsoll_measurement_new (accelerator, model, precision, date, source, tests, n);
}

gboolean
plimsoll_own_measurements_load (PlimsollOwnMeasurements *self, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (JsonObject) document = NULL;
  g_autoptr (GError) fault = NULL;
  JsonArray *list;
  const char *name;

  g_return_val_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (self), FALSE);

  name = plimsoll_user_file_get_name (self->file);
  bytes = plimsoll_user_file_read (self->file, &fault);
  if (bytes != NULL)
    document = plimsoll_json_document (bytes, name, "measured", NULL, &fault);
  list = document != NULL ? json_object_get_array_member (document, "measured") : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      g_autoptr (PlimsollMeasurement) row =
        read_row (json_array_get_element (list, i), name, i + 1, fault == NULL ? &fault : NULL);

      if (row != NULL)
        place (self, row, fault == NULL ? &fault : NULL);
    }

  return plimsoll_user_file_end_load (self->file, g_steal_pointer (&fault), error);
}

char *
plimsoll_own_measurements_set_aside (PlimsollOwnMeasurements *self, GError **error)
{
  g_return_val_if_fail (PLIMSOLL_IS_OWN_MEASUREMENTS (self), NULL);

  return plimsoll_user_file_set_aside (self->file, self->rows->len > 0, error);
}

/* --- Object --- */

static void
plimsoll_own_measurements_finalize (GObject *object)
{
  PlimsollOwnMeasurements *self = PLIMSOLL_OWN_MEASUREMENTS (object);

  g_ptr_array_unref (self->rows);
  g_object_unref (self->file);

  G_OBJECT_CLASS (plimsoll_own_measurements_parent_class)->finalize (object);
}

static void
plimsoll_own_measurements_class_init (PlimsollOwnMeasurementsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_own_measurements_finalize;

  signals[SIGNAL_WRITE_FAILED] =
    g_signal_new ("write-failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
plimsoll_own_measurements_init (PlimsollOwnMeasurements *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
}

PlimsollOwnMeasurements *
plimsoll_own_measurements_new (const char *path)
{
  static const PlimsollUserFileForm form = { take_rows, print_rows, release_rows };
  PlimsollOwnMeasurements *self = g_object_new (PLIMSOLL_TYPE_OWN_MEASUREMENTS, NULL);

  self->file = plimsoll_user_file_new (path, FILE_NAME, &form, G_OBJECT (self));
  g_signal_connect_object (self->file, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  return self;
}
