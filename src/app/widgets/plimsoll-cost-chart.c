/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-chart.h"

#include "plimsoll-cost-plot.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

#define MONTHS_A_YEAR 12

struct _PlimsollCostChart
{
  PlimsollChart parent_instance;

  PlimsollCostPlot *plot; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (PlimsollCostChart, plimsoll_cost_chart, PLIMSOLL_TYPE_CHART)

/* --- The plot --- */

static char *
describe_point (PlimsollCostChart *self, const PlimsollChartPoint *point)
{
  guint n;
  const PlimsollCostLine *lines = plimsoll_cost_plot_get_terms (self->plot, &n);
  g_autofree char *paid = plimsoll_cost_plot_format (self->plot, point->row, point->column);

  /* Translators: a line of a chart, "Buy"; a number of months; an amount of money. */
  return g_strdup_printf (ngettext ("%s, %u month: %s", "%s, %u months: %s", point->column),
                          lines[point->row].name, point->column, paid);
}

/* Where each line ends. */
static char *
describe_lines (PlimsollCostChart *self)
{
  const guint last = plimsoll_cost_plot_get_horizon (self->plot);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;
  guint n;
  const PlimsollCostLine *lines = plimsoll_cost_plot_get_terms (self->plot, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *paid = plimsoll_cost_plot_format (self->plot, i, last);

      g_strv_builder_take (words,
                           /* Translators: a line of a chart, its terms, a number of months, what
                              was paid by then. */
                           g_strdup_printf (ngettext ("%s, %s, %u month: %s",
                                                      "%s, %s, %u months: %s", last),
                                            lines[i].name, lines[i].terms, last, paid));
    }
  parts = g_strv_builder_end (words);
  return plimsoll_format_list ((const char *const *) parts);
}

static char *
plimsoll_cost_chart_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollCostChart *self = PLIMSOLL_COST_CHART (chart);

  if (self->plot == NULL)
    return g_strdup ("");

  return point != NULL ? describe_point (self, point) : describe_lines (self);
}

static void
plimsoll_cost_chart_draw (PlimsollChart *chart,
                          const PlimsollPlotText *text,
                          cairo_t *cr,
                          double width,
                          double height)
{
  PlimsollCostChart *self = PLIMSOLL_COST_CHART (chart);
  PlimsollLinePlot plot = *plimsoll_cost_plot_get_lines (self->plot);
  g_autofree char *label = NULL;
  PlimsollChartPoint point;

  plot.rtl = plimsoll_chart_is_rtl (chart);
  if (plimsoll_chart_get_point (chart, &point))
    {
      label = describe_point (self, &point);
      plot.point_series = (int) point.row;
      plot.point = point.column;
      plot.point_label = label;
    }
  plimsoll_line_plot_draw (&plot, text, cr, width, height);
}

/* The nearest line at the month under the pointer. */
static gboolean
plimsoll_cost_chart_point_at (PlimsollChart *chart,
                              const PlimsollPlotText *text,
                              double x,
                              double y,
                              PlimsollChartPoint *point)
{
  PlimsollLinePlot plot = *plimsoll_cost_plot_get_lines (PLIMSOLL_COST_CHART (chart)->plot);
  double nearest = (double) INFINITY;
  PlimsollPlotFrame frame;

  plot.rtl = plimsoll_chart_is_rtl (chart);
  plimsoll_line_plot_layout (&plot, text, gtk_widget_get_width (GTK_WIDGET (chart)),
                             gtk_widget_get_height (GTK_WIDGET (chart)), &frame);
  point->column = (guint) (plimsoll_scale_invert (&frame.across, x) + 0.5);
  for (guint i = 0; i < plot.n_series; i++)
    {
      const double off =
        fabs (plimsoll_scale_map (&frame.up, plot.series[i].amounts[point->column]) - y);

      if (off < nearest)
        {
          nearest = off;
          point->row = i;
        }
    }

  return nearest < (double) INFINITY;
}

/* --- The widget --- */

static void
plimsoll_cost_chart_finalize (GObject *object)
{
  PlimsollCostChart *self = PLIMSOLL_COST_CHART (object);

  g_clear_pointer (&self->plot, plimsoll_cost_plot_free);

  G_OBJECT_CLASS (plimsoll_cost_chart_parent_class)->finalize (object);
}

static void
plimsoll_cost_chart_class_init (PlimsollCostChartClass *klass)
{
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = plimsoll_cost_chart_finalize;
  chart_class->minimum_height = 220;
  chart_class->natural_height = 280;
  chart_class->stride = MONTHS_A_YEAR;
  chart_class->draw = plimsoll_cost_chart_draw;
  chart_class->point_at = plimsoll_cost_chart_point_at;
  chart_class->describe = plimsoll_cost_chart_describe;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "cost-chart");
}

static void
plimsoll_cost_chart_init (PlimsollCostChart *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Cost by month"), -1);
}

gboolean
plimsoll_cost_chart_update (PlimsollCostChart *self, PlimsollCostModel *model)
{
  guint n_lines;

  g_return_val_if_fail (PLIMSOLL_IS_COST_CHART (self), FALSE);

  g_clear_pointer (&self->plot, plimsoll_cost_plot_free);
  self->plot = plimsoll_cost_plot_new (model);
  plimsoll_cost_plot_get_terms (self->plot, &n_lines);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), n_lines,
                             plimsoll_cost_plot_get_horizon (self->plot) + 1);
  return n_lines > 0;
}
