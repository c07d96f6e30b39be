/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-byte-cursor.h"

#include <string.h>

#define WINDOW 65536

void
plimsoll_byte_cursor_init_memory (PlimsollByteCursor *self, const guint8 *data, gsize length)
{
  *self = (PlimsollByteCursor) { .window = data, .end = length, .limit = length };
}

void
plimsoll_byte_cursor_init_file (PlimsollByteCursor *self,
                                const PlimsollFileSource *source,
                                gpointer file,
                                guint64 size)
{
  *self = (PlimsollByteCursor) { .source = source, .file = file, .limit = size };
}

void
plimsoll_byte_cursor_clear (PlimsollByteCursor *self)
{
  g_clear_pointer (&self->buffer, g_free);
  g_clear_error (&self->error);
  self->window = NULL;
  self->at = self->end = 0;
}

guint64
plimsoll_byte_cursor_offset (const PlimsollByteCursor *self)
{
  return self->window_start + self->at;
}

guint64
plimsoll_byte_cursor_remaining (const PlimsollByteCursor *self)
{
  return self->limit - plimsoll_byte_cursor_offset (self);
}

/* Moves what is left of the window to its front and reads until @length bytes are there. */
static gboolean
fill (PlimsollByteCursor *self, gsize length)
{
  gsize left = self->end - self->at;

  if (self->buffer_size < MAX (length, WINDOW))
    {
      gsize size = MAX (length, WINDOW);
      guint8 *buffer = g_try_malloc (size);

      if (buffer == NULL)
        return FALSE;
      if (left > 0)
        memcpy (buffer, self->window + self->at, left);
      g_free (self->buffer);
      self->buffer = buffer;
      self->buffer_size = size;
    }
  else if (left > 0)
    {
      memmove (self->buffer, self->window + self->at, left);
    }

  self->window_start += self->at;
  self->window = self->buffer;
  self->at = 0;
  self->end = left;

  while (self->end < length)
    {
      guint64 from = self->window_start + self->end;
      gsize want = MIN (self->buffer_size - self->end, self->limit - from);
      gssize got =
        self->source->read (self->file, from, self->buffer + self->end, want, &self->error);

      /* A file that shrank while it was read ends here. */
      if (got <= 0)
        return FALSE;
      self->end += (gsize) got;
    }
  return TRUE;
}

const guint8 *
plimsoll_byte_cursor_take (PlimsollByteCursor *self, gsize length)
{
  const guint8 *bytes;

  if (length > plimsoll_byte_cursor_remaining (self))
    return NULL;
  if (length > self->end - self->at
      && (self->source == NULL || self->error != NULL || !fill (self, length)))
    return NULL;

  bytes = self->window + self->at;
  self->at += length;
  return bytes;
}

gboolean
plimsoll_byte_cursor_skip (PlimsollByteCursor *self, guint64 length)
{
  if (length > plimsoll_byte_cursor_remaining (self))
    return FALSE;

  if (length <= self->end - self->at)
    {
      self->at += (gsize) length;
      return TRUE;
    }
  self->window_start += self->at + length;
  self->at = self->end = 0;
  return TRUE;
}

void
plimsoll_byte_cursor_seek (PlimsollByteCursor *self, guint64 offset)
{
  self->window_start = offset;
  self->at = self->end = 0;
}

gboolean
plimsoll_byte_cursor_u32 (PlimsollByteCursor *self, guint32 *value)
{
  const guint8 *bytes = plimsoll_byte_cursor_take (self, sizeof *value);

  if (bytes == NULL)
    return FALSE;
  memcpy (value, bytes, sizeof *value);
  *value = self->swap ? GUINT32_FROM_BE (*value) : GUINT32_FROM_LE (*value);
  return TRUE;
}

gboolean
plimsoll_byte_cursor_u64 (PlimsollByteCursor *self, guint64 *value)
{
  const guint8 *bytes = plimsoll_byte_cursor_take (self, sizeof *value);

  if (bytes == NULL)
    return FALSE;
  memcpy (value, bytes, sizeof *value);
  *value = self->swap ? GUINT64_FROM_BE (*value) : GUINT64_FROM_LE (*value);
  return TRUE;
}
