/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A text to be written out token by token: our own, translated, and told again from its beginning
 * when it ends. Tokens are cut about as models cut them: a word with the space before it, a long
 * one in parts, and signs for themselves. */

/** Returns: (transfer full): the tokens from @first on, less than @end, as they follow each other.
 */
char *plimsoll_token_text (guint64 first, guint64 end);

/** Returns: (transfer full) (element-type guint): where each token of @text ends, in bytes. */
GArray *plimsoll_token_text_cut (const char *text);

G_END_DECLS
