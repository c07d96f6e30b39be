/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-figure-table.h"

#include "plimsoll-children.h"

struct _PlimsollFigureTable
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  GListStore *rows; /* of GtkStringList, a word a column */
  GStrv titles;
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
  PlimsollFigureTable *self = PLIMSOLL_FIGURE_TABLE (object);

  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->rows);
  g_clear_pointer (&self->titles, g_strfreev);

  G_OBJECT_CLASS (plimsoll_figure_table_parent_class)->dispose (object);
}

static void
plimsoll_figure_table_class_init (PlimsollFigureTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_figure_table_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "figure-table");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_figure_table_init (PlimsollFigureTable *self)
{
  GtkWidget *window = gtk_scrolled_window_new ();

  self->titles = g_new0 (char *, 1);
  self->rows = g_list_store_new (GTK_TYPE_STRING_LIST);
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (
    GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows))))));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (window), 180);
  gtk_widget_set_parent (window, GTK_WIDGET (self));
}

static void
set_columns (PlimsollFigureTable *self, const char *const *titles)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);

  /* As most are: the widths stay, and where it is scrolled to. */
  if (g_strv_equal (titles, (const char *const *) self->titles))
    return;

  g_strfreev (self->titles);
  self->titles = g_strdupv ((char **) titles);
  for (guint i = g_list_model_get_n_items (columns); i-- > 0;)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_remove_column (self->view, column);
    }
  /* They have as many words as there were columns. */
  g_list_store_remove_all (self->rows);

  for (guint i = 0; titles[i] != NULL; i++)
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
plimsoll_figure_table_set (PlimsollFigureTable *self,
                           const char *name,
                           const char *const *titles,
                           GPtrArray *words)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_columns;

  g_return_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self));
  g_return_if_fail (titles != NULL && titles[0] != NULL && words != NULL);

  n_columns = g_strv_length ((char **) titles);
  g_return_if_fail (words->len % n_columns == 0);

  set_columns (self, titles);
  for (guint i = 0; i < words->len; i += n_columns)
    {
      GtkStringList *row = gtk_string_list_new (NULL);

      for (guint k = 0; k < n_columns; k++)
        gtk_string_list_append (row, g_ptr_array_index (words, i + k));
      g_ptr_array_add (rows, row);
    }
  g_list_store_splice (self->rows, 0, plimsoll_figure_table_get_n_rows (self), rows->pdata,
                       rows->len);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

guint
plimsoll_figure_table_get_n_rows (PlimsollFigureTable *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

const char *
plimsoll_figure_table_get_cell (PlimsollFigureTable *self, guint row, guint column)
{
  g_autoptr (GtkStringList) words = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_FIGURE_TABLE (self), NULL);

  words = g_list_model_get_item (G_LIST_MODEL (self->rows), row);

  return words != NULL ? gtk_string_list_get_string (words, column) : NULL;
}
