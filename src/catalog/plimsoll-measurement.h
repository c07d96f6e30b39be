/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/** PlimsollMeasuredTest: one figure of llama-bench. */
typedef struct
{
  guint32 prompt;    /* tokens of the prompt; 0: it only generates */
  guint32 generated; /* 0: it only reads */
  guint64 depth;     /* tokens in the cache before */
  double speed;      /* tokens/s */
} PlimsollMeasuredTest;

#define PLIMSOLL_TYPE_MEASUREMENT (plimsoll_measurement_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollMeasurement, plimsoll_measurement, PLIMSOLL, MEASUREMENT, GObject)

/**
 * PlimsollMeasurement:
 *
 * How fast a model ran in one precision on one accelerator of the user's, as llama-bench said.
 * Immutable.
 */

/** More figures of one model on one accelerator are not kept. */
#define PLIMSOLL_MEASUREMENT_MAX_TESTS 64

/**
 * plimsoll_measurement_new:
 * @accelerator: its id
 * @model: its id
 * @precision: "Q4_K_M"
 * @date: (nullable): when it was kept, as by plimsoll_fact_date_parse()
 * @source: (nullable): what measured it: "llama-bench, CUDA"
 * @tests: (array length=n): no more than %PLIMSOLL_MEASUREMENT_MAX_TESTS
 *
 * Returns: (transfer full)
 */
PlimsollMeasurement *plimsoll_measurement_new (const char *accelerator,
                                               const char *model,
                                               const char *precision,
                                               const char *date,
                                               const char *source,
                                               const PlimsollMeasuredTest *tests,
                                               guint n);

const char *plimsoll_measurement_get_accelerator (PlimsollMeasurement *self);
const char *plimsoll_measurement_get_model (PlimsollMeasurement *self);
const char *plimsoll_measurement_get_precision (PlimsollMeasurement *self);
const char *plimsoll_measurement_get_date (PlimsollMeasurement *self);   /* (nullable) */
const char *plimsoll_measurement_get_source (PlimsollMeasurement *self); /* (nullable) */

/** Returns: (array length=n) (transfer none) */
const PlimsollMeasuredTest *plimsoll_measurement_get_tests (PlimsollMeasurement *self, guint *n);

/** Returns: whether both are of one model in one precision on one accelerator. */
gboolean plimsoll_measurement_is_of_same (PlimsollMeasurement *self, PlimsollMeasurement *other);

/** Returns: (transfer full): @newer, and what @self has besides. */
PlimsollMeasurement *plimsoll_measurement_merge (PlimsollMeasurement *self,
                                                 PlimsollMeasurement *newer);

G_END_DECLS
