/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-line-plot.h"

#include "plimsoll-load-line-plot.h"

#include <math.h>

#define LINE_WIDTH 2.5
#define BAND 0.13
#define RING 10.0    /* at a crossing, with lines behind it */
#define TOP_RING 8.0 /* as on the other charts */

/* --- Layout --- */

static void
fill_axes (const PlimsollLinePlot *self, PlimsollPlotAxes *axes)
{
  const double first = self->n_points > 0 ? self->places[0] : 1024;
  const double last = self->n_points > 0 ? self->places[self->n_points - 1] : 2048;

  *axes = (PlimsollPlotAxes) {
    .low = self->octaves ? first : 0,
    .high = MAX (last, 1e-9),
    .octaves = self->octaves,
    .step = self->place_step,
    .rtl = self->rtl,
    .across_label = self->place_label,
    .up_label = self->amount_label,
    .data = self->data,
  };
  for (guint k = 0; k < self->n_series; k++)
    for (guint i = 0; i < self->n_points; i++)
      {
        const PlimsollLineSeries *series = &self->series[k];
        const double high = series->high != NULL ? series->high[i] : series->amounts[i];

        if (high > axes->top)
          axes->top = high;
      }
}

void
plimsoll_line_plot_layout (const PlimsollLinePlot *self,
                           const PlimsollPlotText *text,
                           double width,
                           double height,
                           PlimsollPlotFrame *frame)
{
  PlimsollPlotAxes axes;

  fill_axes (self, &axes);
  plimsoll_plot_frame_init (frame, &axes, text, width, height);
}

static double
x_of (const PlimsollLinePlot *self, const PlimsollPlotFrame *frame, guint i)
{
  return plimsoll_scale_map (&frame->across, self->places[i]);
}

/* Where the line is as it is drawn, straight from point to point; NAN: nowhere. */
static double
y_at (const PlimsollLinePlot *self,
      const PlimsollPlotFrame *frame,
      const PlimsollLineSeries *series,
      double x)
{
  const double place = plimsoll_scale_invert (&frame->across, x);

  for (guint i = 1; i < self->n_points; i++)
    if (self->places[i] >= place)
      {
        const double from = x_of (self, frame, i - 1), to = x_of (self, frame, i);
        const double at = from < to || from > to ? (x - from) / (to - from) : 1;

        return plimsoll_scale_map (&frame->up,
                                   series->amounts[i - 1] * (1 - at) + series->amounts[i] * at);
      }

  return (double) NAN;
}

/* --- Lines --- */

/* Between what is known of the range, from one gap to the next. */
static void
draw_band (const PlimsollLinePlot *self,
           const PlimsollLineSeries *series,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame)
{
  if (series->low == NULL || series->high == NULL)
    return;

  plimsoll_ink_set (cr, text->variant, series->ink, BAND);
  for (guint from = 0, to; from < self->n_points; from = to)
    {
      for (to = from; to < self->n_points && !isnan (series->low[to]) && !isnan (series->high[to]);)
        to++;
      if (to == from)
        {
          to++;
          continue;
        }
      cairo_new_path (cr);
      for (guint i = from; i < to; i++)
        cairo_line_to (cr, x_of (self, frame, i), plimsoll_scale_map (&frame->up, series->low[i]));
      for (guint i = to; i-- > from;)
        cairo_line_to (cr, x_of (self, frame, i), plimsoll_scale_map (&frame->up, series->high[i]));
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

static void
set_stroke (cairo_t *cr, PlimsollLineStroke stroke)
{
  static const double dashes[] = { 7, 4 };
  static const double dots[] = { 1, 4 };
  static const double both[] = { 9, 4, 2, 4 };

  cairo_set_line_cap (cr,
                      stroke == PLIMSOLL_LINE_DOTTED ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  switch (stroke)
    {
    case PLIMSOLL_LINE_DASHED:
      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
      break;
    case PLIMSOLL_LINE_DOTTED:
      cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
      break;
    case PLIMSOLL_LINE_DASH_DOT:
      cairo_set_dash (cr, both, G_N_ELEMENTS (both), 0);
      break;
    case PLIMSOLL_LINE_SOLID:
    default:
      cairo_set_dash (cr, NULL, 0, 0);
      break;
    }
}

static void
draw_line (const PlimsollLinePlot *self,
           const PlimsollLineSeries *series,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame)
{
  cairo_save (cr);
  cairo_new_path (cr);
  for (guint i = 0; i < self->n_points; i++)
    if (isnan (series->amounts[i]))
      cairo_new_sub_path (cr);
    else
      cairo_line_to (cr, x_of (self, frame, i),
                     plimsoll_scale_map (&frame->up, series->amounts[i]));
  plimsoll_ink_set (cr, text->variant, series->ink, 1.0);
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  set_stroke (cr, series->stroke);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* What is spared past the crossing. */
static void
draw_ground (const PlimsollLinePlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const PlimsollPlotFrame *frame)
{
  const double *from = self->series[self->from_series].amounts;
  const double *to = self->series[self->to_series].amounts;

  if (isnan (self->mark) || self->from_series == self->to_series)
    return;

  cairo_new_path (cr);
  cairo_move_to (cr, plimsoll_scale_map (&frame->across, self->mark),
                 plimsoll_scale_map (&frame->up, self->mark_amount));
  for (guint i = 0; i < self->n_points; i++)
    if (self->places[i] > self->mark)
      cairo_line_to (cr, x_of (self, frame, i), plimsoll_scale_map (&frame->up, from[i]));
  for (guint i = self->n_points; i-- > 0;)
    if (self->places[i] > self->mark)
      cairo_line_to (cr, x_of (self, frame, i), plimsoll_scale_map (&frame->up, to[i]));
  cairo_close_path (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_SPARED, 0.1);
  cairo_fill (cr);
}

/* --- Words --- */

/* Whether no line goes through the box. */
static gboolean
is_clear_of_lines (const PlimsollLinePlot *self,
                   const PlimsollPlotFrame *frame,
                   const PlimsollPlotBox *box)
{
  for (guint i = 0; i < self->n_series; i++)
    for (guint step = 0; step <= 12; step++)
      {
        const double y = y_at (self, frame, &self->series[i], box->x + box->width * step / 12);

        if (!isnan (y) && y > box->y - 3 && y < box->y + box->height + 3)
          return FALSE;
      }

  return TRUE;
}

/* Beside the line, where it meets neither another line nor another word; else nowhere: the legend
 * has it too. */
static void
draw_label (const PlimsollLinePlot *self,
            const PlimsollLineSeries *series,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollPlotFrame *frame,
            PlimsollPlotTaken *taken)
{
  static const double shares[] = { 0.03, 0.75, 0.6, 0.45, 0.3, 0.15, 0.97 };
  double w, h;

  if (series->markup == NULL)
    return;

  plimsoll_plot_text_measure (text, series->markup, &w, &h);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
      {
        const double middle = frame->x + (frame->width - w) * shares[i] + w / 2;
        const double y = y_at (self, frame, series, middle);

        if (isnan (y))
          continue;
        for (double off = 6; off < 40; off += 8)
          {
            const PlimsollPlotBox box = { middle - w / 2, side == 0 ? y - h - off : y + off, w, h };

            if (box.y < 0 || box.y + h > frame->y + frame->height
                || plimsoll_plot_is_taken (taken, &box))
              break;
            if (!is_clear_of_lines (self, frame, &box))
              continue;
            /* On paper no word has a line of the grid through it. */
            if (text->variant == PLIMSOLL_INK_ON_PAPER)
              {
                plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 1.0);
                cairo_rectangle (cr, box.x - 3, box.y, box.width + 6, box.height);
                cairo_fill (cr);
              }
            plimsoll_plot_text_draw (text, cr, series->markup, series->text_ink, box.x, 0, box.y);
            plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
            return;
          }
      }
}

/* Before the mark where there is room. */
static void
draw_mark_pill (const PlimsollLinePlot *self,
                const PlimsollPlotText *text,
                cairo_t *cr,
                const PlimsollPlotFrame *frame,
                double x,
                PlimsollPlotTaken *taken)
{
  const double right = frame->x + frame->width;
  gboolean left = !self->rtl;
  PlimsollPlotBox box;

  plimsoll_plot_pill_measure (text, self->mark_markup, &box);
  if (x - box.width - 10 < frame->x)
    left = FALSE;
  if (x + box.width + 10 > right)
    left = TRUE;
  box.x = CLAMP (left ? x - box.width - 10 : x + 10, frame->x, MAX (frame->x, right - box.width));
  box.y = frame->y;
  plimsoll_plot_pill_draw (text, cr, &box, self->mark_markup, 1.0);
  plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
}

/* Beside the ring at the top, on the near side first; else nowhere. */
static void
draw_mark_words (const PlimsollLinePlot *self,
                 const PlimsollPlotText *text,
                 cairo_t *cr,
                 const PlimsollPlotFrame *frame,
                 double x,
                 double y,
                 PlimsollPlotTaken *taken)
{
  PlimsollPlotBox box;

  plimsoll_plot_text_measure (text, self->mark_markup, &box.width, &box.height);
  box.y = y - box.height / 2;
  for (guint side = 0; side < 2; side++)
    {
      const gboolean left = (side == 0) != self->rtl;

      box.x = left ? x - TOP_RING - 8 - box.width : x + TOP_RING + 8;
      if (box.x < frame->x || box.x + box.width > frame->x + frame->width
          || plimsoll_plot_is_taken (taken, &box))
        continue;
      plimsoll_plot_text_draw (text, cr, self->mark_markup, PLIMSOLL_INK_TEXT, box.x, 0, box.y);
      plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
      return;
    }
}

/* --- Load line and ends --- */

static void
draw_mark (const PlimsollLinePlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame,
           PlimsollPlotTaken *taken)
{
  const gboolean at_top = isnan (self->mark_amount);
  const double ring = at_top ? TOP_RING : RING;
  const double bottom = frame->y + frame->height;
  double x, y;

  if (isnan (self->mark) || self->mark < frame->across.low || self->mark > frame->across.high)
    return;

  x = plimsoll_scale_map (&frame->across, self->mark);
  y = at_top ? frame->y + ring + 2 : plimsoll_scale_map (&frame->up, self->mark_amount);
  if (at_top)
    x = round (x);
  plimsoll_load_mark_draw (cr, text->variant, x, y, ring, x, frame->y, x, bottom);
  plimsoll_plot_take (taken, x - ring - 2, frame->y, 2 * ring + 4, frame->height);
  if (self->mark_markup == NULL)
    return;

  if (at_top)
    draw_mark_words (self, text, cr, frame, x, y, taken);
  else
    draw_mark_pill (self, text, cr, frame, x, taken);
}

static void
draw_end (const PlimsollLinePlot *self,
          const PlimsollPlotText *text,
          cairo_t *cr,
          const PlimsollPlotFrame *frame,
          PlimsollPlotTaken *taken)
{
  const PlimsollLineSeries *first = &self->series[0];
  PlimsollPlotBox box;
  double x, y;

  if (isnan (self->end_amount) || self->n_series == 0)
    return;

  x = x_of (self, frame, self->n_points - 1);
  y = plimsoll_scale_map (&frame->up, self->end_amount);
  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, first->ink, 1.0);
  set_stroke (cr, PLIMSOLL_LINE_DOTTED);
  cairo_set_line_width (cr, 2.0);
  cairo_move_to (cr, x, plimsoll_scale_map (&frame->up, first->amounts[self->n_points - 1]));
  cairo_line_to (cr, x, y);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 4, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_restore (cr);
  if (self->end_markup == NULL)
    return;

  plimsoll_plot_text_measure (text, self->end_markup, &box.width, &box.height);
  box.x = self->rtl ? x + 9 : x - 9 - box.width;
  /* Beside the dot: what lies below it is nearer than the line that it dropped from. */
  box.y = MIN (y - box.height / 2, frame->y + frame->height - box.height);
  plimsoll_plot_text_draw (text, cr, self->end_markup, PLIMSOLL_INK_DIM, box.x, 0, box.y);
  plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
}

static void
draw_point (const PlimsollLinePlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollPlotFrame *frame)
{
  g_auto (PlimsollPlotGuide) guide = { NULL };

  if (self->point_series < 0 || (guint) self->point_series >= self->n_series
      || self->point >= self->n_points)
    return;

  plimsoll_plot_guide_init (&guide, frame, text, self->places[self->point],
                            self->series[self->point_series].amounts[self->point],
                            self->point_label);
  plimsoll_plot_guide_draw (&guide, frame, text, cr, TRUE);
}

void
plimsoll_line_plot_draw (const PlimsollLinePlot *self,
                         const PlimsollPlotText *text,
                         cairo_t *cr,
                         double width,
                         double height)
{
  PlimsollPlotTaken taken = { .n = 0 };
  PlimsollPlotFrame frame;
  PlimsollPlotAxes axes;

  fill_axes (self, &axes);
  plimsoll_plot_frame_init (&frame, &axes, text, width, height);
  plimsoll_plot_frame_draw (&frame, &axes, text, cr);
  if (self->n_points < 2)
    return;

  draw_ground (self, text, cr, &frame);
  for (guint i = 0; i < self->n_series; i++)
    draw_band (self, &self->series[i], text, cr, &frame);
  for (guint i = self->n_series; i-- > 0;)
    draw_line (self, &self->series[i], text, cr, &frame);
  draw_mark (self, text, cr, &frame, &taken);
  draw_end (self, text, cr, &frame, &taken);
  for (guint i = 0; i < self->n_series; i++)
    draw_label (self, &self->series[i], text, cr, &frame, &taken);
  draw_point (self, text, cr, &frame);
}
