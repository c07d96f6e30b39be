/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-plot-frame.h"

#include <math.h>

#define AXIS_GAP 8.0
#define POINT_RADIUS 6.0
#define PILL_HEIGHT 25.0
#define PILL_PADDING 10.0
#define PILL_CORNER 6.0

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
      g_autofree char *label = axes->up_label (ticks[i], axes->data);

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
    .octaves = axes->octaves,
  };
  self->up = (PlimsollScale) {
    .low = 0,
    .high = high,
    .from = self->y + self->height,
    .to = self->y,
  };
}

/* The octaves that have room, and the last. */
static void
draw_octaves (const PlimsollPlotFrame *self,
              const PlimsollPlotAxes *axes,
              const PlimsollPlotText *text,
              cairo_t *cr)
{
  double ticks[PLIMSOLL_MAX_TICKS], widest = 0, taken = (double) -INFINITY;
  guint n = plimsoll_ticks_octaves (self->across.low, self->across.high, PLIMSOLL_MAX_TICKS, ticks);

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

static void
draw_steps (const PlimsollPlotFrame *self,
            const PlimsollPlotAxes *axes,
            const PlimsollPlotText *text,
            cairo_t *cr)
{
  const double low = self->across.low, all = self->across.high - low;
  g_autofree char *last = axes->across_label (self->across.high);
  double step = axes->step > 0 ? axes->step : MAX (all / 4, 1e-9), w;

  plimsoll_plot_text_measure (text, last, &w, NULL);
  while (all > step && self->width * step / all < w + 16)
    step *= 2;
  for (double at = 0; at <= all + step * 1e-6; at += step)
    {
      g_autofree char *label = axes->across_label (low + at);

      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               plimsoll_scale_map (&self->across, low + at), 0.5,
                               self->y + self->height + AXIS_GAP);
    }
}

void
plimsoll_plot_frame_draw (const PlimsollPlotFrame *self,
                          const PlimsollPlotAxes *axes,
                          const PlimsollPlotText *text,
                          cairo_t *cr)
{
  double ticks[PLIMSOLL_MAX_TICKS], label_height;
  const guint n = plimsoll_ticks_nice (self->up.high, 4, ticks);

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = axes->up_label (ticks[i], axes->data);
      double y = plimsoll_scale_map (&self->up, ticks[i]);

      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_GRID, 1.0);
      cairo_rectangle (cr, self->x, round (y), self->width, 1);
      cairo_fill (cr);
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               axes->rtl ? self->x + self->width + AXIS_GAP : self->x - AXIS_GAP,
                               axes->rtl ? 0 : 1, y - label_height / 2);
    }

  if (axes->octaves)
    draw_octaves (self, axes, text, cr);
  else
    draw_steps (self, axes, text, cr);
}

/* --- Pills --- */

void
plimsoll_plot_pill_measure (const PlimsollPlotText *text, const char *markup, PlimsollPlotBox *box)
{
  plimsoll_plot_text_measure (text, markup, &box->width, &box->height);
  box->width += 2 * PILL_PADDING;
  box->height = MAX (PILL_HEIGHT, box->height + PILL_CORNER);
}

void
plimsoll_plot_pill_draw (const PlimsollPlotText *text,
                         cairo_t *cr,
                         const PlimsollPlotBox *box,
                         const char *markup,
                         double alpha)
{
  const double r = PILL_CORNER, right = box->x + box->width, bottom = box->y + box->height;
  double height;

  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_PILL, alpha);
  cairo_new_sub_path (cr);
  cairo_arc (cr, right - r, box->y + r, r, -G_PI_2, 0);
  cairo_arc (cr, right - r, bottom - r, r, 0, G_PI_2);
  cairo_arc (cr, box->x + r, bottom - r, r, G_PI_2, G_PI);
  cairo_arc (cr, box->x + r, box->y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  cairo_fill (cr);
  plimsoll_plot_text_measure (text, markup, NULL, &height);
  plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_PILL_TEXT, box->x + PILL_PADDING, 0,
                           box->y + (box->height - height) / 2);
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
                          double place,
                          double amount,
                          const char *label)
{
  PlimsollPlotBox *pill = &self->pill;

  *self = (PlimsollPlotGuide) { NULL };
  if (isnan (place) || isnan (amount) || label == NULL)
    return;

  place = CLAMP (place, frame->across.low, frame->across.high);
  self->x = plimsoll_scale_map (&frame->across, place);
  self->y = plimsoll_scale_map (&frame->up, amount);
  self->markup = g_markup_printf_escaped ("<b>%s</b>", label);
  plimsoll_plot_pill_measure (text, self->markup, pill);

  pill->x = CLAMP (self->x - pill->width / 2, frame->x,
                   MAX (frame->x, frame->x + frame->width - pill->width));
  pill->y = self->y - pill->height - 26;
  if (pill->y < 0)
    {
      /* Beside the point, on the side that has room. */
      pill->y = MIN (self->y + 10, frame->y + frame->height - pill->height);
      pill->x = self->x + pill->width + 14 <= frame->x + frame->width ? self->x + 14
                                                                      : self->x - pill->width - 14;
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

  if (self->markup == NULL)
    return;

  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 0.9);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_set_line_width (cr, 1.4);
  cairo_move_to (cr, round (self->x) + 0.5, MIN (self->pill.y + self->pill.height, self->y));
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

  plimsoll_plot_pill_draw (text, cr, &self->pill, self->markup, is_point ? 1.0 : 0.85);
}
