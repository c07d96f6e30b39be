/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-file.h"

#include "plimsoll-gguf-model.h"
#include "plimsoll-mixture.h"
#include "plimsoll-parameters.h"

#include <glib/gi18n.h>
#include <string.h>

/* Added to a file type that the converter guessed. */
#define GUESSED 1024

static gboolean
checked_elements (const PlimsollGgufTensor *tensor, guint64 *elements)
{
  guint64 n = tensor->ne[0];

  for (guint d = 1; d < G_N_ELEMENTS (tensor->ne); d++)
    if (!g_uint64_checked_mul (&n, n, tensor->ne[d]))
      return FALSE;
  *elements = n;
  return TRUE;
}

static int
compare_formats (const void *a, const void *b)
{
  const PlimsollFormatBytes *left = a;
  const PlimsollFormatBytes *right = b;

  if (left->bytes != right->bytes)
    return left->bytes > right->bytes ? -1 : 1;
  return left->format < right->format ? -1 : 1;
}

static PlimsollFormatBytes *
row_of_format (GArray *rows, guint32 format)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (format);
  PlimsollFormatBytes row = { .format = format };

  for (guint i = 0; i < rows->len; i++)
    if (g_array_index (rows, PlimsollFormatBytes, i).format == format)
      return &g_array_index (rows, PlimsollFormatBytes, i);

  row.name = info != NULL ? g_strdup (info->name) : g_strdup_printf ("type %u", format);
  g_array_append_val (rows, row);
  return &g_array_index (rows, PlimsollFormatBytes, rows->len - 1);
}

/* Formats are few, but in a file of somebody's malice as many as tensors. */
#define MAX_FORMATS 256

/* FALSE: a sum overflows. */
static gboolean
sum_formats (PlimsollModelFile *self, const PlimsollGguf *gguf)
{
  GArray *rows = g_array_new (FALSE, TRUE, sizeof (PlimsollFormatBytes));
  gsize n;
  const PlimsollGgufTensor *tensors = plimsoll_gguf_tensors (gguf, &n);
  gboolean ok = TRUE;

  self->n_tensors = n;
  for (gsize i = 0; ok && i < n; i++)
    {
      PlimsollFormatBytes *row = row_of_format (rows, tensors[i].format);
      guint64 elements = 0;

      ok = rows->len <= MAX_FORMATS && checked_elements (&tensors[i], &elements)
           && g_uint64_checked_add (&self->parameters, self->parameters, elements)
           && g_uint64_checked_add (&self->tensor_bytes, self->tensor_bytes, tensors[i].bytes);
      if (ok)
        {
          row->tensors++;
          row->elements += elements;
          row->bytes += tensors[i].bytes;
        }
      if (plimsoll_block_format_info (tensors[i].format) == NULL)
        self->exact = FALSE;
    }

  g_array_sort (rows, compare_formats);
  self->n_formats = rows->len;
  self->by_format = (PlimsollFormatBytes *) (void *) g_array_free (rows, FALSE);
  return ok;
}

/* FALSE: a sum overflows. */
static gboolean
sum_roles (PlimsollModelFile *self)
{
  PlimsollParameters counts;

  for (gsize i = 0; i < self->plan->n; i++)
    {
      const PlimsollTensor *tensor = &self->plan->tensors[i];
      guint64 bytes = 0;

      if (!plimsoll_tensor_bytes (tensor, (PlimsollBlockFormat) self->formats[i], &bytes))
        continue;
      self->by_role[tensor->role] += bytes;
      if ((tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0)
        self->expert_bytes += bytes;
      if ((tensor->flags & PLIMSOLL_TENSOR_MTP) != 0)
        self->mtp_bytes += bytes;
    }

  if (!plimsoll_parameters (self->spec, self->plan, &counts))
    return FALSE;
  self->active_parameters = counts.active;
  self->mtp_parameters = counts.mtp;
  return TRUE;
}

static gboolean
formats_are_those_of (const PlimsollModelFile *self, PlimsollFileType type, gboolean imatrix)
{
  g_autofree guint8 *expected = g_new0 (guint8, MAX (self->plan->n, 1));

  if (!plimsoll_mixture_formats (self->spec, self->plan, type, imatrix, expected))
    return FALSE;
  for (gsize i = 0; i < self->plan->n; i++)
    if ((self->plan->tensors[i].flags & PLIMSOLL_TENSOR_KEPT) == 0
        && expected[i] != self->formats[i])
      return FALSE;
  return TRUE;
}

gboolean
plimsoll_model_file_find_type (const PlimsollModelFile *self, PlimsollFileType *type)
{
  gsize n;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n);

  if (self->spec == NULL || !self->exact)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (formats_are_those_of (self, types[i].type, TRUE)
        || formats_are_those_of (self, types[i].type, FALSE))
      {
        *type = types[i].type;
        return TRUE;
      }
  return FALSE;
}

static void
check_label (PlimsollModelFile *self, const PlimsollGguf *gguf)
{
  guint64 id;

  self->label = PLIMSOLL_LABEL_ABSENT;
  if (!plimsoll_gguf_uint (gguf, "general.file_type", &id))
    return;
  if (id >= GUESSED)
    id -= GUESSED;
  if (id > 1000 || plimsoll_file_type_info ((PlimsollFileType) id) == NULL)
    return;

  self->file_type = (PlimsollFileType) id;
  self->label = PLIMSOLL_LABEL_OTHER_MIXTURE;
  if (self->spec != NULL && self->exact
      && (formats_are_those_of (self, self->file_type, TRUE)
          || formats_are_those_of (self, self->file_type, FALSE)))
    self->label = PLIMSOLL_LABEL_RIGHT;
}

static gboolean
string_is (const PlimsollGguf *gguf, const char *key, const char *value)
{
  return g_strcmp0 (plimsoll_gguf_string (gguf, key), value) == 0;
}

static char *
string_or_empty (const PlimsollGguf *gguf, const char *key)
{
  const char *string = plimsoll_gguf_string (gguf, key);

  return g_strdup (string != NULL ? string : "");
}

static gboolean
find_kind (const PlimsollGguf *gguf,
           gsize n_tensors,
           PlimsollModelFileKind *kind,
           const char **fault)
{
  *fault = NULL;
  if (string_is (gguf, "general.type", "adapter"))
    *kind = PLIMSOLL_MODEL_FILE_ADAPTER;
  else if (string_is (gguf, "general.type", "mmproj")
           || string_is (gguf, "general.architecture", "clip"))
    *kind = PLIMSOLL_MODEL_FILE_PROJECTOR;
  else if (string_is (gguf, "general.type", "imatrix"))
    *fault = _("an importance matrix, not a model");
  else if (string_is (gguf, "general.architecture", "controlvector"))
    *fault = _("a control vector, not a model");
  else if (g_str_has_prefix (plimsoll_gguf_string (gguf, "general.architecture") != NULL
                               ? plimsoll_gguf_string (gguf, "general.architecture")
                               : "",
                             "t5"))
    *fault = _("a T5, a model of an encoder and a decoder: their memory is not modelled");
  else
    *kind = n_tensors == 0 ? PLIMSOLL_MODEL_FILE_VOCABULARY : PLIMSOLL_MODEL_FILE_MODEL;
  return *fault == NULL;
}

static PlimsollModelFile *
refuse_sizes (const char *file, GError **error)
{
  plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, file,
                        _("its tensors are of sizes or types that cannot be"));
  return NULL;
}

PlimsollModelFile *
plimsoll_model_file_new (const PlimsollGguf *gguf, const char *file, GError **error)
{
  g_autoptr (PlimsollModelFile) self = g_new0 (PlimsollModelFile, 1);
  g_autoptr (GPtrArray) assumptions = g_ptr_array_new_with_free_func (g_free);
  const char *fault;

  self->exact = TRUE;
  self->name = string_or_empty (gguf, "general.name");
  if (*self->name == '\0')
    {
      g_free (self->name);
      self->name = string_or_empty (gguf, "general.basename");
    }
  self->architecture = string_or_empty (gguf, "general.architecture");
  self->file_bytes = plimsoll_gguf_file_bytes (gguf);
  self->n_shards = plimsoll_gguf_n_shards (gguf);

  if (!sum_formats (self, gguf))
    return refuse_sizes (file, error);
  if (!find_kind (gguf, self->n_tensors, &self->kind, &fault))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_UNSUPPORTED, file, "%s", fault);
      return NULL;
    }
  if (self->kind == PLIMSOLL_MODEL_FILE_MODEL)
    {
      self->spec =
        plimsoll_gguf_model_read (gguf, file, &self->plan, &self->formats, assumptions, error);
      if (self->spec == NULL)
        return NULL;
      if (!sum_roles (self))
        return refuse_sizes (file, error);
    }
  check_label (self, gguf);

  g_ptr_array_add (assumptions, NULL);
  self->assumptions = (char **) g_ptr_array_free (g_steal_pointer (&assumptions), FALSE);
  return g_steal_pointer (&self);
}

PlimsollModelFile *
plimsoll_model_file_read_from (const PlimsollFileSource *source, const char *name, GError **error)
{
  g_autoptr (PlimsollGguf) gguf = plimsoll_gguf_read_from (source, name, error);

  return gguf != NULL ? plimsoll_model_file_new (gguf, name, error) : NULL;
}

PlimsollModelFile *
plimsoll_model_file_read (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  PlimsollFileSource source;

  plimsoll_file_source_init_folder (&source, folder);
  return plimsoll_model_file_read_from (&source, name, error);
}

void
plimsoll_model_file_free (PlimsollModelFile *self)
{
  for (gsize i = 0; i < self->n_formats; i++)
    g_free (self->by_format[i].name);
  g_free (self->by_format);
  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
  g_clear_pointer (&self->plan, plimsoll_tensor_plan_free);
  g_free (self->formats);
  g_free (self->name);
  g_free (self->architecture);
  g_strfreev (self->assumptions);
  g_free (self);
}
