/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-waterfall-plot.h"

#include "plimsoll-scale.h"

#include <math.h>

#define GAP 12.0
#define BAR 18.0
#define ROW_SPACE 12.0
#define STEM 4.0
/* Less room for bars than this, and their names stand above them. */
#define LEAST_ROOM 140.0
/* A change too small to be seen is seen all the same. */
#define LEAST_BAR 2.0

/* Where the parts of a row are. */
typedef struct
{
  gboolean above; /* names and amounts */
  double names;   /* width */
  double row;     /* height */
  double bar_y;   /* within a row */
  double text_y;  /* within a row */
  PlimsollScale scale;
} Layout;

guint
plimsoll_waterfall_plot_rows (const PlimsollWaterfallPlot *self)
{
  return self->n_parts + 2;
}

double
plimsoll_waterfall_plot_total (const PlimsollWaterfallPlot *self, gboolean after)
{
  double sum = 0;

  for (guint i = 0; i < self->n_parts; i++)
    sum += after ? self->parts[i].after : self->parts[i].before;

  return sum;
}

static double
change_of (const PlimsollWaterfallPart *part)
{
  return part->after - part->before;
}

void
plimsoll_waterfall_plot_span (const PlimsollWaterfallPlot *self,
                              guint row,
                              double *from,
                              double *to)
{
  *from = 0;
  *to = plimsoll_waterfall_plot_total (self, row > 0);
  if (row == 0 || row > self->n_parts)
    return;

  *from = plimsoll_waterfall_plot_total (self, FALSE);
  for (guint i = 0; i + 1 < row; i++)
    *from += change_of (&self->parts[i]);
  *to = *from + change_of (&self->parts[row - 1]);
}

const char *
plimsoll_waterfall_plot_label (const PlimsollWaterfallPlot *self, guint row)
{
  if (row == 0)
    return self->before_label;

  return row > self->n_parts ? self->after_label : self->parts[row - 1].label;
}

char *
plimsoll_waterfall_plot_value (const PlimsollWaterfallPlot *self, guint row)
{
  if (row == 0 || row > self->n_parts)
    return self->amount_label (plimsoll_waterfall_plot_total (self, row > 0));

  return self->change_label (change_of (&self->parts[row - 1]));
}

double
plimsoll_waterfall_plot_extent (const PlimsollWaterfallPlot *self)
{
  double extent = 1e-9;

  for (guint row = 0; row < plimsoll_waterfall_plot_rows (self); row++)
    {
      double from, to;

      plimsoll_waterfall_plot_span (self, row, &from, &to);
      extent = fmax (extent, fmax (from, to));
    }

  /* fmax passes over what is not a number. */
  return fmax (extent, fmax (self->before_limit, self->after_limit));
}

static gboolean
is_total (const PlimsollWaterfallPlot *self, guint row)
{
  return row == 0 || row > self->n_parts;
}

static char *
markup_of (const PlimsollWaterfallPlot *self, guint row, const char *words)
{
  return g_markup_printf_escaped (is_total (self, row) ? "<b>%s</b>" : "%s", words);
}

static void
lay_out (const PlimsollWaterfallPlot *self,
         const PlimsollPlotText *text,
         double width,
         Layout *layout)
{
  double names = 0, values = 0, height = 0, start, end;
  gboolean above;

  for (guint row = 0; row < plimsoll_waterfall_plot_rows (self); row++)
    {
      g_autofree char *name = markup_of (self, row, plimsoll_waterfall_plot_label (self, row));
      g_autofree char *amount = plimsoll_waterfall_plot_value (self, row);
      g_autofree char *value = markup_of (self, row, amount);
      double name_width, value_width, name_height;

      plimsoll_plot_text_measure (text, name, &name_width, &name_height);
      plimsoll_plot_text_measure (text, value, &value_width, NULL);
      names = MAX (names, name_width);
      values = MAX (values, value_width);
      height = MAX (height, name_height);
    }

  above = width - names - values - 2 * GAP < LEAST_ROOM;
  layout->above = above;
  layout->names = names;
  layout->text_y = above ? ROW_SPACE / 2 : (MAX (height, BAR) + ROW_SPACE - height) / 2;
  layout->bar_y = above ? ROW_SPACE / 2 + height + STEM : (MAX (height, BAR) + ROW_SPACE - BAR) / 2;
  layout->row = above ? height + STEM + BAR + ROW_SPACE : MAX (height, BAR) + ROW_SPACE;
  start = above ? 1 : names + GAP;
  end = above ? width - 1 : width - values - GAP;
  layout->scale =
    (PlimsollScale) { 0, plimsoll_waterfall_plot_extent (self), self->rtl ? width - start : start,
                      self->rtl ? width - end : end, FALSE };
}

double
plimsoll_waterfall_plot_height (const PlimsollWaterfallPlot *self,
                                const PlimsollPlotText *text,
                                double width)
{
  Layout layout;

  lay_out (self, text, width, &layout);

  return ceil (layout.row * plimsoll_waterfall_plot_rows (self));
}

int
plimsoll_waterfall_plot_row_at (const PlimsollWaterfallPlot *self,
                                const PlimsollPlotText *text,
                                double width,
                                double y)
{
  const guint rows = plimsoll_waterfall_plot_rows (self);
  Layout layout;

  lay_out (self, text, width, &layout);
  if (y < 0 || y >= layout.row * rows)
    return -1;

  return (int) (y / layout.row);
}

/* A stretch of a bar between two amounts, as a rectangle whatever the direction. */
static void
stretch (const Layout *layout, double one, double other, double *x, double *width)
{
  const double from = plimsoll_scale_map (&layout->scale, one);
  const double to = plimsoll_scale_map (&layout->scale, other);

  *x = MIN (from, to);
  *width = fabs (to - from);
}

static void
draw_total (const PlimsollWaterfallPlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const Layout *layout,
            gboolean after,
            double y)
{
  const double limit = after ? self->after_limit : self->before_limit;
  double start = 0, x, width;

  for (guint i = 0; i < self->n_parts; i++)
    {
      const double amount = after ? self->parts[i].after : self->parts[i].before;

      stretch (layout, start, start + amount, &x, &width);
      plimsoll_ink_set (cr, text->variant, self->parts[i].ink, 1.0);
      cairo_rectangle (cr, x, y, MAX (width - 1, 0), BAR);
      cairo_fill (cr);
      start += amount;
    }

  if (isnan (limit))
    return;
  x = round (plimsoll_scale_map (&layout->scale, limit));
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
  cairo_rectangle (cr, x - 1, y - STEM, 2, BAR + 2 * STEM);
  cairo_fill (cr);
}

static void
draw_change (const PlimsollWaterfallPlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const Layout *layout,
             guint row,
             double y)
{
  const PlimsollInk ink = self->parts[row - 1].ink;
  double from, to, x, width;

  plimsoll_waterfall_plot_span (self, row, &from, &to);
  if (fabs (to - from) <= 0)
    return;

  stretch (layout, from, to, &x, &width);
  if (width < LEAST_BAR)
    {
      x -= (LEAST_BAR - width) / 2;
      width = LEAST_BAR;
    }

  if (to < from && width > 2 * LEAST_BAR)
    {
      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 1.0);
      cairo_rectangle (cr, x, y, width, BAR);
      cairo_fill (cr);
      plimsoll_ink_hatch (cr, text->variant, ink, x, y, width, BAR, 6.0);
      plimsoll_ink_set (cr, text->variant, ink, 1.0);
      cairo_set_line_width (cr, 1.0);
      cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, BAR - 1);
      cairo_stroke (cr);
      return;
    }

  plimsoll_ink_set (cr, text->variant, ink, 1.0);
  cairo_rectangle (cr, x, y, width, BAR);
  cairo_fill (cr);
}

/* From the end of a bar to where the next begins. */
static void
draw_link (const PlimsollWaterfallPlot *self,
           const PlimsollPlotText *text,
           cairo_t *cr,
           const Layout *layout,
           guint row)
{
  const double top = row * layout->row + layout->bar_y;
  double from, to, x;

  /* There it would strike through the words. */
  if (layout->above)
    return;

  plimsoll_waterfall_plot_span (self, row, &from, &to);
  x = floor (plimsoll_scale_map (&layout->scale, to)) + 0.5;
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_DIM, 0.7);
  cairo_set_line_width (cr, 1.0);
  /* Where nothing changes there is no bar, and the line goes on. */
  cairo_move_to (cr, x, fabs (to - from) <= 0 ? top : top + BAR);
  cairo_line_to (cr, x, top + layout->row);
  cairo_stroke (cr);
}

static void
draw_words (const PlimsollWaterfallPlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const Layout *layout,
            guint row,
            double width)
{
  g_autofree char *name = markup_of (self, row, plimsoll_waterfall_plot_label (self, row));
  g_autofree char *amount = plimsoll_waterfall_plot_value (self, row);
  g_autofree char *value = markup_of (self, row, amount);
  const double y = row * layout->row + layout->text_y;

  plimsoll_plot_text_draw (text, cr, name, PLIMSOLL_INK_TEXT, self->rtl ? width : 0,
                           self->rtl ? 1 : 0, y);
  plimsoll_plot_text_draw (text, cr, value, PLIMSOLL_INK_TEXT, self->rtl ? 0 : width,
                           self->rtl ? 0 : 1, y);
}

void
plimsoll_waterfall_plot_draw (const PlimsollWaterfallPlot *self,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width)
{
  const guint rows = plimsoll_waterfall_plot_rows (self);
  Layout layout;

  lay_out (self, text, width, &layout);

  if (self->chosen >= 0)
    {
      plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_GRID, 0.6);
      cairo_rectangle (cr, 0, self->chosen * layout.row, width, layout.row);
      cairo_fill (cr);
    }
  for (guint row = 0; row < rows; row++)
    {
      const double y = row * layout.row + layout.bar_y;

      draw_words (self, text, cr, &layout, row, width);
      if (row + 1 < rows)
        draw_link (self, text, cr, &layout, row);
      if (is_total (self, row))
        draw_total (self, text, cr, &layout, row > 0, y);
      else
        draw_change (self, text, cr, &layout, row, y);
    }
}
