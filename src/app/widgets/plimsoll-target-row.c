/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-target-row.h"

#include "plimsoll-scenario-computer.h"

#include <glib/gi18n.h>

struct _PlimsollTargetRow
{
  AdwComboRow parent_instance;

  PlimsollScenario *scenario;    /* (nullable) */
  GListModel *accelerators;      /* (nullable) */
  PlimsollOwnComputer *computer; /* (nullable) */
  GListStore *first;             /* this computer, where it is known */
  GSignalGroup *questions;
  GSignalGroup *computers;
  gboolean updating; /* the row follows the scenario, not the user */
};

G_DEFINE_FINAL_TYPE (PlimsollTargetRow, plimsoll_target_row, ADW_TYPE_COMBO_ROW)

typedef enum
{
  PROP_SCENARIO = 1,
  PROP_ACCELERATORS,
  PROP_COMPUTER,
} PlimsollTargetRowProperty;

static GParamSpec *properties[PROP_COMPUTER + 1];

static guint
count_first (PlimsollTargetRow *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->first));
}

static void
update (PlimsollTargetRow *self)
{
  PlimsollAccelerator *accelerator;
  guint selected = GTK_INVALID_LIST_POSITION;

  if (self->accelerators == NULL || self->scenario == NULL)
    return;

  accelerator = plimsoll_scenario_get_accelerator (self->scenario);
  for (guint i = 0; i < g_list_model_get_n_items (self->accelerators); i++)
    {
      g_autoptr (PlimsollAccelerator) item = g_list_model_get_item (self->accelerators, i);

      if (item == accelerator)
        selected = count_first (self) + i;
    }
  if (count_first (self) > 0 && plimsoll_scenario_is_on_computer (self->scenario, self->computer))
    selected = 0;

  self->updating = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self), selected);
  self->updating = FALSE;
}

static void
chosen_cb (PlimsollTargetRow *self)
{
  PlimsollAccelerator *accelerator = adw_combo_row_get_selected_item (ADW_COMBO_ROW (self));

  if (self->updating || self->scenario == NULL || accelerator == NULL)
    return;
  if (adw_combo_row_get_selected (ADW_COMBO_ROW (self)) < count_first (self))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.use-computer", NULL);
  else
    plimsoll_scenario_set_accelerator (self->scenario, accelerator);
}

/* --- This computer --- */

/* It stands for all that the computer has, by a name alone. */
static PlimsollAccelerator *
first_new (PlimsollOwnComputer *computer)
{
  g_autofree char *hardware = plimsoll_scenario_describe_computer (computer);
  /* Translators: what this computer has: "This computer: NVIDIA RTX 4090". */
  g_autofree char *name = g_strdup_printf (_("This computer: %s"), hardware);
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  return plimsoll_accelerator_new ("this-computer", name, &facts);
}

static void
computer_changed_cb (PlimsollTargetRow *self)
{
  self->updating = TRUE;
  g_list_store_remove_all (self->first);
  if (self->computer != NULL && plimsoll_own_computer_is_known (self->computer))
    {
      g_autoptr (PlimsollAccelerator) first = first_new (self->computer);

      g_list_store_append (self->first, first);
    }
  self->updating = FALSE;
  update (self);
}

/* --- All others --- */

/* In the place of a choice that is gone a combo row chooses another: that is nobody's answer. */
static void
choices_change_cb (PlimsollTargetRow *self)
{
  self->updating = TRUE;
}

static void
choices_changed_cb (PlimsollTargetRow *self)
{
  self->updating = FALSE;
  update (self);
}

/* Returns: (transfer full): this computer, then @accelerators. */
static GListModel *
choices_new (PlimsollTargetRow *self, GListModel *accelerators)
{
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);

  g_list_store_append (parts, self->first);
  g_list_store_append (parts, accelerators);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (parts)));
}

static void
set_accelerators (PlimsollTargetRow *self, GListModel *accelerators)
{
  g_autoptr (GListModel) choices = NULL;

  if (self->accelerators != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->accelerators, choices_change_cb, self);
      g_signal_handlers_disconnect_by_func (self->accelerators, choices_changed_cb, self);
    }
  g_set_object (&self->accelerators, accelerators);

  /* Before the row follows them, and after. */
  if (accelerators != NULL)
    {
      g_signal_connect_object (accelerators, "items-changed", G_CALLBACK (choices_change_cb), self,
                               G_CONNECT_SWAPPED);
      choices = choices_new (self, accelerators);
    }
  self->updating = TRUE;
  adw_combo_row_set_model (ADW_COMBO_ROW (self), choices);
  self->updating = FALSE;
  if (accelerators != NULL)
    g_signal_connect_object (accelerators, "items-changed", G_CALLBACK (choices_changed_cb), self,
                             G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update (self);
}

/* --- GObject --- */

static void
plimsoll_target_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollTargetRow *self = PLIMSOLL_TARGET_ROW (object);

  switch ((PlimsollTargetRowProperty) id)
    {
    case PROP_SCENARIO:
      g_value_set_object (value, self->scenario);
      break;
    case PROP_ACCELERATORS:
      g_value_set_object (value, self->accelerators);
      break;
    case PROP_COMPUTER:
      g_value_set_object (value, self->computer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_target_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollTargetRow *self = PLIMSOLL_TARGET_ROW (object);

  switch ((PlimsollTargetRowProperty) id)
    {
    case PROP_SCENARIO:
      if (!g_set_object (&self->scenario, g_value_get_object (value)))
        return;
      g_signal_group_set_target (self->questions, self->scenario);
      update (self);
      break;
    case PROP_ACCELERATORS:
      if (self->accelerators == g_value_get_object (value))
        return;
      set_accelerators (self, g_value_get_object (value));
      break;
    case PROP_COMPUTER:
      if (!g_set_object (&self->computer, g_value_get_object (value)))
        return;
      g_signal_group_set_target (self->computers, self->computer);
      computer_changed_cb (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
plimsoll_target_row_dispose (GObject *object)
{
  PlimsollTargetRow *self = PLIMSOLL_TARGET_ROW (object);

  self->updating = TRUE;
  g_clear_object (&self->questions);
  g_clear_object (&self->computers);
  g_clear_object (&self->scenario);
  g_clear_object (&self->computer);

  G_OBJECT_CLASS (plimsoll_target_row_parent_class)->dispose (object);
}

static void
plimsoll_target_row_finalize (GObject *object)
{
  PlimsollTargetRow *self = PLIMSOLL_TARGET_ROW (object);

  g_clear_object (&self->accelerators);
  g_clear_object (&self->first);

  G_OBJECT_CLASS (plimsoll_target_row_parent_class)->finalize (object);
}

static void
plimsoll_target_row_class_init (PlimsollTargetRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = plimsoll_target_row_dispose;
  object_class->finalize = plimsoll_target_row_finalize;
  object_class->get_property = plimsoll_target_row_get_property;
  object_class->set_property = plimsoll_target_row_set_property;

  properties[PROP_SCENARIO] =
    g_param_spec_object ("scenario", NULL, NULL, PLIMSOLL_TYPE_SCENARIO, flags);
  properties[PROP_ACCELERATORS] =
    g_param_spec_object ("accelerators", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_COMPUTER] =
    g_param_spec_object ("computer", NULL, NULL, PLIMSOLL_TYPE_OWN_COMPUTER, flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);
}

static void
plimsoll_target_row_init (PlimsollTargetRow *self)
{
  static const char *const hardware[] = { "notify::accelerator", "notify::accelerator-count",
                                          "notify::further-accelerators" };

  self->first = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  self->questions = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  for (guint i = 0; i < G_N_ELEMENTS (hardware); i++)
    g_signal_group_connect_swapped (self->questions, hardware[i], G_CALLBACK (update), self);
  self->computers = g_signal_group_new (PLIMSOLL_TYPE_OWN_COMPUTER);
  g_signal_group_connect_swapped (self->computers, "changed", G_CALLBACK (computer_changed_cb),
                                  self);
  g_signal_connect (self, "notify::selected", G_CALLBACK (chosen_cb), NULL);
}
