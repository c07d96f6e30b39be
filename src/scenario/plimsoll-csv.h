/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * plimsoll_csv_add:
 *
 * Appends @value to @text as a field of comma-separated values, in quotes where RFC 4180 wants
 * them. Text that a spreadsheet would take for a formula has an apostrophe before it, which it then
 * takes for the beginning of a text; numbers stay numbers.
 */
void plimsoll_csv_add (GString *text, const char *value);

G_END_DECLS
