/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed.h"

#include <math.h>

static const PlimsollRange unknown = { (double) NAN, (double) NAN, (double) NAN };

void
plimsoll_speed_init (PlimsollSpeed *self)
{
  *self = (PlimsollSpeed) {
    .plan = { .rule = PLIMSOLL_SPEED_UNKNOWN },
    .decode = unknown,
    .prefill = unknown,
    .first_token = unknown,
    .batch = unknown,
  };
}

double
plimsoll_speed_depth (const PlimsollQuestion *question)
{
  return (double) (question->depth > 0 ? question->depth : question->prompt);
}

/* A processor alone is as fast as one bound or the other; its plan is that of the faster. */
static PlimsollRange
processor_range (double value, double factor)
{
  return (PlimsollRange) { .value = (double) NAN, .low = value / factor, .high = value };
}

void
plimsoll_speed_at (PlimsollSpeed *self,
                   const PlimsollSpeedPlan *plan,
                   const PlimsollQuestion *question)
{
  const double depth = plimsoll_speed_depth (question);
  const double prompt = MAX (question->prompt, 1);
  const double requests = MAX (question->parallel, 1);
  const double token = plimsoll_speed_plan_token (plan, depth);
  const double taken = plimsoll_speed_plan_prompt (plan, 0, prompt);
  const double step = plimsoll_speed_plan_step (plan, depth, requests);

  plimsoll_speed_init (self);
  self->plan = *plan;
  if (plan->rule == PLIMSOLL_SPEED_UNKNOWN)
    return;
  if (plan->rule == PLIMSOLL_SPEED_CPU)
    {
      self->decode = processor_range (1 / token, plan->range_decode);
      return;
    }

  self->decode = plimsoll_range (1 / token, plan->range_decode);
  self->prefill = plimsoll_range (prompt / taken, plan->range_prefill);
  self->first_token =
    plimsoll_range (taken + plimsoll_speed_plan_token (plan, prompt), plan->range_prefill);
  self->batch = plimsoll_range (requests / step, plan->range_batch);
}
