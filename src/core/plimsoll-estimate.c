/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-estimate-plan.h"

#include "plimsoll-checked.h"
#include "plimsoll-limits.h"
#include "plimsoll-sentence.h"
#include "plimsoll-serving-estimate.h"

#include <string.h>

/* Contexts are allocated in steps of this many tokens. */
#define CONTEXT_STEP 256

/* With less than this share of usable memory to spare, it fits, but tightly: 1/20. */
#define SPARE_SHARE 20

static gint64
plan_spare (const PlimsollMemoryPlan *plan, const PlimsollLimits *limits, guint64 steps)
{
  PlimsollMemory memory;

  if (!plimsoll_memory_plan_at (plan, steps * CONTEXT_STEP, &memory))
    return -(G_MAXINT64 / 2);
  plimsoll_limits_apply (limits, &memory);

  return plimsoll_limits_spare (limits, &memory);
}

/* Returns a number of steps between @low, which fits with @low_spare, and @high, which does not.
 * The memory is nearly a line over the context, so that the line's zero is a good place to look. */
static guint64
guess_between (guint64 low, gint64 low_spare, guint64 high, gint64 high_spare)
{
  const double at = (double) low_spare / ((double) low_spare - (double) high_spare);
  const guint64 steps = (guint64) (at * (double) (high - low));

  return low + CLAMP (steps, 1, high - low - 1);
}

/* Returns the most steps of context that fit, at most @limit. The spare memory at @known steps is
 * @known_spare. More context never takes less memory. */
static guint64
plan_most_steps (const PlimsollMemoryPlan *plan,
                 const PlimsollLimits *limits,
                 guint64 limit,
                 guint64 known,
                 gint64 known_spare)
{
  guint64 low = 1, high = limit;
  gint64 low_spare, high_spare;

  if (known_spare >= 0 && known >= limit)
    return limit;

  if (known_spare >= 0)
    {
      low = known;
      low_spare = known_spare;
      high_spare = plan_spare (plan, limits, high);
      if (high_spare >= 0)
        return limit;
    }
  else
    {
      low_spare = plan_spare (plan, limits, low);
      if (low_spare < 0)
        return 0;
      if (known <= limit)
        {
          high = known;
          high_spare = known_spare;
        }
      else
        {
          high_spare = plan_spare (plan, limits, high);
          if (high_spare >= 0)
            return limit;
        }
    }

  for (guint turn = 1; high - low > 1; turn++)
    {
      /* Halving now and then bounds the number of turns, whatever the shape. */
      const guint64 middle =
        turn % 4 == 0 ? low + (high - low) / 2 : guess_between (low, low_spare, high, high_spare);
      const gint64 middle_spare = plan_spare (plan, limits, middle);

      if (middle_spare >= 0)
        {
          low = middle;
          low_spare = middle_spare;
        }
      else
        {
          high = middle;
          high_spare = middle_spare;
        }
    }

  return low;
}

static guint64
context_steps (guint64 tokens)
{
  return (tokens + CONTEXT_STEP - 1) / CONTEXT_STEP;
}

static guint64
estimate_longest_context (const PlimsollMemoryPlan *plan,
                          const PlimsollLimits *limits,
                          gint64 known_spare)
{
  guint64 most = PLIMSOLL_MAX_CONTEXT;
  guint64 tokens;

  if (plan->spec->max_context > 0)
    most = MIN (most, (guint64) plan->spec->max_context * plan->question->parallel);

  tokens = plan_most_steps (plan, limits, context_steps (most),
                            context_steps (plan->question->context), known_spare)
           * CONTEXT_STEP;

  return MIN (tokens, most);
}

static PlimsollVerdict
estimate_verdict (const PlimsollEstimate *self, const PlimsollPlacement *placement, gint64 least)
{
  const PlimsollMemory *memory = &self->memory;

  if (self->usable == 0)
    return PLIMSOLL_VERDICT_UNKNOWN;
  for (guint32 i = 0; i < memory->n_devices; i++)
    if (memory->devices[i].usable == 0)
      return PLIMSOLL_VERDICT_UNKNOWN;
  if (least < 0)
    return PLIMSOLL_VERDICT_EXCEEDS;
  if (memory->n_devices == 0)
    return (guint64) self->headroom < self->usable / SPARE_SHARE ? PLIMSOLL_VERDICT_TIGHT
                                                                 : PLIMSOLL_VERDICT_FITS;
  if (!placement->complete)
    return PLIMSOLL_VERDICT_OFFLOAD;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      if (device->usable - device->required < device->usable / SPARE_SHARE)
        return PLIMSOLL_VERDICT_TIGHT;
    }

  return PLIMSOLL_VERDICT_FITS;
}

static void
estimate_sum (PlimsollEstimate *self, const PlimsollLimits *limits)
{
  const PlimsollMemory *memory = &self->memory;

  self->host_required = plimsoll_limits_host_required (memory);
  if (memory->n_devices == 0)
    {
      self->required = self->host_required;
      self->usable = self->physical = limits->system_memory;
    }
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      self->required = plimsoll_add (self->required, memory->devices[i].required);
      self->usable = plimsoll_add (self->usable, memory->devices[i].usable);
      self->physical = plimsoll_add (self->physical, memory->devices[i].physical);
    }

  self->headroom = plimsoll_limits_spare_between (self->usable, self->required);
  if (self->usable > 0)
    self->utilization = (double) self->required / (double) self->usable;
}

static void
estimate_speed (PlimsollEstimate *self,
                const PlimsollMemoryPlan *memory,
                const PlimsollHardware *hardware)
{
  PlimsollSpeedPlan plan;

  if (self->verdict == PLIMSOLL_VERDICT_EXCEEDS)
    return;

  plimsoll_speed_plan_init (&plan, memory->spec, memory->weights, &memory->placement, hardware,
                            memory->question, plimsoll_speed_constants ());
  plimsoll_speed_at (&self->speed, &plan, memory->question);
}

void
plimsoll_estimate_plan_init (PlimsollEstimatePlan *self,
                             const PlimsollModelSpec *spec,
                             const PlimsollWeights *weights,
                             const PlimsollQuestion *question)
{
  self->question = *question;
  self->plan.weights = weights; /* of a question that is refused, too */
  self->refusal = NULL;
  /* Padding too, since answers are compared as bytes. */
  memset (&self->memory, 0, G_STRUCT_OFFSET (PlimsollMemory, devices));
  memset (&self->memory.weights_host, 0,
          sizeof self->memory - G_STRUCT_OFFSET (PlimsollMemory, weights_host));
  if (!plimsoll_memory_plan_init (&self->plan, spec, weights, &self->question, &self->refusal)
      || !plimsoll_additions_plan_init (&self->additions, &self->question, &self->refusal))
    return;

  if (plimsoll_additions_any (&question->additions))
    self->plan.additions = &self->additions;
  if (!plimsoll_memory_plan_at (&self->plan, question->context, &self->memory))
    self->refusal = N_("The sums are beyond 64 bits");
}

/* Only as much of the memory as there are devices. */
static void
take_memory (const PlimsollEstimatePlan *self, PlimsollMemory *memory)
{
  const PlimsollMemory *own = &self->memory;

  memcpy (memory, own,
          G_STRUCT_OFFSET (PlimsollMemory, devices) + own->n_devices * sizeof *own->devices);
  memcpy (&memory->weights_host, &own->weights_host,
          sizeof *own - G_STRUCT_OFFSET (PlimsollMemory, weights_host));
}

void
plimsoll_estimate_plan_on (const PlimsollEstimatePlan *self,
                           const PlimsollHardware *hardware,
                           PlimsollEstimate *estimate)
{
  const PlimsollMemoryPlan *plan = &self->plan;
  const PlimsollQuestion *question = &self->question;
  PlimsollLimits limits;
  gint64 least;

  *estimate = (PlimsollEstimate) { .file = plan->weights->file_bytes, .refusal = self->refusal };
  plimsoll_speed_init (&estimate->speed);
  if (self->refusal != NULL)
    return;

  take_memory (self, &estimate->memory);
  plimsoll_limits_init (&limits, hardware, question, plan->placement.n_devices);
  plimsoll_limits_apply (&limits, &estimate->memory);
  estimate_sum (estimate, &limits);

  least = plimsoll_limits_spare (&limits, &estimate->memory);
  estimate->verdict = estimate_verdict (estimate, &plan->placement, least);
  if (estimate->usable > 0)
    estimate->longest_context = estimate_longest_context (plan, &limits, least);
  estimate_speed (estimate, plan, hardware);
  estimate->kv_types_differ = question->flash_attention && question->kv_k != question->kv_v;
  estimate->valid = TRUE;
}

gboolean
plimsoll_estimate_plan_fits (const PlimsollEstimatePlan *self, const PlimsollHardware *hardware)
{
  const guint32 n_devices = self->plan.placement.n_devices;
  PlimsollLimits limits;
  PlimsollMemory memory;

  if (self->refusal != NULL || !self->plan.placement.complete)
    return FALSE;

  take_memory (self, &memory);
  plimsoll_limits_init (&limits, hardware, &self->question, n_devices);
  plimsoll_limits_apply (&limits, &memory);

  return plimsoll_limits_spare (&limits, &memory) >= 0;
}

void
plimsoll_estimate (const PlimsollModelSpec *spec,
                   const PlimsollWeights *weights,
                   const PlimsollHardware *hardware,
                   const PlimsollQuestion *question,
                   PlimsollEstimate *estimate)
{
  PlimsollQuestion shared = *question;
  PlimsollEstimatePlan plan;

  if (plimsoll_engine_serves (question->engine))
    {
      plimsoll_serving_estimate (spec, weights, hardware, question, estimate);
      return;
    }

  plimsoll_hardware_set_shares (hardware, &shared);
  plimsoll_estimate_plan_init (&plan, spec, weights, &shared);
  plimsoll_estimate_plan_on (&plan, hardware, estimate);
}
