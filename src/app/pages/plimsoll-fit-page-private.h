/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit-page.h"

#include "plimsoll-context-chart.h"
#include "plimsoll-decode-chart.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-legend.h"
#include "plimsoll-load-line.h"
#include "plimsoll-tile.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The page is in several files, by role: what it is made of, verdict and advice
 * (plimsoll-fit-page.c), the tiles (plimsoll-fit-page-tiles.c) and the charts
 * (plimsoll-fit-page-charts.c). */

struct _PlimsollFitPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  GSignalGroup *answers;
  GSignalGroup *questions;
  PlimsollVerdict verdict; /* announced last */
  gboolean discrete;       /* what changed is no slider */
  gboolean stale;          /* it has changed while nobody saw it */
  char *suggested;         /* labels of the suggestions that are shown */
  char *noted;

  GListModel *accelerators; /* (nullable): of what is recommended */
  GListModel *offers;       /* (nullable) */
  guint recommend_rest;     /* source */
  GCancellable *recommending;
  char *recommended; /* words of those that are shown */

  GtkStack *verdict_icons;
  GtkLabel *verdict_label;
  GtkWidget *plan_box;
  GtkLabel *plan_label;
  GtkLabel *needs_label;
  GtkLabel *detail_label;
  GtkWidget *exactness_box;
  GtkLabel *exactness_label;
  PlimsollLoadLine *load_line;
  PlimsollLegend *legend;
  AdwWrapBox *suggestions_box;
  GtkWidget *tiles;
  PlimsollTile *required_tile;
  PlimsollTile *headroom_tile;
  PlimsollTile *decode_tile;
  PlimsollTile *prefill_tile;
  PlimsollTile *first_token_tile;
  PlimsollTile *together_tile;
  PlimsollTile *host_tile;
  PlimsollTile *requests_tile;
  GtkWidget *lower_box;
  GtkWidget *longest_figure;
  GtkLabel *longest_label;
  PlimsollContextChart *chart;
  GtkStack *memory_stack; /* chart, table */
  PlimsollFigureTable *memory_table;
  GtkWidget *decode_card;
  GtkStack *decode_stack;
  PlimsollDecodeChart *decode_chart;
  PlimsollFigureTable *decode_table;
  GtkWidget *recommended_box;
  GtkListBox *recommended_list;
  GtkWidget *notes_box;
  GtkListBox *notes_list;
};

/** Shows @estimate, a valid one, on the tiles. */
void plimsoll_fit_page_update_tiles (PlimsollFitPage *self, const PlimsollEstimate *estimate);

/** Shows it, and the question with other contexts, in the charts. */
void plimsoll_fit_page_update_charts (PlimsollFitPage *self,
                                      const PlimsollEstimate *estimate,
                                      const char *target);

/** Looks in a thread, some time after the last change, for what would do. */
void plimsoll_fit_page_update_recommendations (PlimsollFitPage *self);
void plimsoll_fit_page_cancel_recommendations (PlimsollFitPage *self);

G_END_DECLS
