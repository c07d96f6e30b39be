/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-placement.h"

#include "plimsoll-checked.h"

#include <string.h>

/* Sets @ends to the share of the layers at which each device's part ends. In floats, and in this
 * order, because a layer on the border goes where llama.cpp's own rounding sends it. */
static void
placement_ends (const PlimsollQuestion *question, guint32 n_devices, float *ends)
{
  gboolean given = FALSE;
  float sum = 0;

  for (guint32 i = 0; i < n_devices; i++)
    given |= question->device_shares[i] > 0;

  for (guint32 i = 0; i < n_devices; i++)
    {
      sum += given ? MAX (question->device_shares[i], 0) : 1;
      ends[i] = sum;
    }
  for (guint32 i = 0; i < n_devices; i++)
    ends[i] /= sum;
}

/* Returns the device of offloaded layer @layer of @n_offloaded. */
static guint32
placement_device (const float *ends, guint32 n_devices, guint32 layer, guint32 n_offloaded)
{
  const float at = (float) layer / (float) n_offloaded;

  for (guint32 i = 0; i < n_devices; i++)
    if (ends[i] > at)
      return i;

  return n_devices - 1;
}

static void
placement_add_block (PlimsollPlacement *self,
                     guint32 at,
                     gint kind,
                     const PlimsollBlockWeights *block,
                     gboolean experts_apart)
{
  PlimsollPlace *place = &self->places[at];
  PlimsollPlace *host = &self->places[self->n_devices];

  place->n_blocks++;
  if (kind >= 0)
    place->counts[kind]++;
  if (block == NULL)
    return;

  if (place == host)
    {
      place->weights =
        plimsoll_add (place->weights, plimsoll_add (block->host, block->experts_host));
      place->largest_matrix = MAX (place->largest_matrix, block->largest);
      place->largest_up = MAX (place->largest_up, block->up);
      return;
    }

  place->weights = plimsoll_add (place->weights, block->device);
  if (!experts_apart || block->experts_device == 0)
    {
      place->weights = plimsoll_add (place->weights, block->experts_device);
      return;
    }

  place->n_bare++;
  host->weights = plimsoll_add (host->weights, block->experts_host);
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

      place->weights = place->largest_matrix = place->largest_up = 0;
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
  const guint32 n_shaped = spec->n_blocks + spec->n_mtp_blocks;
  const guint32 n_weighed = weights->n_blocks + weights->n_mtp_blocks;
  float ends[PLIMSOLL_MAX_DEVICES];
  PlimsollPlace *host;
  guint32 first;

  self->n_devices = question->n_devices;
  if (question->split == PLIMSOLL_SPLIT_NONE)
    self->n_devices = MIN (self->n_devices, 1);
  placement_clear (self, spec);
  placement_ends (question, self->n_devices, ends);
  host = &self->places[self->n_devices];

  self->n_layers = n_counted + 1;
  self->n_offloaded = self->n_layers;
  if (question->ngl >= 0)
    self->n_offloaded = MIN ((guint32) question->ngl, self->n_layers);
  if (self->n_devices == 0)
    self->n_offloaded = 0;
  first = self->n_layers - self->n_offloaded;
  self->complete = first == 0 && !question->no_kv_offload;

  for (guint32 i = 0; i < n_used; i++)
    placement_add_block (self,
                         i < first
                           ? self->n_devices
                           : placement_device (ends, self->n_devices, i - first, self->n_offloaded),
                         i < n_shaped ? (gint) spec->pattern[i] : -1,
                         i < n_weighed ? &weights->blocks[i] : NULL, i < question->n_cpu_moe);

  self->output_device = self->n_devices;
  if (self->n_offloaded > 0)
    self->output_device =
      placement_device (ends, self->n_devices, self->n_offloaded - 1, self->n_offloaded);
  self->places[self->output_device].weights =
    plimsoll_add (self->places[self->output_device].weights,
                  self->output_device < self->n_devices ? weights->output_device
                                                        : placement_output_host (spec, weights));
  host->weights = plimsoll_add (host->weights, weights->embedding_host);
  placement_add_rope (self, spec, weights);

  /* -ncmoe is a tensor override, and any of these turns pipelining off. */
  self->pipelined = self->n_devices > 1 && self->complete && question->n_cpu_moe == 0;
}
