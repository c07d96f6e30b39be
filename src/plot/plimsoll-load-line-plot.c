/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-load-line-plot.h"

#include "plimsoll-scale.h"

#include <math.h>

#define GAP 2.0
#define RADIUS 10.0
#define STEM 8.0
#define TICK_SPACE 10.0

static double
cargo (const PlimsollLoadLinePlot *self)
{
  double sum = 0;

  for (guint i = 0; i < self->n_segments; i++)
    sum += self->segments[i].amount;
  return sum;
}

double
plimsoll_load_line_plot_extent (const PlimsollLoadLinePlot *self)
{
  return MAX (MAX (cargo (self), self->physical), 1e-9);
}

double
plimsoll_load_line_plot_height (const PlimsollLoadLinePlot *self, const PlimsollPlotText *text)
{
  double height;

  plimsoll_plot_text_measure (text, "0", NULL, &height);
  return PLIMSOLL_LOAD_LINE_ABOVE + self->bar_height + TICK_SPACE + height;
}

static void
rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  double r = MIN (radius, MIN (width, height) / 2);

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI_2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI_2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

void
plimsoll_load_mark_draw (cairo_t *cr,
                         PlimsollInkVariant variant,
                         double x,
                         double y,
                         double radius,
                         double x1,
                         double y1,
                         double x2,
                         double y2)
{
  cairo_save (cr);
  plimsoll_ink_set (cr, variant, PLIMSOLL_INK_MARK, 1.0);
  cairo_set_line_width (cr, 3.0);
  cairo_move_to (cr, x1, y1);
  cairo_line_to (cr, x2, y2);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, radius, 0, 2 * G_PI);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* One stretch of the bar between two amounts, as a rectangle whatever the direction. */
static void
stretch (const PlimsollScale *scale, double a, double b, double *x, double *width)
{
  double from = plimsoll_scale_map (scale, a), to = plimsoll_scale_map (scale, b);

  *x = MIN (from, to);
  *width = fabs (to - from);
}

static void
draw_ground (const PlimsollLoadLinePlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const PlimsollScale *scale,
             double y)
{
  double x, width;

  stretch (scale, 0, scale->high, &x, &width);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 1.0);
  cairo_rectangle (cr, x, y, width, self->bar_height);
  cairo_fill (cr);

  if (cargo (self) < self->physical)
    {
      stretch (scale, MAX (self->usable, cargo (self)), self->physical, &x, &width);
      plimsoll_ink_hatch (cr, text->variant, PLIMSOLL_INK_RESERVED, x, y, width, self->bar_height,
                          9.0);
    }
}

static void
draw_segment (const PlimsollLoadLinePlot *self,
              const PlimsollPlotText *text,
              cairo_t *cr,
              const PlimsollScale *scale,
              const PlimsollLoadSegment *segment,
              double start,
              double y)
{
  double end = start + segment->amount, x, width;
  double near_end = MIN (end, self->usable);

  if (near_end > start)
    {
      gboolean more = end < scale->high;

      stretch (scale, start, near_end, &x, &width);
      plimsoll_ink_set (cr, text->variant, segment->ink, 1.0);
      /* The gap is on the far side, where the next part begins. */
      if (more && width > GAP + 1)
        {
          width -= GAP;
          if (self->rtl)
            x += GAP;
        }
      cairo_rectangle (cr, x, y, width, self->bar_height);
      cairo_fill (cr);
      if (plimsoll_ink_is_high_contrast (text->variant))
        {
          plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
          cairo_set_line_width (cr, 1.0);
          cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, self->bar_height - 1);
          cairo_stroke (cr);
        }

      if (segment->label != NULL)
        {
          g_autofree char *escaped = g_markup_escape_text (segment->label, -1);
          g_autofree char *markup = g_strdup_printf ("<b>%s</b>", escaped);
          double label_width, label_height;

          plimsoll_plot_text_measure (text, markup, &label_width, &label_height);
          if (label_width + 24 <= width)
            plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_ON_FILL,
                                     self->rtl ? x + width - 13 : x + 13, self->rtl ? 1 : 0,
                                     y + (self->bar_height - label_height) / 2);
        }
    }

  if (end > self->usable)
    {
      stretch (scale, MAX (start, self->usable), end, &x, &width);
      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_OVER_GROUND, 1.0);
      cairo_rectangle (cr, x, y, width, self->bar_height);
      cairo_fill (cr);
      plimsoll_ink_hatch (cr, text->variant, PLIMSOLL_INK_OVER, x, y, width, self->bar_height, 9.0);
    }
}

/* Where one accelerator's memory ends and the next one's begins. */
static void
draw_device_gaps (const PlimsollLoadLinePlot *self,
                  cairo_t *cr,
                  const PlimsollScale *scale,
                  double y)
{
  double sum = 0, before = 0;

  if (self->devices < 2)
    return;

  for (guint i = 0; i < self->devices; i++)
    sum += self->device_sizes != NULL ? self->device_sizes[i] : 1;
  if (!(sum > 0))
    return;

  cairo_save (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  for (guint i = 1; i < self->devices; i++)
    {
      double at;

      before += self->device_sizes != NULL ? self->device_sizes[i - 1] : 1;
      at = plimsoll_scale_map (scale, self->physical * before / sum);
      cairo_rectangle (cr, round (at) - GAP / 2, y, GAP, self->bar_height);
    }
  cairo_fill (cr);
  cairo_restore (cr);
}

static void
draw_ticks (const PlimsollLoadLinePlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollScale *scale,
            double width,
            double y)
{
  double ticks[PLIMSOLL_MAX_TICKS], taken = -1e9;
  /* A card of 24 GiB reports a little less: it ends at its tick all the same. */
  guint n = plimsoll_ticks_nice (scale->high * 1.005, width < 420 ? 3 : 6, ticks);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->tick_label (ticks[i], i + 1 == n);
      double at = plimsoll_scale_map (scale, MIN (ticks[i], scale->high)), w, from;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      from = CLAMP (at - w / 2, 0, MAX (0, width - w));
      if (self->rtl ? (taken > -1e8 && from + w > taken) : from < taken)
        continue;
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM, from, 0, y);
      taken = self->rtl ? from - 6 : from + w + 6;
    }
}

static void
draw_mark (const PlimsollLoadLinePlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollScale *scale,
           double width,
           double y)
{
  double at = plimsoll_scale_map (scale, self->usable);
  double ring = y - 23, edge = PLIMSOLL_LOAD_LINE_RING + 2;
  double label_width, label_height, required_width = 0;
  gboolean before;

  at = CLAMP (at, edge, width - edge);
  plimsoll_load_mark_draw (cr, text->variant, at, ring, PLIMSOLL_LOAD_LINE_RING, at,
                           ring - PLIMSOLL_LOAD_LINE_RING - 4, at, y + self->bar_height + STEM);

  plimsoll_plot_text_measure (text, self->usable_markup, &label_width, &label_height);
  before = at - edge - 8 - label_width >= 0;
  plimsoll_plot_text_draw (text, cr, self->usable_markup, PLIMSOLL_INK_TEXT,
                           before ? at - edge - 8 : at + edge + 8, before ? 1 : 0,
                           ring - label_height / 2);

  if (self->required_markup == NULL)
    return;
  plimsoll_plot_text_measure (text, self->required_markup, &required_width, NULL);
  if (!self->rtl && !before && at + edge + 8 + label_width + 16 + required_width <= width)
    plimsoll_plot_text_draw (text, cr, self->required_markup, PLIMSOLL_INK_TEXT, width, 1,
                             ring - label_height / 2);
  else if (!self->rtl && before && at + edge + 12 + required_width <= width)
    plimsoll_plot_text_draw (text, cr, self->required_markup, PLIMSOLL_INK_TEXT, width, 1,
                             ring - label_height / 2);
}

void
plimsoll_load_line_plot_draw (const PlimsollLoadLinePlot *self,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width)
{
  PlimsollScale scale = { 0, plimsoll_load_line_plot_extent (self), 0, width, FALSE };
  double y = PLIMSOLL_LOAD_LINE_ABOVE, start = 0;

  if (self->rtl)
    {
      scale.from = width;
      scale.to = 0;
    }

  /* A group, so that the gaps between devices show the card below. */
  cairo_save (cr);
  rounded (cr, 0, y, width, self->bar_height, RADIUS);
  cairo_clip (cr);
  cairo_push_group (cr);
  draw_ground (self, text, cr, &scale, y);
  for (guint i = 0; i < self->n_segments; i++)
    {
      draw_segment (self, text, cr, &scale, &self->segments[i], start, y);
      start += self->segments[i].amount;
    }
  draw_device_gaps (self, cr, &scale, y);
  cairo_pop_group_to_source (cr);
  cairo_paint (cr);
  cairo_restore (cr);

  draw_ticks (self, text, cr, &scale, width, y + self->bar_height + TICK_SPACE);
  draw_mark (self, text, cr, &scale, width, y);
}
