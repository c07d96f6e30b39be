/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

/** Says what a status that is no success means. @endpoint: (nullable): that of the hub; %NULL: it
 * is of a file that is on none. Returns: %FALSE */
gboolean plimsoll_hub_fail_status (SoupMessage *message, const char *endpoint, GError **error);

/** Hands on @fault (transfer full) in words of ours; a cancellation as it is. Returns: %FALSE */
gboolean plimsoll_hub_fail_transport (GError *fault, const char *host, GError **error);

/** Checks what a part is of, or that JSON is JSON. @size: (out): of the whole, 0: not told. */
gboolean plimsoll_hub_check_headers (SoupMessage *message,
                                     const PlimsollHubRequest *request,
                                     guint64 *size,
                                     GError **error);

/** Returns: (transfer full) (nullable): the address of the next page. */
char *plimsoll_hub_next_page (SoupMessage *message);

G_END_DECLS
