/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-recurrent-state.h"

#include "plimsoll-checked.h"

guint64
plimsoll_recurrent_convolution (const PlimsollRecurrent *recurrent, guint32 embedding)
{
  const guint64 keys = plimsoll_multiply (recurrent->key_heads, recurrent->key_dim);
  const guint64 values = plimsoll_multiply (recurrent->value_heads, recurrent->value_dim);

  switch (recurrent->kind)
    {
    case PLIMSOLL_RECURRENT_GATED_DELTA_NET:
    case PLIMSOLL_RECURRENT_KDA:
      return plimsoll_add (plimsoll_multiply (2, keys), values);
    case PLIMSOLL_RECURRENT_MAMBA2:
      return plimsoll_add (recurrent->inner,
                           plimsoll_multiply (2 * (guint64) recurrent->groups, recurrent->state));
    case PLIMSOLL_RECURRENT_MAMBA1:
      return recurrent->inner;
    case PLIMSOLL_RECURRENT_SHORT_CONV:
      return embedding;
    case PLIMSOLL_RECURRENT_NONE:
    case PLIMSOLL_RECURRENT_LIGHTNING:
    case PLIMSOLL_RECURRENT_RWKV:
      return 0;
    default:
      g_assert_not_reached ();
    }
}

/* Elements of the state matrix of one sequence. */
static guint64
recurrent_matrix (const PlimsollRecurrent *recurrent, guint32 embedding)
{
  switch (recurrent->kind)
    {
    case PLIMSOLL_RECURRENT_GATED_DELTA_NET:
    case PLIMSOLL_RECURRENT_KDA:
    case PLIMSOLL_RECURRENT_LIGHTNING:
      return plimsoll_multiply (plimsoll_multiply (recurrent->value_heads, recurrent->value_dim),
                                recurrent->key_dim);
    case PLIMSOLL_RECURRENT_MAMBA1:
    case PLIMSOLL_RECURRENT_MAMBA2:
      return (guint64) recurrent->inner * recurrent->state;
    case PLIMSOLL_RECURRENT_RWKV:
      /* One square matrix a head, and the last token twice for the token shifts. */
      return plimsoll_multiply (embedding, (guint64) recurrent->key_dim + 2);
    case PLIMSOLL_RECURRENT_NONE:
    case PLIMSOLL_RECURRENT_SHORT_CONV:
      return 0;
    default:
      g_assert_not_reached ();
    }
}

guint64
plimsoll_recurrent_state_bytes (const PlimsollRecurrent *recurrent,
                                guint32 embedding,
                                guint32 sequences)
{
  guint64 kept, elements;

  if (recurrent->kind == PLIMSOLL_RECURRENT_NONE)
    return 0;

  kept = recurrent->conv_kernel > 0 ? recurrent->conv_kernel - 1 : 0;
  elements =
    plimsoll_add (plimsoll_multiply (kept, plimsoll_recurrent_convolution (recurrent, embedding)),
                  recurrent_matrix (recurrent, embedding));

  return plimsoll_multiply (plimsoll_multiply (4, elements), MAX (sequences, 1));
}
