/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-announce.h"
#include "plimsoll-hub-model.h"

#include <glib/gi18n.h>

PlimsollHub *
plimsoll_window_get_hub (PlimsollWindow *self)
{
  /* That it is there fetches nothing. */
  if (self->hub == NULL)
    self->hub = plimsoll_hub_new (plimsoll_hub_settings_new ());
  return self->hub;
}

PlimsollModel *
plimsoll_window_find_kept (const char *name, gpointer window)
{
  PlimsollHub *hub = plimsoll_window_get_hub (window);
  g_autoptr (PlimsollHubLink) link =
    plimsoll_hub_link_parse (name, plimsoll_hub_get_settings (hub)->endpoint);

  return link != NULL ? plimsoll_hub_open (hub, link, TRUE, NULL, NULL, NULL) : NULL;
}

void
plimsoll_window_choose_remote (PlimsollWindow *self, const char *name)
{
  plimsoll_window_read (self, name, PLIMSOLL_READ_TO_SIZE);
}

void
plimsoll_window_take_remote (PlimsollWindow *self, PlimsollModel *model, const char *text)
{
  AdwToast *toast = adw_toast_new (text);

  g_set_object (&self->fetched, model);
  plimsoll_window_remember (self);
  plimsoll_scenario_set_model (self->scenario, model);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_timeout (toast, 0);
  if (plimsoll_own_models_lookup (self->own, plimsoll_model_get_id (model)) == NULL)
    {
      adw_toast_set_button_label (toast, _("_Add to My Models"));
      adw_toast_set_action_name (toast, "win.keep-model");
    }
  adw_toast_overlay_add_toast (self->toasts, toast);
  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static void
keep_model (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);

  if (self->fetched != NULL)
    plimsoll_own_models_add (self->own, self->fetched);
}

/* --- What is kept on the disk --- */

static void
forget_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_int (task, (gssize) plimsoll_hub_forget (data));
}

static void
forgotten_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (source);
  const gssize bytes = g_task_propagate_int (G_TASK (result), NULL);
  g_autofree char *size = g_format_size (bytes > 0 ? (guint64) bytes : 0);
  /* Translators: a size, "4.1 MB". */
  g_autofree char *text = g_strdup_printf (_("%s of the hub’s answers deleted"), size);

  if (self->toasts == NULL)
    return;
  adw_toast_overlay_dismiss_all (self->toasts);
  plimsoll_window_tell (self, text);
}

static void
forget_hub (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (GTask) task = g_task_new (self, NULL, forgotten_cb, NULL);

  g_task_set_source_tag (task, forget_hub);
  g_task_set_task_data (task, g_object_ref (plimsoll_window_get_hub (self)), g_object_unref);
  g_task_run_in_thread (task, forget_in_thread);
}

void
plimsoll_window_install_hub_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.keep-model", NULL, keep_model);
  gtk_widget_class_install_action (widget_class, "win.forget-hub", NULL, forget_hub);
}
