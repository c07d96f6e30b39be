/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_OWN_HARDWARE (plimsoll_own_hardware_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollOwnHardware, plimsoll_own_hardware, PLIMSOLL, OWN_HARDWARE, GObject)

/**
 * PlimsollOwnHardware:
 *
 * The accelerators that a person has added or changed: a #GListModel of #PlimsollAccelerator in the
 * order in which they came. Each is in the list of all accelerators too; one with the id of one
 * that ships stands in its place there, until it is removed. They are kept in the user's data, in a
 * file of the form of data/accelerators.json. For the main thread; the file is written in another.
 *
 * Signal write-failed (string): the file could not be written; a sentence that says why
 */

/** More are not kept. */
#define PLIMSOLL_OWN_HARDWARE_MAX 1000

/**
 * plimsoll_own_hardware_new:
 * @path: (nullable): the file that keeps them; %NULL: accelerators.json in the user's data
 * @accelerators: all accelerators
 *
 * Returns: (transfer full): none yet, see plimsoll_own_hardware_load()
 */
PlimsollOwnHardware *plimsoll_own_hardware_new (const char *path,
                                                PlimsollAcceleratorList *accelerators);

/**
 * plimsoll_own_hardware_load:
 * @error: %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR
 *
 * Takes what the file keeps; that there is none is no fault.
 *
 * Returns: %FALSE with @error set when it is damaged: a line for each row at fault, with its field.
 *   The other rows are taken all the same, and the file is not written over until it has been set
 *   aside
 */
gboolean plimsoll_own_hardware_load (PlimsollOwnHardware *self, GError **error);

/** As plimsoll_user_file_set_aside(); what could be read is written anew. */
char *plimsoll_own_hardware_set_aside (PlimsollOwnHardware *self, GError **error);

/**
 * plimsoll_own_hardware_put:
 * @error: %PLIMSOLL_CATALOG_ERROR, when another answers to one of its names or there are too many
 *
 * Adds @accelerator, or puts it in the place of the one with its id, and has it written.
 */
gboolean plimsoll_own_hardware_put (PlimsollOwnHardware *self,
                                    PlimsollAccelerator *accelerator,
                                    GError **error);

/**
 * plimsoll_own_hardware_remove:
 * @position: (out) (optional): where it was
 * @error: %PLIMSOLL_CATALOG_ERROR, when what ships in its place has a name that another has now
 *
 * Has it written. What ships with this id is there again.
 *
 * Returns: (transfer full): what was removed; %NULL with @error set when there is none or it cannot
 *   be
 */
PlimsollAccelerator *plimsoll_own_hardware_remove (PlimsollOwnHardware *self,
                                                   const char *id,
                                                   guint *position,
                                                   GError **error);

/** Puts back what was removed, where it was; not where there is one with its id by now. */
gboolean plimsoll_own_hardware_put_back (PlimsollOwnHardware *self,
                                         PlimsollAccelerator *accelerator,
                                         guint position,
                                         GError **error);

/** Returns: (nullable) (transfer none): the one with this id, when it is the user's own. */
PlimsollAccelerator *plimsoll_own_hardware_lookup (PlimsollOwnHardware *self, const char *id);

/** Returns: (nullable) (transfer none): what ships with this id, and is changed here. */
PlimsollAccelerator *plimsoll_own_hardware_get_shipped (PlimsollOwnHardware *self, const char *id);

/** Returns: (transfer full): an id for a new one of this name, that no other has. */
char *plimsoll_own_hardware_new_id (PlimsollOwnHardware *self, const char *name);

/**
 * plimsoll_own_hardware_import:
 * @bytes: a file as data/accelerators.schema.json has it
 * @file: its name, for messages
 * @n: (out): how many rows were taken. Those that are as they ship are not: they are there
 *
 * Returns: %FALSE with @error set as plimsoll_own_hardware_load() does; the other rows are taken
 */
gboolean plimsoll_own_hardware_import (PlimsollOwnHardware *self,
                                       GBytes *bytes,
                                       const char *file,
                                       guint *n,
                                       GError **error);

/** Returns: (transfer full): all of them, as such a file. */
char *plimsoll_own_hardware_export (PlimsollOwnHardware *self);

/**
 * plimsoll_own_hardware_flush:
 *
 * Writes, now, what is not yet written.
 *
 * Returns: %FALSE with @error set when that failed
 */
gboolean plimsoll_own_hardware_flush (PlimsollOwnHardware *self, GError **error);

G_END_DECLS
