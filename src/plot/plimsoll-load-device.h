/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-load-line-plot.h"

G_BEGIN_DECLS

/**
 * plimsoll_load_device_init:
 * @index: of a device of @estimate
 * @name: (nullable): kept, not copied; so is @usable_markup
 *
 * Sets @self in GiB, its segments those of #PlimsollCargo: weights, cache, compute buffers,
 * overhead.
 */
void plimsoll_load_device_init (PlimsollLoadDevice *self,
                                const PlimsollEstimate *estimate,
                                guint index,
                                const char *name,
                                const char *usable_markup);

G_END_DECLS
