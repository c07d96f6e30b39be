/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-placement.h"

G_BEGIN_DECLS

/** PlimsollPlan: how llama.cpp would run what does not fit as it was asked. Plain values. */
typedef struct
{
  gboolean found;
  gboolean complete;         /* everything is on devices; only buffers or shares changed */
  PlimsollQuestion question; /* the same, with what the plan changes: ngl, n_cpu_moe, ubatch, and
                                device_shares, which are then layers of each device */
  guint32 n_layers;          /* as ngl counts: every block, and the output layer */
  gboolean shared;           /* device_shares were set by the plan */
  guint64 device_required;   /* bytes over all devices */
  guint64 weights_host;      /* bytes of weights in system memory */
  guint64 host_required;     /* as #PlimsollEstimate has it */
  PlimsollSpeed speed;
} PlimsollPlan;

/** Steps of one block's experts, then of one layer, and none of either. */
#define PLIMSOLL_PLAN_STEPS (2 * (PLIMSOLL_MAX_BLOCKS + 1))

/** PlimsollPlanNeeds: weights and cache, in bytes, by how much is in system memory. */
typedef struct
{
  guint32 n;                            /* 0: not summed up */
  guint64 devices[PLIMSOLL_PLAN_STEPS]; /* [n] the least over all of them */
  guint64 host[PLIMSOLL_PLAN_STEPS];    /* [n] weights, as far as they are sure */
} PlimsollPlanNeeds;

/** Micro-batches, each half of the one before, of which they are kept. */
#define PLIMSOLL_PLAN_KEPT 6

/** More than a search finds: one for each micro-batch, and the last step. */
#define PLIMSOLL_PLAN_OPTIONS 32

/**
 * PlimsollPlanOptions: the plans that fit, of which the fastest is the plan. Which fit is a matter
 * of memory alone, so that devices that differ only in speed have the same. Plain values, but
 * large: not for the stack.
 */
typedef struct
{
  guint32 n;
  PlimsollQuestion questions[PLIMSOLL_PLAN_OPTIONS];   /* [n] */
  PlimsollPlacement placements[PLIMSOLL_PLAN_OPTIONS]; /* [n] */
  PlimsollPlanNeeds needs[PLIMSOLL_PLAN_KEPT];         /* as long as only the devices are others */
} PlimsollPlanOptions;

/** Makes @self know nothing. */
void plimsoll_plan_options_init (PlimsollPlanOptions *self);

/** The least micro-batch that a plan proposes, unless less was asked. */
#define PLIMSOLL_PLAN_LEAST_UBATCH 128

/**
 * plimsoll_planner_find:
 * @question: how it was asked; its ngl and n_cpu_moe are what is sought and do not bind
 * @plan: (out caller-allocates)
 * @options: (inout) (optional): all plans that fit; before the first question of a model, weights,
 *   and context by plimsoll_plan_options_init()
 *
 * Finds the plan of the fastest decoding that fits every device and system memory, where that is
 * known: with lower micro-batches; with the routed experts of the first blocks in system memory
 * (--n-cpu-moe); then, or without experts, with the first blocks there whole (-ngl); on several
 * devices with shares of layers that fill them evenly, where those that were asked or that free
 * memory gives do not do. Of equally fast ones it is that of the largest micro-batch. Does not
 * allocate.
 *
 * Returns: whether there is one; %FALSE also where there is nothing to plan: engines other than
 *   llama.cpp, no device, memory that is not known or that devices share with the system
 */
gboolean plimsoll_planner_find (PlimsollPlan *plan,
                                const PlimsollModelSpec *spec,
                                const PlimsollWeights *weights,
                                const PlimsollHardware *hardware,
                                const PlimsollQuestion *question,
                                PlimsollPlanOptions *options);

/**
 * plimsoll_plan_options_speed:
 * @hardware: devices that hold as much as those of plimsoll_planner_find(), and may be faster
 *
 * Sets @speed to that of the plan that plimsoll_planner_find() would find on @hardware.
 */
void plimsoll_plan_options_speed (const PlimsollPlanOptions *self,
                                  const PlimsollModelSpec *spec,
                                  const PlimsollWeights *weights,
                                  const PlimsollHardware *hardware,
                                  PlimsollSpeed *speed);

G_END_DECLS
