/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-figure-table.h"
#include "plimsoll-cost-answer.h"
#include "plimsoll-cost-chart.h"
#include "plimsoll-cost-inputs.h"
#include "plimsoll-cost-offers.h"
#include "plimsoll-cost-page.h"
#include "plimsoll-session.h"

#include <math.h>

#define OFFER "runpod-1x-rtx-4090-cheapest-cloud-on-demand"

/* The page driven through its widgets. */

static GtkWidget *
open_page (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COST_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_nonnull (page);
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                                "nvidia-rtx-4090"));
  g_object_set (scenario, "offer", OFFER, NULL);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "cost");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);
  return page;
}

static const char *
text_of (GtkWidget *page, const char *label)
{
  return gtk_label_get_label (test_child (page, label));
}

static const PlimsollCostSummary *
summary_of (GtkWidget *page)
{
  PlimsollCostModel *model = plimsoll_cost_page_get_model (PLIMSOLL_COST_PAGE (page));

  plimsoll_cost_model_flush (model);
  return plimsoll_cost_model_get_summary (model);
}

/* Types @text into a row, and leaves it. */
static void
enter (GtkWidget *page, const char *property, const char *text)
{
  GtkWidget *row = plimsoll_cost_inputs_get_row (test_child (page, "inputs"), property);

  g_assert_nonnull (row);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_spin_row_update (ADW_SPIN_ROW (row));
  test_settle (20);
}

static const char *
row_text (GtkWidget *page, const char *property)
{
  return gtk_editable_get_text (GTK_EDITABLE (plimsoll_cost_inputs_get_row (test_child (page,
                                                                                        "inputs"),
                                                                            property)));
}

static const char *
fault_of (GtkWidget *page)
{
  return plimsoll_cost_inputs_get_fault (test_child (page, "inputs"));
}

/* --- Tests --- */

/* What is typed moves the sentence: 1,599 / (0.34 · 608 − 0.36 · 608 · 0.14) months. */
static void
test_sentence (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);

  enter (page, "hours-per-day", "20");
  enter (page, "electricity-price", "0.14");
  enter (page, "power-draw", "360");
  enter (page, "purchase-price", "1599");
  enter (page, "resale", "35");
  enter (page, "horizon", "24");
  g_assert_cmpstr (fault_of (page), ==, "");
  g_assert_cmpstr (text_of (page, "title_label"), ==, "Buying pays for itself after 9.1 months");
  g_assert_nonnull (strstr (text_of (page, "detail_label"), "resale counted"));
  g_assert_cmpfloat_with_epsilon (summary_of (page)->terms.resale, 0.35, 1e-9);

  /* The buttons of a row do the same. */
  adw_spin_row_set_value (ADW_SPIN_ROW (plimsoll_cost_inputs_get_row (test_child (page, "inputs"),
                                                                      "electricity-price")),
                          100);
  test_settle (50);
  g_assert_true (g_str_has_prefix (text_of (page, "title_label"), "Buying never pays for itself"));
}

/* What cannot be is refused in words; the row has what it had. */
static void
test_bad_input (TestWindow *self, gconstpointer data)
{
  static const struct
  {
    const char *property;
    const char *typed;
    const char *said;
  } cases[] = {
    { "hours-per-day", "25", "from 0 to 24" },
    { "hours-per-day", "-1", "from 0 to 24" },
    { "hours-per-day", "", "is no number" },
    { "purchase-price", "-5", "out of range" },
    { "purchase-price", "1e99", "out of range" },
    { "electricity-price", "free", "is no number" },
    { "resale", "101", "from 0 to 100" },
    { "utilization", "0", "from 0.1 to 100" },
    { "horizon", "0", "from 1 to 240" },
    { "horizon", "1.5", "is no whole number" },
    { "input-tokens", "many", "is no number of tokens" },
    { "api-input-price", "-1", "out of range" },
  };
  GtkWidget *page = open_page (self);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *before = g_strdup (row_text (page, cases[i].property));
      g_autofree char *title = g_strdup (text_of (page, "title_label"));

      enter (page, cases[i].property, cases[i].typed);
      g_assert_nonnull (strstr (fault_of (page), cases[i].said));
      g_assert_cmpstr (row_text (page, cases[i].property), ==, before);
      g_assert_cmpstr (text_of (page, "title_label"), ==, title);
    }

  /* What is right then takes the words away. */
  enter (page, "hours-per-day", "7.5");
  g_assert_cmpstr (fault_of (page), ==, "");
  g_assert_cmpstr (row_text (page, "hours-per-day"), ==, "7.5");
}

/* A price of one's own, and emptied the catalogue's again. */
static void
test_catalogue_price (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  g_autofree char *list = g_strdup (row_text (page, "purchase-price"));
  double price;

  g_assert_cmpfloat_with_epsilon (
    g_ascii_strtod (list, NULL),
    plimsoll_accelerator_get_list_price (plimsoll_scenario_get_accelerator (scenario)), 0.01);
  enter (page, "purchase-price", "1234.5");
  g_object_get (scenario, "purchase-price", &price, NULL);
  g_assert_cmpfloat (price, ==, 1234.5);
  enter (page, "purchase-price", "");
  g_object_get (scenario, "purchase-price", &price, NULL);
  g_assert_true (isnan (price));
  g_assert_cmpstr (row_text (page, "purchase-price"), ==, list);

  /* Two cost twice as much. */
  g_object_set (scenario, "accelerator-count", 2, NULL);
  test_settle (50);
  g_assert_cmpfloat_with_epsilon (g_ascii_strtod (row_text (page, "purchase-price"), NULL),
                                  2 * g_ascii_strtod (list, NULL), 0.01);
}

static void
test_tokens (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);

  enter (page, "output-tokens", "50M");
  g_assert_cmpstr (row_text (page, "output-tokens"), ==, "50M");
  g_assert_cmpfloat (summary_of (page)->terms.output_tokens, ==, 5e7);
  g_assert_false (gtk_widget_get_visible (test_child (page, "api_label")));
  enter (page, "api-input-price", "0");
  test_settle (20);
  g_assert_nonnull (strstr (text_of (page, "api_label"), "enter both"));
  enter (page, "api-output-price", "2.5");
  g_assert_nonnull (strstr (text_of (page, "api_label"), "By the API this load costs"));
  g_assert_cmpfloat_with_epsilon (summary_of (page)->api_a_month, 125, 1e-9);
}

static PlimsollRental *
row_at (GtkWidget *page, guint position)
{
  g_autoptr (PlimsollRental) rental =
    g_list_model_get_item (plimsoll_cost_offers_get_rows (test_child (page, "offers")), position);

  g_assert_nonnull (rental);
  return rental;
}

static void
assert_sorted (GtkWidget *page)
{
  GListModel *rows = plimsoll_cost_offers_get_rows (test_child (page, "offers"));
  double before = 0;

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      const double output = plimsoll_rental_get_value (row_at (page, i), PLIMSOLL_RENTAL_OUTPUT);

      if (isnan (output))
        continue;
      g_assert_cmpfloat (output, >=, before);
      before = output;
    }
}

static void
test_offers (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollRental *third;
  g_autofree char *offer = NULL;
  guint n;

  n = g_list_model_get_n_items (plimsoll_cost_offers_get_rows (test_child (page, "offers")));
  g_assert_cmpuint (n, ==, summary_of (page)->n_offers);
  g_assert_cmpuint (n, >, 100);
  assert_sorted (page);

  third = row_at (page, 2);
  plimsoll_cost_offers_choose (test_child (page, "offers"), 2);
  test_settle (50);
  g_object_get (scenario, "offer", &offer, NULL);
  g_assert_cmpstr (offer, ==, plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (third)));
  g_assert_true (summary_of (page)->rental == third);

  /* The same rows, at once; in order soon. */
  plimsoll_scenario_set_context_length (scenario, 8192);
  test_settle (400);
  assert_sorted (page);

  /* What no longer fits goes. */
  plimsoll_scenario_set_precision (scenario, "BF16");
  test_wait_until (g_list_model_get_n_items (plimsoll_cost_offers_get_rows (test_child (page,
                                                                                        "offers")))
                   < n);
}

static void
point_at (GtkWidget *widget, const char *signal, double x, double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, signal, x, y);
    }
}

static void
test_chart (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollCostChart *chart = test_child (page, "chart");
  g_autofree char *words = NULL;
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;
  g_autofree char *rent = NULL;
  g_autofree char *whole = NULL;
  PlimsollChartPoint point;

  enter (page, "purchase-price", "1599");
  enter (page, "horizon", "24");
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "Cost by month");
  words = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (words, "Buy, "));
  g_assert_nonnull (strstr (words, "Rent, RunPod"));

  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, words);
  g_assert_false (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Right, 0));
  first = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_cmpstr (first, ==, "Buy, 0 months: $1,599");
  /* Past the first line is what is before the chart. */
  g_assert_false (test_press (GTK_WIDGET (chart), GDK_KEY_Up, 0));
  test_press (GTK_WIDGET (chart), GDK_KEY_End, 0);
  last = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (last, "Buy, 24 months: "));
  test_press (GTK_WIDGET (chart), GDK_KEY_Right, 0);
  test_press (GTK_WIDGET (chart), GDK_KEY_Down, 0);
  test_press (GTK_WIDGET (chart), GDK_KEY_Left, GDK_SHIFT_MASK);
  rent = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (rent, "Rent, RunPod, 12 months: "));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, rent);

  /* The pointer looks elsewhere, and the keys are where they were when it goes. */
  point_at (GTK_WIDGET (chart), "motion", 0, 0);
  g_assert_true (plimsoll_chart_get_point (PLIMSOLL_CHART (chart), &point));
  g_assert_cmpuint (point.column, ==, 0);
  point_at (GTK_WIDGET (chart), "leave", 0, 0);
  g_assert_true (plimsoll_chart_get_point (PLIMSOLL_CHART (chart), &point));
  g_assert_cmpuint (point.row, ==, 1);
  g_assert_cmpuint (point.column, ==, 12);

  /* From right to left the way forward is left. */
  gtk_widget_set_direction (GTK_WIDGET (chart), GTK_TEXT_DIR_RTL);
  test_press (GTK_WIDGET (chart), GDK_KEY_Left, 0);
  g_clear_pointer (&rent, g_free);
  rent = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (rent, "Rent, RunPod, 13 months: "));
  test_settle (50);
  gtk_widget_set_direction (GTK_WIDGET (chart), GTK_TEXT_DIR_LTR);

  /* A shorter horizon takes a point past it away. */
  enter (page, "horizon", "6");
  whole = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_nonnull (strstr (whole, "; "));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, whole);
  test_press (GTK_WIDGET (chart), GDK_KEY_Up, 0);
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, whole);
}

static void
test_table (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollFigureTable *table = test_child (page, "table");
  GtkStack *stack = test_child (page, "chart_stack");

  enter (page, "purchase-price", "1599");
  enter (page, "horizon", "12");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "chart");
  gtk_toggle_button_set_active (test_child (page, "table_button"), TRUE);
  test_settle (20);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, 13);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 0), ==, "0");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 1), ==, "$1,599");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 2), ==, "$0");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 12, 0), ==, "12");

  /* It follows. */
  enter (page, "horizon", "3");
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, 4);
  gtk_toggle_button_set_active (test_child (page, "table_button"), FALSE);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "chart");
}

/* No empty chart without a sentence. */
static void
test_nothing (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_object_set (scenario, "beyond-limit", TRUE, "precision", "F32", "parallel", 64, NULL);
  plimsoll_scenario_set_context_length (scenario, G_GUINT64_CONSTANT (1) << 31);
  test_wait_until (g_str_equal (text_of (page, "title_label"),
                                "No offer in the catalogue can run this"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (page, "chart_stack")), ==,
                   "nothing");
  g_assert_false (gtk_widget_get_visible (test_child (page, "offers")));
  g_assert_cmpstr (text_of (page, "offers_label"), ==, "No offers");

  plimsoll_scenario_set_model (scenario, NULL);
  test_wait_until (g_str_equal (text_of (page, "title_label"), "No model is chosen"));
}

/* Another label asks how much of it a dollar is. */
static void
test_currency (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollCostInputs *inputs = test_child (page, "inputs");
  GtkWidget *currency = plimsoll_cost_inputs_get_row (inputs, "currency");
  GtkWidget *rate = plimsoll_cost_inputs_get_row (inputs, "exchange-rate");

  g_assert_false (gtk_widget_get_visible (rate));
  gtk_editable_set_text (GTK_EDITABLE (currency), "€");
  g_signal_emit_by_name (currency, "apply");
  g_assert_true (gtk_widget_get_visible (rate));
  enter (page, "exchange-rate", "0,9");
  g_assert_cmpstr (row_text (page, "exchange-rate"), ==, "0.9");
  g_assert_nonnull (strstr (text_of (page, "detail_label"), "€"));
  g_assert_cmpstr (row_text (page, "purchase-price"), ==, "1439.1");
}

/* What was entered is there the next time. */
static void
test_saved (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  double hours, price;

  enter (page, "hours-per-day", "11");
  enter (page, "purchase-price", "777");
  plimsoll_window_save (self->window);
  gtk_window_destroy (GTK_WINDOW (self->window));
  test_settle (20);
  self->window = test_window_open (self, 1200, 800);
  g_object_get (plimsoll_window_get_scenario (self->window), "hours-per-day", &hours,
                "purchase-price", &price, NULL);
  g_assert_cmpfloat (hours, ==, 11);
  g_assert_cmpfloat (price, ==, 777);
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
  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Cost");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(name, function)                                                                       \
  g_test_add ("/app/cost/" name, TestWindow, NULL, test_window_set_up, function,                   \
              test_window_tear_down)
  TEST ("sentence", test_sentence);
  TEST ("bad-input", test_bad_input);
  TEST ("catalogue-price", test_catalogue_price);
  TEST ("tokens", test_tokens);
  TEST ("offers", test_offers);
  TEST ("chart", test_chart);
  TEST ("table", test_table);
  TEST ("nothing", test_nothing);
  TEST ("currency", test_currency);
  TEST ("saved", test_saved);
  TEST ("narrow", test_narrow);
#undef TEST

  return g_test_run ();
}
