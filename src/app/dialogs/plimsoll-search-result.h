/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
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

/** Returns: (nullable) (transfer none): what is kept of a model of the user's own. */
PlimsollOwnModel *plimsoll_search_result_get_own (PlimsollSearchResult *self);

gboolean plimsoll_search_result_is_missing (PlimsollSearchResult *self);

/** Returns: (transfer none) */
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
