/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-tile.h"

#include "plimsoll-children.h"
#include "plimsoll-figure-text.h"
#include "plimsoll-unfolds.h"

struct _PlimsollTile
{
  GtkWidget parent_instance;

  char *title;
  char *value;
  char *unit;
  char *detail;
  char *unfolds;
  gboolean critical;

  GtkWidget *figure_box;
};

G_DEFINE_FINAL_TYPE (PlimsollTile, plimsoll_tile, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_TITLE = 1,
  PROP_VALUE,
  PROP_UNIT,
  PROP_DETAIL,
  PROP_UNFOLDS,
  PROP_CRITICAL,
} PlimsollTileProperty;

static GParamSpec *properties[PROP_CRITICAL + 1];

static char **
text_of (PlimsollTile *self, guint id)
{
  switch ((PlimsollTileProperty) id)
    {
    case PROP_TITLE:
      return &self->title;
    case PROP_VALUE:
      return &self->value;
    case PROP_UNIT:
      return &self->unit;
    case PROP_DETAIL:
      return &self->detail;
    case PROP_UNFOLDS:
      return &self->unfolds;
    case PROP_CRITICAL:
    default:
      return NULL;
    }
}

static void
describe (PlimsollTile *self)
{
  g_autofree char *description =
    g_strdup_printf ("%s %s. %s", self->value != NULL ? self->value : "",
                     self->unit != NULL ? self->unit : "",
                     self->detail != NULL ? self->detail : "");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->title != NULL ? self->title : "",
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, description, -1);
}

static void
set_text (PlimsollTile *self, PlimsollTileProperty id, const char *text)
{
  if (!g_set_str (text_of (self, id), text))
    return;
  describe (self);
  if (id == PROP_UNIT)
    plimsoll_figure_pair_follow (self->figure_box, self->unit);
  g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

static void
plimsoll_tile_direction_changed (GtkWidget *widget, GtkTextDirection before)
{
  PlimsollTile *self = PLIMSOLL_TILE (widget);

  GTK_WIDGET_CLASS (plimsoll_tile_parent_class)->direction_changed (widget, before);

  plimsoll_figure_pair_follow (self->figure_box, self->unit);
}

static void
plimsoll_tile_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollTile *self = PLIMSOLL_TILE (object);

  switch ((PlimsollTileProperty) id)
    {
    case PROP_TITLE:
    case PROP_VALUE:
    case PROP_UNIT:
    case PROP_DETAIL:
    case PROP_UNFOLDS:
      g_value_set_string (value, *text_of (self, id));
      break;
    case PROP_CRITICAL:
      g_value_set_boolean (value, self->critical);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_tile_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollTile *self = PLIMSOLL_TILE (object);

  switch ((PlimsollTileProperty) id)
    {
    case PROP_TITLE:
    case PROP_VALUE:
    case PROP_UNIT:
    case PROP_DETAIL:
      set_text (self, (PlimsollTileProperty) id, g_value_get_string (value));
      break;
    case PROP_UNFOLDS:
      if (!g_set_str (&self->unfolds, g_value_get_string (value)))
        return;
      g_object_set (self, "accessible-role",
                    self->unfolds != NULL ? GTK_ACCESSIBLE_ROLE_BUTTON : GTK_ACCESSIBLE_ROLE_GROUP,
                    NULL);
      plimsoll_unfolds_set (GTK_WIDGET (self), self->unfolds);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_CRITICAL:
      if (self->critical == g_value_get_boolean (value))
        return;
      self->critical = g_value_get_boolean (value);
      if (self->critical)
        gtk_widget_add_css_class (GTK_WIDGET (self), "over");
      else
        gtk_widget_remove_css_class (GTK_WIDGET (self), "over");
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_tile_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), PLIMSOLL_TYPE_TILE);
  plimsoll_unparent_children (GTK_WIDGET (object));

  G_OBJECT_CLASS (plimsoll_tile_parent_class)->dispose (object);
}

static void
plimsoll_tile_finalize (GObject *object)
{
  PlimsollTile *self = PLIMSOLL_TILE (object);

  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->value, g_free);
  g_clear_pointer (&self->unit, g_free);
  g_clear_pointer (&self->detail, g_free);
  g_clear_pointer (&self->unfolds, g_free);

  G_OBJECT_CLASS (plimsoll_tile_parent_class)->finalize (object);
}

static void
plimsoll_tile_class_init (PlimsollTileClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const char *const names[] = { NULL, "title", "value", "unit", "detail", "unfolds" };

  object_class->dispose = plimsoll_tile_dispose;
  object_class->finalize = plimsoll_tile_finalize;
  object_class->get_property = plimsoll_tile_get_property;
  object_class->set_property = plimsoll_tile_set_property;
  widget_class->direction_changed = plimsoll_tile_direction_changed;

  for (guint id = PROP_TITLE; id <= PROP_UNFOLDS; id++)
    properties[id] =
      g_param_spec_string (names[id], NULL, NULL, NULL,
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_CRITICAL] =
    g_param_spec_boolean ("critical", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-tile.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollTile, figure_box);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "tile");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_tile_init (PlimsollTile *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
plimsoll_tile_new (const char *title)
{
  return g_object_new (PLIMSOLL_TYPE_TILE, "title", title, NULL);
}

void
plimsoll_tile_set (PlimsollTile *self, const char *value, const char *unit, const char *detail)
{
  g_return_if_fail (PLIMSOLL_IS_TILE (self));

  set_text (self, PROP_VALUE, value);
  set_text (self, PROP_UNIT, unit);
  set_text (self, PROP_DETAIL, detail);
}
