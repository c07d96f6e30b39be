/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-decode-chart.h"

#include "plimsoll-format.h"
#include "plimsoll-line-plot.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* The parts of a curve, apart, as the plot takes them. */
typedef struct
{
  double contexts[PLIMSOLL_DECODE_CURVE_MAX];
  double value[2][PLIMSOLL_DECODE_CURVE_MAX];
  double low[2][PLIMSOLL_DECODE_CURVE_MAX];
  double high[2][PLIMSOLL_DECODE_CURVE_MAX];
} Columns;

struct _PlimsollDecodeChart
{
  PlimsollChart parent_instance;

  PlimsollDecodeCurve curve;
  guint64 longest;
  Columns columns;
};

G_DEFINE_FINAL_TYPE (PlimsollDecodeChart, plimsoll_decode_chart, PLIMSOLL_TYPE_CHART)

static char *
context_label (double tokens)
{
  return plimsoll_format_tokens_about ((guint64) (tokens + 0.5));
}

static char *
value_label (double value, gpointer data)
{
  return plimsoll_format_number (value, value != floor (value) ? 1 : 0);
}

/* What is drawn of a range: of one without a value, the faster of its bounds. */
static double
value_of (const PlimsollRange *range)
{
  return isnan (range->value) ? range->high : range->value;
}

static void
fill_columns (PlimsollDecodeChart *self)
{
  const PlimsollDecodeCurve *curve = &self->curve;

  for (guint i = 0; i < curve->n; i++)
    {
      const PlimsollRange *ranges[] = { &curve->fits[i], &curve->planned[i] };

      self->columns.contexts[i] = (double) curve->contexts[i];
      for (guint k = 0; k < 2; k++)
        {
          self->columns.value[k][i] = value_of (ranges[k]);
          self->columns.low[k][i] = ranges[k]->low;
          self->columns.high[k][i] = ranges[k]->high;
        }
    }
}

static void
fill_plot (PlimsollDecodeChart *self, PlimsollLinePlot *plot)
{
  const Columns *columns = &self->columns;

  *plot = (PlimsollLinePlot) {
    .places = columns->contexts,
    .n_points = self->curve.n,
    .octaves = TRUE,
    .series = { { columns->value[0], PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_SOLID,
                  NULL, columns->low[0], columns->high[0] },
                { columns->value[1], PLIMSOLL_INK_CACHE, PLIMSOLL_INK_TEXT, PLIMSOLL_LINE_DASHED,
                  /* Translators: beside a line: how fast it is with a part in system memory. */
                  _("with a plan"), columns->low[1], columns->high[1] } },
    .n_series = 2,
    .mark = self->longest > 0 ? (double) self->longest : (double) NAN,
    .mark_amount = (double) NAN,
    .end_amount = (double) NAN,
    .point_series = -1,
    .rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self)),
    .place_label = context_label,
    .amount_label = value_label,
  };
}

/* "32K · 124 tok/s", in words for those who hear it. */
static char *
describe_point (PlimsollDecodeChart *self, guint at)
{
  const PlimsollRange *range = plimsoll_decode_curve_at (&self->curve, at);
  g_autofree char *tokens = plimsoll_format_tokens_about (self->curve.contexts[at]);
  g_autofree char *speed = plimsoll_format_speed (range->value);
  g_autofree char *between =
    plimsoll_format_range (range->low, range->high, value_of (range) < 9.95 ? 1 : 0);

  if (isnan (range->low))
    /* Translators: a number of tokens, "256K". */
    return g_strdup_printf (_("%s of context: speed not known, or it does not fit"), tokens);
  if (isnan (self->curve.fits[at].low))
    /* Translators: a number of tokens, a speed, and between what it is expected. */
    return g_strdup_printf (_("%s of context: %s with a plan, %s expected"), tokens, speed,
                            between);
  /* Translators: a number of tokens, a speed, and between what it is expected. */
  return g_strdup_printf (_("%s of context: %s, %s expected"), tokens, speed, between);
}

/* --- The chart --- */

static char *
plimsoll_decode_chart_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollDecodeChart *self = PLIMSOLL_DECODE_CHART (chart);
  g_autofree char *first = NULL, *last = NULL;

  if (self->curve.n == 0)
    return g_strdup (_("Nothing to show"));
  if (point != NULL)
    return describe_point (self, point->column);
  first = describe_point (self, 0);
  last = describe_point (self, self->curve.n - 1);
  /* Translators: what a chart says at its first and at its last point. */
  return g_strdup_printf (_("%s; %s. Left and Right look at the others"), first, last);
}

static gboolean
plimsoll_decode_chart_point_at (PlimsollChart *chart,
                                const PlimsollPlotText *text,
                                double x,
                                double y,
                                PlimsollChartPoint *point)
{
  PlimsollDecodeChart *self = PLIMSOLL_DECODE_CHART (chart);
  double nearest = (double) INFINITY;
  PlimsollLinePlot plot;
  PlimsollPlotFrame frame;

  fill_plot (self, &plot);
  plimsoll_line_plot_layout (&plot, text, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  *point = (PlimsollChartPoint) { 0, 0 };
  for (guint i = 0; i < self->curve.n; i++)
    {
      const double off = fabs (plimsoll_scale_map (&frame.across, self->columns.contexts[i]) - x);

      if (off < nearest)
        {
          nearest = off;
          point->column = i;
        }
    }

  return self->curve.n > 1;
}

static void
plimsoll_decode_chart_draw (PlimsollChart *chart,
                            const PlimsollPlotText *text,
                            cairo_t *cr,
                            double width,
                            double height)
{
  PlimsollDecodeChart *self = PLIMSOLL_DECODE_CHART (chart);
  g_autofree char *mark = NULL, *label = NULL;
  PlimsollChartPoint point;
  PlimsollLinePlot plot;

  fill_plot (self, &plot);
  if (self->longest > 0)
    {
      g_autofree char *tokens = plimsoll_format_tokens_about (self->longest);

      /* Translators: beside the load line of a chart: "<b>55K</b> fit". */
      mark = g_markup_printf_escaped (_("<b>%s</b> fit"), tokens);
      plot.mark_markup = mark;
    }
  if (plimsoll_chart_get_point (chart, &point))
    {
      const PlimsollRange *range = plimsoll_decode_curve_at (&self->curve, point.column);
      g_autofree char *tokens = plimsoll_format_tokens_about (self->curve.contexts[point.column]);
      g_autofree char *speed = plimsoll_format_speed (value_of (range));

      label = g_strdup_printf ("%s · %s", tokens, speed);
      plot.point_series = isnan (self->curve.fits[point.column].low) ? 1 : 0;
      plot.point = point.column;
      plot.point_label = label;
    }
  plimsoll_line_plot_draw (&plot, text, cr, width, height);
}

static void
plimsoll_decode_chart_class_init (PlimsollDecodeChartClass *klass)
{
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  chart_class->minimum_height = 160;
  chart_class->natural_height = 200;
  chart_class->draw = plimsoll_decode_chart_draw;
  chart_class->point_at = plimsoll_decode_chart_point_at;
  chart_class->describe = plimsoll_decode_chart_describe;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "decode-chart");
}

static void
plimsoll_decode_chart_init (PlimsollDecodeChart *self)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Decode by context"), -1);
}

void
plimsoll_decode_chart_set_curve (PlimsollDecodeChart *self,
                                 const PlimsollDecodeCurve *curve,
                                 guint64 longest)
{
  g_return_if_fail (PLIMSOLL_IS_DECODE_CHART (self));
  g_return_if_fail (curve != NULL);

  /* The context that is asked for changes nothing: no frame is spent on it. */
  if (self->longest == longest && memcmp (&self->curve, curve, sizeof *curve) == 0)
    return;

  memcpy (&self->curve, curve, sizeof *curve);
  self->longest = longest;
  fill_columns (self);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), curve->n > 0 ? 1 : 0, curve->n);
}
