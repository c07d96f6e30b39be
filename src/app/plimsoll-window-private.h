/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-window.h"

#include "plimsoll-compare-page.h"
#include "plimsoll-cost-page.h"
#include "plimsoll-fit-page.h"
#include "plimsoll-hub.h"
#include "plimsoll-pins.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-receipt-dialog.h"
#include "plimsoll-speed-page.h"
#include "plimsoll-run-page.h"
#include "plimsoll-training-page.h"

G_BEGIN_DECLS

/* The window is in several files, by role: what it is made of and keeps (plimsoll-window.c), what
 * can be done in it (plimsoll-window-actions.c), people's own files (plimsoll-window-open.c), what
 * is loaded beside the model (plimsoll-window-additions.c), their own hardware
 * (plimsoll-window-hardware.c), what was measured on it (plimsoll-window-measured.c), models on a
 * hub (plimsoll-window-hub.c), this computer (plimsoll-window-computer.c), what is pinned
 * (plimsoll-window-pins.c), what is preferred (plimsoll-window-preferences.c), and reports
 * (plimsoll-window-export.c). */

/** As plimsoll_model_open(). */
typedef PlimsollModel *(*PlimsollModelReader) (const char *path, GError **error);

/** What a file is read for. */
typedef enum
{
  PLIMSOLL_READ_TO_SIZE,    /* a model on a hub was chosen: it is asked about, and may be kept */
  PLIMSOLL_READ_TO_OPEN,    /* somebody chose or dropped it: one of their models from now on */
  PLIMSOLL_READ_TO_CHOOSE,  /* one of their models, chosen again: its files may have changed */
  PLIMSOLL_READ_TO_RESTORE, /* the model of the last question, of which shapes are there already */
  PLIMSOLL_READ_TO_DRAFT,   /* one of their models, as the draft of another */
  PLIMSOLL_READ_TO_PROJECT, /* a vision projector */
  PLIMSOLL_READ_TO_ADAPT,   /* a LoRA adapter */
} PlimsollReadTo;

struct _PlimsollWindow
{
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  PlimsollModelList *models;
  PlimsollOwnModels *own;
  PlimsollAcceleratorList *accelerators;
  PlimsollOwnHardware *own_hardware;
  GHashTable *listed; /* of PlimsollAccelerator: those in the list */
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollTrainingScenario *training;
  PlimsollPins *pins;
  PlimsollScenario *before; /* the question before the last change that can be undone */

  GCancellable *looking;    /* (nullable): at this computer */
  gboolean awaits_computer; /* the question is to be about it, unless somebody says otherwise */
  gboolean on_computer;     /* the question is, or was last time */

  /* A file that is being read. */
  GCancellable *reading; /* (nullable) */
  char *reading_name;
  guint patience;             /* a timeout */
  AdwToast *waiting;          /* (nullable): says that it is being read */
  PlimsollModelReader reader; /* (nullable): what tests put in the place of ours */
  PlimsollHub *hub;           /* (nullable): nobody asked for anything that needs it */
  PlimsollModel *fetched; /* (nullable): the last one that was read from it, for win.keep-model */
  PlimsollAddition *offered; /* (nullable): a file that was opened and is no model */

  AdwToastOverlay *toasts;
  GtkRevealer *drop_revealer;
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
  PlimsollSpeedPage *speed_page;
  PlimsollCostPage *cost_page;
  PlimsollTrainingPage *training_page;

  PlimsollCatalog *catalog;
  GFile *exported;    /* (nullable): the report that was written last */
  GPtrArray *engines; /* of PlimsollEngineFacts */
};

/** What the menu, buttons and keys do. */
void plimsoll_window_install_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_check_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_pin_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_ledger_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_export_actions (GtkWidgetClass *widget_class);

/** Lets the question go along with what changes in My Hardware. */
void plimsoll_window_follow_hardware (PlimsollWindow *self);
void plimsoll_window_install_hardware_actions (GtkWidgetClass *widget_class);

/** Has the accelerators of the list be as fast as was measured on them. */
void plimsoll_window_follow_measurements (PlimsollWindow *self);

/** Has @dialog offer to keep what @log measured; where it does not say on which accelerator, it was
 * on that of @question. */
void plimsoll_window_offer_measurements (PlimsollWindow *self,
                                         PlimsollReceiptDialog *dialog,
                                         const PlimsollLog *log,
                                         PlimsollScenario *question);

/** Does what is preferred now and whenever that changes; before there is a sizer. */
void plimsoll_window_follow_preferences (PlimsollWindow *self);
void plimsoll_window_install_preference_actions (GtkWidgetClass *widget_class);

void plimsoll_window_install_help_actions (GtkWidgetClass *widget_class);

/** Reads a load log and shows it beside what is predicted. */
void plimsoll_window_check_log (PlimsollWindow *self, GFile *file);

/** Returns: whether @file is called like a log. */
gboolean plimsoll_window_is_log (GFile *file);

void plimsoll_window_install_open_actions (GtkWidgetClass *widget_class);
void plimsoll_window_install_fault_actions (GtkWidgetClass *widget_class);

/** As plimsoll_window_tell_fault(), of a model that its makers want to be asked for. */
void plimsoll_window_tell_gated (PlimsollWindow *self,
                                 const char *title,
                                 const char *fault,
                                 const char *endpoint,
                                 const char *repository);

/** Says @text in a toast that stays. */
void plimsoll_window_tell (PlimsollWindow *self, const char *text);

/** Keeps the question as it is now, for win.undo. */
void plimsoll_window_remember (PlimsollWindow *self);

/** Asks @question, and says @why; it can be undone. */
void plimsoll_window_change (PlimsollWindow *self, PlimsollScenario *question, const char *why);

/** Puts what was pinned, and keeps what is from now on. */
void plimsoll_window_restore_pins (PlimsollWindow *self);

/** Returns: (transfer none): the hub that the environment says. */
PlimsollHub *plimsoll_window_get_hub (PlimsollWindow *self);

/** Returns: (nullable) (transfer full): a model on a hub, from what is kept of it; @window: one */
PlimsollModel *plimsoll_window_find_kept (const char *name, gpointer window);

/** Asks about a model on a hub, by its name or address. */
void plimsoll_window_choose_remote (PlimsollWindow *self, const char *name);

/** Asks about @model, which was read from a hub, and says @text, what that took. */
void plimsoll_window_take_remote (PlimsollWindow *self, PlimsollModel *model, const char *text);
void plimsoll_window_install_hub_actions (GtkWidgetClass *widget_class);

/** Reads the model of the last question, in the place of what was kept of it. */
void plimsoll_window_restore_model (PlimsollWindow *self, const char *path);

/** Looks at this computer in a thread. When this is the @first question, or that of last time was
 * about it, the question is about it, unless somebody said first what it is about. */
void plimsoll_window_look_at_computer (PlimsollWindow *self, gboolean first);
void plimsoll_window_install_computer_actions (GtkWidgetClass *widget_class);
void plimsoll_window_cancel_look (PlimsollWindow *self);

/** Reads a file in a thread; the last one that is asked for counts. */
void plimsoll_window_read (PlimsollWindow *self, const char *path, PlimsollReadTo to);

/** Has @addition be beside the model from now on; can be undone. */
void plimsoll_window_add (PlimsollWindow *self, PlimsollAddition *addition);
void plimsoll_window_take_draft (PlimsollWindow *self, PlimsollModel *draft);

/** Says that what was opened is no model, and has win.add-offered add it. */
void plimsoll_window_offer_addition (PlimsollWindow *self, PlimsollAddition *addition);

void plimsoll_window_install_addition_actions (GtkWidgetClass *widget_class);

/** Gives up what is being read. */
void plimsoll_window_cancel_open (PlimsollWindow *self);

/** Files may be dropped anywhere on the window. */
void plimsoll_window_accept_drops (PlimsollWindow *self);

G_END_DECLS
