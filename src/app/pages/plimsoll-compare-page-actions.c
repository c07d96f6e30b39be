/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-compare-page-private.h"

#include "plimsoll-fit-cell.h"
#include "plimsoll-fit-row.h"
#include "plimsoll-fit-table.h"

#include <glib/gi18n.h>

void
plimsoll_compare_page_set_state (PlimsollComparePage *self, const char *name, GVariant *state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), state);
}

static void
append_move (GMenu *menu, const PlimsollFitColumnInfo *info, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (_(info->title), NULL);

  g_menu_item_set_action_and_target (item, action, "s", info->key);
  g_menu_append_item (menu, item);
}

/* The menu of the columns that this table has. */
void
plimsoll_compare_page_update_menu (PlimsollComparePage *self)
{
  g_autoptr (GMenu) menu = g_menu_new (), orders = g_menu_new (), shown = g_menu_new ();
  g_autoptr (GMenu) directions = g_menu_new (), first = g_menu_new (), copies = g_menu_new ();
  g_autoptr (GMenu) reset = g_menu_new (), earlier = g_menu_new (), later = g_menu_new ();
  guint n;
  const PlimsollFitColumn *columns = plimsoll_fit_columns (self->vary, &n);

  for (guint i = 0; i < n; i++)
    {
      const PlimsollFitColumnInfo *info = plimsoll_fit_column_info (columns[i]);
      g_autoptr (GMenuItem) order = g_menu_item_new (_(info->title), NULL);
      g_autofree char *show = g_strconcat ("compare.show-", info->key, NULL);

      g_menu_item_set_action_and_target (order, "compare.sort", "s", info->key);
      g_menu_append_item (orders, order);
      append_move (earlier, info, "compare.move-earlier");
      append_move (later, info, "compare.move-later");
      if (columns[i] != PLIMSOLL_FIT_NAME)
        g_menu_append (shown, _(info->title), show);
    }
  g_menu_append (directions, _("_Descending"), "compare.descending");
  g_menu_append_section (orders, NULL, G_MENU_MODEL (directions));
  g_menu_append_submenu (reset, _("Move towards _Start"), G_MENU_MODEL (earlier));
  g_menu_append_submenu (reset, _("Move towards _End"), G_MENU_MODEL (later));
  g_menu_append (reset, _("_Reset"), "compare.reset-columns");
  g_menu_append_section (shown, NULL, G_MENU_MODEL (reset));
  g_menu_append_submenu (first, _("_Sort By"), G_MENU_MODEL (orders));
  g_menu_append_submenu (first, _("_Columns"), G_MENU_MODEL (shown));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (first));
  g_menu_append (copies, _("Copy as _Text"), "compare.copy('text')");
  g_menu_append (copies, _("Copy as C_SV"), "compare.copy('csv')");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  gtk_menu_button_set_menu_model (self->menu_button, G_MENU_MODEL (menu));
}

void
plimsoll_compare_page_use (PlimsollComparePage *self, PlimsollFit *fit)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollFitFigures *figures = plimsoll_fit_get_figures (fit);

  if (plimsoll_fit_is_computer (fit))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.use-computer", NULL);
  else if (plimsoll_fit_get_accelerator (fit) != NULL)
    plimsoll_scenario_set_accelerator (scenario, plimsoll_fit_get_accelerator (fit));
  else if (plimsoll_fit_get_model (fit) != NULL)
    {
      g_object_freeze_notify (G_OBJECT (scenario));
      plimsoll_scenario_set_model (scenario, plimsoll_fit_get_model (fit));
      if (figures->precision != NULL)
        plimsoll_scenario_set_precision (scenario, figures->precision->name);
      g_object_thaw_notify (G_OBJECT (scenario));
    }
  else
    gtk_widget_activate_action (GTK_WIDGET (self), "win.change", "(sss)", "precision",
                                plimsoll_fit_get_name (fit), plimsoll_fit_get_name (fit));
}

/* --- Actions --- */

static void
copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PlimsollComparePage *self = data;
  g_autofree char *text =
    plimsoll_compare_page_copy (self, g_str_equal (g_variant_get_string (parameter, NULL), "csv"));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
change_order (GSimpleAction *action, GVariant *value, gpointer data)
{
  PlimsollComparePage *self = data;
  PlimsollFitColumn column;

  if (plimsoll_fit_column_from_key (g_variant_get_string (value, NULL), &column))
    plimsoll_compare_page_sort_by (self, column, plimsoll_fit_column_info (column)->descending);
}

static void
change_direction (GSimpleAction *action, GVariant *value, gpointer data)
{
  PlimsollComparePage *self = data;

  plimsoll_compare_page_sort_by (self, self->order, g_variant_get_boolean (value));
}

static void
change_shown (GSimpleAction *action, GVariant *value, gpointer data)
{
  PlimsollComparePage *self = data;
  const char *key = g_action_get_name (G_ACTION (action)) + strlen ("show-");
  PlimsollFitColumn column;

  if (plimsoll_fit_column_from_key (key, &column))
    plimsoll_compare_columns_show (self->columns, column, g_variant_get_boolean (value));
}

static void
move_column (GSimpleAction *action, GVariant *key, gpointer data)
{
  PlimsollComparePage *self = data;
  PlimsollFitColumn column;

  if (plimsoll_fit_column_from_key (g_variant_get_string (key, NULL), &column))
    plimsoll_compare_columns_move (self->columns, column,
                                   g_str_equal (g_action_get_name (G_ACTION (action)),
                                                "move-later"));
}

static void
reset_columns (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PlimsollComparePage *self = data;

  plimsoll_compare_columns_reset (self->columns);
}

static void
focus_filter (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PlimsollComparePage *self = data;

  gtk_widget_grab_focus (GTK_WIDGET (self->filter_entry));
}

static void
use_pointed (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PlimsollComparePage *self = data;

  if (self->pointed != NULL)
    plimsoll_compare_page_use (self, self->pointed);
}

/* --- The menu of a row --- */

/* The row under @widget, a descendant of the table or the row itself. */
static PlimsollFit *
find_fit (GtkWidget *widget)
{
  if (PLIMSOLL_IS_FIT_CELL (widget))
    return plimsoll_fit_cell_get_fit (PLIMSOLL_FIT_CELL (widget));
  if (PLIMSOLL_IS_FIT_ROW (widget))
    return plimsoll_fit_row_get_fit (PLIMSOLL_FIT_ROW (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      PlimsollFit *fit = find_fit (child);

      if (fit != NULL)
        return fit;
    }
  return NULL;
}

static GMenuModel *
row_menu (PlimsollComparePage *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) copies = g_menu_new ();

  if (self->vary == PLIMSOLL_VARY_HARDWARE)
    {
      g_menu_append (menu, _("Use as _Target"), "compare.use");
      if (self->pointed != NULL && plimsoll_fit_is_computer (self->pointed))
        g_menu_append (menu, _("This _Computer…"), "win.this-computer");
    }
  else if (self->vary == PLIMSOLL_VARY_MODEL)
    g_menu_append (menu, _("Choose This _Model"), "compare.use");
  else
    g_menu_append (menu, _("Choose This _Precision"), "compare.use");
  g_menu_append (copies, _("Copy as _Text"), "compare.copy('text')");
  g_menu_append (copies, _("Copy as C_SV"), "compare.copy('csv')");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));
  return G_MENU_MODEL (menu);
}

static void
pop_up (PlimsollComparePage *self, GtkWidget *at, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;
  graphene_point_t point;

  if (!gtk_widget_compute_point (at, GTK_WIDGET (self->stack),
                                 &GRAPHENE_POINT_INIT ((float) x, (float) y), &point))
    return;
  menu = row_menu (self);
  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (menu);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  else
    gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), menu);
  if (gtk_widget_compute_point (GTK_WIDGET (self->stack), GTK_WIDGET (self), &point, &point))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                                 &(GdkRectangle) { (int) point.x, (int) point.y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
pressed_cb (PlimsollComparePage *self, int n, double x, double y, GtkGestureClick *gesture)
{
  GtkWidget *list = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *at = gtk_widget_pick (list, x, y, GTK_PICK_DEFAULT);
  PlimsollFit *fit = NULL;

  for (; at != NULL && at != list && fit == NULL; at = gtk_widget_get_parent (at))
    if (PLIMSOLL_IS_FIT_CELL (at) || PLIMSOLL_IS_FIT_ROW (at))
      fit = find_fit (at);
  if (fit == NULL)
    return;
  g_set_object (&self->pointed, fit);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  pop_up (self, list, x, y);
}

static void
menu_key (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  PlimsollComparePage *self = data;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  PlimsollFit *fit;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->stack)))
    return;
  fit = find_fit (focus);
  if (fit == NULL)
    return;
  g_set_object (&self->pointed, fit);
  pop_up (self, focus, gtk_widget_get_width (focus) / 4, gtk_widget_get_height (focus) / 2);
}

/* --- Public --- */

static void
add_shortcut (GtkWidget *widget, const char *trigger, const char *action, GVariant *target)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcut *shortcut =
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string (trigger), gtk_named_action_new (action));

  if (target != NULL)
    gtk_shortcut_set_arguments (shortcut, target);
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller), shortcut);
  gtk_widget_add_controller (widget, controller);
}

static void
add_menu_gesture (PlimsollComparePage *self, GtkWidget *list)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (gesture, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (gesture));
}

void
plimsoll_compare_page_add_actions (PlimsollComparePage *self)
{
  static const GActionEntry entries[] = {
    { "copy", copy, "s" },
    { "sort", NULL, "s", "'name'", change_order },
    { "descending", NULL, NULL, "false", change_direction },
    { "move-earlier", move_column, "s" },
    { "move-later", move_column, "s" },
    { "reset-columns", reset_columns },
    { "filter", focus_filter },
    { "use", use_pointed },
    { "menu", menu_key },
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries, G_N_ELEMENTS (entries),
                                   self);
  for (guint i = PLIMSOLL_FIT_NAME + 1; i < PLIMSOLL_FIT_N_COLUMNS; i++)
    {
      g_autofree char *name =
        g_strconcat ("show-", plimsoll_fit_column_info ((PlimsollFitColumn) i)->key, NULL);
      g_autoptr (GSimpleAction) action =
        g_simple_action_new_stateful (name, NULL, g_variant_new_boolean (TRUE));

      g_signal_connect (action, "change-state", G_CALLBACK (change_shown), self);
      g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "compare", G_ACTION_GROUP (self->actions));

  add_menu_gesture (self, GTK_WIDGET (self->view));
  add_menu_gesture (self, GTK_WIDGET (self->rows));
  add_shortcut (GTK_WIDGET (self->stack), "<Control>c", "compare.copy",
                g_variant_new_string ("text"));
  add_shortcut (GTK_WIDGET (self->stack), "<Shift>F10|Menu", "compare.menu", NULL);
  add_shortcut (GTK_WIDGET (self), "<Control>f", "compare.filter", NULL);
}

char *
plimsoll_compare_page_copy (PlimsollComparePage *self, gboolean csv)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GtkBitset) selected = NULL;
  PlimsollFitColumn columns[PLIMSOLL_FIT_N_COLUMNS];
  guint n;
  gboolean all;

  g_return_val_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self), NULL);

  n = plimsoll_compare_columns_list (self->columns, columns);
  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  all = gtk_bitset_is_empty (selected);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->selection)); i++)
    if (all || gtk_bitset_contains (selected, i))
      g_ptr_array_add (rows, g_list_model_get_item (G_LIST_MODEL (self->selection), i));

  return csv ? plimsoll_fit_table_to_csv (rows, columns, n)
             : plimsoll_fit_table_to_tabs (rows, columns, n);
}
