/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"

G_BEGIN_DECLS

/**
 * PlimsollHubCache: answers of a hub in a folder, a file each. When they are more than the folder
 * may have, those that were not of use for longest go. Any thread may use it. That something cannot
 * be kept is no fault. Tokens are not in it.
 */
typedef struct
{
  char *folder;
  guint64 most; /* bytes */
} PlimsollHubCache;

/** Returns: (transfer full); @most: bytes. */
PlimsollHubCache *plimsoll_hub_cache_new (const char *folder, guint64 most);
void plimsoll_hub_cache_free (PlimsollHubCache *self);

/**
 * plimsoll_hub_cache_load:
 * @name: what it was stored by, any text
 *
 * Returns: (transfer full) (nullable): its @age is that since it was stored or confirmed
 */
PlimsollHubAnswer *plimsoll_hub_cache_load (PlimsollHubCache *self, const char *name);
void plimsoll_hub_cache_store (PlimsollHubCache *self,
                               const char *name,
                               const PlimsollHubAnswer *answer);

/** The hub says that what is kept is what it has. */
void plimsoll_hub_cache_confirm (PlimsollHubCache *self, const char *name);

/** Returns: bytes of what is kept. */
guint64 plimsoll_hub_cache_get_bytes (PlimsollHubCache *self);

/** Deletes what is kept. Returns: its bytes. */
guint64 plimsoll_hub_cache_clear (PlimsollHubCache *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubCache, plimsoll_hub_cache_free)

G_END_DECLS
