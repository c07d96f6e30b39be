/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-figure-table.h"
#include "plimsoll-format.h"
#include "plimsoll-test-window.h"
#include "plimsoll-training-card.h"
#include "plimsoll-training-cargo.h"
#include "plimsoll-training-chart.h"
#include "plimsoll-training-inputs.h"
#include "plimsoll-training-page.h"

#include <string.h>

/* The page driven through its widgets. What the figures are is tested with the core, against
 * measured runs (tests/core/test-training-measured.c); here that they are shown. */

static GtkWidget *
open_page (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_TRAINING_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_nonnull (page);
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models,
                                                           "meta-llama/Llama-3.1-8B-Instruct"));
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                                "nvidia-rtx-4090"));
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "training");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);

  return page;
}

static const PlimsollTrainingResult *
result_of (GtkWidget *page, PlimsollTrainingMethod method)
{
  return &plimsoll_training_page_flush (PLIMSOLL_TRAINING_PAGE (page))->results[method];
}

static const char *
text_of (GtkWidget *page, const char *card, const char *label)
{
  return gtk_label_get_label (test_child (test_child (page, card), label));
}

static GtkWidget *
control_of (GtkWidget *page, const char *property)
{
  GtkWidget *control = plimsoll_training_inputs_get_control (test_child (page, "inputs"), property);

  g_assert_nonnull (control);

  return control;
}

static void
enter (GtkWidget *page, const char *property, const char *text)
{
  GtkWidget *spin = control_of (page, property);

  gtk_editable_set_text (GTK_EDITABLE (spin), text);
  gtk_spin_button_update (GTK_SPIN_BUTTON (spin));
  test_settle (20);
}

static guint
shown_number (GtkWidget *page, const char *property)
{
  return (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (control_of (page, property)));
}

static void
choose (GtkWidget *page, const char *property, guint place)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (control_of (page, property)), place);
  test_settle (20);
}

/* 10 bytes a parameter at the step of AdamW are no matter of 24 GB; 4 bits a weight are. The 6.8 M
 * parameters are rank 16 beside the attention of 32 blocks: 16 × (2 × 4096 + 2 × (4096 + 1024) + 2
 * × 4096) × 32. */
static void
test_cards (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  const PlimsollTrainingResult *full = result_of (page, PLIMSOLL_TRAINING_FULL);
  g_autofree char *number = plimsoll_format_gib_value (full->memory.required, 1);

  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Training");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (test_child (page, "lora_card")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "LoRA");
  g_assert_cmpstr (text_of (page, "qlora_card", "verdict_label"), ==, "Fits");
  g_assert_cmpstr (text_of (page, "full_card", "verdict_label"), ==, "Exceeds");
  g_assert_true (g_str_has_prefix (text_of (page, "full_card", "required_label"), number));
  g_assert_nonnull (strstr (text_of (page, "full_card", "about_label"),
                            "8,030,261,248 parameters"));
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.trained, ==,
                    16 * (2 * 8192 + 2 * 5120) * 32);
  g_assert_nonnull (strstr (text_of (page, "full_card", "notes_label"), "AdamW in 8 bits: "));

  /* Whole machines, not 5 or 34. */
  g_assert_true (full->least == 2 || full->least == 4 || full->least == 8 || full->least % 8 == 0);
  g_assert_nonnull (full->buy.accelerator);
  g_assert_true (full->buy.count == 1 || full->buy.count == 2 || full->buy.count == 4
                 || full->buy.count == 8);
}

/* Each input changes the answer as it does in the core. */
static void
test_inputs (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  const guint64 first = result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required;
  guint64 last;

  gtk_test_accessible_assert_property (control_of (page, "rank"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Rank of adapters");
  enter (page, "sequence", "8K");
  g_assert_cmpuint (shown_number (page, "sequence"), ==, 8192);
  last = result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required;
  g_assert_cmpuint (last, >, first);
  enter (page, "sequence", "2048");
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required, ==, first);

  choose (page, "targets", 2);
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.trained, ==, 41943040);
  choose (page, "targets", 0);
  enter (page, "rank", "64");
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.trained, ==,
                    64 * (2 * 8192 + 2 * 5120) * 32);
  enter (page, "rank", "16");

  gtk_switch_set_active (GTK_SWITCH (control_of (page, "checkpointing")), FALSE);
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required, >, first);
  gtk_switch_set_active (GTK_SWITCH (control_of (page, "checkpointing")), TRUE);
  choose (page, "optimizer", PLIMSOLL_OPTIMIZER_ADAMW_8BIT);
  last = result_of (page, PLIMSOLL_TRAINING_FULL)->memory.required;
  choose (page, "optimizer", PLIMSOLL_OPTIMIZER_ADAMW);
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_FULL)->memory.required, >, last);

  /* Shards need others to share with. */
  g_assert_false (gtk_widget_get_sensitive (control_of (page, "sharding")));
  last = result_of (page, PLIMSOLL_TRAINING_FULL)->memory.required;
  enter (page, "accelerator-count", "4");
  g_assert_true (gtk_widget_get_sensitive (control_of (page, "sharding")));
  choose (page, "sharding", PLIMSOLL_SHARDING_FSDP);
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_FULL)->memory.required, <, last / 2);

  /* A framework comes with settings of its own. */
  choose (page, "framework", PLIMSOLL_TRAINING_UNSLOTH);
  g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required, >, 0);
}

/* What is absurd is said in words, and what was there stays. */
static void
test_bad_input (TestWindow *self, gconstpointer data)
{
  static const struct
  {
    const char *property;
    const char *text;
    const char *words;
  } bad[] = {
    { "sequence", "-5", "Sequence length: " },  { "sequence", "", "Sequence length: " },
    { "sequence", "99G", "Sequence length: " }, { "batch", "0", "Batch on each GPU: " },
    { "batch", "1e9", "Batch on each GPU: " },  { "rank", "many", "Rank of adapters: " },
    { "accelerator-count", "-1", "GPUs: " },
  };
  GtkWidget *page = open_page (self);
  GtkWidget *inputs = test_child (page, "inputs");
  const guint64 before = result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const guint was = shown_number (page, bad[i].property);

      enter (page, bad[i].property, bad[i].text);
      if (!g_str_has_prefix (plimsoll_training_inputs_get_fault (PLIMSOLL_TRAINING_INPUTS (inputs)),
                             bad[i].words))
        g_error ("“%s” as %s: “%s”", bad[i].text, bad[i].property,
                 plimsoll_training_inputs_get_fault (PLIMSOLL_TRAINING_INPUTS (inputs)));
      g_assert_cmpuint (shown_number (page, bad[i].property), ==, was);
      g_assert_cmpuint (result_of (page, PLIMSOLL_TRAINING_QLORA)->memory.required, ==, before);
    }
  enter (page, "rank", "17");
  g_assert_cmpstr (plimsoll_training_inputs_get_fault (PLIMSOLL_TRAINING_INPUTS (inputs)), ==, "");

  plimsoll_scenario_set_model (plimsoll_window_get_scenario (self->window), NULL);
  test_wait_until (g_str_equal (text_of (page, "full_card", "refusal_label"),
                                "No model is chosen"));
  g_assert_false (gtk_widget_get_visible (test_child (test_child (page, "full_card"),
                                                      "answer_box")));
}

/* Along the bar by keys, part by part. */
static void
test_chart (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollTrainingChart *chart = test_child (test_child (page, "full_card"), "chart");
  const PlimsollTrainingMemory *memory = &result_of (page, PLIMSOLL_TRAINING_FULL)->memory;
  guint64 sum = 0;
  g_autofree char *weights =
    plimsoll_format_gib (plimsoll_training_cargo_bytes (memory, PLIMSOLL_TRAINING_CARGO_WEIGHTS),
                         1);
  g_autofree char *expected = g_strdup_printf ("Weights, %s", weights);
  g_autofree char *whole = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_autofree char *first = NULL, *last = NULL;

  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "Full");
  g_assert_nonnull (strstr (whole, "usable on each GPU: Exceeds."));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, whole);
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Right, 0));
  first = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_cmpstr (first, ==, expected);
  test_press (GTK_WIDGET (chart), GDK_KEY_End, 0);
  last = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (last, "Overhead, "));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, last);

  for (guint i = 0; i < PLIMSOLL_N_TRAINING_CARGO; i++)
    sum += plimsoll_training_cargo_bytes (memory, (PlimsollTrainingCargo) i);
  g_assert_cmpfloat_with_epsilon ((double) sum, (double) memory->required, 16);
}

static void
test_table (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollFigureTable *table = test_child (page, "table");
  g_autofree char *required =
    plimsoll_format_gib (result_of (page, PLIMSOLL_TRAINING_LORA)->memory.required, 2);

  gtk_toggle_button_set_active (test_child (page, "table_button"), TRUE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (page, "answer_stack")), ==,
                   "table");
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, PLIMSOLL_N_TRAINING_PARTS + 6);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 0), ==, "Weights");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, PLIMSOLL_N_TRAINING_PARTS, 2), ==,
                   required);

  /* It follows. */
  enter (page, "sequence", "16384");
  test_wait_until (g_strcmp0 (plimsoll_figure_table_get_cell (table, PLIMSOLL_N_TRAINING_PARTS, 2),
                              required)
                   != 0);
  gtk_toggle_button_set_active (test_child (page, "table_button"), FALSE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (page, "answer_stack")), ==,
                   "charts");
}

/* What was entered is there the next time; what is damaged does no harm twice. */
static void
test_saved (TestWindow *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autofree char *kept = NULL;
  GtkWidget *page = open_page (self);

  enter (page, "rank", "48");
  choose (page, "optimizer", PLIMSOLL_OPTIMIZER_LION);
  plimsoll_window_save (self->window);
  gtk_window_destroy (GTK_WINDOW (self->window));
  test_settle (20);
  self->window = test_window_open (self, 1200, 800);
  page = open_page (self);
  g_assert_cmpuint (shown_number (page, "rank"), ==, 48);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (control_of (page, "optimizer"))), ==,
                    PLIMSOLL_OPTIMIZER_LION);

  gtk_window_destroy (GTK_WINDOW (self->window));
  g_settings_set_string (settings, "training", "{\"rank\": 0}");
  self->window = test_window_open (self, 1200, 800);
  page = open_page (self);
  g_assert_cmpuint (shown_number (page, "rank"), ==, 16);
  kept = g_settings_get_string (settings, "training");
  g_assert_cmpstr (kept, ==, "");
}

/* A telephone: nothing is wider than it. */
static void
test_narrow (TestWindow *self, gconstpointer data)
{
  GtkWidget *page;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 360, 640);
  page = open_page (self);
  test_assert_is_narrow (page);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(name, function)                                                                       \
  g_test_add ("/app/training/" name, TestWindow, NULL, test_window_set_up, function,               \
              test_window_tear_down)
  TEST ("cards", test_cards);
  TEST ("inputs", test_inputs);
  TEST ("bad-input", test_bad_input);
  TEST ("chart", test_chart);
  TEST ("table", test_table);
  TEST ("saved", test_saved);
  TEST ("narrow", test_narrow);
#undef TEST

  return g_test_run ();
}
