/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Numbers for people, by the locale: the window, the command line's text and the report say them
 * alike. A space stands before a unit, "−" before what is less than nothing; what is not known is
 * "—". Every function returns (transfer full). */

#define PLIMSOLL_FORMAT_UNKNOWN "—"

/** PlimsollMemoryUnit: what memory is shown in: 2^30 bytes, or 10^9. */
typedef enum
{
  PLIMSOLL_MEMORY_UNIT_GIB,
  PLIMSOLL_MEMORY_UNIT_GB,
} PlimsollMemoryUnit;

/**
 * plimsoll_format_set_memory_unit:
 *
 * What the functions below show memory in from now on, in the whole process, as the locale is of
 * the whole process: GiB where nobody says otherwise. What programs read has its own units.
 */
void plimsoll_format_set_memory_unit (PlimsollMemoryUnit unit);

/** Returns: how many bytes the unit is: what axes are divided by. */
double plimsoll_format_unit_bytes (void);

/** Returns: (transfer none): "GiB" or "GB", for figures that stand apart from their unit. */
const char *plimsoll_format_unit (void);

/** @text with “GiB” in it, as translated. Returns: the same with the unit in that place. */
char *plimsoll_format_in_unit (const char *text);

/**
 * plimsoll_format_list:
 * @parts: (array zero-terminated=1): phrases that may have commas in them
 *
 * Returns: "one; two; three", joined as the language does it; "" for none.
 */
char *plimsoll_format_list (const char *const *parts);

/** Returns: @phrase with the full stop of the language. */
char *plimsoll_format_sentence (const char *phrase);

/** "21.60 GiB", or in the unit that is set */
char *plimsoll_format_gib (guint64 bytes, guint decimals);

/** "−1,495.49 GiB" */
char *plimsoll_format_gib_signed (gint64 bytes, guint decimals);

/** The number alone: "21.60". */
char *plimsoll_format_gib_value (guint64 bytes, guint decimals);

/** "23.19 GB": in the one that is not set, to stand beside the one that is */
char *plimsoll_format_other_unit (guint64 bytes, guint decimals);

/** "512 MiB", "1.50 GiB": in the one that suits, of bytes by twos or by tens as is set */
char *plimsoll_format_memory (guint64 bytes);

/** "32K", "1M" where it is so exactly, else "40,000" */
char *plimsoll_format_tokens (guint64 tokens);

/** "32K", "42.3K": rounded down, for limits. */
char *plimsoll_format_tokens_about (guint64 tokens);

/** "30,532,122,624" */
char *plimsoll_format_count (guint64 count);

/** "30.5 B", "596 M": parameters */
char *plimsoll_format_parameters (guint64 count);

/** "4.86" */
char *plimsoll_format_number (double value, guint decimals);

/** "94.7 %" of a share of 1 */
char *plimsoll_format_percent (double share, guint decimals);

/** "190 tok/s", "9.4 tok/s" */
char *plimsoll_format_speed (double tokens_per_second);

/** "132 – 163" */
char *plimsoll_format_range (double low, double high, guint decimals);

/** "850 ms", "6.2 s" */
char *plimsoll_format_milliseconds (double milliseconds);

/** Returns: cells of a terminal that @text takes: two for a letter of Chinese. */
guint plimsoll_format_width (const char *text);

/**
 * plimsoll_format_pad:
 * @columns: width in a terminal; a longer @value stays whole
 * @at_end: it is set against the end, as numbers are
 *
 * Appends @value to @text, with the spaces that it lacks, by plimsoll_format_width().
 */
void plimsoll_format_pad (GString *text, const char *value, guint columns, gboolean at_end);

/** "$2.35", "$1,250": no cents from a hundred on */
char *plimsoll_format_money (double amount, const char *currency);

G_END_DECLS
