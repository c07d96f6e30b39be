/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/** The grounds that charts are drawn on. */
typedef enum
{
  PLIMSOLL_INK_ON_LIGHT,
  PLIMSOLL_INK_ON_DARK,
  PLIMSOLL_INK_ON_LIGHT_HIGH_CONTRAST,
  PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST,
  PLIMSOLL_INK_ON_PAPER,
} PlimsollInkVariant;

#define PLIMSOLL_INK_N_VARIANTS (PLIMSOLL_INK_ON_PAPER + 1)

/** What is drawn; a role has the same meaning in every chart. */
typedef enum
{
  PLIMSOLL_INK_WEIGHTS,
  PLIMSOLL_INK_CACHE,
  PLIMSOLL_INK_COMPUTE,
  PLIMSOLL_INK_OVERHEAD,
  PLIMSOLL_INK_FREE,
  PLIMSOLL_INK_RESERVED,
  PLIMSOLL_INK_OVER, /* hatch past the load line */
  PLIMSOLL_INK_OVER_GROUND,
  PLIMSOLL_INK_OVER_TEXT,
  PLIMSOLL_INK_MARK, /* the load line */
  PLIMSOLL_INK_GRID,
  PLIMSOLL_INK_TEXT,
  PLIMSOLL_INK_DIM,     /* axis labels */
  PLIMSOLL_INK_ON_FILL, /* text on weights and cache */
  PLIMSOLL_INK_PILL,
  PLIMSOLL_INK_PILL_TEXT,
  PLIMSOLL_INK_POINT,  /* the disc of a draggable point */
  PLIMSOLL_INK_ACCENT, /* its ring */
  PLIMSOLL_INK_SECOND, /* what is compared */
  PLIMSOLL_INK_SECOND_TEXT,
  PLIMSOLL_INK_SPARED,    /* what one way costs less than another */
  PLIMSOLL_INK_GRADIENTS, /* of training: gradients, and adapters with them */
  PLIMSOLL_INK_OPTIMIZER,
} PlimsollInk;

#define PLIMSOLL_INK_N (PLIMSOLL_INK_OPTIMIZER + 1)

/** Sets the source of @cr to the colour of @ink on @variant's ground; @alpha is 0 to 1. */
void plimsoll_ink_set (cairo_t *cr, PlimsollInkVariant variant, PlimsollInk ink, double alpha);

/** Returns: 0xRRGGBB of @ink on @variant's ground. */
guint32 plimsoll_ink_rgb (PlimsollInkVariant variant, PlimsollInk ink);

gboolean plimsoll_ink_is_high_contrast (PlimsollInkVariant variant);

/** Returns: what text on a ground of @ink is written with: on paper some are light. */
PlimsollInk plimsoll_ink_on (PlimsollInkVariant variant, PlimsollInk ink);

/**
 * plimsoll_ink_fill:
 * @line: width of the outline that it has on paper
 *
 * Fills the rectangle with @ink as the parts of a bar are: on paper, which may be printed in grey,
 * each with an outline, and light ones with dots or hatching.
 */
void plimsoll_ink_fill (cairo_t *cr,
                        PlimsollInkVariant variant,
                        PlimsollInk ink,
                        double x,
                        double y,
                        double width,
                        double height,
                        double line);

/**
 * plimsoll_ink_hatch:
 * @spacing: pixels between strokes
 *
 * Fills the rectangle with diagonal strokes of @ink over what is there. Hatching tells areas apart
 * without colour.
 */
void plimsoll_ink_hatch (cairo_t *cr,
                         PlimsollInkVariant variant,
                         PlimsollInk ink,
                         double x,
                         double y,
                         double width,
                         double height,
                         double spacing);

G_END_DECLS
