/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-fit-page.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-announce.h"
#include "plimsoll-answer.h"
#include "plimsoll-children.h"
#include "plimsoll-context-chart.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"
#include "plimsoll-labels.h"
#include "plimsoll-legend.h"
#include "plimsoll-load-line.h"
#include "plimsoll-suggestions.h"
#include "plimsoll-tile-row.h"
#include "plimsoll-tile.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define UNKNOWN_LIMIT (G_GUINT64_CONSTANT (1) << 20)

struct _PlimsollFitPage
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  GSignalGroup *answers;
  GSignalGroup *questions;
  PlimsollVerdict verdict; /* announced last */
  gboolean discrete;       /* what changed is no slider */
  char *suggested;         /* labels of the suggestions that are shown */
  char *noted;

  GtkStack *verdict_icons;
  GtkLabel *verdict_label;
  GtkWidget *plan_box;
  GtkLabel *plan_label;
  GtkLabel *needs_label;
  GtkLabel *detail_label;
  GtkWidget *exactness_box;
  GtkLabel *exactness_label;
  PlimsollLoadLine *load_line;
  PlimsollLegend *legend;
  AdwWrapBox *suggestions_box;
  GtkWidget *tiles;
  PlimsollTile *required_tile;
  PlimsollTile *headroom_tile;
  PlimsollTile *context_tile;
  PlimsollTile *host_tile;
  PlimsollTile *requests_tile;
  GtkWidget *lower_box;
  GtkLabel *longest_label;
  PlimsollContextChart *chart;
  GtkWidget *notes_box;
  GtkListBox *notes_list;
};

G_DEFINE_FINAL_TYPE (PlimsollFitPage, plimsoll_fit_page, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
} PlimsollFitPageProperty;

static GParamSpec *properties[PROP_SIZER + 1];

static char *
describe_target (PlimsollScenario *scenario)
{
  GPtrArray *further = plimsoll_scenario_get_further_accelerators (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  guint count = plimsoll_scenario_get_accelerator_count (scenario);

  if (accelerator == NULL || count == 0)
    return g_strdup (_("this computer"));
  if (further->len > 0)
    return plimsoll_answer_hardware (scenario);
  if (count == 1)
    /* Translators: one accelerator: "one NVIDIA RTX 4090". */
    return g_strdup_printf (_("one %s"), plimsoll_accelerator_get_name (accelerator));
  /* Translators: several accelerators: "2× NVIDIA RTX 4090". */
  return g_strdup_printf (_("%u× %s"), count, plimsoll_accelerator_get_name (accelerator));
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
    /* Translators: what is used of what an engine takes, and on what: "one NVIDIA RTX 4090". */
    return g_strdup_printf (_("%s used of the %s taken on %s"), required, usable, target);
  switch (estimate->verdict)
    {
    case PLIMSOLL_VERDICT_OFFLOAD:
      /* The plan below says where the rest goes. */
      if (estimate->planned)
        return g_strdup_printf (_("%s needed, %s usable on %s"), required, usable, target);
      /* Translators: needed memory, usable memory, and on what: "one NVIDIA RTX 4090". */
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
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", suggestion->label, "ellipsize",
                                   PANGO_ELLIPSIZE_END, NULL);

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

  g_ptr_array_add (notes, NULL);
  all = g_strjoinv ("\n", (char **) notes->pdata);
  if (!g_set_str (&self->noted, all))
    return;

  gtk_list_box_remove_all (self->notes_list);
  for (guint i = 0; i + 1 < notes->len; i++)
    gtk_list_box_append (self->notes_list,
                         g_object_new (ADW_TYPE_ACTION_ROW, "title", g_ptr_array_index (notes, i),
                                       "use-markup", FALSE, "activatable", FALSE, "focusable",
                                       FALSE, NULL));
  gtk_widget_set_visible (self->notes_box, notes->len > 1);
}

/* --- Tiles --- */

static void
update_tiles (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  guint64 limit = plimsoll_scenario_get_context_limit (scenario);
  guint64 system = plimsoll_scenario_get_system_memory (scenario);
  g_autofree char *required = plimsoll_format_gib_value (estimate->required, 2);
  g_autofree char *required_gb = plimsoll_format_gb (estimate->required, 2);
  g_autofree char *headroom = plimsoll_format_number ((double) estimate->headroom / GIB, 2);
  g_autofree char *share = NULL, *share_line = NULL, *longest = NULL, *longest_line = NULL;
  g_autofree char *limit_text = NULL, *host = NULL, *host_line = NULL, *system_text = NULL;

  plimsoll_tile_set (self->required_tile, required, _("GiB"), required_gb);

  if (estimate->headroom >= 0)
    {
      share = plimsoll_format_percent (estimate->usable > 0
                                         ? (double) estimate->headroom / (double) estimate->usable
                                         : 0,
                                       1);
      /* Translators: a share of the usable memory: "5.3 %". */
      share_line = g_strdup_printf (_("%s of usable"), share);
    }
  else
    {
      share = plimsoll_format_percent (estimate->utilization, 0);
      /* Translators: what is needed as a share of the usable memory: "230 %". */
      share_line = g_strdup_printf (_("%s of usable needed"), share);
    }
  plimsoll_tile_set (self->headroom_tile, headroom, _("GiB"), share_line);
  g_object_set (self->headroom_tile, "critical", estimate->headroom < 0, NULL);

  longest = estimate->longest_context > 0 ? plimsoll_format_tokens_about (estimate->longest_context)
                                          : g_strdup (PLIMSOLL_FORMAT_UNKNOWN);
  limit_text = plimsoll_format_tokens_about (limit);
  if (estimate->longest_context == 0)
    longest_line = g_strdup (_("None fits"));
  else if (limit >= PLIMSOLL_MAX_CONTEXT)
    longest_line = g_strdup (_("Limit of the model unknown"));
  else
    /* Translators: the longest context that the model was made for: "256K". */
    longest_line = g_strdup_printf (_("%s in the model"), limit_text);
  plimsoll_tile_set (self->context_tile, longest,
                     estimate->longest_context > 0 ? _("tokens") : NULL, longest_line);

  host = plimsoll_format_gib_value (estimate->host_required, 2);
  system_text = plimsoll_format_gib (system, 0);
  host_line = system > 0 ? g_strdup_printf (C_("memory", "of %s"), system_text)
                         : g_strdup (_("System memory unknown"));
  plimsoll_tile_set (self->host_tile, host, _("GiB"), host_line);
}

/* How many of the question's requests the engine holds, in the place of system memory: it uses
 * none. */
static void
update_requests (PlimsollFitPage *self, const PlimsollServing *serving)
{
  const gboolean serves = serving->budget > 0;
  g_autofree char *requests = NULL, *between = NULL, *line = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->requests_tile), serves);
  gtk_widget_set_visible (GTK_WIDGET (self->host_tile), !serves);
  if (!serves)
    return;

  requests = plimsoll_format_number (serving->requests, serving->requests < 100 ? 2 : 0);
  between = plimsoll_format_range (serving->requests_low, serving->requests_high,
                                   serving->requests < 10 ? 1 : 0);
  /* Translators: two numbers, "3.9 – 4.5". */
  line = g_strdup_printf (_("%s of this length"), between);
  plimsoll_tile_set (self->requests_tile, requests, NULL, line);
  g_object_set (self->requests_tile, "critical", serving->requests < 1, NULL);
}

/* --- The chart --- */

static void
update_chart (PlimsollFitPage *self, const PlimsollEstimate *estimate)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  guint64 limit = plimsoll_scenario_get_context_limit (scenario);
  guint64 contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree PlimsollEstimate *estimates = NULL;
  PlimsollCargo cargos[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autofree char *longest = NULL, *markup = NULL;
  guint n;

  n = plimsoll_context_stops (limit >= PLIMSOLL_MAX_CONTEXT ? UNKNOWN_LIMIT : limit, contexts);
  estimates = g_new (PlimsollEstimate, n);
  plimsoll_sizer_estimate_at (self->sizer, contexts, n, estimates);
  for (guint i = 0; i < n; i++)
    plimsoll_cargo_of_estimate (&estimates[i], &cargos[i]);
  plimsoll_context_chart_set_data (self->chart, contexts, cargos, n, estimate->usable,
                                   accelerator != NULL ? plimsoll_accelerator_get_name (accelerator)
                                                       : "");
  plimsoll_context_chart_set_context (self->chart, plimsoll_scenario_get_context_length (scenario),
                                      estimate->required);

  longest = estimate->longest_context > 0 ? plimsoll_format_tokens_about (estimate->longest_context)
                                          : g_strdup (C_("longest context", "none"));
  /* Translators: a number of tokens, "42K", or "none". */
  markup = g_markup_printf_escaped (_("Longest context that fits: <b>%s</b>"), longest);
  gtk_label_set_markup (self->longest_label, markup);
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
context_chosen_cb (PlimsollFitPage *self, guint64 context)
{
  plimsoll_scenario_set_context_length (plimsoll_sizer_get_scenario (self->sizer), context);
}

/* --- Wiring --- */

static void
update (PlimsollFitPage *self)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (self->sizer);
  g_autofree char *target = describe_target (scenario);
  gboolean valid = estimate->valid;

  update_verdict (self, estimate, target);
  update_plan (self);
  update_needs (self, estimate);
  gtk_widget_set_visible (GTK_WIDGET (self->load_line), valid);
  gtk_widget_set_visible (GTK_WIDGET (self->legend), valid);
  gtk_widget_set_visible (self->tiles, valid);
  gtk_widget_set_visible (self->lower_box, valid);
  update_suggestions (self);
  if (!valid)
    return;

  plimsoll_load_line_set_estimate (self->load_line, estimate,
                                   plimsoll_scenario_get_accelerator_count (scenario), target,
                                   self->discrete);
  self->discrete = FALSE;
  plimsoll_legend_set_estimate (self->legend, estimate);
  update_tiles (self, estimate);
  update_requests (self, &estimate->serving);
  update_chart (self, estimate);
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

  properties[PROP_SIZER] =
    g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_CONTEXT_CHART);
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
  CHILD (context_tile);
  CHILD (host_tile);
  CHILD (requests_tile);
  CHILD (lower_box);
  CHILD (longest_label);
  CHILD (chart);
  CHILD (notes_box);
  CHILD (notes_list);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, apply_plan_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_chosen_cb);
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
