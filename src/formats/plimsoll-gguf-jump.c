/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-private.h"

#include <string.h>

/* Fewer strings are read as quickly as they are passed over. */
#define MIN_STRINGS 16384

/* No token of a vocabulary is longer; and none is empty. */
#define MAX_STRING 1024

#define PIECE 16384
#define LAST_PIECE 49152
#define MAX_PIECES 64

/* So many lengths in a row, each where the one before it leads, are no chance. */
#define SURE 24

/* Behind the end a value may pass for a few strings more. */
#define LOOK_BACK 8

typedef struct
{
  const PlimsollByteCursor *cursor;
  guint8 *bytes;  /* [PIECE + LAST_PIECE] */
  guint64 inside; /* where a string begins that is one of the array */
  guint64 end;    /* where the array ends; 0: not known */
} Jump;

typedef enum
{
  INSIDE,
  OUTSIDE,
  AT_END,
} Place;

/* The length of the string at @at, 0 for none: what is there cannot be one. */
static gsize
string_at (const Jump *self, gsize at, gsize length)
{
  guint64 n;

  if (at + sizeof n > length)
    return 0;
  memcpy (&n, self->bytes + at, sizeof n);
  n = self->cursor->swap ? GUINT64_FROM_BE (n) : GUINT64_FROM_LE (n);
  if (n == 0 || n > MAX_STRING)
    return 0;
  n = MIN (n, length - at - sizeof n);
  return memchr (self->bytes + at + sizeof n, '\0', (gsize) n) == NULL ? (gsize) n : 0;
}

static gboolean
is_key (const Jump *self, gsize at, gsize length)
{
  gsize n = string_at (self, at, length);
  const char *name = (const char *) self->bytes + at + 8;
  gboolean dotted = FALSE;
  guint32 type;

  if (n < 3 || at + 8 + n + sizeof type > length)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    {
      if (!g_ascii_isalnum (name[i]) && strchr ("._-", name[i]) == NULL)
        return FALSE;
      dotted = dotted || (name[i] == '.' && i > 0);
    }
  memcpy (&type, name + n, sizeof type);
  type = self->cursor->swap ? GUINT32_FROM_BE (type) : GUINT32_FROM_LE (type);
  /* Of a value, or how many dimensions a tensor has. */
  return dotted && g_ascii_isalpha (name[0]) && type <= 12;
}

/* Follows the strings of a piece from @at on; @offset is where the piece begins in the file. */
static Place
follow (Jump *self, guint64 offset, gsize at, gsize length, guint sure)
{
  gsize last[LOOK_BACK] = { 0 };
  guint n_strings = 0;
  gsize n;

  for (; (n = string_at (self, at, length)) > 0 && at + 8 + n < length; at += 8 + n)
    last[n_strings++ % LOOK_BACK] = at;
  if (n_strings < sure)
    return OUTSIDE;
  if (n > 0 || at + 8 > length)
    {
      self->inside = offset + at;
      return INSIDE;
    }
  for (guint i = MIN (n_strings, LOOK_BACK); i > 0; i--)
    if (is_key (self, last[(n_strings - i) % LOOK_BACK], length))
      {
        self->end = offset + last[(n_strings - i) % LOOK_BACK];
        return AT_END;
      }
  return OUTSIDE;
}

static gboolean
load (Jump *self, guint64 offset, gsize *length)
{
  const PlimsollByteCursor *cursor = self->cursor;

  if (offset >= cursor->limit)
    return FALSE;
  *length = (gsize) MIN (*length, cursor->limit - offset);
  return plimsoll_file_source_read (cursor->source, cursor->file, "", offset, self->bytes, *length,
                                    NULL);
}

/* What is at @offset, which may be in the middle of a string. */
static gboolean
look (Jump *self, guint64 offset, Place *place)
{
  gsize length = PIECE;

  *place = OUTSIDE;
  if (!load (self, offset, &length))
    return FALSE;
  for (gsize at = 0; *place == OUTSIDE && at < MIN (2 * MAX_STRING, length); at++)
    if (string_at (self, at, length) > 0)
      *place = follow (self, offset, at, length, SURE);
  return TRUE;
}

/* The rest, between a string that is known and what is no longer one. */
static gboolean
find_end (Jump *self)
{
  gsize length = LAST_PIECE + PIECE;

  return load (self, self->inside, &length) && follow (self, self->inside, 0, length, 1) == AT_END;
}

static gboolean
jump (Jump *self, guint64 n)
{
  /* Numbers for every string follow most arrays: a stride of less than theirs does not land in
   * another array of strings behind them. */
  const guint64 stride = 4 * n - PIECE;
  guint64 beyond = 0;
  guint64 at = self->inside + 8 * n;

  for (guint i = 0; i < MAX_PIECES && self->end == 0; i++)
    {
      Place place;

      if (beyond != 0 && beyond - self->inside <= LAST_PIECE)
        return find_end (self);
      if (beyond != 0)
        at = self->inside + (beyond - self->inside) / 2;
      if (at >= self->cursor->limit)
        place = OUTSIDE;
      else if (!look (self, at, &place))
        return FALSE;
      if (place == OUTSIDE)
        beyond = at;
      else if (beyond == 0)
        at += stride;
    }
  return self->end != 0;
}

gboolean
plimsoll_gguf_jump (PlimsollByteCursor *cursor, guint64 n)
{
  const guint64 start = plimsoll_byte_cursor_offset (cursor);
  Jump self = { .cursor = cursor, .inside = start };
  gboolean found;

  if (n < MIN_STRINGS || n > plimsoll_byte_cursor_remaining (cursor) / 8)
    return FALSE;
  self.bytes = g_malloc (LAST_PIECE + PIECE);
  found = jump (&self, n);
  g_free (self.bytes);
  if (found)
    plimsoll_byte_cursor_seek (cursor, self.end);
  return found;
}
