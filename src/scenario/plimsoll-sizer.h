/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-planner.h"
#include "plimsoll-precision-weights.h"
#include "plimsoll-scenario.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SIZER (plimsoll_sizer_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSizer, plimsoll_sizer, PLIMSOLL, SIZER, GObject)

/**
 * PlimsollSizer:
 *
 * The live answer to a scenario. All changes of one turn of the main loop give one computation,
 * before anything is drawn.
 *
 * Properties: scenario (construct only); estimate (PlimsollEstimate, boxed, read-only, never %NULL:
 * what cannot be answered is not valid, with the reason); weights (PlimsollWeights, boxed,
 * read-only, %NULL without a model or where the quantizer refuses the precision). They notify only
 * when they differ from what they were.
 */

/** PlimsollPrecisionSize: what a model takes in one precision. */
typedef struct
{
  const PlimsollPrecisionInfo *info;
  guint64 file_bytes;
  double bits_per_weight;
  PlimsollExactness exactness;
} PlimsollPrecisionSize;

/** PlimsollSavings: what one change would spare or need, in bytes of the memory required. */
typedef struct
{
  guint64 q8_cache;                     /* spared by a cache of 8 bits, q8_0 or fp8; 0: nothing */
  const PlimsollPrecisionInfo *smaller; /* (nullable): the next smaller precision in common use */
  guint64 smaller_spares;
  const PlimsollPrecisionInfo *larger; /* (nullable): the next larger */
  guint64 larger_needs;
} PlimsollSavings;

/** Returns: (transfer full) */
PlimsollSizer *plimsoll_sizer_new (PlimsollScenario *scenario);

/** Returns: (transfer none) */
PlimsollScenario *plimsoll_sizer_get_scenario (PlimsollSizer *self);

/** Returns: (transfer none): the last published answer; good until the main loop runs. */
const PlimsollEstimate *plimsoll_sizer_get_estimate (PlimsollSizer *self);

/** Returns: (nullable) (transfer none): of the scenario's model and precision. */
const PlimsollWeights *plimsoll_sizer_get_weights (PlimsollSizer *self);

/**
 * plimsoll_sizer_get_plan:
 *
 * Where the question does not fit as it was asked, or has a part in system memory, how it would run
 * fastest. When it was not asked for by hand (ngl, n-cpu-moe), what would else exceed runs so: the
 * estimate's verdict is then "offload", and its speed that of the plan.
 *
 * Returns: (nullable) (transfer none): good until the main loop runs
 */
const PlimsollPlan *plimsoll_sizer_get_plan (PlimsollSizer *self);

/** Computes now what waits for the main loop. */
void plimsoll_sizer_flush (PlimsollSizer *self);

/** Returns: how often the answer was computed; for tests. */
guint64 plimsoll_sizer_get_computations (PlimsollSizer *self);

/**
 * plimsoll_sizer_get_weights_for:
 *
 * Returns: (nullable) (transfer none): the scenario's model as @type, computed when first asked
 * for; good until the model changes; %NULL where the quantizer refuses
 */
const PlimsollWeights *plimsoll_sizer_get_weights_for (PlimsollSizer *self, PlimsollPrecision type);

/**
 * plimsoll_sizer_precision_sizes:
 * @n: (out): how many
 *
 * Returns: (array length=n) (transfer none): every precision that the scenario's engine runs and
 * the model can have, from the smallest; computed when first asked for, good until the model
 * changes
 */
const PlimsollPrecisionSize *plimsoll_sizer_precision_sizes (PlimsollSizer *self, gsize *n);

/**
 * plimsoll_sizer_estimate_at:
 * @contexts: (array length=n): tokens
 * @estimates: (out caller-allocates) (array length=n): the scenario with each of them
 */
void plimsoll_sizer_estimate_at (PlimsollSizer *self,
                                 const guint64 *contexts,
                                 gsize n,
                                 PlimsollEstimate *estimates);

/**
 * plimsoll_sizer_estimate_with:
 * @accelerator: (nullable): %NULL: the scenario's
 * @type: (nullable): %NULL: the scenario's
 * @question: (nullable): %NULL: the scenario's
 *
 * The scenario on other hardware or in another precision. On another accelerator there are as many
 * as the scenario has of its first, and none beside them.
 */
void plimsoll_sizer_estimate_with (PlimsollSizer *self,
                                   PlimsollAccelerator *accelerator,
                                   const PlimsollPrecision *type,
                                   const PlimsollQuestion *question,
                                   PlimsollEstimate *estimate);

/** Asks @question of as many boards of @accelerator as the scenario has of its own. */
void plimsoll_sizer_ask_on (PlimsollSizer *self,
                            PlimsollAccelerator *accelerator,
                            PlimsollQuestion *question);

/**
 * plimsoll_sizer_hardware_of:
 * @accelerator: (nullable): %NULL: all of the scenario's
 * @hardware: (out caller-allocates): @n_devices of @accelerator
 */
void plimsoll_sizer_hardware_of (PlimsollSizer *self,
                                 PlimsollAccelerator *accelerator,
                                 guint32 n_devices,
                                 PlimsollHardware *hardware);

/**
 * plimsoll_sizer_estimate_on:
 * @hardware: what the devices of @question are
 * @type: (nullable): %NULL: the scenario's
 *
 * The scenario's model on any hardware, asked in any way.
 */
void plimsoll_sizer_estimate_on (PlimsollSizer *self,
                                 const PlimsollHardware *hardware,
                                 const PlimsollPrecision *type,
                                 const PlimsollQuestion *question,
                                 PlimsollEstimate *estimate);

/**
 * plimsoll_sizer_answer:
 * @model: (nullable)
 * @weights: (nullable): of @model
 *
 * The answer to any question; what is missing is refused.
 */
void plimsoll_sizer_answer (PlimsollModel *model,
                            const PlimsollHardware *hardware,
                            const PlimsollWeights *weights,
                            const PlimsollQuestion *question,
                            PlimsollEstimate *estimate);

/**
 * plimsoll_sizer_plan:
 * @estimate: (inout): the answer; what exceeds as it was asked has the verdict and the speed of the
 *   plan, when there is one and the question does not place layers or experts by hand
 * @plan: (out caller-allocates): not found where everything is on devices
 * @options: (out caller-allocates) (optional): as of plimsoll_planner_find()
 */
void plimsoll_sizer_plan (PlimsollModel *model,
                          const PlimsollHardware *hardware,
                          const PlimsollWeights *weights,
                          const PlimsollQuestion *question,
                          PlimsollEstimate *estimate,
                          PlimsollPlan *plan,
                          PlimsollPlanOptions *options);

/** What the nearest changes would spare or need. */
void plimsoll_sizer_get_savings (PlimsollSizer *self, PlimsollSavings *savings);

G_END_DECLS
