/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-chart.h"

#include "plimsoll-announce.h"
#include "plimsoll-plot-ground.h"

#define MINIMUM_WIDTH 200
#define NATURAL_WIDTH 500

typedef struct
{
  guint n_rows;
  guint n_columns;

  gboolean has_kept;
  PlimsollChartPoint kept; /* where the keys went */
  gboolean has_shown;
  PlimsollChartPoint shown; /* that, or where the pointer is */
} PlimsollChartPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (PlimsollChart, plimsoll_chart, GTK_TYPE_WIDGET)

static PlimsollChartPrivate *
get_private (PlimsollChart *self)
{
  return plimsoll_chart_get_instance_private (self);
}

static gboolean
has_points (PlimsollChart *self)
{
  return get_private (self)->n_rows > 0 && get_private (self)->n_columns > 0;
}

/* --- The point --- */

static void
show (PlimsollChart *self, const PlimsollChartPoint *point)
{
  PlimsollChartPrivate *priv = get_private (self);

  if (priv->has_shown == (point != NULL)
      && (point == NULL || (priv->shown.row == point->row && priv->shown.column == point->column)))
    return;

  priv->has_shown = point != NULL;
  if (point != NULL)
    priv->shown = *point;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
show_kept (PlimsollChart *self)
{
  PlimsollChartPrivate *priv = get_private (self);

  show (self, priv->has_kept ? &priv->kept : NULL);
}

static void
motion_cb (PlimsollChart *self, double x, double y)
{
  PlimsollChartClass *klass = PLIMSOLL_CHART_GET_CLASS (self);
  PlimsollChartPoint point;
  PlimsollPlotText text;

  if (!has_points (self))
    return;

  plimsoll_plot_ground_text (GTK_WIDGET (self), klass->text_scale, &text);
  if (klass->point_at (self, &text, x, y, &point))
    show (self, &point);
  else
    show_kept (self);
}

static void
go_to (PlimsollChart *self, guint row, guint column)
{
  PlimsollChartPrivate *priv = get_private (self);

  priv->has_kept = TRUE;
  priv->kept = (PlimsollChartPoint) { row, column };
  show (self, &priv->kept);
  plimsoll_chart_update_accessible (self);
  /* A slider's value is said of itself. */
  if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (self)) != GTK_ACCESSIBLE_ROLE_SLIDER)
    {
      g_autofree char *words = plimsoll_chart_describe (self);

      plimsoll_announce (GTK_WIDGET (self), words, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
    }
}

/* Where the next key goes from. */
static gboolean
get_start (PlimsollChart *self, PlimsollChartPoint *point)
{
  PlimsollChartPrivate *priv = get_private (self);
  PlimsollChartClass *klass = PLIMSOLL_CHART_GET_CLASS (self);

  if (priv->has_kept)
    *point = priv->kept;
  else if (klass->start != NULL)
    klass->start (self, point);
  else
    return FALSE;

  return TRUE;
}

static gboolean
move_along (PlimsollChart *self, int by)
{
  const int last = (int) get_private (self)->n_columns - 1;
  PlimsollChartPoint from;

  if (last < 1)
    return GDK_EVENT_PROPAGATE;

  if (get_start (self, &from))
    go_to (self, from.row, (guint) CLAMP ((int) from.column + by, 0, last));
  else
    go_to (self, 0, by > 0 ? 0 : (guint) last);

  return GDK_EVENT_STOP;
}

static gboolean
move_across (PlimsollChart *self, int by)
{
  const int last = (int) get_private (self)->n_rows - 1;
  PlimsollChartPoint from;

  if (last < 1)
    return GDK_EVENT_PROPAGATE;

  if (!get_start (self, &from))
    go_to (self, by > 0 ? 0 : (guint) last, 0);
  else if ((int) from.row + by < 0 || (int) from.row + by > last)
    return GDK_EVENT_PROPAGATE;
  else
    go_to (self, (guint) ((int) from.row + by), from.column);

  return GDK_EVENT_STOP;
}

/* Of the row; of the rows where each is one point. */
static gboolean
move_to_end (PlimsollChart *self, gboolean last)
{
  PlimsollChartPrivate *priv = get_private (self);
  PlimsollChartPoint from = { 0, 0 };

  get_start (self, &from);
  if (priv->n_columns > 1)
    go_to (self, from.row, last ? priv->n_columns - 1 : 0);
  else
    go_to (self, last ? priv->n_rows - 1 : 0, 0);

  return GDK_EVENT_STOP;
}

static gboolean
take (PlimsollChart *self)
{
  PlimsollChartPrivate *priv = get_private (self);
  PlimsollChartClass *klass = PLIMSOLL_CHART_GET_CLASS (self);
  PlimsollChartPoint point = priv->kept;

  if (!priv->has_kept || klass->take == NULL)
    return GDK_EVENT_PROPAGATE;

  plimsoll_chart_leave (self);
  klass->take (self, &point);

  return GDK_EVENT_STOP;
}

static gboolean
key_cb (PlimsollChart *self, guint keyval, guint keycode, GdkModifierType state)
{
  const guint stride = PLIMSOLL_CHART_GET_CLASS (self)->stride;
  const int by = (state & GDK_SHIFT_MASK) != 0 && stride > 0 ? (int) stride : 1;
  const int forward = plimsoll_chart_is_rtl (self) ? -by : by;

  if (!has_points (self))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      return move_along (self, -forward);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      return move_along (self, forward);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      return move_across (self, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      return move_across (self, 1);
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      return move_to_end (self, FALSE);
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      return move_to_end (self, TRUE);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      return take (self);
    case GDK_KEY_Escape:
      if (!get_private (self)->has_kept)
        return GDK_EVENT_PROPAGATE;
      plimsoll_chart_leave (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- The widget --- */

static void
plimsoll_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollChartClass *klass = PLIMSOLL_CHART_GET_CLASS (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  PlimsollPlotText text;
  cairo_t *cr;

  if (!has_points (PLIMSOLL_CHART (widget)))
    return;

  plimsoll_plot_ground_text (widget, klass->text_scale, &text);
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  klass->draw (PLIMSOLL_CHART (widget), &text, cr, width, height);
  cairo_destroy (cr);
}

static void
plimsoll_chart_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  PlimsollChartClass *klass = PLIMSOLL_CHART_GET_CLASS (widget);
  const gboolean across = orientation == GTK_ORIENTATION_HORIZONTAL;

  *minimum = across ? MINIMUM_WIDTH : klass->minimum_height;
  *natural = across ? NATURAL_WIDTH : klass->natural_height;
}

static void
plimsoll_chart_real_update_accessible (PlimsollChart *self)
{
  g_autofree char *words = plimsoll_chart_describe (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words,
                                  -1);
}

static void
plimsoll_chart_class_init (PlimsollChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = plimsoll_chart_measure;
  widget_class->snapshot = plimsoll_chart_snapshot;
  klass->text_scale = 0.85;
  klass->update_accessible = plimsoll_chart_real_update_accessible;

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
plimsoll_chart_init (PlimsollChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (show_kept), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (plimsoll_chart_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
}

void
plimsoll_chart_set_points (PlimsollChart *self, guint n_rows, guint n_columns)
{
  PlimsollChartPrivate *priv;

  g_return_if_fail (PLIMSOLL_IS_CHART (self));

  priv = get_private (self);
  priv->n_rows = n_rows;
  priv->n_columns = n_columns;
  if (priv->kept.row >= n_rows || priv->kept.column >= n_columns)
    priv->has_kept = FALSE;
  if (priv->shown.row >= n_rows || priv->shown.column >= n_columns)
    show_kept (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  plimsoll_chart_update_accessible (self);
}

gboolean
plimsoll_chart_get_point (PlimsollChart *self, PlimsollChartPoint *point)
{
  PlimsollChartPrivate *priv;

  g_return_val_if_fail (PLIMSOLL_IS_CHART (self), FALSE);

  priv = get_private (self);
  if (priv->has_shown)
    *point = priv->shown;

  return priv->has_shown;
}

void
plimsoll_chart_leave (PlimsollChart *self)
{
  PlimsollChartPrivate *priv;

  g_return_if_fail (PLIMSOLL_IS_CHART (self));

  priv = get_private (self);
  show (self, NULL);
  if (!priv->has_kept)
    return;
  priv->has_kept = FALSE;
  plimsoll_chart_update_accessible (self);
}

char *
plimsoll_chart_describe (PlimsollChart *self)
{
  PlimsollChartPrivate *priv;

  g_return_val_if_fail (PLIMSOLL_IS_CHART (self), NULL);

  priv = get_private (self);

  return PLIMSOLL_CHART_GET_CLASS (self)->describe (self, priv->has_kept ? &priv->kept : NULL);
}

void
plimsoll_chart_update_accessible (PlimsollChart *self)
{
  g_return_if_fail (PLIMSOLL_IS_CHART (self));

  PLIMSOLL_CHART_GET_CLASS (self)->update_accessible (self);
}

gboolean
plimsoll_chart_is_rtl (PlimsollChart *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CHART (self), FALSE);

  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}
