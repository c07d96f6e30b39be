/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-private.h"

#include "plimsoll-scenario-private.h"

#include <math.h>
#include <string.h>

void
plimsoll_fit_figures_clear (PlimsollFitFigures *figures)
{
  /* Padding too, since figures are compared as bytes. */
  memset (figures, 0, sizeof *figures);
  figures->bits = NAN;
  figures->quality = NAN;
  figures->decode = figures->prefill = figures->batch = (PlimsollRange) { NAN, NAN, NAN };
  figures->per_million = NAN;
}

static gboolean
fits (PlimsollVerdict verdict)
{
  return verdict == PLIMSOLL_VERDICT_FITS || verdict == PLIMSOLL_VERDICT_TIGHT;
}

void
plimsoll_fit_figures_answer (PlimsollFitFigures *figures, const PlimsollEstimate *estimate)
{
  if (!estimate->valid)
    return;

  figures->size = estimate->file;
  figures->usable = estimate->usable;
  figures->physical = estimate->physical;
  figures->required = estimate->required;
  figures->longest = estimate->longest_context;
  figures->headroom = estimate->headroom;
  figures->verdict = estimate->verdict;
  figures->decode = estimate->speed.decode;
  figures->prefill = estimate->speed.prefill;
  figures->batch = estimate->speed.batch;
  plimsoll_cargo_of_estimate (estimate, &figures->cargo);
}

const PlimsollQuality *
plimsoll_fit_quality (PlimsollQualityList *quality,
                      PlimsollModel *model,
                      const PlimsollPrecisionInfo *type)
{
  if (quality == NULL || type == NULL)
    return NULL;

  return plimsoll_quality_list_find (quality, model != NULL ? plimsoll_model_get_id (model) : NULL,
                                     type->name, plimsoll_precision_assumes_imatrix (type->type));
}

void
plimsoll_fit_figures_precision (PlimsollFitFigures *figures,
                                const PlimsollFitAsk *ask,
                                PlimsollModel *model,
                                const PlimsollWeights *weights)
{
  const PlimsollQuality *quality;

  if (weights == NULL)
    return;

  figures->precision = plimsoll_precision_of (weights);
  figures->bits = weights->bits_per_weight;
  figures->size = weights->file_bytes;
  /* As it was published, nothing is lost. */
  if (model != NULL
      && g_strcmp0 (plimsoll_model_get_spec (model)->native_dtype, weights->name) == 0)
    {
      figures->quality = 0;
      return;
    }
  quality = plimsoll_fit_quality (ask->quality, model, figures->precision);
  figures->quality = quality != NULL ? quality->ratio - 1 : (double) NAN;
}

guint64
plimsoll_fit_limit (const PlimsollFitAsk *ask, PlimsollModel *model)
{
  const guint64 limit = plimsoll_model_get_max_context (model);

  if (limit == 0)
    return PLIMSOLL_MAX_CONTEXT;

  return plimsoll_engine_serves (ask->question.engine) ? limit : limit * ask->question.parallel;
}

void
plimsoll_fit_ask_on (const PlimsollFitAsk *ask,
                     PlimsollAccelerator *accelerator,
                     PlimsollQuestion *question,
                     PlimsollHardware *hardware)
{
  if (accelerator == NULL)
    {
      *hardware = ask->hardware;
      return;
    }
  plimsoll_sizer_ask_on (ask->sizer, accelerator, question);
  plimsoll_sizer_hardware_of (ask->sizer, accelerator, question->n_devices, hardware);
}

guint64
plimsoll_fit_required_at (const PlimsollFitAsk *ask,
                          PlimsollModel *model,
                          const PlimsollWeights *weights,
                          PlimsollAccelerator *accelerator,
                          guint64 context)
{
  PlimsollQuestion question = ask->question;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  if (model == NULL || context > plimsoll_fit_limit (ask, model))
    return 0;

  plimsoll_fit_ask_on (ask, accelerator, &question, &hardware);
  question.context = context;
  plimsoll_sizer_answer (model, &hardware, weights, &question, &estimate);

  return estimate.valid ? estimate.required : 0;
}

void
plimsoll_fit_plans_clear (PlimsollFitPlans *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->plans); i++)
    g_clear_pointer (&self->plans[i], g_free);
}

const PlimsollEstimatePlan *
plimsoll_fit_plans_get (PlimsollFitPlans *self,
                        const PlimsollFitAsk *ask,
                        const PlimsollWeights *weights,
                        guint32 n_devices)
{
  PlimsollQuestion question;

  if (self->plans[n_devices] != NULL)
    return self->plans[n_devices];

  question = ask->question;
  question.n_devices = n_devices;
  question.main_device = 0;
  memset (question.device_shares, 0, sizeof question.device_shares);
  self->plans[n_devices] = g_new (PlimsollEstimatePlan, 1);
  plimsoll_estimate_plan_init (self->plans[n_devices], plimsoll_model_get_spec (ask->model),
                               weights, &question);

  return self->plans[n_devices];
}

static gboolean
fits_on_devices (const PlimsollFitAsk *ask,
                 const PlimsollWeights *weights,
                 PlimsollAccelerator *accelerator,
                 guint n_devices)
{
  PlimsollQuestion question = ask->question;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  plimsoll_sizer_ask_on (ask->sizer, accelerator, &question);
  question.n_devices = n_devices;
  plimsoll_sizer_hardware_of (ask->sizer, accelerator, n_devices, &hardware);
  plimsoll_sizer_answer (ask->model, &hardware, weights, &question, &estimate);

  return estimate.valid && fits (estimate.verdict);
}

guint
plimsoll_fit_count (const PlimsollFitAsk *ask,
                    const PlimsollWeights *weights,
                    PlimsollAccelerator *accelerator,
                    const PlimsollFitFigures *figures,
                    PlimsollFitPlans *plans)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  const guint boards = plimsoll_scenario_get_accelerator_count (ask->scenario);
  const guint on_board = MAX (facts->devices, 1);
  PlimsollHardware hardware;
  guint64 least;

  if (figures->usable == 0 || boards == 0)
    return 0;
  if (boards == 1 && fits (figures->verdict))
    return 1;
  /* Memory that belongs to a computer is not added up. */
  if (facts->unified)
    return boards > 1 && fits_on_devices (ask, weights, accelerator, on_board) ? 1 : 0;

  plimsoll_hardware_init (&hardware);
  plimsoll_hardware_add (&hardware, facts, PLIMSOLL_MAX_DEVICES / on_board);
  /* Fewer boards have fewer copies of a buffer, but the weights and the cache are the most of it:
   * with nine tenths of it nothing fits. */
  least = figures->required / 10 * 9 / MAX (plimsoll_usable_memory_bytes (facts), 1);
  for (guint64 n = MAX (least, boards == 1 ? 2 : 1); n * on_board <= PLIMSOLL_MAX_DEVICES; n++)
    {
      const guint32 n_devices = (guint32) n * on_board;

      /* What servers take depends on more than the memory. */
      if (plimsoll_engine_serves (ask->question.engine)
            ? fits_on_devices (ask, weights, accelerator, n_devices)
            : plimsoll_estimate_plan_fits (plimsoll_fit_plans_get (plans, ask, weights, n_devices),
                                           &hardware))
        return (guint) n;
    }

  return 0;
}

/* --- The best precision --- */

void
plimsoll_fit_speed (const PlimsollFitAsk *ask,
                    const PlimsollWeights *weights,
                    PlimsollAccelerator *accelerator,
                    PlimsollFitFigures *figures,
                    PlimsollFitPlans *plans)
{
  PlimsollQuestion question = ask->question;
  PlimsollHardware hardware;
  PlimsollSpeedPlan plan;
  PlimsollSpeed speed;

  figures->decode = figures->prefill = figures->batch = (PlimsollRange) { NAN, NAN, NAN };
  if (figures->required == 0 || figures->verdict == PLIMSOLL_VERDICT_EXCEEDS)
    return;

  plimsoll_sizer_ask_on (ask->sizer, accelerator, &question);
  plimsoll_sizer_hardware_of (ask->sizer, accelerator, question.n_devices, &hardware);
  plimsoll_speed_plan_init (&plan, plimsoll_model_get_spec (ask->model), weights,
                            &plimsoll_fit_plans_get (plans, ask, weights, question.n_devices)
                               ->plan.placement,
                            &hardware, &question, plimsoll_speed_constants ());
  plimsoll_speed_at (&speed, &plan, &question);
  figures->decode = speed.decode;
  figures->prefill = speed.prefill;
  figures->batch = speed.batch;
}

void
plimsoll_fit_cost (PlimsollScenario *scenario,
                   const PlimsollCostTerms *terms,
                   double rent,
                   PlimsollFitFigures *figures)
{
  const PlimsollSpeed speed = { .prefill = figures->prefill,
                                .decode = figures->decode,
                                .batch = figures->batch };
  PlimsollCostRates rates;
  double per_hour;

  figures->per_million = (double) NAN;
  figures->rented = FALSE;
  figures->currency = g_intern_string (scenario->currency);
  if (!(figures->decode.value > 0))
    return;

  plimsoll_cost_get_rates (&speed, plimsoll_scenario_get_parallel (scenario), &rates);
  per_hour = plimsoll_cost_owned_per_hour (terms, plimsoll_cost_load_hours (terms, &rates));
  figures->rented = isnan (per_hour) && fits (figures->verdict);
  if (figures->rented)
    per_hour = rent;
  figures->per_million = plimsoll_cost_per_million (per_hour, rates.output, terms->utilization);
}

void
plimsoll_fit_choice_clear (PlimsollFitChoice *choice)
{
  g_clear_pointer (&choice->best, plimsoll_weights_unref);
  g_clear_pointer (&choice->next, plimsoll_weights_unref);
}

static gboolean
answer_fits (const PlimsollFitAsk *ask,
             PlimsollModel *model,
             const PlimsollWeights *weights,
             PlimsollEstimate *estimate)
{
  PlimsollQuestion question = ask->question;

  question.context = MIN (question.context, plimsoll_fit_limit (ask, model));
  plimsoll_sizer_answer (model, &ask->hardware, weights, &question, estimate);

  return estimate->valid && fits (estimate->verdict);
}

/* The same for what does not fit whole: whether there is a plan, whose verdict and speed
 * @estimate then has. */
static gboolean
answer_planned (const PlimsollFitAsk *ask,
                PlimsollModel *model,
                const PlimsollWeights *weights,
                PlimsollEstimate *estimate)
{
  PlimsollQuestion question = ask->question;
  PlimsollPlan plan;

  question.context = MIN (question.context, plimsoll_fit_limit (ask, model));
  plimsoll_sizer_plan (model, &ask->hardware, weights, &question, estimate, &plan, NULL);

  return estimate->planned;
}

gboolean
plimsoll_fit_is_candidate (PlimsollModel *model, PlimsollPrecision type, gboolean native)
{
  const gboolean native_f16 = g_strcmp0 (plimsoll_model_get_spec (model)->native_dtype, "F16") == 0;
  PlimsollNativeType published;

  if (native)
    return plimsoll_precision_suits (model, type, TRUE)
           && (plimsoll_precision_is_common (type)
               || (plimsoll_native_type_of (plimsoll_model_get_spec (model), &published)
                   && (PlimsollPrecision) published == type));

  if (type == (native_f16 ? PLIMSOLL_FILE_TYPE_BF16 : PLIMSOLL_FILE_TYPE_F16))
    return FALSE;

  return plimsoll_precision_is_common (type);
}

/* Returns the bytes that the accelerators have for weights; 0 where that bounds nothing. */
static guint64
room_for_weights (const PlimsollFitAsk *ask)
{
  guint64 room = 0;

  if (ask->question.ngl != PLIMSOLL_ALL_LAYERS || ask->question.n_cpu_moe > 0)
    return 0;
  for (guint32 i = 0; i < ask->question.n_devices; i++)
    room += plimsoll_usable_memory_bytes (plimsoll_hardware_device (&ask->hardware, i));

  return room;
}

/* Fills in the candidates from the fewest bits to the most; returns how many. */
static gsize
list_candidates (PlimsollModel *model, gboolean native, const PlimsollPrecisionInfo **candidates)
{
  gsize n, n_native, n_candidates = 0;
  const PlimsollFileTypeInfo *files = plimsoll_file_types (&n);
  const PlimsollNativeTypeInfo *natives = plimsoll_native_types (&n_native);

  for (gsize i = 0; i < (native ? n_native : n); i++)
    {
      const PlimsollPrecision type =
        native ? (PlimsollPrecision) natives[i].type : (PlimsollPrecision) files[i].type;

      if (plimsoll_fit_is_candidate (model, type, native))
        candidates[n_candidates++] = plimsoll_precision_info (type);
    }

  return n_candidates;
}

/* From the most bits on down. Types that are near each other change places from model to model, so
 * that the one below the first that fits is looked at too. */
static void
search (const PlimsollFitAsk *ask, PlimsollModel *model, PlimsollFitChoice *choice)
{
  const double elements = (double) plimsoll_model_get_parameters (model);
  const guint64 room = room_for_weights (ask);
  const PlimsollPrecisionInfo *candidates[PLIMSOLL_PRECISION_COUNT];
  const gsize n_candidates =
    list_candidates (model, plimsoll_engine_serves (ask->question.engine), candidates);

  plimsoll_fit_choice_clear (choice);
  choice->room = room;
  for (gsize i = n_candidates; i-- > 0;)
    {
      g_autoptr (PlimsollWeights) weights = NULL;
      PlimsollEstimate estimate;

      /* Far too large is not worth the sum; but the smallest is always answered. */
      if (i > 0 && choice->best == NULL && room > 0
          && elements * candidates[i]->bits / 8 > (double) room * 1.25)
        continue;

      weights = plimsoll_precision_weights (model, candidates[i]->type);
      if (weights == NULL)
        continue;
      if (choice->best == NULL && !answer_fits (ask, model, weights, &estimate))
        {
          g_clear_pointer (&choice->next, plimsoll_weights_unref);
          choice->next = g_steal_pointer (&weights);
        }
      else if (choice->best == NULL)
        choice->best = g_steal_pointer (&weights);
      else
        {
          if (weights->file_bytes > choice->best->file_bytes
              && answer_fits (ask, model, weights, &estimate))
            {
              plimsoll_weights_unref (choice->best);
              choice->best = g_steal_pointer (&weights);
            }
          return;
        }
    }
}

/* Whether what was chosen for another question is right for this one. */
static gboolean
still_holds (const PlimsollFitAsk *ask, PlimsollModel *model, const PlimsollFitChoice *choice)
{
  PlimsollEstimate estimate;

  /* What was far too large may not be so now. */
  if (choice->room != room_for_weights (ask))
    return FALSE;
  if (choice->next != NULL && answer_fits (ask, model, choice->next, &estimate))
    return FALSE;

  return choice->best != NULL ? answer_fits (ask, model, choice->best, &estimate)
                              : choice->next != NULL;
}

void
plimsoll_fit_choose (const PlimsollFitAsk *ask,
                     PlimsollModel *model,
                     PlimsollFitChoice *choice,
                     PlimsollFitFigures *figures)
{
  const PlimsollWeights *weights;
  PlimsollEstimate estimate;

  plimsoll_fit_figures_clear (figures);
  if (!still_holds (ask, model, choice))
    search (ask, model, choice);
  weights = choice->best != NULL ? choice->best : choice->next;
  if (weights == NULL)
    return;

  if (answer_fits (ask, model, weights, &estimate)
      || answer_planned (ask, model, weights, &estimate))
    plimsoll_fit_figures_precision (figures, ask, model, weights);
  plimsoll_fit_figures_answer (figures, &estimate);
  figures->at_8k = plimsoll_fit_required_at (ask, model, weights, NULL, 8192);
  figures->at_32k = plimsoll_fit_required_at (ask, model, weights, NULL, 32768);
}
