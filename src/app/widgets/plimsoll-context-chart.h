/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cargo.h"
#include "plimsoll-chart.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_CONTEXT_CHART (plimsoll_context_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollContextChart,
                      plimsoll_context_chart,
                      PLIMSOLL,
                      CONTEXT_CHART,
                      PlimsollChart)

/**
 * PlimsollContextChart:
 *
 * Memory at each context length, stacked, against the load line; a point at the present context
 * that can be dragged.
 *
 * Role: slider, named "Memory by context", with the memory at the point as value text. CSS node:
 * context-chart. Keys: those of #PlimsollChart in one row; the stride is an octave, and Enter takes
 * what is looked at as the context.
 *
 * Signal context-chosen (uint64): dragged to, or taken by Enter.
 */

/**
 * plimsoll_context_chart_set_data:
 * @contexts: (array length=n): ascending
 * @cargos: (array length=n): what each needs
 * @usable: bytes; 0: not known
 * @target: "RTX 4090"
 */
void plimsoll_context_chart_set_data (PlimsollContextChart *self,
                                      const guint64 *contexts,
                                      const PlimsollCargo *cargos,
                                      guint n,
                                      guint64 usable,
                                      const char *target);

/** Moves the point. */
void
plimsoll_context_chart_set_context (PlimsollContextChart *self, guint64 context, guint64 required);

guint64 plimsoll_context_chart_get_context (PlimsollContextChart *self);

G_END_DECLS
