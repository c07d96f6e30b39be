/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator.h"
#include "plimsoll-name-match.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_ACCELERATOR_LIST (plimsoll_accelerator_list_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollAcceleratorList,
                      plimsoll_accelerator_list,
                      PLIMSOLL,
                      ACCELERATOR_LIST,
                      GObject)

/**
 * PlimsollAcceleratorList:
 *
 * The accelerators that ship and those that the user adds: a #GListModel of #PlimsollAccelerator,
 * in the order of the files, that finds them by name. No two of them answer to one name.
 */

PlimsollAcceleratorList *plimsoll_accelerator_list_new (void);

/**
 * plimsoll_accelerator_list_load:
 * @bytes: a file as data/accelerators.schema.json has it
 * @file: its name, for messages
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Adds what is in a file. A row with the id of one that is there takes its place. All or nothing:
 * with @error set the list is as it was.
 */
gboolean plimsoll_accelerator_list_load (PlimsollAcceleratorList *self,
                                         GBytes *bytes,
                                         const char *file,
                                         GError **error);

/**
 * plimsoll_accelerator_list_add:
 * @error: as %PLIMSOLL_CATALOG_ERROR, when another answers to one of its names
 *
 * Adds @accelerator, or puts it in the place of the one with its id.
 */
gboolean plimsoll_accelerator_list_add (PlimsollAcceleratorList *self,
                                        PlimsollAccelerator *accelerator,
                                        GError **error);

/**
 * plimsoll_accelerator_list_set_unified_percent:
 * @percent: of unified memory that a model may take, to 100; 0: by the rule
 *
 * In the place of each accelerator with unified memory there is a copy that takes so much of it,
 * now and when one is added. One that has a figure of its own keeps that.
 */
void plimsoll_accelerator_list_set_unified_percent (PlimsollAcceleratorList *self, guint percent);

/** Returns: whether there was one with @id, which is gone now. */
gboolean plimsoll_accelerator_list_remove (PlimsollAcceleratorList *self, const char *id);

/**
 * plimsoll_accelerator_list_lookup:
 *
 * Returns: (nullable) (transfer none): the one with this id
 */
PlimsollAccelerator *plimsoll_accelerator_list_lookup (PlimsollAcceleratorList *self,
                                                       const char *id);

/**
 * plimsoll_accelerator_list_find:
 * @query: an id, a name or an alias, in any case and with any punctuation: "4090", "RTX4090",
 *   "nvidia rtx 4090 24gb"
 * @error: %PLIMSOLL_CATALOG_ERROR_NOT_FOUND, with the nearest three names
 *
 * A memory size in the query has to be that of the part ("A100 80"), or one that its chip is sold
 * with: "m4 max 48gb" gives a copy with that memory.
 *
 * Returns: (transfer full): never a guess; or %NULL with @error set
 */
PlimsollAccelerator *
plimsoll_accelerator_list_find (PlimsollAcceleratorList *self, const char *query, GError **error);

/**
 * plimsoll_accelerator_list_get_entry:
 * @position: of an accelerator in the list
 *
 * Returns: (transfer none): its names, to be held against a #PlimsollNameQuery; good until the list
 *   changes
 */
const PlimsollNameEntry *plimsoll_accelerator_list_get_entry (PlimsollAcceleratorList *self,
                                                              guint position);

G_END_DECLS
