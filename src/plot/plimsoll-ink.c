/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-ink.h"

static const guint32 inks[PLIMSOLL_INK_N_VARIANTS][PLIMSOLL_INK_N] = {
  [PLIMSOLL_INK_ON_LIGHT] = {
    [PLIMSOLL_INK_WEIGHTS] = 0x3584e4,
    [PLIMSOLL_INK_CACHE] = 0x813d9c,
    [PLIMSOLL_INK_COMPUTE] = 0xc79be0,
    [PLIMSOLL_INK_OVERHEAD] = 0x8b8fa3,
    [PLIMSOLL_INK_FREE] = 0xf0f0f0,
    [PLIMSOLL_INK_RESERVED] = 0xc9c9cb,
    [PLIMSOLL_INK_OVER] = 0xd9545a,
    [PLIMSOLL_INK_OVER_GROUND] = 0xf6d3d4,
    [PLIMSOLL_INK_OVER_TEXT] = 0xc30000,
    [PLIMSOLL_INK_MARK] = 0x1e1b2e,
    [PLIMSOLL_INK_GRID] = 0xe8e8ea,
    [PLIMSOLL_INK_TEXT] = 0x2e2e34,
    [PLIMSOLL_INK_DIM] = 0x6a6a72,
    [PLIMSOLL_INK_ON_FILL] = 0xffffff,
    [PLIMSOLL_INK_PILL] = 0x322f3d,
    [PLIMSOLL_INK_PILL_TEXT] = 0xffffff,
    [PLIMSOLL_INK_POINT] = 0xffffff,
    [PLIMSOLL_INK_ACCENT] = 0x1c71d8,
    [PLIMSOLL_INK_SECOND] = 0xe66100,
    [PLIMSOLL_INK_SECOND_TEXT] = 0xa84300,
    [PLIMSOLL_INK_SPARED] = 0x26a269,
    [PLIMSOLL_INK_GRADIENTS] = 0xe5a50a,
    [PLIMSOLL_INK_OPTIMIZER] = 0x26a1a2,
  },
  [PLIMSOLL_INK_ON_DARK] = {
    [PLIMSOLL_INK_WEIGHTS] = 0x4a92e8,
    [PLIMSOLL_INK_CACHE] = 0xa66bc9,
    [PLIMSOLL_INK_COMPUTE] = 0xdcb8f2,
    [PLIMSOLL_INK_OVERHEAD] = 0xa0a4b8,
    [PLIMSOLL_INK_FREE] = 0x46464a,
    [PLIMSOLL_INK_RESERVED] = 0x666666,
    [PLIMSOLL_INK_OVER] = 0x84504f,
    [PLIMSOLL_INK_OVER_GROUND] = 0x58383d,
    [PLIMSOLL_INK_OVER_TEXT] = 0xff938c,
    [PLIMSOLL_INK_MARK] = 0xffffff,
    [PLIMSOLL_INK_GRID] = 0x4a4a50,
    [PLIMSOLL_INK_TEXT] = 0xffffff,
    [PLIMSOLL_INK_DIM] = 0xb4b4ba,
    [PLIMSOLL_INK_ON_FILL] = 0xffffff,
    [PLIMSOLL_INK_PILL] = 0xf6f5f4,
    [PLIMSOLL_INK_PILL_TEXT] = 0x1e1b2e,
    [PLIMSOLL_INK_POINT] = 0xffffff,
    [PLIMSOLL_INK_ACCENT] = 0x3584e4,
    [PLIMSOLL_INK_SECOND] = 0xffa35e,
    [PLIMSOLL_INK_SECOND_TEXT] = 0xffa35e,
    [PLIMSOLL_INK_SPARED] = 0x57e389,
    [PLIMSOLL_INK_GRADIENTS] = 0xf5c211,
    [PLIMSOLL_INK_OPTIMIZER] = 0x3dc1c3,
  },
  [PLIMSOLL_INK_ON_LIGHT_HIGH_CONTRAST] = {
    [PLIMSOLL_INK_WEIGHTS] = 0x1c62b9,
    [PLIMSOLL_INK_CACHE] = 0x5e2574,
    [PLIMSOLL_INK_COMPUTE] = 0xa86fc6,
    [PLIMSOLL_INK_OVERHEAD] = 0x5c6075,
    [PLIMSOLL_INK_FREE] = 0xffffff,
    [PLIMSOLL_INK_RESERVED] = 0x5e5e60,
    [PLIMSOLL_INK_OVER] = 0xa51d2d,
    [PLIMSOLL_INK_OVER_GROUND] = 0xf6d3d4,
    [PLIMSOLL_INK_OVER_TEXT] = 0xa40000,
    [PLIMSOLL_INK_MARK] = 0x000000,
    [PLIMSOLL_INK_GRID] = 0x9a9a9e,
    [PLIMSOLL_INK_TEXT] = 0x000000,
    [PLIMSOLL_INK_DIM] = 0x000000,
    [PLIMSOLL_INK_ON_FILL] = 0xffffff,
    [PLIMSOLL_INK_PILL] = 0x000000,
    [PLIMSOLL_INK_PILL_TEXT] = 0xffffff,
    [PLIMSOLL_INK_POINT] = 0xffffff,
    [PLIMSOLL_INK_ACCENT] = 0x0b4a9a,
    [PLIMSOLL_INK_SECOND] = 0xa84300,
    [PLIMSOLL_INK_SECOND_TEXT] = 0x7a3000,
    [PLIMSOLL_INK_SPARED] = 0x006b3a,
    [PLIMSOLL_INK_GRADIENTS] = 0xa87400,
    [PLIMSOLL_INK_OPTIMIZER] = 0x0f7273,
  },
  [PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST] = {
    [PLIMSOLL_INK_WEIGHTS] = 0x62a0ea,
    [PLIMSOLL_INK_CACHE] = 0xc07fe4,
    [PLIMSOLL_INK_COMPUTE] = 0xe8cff7,
    [PLIMSOLL_INK_OVERHEAD] = 0xc2c6d8,
    [PLIMSOLL_INK_FREE] = 0x000000,
    [PLIMSOLL_INK_RESERVED] = 0xc0c0c0,
    [PLIMSOLL_INK_OVER] = 0xff7b74,
    [PLIMSOLL_INK_OVER_GROUND] = 0x58282d,
    [PLIMSOLL_INK_OVER_TEXT] = 0xffb3ae,
    [PLIMSOLL_INK_MARK] = 0xffffff,
    [PLIMSOLL_INK_GRID] = 0x9a9a9e,
    [PLIMSOLL_INK_TEXT] = 0xffffff,
    [PLIMSOLL_INK_DIM] = 0xffffff,
    [PLIMSOLL_INK_ON_FILL] = 0x000000,
    [PLIMSOLL_INK_PILL] = 0xffffff,
    [PLIMSOLL_INK_PILL_TEXT] = 0x000000,
    [PLIMSOLL_INK_POINT] = 0xffffff,
    [PLIMSOLL_INK_ACCENT] = 0x78aeed,
    [PLIMSOLL_INK_SECOND] = 0xffb57d,
    [PLIMSOLL_INK_SECOND_TEXT] = 0xffb57d,
    [PLIMSOLL_INK_SPARED] = 0x78e9ab,
    [PLIMSOLL_INK_GRADIENTS] = 0xffd84d,
    [PLIMSOLL_INK_OPTIMIZER] = 0x6fe3e5,
  },
  [PLIMSOLL_INK_ON_PAPER] = {
    [PLIMSOLL_INK_WEIGHTS] = 0x1a5fb4,
    [PLIMSOLL_INK_CACHE] = 0x7fa8dc,
    [PLIMSOLL_INK_COMPUTE] = 0xd9e5f5,
    [PLIMSOLL_INK_OVERHEAD] = 0x5a5a62,
    [PLIMSOLL_INK_FREE] = 0xffffff,
    [PLIMSOLL_INK_RESERVED] = 0x9a9a9e,
    [PLIMSOLL_INK_OVER] = 0x5e5e60,
    [PLIMSOLL_INK_OVER_GROUND] = 0xececee,
    [PLIMSOLL_INK_OVER_TEXT] = 0x000000,
    [PLIMSOLL_INK_MARK] = 0x000000,
    [PLIMSOLL_INK_GRID] = 0xd6d6d8,
    [PLIMSOLL_INK_TEXT] = 0x000000,
    [PLIMSOLL_INK_DIM] = 0x3a3a3e,
    [PLIMSOLL_INK_ON_FILL] = 0xffffff,
    [PLIMSOLL_INK_PILL] = 0x000000,
    [PLIMSOLL_INK_PILL_TEXT] = 0xffffff,
    [PLIMSOLL_INK_POINT] = 0xffffff,
    [PLIMSOLL_INK_ACCENT] = 0x000000,
    [PLIMSOLL_INK_SECOND] = 0x5e5e60,
    [PLIMSOLL_INK_SECOND_TEXT] = 0x3a3a3e,
    [PLIMSOLL_INK_SPARED] = 0x9a9a9e,
    [PLIMSOLL_INK_GRADIENTS] = 0x8a8a90,
    [PLIMSOLL_INK_OPTIMIZER] = 0x4a4a50,
  },
};

guint32
plimsoll_ink_rgb (PlimsollInkVariant variant, PlimsollInk ink)
{
  g_return_val_if_fail (variant < PLIMSOLL_INK_N_VARIANTS, 0);
  g_return_val_if_fail (ink < PLIMSOLL_INK_N, 0);

  return inks[variant][ink];
}

void
plimsoll_ink_set (cairo_t *cr, PlimsollInkVariant variant, PlimsollInk ink, double alpha)
{
  guint32 rgb = plimsoll_ink_rgb (variant, ink);

  cairo_set_source_rgba (cr, ((rgb >> 16) & 0xff) / 255.0, ((rgb >> 8) & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0, alpha);
}

gboolean
plimsoll_ink_is_high_contrast (PlimsollInkVariant variant)
{
  return variant == PLIMSOLL_INK_ON_LIGHT_HIGH_CONTRAST
         || variant == PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST;
}

void
plimsoll_ink_hatch (cairo_t *cr,
                    PlimsollInkVariant variant,
                    PlimsollInk ink,
                    double x,
                    double y,
                    double width,
                    double height,
                    double spacing)
{
  if (width <= 0 || height <= 0)
    return;

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  plimsoll_ink_set (cr, variant, ink, 1.0);
  cairo_set_line_width (cr, spacing / 3.5);
  /* From multiples of the spacing, so that neighbouring areas hatch as one. */
  for (double at = spacing * (int) ((x - height) / spacing); at < x + width; at += spacing)
    {
      cairo_move_to (cr, at, y + height);
      cairo_line_to (cr, at + height, y);
    }
  cairo_stroke (cr);
  cairo_restore (cr);
}

PlimsollInk
plimsoll_ink_on (PlimsollInkVariant variant, PlimsollInk ink)
{
  if (variant == PLIMSOLL_INK_ON_PAPER && ink != PLIMSOLL_INK_WEIGHTS
      && ink != PLIMSOLL_INK_OVERHEAD)
    return PLIMSOLL_INK_TEXT;

  return PLIMSOLL_INK_ON_FILL;
}

static void
add_dots (cairo_t *cr,
          PlimsollInkVariant variant,
          double x,
          double y,
          double width,
          double height,
          double line)
{
  const double step = 5 * line;

  cairo_save (cr);
  cairo_rectangle (cr, x, y, width, height);
  cairo_clip (cr);
  cairo_new_path (cr);
  plimsoll_ink_set (cr, variant, PLIMSOLL_INK_WEIGHTS, 1.0);
  for (double down = y + step / 2; down < y + height; down += step)
    for (double across = x + step / 2; across < x + width; across += step)
      {
        cairo_new_sub_path (cr);
        cairo_arc (cr, across, down, line * 0.9, 0, 2 * G_PI);
      }
  cairo_fill (cr);
  cairo_restore (cr);
}

void
plimsoll_ink_fill (cairo_t *cr,
                   PlimsollInkVariant variant,
                   PlimsollInk ink,
                   double x,
                   double y,
                   double width,
                   double height,
                   double line)
{
  const gboolean is_paper = variant == PLIMSOLL_INK_ON_PAPER;

  plimsoll_ink_set (cr, variant,
                    ink == PLIMSOLL_INK_RESERVED ? PLIMSOLL_INK_FREE
                    : ink == PLIMSOLL_INK_OVER   ? PLIMSOLL_INK_OVER_GROUND
                                                 : ink,
                    1.0);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
  if (ink == PLIMSOLL_INK_RESERVED || ink == PLIMSOLL_INK_OVER)
    plimsoll_ink_hatch (cr, variant, ink, x, y, width, height, 6 * line);
  if (is_paper && ink == PLIMSOLL_INK_COMPUTE)
    add_dots (cr, variant, x, y, width, height, line);
  if (!is_paper)
    return;
  plimsoll_ink_set (cr, variant, PLIMSOLL_INK_MARK, 1.0);
  cairo_set_line_width (cr, line);
  cairo_rectangle (cr, x, y, width, height);
  cairo_stroke (cr);
}
