/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-compare-page.h"

#include "plimsoll-compare-columns.h"
#include "plimsoll-computer-fit.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The page is in several files, by role: what it is made of (plimsoll-compare-page.c), which rows
 * are shown and in what order (plimsoll-compare-page-rows.c), and what can be done with them
 * (plimsoll-compare-page-actions.c). */

#define PLIMSOLL_N_TABLES (PLIMSOLL_VARY_PRECISION + 1)

struct _PlimsollComparePage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  PlimsollAcceleratorList *accelerators;
  PlimsollModelList *models;
  PlimsollQualityList *quality;
  GListModel *offers;                /* (nullable) */
  PlimsollOwnHardware *own_hardware; /* (nullable) */
  PlimsollOwnComputer *computer;     /* (nullable) */
  GSettings *settings;
  GSignalGroup *questions;
  GSimpleActionGroup *actions;

  PlimsollFitModel *tables[PLIMSOLL_N_TABLES];
  gulong updated[PLIMSOLL_N_TABLES];
  PlimsollVary vary;
  GtkFilterListModel *filtered;
  GtkSortListModel *sorted;
  PlimsollComputerFit *computer_fit; /* (nullable): this computer… */
  GListStore *parts;                 /* …which comes before what is sorted, among accelerators */
  GtkMultiSelection *selection;
  GtkCustomFilter *filter;
  PlimsollCompareColumns *columns;
  PlimsollFitColumn order;
  gboolean descending;
  guint rest;           /* source */
  gboolean coming;      /* rows of a table that was not there yet */
  PlimsollFit *pointed; /* the row that the menu is for */
  GtkWidget *menu;

  AdwNavigationView *navigation;
  AdwToggleGroup *lens_group;
  GtkEditable *filter_entry;
  GtkDropDown *vendor_drop;
  GtkDropDown *memory_drop;
  GtkSwitch *fits_switch;
  GtkMenuButton *menu_button;
  GtkLabel *summary_label;
  GtkStack *stack;
  GtkColumnView *view;
  GtkListView *rows;
  AdwStatusPage *nothing_page;
  GtkWidget *nothing_button;
  gboolean narrow;
};

/** Returns: (nullable): the table that is shown. */
PlimsollFitModel *plimsoll_compare_page_table (PlimsollComparePage *self);

/** A #GtkCustomFilterFunc: what the entry and its neighbours let through. */
gboolean plimsoll_compare_page_lets_through (gpointer item, gpointer data);

/** Gives the rows to the view that is shown. */
void plimsoll_compare_page_attach (PlimsollComparePage *self);

/** Shows the rows, or why there are none. */
void plimsoll_compare_page_update_stack (PlimsollComparePage *self);

/** Says what all rows have in common. */
void plimsoll_compare_page_update_summary (PlimsollComparePage *self);

/** Puts the rows in order by what they say now. */
void plimsoll_compare_page_apply_order (PlimsollComparePage *self);

/** Returns: how many rows the filters let through; this computer is none of them. */
guint plimsoll_compare_page_count (PlimsollComparePage *self);

/** Has this computer be before all others where accelerators are compared. */
void plimsoll_compare_page_pin_computer (PlimsollComparePage *self);

/** And binds its row anew. */
void plimsoll_compare_page_pin_computer_anew (PlimsollComparePage *self);

/** Takes over the order that the column view's headings say. */
void plimsoll_compare_page_order_changed (PlimsollComparePage *self);

void plimsoll_compare_page_sort_by (PlimsollComparePage *self,
                                    PlimsollFitColumn column,
                                    gboolean descending);

/** The report that is open is of what its accelerator is now, or gone with it. */
void plimsoll_compare_page_follow_report (PlimsollComparePage *self);

/** The report that is open is made anew. */
void plimsoll_compare_page_renew_report (PlimsollComparePage *self);

/** The row becomes a part of the question. */
void plimsoll_compare_page_use (PlimsollComparePage *self, PlimsollFit *fit);

/** Actions, keys and the menus of rows. */
void plimsoll_compare_page_add_actions (PlimsollComparePage *self);

/** Shows in the menus what the actions would change. */
void plimsoll_compare_page_update_menu (PlimsollComparePage *self);
void plimsoll_compare_page_set_state (PlimsollComparePage *self, const char *name, GVariant *state);

G_END_DECLS
