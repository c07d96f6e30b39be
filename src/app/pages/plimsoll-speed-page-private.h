/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-speed-page.h"

#include "plimsoll-decode-chart.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-requests-chart.h"
#include "plimsoll-token-clock.h"
#include "plimsoll-token-lane.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* The page is in several files: its time and its lanes (plimsoll-speed-page.c), what the question
 * is compared with (plimsoll-speed-page-beside.c), and the charts (plimsoll-speed-page-charts.c).
 */

struct _PlimsollSpeedPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  GSignalGroup *updates;
  GSettings *settings;
  GtkFlattenListModel *choices; /* of GtkStringObject, PlimsollSizer and PlimsollAccelerator */
  PlimsollPins *pins;
  GObject *beside; /* (nullable): what was chosen of them */

  PlimsollTokenPace paces[2];
  gboolean has_second;
  PlimsollTokenClock clock;
  guint tick;          /* 0: none */
  gint64 shown;        /* time of the frame whose state is shown */
  GdkSurface *surface; /* (nullable): watched while mapped */

  GtkButton *play_button;
  AdwToggleGroup *multiple_group;
  GtkLabel *elapsed_label;
  GtkSpinButton *prompt_spin;
  GtkSpinButton *answer_spin;
  GtkLabel *input_label;
  PlimsollTokenLane *first_lane;
  PlimsollTokenLane *second_lane;
  GtkDropDown *beside_dropdown;
  GtkStack *decode_stack;
  PlimsollDecodeChart *decode_chart;
  PlimsollFigureTable *decode_table;
  GtkToggleButton *decode_button;
  GtkStack *requests_stack;
  PlimsollRequestsChart *requests_chart;
  PlimsollFigureTable *requests_table;
  GtkLabel *requests_label;
  GtkToggleButton *requests_button;
};

/** Draws both charts, or says why there is nothing to draw. */
void plimsoll_speed_page_update_charts (PlimsollSpeedPage *self);

/** Has the list of what to compare with follow what is chosen, and say it its way. */
void plimsoll_speed_page_follow_beside (PlimsollSpeedPage *self);

/** Shows everything anew, from the beginning. */
void plimsoll_speed_page_update (PlimsollSpeedPage *self);

G_END_DECLS
