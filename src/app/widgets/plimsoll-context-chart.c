/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-context-chart.h"

#include "plimsoll-context-plot.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"
#include "plimsoll-plot-ground.h"
#include "plimsoll-plot-labels.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_LAYERS 4
#define STOPS_AN_OCTAVE 4

struct _PlimsollContextChart
{
  PlimsollChart parent_instance;

  guint n;
  double contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  double layers[N_LAYERS][PLIMSOLL_MAX_CONTEXT_STOPS];
  guint64 usable;
  char *target;

  guint64 context;
  guint64 required;
  gboolean dragging;
};

G_DEFINE_FINAL_TYPE (PlimsollContextChart, plimsoll_context_chart, PLIMSOLL_TYPE_CHART)

enum
{
  SIGNAL_CONTEXT_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* "32K · 21.6 GiB" */
static char *
pill (guint64 context, double gib)
{
  g_autofree char *tokens = plimsoll_format_tokens_about (context);
  g_autofree char *memory =
    plimsoll_format_gib ((guint64) (MAX (gib, 0) * plimsoll_format_unit_bytes ()), 1);

  return g_strdup_printf ("%s · %s", tokens, memory);
}

/* Everything but the words, which must live as long as the plot. */
static void
fill_plot (PlimsollContextChart *self, PlimsollContextPlot *plot)
{
  static const PlimsollInk inks[N_LAYERS] = {
    PLIMSOLL_INK_WEIGHTS,
    PLIMSOLL_INK_CACHE,
    PLIMSOLL_INK_COMPUTE,
    PLIMSOLL_INK_OVERHEAD,
  };

  *plot = (PlimsollContextPlot) {
    .contexts = self->contexts,
    .n_points = self->n,
    .n_layers = N_LAYERS,
    .limit =
      self->usable > 0 ? (double) self->usable / plimsoll_format_unit_bytes () : (double) NAN,
    .over_label = _("Over the line"),
    .point_context = self->n > 0 ? (double) self->context : (double) NAN,
    .hover_context = NAN,
    .rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self)),
    .context_label = plimsoll_plot_label_tokens,
    .amount_label = plimsoll_plot_label_amount,
  };
  for (guint i = 0; i < N_LAYERS; i++)
    plot->layers[i] = (PlimsollContextLayer) { self->layers[i], inks[i], NULL };
  plot->layers[0].label = _("Weights");
  plot->layers[1].label = _("KV cache");
}

static guint
nearest_stop (PlimsollContextChart *self, double context)
{
  guint best = 0;

  for (guint i = 1; i < self->n; i++)
    if (fabs (log2 (self->contexts[i] / context)) < fabs (log2 (self->contexts[best] / context)))
      best = i;
  return best;
}

static guint
stop_at (PlimsollContextChart *self, const PlimsollPlotText *text, double x)
{
  PlimsollPlotFrame frame;
  PlimsollContextPlot plot;

  fill_plot (self, &plot);
  plimsoll_context_plot_layout (&plot, text, gtk_widget_get_width (GTK_WIDGET (self)),
                                gtk_widget_get_height (GTK_WIDGET (self)), &frame);
  return nearest_stop (self, plimsoll_scale_invert (&frame.across, x));
}

static void
choose (PlimsollContextChart *self, double context)
{
  if ((guint64) context != self->context)
    g_signal_emit (self, signals[SIGNAL_CONTEXT_CHOSEN], 0, (guint64) context);
}

/* --- Dragging --- */

static void
drag_to (PlimsollContextChart *self, double x)
{
  PlimsollPlotText text;

  plimsoll_plot_ground_text (GTK_WIDGET (self), PLIMSOLL_CHART_GET_CLASS (self)->text_scale, &text);
  choose (self, self->contexts[stop_at (self, &text, x)]);
}

static void
drag_begin_cb (PlimsollContextChart *self, double x, double y, GtkGestureDrag *gesture)
{
  if (self->n < 2)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragging = TRUE;
  drag_to (self, x);
}

static void
drag_update_cb (PlimsollContextChart *self, double x, double y, GtkGestureDrag *gesture)
{
  double start_x = 0, start_y = 0;

  if (!self->dragging)
    return;
  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  /* Up and down is the page's to scroll; sideways is ours. */
  if (fabs (x) > fabs (y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  drag_to (self, start_x + x);
}

static void
drag_end_cb (PlimsollContextChart *self, double x, double y, GtkGestureDrag *gesture)
{
  self->dragging = FALSE;
  plimsoll_chart_leave (PLIMSOLL_CHART (self));
}

/* --- The chart --- */

static gboolean
plimsoll_context_chart_point_at (PlimsollChart *chart,
                                 const PlimsollPlotText *text,
                                 double x,
                                 double y,
                                 PlimsollChartPoint *point)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);

  *point = (PlimsollChartPoint) { 0, self->n > 1 ? stop_at (self, text, x) : 0 };

  return self->n > 1 && !self->dragging;
}

static void
plimsoll_context_chart_start (PlimsollChart *chart, PlimsollChartPoint *point)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);

  *point = (PlimsollChartPoint) { 0, nearest_stop (self, (double) MAX (self->context, 1)) };
}

static void
plimsoll_context_chart_take (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);

  choose (self, self->contexts[point->column]);
}

static char *
plimsoll_context_chart_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);
  guint64 context = self->context, required = self->required;
  g_autofree char *tokens = NULL, *memory = NULL;

  if (point != NULL && (guint64) self->contexts[point->column] != self->context)
    {
      PlimsollContextPlot plot;

      fill_plot (self, &plot);
      context = (guint64) self->contexts[point->column];
      required = (guint64) (plimsoll_context_plot_total_at (&plot, (double) context)
                            * plimsoll_format_unit_bytes ());
    }
  tokens = plimsoll_format_count (context);
  memory = plimsoll_format_gib (required, 1);
  if (self->usable > 0 && required > self->usable)
    /* Translators: tokens of context, and the memory that they need. */
    return g_strdup_printf (_("%s tokens, %s, over the line"), tokens, memory);
  return g_strdup_printf (_("%s tokens, %s"), tokens, memory);
}

static void
plimsoll_context_chart_update_accessible (PlimsollChart *chart)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);
  g_autofree char *text = plimsoll_chart_describe (chart);
  double now = (double) self->context;
  PlimsollChartPoint point;

  if (!self->dragging && plimsoll_chart_get_point (chart, &point))
    now = self->contexts[point.column];
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                  self->n > 0 ? self->contexts[0] : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  self->n > 0 ? self->contexts[self->n - 1] : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
plimsoll_context_chart_draw (PlimsollChart *chart,
                             const PlimsollPlotText *text,
                             cairo_t *cr,
                             double width,
                             double height)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (chart);
  g_autofree char *usable = plimsoll_format_gib (self->usable, 1);
  g_autofree char *limit = NULL, *limit_short = NULL, *present = NULL, *hover = NULL;
  PlimsollContextPlot plot;
  PlimsollChartPoint point;

  fill_plot (self, &plot);
  /* Translators: beside the load line of a chart: "<b>22.8 GiB</b> usable on RTX 4090". */
  limit = g_markup_printf_escaped (_("<b>%s</b> usable on %s"), usable,
                                   self->target != NULL ? self->target : "");
  plot.limit_markup = limit;
  /* Translators: the same where there is little room. */
  limit_short = g_markup_printf_escaped (_("<b>%s</b> usable"), usable);
  plot.limit_short = limit_short;
  present = pill (self->context, (double) self->required / plimsoll_format_unit_bytes ());
  plot.point_label = present;
  if (!self->dragging && plimsoll_chart_get_point (chart, &point)
      && (guint64) self->contexts[point.column] != self->context)
    {
      plot.hover_context = self->contexts[point.column];
      hover = pill ((guint64) plot.hover_context,
                    plimsoll_context_plot_total_at (&plot, plot.hover_context));
      plot.hover_label = hover;
    }
  plimsoll_context_plot_draw (&plot, text, cr, width, height);
}

static void
plimsoll_context_chart_finalize (GObject *object)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (object);

  g_clear_pointer (&self->target, g_free);

  G_OBJECT_CLASS (plimsoll_context_chart_parent_class)->finalize (object);
}

static void
plimsoll_context_chart_class_init (PlimsollContextChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = plimsoll_context_chart_finalize;
  chart_class->minimum_height = 180;
  chart_class->natural_height = 270;
  chart_class->stride = STOPS_AN_OCTAVE;
  chart_class->draw = plimsoll_context_chart_draw;
  chart_class->point_at = plimsoll_context_chart_point_at;
  chart_class->describe = plimsoll_context_chart_describe;
  chart_class->start = plimsoll_context_chart_start;
  chart_class->take = plimsoll_context_chart_take;
  chart_class->update_accessible = plimsoll_context_chart_update_accessible;

  signals[SIGNAL_CONTEXT_CHOSEN] =
    g_signal_new ("context-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);

  gtk_widget_class_set_css_name (widget_class, "context-chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
plimsoll_context_chart_init (PlimsollContextChart *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_accessible_update_property (
    GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Memory by context"),
    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    _("Left and Right look at other contexts, Enter takes one, Escape goes back"), -1);
}

void
plimsoll_context_chart_set_data (PlimsollContextChart *self,
                                 const guint64 *contexts,
                                 const PlimsollCargo *cargos,
                                 guint n,
                                 guint64 usable,
                                 const char *target)
{
  g_return_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self));
  g_return_if_fail (n <= PLIMSOLL_MAX_CONTEXT_STOPS);

  self->n = n;
  for (guint i = 0; i < n; i++)
    {
      self->contexts[i] = (double) contexts[i];
      self->layers[0][i] = (double) cargos[i].weights / plimsoll_format_unit_bytes ();
      self->layers[1][i] = (double) cargos[i].cache / plimsoll_format_unit_bytes ();
      self->layers[2][i] = (double) cargos[i].compute / plimsoll_format_unit_bytes ();
      self->layers[3][i] = (double) cargos[i].overhead / plimsoll_format_unit_bytes ();
    }
  self->usable = usable;
  g_set_str (&self->target, target);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), n > 0 ? 1 : 0, n);
}

void
plimsoll_context_chart_set_context (PlimsollContextChart *self, guint64 context, guint64 required)
{
  g_return_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self));

  self->context = context;
  self->required = required;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  plimsoll_chart_update_accessible (PLIMSOLL_CHART (self));
}

guint64
plimsoll_context_chart_get_context (PlimsollContextChart *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self), 0);

  return self->context;
}
