/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-legend.h"

#include "plimsoll-cargo.h"
#include "plimsoll-columns-layout.h"
#include "plimsoll-format.h"
#include "plimsoll-unfolds.h"

#include <glib/gi18n.h>

typedef enum
{
  ITEM_WEIGHTS,
  ITEM_CACHE,
  ITEM_COMPUTE,
  ITEM_OVERHEAD,
  ITEM_FREE,
  ITEM_OVER,
  ITEM_RESERVED,
} Item;

#define N_ITEMS (ITEM_RESERVED + 1)

struct _PlimsollLegend
{
  GtkWidget parent_instance;

  GtkWidget *items[N_ITEMS];
  GtkLabel *values[N_ITEMS];
};

G_DEFINE_FINAL_TYPE (PlimsollLegend, plimsoll_legend, GTK_TYPE_WIDGET)

static const struct
{
  const char *title;
  const char *css_class;
  const char *entry; /* of the ledger */
} kinds[N_ITEMS] = {
  [ITEM_WEIGHTS] = { N_("Weights"), "weights", "load_weights" },
  [ITEM_CACHE] = { N_("KV cache"), "cache", "load_cache" },
  [ITEM_COMPUTE] = { N_("Compute buffers"), "compute", "load_buffers" },
  [ITEM_OVERHEAD] = { N_("Runtime overhead"), "overhead", "load_overhead" },
  [ITEM_FREE] = { N_("Free"), "free", "headroom" },
  [ITEM_OVER] = { N_("Over the line"), "over", "headroom" },
  [ITEM_RESERVED] = { N_("Reserved"), "reserved", "reserved" },
};

static GtkWidget *
label_new (const char *text, const char *const *classes)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_css_classes (label, (const char **) classes);
  return label;
}

static void
add_item (PlimsollLegend *self, Item item)
{
  static const char *const title_classes[] = { "dimmed", "legend-title", NULL };
  static const char *const value_classes[] = { "heading", "numeric", "legend-value", NULL };
  GtkWidget *grid = g_object_new (GTK_TYPE_GRID, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM,
                                  "column-spacing", 8, NULL);
  GtkWidget *swatch = g_object_new (GTK_TYPE_BOX, "css-name", "swatch", "valign", GTK_ALIGN_CENTER,
                                    "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *title = label_new (_(kinds[item].title), title_classes);
  GtkWidget *value = label_new ("", value_classes);

  gtk_widget_add_css_class (swatch, kinds[item].css_class);
  gtk_widget_add_css_class (grid, kinds[item].css_class);
  gtk_grid_attach (GTK_GRID (grid), swatch, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), title, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), value, 1, 1, 1, 1);
  gtk_widget_set_parent (grid, GTK_WIDGET (self));
  plimsoll_unfolds_set (grid, kinds[item].entry);
  self->items[item] = grid;
  self->values[item] = GTK_LABEL (value);
}

static void
set_item (PlimsollLegend *self, Item item, guint64 bytes, gboolean visible)
{
  g_autofree char *value = plimsoll_format_gib (bytes, 2);
  /* Translators: a part of memory and its size, for those who cannot see the legend. */
  g_autofree char *name = g_strdup_printf (_("%s, %s"), _(kinds[item].title), value);

  gtk_label_set_label (self->values[item], value);
  gtk_widget_set_visible (self->items[item], visible);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->items[item]), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
}

static void
plimsoll_legend_dispose (GObject *object)
{
  PlimsollLegend *self = PLIMSOLL_LEGEND (object);

  for (guint i = 0; i < N_ITEMS; i++)
    g_clear_pointer (&self->items[i], gtk_widget_unparent);

  G_OBJECT_CLASS (plimsoll_legend_parent_class)->dispose (object);
}

static void
plimsoll_legend_class_init (PlimsollLegendClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_legend_dispose;

  gtk_widget_class_set_layout_manager_type (widget_class, PLIMSOLL_TYPE_COLUMNS_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "legend");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
plimsoll_legend_init (PlimsollLegend *self)
{
  for (guint i = 0; i < N_ITEMS; i++)
    add_item (self, (Item) i);
  g_object_set (gtk_widget_get_layout_manager (GTK_WIDGET (self)), "natural", TRUE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Parts of the memory"), -1);
}

void
plimsoll_legend_set_estimate (PlimsollLegend *self, const PlimsollEstimate *estimate)
{
  PlimsollCargo cargo;
  gboolean over = estimate->required > estimate->usable;
  guint64 loaded = MAX (estimate->required, estimate->usable);

  g_return_if_fail (PLIMSOLL_IS_LEGEND (self));

  plimsoll_cargo_of_estimate (estimate, &cargo);
  set_item (self, ITEM_WEIGHTS, cargo.weights, TRUE);
  set_item (self, ITEM_CACHE, cargo.cache, TRUE);
  set_item (self, ITEM_COMPUTE, cargo.compute, TRUE);
  set_item (self, ITEM_OVERHEAD, cargo.overhead, TRUE);
  set_item (self, ITEM_FREE, over ? 0 : estimate->usable - estimate->required, !over);
  set_item (self, ITEM_OVER, over ? estimate->required - estimate->usable : 0, over);
  set_item (self, ITEM_RESERVED, estimate->physical > loaded ? estimate->physical - loaded : 0,
            estimate->physical > loaded);
}
