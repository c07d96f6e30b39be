/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-context-plot.h"

#include "plimsoll-load-line-plot.h"

#include <math.h>

#define AXIS_GAP 8.0
#define RING 8.0
#define POINT_RADIUS 6.0
#define PILL_HEIGHT 25.0
#define PILL_PADDING 10.0

typedef struct
{
  double x, y, width, height;
} Box;

static gboolean
boxes_meet (const Box *a, const Box *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* What stands already where words could go. */
#define MAX_TAKEN 8

typedef struct
{
  Box boxes[MAX_TAKEN];
  guint n;
} Taken;

static void
take (Taken *taken, double x, double y, double width, double height)
{
  if (taken->n < MAX_TAKEN)
    taken->boxes[taken->n++] = (Box) { x, y, width, height };
}

static gboolean
is_taken (const Taken *taken, const Box *box)
{
  for (guint i = 0; i < taken->n; i++)
    if (boxes_meet (&taken->boxes[i], box))
      return TRUE;
  return FALSE;
}

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

/* A little more than the highest of stack and line, up to the next tick. */
static double
highest (const PlimsollContextPlot *self)
{
  double top = isnan (self->limit) ? 0 : self->limit;
  double ticks[PLIMSOLL_MAX_TICKS], step;

  for (guint i = 0; i < self->n_points; i++)
    top = MAX (top, total_of_point (self, i));
  if (!(top > 0))
    return 1;

  if (plimsoll_ticks_nice (top, 4, ticks) < 2)
    return top * 1.1;
  step = ticks[1];
  return ceil (top * 1.04 / step) * step;
}

void
plimsoll_context_plot_layout (const PlimsollContextPlot *self,
                              const PlimsollPlotText *text,
                              double width,
                              double height,
                              PlimsollContextPlotLayout *layout)
{
  double high = highest (self), ticks[PLIMSOLL_MAX_TICKS];
  guint n = plimsoll_ticks_nice (high, 4, ticks);
  double label_width = 0, label_height, right = 10;

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->amount_label (ticks[i]);
      double w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      label_width = MAX (label_width, w);
    }

  if (self->n_points > 0)
    {
      g_autofree char *label = self->context_label (self->contexts[self->n_points - 1]);
      double w;

      /* The last label is centred below the last point. */
      plimsoll_plot_text_measure (text, label, &w, NULL);
      right = MAX (right, w / 2 + 1);
    }

  layout->x = self->rtl ? right : label_width + AXIS_GAP;
  layout->width = MAX (1, width - label_width - AXIS_GAP - right);
  layout->y = MAX (label_height / 2, 4);
  layout->height = MAX (1, height - layout->y - AXIS_GAP - label_height);

  layout->contexts = (PlimsollScale) {
    .low = self->n_points > 0 ? self->contexts[0] : 1024,
    .high = self->n_points > 0 ? self->contexts[self->n_points - 1] : 2048,
    .from = self->rtl ? layout->x + layout->width : layout->x,
    .to = self->rtl ? layout->x : layout->x + layout->width,
    .octaves = TRUE,
  };
  layout->amounts = (PlimsollScale) {
    .low = 0,
    .high = high,
    .from = layout->y + layout->height,
    .to = layout->y,
  };
}

static void
draw_axes (const PlimsollContextPlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollContextPlotLayout *layout)
{
  double ticks[PLIMSOLL_MAX_TICKS], taken = (double) -INFINITY, label_height;
  guint n = plimsoll_ticks_nice (layout->amounts.high, 4, ticks);
  double widest = 0;

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->amount_label (ticks[i]);
      double y = plimsoll_scale_map (&layout->amounts, ticks[i]);

      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_GRID, 1.0);
      cairo_rectangle (cr, layout->x, round (y), layout->width, 1);
      cairo_fill (cr);
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               self->rtl ? layout->x + layout->width + AXIS_GAP
                                         : layout->x - AXIS_GAP,
                               self->rtl ? 0 : 1, y - label_height / 2);
    }

  n =
    plimsoll_ticks_octaves (layout->contexts.low, layout->contexts.high, PLIMSOLL_MAX_TICKS, ticks);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->context_label (ticks[i]);
      double w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      widest = MAX (widest, w);
    }
  n = plimsoll_ticks_octaves (layout->contexts.low, layout->contexts.high,
                              MAX (2, (guint) (layout->width / (widest + 10))), ticks);
  for (guint i = 0; i < n; i++)
    {
      guint at = self->rtl ? n - 1 - i : i;
      g_autofree char *label = self->context_label (ticks[at]);
      double x = plimsoll_scale_map (&layout->contexts, ticks[at]), w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      if (x - w / 2 < taken)
        continue;
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM, x, 0.5,
                               layout->y + layout->height + AXIS_GAP);
      taken = x + w / 2 + 6;
    }
}

/* The outline of the stack up to and with @layer, along the contexts. */
static void
trace (const PlimsollContextPlot *self,
       const PlimsollContextPlotLayout *layout,
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
      cairo_line_to (cr, plimsoll_scale_map (&layout->contexts, self->contexts[i]),
                     plimsoll_scale_map (&layout->amounts, sum));
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
            const PlimsollContextPlotLayout *layout,
            double alpha)
{
  for (guint layer = 0; layer < self->n_layers; layer++)
    {
      cairo_new_path (cr);
      trace (self, layout, cr, layer + 1, FALSE);
      trace (self, layout, cr, layer, TRUE);
      cairo_close_path (cr);
      plimsoll_ink_set (cr, text->variant, self->layers[layer].ink, alpha);
      cairo_fill (cr);

      if (plimsoll_ink_is_high_contrast (text->variant))
        {
          cairo_new_path (cr);
          trace (self, layout, cr, layer + 1, FALSE);
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
                   const PlimsollContextPlotLayout *layout,
                   const Taken *taken)
{
  double ground = 0;

  if (self->n_points == 0)
    return;

  for (guint layer = 0; layer < self->n_layers; layer++)
    {
      double top = ground + self->layers[layer].amounts[0];
      double y = plimsoll_scale_map (&layout->amounts, top);
      double room = plimsoll_scale_map (&layout->amounts, ground) - y, w, h;
      g_autofree char *markup = NULL;
      Box box;

      ground = top;
      if (self->layers[layer].label == NULL)
        continue;
      markup = g_markup_printf_escaped ("<b>%s</b>", self->layers[layer].label);
      plimsoll_plot_text_measure (text, markup, &w, &h);
      if (room < h + 12 || layout->width < w + 24)
        continue;
      box = (Box) { self->rtl ? layout->x + layout->width - 12 - w : layout->x + 12,
                    y + room / 2 - h / 2, w, h };
      if (!is_taken (taken, &box))
        plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_ON_FILL, box.x, 0, box.y);
    }
}

static void
draw_stack_on_both_sides (const PlimsollContextPlot *self,
                          const PlimsollPlotText *text,
                          cairo_t *cr,
                          const PlimsollContextPlotLayout *layout)
{
  double from = crossing (self), x, near_x, near_width, far_x, far_width;

  if (isnan (from))
    {
      draw_stack (self, text, cr, layout, 1.0);
      return;
    }

  x = plimsoll_scale_map (&layout->contexts, from);
  near_x = self->rtl ? x : layout->x;
  near_width = self->rtl ? layout->x + layout->width - x : x - layout->x;
  far_x = self->rtl ? layout->x : x;
  far_width = layout->width - near_width;

  cairo_save (cr);
  cairo_rectangle (cr, near_x, layout->y, near_width, layout->height);
  cairo_clip (cr);
  draw_stack (self, text, cr, layout, 1.0);
  cairo_restore (cr);

  cairo_save (cr);
  cairo_rectangle (cr, far_x, layout->y, far_width, layout->height);
  cairo_clip (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_OVER, 0.06);
  cairo_paint (cr);
  draw_stack (self, text, cr, layout, 0.55);
  cairo_restore (cr);
}

/* The stack at its highest between two positions. */
static double
stack_top (const PlimsollContextPlot *self,
           const PlimsollContextPlotLayout *layout,
           double from,
           double to)
{
  double a = plimsoll_scale_invert (&layout->contexts, from);
  double b = plimsoll_scale_invert (&layout->contexts, to);

  return plimsoll_scale_map (&layout->amounts, MAX (plimsoll_context_plot_total_at (self, a),
                                                    plimsoll_context_plot_total_at (self, b)));
}

/* Beside the ring or at the far end, above the line or below, where it is on nothing; then where it
 * is on the cargo alone. */
static gboolean
place_limit (const PlimsollContextPlot *self,
             const PlimsollPlotText *text,
             const PlimsollContextPlotLayout *layout,
             const char *markup,
             const Taken *taken,
             double line,
             Box *box,
             gboolean *on_cargo)
{
  const double near_x = layout->x + 18 + RING + 8, far_x = layout->x + layout->width - 6;

  plimsoll_plot_text_measure (text, markup, &box->width, &box->height);
  if (near_x + box->width > far_x)
    return FALSE;

  for (guint i = 0; i < 8; i++)
    {
      const gboolean is_far = i % 4 >= 2, is_below = i % 2 == 1;

      *on_cargo = i >= 4;
      box->x = is_far ? far_x - box->width : near_x;
      if (self->rtl)
        box->x = 2 * layout->x + layout->width - box->x - box->width;
      box->y = is_below ? line + 5 : line - box->height - 5;
      if (box->y < 0 || box->y + box->height > layout->y + layout->height || is_taken (taken, box))
        continue;
      if (*on_cargo
          || box->y + box->height + 2 < stack_top (self, layout, box->x, box->x + box->width))
        return TRUE;
    }
  return FALSE;
}

static void
draw_limit (const PlimsollContextPlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollContextPlotLayout *layout,
            Taken *taken)
{
  const char *words[] = { self->limit_markup, self->limit_short };
  double y, ring;

  if (isnan (self->limit))
    return;

  y = round (plimsoll_scale_map (&layout->amounts, self->limit));
  ring = self->rtl ? layout->x + layout->width - 18 : layout->x + 18;
  plimsoll_load_mark_draw (cr, text->variant, ring, y, RING, layout->x, y,
                           layout->x + layout->width, y);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      Box box;
      gboolean on_cargo;

      if (words[i] == NULL
          || !place_limit (self, text, layout, words[i], taken, y, &box, &on_cargo))
        continue;
      if (on_cargo)
        {
          /* Colours change below it. */
          plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 0.85);
          cairo_rectangle (cr, box.x - 4, box.y - 1, box.width + 8, box.height + 2);
          cairo_fill (cr);
        }
      plimsoll_plot_text_draw (text, cr, words[i], PLIMSOLL_INK_TEXT, box.x, 0, box.y);
      take (taken, box.x, box.y, box.width, box.height);
      break;
    }
  take (taken, ring - RING - 2, y - RING - 2, 2 * RING + 4, 2 * RING + 4);
  take (taken, layout->x, y - 2, layout->width, 4);
}

static void
draw_over_label (const PlimsollContextPlot *self,
                 const PlimsollPlotText *text,
                 cairo_t *cr,
                 const PlimsollContextPlotLayout *layout,
                 Taken *taken)
{
  double from = crossing (self), x, w, h, room;
  Box box;
  g_autofree char *markup = NULL;

  if (isnan (from) || self->over_label == NULL)
    return;

  markup = g_markup_printf_escaped ("<b>%s</b>", self->over_label);
  plimsoll_plot_text_measure (text, markup, &w, &h);
  x = plimsoll_scale_map (&layout->contexts, from);
  room = self->rtl ? x - layout->x : layout->x + layout->width - x;
  /* At the near end of its ground: the stack is lowest there. */
  box = (Box) { self->rtl ? x - 12 - w : x + 12, layout->y + 6, w, h };
  if (room < w + 20 || is_taken (taken, &box)
      || plimsoll_scale_map (&layout->amounts, self->limit) - layout->y <= 44)
    return;
  plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_OVER_TEXT, box.x, 0, box.y);
  take (taken, box.x, box.y, box.width, box.height);
}

/* A point of the stack, with its pill and the guide below it. */
typedef struct
{
  char *markup; /* (nullable): %NULL: there is none */
  double x, y;
  double text_height;
  Box pill;
} Guide;

static void
guide_clear (Guide *self)
{
  g_clear_pointer (&self->markup, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Guide, guide_clear)

static void
guide_init (Guide *guide,
            const PlimsollContextPlot *self,
            const PlimsollPlotText *text,
            const PlimsollContextPlotLayout *layout,
            double context,
            const char *label)
{
  double w;

  *guide = (Guide) { NULL };
  if (isnan (context) || label == NULL || self->n_points < 2)
    return;

  context = CLAMP (context, layout->contexts.low, layout->contexts.high);
  guide->x = plimsoll_scale_map (&layout->contexts, context);
  guide->y = plimsoll_scale_map (&layout->amounts, plimsoll_context_plot_total_at (self, context));
  guide->markup = g_markup_printf_escaped ("<b>%s</b>", label);
  plimsoll_plot_text_measure (text, guide->markup, &w, &guide->text_height);
  w += 2 * PILL_PADDING;

  guide->pill =
    (Box) { CLAMP (guide->x - w / 2, layout->x, MAX (layout->x, layout->x + layout->width - w)),
            guide->y - PILL_HEIGHT - 26, w, PILL_HEIGHT };
  if (guide->pill.y < 0)
    {
      /* Beside the point, on the side that has room. */
      guide->pill.y = MIN (guide->y + 10, layout->y + layout->height - PILL_HEIGHT);
      guide->pill.x =
        guide->x + w + 14 <= layout->x + layout->width ? guide->x + 14 : guide->x - w - 14;
    }
}

static void
guide_take (const Guide *guide, const PlimsollContextPlotLayout *layout, Taken *taken)
{
  if (guide->markup == NULL)
    return;
  take (taken, guide->pill.x - 4, guide->pill.y - 2, guide->pill.width + 8, guide->pill.height + 4);
  take (taken, guide->x - POINT_RADIUS - 4, guide->y - POINT_RADIUS - 4, 2 * POINT_RADIUS + 8,
        2 * POINT_RADIUS + 8);
  take (taken, guide->x - 3, guide->pill.y, 6, layout->y + layout->height - guide->pill.y);
}

static void
guide_draw (const Guide *guide,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollContextPlotLayout *layout,
            gboolean is_point)
{
  static const double dashes[] = { 3, 3 };
  const Box *pill = &guide->pill;
  const double right = pill->x + pill->width, bottom = pill->y + pill->height;

  if (guide->markup == NULL)
    return;

  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 0.9);
  cairo_set_dash (cr, dashes, 2, 0);
  cairo_set_line_width (cr, 1.4);
  cairo_move_to (cr, round (guide->x) + 0.5, MIN (bottom, guide->y));
  cairo_line_to (cr, round (guide->x) + 0.5, layout->y + layout->height);
  cairo_stroke (cr);
  cairo_restore (cr);

  if (is_point)
    {
      cairo_arc (cr, guide->x, guide->y, POINT_RADIUS, 0, 2 * G_PI);
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
  plimsoll_plot_text_draw (text, cr, guide->markup, PLIMSOLL_INK_PILL_TEXT, pill->x + PILL_PADDING,
                           0, pill->y + (pill->height - guide->text_height) / 2);
}

void
plimsoll_context_plot_draw (const PlimsollContextPlot *self,
                            const PlimsollPlotText *text,
                            cairo_t *cr,
                            double width,
                            double height)
{
  PlimsollContextPlotLayout layout;
  g_auto (Guide) point = { NULL };
  g_auto (Guide) hover = { NULL };
  Taken taken = { .n = 0 };

  plimsoll_context_plot_layout (self, text, width, height, &layout);
  guide_init (&point, self, text, &layout, self->point_context, self->point_label);
  guide_init (&hover, self, text, &layout, self->hover_context, self->hover_label);
  /* Where the pointer is changes by the moment: words do not make way for it. */
  guide_take (&point, &layout, &taken);

  draw_axes (self, text, cr, &layout);
  if (self->n_points > 1)
    draw_stack_on_both_sides (self, text, cr, &layout);
  draw_over_label (self, text, cr, &layout, &taken);
  draw_limit (self, text, cr, &layout, &taken);
  if (self->n_points > 1)
    draw_layer_labels (self, text, cr, &layout, &taken);
  guide_draw (&hover, text, cr, &layout, FALSE);
  guide_draw (&point, text, cr, &layout, TRUE);
}
