/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-estimate.h"

#include "plimsoll-checked.h"
#include "plimsoll-memory.h"

#include <string.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)

/* Contexts are allocated in steps of this many tokens. */
#define CONTEXT_STEP 256

/* With less than this share of usable memory to spare, it fits, but tightly: 1/20. */
#define SPARE_SHARE 20

/* Weights in system memory are pages of the mapped file; without this much room beside them, 1/20,
 * they are dropped and read again for every token. */
#define HOST_SHARE 20

/* EstimateLimits: what there is, on each device and in system memory. */
typedef struct
{
  guint64 usable;
  guint64 physical;
  guint64 runtime;
  guint64 in_use;
  guint64 system_memory; /* 0: unknown, or counted as the device's own */
  gboolean unified;
} EstimateLimits;

/* What the driver and its libraries take for one process, where the part itself does not say. */
static guint64
estimate_runtime (const PlimsollAcceleratorFacts *accelerator)
{
  if (accelerator->runtime_bytes > 0)
    return accelerator->runtime_bytes;

  switch (accelerator->vendor)
    {
    case PLIMSOLL_VENDOR_APPLE:
      return 100 * MIB;
    case PLIMSOLL_VENDOR_NVIDIA:
    case PLIMSOLL_VENDOR_AMD:
    case PLIMSOLL_VENDOR_INTEL:
    case PLIMSOLL_VENDOR_OTHER:
    default:
      return 400 * MIB;
    }
}

static void
estimate_limits (EstimateLimits *self,
                 const PlimsollAcceleratorFacts *accelerator,
                 const PlimsollQuestion *question)
{
  *self = (EstimateLimits) {
    .runtime = estimate_runtime (accelerator),
    .in_use = question->memory_in_use,
    .usable = plimsoll_usable_memory_bytes (accelerator),
    .physical = plimsoll_physical_memory_bytes (accelerator),
    .system_memory = accelerator->unified ? 0 : question->system_memory,
    .unified = accelerator->unified,
  };

  if (self->unified && self->physical == 0)
    {
      self->physical = question->system_memory;
      self->usable = self->physical / 100 * PLIMSOLL_USABLE_PERCENT_UNIFIED;
    }
}

static guint64
memory_host_bytes (const PlimsollMemory *memory)
{
  guint64 bytes = plimsoll_add (memory->weights_host, memory->kv_host);

  bytes = plimsoll_add (bytes, memory->state_host);
  bytes = plimsoll_add (bytes, memory->compute_host);

  return plimsoll_add (bytes, memory->output_host);
}

static guint64
memory_host_required (const PlimsollMemory *memory)
{
  return plimsoll_add (memory_host_bytes (memory), memory->weights_host / HOST_SHARE);
}

/* Puts limits, runtime and others' use beside what each device of @memory holds. */
static void
memory_apply_limits (PlimsollMemory *memory, const EstimateLimits *limits)
{
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      PlimsollDeviceMemory *device = &memory->devices[i];

      device->runtime = limits->runtime;
      device->in_use = limits->in_use;
      device->usable = limits->usable;
      device->physical = limits->physical;
      device->required =
        plimsoll_add (device->required, plimsoll_add (limits->runtime, limits->in_use));
    }

  if (limits->unified && memory->n_devices > 0)
    memory->devices[0].required =
      plimsoll_add (memory->devices[0].required, memory_host_bytes (memory));
}

/* Returns what is left, below 0 when it does not fit, never far from the edge of the type. */
static gint64
spare (guint64 usable, guint64 required)
{
  const guint64 limit = G_MAXINT64 / 2;

  return (gint64) MIN (usable, limit) - (gint64) MIN (required, limit);
}

/* Returns what is left where it is narrowest. The usual share of what the box says can be more than
 * the driver reports, where error correction keeps memory for itself; it cannot be used for that.
 */
static gint64
memory_spare (const PlimsollMemory *memory, const EstimateLimits *limits)
{
  const guint64 limit =
    limits->physical > 0 ? MIN (limits->usable, limits->physical) : limits->usable;
  gint64 least = G_MAXINT64;

  for (guint32 i = 0; i < memory->n_devices; i++)
    least = MIN (least, spare (limit, memory->devices[i].required));
  if (limits->system_memory > 0)
    least = MIN (least, spare (limits->system_memory, memory_host_required (memory)));

  return least;
}

static gint64
plan_spare (const PlimsollMemoryPlan *plan, const EstimateLimits *limits, guint64 steps)
{
  PlimsollMemory memory;

  if (!plimsoll_memory_plan_at (plan, steps * CONTEXT_STEP, &memory))
    return -(G_MAXINT64 / 2);
  memory_apply_limits (&memory, limits);

  return memory_spare (&memory, limits);
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
                 const EstimateLimits *limits,
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
                          const EstimateLimits *limits,
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
estimate_sum (PlimsollEstimate *self, const EstimateLimits *limits)
{
  const PlimsollMemory *memory = &self->memory;

  self->host_required = memory_host_required (memory);
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

  self->headroom = spare (self->usable, self->required);
  if (self->usable > 0)
    self->utilization = (double) self->required / (double) self->usable;
}

void
plimsoll_estimate (const PlimsollModelSpec *spec,
                   const PlimsollWeights *weights,
                   const PlimsollAcceleratorFacts *accelerator,
                   const PlimsollQuestion *question,
                   PlimsollEstimate *estimate)
{
  PlimsollMemoryPlan plan;
  EstimateLimits limits;
  gint64 least;

  *estimate = (PlimsollEstimate) { .file = weights->file_bytes };

  if (!plimsoll_memory_plan_init (&plan, spec, weights, question, &estimate->refusal))
    return;
  if (!plimsoll_memory_plan_at (&plan, question->context, &estimate->memory))
    {
      estimate->refusal = "The sums are beyond 64 bits";
      return;
    }

  estimate_limits (&limits, accelerator, question);
  if (plan.placement.n_devices == 0)
    {
      limits.unified = FALSE;
      limits.system_memory = question->system_memory;
    }
  memory_apply_limits (&estimate->memory, &limits);
  estimate_sum (estimate, &limits);

  least = memory_spare (&estimate->memory, &limits);
  estimate->verdict = estimate_verdict (estimate, &plan.placement, least);
  if (estimate->usable > 0)
    estimate->longest_context = estimate_longest_context (&plan, &limits, least);
  estimate->kv_types_differ = question->flash_attention && question->kv_k != question->kv_v;
  estimate->valid = TRUE;
}
