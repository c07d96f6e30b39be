/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-format.h"
#include "plimsoll-question-pane.h"
#include "plimsoll-report-file.h"
#include "plimsoll-report.h"

#define UNIFIED "apple-macbook-pro-m4-max-128gb"

/* The dialog driven through its rows, and what follows in the window and in reports. */

static AdwDialog *
open_dialog (TestWindow *self)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.preferences", NULL);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
  g_assert_true (ADW_IS_PREFERENCES_DIALOG (dialog));
  return dialog;
}

static const PlimsollEstimate *
estimate (TestWindow *self)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (self->window);

  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer);
}

/* Everything that is seen in @widget and below, a line each. */
static void
collect (GtkWidget *widget, GString *texts)
{
  const char *text = NULL;

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_INSCRIPTION (widget))
    text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  if (text != NULL && *text != '\0')
    g_string_append_printf (texts, "%s\n", text);
  if (gtk_widget_get_tooltip_text (widget) != NULL)
    g_string_append_printf (texts, "%s\n", gtk_widget_get_tooltip_text (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, texts);
}

static const char *const pages[] = { "fit", "compare", "speed", "cost", "training", "run" };

static void
go_to (TestWindow *self, const char *page)
{
  AdwViewStack *stack = test_child (self->window, "pages");

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", page);
  test_wait_until (gtk_widget_get_mapped (adw_view_stack_get_child_by_name (stack, page)));
}

static char *
texts_of (TestWindow *self, const char *page)
{
  AdwViewStack *stack = test_child (self->window, "pages");
  GString *texts = g_string_new (NULL);

  collect (adw_view_stack_get_child_by_name (stack, page), texts);
  return g_string_free_and_steal (texts);
}

/* What is computed at rest, or in a thread, comes when it comes. */
static char *
rested_texts_of (TestWindow *self, const char *page)
{
  char *texts = texts_of (self, page);

  for (guint same = 0; same < 2;)
    {
      g_autofree char *before = texts;

      test_settle (250);
      texts = texts_of (self, page);
      same = g_str_equal (texts, before) ? same + 1 : 0;
    }
  return texts;
}

static gboolean
says_the_same (TestWindow *self, const char *page, const char *texts)
{
  g_autofree char *now = texts_of (self, page);

  return g_str_equal (now, texts);
}

/* Beside what is required the window has both units, and so has the report. */
static gboolean
is_in_gb (TestWindow *self, const char *page)
{
  g_autofree char *texts = texts_of (self, page);
  g_autofree char *other = plimsoll_format_other_unit (estimate (self)->required, 2);
  g_auto (GStrv) lines = g_strsplit (texts, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "GiB") != NULL && !g_str_equal (lines[i], other))
      return FALSE;
  return TRUE;
}

static char *
report_of (TestWindow *self)
{
  const PlimsollReportAsk ask = {
    .sizer = plimsoll_window_get_sizer (self->window),
    .catalog = self->catalog,
    .sections = PLIMSOLL_REPORT_ALL,
  };
  g_autoptr (PlimsollDocument) document = plimsoll_report_new (&ask);

  return plimsoll_document_to_markdown (document);
}

static void
choose_unit (TestWindow *self, guint unit)
{
  AdwDialog *dialog = open_dialog (self);
  AdwComboRow *row = test_child (dialog, "unit_row");

  g_assert_cmpuint (adw_combo_row_get_selected (row), ==, 1 - unit);
  adw_combo_row_set_selected (row, unit);
  adw_dialog_force_close (dialog);
}

/* Memory in GB wherever it stood in GiB, and back as it was. */
static void
test_unit (TestWindow *self, gconstpointer data)
{
  GtkWidget *pane = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_QUESTION_PANE);
  g_autofree char *report_gib = report_of (self), *report_gb = NULL;

  g_assert_nonnull (strstr (report_gib, "Required GiB"));
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *in_gib = NULL, *in_gb = NULL, *required = NULL;

      go_to (self, pages[i]);
      in_gib = rested_texts_of (self, pages[i]);
      choose_unit (self, 1);
      test_wait_until (is_in_gb (self, pages[i]));
      g_assert_nonnull (strstr (gtk_label_get_label (test_child (pane, "precision_value")), " GB"));
      in_gb = texts_of (self, pages[i]);
      required = plimsoll_format_number ((double) estimate (self)->required / 1e9, 2);
      if (i == 0)
        g_assert_nonnull (strstr (in_gb, required));
      if (i == 0)
        report_gb = report_of (self);
      choose_unit (self, 0);
      test_wait_until (says_the_same (self, pages[i], in_gib));
    }
  g_assert_nonnull (strstr (report_gb, "Required GB"));
  g_assert_null (strstr (report_gb, "Required GiB"));
}

/* The share of what is unified, where nothing else is known of it: 78 % by the rule. */
static void
test_unified (TestWindow *self, gconstpointer data)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  g_autoptr (PlimsollAccelerator) sold = plimsoll_accelerator_list_find (list, "m4 max 48gb", NULL);
  AdwDialog *dialog = open_dialog (self);
  AdwSpinRow *row = test_child (dialog, "unified_row");
  const guint64 nominal = G_GUINT64_CONSTANT (128) << 30;
  guint64 of_card;

  of_card = estimate (self)->usable;
  g_assert_cmpfloat (adw_spin_row_get_value (row), ==, 78);
  plimsoll_scenario_set_accelerator (scenario, plimsoll_accelerator_list_lookup (list, UNIFIED));
  g_assert_cmpuint (estimate (self)->usable, ==, nominal / 100 * 78 + nominal % 100 * 78 / 100);

  adw_spin_row_set_value (row, 90);
  g_assert_cmpuint (estimate (self)->usable, ==, nominal / 100 * 90 + nominal % 100 * 90 / 100);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario)
                 == plimsoll_accelerator_list_lookup (list, UNIFIED));

  /* One of another size than is listed goes along too. */
  g_assert_nonnull (sold);
  plimsoll_scenario_set_accelerator (scenario, sold);
  adw_spin_row_set_value (row, 75);
  g_assert_cmpuint (estimate (self)->usable, ==, G_GUINT64_CONSTANT (36) << 30);

  plimsoll_scenario_set_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (list, "nvidia-rtx-4090"));
  g_assert_cmpuint (estimate (self)->usable, ==, of_card);
  adw_dialog_force_close (dialog);
}

static void
assert_begins (PlimsollScenario *scenario,
               PlimsollEngine engine,
               const char *currency,
               double electricity,
               double hours)
{
  g_autofree char *has = NULL;
  double price, a_day;

  g_object_get (scenario, "currency", &has, "electricity-price", &price, "hours-per-day", &a_day,
                NULL);
  g_assert_cmpint (plimsoll_scenario_get_engine (scenario), ==, engine);
  g_assert_cmpstr (has, ==, currency);
  g_assert_cmpfloat (price, ==, electricity);
  g_assert_cmpfloat (a_day, ==, hours);
}

/* The present question takes each at once; one that is changed by itself is so until a new one. */
static void
test_begin (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  AdwDialog *dialog = open_dialog (self);

  assert_begins (scenario, PLIMSOLL_ENGINE_LLAMA_CPP, "$", 0.175, 4);
  adw_combo_row_set_selected (test_child (dialog, "engine_row"), 1);
  assert_begins (scenario, PLIMSOLL_ENGINE_VLLM, "$", 0.175, 4);
  gtk_editable_set_text (test_child (dialog, "currency_row"), "€");
  assert_begins (scenario, PLIMSOLL_ENGINE_VLLM, "€", 0.175, 4);
  adw_spin_row_set_value (test_child (dialog, "electricity_row"), 0.31);
  assert_begins (scenario, PLIMSOLL_ENGINE_VLLM, "€", 0.31, 4);
  adw_spin_row_set_value (test_child (dialog, "hours_row"), 9);
  assert_begins (scenario, PLIMSOLL_ENGINE_VLLM, "€", 0.31, 9);
  adw_dialog_force_close (dialog);

  g_object_set (scenario, "engine", PLIMSOLL_ENGINE_SGLANG, "hours-per-day", 2.0, NULL);
  plimsoll_scenario_set_context_length (scenario, 8192);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.new-question", NULL);
  assert_begins (scenario, PLIMSOLL_ENGINE_VLLM, "€", 0.31, 9);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 32768);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  assert_begins (scenario, PLIMSOLL_ENGINE_SGLANG, "€", 0.31, 2);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (scenario), ==, 8192);

  /* A question that was asked is put as it was, whatever is preferred. */
  plimsoll_window_save (self->window);
  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 1200, 800);
  assert_begins (plimsoll_window_get_scenario (self->window), PLIMSOLL_ENGINE_SGLANG, "€", 0.31, 2);
}

/* Every row has a name, and its keys are those of the settings. */
static void
test_rows (TestWindow *self, gconstpointer data)
{
  static const char *const rows[] = { "unit_row",     "unified_row",     "engine_row",
                                      "currency_row", "electricity_row", "hours_row",
                                      "hub_row" };
  AdwDialog *dialog = open_dialog (self);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (adw_preferences_row_get_title (test_child (dialog, rows[i])), !=, "");
  adw_dialog_force_close (dialog);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  adw_init ();

#define ADD(name, function)                                                                        \
  g_test_add ("/app/preferences/" name, TestWindow, NULL, test_window_set_up, function,            \
              test_window_tear_down)
  ADD ("rows", test_rows);
  ADD ("unit", test_unit);
  ADD ("unified", test_unified);
  ADD ("begin", test_begin);
#undef ADD

  return g_test_run ();
}
