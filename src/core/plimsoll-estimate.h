/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hardware.h"
#include "plimsoll-serving.h"
#include "plimsoll-speed.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

typedef enum
{
  PLIMSOLL_VERDICT_UNKNOWN,
  PLIMSOLL_VERDICT_FITS,    /* with at least 5 % of usable memory to spare */
  PLIMSOLL_VERDICT_TIGHT,   /* with less */
  PLIMSOLL_VERDICT_OFFLOAD, /* runs with a part in system memory */
  PLIMSOLL_VERDICT_EXCEEDS,
} PlimsollVerdict;

/** PlimsollDeviceMemory: what one device holds, bytes. */
typedef struct
{
  guint64 weights;
  guint64 kv_cache;
  guint64 state;
  guint64 compute;
  guint64 additions; /* what is loaded beside the model */
  guint64 runtime;
  guint64 in_use;
  guint64 required; /* the sum */
  guint64 usable;
  guint64 physical;
} PlimsollDeviceMemory;

/**
 * PlimsollMemory: every byte that an engine allocates for one question. Of vLLM and SGLang: what is
 * asked of the cache; the whole pool stands in #PlimsollServing.
 */
typedef struct
{
  guint32 n_devices;
  PlimsollDeviceMemory devices[PLIMSOLL_MAX_DEVICES];

  guint64 weights_host;
  guint64 kv_host;
  guint64 state_host;
  guint64 compute_host;
  guint64 output_host; /* logits rows */

  PlimsollAdditionsMemory additions; /* beside all the rest */

  guint64 kv_cache; /* over devices and host */
  guint64 state;
  guint64 weights;
  PlimsollExactness weights_exactness;
  PlimsollExactness cache_exactness;
  PlimsollExactness compute_exactness;
} PlimsollMemory;

/**
 * PlimsollEstimate: the answer to one question. Plain values, fit to be copied.
 */
typedef struct
{
  gboolean valid;      /* FALSE: the sums overflow or the question cannot be asked */
  const char *refusal; /* (nullable): a static sentence why not */
  PlimsollMemory memory;
  guint64 file;     /* bytes of the model file's data section */
  guint64 required; /* over all devices; with unified memory the host part too */
  guint64 usable;
  guint64 physical;
  gint64 headroom;    /* usable - required */
  double utilization; /* required / usable */
  PlimsollVerdict verdict;
  gboolean planned;       /* the verdict and speed are of a plan: it does not fit as it was asked */
  gboolean plan_complete; /* and that has everything on devices all the same */
  guint64 longest_context;  /* tokens, no more than the model was made for; 0: none fits */
  guint64 host_required;    /* system memory needed, with 5 % of the weights there to spare */
  PlimsollSpeed speed;      /* unknown when it does not fit */
  PlimsollServing serving;  /* vLLM and SGLang; else 0 */
  gboolean kv_types_differ; /* K and V of different types: attention falls back to the CPU */
} PlimsollEstimate;

/**
 * plimsoll_memory:
 *
 * The memory of llama.cpp for @question, device by device; docs/sizing.md has the forms and their
 * measured errors. Does not allocate.
 *
 * Returns: %FALSE when a sum overflows or the question is refused; @refusal says why
 */
gboolean plimsoll_memory (const PlimsollModelSpec *spec,
                          const PlimsollWeights *weights,
                          const PlimsollQuestion *question,
                          PlimsollMemory *memory,
                          const char **refusal);

/**
 * plimsoll_estimate:
 * @hardware: what the devices of the question are
 * @estimate: (out caller-allocates): the answer
 *
 * The memory, held against the hardware: verdict, headroom, longest context that fits. Where the
 * devices differ and no shares are given, layers are divided by free memory. Does not allocate.
 */
void plimsoll_estimate (const PlimsollModelSpec *spec,
                        const PlimsollWeights *weights,
                        const PlimsollHardware *hardware,
                        const PlimsollQuestion *question,
                        PlimsollEstimate *estimate);

G_END_DECLS
