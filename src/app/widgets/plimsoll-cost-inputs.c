/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-inputs.h"

#include "plimsoll-announce.h"
#include "plimsoll-children.h"
#include "plimsoll-cost-terms.h"
#include "plimsoll-quantity.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

/* How a figure is written. */
typedef enum
{
  FIELD_NUMBER,
  FIELD_SHARE, /* in hundredths */
  FIELD_WHOLE,
  FIELD_SOLD, /* tokens: "500M" */
} FieldKind;

typedef struct
{
  const char *property;
  const char *title;
  FieldKind kind;
  double step;
  gboolean by_token; /* in the part that is folded away */
  gboolean may_be_unknown;
} FieldInfo;

static const FieldInfo infos[] = {
  { "hours-per-day", N_("Hours a day"), FIELD_NUMBER, 1, FALSE, FALSE },
  { "utilization", N_("Utilization, %"), FIELD_SHARE, 5, FALSE, FALSE },
  { "purchase-price", N_("Purchase price"), FIELD_NUMBER, 100, FALSE, TRUE },
  { "electricity-price", N_("Electricity, a kWh"), FIELD_NUMBER, 0.01, FALSE, FALSE },
  { "power-draw", N_("Power draw, W"), FIELD_NUMBER, 10, FALSE, TRUE },
  { "resale", N_("Resale value, %"), FIELD_SHARE, 5, FALSE, FALSE },
  { "horizon", N_("Horizon, months"), FIELD_WHOLE, 6, FALSE, FALSE },
  { "exchange-rate", N_("One US dollar in it"), FIELD_NUMBER, 0.01, FALSE, FALSE },
  { "input-tokens", N_("Tokens in, a month"), FIELD_SOLD, 1e6, TRUE, FALSE },
  { "output-tokens", N_("Tokens out, a month"), FIELD_SOLD, 1e6, TRUE, FALSE },
  { "api-input-price", N_("API, 1M tokens in"), FIELD_NUMBER, 0.1, TRUE, TRUE },
  { "api-output-price", N_("API, 1M tokens out"), FIELD_NUMBER, 0.1, TRUE, TRUE },
};

#define N_FIELDS G_N_ELEMENTS (infos)

typedef struct
{
  PlimsollCostInputs *inputs;
  const FieldInfo *info;
  AdwSpinRow *row;
} Field;

struct _PlimsollCostInputs
{
  GtkWidget parent_instance;

  PlimsollScenario *scenario;
  GSignalGroup *changes;
  Field fields[N_FIELDS];
  GtkListBox *list;
  AdwEntryRow *currency_row;
  AdwExpanderRow *by_token_row;
  GtkLabel *fault_label;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (PlimsollCostInputs, plimsoll_cost_inputs, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SCENARIO = 1,
} PlimsollCostInputsProperty;

static GParamSpec *properties[PROP_SCENARIO + 1];

/* --- Figures --- */

static double
scale_of (const FieldInfo *info)
{
  return info->kind == FIELD_SHARE ? 100 : 1;
}

/* The scenario's own; NAN: not entered. */
static double
get_own (const Field *field)
{
  g_auto (GValue) value = G_VALUE_INIT;
  g_auto (GValue) number = G_VALUE_INIT;

  g_object_get_property (G_OBJECT (field->inputs->scenario), field->info->property, &value);
  g_value_init (&number, G_TYPE_DOUBLE);
  if (!g_value_transform (&value, &number))
    return (double) NAN;
  return g_value_get_double (&number) * scale_of (field->info);
}

/* What holds: the scenario's own, or the catalogue's. */
static double
get_figure (const Field *field)
{
  PlimsollCostTerms terms;
  const double own = get_own (field);

  if (!isnan (own))
    return own;

  plimsoll_cost_get_terms (field->inputs->scenario, &terms);
  if (g_str_equal (field->info->property, "purchase-price"))
    return terms.purchase_price;
  return g_str_equal (field->info->property, "power-draw") ? terms.power_w : (double) NAN;
}

static void
set_figure (const Field *field, double figure)
{
  g_auto (GValue) number = G_VALUE_INIT;
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (field->inputs->scenario),
                                                    field->info->property);

  g_value_init (&number, pspec->value_type);
  if (G_IS_PARAM_SPEC_UINT64 (pspec))
    g_value_set_uint64 (&number, (guint64) MAX (figure + 0.5, 0));
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    g_value_set_uint (&number, (guint) MAX (figure + 0.5, 0));
  else
    g_value_set_double (&number, figure / scale_of (field->info));
  g_object_set_property (G_OBJECT (field->inputs->scenario), field->info->property, &number);
}

static void
get_range (const Field *field, double *least, double *most)
{
  GParamSpec *pspec = g_object_class_find_property (g_type_class_peek (PLIMSOLL_TYPE_SCENARIO),
                                                    field->info->property);

  if (G_IS_PARAM_SPEC_UINT64 (pspec))
    {
      *least = (double) G_PARAM_SPEC_UINT64 (pspec)->minimum;
      *most = (double) G_PARAM_SPEC_UINT64 (pspec)->maximum;
    }
  else if (G_IS_PARAM_SPEC_UINT (pspec))
    {
      *least = G_PARAM_SPEC_UINT (pspec)->minimum;
      *most = G_PARAM_SPEC_UINT (pspec)->maximum;
    }
  else
    {
      *least = G_PARAM_SPEC_DOUBLE (pspec)->minimum * scale_of (field->info);
      *most = G_PARAM_SPEC_DOUBLE (pspec)->maximum * scale_of (field->info);
    }
}

/* As it can be typed again: a full stop before decimals. */
static char *
write_figure (const Field *field, double figure)
{
  static const struct
  {
    double unit;
    const char *name;
  } units[] = { { 1e9, "B" }, { 1e6, "M" }, { 1e3, "K" } };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (figure))
    return g_strdup ("");
  if (field->info->kind == FIELD_SOLD)
    for (guint i = 0; i < G_N_ELEMENTS (units); i++)
      if (figure >= units[i].unit && fmod (figure, units[i].unit / 1e3) < 1)
        {
          g_ascii_formatd (buffer, sizeof buffer, "%.10g", figure / units[i].unit);
          return g_strconcat (buffer, units[i].name, NULL);
        }
  g_ascii_formatd (buffer, sizeof buffer, "%.10g", figure);
  return g_strdup (buffer);
}

static gboolean
read_figure (const Field *field, const char *text, double *figure, GError **error)
{
  double least, most;
  guint64 whole = 0;

  get_range (field, &least, &most);
  if (field->info->kind == FIELD_SOLD)
    {
      if (!plimsoll_quantity_parse_sold (text, &whole, error))
        return FALSE;
      *figure = (double) whole;
      return TRUE;
    }
  if (field->info->kind == FIELD_WHOLE)
    {
      if (!plimsoll_quantity_parse_count (text, (guint64) least, (guint64) most, &whole, error))
        return FALSE;
      *figure = (double) whole;
      return TRUE;
    }
  return plimsoll_quantity_parse_number (text, least, most, figure, error);
}

/* --- Rows --- */

static void
say_fault (PlimsollCostInputs *self, const Field *field, const char *fault)
{
  g_autofree char *line = NULL;

  if (fault != NULL)
    line = g_strdup_printf ("%s: %s", _(field->info->title), fault);
  gtk_label_set_label (self->fault_label, line != NULL ? line : "");
  gtk_widget_set_visible (GTK_WIDGET (self->fault_label), line != NULL);
  if (line != NULL)
    plimsoll_announce (GTK_WIDGET (self), line, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_HIGH);
}

static void
show_text (const Field *field)
{
  g_autofree char *text = write_figure (field, get_figure (field));

  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (field->row)), text) != 0)
    gtk_editable_set_text (GTK_EDITABLE (field->row), text);
}

static int
input_cb (AdwSpinRow *row, double *figure, Field *field)
{
  PlimsollCostInputs *self = field->inputs;
  g_autofree char *typed = g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)));
  g_autofree char *shown = NULL;
  g_autoptr (GError) error = NULL;

  if (self->scenario == NULL || self->updating)
    {
      *figure = adw_spin_row_get_value (row);
      return TRUE;
    }

  g_strdelimit (g_strstrip (typed), ",", '.');
  shown = write_figure (field, get_figure (field));
  if (g_str_equal (typed, shown))
    {
      *figure = adw_spin_row_get_value (row);
      return TRUE;
    }
  if (*typed == '\0' && field->info->may_be_unknown)
    {
      say_fault (self, field, NULL);
      set_figure (field, (double) NAN);
      *figure = adw_spin_row_get_value (row);
      return TRUE;
    }
  if (!read_figure (field, typed, figure, &error))
    {
      say_fault (self, field, error->message);
      return GTK_INPUT_ERROR;
    }

  say_fault (self, field, NULL);
  set_figure (field, *figure);
  return TRUE;
}

static gboolean
output_cb (AdwSpinRow *row, Field *field)
{
  if (field->inputs->scenario != NULL)
    show_text (field);
  return TRUE;
}

static void
value_changed_cb (Field *field)
{
  PlimsollCostInputs *self = field->inputs;
  const double value = adw_spin_row_get_value (field->row);
  double figure;

  if (self->updating || self->scenario == NULL)
    return;
  figure = get_figure (field);
  /* It tells of its value also when it goes back to it. */
  if (fabs (value - (isnan (figure) ? 0 : figure)) < 1e-9)
    return;
  say_fault (self, field, NULL);
  set_figure (field, value);
}

static void
update_field (const Field *field)
{
  PlimsollCostInputs *self = field->inputs;
  const double figure = get_figure (field);

  self->updating = TRUE;
  adw_spin_row_set_value (field->row, isnan (figure) ? 0 : figure);
  self->updating = FALSE;
  show_text (field);
}

/* Its own label needs no rate. */
static void
update_currency (PlimsollCostInputs *self)
{
  g_autofree char *currency = NULL;

  g_object_get (self->scenario, "currency", &currency, NULL);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->currency_row)), currency) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->currency_row), currency);
  gtk_widget_set_visible (plimsoll_cost_inputs_get_row (self, "exchange-rate"),
                          !g_str_equal (currency, "$"));
}

static void
scenario_changed_cb (PlimsollCostInputs *self, GParamSpec *pspec)
{
  for (guint i = 0; i < N_FIELDS; i++)
    {
      const FieldInfo *info = infos + i;
      const gboolean derived = info->may_be_unknown && !info->by_token;

      if (g_str_equal (info->property, pspec->name)
          || (derived
              && (g_str_equal (pspec->name, "accelerator")
                  || g_str_equal (pspec->name, "accelerator-count")
                  || g_str_equal (pspec->name, "further-accelerators")
                  || g_str_equal (pspec->name, "exchange-rate"))))
        update_field (&self->fields[i]);
    }
  if (g_str_equal (pspec->name, "currency"))
    update_currency (self);
}

static void
currency_applied_cb (PlimsollCostInputs *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->currency_row));

  if (self->scenario == NULL)
    return;
  g_object_set (self->scenario, "currency", text, NULL);
  update_currency (self);
}

static void
add_field (PlimsollCostInputs *self, guint i)
{
  Field *field = &self->fields[i];
  GtkAdjustment *adjustment;
  double least, most;

  field->inputs = self;
  field->info = &infos[i];
  get_range (field, &least, &most);
  adjustment = gtk_adjustment_new (0, least, most, field->info->step, field->info->step * 10, 0);
  field->row = ADW_SPIN_ROW (adw_spin_row_new (adjustment, field->info->step, 0));
  adw_spin_row_set_digits (field->row, field->info->kind == FIELD_WHOLE ? 0 : 10);
  adw_spin_row_set_update_policy (field->row, GTK_UPDATE_IF_VALID);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field->row), _(field->info->title));
  g_signal_connect (field->row, "input", G_CALLBACK (input_cb), field);
  g_signal_connect (field->row, "output", G_CALLBACK (output_cb), field);
  g_signal_connect_swapped (field->row, "notify::value", G_CALLBACK (value_changed_cb), field);
  if (field->info->by_token)
    adw_expander_row_add_row (self->by_token_row, GTK_WIDGET (field->row));
  else
    gtk_list_box_append (self->list, GTK_WIDGET (field->row));
}

/* --- The widget --- */

static void
set_scenario (PlimsollCostInputs *self, PlimsollScenario *scenario)
{
  if (!g_set_object (&self->scenario, scenario))
    return;
  g_signal_group_set_target (self->changes, scenario);
  if (scenario != NULL)
    {
      for (guint i = 0; i < N_FIELDS; i++)
        update_field (&self->fields[i]);
      update_currency (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCENARIO]);
}

static void
plimsoll_cost_inputs_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollCostInputs *self = PLIMSOLL_COST_INPUTS (object);

  switch ((PlimsollCostInputsProperty) id)
    {
    case PROP_SCENARIO:
      g_value_set_object (value, self->scenario);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_cost_inputs_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  PlimsollCostInputs *self = PLIMSOLL_COST_INPUTS (object);

  switch ((PlimsollCostInputsProperty) id)
    {
    case PROP_SCENARIO:
      set_scenario (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_cost_inputs_dispose (GObject *object)
{
  PlimsollCostInputs *self = PLIMSOLL_COST_INPUTS (object);

  g_clear_object (&self->scenario);
  g_clear_object (&self->changes);
  plimsoll_unparent_children (GTK_WIDGET (self));

  G_OBJECT_CLASS (plimsoll_cost_inputs_parent_class)->dispose (object);
}

static void
plimsoll_cost_inputs_class_init (PlimsollCostInputsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_cost_inputs_dispose;
  object_class->get_property = plimsoll_cost_inputs_get_property;
  object_class->set_property = plimsoll_cost_inputs_set_property;

  properties[PROP_SCENARIO] =
    g_param_spec_object ("scenario", NULL, NULL, PLIMSOLL_TYPE_SCENARIO,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  /* Its ranges are asked before there is one. */
  g_type_class_ref (PLIMSOLL_TYPE_SCENARIO);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "cost-inputs");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_cost_inputs_init (PlimsollCostInputs *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "boxed-list");
  self->fault_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->fault_label, TRUE);
  gtk_label_set_xalign (self->fault_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->fault_label), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->fault_label), "caption");
  gtk_widget_set_visible (GTK_WIDGET (self->fault_label), FALSE);

  self->currency_row = ADW_ENTRY_ROW (adw_entry_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->currency_row), _("Currency"));
  adw_entry_row_set_show_apply_button (self->currency_row, TRUE);
  adw_entry_row_set_max_length (self->currency_row, 8);
  g_signal_connect_swapped (self->currency_row, "apply", G_CALLBACK (currency_applied_cb), self);

  self->by_token_row = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->by_token_row), _("By the token"));
  adw_expander_row_set_subtitle (self->by_token_row, _("A load in tokens; an API"));

  for (guint i = 0; i < N_FIELDS; i++)
    add_field (self, i);
  gtk_list_box_insert (self->list, GTK_WIDGET (self->currency_row), 7);
  gtk_list_box_append (self->list, GTK_WIDGET (self->by_token_row));

  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->fault_label));
  gtk_widget_set_parent (box, GTK_WIDGET (self));

  self->changes = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  g_signal_group_connect_swapped (self->changes, "notify", G_CALLBACK (scenario_changed_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Terms"),
                                  -1);
}

GtkWidget *
plimsoll_cost_inputs_get_row (PlimsollCostInputs *self, const char *property)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_INPUTS (self), NULL);

  if (g_str_equal (property, "currency"))
    return GTK_WIDGET (self->currency_row);
  for (guint i = 0; i < N_FIELDS; i++)
    if (g_str_equal (infos[i].property, property))
      return GTK_WIDGET (self->fields[i].row);
  return NULL;
}

const char *
plimsoll_cost_inputs_get_fault (PlimsollCostInputs *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_INPUTS (self), NULL);

  return gtk_label_get_label (self->fault_label);
}
