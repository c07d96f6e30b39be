/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"

G_BEGIN_DECLS

/** Returns: whether @text is an address that plimsoll_hub_download() takes. */
gboolean plimsoll_hub_is_address (const char *text);

/**
 * plimsoll_hub_download:
 * @address: of a file, anywhere
 * @most: bytes: a longer one is an error
 * @error: as %PLIMSOLL_HUB_ERROR, or %G_IO_ERROR_CANCELLED; says @address
 *
 * Waits for a file that somebody named. No token goes there, and nothing is kept; HF_HUB_OFFLINE,
 * which is about the hub, is no reason not to.
 *
 * Returns: (transfer full): or %NULL with @error set
 */
GBytes *plimsoll_hub_download (const char *address,
                               guint64 most,
                               GCancellable *cancellable,
                               GError **error);

/**
 * plimsoll_hub_read:
 * @place: an address that plimsoll_hub_download() takes; or a file, by its path or as file:///…
 * @most: bytes: a longer one is an error
 *
 * Waits for what somebody named, wherever it is.
 *
 * Returns: (transfer full): or %NULL with @error set, as above or as %G_IO_ERROR
 */
GBytes *
plimsoll_hub_read (const char *place, guint64 most, GCancellable *cancellable, GError **error);

/** Returns: (transfer full): what @place, as above, is called in messages: "offers.json". */
char *plimsoll_hub_name_of (const char *place);

G_END_DECLS
