/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PlimsollFileSource: a folder with files of a model, on this computer or elsewhere. Readers open
 * by name and read pieces; what they do not ask for is never fetched.
 */
typedef struct
{
  gpointer data;

  /** Returns: (nullable): the file, its size in @size; %NULL with @error, which names it. */
  gpointer (*open) (gpointer data, const char *name, guint64 *size, GError **error);

  /** Reads up to @length bytes at @offset. Returns: how many; 0 at the end, -1 with @error. */
  gssize (*read) (gpointer file, guint64 offset, gpointer buffer, gsize length, GError **error);
  void (*close) (gpointer file);
  gboolean (*exists) (gpointer data, const char *name);

  guint64 most_header; /* bytes of headers that are kept at most; 0: no matter */
  gboolean far;        /* reading is costly: what need not be read is looked for a way around */
} PlimsollFileSource;

/**
 * plimsoll_file_source_init_folder:
 * @folder: outlives @self
 */
void plimsoll_file_source_init_folder (PlimsollFileSource *self, const char *folder);

/** Reads exactly @length bytes. Returns: %FALSE with @error, which names @name. */
gboolean plimsoll_file_source_read (const PlimsollFileSource *self,
                                    gpointer file,
                                    const char *name,
                                    guint64 offset,
                                    gpointer buffer,
                                    gsize length,
                                    GError **error);

G_END_DECLS
