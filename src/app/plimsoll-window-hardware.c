/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-window-private.h"

#include "plimsoll-hardware-dialog.h"
#include "plimsoll-scenario-state.h"

#include <glib/gi18n.h>

/* My Hardware, and the question that goes along with what changes there. */

static PlimsollHardwareDialog *
open_dialog (PlimsollWindow *self)
{
  PlimsollHardwareDialog *dialog;

  if (adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self)) != NULL)
    return NULL;
  dialog = plimsoll_hardware_dialog_new (self->catalog);
  plimsoll_hardware_dialog_set_measured (dialog,
                                         plimsoll_catalog_get_own_measurements (self->catalog),
                                         self->models);
  adw_dialog_present (ADW_DIALOG (dialog), GTK_WIDGET (self));
  return dialog;
}

static void
my_hardware (GtkWidget *widget, const char *action, GVariant *parameter)
{
  open_dialog (PLIMSOLL_WINDOW (widget));
}

static void
my_offers (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollHardwareDialog *dialog = open_dialog (PLIMSOLL_WINDOW (widget));

  if (dialog != NULL)
    plimsoll_hardware_dialog_show_offers (dialog);
}

static void
edit_accelerator (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollAccelerator *accelerator =
    plimsoll_accelerator_list_lookup (self->accelerators, g_variant_get_string (parameter, NULL));
  PlimsollHardwareDialog *dialog = accelerator != NULL ? open_dialog (self) : NULL;

  if (dialog != NULL)
    plimsoll_hardware_dialog_edit (dialog, accelerator);
}

static void
show_accelerator (GtkWidget *widget, const char *action, GVariant *parameter)
{
  PlimsollWindow *self = PLIMSOLL_WINDOW (widget);
  PlimsollAccelerator *accelerator =
    plimsoll_accelerator_list_lookup (self->accelerators, g_variant_get_string (parameter, NULL));

  if (accelerator == NULL)
    return;
  adw_view_stack_set_visible_child_name (self->pages, "compare");
  plimsoll_compare_page_show_report (self->compare_page, accelerator);
}

/* --- The question --- */

/* That of the question with which everybody begins. */
static PlimsollAccelerator *
usual_accelerator (PlimsollWindow *self)
{
  PlimsollAccelerator *usual =
    plimsoll_accelerator_list_lookup (self->accelerators, PLIMSOLL_DEFAULT_ACCELERATOR);

  return usual != NULL ? g_object_ref (usual)
                       : g_list_model_get_item (G_LIST_MODEL (self->accelerators), 0);
}

/* What has taken its place; %NULL: nothing has, it is gone. One that was never listed, as a size
   that a chip is sold with, stays. */
static gboolean
is_replaced (PlimsollWindow *self, PlimsollAccelerator *accelerator, PlimsollAccelerator **by)
{
  *by = plimsoll_accelerator_list_lookup (self->accelerators,
                                          plimsoll_accelerator_get_id (accelerator));
  return *by != accelerator && g_hash_table_contains (self->listed, accelerator);
}

static void
follow_further (PlimsollWindow *self)
{
  GPtrArray *boards = plimsoll_scenario_get_further_accelerators (self->scenario);
  g_autoptr (GPtrArray) now = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean changed = FALSE;

  for (guint i = 0; i < boards->len; i++)
    {
      PlimsollAccelerator *board = boards->pdata[i], *by;

      if (is_replaced (self, board, &by))
        {
          changed = TRUE;
          board = by;
        }
      if (board != NULL)
        g_ptr_array_add (now, g_object_ref (board));
    }
  if (changed)
    plimsoll_scenario_set_further_accelerators (self->scenario, now);
}

static void
list_accelerators (PlimsollWindow *self)
{
  g_hash_table_remove_all (self->listed);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->accelerators)); i++)
    g_hash_table_add (self->listed, g_list_model_get_item (G_LIST_MODEL (self->accelerators), i));
}

/* The question is about what is in the list: what was changed counts as it is now, and in the place
   of what was removed comes what is usual. */
static void
accelerators_changed_cb (PlimsollWindow *self)
{
  PlimsollAccelerator *target, *by;

  if (self->scenario == NULL)
    return;
  target = plimsoll_scenario_get_accelerator (self->scenario);
  if (target != NULL && is_replaced (self, target, &by))
    {
      g_autoptr (PlimsollAccelerator) instead =
        by != NULL ? g_object_ref (by) : usual_accelerator (self);

      plimsoll_scenario_set_accelerator (self->scenario, instead);
    }
  follow_further (self);
  list_accelerators (self);
}

static void
write_failed_cb (PlimsollWindow *self, const char *message)
{
  plimsoll_window_tell_fault (self, _("My Hardware could not be saved"), message);
}

void
plimsoll_window_follow_hardware (PlimsollWindow *self)
{
  self->listed = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  list_accelerators (self);
  /* After all that shows the list: what is told then finds it as it is. */
  g_signal_connect_object (self->accelerators, "items-changed",
                           G_CALLBACK (accelerators_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (self->own_hardware, "write-failed", G_CALLBACK (write_failed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
plimsoll_window_install_hardware_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.my-hardware", NULL, my_hardware);
  gtk_widget_class_install_action (widget_class, "win.my-offers", NULL, my_offers);
  gtk_widget_class_install_action (widget_class, "win.show-accelerator", "s", show_accelerator);
  gtk_widget_class_install_action (widget_class, "win.edit-accelerator", "s", edit_accelerator);
}
