/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds of every page and every dialog: each control has a name, can be reached with the keys,
 * and each key is in the shortcuts window. */

#include "config.h"

#include "plimsoll-test-places.h"

/* The faults of a walk, told together: one run says them all. */
typedef struct
{
  GString *faults;
  const char *place;
  GHashTable *reached; /* (nullable): of widgets, by tabs */
} Walk;

static void
add_fault (Walk *walk, GtkWidget *widget, const char *what)
{
  g_autofree char *path = test_widget_path (widget);

  g_string_append_printf (walk->faults, "%s: %s: %s\n", walk->place, path, what);
}

static void
assert_no_faults (Walk *walk)
{
  test_tell_faults (walk->faults);
}

/* --- Names --- */

static gboolean
has_words (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return *gtk_label_get_text (GTK_LABEL (widget)) != '\0';
  if (GTK_IS_INSCRIPTION (widget))
    return gtk_inscription_get_text (GTK_INSCRIPTION (widget)) != NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_visible (child) && has_words (child))
      return TRUE;
  return FALSE;
}

/* What a screen reader names by what stands in it. */
static gboolean
is_named_by_content (GtkAccessibleRole role)
{
  switch (role)
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_LINK:
    case GTK_ACCESSIBLE_ROLE_LIST_ITEM:
    case GTK_ACCESSIBLE_ROLE_MENU_ITEM:
    case GTK_ACCESSIBLE_ROLE_OPTION:
    case GTK_ACCESSIBLE_ROLE_RADIO:
    case GTK_ACCESSIBLE_ROLE_ROW:
    case GTK_ACCESSIBLE_ROLE_GRID_CELL:
    case GTK_ACCESSIBLE_ROLE_COLUMN_HEADER:
    case GTK_ACCESSIBLE_ROLE_TAB:
    case GTK_ACCESSIBLE_ROLE_TOGGLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_TREE_ITEM:
    case GTK_ACCESSIBLE_ROLE_LABEL:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
has_name (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    {
      g_autofree char *other =
        gtk_test_accessible_check_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "");

      /* That it is not the empty one. */
      return other != NULL;
    }
  if (gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return TRUE;
  if (is_named_by_content (gtk_accessible_get_accessible_role (accessible)) && has_words (widget))
    return TRUE;
  if (GTK_IS_ENTRY (widget) && gtk_entry_get_placeholder_text (GTK_ENTRY (widget)) != NULL)
    return TRUE;
  if (ADW_IS_PREFERENCES_ROW (widget)
      && *adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)) != '\0')
    return TRUE;
  return tooltip != NULL && *tooltip != '\0';
}

/* Part of a control of the toolkit's, which has the name. */
static gboolean
is_part (GtkWidget *widget)
{
  for (GtkWidget *above = gtk_widget_get_parent (widget); above != NULL;
       above = gtk_widget_get_parent (above))
    if (GTK_IS_MENU_BUTTON (above) || GTK_IS_DROP_DOWN (above) || GTK_IS_SPIN_BUTTON (above)
        || GTK_IS_EDITABLE (above) || ADW_IS_SPIN_ROW (above) || GTK_IS_SWITCH (above)
        || GTK_IS_SCALE (above))
      return has_name (above) || is_part (above);
  return FALSE;
}

static gboolean
is_control (GtkWidget *widget)
{
  switch (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)))
    {
    case GTK_ACCESSIBLE_ROLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_CHECKBOX:
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_LINK:
    case GTK_ACCESSIBLE_ROLE_METER:
    case GTK_ACCESSIBLE_ROLE_RADIO:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_SLIDER:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON:
    case GTK_ACCESSIBLE_ROLE_SWITCH:
    case GTK_ACCESSIBLE_ROLE_TAB:
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_TOGGLE_BUTTON:
    case GTK_ACCESSIBLE_ROLE_RADIO_GROUP:
      return TRUE;
    default:
      /* What takes the focus says what it is; a frame that only hands it on does not. */
      return gtk_widget_get_focusable (widget)
             && g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Plimsoll");
    }
}

static void
check_name_cb (GtkWidget *widget, gpointer data)
{
  if (is_control (widget) && !has_name (widget) && !is_part (widget))
    add_fault (data, widget, "has no name");
}

static void
check_names (TestWindow *self, const char *place, GtkWidget *root, gpointer data)
{
  Walk *walk = data;

  walk->place = place;
  test_each_widget (root, check_name_cb, walk);
}

static void
test_named (TestWindow *self, gconstpointer data)
{
  Walk walk = { g_string_new (NULL) };

  test_each_place (self, check_names, &walk);
  check_names (self, "window", GTK_WIDGET (self->window), &walk);
  assert_no_faults (&walk);
}

/* --- Keys --- */

/* Whether somebody without a pointer need not come to @widget: another way leads to the same. */
static gboolean
has_other_way (GtkWidget *widget)
{
  for (GtkWidget *above = gtk_widget_get_parent (widget); above != NULL;
       above = gtk_widget_get_parent (above))
    {
      /* One tab for the group, arrows within. */
      if (ADW_IS_TOGGLE_GROUP (above) || GTK_IS_LIST_BOX (above) || GTK_IS_LIST_BASE (above)
          || GTK_IS_COLUMN_VIEW (above) || GTK_IS_FLOW_BOX (above)
          || gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (above))
               == GTK_ACCESSIBLE_ROLE_GRID)
        return TRUE;
      /* Escape closes, and the desktop has keys for the window. */
      if (GTK_IS_WINDOW_CONTROLS (above)
          || g_str_equal (G_OBJECT_TYPE_NAME (above), "AdwSheetControls"))
        return TRUE;
      /* Up and down do what its buttons do. */
      if (GTK_IS_SPIN_BUTTON (above))
        return TRUE;
    }
  return FALSE;
}

static gboolean
answers_to_the_pointer (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  if (!g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Plimsoll"))
    return FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if ((GTK_IS_GESTURE_CLICK (controller) || GTK_IS_GESTURE_DRAG (controller))
          && gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_NONE)
        return TRUE;
    }
  return FALSE;
}

static void
check_reached_cb (GtkWidget *widget, gpointer data)
{
  Walk *walk = data;
  gboolean control = (GTK_IS_BUTTON (widget) || GTK_IS_TEXT (widget) || GTK_IS_SCALE (widget)
                      || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget)
                      || (gtk_widget_get_focusable (widget)
                          && g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Plimsoll"))
                      || answers_to_the_pointer (widget));

  if (!control || !gtk_widget_is_sensitive (widget) || has_other_way (widget))
    return;
  for (GtkWidget *at = widget; at != NULL; at = gtk_widget_get_parent (at))
    {
      if (g_hash_table_contains (walk->reached, at))
        return;
      /* A row takes the place of the switch in it; a part that of its control. */
      if (ADW_IS_DIALOG (at) || GTK_IS_WINDOW (at) || ADW_IS_VIEW_STACK (at))
        break;
      if (at != widget && !GTK_IS_BUTTON (at) && !ADW_IS_PREFERENCES_ROW (at)
          && gtk_widget_get_focusable (at))
        continue;
    }
  add_fault (walk, widget, "cannot be reached with the keys");
}

static void
check_keys (TestWindow *self, const char *place, GtkWidget *root, gpointer data)
{
  Walk *walk = data;
  GtkWidget *focus = NULL;

  walk->place = place;
  walk->reached = g_hash_table_new (NULL, NULL);
  gtk_root_set_focus (GTK_ROOT (self->window), NULL);
  for (guint i = 0; i < 400 && gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD); i++)
    {
      focus = gtk_root_get_focus (GTK_ROOT (self->window));
      if (focus == NULL || !g_hash_table_add (walk->reached, focus))
        break;
    }
  if (focus == NULL)
    add_fault (walk, root, "takes no focus");
  test_each_widget (root, check_reached_cb, walk);
  g_clear_pointer (&walk->reached, g_hash_table_unref);
}

static void
test_keys (TestWindow *self, gconstpointer data)
{
  Walk walk = { g_string_new (NULL) };

  test_each_place (self, check_keys, &walk);
  assert_no_faults (&walk);
}

/* --- The shortcuts window --- */

/* As both sides write it: "<Control>k". */
static char *
normalised (const char *accelerator)
{
  GdkModifierType state;
  guint key;

  g_assert_true (gtk_accelerator_parse (accelerator, &key, &state));
  return gtk_accelerator_name (gdk_keyval_to_lower (key), state);
}

static void
take_shown_cb (GtkWidget *widget, GHashTable *shown)
{
  g_autofree char *accelerators = NULL, *action = NULL, *title = NULL;

  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    {
      g_auto (GStrv) each = NULL;

      g_object_get (widget, "accelerator", &accelerators, "title", &title, NULL);
      g_assert_nonnull (accelerators);
      each = g_strsplit_set (accelerators, " ", -1);
      for (char **one = each; *one != NULL; one++)
        g_hash_table_replace (shown, normalised (*one), g_strdup (title));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    take_shown_cb (child, shown);
}

static void
take_keys (GtkWidget *widget, GHashTable *bound)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
        continue;
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutAction *action = gtk_shortcut_get_action (shortcut);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && (GTK_IS_CALLBACK_ACTION (action)
                  || (GTK_IS_NAMED_ACTION (action)
                      && strchr (gtk_named_action_get_action_name (GTK_NAMED_ACTION (action)), '.')
                           != NULL)))
            {
              GtkKeyvalTrigger *keys = GTK_KEYVAL_TRIGGER (trigger);

              g_hash_table_replace (bound,
                                    gtk_accelerator_name (gtk_keyval_trigger_get_keyval (keys),
                                                          gtk_keyval_trigger_get_modifiers (keys)),
                                    g_strdup (G_OBJECT_TYPE_NAME (widget)));
            }
        }
    }
}

/* What each of our widgets is bound to over what a dialog of the toolkit is; what a window is bound
   to is in the application. */
static void
take_bound_cb (GtkWidget *widget, gpointer data)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) usual = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer keys, type;

  if (!g_str_has_prefix (G_OBJECT_TYPE_NAME (widget), "Plimsoll") || GTK_IS_WINDOW (widget))
    return;
  take_keys (widget, own);
  if (ADW_IS_DIALOG (widget))
    {
      AdwDialog *plain = g_object_ref_sink (adw_dialog_new ());

      take_keys (GTK_WIDGET (plain), usual);
      g_object_unref (plain);
    }
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &keys, &type))
    if (!g_hash_table_contains (usual, keys))
      g_hash_table_replace (data, g_strdup (keys), g_strdup (type));
}

static void
take_bound (TestWindow *self, const char *place, GtkWidget *root, gpointer data)
{
  test_each_widget (root, take_bound_cb, data);
}

static void
test_shortcuts (TestWindow *self, gconstpointer data)
{
  /* Of the toolkit's, or through a handler of keys: what they do is tested where they are. */
  static const char *const others[] = { "F10",         "<Shift>F10",   "Left",   "Right",
                                        "<Shift>Left", "<Shift>Right", "Return", "Delete" };
  g_autoptr (GHashTable) shown = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) bound = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (GStrv) actions =
    gtk_application_list_action_descriptions (GTK_APPLICATION (self->application));
  GString *faults = g_string_new (NULL);
  GHashTableIter iter;
  gpointer keys, what;
  GtkWidget *overlay;

  /* What takes its place is of a later libadwaita than the floor. */
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  overlay =
    GTK_WIDGET (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (self->window)));
  G_GNUC_END_IGNORE_DEPRECATIONS
  g_assert_nonnull (overlay);
  take_shown_cb (overlay, shown);

  for (char **action = actions; *action != NULL; action++)
    {
      g_auto (GStrv) accels =
        gtk_application_get_accels_for_action (GTK_APPLICATION (self->application), *action);

      for (char **accel = accels; *accel != NULL; accel++)
        g_hash_table_replace (bound, normalised (*accel), g_strdup (*action));
    }
  g_assert_cmpuint (g_hash_table_size (bound), >=, 15);
  test_each_place (self, take_bound, bound);
  take_bound (self, "window", GTK_WIDGET (self->window), bound);

  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &keys, &what))
    if (!g_hash_table_contains (shown, keys))
      g_string_append_printf (faults, "%s of %s is not in the shortcuts window\n", (char *) keys,
                              (char *) what);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_hash_table_replace (bound, normalised (others[i]), g_strdup (""));
  g_hash_table_iter_init (&iter, shown);
  while (g_hash_table_iter_next (&iter, &keys, &what))
    if (!g_hash_table_contains (bound, keys))
      g_string_append_printf (faults, "%s (%s) is in the shortcuts window and does nothing\n",
                              (char *) keys, (char *) what);
  test_tell_faults (faults);
}

static void
add (const char *path, void (*test) (TestWindow *self, gconstpointer data))
{
  g_test_add (path, TestWindow, NULL, test_window_set_up, test, test_window_tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_set_nonfatal_assertions ();
  adw_init ();

  add ("/everywhere/named", test_named);
  add ("/everywhere/keys", test_keys);
  add ("/everywhere/shortcuts", test_shortcuts);

  return g_test_run ();
}
