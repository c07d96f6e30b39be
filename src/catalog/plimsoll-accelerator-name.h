/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * plimsoll_accelerator_name_key:
 *
 * The name without what tells nothing: case, punctuation, spaces, the maker, "GPU" and the like.
 * data/import/names.py has the same rule.
 *
 * Returns: (transfer full)
 */
char *plimsoll_accelerator_name_key (const char *name);

/**
 * plimsoll_accelerator_name_stem:
 * @bare: whether a number alone at the end counts as a size: "A100 80"
 * @size: (out): the memory size in the name, in GB; 0: it has none
 *
 * The key of the name without the memory size in it: "rtx4090" and 24 of "RTX 4090 24 GB".
 *
 * Returns: (nullable) (transfer full): %NULL when the name has no size
 */
char *plimsoll_accelerator_name_stem (const char *name, gboolean bare, guint *size);

G_END_DECLS
