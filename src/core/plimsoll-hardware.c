/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hardware.h"

#include <math.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)

void
plimsoll_hardware_init (PlimsollHardware *self)
{
  self->n_devices = self->n_kinds = 0;
  for (guint32 i = 0; i < PLIMSOLL_MAX_DEVICES; i++)
    self->kind_of[i] = 0;
  plimsoll_accelerator_facts_init (&self->kinds[0]);
  self->memory_bandwidth_gbs = (double) NAN;
}

void
plimsoll_hardware_init_one_kind (PlimsollHardware *self,
                                 const PlimsollAcceleratorFacts *device,
                                 guint32 n_devices)
{
  plimsoll_hardware_init (self);
  self->n_devices = MIN (n_devices, PLIMSOLL_MAX_DEVICES);
  self->n_kinds = 1;
  self->kinds[0] = *device;
}

gboolean
plimsoll_hardware_add (PlimsollHardware *self,
                       const PlimsollAcceleratorFacts *board,
                       guint32 n_boards)
{
  const guint32 on_board = MAX (board->devices, 1);
  const guint32 room = (PLIMSOLL_MAX_DEVICES - self->n_devices) / on_board;
  const guint32 n = MIN (n_boards, room) * on_board;

  if (self->n_kinds == PLIMSOLL_MAX_ACCELERATOR_KINDS)
    return n_boards == 0;
  if (n == 0 && self->n_kinds > 0)
    return n_boards == 0;

  plimsoll_accelerator_facts_per_device (board, &self->kinds[self->n_kinds]);
  for (guint32 i = 0; i < n; i++)
    self->kind_of[self->n_devices + i] = (guint8) self->n_kinds;
  self->n_devices += n;
  self->n_kinds++;

  return n_boards <= room;
}

const PlimsollAcceleratorFacts *
plimsoll_hardware_device (const PlimsollHardware *self, guint32 i)
{
  return &self->kinds[i < self->n_devices ? self->kind_of[i] : 0];
}

gboolean
plimsoll_hardware_is_mixed (const PlimsollHardware *self, guint32 n_devices)
{
  for (guint32 i = 1; i < n_devices; i++)
    if (plimsoll_hardware_device (self, i) != plimsoll_hardware_device (self, 0))
      return TRUE;

  return FALSE;
}

guint64
plimsoll_hardware_runtime_bytes (const PlimsollAcceleratorFacts *device)
{
  if (device->runtime_bytes > 0)
    return device->runtime_bytes;

  return device->vendor == PLIMSOLL_VENDOR_APPLE ? 100 * MIB : 400 * MIB;
}

/* Returns the bytes that are free on @device when the engine asks; 0: not known, or none. */
static guint64
hardware_free_bytes (const PlimsollAcceleratorFacts *device, const PlimsollQuestion *question)
{
  const guint64 physical = plimsoll_physical_memory_bytes (device);
  const guint64 memory = physical != 0 ? physical : question->system_memory;
  const guint64 runtime = plimsoll_hardware_runtime_bytes (device);

  if (!device->unified && physical == 0)
    return 0;
  if (memory <= runtime || memory - runtime <= question->memory_in_use)
    return 0;

  return memory - runtime - question->memory_in_use;
}

void
plimsoll_hardware_set_shares (const PlimsollHardware *self, PlimsollQuestion *question)
{
  float shares[PLIMSOLL_MAX_DEVICES];

  if (question->n_devices > PLIMSOLL_MAX_DEVICES
      || !plimsoll_hardware_is_mixed (self, question->n_devices))
    return;

  for (guint32 i = 0; i < question->n_devices; i++)
    {
      const guint64 bytes = hardware_free_bytes (plimsoll_hardware_device (self, i), question);

      if (bytes == 0 || question->device_shares[i] > 0)
        return;
      shares[i] = (float) bytes;
    }

  for (guint32 i = 0; i < question->n_devices; i++)
    question->device_shares[i] = shares[i];
}
