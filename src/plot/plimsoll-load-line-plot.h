/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"

G_BEGIN_DECLS

#define PLIMSOLL_LOAD_LINE_MAX_SEGMENTS 8

/** One part of the cargo. */
typedef struct
{
  double amount; /* in the plot's unit */
  PlimsollInk ink;
  const char *label; /* (nullable): drawn inside where it fits */
} PlimsollLoadSegment;

/** One of several devices: what of each segment is on it, and its own line. */
typedef struct
{
  double amounts[PLIMSOLL_LOAD_LINE_MAX_SEGMENTS];
  double usable;
  double physical;           /* not less than usable */
  const char *name;          /* (nullable): below its stretch where all have room */
  const char *usable_markup; /* (nullable): beside its ring */
} PlimsollLoadDevice;

/**
 * PlimsollLoadLinePlot: a bar of what is loaded against what may be, with the plimsoll mark at the
 * limit of usable memory. Amounts share one unit, GiB by custom.
 *
 * Of several devices each has a stretch of the bar with what is on it and its own mark, and its
 * name or its count, "1×", stands below. A cargo of a few times one device is parted into as many
 * as would hold it.
 */
typedef struct
{
  PlimsollLoadSegment segments[PLIMSOLL_LOAD_LINE_MAX_SEGMENTS];
  guint n_segments;
  double usable;
  double physical;                   /* not less than usable */
  const PlimsollLoadDevice *devices; /* (nullable) (array length=n_devices) */
  guint n_devices;                   /* 0: one, of which the fields above say all */
  gboolean names_over; /* what is past the line keeps its ink, hatched, and does not turn red */
  int looked_at;       /* a segment that is outlined, counted from 1; 0: none */
  double bar_height;
  gboolean rtl;
  const char *usable_markup;   /* (nullable): beside the ring; %NULL: there is no line */
  const char *required_markup; /* (nullable): at the far end, when the cargo is past the line */
  /* Words for a tick; @last asks for the unit. */
  char *(*tick_label) (double value, gboolean last);
  char *(*count_label) (guint devices); /* (nullable): "5×"; %NULL: the unit all the same */
} PlimsollLoadLinePlot;

/** Room above the bar for the ring and its label, in pixels. */
#define PLIMSOLL_LOAD_LINE_ABOVE 38.0
/** Radius of the ring. */
#define PLIMSOLL_LOAD_LINE_RING 11.0

/** Returns: the height that the whole plot needs, ticks included. */
double plimsoll_load_line_plot_height (const PlimsollLoadLinePlot *self,
                                       const PlimsollPlotText *text);

/** Returns: the amount at the far end of the bar: the longer of cargo and physical memory, over all
 * devices. */
double plimsoll_load_line_plot_extent (const PlimsollLoadLinePlot *self);

/** Returns: the segment at @x of one device's bar that is @width wide, counted from 1; 0: none. */
int plimsoll_load_line_plot_segment_at (const PlimsollLoadLinePlot *self, double width, double x);

/** Draws the plot with its upper left corner at the origin. */
void plimsoll_load_line_plot_draw (const PlimsollLoadLinePlot *self,
                                   const PlimsollPlotText *text,
                                   cairo_t *cr,
                                   double width);

/** Draws the mark alone: a ring of radius @radius around (@x, @y) that a line crosses. */
void plimsoll_load_mark_draw (cairo_t *cr,
                              PlimsollInkVariant variant,
                              double x,
                              double y,
                              double radius,
                              double x1,
                              double y1,
                              double x2,
                              double y2);

G_END_DECLS
