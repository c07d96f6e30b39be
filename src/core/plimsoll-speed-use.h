/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-speed-constants.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

/** PlimsollSpeedUse: what decides how much of a device's rates is reached. Keeps @constants. */
typedef struct
{
  const PlimsollSpeedConstants *constants;
  PlimsollRuntime runtime;
  PlimsollSpeedStyle style;
  gboolean early;    /* a build of before 2025-09 */
  gboolean of_2025;  /* of before 2026 */
  gboolean floats;   /* weights of 16 bits and more */
  gboolean few_bits; /* of less than 4 */
} PlimsollSpeedUse;

void plimsoll_speed_use_init (PlimsollSpeedUse *self,
                              const PlimsollAcceleratorFacts *accelerator,
                              const PlimsollWeights *weights,
                              const PlimsollQuestion *question,
                              const PlimsollSpeedConstants *constants);

/** Returns: the first that is known and not 0. */
static inline double
plimsoll_first_known (double a, double b)
{
  return a > 0 ? a : b;
}

/** Returns: whether products are computed in vector units alone. */
gboolean plimsoll_speed_is_vector (const PlimsollAcceleratorFacts *accelerator);

/**
 * plimsoll_speed_peak_rate:
 *
 * GeForce sums in FP16 twice as fast as in FP32, others as fast; servers sum in FP32. Where a rate
 * is not known another tells: matrix units double it with every halving of the type, and do four
 * times what NVIDIA's vector units do in FP32.
 *
 * Returns: operations/s of products of FP16 at best; NAN
 */
double plimsoll_speed_peak_rate (const PlimsollAcceleratorFacts *accelerator,
                                 PlimsollSpeedStyle style);

/** Returns: operations/s that the products of a prompt reach on @accelerator; NAN. */
double plimsoll_speed_products_rate (const PlimsollSpeedUse *self,
                                     const PlimsollAcceleratorFacts *accelerator);

/** Returns: operations/s that the attention of a prompt reaches on @accelerator; NAN. */
double plimsoll_speed_attention_rate (const PlimsollSpeedUse *self,
                                      const PlimsollAcceleratorFacts *accelerator);

/** Returns: bytes/s that the memory of @accelerator gives for weights; NAN. */
double plimsoll_speed_memory_rate (const PlimsollSpeedUse *self,
                                   const PlimsollAcceleratorFacts *accelerator);

G_END_DECLS
