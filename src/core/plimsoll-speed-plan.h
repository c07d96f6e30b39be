/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hardware.h"
#include "plimsoll-speed-constants.h"
#include "plimsoll-traffic.h"

G_BEGIN_DECLS

/** PlimsollRange: a modelled figure and between what it is to be expected; NAN: unknown. */
typedef struct
{
  double value; /* NAN with low and high known: anywhere between them */
  double low;
  double high;
} PlimsollRange;

/** By which rule a speed was told. */
typedef enum
{
  PLIMSOLL_SPEED_UNKNOWN, /* bandwidth, or what the model reads, is not known */
  PLIMSOLL_SPEED_ONE_DEVICE,
  PLIMSOLL_SPEED_LAYER_SPLIT,
  PLIMSOLL_SPEED_TENSOR_PARALLEL,
  PLIMSOLL_SPEED_OFFLOAD, /* a part of the weights in system memory */
  PLIMSOLL_SPEED_CPU,     /* between two bounds only */
} PlimsollSpeedRule;

/**
 * PlimsollSpeedPlan: how long a question takes, before it is known how many tokens are there
 * already. Made once, then asked for as many depths as one likes. Plain values, fit to be copied;
 * keeps no pointer. Seconds.
 */
typedef struct
{
  PlimsollSpeedRule rule;
  PlimsollSpeedClass speed_class; /* of the slowest device */
  PlimsollRuntime runtime;

  PlimsollReach token; /* one request: seconds a token, by depth */

  PlimsollReach prefill; /* seconds a token of the prompt, by depth */
  double prefill_batch;  /* seconds a micro-batch more */
  double ubatch;         /* tokens of one */
  double devices;        /* that take it one after another; 0 or 1: no pipeline */
  double pipeline;       /* share of what they could gain by working at once */
  double queued;         /* micro-batches that each device's queue of launches holds; 0: no limit */

  /* A step of several requests: the weights that all read, the part of experts that some of them
   * read, and what each takes. */
  double step_fixed;
  double step_experts;
  double chosen;
  PlimsollReach step_request; /* by its depth */
  double step_prompt;         /* times a prompt's seconds, when several are taken in at once */

  PlimsollSpeedBasis basis_decode;
  PlimsollSpeedBasis basis_prefill;

  double range_decode; /* multiply and divide */
  double range_prefill;
  double range_batch;
  double typical_decode; /* half of what accelerators left out of the fit were found at is within
                          * these; 0: not modelled */
  double typical_prefill;
  double typical_batch;
} PlimsollSpeedPlan;

/**
 * plimsoll_speed_plan_init:
 * @placement: (nullable): where llama.cpp puts what; %NULL for other engines, and when everything
 *   is known to be on devices
 * @hardware: what the devices are, and how fast system memory is
 * @constants: plimsoll_speed_constants()
 *
 * Does not allocate. Neither @placement nor another argument is kept.
 */
void plimsoll_speed_plan_init (PlimsollSpeedPlan *self,
                               const PlimsollModelSpec *spec,
                               const PlimsollWeights *weights,
                               const PlimsollPlacement *placement,
                               const PlimsollHardware *hardware,
                               const PlimsollQuestion *question,
                               const PlimsollSpeedConstants *constants);

/** Returns: seconds that one request's next token takes with @depth tokens before it; NAN. */
double plimsoll_speed_plan_token (const PlimsollSpeedPlan *self, double depth);

/** Returns: seconds of the next @n tokens of one request, @depth tokens before the first; NAN. */
double plimsoll_speed_plan_tokens (const PlimsollSpeedPlan *self, double depth, double n);

/** Returns: seconds to take in a prompt of @n tokens after @depth others; NAN. */
double plimsoll_speed_plan_prompt (const PlimsollSpeedPlan *self, double depth, double n);

/** Returns: seconds to take in prompts of @n tokens of @requests requests together; NAN. */
double plimsoll_speed_plan_prompts (const PlimsollSpeedPlan *self, double n, double requests);

/**
 * plimsoll_speed_plan_step:
 *
 * Returns: seconds in which @requests requests together get a token each, @depth tokens before it
 *   in each; NAN
 */
double plimsoll_speed_plan_step (const PlimsollSpeedPlan *self, double depth, double requests);

/** Returns: what the time to the first token rests on: the weaker of prompt and token. */
PlimsollSpeedBasis plimsoll_speed_plan_basis_first (const PlimsollSpeedPlan *self);

/** Returns: @value, and @factor below and above it. */
PlimsollRange plimsoll_range (double value, double factor);

G_END_DECLS
