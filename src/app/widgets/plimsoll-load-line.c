/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-load-line.h"

#include "plimsoll-cargo.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-load-device.h"
#include "plimsoll-load-line-plot.h"
#include "plimsoll-plot-ground.h"
#include "plimsoll-plot-labels.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define N_PARTS 4
#define REST_MS 300
#define TEXT_SCALE 0.9

/* What is drawn; every field may be on its way to another value. */
typedef struct
{
  double parts[N_PARTS];
  double usable;
  double physical;
} Shown;

struct _PlimsollLoadLine
{
  GtkWidget parent_instance;

  PlimsollEstimate estimate;
  GPtrArray *names;   /* of each device, where there are several */
  GPtrArray *usables; /* what each has, as markup */
  gboolean compact;

  Shown from;
  Shown to;
  double progress; /* of from to to */
  AdwAnimation *animation;
  guint rest; /* source of the description */
};

G_DEFINE_FINAL_TYPE (PlimsollLoadLine, plimsoll_load_line, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_COMPACT = 1,
} PlimsollLoadLineProperty;

static GParamSpec *properties[PROP_COMPACT + 1];

static const PlimsollInk inks[N_PARTS] = {
  PLIMSOLL_INK_WEIGHTS,
  PLIMSOLL_INK_CACHE,
  PLIMSOLL_INK_COMPUTE,
  PLIMSOLL_INK_OVERHEAD,
};

static double
between (double from, double to, double progress)
{
  return from + (to - from) * progress;
}

static void
get_shown (PlimsollLoadLine *self, Shown *shown)
{
  for (guint i = 0; i < N_PARTS; i++)
    shown->parts[i] = between (self->from.parts[i], self->to.parts[i], self->progress);
  shown->usable = between (self->from.usable, self->to.usable, self->progress);
  shown->physical = between (self->from.physical, self->to.physical, self->progress);
}

static double
bar_height (PlimsollLoadLine *self)
{
  return self->compact ? 36 : 44;
}

static void
set_progress_cb (double progress, gpointer data)
{
  PlimsollLoadLine *self = data;

  self->progress = progress;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_accessible (PlimsollLoadLine *self)
{
  g_autofree char *description = plimsoll_load_line_describe (self);
  const PlimsollEstimate *estimate = &self->estimate;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  (double) MAX (estimate->usable, estimate->required),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, (double) estimate->required,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, description, -1);
}

static void
rest_cb (gpointer data)
{
  PlimsollLoadLine *self = data;

  self->rest = 0;
  update_accessible (self);
}

static void
fill_devices (PlimsollLoadLine *self, PlimsollLoadDevice *devices)
{
  for (guint i = 0; i < self->names->len; i++)
    plimsoll_load_device_init (&devices[i], &self->estimate, i, g_ptr_array_index (self->names, i),
                               g_ptr_array_index (self->usables, i));
}

static void
plimsoll_load_line_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (widget);
  const char *labels[N_PARTS] = { _("Weights"), _("KV cache"), _("Compute"), _("Overhead") };
  PlimsollLoadLinePlot plot = { 0 };
  PlimsollPlotText text;
  PlimsollLoadDevice devices[PLIMSOLL_MAX_DEVICES];
  Shown shown;
  cairo_t *cr;
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  g_autofree char *usable = plimsoll_format_gib (self->estimate.usable, 2);
  g_autofree char *required = plimsoll_format_gib (self->estimate.required, 2);
  g_autofree char *usable_markup = NULL, *required_markup = NULL;

  if (!self->estimate.valid)
    return;

  get_shown (self, &shown);
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  for (guint i = 0; i < N_PARTS; i++)
    plot.segments[i] =
      (PlimsollLoadSegment) { shown.parts[i] / plimsoll_format_unit_bytes (), inks[i], labels[i] };
  plot.n_segments = N_PARTS;
  plot.usable = shown.usable / plimsoll_format_unit_bytes ();
  plot.physical = MAX (shown.physical, shown.usable) / plimsoll_format_unit_bytes ();
  fill_devices (self, devices);
  if (self->names->len > 1)
    {
      plot.devices = devices;
      plot.n_devices = self->names->len;
    }
  plot.count_label = plimsoll_plot_label_count;
  plot.bar_height = bar_height (self);
  plot.rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  if (self->estimate.serving.budget > 0)
    /* Translators: beside the load line, what an engine takes of the memory. */
    usable_markup = g_strdup_printf (_("<b>%s</b> taken"), usable);
  else
    /* Translators: beside the load line, "<b>22.80 GiB</b> usable". */
    usable_markup = g_strdup_printf (_("<b>%s</b> usable"), usable);
  plot.usable_markup = usable_markup;
  if (self->estimate.required > self->estimate.usable)
    {
      /* Translators: at the end of what is loaded, "<b>31.20 GiB</b> required". */
      required_markup = g_strdup_printf (_("<b>%s</b> required"), required);
      plot.required_markup = required_markup;
    }
  plot.tick_label = plimsoll_plot_label_gib;

  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (-4, -4, (float) width + 8,
                                                                 (float) height + 8));
  plimsoll_load_line_plot_draw (&plot, &text, cr, width);
  cairo_destroy (cr);
}

static void
plimsoll_load_line_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (widget);
  PlimsollLoadLinePlot plot = { .bar_height = bar_height (self) };
  PlimsollPlotText text;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 180;
      *natural = 640;
    }
  else
    {
      plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
      *minimum = *natural = (int) plimsoll_load_line_plot_height (&plot, &text) + 1;
    }
}

static void
plimsoll_load_line_unmap (GtkWidget *widget)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (widget);

  adw_animation_skip (self->animation);

  GTK_WIDGET_CLASS (plimsoll_load_line_parent_class)->unmap (widget);
}

static void
plimsoll_load_line_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (object);

  switch ((PlimsollLoadLineProperty) id)
    {
    case PROP_COMPACT:
      g_value_set_boolean (value, self->compact);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_load_line_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (object);

  switch ((PlimsollLoadLineProperty) id)
    {
    case PROP_COMPACT:
      plimsoll_load_line_set_compact (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_load_line_dispose (GObject *object)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (object);

  g_clear_handle_id (&self->rest, g_source_remove);
  if (self->animation != NULL)
    adw_animation_reset (self->animation);
  g_clear_object (&self->animation);

  G_OBJECT_CLASS (plimsoll_load_line_parent_class)->dispose (object);
}

static void
plimsoll_load_line_finalize (GObject *object)
{
  PlimsollLoadLine *self = PLIMSOLL_LOAD_LINE (object);

  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->usables);

  G_OBJECT_CLASS (plimsoll_load_line_parent_class)->finalize (object);
}

static void
plimsoll_load_line_class_init (PlimsollLoadLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_load_line_dispose;
  object_class->finalize = plimsoll_load_line_finalize;
  object_class->get_property = plimsoll_load_line_get_property;
  object_class->set_property = plimsoll_load_line_set_property;
  widget_class->measure = plimsoll_load_line_measure;
  widget_class->snapshot = plimsoll_load_line_snapshot;
  widget_class->unmap = plimsoll_load_line_unmap;

  properties[PROP_COMPACT] =
    g_param_spec_boolean ("compact", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_css_name (widget_class, "load-line");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_METER);
}

static void
plimsoll_load_line_init (PlimsollLoadLine *self)
{
  AdwAnimationTarget *target = adw_callback_animation_target_new (set_progress_cb, self, NULL);

  self->names = g_ptr_array_new_with_free_func (g_free);
  self->usables = g_ptr_array_new_with_free_func (g_free);
  self->progress = 1;
  self->animation = adw_timed_animation_new (GTK_WIDGET (self), 0, 1, 200, target);
  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (self->animation), ADW_EASE_OUT_CUBIC);
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Memory"), -1);
}

static void
set_names (PlimsollLoadLine *self, const char *const *names)
{
  const guint n = plimsoll_cargo_is_apart (&self->estimate) ? self->estimate.memory.n_devices : 0;

  g_ptr_array_set_size (self->names, 0);
  g_ptr_array_set_size (self->usables, 0);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *usable = plimsoll_format_gib (self->estimate.memory.devices[i].usable, 1);

      g_ptr_array_add (self->names, g_strdup (names != NULL ? names[i] : NULL));
      g_ptr_array_add (self->usables, g_strdup_printf ("<b>%s</b>", usable));
    }
}

void
plimsoll_load_line_set_estimate (PlimsollLoadLine *self,
                                 const PlimsollEstimate *estimate,
                                 const char *const *names,
                                 gboolean animate)
{
  PlimsollCargo cargo;
  gboolean first = !self->estimate.valid;

  g_return_if_fail (PLIMSOLL_IS_LOAD_LINE (self));
  g_return_if_fail (estimate != NULL);

  get_shown (self, &self->from);
  self->estimate = *estimate;
  set_names (self, names);

  plimsoll_cargo_of_estimate (estimate, &cargo);
  self->to = (Shown) {
    .parts = { (double) cargo.weights, (double) cargo.cache, (double) cargo.compute,
               (double) cargo.overhead },
    .usable = (double) estimate->usable,
    .physical = (double) estimate->physical,
  };

  adw_animation_pause (self->animation);
  if (animate && !first && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      self->progress = 0;
      adw_animation_reset (self->animation);
      adw_animation_play (self->animation);
    }
  else
    self->progress = 1;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  if (first)
    update_accessible (self);
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add_once (REST_MS, rest_cb, self);
}

char *
plimsoll_load_line_describe (PlimsollLoadLine *self)
{
  const PlimsollEstimate *estimate = &self->estimate;
  PlimsollCargo cargo;
  g_autofree char *required = NULL, *usable = NULL, *verdict = NULL;
  g_autofree char *weights = NULL, *cache = NULL, *compute = NULL, *overhead = NULL;
  g_autoptr (GString) text = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_LOAD_LINE (self), NULL);

  if (!estimate->valid)
    return g_strdup (_("Nothing to show"));

  plimsoll_cargo_of_estimate (estimate, &cargo);
  required = plimsoll_format_gib_value (estimate->required, 2);
  usable = plimsoll_format_gib (estimate->usable, 2);
  weights = plimsoll_format_gib_value (cargo.weights, 2);
  cache = plimsoll_format_gib_value (cargo.cache, 2);
  compute = plimsoll_format_gib_value (cargo.compute, 2);
  overhead = plimsoll_format_gib_value (cargo.overhead, 2);
  verdict = plimsoll_label_verdict_title (estimate);
  /* Translators: what the bar shows, for those who cannot see it. The arguments: needed memory,
   * usable memory with its unit, the four parts, and the verdict as on the page. */
  text = g_string_new (NULL);
  g_string_append_printf (text,
                          _("%s of %s usable. Weights %s, KV cache %s, compute buffers %s, "
                             "runtime overhead %s. %s."),
                          required, usable, weights, cache, compute, overhead, verdict);
  for (guint i = 0; i < self->names->len; i++)
    {
      const PlimsollDeviceMemory *device = &estimate->memory.devices[i];
      g_autofree char *held = plimsoll_format_gib_value (device->required, 2);
      g_autofree char *room = plimsoll_format_gib (device->usable, 2);
      const char *name = g_ptr_array_index (self->names, i);

      g_string_append_c (text, ' ');
      /* Translators: one of several accelerators: its name, what is on it, and what it has. */
      g_string_append_printf (text, _("%s: %s of %s."), name != NULL ? name : "", held, room);
    }
  return g_string_free_and_steal (g_steal_pointer (&text));
}

void
plimsoll_load_line_set_compact (PlimsollLoadLine *self, gboolean compact)
{
  g_return_if_fail (PLIMSOLL_IS_LOAD_LINE (self));

  if (self->compact == compact)
    return;
  self->compact = compact;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPACT]);
}
