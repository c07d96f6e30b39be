/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SHARDS 9999

static PlimsollGguf *
read_one (const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  PlimsollByteCursor cursor;
  PlimsollGguf *gguf;
  struct stat info;
  int fd;

  /* Not blocking: a named pipe must not hold us. */
  fd = g_open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK, 0);
  if (fd < 0 || fstat (fd, &info) != 0)
    {
      int saved = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (saved), "%s: %s", name,
                   g_strerror (saved));
      if (fd >= 0)
        close (fd);
      return NULL;
    }
  if (!S_ISREG (info.st_mode))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_NOT_THIS, name, "no regular file");
      close (fd);
      return NULL;
    }

  plimsoll_byte_cursor_init_fd (&cursor, fd, (guint64) info.st_size);
  gguf = plimsoll_gguf_parse_cursor (&cursor, (guint64) info.st_size, name, error);
  plimsoll_byte_cursor_clear (&cursor);
  close (fd);
  return gguf;
}

/* The name of shard @no, from 1, of the set that @path belongs to; NULL when @path has no number
 * where a shard's name has it: "-00001-of-00003.gguf". */
static char *
shard_path (const char *path, guint64 no, guint64 count)
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
add_shard (PlimsollGguf *self, PlimsollGguf *shard, guint32 no, GError **error, const char *name)
{
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
                            "the shards together are beyond any disk");
      return FALSE;
    }
  return TRUE;
}

static PlimsollGguf *
read_set (const char *path, guint64 count, GError **error)
{
  g_autoptr (PlimsollGguf) set = NULL;
  g_autofree char *given = g_path_get_basename (path);
  guint64 promised;

  for (guint64 no = 1; no <= count; no++)
    {
      g_autofree char *shard = shard_path (path, no, count);
      g_autoptr (PlimsollGguf) part = NULL;
      g_autofree char *name = NULL;
      guint64 said;

      if (shard == NULL)
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                                "one of %" G_GUINT64_FORMAT
                                " shards, but its name does not say which",
                                count);
          return NULL;
        }
      name = g_path_get_basename (shard);
      if (!g_file_test (shard, G_FILE_TEST_EXISTS))
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                                "shard %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                                " is missing: %s",
                                no, count, name);
          return NULL;
        }
      part = read_one (shard, error);
      if (part == NULL)
        return NULL;
      if (!plimsoll_gguf_uint (part, "split.no", &said) || said != no - 1
          || !plimsoll_gguf_uint (part, "split.count", &said) || said != count)
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                                "it says that it is not shard %" G_GUINT64_FORMAT
                                " of %" G_GUINT64_FORMAT,
                                no, count);
          return NULL;
        }
      if (set == NULL)
        set = g_steal_pointer (&part);
      else if (!add_shard (set, part, (guint32) (no - 1), error, given))
        return NULL;
    }

  set->n_shards = (guint32) count;
  if (plimsoll_gguf_uint (set, "split.tensors.count", &promised) && promised != set->tensors->len)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, given,
                            "the shards hold %u tensors, not the %" G_GUINT64_FORMAT
                            " that the first promises",
                            set->tensors->len, promised);
      return NULL;
    }
  return g_steal_pointer (&set);
}

PlimsollGguf *
plimsoll_gguf_read (const char *path, GError **error)
{
  g_autoptr (PlimsollGguf) gguf = read_one (path, error);
  guint64 count;

  if (gguf == NULL)
    return NULL;
  /* Some single files say 0. */
  if (!plimsoll_gguf_uint (gguf, "split.count", &count) || count <= 1)
    return g_steal_pointer (&gguf);
  if (count > MAX_SHARDS)
    {
      g_autofree char *name = g_path_get_basename (path);

      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                            "%" G_GUINT64_FORMAT " shards cannot be", count);
      return NULL;
    }
  return read_set (path, count, error);
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
