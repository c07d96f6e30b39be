/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog-error.h"
#include "plimsoll-catalog.h"

/* What ships. */
static inline PlimsollCatalog *
load_catalog (void)
{
  g_autoptr (GError) error = NULL;
  PlimsollCatalog *catalog = plimsoll_catalog_new (NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (catalog);

  return catalog;
}

static inline GBytes *
bytes_of (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}
