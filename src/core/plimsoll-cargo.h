/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

G_BEGIN_DECLS

/** PlimsollCargo: an estimate's memory as the load line and its legend show it; bytes. What is
 * loaded beside the model counts with what it is: weights, cache, buffers. */
typedef struct
{
  guint64 weights;
  guint64 cache; /* with recurrent state */
  guint64 compute;
  guint64 overhead; /* runtimes, and what others use */
} PlimsollCargo;

/**
 * plimsoll_cargo_of_memory:
 * @unified: system memory is the same memory, and counts
 */
void
plimsoll_cargo_of_memory (const PlimsollMemory *memory, gboolean unified, PlimsollCargo *cargo);

/** Sorts what one device holds; all that is loaded beside the model counts as weights. What others
 * use of it counts only where it is of what the engine requires. */
void plimsoll_cargo_of_device (const PlimsollEstimate *estimate, guint index, PlimsollCargo *cargo);

/** Sorts the parts so that they sum up to what the estimate requires. */
void plimsoll_cargo_of_estimate (const PlimsollEstimate *estimate, PlimsollCargo *cargo);

/** Returns: whether several devices hold all of it, each with a memory of its own: where they have
 * one with the system, what is there is none of one device. */
gboolean plimsoll_cargo_is_apart (const PlimsollEstimate *estimate);

/** Returns: the sum. */
guint64 plimsoll_cargo_total (const PlimsollCargo *cargo);

G_END_DECLS
