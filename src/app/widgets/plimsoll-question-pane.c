/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-question-pane.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-additions-row.h"
#include "plimsoll-announce.h"
#include "plimsoll-children.h"
#include "plimsoll-context-stops.h"
#include "plimsoll-format.h"
#include "plimsoll-further-boards.h"
#include "plimsoll-kv-type.h"
#include "plimsoll-labels.h"
#include "plimsoll-precision-stops.h"
#include "plimsoll-quantity.h"
#include "plimsoll-scale.h"
#include "plimsoll-stop-scale.h"
#include "plimsoll-target-row.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#define GIB (1024.0 * 1024.0 * 1024.0)
#define MAX_CONTEXT_MARKS 5

struct _PlimsollQuestionPane
{
  GtkWidget parent_instance;

  PlimsollSizer *sizer;
  PlimsollScenario *scenario; /* the sizer's */
  GListModel *accelerators;
  PlimsollOwnComputer *computer; /* (nullable) */
  GBindingGroup *bindings;
  GSignalGroup *signals;
  PlimsollPrecisionStops precisions;
  guint64 contexts[PLIMSOLL_MAX_CONTEXT_STOPS];
  guint n_contexts;
  gboolean updating; /* the controls follow the scenario, not the user */

  GtkLabel *model_name;
  GtkLabel *model_size;
  GtkLabel *model_kind;
  GtkWidget *model_button;
  GtkLabel *precision_value;
  PlimsollStopScale *precision_scale;
  GtkEditable *context_entry;
  PlimsollStopScale *context_scale;
  GtkLabel *context_message;
  AdwToggleGroup *kv_group;
  AdwToggleGroup *engine_group;
  GtkWidget *target_row;
  GtkWidget *count_row;
  GtkWidget *further_boards;
  GtkWidget *system_memory_row;
  GtkWidget *parallel_row;
  GtkWidget *flash_row;
  GtkWidget *ubatch_row;
  GtkWidget *prompt_row;
  GtkWidget *in_use_row;
  GtkWidget *more_row;
  GtkWidget *additions_row;
  GtkWidget *utilization_row;
  GtkWidget *tensor_row;
  GtkWidget *pipeline_row;
  GtkWidget *sequences_row;
  GtkWidget *batched_row;
};

G_DEFINE_FINAL_TYPE (PlimsollQuestionPane, plimsoll_question_pane, GTK_TYPE_WIDGET)

typedef enum
{
  PROP_SIZER = 1,
  PROP_ACCELERATORS,
  PROP_COMPUTER,
} PlimsollQuestionPaneProperty;

static GParamSpec *properties[PROP_COMPUTER + 1];

/* --- The model and its precision --- */

static void
update_precision (PlimsollQuestionPane *self)
{
  const PlimsollWeights *weights;
  const char *name = plimsoll_scenario_get_precision (self->scenario);
  g_autofree char *bits = NULL, *size = NULL, *markup = NULL, *text = NULL;

  plimsoll_sizer_flush (self->sizer);
  weights = plimsoll_sizer_get_weights (self->sizer);
  if (weights == NULL)
    {
      markup = g_markup_printf_escaped ("<b>%s</b>", name);
      text = g_strdup (name);
    }
  else
    {
      bits = plimsoll_format_number (weights->bits_per_weight, 2);
      size = plimsoll_format_gib (weights->file_bytes,
                                  (double) weights->file_bytes < 999.5 * GIB ? 1 : 0);
      /* Translators: a precision, its bits a weight, and the size of the model's file. */
      markup = g_markup_printf_escaped (_("<b>%s</b> · %s bits · %s"), name, bits, size);
      text = g_strdup_printf (_("%s, %s bits a weight, %s"), name, bits, size);
    }
  gtk_label_set_markup (self->precision_value, markup);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->precision_value), text);
  plimsoll_stop_scale_set_position (self->precision_scale,
                                    plimsoll_precision_stops_position (&self->precisions, name),
                                    text);
}

static void
update_precision_stops (PlimsollQuestionPane *self)
{
  PlimsollStop stops[PLIMSOLL_MAX_PRECISION_STOPS];
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);

  plimsoll_precision_stops_fill (&self->precisions, self->sizer,
                                 model != NULL ? plimsoll_model_get_spec (model)->native_dtype
                                               : "");
  for (guint i = 0; i < self->precisions.n; i++)
    stops[i] =
      (PlimsollStop) { self->precisions.stops[i].position, self->precisions.stops[i].mark != NULL,
                       self->precisions.stops[i].mark };
  plimsoll_stop_scale_set_stops (self->precision_scale, stops, self->precisions.n);
  update_precision (self);
}

static void
precision_chosen_cb (PlimsollQuestionPane *self, guint stop)
{
  if (stop < self->precisions.n)
    plimsoll_scenario_set_precision (self->scenario, self->precisions.stops[stop].name);
}

static void
update_model (PlimsollQuestionPane *self)
{
  PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);
  g_autofree char *size = NULL, *kind = NULL, *architecture = NULL, *label = NULL;

  if (model != NULL)
    {
      const char *licence = plimsoll_label_licence (model);

      size = plimsoll_label_size (model);
      architecture = plimsoll_label_architecture (model);
      kind = licence != NULL ? g_strdup_printf ("%s · %s", architecture, licence)
                             : g_strdup (architecture);
      /* Translators: the button that names the model and opens the search. */
      label = g_strdup_printf (_("Change model: %s"), plimsoll_model_get_name (model));
    }
  gtk_label_set_label (self->model_name,
                       model != NULL ? plimsoll_model_get_name (model) : _("No Model"));
  gtk_label_set_label (self->model_size, size != NULL ? size : "");
  gtk_label_set_label (self->model_kind, kind != NULL ? kind : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->model_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label != NULL ? label : _("Choose a Model"), -1);
  update_precision_stops (self);
}

/* --- The context --- */

static void
show_message (PlimsollQuestionPane *self, const char *message)
{
  gtk_label_set_label (self->context_message, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->context_message), message != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->context_entry), GTK_ACCESSIBLE_STATE_INVALID,
                               message != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                               : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  if (message != NULL)
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->context_entry), "error");
      plimsoll_announce (GTK_WIDGET (self->context_entry), message,
                         GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
    }
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->context_entry), "error");
}

static void
update_context (PlimsollQuestionPane *self)
{
  guint64 tokens = plimsoll_scenario_get_context_length (self->scenario);
  g_autofree char *number = plimsoll_format_count (tokens);
  /* Translators: the length of the context. */
  g_autofree char *text = g_strdup_printf (_("%s tokens"), number);

  gtk_editable_set_text (self->context_entry, number);
  show_message (self, NULL);
  plimsoll_stop_scale_set_position (self->context_scale, log2 ((double) tokens), text);
}

/* Whether the mark of @tokens would run into that of the limit. */
static gboolean
crowds (guint64 tokens, guint64 limit)
{
  double octaves = log2 ((double) limit / 1024);

  return log2 ((double) limit / (double) tokens) < octaves * 0.13;
}

static void
update_context_stops (PlimsollQuestionPane *self)
{
  guint64 limit = plimsoll_scenario_get_context_limit (self->scenario);
  PlimsollStop stops[PLIMSOLL_MAX_CONTEXT_STOPS];
  g_autoptr (GPtrArray) marks = g_ptr_array_new_with_free_func (g_free);
  double ticks[PLIMSOLL_MAX_TICKS];
  guint n_ticks;

  if (limit >= PLIMSOLL_MAX_CONTEXT)
    limit = PLIMSOLL_UNKNOWN_CONTEXT_LIMIT;
  self->n_contexts = plimsoll_context_stops (limit, self->contexts);
  n_ticks =
    plimsoll_ticks_octaves ((double) self->contexts[0], (double) limit, MAX_CONTEXT_MARKS, ticks);
  for (guint i = 0; i < self->n_contexts; i++)
    {
      guint64 tokens = self->contexts[i];

      stops[i] = (PlimsollStop) { .position = log2 ((double) tokens),
                                  .major = (tokens & (tokens - 1)) == 0 || tokens == limit };
      for (guint tick = 0; tick < n_ticks; tick++)
        if (tokens == (guint64) ticks[tick] && (tokens == limit || !crowds (tokens, limit)))
          {
            g_ptr_array_add (marks, plimsoll_format_tokens (tokens));
            stops[i].mark = g_ptr_array_index (marks, marks->len - 1);
          }
      if (tokens == limit && stops[i].mark == NULL)
        {
          g_ptr_array_add (marks, plimsoll_format_tokens_about (tokens));
          stops[i].mark = g_ptr_array_index (marks, marks->len - 1);
        }
    }
  plimsoll_stop_scale_set_stops (self->context_scale, stops, self->n_contexts);
  update_context (self);
}

static void
context_chosen_cb (PlimsollQuestionPane *self, guint stop)
{
  if (stop < self->n_contexts)
    plimsoll_scenario_set_context_length (self->scenario, self->contexts[stop]);
}

/* What people write between thousands is not for the parser. */
static char *
without_separators (const char *text)
{
  GString *bare = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isspace (c) && c != ',' && c != '\'' && c != 0x2019)
        g_string_append_unichar (bare, c);
    }
  return g_string_free_and_steal (bare);
}

static void
context_entered_cb (PlimsollQuestionPane *self)
{
  g_autofree char *text = without_separators (gtk_editable_get_text (self->context_entry));
  guint64 limit = plimsoll_scenario_get_context_limit (self->scenario), tokens;
  g_autoptr (GError) error = NULL;

  if (!plimsoll_quantity_parse_tokens (text, &tokens, &error))
    {
      show_message (self, error->message);
      return;
    }

  plimsoll_scenario_set_context_length (self->scenario, tokens);
  update_context (self);
  if (tokens > limit)
    {
      PlimsollModel *model = plimsoll_scenario_get_model (self->scenario);
      g_autofree char *most = plimsoll_format_count (limit);
      /* Translators: a model, and the longest context that it was made for. */
      g_autofree char *message =
        g_strdup_printf (_("%s goes up to %s tokens"),
                         model != NULL ? plimsoll_model_get_name (model) : "", most);

      show_message (self, message);
    }
}

static void
context_left_cb (PlimsollQuestionPane *self)
{
  g_autofree char *shown = NULL;

  if (self->scenario == NULL)
    return;
  shown = plimsoll_format_count (plimsoll_scenario_get_context_length (self->scenario));
  /* What was refused stays to be mended; what is there already need not be read. */
  if (g_strcmp0 (shown, gtk_editable_get_text (self->context_entry)) != 0)
    context_entered_cb (self);
}

/* --- The cache and the target --- */

static void
update_kv (PlimsollQuestionPane *self)
{
  const char *name = plimsoll_scenario_get_kv_type (self->scenario);

  self->updating = TRUE;
  if (name != NULL && adw_toggle_group_get_toggle_by_name (self->kv_group, name) != NULL)
    adw_toggle_group_set_active_name (self->kv_group, name);
  else
    adw_toggle_group_set_active (self->kv_group, GTK_INVALID_LIST_POSITION);
  self->updating = FALSE;
}

static void
kv_chosen_cb (PlimsollQuestionPane *self)
{
  const char *name = adw_toggle_group_get_active_name (self->kv_group);

  if (!self->updating && self->scenario != NULL && name != NULL)
    plimsoll_scenario_set_kv_type (self->scenario, name);
}

/* --- The engine --- */

static gboolean
serves (PlimsollQuestionPane *self)
{
  return plimsoll_engine_serves (plimsoll_scenario_get_engine (self->scenario));
}

/* Types of the cache that the engine has, in the place of others. */
static void
fill_kv_group (PlimsollQuestionPane *self)
{
  static const struct
  {
    const char *name;
    const char *label;
    gboolean served;
  } types[] = {
    { "f16", "F16", FALSE }, { "q8_0", "Q8", FALSE }, { "q4_0", "Q4", FALSE },
    { "f16", "F16", TRUE },  { "fp8", "FP8", TRUE },
  };

  self->updating = TRUE;
  adw_toggle_group_remove_all (self->kv_group);
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].served == serves (self))
      {
        AdwToggle *toggle = adw_toggle_new ();

        adw_toggle_set_name (toggle, types[i].name);
        adw_toggle_set_label (toggle, types[i].label);
        adw_toggle_group_add (self->kv_group, toggle);
      }
  self->updating = FALSE;
  update_kv (self);
}

static void
update_engine (PlimsollQuestionPane *self)
{
  const gboolean served = serves (self);
  GtkWidget *const of_servers[] = { self->utilization_row, self->tensor_row, self->pipeline_row,
                                    self->sequences_row, self->batched_row };
  GtkWidget *const of_llama_cpp[] = { self->flash_row, self->ubatch_row, self->system_memory_row };

  self->updating = TRUE;
  adw_toggle_group_set_active_name (
    self->engine_group,
    plimsoll_enum_nick (PLIMSOLL_TYPE_ENGINE, (int) plimsoll_scenario_get_engine (self->scenario)));
  self->updating = FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (of_servers); i++)
    gtk_widget_set_visible (of_servers[i], served);
  for (gsize i = 0; i < G_N_ELEMENTS (of_llama_cpp); i++)
    gtk_widget_set_visible (of_llama_cpp[i], !served);
  fill_kv_group (self);
  update_precision_stops (self);
}

static void
engine_chosen_cb (PlimsollQuestionPane *self)
{
  const char *name = adw_toggle_group_get_active_name (self->engine_group);
  int engine;

  if (self->updating || self->scenario == NULL || name == NULL
      || !plimsoll_enum_from_nick (PLIMSOLL_TYPE_ENGINE, name, &engine))
    return;

  g_object_freeze_notify (G_OBJECT (self->scenario));
  g_object_set (self->scenario, "engine", engine, NULL);
  /* What the other sort caches in is none of this one's. */
  if (!plimsoll_kv_type_is_of (plimsoll_scenario_get_kv_k_type (self->scenario), serves (self))
      || !plimsoll_kv_type_is_of (plimsoll_scenario_get_kv_v_type (self->scenario), serves (self)))
    plimsoll_scenario_set_kv_type (self->scenario, "f16");
  g_object_thaw_notify (G_OBJECT (self->scenario));
}

static gboolean
share_to_percent (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, g_value_get_double (from) * 100);

  return TRUE;
}

static gboolean
percent_to_share (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, g_value_get_double (from) / 100);

  return TRUE;
}

/* --- Wiring --- */

static gboolean
bytes_to_gib (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_double (to, (double) g_value_get_uint64 (from) / GIB);
  return TRUE;
}

static gboolean
gib_to_bytes (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_uint64 (to, (guint64) (g_value_get_double (from) * GIB));
  return TRUE;
}

static void
set_sizer (PlimsollQuestionPane *self, PlimsollSizer *sizer)
{
  if (!g_set_object (&self->sizer, sizer))
    return;

  self->scenario = sizer != NULL ? plimsoll_sizer_get_scenario (sizer) : NULL;
  g_binding_group_set_source (self->bindings, self->scenario);
  g_object_set (self->target_row, "scenario", self->scenario, NULL);
  g_object_set (self->further_boards, "scenario", self->scenario, NULL);
  g_object_set (self->additions_row, "sizer", sizer, NULL);
  g_signal_group_set_target (self->signals, self->scenario);
  if (self->scenario != NULL)
    {
      update_model (self);
      update_context_stops (self);
      update_engine (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIZER]);
}

static void
plimsoll_question_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  PlimsollQuestionPane *self = PLIMSOLL_QUESTION_PANE (object);

  switch ((PlimsollQuestionPaneProperty) id)
    {
    case PROP_SIZER:
      g_value_set_object (value, self->sizer);
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
plimsoll_question_pane_set_property (GObject *object,
                                     guint id,
                                     const GValue *value,
                                     GParamSpec *pspec)
{
  PlimsollQuestionPane *self = PLIMSOLL_QUESTION_PANE (object);

  switch ((PlimsollQuestionPaneProperty) id)
    {
    case PROP_SIZER:
      set_sizer (self, g_value_get_object (value));
      break;
    case PROP_ACCELERATORS:
      if (!g_set_object (&self->accelerators, g_value_get_object (value)))
        return;
      g_object_set (self->target_row, "accelerators", self->accelerators, NULL);
      g_object_set (self->further_boards, "accelerators", self->accelerators, NULL);
      g_object_notify_by_pspec (object, pspec);
      break;
    case PROP_COMPUTER:
      if (!g_set_object (&self->computer, g_value_get_object (value)))
        return;
      g_object_set (self->target_row, "computer", self->computer, NULL);
      g_object_notify_by_pspec (object, pspec);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
plimsoll_question_pane_dispose (GObject *object)
{
  PlimsollQuestionPane *self = PLIMSOLL_QUESTION_PANE (object);

  g_clear_object (&self->bindings);
  g_clear_object (&self->signals);
  gtk_widget_dispose_template (GTK_WIDGET (self), PLIMSOLL_TYPE_QUESTION_PANE);
  plimsoll_unparent_children (GTK_WIDGET (self));
  self->scenario = NULL;
  g_clear_object (&self->sizer);
  g_clear_object (&self->accelerators);
  g_clear_object (&self->computer);

  G_OBJECT_CLASS (plimsoll_question_pane_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
#define CHILD(name) gtk_widget_class_bind_template_child (widget_class, PlimsollQuestionPane, name)
  CHILD (model_name);
  CHILD (model_size);
  CHILD (model_kind);
  CHILD (model_button);
  CHILD (precision_value);
  CHILD (precision_scale);
  CHILD (context_entry);
  CHILD (context_scale);
  CHILD (context_message);
  CHILD (kv_group);
  CHILD (target_row);
  CHILD (count_row);
  CHILD (further_boards);
  CHILD (system_memory_row);
  CHILD (parallel_row);
  CHILD (flash_row);
  CHILD (ubatch_row);
  CHILD (prompt_row);
  CHILD (in_use_row);
  CHILD (more_row);
  CHILD (additions_row);
  CHILD (engine_group);
  CHILD (utilization_row);
  CHILD (tensor_row);
  CHILD (pipeline_row);
  CHILD (sequences_row);
  CHILD (batched_row);
#undef CHILD
  gtk_widget_class_bind_template_callback (widget_class, precision_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, context_left_cb);
  gtk_widget_class_bind_template_callback (widget_class, kv_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, engine_chosen_cb);
}

static void
plimsoll_question_pane_class_init (PlimsollQuestionPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = plimsoll_question_pane_dispose;
  object_class->get_property = plimsoll_question_pane_get_property;
  object_class->set_property = plimsoll_question_pane_set_property;

  properties[PROP_SIZER] = g_param_spec_object ("sizer", NULL, NULL, PLIMSOLL_TYPE_SIZER, flags);
  properties[PROP_ACCELERATORS] =
    g_param_spec_object ("accelerators", NULL, NULL, G_TYPE_LIST_MODEL, flags);
  properties[PROP_COMPUTER] =
    g_param_spec_object ("computer", NULL, NULL, PLIMSOLL_TYPE_OWN_COMPUTER, flags);
  g_object_class_install_properties (object_class, G_N_ELEMENTS (properties), properties);

  g_type_ensure (PLIMSOLL_TYPE_ACCELERATOR);
  g_type_ensure (PLIMSOLL_TYPE_ADDITIONS_ROW);
  g_type_ensure (PLIMSOLL_TYPE_FURTHER_BOARDS);
  g_type_ensure (PLIMSOLL_TYPE_STOP_SCALE);
  g_type_ensure (PLIMSOLL_TYPE_TARGET_ROW);
  gtk_widget_class_set_template_from_resource (widget_class, PLIMSOLL_RESOURCE_PATH
                                               "/ui/plimsoll-question-pane.ui");
  bind_template (widget_class);
  gtk_widget_class_set_css_name (widget_class, "question-pane");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
plimsoll_question_pane_init (PlimsollQuestionPane *self)
{
  static const struct
  {
    const char *notify;
    void (*update) (PlimsollQuestionPane *self);
  } updates[] = {
    { "notify::model", update_model },
    { "notify::engine", update_engine },
    { "notify::precision", update_precision },
    { "notify::context-limit", update_context_stops },
    { "notify::context-length", update_context },
    { "notify::kv-type", update_kv },
    { "notify::kv-k-type", update_kv },
    { "notify::kv-v-type", update_kv },
  };
  const GBindingFlags both = G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE;

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Question"), -1);

  self->bindings = g_binding_group_new ();
  g_binding_group_bind (self->bindings, "accelerator-count", self->count_row, "value", both);
  g_binding_group_bind (self->bindings, "parallel", self->parallel_row, "value", both);
  g_binding_group_bind (self->bindings, "flash-attention", self->flash_row, "active", both);
  g_binding_group_bind (self->bindings, "ubatch", self->ubatch_row, "value", both);
  g_binding_group_bind (self->bindings, "tensor-parallel", self->tensor_row, "value", both);
  g_binding_group_bind (self->bindings, "pipeline-parallel", self->pipeline_row, "value", both);
  g_binding_group_bind (self->bindings, "max-num-seqs", self->sequences_row, "value", both);
  g_binding_group_bind (self->bindings, "max-num-batched-tokens", self->batched_row, "value", both);
  g_binding_group_bind_full (self->bindings, "gpu-memory-utilization", self->utilization_row,
                             "value", both, share_to_percent, percent_to_share, NULL, NULL);
  g_binding_group_bind (self->bindings, "prompt-length", self->prompt_row, "value", both);
  g_binding_group_bind_full (self->bindings, "system-memory", self->system_memory_row, "value",
                             both, bytes_to_gib, gib_to_bytes, NULL, NULL);
  g_binding_group_bind_full (self->bindings, "memory-in-use", self->in_use_row, "value", both,
                             bytes_to_gib, gib_to_bytes, NULL, NULL);

  self->signals = g_signal_group_new (PLIMSOLL_TYPE_SCENARIO);
  for (guint i = 0; i < G_N_ELEMENTS (updates); i++)
    g_signal_group_connect_swapped (self->signals, updates[i].notify,
                                    G_CALLBACK (updates[i].update), self);
}

void
plimsoll_question_pane_focus (PlimsollQuestionPane *self)
{
  g_return_if_fail (PLIMSOLL_IS_QUESTION_PANE (self));

  gtk_widget_grab_focus (self->model_button);
}
