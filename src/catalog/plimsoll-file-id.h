/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a person's files are named and known again. */

/** Returns: (transfer full) (type filename): the absolute path of @path, which may be a file: URI;
 * %NULL with @error set for an URI of something else. */
char *plimsoll_file_path (const char *path, GError **error);

/** Returns: (transfer full): UTF-8 to open the file at @path by again: the path, or else its URI.
 */
char *plimsoll_file_id (const char *path);

/** Hands on @fault (transfer full), its message as one line of UTF-8: readers name files as the
 * disk has them. */
void plimsoll_file_propagate_error (GError **error, GError *fault);

G_END_DECLS
