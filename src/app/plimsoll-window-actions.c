/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-search-dialog.h"
#include "plimsoll-suggestions.h"

#include <glib/gi18n.h>

static void
keep_before (PlimsollWindow *self, PlimsollScenario *before)
{
  g_set_object (&self->before, before);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", TRUE);
}

void
plimsoll_window_remember (PlimsollWindow *self)
{
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (self->scenario);

  keep_before (self, before);
}

void
plimsoll_window_search (PlimsollWindow *self, const char *text)
{
  AdwDialog *open = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self));
  PlimsollSearchDialog *dialog;

  if (open != NULL)
    {
      if (text != NULL && PLIMSOLL_IS_SEARCH_DIALOG (open))
        plimsoll_search_dialog_set_text (PLIMSOLL_SEARCH_DIALOG (open), text);
      return;
    }

  dialog = plimsoll_search_dialog_new (self->models, self->own, plimsoll_window_get_hub (self),
                                       self->scenario);
  g_signal_connect_object (dialog, "model-chosen", G_CALLBACK (plimsoll_window_choose_model), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "remote-chosen", G_CALLBACK (plimsoll_window_choose_remote),
                           self, G_CONNECT_SWAPPED);
  if (text != NULL)
    plimsoll_search_dialog_set_text (dialog, text);
  adw_dialog_present (ADW_DIALOG (dialog), GTK_WIDGET (self));
}

static void
search (GtkWidget *widget, const char *action, GVariant *parameter)
{
  plimsoll_window_search (PLIMSOLL_WINDOW (widget), NULL);
}

/* Says what was changed; it can be undone. */
static void
say_changed (PlimsollWindow *self, PlimsollScenario *before, const char *why)
{
  AdwToast *toast = adw_toast_new (why);

  keep_before (self, before);
  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

void
plimsoll_window_change (PlimsollWindow *self, PlimsollScenario *question, const char *why)
{
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (self->scenario);

  plimsoll_scenario_assign (self->scenario, question);
  say_changed (self, before, why);
}

static void
change (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (self->scenario);
  const char *property, *value, *why;

  g_variant_get (parameter, "(&s&s&s)", &property, &value, &why);
  if (plimsoll_suggestion_apply (self->scenario, property, value))
    say_changed (self, before, why);
}

/* Other hardware, and nothing else beside it. What was placed by hand was so on the former. */
static void
take (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (PlimsollScenario) before = plimsoll_scenario_copy (self->scenario);
  g_autoptr (PlimsollAccelerator) accelerator = NULL;
  g_autofree char *hardware = NULL, *what = NULL;
  const char *id;
  guint count;

  g_variant_get (parameter, "(&su)", &id, &count);
  accelerator = plimsoll_accelerator_list_find (self->accelerators, id, NULL);
  if (accelerator == NULL)
    return;

  g_object_freeze_notify (G_OBJECT (self->scenario));
  plimsoll_scenario_set_further_accelerators (self->scenario, NULL);
  plimsoll_scenario_set_accelerator (self->scenario, accelerator);
  g_object_set (self->scenario, "accelerator-count", count, "tensor-split", "", "ngl",
                PLIMSOLL_ALL_LAYERS, "n-cpu-moe", 0, NULL);
  if (count > 1 && plimsoll_scenario_get_split (self->scenario) == PLIMSOLL_SPLIT_NONE)
    g_object_set (self->scenario, "split", PLIMSOLL_SPLIT_LAYER, NULL);
  g_object_thaw_notify (G_OBJECT (self->scenario));

  hardware = plimsoll_answer_hardware (self->scenario);
  /* Translators: hardware that the question is about from now on. */
  what = g_strdup_printf (_("The target is %s"), hardware);
  say_changed (self, before, what);
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

/* Puts a text on the clipboard, and says so. */
static void
copy (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget),
                          g_variant_get_string (parameter, NULL));
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_("Copied to clipboard")));
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
go_to_page (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  const char *name = g_variant_get_string (parameter, NULL);
  GtkWidget *page = adw_view_stack_get_child_by_name (self->pages, name);

  if (page == NULL)
    return;
  adw_view_stack_set_visible_child_name (self->pages, name);
  /* The stack itself takes the focus along from one page to another: a second time would leave the
   * first widget for the next. */
  if (gtk_widget_get_focus_child (page) == NULL)
    gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD);
}

void
plimsoll_window_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search);
  gtk_widget_class_install_action (widget_class, "win.change", "(sss)", change);
  gtk_widget_class_install_action (widget_class, "win.take", "(su)", take);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo);
  gtk_widget_class_install_action (widget_class, "win.copy", "s", copy);
  gtk_widget_class_install_action (widget_class, "win.other-pane", NULL, other_pane);
  gtk_widget_class_install_action (widget_class, "win.page", "s", go_to_page);
  plimsoll_window_install_check_actions (widget_class);
  plimsoll_window_install_hardware_actions (widget_class);
  plimsoll_window_install_pin_actions (widget_class);
}
