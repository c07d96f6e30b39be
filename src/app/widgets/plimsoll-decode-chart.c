/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-decode-chart.h"

#include "plimsoll-announce.h"
#include "plimsoll-format.h"
#include "plimsoll-line-plot.h"
#include "plimsoll-plot-ground.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define TEXT_SCALE 0.85

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
  GtkWidget parent_instance;

  PlimsollDecodeCurve curve;
  guint64 longest;
  Columns columns;
  int guide; /* the point under the pointer, or where the keys went; -1: none */
};

G_DEFINE_FINAL_TYPE (PlimsollDecodeChart, plimsoll_decode_chart, GTK_TYPE_WIDGET)

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
    .rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL,
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

static void
update_accessible (PlimsollDecodeChart *self)
{
  g_autofree char *text = plimsoll_decode_chart_describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
set_guide (PlimsollDecodeChart *self, int guide)
{
  if (self->guide == guide)
    return;
  self->guide = guide;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static guint
nearest (PlimsollDecodeChart *self, double x)
{
  PlimsollLinePlot plot;
  PlimsollPlotFrame frame;
  PlimsollPlotText text;
  guint best = 0;

  fill_plot (self, &plot);
  plimsoll_plot_ground_text (GTK_WIDGET (self), TEXT_SCALE, &text);
  plimsoll_line_plot_layout (&plot, &text, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  for (guint i = 1; i < self->curve.n; i++)
    if (fabs (plimsoll_scale_map (&frame.across, self->columns.contexts[i]) - x)
        < fabs (plimsoll_scale_map (&frame.across, self->columns.contexts[best]) - x))
      best = i;
  return best;
}

static void
motion_cb (PlimsollDecodeChart *self, double x, double y)
{
  if (self->curve.n > 1)
    set_guide (self, (int) nearest (self, x));
}

static void
leave_cb (PlimsollDecodeChart *self)
{
  set_guide (self, -1);
  update_accessible (self);
}

static void
move_guide (PlimsollDecodeChart *self, int points)
{
  g_autofree char *text = NULL;
  int from = self->guide;

  if (self->curve.n < 2)
    return;
  if (from < 0)
    from = points > 0 ? -1 : (int) self->curve.n;
  set_guide (self, CLAMP (from + points, 0, (int) self->curve.n - 1));
  update_accessible (self);
  text = plimsoll_decode_chart_describe (self);
  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static gboolean
key_cb (PlimsollDecodeChart *self, guint keyval, guint keycode, GdkModifierType state)
{
  int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_guide (self, -forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_guide (self, forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      move_guide (self, -PLIMSOLL_DECODE_CURVE_MAX);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      move_guide (self, PLIMSOLL_DECODE_CURVE_MAX);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->guide < 0)
        return GDK_EVENT_PROPAGATE;
      leave_cb (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
plimsoll_decode_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollDecodeChart *self = PLIMSOLL_DECODE_CHART (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autofree char *mark = NULL, *hover = NULL;
  PlimsollLinePlot plot;
  PlimsollPlotText text;
  cairo_t *cr;

  if (self->curve.n == 0)
    return;

  fill_plot (self, &plot);
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  if (self->longest > 0)
    {
      g_autofree char *tokens = plimsoll_format_tokens_about (self->longest);

      /* Translators: beside the load line of a chart: "<b>55K</b> fit". */
      mark = g_markup_printf_escaped (_("<b>%s</b> fit"), tokens);
      plot.mark_markup = mark;
    }
  if (self->guide >= 0 && self->guide < (int) self->curve.n)
    {
      const PlimsollRange *range = plimsoll_decode_curve_at (&self->curve, (guint) self->guide);
      g_autofree char *tokens = plimsoll_format_tokens_about (self->curve.contexts[self->guide]);
      g_autofree char *speed = plimsoll_format_speed (value_of (range));

      plot.point_series = isnan (self->curve.fits[self->guide].low) ? 1 : 0;
      plot.point = (guint) self->guide;
      hover = g_strdup_printf ("%s · %s", tokens, speed);
      plot.point_label = hover;
    }

  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  plimsoll_line_plot_draw (&plot, &text, cr, width, height);
  cairo_destroy (cr);
}

static void
plimsoll_decode_chart_measure (GtkWidget *widget,
                               GtkOrientation orientation,
                               int for_size,
                               int *minimum,
                               int *natural,
                               int *minimum_baseline,
                               int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 500 : 200;
}

static void
plimsoll_decode_chart_class_init (PlimsollDecodeChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = plimsoll_decode_chart_measure;
  widget_class->snapshot = plimsoll_decode_chart_snapshot;

  gtk_widget_class_set_css_name (widget_class, "decode-chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
plimsoll_decode_chart_init (PlimsollDecodeChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->guide = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
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
  if (self->guide >= (int) curve->n)
    self->guide = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_accessible (self);
}

char *
plimsoll_decode_chart_describe (PlimsollDecodeChart *self)
{
  g_autofree char *first = NULL, *last = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_DECODE_CHART (self), NULL);

  if (self->curve.n == 0)
    return g_strdup (_("Nothing to show"));
  if (self->guide >= 0)
    return describe_point (self, (guint) self->guide);
  first = describe_point (self, 0);
  last = describe_point (self, self->curve.n - 1);
  /* Translators: what a chart says at its first and at its last point. */
  return g_strdup_printf (_("%s; %s. Left and Right look at the others"), first, last);
}
