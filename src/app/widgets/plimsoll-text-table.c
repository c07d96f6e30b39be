/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-text-table.h"

#include "plimsoll-children.h"

#include <glib/gi18n.h>

struct _PlimsollTextTable
{
  GtkWidget parent_instance;

  guint n;
  gboolean narrow;
  char *names[PLIMSOLL_TEXT_TABLE_MAX_COLUMNS];
  GtkSizeGroup *titles;
};

G_DEFINE_FINAL_TYPE (PlimsollTextTable, plimsoll_text_table, GTK_TYPE_WIDGET)

static GtkWidget *
label_new (const char *text, GtkAccessibleRole role, float xalign)
{
  GtkWidget *label =
    g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "label", text, "xalign", (double) xalign,
                  "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "yalign", 0.0, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return label;
}

static GtkWidget *
row_new (PlimsollTextTable *self, GtkOrientation orientation)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "css-name", "row", "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_ROW, "orientation", orientation, "spacing",
                                 orientation == GTK_ORIENTATION_HORIZONTAL ? 12 : 3, NULL);

  gtk_widget_set_parent (row, GTK_WIDGET (self));
  return row;
}

static GtkWidget *
cells_new (GtkWidget *row)
{
  GtkWidget *cells =
    g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, "homogeneous",
                  TRUE, "spacing", 12, "hexpand", TRUE, NULL);

  gtk_box_append (GTK_BOX (row), cells);
  return cells;
}

static GtkWidget *
cell_new (PlimsollTextTable *self, guint column, const char *text, gboolean marked)
{
  g_autofree char *shown = marked ? g_strconcat ("≠ ", text, NULL) : g_strdup (text);
  /* Translators: a column of a table, and what it says, which differs from the first column. */
  g_autofree char *words =
    g_strdup_printf (marked ? _("%s: %s, different") : _("%s: %s"), self->names[column], text);
  GtkWidget *cell = label_new (shown, GTK_ACCESSIBLE_ROLE_CELL, 0);

  if (marked)
    gtk_widget_add_css_class (cell, "marked");
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return cell;
}

static void
plimsoll_text_table_dispose (GObject *object)
{
  PlimsollTextTable *self = PLIMSOLL_TEXT_TABLE (object);

  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->titles);
  for (guint i = 0; i < PLIMSOLL_TEXT_TABLE_MAX_COLUMNS; i++)
    g_clear_pointer (&self->names[i], g_free);

  G_OBJECT_CLASS (plimsoll_text_table_parent_class)->dispose (object);
}

static void
plimsoll_text_table_class_init (PlimsollTextTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_text_table_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "text-table");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TABLE);
}

static void
plimsoll_text_table_init (PlimsollTextTable *self)
{
  gtk_orientable_set_orientation (
    GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
}

GtkWidget *
plimsoll_text_table_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_TEXT_TABLE, NULL);
}

static void
add_heading (PlimsollTextTable *self)
{
  GtkWidget *row = row_new (self, GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *corner = gtk_label_new (NULL);
  GtkWidget *cells;

  gtk_size_group_add_widget (self->titles, corner);
  gtk_box_append (GTK_BOX (row), corner);
  cells = cells_new (row);
  for (guint i = 0; i < self->n; i++)
    {
      GtkWidget *name = label_new (self->names[i], GTK_ACCESSIBLE_ROLE_COLUMN_HEADER, 0);

      gtk_widget_add_css_class (name, "heading");
      gtk_box_append (GTK_BOX (cells), name);
    }
}

void
plimsoll_text_table_begin (PlimsollTextTable *self,
                           const char *const *names,
                           guint n,
                           gboolean narrow)
{
  g_return_if_fail (PLIMSOLL_IS_TEXT_TABLE (self));
  g_return_if_fail (n <= PLIMSOLL_TEXT_TABLE_MAX_COLUMNS);

  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->titles);
  self->titles = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->n = n;
  self->narrow = narrow;
  for (guint i = 0; i < n; i++)
    g_set_str (&self->names[i], names[i]);
  if (!narrow)
    add_heading (self);
}

static void
add_narrow (PlimsollTextTable *self,
            const char *title,
            const char *const *texts,
            const gboolean *marked)
{
  GtkWidget *row = row_new (self, GTK_ORIENTATION_VERTICAL);
  GtkWidget *head = label_new (title, GTK_ACCESSIBLE_ROLE_ROW_HEADER, 0);

  gtk_widget_add_css_class (head, "caption-heading");
  gtk_box_append (GTK_BOX (row), head);
  for (guint i = 0; i < self->n; i++)
    {
      GtkWidget *line = g_object_new (GTK_TYPE_BOX, "accessible-role",
                                      GTK_ACCESSIBLE_ROLE_PRESENTATION, "spacing", 12, NULL);
      GtkWidget *name =
        g_object_new (GTK_TYPE_LABEL, "label", self->names[i], "xalign", 0.0, "yalign", 0.0,
                      "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
      GtkWidget *cell = cell_new (self, i, texts[i], marked != NULL && marked[i]);

      gtk_widget_add_css_class (name, "dimmed");
      gtk_size_group_add_widget (self->titles, name);
      gtk_widget_set_hexpand (cell, TRUE);
      gtk_box_append (GTK_BOX (line), name);
      gtk_box_append (GTK_BOX (line), cell);
      gtk_box_append (GTK_BOX (row), line);
    }
}

void
plimsoll_text_table_add (PlimsollTextTable *self,
                         const char *title,
                         const char *const *texts,
                         const gboolean *marked)
{
  GtkWidget *row, *head, *cells;

  g_return_if_fail (PLIMSOLL_IS_TEXT_TABLE (self));
  g_return_if_fail (self->titles != NULL);

  if (self->narrow)
    {
      add_narrow (self, title, texts, marked);
      return;
    }

  row = row_new (self, GTK_ORIENTATION_HORIZONTAL);
  head = label_new (title, GTK_ACCESSIBLE_ROLE_ROW_HEADER, 0);
  gtk_widget_add_css_class (head, "dimmed");
  /* In every row as wide as in the others. */
  gtk_label_set_wrap (GTK_LABEL (head), FALSE);
  gtk_size_group_add_widget (self->titles, head);
  gtk_box_append (GTK_BOX (row), head);
  cells = cells_new (row);
  for (guint i = 0; i < self->n; i++)
    gtk_box_append (GTK_BOX (cells), cell_new (self, i, texts[i], marked != NULL && marked[i]));
}
