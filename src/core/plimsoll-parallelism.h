/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"

G_BEGIN_DECLS

/* Tensor parallel: every matrix is divided among devices, attention by whole heads. */

/**
 * plimsoll_parallelism_divides:
 * @n: devices, at least 1
 *
 * Whether attention can be divided among @n devices: the query heads of every block that attends,
 * and the key and value heads of delta nets, are multiples of @n. KV heads need to be a multiple of
 * @n, or @n one of theirs: then each is on several devices. Where heads are not known nothing is
 * refused.
 */
gboolean plimsoll_parallelism_divides (const PlimsollModelSpec *spec, guint32 n);

/**
 * plimsoll_parallelism_counts:
 * @most: the most devices
 * @counts: (out caller-allocates) (array length=most): the counts that work, ascending
 *
 * Returns: how many counts there are; at least 1, since one device always works
 */
guint32 plimsoll_parallelism_counts (const PlimsollModelSpec *spec, guint32 most, guint32 *counts);

/** Returns: the KV heads that each of @n devices caches; more than a share where heads are fewer
 * than devices, since no head is divided. */
static inline guint32
plimsoll_parallelism_kv_heads (guint32 kv_heads, guint32 n)
{
  return (kv_heads + n - 1) / n;
}

G_END_DECLS
