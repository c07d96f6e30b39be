/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-additions-plan.h"

G_BEGIN_DECLS

/**
 * PlimsollEstimatePlan: what llama.cpp allocates for one question, whatever there is of memory.
 * Made once, then held against as much hardware as one likes. Not to be copied; large, for the
 * stack, but only what the model and the devices need is ever touched.
 */
typedef struct
{
  PlimsollQuestion question;
  PlimsollMemoryPlan plan;
  PlimsollAdditionsPlan additions;
  PlimsollMemory memory; /* with the question's context; no limits yet */
  const char *refusal;   /* (nullable): a static sentence why there is no answer */
} PlimsollEstimatePlan;

/**
 * plimsoll_estimate_plan_init:
 * @question: of llama.cpp; with the shares of devices, if they differ
 *
 * @self keeps pointers to @spec and @weights, which must outlive it. Does not allocate.
 */
void plimsoll_estimate_plan_init (PlimsollEstimatePlan *self,
                                  const PlimsollModelSpec *spec,
                                  const PlimsollWeights *weights,
                                  const PlimsollQuestion *question);

/**
 * plimsoll_estimate_plan_on:
 * @estimate: (out caller-allocates): the same as plimsoll_estimate() answers
 *
 * Holds @self against @hardware, of which there are as many devices as in the question.
 */
void plimsoll_estimate_plan_on (const PlimsollEstimatePlan *self,
                                const PlimsollHardware *hardware,
                                PlimsollEstimate *estimate);

/** Returns: whether all of the model is on devices and has room on those of @hardware. */
gboolean plimsoll_estimate_plan_fits (const PlimsollEstimatePlan *self,
                                      const PlimsollHardware *hardware);

G_END_DECLS
