/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define MAX_SHARDS 9999

static PlimsollGguf *
read_one (const PlimsollFileSource *source, const char *name, GError **error)
{
  PlimsollByteCursor cursor;
  PlimsollGguf *gguf;
  guint64 size = 0;
  gpointer file = source->open (source->data, name, &size, error);

  if (file == NULL)
    return NULL;

  plimsoll_byte_cursor_init_file (&cursor, source, file, size);
  gguf = plimsoll_gguf_parse_cursor (&cursor, size, name, error);
  plimsoll_byte_cursor_clear (&cursor);
  source->close (file);
  return gguf;
}

/* The name of shard @no, from 1, of the set that @path belongs to; NULL when that has no number
 * where a shard's name has it: "-00001-of-00003.gguf". */
static char *
shard_name (const char *path, guint64 no, guint64 count)
{
  g_autofree char *tail = g_strdup_printf ("-of-%05" G_GUINT64_FORMAT ".gguf", count);
  gsize length = strlen (path), tail_length = strlen (tail);
  const char *digits;

  if (length < tail_length + 6 || g_ascii_strcasecmp (path + length - tail_length, tail) != 0)
    return NULL;
  digits = path + length - tail_length - 5;
  for (int i = 0; i < 5; i++)
    if (!g_ascii_isdigit (digits[i]))
      return NULL;
  if (digits[-1] != '-')
    return NULL;
  return g_strdup_printf ("%.*s%05" G_GUINT64_FORMAT "%s", (int) (digits - path), path, no,
                          path + length - tail_length);
}

static gboolean
add_shard (PlimsollGguf *self,
           PlimsollGguf *shard,
           guint32 no,
           guint64 most,
           GError **error,
           const char *name)
{
  const guint64 n = (guint64) self->tensors->len + shard->tensors->len;

  if (most != 0 && n > most / (2 * sizeof (PlimsollGgufTensor)))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                            _("the shards together have %" PRIu64 " tensors"), n);
      return FALSE;
    }
  for (guint i = 0; i < shard->tensors->len; i++)
    {
      PlimsollGgufTensor tensor = g_array_index (shard->tensors, PlimsollGgufTensor, i);

      tensor.name = g_string_chunk_insert (self->strings, tensor.name);
      tensor.shard = no;
      g_array_append_val (self->tensors, tensor);
    }
  if (!g_uint64_checked_add (&self->file_bytes, self->file_bytes, shard->file_bytes))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                            _("the shards together are beyond any disk"));
      return FALSE;
    }
  return TRUE;
}

static PlimsollGguf *
read_set (const PlimsollFileSource *source, const char *given, guint64 count, GError **error)
{
  g_autoptr (PlimsollGguf) set = NULL;
  guint64 promised;

  for (guint64 no = 1; no <= count; no++)
    {
      g_autofree char *name = shard_name (given, no, count);
      g_autoptr (PlimsollGguf) part = NULL;
      guint64 said;

      if (name == NULL)
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                                _("one of %" PRIu64 " shards, but its name does not say which"),
                                count);
          return NULL;
        }
      if (!source->exists (source->data, name))
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                                _("shard %" PRIu64 " of %" PRIu64 " is missing: %s"), no, count,
                                name);
          return NULL;
        }
      part = read_one (source, name, error);
      if (part == NULL)
        return NULL;
      if (!plimsoll_gguf_uint (part, "split.no", &said) || said != no - 1
          || !plimsoll_gguf_uint (part, "split.count", &said) || said != count)
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                _("it says that it is not shard %" PRIu64 " of %" PRIu64), no,
                                count);
          return NULL;
        }
      if (set == NULL)
        set = g_steal_pointer (&part);
      else if (!add_shard (set, part, (guint32) (no - 1), source->most_header, error, given))
        return NULL;
    }

  set->n_shards = (guint32) count;
  if (plimsoll_gguf_uint (set, "split.tensors.count", &promised) && promised != set->tensors->len)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, given,
                            _("the shards hold %u tensors, not the %" PRIu64
                               " that the first promises"),
                            set->tensors->len, promised);
      return NULL;
    }
  return g_steal_pointer (&set);
}

PlimsollGguf *
plimsoll_gguf_read_from (const PlimsollFileSource *source, const char *name, GError **error)
{
  g_autoptr (PlimsollGguf) gguf = read_one (source, name, error);
  guint64 count;

  if (gguf == NULL)
    return NULL;
  /* Some single files say 0. */
  if (!plimsoll_gguf_uint (gguf, "split.count", &count) || count <= 1)
    return g_steal_pointer (&gguf);
  if (count > MAX_SHARDS)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                            _("%" PRIu64 " shards cannot be"), count);
      return NULL;
    }
  return read_set (source, name, count, error);
}

PlimsollGguf *
plimsoll_gguf_read (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_path_get_basename (path);
  PlimsollFileSource source;

  plimsoll_file_source_init_folder (&source, folder);
  return plimsoll_gguf_read_from (&source, name, error);
}

guint32
plimsoll_gguf_version (const PlimsollGguf *self)
{
  return self->version;
}

gboolean
plimsoll_gguf_is_big_endian (const PlimsollGguf *self)
{
  return self->big_endian;
}

guint32
plimsoll_gguf_n_shards (const PlimsollGguf *self)
{
  return self->n_shards;
}

guint64
plimsoll_gguf_file_bytes (const PlimsollGguf *self)
{
  return self->file_bytes;
}

guint64
plimsoll_gguf_header_bytes (const PlimsollGguf *self)
{
  return self->header_bytes;
}

const PlimsollGgufTensor *
plimsoll_gguf_tensors (const PlimsollGguf *self, gsize *n)
{
  *n = self->tensors->len;
  return (const PlimsollGgufTensor *) (void *) self->tensors->data;
}

const char *
plimsoll_gguf_string (const PlimsollGguf *self, const char *key)
{
  const GgufValue *value = g_hash_table_lookup (self->values, key);

  return value != NULL ? value->string : NULL;
}

gboolean
plimsoll_gguf_uint (const PlimsollGguf *self, const char *key, guint64 *number)
{
  const GgufValue *value = g_hash_table_lookup (self->values, key);

  if (value == NULL)
    return FALSE;
  if (value->kind == GGUF_VALUE_UINT)
    *number = value->number;
  else if (value->kind == GGUF_VALUE_ARRAY && value->number == 1)
    *number = value->numbers[0];
  else
    return FALSE;
  return TRUE;
}

gboolean
plimsoll_gguf_double (const PlimsollGguf *self, const char *key, double *number)
{
  const GgufValue *value = g_hash_table_lookup (self->values, key);

  if (value == NULL || value->kind > GGUF_VALUE_DOUBLE)
    return FALSE;
  *number = value->real;
  return TRUE;
}

const guint64 *
plimsoll_gguf_array (const PlimsollGguf *self, const char *key, gsize *n)
{
  const GgufValue *value = g_hash_table_lookup (self->values, key);

  if (value == NULL || value->kind != GGUF_VALUE_ARRAY)
    return NULL;
  *n = (gsize) value->number;
  return value->numbers;
}

gboolean
plimsoll_gguf_array_length (const PlimsollGguf *self, const char *key, guint64 *n)
{
  const GgufValue *value = g_hash_table_lookup (self->values, key);

  if (value == NULL || (value->kind != GGUF_VALUE_ARRAY && value->kind != GGUF_VALUE_LONG_ARRAY))
    return FALSE;
  *n = value->number;
  return TRUE;
}
