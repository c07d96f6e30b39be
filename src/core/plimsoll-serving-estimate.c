/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-serving-estimate.h"

#include "plimsoll-checked.h"
#include "plimsoll-parallelism.h"
#include "plimsoll-sentence.h"

#include <math.h>

/* With less than this share of the budget to spare, it fits, but tightly: 1/20. */
#define SPARE_SHARE 20

typedef struct
{
  PlimsollServingDevice device;
  guint32 same_as; /* an earlier rank, or itself; what follows is that one's */
  PlimsollPages pages;
  PlimsollServing serving;
} Rank;

/* Large, for the stack; only what there is is touched. */
typedef struct
{
  guint32 n;
  Rank ranks[PLIMSOLL_MAX_DEVICES];
} Ranks;

static PlimsollServingDevice
device_at (const PlimsollHardware *hardware, const PlimsollQuestion *question, guint32 i)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_hardware_device (hardware, i);
  PlimsollServingDevice device = {
    .facts = facts,
    .total = plimsoll_serving_total_bytes (facts),
    .in_use = question->memory_in_use,
  };

  if (facts->unified && device.total == 0)
    device.total = question->system_memory;

  return device;
}

/* Requests that are asked and held: where not all are, the cache is full, and the others wait. One
 * is charged even if none is held. */
static double
requests_charged (const PlimsollQuestion *question, const PlimsollServing *serving)
{
  return CLAMP (serving->requests, 1, (double) question->parallel);
}

/* What a share of requests takes; beyond 64 bits it is no figure. */
static guint64
times (guint64 bytes, double requests)
{
  const double product = (double) bytes * requests;

  return bytes != PLIMSOLL_OVERFLOW && product < 0x1p62 ? (guint64) product : PLIMSOLL_OVERFLOW;
}

/* What the charged requests take of one rank's cache. */
static void
charge (const PlimsollQuestion *question,
        const PlimsollPages *pages,
        double requests,
        PlimsollDeviceMemory *device)
{
  guint64 states = 0, blocks;

  if (question->engine == PLIMSOLL_ENGINE_SGLANG)
    {
      for (guint32 i = 0; i < pages->n_types; i++)
        {
          const PlimsollPageType *type = &pages->types[i];
          const guint64 tokens =
            type->kind == PLIMSOLL_PAGES_SLIDING
              ? MIN (question->context, (guint64) type->window + pages->batched_tokens)
              : question->context;

          device->kv_cache =
            plimsoll_add (device->kv_cache,
                          plimsoll_multiply (plimsoll_multiply (type->layers, type->token_bytes),
                                             tokens));
          device->state =
            plimsoll_add (device->state, plimsoll_multiply (type->layers, type->state_bytes));
        }
    }
  else
    {
      blocks = plimsoll_pages_request_blocks (pages, question->context, &states);
      device->state = plimsoll_multiply (states, pages->block_bytes);
      device->kv_cache = plimsoll_multiply (blocks - states, pages->block_bytes);
    }

  device->kv_cache = times (device->kv_cache, requests);
  device->state = times (device->state, requests);
}

static void
fill_device (const PlimsollQuestion *question,
             const PlimsollPages *pages,
             const PlimsollServing *rank,
             const PlimsollServingDevice *device,
             double requests,
             PlimsollDeviceMemory *memory)
{
  *memory = (PlimsollDeviceMemory) {
    .weights = rank->weights,
    .compute = plimsoll_add (rank->activation, rank->graphs),
    .runtime = rank->other,
    .in_use = device->in_use,
    .usable = rank->budget,
    .physical = device->total,
  };
  charge (question, pages, requests, memory);
  memory->required = plimsoll_add (plimsoll_add (plimsoll_add (memory->weights, memory->compute),
                                                 plimsoll_add (memory->kv_cache, memory->state)),
                                   memory->runtime);
}

/* Every rank; those that are alike are computed once. */
static const char *
compute_ranks (const PlimsollModelSpec *spec,
               const PlimsollWeights *weights,
               const PlimsollHardware *hardware,
               const PlimsollQuestion *question,
               const PlimsollServingLimits *limits,
               Ranks *self)
{
  self->n = limits->tensor_parallel * limits->pipeline_parallel;

  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 stage = i / limits->tensor_parallel;
      Rank *rank = &self->ranks[i];
      const char *fault;

      rank->device = device_at (hardware, question, i);
      rank->same_as = i;
      if (i > 0 && stage == (i - 1) / limits->tensor_parallel
          && rank->device.facts == self->ranks[i - 1].device.facts)
        {
          rank->same_as = self->ranks[i - 1].same_as;
          continue;
        }

      fault = plimsoll_serving_rank (spec, weights, question, limits, &rank->device, stage,
                                     &rank->pages, &rank->serving);
      if (fault != NULL)
        return fault;
      plimsoll_serving_hold (spec, question, &rank->pages, &rank->serving);
    }

  return NULL;
}

/* The rank with the least room decides for all; a stage whose blocks cache nothing of their own
 * does not, beside one that does. */
static const Rank *
narrowest_of (const Ranks *self)
{
  const Rank *narrowest = &self->ranks[0];

  for (guint32 i = 1; i < self->n; i++)
    {
      const Rank *rank = &self->ranks[i];

      if (rank->same_as != i || rank->pages.n_types == 0)
        continue;
      if (narrowest->pages.n_types == 0 || rank->serving.requests < narrowest->serving.requests
          || (rank->serving.requests == narrowest->serving.requests
              && rank->serving.longest_model_len < narrowest->serving.longest_model_len))
        narrowest = rank;
    }

  return narrowest;
}

static void
sum_up (PlimsollEstimate *self)
{
  PlimsollMemory *memory = &self->memory;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      self->required = plimsoll_add (self->required, device->required);
      self->usable = plimsoll_add (self->usable, device->usable);
      self->physical = plimsoll_add (self->physical, device->physical);
      memory->weights = plimsoll_add (memory->weights, device->weights);
      memory->kv_cache = plimsoll_add (memory->kv_cache, device->kv_cache);
      memory->state = plimsoll_add (memory->state, device->state);
    }

  if (self->required > G_MAXINT64 / 2 || self->usable > G_MAXINT64 / 2)
    return;
  self->headroom = (gint64) self->usable - (gint64) self->required;
  if (self->usable > 0)
    self->utilization = (double) self->required / (double) self->usable;
}

static PlimsollVerdict
verdict_of (const PlimsollEstimate *self, const PlimsollQuestion *question)
{
  const PlimsollMemory *memory = &self->memory;
  PlimsollVerdict verdict = PLIMSOLL_VERDICT_FITS;

  if (self->usable == 0)
    return PLIMSOLL_VERDICT_UNKNOWN;
  if (self->serving.requests < 1)
    return PLIMSOLL_VERDICT_EXCEEDS;
  if (self->serving.requests < question->parallel)
    verdict = PLIMSOLL_VERDICT_TIGHT;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      /* vLLM does not start when less is free than it wants. */
      if (device->required > device->usable
          || plimsoll_add (device->usable, device->in_use) > device->physical)
        return PLIMSOLL_VERDICT_EXCEEDS;
      if (device->usable - device->required < device->usable / SPARE_SHARE)
        verdict = PLIMSOLL_VERDICT_TIGHT;
    }

  return verdict;
}

/* Ranks read their shares together; stages follow one another, each with its own. */
static void
estimate_speed (PlimsollEstimate *self,
                const PlimsollModelSpec *spec,
                const PlimsollWeights *weights,
                const PlimsollHardware *hardware,
                const PlimsollQuestion *question,
                double requests)
{
  const PlimsollServingLimits *limits = &self->serving.limits;
  PlimsollQuestion run = *question;
  PlimsollSpeedPlan plan;

  if (self->verdict == PLIMSOLL_VERDICT_EXCEEDS)
    return;

  run.n_devices = limits->tensor_parallel;
  run.split = PLIMSOLL_SPLIT_TENSOR;
  run.ubatch = run.batch = limits->max_batched_tokens;
  run.parallel = (guint32) MIN (requests, (double) limits->max_sequences);
  plimsoll_speed_plan_init (&plan, spec, weights, NULL, hardware, &run,
                            plimsoll_speed_constants ());
  plimsoll_speed_at (&self->speed, &plan, &run);
}

/* With all those asked at once, not only one. */
static guint64
longest_context (const PlimsollModelSpec *spec, const PlimsollQuestion *question, const Ranks *self)
{
  const guint64 model = spec->max_context > 0 ? spec->max_context : PLIMSOLL_MAX_CONTEXT;
  guint64 longest = model;

  for (guint32 i = 0; i < self->n; i++)
    {
      const Rank *rank = &self->ranks[i];

      if (rank->same_as != i)
        continue;
      if (question->parallel == 1)
        longest = MIN (longest, rank->serving.longest_model_len);
      else
        longest =
          MIN (longest, plimsoll_serving_longest (question, &rank->pages, rank->serving.kv_memory,
                                                  question->parallel, model));
    }

  return longest;
}

static guint32
counts_that_work (const PlimsollModelSpec *spec)
{
  guint32 counts[PLIMSOLL_MAX_DEVICES];
  const guint32 n = plimsoll_parallelism_counts (spec, PLIMSOLL_MAX_DEVICES, counts);
  guint32 bits = 0;

  for (guint32 i = 0; i < n; i++)
    bits |= 1u << (counts[i] - 1);

  return bits;
}

void
plimsoll_serving_estimate (const PlimsollModelSpec *spec,
                           const PlimsollWeights *weights,
                           const PlimsollHardware *hardware,
                           const PlimsollQuestion *question,
                           PlimsollEstimate *estimate)
{
  const PlimsollServingDevice first = device_at (hardware, question, 0);
  PlimsollMemory *memory = &estimate->memory;
  PlimsollServingLimits limits;
  double requests;
  Ranks ranks;

  *estimate = (PlimsollEstimate) { .file = weights->file_bytes };
  plimsoll_speed_init (&estimate->speed);

  estimate->refusal = plimsoll_question_refusal (question);
  if (estimate->refusal == NULL && weights->shards == NULL)
    estimate->refusal = "vLLM and SGLang load a model's own files, not this one";
  if (estimate->refusal == NULL && !plimsoll_native_type_info (weights->native)->served)
    estimate->refusal = "vLLM and SGLang do not load this precision";
  if (estimate->refusal == NULL)
    {
      estimate->refusal = plimsoll_serving_limits (spec, question, &first, &limits);
      if (estimate->refusal != NULL && question->serving.tensor_parallel > 0
          && !plimsoll_parallelism_divides (spec, question->serving.tensor_parallel))
        estimate->serving.counts_that_work = counts_that_work (spec);
    }
  if (estimate->refusal != NULL)
    return;

  memory->weights_exactness = weights->exactness;
  memory->cache_exactness = PLIMSOLL_EXACT;
  memory->compute_exactness =
    question->engine == PLIMSOLL_ENGINE_SGLANG ? PLIMSOLL_UNKNOWN : PLIMSOLL_MODELLED;
  estimate->refusal = compute_ranks (spec, weights, hardware, question, &limits, &ranks);
  if (estimate->refusal != NULL)
    return;

  estimate->serving = narrowest_of (&ranks)->serving;
  estimate->serving.asked = question->parallel;
  requests = requests_charged (question, &estimate->serving);
  memory->n_devices = ranks.n;
  for (guint32 i = 0; i < ranks.n; i++)
    {
      const Rank *rank = &ranks.ranks[ranks.ranks[i].same_as];

      memory->cache_exactness = MAX (memory->cache_exactness, rank->pages.exactness);
      if (rank == &ranks.ranks[i])
        fill_device (question, &rank->pages, &rank->serving, &rank->device, requests,
                     &memory->devices[i]);
      else
        memory->devices[i] = memory->devices[i - 1];
    }

  sum_up (estimate);
  if (estimate->required == PLIMSOLL_OVERFLOW)
    {
      estimate->refusal = N_("The sums are beyond 64 bits");
      return;
    }
  estimate->verdict = verdict_of (estimate, question);
  estimate_speed (estimate, spec, weights, hardware, question, requests);
  if (estimate->usable > 0)
    estimate->longest_context = longest_context (spec, question, &ranks);
  estimate->valid = TRUE;
}
