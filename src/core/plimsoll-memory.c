/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-memory.h"

#include "plimsoll-additions-plan.h"
#include "plimsoll-checked.h"
#include "plimsoll-recurrent-state.h"
#include "plimsoll-sentence.h"

#include <string.h>

static const char *
memory_plan_kinds (PlimsollMemoryPlan *self)
{
  const PlimsollModelSpec *spec = self->spec;
  const guint64 v_widest = plimsoll_kv_widest_v (spec);

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const char *fault =
        plimsoll_kv_rows_init (&self->rows[i], &spec->kinds[i], self->question, v_widest);

      if (fault != NULL)
        return fault;

      self->states[i] = plimsoll_recurrent_state_bytes (&spec->kinds[i].recurrent, spec->embedding,
                                                        self->question->parallel);
    }

  return NULL;
}

/* A kind that only idle multi-token-prediction blocks have widens nothing. */
static gboolean
memory_plan_runs (const PlimsollMemoryPlan *self, guint32 kind)
{
  for (guint32 i = 0; i <= self->placement.n_devices; i++)
    if (self->placement.places[i].counts[kind] > 0)
      return TRUE;

  return FALSE;
}

/* A graph is that of the kinds at a place, however many blocks they are: where all kinds are, it is
 * the model's. */
static void
memory_plan_graph (PlimsollMemoryPlan *self,
                   guint32 at,
                   const PlimsollGraph *empty,
                   guint32 n_running)
{
  const PlimsollPlace *place = &self->placement.places[at];
  guint32 n_here = 0;

  for (guint32 kind = 0; kind < self->spec->n_kinds; kind++)
    n_here += place->counts[kind] > 0;
  if (n_here == n_running)
    {
      self->graphs[at] = self->model;
      return;
    }

  self->graphs[at] = *empty;
  for (guint32 kind = 0; n_here > 0 && kind < self->spec->n_kinds; kind++)
    if (place->counts[kind] > 0)
      plimsoll_graph_add (&self->graphs[at], &self->spec->kinds[kind], self->question);
}

static void
memory_plan_graphs (PlimsollMemoryPlan *self)
{
  const PlimsollPlacement *placement = &self->placement;
  PlimsollGraph empty;
  guint32 n_running = 0;

  plimsoll_graph_init (&empty, self->spec);
  self->model = empty;
  for (guint32 kind = 0; kind < self->spec->n_kinds; kind++)
    if (memory_plan_runs (self, kind))
      {
        n_running++;
        plimsoll_graph_add (&self->model, &self->spec->kinds[kind], self->question);
      }

  if (placement->n_devices == 1 && placement->complete)
    {
      self->graphs[0] = self->model;
      return;
    }

  for (guint32 i = 0; i <= placement->n_devices; i++)
    memory_plan_graph (self, i, &empty, n_running);
}

static PlimsollExactness
memory_plan_cache_exactness (const PlimsollMemoryPlan *self)
{
  const PlimsollModelSpec *spec = self->spec;
  gboolean any = FALSE;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollAttention *attention = &spec->kinds[i].attention;

      any |= attention->kind != PLIMSOLL_ATTENTION_NONE
             || spec->kinds[i].recurrent.kind != PLIMSOLL_RECURRENT_NONE;
      /* Caches of compressed tokens and of sparse indexers were not measured. */
      if (attention->kind == PLIMSOLL_ATTENTION_COMPRESSED
          || attention->kind == PLIMSOLL_ATTENTION_CHUNKED || attention->index_heads > 0)
        return PLIMSOLL_MODELLED;
    }

  if (!any)
    return PLIMSOLL_UNKNOWN;

  return spec->source == PLIMSOLL_SPEC_FROM_CONFIG || spec->source == PLIMSOLL_SPEC_FROM_FILE
           ? PLIMSOLL_EXACT
           : PLIMSOLL_MODELLED;
}

gboolean
plimsoll_memory_plan_init (PlimsollMemoryPlan *self,
                           const PlimsollModelSpec *spec,
                           const PlimsollWeights *weights,
                           const PlimsollQuestion *question,
                           const char **refusal)
{
  *refusal = plimsoll_question_refusal (question);
  if (*refusal == NULL && question->mtp && weights->n_mtp_blocks == 0)
    *refusal = N_("The model has no blocks for multi-token prediction that llama.cpp runs");
  if (*refusal != NULL)
    return FALSE;

  self->spec = spec;
  self->weights = weights;
  self->question = question;
  self->additions = NULL;
  self->shapes_known = spec->embedding > 0 && spec->source != PLIMSOLL_SPEC_FROM_TOTALS;

  *refusal = memory_plan_kinds (self);
  if (*refusal != NULL)
    return FALSE;

  self->cache_exactness = memory_plan_cache_exactness (self);
  plimsoll_placement_init (&self->placement, spec, weights, question);
  if (self->shapes_known)
    memory_plan_graphs (self);

  return TRUE;
}

/* Sets @cache and @state to the bytes of the blocks at @at. */
static void
memory_plan_cache (const PlimsollMemoryPlan *self,
                   const PlimsollKvCells *cells,
                   guint32 at,
                   guint64 *cache,
                   guint64 *state)
{
  const PlimsollPlace *place = &self->placement.places[at];
  const gboolean on_device = at < self->placement.n_devices && !self->question->no_kv_offload;

  *cache = *state = 0;
  for (guint32 i = 0; i < self->spec->n_kinds; i++)
    if (place->counts[i] > 0)
      {
        *cache =
          plimsoll_add (*cache, plimsoll_multiply (place->counts[i],
                                                   plimsoll_kv_block_bytes (&self->rows[i], cells,
                                                                            on_device)));
        *state = plimsoll_add (*state, plimsoll_multiply (place->counts[i], self->states[i]));
      }
}

/* Bytes of the cache of multi-token-prediction blocks in builds that gave them one even when their
 * weights were not loaded. They are the last blocks, beside the output layer. */
static guint64
memory_plan_idle_cache (const PlimsollMemoryPlan *self, const PlimsollKvCells *cells)
{
  const PlimsollModelSpec *spec = self->spec;
  const gboolean on_device = self->placement.output_device < self->placement.n_devices
                             && self->placement.n_offloaded > 1 && !self->question->no_kv_offload;
  guint64 bytes = 0;

  if (self->question->build != PLIMSOLL_BUILD_2026_08 || self->question->mtp
      || strcmp (spec->architecture, "glm4moe") != 0)
    return 0;

  for (guint32 i = 0; i < spec->n_mtp_blocks; i++)
    bytes =
      plimsoll_add (bytes, plimsoll_kv_block_bytes (&self->rows[spec->pattern[spec->n_blocks + i]],
                                                    cells, on_device));

  return bytes;
}

static guint64
memory_plan_compute (const PlimsollMemoryPlan *self,
                     const PlimsollGraphRun *run,
                     guint32 device,
                     PlimsollComputeParts *parts)
{
  const PlimsollPlacement *placement = &self->placement;
  const PlimsollPlace *place = &placement->places[device];
  const PlimsollPlace *host = &placement->places[placement->n_devices];
  const PlimsollGraph *graph = &self->graphs[device];
  const gboolean output = placement->output_device == device;

  if (placement->pipelined)
    return plimsoll_compute_device_pipelined (graph, run, device == 0, output, parts);
  if (device > 0 && place->n_bare > 0 && place->n_bare == place->n_blocks)
    return plimsoll_compute_device_bare (graph, run, parts);
  if (device > 0 || host->largest_matrix == 0)
    return plimsoll_compute_device (graph, run, device == 0, output, parts);

  return plimsoll_compute_device_beside_host (graph, run,
                                              &(PlimsollHostPart) {
                                                .blocks = host->n_blocks > 0
                                                            ? &self->graphs[placement->n_devices]
                                                            : NULL,
                                                .model = &self->model,
                                                .largest_matrix = host->largest_matrix,
                                                .largest_up = host->largest_up,
                                                .head =
                                                  placement->output_device == placement->n_devices
                                                    ? self->weights->head_bytes
                                                    : 0,
                                              },
                                              output, parts);
}

static guint64
memory_plan_compute_host (const PlimsollMemoryPlan *self,
                          const PlimsollGraphRun *run,
                          PlimsollComputeParts *parts)
{
  return self->placement.n_devices == 0
           ? plimsoll_compute_cpu (&self->model, run, parts)
           : plimsoll_compute_host (&self->model, run, self->placement.pipelined, parts);
}

guint64
plimsoll_memory_plan_compute_parts (const PlimsollMemoryPlan *self,
                                    guint64 context,
                                    guint32 place,
                                    PlimsollComputeParts *parts)
{
  PlimsollGraphRun run;

  *parts = (PlimsollComputeParts) { 0 };
  if (!self->shapes_known)
    return 0;

  plimsoll_graph_run_init (&run, self->question, context);

  return place < self->placement.n_devices ? memory_plan_compute (self, &run, place, parts)
                                           : memory_plan_compute_host (self, &run, parts);
}

static void
memory_plan_device (const PlimsollMemoryPlan *self,
                    const PlimsollGraphRun *run,
                    guint32 at,
                    PlimsollMemory *memory)
{
  PlimsollDeviceMemory *device = &memory->devices[at];
  guint64 cache, state;

  memory_plan_cache (self, &run->cells, at, &cache, &state);
  if (at == self->placement.output_device)
    cache = plimsoll_add (cache, memory_plan_idle_cache (self, &run->cells));

  memory->kv_cache = plimsoll_add (memory->kv_cache, cache);
  memory->state = plimsoll_add (memory->state, state);
  device->weights = self->placement.places[at].weights;
  memory->weights = plimsoll_add (memory->weights, device->weights);
  if (self->question->no_kv_offload)
    {
      memory->kv_host = plimsoll_add (memory->kv_host, cache);
      memory->state_host = plimsoll_add (memory->state_host, state);
    }
  else
    {
      device->kv_cache = cache;
      device->state = state;
    }
  if (self->shapes_known)
    device->compute = memory_plan_compute (self, run, at, NULL);
  device->required = plimsoll_add (plimsoll_add (device->weights, device->kv_cache),
                                   plimsoll_add (device->state, device->compute));
}

static void
memory_plan_host (const PlimsollMemoryPlan *self,
                  const PlimsollGraphRun *run,
                  PlimsollMemory *memory)
{
  const PlimsollPlacement *placement = &self->placement;
  const guint32 at = placement->n_devices;
  const PlimsollModelSpec *spec = self->spec;
  guint64 cache, state;

  memory_plan_cache (self, &run->cells, at, &cache, &state);
  if (at == placement->output_device)
    cache = plimsoll_add (cache, memory_plan_idle_cache (self, &run->cells));

  memory->kv_host = plimsoll_add (memory->kv_host, cache);
  memory->state_host = plimsoll_add (memory->state_host, state);
  memory->kv_cache = plimsoll_add (memory->kv_cache, cache);
  memory->state = plimsoll_add (memory->state, state);
  memory->weights_host = placement->places[at].weights;
  memory->weights = plimsoll_add (memory->weights, memory->weights_host);

  memory->output_host = plimsoll_multiply (4 * (guint64) run->sequences,
                                           spec->no_head ? spec->embedding : spec->vocabulary);
  if (!self->shapes_known)
    return;
  memory->compute_host = memory_plan_compute_host (self, run, NULL);
}

gboolean
plimsoll_memory_plan_at (const PlimsollMemoryPlan *self, guint64 context, PlimsollMemory *memory)
{
  PlimsollGraphRun run;
  guint64 sum = 0;

  plimsoll_graph_run_init (&run, self->question, context);

  memory->n_devices = self->placement.n_devices;
  memset (memory->devices, 0, memory->n_devices * sizeof *memory->devices);
  memory->kv_host = memory->state_host = memory->compute_host = memory->output_host = 0;
  memory->kv_cache = memory->state = memory->weights = 0;
  memory->additions = (PlimsollAdditionsMemory) { 0 };
  memory->weights_exactness = self->weights->exactness;
  memory->cache_exactness = self->cache_exactness;
  memory->compute_exactness = self->shapes_known ? PLIMSOLL_MODELLED : PLIMSOLL_UNKNOWN;

  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      memory_plan_device (self, &run, i, memory);
      sum = plimsoll_add (sum, memory->devices[i].required);
    }
  memory_plan_host (self, &run, memory);

  if (self->additions != NULL)
    sum = plimsoll_add (sum, plimsoll_additions_plan_add (self->additions, &self->placement,
                                                          context, memory));
  sum = plimsoll_add (sum, plimsoll_add (memory->weights, memory->kv_cache));
  sum = plimsoll_add (sum, plimsoll_add (memory->state, memory->compute_host));

  return plimsoll_add (sum, memory->output_host) != PLIMSOLL_OVERFLOW;
}

gboolean
plimsoll_memory (const PlimsollModelSpec *spec,
                 const PlimsollWeights *weights,
                 const PlimsollQuestion *question,
                 PlimsollMemory *memory,
                 const char **refusal)
{
  PlimsollMemoryPlan plan;
  PlimsollAdditionsPlan additions;
  const char *fault;

  *memory = (PlimsollMemory) { 0 };

  if (!plimsoll_memory_plan_init (&plan, spec, weights, question, &fault)
      || !plimsoll_additions_plan_init (&additions, question, &fault))
    {
      if (refusal != NULL)
        *refusal = fault;
      return FALSE;
    }
  if (plimsoll_additions_any (&question->additions))
    plan.additions = &additions;
  if (!plimsoll_memory_plan_at (&plan, question->context, memory))
    {
      if (refusal != NULL)
        *refusal = N_("The sums are beyond 64 bits");
      return FALSE;
    }

  return TRUE;
}
