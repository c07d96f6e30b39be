/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-launch-card.h"

#include "plimsoll-children.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

/* Characters of a flag with its value in the list; a longer one stands there without. */
#define MAX_FLAG 22

/* Where a flag with its value is in the text that is shown, in bytes. */
typedef struct
{
  guint from;
  guint to;
  const PlimsollLaunchWord *word; /* the launch keeps it */
} Place;

struct _PlimsollLaunchCard
{
  GtkWidget parent_instance;

  GPtrArray *launches;    /* of PlimsollLaunch, by use */
  PlimsollLaunch *launch; /* (nullable): that is shown */
  GArray *places;         /* of Place */
  PlimsollLaunchRoom room;

  GtkBox *head;
  GtkLabel *name_label;
  GtkWidget *chosen_label;
  GtkLabel *detail_label;
  AdwToggleGroup *uses;
  GtkWidget *refusal_box;
  GtkLabel *refusal_label;
  GtkWidget *command_box;
  GtkLabel *command_label;
  GtkWidget *copy_button;
  GtkWidget *note_box;
  GtkLabel *note_label;
  GtkExpander *flags_expander;
  GtkBox *flags_box;
};

G_DEFINE_FINAL_TYPE (PlimsollLaunchCard, plimsoll_launch_card, GTK_TYPE_WIDGET)

/* --- The command --- */

static guint
columns_of (PlimsollLaunchRoom room)
{
  static const guint columns[] = { 84, 38, 54, 30 };

  return columns[room];
}

/* Words are in the text in their order. */
static void
find_places (PlimsollLaunchCard *self, const char *text)
{
  GPtrArray *words = plimsoll_launch_get_words (self->launch);
  const char *from = text;

  g_array_set_size (self->places, 0);
  for (guint i = 0; i < words->len; i++)
    {
      const PlimsollLaunchWord *word = words->pdata[i];
      const char *at = strstr (from, word->word);
      Place place;

      if (at == NULL)
        continue;
      place.word = word;
      place.from = (guint) (at - text);
      place.to = place.from + (guint) strlen (word->word);
      g_array_append_val (self->places, place);
      from = text + place.to;
    }
}

/* Flags in the accent's colour, what a shell takes for itself paler. */
static void
colour (PlimsollLaunchCard *self, const char *text)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GdkRGBA accent;

  adw_accent_color_to_standalone_rgba (adw_style_manager_get_accent_color (manager),
                                       adw_style_manager_get_dark (manager), &accent);
  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);
      PangoAttribute *attribute;

      if (text[place->from] != '-')
        continue;
      attribute = pango_attr_foreground_new ((guint16) (accent.red * G_MAXUINT16),
                                             (guint16) (accent.green * G_MAXUINT16),
                                             (guint16) (accent.blue * G_MAXUINT16));
      attribute->start_index = place->from;
      attribute->end_index = place->from + (guint) strcspn (text + place->from, " \n");
      pango_attr_list_insert (attributes, attribute);
    }
  for (const char *at = strstr (text, " \\\n"); at != NULL; at = strstr (at + 1, " \\\n"))
    {
      PangoAttribute *attribute = pango_attr_foreground_alpha_new (G_MAXUINT16 / 2);

      attribute->start_index = (guint) (at - text);
      attribute->end_index = attribute->start_index + 2;
      pango_attr_list_insert (attributes, attribute);
    }
  gtk_label_set_attributes (self->command_label, attributes);
}

static void
colour_anew (PlimsollLaunchCard *self)
{
  colour (self, gtk_label_get_text (self->command_label));
}

static void
show_command (PlimsollLaunchCard *self)
{
  g_autofree char *text = plimsoll_launch_fold (self->launch, columns_of (self->room));
  const gboolean is_another = g_strcmp0 (gtk_label_get_text (self->command_label), text) != 0;

  find_places (self, text);
  /* What is selected stays while it stands there. */
  if (is_another)
    gtk_label_set_text (self->command_label, text);
  colour (self, text);
  gtk_widget_set_visible (self->command_box, *text != '\0');
}

char *
plimsoll_launch_card_explain (PlimsollLaunchCard *self, guint index)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self), NULL);

  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);

      if (index >= place->from && index < place->to)
        return g_strdup (place->word->meaning);
    }

  return NULL;
}

static gboolean
query_tooltip_cb (GtkLabel *label,
                  int x,
                  int y,
                  gboolean by_keys,
                  GtkTooltip *tooltip,
                  PlimsollLaunchCard *self)
{
  g_autofree char *meaning = NULL;
  int left, top, index, trailing;

  gtk_label_get_layout_offsets (label, &left, &top);
  if (by_keys
      || !pango_layout_xy_to_index (gtk_label_get_layout (label), (x - left) * PANGO_SCALE,
                                    (y - top) * PANGO_SCALE, &index, &trailing))
    return FALSE;

  meaning = plimsoll_launch_card_explain (self, (guint) index);
  gtk_tooltip_set_text (tooltip, meaning);

  return meaning != NULL;
}

static void
copy_cb (PlimsollLaunchCard *self)
{
  if (self->launch != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.copy", "s",
                                plimsoll_launch_get_lines (self->launch));
}

/* --- What the flags mean --- */

static char *
short_word (const PlimsollLaunchWord *word)
{
  const char *value = strchr (word->word, ' ');

  if (value == NULL || *word->word != '-' || g_utf8_strlen (word->word, -1) <= MAX_FLAG)
    return g_strdup (word->word);

  return g_strndup (word->word, (gsize) (value - word->word));
}

static GtkWidget *
flag_row_new (PlimsollLaunchCard *self, const PlimsollLaunchWord *word, GtkSizeGroup *group)
{
  const gboolean narrow = self->room == PLIMSOLL_LAUNCH_ROOM_NARROW;
  GtkWidget *row =
    g_object_new (GTK_TYPE_BOX, "orientation",
                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, "spacing",
                  narrow ? 0 : 18, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  g_autofree char *shown = short_word (word);
  /* Translators: a flag of a command, and what it does. */
  g_autofree char *name = g_strdup_printf (_("%s: %s"), shown, word->meaning);
  GtkWidget *flag = g_object_new (GTK_TYPE_LABEL, "label", shown, "xalign", 0.0, "yalign", 0.0,
                                  "ellipsize", PANGO_ELLIPSIZE_MIDDLE, "max-width-chars", MAX_FLAG,
                                  "tooltip-text", word->word, NULL);
  GtkWidget *meaning = g_object_new (GTK_TYPE_LABEL, "label", word->meaning, "xalign", 0.0, "wrap",
                                     TRUE, "hexpand", TRUE, NULL);

  gtk_widget_add_css_class (flag, "monospace");
  gtk_widget_add_css_class (flag, "flag");
  gtk_widget_add_css_class (meaning, "dimmed");
  gtk_widget_add_css_class (meaning, "meaning");
  gtk_box_append (GTK_BOX (row), flag);
  gtk_box_append (GTK_BOX (row), meaning);
  gtk_size_group_add_widget (group, flag);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return row;
}

static void
show_flags (PlimsollLaunchCard *self)
{
  g_autoptr (GtkSizeGroup) group = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  GPtrArray *words = plimsoll_launch_get_words (self->launch);
  gboolean some = FALSE;

  plimsoll_unparent_children (GTK_WIDGET (self->flags_box));
  for (guint i = 0; i < words->len; i++)
    {
      const PlimsollLaunchWord *word = words->pdata[i];

      some = some || word->meaning != NULL;
      if (word->meaning != NULL && gtk_expander_get_expanded (self->flags_expander))
        gtk_box_append (self->flags_box, flag_row_new (self, word, group));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->flags_expander), some);
}

/* --- The whole --- */

static PlimsollLaunch *
find_launch (PlimsollLaunchCard *self)
{
  const guint use = self->launches->len > 1 ? adw_toggle_group_get_active (self->uses) : 0;

  for (guint i = 0; i < self->launches->len; i++)
    if ((guint) plimsoll_launch_get_use (self->launches->pdata[i]) == use)
      return self->launches->pdata[i];

  return self->launches->len > 0 ? self->launches->pdata[0] : NULL;
}

static void
set_words (GtkWidget *box, GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (box, text != NULL && *text != '\0');
}

static void
update (PlimsollLaunchCard *self)
{
  static const char *title[] = { "title-3", NULL };
  static const char *heading[] = { "heading", NULL };
  const char *name;
  const char *refusal;
  g_autofree char *copy = NULL;

  g_set_object (&self->launch, find_launch (self));
  if (self->launch == NULL)
    return;

  name = plimsoll_launch_get_name (self->launch);
  refusal = plimsoll_launch_get_refusal (self->launch);
  gtk_label_set_label (self->name_label, name);
  gtk_widget_set_css_classes (GTK_WIDGET (self->name_label),
                              refusal == NULL && self->room == PLIMSOLL_LAUNCH_ROOM_WHOLE
                                ? title
                                : heading);
  gtk_label_set_label (self->detail_label, plimsoll_launch_get_detail (self->launch));
  set_words (self->refusal_box, self->refusal_label, refusal);
  set_words (self->note_box, self->note_label,
             refusal == NULL ? plimsoll_launch_get_note (self->launch) : NULL);
  show_command (self);
  gtk_widget_set_sensitive (self->command_box, refusal == NULL);
  show_flags (self);
  if (refusal != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->flags_expander), FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->uses), self->launches->len > 1 && refusal == NULL);

  /* Translators: the argument is the name of an engine: "Copy the llama.cpp Command". */
  copy = g_strdup_printf (_("Copy the %s Command"), name);
  gtk_widget_set_tooltip_text (self->copy_button, copy);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->copy_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  copy, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (refusal != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                    refusal, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

static void
use_chosen_cb (PlimsollLaunchCard *self)
{
  if (self->launches != NULL && self->launches->len > 0)
    update (self);
}

static void
expanded_cb (PlimsollLaunchCard *self)
{
  if (self->launch != NULL)
    show_flags (self);
}

static void
plimsoll_launch_card_dispose (GObject *object)
{
  PlimsollLaunchCard *self = PLIMSOLL_LAUNCH_CARD (object);

  g_signal_handlers_disconnect_by_data (adw_style_manager_get_default (), self);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_LAUNCH_CARD);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->launch);
  g_clear_pointer (&self->launches, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_array_unref);

  G_OBJECT_CLASS (plimsoll_launch_card_parent_class)->dispose (object);
}

static void
plimsoll_launch_card_class_init (PlimsollLaunchCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_launch_card_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-launch-card.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollLaunchCard, name)
  CHILD (head);
  CHILD (name_label);
  CHILD (chosen_label);
  CHILD (detail_label);
  CHILD (uses);
  CHILD (refusal_box);
  CHILD (refusal_label);
  CHILD (command_box);
  CHILD (command_label);
  CHILD (copy_button);
  CHILD (note_box);
  CHILD (note_label);
  CHILD (flags_expander);
  CHILD (flags_box);
#undef CHILD
#define CALLBACK(name) gtk_widget_class_bind_template_callback (widget_class, name)
  CALLBACK (use_chosen_cb);
  CALLBACK (copy_cb);
#undef CALLBACK
  gtk_widget_class_set_css_name (widget_class, "launch-card");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_launch_card_init (PlimsollLaunchCard *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  self->launches = g_ptr_array_new_with_free_func (g_object_unref);
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
  self->room = PLIMSOLL_LAUNCH_ROOM_MIDDLE;
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Programs read from left to right everywhere. */
  gtk_widget_set_direction (GTK_WIDGET (self->command_label), GTK_TEXT_DIR_LTR);

  g_signal_connect (self->command_label, "query-tooltip", G_CALLBACK (query_tooltip_cb), self);
  g_signal_connect_swapped (self->flags_expander, "notify::expanded", G_CALLBACK (expanded_cb),
                            self);
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (colour_anew), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::accent-color", G_CALLBACK (colour_anew), self,
                           G_CONNECT_SWAPPED);
}

PlimsollLaunchCard *
plimsoll_launch_card_new (void)
{
  return g_object_new (PLIMSOLL_TYPE_LAUNCH_CARD, NULL);
}

void
plimsoll_launch_card_set_launches (PlimsollLaunchCard *self, GPtrArray *launches)
{
  g_return_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self));

  g_ptr_array_set_size (self->launches, 0);
  for (guint i = 0; i < launches->len; i++)
    g_ptr_array_add (self->launches, g_object_ref (launches->pdata[i]));
  update (self);
}

void
plimsoll_launch_card_set_chosen (PlimsollLaunchCard *self, gboolean chosen)
{
  g_return_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self));

  if (chosen && !gtk_widget_get_visible (self->chosen_label))
    gtk_expander_set_expanded (self->flags_expander, TRUE);
  gtk_widget_set_visible (self->chosen_label, chosen);
}

void
plimsoll_launch_card_set_room (PlimsollLaunchCard *self, PlimsollLaunchRoom room)
{
  g_return_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self));

  if (self->room == room)
    return;
  self->room = room;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->head),
                                  room == PLIMSOLL_LAUNCH_ROOM_WHOLE
                                      || room == PLIMSOLL_LAUNCH_ROOM_MIDDLE
                                    ? GTK_ORIENTATION_HORIZONTAL
                                    : GTK_ORIENTATION_VERTICAL);
  if (self->launch != NULL)
    update (self);
}

gboolean
plimsoll_launch_card_focus (PlimsollLaunchCard *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self), FALSE);

  return (gtk_widget_get_visible (GTK_WIDGET (self->uses))
          && gtk_widget_child_focus (GTK_WIDGET (self->uses), GTK_DIR_TAB_FORWARD))
         || gtk_widget_grab_focus (self->copy_button);
}

PlimsollLaunch *
plimsoll_launch_card_get_launch (PlimsollLaunchCard *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_LAUNCH_CARD (self), NULL);

  return self->launch;
}
