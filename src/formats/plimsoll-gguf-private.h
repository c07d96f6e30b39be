/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-byte-cursor.h"
#include "plimsoll-gguf.h"

G_BEGIN_DECLS

typedef enum
{
  GGUF_VALUE_UINT,
  GGUF_VALUE_NEGATIVE,
  GGUF_VALUE_DOUBLE,
  GGUF_VALUE_STRING,
  GGUF_VALUE_LONG_STRING, /* not kept */
  GGUF_VALUE_ARRAY,       /* of numbers, kept */
  GGUF_VALUE_LONG_ARRAY,  /* its length alone */
} GgufValueKind;

typedef struct
{
  GgufValueKind kind;
  guint64 number; /* or the length of an array */
  double real;
  char *string;
  guint64 *numbers; /* [number] */
} GgufValue;

struct _PlimsollGguf
{
  guint32 version;
  gboolean big_endian;
  guint32 n_shards;
  guint64 alignment;
  guint64 header_bytes;
  guint64 file_bytes;
  GStringChunk *strings;
  GHashTable *values; /* (element-type utf8 GgufValue) */
  GArray *tensors;    /* (element-type PlimsollGgufTensor) */
};

/**
 * plimsoll_gguf_jump:
 * @cursor: at the first of @n strings, of a source that is far
 *
 * Goes to the end of a long array of strings without reading all of it: the format does not say
 * where that is. It is looked for in pieces, by whether strings follow each other there, and is
 * where a key follows instead. Somebody else's strings may look like a key: that what follows can
 * be read, and is all that was promised, is for the caller to see.
 *
 * Returns: %FALSE where no end was found; the cursor is then where it was
 */
gboolean plimsoll_gguf_jump (PlimsollByteCursor *cursor, guint64 n);

/** Reads one header from @cursor into a new object; @file_size bounds the offsets. */
PlimsollGguf *plimsoll_gguf_parse_cursor (PlimsollByteCursor *cursor,
                                          guint64 file_size,
                                          const char *name,
                                          GError **error);

G_END_DECLS
