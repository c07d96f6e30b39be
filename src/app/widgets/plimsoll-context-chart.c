/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-context-chart.h"

#include "plimsoll-context-plot.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"
#include "plimsoll-plot-ground.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define N_LAYERS 4
#define TEXT_SCALE 0.85

struct _PlimsollContextChart
{
  GtkWidget parent_instance;

  guint n;
  double contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  double layers[N_LAYERS][PLIMSOLL_MAX_CONTEXT_STOPS];
  guint64 usable;
  char *target;

  guint64 context;
  guint64 required;
  double guide; /* tokens under the pointer, or where the keys went; NAN: none */
  gboolean dragging;
};

G_DEFINE_FINAL_TYPE (PlimsollContextChart, plimsoll_context_chart, GTK_TYPE_WIDGET)

enum
{
  SIGNAL_CONTEXT_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static char *
context_label (double tokens)
{
  return plimsoll_format_tokens ((guint64) (tokens + 0.5));
}

static char *
amount_label (double amount, gpointer data)
{
  return plimsoll_format_number (amount, amount != floor (amount) ? 1 : 0);
}

/* "32K · 21.6 GiB" */
static char *
pill (guint64 context, double gib)
{
  g_autofree char *tokens = plimsoll_format_tokens_about (context);
  g_autofree char *memory = plimsoll_format_gib ((guint64) (MAX (gib, 0) * GIB), 1);

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
    .limit = self->usable > 0 ? (double) self->usable / GIB : (double) NAN,
    .over_label = _("Over the line"),
    .point_context = self->n > 0 ? (double) self->context : (double) NAN,
    .hover_context = NAN,
    .rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL,
    .context_label = context_label,
    .amount_label = amount_label,
  };
  for (guint i = 0; i < N_LAYERS; i++)
    plot->layers[i] = (PlimsollContextLayer) { self->layers[i], inks[i], NULL };
  plot->layers[0].label = _("Weights");
  plot->layers[1].label = _("KV cache");
}

static gboolean
has_guide (PlimsollContextChart *self)
{
  return !isnan (self->guide) && !self->dragging && (guint64) self->guide != self->context;
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

static double
context_at (PlimsollContextChart *self, double x)
{
  PlimsollPlotFrame layout;
  PlimsollContextPlot plot;
  PlimsollPlotText text;

  fill_plot (self, &plot);
  plimsoll_plot_ground_text (GTK_WIDGET (self), TEXT_SCALE, &text);
  plimsoll_context_plot_layout (&plot, &text, gtk_widget_get_width (GTK_WIDGET (self)),
                                gtk_widget_get_height (GTK_WIDGET (self)), &layout);
  return self->contexts[nearest_stop (self, plimsoll_scale_invert (&layout.across, x))];
}

static void
update_accessible (PlimsollContextChart *self)
{
  g_autofree char *text = plimsoll_context_chart_describe (self);
  double now = has_guide (self) ? self->guide : (double) self->context;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN,
                                  self->n > 0 ? self->contexts[0] : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  self->n > 0 ? self->contexts[self->n - 1] : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, now,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
set_guide (PlimsollContextChart *self, double guide)
{
  if (self->guide == guide || (isnan (self->guide) && isnan (guide)))
    return;
  self->guide = guide;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
choose (PlimsollContextChart *self, double context)
{
  if ((guint64) context != self->context)
    g_signal_emit (self, signals[SIGNAL_CONTEXT_CHOSEN], 0, (guint64) context);
}

static void
motion_cb (PlimsollContextChart *self, double x, double y)
{
  if (self->n > 1 && !self->dragging)
    set_guide (self, context_at (self, x));
}

static void
leave_cb (PlimsollContextChart *self)
{
  set_guide (self, NAN);
}

static void
focus_leave_cb (PlimsollContextChart *self)
{
  set_guide (self, NAN);
  update_accessible (self);
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
  choose (self, context_at (self, x));
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
  choose (self, context_at (self, start_x + x));
}

static void
drag_end_cb (PlimsollContextChart *self, double x, double y, GtkGestureDrag *gesture)
{
  self->dragging = FALSE;
  set_guide (self, NAN);
}

static void
move_guide (PlimsollContextChart *self, int stops)
{
  double from = has_guide (self) ? self->guide : (double) self->context;
  int at;

  if (self->n < 2)
    return;
  at = (int) nearest_stop (self, MAX (from, 1)) + stops;
  set_guide (self, self->contexts[CLAMP (at, 0, (int) self->n - 1)]);
  update_accessible (self);
}

static gboolean
key_cb (PlimsollContextChart *self, guint keyval, guint keycode, GdkModifierType state)
{
  int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;
  int stops = (state & GDK_SHIFT_MASK) != 0 ? 4 : 1;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_guide (self, -forward * stops);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_guide (self, forward * stops);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      move_guide (self, -PLIMSOLL_MAX_CONTEXT_STOPS);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      move_guide (self, PLIMSOLL_MAX_CONTEXT_STOPS);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (!has_guide (self))
        return GDK_EVENT_PROPAGATE;
      choose (self, self->guide);
      set_guide (self, NAN);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (!has_guide (self))
        return GDK_EVENT_PROPAGATE;
      set_guide (self, NAN);
      update_accessible (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
plimsoll_context_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollContextChart *self = PLIMSOLL_CONTEXT_CHART (widget);
  PlimsollContextPlot plot;
  PlimsollPlotText text;
  g_autofree char *usable = plimsoll_format_gib (self->usable, 1);
  g_autofree char *limit = NULL, *limit_short = NULL, *point = NULL, *hover = NULL;
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr;

  if (self->n == 0)
    return;

  fill_plot (self, &plot);
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  /* Translators: beside the load line of a chart: "<b>22.8 GiB</b> usable on RTX 4090". */
  limit = g_markup_printf_escaped (_("<b>%s</b> usable on %s"), usable,
                                   self->target != NULL ? self->target : "");
  plot.limit_markup = limit;
  /* Translators: the same where there is little room. */
  limit_short = g_markup_printf_escaped (_("<b>%s</b> usable"), usable);
  plot.limit_short = limit_short;
  point = pill (self->context, (double) self->required / GIB);
  plot.point_label = point;
  if (has_guide (self))
    {
      plot.hover_context = self->guide;
      hover = pill ((guint64) self->guide, plimsoll_context_plot_total_at (&plot, self->guide));
      plot.hover_label = hover;
    }

  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  plimsoll_context_plot_draw (&plot, &text, cr, width, height);
  cairo_destroy (cr);
}

static void
plimsoll_context_chart_measure (GtkWidget *widget,
                                GtkOrientation orientation,
                                int for_size,
                                int *minimum,
                                int *natural,
                                int *minimum_baseline,
                                int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 180;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 500 : 270;
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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = plimsoll_context_chart_finalize;
  widget_class->measure = plimsoll_context_chart_measure;
  widget_class->snapshot = plimsoll_context_chart_snapshot;

  signals[SIGNAL_CONTEXT_CHOSEN] =
    g_signal_new ("context-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                  NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);

  gtk_widget_class_set_css_name (widget_class, "context-chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
}

static void
add_controllers (PlimsollContextChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_leave_cb), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
plimsoll_context_chart_init (PlimsollContextChart *self)
{
  self->guide = NAN;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "ew-resize");
  add_controllers (self);
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
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
      self->layers[0][i] = (double) cargos[i].weights / GIB;
      self->layers[1][i] = (double) cargos[i].cache / GIB;
      self->layers[2][i] = (double) cargos[i].compute / GIB;
      self->layers[3][i] = (double) cargos[i].overhead / GIB;
    }
  self->usable = usable;
  g_set_str (&self->target, target);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
plimsoll_context_chart_set_context (PlimsollContextChart *self, guint64 context, guint64 required)
{
  g_return_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self));

  self->context = context;
  self->required = required;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  update_accessible (self);
}

guint64
plimsoll_context_chart_get_context (PlimsollContextChart *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self), 0);

  return self->context;
}

char *
plimsoll_context_chart_describe (PlimsollContextChart *self)
{
  PlimsollContextPlot plot;
  guint64 context, required;
  g_autofree char *tokens = NULL, *memory = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_CONTEXT_CHART (self), NULL);

  fill_plot (self, &plot);
  context = has_guide (self) ? (guint64) self->guide : self->context;
  required = has_guide (self)
               ? (guint64) (plimsoll_context_plot_total_at (&plot, self->guide) * GIB)
               : self->required;
  tokens = plimsoll_format_count (context);
  memory = plimsoll_format_gib (required, 1);
  if (self->usable > 0 && required > self->usable)
    /* Translators: tokens of context, and the memory that they need. */
    return g_strdup_printf (_("%s tokens, %s, over the line"), tokens, memory);
  return g_strdup_printf (_("%s tokens, %s"), tokens, memory);
}
