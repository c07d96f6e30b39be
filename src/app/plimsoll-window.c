/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"
#include "plimsoll-session.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (PlimsollWindow, plimsoll_window, ADW_TYPE_APPLICATION_WINDOW)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollWindowProperty;

static GParamSpec *properties[PROP_SIZER + 1];

/* --- The handle of the narrow window's sheet --- */

static void
update_handle (PlimsollWindow *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);
  g_autofree char *tokens =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (self->scenario));
  g_autofree char *hardware = plimsoll_answer_hardware (self->scenario);
  g_autofree char *rest = NULL;

  /* Translators: precision, context and hardware: "Q4_K_M · 32K context · NVIDIA RTX 4090". */
  rest = g_strdup_printf (_("%s · %s context · %s"),
                          plimsoll_scenario_get_precision (self->scenario), tokens, hardware);
  gtk_label_set_label (self->handle_model,
                       model != NULL ? plimsoll_model_get_name (model) : _("No Model"));
  gtk_label_set_label (self->handle_rest, rest);
}

/* --- Pages --- */

static void
pages_changed_cb (PlimsollWindow *self)
{
  g_autoptr (GtkSelectionModel) pages = NULL;
  gboolean several;

  /* Pages go when the window does. */
  if (self->pages == NULL)
    return;
  pages = adw_view_stack_get_pages (self->pages);
  several = g_list_model_get_n_items (G_LIST_MODEL (pages)) > 1;
  gtk_widget_set_visible (GTK_WIDGET (self->wide_switcher), several);
  adw_view_switcher_bar_set_reveal (self->narrow_switcher, several);
}

/* --- Dialogs --- */

/* Where nothing is animated, the sheet of a dialog that is closed by its button is gone before
 * libadwaita is done with it: it and what it lies in are let go of when nothing of that is left on
 * the stack. */
static void
dialog_closed_cb (AdwDialog *dialog)
{
  for (GtkWidget *at = adw_dialog_get_child (dialog); at != NULL; at = gtk_widget_get_parent (at))
    {
      g_idle_add_once (g_object_unref, g_object_ref (at));
      if (at == GTK_WIDGET (dialog))
        break;
    }
}

static void
dialog_changed_cb (PlimsollWindow *self)
{
  AdwDialog *dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self));

  if (dialog == NULL)
    return;
  g_signal_handlers_disconnect_by_func (dialog, dialog_closed_cb, NULL);
  g_signal_connect (dialog, "closed", G_CALLBACK (dialog_closed_cb), NULL);
}

/* --- Settings --- */

static void
restore (PlimsollWindow *self)
{
  const PlimsollSessionLists lists = { self->models, self->own, self->accelerators,
                                       plimsoll_window_find_kept, self };
  g_autofree char *last = g_settings_get_string (self->settings, PLIMSOLL_SESSION_QUESTION);
  g_autofree char *page = g_settings_get_string (self->settings, "page");
  g_autofree char *path = NULL;
  g_auto (GStrv) lost = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) training_error = NULL;

  if (!plimsoll_session_restore (self->settings, self->scenario, &lists, &path, &lost, &error))
    plimsoll_window_tell_fault (self,
                                _("The last question could not be read; this is the default one"),
                                error->message);
  else if (path != NULL)
    plimsoll_window_restore_model (self, path);
  for (char **fault = lost; fault != NULL && *fault != NULL; fault++)
    plimsoll_window_tell_fault (self, _("Part of the last question is gone"), *fault);
  if (!plimsoll_session_restore_training (self->settings, self->training, &training_error))
    plimsoll_window_tell_fault (self, _("How a model was trained last could not be read"),
                                training_error->message);
  plimsoll_window_look_at_computer (self, *last == '\0');

  if (adw_view_stack_get_child_by_name (self->pages, page) != NULL)
    adw_view_stack_set_visible_child_name (self->pages, page);
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
}

static gboolean
plimsoll_window_close_request (GtkWindow *window)
{
  plimsoll_window_save (PLIMSOLL_WINDOW (window));

  return GTK_WINDOW_CLASS (plimsoll_window_parent_class)->close_request (window);
}

static void
plimsoll_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (object);

  switch ((PlimsollWindowProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_window_dispose (GObject *object)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (object);

  plimsoll_window_cancel_open (self);
  plimsoll_window_cancel_look (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_WINDOW);
  g_clear_object (&self->before);
  g_clear_object (&self->offered);
  g_clear_object (&self->fetched);
  g_clear_object (&self->hub);
  g_clear_object (&self->sizer);
  g_clear_object (&self->pins);
  g_clear_object (&self->training);
  g_clear_object (&self->scenario);
  g_clear_object (&self->models);
  g_clear_object (&self->own);
  g_clear_pointer (&self->listed, g_hash_table_unref);
  g_clear_object (&self->own_hardware);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->catalog);
  g_clear_object (&self->exported);
  g_clear_pointer (&self->engines, g_ptr_array_unref);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (plimsoll_window_parent_class)->dispose (object);
}

static void
plimsoll_window_class_init (PlimsollWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_window_dispose;
  object_class->get_property = plimsoll_window_get_property;
  GTK_WINDOW_CLASS (klass)->close_request = plimsoll_window_close_request;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_QUESTION_PANE);
  g_type_ensure (PLIMSOLL_TYPE_FIT_PAGE);
  g_type_ensure (PLIMSOLL_TYPE_COMPARE_PAGE);
  g_type_ensure (PLIMSOLL_TYPE_SPEED_PAGE);
  g_type_ensure (PLIMSOLL_TYPE_COST_PAGE);
  g_type_ensure (PLIMSOLL_TYPE_RUN_PAGE);
  g_type_ensure (PLIMSOLL_TYPE_TRAINING_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-window.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollWindow, name)
  CHILD (toasts);
  CHILD (drop_revealer);
  CHILD (layouts);
  CHILD (wide_switcher);
  CHILD (narrow_switcher);
  CHILD (question_sheet);
  CHILD (handle_model);
  CHILD (handle_rest);
  CHILD (question);
  CHILD (pages);
  CHILD (fit_page);
  CHILD (compare_page);
  CHILD (speed_page);
  CHILD (cost_page);
  CHILD (training_page);
#undef CHILD
  plimsoll_window_install_actions (widget_class);
  plimsoll_window_install_open_actions (widget_class);
  plimsoll_window_install_hub_actions (widget_class);
  plimsoll_window_install_addition_actions (widget_class);
  plimsoll_window_install_ledger_actions (widget_class);
  plimsoll_window_install_computer_actions (widget_class);
  plimsoll_window_install_export_actions (widget_class);
  plimsoll_window_install_preference_actions (widget_class);
  plimsoll_window_install_help_actions (widget_class);
}

static void
plimsoll_window_init (PlimsollWindow *self)
{
  static const char *const handle[] = {
    "notify::model",       "notify::precision",         "notify::context-length",
    "notify::accelerator", "notify::accelerator-count", "notify::further-accelerators"
  };
  g_autoptr (GtkSelectionModel) pages = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.this-computer", FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.use-computer", FALSE);

  self->settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  self->scenario = plimsoll_scenario_new ();
  self->pins = plimsoll_pins_new ();
  self->training = plimsoll_training_scenario_new ();
  for (guint i = 0; i < G_N_ELEMENTS (handle); i++)
    g_signal_connect_object (self->scenario, handle[i], G_CALLBACK (update_handle), self,
                             G_CONNECT_SWAPPED);

  pages = adw_view_stack_get_pages (self->pages);
  g_signal_connect_object (pages, "items-changed", G_CALLBACK (pages_changed_cb), self,
                           G_CONNECT_SWAPPED);
  pages_changed_cb (self);
  g_signal_connect (self, "notify::visible-dialog", G_CALLBACK (dialog_changed_cb), NULL);
  plimsoll_window_accept_drops (self);
}

static void
write_failed_cb (PlimsollWindow *self, const char *message)
{
  plimsoll_window_tell_fault (self, _("My Models could not be saved"), message);
}

PlimsollWindow *
plimsoll_window_new (GtkApplication *application,
                     PlimsollModelList *models,
                     PlimsollOwnModels *own,
                     PlimsollCatalog *catalog)
{
  PlimsollWindow *self = g_object_new (PLIMSOLL_TYPE_WINDOW, "application", application, NULL);

  self->models = g_object_ref (models);
  self->own = g_object_ref (own);
  self->catalog = g_object_ref (catalog);
  self->accelerators = g_object_ref (plimsoll_catalog_get_accelerators (catalog));
  self->own_hardware = g_object_ref (plimsoll_catalog_get_own_hardware (catalog));
  self->engines = g_ptr_array_ref ((GPtrArray *) plimsoll_catalog_get_engines (catalog));
  g_signal_connect_object (own, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
  plimsoll_window_follow_measurements (self);
  plimsoll_window_follow_preferences (self);
  restore (self);
  plimsoll_window_restore_pins (self);
  self->sizer = plimsoll_sizer_new (self->scenario);
  plimsoll_sizer_flush (self->sizer);
  plimsoll_window_follow_hardware (self);
  g_object_set (self->question, "accelerators", self->accelerators, "computer",
                plimsoll_catalog_get_own_computer (catalog), NULL);
  plimsoll_fit_page_set_lists (self->fit_page, self->accelerators,
                               plimsoll_catalog_get_offers (catalog));
  plimsoll_compare_page_set_lists (self->compare_page, self->accelerators, models,
                                   plimsoll_catalog_get_quality (catalog));
  plimsoll_compare_page_set_computer (self->compare_page,
                                      plimsoll_catalog_get_own_computer (catalog));
  plimsoll_speed_page_set_lists (self->speed_page, G_LIST_MODEL (self->accelerators), self->pins);
  plimsoll_cost_page_set_catalog (self->cost_page, catalog);
  plimsoll_training_page_set (self->training_page, self->sizer, self->training, catalog);
  plimsoll_compare_page_set_prices (self->compare_page, plimsoll_catalog_get_offers (catalog),
                                    self->own_hardware);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
  update_handle (self);
  return self;
}

PlimsollSizer *
plimsoll_window_get_sizer (PlimsollWindow *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_WINDOW (self), NULL);

  return self->sizer;
}

PlimsollScenario *
plimsoll_window_get_scenario (PlimsollWindow *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_WINDOW (self), NULL);

  return self->scenario;
}

PlimsollPins *
plimsoll_window_get_pins (PlimsollWindow *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_WINDOW (self), NULL);

  return self->pins;
}

void
plimsoll_window_save (PlimsollWindow *self)
{
  int width, height;

  g_return_if_fail (PLIMSOLL_IS_WINDOW (self));

  if (self->settings == NULL || self->scenario == NULL)
    return;

  plimsoll_session_save (self->settings, self->scenario);
  plimsoll_session_save_training (self->settings, self->training);
  g_settings_set_boolean (self->settings, "on-this-computer", self->on_computer);
  g_settings_set_string (self->settings, "page",
                         adw_view_stack_get_visible_child_name (self->pages));
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width >= 360)
    g_settings_set_int (self->settings, "window-width", width);
  if (height >= 294)
    g_settings_set_int (self->settings, "window-height", height);
}
