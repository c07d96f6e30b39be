/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-speed-page-private.h"

#include "plimsoll-accelerator.h"

#include <glib/gi18n.h>

static char *
name_choice (GObject *choice)
{
  if (PLIMSOLL_IS_ACCELERATOR (choice))
    return g_strdup (plimsoll_accelerator_get_name (PLIMSOLL_ACCELERATOR (choice)));
  if (PLIMSOLL_IS_SIZER (choice))
    return plimsoll_pin_title (plimsoll_sizer_get_scenario (PLIMSOLL_SIZER (choice)));

  return g_strdup (gtk_string_object_get_string (GTK_STRING_OBJECT (choice)));
}

/* What was chosen is the title of the lane already. */
static void
setup_shown_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, gtk_label_new (_("Choose")));
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_width_chars (GTK_LABEL (label), 16);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  g_autofree char *name = name_choice (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), name);
}

static void
make_factories (PlimsollSpeedPage *self)
{
  g_autoptr (GtkListItemFactory) shown = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkListItemFactory) listed = gtk_signal_list_item_factory_new ();

  g_signal_connect (shown, "setup", G_CALLBACK (setup_shown_cb), NULL);
  g_signal_connect (listed, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (listed, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_factory (self->beside_dropdown, shown);
  gtk_drop_down_set_list_factory (self->beside_dropdown, listed);
}

static void
save_beside (PlimsollSpeedPage *self)
{
  g_autofree char *saved = NULL;
  guint position;

  if (PLIMSOLL_IS_ACCELERATOR (self->beside))
    saved = g_strdup (plimsoll_accelerator_get_id (PLIMSOLL_ACCELERATOR (self->beside)));
  else if (self->beside != NULL
           && plimsoll_pins_find (self->pins,
                                  plimsoll_sizer_get_scenario (PLIMSOLL_SIZER (self->beside)),
                                  &position))
    saved = g_strdup_printf ("pinned:%u", position);
  g_settings_set_string (self->settings, "speed-beside", saved != NULL ? saved : "");
}

static void
beside_chosen_cb (PlimsollSpeedPage *self)
{
  GObject *chosen = gtk_drop_down_get_selected_item (self->beside_dropdown);

  if (self->pins == NULL)
    return;
  /* In the place of a pin that is gone is not the next, but nothing. */
  if (PLIMSOLL_IS_SIZER (self->beside) && self->beside != chosen
      && !plimsoll_pins_find (self->pins,
                              plimsoll_sizer_get_scenario (PLIMSOLL_SIZER (self->beside)), NULL))
    {
      g_clear_object (&self->beside);
      gtk_drop_down_set_selected (self->beside_dropdown, 0);
      chosen = NULL;
    }
  if (GTK_IS_STRING_OBJECT (chosen))
    chosen = NULL;
  g_set_object (&self->beside, chosen);
  save_beside (self);
  plimsoll_speed_page_update (self);
}

static void
restore_beside (PlimsollSpeedPage *self)
{
  g_autofree char *saved = g_settings_get_string (self->settings, "speed-beside");
  GListModel *choices = G_LIST_MODEL (self->choices);
  const guint n = g_list_model_get_n_items (choices);
  guint64 pin = G_MAXUINT64;

  if (g_str_has_prefix (saved, "pinned:"))
    g_ascii_string_to_unsigned (saved + strlen ("pinned:"), 10, 0, PLIMSOLL_MAX_PINS - 1, &pin,
                                NULL);
  for (guint i = 1; i < n; i++)
    {
      g_autoptr (GObject) choice = g_list_model_get_item (choices, i);

      if (PLIMSOLL_IS_SIZER (choice)
            ? pin == i - 1
            : g_str_equal (plimsoll_accelerator_get_id (PLIMSOLL_ACCELERATOR (choice)), saved))
        {
          gtk_drop_down_set_selected (self->beside_dropdown, i);
          return;
        }
    }
}

void
plimsoll_speed_page_set_lists (PlimsollSpeedPage *self,
                               GListModel *accelerators,
                               PlimsollPins *pins)
{
  const char *const nothing[] = { _("Nothing"), NULL };
  g_autoptr (GtkStringList) first = NULL;
  GListStore *lists;

  g_return_if_fail (PLIMSOLL_IS_SPEED_PAGE (self));
  g_return_if_fail (self->choices == NULL);

  lists = g_list_store_new (G_TYPE_LIST_MODEL);
  first = gtk_string_list_new (nothing);
  g_list_store_append (lists, first);
  g_list_store_append (lists, pins);
  g_list_store_append (lists, accelerators);
  self->choices = gtk_flatten_list_model_new (G_LIST_MODEL (lists));
  gtk_drop_down_set_model (self->beside_dropdown, G_LIST_MODEL (self->choices));
  self->pins = g_object_ref (pins);
  restore_beside (self);
}

void
plimsoll_speed_page_follow_beside (PlimsollSpeedPage *self)
{
  g_autoptr (GtkExpression) name =
    gtk_cclosure_expression_new (G_TYPE_STRING, NULL, 0, NULL, G_CALLBACK (name_choice), NULL,
                                 NULL);

  gtk_drop_down_set_expression (self->beside_dropdown, name);
  make_factories (self);
  g_signal_connect_object (self->beside_dropdown, "notify::selected-item",
                           G_CALLBACK (beside_chosen_cb), self, G_CONNECT_SWAPPED);
}
