/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fits constants to measured rows.
 *
 * What is made small is the sum of |log (told / measured)|: a ratio counts as much up as down, and
 * a row that is far off counts no more for it. Rows of one card count as the root of their number.
 * Constants of one kind lean on those of a kindred class, weakly, so that a class of few rows, or
 * none, does as others do. */

#pragma once

#include "speed-errors.h"

G_BEGIN_DECLS

/** Constants that stand beside one another. */
typedef struct
{
  const char *name;
  gsize offset; /* of the first, in doubles */
  guint n;
  guint kind; /* so many are of one kind, for each class; 1: alone */
  guint stage;
  gboolean in_us;
  double most; /* a share is no more than 1 */
} SpeedConstant;

extern const SpeedConstant speed_constants_fitted[];
extern const guint speed_n_constants_fitted;

/** Where the fit begins. */
extern const PlimsollSpeedConstants speed_begin;

typedef struct
{
  SpeedTruth *truth;
  GArray *parameters; /* private */
  double *weights;    /* of each row; 0: takes no part */
} SpeedFit;

SpeedFit *speed_fit_new (SpeedTruth *truth);
void speed_fit_free (SpeedFit *self);

/** Fits to all rows but those of @without (nullable), a card. */
void speed_fit_run (SpeedFit *self, PlimsollSpeedConstants *constants, const char *without);

G_END_DECLS
