/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-window.h"

#include "plimsoll-compare-page.h"
#include "plimsoll-fit-page.h"
#include "plimsoll-question-pane.h"

G_BEGIN_DECLS

/* The window is in several files, by role: what it is made of and keeps (plimsoll-window.c) and
 * what can be done in it (plimsoll-window-actions.c). */

struct _PlimsollWindow
{
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  PlimsollModelList *models;
  PlimsollAcceleratorList *accelerators;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollScenario *before; /* the question before the last change that can be undone */

  AdwToastOverlay *toasts;
  AdwMultiLayoutView *layouts;
  AdwViewSwitcher *wide_switcher;
  AdwViewSwitcherBar *narrow_switcher;
  AdwBottomSheet *question_sheet;
  GtkLabel *handle_model;
  GtkLabel *handle_rest;
  PlimsollQuestionPane *question;
  AdwViewStack *pages;
  PlimsollFitPage *fit_page;
  PlimsollComparePage *compare_page;
};

/** What the menu, buttons and keys do. */
void plimsoll_window_install_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_check_actions (GtkWidgetClass *widget_class);

/** Reads a load log and shows it beside what is predicted. */
void plimsoll_window_check_log (PlimsollWindow *self, GFile *file);

/** Returns: whether @file is called like a log. */
gboolean plimsoll_window_is_log (GFile *file);

G_END_DECLS
