/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-ink.h"

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/** PlimsollPlotText: what every chart needs to set its words. */
typedef struct
{
  PangoContext *context; /* (transfer none): font, language and direction */
  PlimsollInkVariant variant;
  double size; /* points of axis labels; 0: the context's own */
} PlimsollPlotText;

/**
 * plimsoll_plot_text_draw:
 * @markup: Pango markup
 * @x: where the anchor is
 * @anchor: 0: the text begins at @x, 1: it ends there, 0.5: it is centred
 * @y: the top of the text
 *
 * Returns: the width of the text
 */
double plimsoll_plot_text_draw (const PlimsollPlotText *self,
                                cairo_t *cr,
                                const char *markup,
                                PlimsollInk ink,
                                double x,
                                double anchor,
                                double y);

/** Measures @markup as it would be drawn. */
void plimsoll_plot_text_measure (const PlimsollPlotText *self,
                                 const char *markup,
                                 double *width,
                                 double *height);

G_END_DECLS
