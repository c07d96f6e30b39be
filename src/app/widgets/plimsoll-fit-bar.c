/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-bar.h"

#include "plimsoll-ink.h"
#include "plimsoll-plot-ground.h"

#define WIDTH 64
#define HEIGHT 10
#define LINE 2
/* What the line stands out by, above and below. */
#define STEM 3
#define RADIUS 3
#define N_PARTS 4

struct _PlimsollFitBar
{
  GtkWidget parent_instance;

  PlimsollCargo cargo;
  guint64 usable;
  guint64 physical;
  guint64 required;
};

G_DEFINE_FINAL_TYPE (PlimsollFitBar, plimsoll_fit_bar, GTK_TYPE_WIDGET)

static GdkRGBA
rgba (PlimsollInkVariant variant, PlimsollInk ink)
{
  const guint32 rgb = plimsoll_ink_rgb (variant, ink);

  return (GdkRGBA) { (float) (rgb >> 16 & 0xff) / 255, (float) (rgb >> 8 & 0xff) / 255,
                     (float) (rgb & 0xff) / 255, 1 };
}

/* A part from @from to @to of the bar's width, as wide as pixels are. */
static void
append_part (GtkSnapshot *snapshot,
             gboolean rtl,
             double from,
             double to,
             double width,
             double top,
             const GdkRGBA *color)
{
  const double left = rtl ? width - to : from;
  const graphene_rect_t area =
    GRAPHENE_RECT_INIT ((float) left, (float) top, (float) MAX (to - from, 0), HEIGHT);

  gtk_snapshot_append_color (snapshot, color, &area);
}

static void
append_over (GtkSnapshot *snapshot,
             PlimsollInkVariant variant,
             gboolean rtl,
             double from,
             double width,
             double top)
{
  const GdkRGBA ground = rgba (variant, PLIMSOLL_INK_OVER_GROUND);
  const GdkRGBA hatch = rgba (variant, PLIMSOLL_INK_OVER);
  const GskColorStop stops[] = { { 0, hatch }, { 0.4f, hatch }, { 0.4f, ground }, { 1, ground } };
  const double left = rtl ? 0 : from;
  const graphene_rect_t area =
    GRAPHENE_RECT_INIT ((float) left, (float) top, (float) MAX (width - from, 0), HEIGHT);

  if (width - from < 1)
    return;
  gtk_snapshot_append_repeating_linear_gradient (snapshot, &area,
                                                 &GRAPHENE_POINT_INIT ((float) left, (float) top),
                                                 &GRAPHENE_POINT_INIT ((float) left + 3.5f,
                                                                       (float) top + 3.5f),
                                                 stops, G_N_ELEMENTS (stops));
}

static void
plimsoll_fit_bar_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  PlimsollFitBar *self = PLIMSOLL_FIT_BAR (widget);
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  const PlimsollInkVariant variant = plimsoll_plot_ground_variant (widget);
  const double width = gtk_widget_get_width (widget);
  const double top = (gtk_widget_get_height (widget) - HEIGHT) / 2;
  const double all = (double) MAX (MAX (self->required, self->physical), self->usable);
  const double line = all > 0 ? (double) self->usable / all * width : 0;
  const guint64 parts[N_PARTS] = { self->cargo.weights, self->cargo.cache, self->cargo.compute,
                                   self->cargo.overhead };
  static const PlimsollInk inks[N_PARTS] = { PLIMSOLL_INK_WEIGHTS, PLIMSOLL_INK_CACHE,
                                             PLIMSOLL_INK_COMPUTE, PLIMSOLL_INK_OVERHEAD };
  const graphene_rect_t bar = GRAPHENE_RECT_INIT (0, (float) top, (float) width, HEIGHT);
  GskRoundedRect clip;
  GdkRGBA color = rgba (variant, PLIMSOLL_INK_FREE);
  double from = 0;

  if (self->usable == 0)
    return;

  gsk_rounded_rect_init_from_rect (&clip, &bar, RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &clip);
  gtk_snapshot_append_color (snapshot, &color, &bar);
  for (guint i = 0; i < N_PARTS && from < line; i++)
    {
      const double to = MIN (from + (double) parts[i] / all * width, line);

      color = rgba (variant, inks[i]);
      append_part (snapshot, rtl, from, to, width, top, &color);
      from = to;
    }
  if (self->required > self->usable)
    append_over (snapshot, variant, rtl, line, (double) self->required / all * width, top);
  gtk_snapshot_pop (snapshot);

  color = rgba (variant, PLIMSOLL_INK_MARK);
  gtk_snapshot_append_color (snapshot, &color,
                             &GRAPHENE_RECT_INIT ((float) ((int) (rtl ? width - line : line))
                                                    - LINE / 2.0f,
                                                  (float) top - STEM, LINE, HEIGHT + 2 * STEM));
}

static void
plimsoll_fit_bar_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT + 2 * STEM;
}

static void
plimsoll_fit_bar_class_init (PlimsollFitBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = plimsoll_fit_bar_measure;
  widget_class->snapshot = plimsoll_fit_bar_snapshot;
  gtk_widget_class_set_css_name (widget_class, "fit-bar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
plimsoll_fit_bar_init (PlimsollFitBar *self)
{
  plimsoll_plot_ground_follow (GTK_WIDGET (self));
}

GtkWidget *
plimsoll_fit_bar_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_FIT_BAR, NULL);
}

void
plimsoll_fit_bar_set_figures (PlimsollFitBar *self, const PlimsollFitFigures *figures)
{
  g_return_if_fail (PLIMSOLL_IS_FIT_BAR (self));
  g_return_if_fail (figures != NULL);

  self->cargo = figures->cargo;
  self->usable = figures->usable;
  self->physical = figures->physical;
  self->required = figures->required;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
