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

G_END_DECLS
