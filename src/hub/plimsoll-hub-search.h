/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"

G_BEGIN_DECLS

/** PlimsollHubListing: a model as a hub lists it. What is not told is %NULL, 0 or %FALSE. */
typedef struct
{
  char *id;          /* "Qwen/Qwen3-8B" */
  char *licence;     /* (nullable): "apache-2.0" */
  guint64 downloads; /* in a month */
  guint64 likes;
  guint64 parameters;
  gboolean gated; /* its makers want to be asked */
} PlimsollHubListing;

/** Returns: (transfer full) */
PlimsollHubListing *plimsoll_hub_listing_new (void);
PlimsollHubListing *plimsoll_hub_listing_ref (PlimsollHubListing *self);
void plimsoll_hub_listing_unref (PlimsollHubListing *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubListing, plimsoll_hub_listing_unref)

#define PLIMSOLL_HUB_FOUND_AT_MOST 20

/**
 * plimsoll_hub_search_async:
 * @words: as somebody types them
 *
 * Asks which models match, the most used first, at most %PLIMSOLL_HUB_FOUND_AT_MOST.
 */
void plimsoll_hub_search_async (PlimsollHub *self,
                                const char *words,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);

/**
 * plimsoll_hub_search_finish:
 * @age: (out) (optional): as of an answer
 *
 * Returns: (transfer full) (element-type PlimsollHubListing): %NULL with @error set
 */
GPtrArray *
plimsoll_hub_search_finish (PlimsollHub *self, GAsyncResult *result, gint64 *age, GError **error);

G_END_DECLS
