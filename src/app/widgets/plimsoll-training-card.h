/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-training-answer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TRAINING_CARD (plimsoll_training_card_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTrainingCard,
                      plimsoll_training_card,
                      PLIMSOLL,
                      TRAINING_CARD,
                      GtkWidget)

/**
 * PlimsollTrainingCard:
 *
 * One method of training: whether it fits, what takes how much of each GPU, on what it would fit,
 * and what would change that.
 *
 * Role: group, named as the method. CSS node: training-card. Mirrored from right to left.
 */

/** Shows @result, an answer to @training on @scenario's hardware. */
void plimsoll_training_card_set_result (PlimsollTrainingCard *self,
                                        const PlimsollTrainingResult *result,
                                        PlimsollScenario *scenario,
                                        PlimsollTrainingScenario *training);

G_END_DECLS
