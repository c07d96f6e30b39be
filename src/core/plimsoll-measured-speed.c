/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-measured-speed.h"

#include <math.h>

static double
run_factor (const PlimsollMeasuredRun *run, gboolean is_prefill)
{
  return is_prefill ? run->prefill : run->decode;
}

static PlimsollMeasuredFactor
find (const PlimsollMeasuredRuns *self, guint64 tensor_bytes, gboolean is_prefill)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; self != NULL && i < self->n; i++)
    {
      const double factor = run_factor (&self->runs[i], is_prefill);

      if (!(factor > 0) || isinf (factor))
        continue;
      if (self->runs[i].tensor_bytes == tensor_bytes)
        return (PlimsollMeasuredFactor) { factor, PLIMSOLL_SPEED_IS_MEASURED };
      sum += log (factor);
      n++;
    }

  if (n == 0)
    return (PlimsollMeasuredFactor) { 1, PLIMSOLL_SPEED_IS_MODELLED };
  /* Of other weights it is told as if what is modelled had been one run more. */
  return (PlimsollMeasuredFactor) { exp (sum / (n + 1)), PLIMSOLL_SPEED_IS_CORRECTED };
}

PlimsollMeasuredFactor
plimsoll_measured_decode (const PlimsollMeasuredRuns *self, guint64 tensor_bytes)
{
  return find (self, tensor_bytes, FALSE);
}

PlimsollMeasuredFactor
plimsoll_measured_prefill (const PlimsollMeasuredRuns *self, guint64 tensor_bytes)
{
  return find (self, tensor_bytes, TRUE);
}
