/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-figure-text.h"

void
plimsoll_figure_text_set (GtkWidget *widget, const char *text)
{
  g_autofree char *isolated = NULL;

  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    isolated = g_strconcat ("\u200f\u2066", text, "\u2069", NULL);
  if (GTK_IS_LABEL (widget))
    gtk_label_set_label (GTK_LABEL (widget), isolated != NULL ? isolated : text);
  else
    gtk_inscription_set_text (GTK_INSCRIPTION (widget), isolated != NULL ? isolated : text);
}

/* What has no letters goes as @widget does. */
static GtkTextDirection
direction_of (GtkWidget *widget, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);

  return pango_layout_get_direction (layout, 0) == PANGO_DIRECTION_RTL ? GTK_TEXT_DIR_RTL
                                                                       : GTK_TEXT_DIR_LTR;
}

void
plimsoll_figure_pair_follow (GtkWidget *pair, const char *unit)
{
  GtkWidget *around = gtk_widget_get_parent (pair);
  const GtkTextDirection direction = direction_of (around, unit);

  gtk_widget_set_direction (pair, direction);
  for (GtkWidget *child = gtk_widget_get_first_child (pair); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_direction (child, direction);
  /* A widget is aligned by its own direction. */
  gtk_widget_set_halign (pair, direction == gtk_widget_get_direction (around) ? GTK_ALIGN_START
                                                                              : GTK_ALIGN_END);
}
