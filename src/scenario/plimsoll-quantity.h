/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Reading the numbers that people write, in options, entries and files. The decimal sign is a full
 * stop in every locale. Messages are one line, fit to show. */

typedef enum
{
  PLIMSOLL_QUANTITY_ERROR_INVALID,      /* it is no such number */
  PLIMSOLL_QUANTITY_ERROR_OUT_OF_RANGE, /* it is, but too small or too large */
} PlimsollQuantityError;

#define PLIMSOLL_QUANTITY_ERROR (plimsoll_quantity_error_quark ())
GQuark plimsoll_quantity_error_quark (void);

/**
 * plimsoll_quantity_parse_tokens:
 *
 * "32768", "32K" or "32k", "1M", "1.5K": K are 1,024 tokens, M 1,024 K; from 1 to
 * %PLIMSOLL_MAX_CONTEXT.
 */
gboolean plimsoll_quantity_parse_tokens (const char *text, guint64 *tokens, GError **error);

/**
 * plimsoll_quantity_parse_bytes:
 *
 * "64GiB", "64 GB", "64G" (GiB), "512MiB", "68719476736"; more than 0, at most 2^50.
 */
gboolean plimsoll_quantity_parse_bytes (const char *text, guint64 *bytes, GError **error);

/**
 * plimsoll_quantity_parse_sold:
 *
 * Tokens as they are sold: "5000000", "500K", "5M", "2B": K are a thousand, M a million, B and G a
 * thousand millions; from 0 to 10^15.
 */
gboolean plimsoll_quantity_parse_sold (const char *text, guint64 *tokens, GError **error);

/** A whole number from @least to @most. */
gboolean plimsoll_quantity_parse_count (const char *text,
                                        guint64 least,
                                        guint64 most,
                                        guint64 *count,
                                        GError **error);

/** A number from @least to @most, with a full stop before its decimals. */
gboolean plimsoll_quantity_parse_number (const char *text,
                                         double least,
                                         double most,
                                         double *number,
                                         GError **error);

G_END_DECLS
