/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-inputs.h"

#include "plimsoll-announce.h"
#include "plimsoll-children.h"
#include "plimsoll-columns-layout.h"
#include "plimsoll-quantity.h"

#include <glib/gi18n.h>

#define COUNT "accelerator-count"

/* Names of programs are not translated. */
static const char *const frameworks[] = {
  "Transformers, TRL", "Axolotl",    "LLaMA-Factory", "ms-swift", "torchtune", "LitGPT",
  "Unsloth",           "FSDP-QLoRA", N_("Another"),  NULL
};
static const char *const precisions[] = { "BF16", "FP32", NULL };
static const char *const bases[] = { N_("NF4, scales too"), "NF4", "GPTQ, AWQ", NULL };
static const char *const optimizers[] = { "AdamW",
                                          N_("AdamW, fused"),
                                          N_("AdamW, 8 bits"),
                                          N_("AdamW, 8 bits, paged"),
                                          N_("AdamW, FP32 masters"),
                                          "Adafactor",
                                          "Muon",
                                          "Lion",
                                          "SGD",
                                          NULL };
static const char *const losses[] = { N_("As it comes"), N_("Whole logits"),
                                      N_("Own kernel"),  N_("Kernel of 2024"),
                                      N_("Chunked"),     N_("Fused with head"),
                                      "LitGPT",           NULL };
static const char *const shardings[] = { N_("None"), "ZeRO 1", "ZeRO 2", "ZeRO 3", "FSDP", NULL };
static const char *const targets[] = { N_("Attention"), N_("MLP"), N_("All linear"), NULL };
static const char *const target_words[] = { "attention", "mlp", "all" };

typedef struct
{
  const char *property;
  const char *title;
  const char *const *choices; /* (nullable): of an enumeration, in its order */
} FieldInfo;

static const FieldInfo infos[] = {
  { "framework", N_("Framework"), frameworks },
  { "sequence", N_("Sequence length"), NULL },
  { "batch", N_("Batch on each GPU"), NULL },
  { "checkpointing", N_("Checkpointing"), NULL },
  { "optimizer", N_("Optimizer"), optimizers },
  { "precision", N_("Precision"), precisions },
  { "rank", N_("Rank of adapters"), NULL },
  { "targets", N_("Target modules"), targets },
  { "base", N_("Base of QLoRA"), bases },
  { "loss", N_("Loss"), losses },
  { COUNT, N_("GPUs"), NULL },
  { "sharding", N_("Sharding"), shardings },
};

#define N_FIELDS G_N_ELEMENTS (infos)

typedef struct
{
  PlimsollTrainingInputs *inputs;
  const FieldInfo *info;
  GtkWidget *control;
} Field;

struct _PlimsollTrainingInputs
{
  GtkWidget parent_instance;

  PlimsollTrainingScenario *training;
  PlimsollScenario *scenario;
  Field fields[N_FIELDS];
  GtkWidget *cells;
  GtkLabel *fault_label;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (PlimsollTrainingInputs, plimsoll_training_inputs, GTK_TYPE_WIDGET)

/* --- Values --- */

static gboolean
is_count (const Field *field)
{
  return g_str_equal (field->info->property, COUNT);
}

static gboolean
is_targets (const Field *field)
{
  return g_str_equal (field->info->property, "targets");
}

static GObject *
object_of (const Field *field)
{
  return is_count (field) ? G_OBJECT (field->inputs->scenario) : G_OBJECT (field->inputs->training);
}

static GParamSpec *
pspec_of (const Field *field)
{
  return g_object_class_find_property (g_type_class_peek (is_count (field)
                                                            ? PLIMSOLL_TYPE_SCENARIO
                                                            : PLIMSOLL_TYPE_TRAINING_SCENARIO),
                                       field->info->property);
}

static guint
get_number (const Field *field)
{
  guint number;

  g_object_get (object_of (field), field->info->property, &number, NULL);

  return number;
}

static void
say_fault (PlimsollTrainingInputs *self, const Field *field, const char *fault)
{
  g_autofree char *line = NULL;

  if (fault != NULL)
    line = g_strdup_printf ("%s: %s", _(field->info->title), fault);
  gtk_label_set_label (self->fault_label, line != NULL ? line : "");
  gtk_widget_set_visible (GTK_WIDGET (self->fault_label), line != NULL);
  if (line != NULL)
    plimsoll_announce (GTK_WIDGET (self), line, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH);
}

/* --- Numbers --- */

static gboolean
read_number (const Field *field, const char *text, GError **error)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec_of (field));
  guint64 count;

  if (!is_count (field))
    return plimsoll_training_scenario_set_text (field->inputs->training, field->info->property,
                                                text, error);
  if (!plimsoll_quantity_parse_count (text, 1, range->maximum, &count, error))
    return FALSE;
  g_object_set (field->inputs->scenario, COUNT, (guint) count, NULL);

  return TRUE;
}

static int
input_cb (GtkSpinButton *button, double *value, Field *field)
{
  PlimsollTrainingInputs *self = field->inputs;
  g_autofree char *typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (button)));
  g_autofree char *shown = NULL;
  g_autoptr (GError) error = NULL;

  *value = gtk_spin_button_get_value (button);
  if (self->training == NULL || self->updating)
    return TRUE;

  shown = g_strdup_printf ("%u", get_number (field));
  if (g_str_equal (g_strstrip (typed), shown))
    {
      *value = get_number (field);
      return TRUE;
    }
  if (!read_number (field, typed, &error))
    {
      say_fault (self, field, error->message);
      return GTK_INPUT_ERROR;
    }
  say_fault (self, field, NULL);
  *value = get_number (field);

  return TRUE;
}

static void
value_changed_cb (Field *field)
{
  PlimsollTrainingInputs *self = field->inputs;
  const guint value = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (field->control));

  if (self->updating || self->training == NULL || value == get_number (field))
    return;
  say_fault (self, field, NULL);
  g_object_set (object_of (field), field->info->property, value, NULL);
}

/* By doublings, as lengths and ranks go; typed, it may be anything. */
static GtkWidget *
spin_new (Field *field)
{
  const GParamSpecUInt *range = G_PARAM_SPEC_UINT (pspec_of (field));
  const gboolean is_length = g_str_equal (field->info->property, "sequence");
  const double step = is_length ? 512 : g_str_equal (field->info->property, "rank") ? 8 : 1;
  GtkWidget *spin =
    gtk_spin_button_new (gtk_adjustment_new (1, 1, range->maximum, step, step * 4, 0), step, 0);

  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 3);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 8);
  gtk_spin_button_set_update_policy (GTK_SPIN_BUTTON (spin), GTK_UPDATE_IF_VALID);
  g_signal_connect (spin, "input", G_CALLBACK (input_cb), field);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (value_changed_cb), field);

  return spin;
}

/* --- Choices --- */

static void
chosen_cb (Field *field)
{
  PlimsollTrainingInputs *self = field->inputs;
  const guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (field->control));

  if (self->updating || self->training == NULL || chosen == GTK_INVALID_LIST_POSITION)
    return;
  if (!is_targets (field))
    g_object_set (self->training, field->info->property, (int) chosen, NULL);
  else if (chosen < G_N_ELEMENTS (target_words))
    g_object_set (self->training, "targets", target_words[chosen], NULL);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  g_object_set (label, "xalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, NULL);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* The button gives way on narrow pages; the list is GTK's own. */
static void
let_shrink (GtkDropDown *choice)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_drop_down_set_list_factory (choice, gtk_drop_down_get_factory (choice));
  gtk_drop_down_set_factory (choice, factory);
}

static GtkWidget *
choice_new (Field *field)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *choice;

  for (const char *const *title = field->info->choices; *title != NULL; title++)
    gtk_string_list_append (list, _(*title));
  choice = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&list)), NULL);
  let_shrink (GTK_DROP_DOWN (choice));
  g_signal_connect_swapped (choice, "notify::selected", G_CALLBACK (chosen_cb), field);

  return choice;
}

/* A list of modules that is none of ours is one more choice. */
static void
show_targets (const Field *field)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (field->control)));
  g_autofree char *text = NULL;
  guint place = 0;

  g_object_get (field->inputs->training, "targets", &text, NULL);
  while (place < G_N_ELEMENTS (target_words) && !g_str_equal (target_words[place], text))
    place++;
  gtk_string_list_splice (list, G_N_ELEMENTS (target_words),
                          g_list_model_get_n_items (G_LIST_MODEL (list))
                            - G_N_ELEMENTS (target_words),
                          NULL);
  if (place == G_N_ELEMENTS (target_words))
    gtk_string_list_append (list, text);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (field->control), place);
}

static void
switched_cb (Field *field)
{
  PlimsollTrainingInputs *self = field->inputs;

  if (!self->updating && self->training != NULL)
    g_object_set (self->training, field->info->property,
                  gtk_switch_get_active (GTK_SWITCH (field->control)), NULL);
}

static void
update_field (const Field *field)
{
  PlimsollTrainingInputs *self = field->inputs;
  int choice;
  gboolean active;

  self->updating = TRUE;
  if (GTK_IS_SPIN_BUTTON (field->control))
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (field->control), get_number (field));
  else if (GTK_IS_SWITCH (field->control))
    {
      g_object_get (self->training, field->info->property, &active, NULL);
      gtk_switch_set_active (GTK_SWITCH (field->control), active);
    }
  else if (is_targets (field))
    show_targets (field);
  else
    {
      g_object_get (self->training, field->info->property, &choice, NULL);
      gtk_drop_down_set_selected (GTK_DROP_DOWN (field->control), (guint) choice);
    }
  self->updating = FALSE;
}

/* One GPU has nothing to share out with. */
static void
update_sharding (PlimsollTrainingInputs *self)
{
  gtk_widget_set_sensitive (plimsoll_training_inputs_get_control (self, "sharding"),
                            plimsoll_scenario_get_accelerator_count (self->scenario) > 1);
}

static void
changed_cb (PlimsollTrainingInputs *self, GParamSpec *pspec)
{
  for (guint i = 0; i < N_FIELDS; i++)
    if (g_str_equal (infos[i].property, pspec->name))
      update_field (&self->fields[i]);
  update_sharding (self);
}

static void
add_field (PlimsollTrainingInputs *self, guint i)
{
  Field *field = &self->fields[i];
  GtkWidget *cell = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = gtk_label_new (_(infos[i].title));

  field->inputs = self;
  field->info = &infos[i];
  if (infos[i].choices != NULL)
    field->control = choice_new (field);
  else if (G_IS_PARAM_SPEC_BOOLEAN (pspec_of (field)))
    {
      field->control = g_object_new (GTK_TYPE_SWITCH, "halign", GTK_ALIGN_START, "valign",
                                     GTK_ALIGN_CENTER, "vexpand", TRUE, NULL);
      g_signal_connect_swapped (field->control, "notify::active", G_CALLBACK (switched_cb), field);
    }
  else
    field->control = spin_new (field);
  g_object_set (title, "xalign", 0.0, "yalign", 1.0, "vexpand", TRUE, "wrap", TRUE, "wrap-mode",
                PANGO_WRAP_WORD_CHAR, NULL);
  gtk_label_set_mnemonic_widget (GTK_LABEL (title), field->control);
  gtk_widget_add_css_class (title, "caption-heading");
  gtk_widget_add_css_class (title, "dimmed");
  gtk_accessible_update_property (GTK_ACCESSIBLE (field->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _(infos[i].title), -1);
  gtk_box_append (GTK_BOX (cell), title);
  gtk_box_append (GTK_BOX (cell), field->control);
  /* Four columns on a usual page, two on a telephone. */
  gtk_widget_set_size_request (cell, 140, -1);
  gtk_widget_set_parent (cell, self->cells);
}

/* --- The widget --- */

static void
plimsoll_training_inputs_dispose (GObject *object)
{
  PlimsollTrainingInputs *self = PLIMSOLL_TRAINING_INPUTS (object);

  g_clear_object (&self->training);
  g_clear_object (&self->scenario);
  if (self->cells != NULL)
    plimsoll_unparent_children (self->cells);
  self->cells = NULL;
  plimsoll_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (plimsoll_training_inputs_parent_class)->dispose (object);
}

static void
plimsoll_training_inputs_class_init (PlimsollTrainingInputsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = plimsoll_training_inputs_dispose;

  /* Their ranges are asked before there is one. */
  g_type_class_ref (PLIMSOLL_TYPE_SCENARIO);
  g_type_class_ref (PLIMSOLL_TYPE_TRAINING_SCENARIO);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "training-inputs");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_training_inputs_init (PlimsollTrainingInputs *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  self->cells = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_set_layout_manager (self->cells, plimsoll_columns_layout_new ());
  g_object_set (gtk_widget_get_layout_manager (self->cells), "spacing", 12, NULL);
  for (guint i = 0; i < N_FIELDS; i++)
    add_field (self, i);
  self->fault_label =
    GTK_LABEL (g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0, "visible", FALSE, NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->fault_label), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->fault_label), "caption");
  gtk_box_append (GTK_BOX (box), self->cells);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->fault_label));
  gtk_widget_add_css_class (box, "card");
  gtk_widget_add_css_class (box, "inputs-card");
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("How it is trained"), -1);
}

void
plimsoll_training_inputs_set (PlimsollTrainingInputs *self,
                              PlimsollTrainingScenario *training,
                              PlimsollScenario *scenario)
{
  g_return_if_fail (PLIMSOLL_IS_TRAINING_INPUTS (self));
  g_return_if_fail (self->training == NULL);

  self->training = g_object_ref (training);
  self->scenario = g_object_ref (scenario);
  g_signal_connect_object (training, "notify", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (scenario, "notify::" COUNT, G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < N_FIELDS; i++)
    update_field (&self->fields[i]);
  update_sharding (self);
}

GtkWidget *
plimsoll_training_inputs_get_control (PlimsollTrainingInputs *self, const char *property)
{
  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_INPUTS (self), NULL);

  for (guint i = 0; i < N_FIELDS; i++)
    if (g_str_equal (infos[i].property, property))
      return self->fields[i].control;

  return NULL;
}

const char *
plimsoll_training_inputs_get_fault (PlimsollTrainingInputs *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_TRAINING_INPUTS (self), NULL);

  return gtk_label_get_label (self->fault_label);
}
