/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-plot.h"

#include "plimsoll-load-line-plot.h"

#include <math.h>

#define RING 8.0

static double
total_of_point (const PlimsollContextPlot *self, guint i)
{
  double sum = 0;

  for (guint layer = 0; layer < self->n_layers; layer++)
    sum += self->layers[layer].amounts[i];
  return sum;
}

double
plimsoll_context_plot_total_at (const PlimsollContextPlot *self, double context)
{
  if (self->n_points == 0)
    return 0;
  if (context <= self->contexts[0])
    return total_of_point (self, 0);

  for (guint i = 1; i < self->n_points; i++)
    if (context <= self->contexts[i])
      {
        double low = self->contexts[i - 1], high = self->contexts[i];
        double at = high > low ? (context - low) / (high - low) : 1;

        return total_of_point (self, i - 1) * (1 - at) + total_of_point (self, i) * at;
      }
  return total_of_point (self, self->n_points - 1);
}

static void
fill_axes (const PlimsollContextPlot *self, PlimsollPlotAxes *axes)
{
  *axes = (PlimsollPlotAxes) {
    .low = self->n_points > 0 ? self->contexts[0] : 1024,
    .high = self->n_points > 0 ? self->contexts[self->n_points - 1] : 2048,
    .octaves = TRUE,
    .top = isnan (self->limit) ? 0 : self->limit,
    .rtl = self->rtl,
    .across_label = self->context_label,
    .up_label = self->amount_label,
  };
  for (guint i = 0; i < self->n_points; i++)
    axes->top = MAX (axes->top, total_of_point (self, i));
}

void
plimsoll_context_plot_layout (const PlimsollContextPlot *self,
                              const PlimsollPlotText *text,
                              double width,
                              double height,
                              PlimsollPlotFrame *frame)
{
  PlimsollPlotAxes axes;

  fill_axes (self, &axes);
  plimsoll_plot_frame_init (frame, &axes, text, width, height);
}

/* The outline of the stack up to and with @layer, along the contexts. */
static void
trace (const PlimsollContextPlot *self,
       const PlimsollPlotFrame *frame,
       cairo_t *cr,
       guint n_layers,
       gboolean back)
{
  for (guint k = 0; k < self->n_points; k++)
    {
      guint i = back ? self->n_points - 1 - k : k;
      double sum = 0;

      for (guint layer = 0; layer < n_layers; layer++)
        sum += self->layers[layer].amounts[i];
      cairo_line_to (cr, plimsoll_scale_map (&frame->across, self->contexts[i]),
                     plimsoll_scale_map (&frame->up, sum));
    }
}

/* The context from which the stack is past the line, or NAN. */
static double
crossing (const PlimsollContextPlot *self)
{
  if (isnan (self->limit))
    return (double) NAN;
  for (guint i = 0; i < self->n_points; i++)
    if (total_of_point (self, i) > self->limit)
      {
        double below, above;

        if (i == 0)
          return self->contexts[0];
        below = total_of_point (self, i - 1);
        above = total_of_point (self, i);
        return self->contexts[i - 1]
               + (self->contexts[i] - self->contexts[i - 1]) * (self->limit - below)
                   / (above - below);
      }
  return (double) NAN;
}

static void
draw_stack (const PlimsollContextPlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollPlotFrame *frame,
            double alpha)
{
  for (guint layer = 0; layer < self->n_layers; layer++)
    {
      cairo_new_path (cr);
      trace (self, frame, cr, layer + 1, FALSE);
      trace (self, frame, cr, layer, TRUE);
      cairo_close_path (cr);
      plimsoll_ink_set (cr, text->variant, self->layers[layer].ink, alpha);
      cairo_fill (cr);

      if (plimsoll_ink_is_high_contrast (text->variant))
        {
          cairo_new_path (cr);
          trace (self, frame, cr, layer + 1, FALSE);
          plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
          cairo_set_line_width (cr, 1.0);
          cairo_stroke (cr);
        }
    }
}

static void
draw_layer_labels (const PlimsollContextPlot *self,
                   const PlimsollPlotText *text,
                   cairo_t *cr,
                   const PlimsollPlotFrame *frame,
                   const PlimsollPlotTaken *taken)
{
  double ground = 0;

  if (self->n_points == 0)
    return;

  for (guint layer = 0; layer < self->n_layers; layer++)
    {
      double top = ground + self->layers[layer].amounts[0];
      double y = plimsoll_scale_map (&frame->up, top);
      double room = plimsoll_scale_map (&frame->up, ground) - y, w, h;
      g_autofree char *markup = NULL;
      PlimsollPlotBox box;

      ground = top;
      if (self->layers[layer].label == NULL)
        continue;
      markup = g_markup_printf_escaped ("<b>%s</b>", self->layers[layer].label);
      plimsoll_plot_text_measure (text, markup, &w, &h);
      if (room < h + 12 || frame->width < w + 24)
        continue;
      box = (PlimsollPlotBox) { self->rtl ? frame->x + frame->width - 12 - w : frame->x + 12,
                                y + room / 2 - h / 2, w, h };
      if (!plimsoll_plot_is_taken (taken, &box))
        plimsoll_plot_text_draw (text, cr, markup,
                                 plimsoll_ink_on (text->variant, self->layers[layer].ink), box.x, 0,
                                 box.y);
    }
}

static void
draw_stack_on_both_sides (const PlimsollContextPlot *self,
                          const PlimsollPlotText *text,
                          cairo_t *cr,
                          const PlimsollPlotFrame *frame)
{
  double from = crossing (self), x, near_x, near_width, far_x, far_width;

  if (isnan (from))
    {
      draw_stack (self, text, cr, frame, 1.0);
      return;
    }

  x = plimsoll_scale_map (&frame->across, from);
  near_x = self->rtl ? x : frame->x;
  near_width = self->rtl ? frame->x + frame->width - x : x - frame->x;
  far_x = self->rtl ? frame->x : x;
  far_width = frame->width - near_width;

  cairo_save (cr);
  cairo_rectangle (cr, near_x, frame->y, near_width, frame->height);
  cairo_clip (cr);
  draw_stack (self, text, cr, frame, 1.0);
  cairo_restore (cr);

  cairo_save (cr);
  cairo_rectangle (cr, far_x, frame->y, far_width, frame->height);
  cairo_clip (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_OVER, 0.06);
  cairo_paint (cr);
  draw_stack (self, text, cr, frame, 0.55);
  cairo_restore (cr);
}

/* The stack at its highest between two positions. */
static double
stack_top (const PlimsollContextPlot *self, const PlimsollPlotFrame *frame, double from, double to)
{
  double a = plimsoll_scale_invert (&frame->across, from);
  double b = plimsoll_scale_invert (&frame->across, to);

  return plimsoll_scale_map (&frame->up, MAX (plimsoll_context_plot_total_at (self, a),
                                              plimsoll_context_plot_total_at (self, b)));
}

/* Beside the ring or at the far end, above the line or below, where it is on nothing; or else where
 * it is on the cargo alone. */
static gboolean
place_limit (const PlimsollContextPlot *self,
             const PlimsollPlotText *text,
             const PlimsollPlotFrame *frame,
             const char *markup,
             const PlimsollPlotTaken *taken,
             double line,
             PlimsollPlotBox *box,
             gboolean on_cargo)
{
  const double near_x = frame->x + 18 + RING + 8, far_x = frame->x + frame->width - 6;

  plimsoll_plot_text_measure (text, markup, &box->width, &box->height);
  if (near_x + box->width > far_x)
    return FALSE;

  for (guint i = 0; i < 4; i++)
    {
      const gboolean is_far = i >= 2, is_below = i % 2 == 1;

      box->x = is_far ? far_x - box->width : near_x;
      if (self->rtl)
        box->x = 2 * frame->x + frame->width - box->x - box->width;
      box->y = is_below ? line + 5 : line - box->height - 5;
      if (box->y < 0 || box->y + box->height > frame->y + frame->height
          || plimsoll_plot_is_taken (taken, box))
        continue;
      if (on_cargo
          || box->y + box->height + 2 < stack_top (self, frame, box->x, box->x + box->width))
        return TRUE;
    }
  return FALSE;
}

static void
draw_limit (const PlimsollContextPlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollPlotFrame *frame,
            PlimsollPlotTaken *taken)
{
  const char *words[] = { self->limit_markup, self->limit_short };
  double y, ring;

  if (isnan (self->limit))
    return;

  y = round (plimsoll_scale_map (&frame->up, self->limit));
  ring = self->rtl ? frame->x + frame->width - 18 : frame->x + 18;
  plimsoll_load_mark_draw (cr, text->variant, ring, y, RING, frame->x, y, frame->x + frame->width,
                           y);

  /* Fewer words before those that cover something. */
  for (guint i = 0; i < 2 * G_N_ELEMENTS (words); i++)
    {
      const char *markup = words[i % G_N_ELEMENTS (words)];
      const gboolean on_cargo = i >= G_N_ELEMENTS (words);
      PlimsollPlotBox box;

      if (markup == NULL || !place_limit (self, text, frame, markup, taken, y, &box, on_cargo))
        continue;
      if (on_cargo)
        {
          /* Colours change below it. */
          plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 0.85);
          cairo_rectangle (cr, box.x - 4, box.y - 1, box.width + 8, box.height + 2);
          cairo_fill (cr);
        }
      plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_TEXT, box.x, 0, box.y);
      plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
      break;
    }
  plimsoll_plot_take (taken, ring - RING - 2, y - RING - 2, 2 * RING + 4, 2 * RING + 4);
  plimsoll_plot_take (taken, frame->x, y - 2, frame->width, 4);
}

static void
draw_over_label (const PlimsollContextPlot *self,
                 const PlimsollPlotText *text,
                 cairo_t *cr,
                 const PlimsollPlotFrame *frame,
                 PlimsollPlotTaken *taken)
{
  double from = crossing (self), x, w, h, room;
  PlimsollPlotBox box;
  g_autofree char *markup = NULL;

  if (isnan (from) || self->over_label == NULL)
    return;

  markup = g_markup_printf_escaped ("<b>%s</b>", self->over_label);
  plimsoll_plot_text_measure (text, markup, &w, &h);
  x = plimsoll_scale_map (&frame->across, from);
  room = self->rtl ? x - frame->x : frame->x + frame->width - x;
  /* At the near end of its ground: the stack is lowest there. */
  box = (PlimsollPlotBox) { self->rtl ? x - 12 - w : x + 12, frame->y + 6, w, h };
  if (room < w + 20 || plimsoll_plot_is_taken (taken, &box)
      || plimsoll_scale_map (&frame->up, self->limit) - frame->y <= 44)
    return;
  plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_OVER_TEXT, box.x, 0, box.y);
  plimsoll_plot_take (taken, box.x, box.y, box.width, box.height);
}

void
plimsoll_context_plot_draw (const PlimsollContextPlot *self,
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
  if (self->n_points > 1)
    {
      plimsoll_plot_guide_init (&point, &frame, text, self->point_context,
                                plimsoll_context_plot_total_at (self, self->point_context),
                                self->point_label);
      plimsoll_plot_guide_init (&hover, &frame, text, self->hover_context,
                                plimsoll_context_plot_total_at (self, self->hover_context),
                                self->hover_label);
      draw_stack_on_both_sides (self, text, cr, &frame);
    }
  /* Where the pointer is changes by the moment: words do not make way for it. */
  plimsoll_plot_guide_take (&point, &frame, &taken);
  draw_over_label (self, text, cr, &frame, &taken);
  draw_limit (self, text, cr, &frame, &taken);
  if (self->n_points > 1)
    draw_layer_labels (self, text, cr, &frame, &taken);
  plimsoll_plot_guide_draw (&hover, &frame, text, cr, FALSE);
  plimsoll_plot_guide_draw (&point, &frame, text, cr, TRUE);
}
