/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-additions-plan.h"

#include "plimsoll-checked.h"
#include "plimsoll-sentence.h"

/* A draft model runs as the model does, but for what is chosen for each apart: all of its layers
 * are offloaded, and its cache is in F16. */
static void
draft_question_init (PlimsollQuestion *self, const PlimsollQuestion *question)
{
  *self = *question;
  self->additions = (PlimsollAdditions) { 0 };
  self->kv_k = self->kv_v = PLIMSOLL_FORMAT_F16;
  self->ngl = PLIMSOLL_ALL_LAYERS;
  self->n_cpu_moe = 0;
  self->all_outputs = FALSE;
  self->mtp = FALSE;
}

gboolean
plimsoll_additions_plan_init (PlimsollAdditionsPlan *self,
                              const PlimsollQuestion *question,
                              const char **refusal)
{
  self->additions = question->additions;
  if (self->additions.draft_spec == NULL)
    return TRUE;
  if (self->additions.draft_weights == NULL)
    {
      *refusal = N_("The draft model cannot be had in this precision");
      return FALSE;
    }

  draft_question_init (&self->draft_question, question);

  return plimsoll_memory_plan_init (&self->draft, self->additions.draft_spec,
                                    self->additions.draft_weights, &self->draft_question, refusal);
}

/* Adds to a place; the one after the last device is system memory, whose sum is @host. */
static void
add_at (PlimsollMemory *memory, guint32 at, guint64 bytes, guint64 *host)
{
  PlimsollDeviceMemory *device = &memory->devices[at];

  if (at >= memory->n_devices)
    {
      *host = plimsoll_add (*host, bytes);
      return;
    }

  device->additions = plimsoll_add (device->additions, bytes);
  device->required = plimsoll_add (device->required, bytes);
}

/* Adapters are where the tensors are that they adapt: taken to be spread evenly over the blocks. */
static gboolean
add_adapters (PlimsollMemory *memory, const PlimsollPlacement *placement, guint64 bytes)
{
  guint64 n_blocks = 0;
  guint64 before = 0;
  guint64 sum = 0;

  memory->additions.adapters = bytes;
  for (guint32 i = 0; i <= placement->n_devices; i++)
    n_blocks += placement->places[i].n_blocks;
  if (n_blocks == 0 || plimsoll_multiply (bytes, n_blocks) == PLIMSOLL_OVERFLOW)
    return bytes == 0;

  for (guint32 i = 0; i <= placement->n_devices; i++)
    {
      guint64 until;

      before += placement->places[i].n_blocks;
      until = bytes * before / n_blocks;
      add_at (memory, i, until - sum, &memory->additions.host_weights);
      sum = until;
    }

  return TRUE;
}

static gboolean
add_draft (const PlimsollAdditionsPlan *self, guint64 context, PlimsollMemory *memory)
{
  PlimsollAdditionsMemory *sum = &memory->additions;
  PlimsollMemory draft;

  if (!plimsoll_memory_plan_at (&self->draft, context, &draft))
    return FALSE;

  for (guint32 i = 0; i < draft.n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &draft.devices[i];

      add_at (memory, i, device->required, &sum->host_compute);
      sum->draft_compute = plimsoll_add (sum->draft_compute, device->compute);
    }

  sum->draft_weights = draft.weights;
  sum->draft_cache = plimsoll_add (draft.kv_cache, draft.state);
  sum->host_weights = plimsoll_add (sum->host_weights, draft.weights_host);
  sum->host_cache = plimsoll_add (sum->host_cache, plimsoll_add (draft.kv_host, draft.state_host));
  sum->host_compute =
    plimsoll_add (sum->host_compute, plimsoll_add (draft.compute_host, draft.output_host));
  sum->draft_compute =
    plimsoll_add (sum->draft_compute, plimsoll_add (draft.compute_host, draft.output_host));

  return TRUE;
}

guint64
plimsoll_additions_plan_add (const PlimsollAdditionsPlan *self,
                             const PlimsollPlacement *placement,
                             guint64 context,
                             PlimsollMemory *memory)
{
  PlimsollAdditionsMemory *sum = &memory->additions;
  guint64 total;

  sum->projector = self->additions.projector;
  sum->projector_compute = self->additions.projector_compute;
  add_at (memory, 0, sum->projector, &sum->host_weights);
  add_at (memory, 0, sum->projector_compute, &sum->host_compute);
  if (!add_adapters (memory, placement, self->additions.adapters)
      || (self->additions.draft_spec != NULL && !add_draft (self, context, memory)))
    return PLIMSOLL_OVERFLOW;

  total = plimsoll_add (sum->projector, sum->projector_compute);
  total = plimsoll_add (total, sum->adapters);
  total = plimsoll_add (total, sum->draft_weights);
  total = plimsoll_add (total, sum->draft_cache);

  return plimsoll_add (total, sum->draft_compute);
}
