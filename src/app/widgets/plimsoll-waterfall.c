/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-waterfall.h"

#include "plimsoll-format.h"
#include "plimsoll-plot-ground.h"
#include "plimsoll-waterfall-plot.h"

#include <glib/gi18n.h>
#include <math.h>

#define N_PARTS 4
#define LEAST_WIDTH 200

struct _PlimsollWaterfall
{
  PlimsollChart parent_instance;

  PlimsollWaterfallPlot plot; /* less direction and what is chosen */
  char *labels[2];
};

G_DEFINE_FINAL_TYPE (PlimsollWaterfall, plimsoll_waterfall, PLIMSOLL_TYPE_CHART)

static char *
amount_label (double gib)
{
  return plimsoll_format_gib ((guint64) (MAX (gib, 0) * plimsoll_format_unit_bytes () + 0.5), 2);
}

static char *
change_label (double gib)
{
  const gint64 bytes = (gint64) llround (gib * plimsoll_format_unit_bytes ());
  g_autofree char *text = plimsoll_format_gib_signed (bytes, 2);

  return bytes > 0 ? g_strconcat ("+", text, NULL) : g_steal_pointer (&text);
}

static void
get_plot (PlimsollWaterfall *self, PlimsollWaterfallPlot *plot)
{
  PlimsollChartPoint point;

  *plot = self->plot;
  plot->rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self));
  plot->chosen = plimsoll_chart_get_point (PLIMSOLL_CHART (self), &point) ? (int) point.row : -1;
}

static char *
describe_row (PlimsollWaterfall *self, guint row)
{
  g_autofree char *value = plimsoll_waterfall_plot_value (&self->plot, row);

  /* Translators: a part of memory, or one of two questions, and an amount. */
  return g_strdup_printf (_("%s: %s"), plimsoll_waterfall_plot_label (&self->plot, row), value);
}

/* --- The chart --- */

static char *
plimsoll_waterfall_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollWaterfall *self = PLIMSOLL_WATERFALL (chart);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;

  if (point != NULL)
    return describe_row (self, point->row);

  for (guint row = 0; row < plimsoll_waterfall_get_n_rows (self); row++)
    g_strv_builder_take (words, describe_row (self, row));
  parts = g_strv_builder_end (words);
  return plimsoll_format_list ((const char *const *) parts);
}

static gboolean
plimsoll_waterfall_point_at (PlimsollChart *chart,
                             const PlimsollPlotText *text,
                             double x,
                             double y,
                             PlimsollChartPoint *point)
{
  PlimsollWaterfallPlot plot;
  int row;

  get_plot (PLIMSOLL_WATERFALL (chart), &plot);
  row = plimsoll_waterfall_plot_row_at (&plot, text, gtk_widget_get_width (GTK_WIDGET (chart)), y);
  *point = (PlimsollChartPoint) { (guint) MAX (row, 0), 0 };

  return row >= 0;
}

static void
plimsoll_waterfall_draw (PlimsollChart *chart,
                         const PlimsollPlotText *text,
                         cairo_t *cr,
                         double width,
                         double height)
{
  PlimsollWaterfallPlot plot;

  get_plot (PLIMSOLL_WATERFALL (chart), &plot);
  plimsoll_waterfall_plot_draw (&plot, text, cr, width);
}

/* --- The widget --- */

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
  plimsoll_plot_ground_text (widget, PLIMSOLL_CHART_GET_CLASS (self)->text_scale, &text);
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
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = plimsoll_waterfall_finalize;
  widget_class->measure = plimsoll_waterfall_measure;
  widget_class->get_request_mode = plimsoll_waterfall_get_request_mode;
  chart_class->text_scale = 0.92;
  chart_class->draw = plimsoll_waterfall_draw;
  chart_class->point_at = plimsoll_waterfall_point_at;
  chart_class->describe = plimsoll_waterfall_describe;

  gtk_widget_class_set_css_name (widget_class, "waterfall");
}

static void
plimsoll_waterfall_init (PlimsollWaterfall *self)
{
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
  { words, ink, (double) before->part / plimsoll_format_unit_bytes (),                             \
    (double) after->part / plimsoll_format_unit_bytes () }

  g_autofree char *name = NULL;

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
    .before_limit = before_usable > 0 ? (double) before_usable / plimsoll_format_unit_bytes () : (double) NAN,
    .after_limit = after_usable > 0 ? (double) after_usable / plimsoll_format_unit_bytes () : (double) NAN,
    .amount_label = amount_label,
    .change_label = change_label,
  };
#undef PART
  /* Translators: the names of two questions. */
  name = g_strdup_printf (_("Memory, from %s to %s"), before_label, after_label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), plimsoll_waterfall_plot_rows (&self->plot), 1);
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
