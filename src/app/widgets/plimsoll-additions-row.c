/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-additions-row.h"

#include "plimsoll-announce.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>

struct _PlimsollAdditionsRow
{
  AdwExpanderRow parent_instance;

  PlimsollSizer *sizer;
  PlimsollScenario *scenario; /* the sizer's */
  GBindingGroup *bindings;
  GSignalGroup *signals;
  GPtrArray *rows; /* of adapters */

  AdwActionRow *projector_row;
  GtkWidget *projector_button;
  GtkWidget *remove_projector_button;
  AdwActionRow *draft_row;
  GtkWidget *draft_button;
  GtkWidget *remove_draft_button;
  GtkWidget *mtp_row;
  GtkWidget *adapters_row;
  GtkWidget *adapter_button;
};

G_DEFINE_FINAL_TYPE (PlimsollAdditionsRow, plimsoll_additions_row, ADW_TYPE_EXPANDER_ROW)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollAdditionsRowProperty;

static GParamSpec *properties[PROP_SIZER + 1];

/* --- Taking away --- */

static void
announce_removed (PlimsollAdditionsRow *self, const char *name)
{
  /* Translators: the name of a file or a model. */
  g_autofree char *text = g_strdup_printf (_("%s removed"), name);

  plimsoll_announce (GTK_WIDGET (self), text, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
}

static void
remove_projector_cb (PlimsollAdditionsRow *self)
{
  g_autofree char *name = NULL;

  if (self->scenario == NULL || plimsoll_scenario_get_projector (self->scenario) == NULL)
    return;
  name = g_strdup (plimsoll_addition_get_name (plimsoll_scenario_get_projector (self->scenario)));
  /* The button goes. */
  gtk_widget_grab_focus (GTK_WIDGET (self->projector_row));
  plimsoll_scenario_set_projector (self->scenario, NULL);
  announce_removed (self, name);
}

static void
remove_draft_cb (PlimsollAdditionsRow *self)
{
  g_autofree char *name = NULL;

  if (self->scenario == NULL || plimsoll_scenario_get_draft (self->scenario) == NULL)
    return;
  name = g_strdup (plimsoll_model_get_name (plimsoll_scenario_get_draft (self->scenario)));
  gtk_widget_grab_focus (GTK_WIDGET (self->draft_row));
  plimsoll_scenario_set_draft (self->scenario, NULL);
  announce_removed (self, name);
}

static void
remove_adapter_cb (GtkWidget *row)
{
  PlimsollAdditionsRow *self =
    PLIMSOLL_ADDITIONS_ROW (gtk_widget_get_ancestor (row, PLIMSOLL_TYPE_ADDITIONS_ROW));
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *name = NULL;
  GPtrArray *adapters;
  guint place;

  if (self->scenario == NULL || !g_ptr_array_find (self->rows, row, &place))
    return;
  adapters = plimsoll_scenario_get_adapters (self->scenario);
  name = g_strdup (plimsoll_addition_get_name (adapters->pdata[place]));
  for (guint i = 0; i < adapters->len; i++)
    if (i != place)
      g_ptr_array_add (left, g_object_ref (adapters->pdata[i]));
  gtk_widget_grab_focus (self->adapters_row);
  plimsoll_scenario_set_adapters (self->scenario, left);
  announce_removed (self, name);
}

static gboolean
remove_key_cb (GtkWidget *row, GVariant *arguments, gpointer data)
{
  remove_adapter_cb (row);
  return TRUE;
}

/* --- Rows --- */

static GtkWidget *
new_adapter_row (void)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "circular");
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_adapter_cb), row,
                           G_CONNECT_SWAPPED);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
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
update_adapter_row (GtkWidget *row, PlimsollAddition *adapter)
{
  GtkWidget *button = g_object_get_data (G_OBJECT (row), "remove-button");
  const char *name = plimsoll_addition_get_name (adapter);
  g_autofree char *size = plimsoll_format_memory (plimsoll_addition_get_bytes (adapter));
  /* Translators: the name of a file. */
  g_autofree char *label = g_strdup_printf (_("Remove %s"), name);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), size);
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
}

/* Rows that stay are kept, with the focus that one may have. */
static void
update_adapters (PlimsollAdditionsRow *self, GPtrArray *adapters)
{
  while (self->rows->len < adapters->len)
    {
      GtkWidget *row = new_adapter_row ();

      g_ptr_array_add (self->rows, row);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
    }
  while (self->rows->len > adapters->len)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self),
                             g_ptr_array_steal_index (self->rows, self->rows->len - 1));
  for (guint i = 0; i < adapters->len; i++)
    update_adapter_row (self->rows->pdata[i], adapters->pdata[i]);
}

static void
update_projector (PlimsollAdditionsRow *self, PlimsollAddition *projector)
{
  g_autofree char *size = NULL, *text = NULL;

  if (projector != NULL)
    {
      size = plimsoll_format_memory (plimsoll_addition_get_bytes (projector));
      /* Translators: the name of a file, and how large it is. */
      text = g_strdup_printf (_("%s · %s"), plimsoll_addition_get_name (projector), size);
    }
  adw_action_row_set_subtitle (self->projector_row, text != NULL ? text : _("None"));
  gtk_widget_set_visible (self->remove_projector_button, projector != NULL);
}

static void
update_draft (PlimsollAdditionsRow *self, PlimsollModel *draft)
{
  g_autofree char *text = NULL;

  if (draft != NULL)
    /* Translators: the name of a model, and its precision. */
    text = g_strdup_printf (_("%s · %s"), plimsoll_model_get_name (draft),
                            plimsoll_scenario_get_draft_precision (self->scenario));
  adw_action_row_set_subtitle (self->draft_row, text != NULL ? text : _("None"));
  gtk_widget_set_visible (self->remove_draft_button, draft != NULL);
}

static gboolean
update_mtp (PlimsollAdditionsRow *self, gboolean served)
{
  const PlimsollWeights *weights;
  gboolean mtp, has;

  plimsoll_sizer_flush (self->sizer);
  weights = plimsoll_sizer_get_weights (self->sizer);
  has = weights != NULL && weights->n_mtp_blocks > 0;
  g_object_get (self->scenario, "mtp", &mtp, NULL);
  /* What was switched on with another model can be switched off. */
  gtk_widget_set_sensitive (self->mtp_row, mtp || (has && !served));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->mtp_row),
                               has ? "" : _("The model's files have none"));
  return mtp;
}

/* --- What the row says while it is closed --- */

static char *
summary (GPtrArray *adapters, PlimsollAddition *projector, PlimsollModel *draft, gboolean mtp)
{
  g_autoptr (GStrvBuilder) parts = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;

  if (projector != NULL)
    g_strv_builder_add (parts, _("vision projector"));
  if (draft != NULL)
    g_strv_builder_add (parts, _("draft model"));
  if (mtp)
    g_strv_builder_add (parts, _("multi-token prediction"));
  if (adapters->len > 0)
    g_strv_builder_take (parts, g_strdup_printf (ngettext ("%u LoRA adapter", "%u LoRA adapters",
                                                           adapters->len),
                                                 adapters->len));
  texts = g_strv_builder_end (parts);
  /* Translators: between the members of a list. */
  return g_strv_length (texts) > 0 ? g_strjoinv (_(", "), texts) : g_strdup (_("Nothing"));
}

static void
update (PlimsollAdditionsRow *self)
{
  PlimsollAddition *projector;
  PlimsollModel *draft;
  GPtrArray *adapters;
  g_autofree char *text = NULL;
  gboolean served, mtp;

  if (self->scenario == NULL)
    return;

  served = plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario));
  projector = plimsoll_scenario_get_projector (self->scenario);
  draft = plimsoll_scenario_get_draft (self->scenario);
  adapters = plimsoll_scenario_get_adapters (self->scenario);
  update_projector (self, projector);
  update_draft (self, draft);
  update_adapters (self, adapters);
  mtp = update_mtp (self, served);
  gtk_widget_set_sensitive (self->projector_button, !served);
  gtk_widget_set_sensitive (self->draft_button, !served);
  gtk_widget_set_sensitive (self->adapter_button, !served);

  text = served ? g_strdup (_("Modelled for llama.cpp alone"))
                : summary (adapters, projector, draft, mtp);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), text);
}

/* --- Wiring --- */

static void
set_sizer (PlimsollAdditionsRow *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;

  self->scenario = sizer != NULL ? plimsoll_sizer_get_scenario (sizer) : NULL;
  g_binding_group_set_source (self->bindings, self->scenario);
  g_signal_group_set_target (self->signals, self->scenario);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_additions_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollAdditionsRow *self = PLIMSOLL_ADDITIONS_ROW (object);

  switch ((PlimsollAdditionsRowProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_additions_row_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  PlimsollAdditionsRow *self = PLIMSOLL_ADDITIONS_ROW (object);

  switch ((PlimsollAdditionsRowProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_additions_row_dispose (GObject *object)
{
  PlimsollAdditionsRow *self = PLIMSOLL_ADDITIONS_ROW (object);

  g_clear_object (&self->bindings);
  g_clear_object (&self->signals);
  self->scenario = NULL;
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_ADDITIONS_ROW);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_additions_row_parent_class)->dispose (object);
}

static void
plimsoll_additions_row_class_init (PlimsollAdditionsRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_additions_row_dispose;
  object_class->get_property = plimsoll_additions_row_get_property;
  object_class->set_property = plimsoll_additions_row_set_property;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-additions-row.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollAdditionsRow, name)
  CHILD (projector_row);
  CHILD (projector_button);
  CHILD (remove_projector_button);
  CHILD (draft_row);
  CHILD (draft_button);
  CHILD (remove_draft_button);
  CHILD (mtp_row);
  CHILD (adapters_row);
  CHILD (adapter_button);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, remove_projector_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_draft_cb);
}

static void
plimsoll_additions_row_init (PlimsollAdditionsRow *self)
{
  static const char *const notifies[] = {
    "notify::projector", "notify::adapters", "notify::draft", "notify::draft-precision",
    "notify::mtp",       "notify::engine",   "notify::model", "notify::precision",
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->projector_row), FALSE);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->draft_row), FALSE);

  self->rows = g_ptr_array_new ();
  self->bindings = g_binding_group_new ();
  g_binding_group_bind (self->bindings, "mtp", self->mtp_row, "active",
                        G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  self->signals = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  for (guint i = 0; i < G_N_ELEMENTS (notifies); i++)
    g_signal_group_connect_swapped (self->signals, notifies[i], G_CALLBACK (update), self);
}
