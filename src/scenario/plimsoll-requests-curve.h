/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

G_BEGIN_DECLS

/** More points than a curve has: the powers of two, and the most that fit. */
#define PLIMSOLL_REQUESTS_CURVE_MAX 16

/**
 * PlimsollRequestsCurve: what several requests at once get together, at most, each with a prompt
 * that was taken in and room for an answer. Plain values.
 */
typedef struct
{
  guint n;                                      /* 0: not one fits as it is asked, or not known */
  guint requests[PLIMSOLL_REQUESTS_CURVE_MAX];  /* [n], ascending; the last: the most that fit */
  double together[PLIMSOLL_REQUESTS_CURVE_MAX]; /* [n]: tokens a second of all of them */
  guint64 each;                                 /* tokens of context that each has */
} PlimsollRequestsCurve;

/** Computes it for the question of @sizer, with prompts and answers of so many tokens. */
void plimsoll_requests_curve_init (PlimsollRequestsCurve *self,
                                   PlimsollSizer *sizer,
                                   guint64 prompt,
                                   guint64 answer);

G_END_DECLS
