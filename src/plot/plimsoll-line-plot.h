/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-frame.h"

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

/** One line; NAN: a gap. */
typedef struct
{
  const double *amounts; /* (array length=n_points) */
  PlimsollInk ink;
  PlimsollInk text_ink;
  PlimsollLineStroke stroke;
  const char *markup; /* (nullable): beside the line where it fits */
  const double *low;  /* (nullable) (array length=n_points): the range to be expected, a band */
  const double *high; /* (nullable) (array length=n_points) */
} PlimsollLineSeries;

/**
 * PlimsollLinePlot: amounts that change along an axis, as several lines. A load line stands at one
 * place: where two of them cross, or from top to bottom.
 */
typedef struct
{
  const double *places; /* (array length=n_points): ascending; over 0 by octaves */
  guint n_points;
  gboolean octaves;  /* else places are even, from 0 */
  double place_step; /* between labels of even places; doubled until they have room */
  PlimsollLineSeries series[PLIMSOLL_LINE_PLOT_MAX_SERIES];
  guint n_series;

  double mark;             /* the place of the load line; NAN: none */
  double mark_amount;      /* where its ring is; NAN: at the top */
  const char *mark_markup; /* (nullable): in a pill, or beside the ring at the top */

  guint from_series; /* past the load line the ground between these two is tinted */
  guint to_series;

  double end_amount;      /* to where the first line drops at its end; NAN: it does not */
  const char *end_markup; /* (nullable) */

  int point_series; /* whose point is looked at; -1: none */
  guint point;
  const char *point_label; /* (nullable): in its pill */

  gboolean rtl;
  char *(*place_label) (double place);
  char *(*amount_label) (double amount, gpointer data);
  gpointer data;
} PlimsollLinePlot;

/** Lays the plot out in @width × @height pixels. */
void plimsoll_line_plot_layout (const PlimsollLinePlot *self,
                                const PlimsollPlotText *text,
                                double width,
                                double height,
                                PlimsollPlotFrame *frame);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_line_plot_draw (const PlimsollLinePlot *self,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width,
                              double height);

G_END_DECLS
