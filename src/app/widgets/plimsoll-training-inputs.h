/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario.h"
#include "plimsoll-training-scenario.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TRAINING_INPUTS (plimsoll_training_inputs_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTrainingInputs,
                      plimsoll_training_inputs,
                      PLIMSOLL,
                      TRAINING_INPUTS,
                      GtkWidget)

/**
 * PlimsollTrainingInputs:
 *
 * How it is trained: a cell for each of a training scenario's properties, and one for the number of
 * GPUs, which is the question's. What cannot be read is said below, and announced.
 *
 * Role: group. CSS node: training-inputs. As many columns as there is room for.
 */

/** Shows and changes @training, and how many of @scenario's GPUs there are. */
void plimsoll_training_inputs_set (PlimsollTrainingInputs *self,
                                   PlimsollTrainingScenario *training,
                                   PlimsollScenario *scenario);

/** Returns: (nullable) (transfer none): the control of @property: "rank", "accelerator-count". */
GtkWidget *plimsoll_training_inputs_get_control (PlimsollTrainingInputs *self,
                                                 const char *property);

/** Returns: (transfer none): what was typed last and cannot be read; empty: all can. */
const char *plimsoll_training_inputs_get_fault (PlimsollTrainingInputs *self);

G_END_DECLS
