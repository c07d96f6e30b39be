/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-load-line-plot.h"

#include "plimsoll-scale.h"

#include <math.h>

#define GAP 2.0
#define RADIUS 10.0
#define STEM 8.0
#define TICK_SPACE 10.0
/* Of outlines on paper. */
#define OUTLINE 1.1

/* From so many times one device on a cargo is counted in devices. */
#define COUNTED_FROM 3.0
/* A ring has so much of its stretch, else there is the line alone. */
#define RING_ROOM (4 * PLIMSOLL_LOAD_LINE_RING)

/* What one device holds, and where on the bar. */
typedef struct
{
  double start; /* amounts before it */
  double amounts[PLIMSOLL_LOAD_LINE_MAX_SEGMENTS];
  double cargo;
  double usable;
  double physical;
} Hold;

static guint
count_holds (const PlimsollLoadLinePlot *self)
{
  return MAX (self->n_devices, 1);
}

static double
hold_extent (const Hold *hold)
{
  return MAX (hold->cargo, hold->physical);
}

/* Device @i, which begins at @start. */
static void
hold_init (Hold *hold, const PlimsollLoadLinePlot *self, guint i, double start)
{
  const PlimsollLoadDevice *device = self->n_devices > 0 ? &self->devices[i] : NULL;

  *hold = (Hold) {
    .start = start,
    .usable = device != NULL ? device->usable : self->usable,
    .physical = device != NULL ? device->physical : self->physical,
  };
  for (guint k = 0; k < self->n_segments; k++)
    {
      hold->amounts[k] = device != NULL ? device->amounts[k] : self->segments[k].amount;
      hold->cargo += hold->amounts[k];
    }
}

double
plimsoll_load_line_plot_extent (const PlimsollLoadLinePlot *self)
{
  double sum = 0;

  for (guint i = 0; i < count_holds (self); i++)
    {
      Hold hold;

      hold_init (&hold, self, i, sum);
      sum += hold_extent (&hold);
    }
  return MAX (sum, 1e-9);
}

int
plimsoll_load_line_plot_segment_at (const PlimsollLoadLinePlot *self, double width, double x)
{
  const double amount =
    (self->rtl ? width - x : x) / MAX (width, 1) * plimsoll_load_line_plot_extent (self);
  double sum = 0;

  for (guint i = 0; i < self->n_segments; i++)
    {
      sum += self->segments[i].amount;
      if (amount >= 0 && amount < sum)
        return (int) i + 1;
    }

  return 0;
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
             const Hold *hold,
             double y)
{
  double x, width;

  stretch (scale, hold->start, hold->start + hold_extent (hold), &x, &width);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 1.0);
  cairo_rectangle (cr, x, y, width, self->bar_height);
  cairo_fill (cr);

  if (hold->cargo < hold->physical)
    {
      stretch (scale, hold->start + MAX (hold->usable, hold->cargo), hold->start + hold->physical,
               &x, &width);
      plimsoll_ink_hatch (cr, text->variant, PLIMSOLL_INK_RESERVED, x, y, width, self->bar_height,
                          9.0);
    }
}

static gboolean
is_paper (const PlimsollPlotText *text)
{
  return text->variant == PLIMSOLL_INK_ON_PAPER;
}

/* On paper a device has an outline: what is free there is white. */
static void
draw_outline (const PlimsollLoadLinePlot *self,
              const PlimsollPlotText *text,
              cairo_t *cr,
              const PlimsollScale *scale,
              const Hold *hold,
              double y)
{
  double x, width;

  stretch (scale, hold->start, hold->start + hold_extent (hold), &x, &width);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
  cairo_set_line_width (cr, OUTLINE);
  cairo_rectangle (cr, x, y, width, self->bar_height);
  cairo_stroke (cr);
}

static void
draw_segment_label (const PlimsollLoadLinePlot *self,
                    const PlimsollPlotText *text,
                    cairo_t *cr,
                    const PlimsollLoadSegment *segment,
                    double x,
                    double y,
                    double width)
{
  g_autofree char *markup = g_markup_printf_escaped ("<b>%s</b>", segment->label);
  double label_width, label_height;

  plimsoll_plot_text_measure (text, markup, &label_width, &label_height);
  if (label_width + 24 <= width)
    plimsoll_plot_text_draw (text, cr, markup, plimsoll_ink_on (text->variant, segment->ink),
                             self->rtl ? x + width - 13 : x + 13, self->rtl ? 1 : 0,
                             y + (self->bar_height - label_height) / 2);
}

static void
draw_segment (const PlimsollLoadLinePlot *self,
              const PlimsollPlotText *text,
              cairo_t *cr,
              const PlimsollScale *scale,
              const Hold *hold,
              guint segment,
              double start,
              double y)
{
  double end = start + hold->amounts[segment], line = hold->start + hold->usable, x, width;
  double near_end = MIN (end, line);

  if (near_end > start)
    {
      gboolean more = end < scale->high && !is_paper (text);

      stretch (scale, start, near_end, &x, &width);
      /* The gap is on the far side, where the next part begins. */
      if (more && width > GAP + 1)
        {
          width -= GAP;
          if (self->rtl)
            x += GAP;
        }
      plimsoll_ink_fill (cr, text->variant, self->segments[segment].ink, x, y, width,
                         self->bar_height, OUTLINE);
      if (plimsoll_ink_is_high_contrast (text->variant))
        {
          plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
          cairo_set_line_width (cr, 1.0);
          cairo_rectangle (cr, x + 0.5, y + 0.5, width - 1, self->bar_height - 1);
          cairo_stroke (cr);
        }
      /* Once is enough. */
      if (self->segments[segment].label != NULL && hold->start <= 0)
        draw_segment_label (self, text, cr, &self->segments[segment], x, y, width);
    }

  if (end > line)
    {
      stretch (scale, MAX (start, line), end, &x, &width);
      if (self->names_over && end < scale->high && width > GAP + 1)
        {
          width -= GAP;
          if (self->rtl)
            x += GAP;
        }
      plimsoll_ink_set (cr, text->variant,
                        self->names_over ? self->segments[segment].ink : PLIMSOLL_INK_OVER_GROUND,
                        self->names_over ? 0.5 : 1.0);
      cairo_rectangle (cr, x, y, width, self->bar_height);
      cairo_fill (cr);
      plimsoll_ink_hatch (cr, text->variant,
                          self->names_over ? self->segments[segment].ink : PLIMSOLL_INK_OVER, x, y,
                          width, self->bar_height, 9.0);
    }
}

/* What keys or the pointer look at. */
static void
draw_looked_at (const PlimsollLoadLinePlot *self,
                const PlimsollPlotText *text,
                cairo_t *cr,
                const PlimsollScale *scale,
                double y)
{
  double start = 0, x, width;

  if (self->looked_at <= 0 || (guint) self->looked_at > self->n_segments || self->n_devices > 0)
    return;
  for (int i = 0; i + 1 < self->looked_at; i++)
    start += self->segments[i].amount;
  stretch (scale, start, start + self->segments[self->looked_at - 1].amount, &x, &width);
  plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_MARK, 1.0);
  cairo_set_line_width (cr, 2.0);
  rounded (cr, x, y - 1, MAX (width, 4), self->bar_height + 2, 3);
  cairo_stroke (cr);
}

/* The devices that one would be joined by to hold the cargo; 0: it is not counted so. */
static guint
counted (const PlimsollLoadLinePlot *self)
{
  Hold hold;

  if (self->n_devices > 0 || self->count_label == NULL || !(self->usable > 0))
    return 0;
  hold_init (&hold, self, 0, 0);
  if (hold.cargo < COUNTED_FROM * self->usable || hold.cargo > 1000 * self->usable)
    return 0;
  return (guint) ceil (hold.cargo / self->usable);
}

/* Where device @i of those that the bar shows, or would need, begins and ends. */
static void
device_stretch (const PlimsollLoadLinePlot *self,
                const PlimsollScale *scale,
                guint i,
                double *from,
                double *to)
{
  Hold hold;

  if (self->n_devices == 0)
    {
      *from = i * self->usable;
      *to = MIN ((i + 1) * self->usable, scale->high);
      return;
    }
  *to = 0;
  for (guint k = 0; k <= i; k++)
    {
      *from = *to;
      hold_init (&hold, self, k, *from);
      *to = *from + hold_extent (&hold);
    }
}

/* Where one accelerator's memory ends and the next one's begins. */
static void
draw_device_gaps (const PlimsollLoadLinePlot *self,
                  const PlimsollPlotText *text,
                  cairo_t *cr,
                  const PlimsollScale *scale,
                  guint n,
                  double y)
{
  if (n < 2 || fabs (scale->to - scale->from) / n < 4 * GAP)
    return;

  cairo_save (cr);
  /* A file for print has no pictures of points, which clearing would ask for. */
  if (is_paper (text))
    plimsoll_ink_set (cr, text->variant, PLIMSOLL_INK_FREE, 1.0);
  else
    cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  for (guint i = 1; i < n; i++)
    {
      double from, to;

      device_stretch (self, scale, i, &from, &to);
      cairo_rectangle (cr, round (plimsoll_scale_map (scale, from)) - GAP / 2, y, GAP,
                       self->bar_height);
    }
  cairo_fill (cr);
  cairo_restore (cr);
}

/* Below each device, in its middle, what it is called. Returns: whether all had room. */
static gboolean
draw_names (const PlimsollLoadLinePlot *self,
            const PlimsollPlotText *text,
            cairo_t *cr,
            const PlimsollScale *scale,
            double y)
{
  for (gboolean draws = FALSE;; draws = TRUE)
    {
      for (guint i = 0; i < self->n_devices; i++)
        {
          const char *name = self->devices[i].name;
          g_autofree char *markup = name != NULL ? g_markup_escape_text (name, -1) : NULL;
          double from, to, x, room, width;

          device_stretch (self, scale, i, &from, &to);
          stretch (scale, from, to, &x, &room);
          if (markup == NULL)
            return FALSE;
          plimsoll_plot_text_measure (text, markup, &width, NULL);
          if (width + 8 > room)
            return FALSE;
          if (draws)
            plimsoll_plot_text_draw (text, cr, markup, PLIMSOLL_INK_DIM, x + room / 2, 0.5, y);
        }
      if (draws || self->n_devices == 0)
        return draws;
    }
}

/* "1×  5×  10×": of devices that there are, each below the fifth one; of those that it would take,
 * where the fifth one ends. */
static void
draw_counts (const PlimsollLoadLinePlot *self,
             const PlimsollPlotText *text,
             cairo_t *cr,
             const PlimsollScale *scale,
             guint n,
             double width,
             double y)
{
  static const guint steps[] = { 1, 5, 10, 50, 100, 500, 1000 };
  g_autofree char *widest = self->count_label (n);
  const gboolean there = self->n_devices > 0;
  const double room = width / n;
  double w;
  guint step = 0;

  plimsoll_plot_text_measure (text, widest, &w, NULL);
  while (step + 1 < G_N_ELEMENTS (steps) && steps[step] * room < w + 24)
    step++;
  step = steps[step];
  for (guint i = 1; i <= n; i++)
    {
      const gboolean is_last = there && i == n;
      g_autofree char *label = NULL;
      double from, to, at;

      if (i != 1 && !is_last && (i % step != 0 || (there && (n - i) * room < w + 12)))
        continue;
      device_stretch (self, scale, i - 1, &from, &to);
      if (!there && i * self->usable > scale->high)
        break;
      label = self->count_label (i);
      plimsoll_plot_text_measure (text, label, &w, NULL);
      at = plimsoll_scale_map (scale, there ? (from + to) / 2 : to) - w / 2;
      plimsoll_plot_text_draw (text, cr, label, PLIMSOLL_INK_DIM, CLAMP (at, 0, MAX (0, width - w)),
                               0, y);
    }
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

/* The mark of device @i: on a short stretch the line alone. */
static void
draw_device_mark (const PlimsollLoadLinePlot *self,
                  const PlimsollPlotText *text,
                  cairo_t *cr,
                  const PlimsollScale *scale,
                  guint i,
                  double width,
                  double y)
{
  const PlimsollLoadDevice *device = &self->devices[i];
  const double edge = PLIMSOLL_LOAD_LINE_RING + 2, ring = y - 23;
  double from, to, x, room, at, label_width, label_height;

  device_stretch (self, scale, i, &from, &to);
  stretch (scale, from, to, &x, &room);
  at = plimsoll_scale_map (scale, from + device->usable);
  if (room < RING_ROOM)
    {
      plimsoll_load_mark_draw (cr, text->variant, at, y, 0, at, y - STEM, at,
                               y + self->bar_height + STEM);
      return;
    }

  at = CLAMP (at, edge, width - edge);
  plimsoll_load_mark_draw (cr, text->variant, at, ring, PLIMSOLL_LOAD_LINE_RING, at,
                           ring - PLIMSOLL_LOAD_LINE_RING - 4, at, y + self->bar_height + STEM);
  if (device->usable_markup == NULL)
    return;
  plimsoll_plot_text_measure (text, device->usable_markup, &label_width, &label_height);
  /* Between this ring and the one before, which reaches a little into this stretch. */
  if (label_width + 2 * edge + 8 <= room - fabs (x + (self->rtl ? 0 : room) - at))
    plimsoll_plot_text_draw (text, cr, device->usable_markup, PLIMSOLL_INK_TEXT,
                             self->rtl ? at + edge + 8 : at - edge - 8, self->rtl ? 0 : 1,
                             ring - label_height / 2);
}

void
plimsoll_load_line_plot_draw (const PlimsollLoadLinePlot *self,
                              const PlimsollPlotText *text,
                              cairo_t *cr,
                              double width)
{
  PlimsollScale scale = { 0, plimsoll_load_line_plot_extent (self), 0, width, FALSE };
  double y = PLIMSOLL_LOAD_LINE_ABOVE, start = 0, below;
  guint devices = self->n_devices > 0 ? self->n_devices : counted (self);

  if (self->rtl)
    {
      scale.from = width;
      scale.to = 0;
    }

  /* A group, so that the gaps between devices show the card below. */
  cairo_save (cr);
  if (!is_paper (text))
    {
      rounded (cr, 0, y, width, self->bar_height, RADIUS);
      cairo_clip (cr);
      cairo_push_group (cr);
    }
  for (guint i = 0; i < count_holds (self); i++)
    {
      Hold hold;
      double at = start;

      hold_init (&hold, self, i, start);
      draw_ground (self, text, cr, &scale, &hold, y);
      for (guint k = 0; k < self->n_segments; k++)
        {
          draw_segment (self, text, cr, &scale, &hold, k, at, y);
          at += hold.amounts[k];
        }
      if (is_paper (text))
        draw_outline (self, text, cr, &scale, &hold, y);
      start += hold_extent (&hold);
    }
  draw_device_gaps (self, text, cr, &scale, devices, y);
  if (!is_paper (text))
    {
      cairo_pop_group_to_source (cr);
      cairo_paint (cr);
    }
  cairo_restore (cr);

  draw_looked_at (self, text, cr, &scale, y);
  below = y + self->bar_height + TICK_SPACE;
  if (devices < 2 || self->count_label == NULL)
    draw_ticks (self, text, cr, &scale, width, below);
  else if (!draw_names (self, text, cr, &scale, below))
    draw_counts (self, text, cr, &scale, devices, width, below);

  if (self->n_devices == 0 && self->usable_markup != NULL)
    draw_mark (self, text, cr, &scale, width, y);
  for (guint i = 0; i < self->n_devices; i++)
    draw_device_mark (self, text, cr, &scale, i, width, y);
}
