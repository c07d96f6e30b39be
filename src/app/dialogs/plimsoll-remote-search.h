/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"
#include "plimsoll-hub-link.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_REMOTE_SEARCH (plimsoll_remote_search_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollRemoteSearch,
                      plimsoll_remote_search,
                      PLIMSOLL,
                      REMOTE_SEARCH,
                      GObject)

/**
 * PlimsollRemoteSearch:
 *
 * What a hub finds of what is typed. It is asked when nothing was typed for a quarter of a second;
 * what is typed then gives up the answer to what was there before. An address or a name of a model
 * is found at once, without the hub.
 *
 * Property: enabled (boolean): whether the hub is asked at all. Signal: changed
 */

/** Whether the id of a model is one that is shown elsewhere. */
typedef gboolean (*PlimsollRemoteKnown) (const char *id, gpointer data);

PlimsollRemoteSearch *
plimsoll_remote_search_new (PlimsollHub *hub, PlimsollRemoteKnown is_known, gpointer data);

void plimsoll_remote_search_set_words (PlimsollRemoteSearch *self, const char *words);

/** Returns: (transfer none): of #PlimsollSearchResult. */
GListModel *plimsoll_remote_search_get_results (PlimsollRemoteSearch *self);

/** Returns: (nullable) (transfer none): why the hub did not answer, or how old its answer is. */
const char *plimsoll_remote_search_get_fault (PlimsollRemoteSearch *self);

/** Returns: whether what is typed is a name or an address on a hub. */
gboolean plimsoll_remote_search_is_name (PlimsollRemoteSearch *self);

/** Gives up what is asked. */
void plimsoll_remote_search_stop (PlimsollRemoteSearch *self);

G_END_DECLS
