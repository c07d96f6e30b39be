/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

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

void
plimsoll_graph_run_init (PlimsollGraphRun *self, const PlimsollQuestion *question, guint64 context);

/**
 * plimsoll_compute_device:
 * @first: whether it is the only or first device
 * @output: whether the output layer is there
 *
 * Returns: bytes of the compute buffer of a device with the blocks of @graph; %PLIMSOLL_OVERFLOW
 */
guint64 plimsoll_compute_device (const PlimsollGraph *graph,
                                 const PlimsollGraphRun *run,
                                 gboolean first,
                                 gboolean output);

/** The same when devices work on several micro-batches at once and keep inputs for each. */
guint64 plimsoll_compute_device_pipelined (const PlimsollGraph *graph,
                                           const PlimsollGraphRun *run,
                                           gboolean first,
                                           gboolean output);

/** The same for the first device when it also computes what @host holds. */
guint64 plimsoll_compute_device_beside_host (const PlimsollGraph *graph,
                                             const PlimsollGraphRun *run,
                                             const PlimsollHostPart *host,
                                             gboolean output);

/** The same for a further device whose blocks all have their experts in system memory. */
guint64 plimsoll_compute_device_bare (const PlimsollGraph *graph, const PlimsollGraphRun *run);

/** Returns: bytes in system memory beside devices that run the model of @graph. */
guint64
plimsoll_compute_host (const PlimsollGraph *graph, const PlimsollGraphRun *run, gboolean pipelined);

/** Returns: bytes in system memory when the processor runs everything. */
guint64 plimsoll_compute_cpu (const PlimsollGraph *graph, const PlimsollGraphRun *run);

G_END_DECLS
