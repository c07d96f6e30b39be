/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-source.h"

G_BEGIN_DECLS

/**
 * PlimsollByteCursor: reads forward through bytes that may be a file or a piece of memory, with a
 * small window of them in memory at a time. Nothing is read past @limit, and nothing twice unless
 * somebody goes back to it.
 */
typedef struct
{
  const PlimsollFileSource *source; /* (nullable): %NULL: memory alone */
  gpointer file;
  const guint8 *window;
  guint8 *buffer; /* (nullable): what @window points into when it is ours */
  gsize buffer_size;
  gsize at;             /* in the window */
  gsize end;            /* of the window */
  guint64 window_start; /* offset of the window in the whole */
  guint64 limit;        /* of the whole, or of what may be read */
  gboolean swap;        /* numbers have the other byte order than little-endian */
  GError *error;        /* (nullable): why the source could not read */
} PlimsollByteCursor;

void plimsoll_byte_cursor_init_memory (PlimsollByteCursor *self, const guint8 *data, gsize length);

/** @file is one of @source and stays the caller's. @size is the size of the file. */
void plimsoll_byte_cursor_init_file (PlimsollByteCursor *self,
                                     const PlimsollFileSource *source,
                                     gpointer file,
                                     guint64 size);
void plimsoll_byte_cursor_clear (PlimsollByteCursor *self);

/** Returns: the offset of the next byte in the whole. */
guint64 plimsoll_byte_cursor_offset (const PlimsollByteCursor *self);

/** Returns: how many bytes follow. */
guint64 plimsoll_byte_cursor_remaining (const PlimsollByteCursor *self);

/**
 * plimsoll_byte_cursor_take:
 *
 * Returns: (nullable): the next @length bytes, valid until the next call; %NULL when fewer follow,
 * or they cannot be read
 */
const guint8 *plimsoll_byte_cursor_take (PlimsollByteCursor *self, gsize length);

/** Skips @length bytes without reading them. Returns: %FALSE when fewer follow. */
gboolean plimsoll_byte_cursor_skip (PlimsollByteCursor *self, guint64 length);

/** Goes to @offset in the whole, which is not read yet. */
void plimsoll_byte_cursor_seek (PlimsollByteCursor *self, guint64 offset);

/* Numbers in the cursor's byte order. Returns: %FALSE at the end. */
gboolean plimsoll_byte_cursor_u32 (PlimsollByteCursor *self, guint32 *value);
gboolean plimsoll_byte_cursor_u64 (PlimsollByteCursor *self, guint64 *value);

G_END_DECLS
