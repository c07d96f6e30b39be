/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

G_BEGIN_DECLS

#define PLIMSOLL_MAX_PRECISION_STOPS 64

/** One precision that the slider stops at. */
typedef struct
{
  const char *name; /* static: "Q4_K_M" */
  const char *mark; /* (nullable): static, for the main ones: "Q4" */
  double position;
} PlimsollPrecisionStop;

/**
 * PlimsollPrecisionStops: the file types that a model can have, from the smallest. The main ones
 * are evenly spaced, the others between them.
 */
typedef struct
{
  PlimsollPrecisionStop stops[PLIMSOLL_MAX_PRECISION_STOPS];
  guint n;
} PlimsollPrecisionStops;

/**
 * plimsoll_precision_stops_fill:
 * @native: the dtype that the model was published in: decides between F16 and BF16, which take
 *   the same room
 */
void plimsoll_precision_stops_fill (PlimsollPrecisionStops *self,
                                    PlimsollSizer *sizer,
                                    const char *native);

/** Returns: (nullable): "Q4" for the main type "Q4_K_M", %NULL for a type that is none. */
const char *plimsoll_precision_mark (const char *name);

/** Returns: where the precision @name stands; for one that is no stop, the nearest by its bits. */
double plimsoll_precision_stops_position (const PlimsollPrecisionStops *self, const char *name);

G_END_DECLS
