/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-placement.h"

#include "plimsoll-checked.h"

#include <string.h>

/* Returns what the question gives device @i, in whatever unit; 0 for what is no share at all. */
static float
placement_share (const PlimsollQuestion *question, guint32 i)
{
  const float share = question->device_shares[i];

  return share > 0 && share < 1e30f ? share : 0;
}

/* Sets @ends to the share of the layers at which each device's part ends. In floats, and in this
 * order, because a layer on the border goes where llama.cpp's own rounding sends it. */
static void
placement_ends (const PlimsollQuestion *question, guint32 n_devices, float *ends)
{
  gboolean given = FALSE;
  float sum = 0;

  for (guint32 i = 0; i < n_devices; i++)
    given |= placement_share (question, i) > 0;

  for (guint32 i = 0; i < n_devices; i++)
    {
      sum += given ? placement_share (question, i) : 1;
      ends[i] = sum;
    }
  for (guint32 i = 0; i < n_devices; i++)
    ends[i] /= sum;
}

/* Returns the number of layers of @n_offloaded that are on devices up to the one whose part ends at
 * @end: those j for which @end is greater than j / n_offloaded, as floats. */
static guint32
placement_layers_before (float end, guint32 n_offloaded)
{
  guint32 layers = (guint32) (end * (float) n_offloaded);

  layers = MIN (layers, n_offloaded);
  while (layers < n_offloaded && end > (float) layers / (float) n_offloaded)
    layers++;
  while (layers > 0 && !(end > (float) (layers - 1) / (float) n_offloaded))
    layers--;

  return layers;
}

/* Sets @stops to the number of offloaded layers on each device and those before it. */
static void
placement_stops (const PlimsollQuestion *question,
                 guint32 n_devices,
                 guint32 n_offloaded,
                 guint32 *stops)
{
  float ends[PLIMSOLL_MAX_DEVICES];

  placement_ends (question, n_devices, ends);
  for (guint32 i = 0; i + 1 < n_devices; i++)
    stops[i] = placement_layers_before (ends[i], n_offloaded);
  if (n_devices > 0)
    stops[n_devices - 1] = n_offloaded;
}

typedef struct
{
  const PlimsollModelSpec *spec;
  const PlimsollWeights *weights;
  guint32 n_shaped;  /* blocks of which the kind is known */
  guint32 n_weighed; /* blocks of which the bytes are known */
  guint32 n_bare;    /* the first so many leave their experts in system memory */
} PlacementBlocks;

static void
placement_add_block (PlimsollPlacement *self, guint32 at, const PlacementBlocks *blocks, guint32 i)
{
  PlimsollPlace *place = &self->places[at];
  PlimsollPlace *host = &self->places[self->n_devices];
  const PlimsollBlockWeights *block;

  place->n_blocks++;
  if (i < blocks->n_shaped)
    place->counts[blocks->spec->pattern[i]]++;
  if (i >= blocks->n_weighed)
    return;
  block = &blocks->weights->blocks[i];

  if (place == host)
    {
      place->weights =
        plimsoll_add (place->weights, plimsoll_add (block->host, block->experts_host));
      place->experts = plimsoll_add (place->experts, block->experts_host);
      place->largest_matrix = MAX (place->largest_matrix, block->largest);
      place->largest_up = MAX (place->largest_up, block->up);
      return;
    }

  place->weights = plimsoll_add (place->weights, block->device);
  if (i >= blocks->n_bare || block->experts_device == 0)
    {
      place->weights = plimsoll_add (place->weights, block->experts_device);
      place->experts = plimsoll_add (place->experts, block->experts_device);
      return;
    }

  place->n_bare++;
  host->weights = plimsoll_add (host->weights, block->experts_host);
  host->experts = plimsoll_add (host->experts, block->experts_host);
  host->largest_matrix = MAX (host->largest_matrix, block->largest);
  self->complete = FALSE;
}

/* A tied head needs no copy where the embedding is, but Gemma 4's loader makes one even there. */
static guint64
placement_output_host (const PlimsollModelSpec *spec, const PlimsollWeights *weights)
{
  if (!spec->tied_head || strcmp (spec->architecture, "gemma4") != 0)
    return weights->output_host;

  return plimsoll_add (weights->output_host, plimsoll_round_up (weights->head_bytes, 32));
}

static gboolean
placement_uses_rope (const PlimsollPlace *place, const PlimsollModelSpec *spec, gboolean full_only)
{
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollAttentionKind kind = spec->kinds[i].attention.kind;

      if (place->counts[i] > 0 && kind != PLIMSOLL_ATTENTION_NONE
          && (!full_only || kind == PLIMSOLL_ATTENTION_FULL))
        return TRUE;
    }

  return FALSE;
}

static void
placement_add_rope (PlimsollPlacement *self,
                    const PlimsollModelSpec *spec,
                    const PlimsollWeights *weights)
{
  const gboolean full_only = strcmp (spec->architecture, "gemma4") == 0;

  if (weights->rope_device == 0)
    return;

  for (guint32 i = 0; i <= self->n_devices; i++)
    if (placement_uses_rope (&self->places[i], spec, full_only))
      self->places[i].weights =
        plimsoll_add (self->places[i].weights,
                      i < self->n_devices ? weights->rope_device : weights->rope_host);
}

static void
placement_clear (PlimsollPlacement *self, const PlimsollModelSpec *spec)
{
  for (guint32 i = 0; i <= self->n_devices; i++)
    {
      PlimsollPlace *place = &self->places[i];

      place->weights = place->experts = place->largest_matrix = place->largest_up = 0;
      place->n_blocks = place->n_bare = 0;
      memset (place->counts, 0, spec->n_kinds * sizeof *place->counts);
    }
}

void
plimsoll_placement_init (PlimsollPlacement *self,
                         const PlimsollModelSpec *spec,
                         const PlimsollWeights *weights,
                         const PlimsollQuestion *question)
{
  /* Of a model known by its totals, the weights alone may say how many blocks there are. */
  const guint32 n_run = MAX (spec->n_blocks, weights->n_blocks);
  const guint32 n_counted = n_run + spec->n_mtp_blocks;
  const guint32 n_used = question->mtp ? n_counted : n_run;
  const PlacementBlocks blocks = {
    .spec = spec,
    .weights = weights,
    .n_shaped = spec->n_blocks + spec->n_mtp_blocks,
    .n_weighed = weights->n_blocks + weights->n_mtp_blocks,
    .n_bare = question->n_cpu_moe,
  };
  guint32 stops[PLIMSOLL_MAX_DEVICES];
  PlimsollPlace *host;
  guint32 first, block = 0;

  self->n_devices = question->n_devices;
  if (question->split == PLIMSOLL_SPLIT_NONE)
    self->n_devices = MIN (self->n_devices, 1);
  placement_clear (self, spec);
  host = &self->places[self->n_devices];

  self->n_layers = n_counted + 1;
  self->n_offloaded = self->n_layers;
  if (question->ngl >= 0)
    self->n_offloaded = MIN ((guint32) question->ngl, self->n_layers);
  if (self->n_devices == 0)
    self->n_offloaded = 0;
  first = self->n_layers - self->n_offloaded;
  self->complete = first == 0 && !question->no_kv_offload;

  placement_stops (question, self->n_devices, self->n_offloaded, stops);

  self->output_device = self->n_devices;
  for (; block < MIN (first, n_used); block++)
    placement_add_block (self, self->n_devices, &blocks, block);
  for (guint32 i = 0; i < self->n_devices; i++)
    {
      for (; block < n_used && block - first < stops[i]; block++)
        placement_add_block (self, i, &blocks, block);
      if (self->n_offloaded > 0 && stops[i] == self->n_offloaded)
        self->output_device = MIN (self->output_device, i);
    }

  self->places[self->output_device].weights =
    plimsoll_add (self->places[self->output_device].weights,
                  self->output_device < self->n_devices ? weights->output_device
                                                        : placement_output_host (spec, weights));
  host->weights = plimsoll_add (host->weights, weights->embedding_host);
  placement_add_rope (self, spec, weights);

  /* -ncmoe is a tensor override, and any of these turns pipelining off. */
  self->pipelined = self->n_devices > 1 && self->complete && question->n_cpu_moe == 0;
}
