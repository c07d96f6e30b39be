/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-plot-frame.h"

#include <math.h>

#define AXIS_GAP 8.0
#define POINT_RADIUS 6.0
#define PILL_HEIGHT 25.0
#define PILL_PADDING 10.0

/* --- Words that make way --- */

static gboolean
boxes_meet (const PlimsollPlotBox *a, const PlimsollPlotBox *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

void
plimsoll_plot_take (PlimsollPlotTaken *self, double x, double y, double width, double height)
{
  if (self->n < PLIMSOLL_PLOT_MAX_TAKEN)
    self->boxes[self->n++] = (PlimsollPlotBox) { x, y, width, height };
}

gboolean
plimsoll_plot_is_taken (const PlimsollPlotTaken *self, const PlimsollPlotBox *box)
{
  for (guint i = 0; i < self->n; i++)
    if (boxes_meet (&self->boxes[i], box))
      return TRUE;

  return FALSE;
}

/* --- Axes --- */

/* A little more than what has to be in the picture, up to the next tick. */
static double
highest (double top)
{
  double ticks[PLIMSOLL_MAX_TICKS], step;

  if (!(top > 0))
    return 1;

  if (plimsoll_ticks_nice (top, 4, ticks) < 2)
    return top * 1.1;
  step = ticks[1];

  return ceil (top * 1.04 / step) * step;
}

void
plimsoll_plot_frame_init (PlimsollPlotFrame *self,
                          const PlimsollPlotAxes *axes,
                          const PlimsollPlotText *text,
                          double width,
                          double height)
{
  double high = highest (axes->top), ticks[PLIMSOLL_MAX_TICKS];
  guint n = plimsoll_ticks_nice (high, 4, ticks);
  double label_width = 0, label_height, right = 10, w;
  g_autofree char *last = axes->across_label (axes->high);

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = axes->up_label (ticks[i]);

      plimsoll_plot_text_measure (text, label, &w, NULL);
      label_width = MAX (label_width, w);
    }

  /* The last label is centred below the last point. */
  plimsoll_plot_text_measure (text, last, &w, NULL);
  right = MAX (right, w / 2 + 1);

  self->x = axes->rtl ? right : label_width + AXIS_GAP;
  self->width = MAX (1, width - label_width - AXIS_GAP - right);
  self->y = MAX (label_height / 2, 4);
  self->height = MAX (1, height - self->y - AXIS_GAP - label_height);

  self->across = (PlimsollScale) {
    .low = axes->low,
    .high = axes->high,
    .from = axes->rtl ? self->x + self->width : self->x,
    .to = axes->rtl ? self->x : self->x + self->width,
    .octaves = TRUE,
  };
  self->up = (PlimsollScale) {
    .low = 0,
    .high = high,
    .from = self->y + self->height,
    .to = self->y,
  };
}

void
plimsoll_plot_frame_draw (const PlimsollPlotFrame *self,
                          const PlimsollPlotAxes *axes,
                          const PlimsollPlotText *text,
                          cairo_t *cr)
{
  double ticks[PLIMSOLL_MAX_TICKS], taken = (double) -INFINITY, label_height;
  guint n = plimsoll_ticks_nice (self->up.high, 4, ticks);
  double widest = 0;

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = axes->up_label (ticks[i]);
      double y = plimsoll_scale_map (&self->up, ticks[i]);

      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_GRID, 1.0);
      cairo_rectangle (cr, self->x, round (y), self->width, 1);
      cairo_fill (cr);
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               axes->rtl ? self->x + self->width + AXIS_GAP : self->x - AXIS_GAP,
                               axes->rtl ? 0 : 1, y - label_height / 2);
    }

  n = plimsoll_ticks_octaves (self->across.low, self->across.high, PLIMSOLL_MAX_TICKS, ticks);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = axes->across_label (ticks[i]);
      double w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      widest = MAX (widest, w);
    }
  n = plimsoll_ticks_octaves (self->across.low, self->across.high,
                              MAX (2, (guint) (self->width / (widest + 10))), ticks);
  for (guint i = 0; i < n; i++)
    {
      guint at = axes->rtl ? n - 1 - i : i;
      g_autofree char *label = axes->across_label (ticks[at]);
      double x = plimsoll_scale_map (&self->across, ticks[at]), w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      if (x - w / 2 < taken)
        continue;
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM, x, 0.5,
                               self->y + self->height + AXIS_GAP);
      taken = x + w / 2 + 6;
    }
}

/* --- A point --- */

void
plimsoll_plot_guide_clear (PlimsollPlotGuide *self)
{
  g_clear_pointer (&self->markup, g_free);
}

void
plimsoll_plot_guide_init (PlimsollPlotGuide *self,
                          const PlimsollPlotFrame *frame,
                          const PlimsollPlotText *text,
                          double context,
                          double amount,
                          const char *label)
{
  double w;

  *self = (PlimsollPlotGuide) { NULL };
  if (isnan (context) || isnan (amount) || label == NULL)
    return;

  context = CLAMP (context, frame->across.low, frame->across.high);
  self->x = plimsoll_scale_map (&frame->across, context);
  self->y = plimsoll_scale_map (&frame->up, amount);
  self->markup = g_markup_printf_escaped ("<b>%s</b>", label);
  plimsoll_plot_text_measure (text, self->markup, &w, &self->text_height);
  w += 2 * PILL_PADDING;

  self->pill = (PlimsollPlotBox) { CLAMP (self->x - w / 2, frame->x,
                                          MAX (frame->x, frame->x + frame->width - w)),
                                   self->y - PILL_HEIGHT - 26, w, PILL_HEIGHT };
  if (self->pill.y < 0)
    {
      /* Beside the point, on the side that has room. */
      self->pill.y = MIN (self->y + 10, frame->y + frame->height - PILL_HEIGHT);
      self->pill.x = self->x + w + 14 <= frame->x + frame->width ? self->x + 14 : self->x - w - 14;
    }
}

void
plimsoll_plot_guide_take (const PlimsollPlotGuide *self,
                          const PlimsollPlotFrame *frame,
                          PlimsollPlotTaken *taken)
{
  if (self->markup == NULL)
    return;
  plimsoll_plot_take (taken, self->pill.x - 4, self->pill.y - 2, self->pill.width + 8,
                      self->pill.height + 4);
  plimsoll_plot_take (taken, self->x - POINT_RADIUS - 4, self->y - POINT_RADIUS - 4,
                      2 * POINT_RADIUS + 8, 2 * POINT_RADIUS + 8);
  plimsoll_plot_take (taken, self->x - 3, self->pill.y, 6, frame->y + frame->height - self->pill.y);
}

void
plimsoll_plot_guide_draw (const PlimsollPlotGuide *self,
                          const PlimsollPlotFrame *frame,
                          const PlimsollPlotText *text,
                          cairo_t *cr,
                          gboolean is_point)
{
  static const double dashes[] = { 3, 3 };
  const PlimsollPlotBox *pill = &self->pill;
  const double right = pill->x + pill->width, bottom = pill->y + pill->height;

  if (self->markup == NULL)
    return;

  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 0.9);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_set_line_width (cr, 1.4);
  cairo_move_to (cr, round (self->x) + 0.5, MIN (bottom, self->y));
  cairo_line_to (cr, round (self->x) + 0.5, frame->y + frame->height);
  cairo_stroke (cr);
  cairo_restore (cr);

  if (is_point)
    {
      cairo_arc (cr, self->x, self->y, POINT_RADIUS, 0, 2 * G_PI);
      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_POINT, 1.0);
      cairo_fill_preserve (cr);
      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_ACCENT, 1.0);
      cairo_set_line_width (cr, 3.0);
      cairo_stroke (cr);
    }

  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_PILL, is_point ? 1.0 : 0.85);
  cairo_new_sub_path (cr);
  cairo_arc (cr, right - 6, pill->y + 6, 6, -G_PI_2, 0);
  cairo_arc (cr, right - 6, bottom - 6, 6, 0, G_PI_2);
  cairo_arc (cr, pill->x + 6, bottom - 6, 6, G_PI_2, G_PI);
  cairo_arc (cr, pill->x + 6, pill->y + 6, 6, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  cairo_fill (cr);
  plimsoll_plot_text_draw (text, cr, self->markup, PLIMSOLL_INK_PILL_TEXT, pill->x + PILL_PADDING,
                           0, pill->y + (pill->height - self->text_height) / 2);
}
