/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-own-models-private.h"

#include "plimsoll-json-row.h"
#include "plimsoll-spec-json.h"

#include <glib/gi18n.h>
#include <string.h>

/* What plimsoll_json_row_any_text() takes. */
#define MAX_CHARACTERS 2000

struct _PlimsollOwnModel
{
  PlimsollModel *model;
  char *precision; /* (nullable) */
  guint64 file_bytes;
  char *opened;
};

static void
clear (PlimsollOwnModel *self)
{
  g_object_unref (self->model);
  g_free (self->precision);
  g_free (self->opened);
}

static PlimsollOwnModel *
new_own_model (PlimsollModel *model, const char *precision, guint64 file_bytes, const char *opened)
{
  PlimsollOwnModel *self = g_atomic_rc_box_new0 (PlimsollOwnModel);

  self->model = g_object_ref (model);
  self->precision = g_strdup (precision);
  self->file_bytes = file_bytes;
  self->opened = g_strdup (opened);
  return self;
}

PlimsollOwnModel *
plimsoll_own_model_new (PlimsollModel *model, const char *opened)
{
  const PlimsollWeights *weights = plimsoll_model_get_own_weights (model);

  return new_own_model (model, weights != NULL ? weights->name : NULL,
                        weights != NULL ? weights->file_bytes : 0, opened);
}

PlimsollOwnModel *
plimsoll_own_model_ref (PlimsollOwnModel *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
plimsoll_own_model_unref (PlimsollOwnModel *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) clear);
}

PlimsollModel *
plimsoll_own_model_get_model (PlimsollOwnModel *self)
{
  return self->model;
}

const char *
plimsoll_own_model_get_precision (PlimsollOwnModel *self)
{
  return self->precision;
}

guint64
plimsoll_own_model_get_file_bytes (PlimsollOwnModel *self)
{
  return self->file_bytes;
}

const char *
plimsoll_own_model_get_opened (PlimsollOwnModel *self)
{
  return self->opened;
}

/* --- Reading --- */

/* Of the hub: only a GGUF has a quantization in its name. */
static PlimsollModel *
model_of_hub (const char *id, const char *name, PlimsollModelSpec *spec)
{
  g_autofree char *repository = g_strndup (id, strcspn (id, "@:"));
  g_autofree char *organisation = g_strndup (id, strcspn (id, "/"));
  const char *const repositories[] = { strchr (id, ':') != NULL ? repository : NULL, NULL };
  const PlimsollModelFacts facts = {
    .id = id, .name = name, .organisation = organisation, .gguf_repos = repositories
  };

  return plimsoll_model_new (&facts, spec, NULL);
}

static PlimsollModel *
model_of (const char *id, const char *name, PlimsollModelSpec *spec)
{
  g_autofree char *local =
    g_str_has_prefix (id, "file:") ? g_filename_from_uri (id, NULL, NULL) : g_strdup (id);
  const PlimsollModelFiles files = { .path = local != NULL ? local : id };

  if (plimsoll_model_id_is_remote (id))
    return model_of_hub (id, name, spec);

  return plimsoll_model_new_for_files (&(PlimsollModelFacts) { .id = id, .name = name }, spec,
                                       &files);
}

static PlimsollModelSpec *
read_shape (PlimsollJsonRow *row)
{
  JsonObject *shape = plimsoll_json_row_object (row, "shape");
  g_autofree char *fault = NULL;
  PlimsollModelSpec *spec = NULL;

  if (shape != NULL)
    spec = plimsoll_spec_json_read (shape, &fault);
  else
    fault = g_strdup (_("it is missing"));
  if (fault != NULL)
    /* Translators: a member of a file of facts, and what is wrong with it */
    plimsoll_json_row_fault (row, _("“%s”: %s"), "shape", fault);
  return spec;
}

static PlimsollOwnModel *
read_row (JsonNode *node, const char *file, guint number, GError **error)
{
  PlimsollJsonRow row;
  const char *id, *name, *opened, *precision;
  guint64 file_bytes;
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_autoptr (PlimsollModel) model = NULL;

  plimsoll_json_row_init (&row, node, file, number);
  id = plimsoll_json_row_any_text (&row, "id", TRUE);
  name = plimsoll_json_row_any_text (&row, "name", TRUE);
  opened = plimsoll_json_row_text (&row, "opened", TRUE);
  precision = plimsoll_json_row_text (&row, "precision", FALSE);
  file_bytes = plimsoll_json_row_integer (&row, "file_bytes", 0, G_MAXINT64, 0);
  spec = read_shape (&row);
  if (!plimsoll_json_row_finish (&row, error))
    return NULL;

  model = model_of (id, name, spec);
  return new_own_model (model, precision, file_bytes, opened);
}

static gboolean
read_rows (JsonArray *array, const char *file, GPtrArray *rows, GError **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autoptr (GError) fault = NULL;
      PlimsollOwnModel *own = read_row (json_array_get_element (array, i), file, i + 1, &fault);

      if (own != NULL)
        g_ptr_array_add (rows, own);
      else if (first == NULL)
        first = g_steal_pointer (&fault);
    }

  if (first == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

gboolean
plimsoll_own_models_read (GBytes *bytes, const char *file, GPtrArray **rows, GError **error)
{
  g_autoptr (JsonObject) document = plimsoll_json_document (bytes, file, "models", NULL, error);

  *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) plimsoll_own_model_unref);
  return document != NULL
         && read_rows (json_object_get_array_member (document, "models"), file, *rows, error);
}

/* --- Writing --- */

static void
append_text (GString *out, const char *member, const char *text)
{
  glong length = g_utf8_strlen (text, -1);
  g_autofree char *cut = g_utf8_substring (text, 0, MIN (length, MAX_CHARACTERS));
  g_autofree char *quoted = plimsoll_spec_json_quote (cut);

  g_string_append_printf (out, "\"%s\":%s,", member, quoted);
}

static void
append_row (GString *out, PlimsollOwnModel *own)
{
  g_string_append (out, "{");
  append_text (out, "id", plimsoll_model_get_id (own->model));
  append_text (out, "name", plimsoll_model_get_name (own->model));
  append_text (out, "opened", own->opened);
  if (own->precision != NULL)
    append_text (out, "precision", own->precision);
  if (own->file_bytes != 0)
    g_string_append_printf (out, "\"file_bytes\":%" G_GUINT64_FORMAT ",", own->file_bytes);
  g_string_append (out, "\"shape\":");
  plimsoll_spec_json_write (plimsoll_model_get_spec (own->model), out);
  g_string_append (out, "}");
}

/* A path that is cut would lead elsewhere. */
static gboolean
can_be_kept (PlimsollOwnModel *own)
{
  return g_utf8_strlen (plimsoll_model_get_id (own->model), -1) <= MAX_CHARACTERS;
}

GString *
plimsoll_own_models_print (GPtrArray *rows)
{
  GString *out = g_string_new ("{\"format\":1,\"models\":[");
  const char *separator = "\n";

  for (guint i = 0; i < rows->len; i++)
    {
      gsize before = out->len;

      if (!can_be_kept (g_ptr_array_index (rows, i)))
        continue;
      g_string_append (out, separator);
      append_row (out, g_ptr_array_index (rows, i));
      separator = ",\n";
      /* No larger than what is read; the last rows are the oldest. */
      if (out->len + strlen ("\n]}\n") > PLIMSOLL_JSON_MAX_BYTES)
        {
          g_string_truncate (out, before);
          break;
        }
    }
  g_string_append (out, "\n]}\n");

  return out;
}
