/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-waterfall.h"

#include "plimsoll-announce.h"
#include "plimsoll-format.h"
#include "plimsoll-plot-ground.h"
#include "plimsoll-waterfall-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define N_PARTS 4
#define TEXT_SCALE 0.92
#define LEAST_WIDTH 200

struct _PlimsollWaterfall
{
  GtkWidget parent_instance;

  PlimsollWaterfallPlot plot; /* less direction */
  char *labels[2];
  int kept; /* where the keys went; -1: nowhere */
};

G_DEFINE_FINAL_TYPE (PlimsollWaterfall, plimsoll_waterfall, GTK_TYPE_WIDGET)

static char *
amount_label (double gib)
{
  return plimsoll_format_gib ((guint64) (MAX (gib, 0) * GIB + 0.5), 2);
}

static char *
change_label (double gib)
{
  const gint64 bytes = (gint64) llround (gib * GIB);
  g_autofree char *text = plimsoll_format_gib_signed (bytes, 2);

  return bytes > 0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}

static void
get_plot (PlimsollWaterfall *self, PlimsollWaterfallPlot *plot)
{
  *plot = self->plot;
  plot->rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static void
update_accessible (PlimsollWaterfall *self)
{
  g_autofree char *words = plimsoll_waterfall_describe (self);
  /* Translators: the names of two questions. */
  g_autofree char *name =
    g_strdup_printf (_("Memory, from %s to %s"), self->plot.before_label, self->plot.after_label);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words, -1);
}

static void
choose (PlimsollWaterfall *self, int row)
{
  if (self->plot.chosen == row)
    return;
  self->plot.chosen = row;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
motion_cb (PlimsollWaterfall *self, double x, double y)
{
  PlimsollWaterfallPlot plot;
  PlimsollPlotText text;

  get_plot (self, &plot);
  plimsoll_plot_ground_text (GTK_WIDGET (self), TEXT_SCALE, &text);
  choose (self, plimsoll_waterfall_plot_row_at (&plot, &text,
                                                gtk_widget_get_width (GTK_WIDGET (self)), y));
}

static void
leave_cb (PlimsollWaterfall *self)
{
  choose (self, self->kept);
}

static void
go_to (PlimsollWaterfall *self, int row)
{
  g_autofree char *words = NULL;

  self->kept = row;
  choose (self, row);
  update_accessible (self);
  words = plimsoll_waterfall_describe (self);
  plimsoll_announce (GTK_WIDGET (self), words, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static void
focus_leave_cb (PlimsollWaterfall *self)
{
  self->kept = -1;
  choose (self, -1);
  update_accessible (self);
}

static gboolean
key_cb (PlimsollWaterfall *self, guint keyval, guint keycode, GdkModifierType state)
{
  const int last = (int) plimsoll_waterfall_plot_rows (&self->plot) - 1;

  switch (keyval)
    {
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      if (self->kept == last)
        return GDK_EVENT_PROPAGATE;
      go_to (self, self->kept + 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      if (self->kept <= 0)
        return GDK_EVENT_PROPAGATE;
      go_to (self, self->kept - 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      go_to (self, 0);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      go_to (self, last);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (self->kept < 0)
        return GDK_EVENT_PROPAGATE;
      go_to (self, -1);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* --- The widget --- */

static void
plimsoll_waterfall_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollWaterfall *self = PLIMSOLL_WATERFALL (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  PlimsollWaterfallPlot plot;
  PlimsollPlotText text;
  cairo_t *cr;

  if (self->plot.n_parts == 0)
    return;
  get_plot (self, &plot);
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  plimsoll_waterfall_plot_draw (&plot, &text, cr, width);
  cairo_destroy (cr);
}

static GtkSizeRequestMode
plimsoll_waterfall_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
plimsoll_waterfall_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  PlimsollWaterfall *self = PLIMSOLL_WATERFALL (widget);
  PlimsollWaterfallPlot plot;
  PlimsollPlotText text;

  *minimum = LEAST_WIDTH;
  *natural = 600;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  *minimum = *natural = 0;
  if (self->plot.n_parts == 0)
    return;
  get_plot (self, &plot);
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  *minimum = *natural =
    (int) plimsoll_waterfall_plot_height (&plot, &text, for_size < 0 ? LEAST_WIDTH : for_size);
}

static void
plimsoll_waterfall_finalize (GObject *object)
{
  PlimsollWaterfall *self = PLIMSOLL_WATERFALL (object);

  g_free (self->labels[0]);
  g_free (self->labels[1]);

  G_OBJECT_CLASS (plimsoll_waterfall_parent_class)->finalize (object);
}

static void
plimsoll_waterfall_class_init (PlimsollWaterfallClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = plimsoll_waterfall_finalize;
  widget_class->snapshot = plimsoll_waterfall_snapshot;
  widget_class->measure = plimsoll_waterfall_measure;
  widget_class->get_request_mode = plimsoll_waterfall_get_request_mode;
  gtk_widget_class_set_css_name (widget_class, "waterfall");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
plimsoll_waterfall_init (PlimsollWaterfall *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->kept = -1;
  self->plot.chosen = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect_swapped (key, "key-pressed", G_CALLBACK (key_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
}

void
plimsoll_waterfall_set_cargos (PlimsollWaterfall *self,
                               const char *before_label,
                               const PlimsollCargo *before,
                               guint64 before_usable,
                               const char *after_label,
                               const PlimsollCargo *after,
                               guint64 after_usable)
{
#define PART(words, ink, part)                                                                     \
  { words, ink, (double) before->part / GIB, (double) after->part / GIB }

  g_return_if_fail (PLIMSOLL_IS_WATERFALL (self));

  g_set_str (&self->labels[0], before_label);
  g_set_str (&self->labels[1], after_label);
  self->plot = (PlimsollWaterfallPlot) {
    .parts = {
      PART (_("Weights"), PLIMSOLL_INK_WEIGHTS, weights),
      PART (_("KV cache"), PLIMSOLL_INK_CACHE, cache),
      PART (_("Compute buffers"), PLIMSOLL_INK_COMPUTE, compute),
      PART (_("Runtime overhead"), PLIMSOLL_INK_OVERHEAD, overhead),
    },
    .n_parts = N_PARTS,
    .before_label = self->labels[0],
    .after_label = self->labels[1],
    .before_limit = before_usable > 0 ? (double) before_usable / GIB : (double) NAN,
    .after_limit = after_usable > 0 ? (double) after_usable / GIB : (double) NAN,
    .chosen = self->kept,
    .amount_label = amount_label,
    .change_label = change_label,
  };
#undef PART
  update_accessible (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

guint
plimsoll_waterfall_get_n_rows (PlimsollWaterfall *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_WATERFALL (self), 0);

  return self->plot.n_parts > 0 ? plimsoll_waterfall_plot_rows (&self->plot) : 0;
}

void
plimsoll_waterfall_get_row (PlimsollWaterfall *self, guint row, PlimsollWaterfallRow *shown)
{
  const gboolean total = row == 0 || row > self->plot.n_parts;

  g_return_if_fail (PLIMSOLL_IS_WATERFALL (self));
  g_return_if_fail (row < plimsoll_waterfall_get_n_rows (self));

  shown->label = plimsoll_waterfall_plot_label (&self->plot, row);
  shown->before =
    total ? plimsoll_waterfall_plot_total (&self->plot, FALSE) : self->plot.parts[row - 1].before;
  shown->after =
    total ? plimsoll_waterfall_plot_total (&self->plot, TRUE) : self->plot.parts[row - 1].after;
}

static char *
describe_row (PlimsollWaterfall *self, guint row)
{
  g_autofree char *value = plimsoll_waterfall_plot_value (&self->plot, row);

  /* Translators: a part of memory, or one of two questions, and an amount. */
  return g_strdup_printf (_("%s: %s"), plimsoll_waterfall_plot_label (&self->plot, row), value);
}

char *
plimsoll_waterfall_describe (PlimsollWaterfall *self)
{
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_WATERFALL (self), NULL);

  if (self->kept >= 0)
    return describe_row (self, (guint) self->kept);

  text = g_string_new (NULL);
  for (guint row = 0; row < plimsoll_waterfall_get_n_rows (self); row++)
    {
      g_autofree char *words = describe_row (self, row);

      g_string_append_printf (text, "%s%s", row > 0 ? "; " : "", words);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
