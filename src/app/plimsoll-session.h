/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-model-list.h"
#include "plimsoll-own-models.h"
#include "plimsoll-pins.h"
#include "plimsoll-training-scenario.h"
#include "plimsoll-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** The settings' key of the question that was asked last. */
#define PLIMSOLL_SESSION_QUESTION "question"
#define PLIMSOLL_SESSION_DAMAGED "damaged-question"
#define PLIMSOLL_SESSION_TRAINING "training"
#define PLIMSOLL_SESSION_PINS "pinned-questions"

/** PlimsollSessionLists: what a question may be about. */
typedef struct
{
  PlimsollModelList *models;
  PlimsollOwnModels *own;
  PlimsollAcceleratorList *accelerators;

  /** (nullable): a model on a hub, from what is kept of it on the disk; %NULL: nothing is. */
  PlimsollModel *(*find_kept) (const char *name, gpointer data);
  gpointer data; /* of @find_kept */
} PlimsollSessionLists;

/** The question that one begins with: a model, Q4_K_M, 32K, one card with 24 GB, and what is
 * preferred. */
void plimsoll_session_set_default (GSettings *settings,
                                   PlimsollScenario *scenario,
                                   const PlimsollSessionLists *lists);

/**
 * plimsoll_session_restore:
 * @path: (out) (transfer full) (nullable): the files of the question's model, when it is one of the
 *   user's own: to be read once the window is there. Until then it is what
 * was kept of it, or the default model when nothing was
 * @lost: (out) (transfer full) (nullable): a line for each file beside the model that cannot be
 *   read any more: the question is put without it
 *
 * Puts the question that was asked last; where there is none or it is damaged, the default one.
 *
 * Returns: %FALSE with @error set when a question was there, but could not be read; it is set
 *   aside, so that it does no harm again
 */
gboolean plimsoll_session_restore (GSettings *settings,
                                   PlimsollScenario *scenario,
                                   const PlimsollSessionLists *lists,
                                   char **path,
                                   char ***lost,
                                   GError **error);

void plimsoll_session_save (GSettings *settings, PlimsollScenario *scenario);

/** Puts how a model was to be trained last. Returns: %FALSE with @error set when that could not be
 * read; it is as it is at first then. */
gboolean plimsoll_session_restore_training (GSettings *settings,
                                            PlimsollTrainingScenario *training,
                                            GError **error);

void plimsoll_session_save_training (GSettings *settings, PlimsollTrainingScenario *training);

/** Puts the questions that were pinned last. Returns: %FALSE with @error set when one of them could
 * not be read; the others are there. */
gboolean plimsoll_session_restore_pins (GSettings *settings,
                                        PlimsollPins *pins,
                                        const PlimsollSessionLists *lists,
                                        GError **error);

void plimsoll_session_save_pins (GSettings *settings, PlimsollPins *pins);

G_END_DECLS
