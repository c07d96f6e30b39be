/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/** PlimsollTensorList: tensors as a plan is built; each is classified when it is added. */
typedef struct
{
  const PlimsollModelSpec *spec;
  GArray *tensors; /* of PlimsollTensor */
  gint32 block;    /* %PLIMSOLL_OUTSIDE_BLOCKS or any block: roles differ */
  PlimsollTensorFlags flags;
} PlimsollTensorList;

/* Products and sums that stay at G_MAXUINT64 instead of wrapping. */
static inline guint64
plimsoll_saturating_mul (guint64 a, guint64 b)
{
  guint64 product;

  return g_uint64_checked_mul (&product, a, b) ? product : G_MAXUINT64;
}

static inline guint64
plimsoll_saturating_add (guint64 a, guint64 b)
{
  guint64 sum;

  return g_uint64_checked_add (&sum, a, b) ? sum : G_MAXUINT64;
}

/** Adds a tensor of three dimensions to those of @list, unless it is empty. */
static inline void
plimsoll_tensor_list_add_3d (PlimsollTensorList *list,
                             const char *suffix,
                             guint64 ne0,
                             guint64 ne1,
                             guint64 ne2)
{
  PlimsollTensor tensor = {
    .suffix = suffix,
    .block = list->block,
    .flags = list->flags,
    .ne = { ne0, ne1, ne2 },
  };

  if (ne0 == 0 || ne1 == 0 || ne2 == 0)
    return;

  plimsoll_tensor_classify (&tensor);
  g_array_append_val (list->tensors, tensor);
}

static inline void
plimsoll_tensor_list_add (PlimsollTensorList *list, const char *suffix, guint64 ne0, guint64 ne1)
{
  plimsoll_tensor_list_add_3d (list, suffix, ne0, ne1, 1);
}

static inline void
plimsoll_tensor_list_add_vector (PlimsollTensorList *list, const char *suffix, guint64 ne0)
{
  plimsoll_tensor_list_add_3d (list, suffix, ne0, 1, 1);
}

/**
 * plimsoll_tensor_list_add_other:
 *
 * Adds parameters of which only the number is known: as a matrix if they can be one, for matrices
 * are nearly all of a model, else as a vector.
 */
void plimsoll_tensor_list_add_other (PlimsollTensorList *list, guint64 n);

/** The attention of a block. */
void plimsoll_tensor_list_add_attention (PlimsollTensorList *list, const PlimsollAttention *a);

/** The recurrent mixer of a block. */
void plimsoll_tensor_list_add_recurrent (PlimsollTensorList *list, const PlimsollRecurrent *r);

/** Norms, feed-forward part and all else of a block. */
void plimsoll_tensor_list_add_feed_forward (PlimsollTensorList *list, const PlimsollLayer *layer);

G_END_DECLS
