/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-unfolds.h"

#include <glib/gi18n.h>

#define KEY "plimsoll-unfolds"

static gboolean
unfold (GtkWidget *widget)
{
  const char *entry = g_object_get_data (G_OBJECT (widget), KEY);

  return entry != NULL && gtk_widget_activate_action (widget, "win.explain", "s", entry);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller, guint keyval, guint code, GdkModifierType state)
{
  const gboolean plain = (state & gtk_accelerator_get_default_mod_mask ()) == 0;

  switch (keyval)
    {
    case GDK_KEY_Return:
    case GDK_KEY_ISO_Enter:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      return plain && unfold (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller)));
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  if (!gtk_widget_contains (widget, x, y))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  unfold (widget);
}

static void
add_controllers (GtkWidget *widget)
{
  GtkGesture *gesture = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect (gesture, "released", G_CALLBACK (released_cb), NULL);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (gesture));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), NULL);
  gtk_widget_add_controller (widget, keys);
}

void
plimsoll_unfolds_set (GtkWidget *widget, const char *entry)
{
  const gboolean before = g_object_get_data (G_OBJECT (widget), KEY) != NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_object_set_data_full (G_OBJECT (widget), KEY, g_strdup (entry), g_free);
  if (entry != NULL && !before)
    add_controllers (widget);
  gtk_widget_set_focusable (widget, entry != NULL);
  if (entry != NULL)
    gtk_widget_add_css_class (widget, "activatable");
  else
    gtk_widget_remove_css_class (widget, "activatable");
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_HAS_POPUP,
                                  entry != NULL, GTK_ACCESSIBLE_PROPERTY_HELP_TEXT,
                                  entry != NULL ? _("Shows how this figure came about") : "", -1);
}
