/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-columns-layout.h"

struct _PlimsollColumnsLayout
{
  GtkLayoutManager parent_instance;

  guint spacing;
  gboolean natural;
};

G_DEFINE_FINAL_TYPE (PlimsollColumnsLayout, plimsoll_columns_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef enum
{
  PROP_SPACING = 1,
  PROP_NATURAL,
} PlimsollColumnsLayoutProperty;

static GParamSpec *properties[PROP_NATURAL + 1];

static guint
count_children (GtkWidget *widget, int *widest, int *natural)
{
  guint n = 0;

  *widest = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int minimum_width, natural_width;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_width, &natural_width,
                          NULL, NULL);
      *widest = MAX (*widest, minimum_width);
      *natural = MAX (*natural, natural_width);
      n++;
    }
  return n;
}

/* All children in one row at their own widths. */
static int
natural_row (PlimsollColumnsLayout *self, GtkWidget *widget)
{
  int sum = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int natural_width;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_width, NULL, NULL);
      sum += natural_width + (sum > 0 ? (int) self->spacing : 0);
    }
  return sum;
}

/* How many columns of @column pixels fit in @width, evened out over the rows that this makes. */
static guint
columns_for (PlimsollColumnsLayout *self, guint n, int column, int width)
{
  int step = column + (int) self->spacing;
  guint columns, rows;

  if (n == 0)
    return 1;
  columns = (guint) CLAMP ((width + (int) self->spacing) / MAX (step, 1), 1, (int) n);
  rows = (n + columns - 1) / columns;
  return (n + rows - 1) / rows;
}

static int
row_height (GtkWidget *widget, int column, int *natural)
{
  int height = 0;

  *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int minimum_height, natural_height;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, column, &minimum_height, &natural_height,
                          NULL, NULL);
      height = MAX (height, minimum_height);
      *natural = MAX (*natural, natural_height);
    }
  return height;
}

static void
plimsoll_columns_layout_measure (GtkLayoutManager *manager,
                                 GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  PlimsollColumnsLayout *self = PLIMSOLL_COLUMNS_LAYOUT (manager);
  int spacing = (int) self->spacing, widest, wanted;
  guint n = count_children (widget, &widest, &wanted);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = widest;
      if (self->natural)
        *natural = MAX (natural_row (self, widget), widest);
      else
        *natural = n > 0 ? (int) n * wanted + ((int) n - 1) * spacing : 0;
    }
  else if (self->natural && (for_size < 0 || natural_row (self, widget) <= for_size))
    *minimum = row_height (widget, -1, natural);
  else
    {
      int width = for_size >= 0 ? for_size : (int) n * (wanted + spacing);
      guint columns = columns_for (self, n, MAX (widest, 1), width);
      int rows = (int) ((n + columns - 1) / columns), natural_height;
      int column = MAX (widest, (width - ((int) columns - 1) * spacing) / (int) columns);
      int height = row_height (widget, column, &natural_height);

      *minimum = rows > 0 ? rows * height + (rows - 1) * spacing : 0;
      *natural = rows > 0 ? rows * natural_height + (rows - 1) * spacing : 0;
    }
}

static void
allocate_natural (PlimsollColumnsLayout *self, GtkWidget *widget, guint n, int width, int height)
{
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double gap = self->spacing, x = 0;

  if (n > 1)
    gap += (width - natural_row (self, widget)) / (double) (n - 1);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int natural_width;

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural_width, NULL, NULL);
      gtk_widget_size_allocate (child,
                                &(GtkAllocation) { rtl ? width - (int) x - natural_width : (int) x,
                                                   0, natural_width, height },
                                -1);
      x += natural_width + gap;
    }
}

static void
plimsoll_columns_layout_allocate (GtkLayoutManager *manager,
                                  GtkWidget *widget,
                                  int width,
                                  int height,
                                  int baseline)
{
  PlimsollColumnsLayout *self = PLIMSOLL_COLUMNS_LAYOUT (manager);
  int spacing = (int) self->spacing, widest, wanted;
  guint n = count_children (widget, &widest, &wanted), i = 0;
  guint columns = columns_for (self, n, MAX (widest, 1), width);
  int rows = (int) ((n + columns - 1) / columns);
  gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double column = (width - ((int) columns - 1) * spacing) / (double) columns;
  int row = rows > 0 ? (height - (rows - 1) * spacing) / rows : 0;

  if (self->natural && natural_row (self, widget) <= width)
    {
      allocate_natural (self, widget, n, width, height);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      guint at = i % columns;
      int from = (int) (at * (column + spacing)), to = (int) (at * (column + spacing) + column);

      if (!gtk_widget_should_layout (child))
        continue;
      gtk_widget_size_allocate (child,
                                &(GtkAllocation) {
                                  .x = rtl ? width - to : from,
                                  .y = (int) (i / columns) * (row + spacing),
                                  .width = to - from,
                                  .height = row,
                                },
                                -1);
      i++;
    }
}

static GtkSizeRequestMode
plimsoll_columns_layout_get_request_mode (GtkLayoutManager *manager, GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
plimsoll_columns_layout_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollColumnsLayout *self = PLIMSOLL_COLUMNS_LAYOUT (object);

  switch ((PlimsollColumnsLayoutProperty) id)
    {
    case PROP_SPACING:
      g_value_set_uint (value, self->spacing);
      break;
    case PROP_NATURAL:
      g_value_set_boolean (value, self->natural);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_columns_layout_set_property (GObject *object,
                                      guint id,
                                      const GValue *value,
                                      GParamSpec *pspec)
{
  PlimsollColumnsLayout *self = PLIMSOLL_COLUMNS_LAYOUT (object);

  switch ((PlimsollColumnsLayoutProperty) id)
    {
    case PROP_SPACING:
      if (self->spacing == g_value_get_uint (value))
        return;
      self->spacing = g_value_get_uint (value);
      gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_NATURAL:
      if (self->natural == g_value_get_boolean (value))
        return;
      self->natural = g_value_get_boolean (value);
      gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_columns_layout_class_init (PlimsollColumnsLayoutClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  object_class->get_property = plimsoll_columns_layout_get_property;
  object_class->set_property = plimsoll_columns_layout_set_property;
  layout_class->measure = plimsoll_columns_layout_measure;
  layout_class->allocate = plimsoll_columns_layout_allocate;
  layout_class->get_request_mode = plimsoll_columns_layout_get_request_mode;

  properties[PROP_SPACING] =
    g_param_spec_uint ("spacing", NULL, NULL, 0, 1000, 12,
                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_NATURAL] =
    g_param_spec_boolean ("natural", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_columns_layout_init (PlimsollColumnsLayout *self)
{
  self->spacing = 12;
}

GtkLayoutManager *
plimsoll_columns_layout_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_COLUMNS_LAYOUT, NULL);
}
