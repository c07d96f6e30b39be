/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"
#include "plimsoll-estimate.h"

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

/** Returns: (transfer none) */
PlimsollModel *plimsoll_search_result_get_model (PlimsollSearchResult *self);

/** Returns: its place in the list of models. */
guint plimsoll_search_result_get_position (PlimsollSearchResult *self);

/** Returns: whether the verdict is known; it in @verdict. */
gboolean plimsoll_search_result_get_verdict (PlimsollSearchResult *self, PlimsollVerdict *verdict);
void plimsoll_search_result_set_verdict (PlimsollSearchResult *self, PlimsollVerdict verdict);

G_END_DECLS
