/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a plan says when it is asked: seconds by depth, prompt and requests. */

#include "plimsoll-speed-plan.h"

#include <math.h>

double
plimsoll_speed_plan_token (const PlimsollSpeedPlan *self, double depth)
{
  return self->rule == PLIMSOLL_SPEED_UNKNOWN ? (double) NAN
                                              : plimsoll_reach_at (&self->token, depth);
}

double
plimsoll_speed_plan_tokens (const PlimsollSpeedPlan *self, double depth, double n)
{
  return self->rule == PLIMSOLL_SPEED_UNKNOWN ? (double) NAN
                                              : plimsoll_reach_sum (&self->token, depth, n);
}

/* Launches are queued by one thread, device after device, which waits where a queue is full: for a
 * device to begin what is in it. Where @queued micro-batches fit, it gets as many whole ones
 * further and then waits for the part of the next that does not fit. */
static double
queue_share (double n, double queued)
{
  const double batches = floor (queued) + 1;

  return (n - 1 + batches - queued) / (n * batches);
}

/* Returns the share of the time that a prompt of @batches takes on devices that work in turn: those
 * of a pipeline work at once, but for its filling and emptying, and as far as launches are queued.
 */
static double
pipeline_share (const PlimsollSpeedPlan *self, double batches)
{
  const double n = self->devices;
  double at_once;

  if (n <= 1)
    return 1;

  at_once = (batches + n - 1) / (n * batches);
  if (self->queued > 0)
    at_once = MAX (at_once, queue_share (n, self->queued));

  return 1 - self->pipeline * (1 - at_once);
}

double
plimsoll_speed_plan_prompt (const PlimsollSpeedPlan *self, double depth, double n)
{
  const double batches = ceil (n / self->ubatch);

  if (self->rule == PLIMSOLL_SPEED_UNKNOWN || self->rule == PLIMSOLL_SPEED_CPU)
    return (double) NAN;

  return (plimsoll_reach_sum (&self->prefill, depth, n) + batches * self->prefill_batch)
         * pipeline_share (self, batches);
}

double
plimsoll_speed_plan_step (const PlimsollSpeedPlan *self, double depth, double requests)
{
  double touched;

  if (self->rule == PLIMSOLL_SPEED_UNKNOWN || self->rule == PLIMSOLL_SPEED_CPU)
    return (double) NAN;
  if (requests <= 1)
    return plimsoll_speed_plan_token (self, depth);

  touched = self->chosen > 0 ? 1 - pow (1 - self->chosen, requests) : 0;

  return self->step_fixed + touched * self->step_experts
         + requests * plimsoll_reach_at (&self->step_request, depth);
}

double
plimsoll_speed_plan_prompts (const PlimsollSpeedPlan *self, double n, double requests)
{
  if (requests <= 1)
    return plimsoll_speed_plan_prompt (self, 0, n);

  /* They go together into full micro-batches, but each sees its own tokens alone. */
  return self->step_prompt
         * (requests * plimsoll_reach_sum (&self->prefill, 0, n)
            + ceil (requests * n / self->ubatch) * self->prefill_batch);
}

PlimsollRange
plimsoll_range (double value, double factor)
{
  return (PlimsollRange) { .value = value, .low = value / factor, .high = value * factor };
}

PlimsollSpeedBasis
plimsoll_speed_plan_basis_first (const PlimsollSpeedPlan *self)
{
  return MIN (self->basis_decode, self->basis_prefill);
}
