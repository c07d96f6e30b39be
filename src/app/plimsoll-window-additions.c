/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-search-dialog.h"

#include <glib/gi18n.h>

/* --- What is beside the model from now on --- */

static void
say_added (PlimsollWindow *self, const char *name)
{
  /* Translators: the name of a file or a model. */
  g_autofree char *text = g_strdup_printf (_("%s added"), name);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  adw_toast_overlay_dismiss_all (self->toasts);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
add_adapter (PlimsollWindow *self, PlimsollAddition *adapter)
{
  g_autoptr (GPtrArray) adapters = g_ptr_array_new_with_free_func (g_object_unref);
  GPtrArray *there = plimsoll_scenario_get_adapters (self->scenario);

  for (guint i = 0; i < there->len; i++)
    {
      if (g_str_equal (plimsoll_addition_get_id (there->pdata[i]),
                       plimsoll_addition_get_id (adapter)))
        return;
      g_ptr_array_add (adapters, g_object_ref (there->pdata[i]));
    }
  if (adapters->len == PLIMSOLL_MAX_ADAPTERS)
    {
      plimsoll_window_tell (self, _("There are as many adapters as there can be"));
      return;
    }

  plimsoll_window_remember (self);
  g_ptr_array_add (adapters, g_object_ref (adapter));
  plimsoll_scenario_set_adapters (self->scenario, adapters);
  say_added (self, plimsoll_addition_get_name (adapter));
}

void
plimsoll_window_add (PlimsollWindow *self, PlimsollAddition *addition)
{
  switch (plimsoll_addition_get_kind (addition))
    {
    case PLIMSOLL_ADDITION_PROJECTOR:
      plimsoll_window_remember (self);
      plimsoll_scenario_set_projector (self->scenario, addition);
      say_added (self, plimsoll_addition_get_name (addition));
      break;
    case PLIMSOLL_ADDITION_ADAPTER:
      add_adapter (self, addition);
      break;
    default:
      g_return_if_reached ();
    }
}

void
plimsoll_window_take_draft (PlimsollWindow *self, PlimsollModel *draft)
{
  plimsoll_window_remember (self);
  plimsoll_scenario_set_draft (self->scenario, draft);
  say_added (self, plimsoll_model_get_name (draft));
}

/* --- A file that is no model --- */

static char *
describe (PlimsollAddition *addition, gboolean served)
{
  const char *name = plimsoll_addition_get_name (addition);

  /* Translators, of all four: the name of a file. */
  if (plimsoll_addition_get_kind (addition) == PLIMSOLL_ADDITION_PROJECTOR)
    return served
             ? g_strdup_printf (_("Vision projector “%s”: modelled for llama.cpp alone"), name)
             : g_strdup_printf (_("Vision projector “%s”"), name);

  return served ? g_strdup_printf (_("LoRA adapter “%s”: modelled for llama.cpp alone"), name)
                : g_strdup_printf (_("LoRA adapter “%s”"), name);
}

void
plimsoll_window_offer_addition (PlimsollWindow *self, PlimsollAddition *addition)
{
  const gboolean served = plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario));
  g_autofree char *text = describe (addition, served);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_use_markup (toast, FALSE);
  adw_toast_set_timeout (toast, 0);
  if (!served)
    {
      g_set_object (&self->offered, addition);
      adw_toast_set_button_label (toast, _("_Add"));
      adw_toast_set_action_name (toast, "win.add-offered");
    }
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
add_offered (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  g_autoptr (PlimsollAddition) addition = g_steal_pointer (&self->offered);

  if (addition != NULL)
    plimsoll_window_add (self, addition);
}

/* --- Choosing --- */

static void
choose_file (PlimsollWindow *self,
             const char *title,
             const char *filter_name,
             const char *const *suffixes,
             GAsyncReadyCallback chosen_cb)
{
  g_autoptr (GtkFileDialog) dialog = gtk_file_dialog_new ();
  g_autoptr (GListStore) filters = g_list_store_new (GTK_TYPE_FILE_FILTER);
  g_autoptr (GtkFileFilter) files = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (files, filter_name);
  for (; *suffixes != NULL; suffixes++)
    gtk_file_filter_add_suffix (files, *suffixes);
  gtk_file_filter_set_name (all, _("All files"));
  gtk_file_filter_add_pattern (all, "*");
  g_list_store_append (filters, files);
  g_list_store_append (filters, all);
  gtk_file_dialog_set_title (dialog, title);
  gtk_file_dialog_set_filters (dialog, G_LIST_MODEL (filters));
  gtk_file_dialog_open (dialog, GTK_WINDOW (self), NULL, chosen_cb, g_object_ref (self));
}

static void
read_chosen (GObject *source, GAsyncResult *result, PlimsollWindow *self, PlimsollReadTo to)
{
  g_autoptr (GFile) file = gtk_file_dialog_open_finish (GTK_FILE_DIALOG (source), result, NULL);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL && self->scenario != NULL)
    plimsoll_window_read (self, path, to);
}

static void
projector_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;

  read_chosen (source, result, self, PLIMSOLL_READ_TO_PROJECT);
}

static void
adapter_chosen_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PlimsollWindow) self = data;

  read_chosen (source, result, self, PLIMSOLL_READ_TO_ADAPT);
}

static void
choose_projector (GtkWidget *widget, const char *action, GVariant *parameter)
{
  static const char *const suffixes[] = { "gguf", NULL };

  choose_file (PLIMSOLL_WINDOW (widget), _("Choose a Vision Projector"), _("GGUF files"),
               suffixes, projector_chosen_cb);
}

static void
choose_adapter (GtkWidget *widget, const char *action, GVariant *parameter)
{
  static const char *const suffixes[] = { "gguf", "safetensors", NULL };

  choose_file (PLIMSOLL_WINDOW (widget), _("Add a LoRA Adapter"), _("GGUF and safetensors files"),
               suffixes, adapter_chosen_cb);
}

static void
draft_chosen_cb (PlimsollWindow *self, PlimsollModel *model)
{
  const char *id = plimsoll_model_get_id (model);

  /* The files of the user's own may have changed. */
  if (plimsoll_own_models_lookup (self->own, id) != NULL)
    plimsoll_window_read (self, id, PLIMSOLL_READ_TO_DRAFT);
  else
    plimsoll_window_take_draft (self, model);
}

static void
draft_named_cb (PlimsollWindow *self, const char *name)
{
  plimsoll_window_read (self, name, PLIMSOLL_READ_TO_DRAFT);
}

static void
choose_draft (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollSearchDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return;

  dialog = plimsoll_search_dialog_new (self->models, self->own, plimsoll_window_get_hub (self),
                                       self->scenario);
  adw_dialog_set_title (ADW_DIALOG (dialog), _("Choose a Draft Model"));
  g_signal_connect_object (dialog, "model-chosen", G_CALLBACK (draft_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "remote-chosen", G_CALLBACK (draft_named_cb), self,
                           G_CONNECT_SWAPPED);
  adw_dialog_present (ADW_DIALOG (dialog), widget);
}

void
plimsoll_window_install_addition_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.add-offered", NULL, add_offered);
  gtk_widget_class_install_action (widget_class, "win.choose-projector", NULL, choose_projector);
  gtk_widget_class_install_action (widget_class, "win.choose-adapter", NULL, choose_adapter);
  gtk_widget_class_install_action (widget_class, "win.choose-draft", NULL, choose_draft);
}
