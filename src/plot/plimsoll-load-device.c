/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-load-device.h"

#include "plimsoll-cargo.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

void
plimsoll_load_device_init (PlimsollLoadDevice *self,
                           const PlimsollDeviceMemory *memory,
                           const char *name,
                           const char *usable_markup)
{
  PlimsollCargo cargo;

  plimsoll_cargo_of_device (memory, &cargo);
  *self = (PlimsollLoadDevice) {
    .amounts = { (double) cargo.weights / GIB, (double) cargo.cache / GIB,
                 (double) cargo.compute / GIB, (double) cargo.overhead / GIB },
    .usable = (double) memory->usable / GIB,
    .physical = (double) MAX (memory->physical, memory->usable) / GIB,
    .name = name,
    .usable_markup = usable_markup,
  };
}
