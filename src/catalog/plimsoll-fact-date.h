/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** Returns: (transfer full): "2026-10-10", where the clock is. */
char *plimsoll_fact_date_today (void);

/**
 * plimsoll_fact_date_parse:
 * @text: "2026-10-10", "2026-10", "2026" or "2025/2026": as exact as is known
 * @first: (out) (optional): the first day that it can be
 * @last: (out) (optional): the last
 *
 * When something is known to have been so.
 *
 * Returns: %FALSE, with the dates cleared, when @text says no date from 1970 to 2999
 */
gboolean plimsoll_fact_date_parse (const char *text, GDate *first, GDate *last);

G_END_DECLS
