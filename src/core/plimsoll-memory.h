/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-compute-buffer.h"
#include "plimsoll-estimate.h"
#include "plimsoll-kv-cache.h"
#include "plimsoll-placement.h"

G_BEGIN_DECLS

/**
 * PlimsollMemoryPlan: what the memory of one question comes to before its context is known. Made
 * once, then asked for as many contexts as one likes. Large, for the stack; only what the model and
 * the devices need is ever touched.
 */
typedef struct
{
  const PlimsollModelSpec *spec;
  const PlimsollWeights *weights;
  const PlimsollQuestion *question;

  PlimsollPlacement placement;
  PlimsollGraph graphs[PLIMSOLL_MAX_DEVICES + 1]; /* of each place; the last: system memory */
  PlimsollGraph model;                            /* of all blocks together */
  PlimsollKvRows rows[PLIMSOLL_MAX_LAYER_KINDS];  /* [n_kinds] */
  guint64 states[PLIMSOLL_MAX_LAYER_KINDS];       /* [n_kinds] bytes of one block's state */
  PlimsollExactness cache_exactness;
  const struct _PlimsollAdditionsPlan *additions; /* (nullable): what is loaded beside the model */
  gboolean shapes_known; /* FALSE: too little is known for the compute buffers */
} PlimsollMemoryPlan;

/**
 * plimsoll_memory_plan_init:
 *
 * @self keeps pointers to the others, which must outlive it.
 *
 * Returns: %FALSE when the question is refused; @refusal says why
 */
gboolean plimsoll_memory_plan_init (PlimsollMemoryPlan *self,
                                    const PlimsollModelSpec *spec,
                                    const PlimsollWeights *weights,
                                    const PlimsollQuestion *question,
                                    const char **refusal);

/**
 * plimsoll_memory_plan_at:
 * @context: tokens over all sequences
 * @memory: (out caller-allocates): bytes by place; each device's runtime, use by others, and limits
 *   are left 0
 *
 * Returns: %FALSE when a sum overflows
 */
gboolean
plimsoll_memory_plan_at (const PlimsollMemoryPlan *self, guint64 context, PlimsollMemory *memory);

/**
 * plimsoll_memory_plan_compute_parts:
 * @place: a device, or their number: system memory
 * @parts: (out caller-allocates): all 0 when too little is known of the model's shapes
 *
 * Returns: the bytes of the compute buffer there, which @parts add up to; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_memory_plan_compute_parts (const PlimsollMemoryPlan *self,
                                            guint64 context,
                                            guint32 place,
                                            PlimsollComputeParts *parts);

G_END_DECLS
