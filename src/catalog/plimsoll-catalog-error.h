/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What the catalogue's functions fail with. Messages are whole sentences, fit to show. */
typedef enum
{
  PLIMSOLL_CATALOG_ERROR_INVALID,     /* a file is not what it has to be; the message says where */
  PLIMSOLL_CATALOG_ERROR_TOO_LARGE,   /* a file is larger than any honest one */
  PLIMSOLL_CATALOG_ERROR_NOT_FOUND,   /* no such thing; the message names what is near */
  PLIMSOLL_CATALOG_ERROR_IS_ADDITION, /* a file that is loaded beside a model, and is none */
} PlimsollCatalogError;

#define PLIMSOLL_CATALOG_ERROR (plimsoll_catalog_error_quark ())
GQuark plimsoll_catalog_error_quark (void);

G_END_DECLS
