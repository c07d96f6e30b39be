/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-preferences-dialog.h"
#include "plimsoll-preferences.h"
#include "plimsoll-session.h"

#include <glib/gi18n.h>

/* What is preferred, and a question that begins with it. */

/* Nothing of the question is other than it was, but everything is said anew. */
static void
unit_changed_cb (PlimsollWindow *self)
{
  plimsoll_preferences_apply (self->settings, self->accelerators);
  if (self->sizer == NULL)
    return;

  g_object_notify (G_OBJECT (self->scenario), "precision");
  g_object_notify (G_OBJECT (self->sizer), "estimate");
  plimsoll_compare_page_show_unit (self->compare_page);
}

/* What the question is about goes along with the list; what is in none, as a size that a chip is
   sold with, by itself. */
static void
share_changed_cb (PlimsollWindow *self)
{
  PlimsollAccelerator *target = plimsoll_scenario_get_accelerator (self->scenario);
  g_autoptr (PlimsollAccelerator) now = NULL;

  plimsoll_preferences_apply (self->settings, self->accelerators);
  if (target == NULL || target != plimsoll_scenario_get_accelerator (self->scenario))
    return;
  now = plimsoll_preferences_adapt (self->settings, target);
  plimsoll_scenario_set_accelerator (self->scenario, now);
}

static void
begin_changed_cb (PlimsollWindow *self, const char *key)
{
  plimsoll_preferences_ask (self->settings, key, self->scenario);
}

void
plimsoll_window_follow_preferences (PlimsollWindow *self)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } changes[] = {
    { "changed::" PLIMSOLL_PREFERENCE_UNIT, G_CALLBACK (unit_changed_cb) },
    { "changed::" PLIMSOLL_PREFERENCE_UNIFIED, G_CALLBACK (share_changed_cb) },
    { "changed::" PLIMSOLL_PREFERENCE_ENGINE, G_CALLBACK (begin_changed_cb) },
    { "changed::" PLIMSOLL_PREFERENCE_CURRENCY, G_CALLBACK (begin_changed_cb) },
    { "changed::" PLIMSOLL_PREFERENCE_ELECTRICITY, G_CALLBACK (begin_changed_cb) },
    { "changed::" PLIMSOLL_PREFERENCE_HOURS, G_CALLBACK (begin_changed_cb) },
  };

  plimsoll_preferences_apply (self->settings, self->accelerators);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_connect_object (self->settings, changes[i].signal, changes[i].callback, self,
                             G_CONNECT_SWAPPED);
}

static void
preferences (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) == NULL)
    adw_dialog_present (ADW_DIALOG (plimsoll_preferences_dialog_new (self->settings)), widget);
}

static void
new_question (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  const PlimsollSessionLists lists = { self->models, self->own, self->accelerators };
  g_autoptr (PlimsollScenario) question = plimsoll_scenario_new ();

  plimsoll_session_set_default (self->settings, question, &lists);
  plimsoll_window_change (self, question, _("A new question"));
}

void
plimsoll_window_install_preference_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences);
  gtk_widget_class_install_action (widget_class, "win.new-question", NULL, new_question);
}
