/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-format-error.h"

G_BEGIN_DECLS

/** What a path is, by what it holds: names are given by people. */
typedef enum
{
  PLIMSOLL_FILE_KIND_GGUF,
  PLIMSOLL_FILE_KIND_SAFETENSORS,
  PLIMSOLL_FILE_KIND_INDEX, /* JSON that says in which shard a tensor is */
  PLIMSOLL_FILE_KIND_JSON,  /* any other: a config, if it is of a model at all */
  PLIMSOLL_FILE_KIND_FOLDER,
} PlimsollFileKind;

/**
 * plimsoll_file_kind:
 * @kind: (out)
 *
 * Reads the first bytes of a file, and of JSON at most 64 KiB.
 *
 * Returns: %FALSE with @error in %PLIMSOLL_FORMAT_ERROR or %G_FILE_ERROR when there is no such file
 *   or it is none that can be read; the message says what it is instead where that is seen
 */
gboolean plimsoll_file_kind (const char *path, PlimsollFileKind *kind, GError **error);

/** Returns: (nullable) (transfer none): what a file is that begins so, if people take it for a
 * model's: a web page, a pointer to what was not downloaded… */
const char *plimsoll_file_kind_of_other (const guint8 *start, gsize length);

G_END_DECLS
