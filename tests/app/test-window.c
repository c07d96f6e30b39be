/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-computer.h"
#include "plimsoll-test-window.h"

#include "plimsoll-accelerator.h"
#include "plimsoll-context-chart.h"
#include "plimsoll-fit-page.h"
#include "plimsoll-legend.h"
#include "plimsoll-load-line.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-scenario-state.h"
#include "plimsoll-search-dialog.h"
#include "plimsoll-search-result.h"
#include "plimsoll-stop-scale.h"
#include "plimsoll-tile.h"

static GtkWidget *
find (TestWindow *self, GType type)
{
  GtkWidget *found = test_find (GTK_WIDGET (self->window), type);

  g_assert_nonnull (found);
  return found;
}

static const char *
verdict (TestWindow *self)
{
  return gtk_label_get_label (test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), "verdict_label"));
}

static guint64
required (TestWindow *self)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (self->window);

  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer)->required;
}

static void
test_opens (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_nonnull (plimsoll_scenario_get_model (scenario));
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q4_K_M");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
  g_assert_cmpstr (plimsoll_accelerator_get_id (plimsoll_scenario_get_accelerator (scenario)), ==,
                   "nvidia-rtx-4090");
  g_assert_true (g_str_has_prefix (verdict (self), "Fits · "));
}

/* What does not fit has a plan, and with a press is asked as that. */
static void
test_plan (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *box = test_child (page, "plan_box");
  guint n_cpu_moe;

  g_assert_false (gtk_widget_get_visible (box));
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  test_wait_until (g_str_has_prefix (verdict (self), "Offload · ")
                   && g_str_has_suffix (verdict (self), " over"));
  g_assert_true (gtk_widget_get_visible (box));
  g_assert_true (g_str_has_prefix (gtk_label_get_label (test_child (page, "plan_label")),
                                   "Fastest plan: experts of "));

  g_signal_emit_by_name (gtk_widget_get_last_child (box), "clicked");
  test_wait_until (g_str_has_suffix (verdict (self), " to spare"));
  g_object_get (scenario, "n-cpu-moe", &n_cpu_moe, NULL);
  g_assert_cmpuint (n_cpu_moe, >, 0);
  g_assert_false (gtk_widget_get_visible (box));
}

/* Where there is no plan either, it says what would be needed: 2 × 4090 hold the 30 GiB. */
static void
test_needs (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *label = test_child (page, "needs_label");

  g_assert_false (gtk_widget_get_visible (label));
  g_object_set (scenario, "precision", "Q8_0", "system-memory", G_GUINT64_CONSTANT (1) << 30, NULL);
  test_wait_until (g_str_has_prefix (verdict (self), "Does not fit · "));
  g_assert_true (gtk_widget_get_visible (label));
  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (label)),
                                   "It would fit on 2 × NVIDIA RTX 4090"));

  plimsoll_scenario_set_precision (scenario, "Q4_K_M");
  g_object_set (scenario, "system-memory", G_GUINT64_CONSTANT (64) << 30, NULL);
  test_wait_until (g_str_has_prefix (verdict (self), "Fits · "));
  g_assert_false (gtk_widget_get_visible (label));
}

static void
test_precision (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = find (self, PLIMSOLL_TYPE_QUESTION_PANE);
  PlimsollStopScale *scale = test_child (pane, "precision_scale");
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  guint64 before = required (self);
  guint n = plimsoll_stop_scale_get_n_stops (scale);

  g_assert_cmpuint (n, >, 10);
  plimsoll_stop_scale_choose (scale, n - 1);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "BF16");
  test_wait_until (g_str_has_prefix (verdict (self), "Does not fit · ")
                   || g_str_has_prefix (verdict (self), "Offload · "));
  g_assert_cmpuint (required (self), >, 2 * before);
  g_assert_nonnull (strstr (gtk_label_get_label (test_child (pane, "precision_value")), "BF16"));

  /* And by keys: the stop before the last is a smaller precision. */
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_PAGE_BACKWARD);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q8_0");
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_START);
  g_assert_cmpuint (required (self), <, before);
}

static void
test_context (TestWindow *self, gconstpointer data)
{
  PlimsollStopScale *scale = test_child (find (self, PLIMSOLL_TYPE_QUESTION_PANE), "context_scale");
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  guint64 before = required (self);

  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_STEP_FORWARD);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 40960);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_PAGE_FORWARD);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 65536);
  g_assert_cmpuint (required (self), >, before);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_END);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==,
                    plimsoll_scenario_get_context_limit (scenario));
  test_wait_until (!g_str_has_prefix (verdict (self), "Fits"));
}

/* Another engine: its precisions, its types of cache, how many requests it holds; and back. */
static void
test_engine (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = find (self, PLIMSOLL_TYPE_QUESTION_PANE);
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  AdwToggleGroup *engines = test_child (pane, "engine_group");
  AdwToggleGroup *types = test_child (pane, "kv_group");
  PlimsollStopScale *scale = test_child (pane, "precision_scale");
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B"));
  adw_toggle_group_set_active_name (types, "q8_0");
  g_assert_false (gtk_widget_get_visible (test_child (page, "requests_tile")));

  adw_toggle_group_set_active_name (engines, "vllm");
  g_assert_cmpint (plimsoll_scenario_get_engine (scenario), ==, PLIMSOLL_ENGINE_VLLM);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "BF16");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "f16");
  g_assert_null (adw_toggle_group_get_toggle_by_name (types, "q8_0"));
  g_assert_cmpuint (plimsoll_stop_scale_get_n_stops (scale), ==, 5);
  test_wait_until (gtk_widget_get_visible (test_child (page, "requests_tile")));
  g_assert_false (gtk_widget_get_visible (test_child (page, "host_tile")));
  g_assert_false (gtk_widget_get_visible (test_child (pane, "ubatch_row")));
  g_assert_true (gtk_widget_get_visible (test_child (pane, "sequences_row")));

  plimsoll_stop_scale_choose (scale, 3);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "FP8");
  adw_toggle_group_set_active_name (types, "fp8");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "fp8");
  adw_spin_row_set_value (test_child (pane, "sequences_row"), 64);
  g_object_set (scenario, "parallel", 1000, NULL);
  test_wait_until (g_str_has_prefix (verdict (self), "Tight · "));
  g_assert_nonnull (strstr (verdict (self), "of 1000 requests"));

  /* A model that is published in 4 bits has one stop. */
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "openai/gpt-oss-20b"));
  adw_toggle_group_set_active_name (engines, "sglang");
  g_assert_cmpuint (plimsoll_stop_scale_get_n_stops (scale), ==, 1);

  adw_toggle_group_set_active_name (engines, "llama.cpp");
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q4_K_M");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "f16");
  g_assert_cmpuint (plimsoll_stop_scale_get_n_stops (scale), >, 10);
  test_wait_until (!gtk_widget_get_visible (test_child (page, "requests_tile")));
}

static void
enter (GtkEditable *entry, const char *text)
{
  gtk_editable_set_text (entry, text);
  g_signal_emit_by_name (entry, "activate");
}

static void
test_context_entry (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = find (self, PLIMSOLL_TYPE_QUESTION_PANE);
  GtkEditable *entry = test_child (pane, "context_entry");
  GtkWidget *message = test_child (pane, "context_message");
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  static const char *const absurd[] = { "banana", "",     "-5",
                                        "0",      "1e99", "99999999999999999999999999" };

  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "32768");
  for (guint i = 0; i < G_N_ELEMENTS (absurd); i++)
    {
      enter (entry, absurd[i]);
      g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
      g_assert_true (gtk_widget_get_visible (message));
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (message)), !=, "");
      gtk_test_accessible_assert_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                                        GTK_ACCESSIBLE_INVALID_TRUE);
    }

  enter (entry, "64K");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 65536);
  g_assert_false (gtk_widget_get_visible (message));
  enter (entry, "12,000");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 12000);

  /* Past the model's limit: the limit, and why. */
  enter (entry, "1000M");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==,
                    plimsoll_scenario_get_context_limit (scenario));
  g_assert_true (gtk_widget_get_visible (message));
}

static void
test_cache (TestWindow *self, gconstpointer data)
{
  AdwToggleGroup *group = test_child (find (self, PLIMSOLL_TYPE_QUESTION_PANE), "kv_group");
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  guint64 f16 = required (self), q8;

  g_assert_cmpstr (adw_toggle_group_get_active_name (group), ==, "f16");
  adw_toggle_group_set_active_name (group, "q8_0");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "q8_0");
  q8 = required (self);
  g_assert_cmpuint (q8, <, f16);
  adw_toggle_group_set_active_name (group, "q4_0");
  g_assert_cmpuint (required (self), <, q8);

  /* What the group cannot show, it shows as nothing. */
  plimsoll_scenario_set_kv_type (scenario, "f32");
  g_assert_cmpuint (adw_toggle_group_get_active (group), ==, GTK_INVALID_LIST_POSITION);
}

static void
test_hardware (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = find (self, PLIMSOLL_TYPE_QUESTION_PANE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  AdwComboRow *target = test_child (pane, "target_row");
  guint64 usable;

  usable = plimsoll_sizer_get_estimate (plimsoll_window_get_sizer (self->window))->usable;
  g_object_set (test_child (pane, "count_row"), "value", 2.0, NULL);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, 2);
  required (self);
  g_assert_cmpuint (plimsoll_sizer_get_estimate (plimsoll_window_get_sizer (self->window))->usable,
                    ==, 2 * usable);

  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (target)), >, 300);
  adw_combo_row_set_selected (target, 0);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario)
                 == adw_combo_row_get_selected_item (target));
  g_object_set (test_child (pane, "system_memory_row"), "value", 128.0, NULL);
  g_assert_cmpuint (plimsoll_scenario_get_system_memory (scenario), ==,
                    G_GUINT64_CONSTANT (128) << 30);
}

static void
test_suggestion (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  guint64 before = required (self);
  GtkWidget *box = test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), "suggestions_box");
  GtkWidget *button = gtk_widget_get_first_child (box);

  g_assert_true (gtk_widget_get_visible (box));
  g_assert_true (GTK_IS_BUTTON (button));
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "q8_0");
  g_assert_cmpuint (required (self), <, before);
  test_settle (20);

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "f16");
  g_assert_cmpuint (required (self), ==, before);

  /* There is one step to go back. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpuint (required (self), ==, before);
}

static AdwDialog *
open_search (TestWindow *self)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.search", NULL);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
  g_assert_true (PLIMSOLL_IS_SEARCH_DIALOG (dialog));
  test_settle (100);
  return dialog;
}

static AdwDialog *
visible_dialog (TestWindow *self)
{
  return adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
}

static void
test_search (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  AdwDialog *dialog = open_search (self);
  GtkWidget *entry = test_child (dialog, "entry");
  GtkListView *list = test_child (dialog, "list");
  GtkSelectionModel *found = gtk_list_view_get_model (list);
  guint64 before = required (self);
  g_autoptr (PlimsollModel) was = g_object_ref (plimsoll_scenario_get_model (scenario));
  g_autoptr (PlimsollSearchResult) first = NULL;
  GtkWidget *focus;

  test_wait_until ((focus = gtk_root_get_focus (GTK_ROOT (self->window))) != NULL
                   && gtk_widget_is_ancestor (focus, entry));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (found)), >, 100);

  gtk_editable_set_text (GTK_EDITABLE (entry), "no such model anywhere");
  test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (found)) == 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "nothing");
  g_assert_false (test_press (entry, GDK_KEY_a, 0));
  test_press (entry, GDK_KEY_Down, 0);

  gtk_editable_set_text (GTK_EDITABLE (entry), "llama 70b");
  test_wait_until (g_list_model_get_n_items (G_LIST_MODEL (found)) > 1
                   && g_list_model_get_n_items (G_LIST_MODEL (found)) < 100);
  g_assert_true (test_press (entry, GDK_KEY_Down, 0));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (found)), ==, 1);
  g_assert_true (test_press (entry, GDK_KEY_Up, 0));
  g_assert_true (test_press (entry, GDK_KEY_Up, 0));
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (found)), ==, 0);
  g_assert_true (test_press (entry, GDK_KEY_Page_Down, 0));
  g_assert_true (test_press (entry, GDK_KEY_Page_Up, 0));

  first = g_list_model_get_item (G_LIST_MODEL (found), 0);
  g_signal_emit_by_name (entry, "activate");
  test_wait_until (visible_dialog (self) == NULL);
  g_assert_false (plimsoll_scenario_get_model (scenario) == was);
  g_assert_true (plimsoll_scenario_get_model (scenario)
                 == plimsoll_search_result_get_model (first));
  g_assert_cmpuint (required (self), >, before);
  test_wait_until (!g_str_has_prefix (verdict (self), "Fits"));
}

static void
test_search_leaves (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollModel *was = plimsoll_scenario_get_model (scenario);
  AdwDialog *dialog = open_search (self);

  /* A second one does not open over it. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.search", NULL);
  g_assert_true (visible_dialog (self) == dialog);
  g_signal_emit_by_name (test_child (dialog, "entry"), "stop-search");
  test_wait_until (visible_dialog (self) == NULL);
  g_assert_true (plimsoll_scenario_get_model (scenario) == was);
}

static void
test_chart (TestWindow *self, gconstpointer data)
{
  GtkWidget *chart = find (self, PLIMSOLL_TYPE_CONTEXT_CHART);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_cmpuint (plimsoll_context_chart_get_context (PLIMSOLL_CONTEXT_CHART (chart)), ==, 32768);
  g_assert_false (test_press (chart, GDK_KEY_Return, 0));
  g_assert_true (test_press (chart, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
  g_assert_true (test_press (chart, GDK_KEY_Escape, 0));
  g_assert_false (test_press (chart, GDK_KEY_Return, 0));

  g_assert_true (test_press (chart, GDK_KEY_Left, GDK_SHIFT_MASK));
  g_assert_true (test_press (chart, GDK_KEY_Right, 0));
  g_assert_true (test_press (chart, GDK_KEY_Return, 0));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 20480);
  test_wait_until (plimsoll_context_chart_get_context (PLIMSOLL_CONTEXT_CHART (chart)) == 20480);
  g_assert_true (test_press (chart, GDK_KEY_End, 0));
  g_assert_true (test_press (chart, GDK_KEY_Return, 0));
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==,
                    plimsoll_scenario_get_context_limit (scenario));
}

static void
test_accessible (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = find (self, PLIMSOLL_TYPE_QUESTION_PANE);
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  GtkWidget *line = find (self, PLIMSOLL_TYPE_LOAD_LINE);
  GtkWidget *chart = find (self, PLIMSOLL_TYPE_CONTEXT_CHART);
  GtkWidget *legend = find (self, PLIMSOLL_TYPE_LEGEND);
  GtkWidget *tile = find (self, PLIMSOLL_TYPE_TILE);
  g_autofree char *said = plimsoll_load_line_describe (PLIMSOLL_LOAD_LINE (line));
  g_autofree char *point = plimsoll_chart_describe (PLIMSOLL_CHART (chart));

  gtk_test_accessible_assert_role (pane, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (pane, GTK_ACCESSIBLE_PROPERTY_LABEL, "Question");
  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Fit");
  gtk_test_accessible_assert_role (line, GTK_ACCESSIBLE_ROLE_METER);
  gtk_test_accessible_assert_property (line, GTK_ACCESSIBLE_PROPERTY_LABEL, "Memory");
  g_assert_nonnull (strstr (said, "Weights 17."));
  g_assert_nonnull (strstr (said, "Fits"));
  gtk_test_accessible_assert_property (line, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, said);
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "Memory by context");
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, point);
  gtk_test_accessible_assert_role (legend, GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_role (gtk_widget_get_first_child (legend),
                                   GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_role (tile, GTK_ACCESSIBLE_ROLE_BUTTON);
  gtk_test_accessible_assert_property (tile, GTK_ACCESSIBLE_PROPERTY_LABEL, "Required memory");
  gtk_test_accessible_assert_role (test_child (pane, "precision_scale"),
                                   GTK_ACCESSIBLE_ROLE_SLIDER);
  g_assert_true (gtk_test_accessible_has_relation (test_child (pane, "precision_scale"),
                                                   GTK_ACCESSIBLE_RELATION_LABELLED_BY));
  g_assert_true (gtk_test_accessible_has_property (test_child (pane, "precision_scale"),
                                                   GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT));
  g_assert_true (gtk_test_accessible_has_property (test_child (pane, "context_scale"),
                                                   GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT));
}

/* What it says follows at rest. */
static void
test_described_at_rest (TestWindow *self, gconstpointer data)
{
  GtkWidget *line = find (self, PLIMSOLL_TYPE_LOAD_LINE);
  g_autofree char *before = plimsoll_load_line_describe (PLIMSOLL_LOAD_LINE (line));
  g_autofree char *after = NULL;

  plimsoll_scenario_set_context_length (plimsoll_window_get_scenario (self->window), 4096);
  test_settle (500);
  after = plimsoll_load_line_describe (PLIMSOLL_LOAD_LINE (line));
  g_assert_cmpstr (before, !=, after);
  gtk_test_accessible_assert_property (line, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, after);
}

static void
test_narrow (TestWindow *self, gconstpointer data)
{
  PlimsollWindow *narrow;
  AdwMultiLayoutView *layouts;
  AdwBottomSheet *sheet;
  int minimum;

  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  narrow = self->window = test_window_open (self, 360, 640);
  layouts = test_child (narrow, "layouts");
  sheet = test_child (narrow, "question_sheet");
  test_wait_until (g_strcmp0 (adw_multi_layout_view_get_layout_name (layouts), "narrow") == 0);
  gtk_widget_measure (GTK_WIDGET (narrow), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 372);
  g_assert_cmpint (gtk_widget_get_width (find (self, PLIMSOLL_TYPE_FIT_PAGE)), <=, 360);
  /* So are all its cards: what is wider is cut off by the scrolled window. */
  test_wait_until (gtk_widget_get_width (test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE),
                                                     "lower_box"))
                   <= 336);

  /* The question opens, and works there. */
  gtk_widget_activate_action (GTK_WIDGET (narrow), "win.other-pane", NULL);
  test_wait_until (adw_bottom_sheet_get_open (sheet));
  adw_toggle_group_set_active_name (test_child (find (self, PLIMSOLL_TYPE_QUESTION_PANE),
                                                "kv_group"),
                                    "q8_0");
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (plimsoll_window_get_scenario (narrow)), ==,
                   "q8_0");
  test_settle (400);
  gtk_widget_activate_action (GTK_WIDGET (narrow), "win.other-pane", NULL);
  test_wait_until (!adw_bottom_sheet_get_open (sheet));
  g_assert_nonnull (strstr (gtk_label_get_label (test_child (narrow, "handle_rest")), "Q4_K_M"));
}

static const char *
page_of (PlimsollWindow *window)
{
  return adw_view_stack_get_visible_child_name (test_child (window, "pages"));
}

static void
test_restored (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  g_autofree char *model = NULL;

  plimsoll_scenario_set_precision (scenario, "Q5_K_M");
  plimsoll_scenario_set_context_length (scenario, 12345);
  plimsoll_scenario_set_kv_type (scenario, "q8_0");
  g_object_set (scenario, "parallel", 3, "accelerator-count", 2, NULL);
  g_assert_cmpstr (page_of (self->window), ==, "fit");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "cost");
  model = g_strdup (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)));
  gtk_window_close (GTK_WINDOW (g_steal_pointer (&self->window)));
  test_settle (50);

  self->window = test_window_open (self, 1200, 800);
  scenario = plimsoll_window_get_scenario (self->window);
  g_assert_cmpstr (plimsoll_model_get_id (plimsoll_scenario_get_model (scenario)), ==, model);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q5_K_M");
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 12345);
  g_assert_cmpstr (plimsoll_scenario_get_kv_type (scenario), ==, "q8_0");
  g_assert_cmpuint (plimsoll_scenario_get_parallel (scenario), ==, 3);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, 2);
  g_assert_cmpstr (page_of (self->window), ==, "cost");
}

static void
test_damaged (TestWindow *self, gconstpointer data)
{
  static const char *const damaged[] = {
    "{",
    "nonsense",
    "[]",
    "null",
    "\"text\"",
    "{\"model\": 7}",
    "{\"model\": \"no/such-model\", \"context\": 4096}",
    "{\"accelerator\": \"no-such-card\"}",
    "{\"context\": -1}",
    "{\"precision\": \"Q99\"}",
    "{\"unheard-of\": true}",
    "null {\"context\": 4096}",
  };
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++)
    {
      PlimsollScenario *scenario;
      g_autofree char *kept = NULL;
      g_autofree char *aside = NULL;

      gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
      g_settings_set_string (settings, "question", damaged[i]);
      self->window = test_window_open (self, 1000, 700);
      scenario = plimsoll_window_get_scenario (self->window);
      g_assert_nonnull (plimsoll_scenario_get_model (scenario));
      g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
      g_assert_true (g_str_has_prefix (verdict (self), "Fits · "));
      kept = g_settings_get_string (settings, "question");
      g_assert_cmpstr (kept, ==, "");
      aside = g_settings_get_string (settings, "damaged-question");
      g_assert_cmpstr (aside, ==, damaged[i]);
    }
}

static void
test_lets_go (TestWindow *self, gconstpointer data)
{
  gpointer window = self->window, sizer = plimsoll_window_get_sizer (self->window);

  g_object_add_weak_pointer (window, &window);
  g_object_add_weak_pointer (sizer, &sizer);
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  test_wait_until (window == NULL);
  g_assert_null (sizer);
}

static const char *
asked_about (PlimsollWindow *window)
{
  return plimsoll_accelerator_get_id (
    plimsoll_scenario_get_accelerator (plimsoll_window_get_scenario (window)));
}

/* Without a question from last time the first one is about this computer: two RTX 3090 and a 3060,
   and not the graphics of its processor. */
static void
test_first_start (TestWindow *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autofree char *root = test_computer_cards ();
  g_autofree char *before = g_strdup (g_getenv ("PLIMSOLL_COMPUTER_ROOT"));
  PlimsollAccelerator *other;
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GPtrArray *further;

  g_assert_cmpstr (asked_about (self->window), ==, PLIMSOLL_DEFAULT_ACCELERATOR);
  /* Where nothing is known: 64 GiB. */
  g_assert_cmpuint (plimsoll_scenario_get_system_memory (scenario), ==,
                    G_GUINT64_CONSTANT (64) << 30);
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));

  g_setenv ("PLIMSOLL_COMPUTER_ROOT", root, TRUE);

  g_settings_reset (settings, "question");
  self->window = test_window_open (self, 1200, 800);
  test_wait_until (g_str_equal (asked_about (self->window), "nvidia-rtx-3090"));
  scenario = plimsoll_window_get_scenario (self->window);
  g_assert_cmpuint (plimsoll_scenario_get_accelerator_count (scenario), ==, 2);
  further = plimsoll_scenario_get_further_accelerators (scenario);
  g_assert_cmpuint (further->len, ==, 1);
  g_assert_cmpstr (plimsoll_accelerator_get_id (further->pdata[0]), ==, "nvidia-rtx-3060-12gb");
  g_assert_cmpuint (plimsoll_scenario_get_system_memory (scenario), ==,
                    G_GUINT64_CONSTANT (65758420) * 1024);

  /* What somebody has chosen meanwhile stays. */
  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  g_settings_reset (settings, "question");
  self->window = plimsoll_window_new (GTK_APPLICATION (self->application), self->models, self->own,
                                      self->catalog);
  scenario = plimsoll_window_get_scenario (self->window);
  other = plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                            "nvidia-rtx-5090");
  plimsoll_scenario_set_accelerator (scenario, other);
  gtk_window_present (GTK_WINDOW (self->window));
  test_wait_until (gtk_widget_get_mapped (GTK_WIDGET (self->window)));
  test_settle (300);
  g_assert_cmpstr (asked_about (self->window), ==, "nvidia-rtx-5090");

  /* So does the question from last time. */
  gtk_window_close (GTK_WINDOW (g_steal_pointer (&self->window)));
  test_settle (50);
  self->window = test_window_open (self, 1200, 800);
  test_settle (300);
  g_assert_cmpstr (asked_about (self->window), ==, "nvidia-rtx-5090");

  g_setenv ("PLIMSOLL_COMPUTER_ROOT", before, TRUE);
  test_computer_remove (root);
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
  adw_init ();

  add ("/window/opens", test_opens);
  add ("/window/plan", test_plan);
  add ("/window/needs", test_needs);
  add ("/window/precision", test_precision);
  add ("/window/context", test_context);
  add ("/window/context-entry", test_context_entry);
  add ("/window/cache", test_cache);
  add ("/window/engine", test_engine);
  add ("/window/hardware", test_hardware);
  add ("/window/suggestion", test_suggestion);
  add ("/window/search", test_search);
  add ("/window/search-leaves", test_search_leaves);
  add ("/window/chart", test_chart);
  add ("/window/accessible", test_accessible);
  add ("/window/described-at-rest", test_described_at_rest);
  add ("/window/narrow", test_narrow);
  add ("/window/restored", test_restored);
  add ("/window/damaged", test_damaged);
  add ("/window/first-start", test_first_start);
  add ("/window/lets-go", test_lets_go);

  return g_test_run ();
}
