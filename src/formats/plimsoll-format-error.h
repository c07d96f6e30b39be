/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What can be wrong with a file that somebody else wrote. Messages are fit to show. */
typedef enum
{
  PLIMSOLL_FORMAT_ERROR_NOT_THIS,    /* it is no file of this kind */
  PLIMSOLL_FORMAT_ERROR_UNSUPPORTED, /* a version or feature that cannot be read */
  PLIMSOLL_FORMAT_ERROR_TRUNCATED,   /* it ends too early */
  PLIMSOLL_FORMAT_ERROR_DAMAGED,     /* it contradicts itself or the format */
  PLIMSOLL_FORMAT_ERROR_TOO_LARGE,   /* past what is read */
  PLIMSOLL_FORMAT_ERROR_MISSING,     /* something essential is not there, or another file */
} PlimsollFormatError;

#define PLIMSOLL_FORMAT_ERROR (plimsoll_format_error_quark ())

GQuark plimsoll_format_error_quark (void);

/* Longer than anybody reads. */
#define PLIMSOLL_MAX_MESSAGE 500

/**
 * plimsoll_one_line:
 * @most: bytes
 *
 * Returns: (transfer full): @text as it may stand in a message: valid, without line breaks and
 * other control characters, and cut where it is longer than @most
 */
char *plimsoll_one_line (const char *text, gsize most);

/**
 * plimsoll_format_fail:
 * @file: its name
 * @format: the fault, in words fit to show; names out of the file may stand in it as they are
 *
 * Sets @error to one line that names the file and the fault. Returns: %FALSE
 */
gboolean plimsoll_format_fail (GError **error,
                               PlimsollFormatError code,
                               const char *file,
                               const char *format,
                               ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
