/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scale.h"

#include <math.h>

static double
share (const PlimsollScale *self, double value)
{
  if (!(self->high > self->low))
    return 0;
  if (self->octaves)
    return log2 (MAX (value, self->low / 2) / self->low) / log2 (self->high / self->low);
  return (value - self->low) / (self->high - self->low);
}

double
plimsoll_scale_map (const PlimsollScale *self, double value)
{
  return self->from + share (self, value) * (self->to - self->from);
}

double
plimsoll_scale_invert (const PlimsollScale *self, double position)
{
  double at;

  if (self->to == self->from || !(self->high > self->low))
    return self->low;

  at = CLAMP ((position - self->from) / (self->to - self->from), 0.0, 1.0);
  if (self->octaves)
    return self->low * exp2 (at * log2 (self->high / self->low));
  return self->low + at * (self->high - self->low);
}

guint
plimsoll_ticks_nice (double high, guint wanted, double *ticks)
{
  static const double steps[] = { 1, 2, 4, 5, 10 };
  double rough, power, step = 0;
  guint n = 0;

  if (!(high > 0) || !isfinite (high))
    {
      ticks[0] = 0;
      return 1;
    }

  rough = high / MAX (wanted, 1);
  power = pow (10, floor (log10 (rough)));
  for (guint i = 0; i < G_N_ELEMENTS (steps) && step < rough * 0.98; i++)
    step = steps[i] * power;

  while (n < PLIMSOLL_MAX_TICKS && n * step <= high * (1 + 1e-9))
    {
      ticks[n] = n * step;
      n++;
    }
  return n;
}

guint
plimsoll_ticks_octaves (double low, double high, guint most, double *ticks)
{
  int first, last, every;
  guint n = 0;

  if (!(low > 0) || !(high >= low) || most == 0)
    return 0;

  first = (int) ceil (log2 (low) - 1e-9);
  last = (int) floor (log2 (high) + 1e-9);
  every = MAX (1, (last - first + (int) most) / (int) most);

  /* From the upper end: a model's limit is the tick that people look for. */
  for (int octave = last; octave >= first && n < MIN (most, PLIMSOLL_MAX_TICKS); octave -= every)
    ticks[n++] = exp2 (octave);
  for (guint i = 0; i < n / 2; i++)
    {
      double other = ticks[i];

      ticks[i] = ticks[n - 1 - i];
      ticks[n - 1 - i] = other;
    }
  return n;
}
