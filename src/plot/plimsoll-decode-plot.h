/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-frame.h"

G_BEGIN_DECLS

#define PLIMSOLL_LINE_PLOT_MAX_LINES 3

/** One line; NAN: there is none at that point. */
typedef struct
{
  const double *values; /* (array length=n_points) */
  const double *low;    /* (nullable) (array length=n_points): the range to be expected */
  const double *high;   /* (nullable) (array length=n_points) */
  PlimsollInk ink;
  const char *label; /* (nullable): at its far end, where nothing else is */
} PlimsollPlotLine;

/**
 * PlimsollDecodePlot: how something changes with the context, at most three lines: the first drawn
 * through, the second dashed, the third dotted; each with the range to be expected as a band.
 */
typedef struct
{
  const double *contexts; /* (array length=n_points): ascending, over 0 */
  guint n_points;
  PlimsollPlotLine lines[PLIMSOLL_LINE_PLOT_MAX_LINES];
  guint n_lines;

  double mark;            /* a load line at this context; NAN: none */
  const char *mark_label; /* (nullable): markup */

  double point_context; /* NAN: none */
  double point_value;
  const char *point_label; /* in its pill */
  double hover_context;    /* guide under the pointer; NAN: none */
  double hover_value;
  const char *hover_label;

  gboolean rtl;
  char *(*context_label) (double tokens);
  char *(*value_label) (double value);
} PlimsollDecodePlot;

/** Lays the plot out in @width × @height pixels. */
void plimsoll_decode_plot_layout (const PlimsollDecodePlot *self,
                                  const PlimsollPlotText *text,
                                  double width,
                                  double height,
                                  PlimsollPlotFrame *frame);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_decode_plot_draw (const PlimsollDecodePlot *self,
                                const PlimsollPlotText *text,
                                cairo_t *cr,
                                double width,
                                double height);

G_END_DECLS
