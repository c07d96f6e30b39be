/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-checked.h"
#include "plimsoll-graph.h"

G_BEGIN_DECLS

/** PlimsollGraphRun: what one context adds. */
typedef struct
{
  guint64 tokens;  /* computed at once, U' */
  guint64 outputs; /* rows of logits kept, o */
  guint32 sequences;
  PlimsollKvCells cells;
  gboolean flash_attention;
  PlimsollEngineBuild build;
} PlimsollGraphRun;

/** PlimsollHostPart: what of the model is in system memory, as it weighs on the first device. */
typedef struct
{
  const PlimsollGraph *blocks; /* whole blocks there; (nullable): none */
  const PlimsollGraph *model;
  guint64 largest_matrix; /* 0: nothing */
  guint64 largest_up;
  guint64 head; /* bytes of the head's matrix, when it is there */
} PlimsollHostPart;

/** When the compute buffer is fullest. */
typedef enum
{
  PLIMSOLL_MOMENT_NONE, /* what is kept all the time */
  PLIMSOLL_MOMENT_FEED_FORWARD,
  PLIMSOLL_MOMENT_EXPERTS,
  PLIMSOLL_MOMENT_ATTENTION,
  PLIMSOLL_MOMENT_LATENT, /* latent attention */
  PLIMSOLL_MOMENT_RECURRENT,
  PLIMSOLL_MOMENT_LOGITS,
  PLIMSOLL_MOMENT_COPIED_MATRIX, /* weights of system memory come over */
  PLIMSOLL_MOMENT_COPIED_CACHE,  /* the cache of system memory does */
} PlimsollMoment;

/** PlimsollComputeParts: what a compute buffer holds at that moment, bytes. */
typedef struct
{
  PlimsollMoment moment;
  guint64 tokens;  /* computed at once */
  guint64 outputs; /* rows of logits kept */
  guint64 tensors; /* of the micro-batch */
  guint64 masks;   /* with rotations */
  guint64 copies;  /* of caches in another type, of what comes over from system memory */
  guint64 inputs;  /* kept beside, whatever the moment */
} PlimsollComputeParts;

/** Returns: the sum; %PLIMSOLL_OVERFLOW */
static inline guint64
plimsoll_compute_parts_sum (const PlimsollComputeParts *self)
{
  return plimsoll_add (plimsoll_add (self->tensors, self->masks),
                       plimsoll_add (self->copies, self->inputs));
}

void
plimsoll_graph_run_init (PlimsollGraphRun *self, const PlimsollQuestion *question, guint64 context);

/**
 * plimsoll_compute_device:
 * @first: whether it is the only or first device
 * @output: whether the output layer is there
 * @parts: (out caller-allocates) (optional): what it is made of, as of all that follow
 *
 * Returns: bytes of the compute buffer of a device with the blocks of @graph; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_compute_device (const PlimsollGraph *graph,
                                 const PlimsollGraphRun *run,
                                 gboolean first,
                                 gboolean output,
                                 PlimsollComputeParts *parts);

/** The same when devices work on several micro-batches at once and keep inputs for each. */
guint64 plimsoll_compute_device_pipelined (const PlimsollGraph *graph,
                                           const PlimsollGraphRun *run,
                                           gboolean first,
                                           gboolean output,
                                           PlimsollComputeParts *parts);

/** The same for the first device when it also computes what @host holds. */
guint64 plimsoll_compute_device_beside_host (const PlimsollGraph *graph,
                                             const PlimsollGraphRun *run,
                                             const PlimsollHostPart *host,
                                             gboolean output,
                                             PlimsollComputeParts *parts);

/** The same for a further device whose blocks all have their experts in system memory. */
guint64 plimsoll_compute_device_bare (const PlimsollGraph *graph,
                                      const PlimsollGraphRun *run,
                                      PlimsollComputeParts *parts);

/** Returns: bytes in system memory beside devices that run the model of @graph. */
guint64 plimsoll_compute_host (const PlimsollGraph *graph,
                               const PlimsollGraphRun *run,
                               gboolean pipelined,
                               PlimsollComputeParts *parts);

/** Returns: bytes in system memory when the processor runs everything. */
guint64 plimsoll_compute_cpu (const PlimsollGraph *graph,
                              const PlimsollGraphRun *run,
                              PlimsollComputeParts *parts);

G_END_DECLS
