/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

G_BEGIN_DECLS

/** More points than a curve has: an octave each, the longest context and the limit. */
#define PLIMSOLL_DECODE_CURVE_MAX 40

/**
 * PlimsollDecodeCurve: how fast the question decodes with other contexts, each of them full. Tokens
 * a second; NAN: there is none. Plain values.
 */
typedef struct
{
  guint n;
  guint64 contexts[PLIMSOLL_DECODE_CURVE_MAX];      /* [n], ascending */
  PlimsollRange fits[PLIMSOLL_DECODE_CURVE_MAX];    /* [n]: as it is asked */
  PlimsollRange planned[PLIMSOLL_DECODE_CURVE_MAX]; /* [n]: where it runs by a plan only */
} PlimsollDecodeCurve;

/**
 * plimsoll_decode_curve_init:
 * @limit: tokens, up to which the curve goes
 *
 * Computes it for the question of @sizer. A context over several sequences is full when each has
 * its share.
 */
void plimsoll_decode_curve_init (PlimsollDecodeCurve *self, PlimsollSizer *sizer, guint64 limit);

/** Returns: what there is at point @i: as asked, else by a plan. */
const PlimsollRange *plimsoll_decode_curve_at (const PlimsollDecodeCurve *self, guint i);

G_END_DECLS
