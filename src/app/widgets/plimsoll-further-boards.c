/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-further-boards.h"

#include "plimsoll-announce.h"

#include <glib/gi18n.h>

struct _PlimsollFurtherBoards
{
  AdwBin parent_instance;

  PlimsollScenario *scenario;
  GListModel *accelerators;
  GSignalGroup *signals;
  guint n_rows;
  gboolean updating; /* the rows follow the scenario, not the user */

  GtkListBox *list;
  AdwComboRow *add_row;
};

G_DEFINE_FINAL_TYPE (PlimsollFurtherBoards, plimsoll_further_boards, ADW_TYPE_BIN)

typedef enum
{
  PROP_SCENARIO = 1,
  PROP_ACCELERATORS,
} PlimsollFurtherBoardsProperty;

static GParamSpec *properties[PROP_ACCELERATORS + 1];

/* --- Changes --- */

/* Like beside like, so that each kind has one row. */
static void
set_kinds (PlimsollFurtherBoards *self, const PlimsollAcceleratorCount *kinds, guint n)
{
  g_autoptr (GPtrArray) boards = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n; i++)
    for (guint board = 0; board < kinds[i].count; board++)
      g_ptr_array_add (boards, g_object_ref (kinds[i].accelerator));
  plimsoll_scenario_set_further_accelerators (self->scenario, boards);
}

static void
set_count (PlimsollFurtherBoards *self, guint kind, guint count)
{
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  guint n = plimsoll_scenario_get_further_kinds (self->scenario, kinds);

  if (kind >= n || kinds[kind].count == count)
    return;
  kinds[kind].count = count;
  set_kinds (self, kinds, n);
}

static void
add (PlimsollFurtherBoards *self, PlimsollAccelerator *accelerator)
{
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  guint n = plimsoll_scenario_get_further_kinds (self->scenario, kinds);

  /* One more of what is there. */
  if (accelerator == plimsoll_scenario_get_accelerator (self->scenario))
    {
      g_object_set (self->scenario, "accelerator-count",
                    plimsoll_scenario_get_accelerator_count (self->scenario) + 1, NULL);
      return;
    }
  for (guint i = 0; i < n; i++)
    if (kinds[i].accelerator == accelerator)
      {
        set_count (self, i, kinds[i].count + 1);
        return;
      }
  plimsoll_scenario_add_accelerator (self->scenario, accelerator, 1);
}

static gboolean
reset (gpointer data)
{
  PlimsollFurtherBoards *self = data;

  if (self->add_row == NULL)
    return G_SOURCE_REMOVE;
  self->updating = TRUE;
  adw_combo_row_set_selected (self->add_row, 0);
  self->updating = FALSE;
  return G_SOURCE_REMOVE;
}

static void
added_cb (PlimsollFurtherBoards *self)
{
  g_autoptr (PlimsollAccelerator) accelerator = NULL;
  g_autofree char *text = NULL;

  if (self->updating || self->scenario == NULL || adw_combo_row_get_selected (self->add_row) == 0
      || adw_combo_row_get_selected_item (self->add_row) == NULL)
    return;

  accelerator = g_object_ref (adw_combo_row_get_selected_item (self->add_row));
  /* Ready for the next one; not while the row still takes this one. */
  g_idle_add_full (G_PRIORITY_DEFAULT, G_SOURCE_FUNC (reset), g_object_ref (self), g_object_unref);
  add (self, accelerator);
  /* Translators: the name of an accelerator. */
  text = g_strdup_printf (_("%s added"), plimsoll_accelerator_get_name (accelerator));
  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static guint
kind_of_row (GtkWidget *row)
{
  return (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
}

static PlimsollFurtherBoards *
boards_of_row (GtkWidget *row)
{
  return PLIMSOLL_FURTHER_BOARDS (gtk_widget_get_ancestor (row, PLIMSOLL_TYPE_FURTHER_BOARDS));
}

static void
counted_cb (GtkWidget *row)
{
  PlimsollFurtherBoards *self = boards_of_row (row);

  if (!self->updating && self->scenario != NULL)
    set_count (self, kind_of_row (row), (guint) adw_spin_row_get_value (ADW_SPIN_ROW (row)));
}

static void
remove_kind (GtkWidget *row)
{
  PlimsollFurtherBoards *self = boards_of_row (row);

  if (self->scenario == NULL)
    return;
  /* The row that had the focus may go. */
  gtk_widget_grab_focus (GTK_WIDGET (self->add_row));
  set_count (self, kind_of_row (row), 0);
}

static gboolean
remove_key_cb (GtkWidget *row, GVariant *arguments, gpointer data)
{
  /* In the number it deletes a digit. */
  if (gtk_root_get_focus (gtk_widget_get_root (row)) != row)
    return FALSE;
  remove_kind (row);
  return TRUE;
}

/* --- Rows --- */

static GtkWidget *
new_row (void)
{
  GtkWidget *row = adw_spin_row_new_with_range (1, PLIMSOLL_MAX_DEVICES, 1);
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_kind), row, G_CONNECT_SWAPPED);
  g_signal_connect (row, "notify::value", G_CALLBACK (counted_cb), NULL);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_object_set_data (G_OBJECT (row), "remove-button", button);

  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (keys),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Delete,
                                                                                  0),
                                                          gtk_callback_action_new (remove_key_cb,
                                                                                   NULL, NULL)));
  gtk_widget_add_controller (row, keys);
  return row;
}

static void
update_row (GtkWidget *row, const PlimsollAcceleratorCount *kind)
{
  GtkWidget *button = g_object_get_data (G_OBJECT (row), "remove-button");
  const char *name = plimsoll_accelerator_get_name (kind->accelerator);
  /* Translators: the name of an accelerator. */
  g_autofree char *label = g_strdup_printf (_("Remove %s"), name);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_spin_row_set_value (ADW_SPIN_ROW (row), kind->count);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Rows that stay are kept, with the focus that one may have. */
static void
update (PlimsollFurtherBoards *self)
{
  PlimsollAcceleratorCount kinds[PLIMSOLL_MAX_ACCELERATOR_KINDS];
  guint n =
    self->scenario != NULL ? plimsoll_scenario_get_further_kinds (self->scenario, kinds) : 0;

  self->updating = TRUE;
  for (; self->n_rows < n; self->n_rows++)
    gtk_list_box_insert (self->list, new_row (), (int) self->n_rows);
  for (; self->n_rows > n; self->n_rows--)
    gtk_list_box_remove (self->list,
                         GTK_WIDGET (gtk_list_box_get_row_at_index (self->list,
                                                                    (int) self->n_rows - 1)));
  for (guint i = 0; i < n; i++)
    update_row (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int) i)), &kinds[i]);
  gtk_widget_set_sensitive (GTK_WIDGET (self->add_row), n < PLIMSOLL_MAX_ACCELERATOR_KINDS - 1);
  self->updating = FALSE;
}

/* --- Wiring --- */

/* A combo row has always something chosen: at first, and between two, an invitation. */
static GListModel *
with_invitation (GListModel *accelerators)
{
  const PlimsollAcceleratorFacts facts = { 0 };
  g_autoptr (PlimsollAccelerator) invitation =
    plimsoll_accelerator_new ("none", _("Choose…"), &facts);
  GListStore *first = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  GListStore *lists = g_list_store_new (G_TYPE_LIST_MODEL);

  g_list_store_append (first, invitation);
  g_list_store_append (lists, first);
  g_list_store_append (lists, accelerators);
  g_object_unref (first);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (lists)));
}

static void
set_accelerators (PlimsollFurtherBoards *self, GListModel *accelerators)
{
  g_autoptr (GListModel) choices = accelerators != NULL ? with_invitation (accelerators) : NULL;

  if (!g_set_object (&self->accelerators, accelerators))
    return;

  self->updating = TRUE;
  adw_combo_row_set_model (self->add_row, choices);
  adw_combo_row_set_selected (self->add_row, 0);
  self->updating = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ACCELERATORS]);
}

static void
set_scenario (PlimsollFurtherBoards *self, PlimsollScenario *scenario)
{
  if (!g_set_object (&self->scenario, scenario))
    return;

  g_signal_group_set_target (self->signals, scenario);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCENARIO]);
}

static void
plimsoll_further_boards_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollFurtherBoards *self = PLIMSOLL_FURTHER_BOARDS (object);

  switch ((PlimsollFurtherBoardsProperty) id)
    {
    case PROP_SCENARIO:
      g_value_set_object (value, self->scenario);
      break;
    case PROP_ACCELERATORS:
      g_value_set_object (value, self->accelerators);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_further_boards_set_property (GObject *object,
                                      guint id,
                                      const GValue *value,
                                      GParamSpec *pspec)
{
  PlimsollFurtherBoards *self = PLIMSOLL_FURTHER_BOARDS (object);

  switch ((PlimsollFurtherBoardsProperty) id)
    {
    case PROP_SCENARIO:
      set_scenario (self, g_value_get_object (value));
      break;
    case PROP_ACCELERATORS:
      set_accelerators (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_further_boards_dispose (GObject *object)
{
  PlimsollFurtherBoards *self = PLIMSOLL_FURTHER_BOARDS (object);

  g_clear_object (&self->signals);
  self->updating = TRUE;
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_FURTHER_BOARDS);
  g_clear_object (&self->scenario);
  g_clear_object (&self->accelerators);

  G_OBJECT_CLASS (plimsoll_further_boards_parent_class)->dispose (object);
}

static void
plimsoll_further_boards_class_init (PlimsollFurtherBoardsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = plimsoll_further_boards_dispose;
  object_class->get_property = plimsoll_further_boards_get_property;
  object_class->set_property = plimsoll_further_boards_set_property;

  properties[PROP_SCENARIO] =
    g_param_spec_object ("scenario", NULL, NULL, PLIMSOLL_TYPE_SCENARIO, flags);
  properties[PROP_ACCELERATORS] =
    g_param_spec_object ("accelerators", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_ACCELERATOR);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-further-boards.ui");
  gtk_widget_class_bind_template_child (widget_class, PlimsollFurtherBoards, list);
  gtk_widget_class_bind_template_child (widget_class, PlimsollFurtherBoards, add_row);
  gtk_widget_class_bind_template_callback (widget_class, added_cb);
}

static void
plimsoll_further_boards_init (PlimsollFurtherBoards *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->signals = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  g_signal_group_connect_swapped (self->signals, "notify::further-accelerators",
                                  G_CALLBACK (update), self);
}
