/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-decode-plot.h"

#include "plimsoll-load-line-plot.h"

#include <math.h>

#define WIDTH 2.5
#define BAND 0.13
#define RING 8.0

static void
fill_axes (const PlimsollDecodePlot *self, PlimsollPlotAxes *axes)
{
  *axes = (PlimsollPlotAxes) {
    .low = self->n_points > 0 ? self->contexts[0] : 1024,
    .high = self->n_points > 0 ? self->contexts[self->n_points - 1] : 2048,
    .rtl = self->rtl,
    .across_label = self->context_label,
    .up_label = self->value_label,
  };
  for (guint k = 0; k < self->n_lines; k++)
    for (guint i = 0; i < self->n_points; i++)
      {
        const PlimsollPlotLine *line = &self->lines[k];
        const double high = line->high != NULL ? line->high[i] : line->values[i];

        if (high > axes->top)
          axes->top = high;
      }
}

void
plimsoll_decode_plot_layout (const PlimsollDecodePlot *self,
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
x_at (const PlimsollDecodePlot *self, const PlimsollPlotFrame *frame, guint i)
{
  return plimsoll_scale_map (&frame->across, self->contexts[i]);
}

/* Between what is known of the range, from one gap to the next. */
static void
draw_band (const PlimsollDecodePlot *self,
           const PlimsollPlotLine *line,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame)
{
  if (line->low == NULL || line->high == NULL)
    return;

  plimsoll_ink_set (cr, text->variant, line->ink, BAND);
  for (guint from = 0, to; from < self->n_points; from = to)
    {
      for (to = from; to < self->n_points && !isnan (line->low[to]) && !isnan (line->high[to]);)
        to++;
      if (to == from)
        {
          to++;
          continue;
        }
      cairo_new_path (cr);
      for (guint i = from; i < to; i++)
        cairo_line_to (cr, x_at (self, frame, i), plimsoll_scale_map (&frame->up, line->low[i]));
      for (guint i = to; i-- > from;)
        cairo_line_to (cr, x_at (self, frame, i), plimsoll_scale_map (&frame->up, line->high[i]));
      cairo_close_path (cr);
      cairo_fill (cr);
    }
}

static void
draw_line (const PlimsollDecodePlot *self,
           guint at,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame)
{
  static const double dashes[] = { 7, 4 };
  static const double dots[] = { WIDTH, 4 };
  const PlimsollPlotLine *line = &self->lines[at];
  gboolean begun = FALSE;

  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, line->ink, 1.0);
  cairo_set_line_width (cr, WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (at > 0)
    cairo_set_dash (cr, at == 1 ? dashes : dots, 2, 0);
  cairo_new_path (cr);
  for (guint i = 0; i < self->n_points; i++)
    {
      if (isnan (line->values[i]))
        begun = FALSE;
      else if (begun)
        cairo_line_to (cr, x_at (self, frame, i), plimsoll_scale_map (&frame->up, line->values[i]));
      else
        {
          cairo_move_to (cr, x_at (self, frame, i),
                         plimsoll_scale_map (&frame->up, line->values[i]));
          begun = TRUE;
        }
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Above the last point that there is. */
static void
draw_line_label (const PlimsollDecodePlot *self,
                 const PlimsollPlotLine *line,
                 const PlimsollPlotText *text,
                 cairo_t *cr,
                 const PlimsollPlotFrame *frame,
                 PlimsollPlotTaken *taken)
{
  guint last = self->n_points;
  PlimsollPlotBox box;
  double top;

  while (last > 0 && isnan (line->values[last - 1]))
    last--;
  if (line->label == NULL || last == 0)
    return;

  plimsoll_plot_text_measure (text, line->label, &box.width, &box.height);
  box.x = CLAMP (x_at (self, frame, last - 1) - (self->rtl ? 0 : box.width), frame->x,
                 MAX (frame->x, frame->x + frame->width - box.width));
  /* Above all of the line that is as far out as the words. */
  top = line->values[last - 1];
  for (guint i = last; i-- > 0 && !isnan (line->values[i]);)
    {
      const double x = x_at (self, frame, i);

      top = MAX (top, line->values[i]);
      if (x < box.x || x > box.x + box.width)
        break;
    }
  box.y = plimsoll_scale_map (&frame->up, top) - box.height - 8;
  if (box.y < 0 || plimsoll_plot_is_taken (taken, &box))
    return;
  plimsoll_plot_text_draw (text, cr, line->label, PLIMSOLL_INK_TEXT, box.x, 0, box.y);
  plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
}

static void
draw_mark (const PlimsollDecodePlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollPlotFrame *frame,
           PlimsollPlotTaken *taken)
{
  const double bottom = frame->y + frame->height;
  double x, ring = frame->y + RING + 2;
  PlimsollPlotBox box;

  if (isnan (self->mark) || self->mark < frame->across.low || self->mark > frame->across.high)
    return;

  x = round (plimsoll_scale_map (&frame->across, self->mark));
  plimsoll_load_mark_draw (cr, text->variant, x, ring, RING, x, frame->y, x, bottom);
  plimsoll_plot_take (taken, x - RING - 2, frame->y, 2 * RING + 4, 2 * RING + 4);
  if (self->mark_label == NULL)
    return;
  plimsoll_plot_text_measure (text, self->mark_label, &box.width, &box.height);
  box.y = ring - box.height / 2;
  for (guint side = 0; side < 2; side++)
    {
      /* On the near side first. */
      const gboolean left = (side == 0) != self->rtl;

      box.x = left ? x - RING - 8 - box.width : x + RING + 8;
      if (box.x < frame->x || box.x + box.width > frame->x + frame->width
          || plimsoll_plot_is_taken (taken, &box))
        continue;
      plimsoll_plot_text_draw (text, cr, self->mark_label, PLIMSOLL_INK_TEXT, box.x, 0, box.y);
      plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
      return;
    }
}

void
plimsoll_decode_plot_draw (const PlimsollDecodePlot *self,
                           const PlimsollPlotText *text,
                           cairo_t *cr,
                           double width,
                           double height)
{
  g_auto (PlimsollPlotGuide) point = { NULL };
  g_auto (PlimsollPlotGuide) hover = { NULL };
  PlimsollPlotTaken taken = { .n = 0 };
  PlimsollPlotFrame frame;
  PlimsollPlotAxes axes;

  fill_axes (self, &axes);
  plimsoll_plot_frame_init (&frame, &axes, text, width, height);
  plimsoll_plot_frame_draw (&frame, &axes, text, cr);
  if (self->n_points < 2)
    return;

  plimsoll_plot_guide_init (&point, &frame, text, self->point_context, self->point_value,
                            self->point_label);
  plimsoll_plot_guide_init (&hover, &frame, text, self->hover_context, self->hover_value,
                            self->hover_label);
  plimsoll_plot_guide_take (&point, &frame, &taken);

  for (guint i = 0; i < self->n_lines; i++)
    draw_band (self, &self->lines[i], text, cr, &frame);
  for (guint i = self->n_lines; i-- > 0;)
    draw_line (self, i, text, cr, &frame);
  draw_mark (self, text, cr, &frame, &taken);
  for (guint i = 0; i < self->n_lines; i++)
    draw_line_label (self, &self->lines[i], text, cr, &frame, &taken);
  plimsoll_plot_guide_draw (&hover, &frame, text, cr, FALSE);
  plimsoll_plot_guide_draw (&point, &frame, text, cr, TRUE);
}
