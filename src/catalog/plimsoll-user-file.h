/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * PlimsollUserFileForm: how what somebody keeps becomes text.
 */
typedef struct
{
  gpointer (*take) (gpointer owner);  /* what there is to write now; nobody changes it any more */
  GString *(*print) (gpointer taken); /* the file's text; any thread may ask for it */
  void (*release) (gpointer taken);
} PlimsollUserFileForm;

#define PLIMSOLL_TYPE_USER_FILE (plimsoll_user_file_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollUserFile, plimsoll_user_file, PLIMSOLL, USER_FILE, GObject)

/**
 * PlimsollUserFile:
 *
 * One JSON file in the user's data, behind something that keeps its rows there. It is read whole,
 * and written in a thread, in the place of what was there, each time after it changed. What could
 * not be read is not written over until it has been set aside. For the main thread.
 *
 * Signal write-failed (string): it could not be written; a sentence that says why
 */

/**
 * plimsoll_user_file_new:
 * @path: (nullable): where it is; %NULL: @name in the user's data of this program
 * @owner: what @form takes from, which has this; it is kept while a thread writes
 *
 * Returns: (transfer full)
 */
PlimsollUserFile *plimsoll_user_file_new (const char *path,
                                          const char *name,
                                          const PlimsollUserFileForm *form,
                                          GObject *owner);

/** Returns: (transfer none): where it is. */
const char *plimsoll_user_file_get_path (PlimsollUserFile *self);

/** Returns: (transfer none): its name without folders, for messages. */
const char *plimsoll_user_file_get_name (PlimsollUserFile *self);

/**
 * plimsoll_user_file_read:
 * @error: as %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR
 *
 * Nothing that would block or never end is opened.
 *
 * Returns: (transfer full) (nullable): what is in it; %NULL without @error: there is none yet
 */
GBytes *plimsoll_user_file_read (PlimsollUserFile *self, GError **error);

/**
 * plimsoll_user_file_end_load:
 * @fault: (nullable) (transfer full): what was wrong with what was read
 *
 * With a @fault, what was read is damaged: it is not written over until it has been set aside.
 *
 * Returns: %FALSE with @error set to @fault; %TRUE when there is none
 */
gboolean plimsoll_user_file_end_load (PlimsollUserFile *self, GError *fault, GError **error);

gboolean plimsoll_user_file_is_frozen (PlimsollUserFile *self);

/**
 * plimsoll_user_file_set_aside:
 * @has_rows: whether any could be read all the same: they are written anew
 *
 * Renames a file that could not be read, so that nothing is lost, and may be written again.
 *
 * Returns: (transfer full): the name that it has now; %NULL with @error set (%G_FILE_ERROR) when it
 *   cannot be renamed: then nothing is written
 */
char *plimsoll_user_file_set_aside (PlimsollUserFile *self, gboolean has_rows, GError **error);

/** What it keeps has changed: it is written soon. */
void plimsoll_user_file_changed (PlimsollUserFile *self);

/**
 * plimsoll_user_file_flush:
 *
 * Writes, now, what is not yet written.
 *
 * Returns: %FALSE with @error set when that failed
 */
gboolean plimsoll_user_file_flush (PlimsollUserFile *self, GError **error);

G_END_DECLS
