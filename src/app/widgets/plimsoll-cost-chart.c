/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-chart.h"

#include "plimsoll-announce.h"
#include "plimsoll-cost-plot.h"
#include "plimsoll-plot-ground.h"

#include <glib/gi18n.h>
#include <math.h>

#define TEXT_SCALE 0.85
#define MONTHS_A_YEAR 12

struct _PlimsollCostChart
{
  GtkWidget parent_instance;

  PlimsollCostPlot *plot; /* (nullable) */
  int series;             /* that is looked at; -1: none */
  guint month;
};

G_DEFINE_FINAL_TYPE (PlimsollCostChart, plimsoll_cost_chart, GTK_TYPE_WIDGET)

static guint
n_lines (PlimsollCostChart *self)
{
  guint n = 0;

  if (self->plot != NULL)
    plimsoll_cost_plot_get_terms (self->plot, &n);
  return n;
}

static guint
last_month (PlimsollCostChart *self)
{
  return self->plot != NULL ? plimsoll_cost_plot_get_horizon (self->plot) : 0;
}

char *
plimsoll_cost_chart_describe_point (PlimsollCostChart *self)
{
  const PlimsollCostLine *lines;
  g_autofree char *paid = NULL;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_COST_CHART (self), NULL);

  if (self->plot == NULL || self->series < 0)
    return NULL;

  lines = plimsoll_cost_plot_get_terms (self->plot, &n);
  paid = plimsoll_cost_plot_format (self->plot, (guint) self->series, self->month);
  /* Translators: a line of a chart, "Buy"; a number of months; an amount of money. */
  return g_strdup_printf (ngettext ("%s, %u month: %s", "%s, %u months: %s", self->month),
                          lines[self->series].name, self->month, paid);
}

char *
plimsoll_cost_chart_describe (PlimsollCostChart *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const PlimsollCostLine *lines;
  guint n;

  g_return_val_if_fail (PLIMSOLL_IS_COST_CHART (self), NULL);

  if (self->plot == NULL)
    return g_strdup ("");

  lines = plimsoll_cost_plot_get_terms (self->plot, &n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *paid = plimsoll_cost_plot_format (self->plot, i, last_month (self));

      if (i > 0)
        g_string_append (text, "; ");
      /* Translators: a line of a chart, its terms, a number of months, what was paid by then. */
      g_string_append_printf (text,
                              ngettext ("%s, %s, %u month: %s", "%s, %s, %u months: %s",
                                        last_month (self)),
                              lines[i].name, lines[i].terms, last_month (self), paid);
    }
  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- The point --- */

static void
look_at (PlimsollCostChart *self, int series, guint month)
{
  if (self->series == series && self->month == month)
    return;
  self->series = series;
  self->month = month;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
say_point (PlimsollCostChart *self)
{
  g_autofree char *text = plimsoll_cost_chart_describe_point (self);

  if (text != NULL)
    plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static void
move_by (PlimsollCostChart *self, int months)
{
  const int last = (int) last_month (self);

  if (self->series < 0)
    look_at (self, 0, 0);
  else
    look_at (self, self->series, (guint) CLAMP ((int) self->month + months, 0, last));
  say_point (self);
}

static void
change_line (PlimsollCostChart *self, int by)
{
  const int n = (int) n_lines (self);

  look_at (self, self->series < 0 ? 0 : (self->series + by + n) % n, self->month);
  say_point (self);
}

static gboolean
key_cb (PlimsollCostChart *self, guint keyval, guint keycode, GdkModifierType state)
{
  const int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;
  const int months = (state & GDK_SHIFT_MASK) != 0 ? MONTHS_A_YEAR : 1;

  if (n_lines (self) == 0)
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_by (self, -forward * months);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_by (self, forward * months);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      move_by (self, -(int) last_month (self));
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      if (self->series < 0)
        look_at (self, 0, 0);
      move_by (self, (int) last_month (self));
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      change_line (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      change_line (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->series < 0)
        return GDK_EVENT_PROPAGATE;
      look_at (self, -1, 0);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* The nearest line at the month under the pointer. */
static void
motion_cb (PlimsollCostChart *self, double x, double y)
{
  PlimsollPlotFrame frame;
  PlimsollLinePlot *plot;
  PlimsollPlotText text;
  double nearest = (double) INFINITY;
  guint month;
  int series = -1;

  if (n_lines (self) == 0)
    return;

  plot = plimsoll_cost_plot_get_lines (self->plot);
  plot->rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  plimsoll_plot_ground_text (GTK_WIDGET (self), TEXT_SCALE, &text);
  plimsoll_line_plot_layout (plot, &text, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  month = (guint) (plimsoll_scale_invert (&frame.across, x) + 0.5);
  for (guint i = 0; i < plot->n_series; i++)
    {
      const double off = fabs (plimsoll_scale_map (&frame.up, plot->series[i].amounts[month]) - y);

      if (off < nearest)
        {
          nearest = off;
          series = (int) i;
        }
    }
  look_at (self, series, month);
}

static void
leave_cb (PlimsollCostChart *self)
{
  look_at (self, -1, 0);
}

/* --- The widget --- */

static void
plimsoll_cost_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollCostChart *self = PLIMSOLL_COST_CHART (widget);
  const double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  PlimsollLinePlot *plot;
  PlimsollPlotText text;
  g_autofree char *label = NULL;
  cairo_t *cr;

  if (n_lines (self) == 0)
    return;

  plot = plimsoll_cost_plot_get_lines (self->plot);
  plot->rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  plot->point_series = self->series;
  plot->point = self->month;
  label = plimsoll_cost_chart_describe_point (self);
  plot->point_label = label;

  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  plimsoll_line_plot_draw (plot, &text, cr, width, height);
  cairo_destroy (cr);
  plot->point_label = NULL;
}

static void
plimsoll_cost_chart_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 220;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 500 : 280;
}

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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = plimsoll_cost_chart_finalize;
  widget_class->measure = plimsoll_cost_chart_measure;
  widget_class->snapshot = plimsoll_cost_chart_snapshot;

  gtk_widget_class_set_css_name (widget_class, "cost-chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
plimsoll_cost_chart_init (PlimsollCostChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->series = -1;
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
                                  _("Cost by month"), -1);
}

gboolean
plimsoll_cost_chart_update (PlimsollCostChart *self, PlimsollCostModel *model)
{
  g_autofree char *words = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_COST_CHART (self), FALSE);

  g_clear_pointer (&self->plot, plimsoll_cost_plot_free);
  self->plot = plimsoll_cost_plot_new (model);
  if (self->series >= (int) n_lines (self) || self->month > last_month (self))
    look_at (self, -1, 0);
  words = plimsoll_cost_chart_describe (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                  -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return n_lines (self) > 0;
}
