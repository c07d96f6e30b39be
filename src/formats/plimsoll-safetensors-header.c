/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-kind.h"
#include "plimsoll-json-scan.h"
#include "plimsoll-safetensors-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const PlimsollDtype dtypes[] = {
  { "BOOL", 8 },    { "U8", 8 },          { "I8", 8 },          { "F8_E5M2", 8 }, { "F8_E4M3", 8 },
  { "F8_E8M0", 8 }, { "I16", 16 },        { "U16", 16 },        { "F16", 16 },    { "BF16", 16 },
  { "I32", 32 },    { "U32", 32 },        { "F32", 32 },        { "I64", 64 },    { "U64", 64 },
  { "F64", 64 },    { "C64", 64 },        { "F4", 4 },          { "F6_E2M3", 6 }, { "F6_E3M2", 6 },
  { "C128", 128 },  { "F8_E4M3FNUZ", 8 }, { "F8_E5M2FNUZ", 8 },
};

const PlimsollDtype *
plimsoll_dtype (guint dtype)
{
  return dtype < G_N_ELEMENTS (dtypes) ? &dtypes[dtype] : NULL;
}

static guint8
find_dtype (const char *name)
{
  for (guint8 i = 0; i < G_N_ELEMENTS (dtypes); i++)
    if (strcmp (name, dtypes[i].name) == 0)
      return i;
  return PLIMSOLL_DTYPE_UNKNOWN;
}

gboolean
safetensors_check_start (const guint8 *start,
                         guint64 file_size,
                         const char *name,
                         guint64 *header,
                         GError **error)
{
  const char *other = plimsoll_file_kind_of_other (start, 8);
  guint64 length = 0;

  if (memcmp (start, "GGUF", 4) == 0)
    other = "a GGUF file, not safetensors";
  if (other != NULL)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name, "%s", other);

  for (guint i = 0; i < 8; i++)
    length |= (guint64) start[i] << (8 * i);
  if (length > PLIMSOLL_SAFETENSORS_MAX_HEADER)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                                 _("a header of %" PRIu64 " bytes cannot be: no safetensors file"),
                                 length);
  if (length < 2)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name,
                                 _("its header is empty"));
  if (file_size != 0 && length > file_size - 8)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, name,
                                 _("it ends within its header"));
  *header = length;
  return TRUE;
}

static gboolean
scan_shape (PlimsollJsonScan *scan, PlimsollSafetensor *tensor)
{
  gboolean first = TRUE;
  guint64 extent;

  tensor->elements = tensor->first = tensor->last = 1;
  tensor->n_dims = 0;
  while (plimsoll_json_scan_element (scan, &first))
    {
      if (!plimsoll_json_scan_uint (scan, &extent))
        return FALSE;
      if (!g_uint64_checked_mul (&tensor->elements, tensor->elements, extent))
        return plimsoll_json_scan_fail (scan, _("a shape has more elements than can be"));
      if (tensor->n_dims == 0)
        tensor->first = extent;
      tensor->last = extent;
      if (tensor->n_dims < 255)
        tensor->n_dims++;
    }
  return scan->fault == NULL;
}

static gboolean
scan_offsets (PlimsollJsonScan *scan, PlimsollSafetensor *tensor)
{
  gboolean first = TRUE;
  guint64 begin = 0, end = 0;
  guint n = 0;

  while (plimsoll_json_scan_element (scan, &first))
    {
      if (!plimsoll_json_scan_uint (scan, n == 0 ? &begin : &end))
        return FALSE;
      n++;
    }
  if (n != 2 || end < begin)
    return plimsoll_json_scan_fail (scan, _("data_offsets are no begin and end"));
  tensor->offset = begin;
  tensor->bytes = end - begin;
  return scan->fault == NULL;
}

static gboolean
scan_tensor (PlimsollJsonScan *scan, PlimsollSafetensor *tensor)
{
  enum
  {
    DTYPE = 1,
    SHAPE = 2,
    OFFSETS = 4,
  };
  gboolean first = TRUE;
  const char *member;
  guint seen = 0;

  while ((member = plimsoll_json_scan_member (scan, &first)) != NULL)
    {
      if (strcmp (member, "dtype") == 0)
        {
          const char *dtype = plimsoll_json_scan_string (scan);

          if (dtype != NULL)
            tensor->dtype = find_dtype (dtype);
          seen |= DTYPE;
        }
      else if (strcmp (member, "shape") == 0)
        seen |= scan_shape (scan, tensor) ? SHAPE : 0;
      else if (strcmp (member, "data_offsets") == 0)
        seen |= scan_offsets (scan, tensor) ? OFFSETS : 0;
      else
        plimsoll_json_scan_skip (scan);
    }
  if (seen != (DTYPE | SHAPE | OFFSETS))
    return plimsoll_json_scan_fail (scan, _("a tensor lacks dtype, shape or data_offsets"));
  return scan->fault == NULL;
}

static gboolean
scan_tensors (SafetensorsReader *self, PlimsollJsonScan *scan)
{
  gboolean first = TRUE;
  const char *name;

  while ((name = plimsoll_json_scan_member (scan, &first)) != NULL)
    {
      PlimsollSafetensor tensor = { .name = name, .shard = self->n_shards };

      if (strcmp (name, "__metadata__") == 0)
        {
          if (!plimsoll_json_scan_skip (scan))
            return FALSE;
          continue;
        }
      if (!scan_tensor (scan, &tensor))
        return FALSE;
      g_array_append_val (self->tensors, tensor);
    }
  return scan->fault == NULL && plimsoll_json_scan_end (scan);
}

static int
compare_offsets (const void *a, const void *b)
{
  const PlimsollSafetensor *left = a;
  const PlimsollSafetensor *right = b;

  if (left->offset != right->offset)
    return left->offset < right->offset ? -1 : 1;
  /* An empty tensor stands before what begins where it is. */
  if (left->bytes != right->bytes)
    return left->bytes < right->bytes ? -1 : 1;
  return strcmp (left->name, right->name);
}

static gboolean
check_size (SafetensorsReader *self,
            const PlimsollSafetensor *tensor,
            const char *name,
            GError **error)
{
  const PlimsollDtype *dtype = plimsoll_dtype (tensor->dtype);
  guint64 bits;

  if (dtype == NULL)
    {
      g_autofree char *sentence = g_strdup_printf (
        _("“%s” has a dtype that is not known: its bytes are counted, and each of its "
           "elements as a weight."),
        tensor->name);

      if (self->assumptions->len == 0)
        g_ptr_array_add (self->assumptions, plimsoll_one_line (sentence, PLIMSOLL_MAX_MESSAGE));
      return TRUE;
    }
  if (!g_uint64_checked_mul (&bits, tensor->elements, dtype->bits) || bits % 8 != 0
      || bits / 8 != tensor->bytes)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                 _("“%s” has %" PRIu64
                                    " elements of %s, which do not take %" PRIu64 " bytes"),
                                 tensor->name, tensor->elements, dtype->name, tensor->bytes);
  return TRUE;
}

/* Tensors fill the data from its begin to its end: the format says so. */
static gboolean
check_tensors (SafetensorsReader *self,
               guint start,
               guint64 data_bytes,
               gboolean size_known,
               const char *name,
               GError **error)
{
  guint n = self->tensors->len - start;
  PlimsollSafetensor *tensors =
    n > 0 ? &g_array_index (self->tensors, PlimsollSafetensor, start) : NULL;
  guint64 end = 0;

  if (n > 0)
    qsort (tensors, n, sizeof *tensors, compare_offsets);
  for (guint i = 0; i < n; i++)
    {
      if (tensors[i].offset < end)
        return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                     _("“%s” and “%s” overlap"), tensors[i - 1].name,
                                     tensors[i].name);
      if (tensors[i].offset > end)
        return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                     _("%" PRIu64 " bytes before “%s” belong to no tensor"),
                                     tensors[i].offset - end, tensors[i].name);
      /* Begin and end were numbers of 64 bits, so this cannot overflow. */
      end += tensors[i].bytes;
      if (!check_size (self, &tensors[i], name, error))
        return FALSE;
    }
  if (size_known && end > data_bytes)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, name,
                                 _("it ends %" PRIu64 " bytes too early: not wholly downloaded?"),
                                 end - data_bytes);
  if (size_known && end < data_bytes)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                 _("%" PRIu64 " bytes after the last tensor belong to none"),
                                 data_bytes - end);
  if (!size_known)
    data_bytes = end;
  if (!g_uint64_checked_add (&self->file_bytes, self->file_bytes, data_bytes))
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                                 _("it is beyond any disk"));
  return TRUE;
}

gboolean
safetensors_add_header (SafetensorsReader *self,
                        char *header,
                        gsize length,
                        guint64 file_size,
                        const char *name,
                        GError **error)
{
  PlimsollJsonScan scan;
  guint start = self->tensors->len;
  guint64 before = length + 8;
  gsize offset;

  g_ptr_array_add (self->buffers, header);
  plimsoll_json_scan_init (&scan, header, length);
  if (!scan_tensors (self, &scan))
    {
      const char *fault = plimsoll_json_scan_fault (&scan, &offset);

      return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                   _("its header cannot be read at byte %zu: %s"), offset, fault);
    }
  if (!g_uint64_checked_add (&self->file_bytes, self->file_bytes, before)
      || !check_tensors (self, start, file_size - before, file_size != 0, name, error))
    return FALSE;
  self->n_shards++;
  return TRUE;
}

GArray *
safetensors_parse_index (char *text, gsize length, const char *name, GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SafetensorsPlace));
  PlimsollJsonScan scan;
  gboolean first = TRUE, found = FALSE;
  const char *member;
  gsize offset;

  plimsoll_json_scan_init (&scan, text, length);
  while ((member = plimsoll_json_scan_member (&scan, &first)) != NULL)
    {
      gboolean first_place = TRUE;
      SafetensorsPlace place;

      if (strcmp (member, "weight_map") != 0)
        {
          plimsoll_json_scan_skip (&scan);
          continue;
        }
      found = TRUE;
      while ((place.tensor = plimsoll_json_scan_member (&scan, &first_place)) != NULL)
        {
          place.shard = plimsoll_json_scan_string (&scan);
          if (place.shard != NULL)
            g_array_append_val (places, place);
        }
    }
  if (scan.fault == NULL)
    plimsoll_json_scan_end (&scan);
  if (scan.fault != NULL)
    {
      const char *fault = plimsoll_json_scan_fault (&scan, &offset);

      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                            _("it cannot be read at byte %zu: %s"), offset, fault);
      return NULL;
    }
  if (!found || places->len == 0)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name,
                            _("no index of safetensors: it has no “weight_map”"));
      return NULL;
    }
  return g_steal_pointer (&places);
}
