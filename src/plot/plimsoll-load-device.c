/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-load-device.h"

#include "plimsoll-cargo.h"
#include "plimsoll-format.h"

void
plimsoll_load_device_init (PlimsollLoadDevice *self,
                           const PlimsollEstimate *estimate,
                           guint index,
                           const char *name,
                           const char *usable_markup)
{
  const PlimsollDeviceMemory *memory = &estimate->memory.devices[index];
  PlimsollCargo cargo;

  plimsoll_cargo_of_device (estimate, index, &cargo);
  *self = (PlimsollLoadDevice) {
    .amounts = { (double) cargo.weights / plimsoll_format_unit_bytes (),
                 (double) cargo.cache / plimsoll_format_unit_bytes (),
                 (double) cargo.compute / plimsoll_format_unit_bytes (),
                 (double) cargo.overhead / plimsoll_format_unit_bytes () },
    .usable = (double) memory->usable / plimsoll_format_unit_bytes (),
    .physical = (double) MAX (memory->physical, memory->usable) / plimsoll_format_unit_bytes (),
    .name = name,
    .usable_markup = usable_markup,
  };
}
