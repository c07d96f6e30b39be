/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window.h"

#include "plimsoll-fit-page.h"
#include "plimsoll-format.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-search-dialog.h"
#include "plimsoll-session.h"
#include "plimsoll-suggestions.h"

#include <glib/gi18n.h>

struct _PlimsollWindow
{
  AdwApplicationWindow parent_instance;

  GSettings *settings;
  PlimsollModelList *models;
  PlimsollAcceleratorList *accelerators;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollScenario *before; /* the question before the last change that can be undone */

  AdwToastOverlay *toasts;
  AdwMultiLayoutView *layouts;
  AdwViewSwitcher *wide_switcher;
  AdwViewSwitcherBar *narrow_switcher;
  AdwBottomSheet *question_sheet;
  GtkLabel *handle_model;
  GtkLabel *handle_rest;
  PlimsollQuestionPane *question;
  AdwViewStack *pages;
  PlimsollFitPage *fit_page;
};

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
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (self->scenario);
  guint count = plimsoll_scenario_get_accelerator_count (self->scenario);
  g_autofree char *tokens =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (self->scenario));
  g_autofree char *hardware = NULL, *rest = NULL;
  const char *name = accelerator != NULL ? plimsoll_accelerator_get_name (accelerator) : "";

  hardware = count > 1 ? g_strdup_printf (_("%u× %s"), count, name) : g_strdup (name);
  /* Translators: precision, context and hardware: "Q4_K_M · 32K context · NVIDIA RTX 4090". */
  rest = g_strdup_printf (_("%s · %s context · %s"),
                          plimsoll_scenario_get_precision (self->scenario), tokens, hardware);
  gtk_label_set_label (self->handle_model,
                       model != NULL ? plimsoll_model_get_name (model) : _("No Model"));
  gtk_label_set_label (self->handle_rest, rest);
}

/* --- Actions --- */

static void
model_chosen_cb (PlimsollWindow *self, PlimsollModel *model)
{
  plimsoll_scenario_set_model (self->scenario, model);
}

static void
search (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollSearchDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;

  dialog = plimsoll_search_dialog_new (self->models, self->scenario);
  g_signal_connect_object (dialog, "model-chosen", G_CALLBACK (model_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  adw_dialog_present (ADW_DIALOG (dialog), widget);
}

static void
change (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (self->scenario);
  const char *property, *value, *why;
  AdwToast *toast;

  g_variant_get (parameter, "(&s&s&s)", &property, &value, &why);
  if (!plimsoll_suggestion_apply (self->scenario, property, value))
    return;

  g_set_object (&self->before, before);
  gtk_widget_action_set_enabled (widget, "win.undo", TRUE);
  toast = adw_toast_new (why);
  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
undo (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);

  if (self->before == NULL)
    return;
  plimsoll_scenario_assign (self->scenario, self->before);
  g_clear_object (&self->before);
  gtk_widget_action_set_enabled (widget, "win.undo", FALSE);
  adw_toast_overlay_dismiss_all (self->toasts);
}

static gboolean
is_narrow (PlimsollWindow *self)
{
  return g_strcmp0 (adw_multi_layout_view_get_layout_name (self->layouts), "narrow") == 0;
}

static void
other_pane (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self));
  gboolean in_question =
    focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->question));

  if (is_narrow (self))
    adw_bottom_sheet_set_open (self->question_sheet, !in_question);
  if (in_question)
    gtk_widget_child_focus (adw_view_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD);
  else
    plimsoll_question_pane_focus (self->question);
}

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

static void
go_to_page (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  const char *name = g_variant_get_string (parameter, NULL);

  if (adw_view_stack_get_child_by_name (self->pages, name) == NULL)
    return;
  adw_view_stack_set_visible_child_name (self->pages, name);
  gtk_widget_child_focus (adw_view_stack_get_visible_child (self->pages), GTK_DIR_TAB_FORWARD);
}

/* --- Settings --- */

static void
restore (PlimsollWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!plimsoll_session_restore (self->settings, self->scenario, self->models, self->accelerators,
                                 &error))
    {
      AdwToast *toast =
        adw_toast_new (_("The last question could not be read; this is the default one"));

      g_info ("The last question: %s", error->message);
      adw_toast_set_timeout (toast, 0);
      adw_toast_overlay_add_toast (self->toasts, toast);
    }

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

  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_WINDOW);
  g_clear_object (&self->before);
  g_clear_object (&self->sizer);
  g_clear_object (&self->scenario);
  g_clear_object (&self->models);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (plimsoll_window_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search);
  gtk_widget_class_install_action (widget_class, "win.change", "(sss)", change);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo);
  gtk_widget_class_install_action (widget_class, "win.other-pane", NULL, other_pane);
  gtk_widget_class_install_action (widget_class, "win.page", "s", go_to_page);
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
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-window.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollWindow, name)
  CHILD (toasts);
  CHILD (layouts);
  CHILD (wide_switcher);
  CHILD (narrow_switcher);
  CHILD (question_sheet);
  CHILD (handle_model);
  CHILD (handle_rest);
  CHILD (question);
  CHILD (pages);
  CHILD (fit_page);
#undef CHILD
  install_actions (widget_class);
}

static void
plimsoll_window_init (PlimsollWindow *self)
{
  static const char *const handle[] = { "notify::model", "notify::precision",
                                        "notify::context-length", "notify::accelerator",
                                        "notify::accelerator-count" };
  g_autoptr (GtkSelectionModel) pages = NULL;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", FALSE);

  self->settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  self->scenario = plimsoll_scenario_new ();
  for (guint i = 0; i < G_N_ELEMENTS (handle); i++)
    g_signal_connect_object (self->scenario, handle[i], G_CALLBACK (update_handle), self,
                             G_CONNECT_SWAPPED);

  pages = adw_view_stack_get_pages (self->pages);
  g_signal_connect_object (pages, "items-changed", G_CALLBACK (pages_changed_cb), self,
                           G_CONNECT_SWAPPED);
  pages_changed_cb (self);
}

PlimsollWindow *
plimsoll_window_new (GtkApplication *application,
                     PlimsollModelList *models,
                     PlimsollAcceleratorList *accelerators)
{
  PlimsollWindow *self = g_object_new (PLIMSOLL_TYPE_WINDOW, "application", application, NULL);

  self->models = g_object_ref (models);
  self->accelerators = g_object_ref (accelerators);
  restore (self);
  self->sizer = plimsoll_sizer_new (self->scenario);
  plimsoll_sizer_flush (self->sizer);
  g_object_set (self->question, "accelerators", accelerators, NULL);
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

void
plimsoll_window_save (PlimsollWindow *self)
{
  int width, height;

  g_return_if_fail (PLIMSOLL_IS_WINDOW (self));

  if (self->settings == NULL || self->scenario == NULL)
    return;

  plimsoll_session_save (self->settings, self->scenario);
  g_settings_set_boolean (self->settings, "window-maximized",
                          gtk_window_is_maximized (GTK_WINDOW (self)));
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  if (width >= 360)
    g_settings_set_int (self->settings, "window-width", width);
  if (height >= 294)
    g_settings_set_int (self->settings, "window-height", height);
}
