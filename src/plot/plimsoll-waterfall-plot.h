/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"

G_BEGIN_DECLS

#define PLIMSOLL_WATERFALL_MAX_PARTS 6

/** One part of both sums. */
typedef struct
{
  const char *label;
  PlimsollInk ink;
  double before;
  double after;
} PlimsollWaterfallPart;

/**
 * PlimsollWaterfallPlot: how one sum becomes another: a bar for the first with its parts, a
 * floating one for what each part adds or spares, and a bar for the second. Bars lie, one a row,
 * names before and amounts after them, or above them where there is little room. What is added is
 * filled, what is spared is hatched; the sign says it too. Amounts share one unit, GiB by custom.
 */
typedef struct
{
  PlimsollWaterfallPart parts[PLIMSOLL_WATERFALL_MAX_PARTS];
  guint n_parts;
  const char *before_label; /* of the sums */
  const char *after_label;
  double before_limit; /* load lines: usable memory; NAN: none */
  double after_limit;
  int chosen; /* row that the keyboard or pointer is on; -1: none */
  gboolean rtl;
  char *(*amount_label) (double amount);
  char *(*change_label) (double change); /* with its sign */
} PlimsollWaterfallPlot;

/** Returns: how many rows: the parts and two sums. */
guint plimsoll_waterfall_plot_rows (const PlimsollWaterfallPlot *self);

/** Returns: the sum before, or after. */
double plimsoll_waterfall_plot_total (const PlimsollWaterfallPlot *self, gboolean after);

/**
 * plimsoll_waterfall_plot_span:
 * @from: (out): where the bar of @row begins
 * @to: (out): where it ends; less than @from when the part is less than it was
 */
void plimsoll_waterfall_plot_span (const PlimsollWaterfallPlot *self,
                                   guint row,
                                   double *from,
                                   double *to);

/** Returns: (transfer none): what @row is called. */
const char *plimsoll_waterfall_plot_label (const PlimsollWaterfallPlot *self, guint row);

/** Returns: (transfer full): what @row amounts to, in words. */
char *plimsoll_waterfall_plot_value (const PlimsollWaterfallPlot *self, guint row);

/** Returns: the amount at the far end of the axis: the longest bar or load line. */
double plimsoll_waterfall_plot_extent (const PlimsollWaterfallPlot *self);

/** Returns: the height that the plot needs where it is @width wide. */
double plimsoll_waterfall_plot_height (const PlimsollWaterfallPlot *self,
                                       const PlimsollPlotText *text,
                                       double width);

/** Returns: the row at @y, -1: none. */
int plimsoll_waterfall_plot_row_at (const PlimsollWaterfallPlot *self,
                                    const PlimsollPlotText *text,
                                    double width,
                                    double y);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_waterfall_plot_draw (const PlimsollWaterfallPlot *self,
                                   const PlimsollPlotText *text,
                                   cairo_t *cr,
                                   double width);

G_END_DECLS
