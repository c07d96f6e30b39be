/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-decode-chart.h"

#include "plimsoll-decode-plot.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

struct _PlimsollDecodeChart
{
  PlimsollChart parent_instance;

  PlimsollDecodeCurve curve;
  guint64 longest;
  PlimsollDecodePlot *plot; /* (nullable): before there is a curve */
};

G_DEFINE_FINAL_TYPE (PlimsollDecodeChart, plimsoll_decode_chart, PLIMSOLL_TYPE_CHART)

/* The lines as they are to be drawn now. */
static PlimsollLinePlot
get_lines (PlimsollDecodeChart *self)
{
  PlimsollLinePlot lines = *plimsoll_decode_plot_get_lines (self->plot);

  lines.rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self));

  return lines;
}

/* "32K · 124 tok/s", in words for those who hear it. */
static char *
describe_point (PlimsollDecodeChart *self, guint at)
{
  const PlimsollRange *range = plimsoll_decode_curve_at (&self->curve, at);
  g_autofree char *tokens = plimsoll_format_tokens_about (self->curve.contexts[at]);
  g_autofree char *speed = plimsoll_format_speed (range->value);
  g_autofree char *between =
    plimsoll_format_range (range->low, range->high,
                           plimsoll_decode_plot_value (range) < 9.95 ? 1 : 0);

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

  *point = (PlimsollChartPoint) { 0, 0 };
  if (self->plot == NULL)
    return FALSE;
  plot = get_lines (self);
  plimsoll_line_plot_layout (&plot, text, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  for (guint i = 0; i < self->curve.n; i++)
    {
      const double off = fabs (plimsoll_scale_map (&frame.across, plot.places[i]) - x);

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
  g_autofree char *label = NULL;
  PlimsollChartPoint point;
  PlimsollLinePlot plot;

  if (self->plot == NULL)
    return;
  plot = get_lines (self);
  if (plimsoll_chart_get_point (chart, &point))
    {
      const PlimsollRange *range = plimsoll_decode_curve_at (&self->curve, point.column);
      g_autofree char *tokens = plimsoll_format_tokens_about (self->curve.contexts[point.column]);
      g_autofree char *speed = plimsoll_format_speed (plimsoll_decode_plot_value (range));

      label = g_strdup_printf ("%s · %s", tokens, speed);
      plot.point_series = isnan (self->curve.fits[point.column].low) ? 1 : 0;
      plot.point = point.column;
      plot.point_label = label;
    }
  plimsoll_line_plot_draw (&plot, text, cr, width, height);
}

static void
plimsoll_decode_chart_finalize (GObject *object)
{
  PlimsollDecodeChart *self = PLIMSOLL_DECODE_CHART (object);

  g_clear_pointer (&self->plot, plimsoll_decode_plot_free);

  G_OBJECT_CLASS (plimsoll_decode_chart_parent_class)->finalize (object);
}

static void
plimsoll_decode_chart_class_init (PlimsollDecodeChartClass *klass)
{
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = plimsoll_decode_chart_finalize;
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
  g_clear_pointer (&self->plot, plimsoll_decode_plot_free);
  self->plot = plimsoll_decode_plot_new (curve, longest);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), curve->n > 0 ? 1 : 0, curve->n);
}

void
plimsoll_decode_chart_fill_table (const PlimsollDecodeCurve *curve, PlimsollFigureTable *table)
{
  const char *const titles[] = { _("Context"), _("Decode"), _("Expected"), "", NULL };
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  g_return_if_fail (curve != NULL);
  g_return_if_fail (PLIMSOLL_IS_FIGURE_TABLE (table));

  for (guint i = 0; i < curve->n; i++)
    {
      const PlimsollRange *range = plimsoll_decode_curve_at (curve, i);
      const double middle = isnan (range->value) ? range->high : range->value;

      g_ptr_array_add (words, plimsoll_format_tokens_about (curve->contexts[i]));
      g_ptr_array_add (words, plimsoll_format_speed (range->value));
      g_ptr_array_add (words,
                       plimsoll_format_range (range->low, range->high, middle < 9.95 ? 1 : 0));
      g_ptr_array_add (words, g_strdup (isnan (curve->planned[i].low) ? "" : _("with a plan")));
    }
  plimsoll_figure_table_set (table, _("Decode by context"), titles, words);
}
