/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A picture that a chart is drawn on, and what its pixels are. */

#pragma once

#include "plimsoll-plot-text.h"

#include <string.h>

#define TEST_CANVAS_WIDTH 840
#define TEST_CANVAS_HEIGHT 300

/* With PLIMSOLL_PLOT_PICTURES set, every picture is kept there to be looked at. */
typedef struct
{
  cairo_surface_t *surface;
  cairo_t *cr;
  PlimsollPlotText text;
} TestCanvas;

static inline void
test_canvas_init (TestCanvas *canvas, PlimsollInkVariant variant)
{
  gboolean dark = variant == PLIMSOLL_INK_ON_DARK || variant == PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST;
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell 10");

  canvas->surface =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, TEST_CANVAS_WIDTH, TEST_CANVAS_HEIGHT);
  canvas->cr = cairo_create (canvas->surface);
  cairo_set_source_rgb (canvas->cr, dark ? 0.2 : 1, dark ? 0.2 : 1, dark ? 0.2 : 1);
  cairo_paint (canvas->cr);
  canvas->text.context = pango_cairo_create_context (canvas->cr);
  pango_context_set_font_description (canvas->text.context, font);
  pango_font_description_free (font);
  canvas->text.variant = variant;
  canvas->text.size = 0;
}

static inline void
test_canvas_finish (TestCanvas *canvas, const char *name)
{
  const char *folder = g_getenv ("PLIMSOLL_PLOT_PICTURES");

  g_assert_cmpint (cairo_status (canvas->cr), ==, CAIRO_STATUS_SUCCESS);
  if (folder != NULL)
    {
      g_autofree char *file = g_strdup_printf ("%s.png", name);
      g_autofree char *path = g_build_filename (folder, file, NULL);

      cairo_surface_write_to_png (canvas->surface, path);
    }
  g_object_unref (canvas->text.context);
  cairo_destroy (canvas->cr);
  cairo_surface_destroy (canvas->surface);
}

static inline guint32
test_canvas_pixel (TestCanvas *canvas, int x, int y)
{
  const guchar *data;
  guint32 value;

  cairo_surface_flush (canvas->surface);
  data = cairo_image_surface_get_data (canvas->surface);
  memcpy (&value, data + y * cairo_image_surface_get_stride (canvas->surface) + x * 4,
          sizeof value);
  return value & 0xffffff;
}

/* How many pixels of @ink, as on a light ground, there are in a part of the picture. */
static inline guint
test_canvas_count (TestCanvas *canvas,
                   PlimsollInk ink,
                   double x,
                   double y,
                   double width,
                   double height)
{
  guint n = 0;

  for (int j = MAX ((int) y, 0); j < MIN ((int) (y + height), TEST_CANVAS_HEIGHT); j++)
    for (int i = MAX ((int) x, 0); i < MIN ((int) (x + width), TEST_CANVAS_WIDTH); i++)
      n += test_canvas_pixel (canvas, i, j) == plimsoll_ink_rgb (PLIMSOLL_INK_ON_LIGHT, ink);
  return n;
}
