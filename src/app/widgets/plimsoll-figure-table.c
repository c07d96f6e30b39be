/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-figure-table.h"

#include "plimsoll-children.h"

struct _PlimsollFigureTable
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  GListStore *rows; /* of GtkStringList, a word a column */
  guint n_columns;
};

G_DEFINE_FINAL_TYPE (PlimsollFigureTable, plimsoll_figure_table, GTK_TYPE_WIDGET)

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), GPOINTER_TO_UINT (data) == 0 ? 0 : 1);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_list_get_string (GTK_STRING_LIST (gtk_list_item_get_item (item)),
                                                   GPOINTER_TO_UINT (data)));
}

static void
plimsoll_figure_table_dispose (GObject *object)
{
  plimsoll_unparent_children (GTK_WIDGET (object));
  g_clear_object (&PLIMSOLL_FIGURE_TABLE (object)->rows);

  G_OBJECT_CLASS (plimsoll_figure_table_parent_class)->dispose (object);
}

static void
plimsoll_figure_table_class_init (PlimsollFigureTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_figure_table_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "figure-table");
}

static void
plimsoll_figure_table_init (PlimsollFigureTable *self)
{
  GtkWidget *window = gtk_scrolled_window_new ();

  self->rows = g_list_store_new (GTK_TYPE_STRING_LIST);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (
    GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows))))));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (window), 180);
  gtk_widget_set_parent (window, GTK_WIDGET (self));
}

void
plimsoll_figure_table_set_columns (PlimsollFigureTable *self, const char *const *titles, guint n)
{
  GListModel *columns;

  g_return_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self));

  g_list_store_remove_all (self->rows);
  columns = gtk_column_view_get_columns (self->view);
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }

  self->n_columns = n;
  for (guint i = 0; i < n; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (i));
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (i));
      column = gtk_column_view_column_new (titles[i], factory);
      gtk_column_view_column_set_expand (column, TRUE);
      gtk_column_view_append_column (self->view, column);
    }
}

void
plimsoll_figure_table_set_rows (PlimsollFigureTable *self, GPtrArray *words)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self));
  g_return_if_fail (self->n_columns > 0 && words->len % self->n_columns == 0);

  for (guint i = 0; i < words->len; i += self->n_columns)
    {
      GtkStringList *row = gtk_string_list_new (NULL);

      for (guint k = 0; k < self->n_columns; k++)
        gtk_string_list_append (row, g_ptr_array_index (words, i + k));
      g_ptr_array_add (rows, row);
    }
  g_list_store_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                       rows->pdata, rows->len);
}

char *
plimsoll_figure_table_to_text (PlimsollFigureTable *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self), NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->rows)); i++)
    {
      g_autoptr (GtkStringList) row = g_list_model_get_item (G_LIST_MODEL (self->rows), i);

      for (guint k = 0; k < self->n_columns; k++)
        g_string_append_printf (text, "%s%s", k > 0 ? "\t" : "",
                                gtk_string_list_get_string (row, k));
      g_string_append_c (text, '\n');
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
