/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-plot-text.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_CHART (plimsoll_chart_get_type ())
G_DECLARE_DERIVABLE_TYPE (PlimsollChart, plimsoll_chart, PLIMSOLL, CHART, GtkWidget)

/** One point of a chart: lines, or rows, below one another, and places along them. */
typedef struct
{
  guint row;
  guint column;
} PlimsollChartPoint;

/**
 * PlimsollChart:
 *
 * What charts have in common as widgets: they are drawn on the ground that they are on, their
 * points can be looked at by pointer and by keys, and what is there is said.
 *
 * One focus stop. Keys: Left and Right go along a row by a point, with Shift by a stride, Home and
 * End to its ends; Up and Down to the next row, out of the chart past the last; Enter takes the
 * point where a chart has a use for it; Escape leaves the points. What stands there becomes the
 * description and is announced; a slider says it as its value instead. The pointer looks at a point
 * for as long as it is there. Mirrored from right to left, Left and Right too.
 */
struct _PlimsollChartClass
{
  GtkWidgetClass parent_class;

  double text_scale;  /* size of the words, of the widget's own */
  int minimum_height; /* pixels; where measure() is not its own */
  int natural_height;
  guint stride; /* points that Shift goes by; 0: as without it */

  /** Draws it; only where it has points. */
  void (*draw) (PlimsollChart *self,
                const PlimsollPlotText *text,
                cairo_t *cr,
                double width,
                double height);

  /** Finds the point under the pointer. Returns: whether there is one. */
  gboolean (*point_at) (PlimsollChart *self,
                        const PlimsollPlotText *text,
                        double x,
                        double y,
                        PlimsollChartPoint *point);

  /** Returns: (transfer full): what stands at @point; %NULL: the whole in words. */
  char *(*describe) (PlimsollChart *self, const PlimsollChartPoint *point);

  /** (nullable): where keys begin. Without: at the first point forward, at the last backward. */
  void (*start) (PlimsollChart *self, PlimsollChartPoint *point);

  /** (nullable): Enter on @point. */
  void (*take) (PlimsollChart *self, const PlimsollChartPoint *point);

  /** Says what it says to those who hear it; as the description where it is not its own. */
  void (*update_accessible) (PlimsollChart *self);
};

/** The points have changed: how many there are, or what they say. One that is gone is left. */
void plimsoll_chart_set_points (PlimsollChart *self, guint n_rows, guint n_columns);

/** Returns: whether a point is looked at by pointer or keys; @point: (out): which. */
gboolean plimsoll_chart_get_point (PlimsollChart *self, PlimsollChartPoint *point);

/** Leaves the points. */
void plimsoll_chart_leave (PlimsollChart *self);

/** Returns: (transfer full): what stands where the keys went, or the whole in words. */
char *plimsoll_chart_describe (PlimsollChart *self);

/** Tells those who hear it what has changed but for its points. */
void plimsoll_chart_update_accessible (PlimsollChart *self);

/** Returns: whether it reads from right to left. */
gboolean plimsoll_chart_is_rtl (PlimsollChart *self);

G_END_DECLS
