/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub.h"
#include "plimsoll-model-list.h"
#include "plimsoll-own-models.h"
#include "plimsoll-scenario.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SEARCH_DIALOG (plimsoll_search_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSearchDialog,
                      plimsoll_search_dialog,
                      PLIMSOLL,
                      SEARCH_DIALOG,
                      AdwDialog)

/**
 * PlimsollSearchDialog:
 *
 * Finds a model by what is typed: the user's own above those of the catalogue, and those of a hub
 * below. Each is shown with its verdict in the present question, but those of a hub with what it
 * says of them. One's own can be removed, and that undone. A hub that does not answer is told of
 * when nothing else was found, or what is typed is a name on it.
 *
 * Keys: the focus stays in the entry; Up, Down, Page Up and Page Down move the selection, Enter
 * chooses, Escape leaves; Delete, at the end of what is typed, removes a model of one's own, and
 * Control+Z brings it back.
 *
 * Action: search.remove ("s": the id of one's own). Signals: model-chosen (PlimsollModel);
 * remote-chosen (string: what to open a model on a hub by)
 */

/** @scenario: the question that the verdicts are for; it is not changed. */
PlimsollSearchDialog *plimsoll_search_dialog_new (PlimsollModelList *models,
                                                  PlimsollOwnModels *own,
                                                  PlimsollHub *hub,
                                                  PlimsollScenario *scenario);

/** Searches for @text, as if it had been typed. */
void plimsoll_search_dialog_set_text (PlimsollSearchDialog *self, const char *text);

G_END_DECLS
