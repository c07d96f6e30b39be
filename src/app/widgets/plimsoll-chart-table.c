/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-chart-table.h"

#include "plimsoll-children.h"

/* A row's place in the table; the cells are in one array. */
struct _PlimsollChartTable
{
  GtkWidget parent_instance;

  GtkColumnView *view;
  GtkStringList *rows; /* one for each; what it says is nothing to us */
  GPtrArray *cells;    /* of char* */
  guint n_columns;
};

G_DEFINE_FINAL_TYPE (PlimsollChartTable, plimsoll_chart_table, GTK_TYPE_WIDGET)

static void
setup_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *cell, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "numeric");
  gtk_column_view_cell_set_child (cell, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkColumnViewCell *cell, PlimsollChartTable *self)
{
  const guint column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "chart-column"));
  const char *text =
    plimsoll_chart_table_get_cell (self, gtk_column_view_cell_get_position (cell), column);

  gtk_label_set_label (GTK_LABEL (gtk_column_view_cell_get_child (cell)), text);
}

static void
add_column (PlimsollChartTable *self, guint i, const char *title)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;

  g_object_set_data (G_OBJECT (factory), "chart-column", GUINT_TO_POINTER (i));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_expand (column, TRUE);
  gtk_column_view_append_column (self->view, column);
}

static void
plimsoll_chart_table_dispose (GObject *object)
{
  PlimsollChartTable *self = PLIMSOLL_CHART_TABLE (object);

  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->rows);
  g_clear_pointer (&self->cells, g_ptr_array_unref);

  G_OBJECT_CLASS (plimsoll_chart_table_parent_class)->dispose (object);
}

static void
plimsoll_chart_table_class_init (PlimsollChartTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_chart_table_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "chart-table");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_chart_table_init (PlimsollChartTable *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->rows = gtk_string_list_new (NULL);
  self->cells = g_ptr_array_new ();
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (
    GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->rows))))));
  gtk_column_view_set_show_row_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scrolled), 220);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_widget_set_parent (scrolled, GTK_WIDGET (self));
}

void
plimsoll_chart_table_set (PlimsollChartTable *self,
                          const char *name,
                          const char *const *titles,
                          GPtrArray *cells)
{
  GListModel *columns;
  guint n_columns, n_rows;
  g_autoptr (GStrvBuilder) rows = g_strv_builder_new ();
  g_auto (GStrv) added = NULL;

  g_return_if_fail (PLIMSOLL_IS_CHART_TABLE (self));
  g_return_if_fail (titles != NULL && cells != NULL);

  n_columns = g_strv_length ((char **) titles);
  n_rows = n_columns > 0 ? cells->len / n_columns : 0;
  g_ptr_array_ref (cells);
  g_ptr_array_unref (self->cells);
  self->cells = cells;
  self->n_columns = n_columns;

  columns = gtk_column_view_get_columns (self->view);
  for (guint i = g_list_model_get_n_items (columns); i-- > 0;)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_remove_column (self->view, column);
    }
  for (guint i = 0; i < n_columns; i++)
    add_column (self, i, titles[i]);

  for (guint i = 0; i < n_rows; i++)
    g_strv_builder_add (rows, "");
  added = g_strv_builder_end (rows);
  gtk_string_list_splice (self->rows, 0, g_list_model_get_n_items (G_LIST_MODEL (self->rows)),
                          (const char *const *) added);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

guint
plimsoll_chart_table_get_n_rows (PlimsollChartTable *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_CHART_TABLE (self), 0);

  return g_list_model_get_n_items (G_LIST_MODEL (self->rows));
}

const char *
plimsoll_chart_table_get_cell (PlimsollChartTable *self, guint row, guint column)
{
  const guint at = row * self->n_columns + column;

  g_return_val_if_fail (PLIMSOLL_IS_CHART_TABLE (self), NULL);

  return column < self->n_columns && at < self->cells->len ? g_ptr_array_index (self->cells, at)
                                                           : NULL;
}
