/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PlimsollScale: values @low to @high onto positions @from to @to, evenly or by octaves.
 * @from may be right of @to: text direction and upward axes are a matter of the scale alone.
 */
typedef struct
{
  double low;
  double high;
  double from;
  double to;
  gboolean octaves; /* log 2; @low must be over 0 */
} PlimsollScale;

/** Returns: the position of @value; outside low..high it is beyond from..to. */
double plimsoll_scale_map (const PlimsollScale *self, double value);

/** Returns: the value at @position, held to low..high. */
double plimsoll_scale_invert (const PlimsollScale *self, double position);

#define PLIMSOLL_MAX_TICKS 16

/**
 * plimsoll_ticks_nice:
 * @high: the largest value, over 0
 * @wanted: about how many steps
 * @ticks: (out caller-allocates) (array fixed-size=16): from 0 on, in steps of 1, 2, 4 or 5
 *   powers of ten, none over @high
 *
 * Returns: how many ticks
 */
guint plimsoll_ticks_nice (double high, guint wanted, double *ticks);

/**
 * plimsoll_ticks_octaves:
 *
 * Powers of two from @low to @high, thinned evenly to @most at most.
 *
 * Returns: how many ticks
 */
guint plimsoll_ticks_octaves (double low, double high, guint most, double *ticks);

G_END_DECLS
