/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"
#include "plimsoll-scale.h"

G_BEGIN_DECLS

#define PLIMSOLL_LINE_PLOT_MAX_SERIES 6

/** How a line is drawn: lines are told apart without their colours. */
typedef enum
{
  PLIMSOLL_LINE_SOLID,
  PLIMSOLL_LINE_DASHED,
  PLIMSOLL_LINE_DOTTED,
  PLIMSOLL_LINE_DASH_DOT,
} PlimsollLineStroke;

/** One line. */
typedef struct
{
  const double *amounts; /* (array length=n_points): NAN: a gap */
  PlimsollInk ink;
  PlimsollInk text_ink;
  PlimsollLineStroke stroke;
  const char *markup; /* (nullable): beside the line where it fits */
} PlimsollLineSeries;

/**
 * PlimsollLinePlot: amounts that grow along an even axis from 0, as several lines; the load line
 * stands where two of them cross.
 */
typedef struct
{
  const double *places; /* (array length=n_points): ascending, from 0 */
  guint n_points;
  double place_step; /* between labels; doubled until they have room */
  PlimsollLineSeries series[PLIMSOLL_LINE_PLOT_MAX_SERIES];
  guint n_series;

  double mark; /* the place of the load line; NAN: none */
  double mark_amount;
  const char *mark_markup; /* (nullable): in its pill */

  guint from_series; /* past the load line the ground between these two is tinted */
  guint to_series;

  double end_amount;      /* to where the first line drops at its end; NAN: it does not */
  const char *end_markup; /* (nullable) */

  int point_series; /* whose point is looked at; -1: none */
  guint point;
  const char *point_label;

  gboolean rtl;
  char *(*place_label) (double place);
  char *(*amount_label) (double amount, gpointer data);
  gpointer data;
} PlimsollLinePlot;

/** PlimsollLinePlotLayout: where the plot's parts are. */
typedef struct
{
  double x, y, width, height; /* the area within the axes */
  PlimsollScale places;
  PlimsollScale amounts;
} PlimsollLinePlotLayout;

/** Lays the plot out in @width × @height pixels. */
void plimsoll_line_plot_layout (const PlimsollLinePlot *self,
                                const PlimsollPlotText *text,
                                double width,
                                double height,
                                PlimsollLinePlotLayout *layout);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_line_plot_draw (const PlimsollLinePlot *self,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width,
                              double height);

G_END_DECLS
