/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-page.h"

#include "plimsoll-announce.h"
#include "plimsoll-answer.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-children.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-cost-chart.h"
#include "plimsoll-cost-inputs.h"
#include "plimsoll-cost-lines.h"
#include "plimsoll-cost-offers.h"
#include "plimsoll-format.h"

#include <adwaita.h>
#include <glib/gi18n.h>

struct _PlimsollCostPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  PlimsollCatalog *catalog;
  PlimsollCostModel *model; /* (nullable): made when the page is first shown */
  GSignalGroup *updates;
  PlimsollCostFault fault; /* announced last, with… */
  PlimsollBreakEvenKind kind;

  GtkLabel *title_label;
  GtkLabel *detail_label;
  GtkLabel *api_label;
  GtkLabel *speed_label;
  GtkWidget *age_box;
  GtkLabel *age_label;
  GtkStack *chart_stack;
  PlimsollCostChart *chart;
  PlimsollFigureTable *table;
  GtkLabel *caption_label;
  GtkLabel *legend_label;
  GtkToggleButton *table_button;
  PlimsollCostInputs *inputs;
  GtkLabel *offers_label;
  PlimsollCostOffers *offers;
};

G_DEFINE_FINAL_TYPE (PlimsollCostPage, plimsoll_cost_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollCostPageProperty;

static GParamSpec *properties[PROP_SIZER + 1];

/* --- Words --- */

static void
set_words (GtkLabel *label, char *text)
{
  g_autofree char *words = text;

  gtk_label_set_label (label, words != NULL ? words : "");
  gtk_widget_set_visible (GTK_WIDGET (label), words != NULL);
}

/* Only what turned out otherwise is said. */
static void
announce (PlimsollCostPage *self)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (self->model);

  if (summary->fault == self->fault && summary->break_even.kind == self->kind)
    return;
  self->fault = summary->fault;
  self->kind = summary->break_even.kind;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    plimsoll_announce (GTK_WIDGET (self), gtk_label_get_label (self->title_label),
                       GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_LOW);
}

static char *
describe_load (PlimsollCostPage *self)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (self->model);
  g_autofree char *hours =
    plimsoll_format_number (summary->terms.hours_per_day,
                            summary->terms.hours_per_day < 10
                                && summary->terms.hours_per_day > (int) summary->terms.hours_per_day
                              ? 1
                              : 0);

  if (plimsoll_cost_terms_by_tokens (&summary->terms))
    return g_strdup (_("Total cost by month, for the tokens of a month"));
  /* Translators: a number of hours. */
  return g_strdup_printf (_("Total cost by month, %s hours a day"), hours);
}

/* How each line is drawn, since colour alone would not tell. */
static const char *
stroke_of (PlimsollCostLineKind kind)
{
  static const char *const strokes[PLIMSOLL_COST_N_LINES] = {
    [PLIMSOLL_COST_LINE_BUY] = "━━",
    [PLIMSOLL_COST_LINE_RENT] = "╍╍",
    [PLIMSOLL_COST_LINE_CHEAPEST] = "┉┉",
    [PLIMSOLL_COST_LINE_API] = "╍┉",
  };

  return strokes[kind];
}

static char *
describe_lines (const PlimsollCostLine *lines, guint n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *markup =
        g_markup_printf_escaped ("%s <b>%s</b> %s", stroke_of (lines[i].kind), lines[i].name,
                                 lines[i].terms);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", markup);
    }
  return g_string_free_and_steal (g_steal_pointer (&text));
}

/* --- The chart, and its figures --- */

static void
update_table (PlimsollCostPage *self, const PlimsollCostLine *lines, guint n)
{
  const guint horizon = plimsoll_cost_model_get_summary (self->model)->terms.horizon;
  const char *titles[PLIMSOLL_COST_N_LINES + 2] = { _("Month") };
  g_autoptr (GPtrArray) cells = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *currency = NULL;

  g_object_get (plimsoll_sizer_get_scenario (self->sizer), "currency", &currency, NULL);
  for (guint i = 0; i < n; i++)
    titles[1 + i] = lines[i].name;
  for (guint month = 0; month <= horizon; month++)
    {
      g_ptr_array_add (cells, plimsoll_format_number (month, 0));
      for (guint i = 0; i < n; i++)
        g_ptr_array_add (cells, plimsoll_format_money (plimsoll_cost_line_at (&lines[i], month),
                                                       currency));
    }
  plimsoll_figure_table_set (self->table, _("Cost by month"), titles, cells);
}

static void
update_chart (PlimsollCostPage *self)
{
  PlimsollCostLine lines[PLIMSOLL_COST_N_LINES];
  const guint n = plimsoll_cost_lines (self->model, lines);
  const gboolean as_table = gtk_toggle_button_get_active (self->table_button);
  g_autofree char *legend = describe_lines (lines, n);
  g_autofree char *load = describe_load (self);

  plimsoll_cost_chart_update (self->chart, self->model);
  if (as_table && n > 0)
    update_table (self, lines, n);
  gtk_stack_set_visible_child_name (self->chart_stack,
                                    n == 0 ? "nothing" : (as_table ? "table" : "chart"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->table_button), n > 0);
  gtk_label_set_markup (self->legend_label, legend);
  gtk_widget_set_visible (GTK_WIDGET (self->legend_label), n > 0);
  gtk_label_set_label (self->caption_label, load);
  plimsoll_cost_lines_clear (lines, n);
}

static void
update (PlimsollCostPage *self)
{
  g_autofree char *age = NULL;

  if (self->model == NULL)
    return;

  set_words (self->title_label, plimsoll_cost_title (self->model));
  set_words (self->detail_label, plimsoll_cost_detail (self->model));
  set_words (self->api_label, plimsoll_cost_api_text (self->model));
  set_words (self->speed_label, plimsoll_cost_speed_text (self->model));
  set_words (self->offers_label, plimsoll_cost_offers_text (self->model));
  age = plimsoll_cost_age_text (self->model);
  gtk_label_set_label (self->age_label, age != NULL ? age : "");
  gtk_widget_set_visible (self->age_box, age != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->offers),
                          g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0);
  update_chart (self);
  announce (self);
}

static void
table_toggled_cb (PlimsollCostPage *self)
{
  if (self->model != NULL)
    update_chart (self);
}

/* --- Room --- */

static void
little_room_cb (PlimsollCostPage *self)
{
  plimsoll_cost_offers_set_narrowness (self->offers, 1);
}

static void
less_room_cb (PlimsollCostPage *self)
{
  plimsoll_cost_offers_set_narrowness (self->offers, 2);
}

static void
least_room_cb (PlimsollCostPage *self)
{
  plimsoll_cost_offers_set_narrowness (self->offers, 3);
}

static void
room_cb (PlimsollCostPage *self)
{
  if (self->offers != NULL)
    plimsoll_cost_offers_set_narrowness (self->offers, 0);
}

/* --- The page --- */

static void
make_model (PlimsollCostPage *self)
{
  if (self->model != NULL || self->sizer == NULL || self->catalog == NULL)
    return;

  self->model = plimsoll_cost_model_new (self->sizer, self->catalog);
  plimsoll_cost_model_flush (self->model);
  g_signal_group_set_target (self->updates, self->model);
  plimsoll_cost_offers_set_model (self->offers, self->model);
  self->fault = plimsoll_cost_model_get_summary (self->model)->fault;
  self->kind = plimsoll_cost_model_get_summary (self->model)->break_even.kind;
  update (self);
}

static void
plimsoll_cost_page_map (GtkWidget *widget)
{
  PlimsollCostPage *self = PLIMSOLL_COST_PAGE (widget);

  make_model (self);
  if (self->model != NULL)
    {
      plimsoll_cost_model_set_live (self->model, TRUE);
      plimsoll_cost_model_flush (self->model);
    }

  GTK_WIDGET_CLASS (plimsoll_cost_page_parent_class)->map (widget);
}

/* What nobody sees is not computed. */
static void
plimsoll_cost_page_unmap (GtkWidget *widget)
{
  PlimsollCostPage *self = PLIMSOLL_COST_PAGE (widget);

  if (self->model != NULL)
    plimsoll_cost_model_set_live (self->model, FALSE);

  GTK_WIDGET_CLASS (plimsoll_cost_page_parent_class)->unmap (widget);
}

static void
set_sizer (PlimsollCostPage *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;
  g_object_set (self->inputs, "scenario",
                sizer != NULL ? plimsoll_sizer_get_scenario (sizer) : NULL, NULL);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_cost_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollCostPage *self = PLIMSOLL_COST_PAGE (object);

  switch ((PlimsollCostPageProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_cost_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollCostPage *self = PLIMSOLL_COST_PAGE (object);

  switch ((PlimsollCostPageProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_cost_page_dispose (GObject *object)
{
  PlimsollCostPage *self = PLIMSOLL_COST_PAGE (object);

  g_clear_object (&self->updates);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_COST_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->model);
  g_clear_object (&self->catalog);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_cost_page_parent_class)->dispose (object);
}

static void
plimsoll_cost_page_class_init (PlimsollCostPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_cost_page_dispose;
  object_class->get_property = plimsoll_cost_page_get_property;
  object_class->set_property = plimsoll_cost_page_set_property;
  widget_class->map = plimsoll_cost_page_map;
  widget_class->unmap = plimsoll_cost_page_unmap;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_FIGURE_TABLE);
  g_type_ensure (PLIMSOLL_TYPE_COST_CHART);
  g_type_ensure (PLIMSOLL_TYPE_COST_INPUTS);
  g_type_ensure (PLIMSOLL_TYPE_COST_OFFERS);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-cost-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollCostPage, name)
  CHILD (title_label);
  CHILD (detail_label);
  CHILD (api_label);
  CHILD (speed_label);
  CHILD (age_box);
  CHILD (age_label);
  CHILD (chart_stack);
  CHILD (chart);
  CHILD (table);
  CHILD (caption_label);
  CHILD (legend_label);
  CHILD (table_button);
  CHILD (inputs);
  CHILD (offers_label);
  CHILD (offers);
#undef CHILD
#define CALLBACK(name) gtk_widget_class_bind_template_callback (widget_class, name)
  CALLBACK (little_room_cb);
  CALLBACK (less_room_cb);
  CALLBACK (least_room_cb);
  CALLBACK (room_cb);
  CALLBACK (table_toggled_cb);
#undef CALLBACK
  gtk_widget_class_set_css_name (widget_class, "cost-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_cost_page_init (PlimsollCostPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Cost"),
                                  -1);

  self->updates = g_signal_group_new (PLIMSOLL_TYPE_COST_MODEL);
  g_signal_group_connect_swapped (self->updates, "updated", G_CALLBACK (update), self);
}

void
plimsoll_cost_page_set_catalog (PlimsollCostPage *self, PlimsollCatalog *catalog)
{
  g_return_if_fail (PLIMSOLL_IS_COST_PAGE (self));
  g_return_if_fail (PLIMSOLL_IS_CATALOG (catalog));

  g_set_object (&self->catalog, catalog);
}

PlimsollCostModel *
plimsoll_cost_page_get_model (PlimsollCostPage *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_PAGE (self), NULL);

  return self->model;
}
