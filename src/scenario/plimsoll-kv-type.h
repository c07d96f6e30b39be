/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-block-format.h"

G_BEGIN_DECLS

/* The types that a cache can have, by the names that llama.cpp's --cache-type-k takes, "f16", and
 * vLLM's --kv-cache-dtype, "fp8". */

typedef struct
{
  const char *name;
  PlimsollBlockFormat format;
} PlimsollKvType;

/** Returns: (array length=n): all of them, from the most bits to the fewest. */
const PlimsollKvType *plimsoll_kv_types (gsize *n);

/** Returns: (nullable): the one named @name, in any case. */
const PlimsollKvType *plimsoll_kv_type_find (const char *name);

/** Returns: whether engines that serve (@served), or else llama.cpp, cache in the type @name. */
gboolean plimsoll_kv_type_is_of (const char *name, gboolean served);

/** Returns: (transfer full): the names in order: "f32, f16, …". */
char *plimsoll_kv_type_list_names (void);

G_END_DECLS
