/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

G_BEGIN_DECLS

/** TestSafetensorsWriter: makes the header of a safetensors file; its data is never written. */
typedef struct
{
  GString *header;
  guint64 data_bytes;
} TestSafetensorsWriter;

static inline void
test_safetensors_init (TestSafetensorsWriter *self)
{
  *self =
    (TestSafetensorsWriter) { .header = g_string_new ("{\"__metadata__\":{\"format\":\"pt\"}") };
}

/* @shape as JSON has it: "4, 8". */
static inline void
test_safetensors_tensor (TestSafetensorsWriter *self,
                         const char *name,
                         const char *dtype,
                         const char *shape,
                         guint64 bytes)
{
  g_string_append_printf (
    self->header,
    ",\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%" G_GUINT64_FORMAT
    ",%" G_GUINT64_FORMAT "]}",
    name, dtype, shape, self->data_bytes, self->data_bytes + bytes);
  self->data_bytes += bytes;
}

/** Returns: (transfer full): a header's length and @json. */
static inline GByteArray *
test_safetensors_frame (const char *json)
{
  GByteArray *bytes = g_byte_array_new ();
  guint64 length = strlen (json);

  for (guint i = 0; i < 8; i++)
    {
      guint8 byte = (guint8) (length >> (8 * i));

      g_byte_array_append (bytes, &byte, 1);
    }
  g_byte_array_append (bytes, (const guint8 *) json, (guint) length);
  return bytes;
}

/** Returns: (transfer full): the whole header; the writer is cleared but for its count. */
static inline GByteArray *
test_safetensors_finish (TestSafetensorsWriter *self)
{
  GByteArray *bytes;

  g_string_append (self->header, "}  ");
  bytes = test_safetensors_frame (self->header->str);
  g_string_free (g_steal_pointer (&self->header), TRUE);
  return bytes;
}

/* Writes the file, with a hole for its data. */
static inline void
test_safetensors_save (TestSafetensorsWriter *self, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GByteArray) bytes = test_safetensors_finish (self);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, (off_t) (bytes->len + self->data_bytes)), ==, 0);
}

G_END_DECLS
