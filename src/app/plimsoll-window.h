/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"
#include "plimsoll-own-models.h"
#include "plimsoll-pins.h"
#include "plimsoll-sizer.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_WINDOW (plimsoll_window_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollWindow, plimsoll_window, PLIMSOLL, WINDOW, AdwApplicationWindow)

/**
 * PlimsollWindow:
 *
 * One question and its answer. Wide: the question beside the answer; narrow: the question in a
 * sheet below.
 *
 * Properties: sizer (PlimsollSizer, read-only).
 *
 * Actions: win.search, win.change ("(sss)": property of the scenario, value, why: what a
 * suggestion does), win.undo, win.pin, win.pinned, win.other-pane, win.page ("s"), win.open,
 * win.open-folder, win.cancel-open, win.keep-model, win.forget-hub, win.my-hardware,
 * win.edit-accelerator and win.show-accelerator
 * ("s": an id), win.my-offers, win.show-fault ("(ss)": title and fault), win.show-gated ("(sss)":
 * these, and where to ask for access), win.export,
 * win.print, win.open-exported, win.show-exported.
 */

/**
 * plimsoll_window_new:
 *
 * A window with the question that was asked last.
 */
PlimsollWindow *plimsoll_window_new (GtkApplication *application,
                                     PlimsollModelList *models,
                                     PlimsollOwnModels *own,
                                     PlimsollCatalog *catalog);

/** Returns: (transfer none) */
PlimsollSizer *plimsoll_window_get_sizer (PlimsollWindow *self);

/** Returns: (transfer none) */
PlimsollScenario *plimsoll_window_get_scenario (PlimsollWindow *self);

/** Returns: (transfer none): what is pinned. */
PlimsollPins *plimsoll_window_get_pins (PlimsollWindow *self);

/**
 * plimsoll_window_open:
 *
 * Reads @file, a model file or folder, and asks about it. Where that fails the question stays, and
 * the window says what is wrong.
 */
void plimsoll_window_open (PlimsollWindow *self, GFile *file);

/** Asks about @model; one of the user's own is read anew first. */
void plimsoll_window_choose_model (PlimsollWindow *self, PlimsollModel *model);

/** Opens the search for a model, for @text, (nullable). */
void plimsoll_window_search (PlimsollWindow *self, const char *text);

/** Shows @title in a toast, with @fault behind its button. */
void plimsoll_window_tell_fault (PlimsollWindow *self, const char *title, const char *fault);

/** Keeps the question and the window's size for the next time. */
void plimsoll_window_save (PlimsollWindow *self);

G_END_DECLS
