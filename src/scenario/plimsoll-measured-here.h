/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-log.h"
#include "plimsoll-measured-speed.h"
#include "plimsoll-model-list.h"
#include "plimsoll-own-measurements.h"

G_BEGIN_DECLS

/*
 * Speeds measured on the user's own accelerators, and what they make of those that are modelled.
 */

/**
 * plimsoll_measured_here_find:
 * @log: with speeds of llama-bench
 * @models: where the models that ran are looked for, by parameters and bytes
 * @model: (nullable): taken before others of the same size
 * @accelerator: (nullable): that it ran on, where the log does not say
 * @accelerators: where one that the log names is looked for
 * @date: (nullable): today
 * @notes: (out) (optional) (transfer full) (array zero-terminated=1): sentences: which figures are
 *   left, and why
 *
 * What of @log can be kept: figures of a model of the catalogue, all of it on one accelerator.
 *
 * Returns: (transfer full) (element-type PlimsollMeasurement): may be empty
 */
GPtrArray *plimsoll_measured_here_find (const PlimsollLog *log,
                                        PlimsollModelList *models,
                                        PlimsollModel *model,
                                        PlimsollAccelerator *accelerator,
                                        PlimsollAcceleratorList *accelerators,
                                        const char *date,
                                        char ***notes);

/**
 * plimsoll_measured_here_words:
 *
 * Returns: (transfer full): "Qwen3-0.6B, F16, on NVIDIA RTX 4090: 4 figures"
 */
char *plimsoll_measured_here_words (PlimsollMeasurement *measurement,
                                    PlimsollModelList *models,
                                    PlimsollAcceleratorList *accelerators);

/** Returns: "modelled", "corrected" or "measured": a speed's basis, as answers in JSON have it. */
const char *plimsoll_speed_basis_nick (PlimsollSpeedBasis basis);

/** Returns: (transfer full): @between and the basis: "81 – 109, measured here". */
char *plimsoll_speed_basis_mark (PlimsollSpeedBasis basis, const char *between);

/**
 * plimsoll_measured_here_apply:
 *
 * Puts what was measured into the facts of @accelerators, and takes out what no longer is; those
 * that change are replaced in the list. What is of a model or accelerator that is not known waits.
 */
void plimsoll_measured_here_apply (PlimsollOwnMeasurements *measurements,
                                   PlimsollModelList *models,
                                   PlimsollAcceleratorList *accelerators);

G_END_DECLS
