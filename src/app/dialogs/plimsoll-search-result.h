/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-hub-search.h"
#include "plimsoll-own-models.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SEARCH_RESULT (plimsoll_search_result_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSearchResult,
                      plimsoll_search_result,
                      PLIMSOLL,
                      SEARCH_RESULT,
                      GObject)

/**
 * PlimsollSearchResult:
 *
 * A model in the search, and how it would do in the present question once somebody has looked.
 */
PlimsollSearchResult *plimsoll_search_result_new (PlimsollModel *model, guint position);

/** Returns: (transfer full): one of the user's own; @missing: its files are not there. */
PlimsollSearchResult *
plimsoll_search_result_new_own (PlimsollOwnModel *own, guint position, gboolean missing);

/**
 * plimsoll_search_result_new_remote:
 * @listing: what the hub says of it
 * @name: what to open it by
 *
 * Returns: (transfer full): a model on a hub, of which nothing more is known
 */
PlimsollSearchResult *plimsoll_search_result_new_remote (PlimsollHubListing *listing,
                                                         const char *name);

/** Returns: (nullable) (transfer none): what to open a model on a hub by; %NULL: it is none. */
const char *plimsoll_search_result_get_remote (PlimsollSearchResult *self);

/** Returns: (nullable) (transfer none): what the hub says of a model on it. */
const PlimsollHubListing *plimsoll_search_result_get_listing (PlimsollSearchResult *self);

/** Returns: (transfer none): as it is shown. */
const char *plimsoll_search_result_get_name (PlimsollSearchResult *self);

/** Returns: (nullable) (transfer none): what is kept of a model of the user's own. */
PlimsollOwnModel *plimsoll_search_result_get_own (PlimsollSearchResult *self);

gboolean plimsoll_search_result_is_missing (PlimsollSearchResult *self);

/** Returns: (nullable) (transfer none): %NULL for one on a hub */
PlimsollModel *plimsoll_search_result_get_model (PlimsollSearchResult *self);

/** Returns: its place in the list of models. */
guint plimsoll_search_result_get_position (PlimsollSearchResult *self);

/** What a model of the user's own has over others that match alike: as much as the most used one
 * has for being used. */
#define PLIMSOLL_SEARCH_OWN_BONUS 500

/**
 * plimsoll_search_precision:
 * @own: (nullable): %NULL: the model is of the catalogue
 * @present: the precision that is asked about
 *
 * Returns: (transfer none): what a verdict is for: files have their own precision
 */
const char *plimsoll_search_precision (PlimsollOwnModel *own, const char *present);

/** Returns: whether the verdict is known; it in @verdict. */
gboolean plimsoll_search_result_get_verdict (PlimsollSearchResult *self, PlimsollVerdict *verdict);
void plimsoll_search_result_set_verdict (PlimsollSearchResult *self, PlimsollVerdict verdict);

G_END_DECLS
