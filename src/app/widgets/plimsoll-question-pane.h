/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_QUESTION_PANE (plimsoll_question_pane_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollQuestionPane,
                      plimsoll_question_pane,
                      PLIMSOLL,
                      QUESTION_PANE,
                      GtkWidget)

/**
 * PlimsollQuestionPane:
 *
 * The question, to be put: model, precision, context, cache, hardware, serving. Every control is
 * bound to the sizer's scenario, both ways.
 *
 * Properties: sizer (PlimsollSizer); accelerators (GListModel of PlimsollAccelerator); computer
 * (PlimsollOwnComputer).
 *
 * Role: group, named "Question".
 */

/** Puts the focus where one begins. */
void plimsoll_question_pane_focus (PlimsollQuestionPane *self);

G_END_DECLS
