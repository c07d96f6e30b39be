/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_MAX_CONTEXT_STOPS 128

/** How far is looked where a model's own limit is not known; tokens. */
#define PLIMSOLL_UNKNOWN_CONTEXT_LIMIT (G_GUINT64_CONSTANT (1) << 20)

/**
 * plimsoll_context_stops:
 * @limit: tokens
 * @stops: (out caller-allocates): room for %PLIMSOLL_MAX_CONTEXT_STOPS
 *
 * The contexts that slider and chart stop at: from 1K on four an octave, the powers of two among
 * them, and last @limit itself.
 *
 * Returns: how many; at least 1
 */
guint plimsoll_context_stops (guint64 limit, guint64 *stops);

G_END_DECLS
