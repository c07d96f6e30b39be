/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cargo.h"

void
plimsoll_cargo_of_memory (const PlimsollMemory *memory, gboolean unified, PlimsollCargo *cargo)
{
  const PlimsollAdditionsMemory *beside = &memory->additions;

  *cargo = (PlimsollCargo) {
    .weights = beside->projector + beside->adapters + beside->draft_weights - beside->host_weights,
    .cache = beside->draft_cache - beside->host_cache,
    .compute = beside->projector_compute + beside->draft_compute - beside->host_compute,
  };
  for (guint i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceMemory *device = &memory->devices[i];

      cargo->weights += device->weights;
      cargo->cache += device->kv_cache + device->state;
      cargo->compute += device->compute;
      cargo->overhead += device->runtime + device->in_use;
    }
  if (unified)
    {
      cargo->weights += memory->weights_host + beside->host_weights;
      cargo->cache += memory->kv_host + memory->state_host + beside->host_cache;
      cargo->compute += memory->compute_host + memory->output_host + beside->host_compute;
    }
}

/* What others use is beside the share that vLLM or SGLang takes. */
static gboolean
is_in_use_beside (const PlimsollEstimate *estimate)
{
  return estimate->serving.budget > 0;
}

void
plimsoll_cargo_of_device (const PlimsollEstimate *estimate, guint index, PlimsollCargo *cargo)
{
  const PlimsollDeviceMemory *device = &estimate->memory.devices[index];

  *cargo = (PlimsollCargo) {
    .weights = device->weights + device->additions,
    .cache = device->kv_cache + device->state,
    .compute = device->compute,
    .overhead = device->runtime + (is_in_use_beside (estimate) ? 0 : device->in_use),
  };
}

void
plimsoll_cargo_of_estimate (const PlimsollEstimate *estimate, PlimsollCargo *cargo)
{
  plimsoll_cargo_of_memory (&estimate->memory, FALSE, cargo);
  if (plimsoll_cargo_total (cargo) < estimate->required)
    plimsoll_cargo_of_memory (&estimate->memory, TRUE, cargo);
  for (guint i = 0; is_in_use_beside (estimate) && i < estimate->memory.n_devices; i++)
    cargo->overhead -= estimate->memory.devices[i].in_use;
}

gboolean
plimsoll_cargo_is_apart (const PlimsollEstimate *estimate)
{
  guint64 sum = 0;

  for (guint i = 0; i < estimate->memory.n_devices; i++)
    {
      if (estimate->memory.devices[i].usable == 0)
        return FALSE;
      sum += estimate->memory.devices[i].required;
    }

  return estimate->memory.n_devices > 1 && sum == estimate->required;
}

guint64
plimsoll_cargo_total (const PlimsollCargo *cargo)
{
  return cargo->weights + cargo->cache + cargo->compute + cargo->overhead;
}
