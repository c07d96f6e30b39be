/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-parallelism.h"

/* A latent cache has no heads of its own: every device holds all of it. */
static gboolean
parallelism_attention_divides (const PlimsollAttention *attention, guint32 n)
{
  if (attention->kind == PLIMSOLL_ATTENTION_NONE || attention->heads == 0)
    return TRUE;
  if (attention->heads % n != 0)
    return FALSE;
  if (attention->kind == PLIMSOLL_ATTENTION_MLA || attention->kv_heads == 0)
    return TRUE;

  return attention->kv_heads % n == 0 || n % attention->kv_heads == 0;
}

static gboolean
parallelism_recurrent_divides (const PlimsollRecurrent *recurrent, guint32 n)
{
  return recurrent->key_heads % n == 0 && recurrent->value_heads % n == 0;
}

gboolean
plimsoll_parallelism_divides (const PlimsollModelSpec *spec, guint32 n)
{
  g_return_val_if_fail (n > 0, FALSE);

  for (guint32 i = 0; i < spec->n_kinds; i++)
    if (!parallelism_attention_divides (&spec->kinds[i].attention, n)
        || !parallelism_recurrent_divides (&spec->kinds[i].recurrent, n))
      return FALSE;

  return TRUE;
}

guint32
plimsoll_parallelism_counts (const PlimsollModelSpec *spec, guint32 most, guint32 *counts)
{
  guint32 n_counts = 0;

  for (guint32 n = 1; n <= most; n++)
    if (plimsoll_parallelism_divides (spec, n))
      counts[n_counts++] = n;

  return n_counts;
}
