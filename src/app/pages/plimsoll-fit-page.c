/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page-private.h"

#include "plimsoll-announce.h"
#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-suggestions.h"
#include "plimsoll-tile-row.h"
#include "plimsoll-unfolds.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (PlimsollFitPage, plimsoll_fit_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollFitPageProperty;

static void update (PlimsollFitPage *self);

static GParamSpec *properties[PROP_SIZER + 1];

/* Whose memory it is. */
static char *
describe_target (PlimsollScenario *scenario)
{
  g_autofree char *hardware = plimsoll_answer_hardware (scenario);

  return *hardware != '\0' ? g_steal_pointer (&hardware) : g_strdup (_("this computer"));
}

/* --- The verdict --- */

static char *
describe_estimate (const PlimsollEstimate *estimate, const char *target)
{
  g_autofree char *required = plimsoll_format_gib (estimate->required, 2);
  g_autofree char *usable = plimsoll_format_gib (estimate->usable, 2);

  if (!estimate->valid && estimate->refusal == NULL)
    return g_strdup (_("Choose a model and hardware"));
  if (!estimate->valid)
    return plimsoll_answer_reason (estimate);
  if (estimate->serving.budget > 0)
    /* Translators: what is used of what an engine takes, and on what: "NVIDIA RTX 4090". */
    return g_strdup_printf (_("%s used of the %s taken on %s"), required, usable, target);
  switch (estimate->verdict)
    {
    case PLIMSOLL_VERDICT_OFFLOAD:
      /* The plan below says where the rest goes. */
      if (estimate->planned)
        return g_strdup_printf (_("%s needed, %s usable on %s"), required, usable, target);
      /* Translators: needed memory, usable memory, and on what: "NVIDIA RTX 4090". */
      return g_strdup_printf (_("%s needed, %s usable on %s; the rest goes to system memory"),
                              required, usable, target);
    case PLIMSOLL_VERDICT_EXCEEDS:
      return g_strdup_printf (_("%s needed, %s usable on %s"), required, usable, target);
    case PLIMSOLL_VERDICT_UNKNOWN:
    case PLIMSOLL_VERDICT_FITS:
    case PLIMSOLL_VERDICT_TIGHT:
    default:
      return g_strdup_printf (_("%s of %s usable memory on %s"), required, usable, target);
    }
}

static void
update_verdict (PlimsollFitPage *self, const PlimsollEstimate *estimate, const char *target)
{
  PlimsollVerdict verdict = estimate->valid ? estimate->verdict : PLIMSOLL_VERDICT_UNKNOWN;
  g_autofree char *title =
    estimate->valid ? plimsoll_label_verdict_title (estimate) : g_strdup (_("Cannot be sized"));
  g_autofree char *detail = describe_estimate (estimate, target);
  g_autofree char *exactness = estimate->valid ? plimsoll_label_exactness (estimate) : NULL;

  gtk_stack_set_visible_child_name (self->verdict_icons, plimsoll_verdict_class (verdict));
  gtk_label_set_label (self->verdict_label, title);
  gtk_label_set_label (self->detail_label, detail);
  gtk_label_set_label (self->exactness_label, exactness != NULL ? exactness : "");
  gtk_widget_set_visible (self->exactness_box, exactness != NULL);

  if (self->verdict != verdict && self->verdict != PLIMSOLL_VERDICT_UNKNOWN)
    plimsoll_announce (GTK_WIDGET (self), title, GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_LOW);
  self->verdict = verdict;
}

/* Shown where it would run otherwise, or faster, than it was asked. */
static void
update_plan (PlimsollFitPage *self)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (self->sizer);
  g_autofree char *text = plimsoll_answer_plan_text (self->sizer);
  PlimsollQuestion asked;
  gboolean differs = FALSE;

  if (plan != NULL)
    {
      plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (self->sizer), &asked);
      differs = plan->shared || plan->question.ngl != asked.ngl
                || plan->question.n_cpu_moe != asked.n_cpu_moe
                || plan->question.ubatch != asked.ubatch;
    }

  gtk_widget_set_visible (self->plan_box, differs);
  if (differs)
    {
      /* Translators: how the model would run fastest, in words. */
      g_autofree char *label = g_strdup_printf (_("Fastest plan: %s"), text);

      gtk_label_set_label (self->plan_label, label);
    }
}

/* What would help; where a plan is shown, that is the nearer help. */
static void
update_needs (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  g_autofree char *text = estimate->valid && estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS
                            ? plimsoll_answer_needs_text (self->sizer)
                            : NULL;

  gtk_label_set_label (self->needs_label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->needs_label), text != NULL);
}

static void
apply_plan_cb (PlimsollFitPage *self)
{
  plimsoll_answer_plan_apply (self->sizer);
}

/* --- Suggestions and notes --- */

static GtkWidget *
suggestion_button_new (const PlimsollSuggestion *suggestion)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "icon-name", suggestion->icon, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", suggestion->label, "wrap", TRUE, NULL);

  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "suggestion");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.change");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "(sss)", suggestion->property,
                                    suggestion->value, suggestion->label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  suggestion->label, -1);
  return button;
}

static void
update_suggestions (PlimsollFitPage *self)
{
  g_autoptr (GPtrArray) suggestions = plimsoll_suggestions_new (self->sizer);
  g_autoptr (GString) labels = g_string_new (NULL);
  GtkWidget *child;

  for (guint i = 0; i < suggestions->len; i++)
    {
      const PlimsollSuggestion *suggestion = g_ptr_array_index (suggestions, i);

      g_string_append_printf (labels, "%s\n%s\n", suggestion->label, suggestion->value);
    }
  /* The same ones stay, with the focus that they may have. */
  if (!g_set_str (&self->suggested, labels->str))
    return;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->suggestions_box))) != NULL)
    adw_wrap_box_remove (self->suggestions_box, child);
  for (guint i = 0; i < suggestions->len; i++)
    adw_wrap_box_append (self->suggestions_box,
                         suggestion_button_new (g_ptr_array_index (suggestions, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->suggestions_box), suggestions->len > 0);
}

static void
update_notes (PlimsollFitPage *self)
{
  g_autoptr (GPtrArray) notes = plimsoll_notes_new (self->sizer);
  g_autofree char *all = NULL;
  GtkListBoxRow *row;

  g_ptr_array_add (notes, NULL);
  all = g_strjoinv ("\n", (char **) notes->pdata);
  if (!g_set_str (&self->noted, all))
    return;

  /* Rows that are there say something else: while a slider moves, none is made anew. */
  row = gtk_list_box_get_row_at_index (self->notes_list, (int) notes->len - 1);
  for (; row != NULL; row = gtk_list_box_get_row_at_index (self->notes_list, (int) notes->len - 1))
    gtk_list_box_remove (self->notes_list, GTK_WIDGET (row));
  for (guint i = 0; i + 1 < notes->len; i++)
    {
      row = gtk_list_box_get_row_at_index (self->notes_list, (int) i);
      if (row != NULL)
        adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), g_ptr_array_index (notes, i));
      else
        gtk_list_box_append (self->notes_list,
                             g_object_new (ADW_TYPE_ACTION_ROW, "title",
                                           g_ptr_array_index (notes, i), "use-markup", FALSE,
                                           "activatable", FALSE, "focusable", FALSE, NULL));
    }
  gtk_widget_set_visible (self->notes_box, notes->len > 1);
}

static void
narrow_cb (PlimsollFitPage *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
}

static void
wide_cb (PlimsollFitPage *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
}

static void
show_as_table (PlimsollFitPage *self, GtkStack *stack, gboolean table)
{
  gtk_stack_set_visible_child_name (stack, table ? "table" : "chart");
  if (self->sizer != NULL)
    update (self);
}

static void
memory_as_table_cb (PlimsollFitPage *self, GParamSpec *pspec, GtkToggleButton *button)
{
  show_as_table (self, self->memory_stack, gtk_toggle_button_get_active (button));
}

static void
decode_as_table_cb (PlimsollFitPage *self, GParamSpec *pspec, GtkToggleButton *button)
{
  show_as_table (self, self->decode_stack, gtk_toggle_button_get_active (button));
}

static void
context_chosen_cb (PlimsollFitPage *self, guint64 context)
{
  plimsoll_scenario_set_context_length (plimsoll_sizer_get_scenario (self->sizer), context);
}

static void
update_load_line (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const char *names[PLIMSOLL_MAX_DEVICES] = { NULL };

  for (guint i = 0; i < estimate->memory.n_devices; i++)
    {
      PlimsollAccelerator *accelerator = plimsoll_scenario_get_device (scenario, i);

      if (accelerator != NULL)
        names[i] = plimsoll_accelerator_get_name (accelerator);
    }
  plimsoll_load_line_set_estimate (self->load_line, estimate, names, self->discrete);
}

/* --- Wiring --- */

static void
update (PlimsollFitPage *self)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (self->sizer);
  g_autofree char *target = describe_target (scenario);
  gboolean valid = estimate->valid;

  /* What nobody sees is made up for when it is seen. */
  self->stale = !gtk_widget_get_mapped (GTK_WIDGET (self));
  if (self->stale)
    return;

  update_verdict (self, estimate, target);
  update_plan (self);
  update_needs (self, estimate);
  gtk_widget_set_visible (GTK_WIDGET (self->load_line), valid);
  gtk_widget_set_visible (GTK_WIDGET (self->legend), valid);
  gtk_widget_set_visible (self->tiles, valid);
  gtk_widget_set_visible (self->lower_box, valid);
  update_suggestions (self);
  plimsoll_fit_page_update_recommendations (self);
  if (!valid)
    return;

  update_load_line (self, estimate);
  self->discrete = FALSE;
  plimsoll_legend_set_estimate (self->legend, estimate);
  plimsoll_fit_page_update_tiles (self, estimate);
  plimsoll_fit_page_update_charts (self, estimate, target);
  update_notes (self);
}

static void
discrete_cb (PlimsollFitPage *self)
{
  self->discrete = TRUE;
}

static void
set_sizer (PlimsollFitPage *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;

  g_signal_group_set_target (self->answers, sizer);
  g_signal_group_set_target (self->questions,
                             sizer != NULL ? plimsoll_sizer_get_scenario (sizer) : NULL);
  if (sizer != NULL)
    update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_fit_page_map (GtkWidget *widget)
{
  PlimsollFitPage *self = PLIMSOLL_FIT_PAGE (widget);

  GTK_WIDGET_CLASS (plimsoll_fit_page_parent_class)->map (widget);

  if (self->stale && self->sizer != NULL)
    update (self);
}

static void
plimsoll_fit_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollFitPage *self = PLIMSOLL_FIT_PAGE (object);

  switch ((PlimsollFitPageProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_fit_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  PlimsollFitPage *self = PLIMSOLL_FIT_PAGE (object);

  switch ((PlimsollFitPageProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_fit_page_dispose (GObject *object)
{
  PlimsollFitPage *self = PLIMSOLL_FIT_PAGE (object);

  plimsoll_fit_page_cancel_recommendations (self);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->offers);
  g_clear_object (&self->answers);
  g_clear_object (&self->questions);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_FIT_PAGE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_fit_page_parent_class)->dispose (object);
}

static void
plimsoll_fit_page_finalize (GObject *object)
{
  PlimsollFitPage *self = PLIMSOLL_FIT_PAGE (object);

  g_clear_pointer (&self->suggested, g_free);
  g_clear_pointer (&self->noted, g_free);
  g_clear_pointer (&self->recommended, g_free);

  G_OBJECT_CLASS (plimsoll_fit_page_parent_class)->finalize (object);
}

static void
plimsoll_fit_page_class_init (PlimsollFitPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = plimsoll_fit_page_dispose;
  object_class->finalize = plimsoll_fit_page_finalize;
  object_class->get_property = plimsoll_fit_page_get_property;
  object_class->set_property = plimsoll_fit_page_set_property;
  widget_class->map = plimsoll_fit_page_map;

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_CONTEXT_CHART);
  g_type_ensure (PLIMSOLL_TYPE_DECODE_CHART);
  g_type_ensure (PLIMSOLL_TYPE_FIGURE_TABLE);
  g_type_ensure (PLIMSOLL_TYPE_LEGEND);
  g_type_ensure (PLIMSOLL_TYPE_LOAD_LINE);
  g_type_ensure (PLIMSOLL_TYPE_TILE);
  g_type_ensure (PLIMSOLL_TYPE_TILE_ROW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               PLIMSOLL_RESOURCE_PATH "/ui/plimsoll-fit-page.ui");
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollFitPage, name)
  CHILD (verdict_icons);
  CHILD (verdict_label);
  CHILD (plan_box);
  CHILD (plan_label);
  CHILD (needs_label);
  CHILD (detail_label);
  CHILD (exactness_box);
  CHILD (exactness_label);
  CHILD (load_line);
  CHILD (legend);
  CHILD (suggestions_box);
  CHILD (tiles);
  CHILD (required_tile);
  CHILD (headroom_tile);
  CHILD (decode_tile);
  CHILD (prefill_tile);
  CHILD (first_token_tile);
  CHILD (together_tile);
  CHILD (host_tile);
  CHILD (requests_tile);
  CHILD (lower_box);
  CHILD (longest_figure);
  CHILD (longest_label);
  CHILD (chart);
  CHILD (memory_stack);
  CHILD (memory_table);
  CHILD (decode_card);
  CHILD (decode_stack);
  CHILD (decode_chart);
  CHILD (decode_table);
  CHILD (recommended_box);
  CHILD (recommended_list);
  CHILD (notes_box);
  CHILD (notes_list);
#undef CHILD
  gtk_widget_class_bind_template_child_full (widget_class, "memory_toggle", FALSE, 0);
  gtk_widget_class_bind_template_child_full (widget_class, "decode_toggle", FALSE, 0);
  gtk_widget_class_bind_template_callback (widget_class, apply_plan_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, memory_as_table_cb);
  gtk_widget_class_bind_template_callback (widget_class, decode_as_table_cb);
  gtk_widget_class_bind_template_callback (widget_class, narrow_cb);
  gtk_widget_class_bind_template_callback (widget_class, wide_cb);
  gtk_widget_class_set_css_name (widget_class, "fit-page");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_fit_page_init (PlimsollFitPage *self)
{
  static const char *const discrete[] = { "notify::model", "notify::accelerator",
                                          "notify::accelerator-count", "notify::kv-type" };

  gtk_widget_init_template (GTK_WIDGET (self));
  plimsoll_unfolds_set (self->longest_figure, "longest_context");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Fit"),
                                  -1);

  for (guint verdict = 0; verdict <= PLIMSOLL_VERDICT_EXCEEDS; verdict++)
    {
      GtkWidget *icon = gtk_image_new_from_icon_name (plimsoll_verdict_icon (verdict));

      gtk_image_set_pixel_size (GTK_IMAGE (icon), 28);
      gtk_widget_add_css_class (icon, "verdict-icon");
      gtk_widget_add_css_class (icon, plimsoll_verdict_class (verdict));
      gtk_stack_add_named (self->verdict_icons, icon, plimsoll_verdict_class (verdict));
    }

  self->answers = g_signal_group_new (PLIMSOLL_TYPE_SIZER);
  g_signal_group_connect_swapped (self->answers, "notify::estimate", G_CALLBACK (update), self);
  self->questions = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  for (guint i = 0; i < G_N_ELEMENTS (discrete); i++)
    g_signal_group_connect_swapped (self->questions, discrete[i], G_CALLBACK (discrete_cb), self);
}
