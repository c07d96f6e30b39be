/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What was held against real programs; docs/sizing.md has the same. */
typedef enum
{
  PLIMSOLL_MEASURED_FILE,  /* data sections of GGUF files */
  PLIMSOLL_MEASURED_CARGO, /* llama.cpp: weights, cache, state and logits at each place */
  PLIMSOLL_MEASURED_ONE_COMPUTE,
  PLIMSOLL_MEASURED_ONE_TOTAL,
  PLIMSOLL_MEASURED_ONE_TOTAL_FULL, /* the same by attention: all of it full */
  PLIMSOLL_MEASURED_ONE_TOTAL_SLIDING,
  PLIMSOLL_MEASURED_ONE_TOTAL_LATENT,
  PLIMSOLL_MEASURED_ONE_TOTAL_RECURRENT, /* or hybrids of it */
  PLIMSOLL_MEASURED_CPU_COMPUTE,
  PLIMSOLL_MEASURED_HOST_COMPUTE,         /* beside devices */
  PLIMSOLL_MEASURED_HOST_COMPUTE_PARTIAL, /* with blocks there */
  PLIMSOLL_MEASURED_SPLIT_COMPUTE,        /* each of 2 and 4 devices */
  PLIMSOLL_MEASURED_SPLIT_TOTAL,
  PLIMSOLL_MEASURED_EXPERTS_COMPUTE, /* experts in system memory */
  PLIMSOLL_MEASURED_EXPERTS_TOTAL,
  PLIMSOLL_MEASURED_PARTIAL_COMPUTE, /* blocks in system memory */
  PLIMSOLL_MEASURED_PARTIAL_TOTAL,
  PLIMSOLL_MEASURED_SERVING_WEIGHTS_16,
  PLIMSOLL_MEASURED_SERVING_WEIGHTS_FP8,
  PLIMSOLL_MEASURED_SERVING_WEIGHTS_MXFP4,
  PLIMSOLL_MEASURED_SERVING_WEIGHTS_4,
  PLIMSOLL_MEASURED_SERVING_TOKENS, /* one kind of layer */
  PLIMSOLL_MEASURED_SERVING_TOKENS_SLIDING,
  PLIMSOLL_MEASURED_SERVING_TOKENS_RECURRENT,
  PLIMSOLL_MEASURED_SERVING_REQUESTS,
  PLIMSOLL_MEASURED_SERVING_REQUESTS_SLIDING,
  PLIMSOLL_MEASURED_SERVING_REQUESTS_RECURRENT,
  PLIMSOLL_MEASURED_SGLANG_TOKENS,
  PLIMSOLL_MEASURED_SERVING_PEAK,
  PLIMSOLL_MEASURED_SERVING_CACHE, /* the memory left for it, CUDA */
  PLIMSOLL_MEASURED_SERVING_CACHE_ROCM,
  PLIMSOLL_MEASURED_SERVING_CACHE_GRAPHS, /* releases that reserve CUDA graphs */
  PLIMSOLL_N_MEASURED,
} PlimsollMeasuredRule;

/**
 * PlimsollMeasured: how far a rule was from recorded truth, in percent without regard to sign. The
 * tests that hold the rule against the table assert that these are the errors.
 */
typedef struct
{
  guint n;     /* figures compared */
  guint exact; /* of them, within 0.01 % */
  double median;
  double ninetieth; /* percentile */
  double worst;
  const char *table; /* of tests/truth */
} PlimsollMeasured;

/** Returns: (transfer none) */
const PlimsollMeasured *plimsoll_measured (PlimsollMeasuredRule rule);

G_END_DECLS
