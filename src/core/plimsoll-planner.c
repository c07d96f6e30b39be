/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-planner.h"

#include "plimsoll-additions-plan.h"
#include "plimsoll-checked.h"
#include "plimsoll-limits.h"
#include "plimsoll-memory.h"
#include "plimsoll-recurrent-state.h"

#include <string.h>

/* Devices are filled evenly to this share of what they have: 1/64 steps. */
#define FILL_STEPS 64

/* Shares are found for the buffers of the shares before them: twice is enough, or it is no plan. */
#define BALANCE_TURNS 2

#define MAX_LAYERS (PLIMSOLL_MAX_BLOCKS + 1)

/*
 * Planner: the plans in the order in which they put more into system memory. Step 0 has everything
 * on devices; then one block more leaves its experts there at each step; then, or from the start
 * without experts, one layer more of -ngl.
 */
typedef struct
{
  const PlimsollModelSpec *spec;
  const PlimsollWeights *weights;
  const PlimsollHardware *hardware;
  PlimsollQuestion question; /* as asked, but with everything on devices */
  PlimsollLimits limits;
  guint32 n_layers;
  guint32 n_blocks;       /* that run */
  guint32 n_expert_steps; /* 0: no experts */
  guint64 room;           /* of all devices */
  gboolean may_share;     /* shares of layers are the planner's to set */
  PlimsollPlan *best;
  PlimsollPlanOptions *options; /* (nullable) */
  PlimsollPlanNeeds *kept;      /* (nullable) (array) */
} Planner;

/* Layers of one step, for the sums that rule out what cannot fit, and for shares. */
typedef struct
{
  guint64 cache[PLIMSOLL_MAX_LAYER_KINDS]; /* [n_kinds] cache and state of a block */
} PlannerCache;

static void
planner_step (const Planner *self, guint32 step, PlimsollQuestion *question)
{
  if (step <= self->n_expert_steps)
    {
      question->ngl = PLIMSOLL_ALL_LAYERS;
      question->n_cpu_moe = step;
      return;
    }

  question->n_cpu_moe = self->n_expert_steps;
  question->ngl = (gint32) (self->n_layers - (step - self->n_expert_steps));
}

static guint32
planner_last_step (const Planner *self)
{
  return self->n_expert_steps + self->n_layers;
}

static const PlimsollBlockWeights *
planner_block (const Planner *self, guint32 i)
{
  static const PlimsollBlockWeights nothing;

  return i < self->weights->n_blocks ? &self->weights->blocks[i] : &nothing;
}

static void
planner_cache_init (const Planner *self, PlannerCache *cache, const PlimsollQuestion *question)
{
  const PlimsollModelSpec *spec = self->spec;
  const guint64 v_widest = plimsoll_kv_widest_v (spec);
  PlimsollKvCells cells;

  plimsoll_kv_cells_init (&cells, question, question->context);
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      PlimsollKvRows rows;

      cache->cache[i] = 0;
      if (question->no_kv_offload
          || plimsoll_kv_rows_init (&rows, &spec->kinds[i], question, v_widest) != NULL)
        continue;
      cache->cache[i] =
        plimsoll_add (plimsoll_kv_block_bytes (&rows, &cells, TRUE),
                      plimsoll_recurrent_state_bytes (&spec->kinds[i].recurrent, spec->embedding,
                                                      question->parallel));
    }
}

static guint64
planner_block_cache (const Planner *self, const PlannerCache *cache, guint32 block)
{
  return block < self->spec->n_blocks ? cache->cache[self->spec->pattern[block]] : 0;
}

/* Returns the least that all devices together hold at step 0: weights and caches. */
static guint64
planner_most_needed (const Planner *self, const PlannerCache *cache)
{
  guint64 bytes = self->weights->output_device;

  for (guint32 i = 0; i < self->n_blocks; i++)
    {
      const PlimsollBlockWeights *block = planner_block (self, i);

      bytes = plimsoll_add (bytes, plimsoll_add (block->device, block->experts_device));
      bytes = plimsoll_add (bytes, planner_block_cache (self, cache, i));
    }

  return bytes;
}

/* Returns what @step takes off the devices that the step before it had there. */
static guint64
planner_spared (const Planner *self, const PlannerCache *cache, guint32 step)
{
  const PlimsollBlockWeights *block;
  guint32 i;

  if (step <= self->n_expert_steps)
    return planner_block (self, step - 1)->experts_device;

  i = step - self->n_expert_steps - 1;
  if (i == self->n_layers - 1)
    return self->weights->output_device;
  if (i >= self->n_blocks)
    return 0;

  block = planner_block (self, i);

  return block->device + (self->n_expert_steps > 0 ? 0 : block->experts_device)
         + planner_block_cache (self, cache, i);
}

/* Returns what @step puts into system memory beside what the step before it had there: weights, as
 * far as they are sure. */
static guint64
planner_moved (const Planner *self, guint32 step)
{
  const PlimsollBlockWeights *block;
  guint32 i;

  if (step <= self->n_expert_steps)
    return planner_block (self, step - 1)->experts_host;

  i = step - self->n_expert_steps - 1;
  if (i >= self->n_blocks)
    return 0;

  block = planner_block (self, i);

  return block->host + (self->n_expert_steps > 0 ? 0 : block->experts_host);
}

/* Whether system memory has no room for @weights; there are only more in the steps that follow. */
static gboolean
planner_host_is_full (const Planner *self, guint64 weights)
{
  const guint64 limit = self->limits.system_memory;

  return limit > 0 && plimsoll_add (weights, weights / 20) > limit;
}

static void
option_speed (const PlimsollModelSpec *spec,
              const PlimsollWeights *weights,
              const PlimsollPlacement *placement,
              const PlimsollHardware *hardware,
              const PlimsollQuestion *question,
              PlimsollSpeed *speed)
{
  PlimsollSpeedPlan plan;

  plimsoll_speed_plan_init (&plan, spec, weights, placement, hardware, question,
                            plimsoll_speed_constants ());
  plimsoll_speed_at (speed, &plan, question);
}

/* Whether @one decodes faster than what was found before it; an unknown speed does not. */
static gboolean
is_faster (const PlimsollSpeed *one, const PlimsollSpeed *before)
{
  return one->decode.value > before->decode.value * (1 + 1e-9);
}

/* Only as much of the placement as there are devices. */
static void
planner_keep (Planner *self, const PlimsollPlacement *placement, const PlimsollQuestion *question)
{
  PlimsollPlanOptions *options = self->options;

  g_assert (options->n < PLIMSOLL_PLAN_OPTIONS);
  options->questions[options->n] = *question;
  memcpy (&options->placements[options->n], placement,
          G_STRUCT_OFFSET (PlimsollPlacement, places)
            + (placement->n_devices + 1) * sizeof *placement->places);
  options->n++;
}

/* Takes @memory over if it decodes faster than the best so far. */
static void
planner_offer (Planner *self,
               const PlimsollMemoryPlan *plan,
               const PlimsollMemory *memory,
               const PlimsollQuestion *question,
               gboolean shared)
{
  PlimsollPlan *best = self->best;
  PlimsollSpeed speed;

  if (self->options != NULL)
    planner_keep (self, &plan->placement, question);
  option_speed (self->spec, self->weights, &plan->placement, self->hardware, question, &speed);
  if (best->found && !is_faster (&speed, &best->speed))
    return;

  best->found = TRUE;
  best->complete = plan->placement.complete;
  best->question = *question;
  if (!shared)
    memcpy (best->question.device_shares, self->question.device_shares,
            sizeof self->question.device_shares);
  best->n_layers = self->n_layers;
  best->shared = shared;
  best->weights_host = memory->weights_host;
  best->host_required = plimsoll_limits_host_required (memory);
  best->speed = speed;
  best->device_required = 0;
  for (guint32 i = 0; i < memory->n_devices; i++)
    best->device_required = plimsoll_add (best->device_required, memory->devices[i].required);
}

/* Returns whether @question fits; offers it if so. */
static gboolean
planner_try (Planner *self,
             const PlimsollQuestion *question,
             gboolean shared,
             PlimsollMemory *memory)
{
  PlimsollMemoryPlan plan;
  PlimsollAdditionsPlan additions;
  const char *refusal;
  gboolean known = plimsoll_memory_plan_init (&plan, self->spec, self->weights, question, &refusal)
                   && plimsoll_additions_plan_init (&additions, question, &refusal);

  if (known && plimsoll_additions_any (&question->additions))
    plan.additions = &additions;
  if (!known || !plimsoll_memory_plan_at (&plan, question->context, memory))
    {
      memory->n_devices = 0;
      return FALSE;
    }

  plimsoll_limits_apply (&self->limits, memory);
  if (plimsoll_limits_spare (&self->limits, memory) < 0)
    return FALSE;

  planner_offer (self, &plan, memory, question, shared);

  return TRUE;
}

/* Deals layers of @bytes out to devices that take @caps of 64 parts of @full; returns whether all
 * found a place. */
static gboolean
deal_layers (const guint64 *layers,
             guint32 n_layers,
             const guint64 *caps,
             guint32 n_devices,
             guint32 full,
             guint32 *counts)
{
  guint32 layer = 0;

  for (guint32 i = 0; i < n_devices; i++)
    {
      const guint64 cap = caps[i] / FILL_STEPS * full;
      guint64 sum = 0;

      counts[i] = 0;
      while (layer < n_layers && plimsoll_add (sum, layers[layer]) <= cap)
        {
          sum += layers[layer++];
          counts[i]++;
        }
    }

  return layer == n_layers;
}

/* Sets the bytes of each layer that @question has on devices; returns how many. */
static guint32
planner_layers (const Planner *self,
                const PlannerCache *cache,
                const PlimsollQuestion *question,
                guint64 *layers)
{
  const guint32 n_offloaded =
    question->ngl < 0 ? self->n_layers : MIN ((guint32) question->ngl, self->n_layers);
  guint32 n = 0;

  for (guint32 i = self->n_layers - n_offloaded; i < self->n_layers; i++)
    {
      const PlimsollBlockWeights *block = planner_block (self, i);

      if (i == self->n_layers - 1)
        layers[n++] = self->weights->output_device;
      else if (i >= self->n_blocks)
        layers[n++] = 0;
      else
        layers[n++] =
          plimsoll_add (plimsoll_add (block->device,
                                      i < question->n_cpu_moe ? 0 : block->experts_device),
                        planner_block_cache (self, cache, i));
    }

  return n;
}

/* Sets shares that fill devices evenly beside the buffers that @memory has on them. */
static gboolean
planner_share (const Planner *self,
               const PlannerCache *cache,
               const PlimsollMemory *memory,
               PlimsollQuestion *question)
{
  guint64 layers[MAX_LAYERS];
  guint64 caps[PLIMSOLL_MAX_DEVICES];
  guint32 counts[PLIMSOLL_MAX_DEVICES];
  const guint32 n_layers = planner_layers (self, cache, question, layers);
  guint32 low = 0, high = FILL_STEPS;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];
      const guint64 room = plimsoll_limits_room (&self->limits, i);
      const guint64 taken =
        plimsoll_add (plimsoll_add (device->compute, self->weights->rope_device),
                      plimsoll_add (device->additions,
                                    plimsoll_add (device->runtime, device->in_use)));

      caps[i] = room > taken ? room - taken : 0;
    }

  if (n_layers == 0 || !deal_layers (layers, n_layers, caps, memory->n_devices, high, counts))
    return FALSE;

  while (high - low > 1)
    {
      const guint32 middle = (low + high) / 2;

      if (deal_layers (layers, n_layers, caps, memory->n_devices, middle, counts))
        high = middle;
      else
        low = middle;
    }
  deal_layers (layers, n_layers, caps, memory->n_devices, high, counts);

  memset (question->device_shares, 0, sizeof question->device_shares);
  for (guint32 i = 0; i < memory->n_devices; i++)
    question->device_shares[i] = (float) counts[i];

  return TRUE;
}

static gboolean
planner_try_step (Planner *self, const PlannerCache *cache, guint32 ubatch, guint32 step)
{
  PlimsollQuestion question = self->question;
  PlimsollMemory memory;
  gboolean fits;

  question.ubatch = ubatch;
  planner_step (self, step, &question);
  plimsoll_hardware_set_shares (self->hardware, &question);
  fits = planner_try (self, &question, FALSE, &memory);

  for (guint turn = 0; !fits && self->may_share && turn < BALANCE_TURNS; turn++)
    {
      if (memory.n_devices < 2 || !planner_share (self, cache, &memory, &question))
        return FALSE;
      fits = planner_try (self, &question, TRUE, &memory);
    }

  return fits;
}

/* What every step needs with @ubatch, which only ever grows less on devices and more in system
 * memory. */
static void
planner_needs_init (const Planner *self, const PlannerCache *cache, PlimsollPlanNeeds *needs)
{
  const guint32 last = planner_last_step (self);
  guint64 moved = self->weights->embedding_host;
  guint64 needed = planner_most_needed (self, cache);

  for (guint32 step = 0; step <= last; step++)
    {
      if (step > 0)
        {
          const guint64 spared = planner_spared (self, cache, step);

          needed = needed > spared ? needed - spared : 0;
          moved = plimsoll_add (moved, planner_moved (self, step));
        }
      needs->devices[step] = needed;
      needs->host[step] = moved;
    }
  needs->n = last + 1;
}

/* Returns the first step before @end of which the devices may have room; @end: none. */
static guint32
planner_first (const Planner *self, const PlimsollPlanNeeds *needs, guint32 end)
{
  guint32 low = 0, high = end;

  while (low < high)
    {
      const guint32 middle = (low + high) / 2;

      if (needs->devices[middle] <= self->room)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

/* Returns the first step before @end that fits with the micro-batch halved @halved times; @end when
 * none does. */
static guint32
planner_search (Planner *self, guint32 halved, guint32 end)
{
  const guint32 ubatch = self->question.ubatch >> halved;
  PlimsollQuestion question = self->question;
  PlimsollPlanNeeds own;
  PlimsollPlanNeeds *needs = &own;
  PlannerCache cache;

  question.ubatch = ubatch;
  planner_cache_init (self, &cache, &question);
  own.n = 0;
  if (self->kept != NULL && halved < PLIMSOLL_PLAN_KEPT)
    needs = &self->kept[halved];
  if (needs->n == 0)
    planner_needs_init (self, &cache, needs);

  for (guint32 step = planner_first (self, needs, end); step < end; step++)
    {
      if (planner_host_is_full (self, needs->host[step]))
        break;
      if (planner_try_step (self, &cache, ubatch, step))
        return step;
    }

  return end;
}

static void
planner_count (Planner *self)
{
  const PlimsollWeights *weights = self->weights;

  self->n_blocks = MAX (self->spec->n_blocks, weights->n_blocks);
  self->n_layers = self->n_blocks + self->spec->n_mtp_blocks + 1;
  for (guint32 i = 0; i < weights->n_blocks; i++)
    if (weights->blocks[i].experts_device > 0)
      self->n_expert_steps = i + 1;

  for (guint32 i = 0; i < self->limits.n_devices; i++)
    {
      const PlimsollDeviceLimits *device = &self->limits.devices[i];
      const guint64 taken = plimsoll_add (device->runtime, device->in_use);
      const guint64 room = plimsoll_limits_room (&self->limits, i);

      self->room = plimsoll_add (self->room, room > taken ? room - taken : 0);
    }
}

static gboolean
planner_can (const Planner *self, const PlimsollQuestion *question)
{
  if (question->engine != PLIMSOLL_ENGINE_LLAMA_CPP || plimsoll_question_refusal (question) != NULL
      || self->limits.n_devices == 0 || self->limits.unified < self->limits.n_devices
      || question->split == PLIMSOLL_SPLIT_TENSOR)
    return FALSE;

  for (guint32 i = 0; i < self->limits.n_devices; i++)
    if (self->limits.devices[i].usable == 0)
      return FALSE;

  return TRUE;
}

static gboolean
has_shares (const PlimsollQuestion *question)
{
  for (guint32 i = 0; i < question->n_devices && i < PLIMSOLL_MAX_DEVICES; i++)
    if (question->device_shares[i] > 0)
      return TRUE;

  return FALSE;
}

gboolean
plimsoll_planner_find (PlimsollPlan *plan,
                       const PlimsollModelSpec *spec,
                       const PlimsollWeights *weights,
                       const PlimsollHardware *hardware,
                       const PlimsollQuestion *question,
                       PlimsollPlanOptions *options)
{
  const guint32 n_devices =
    question->split == PLIMSOLL_SPLIT_NONE ? MIN (question->n_devices, 1) : question->n_devices;
  Planner self = {
    .spec = spec,
    .weights = weights,
    .hardware = hardware,
    .question = *question,
    .may_share = n_devices > 1 && !has_shares (question),
    .best = plan,
    .options = options,
    .kept = options != NULL ? options->needs : NULL,
  };
  guint32 end, first, halved = 0;

  plan->found = FALSE;
  if (options != NULL)
    options->n = 0;
  if (n_devices > PLIMSOLL_MAX_DEVICES)
    return FALSE;
  plimsoll_limits_init (&self.limits, hardware, question, n_devices);
  if (!planner_can (&self, question))
    return FALSE;

  self.question.ngl = PLIMSOLL_ALL_LAYERS;
  self.question.n_cpu_moe = 0;
  planner_count (&self);

  end = planner_last_step (&self) + 1;
  first = planner_search (&self, halved, end);
  /* Where system memory is the faster of the two, less on devices is better. */
  if (first < end - 1)
    {
      PlannerCache cache;

      planner_cache_init (&self, &cache, &self.question);
      planner_try_step (&self, &cache, question->ubatch, end - 1);
    }

  while (question->ubatch >> ++halved >= PLIMSOLL_PLAN_LEAST_UBATCH && first > 0)
    first = planner_search (&self, halved, first);

  return plan->found;
}

void
plimsoll_plan_options_init (PlimsollPlanOptions *self)
{
  self->n = 0;
  for (guint i = 0; i < PLIMSOLL_PLAN_KEPT; i++)
    self->needs[i].n = 0;
}

void
plimsoll_plan_options_speed (const PlimsollPlanOptions *self,
                             const PlimsollModelSpec *spec,
                             const PlimsollWeights *weights,
                             const PlimsollHardware *hardware,
                             PlimsollSpeed *speed)
{
  plimsoll_speed_init (speed);
  for (guint32 i = 0; i < self->n; i++)
    {
      PlimsollSpeed one;

      option_speed (spec, weights, &self->placements[i], hardware, &self->questions[i], &one);
      if (i == 0 || is_faster (&one, speed))
        *speed = one;
    }
}
