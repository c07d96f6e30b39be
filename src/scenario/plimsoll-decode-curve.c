/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-decode-curve.h"

#include <math.h>
#include <string.h>

static const PlimsollRange none = { (double) NAN, (double) NAN, (double) NAN };

static void
add_stop (PlimsollDecodeCurve *self, guint64 context)
{
  if (self->n < PLIMSOLL_DECODE_CURVE_MAX
      && (self->n == 0 || self->contexts[self->n - 1] < context))
    self->contexts[self->n++] = context;
}

/* Powers of two, between them the longest that fits, and last the limit. */
static void
set_stops (PlimsollDecodeCurve *self, guint64 longest, guint64 limit)
{
  for (guint64 octave = 1024; octave < limit; octave *= 2)
    {
      add_stop (self, octave);
      if (octave < longest && longest < octave * 2 && longest < limit)
        add_stop (self, longest);
    }
  add_stop (self, MAX (limit, 1));
}

void
plimsoll_decode_curve_init (PlimsollDecodeCurve *self, PlimsollSizer *sizer, guint64 limit)
{
  PlimsollScenario *scenario;
  PlimsollModel *model;
  const PlimsollWeights *weights;
  PlimsollHardware hardware;
  PlimsollQuestion question;
  guint sharing;

  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));

  /* All of it, since curves are compared as bytes. */
  memset (self, 0, sizeof *self);
  set_stops (self, plimsoll_sizer_get_estimate (sizer)->longest_context, limit);

  scenario = plimsoll_sizer_get_scenario (sizer);
  model = plimsoll_scenario_get_model (scenario);
  weights = plimsoll_sizer_get_weights (sizer);
  plimsoll_scenario_get_question (scenario, &question);
  plimsoll_sizer_hardware_of (sizer, NULL, question.n_devices, &hardware);
  sharing = plimsoll_engine_serves (question.engine) ? 1 : MAX (question.parallel, 1);

  for (guint i = 0; i < self->n; i++)
    {
      PlimsollEstimate estimate;
      PlimsollPlan plan;

      self->fits[i] = self->planned[i] = none;
      question.context = self->contexts[i];
      question.depth = MAX (question.context / sharing, 1);
      plimsoll_sizer_answer (model, &hardware, weights, &question, &estimate);
      if (!estimate.valid)
        continue;
      if (estimate.verdict != PLIMSOLL_VERDICT_EXCEEDS)
        {
          self->fits[i] = estimate.speed.decode;
          continue;
        }
      plimsoll_sizer_plan (model, &hardware, weights, &question, &estimate, &plan, NULL);
      if (estimate.planned)
        self->planned[i] = estimate.speed.decode;
    }
}

const PlimsollRange *
plimsoll_decode_curve_at (const PlimsollDecodeCurve *self, guint i)
{
  g_return_val_if_fail (i < self->n, &none);

  return isnan (self->fits[i].low) ? &self->planned[i] : &self->fits[i];
}
