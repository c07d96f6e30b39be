/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-sizer.h"
#include "plimsoll-training-answer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TRAINING_PAGE (plimsoll_training_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTrainingPage,
                      plimsoll_training_page,
                      PLIMSOLL,
                      TRAINING_PAGE,
                      GtkWidget)

/**
 * PlimsollTrainingPage:
 *
 * What fine-tuning takes of each GPU: how it is trained, and for each method a bar against the load
 * line, hardware that would do, and what would change it; or all figures as a table.
 *
 * Role: group, named "Training". A verdict that turned is announced, politely.
 */

/** Shows what @training takes on @sizer's question; once. @catalog: where hardware is looked for.
 */
void plimsoll_training_page_set (PlimsollTrainingPage *self,
                                 PlimsollSizer *sizer,
                                 PlimsollTrainingScenario *training,
                                 PlimsollCatalog *catalog);

/** Computes and shows the answer as it is now, without waiting for the main loop. */
const PlimsollTrainingAnswer *plimsoll_training_page_flush (PlimsollTrainingPage *self);

G_END_DECLS
