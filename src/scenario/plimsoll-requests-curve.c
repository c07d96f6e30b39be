/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-requests-curve.h"

#include <math.h>
#include <string.h>

/* Looked for; more of them are for servers of many accelerators. */
#define MOST 4096

/* Returns: whether @requests are held at once; sets @speed, which may be NAN. */
static gboolean
ask (PlimsollSizer *sizer,
     const PlimsollQuestion *asked,
     guint64 each,
     guint requests,
     double *speed)
{
  PlimsollQuestion question = *asked;
  PlimsollEstimate estimate;

  question.parallel = requests;
  question.context = plimsoll_engine_serves (question.engine) ? each : each * requests;
  plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &estimate);
  *speed = estimate.speed.batch.value;

  return estimate.valid
         && (estimate.verdict == PLIMSOLL_VERDICT_FITS
             || estimate.verdict == PLIMSOLL_VERDICT_TIGHT)
         && (!plimsoll_engine_serves (question.engine) || estimate.serving.requests >= requests);
}

static void
add_point (PlimsollRequestsCurve *self, guint requests, double speed)
{
  self->requests[self->n] = requests;
  self->together[self->n++] = speed;
}

void
plimsoll_requests_curve_init (PlimsollRequestsCurve *self,
                              PlimsollSizer *sizer,
                              guint64 prompt,
                              guint64 answer)
{
  PlimsollQuestion question;
  guint few = 0, many = 1;
  double speed, last = (double) NAN;

  g_return_if_fail (self != NULL);
  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));

  memset (self, 0, sizeof *self);
  self->each = prompt + answer;
  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), &question);
  question.prompt = (guint32) MIN (prompt, G_MAXUINT32);
  question.depth = 0;

  while (many <= MOST && ask (sizer, &question, self->each, many, &speed) && !isnan (speed))
    {
      add_point (self, many, speed);
      few = many;
      many *= 2;
    }
  if (few == 0)
    return;
  many = MIN (many, MOST + 1);
  while (many - few > 1)
    {
      const guint middle = few + (many - few) / 2;

      if (ask (sizer, &question, self->each, middle, &speed))
        {
          few = middle;
          last = speed;
        }
      else
        many = middle;
    }
  if (few > self->requests[self->n - 1])
    add_point (self, few, last);
}
