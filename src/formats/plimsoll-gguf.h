/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-source.h"
#include "plimsoll-format-error.h"

G_BEGIN_DECLS

/** One tensor as the file lists it. Unused dimensions are 1. */
typedef struct
{
  const char *name;
  guint32 format; /* GGUF's id of the type; may be one that is not known */
  guint32 n_dims;
  guint64 ne[4];    /* ne[0] is the row length */
  guint64 offset;   /* from the start of the data section of its shard */
  guint64 bytes;    /* by shape and format; for an unknown format the distance to the next */
  gboolean guessed; /* @bytes is that distance */
  guint32 shard;
} PlimsollGgufTensor;

/**
 * PlimsollGguf: the header of a GGUF file, or of a set of shards as one. Tensor data is never
 * read. Of the metadata, scalars and short strings are kept, and arrays of at most
 * %PLIMSOLL_GGUF_MAX_ARRAY numbers; of the others, their length.
 */
typedef struct _PlimsollGguf PlimsollGguf;

#define PLIMSOLL_GGUF_MAX_ARRAY 4096
#define PLIMSOLL_GGUF_MAX_STRING 65536

/**
 * plimsoll_gguf_read:
 * @path: any shard of a set, or a single file
 *
 * Reads the header of @path and, when it is one of a set, of all its shards.
 *
 * Returns: (transfer full): free with plimsoll_gguf_free(); %NULL with @error in
 * %PLIMSOLL_FORMAT_ERROR or %G_FILE_ERROR, its message naming the file and the fault
 */
PlimsollGguf *plimsoll_gguf_read (const char *path, GError **error);

/** The same of the file @name in @source, and the shards beside it. */
PlimsollGguf *
plimsoll_gguf_read_from (const PlimsollFileSource *source, const char *name, GError **error);

/**
 * plimsoll_gguf_parse:
 * @data: the first bytes of a file
 * @file_size: the size of the whole, for checking offsets
 * @name: for messages
 *
 * Reads the header of one file. When @data ends within the header the error is
 * %PLIMSOLL_FORMAT_ERROR_TRUNCATED, and more of the file would help.
 */
PlimsollGguf *plimsoll_gguf_parse (const guint8 *data,
                                   gsize length,
                                   guint64 file_size,
                                   const char *name,
                                   GError **error);
void plimsoll_gguf_free (PlimsollGguf *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollGguf, plimsoll_gguf_free)

guint32 plimsoll_gguf_version (const PlimsollGguf *self);
gboolean plimsoll_gguf_is_big_endian (const PlimsollGguf *self);
guint32 plimsoll_gguf_n_shards (const PlimsollGguf *self);

/** Returns: bytes of headers and data sections over all shards. */
guint64 plimsoll_gguf_file_bytes (const PlimsollGguf *self);

/** Returns: bytes of the header of the first shard, up to its data section. */
guint64 plimsoll_gguf_header_bytes (const PlimsollGguf *self);

/** Returns: (array length=n) (transfer none): the tensors of all shards, in their order. */
const PlimsollGgufTensor *plimsoll_gguf_tensors (const PlimsollGguf *self, gsize *n);

/** Returns: (nullable) (transfer none): the string at @key, %NULL when it is none or too long. */
const char *plimsoll_gguf_string (const PlimsollGguf *self, const char *key);

/** Any width and sign of integer, or a boolean. Returns: %FALSE when there is none or it is under
 * 0. An array of one is its element. */
gboolean plimsoll_gguf_uint (const PlimsollGguf *self, const char *key, guint64 *value);
gboolean plimsoll_gguf_double (const PlimsollGguf *self, const char *key, double *value);

/**
 * plimsoll_gguf_array:
 *
 * Returns: (array length=n) (nullable) (transfer none): the numbers of an array; a value under 0
 * is 0
 */
const guint64 *plimsoll_gguf_array (const PlimsollGguf *self, const char *key, gsize *n);

/** Returns: whether @key is an array of any kind, and its length in @n. */
gboolean plimsoll_gguf_array_length (const PlimsollGguf *self, const char *key, guint64 *n);

G_END_DECLS
