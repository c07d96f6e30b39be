/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-requests-chart.h"

#include "plimsoll-format.h"
#include "plimsoll-line-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_ROWS 2

struct _PlimsollRequestsChart
{
  PlimsollChart parent_instance;

  PlimsollRequestsCurve curve;
  double places[PLIMSOLL_REQUESTS_CURVE_MAX];
  double amounts[N_ROWS][PLIMSOLL_REQUESTS_CURVE_MAX];
};

G_DEFINE_FINAL_TYPE (PlimsollRequestsChart, plimsoll_requests_chart, PLIMSOLL_TYPE_CHART)

static char *
place_label (double requests)
{
  return plimsoll_format_count ((guint64) (requests + 0.5));
}

static char *
amount_label (double value, gpointer data)
{
  return plimsoll_format_number (value, value > floor (value) ? 1 : 0);
}

static void
fill_plot (PlimsollRequestsChart *self, PlimsollLinePlot *plot)
{
  *plot = (PlimsollLinePlot) {
    .places = self->places,
    .n_points = self->curve.n,
    .octaves = TRUE,
    .series = { { self->amounts[0], PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID,
                  /* Translators: beside a line: the speed of all requests. */
                  _("all together"), NULL, NULL },
                { self->amounts[1], PLIMSOLL_INK_CACHE, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_DASHED,
                  /* Translators: beside a line: the speed of one of several requests. */
                  _("each"), NULL, NULL } },
    .n_series = N_ROWS,
    .mark = (double) NAN,
    .mark_amount = (double) NAN,
    .end_amount = (double) NAN,
    .point_series = -1,
    .rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self)),
    .place_label = place_label,
    .amount_label = amount_label,
  };
}

static char *
describe_point (PlimsollRequestsChart *self, const PlimsollChartPoint *point)
{
  const guint requests = self->curve.requests[point->column];
  g_autofree char *speed = plimsoll_format_speed (self->amounts[point->row][point->column]);

  if (point->row == 0)
    /* Translators: a number of requests, and a speed. */
    return g_strdup_printf (ngettext ("%u request: at most %s", "%u requests: at most %s together",
                                      requests),
                            requests, speed);
  /* Translators: a number of requests, and a speed. */
  return g_strdup_printf (ngettext ("%u request: at most %s", "%u requests: at most %s each",
                                    requests),
                          requests, speed);
}

static char *
plimsoll_requests_chart_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollRequestsChart *self = PLIMSOLL_REQUESTS_CHART (chart);
  g_autofree char *first = NULL, *last = NULL;

  if (self->curve.n == 0)
    return g_strdup (_("Nothing to show"));
  if (point != NULL)
    return describe_point (self, point);
  first = describe_point (self, &(PlimsollChartPoint) { 0, 0 });
  last = describe_point (self, &(PlimsollChartPoint) { 0, self->curve.n - 1 });
  /* Translators: what a chart says at its first and at its last point. */
  return g_strdup_printf (_("%s; %s. Left and Right look at the others"), first, last);
}

static gboolean
plimsoll_requests_chart_point_at (PlimsollChart *chart,
                                  const PlimsollPlotText *text,
                                  double x,
                                  double y,
                                  PlimsollChartPoint *point)
{
  PlimsollRequestsChart *self = PLIMSOLL_REQUESTS_CHART (chart);
  double nearest = (double) INFINITY;
  PlimsollLinePlot plot;
  PlimsollPlotFrame frame;

  fill_plot (self, &plot);
  plimsoll_line_plot_layout (&plot, text, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  *point = (PlimsollChartPoint) { 0, 0 };
  for (guint row = 0; row < N_ROWS; row++)
    for (guint i = 0; i < self->curve.n; i++)
      {
        const double off = hypot (plimsoll_scale_map (&frame.across, self->places[i]) - x,
                                  (plimsoll_scale_map (&frame.up, self->amounts[row][i]) - y) / 4);

        if (off < nearest)
          {
            nearest = off;
            *point = (PlimsollChartPoint) { row, i };
          }
      }

  return self->curve.n > 1;
}

static void
plimsoll_requests_chart_draw (PlimsollChart *chart,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width,
                              double height)
{
  PlimsollRequestsChart *self = PLIMSOLL_REQUESTS_CHART (chart);
  g_autofree char *mark = NULL, *label = NULL;
  PlimsollChartPoint point;
  PlimsollLinePlot plot;

  fill_plot (self, &plot);
  if (self->curve.n > 1)
    {
      g_autofree char *most = place_label (self->places[self->curve.n - 1]);
      g_autofree char *each = plimsoll_format_tokens_about (self->curve.each);

      /* Translators: beside the load line: a number of requests, and the context of each:
       * "<b>10</b> fit at 4K each". */
      mark = g_markup_printf_escaped (_("<b>%s</b> fit at %s each"), most, each);
      plot.mark = self->places[self->curve.n - 1];
      plot.mark_markup = mark;
    }
  if (plimsoll_chart_get_point (chart, &point))
    {
      label = describe_point (self, &point);
      plot.point_series = (int) point.row;
      plot.point = point.column;
      plot.point_label = label;
    }
  plimsoll_line_plot_draw (&plot, text, cr, width, height);
}

static void
plimsoll_requests_chart_class_init (PlimsollRequestsChartClass *klass)
{
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  chart_class->minimum_height = 160;
  chart_class->natural_height = 200;
  chart_class->draw = plimsoll_requests_chart_draw;
  chart_class->point_at = plimsoll_requests_chart_point_at;
  chart_class->describe = plimsoll_requests_chart_describe;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "requests-chart");
}

static void
plimsoll_requests_chart_init (PlimsollRequestsChart *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Speed by concurrent requests"), -1);
}

void
plimsoll_requests_chart_set_curve (PlimsollRequestsChart *self, const PlimsollRequestsCurve *curve)
{
  g_return_if_fail (PLIMSOLL_IS_REQUESTS_CHART (self));
  g_return_if_fail (curve != NULL);

  self->curve = *curve;
  for (guint i = 0; i < curve->n; i++)
    {
      self->places[i] = curve->requests[i];
      self->amounts[0][i] = curve->together[i];
      self->amounts[1][i] = curve->together[i] / curve->requests[i];
    }
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), curve->n > 0 ? N_ROWS : 0, curve->n);
}
