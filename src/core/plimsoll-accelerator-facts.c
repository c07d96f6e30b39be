/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-facts.h"

#include <math.h>

void
plimsoll_accelerator_facts_init (PlimsollAcceleratorFacts *self)
{
  const double unknown = (double) NAN;

  *self = (PlimsollAcceleratorFacts) {
    .devices = 1,
    .bandwidth_gbs = unknown,
    .fp32_tflops = unknown,
    .fp16_tflops = unknown,
    .fp16_accumulate_tflops = unknown,
    .fp16_packed_tflops = unknown,
    .fp8_tflops = unknown,
    .int8_tops = unknown,
    .fp4_tflops = unknown,
    .power_w = unknown,
    .link_gbs = unknown,
    .pcie_gbs = unknown,
  };
}

void
plimsoll_accelerator_facts_per_device (const PlimsollAcceleratorFacts *self,
                                       PlimsollAcceleratorFacts *device)
{
  guint32 n = MAX (self->devices, 1);

  *device = *self;
  device->devices = 1;
  device->memory_bytes_nominal /= n;
  device->memory_bytes_reported /= n;
  device->memory_bytes_usable /= n;
  device->bandwidth_gbs /= n;
  device->fp32_tflops /= n;
  device->fp16_tflops /= n;
  device->fp16_accumulate_tflops /= n;
  device->fp16_packed_tflops /= n;
  device->fp8_tflops /= n;
  device->int8_tops /= n;
  device->fp4_tflops /= n;
  device->power_w /= n;
}

/* Exact for every size: the quotient and the remainder by 100 are taken apart. */
static guint64
percent_of (guint64 bytes, guint64 percent)
{
  return bytes / 100 * percent + bytes % 100 * percent / 100;
}

guint64
plimsoll_usable_percent (const PlimsollAcceleratorFacts *self)
{
  if (!self->unified)
    return PLIMSOLL_USABLE_PERCENT_DISCRETE;

  return self->unified_percent != 0 ? self->unified_percent : PLIMSOLL_USABLE_PERCENT_UNIFIED;
}

static guint64
usable_share (const PlimsollAcceleratorFacts *self, guint64 bytes)
{
  return percent_of (bytes, plimsoll_usable_percent (self));
}

guint64
plimsoll_usable_memory_bytes (const PlimsollAcceleratorFacts *self)
{
  if (self->memory_bytes_usable != 0)
    return self->memory_bytes_usable;

  if (self->memory_bytes_nominal != 0)
    return usable_share (self, self->memory_bytes_nominal);

  return usable_share (self, self->memory_bytes_reported);
}

guint64
plimsoll_usable_memory_bytes_careful (const PlimsollAcceleratorFacts *self)
{
  guint64 usable = plimsoll_usable_memory_bytes (self);

  if (self->memory_bytes_usable != 0 || self->memory_bytes_reported == 0)
    return usable;

  return MIN (usable, usable_share (self, self->memory_bytes_reported));
}

guint64
plimsoll_physical_memory_bytes (const PlimsollAcceleratorFacts *self)
{
  return self->memory_bytes_reported != 0 ? self->memory_bytes_reported
                                          : self->memory_bytes_nominal;
}

double
plimsoll_pcie_gbs (guint32 generation, guint32 lanes)
{
  /* Gigatransfers a second and lane, and what the line code leaves of them: 8b/10b, then 128b/130b,
   * then 242 of 256 bytes. */
  static const double lane_gbs[] = {
    [1] = 2.5 * 8 / 10 / 8,      [2] = 5.0 * 8 / 10 / 8,     [3] = 8.0 * 128 / 130 / 8,
    [4] = 16.0 * 128 / 130 / 8,  [5] = 32.0 * 128 / 130 / 8, [6] = 64.0 * 242 / 256 / 8,
    [7] = 128.0 * 242 / 256 / 8,
  };

  if (generation == 0 || generation >= G_N_ELEMENTS (lane_gbs) || lanes == 0 || lanes > 16)
    return (double) NAN;

  return lane_gbs[generation] * lanes;
}
