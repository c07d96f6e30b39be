/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-column-titles.h"

void
plimsoll_align_column_titles (GtkColumnView *view, PlimsollColumnIsNumber is_number, gpointer data)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GListModel *columns = gtk_column_view_get_columns (view);
  guint i = 0;

  for (GtkWidget *title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title), i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *box = gtk_widget_get_first_child (title);

      if (column != NULL && GTK_IS_BOX (box))
        gtk_widget_set_halign (box, is_number (column, data) ? GTK_ALIGN_END : GTK_ALIGN_START);
    }
}

void
plimsoll_tip_column_titles (GtkColumnView *view, PlimsollColumnTip tip, gpointer data)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GListModel *columns = gtk_column_view_get_columns (view);
  guint i = 0;

  for (GtkWidget *title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title), i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      g_autofree char *text = column != NULL ? tip (column, data) : NULL;

      gtk_widget_set_tooltip_text (title, text);
    }
}
