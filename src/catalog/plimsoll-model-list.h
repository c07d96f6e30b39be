/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"
#include "plimsoll-name-match.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_MODEL_LIST (plimsoll_model_list_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollModelList, plimsoll_model_list, PLIMSOLL, MODEL_LIST, GObject)

/**
 * PlimsollModelList:
 *
 * The models that ship and those that the user adds: a #GListModel of #PlimsollModel, in the order
 * of the files, that finds them by name.
 */

PlimsollModelList *plimsoll_model_list_new (void);

/**
 * plimsoll_model_list_load:
 * @bytes: a file as data/models.schema.json has it
 * @file: its name, for messages
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Adds what is in a file. A row with the id of one that is there takes its place. All or nothing:
 * with @error set the list is as it was.
 */
gboolean
plimsoll_model_list_load (PlimsollModelList *self, GBytes *bytes, const char *file, GError **error);

/**
 * plimsoll_model_list_load_file:
 * @path: (nullable): %NULL: models.json as it is installed, or in what PLIMSOLL_DATA_DIR says
 */
gboolean plimsoll_model_list_load_file (PlimsollModelList *self, const char *path, GError **error);

/** Adds @model, or puts it in the place of the one with its id. */
void plimsoll_model_list_add (PlimsollModelList *self, PlimsollModel *model);

/** Returns: (nullable) (transfer none): the one with this id, in any case. */
PlimsollModel *plimsoll_model_list_lookup (PlimsollModelList *self, const char *id);

/**
 * plimsoll_model_list_find:
 * @query: an id, the part of it after the slash, a name or an alias, in any case and with any
 *   punctuation: "Qwen/Qwen3-8B", "qwen3 8b"
 * @error: %PLIMSOLL_CATALOG_ERROR_NOT_FOUND, with the nearest three names
 *
 * Returns: (transfer full): never a guess; or %NULL with @error set
 */
PlimsollModel *
plimsoll_model_list_find (PlimsollModelList *self, const char *query, GError **error);

/**
 * plimsoll_model_list_get_entry:
 * @position: of a model in the list
 *
 * Returns: (transfer none): its names, to be held against a #PlimsollNameQuery; good until the list
 *   changes
 */
const PlimsollNameEntry *plimsoll_model_list_get_entry (PlimsollModelList *self, guint position);

/**
 * plimsoll_model_list_score:
 * @position: of a model in the list
 *
 * Returns: how well the model answers @query, to sort a search by: how well its names match, and
 *   among those that match alike what people use, by the downloads of a month; 0 when it does not
 *   match. An empty query matches all.
 */
guint
plimsoll_model_list_score (PlimsollModelList *self, guint position, const PlimsollNameQuery *query);

G_END_DECLS
