/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-frame.h"

G_BEGIN_DECLS

#define PLIMSOLL_CONTEXT_PLOT_MAX_LAYERS 6

/** One layer of the stack, from the ground up. */
typedef struct
{
  const double *amounts; /* (array length=n_points) */
  PlimsollInk ink;
  const char *label; /* (nullable): drawn inside where it fits */
} PlimsollContextLayer;

/**
 * PlimsollContextPlot: what is needed at each context length, stacked, against the load line.
 * Amounts share one unit, GiB by custom; contexts are tokens, laid out by octaves.
 */
typedef struct
{
  const double *contexts; /* (array length=n_points): ascending, over 0 */
  guint n_points;
  PlimsollContextLayer layers[PLIMSOLL_CONTEXT_PLOT_MAX_LAYERS];
  guint n_layers;

  double limit;             /* usable memory; NAN: no line */
  const char *limit_markup; /* (nullable): beside the line, where nothing else is */
  const char *limit_short;  /* (nullable): markup for where the other has no room */
  const char *over_label;   /* (nullable): "Over the line" */

  double point_context;    /* the draggable point; NAN: none */
  const char *point_label; /* in its pill */
  double hover_context;    /* guide under the pointer; NAN: none */
  const char *hover_label;

  gboolean rtl;
  char *(*context_label) (double tokens);
  char *(*amount_label) (double amount, gpointer data);
} PlimsollContextPlot;

/** Lays the plot out in @width × @height pixels. */
void plimsoll_context_plot_layout (const PlimsollContextPlot *self,
                                   const PlimsollPlotText *text,
                                   double width,
                                   double height,
                                   PlimsollPlotFrame *frame);

/** Returns: the height of the stack at @context, interpolated between points. */
double plimsoll_context_plot_total_at (const PlimsollContextPlot *self, double context);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_context_plot_draw (const PlimsollContextPlot *self,
                                 const PlimsollPlotText *text,
                                 cairo_t *cr,
                                 double width,
                                 double height);

G_END_DECLS
