/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-line-plot.h"

#include "plimsoll-load-line-plot.h"

#include <math.h>

#define AXIS_GAP 8.0
#define LINE_WIDTH 2.5
#define RING 10.0
#define POINT_RADIUS 6.0
#define PILL_PADDING 10.0
#define PILL_CORNER 6.0

/* --- Layout --- */

static double
highest (const PlimsollLinePlot *self)
{
  double top = 0;
  double ticks[PLIMSOLL_MAX_TICKS];

  for (guint i = 0; i < self->n_series; i++)
    for (guint k = 0; k < self->n_points; k++)
      if (self->series[i].amounts[k] > top)
        top = self->series[i].amounts[k];
  if (!(top > 0))
    return 1;
  if (plimsoll_ticks_nice (top, 4, ticks) < 2)
    return top * 1.1;

  return ceil (top * 1.02 / ticks[1]) * ticks[1];
}

void
plimsoll_line_plot_layout (const PlimsollLinePlot *self,
                           const PlimsollPlotText *text,
                           double width,
                           double height,
                           PlimsollLinePlotLayout *layout)
{
  const double high = highest (self);
  double ticks[PLIMSOLL_MAX_TICKS], label_width = 0, label_height;
  const guint n = plimsoll_ticks_nice (high, 4, ticks);
  const double right = 14;

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->amount_label (ticks[i], self->data);
      double w;

      plimsoll_plot_text_measure (text, label, &w, NULL);
      label_width = MAX (label_width, w);
    }

  layout->x = self->rtl ? right : label_width + AXIS_GAP;
  layout->width = MAX (1, width - label_width - AXIS_GAP - right);
  layout->y = MAX (label_height / 2, 4);
  layout->height = MAX (1, height - layout->y - AXIS_GAP - label_height);
  layout->places = (PlimsollScale) {
    .low = 0,
    .high = self->n_points > 0 ? MAX (self->places[self->n_points - 1], 1e-9) : 1,
    .from = self->rtl ? layout->x + layout->width : layout->x,
    .to = self->rtl ? layout->x : layout->x + layout->width,
  };
  layout->amounts = (PlimsollScale) {
    .low = 0,
    .high = high,
    .from = layout->y + layout->height,
    .to = layout->y,
  };
}

/* --- Parts --- */

static void
draw_places (const PlimsollLinePlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const PlimsollLinePlotLayout *layout)
{
  g_autofree char *last = self->place_label (layout->places.high);
  double step = self->place_step > 0 ? self->place_step : MAX (layout->places.high / 4, 1e-9);
  double w;

  plimsoll_plot_text_measure (text, last, &w, NULL);
  while (layout->places.high > step && layout->width * step / layout->places.high < w + 16)
    step *= 2;
  for (double place = 0; place <= layout->places.high + step * 1e-6; place += step)
    {
      g_autofree char *label = self->place_label (place);

      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               plimsoll_scale_map (&layout->places, place), 0.5,
                               layout->y + layout->height + AXIS_GAP);
    }
}

static void
draw_axes (const PlimsollLinePlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollLinePlotLayout *layout)
{
  double ticks[PLIMSOLL_MAX_TICKS], label_height;
  const guint n = plimsoll_ticks_nice (layout->amounts.high, 4, ticks);

  plimsoll_plot_text_measure (text, "0", NULL, &label_height);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = self->amount_label (ticks[i], self->data);
      const double y = plimsoll_scale_map (&layout->amounts, ticks[i]);

      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_GRID, 1.0);
      cairo_rectangle (cr, layout->x, round (y), layout->width, 1);
      cairo_fill (cr);
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM,
                               self->rtl ? layout->x + layout->width + AXIS_GAP
                                         : layout->x - AXIS_GAP,
                               self->rtl ? 0 : 1, y - label_height / 2);
    }

  draw_places (self, text, cr, layout);
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
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollLinePlotLayout *layout,
           const PlimsollLineSeries *series)
{
  cairo_save (cr);
  cairo_new_path (cr);
  for (guint k = 0; k < self->n_points; k++)
    if (isnan (series->amounts[k]))
      cairo_new_sub_path (cr);
    else
      cairo_line_to (cr, plimsoll_scale_map (&layout->places, self->places[k]),
                     plimsoll_scale_map (&layout->amounts, series->amounts[k]));
  plimsoll_ink_set (cr, text->variant, series->ink, 1.0);
  cairo_set_line_width (cr, LINE_WIDTH);
  set_stroke (cr, series->stroke);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* What is spared past the crossing. */
static void
draw_ground (const PlimsollLinePlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const PlimsollLinePlotLayout *layout)
{
  const double *from = self->series[self->from_series].amounts;
  const double *to = self->series[self->to_series].amounts;

  if (isnan (self->mark) || self->from_series == self->to_series)
    return;

  cairo_new_path (cr);
  cairo_move_to (cr, plimsoll_scale_map (&layout->places, self->mark),
                 plimsoll_scale_map (&layout->amounts, self->mark_amount));
  for (guint k = 0; k < self->n_points; k++)
    if (self->places[k] > self->mark)
      cairo_line_to (cr, plimsoll_scale_map (&layout->places, self->places[k]),
                     plimsoll_scale_map (&layout->amounts, from[k]));
  for (guint k = self->n_points; k-- > 0;)
    if (self->places[k] > self->mark)
      cairo_line_to (cr, plimsoll_scale_map (&layout->places, self->places[k]),
                     plimsoll_scale_map (&layout->amounts, to[k]));
  cairo_close_path (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_SPARED, 0.1);
  cairo_fill (cr);
}

static gboolean
overlaps (const cairo_rectangle_t *one, const cairo_rectangle_t *other)
{
  return one->x < other->x + other->width && other->x < one->x + one->width
         && one->y < other->y + other->height && other->y < one->y + one->height;
}

static double
amount_at (const PlimsollLinePlot *self, const PlimsollLineSeries *series, double place)
{
  for (guint k = 1; k < self->n_points; k++)
    if (self->places[k] >= place)
      {
        const double low = self->places[k - 1], high = self->places[k];
        const double at = high > low ? (place - low) / (high - low) : 1;

        return series->amounts[k - 1] * (1 - at) + series->amounts[k] * at;
      }

  return (double) NAN;
}

/* Whether no line goes through the box. */
static gboolean
is_clear_of_lines (const PlimsollLinePlot *self,
                   const PlimsollLinePlotLayout *layout,
                   const cairo_rectangle_t *box)
{
  for (guint i = 0; i < self->n_series; i++)
    for (guint step = 0; step <= 12; step++)
      {
        const double place =
          plimsoll_scale_invert (&layout->places, box->x + box->width * step / 12);
        const double amount = amount_at (self, &self->series[i], place);
        const double y = plimsoll_scale_map (&layout->amounts, amount);

        if (!isnan (y) && y > box->y - 3 && y < box->y + box->height + 3)
          return FALSE;
      }

  return TRUE;
}

/* Beside the line, where it meets neither another line nor another word; else nowhere: the legend
 * has it too. */
static void
draw_label (const PlimsollLinePlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollLinePlotLayout *layout,
            const PlimsollLineSeries *series,
            cairo_rectangle_t *taken,
            guint *n_taken)
{
  static const double shares[] = { 0.03, 0.75, 0.6, 0.45, 0.3, 0.15 };
  double w, h;

  if (series->markup == NULL)
    return;

  plimsoll_plot_text_measure (text, series->markup, &w, &h);
  for (guint side = 0; side < 2; side++)
    for (guint i = 0; i < G_N_ELEMENTS (shares); i++)
      {
        const double middle = layout->x + (layout->width - w) * shares[i] + w / 2;
        const double at = plimsoll_scale_invert (&layout->places, middle);
        const double y = plimsoll_scale_map (&layout->amounts, amount_at (self, series, at));
        cairo_rectangle_t box = { middle - w / 2, 0, w, h };
        gboolean clear = TRUE;

        for (double off = 6; clear && off < 40; off += 8)
          {
            box.y = side == 0 ? y - h - off : y + off;
            clear = box.y >= 0 && box.y + h <= layout->y + layout->height;
            for (guint k = 0; clear && k < *n_taken; k++)
              clear = !overlaps (&box, &taken[k]);
            if (clear && is_clear_of_lines (self, layout, &box))
              {
                plimsoll_plot_text_draw (text, cr, series->markup, series->text_ink, box.x, 0,
                                         box.y);
                taken[(*n_taken)++] = box;
                return;
              }
          }
      }
}

static void
draw_pill (const PlimsollPlotText *text,
           cairo_t *cr,
           const cairo_rectangle_t *box,
           const char *markup)
{
  const double r = PILL_CORNER;

  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_PILL, 1.0);
  cairo_new_sub_path (cr);
  cairo_arc (cr, box->x + box->width - r, box->y + r, r, -G_PI_2, 0);
  cairo_arc (cr, box->x + box->width - r, box->y + box->height - r, r, 0, G_PI_2);
  cairo_arc (cr, box->x + r, box->y + box->height - r, r, G_PI_2, G_PI);
  cairo_arc (cr, box->x + r, box->y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
  cairo_fill (cr);
  plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_PILL_TEXT, box->x + PILL_PADDING, 0,
                           box->y + PILL_PADDING / 2);
}

/* Before the mark where there is room, and above the point. */
static void
place_pill (const PlimsollLinePlot *self,
            const PlimsollPlotText *text,
            const PlimsollLinePlotLayout *layout,
            const char *markup,
            double x,
            double y,
            cairo_rectangle_t *box)
{
  gboolean left = !self->rtl;

  plimsoll_plot_text_measure (text, markup, &box->width, &box->height);
  box->width += 2 * PILL_PADDING;
  box->height += PILL_PADDING;
  if (x - box->width - 10 < layout->x)
    left = FALSE;
  if (x + box->width + 10 > layout->x + layout->width)
    left = TRUE;
  box->x = left ? x - box->width - 10 : x + 10;
  box->x = CLAMP (box->x, layout->x, MAX (layout->x, layout->x + layout->width - box->width));
  box->y = CLAMP (y, layout->y, MAX (layout->y, layout->y + layout->height - box->height));
}

static void
draw_mark (const PlimsollLinePlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const PlimsollLinePlotLayout *layout,
           cairo_rectangle_t *taken,
           guint *n_taken)
{
  double x, y;

  if (isnan (self->mark) || self->mark > layout->places.high)
    return;

  x = plimsoll_scale_map (&layout->places, self->mark);
  y = plimsoll_scale_map (&layout->amounts, self->mark_amount);
  plimsoll_load_mark_draw (cr, text->variant, x, y, RING, x, layout->y, x,
                           layout->y + layout->height);
  taken[(*n_taken)++] =
    (cairo_rectangle_t) { x - RING - 2, layout->y, 2 * RING + 4, layout->height };
  if (self->mark_markup == NULL)
    return;

  place_pill (self, text, layout, self->mark_markup, x, layout->y, &taken[*n_taken]);
  draw_pill (text, cr, &taken[*n_taken], self->mark_markup);
  (*n_taken)++;
}

static void
draw_end (const PlimsollLinePlot *self,
          const PlimsollPlotText *text,
          cairo_t *cr,
          const PlimsollLinePlotLayout *layout,
          cairo_rectangle_t *taken,
          guint *n_taken)
{
  const PlimsollLineSeries *first = &self->series[0];
  cairo_rectangle_t box;
  double x, y;

  if (isnan (self->end_amount) || self->n_points == 0 || self->n_series == 0)
    return;

  x = plimsoll_scale_map (&layout->places, self->places[self->n_points - 1]);
  y = plimsoll_scale_map (&layout->amounts, self->end_amount);
  cairo_save (cr);
  plimsoll_ink_set (cr, text->variant, first->ink, 1.0);
  set_stroke (cr, PLIMSOLL_LINE_DOTTED);
  cairo_set_line_width (cr, 2.0);
  cairo_move_to (cr, x, plimsoll_scale_map (&layout->amounts, first->amounts[self->n_points - 1]));
  cairo_line_to (cr, x, y);
  cairo_stroke (cr);
  cairo_arc (cr, x, y, 4, 0, 2 * G_PI);
  cairo_fill (cr);
  cairo_restore (cr);
  if (self->end_markup == NULL)
    return;

  plimsoll_plot_text_measure (text, self->end_markup, &box.width, &box.height);
  box.x = self->rtl ? x + 9 : x - 9 - box.width;
  box.y = MIN (y + 2, layout->y + layout->height - box.height);
  plimsoll_plot_text_draw (text, cr, self->end_markup, PLIMSOLL_INK_DIM, box.x, 0, box.y);
  taken[(*n_taken)++] = box;
}

static void
draw_point (const PlimsollLinePlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollLinePlotLayout *layout)
{
  const PlimsollLineSeries *series;
  cairo_rectangle_t box;
  double x, y;

  if (self->point_series < 0 || (guint) self->point_series >= self->n_series
      || self->point >= self->n_points)
    return;

  series = &self->series[self->point_series];
  x = plimsoll_scale_map (&layout->places, self->places[self->point]);
  y = plimsoll_scale_map (&layout->amounts, series->amounts[self->point]);
  if (isnan (y))
    return;

  cairo_arc (cr, x, y, POINT_RADIUS, 0, 2 * G_PI);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_POINT, 1.0);
  cairo_fill_preserve (cr);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_ACCENT, 1.0);
  cairo_set_line_width (cr, 3.0);
  cairo_stroke (cr);
  if (self->point_label == NULL)
    return;

  place_pill (self, text, layout, self->point_label, x, y - 44, &box);
  draw_pill (text, cr, &box, self->point_label);
}

void
plimsoll_line_plot_draw (const PlimsollLinePlot *self,
                         const PlimsollPlotText *text,
                         cairo_t *cr,
                         double width,
                         double height)
{
  cairo_rectangle_t taken[PLIMSOLL_LINE_PLOT_MAX_SERIES + 4];
  PlimsollLinePlotLayout layout;
  guint n_taken = 0;

  plimsoll_line_plot_layout (self, text, width, height, &layout);
  draw_axes (self, text, cr, &layout);
  if (self->n_points < 2)
    return;

  draw_ground (self, text, cr, &layout);
  for (guint i = self->n_series; i-- > 0;)
    draw_line (self, text, cr, &layout, &self->series[i]);
  draw_mark (self, text, cr, &layout, taken, &n_taken);
  draw_end (self, text, cr, &layout, taken, &n_taken);
  for (guint i = 0; i < self->n_series; i++)
    draw_label (self, text, cr, &layout, &self->series[i], taken, &n_taken);
  draw_point (self, text, cr, &layout);
}
