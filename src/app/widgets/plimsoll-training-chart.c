/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-chart.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-load-line-plot.h"
#include "plimsoll-plot-ground.h"
#include "plimsoll-plot-labels.h"
#include "plimsoll-training-cargo.h"

#include <glib/gi18n.h>

#define BAR_HEIGHT 34
#define TEXT_SCALE 0.85

struct _PlimsollTrainingChart
{
  PlimsollChart parent_instance;

  PlimsollTrainingResult result;
  PlimsollTrainingCargo parts[PLIMSOLL_N_TRAINING_CARGO]; /* that there are */
  guint n_parts;
};

G_DEFINE_FINAL_TYPE (PlimsollTrainingChart, plimsoll_training_chart, PLIMSOLL_TYPE_CHART)

static const PlimsollInk inks[PLIMSOLL_N_TRAINING_CARGO] = {
  PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_GRADIENTS, PLIMSOLL_INK_OPTIMIZER,
  PLIMSOLL_INK_COMPUTE, PLIMSOLL_INK_CACHE,     PLIMSOLL_INK_OVERHEAD,
};

static void
fill_plot (PlimsollTrainingChart *self, PlimsollLoadLinePlot *plot)
{
  const PlimsollTrainingResult *result = &self->result;
  PlimsollChartPoint point;

  *plot = (PlimsollLoadLinePlot) {
    .n_segments = self->n_parts,
    .usable = (double) result->usable / plimsoll_format_unit_bytes (),
    .physical = (double) MAX (result->physical, result->usable) / plimsoll_format_unit_bytes (),
    .names_over = TRUE,
    .bar_height = BAR_HEIGHT,
    .rtl = plimsoll_chart_is_rtl (PLIMSOLL_CHART (self)),
    .tick_label = plimsoll_plot_label_gib,
  };
  /* Without a GPU there is no line. */
  if (result->usable == 0)
    plot->usable = plot->physical =
      (double) result->memory.required / plimsoll_format_unit_bytes ();
  for (guint i = 0; i < self->n_parts; i++)
    plot->segments[i] = (PlimsollLoadSegment) {
      (double) plimsoll_training_cargo_bytes (&result->memory, self->parts[i])
        / plimsoll_format_unit_bytes (),
      inks[self->parts[i]],
      /* White words can be read on few of the inks; the legend has all of them. */
      self->parts[i] == PLIMSOLL_TRAINING_CARGO_WEIGHTS
        ? plimsoll_training_cargo_name (self->parts[i], result->method)
        : NULL,
    };
  if (plimsoll_chart_get_point (PLIMSOLL_CHART (self), &point))
    plot->looked_at = (int) point.column + 1;
}

static char *
describe_part (PlimsollTrainingChart *self, guint i)
{
  g_autofree char *size =
    plimsoll_format_gib (plimsoll_training_cargo_bytes (&self->result.memory, self->parts[i]), 1);

  /* Translators: a part of memory and its size. */
  return g_strdup_printf (_("%s, %s"),
                          plimsoll_training_cargo_name (self->parts[i], self->result.method), size);
}

static char *
describe_whole (PlimsollTrainingChart *self)
{
  const PlimsollTrainingResult *result = &self->result;
  g_autofree char *required = plimsoll_format_gib (result->memory.required, 1);
  g_autofree char *usable = plimsoll_format_gib (result->usable, 1);
  g_autoptr (GString) text = g_string_new (NULL);

  if (result->usable > 0)
    /* Translators: required memory, usable memory, the verdict. */
    g_string_append_printf (text, _("%s of %s usable on each GPU: %s."), required, usable,
                            plimsoll_answer_word (result->verdict));
  else
    g_string_append_printf (text, _("%s on each GPU."), required);
  for (guint i = 0; i < self->n_parts; i++)
    {
      g_autofree char *part = describe_part (self, i);

      g_string_append_printf (text, " %s.", part);
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}

static char *
plimsoll_training_chart_describe (PlimsollChart *chart, const PlimsollChartPoint *point)
{
  PlimsollTrainingChart *self = PLIMSOLL_TRAINING_CHART (chart);

  if (self->n_parts == 0)
    return g_strdup (_("Nothing to show"));

  return point != NULL ? describe_part (self, point->column) : describe_whole (self);
}

static gboolean
plimsoll_training_chart_point_at (PlimsollChart *chart,
                                  const PlimsollPlotText *text,
                                  double x,
                                  double y,
                                  PlimsollChartPoint *point)
{
  PlimsollLoadLinePlot plot;
  int segment;

  fill_plot (PLIMSOLL_TRAINING_CHART (chart), &plot);
  segment =
    plimsoll_load_line_plot_segment_at (&plot, gtk_widget_get_width (GTK_WIDGET (chart)), x);
  *point = (PlimsollChartPoint) { 0, segment > 0 ? (guint) segment - 1 : 0 };

  return segment > 0 && y >= PLIMSOLL_LOAD_LINE_ABOVE && y <= PLIMSOLL_LOAD_LINE_ABOVE + BAR_HEIGHT;
}

static void
plimsoll_training_chart_draw (PlimsollChart *chart,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width,
                              double height)
{
  PlimsollTrainingChart *self = PLIMSOLL_TRAINING_CHART (chart);
  g_autofree char *usable = plimsoll_format_gib (self->result.usable, 1);
  g_autofree char *usable_markup = NULL, *part_markup = NULL;
  PlimsollLoadLinePlot plot;

  fill_plot (self, &plot);
  /* Translators: beside the load line: "<b>22.8 GiB</b> usable". */
  usable_markup = g_strdup_printf (_("<b>%s</b> usable"), usable);
  plot.usable_markup = self->result.usable > 0 ? usable_markup : NULL;
  if (plot.looked_at > 0)
    {
      g_autofree char *part = describe_part (self, (guint) plot.looked_at - 1);

      part_markup = g_markup_escape_text (part, -1);
      plot.required_markup = part_markup;
    }
  plimsoll_load_line_plot_draw (&plot, text, cr, width);
}

static void
plimsoll_training_chart_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  const PlimsollLoadLinePlot plot = { .bar_height = BAR_HEIGHT };
  PlimsollPlotText text;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 180;
      *natural = 640;
      return;
    }
  plimsoll_plot_ground_text (widget, TEXT_SCALE, &text);
  *minimum = *natural = (int) plimsoll_load_line_plot_height (&plot, &text) + 1;
}

static void
plimsoll_training_chart_class_init (PlimsollTrainingChartClass *klass)
{
  PlimsollChartClass *chart_class = PLIMSOLL_CHART_CLASS (klass);

  chart_class->text_scale = TEXT_SCALE;
  chart_class->draw = plimsoll_training_chart_draw;
  chart_class->point_at = plimsoll_training_chart_point_at;
  chart_class->describe = plimsoll_training_chart_describe;
  GTK_WIDGET_CLASS (klass)->measure = plimsoll_training_chart_measure;

  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "training-chart");
}

static void
plimsoll_training_chart_init (PlimsollTrainingChart *self)
{
}

void
plimsoll_training_chart_set_result (PlimsollTrainingChart *self,
                                    const PlimsollTrainingResult *result)
{
  g_return_if_fail (PLIMSOLL_IS_TRAINING_CHART (self));
  g_return_if_fail (result != NULL);

  self->result = *result;
  self->n_parts = 0;
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_CARGO; i++)
    if (plimsoll_training_cargo_bytes (&result->memory, (PlimsollTrainingCargo) i) > 0)
      self->parts[self->n_parts++] = (PlimsollTrainingCargo) i;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  plimsoll_training_method_name (result->method), -1);
  plimsoll_chart_set_points (PLIMSOLL_CHART (self), self->n_parts > 0 ? 1 : 0, self->n_parts);
}
