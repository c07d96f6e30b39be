/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-limits.h"

#include "plimsoll-checked.h"

#define HOST_SHARE 20

static void
device_limits_init (PlimsollDeviceLimits *self,
                    const PlimsollAcceleratorFacts *device,
                    const PlimsollQuestion *question)
{
  self->runtime = plimsoll_hardware_runtime_bytes (device);
  self->in_use = question->memory_in_use;
  self->usable = plimsoll_usable_memory_bytes (device);
  self->physical = plimsoll_physical_memory_bytes (device);

  if (device->unified && self->physical == 0)
    {
      self->physical = question->system_memory;
      self->usable = self->physical / 100 * plimsoll_usable_percent (device);
    }
}

void
plimsoll_limits_init (PlimsollLimits *self,
                      const PlimsollHardware *hardware,
                      const PlimsollQuestion *question,
                      guint32 n_devices)
{
  self->n_devices = self->unified = n_devices;
  self->system_memory = question->system_memory;

  for (guint32 i = 0; i < n_devices; i++)
    {
      const PlimsollAcceleratorFacts *device =
        plimsoll_hardware_device (hardware, plimsoll_question_device (question, i));

      device_limits_init (&self->devices[i], device, question);

      if (device->unified && self->unified == n_devices)
        {
          self->unified = i;
          self->system_memory = 0;
        }
    }
}

guint64
plimsoll_limits_room (const PlimsollLimits *self, guint32 i)
{
  const PlimsollDeviceLimits *device = &self->devices[i];

  return device->physical > 0 ? MIN (device->usable, device->physical) : device->usable;
}

static guint64
limits_host_bytes (const PlimsollMemory *memory)
{
  guint64 bytes = plimsoll_add (memory->weights_host, memory->kv_host);

  bytes = plimsoll_add (bytes, memory->state_host);
  bytes = plimsoll_add (bytes, memory->compute_host);
  bytes = plimsoll_add (bytes, memory->additions.host_weights);
  bytes = plimsoll_add (bytes, memory->additions.host_cache);
  bytes = plimsoll_add (bytes, memory->additions.host_compute);

  return plimsoll_add (bytes, memory->output_host);
}

guint64
plimsoll_limits_host_required (const PlimsollMemory *memory)
{
  return plimsoll_add (limits_host_bytes (memory), memory->weights_host / HOST_SHARE);
}

void
plimsoll_limits_apply (const PlimsollLimits *self, PlimsollMemory *memory)
{
  for (guint32 i = 0; i < memory->n_devices; i++)
    {
      const PlimsollDeviceLimits *limit = &self->devices[i];
      PlimsollDeviceMemory *device = &memory->devices[i];

      device->runtime = limit->runtime;
      device->in_use = limit->in_use;
      device->usable = limit->usable;
      device->physical = limit->physical;
      device->required =
        plimsoll_add (device->required, plimsoll_add (limit->runtime, limit->in_use));
    }

  if (self->unified < memory->n_devices)
    {
      PlimsollDeviceMemory *shared = &memory->devices[self->unified];

      shared->required = plimsoll_add (shared->required, limits_host_bytes (memory));
    }
}

gint64
plimsoll_limits_spare_between (guint64 usable, guint64 required)
{
  const guint64 limit = G_MAXINT64 / 2;

  return (gint64) MIN (usable, limit) - (gint64) MIN (required, limit);
}

gint64
plimsoll_limits_spare (const PlimsollLimits *self, const PlimsollMemory *memory)
{
  gint64 least = G_MAXINT64;

  for (guint32 i = 0; i < memory->n_devices; i++)
    least = MIN (least, plimsoll_limits_spare_between (plimsoll_limits_room (self, i),
                                                       memory->devices[i].required));
  if (self->system_memory > 0)
    least = MIN (least, plimsoll_limits_spare_between (self->system_memory,
                                                       plimsoll_limits_host_required (memory)));

  return least;
}
