/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"
#include "plimsoll-scale.h"

G_BEGIN_DECLS

/* What charts with axes have in common: the axes, a guide, pills, and words that make way for each
 * other. */

/** PlimsollPlotBox: a part of the picture, pixels. */
typedef struct
{
  double x, y, width, height;
} PlimsollPlotBox;

#define PLIMSOLL_PLOT_MAX_TAKEN 12

/** PlimsollPlotTaken: what stands already where words could go. */
typedef struct
{
  PlimsollPlotBox boxes[PLIMSOLL_PLOT_MAX_TAKEN];
  guint n;
} PlimsollPlotTaken;

/** Words are not to be there; past %PLIMSOLL_PLOT_MAX_TAKEN it is forgotten. */
void plimsoll_plot_take (PlimsollPlotTaken *self, double x, double y, double width, double height);

gboolean plimsoll_plot_is_taken (const PlimsollPlotTaken *self, const PlimsollPlotBox *box);

/** PlimsollPlotAxes: places across, and amounts up from 0. */
typedef struct
{
  double low;       /* the first place, over 0 by octaves */
  double high;      /* the last */
  gboolean octaves; /* each doubling takes the same room, as of contexts; else all is even */
  double step;      /* between labels of even places; doubled until they have room */
  double top;       /* the largest amount that has to be in the picture */
  gboolean rtl;
  char *(*across_label) (double place);
  char *(*up_label) (double amount, gpointer data);
  gpointer data;
} PlimsollPlotAxes;

/** PlimsollPlotFrame: where the parts are, for drawing and for the pointer. */
typedef struct
{
  double x, y, width, height; /* the area within the axes */
  PlimsollScale across;
  PlimsollScale up;
} PlimsollPlotFrame;

/** Lays the axes out in @width × @height pixels; upwards they end at a tick. */
void plimsoll_plot_frame_init (PlimsollPlotFrame *self,
                               const PlimsollPlotAxes *axes,
                               const PlimsollPlotText *text,
                               double width,
                               double height);

/** Draws grid and labels. */
void plimsoll_plot_frame_draw (const PlimsollPlotFrame *self,
                               const PlimsollPlotAxes *axes,
                               const PlimsollPlotText *text,
                               cairo_t *cr);

/** Draws @markup in the middle of a filled @box. */
void plimsoll_plot_pill_draw (const PlimsollPlotText *text,
                              cairo_t *cr,
                              const PlimsollPlotBox *box,
                              const char *markup,
                              double alpha);

/** Sets width and height of @box to what a pill around @markup takes. */
void
plimsoll_plot_pill_measure (const PlimsollPlotText *text, const char *markup, PlimsollPlotBox *box);

/** PlimsollPlotGuide: one point, with its words in a pill and a line down to the axis. */
typedef struct
{
  char *markup; /* (nullable): %NULL: there is none */
  double x, y;
  PlimsollPlotBox pill;
} PlimsollPlotGuide;

/**
 * plimsoll_plot_guide_init:
 * @place: NAN: none
 * @label: (nullable): in the pill, which flips side before it is cut off
 *
 * Free with plimsoll_plot_guide_clear().
 */
void plimsoll_plot_guide_init (PlimsollPlotGuide *self,
                               const PlimsollPlotFrame *frame,
                               const PlimsollPlotText *text,
                               double place,
                               double amount,
                               const char *label);
void plimsoll_plot_guide_clear (PlimsollPlotGuide *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollPlotGuide, plimsoll_plot_guide_clear)

/** Words make way for it. */
void plimsoll_plot_guide_take (const PlimsollPlotGuide *self,
                               const PlimsollPlotFrame *frame,
                               PlimsollPlotTaken *taken);

/** @is_point: with a disc: it is the point that counts, and not where the pointer happens to be. */
void plimsoll_plot_guide_draw (const PlimsollPlotGuide *self,
                               const PlimsollPlotFrame *frame,
                               const PlimsollPlotText *text,
                               cairo_t *cr,
                               gboolean is_point);

G_END_DECLS
