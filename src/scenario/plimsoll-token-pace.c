/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-token-pace.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

/* A page of a book, 500 words. */
#define PAGE_TOKENS 670.0

/* --- Making --- */

static double
seconds_of (const PlimsollTokenPace *self, guint64 tokens)
{
  const double before = isnan (self->prompt_seconds) ? 0 : self->prompt_seconds;

  return before + plimsoll_speed_plan_tokens (&self->plan, (double) self->prompt, (double) tokens);
}

static void
set_plan (PlimsollTokenPace *self, const PlimsollSpeedPlan *plan)
{
  self->plan = *plan;
  if (plan->rule == PLIMSOLL_SPEED_UNKNOWN
      || !isfinite (plimsoll_speed_plan_token (plan, (double) self->prompt)))
    {
      self->state = PLIMSOLL_PACE_UNKNOWN;
      return;
    }
  self->state = PLIMSOLL_PACE_RUNS;
  self->prompt_seconds = plimsoll_speed_plan_prompt (plan, 0, (double) self->prompt);
  if (!isfinite (self->prompt_seconds))
    self->prompt_seconds = (double) NAN;
  self->end = seconds_of (self, self->answer);
}

void
plimsoll_token_pace_init_plan (PlimsollTokenPace *self,
                               const PlimsollSpeedPlan *plan,
                               guint64 prompt,
                               guint64 answer)
{
  g_return_if_fail (self != NULL && plan != NULL);

  *self = (PlimsollTokenPace) {
    .prompt = MAX (prompt, 1),
    .answer = MAX (answer, 1),
    .room = PLIMSOLL_MAX_CONTEXT,
    .prompt_seconds = (double) NAN,
    .end = (double) NAN,
  };
  set_plan (self, plan);
}

/* The answer to the question with @prompt, on @accelerator. */
static void
ask (PlimsollTokenPace *self,
     PlimsollSizer *sizer,
     PlimsollAccelerator *accelerator,
     PlimsollEstimate *estimate)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollHardware hardware;
  PlimsollQuestion question;
  PlimsollPlan plan;

  plimsoll_scenario_get_question (scenario, &question);
  if (accelerator != NULL)
    {
      plimsoll_sizer_ask_on (sizer, accelerator, &question);
      question.n_devices = MAX (question.n_devices, 1);
    }
  question.prompt = (guint32) MIN (self->prompt, G_MAXUINT32);
  question.depth = 0;
  plimsoll_sizer_hardware_of (sizer, accelerator, question.n_devices, &hardware);
  plimsoll_sizer_estimate_on (sizer, &hardware, NULL, &question, estimate);
  plimsoll_sizer_plan (plimsoll_scenario_get_model (scenario), &hardware,
                       plimsoll_sizer_get_weights (sizer), &question, estimate, &plan, NULL);

  self->room = question.context;
  if (!plimsoll_engine_serves (question.engine) && !question.unified_kv)
    self->room = question.context / MAX (question.parallel, 1);
}

void
plimsoll_token_pace_init (PlimsollTokenPace *self,
                          PlimsollSizer *sizer,
                          PlimsollAccelerator *accelerator,
                          guint64 prompt,
                          guint64 answer)
{
  PlimsollEstimate estimate;

  g_return_if_fail (self != NULL);
  g_return_if_fail (PLIMSOLL_IS_SIZER (sizer));

  *self = (PlimsollTokenPace) {
    .prompt = MAX (prompt, 1),
    .answer = MAX (answer, 1),
    .prompt_seconds = (double) NAN,
    .end = (double) NAN,
  };
  plimsoll_sizer_flush (sizer);
  ask (self, sizer, accelerator, &estimate);
  self->refusal = estimate.refusal;
  self->planned = estimate.planned || estimate.verdict == PLIMSOLL_VERDICT_OFFLOAD;

  if (!estimate.valid)
    self->state = PLIMSOLL_PACE_REFUSED;
  else if (estimate.verdict == PLIMSOLL_VERDICT_EXCEEDS)
    self->state = PLIMSOLL_PACE_EXCEEDS;
  else if (self->prompt >= self->room)
    self->state = PLIMSOLL_PACE_NO_ROOM;
  else
    {
      self->answer = MIN (self->answer, self->room - self->prompt);
      set_plan (self, &estimate.speed.plan);
    }
}

/* --- Asking --- */

double
plimsoll_token_pace_first (const PlimsollTokenPace *self)
{
  if (self->state != PLIMSOLL_PACE_RUNS || isnan (self->prompt_seconds))
    return (double) NAN;

  return seconds_of (self, 1);
}

double
plimsoll_token_pace_prompt_share (const PlimsollTokenPace *self, double seconds)
{
  if (self->state != PLIMSOLL_PACE_RUNS || isnan (self->prompt_seconds))
    return 0;
  if (self->prompt_seconds <= 0)
    return 1;

  return CLAMP (seconds / self->prompt_seconds, 0, 1);
}

guint64
plimsoll_token_pace_tokens (const PlimsollTokenPace *self, double seconds)
{
  guint64 there = 0, not_there = self->answer + 1;

  if (self->state != PLIMSOLL_PACE_RUNS)
    return 0;

  while (not_there - there > 1)
    {
      const guint64 middle = there + (not_there - there) / 2;

      if (seconds_of (self, middle) <= seconds)
        there = middle;
      else
        not_there = middle;
    }

  return there;
}

double
plimsoll_token_pace_speed (const PlimsollTokenPace *self, double depth)
{
  if (self->state != PLIMSOLL_PACE_RUNS)
    return (double) NAN;

  return 1 / plimsoll_speed_plan_token (&self->plan, depth);
}

/* --- Words --- */

char *
plimsoll_token_pace_fault (const PlimsollTokenPace *self)
{
  g_autofree char *prompt = plimsoll_format_count (self->prompt);
  g_autofree char *room = plimsoll_format_count (self->room);

  switch (self->state)
    {
    case PLIMSOLL_PACE_REFUSED:
      return g_strdup (self->refusal != NULL ? _(self->refusal)
                                             : _("The question cannot be asked so"));
    case PLIMSOLL_PACE_EXCEEDS:
      return g_strdup (_("It does not fit, so no token comes"));
    case PLIMSOLL_PACE_UNKNOWN:
      return g_strdup (_("How fast it would be is not known: the bandwidth of the memory, or what "
                          "the model reads, is not"));
    case PLIMSOLL_PACE_NO_ROOM:
      /* Translators: numbers of tokens. */
      return g_strdup_printf (_("A prompt of %s tokens leaves no room for an answer in a context "
                                 "of %s"),
                              prompt, room);
    case PLIMSOLL_PACE_RUNS:
    default:
      return NULL;
    }
}

char *
plimsoll_token_pace_feels (double tokens_per_second)
{
  const double reading = (PLIMSOLL_READING_LOW + PLIMSOLL_READING_HIGH) / 2;
  const double times = tokens_per_second / reading;
  g_autofree char *times_text = plimsoll_format_number (times, times < 9.95 ? 1 : 0);
  g_autofree char *page_text =
    plimsoll_format_milliseconds (1000 * PAGE_TOKENS / tokens_per_second);

  if (!(tokens_per_second > 0))
    return g_strdup (_("Feels like nothing: the speed is not known"));
  if (tokens_per_second < 2.5)
    return g_strdup (_("Feels like watching somebody type"));
  if (tokens_per_second < PLIMSOLL_READING_LOW)
    return g_strdup (_("Feels slower than reading: the eye waits for words"));
  if (tokens_per_second <= PLIMSOLL_READING_HIGH)
    return g_strdup (_("Feels like reading: as fast as the eye goes"));
  if (tokens_per_second < 20)
    /* Translators: a number, "2.5". */
    return g_strdup_printf (_("Feels faster than reading, %s times"), times_text);
  if (tokens_per_second < 60)
    /* Translators: a number, "8". */
    return g_strdup_printf (_("Feels like skimming, at %s times the pace of reading"), times_text);

  /* Translators: a time, "3.5 s". */
  return g_strdup_printf (_("Feels like leafing: a page in %s"), page_text);
}
