/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What measuring one model on one's own accelerator is worth: of each card with several figures of
 * llama.cpp on one device, one is taken as measured there, and the others are told by it. */

#pragma once

#include "speed-truth.h"

G_BEGIN_DECLS

/** Errors in percent, without their sign. */
typedef struct
{
  guint n;
  double median;
  double p90;
  double held;   /* percent of them within the range that is told */
  double before; /* median of the same, nothing measured: of constants fitted to these cards too */
  double before_p90;
} SpeedHere;

/**
 * @table: decode or prefill
 * @basis: measured: the same weights at other depths; corrected: each of the other weights
 */
SpeedHere speed_here (const SpeedTruth *truth, SpeedTable table, PlimsollSpeedBasis basis);

G_END_DECLS
