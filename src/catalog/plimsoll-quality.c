/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-quality.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-fact-date.h"
#include "plimsoll-json-row.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  PlimsollQuality quality;
  char **models;
} Row;

struct _PlimsollQualityList
{
  GObject parent_instance;

  GArray *rows; /* of Row */
};

G_DEFINE_FINAL_TYPE (PlimsollQualityList, plimsoll_quality_list, G_TYPE_OBJECT)

static void
row_clear (gpointer data)
{
  Row *row = data;

  g_clear_pointer (&row->models, g_strfreev);
}

static void
plimsoll_quality_list_dispose (GObject *object)
{
  PlimsollQualityList *self = PLIMSOLL_QUALITY_LIST (object);

  g_clear_pointer (&self->rows, g_array_unref);

  G_OBJECT_CLASS (plimsoll_quality_list_parent_class)->dispose (object);
}

static void
plimsoll_quality_list_class_init (PlimsollQualityListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = plimsoll_quality_list_dispose;
}

static void
plimsoll_quality_list_init (PlimsollQualityList *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
}

static const char *
read_date (PlimsollJsonRow *row)
{
  const char *date = plimsoll_json_row_text (row, "date", TRUE);

  if (date != NULL && !plimsoll_fact_date_parse (date, NULL, NULL))
    plimsoll_json_row_fault (row, _("“%s” is “%.40s”, not a date as 2026, 2026-10 or 2026-10-31"),
                             plimsoll_json_row_path (row, "date"), date);

  return g_intern_string (date);
}

static gboolean
read_row (JsonNode *node, const char *file, guint number, Row *made, GError **error)
{
  PlimsollQuality *quality = &made->quality;
  PlimsollJsonRow row;

  plimsoll_json_row_init (&row, node, file, number);
  quality->precision = g_intern_string (plimsoll_json_row_text (&row, "precision", TRUE));
  quality->imatrix = plimsoll_json_row_flag (&row, "imatrix", FALSE);
  quality->model = g_intern_string (plimsoll_json_row_text (&row, "model", TRUE));
  made->models = plimsoll_json_row_texts (&row, "models");
  /* For people to look at. */
  plimsoll_json_row_number (&row, "perplexity");
  plimsoll_json_row_number (&row, "baseline");
  quality->ratio = plimsoll_json_row_number (&row, "ratio");
  if (isnan (quality->ratio))
    plimsoll_json_row_fault (&row, _("“%s” is missing"), plimsoll_json_row_path (&row, "ratio"));
  quality->divergence = plimsoll_json_row_number (&row, "divergence");
  quality->date = read_date (&row);
  quality->source = g_intern_string (plimsoll_json_row_text (&row, "source", TRUE));

  return plimsoll_json_row_finish (&row, error);
}

PlimsollQualityList *
plimsoll_quality_list_load (GBytes *bytes, const char *file, GError **error)
{
  g_autoptr (PlimsollQualityList) self = NULL;
  g_autoptr (JsonObject) document = NULL;
  JsonArray *list;

  g_return_val_if_fail (bytes != NULL, NULL);
  g_return_val_if_fail (file != NULL, NULL);

  document = plimsoll_json_document (bytes, file, "measurements", NULL, error);
  if (document == NULL)
    return NULL;

  self = g_object_new (PLIMSOLL_TYPE_QUALITY_LIST, NULL);
  list = json_object_get_array_member (document, "measurements");
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      Row row = { 0 };
      gboolean good = read_row (json_array_get_element (list, i), file, i + 1, &row, error);

      g_array_append_val (self->rows, row);
      if (!good)
        return NULL;
    }

  return g_steal_pointer (&self);
}

const PlimsollQuality *
plimsoll_quality_list_find (PlimsollQualityList *self,
                            const char *model,
                            const char *precision,
                            gboolean imatrix)
{
  const PlimsollQuality *best = NULL;
  const char *reference;
  guint best_score = 0;

  g_return_val_if_fail (PLIMSOLL_IS_QUALITY_LIST (self), NULL);
  g_return_val_if_fail (precision != NULL, NULL);

  if (self->rows->len == 0)
    return NULL;

  reference = g_array_index (self->rows, Row, 0).quality.model;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const PlimsollQuality *quality = &row->quality;
      gboolean own = model != NULL && g_strv_contains ((const char *const *) row->models, model);
      guint score = (own ? 4 : 0) + (quality->imatrix == imatrix ? 1 : 0) + 1;

      if ((own || quality->model == reference) && g_str_equal (quality->precision, precision)
          && score > best_score)
        {
          best = quality;
          best_score = score;
        }
    }

  return best;
}
