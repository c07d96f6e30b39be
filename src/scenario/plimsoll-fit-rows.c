/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-private.h"

/* Plans what does not fit whole. */
static void
finish_answer (const PlimsollFitAsk *ask,
               const PlimsollWeights *weights,
               const PlimsollHardware *hardware,
               const PlimsollQuestion *question,
               PlimsollEstimate *estimate,
               PlimsollFitFigures *figures,
               PlimsollPlanOptions *options)
{
  PlimsollPlan plan;

  plimsoll_sizer_plan (ask->model, hardware, weights, question, estimate, &plan, options);
  if (options != NULL && !estimate->planned)
    options->n = 0;
  plimsoll_fit_figures_answer (figures, estimate);
}

void
plimsoll_fit_answer (const PlimsollFitAsk *ask,
                     const PlimsollWeights *weights,
                     PlimsollAccelerator *accelerator,
                     PlimsollFitFigures *figures,
                     PlimsollPlanOptions *options)
{
  PlimsollQuestion question = ask->question;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  plimsoll_fit_ask_on (ask, accelerator, &question, &hardware);
  plimsoll_sizer_answer (ask->model, &hardware, weights, &question, &estimate);
  finish_answer (ask, weights, &hardware, &question, &estimate, figures, options);
}

/* The same, of what all accelerators have in common. */
static void
rows_answer (PlimsollFitRows *self, PlimsollAccelerator *accelerator, PlimsollFitFigures *figures)
{
  const PlimsollEstimatePlan *plan;
  PlimsollQuestion question = self->ask->question;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  if (!self->shared)
    {
      plimsoll_fit_answer (self->ask, self->weights, accelerator, figures, self->options);
      return;
    }

  plimsoll_fit_ask_on (self->ask, accelerator, &question, &hardware);
  plan = plimsoll_fit_plans_get (&self->plans, self->ask, self->weights, question.n_devices);
  plimsoll_estimate_plan_on (plan, &hardware, &estimate);
  finish_answer (self->ask, self->weights, &hardware, &question, &estimate, figures, self->options);
}

/* RequiredAt: what is required does not depend on what there is. */
typedef struct
{
  const PlimsollFitGroup *like;
  guint64 at_8k;
  guint64 at_32k;
} RequiredAt;

static const RequiredAt *
required_at (const PlimsollFitAsk *ask,
             const PlimsollWeights *weights,
             PlimsollAccelerator *accelerator,
             const PlimsollFitGroup *group,
             GArray *known)
{
  RequiredAt required = { .like = group };

  for (guint i = 0; i < known->len; i++)
    {
      const RequiredAt *one = &g_array_index (known, RequiredAt, i);

      if (one->like->devices == group->devices && one->like->runtime == group->runtime
          && one->like->unified == group->unified && one->like->vendor == group->vendor)
        return one;
    }

  required.at_8k = plimsoll_fit_required_at (ask, ask->model, weights, accelerator, 8192);
  required.at_32k = plimsoll_fit_required_at (ask, ask->model, weights, accelerator, 32768);
  g_array_append_val (known, required);

  return &g_array_index (known, RequiredAt, known->len - 1);
}

static void
plan_speed (const PlimsollFitAsk *ask,
            const PlimsollWeights *weights,
            const PlimsollPlanOptions *options,
            PlimsollAccelerator *accelerator,
            PlimsollFitFigures *figures)
{
  PlimsollQuestion question = ask->question;
  PlimsollHardware hardware;
  PlimsollSpeed speed;

  plimsoll_sizer_ask_on (ask->sizer, accelerator, &question);
  plimsoll_sizer_hardware_of (ask->sizer, accelerator, question.n_devices, &hardware);
  plimsoll_plan_options_speed (options, plimsoll_model_get_spec (ask->model), weights, &hardware,
                               &speed);
  figures->decode = speed.decode;
  figures->prefill = speed.prefill;
  figures->batch = speed.batch;
}

void
plimsoll_fit_rows_init (PlimsollFitRows *self, const PlimsollFitAsk *ask)
{
  *self = (PlimsollFitRows) { .ask = ask, .weights = plimsoll_sizer_get_weights (ask->sizer) };
  self->shared = !plimsoll_engine_serves (ask->question.engine) && self->weights != NULL;
  self->options = g_new (PlimsollPlanOptions, 1);
  plimsoll_plan_options_init (self->options);
  self->required = g_array_new (FALSE, FALSE, sizeof (RequiredAt));
  plimsoll_fit_figures_clear (&self->precision);
  plimsoll_fit_figures_precision (&self->precision, ask, ask->model, self->weights);
}

void
plimsoll_fit_rows_clear (PlimsollFitRows *self)
{
  g_clear_pointer (&self->options, g_free);
  g_clear_pointer (&self->required, g_array_unref);
  plimsoll_fit_plans_clear (&self->plans);
}

void
plimsoll_fit_rows_ask (PlimsollFitRows *self,
                       PlimsollAccelerator *accelerator,
                       const PlimsollFitGroup *group,
                       PlimsollFitFigures *figures)
{
  const RequiredAt *at;

  *figures = self->precision;
  self->options->n = 0;
  if (self->weights == NULL)
    return;

  if (!self->shared)
    g_array_set_size (self->required, 0);

  rows_answer (self, accelerator, figures);
  figures->count =
    plimsoll_fit_count (self->ask, self->weights, accelerator, figures, &self->plans);
  at = required_at (self->ask, self->weights, accelerator, group, self->required);
  figures->at_8k = at->at_8k;
  figures->at_32k = at->at_32k;
}

void
plimsoll_fit_rows_speed (PlimsollFitRows *self,
                         PlimsollAccelerator *accelerator,
                         PlimsollFitFigures *figures)
{
  if (self->options->n > 0)
    plan_speed (self->ask, self->weights, self->options, accelerator, figures);
  else
    plimsoll_fit_speed (self->ask, self->weights, accelerator, figures, &self->plans);
}
