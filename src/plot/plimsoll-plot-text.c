/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-plot-text.h"

static PangoLayout *
layout_new (const PlimsollPlotText *self, const char *markup)
{
  PangoLayout *layout = pango_layout_new (self->context);

  pango_layout_set_markup (layout, markup, -1);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (self->size > 0)
    {
      PangoFontDescription *font =
        pango_font_description_copy (pango_context_get_font_description (self->context));

      pango_font_description_set_size (font, (int) (self->size * PANGO_SCALE));
      pango_layout_set_font_description (layout, font);
      pango_font_description_free (font);
    }
  return layout;
}

double
plimsoll_plot_text_draw (const PlimsollPlotText *self,
                         cairo_t *cr,
                         const char *markup,
                         PlimsollInk ink,
                         double x,
                         double anchor,
                         double y)
{
  g_autoptr (PangoLayout) layout = layout_new (self, markup);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  plimsoll_ink_set (cr, self->variant, ink, 1.0);
  cairo_move_to (cr, x - anchor * width, y);
  pango_cairo_show_layout (cr, layout);
  return width;
}

void
plimsoll_plot_text_measure (const PlimsollPlotText *self,
                            const char *markup,
                            double *width,
                            double *height)
{
  g_autoptr (PangoLayout) layout = layout_new (self, markup);
  int w, h;

  pango_layout_get_pixel_size (layout, &w, &h);
  if (width != NULL)
    *width = w;
  if (height != NULL)
    *height = h;
}
