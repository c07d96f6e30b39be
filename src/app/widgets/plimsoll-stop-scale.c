/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-stop-scale.h"

#include <math.h>

/* How much nearer a major stop seems than it is. */
#define PULL 0.5

typedef struct
{
  double position;
  gboolean major;
} Stop;

struct _PlimsollStopScale
{
  GtkScale parent_instance;

  GArray *stops;
};

G_DEFINE_FINAL_TYPE (PlimsollStopScale, plimsoll_stop_scale, GTK_TYPE_SCALE)

enum
{
  SIGNAL_STOP_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const Stop *
get_stop (PlimsollStopScale *self, guint i)
{
  return &g_array_index (self->stops, Stop, i);
}

static guint
nearest (PlimsollStopScale *self, double position)
{
  double best = G_MAXDOUBLE;
  guint found = 0;

  for (guint i = 0; i < self->stops->len; i++)
    {
      double distance = fabs (get_stop (self, i)->position - position);

      if (get_stop (self, i)->major)
        distance *= PULL;
      if (distance < best)
        {
          best = distance;
          found = i;
        }
    }
  return found;
}

/* The next stop past the present position, by @direction; major ones only if asked. */
static guint
beyond (PlimsollStopScale *self, int direction, gboolean major)
{
  double at = gtk_range_get_value (GTK_RANGE (self));
  guint last = self->stops->len - 1;

  if (direction > 0)
    {
      for (guint i = 0; i <= last; i++)
        if (get_stop (self, i)->position > at + 1e-6 && (!major || get_stop (self, i)->major))
          return i;
      return last;
    }
  for (guint i = last + 1; i-- > 0;)
    if (get_stop (self, i)->position < at - 1e-6 && (!major || get_stop (self, i)->major))
      return i;
  return 0;
}

static gboolean
plimsoll_stop_scale_change_value (GtkRange *range, GtkScrollType scroll, double value)
{
  PlimsollStopScale *self = PLIMSOLL_STOP_SCALE (range);
  guint stop;

  if (self->stops->len == 0)
    return TRUE;

  switch (scroll)
    {
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_DOWN:
      stop = beyond (self, -1, FALSE);
      break;
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_UP:
      stop = beyond (self, 1, FALSE);
      break;
    case GTK_SCROLL_PAGE_BACKWARD:
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_DOWN:
      stop = beyond (self, -1, TRUE);
      break;
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_UP:
      stop = beyond (self, 1, TRUE);
      break;
    case GTK_SCROLL_START:
      stop = 0;
      break;
    case GTK_SCROLL_END:
      stop = self->stops->len - 1;
      break;
    case GTK_SCROLL_NONE:
    case GTK_SCROLL_JUMP:
    default:
      stop = nearest (self, value);
    }
  plimsoll_stop_scale_choose (self, stop);
  return TRUE;
}

static void
plimsoll_stop_scale_finalize (GObject *object)
{
  PlimsollStopScale *self = PLIMSOLL_STOP_SCALE (object);

  g_clear_pointer (&self->stops, g_array_unref);

  G_OBJECT_CLASS (plimsoll_stop_scale_parent_class)->finalize (object);
}

static void
plimsoll_stop_scale_class_init (PlimsollStopScaleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkRangeClass *range_class = GTK_RANGE_CLASS (klass);

  object_class->finalize = plimsoll_stop_scale_finalize;
  range_class->change_value = plimsoll_stop_scale_change_value;

  signals[SIGNAL_STOP_CHOSEN] =
    g_signal_new ("stop-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
plimsoll_stop_scale_init (PlimsollStopScale *self)
{
  self->stops = g_array_new (FALSE, FALSE, sizeof (Stop));
  gtk_scale_set_draw_value (GTK_SCALE (self), FALSE);
  gtk_range_set_round_digits (GTK_RANGE (self), -1);
}

void
plimsoll_stop_scale_set_stops (PlimsollStopScale *self, const PlimsollStop *stops, guint n_stops)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self));

  g_return_if_fail (PLIMSOLL_IS_STOP_SCALE (self));

  g_array_set_size (self->stops, 0);
  gtk_scale_clear_marks (GTK_SCALE (self));
  for (guint i = 0; i < n_stops; i++)
    {
      Stop stop = { stops[i].position, stops[i].major };

      g_array_append_val (self->stops, stop);
      if (stops[i].mark != NULL)
        gtk_scale_add_mark (GTK_SCALE (self), stop.position, GTK_POS_BOTTOM, stops[i].mark);
    }
  if (n_stops > 0)
    {
      gtk_adjustment_set_lower (adjustment, stops[0].position);
      gtk_adjustment_set_upper (adjustment,
                                MAX (stops[n_stops - 1].position, stops[0].position + 1e-3));
    }
  gtk_widget_set_sensitive (GTK_WIDGET (self), n_stops > 1);
}

void
plimsoll_stop_scale_set_position (PlimsollStopScale *self, double position, const char *text)
{
  g_return_if_fail (PLIMSOLL_IS_STOP_SCALE (self));

  gtk_range_set_value (GTK_RANGE (self), position);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
}

guint
plimsoll_stop_scale_get_n_stops (PlimsollStopScale *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_STOP_SCALE (self), 0);

  return self->stops->len;
}

void
plimsoll_stop_scale_choose (PlimsollStopScale *self, guint stop)
{
  g_return_if_fail (PLIMSOLL_IS_STOP_SCALE (self));
  g_return_if_fail (stop < self->stops->len);

  if (fabs (gtk_range_get_value (GTK_RANGE (self)) - get_stop (self, stop)->position) < 1e-9)
    return;
  gtk_range_set_value (GTK_RANGE (self), get_stop (self, stop)->position);
  g_signal_emit (self, signals[SIGNAL_STOP_CHOSEN], 0, stop);
}
