/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-list.h"
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
 * Finds a model by what is typed. Each is shown with its verdict in the present question.
 *
 * Keys: the focus stays in the entry; Up, Down, Page Up and Page Down move the selection, Enter
 * chooses, Escape leaves.
 *
 * Signal model-chosen (PlimsollModel)
 */

/** @scenario: the question that the verdicts are for; it is not changed. */
PlimsollSearchDialog *plimsoll_search_dialog_new (PlimsollModelList *models,
                                                  PlimsollScenario *scenario);

G_END_DECLS
