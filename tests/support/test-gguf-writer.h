/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TestGgufWriter: makes GGUF headers byte by byte, right ones and wrong ones. Counts are patched
 * in at the end unless they were forced.
 */
typedef struct
{
  GByteArray *bytes;
  gboolean big_endian;
  guint64 n_keys;
  guint64 n_tensors;
  guint64 data_bytes; /* the data section that the tensors so far need */
} TestGgufWriter;

static inline void
test_gguf_number (TestGgufWriter *self, guint64 value, guint size)
{
  for (guint i = 0; i < size; i++)
    {
      guint8 byte = (guint8) (value >> (8 * (self->big_endian ? size - 1 - i : i)));

      g_byte_array_append (self->bytes, &byte, 1);
    }
}

static inline void
test_gguf_string (TestGgufWriter *self, const char *string)
{
  gsize length = strlen (string);

  test_gguf_number (self, length, 8);
  g_byte_array_append (self->bytes, (const guint8 *) string, (guint) length);
}

static inline void
test_gguf_init (TestGgufWriter *self, guint32 version, gboolean big_endian)
{
  *self = (TestGgufWriter) { .bytes = g_byte_array_new (), .big_endian = big_endian };
  g_byte_array_append (self->bytes, (const guint8 *) "GGUF", 4);
  test_gguf_number (self, version, 4);
  test_gguf_number (self, 0, 8);
  test_gguf_number (self, 0, 8);
}

/* Begins an entry of the metadata; the value's bytes follow by test_gguf_number(). */
static inline void
test_gguf_key (TestGgufWriter *self, const char *key, guint32 type)
{
  test_gguf_string (self, key);
  test_gguf_number (self, type, 4);
  self->n_keys++;
}

static inline void
test_gguf_u32 (TestGgufWriter *self, const char *key, guint32 value)
{
  test_gguf_key (self, key, 4);
  test_gguf_number (self, value, 4);
}

static inline void
test_gguf_text (TestGgufWriter *self, const char *key, const char *value)
{
  test_gguf_key (self, key, 8);
  test_gguf_string (self, value);
}

/* @bytes is what the tensor takes; the next one begins at the next multiple of 32. */
static inline void
test_gguf_tensor (TestGgufWriter *self,
                  const char *name,
                  guint32 format,
                  guint32 n_dims,
                  const guint64 *ne,
                  guint64 bytes)
{
  test_gguf_string (self, name);
  test_gguf_number (self, n_dims, 4);
  for (guint d = 0; d < n_dims; d++)
    test_gguf_number (self, ne[d], 8);
  test_gguf_number (self, format, 4);
  test_gguf_number (self, self->data_bytes, 8);
  self->data_bytes += (bytes + 31) / 32 * 32;
  self->n_tensors++;
}

static inline void
test_gguf_counts (TestGgufWriter *self, guint64 n_tensors, guint64 n_keys)
{
  for (guint i = 0; i < 8; i++)
    {
      guint shift = 8 * (self->big_endian ? 7 - i : i);

      self->bytes->data[8 + i] = (guint8) (n_tensors >> shift);
      self->bytes->data[16 + i] = (guint8) (n_keys >> shift);
    }
}

/* Patches the counts in and returns the size that the whole file would have. */
static inline guint64
test_gguf_finish (TestGgufWriter *self)
{
  test_gguf_counts (self, self->n_tensors, self->n_keys);
  return (self->bytes->len + 31) / 32 * 32 + self->data_bytes;
}

G_END_DECLS
