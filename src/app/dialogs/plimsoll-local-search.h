/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-list.h"
#include "plimsoll-own-models.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LOCAL_SEARCH (plimsoll_local_search_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLocalSearch, plimsoll_local_search, PLIMSOLL, LOCAL_SEARCH, GObject)

/**
 * PlimsollLocalSearch:
 *
 * Which models of the catalogue, and of the user's own, what is typed finds; the best of each
 * first. #PlimsollRemoteSearch is its like for a hub.
 */
PlimsollLocalSearch *plimsoll_local_search_new (PlimsollModelList *models, PlimsollOwnModels *own);

/** Lists the user's own anew, which have changed; what was found stays until it is found again. */
void plimsoll_local_search_list_own (PlimsollLocalSearch *self);

/** Finds what matches @words: everything where there are none. */
void plimsoll_local_search_find (PlimsollLocalSearch *self, const char *words);

/** Returns: (transfer none): of #PlimsollSearchResult, of the user's own. */
GListModel *plimsoll_local_search_get_own (PlimsollLocalSearch *self);

/** Returns: (transfer none): of #PlimsollSearchResult, of the catalogue. */
GListModel *plimsoll_local_search_get_models (PlimsollLocalSearch *self);

/** Returns: whether anything was found. */
gboolean plimsoll_local_search_is_found (PlimsollLocalSearch *self);

/** Returns: where the best match is, the user's own being before those of the catalogue. */
guint plimsoll_local_search_get_best (PlimsollLocalSearch *self);

/** Returns: whether @id is of a model that is here, found or not. */
gboolean plimsoll_local_search_knows (PlimsollLocalSearch *self, const char *id);

G_END_DECLS
