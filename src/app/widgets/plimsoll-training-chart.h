/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-chart.h"
#include "plimsoll-training-answer.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TRAINING_CHART (plimsoll_training_chart_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTrainingChart,
                      plimsoll_training_chart,
                      PLIMSOLL,
                      TRAINING_CHART,
                      PlimsollChart)

/**
 * PlimsollTrainingChart:
 *
 * What one method of training takes of a GPU, part by part, against what is usable there. Left and
 * Right go along the parts, and what each takes is said.
 *
 * Role: img, named as the method; its description says every part. CSS node: training-chart.
 */
void plimsoll_training_chart_set_result (PlimsollTrainingChart *self,
                                         const PlimsollTrainingResult *result);

G_END_DECLS
