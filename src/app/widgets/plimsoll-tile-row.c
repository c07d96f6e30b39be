/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-tile-row.h"

#include "plimsoll-children.h"
#include "plimsoll-columns-layout.h"

struct _PlimsollTileRow
{
  GtkWidget parent_instance;
};

static GtkBuildableIface *parent_buildable;

static void
add_child (GtkBuildable *buildable, GtkBuilder *builder, GObject *child, const char *type)
{
  if (GTK_IS_WIDGET (child))
    gtk_widget_set_parent (GTK_WIDGET (child), GTK_WIDGET (buildable));
  else
    parent_buildable->add_child (buildable, builder, child, type);
}

static void
buildable_init (GtkBuildableIface *iface)
{
  parent_buildable = g_type_interface_peek_parent (iface);
  iface->add_child = add_child;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollTileRow,
                               plimsoll_tile_row,
                               GTK_TYPE_WIDGET,
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_BUILDABLE, buildable_init))

static void
plimsoll_tile_row_dispose (GObject *object)
{
  plimsoll_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (plimsoll_tile_row_parent_class)->dispose (object);
}

static void
plimsoll_tile_row_class_init (PlimsollTileRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_tile_row_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, PLIMSOLL_TYPE_COLUMNS_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tile-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_tile_row_init (PlimsollTileRow *self)
{
}

GtkWidget *
plimsoll_tile_row_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_TILE_ROW, NULL);
}
