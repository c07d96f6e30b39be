/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** What a speed rests on. */
typedef enum
{
  PLIMSOLL_SPEED_IS_MODELLED,
  PLIMSOLL_SPEED_IS_CORRECTED, /* modelled, times what other weights did on this accelerator */
  PLIMSOLL_SPEED_IS_MEASURED,  /* these weights were measured on this accelerator */
} PlimsollSpeedBasis;

/** PlimsollMeasuredRun: how fast weights ran on an accelerator, beside what is modelled of it. */
typedef struct
{
  guint64 tensor_bytes; /* of the weights, which tells them from others */
  double decode;        /* measured ÷ modelled; NAN: not measured */
  double prefill;
} PlimsollMeasuredRun;

/** More of one accelerator are not told apart. */
#define PLIMSOLL_MAX_MEASURED_RUNS 16

/** PlimsollMeasuredRuns: all that was measured on an accelerator. */
typedef struct
{
  guint n;
  PlimsollMeasuredRun runs[PLIMSOLL_MAX_MEASURED_RUNS];
} PlimsollMeasuredRuns;

/** PlimsollMeasuredFactor: what a modelled speed is multiplied with, and what it rests on then. */
typedef struct
{
  double factor;
  PlimsollSpeedBasis basis;
} PlimsollMeasuredFactor;

/* Factors of the range around a speed, by its basis. Of what llama-bench measured on one
 * accelerator in tests/truth/speed.tsv, a range made with them holds the share of the other figures
 * that test-speed-errors says: those of the same weights at other depths, and those of other
 * weights. */
#define PLIMSOLL_RANGE_MEASURED_DECODE 1.15
#define PLIMSOLL_RANGE_MEASURED_PREFILL 1.25
#define PLIMSOLL_RANGE_CORRECTED_DECODE 1.2
#define PLIMSOLL_RANGE_CORRECTED_PREFILL 1.4

/**
 * plimsoll_measured_decode:
 * @self: (nullable)
 * @tensor_bytes: of the weights that are asked about
 *
 * Returns: their own run's factor, else the geometric mean of the others; 1 where there is none
 */
PlimsollMeasuredFactor plimsoll_measured_decode (const PlimsollMeasuredRuns *self,
                                                 guint64 tensor_bytes);

/** The same of prompts. */
PlimsollMeasuredFactor plimsoll_measured_prefill (const PlimsollMeasuredRuns *self,
                                                  guint64 tensor_bytes);

G_END_DECLS
