/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-plot-ground.h"

#include <adwaita.h>

PlimsollInkVariant
plimsoll_plot_ground_variant (GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_for_display (gtk_widget_get_display (widget));
  const gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return dark ? PLIMSOLL_INK_ON_DARK_HIGH_CONTRAST : PLIMSOLL_INK_ON_LIGHT_HIGH_CONTRAST;
  return dark ? PLIMSOLL_INK_ON_DARK : PLIMSOLL_INK_ON_LIGHT;
}

void
plimsoll_plot_ground_text (GtkWidget *widget, double scale, PlimsollPlotText *text)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  /* GTK gives pixels, plots take points. */
  if (pango_font_description_get_size_is_absolute (font))
    size *= 72.0 / MAX (1.0, pango_cairo_context_get_resolution (context));

  text->context = context;
  text->size = size * scale;
  text->variant = plimsoll_plot_ground_variant (widget);
}

void
plimsoll_plot_ground_follow (GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_for_display (gtk_widget_get_display (widget));

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw),
                           widget, G_CONNECT_SWAPPED);
}
