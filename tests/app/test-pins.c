/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-pins-dialog.h"
#include "plimsoll-text-table.h"
#include "plimsoll-waterfall.h"

/* Pins driven through the window's actions and the dialog's widgets. */

static void
set_up (TestWindow *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  g_settings_reset (settings, "pinned-questions");
  test_window_set_up (self, data);
}

static void
pin (TestWindow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pin", NULL);
}

static guint
n_pins (TestWindow *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (plimsoll_window_get_pins (self->window)));
}

static PlimsollPinsDialog *
open_dialog (TestWindow *self)
{
  AdwDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pinned", NULL);
  dialog = adw_application_window_get_visible_dialog (ADW_APPLICATION_WINDOW (self->window));
  g_assert_true (PLIMSOLL_IS_PINS_DIALOG (dialog));
  test_settle (50);
  return PLIMSOLL_PINS_DIALOG (dialog);
}

/* The label below @root that says @text. */
static GtkWidget *
find_label (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_label (GTK_LABEL (root)), text))
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The button below @root that is called @name. */
static GtkWidget *
find_button (GtkWidget *root, const char *name)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_widget_get_tooltip_text (root), name) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
press (PlimsollPinsDialog *dialog, const char *name)
{
  GtkWidget *button = find_button (GTK_WIDGET (dialog), name);

  g_assert_nonnull (button);
  gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, name);
  g_signal_emit_by_name (button, "clicked");
}

static void
test_pin (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_cmpuint (n_pins (self), ==, 0);
  pin (self);
  pin (self);
  g_assert_cmpuint (n_pins (self), ==, 1);
  for (guint i = 0; i < 4; i++)
    {
      plimsoll_scenario_set_context_length (scenario, 1024 << i);
      pin (self);
    }
  g_assert_cmpuint (n_pins (self), ==, PLIMSOLL_MAX_PINS);

  /* The next window has them too. */
  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 1200, 800);
  g_assert_cmpuint (n_pins (self), ==, PLIMSOLL_MAX_PINS);
  g_assert_cmpuint (plimsoll_scenario_get_context_length (plimsoll_sizer_get_scenario (
                      plimsoll_pins_get (plimsoll_window_get_pins (self->window), 1))),
                    ==, 1024);
}

static void
test_side_by_side (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollPinsDialog *dialog;
  GtkWidget *table, *cell;

  pin (self);
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  dialog = open_dialog (self);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==,
                   "questions");
  table = test_child (dialog, "table");
  gtk_test_accessible_assert_role (table, GTK_ACCESSIBLE_ROLE_TABLE);

  /* What differs from the present one has a sign, and is said. */
  cell = find_label (table, "≠ Q4_K_M");
  g_assert_nonnull (cell);
  g_assert_true (gtk_widget_has_css_class (cell, "marked"));
  gtk_test_accessible_assert_role (cell, GTK_ACCESSIBLE_ROLE_CELL);
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_LABEL, "A: Q4_K_M, different");
  g_assert_nonnull (find_label (table, "Q8_0"));
  g_assert_null (find_label (table, "≠ 32K"));
  g_assert_nonnull (find_label (table, "32K"));
}

static void
test_unpin (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollPins *pins = plimsoll_window_get_pins (self->window);
  PlimsollPinsDialog *dialog;
  PlimsollSizer *first;
  GtkWidget *undo;

  pin (self);
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  pin (self);
  first = plimsoll_pins_get (pins, 0);
  dialog = open_dialog (self);
  press (dialog, "Unpin A");
  g_assert_cmpuint (n_pins (self), ==, 1);
  g_assert_true (plimsoll_pins_get (pins, 0) != first);

  test_wait_until ((undo = find_label (test_child (dialog, "toasts"), "_Undo")) != NULL);
  g_signal_emit_by_name (gtk_widget_get_ancestor (undo, GTK_TYPE_BUTTON), "clicked");
  g_assert_cmpuint (n_pins (self), ==, 2);
  g_assert_true (plimsoll_pins_get (pins, 0) == first);

  press (dialog, "Unpin B");
  press (dialog, "Unpin A");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "nothing");
}

static void
test_use (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollPinsDialog *dialog;

  pin (self);
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  dialog = open_dialog (self);
  press (dialog, "Ask A Again");
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q4_K_M");
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q8_0");
}

static void
test_waterfall (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollSizer *sizer = plimsoll_window_get_sizer (self->window);
  const PlimsollEstimate *before, *after;
  PlimsollPinsDialog *dialog;
  PlimsollWaterfall *chart;
  PlimsollWaterfallRow row;
  double sum = 0;
  GtkWidget *parts;
  g_autofree char *whole = NULL, *one = NULL;

  pin (self);
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  dialog = open_dialog (self);
  chart = test_child (dialog, "waterfall");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (chart)));
  before = plimsoll_sizer_get_estimate (sizer);
  after =
    plimsoll_sizer_get_estimate (plimsoll_pins_get (plimsoll_window_get_pins (self->window), 0));

  /* From the present one to the one that is pinned; the parts make up the whole difference. */
  plimsoll_waterfall_get_row (chart, 0, &row);
  g_assert_cmpfloat_with_epsilon (row.before, (double) before->required / (1 << 30), 1e-9);
  g_assert_cmpfloat_with_epsilon (row.after, (double) after->required / (1 << 30), 1e-9);
  for (guint i = 1; i + 1 < plimsoll_waterfall_get_n_rows (chart); i++)
    {
      PlimsollWaterfallRow part;

      plimsoll_waterfall_get_row (chart, i, &part);
      sum += part.after - part.before;
    }
  g_assert_cmpfloat_with_epsilon (sum, row.after - row.before, 1e-6);

  /* By keys; what is said follows. */
  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Memory, from Now to A");
  whole = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_nonnull (strstr (whole, "Weights: −"));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Home, 0));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Down, 0));
  one = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (one, "Weights: −"));
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, one);
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_End, 0));
  g_assert_false (test_press (GTK_WIDGET (chart), GDK_KEY_Down, 0));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));
  g_assert_false (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));

  /* The same as a table. */
  parts = test_child (dialog, "parts");
  gtk_toggle_button_set_active (test_child (dialog, "as_table_button"), TRUE);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (chart)));
  g_assert_true (gtk_widget_get_visible (parts));
  g_assert_nonnull (find_label (parts, "Compute buffers"));
  g_assert_nonnull (find_label (parts, "Required"));

  /* The other way round. */
  gtk_drop_down_set_selected (test_child (dialog, "from_drop"), 1);
  gtk_drop_down_set_selected (test_child (dialog, "to_drop"), 0);
  plimsoll_waterfall_get_row (chart, 0, &row);
  g_assert_cmpfloat_with_epsilon (row.before, (double) after->required / (1 << 30), 1e-9);
}

static void
test_narrow (TestWindow *self, gconstpointer data)
{
  PlimsollPinsDialog *dialog;
  GtkWidget *row;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 370, 700);
  pin (self);
  plimsoll_scenario_set_precision (plimsoll_window_get_scenario (self->window), "Q8_0");
  dialog = open_dialog (self);
  /* No heading: each row says the questions by their names. */
  test_wait_until ((row = gtk_widget_get_first_child (test_child (dialog, "table"))) != NULL
                   && gtk_orientable_get_orientation (GTK_ORIENTABLE (row))
                        == GTK_ORIENTATION_VERTICAL);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, 400);
}

static void
test_nothing (TestWindow *self, gconstpointer data)
{
  PlimsollPinsDialog *dialog = open_dialog (self);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==, "nothing");
  gtk_widget_activate_action (GTK_WIDGET (test_child (dialog, "stack")), "win.pin", NULL);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (dialog, "stack")), ==,
                   "questions");
}

static void
test_damaged (TestWindow *self, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);

  gtk_window_destroy (GTK_WINDOW (self->window));
  g_settings_set_value (settings, "pinned-questions",
                        g_variant_new_parsed ("[{'version': <uint32 1>, 'model': <'nobody/no'>}]"));
  self->window = test_window_open (self, 1200, 800);
  g_assert_cmpuint (n_pins (self), ==, 0);
  g_assert_nonnull (find_label (GTK_WIDGET (self->window), "A pinned question could not be read"));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(path, function)                                                                       \
  g_test_add ("/pins/" path, TestWindow, NULL, set_up, function, test_window_tear_down)
  TEST ("pin", test_pin);
  TEST ("side-by-side", test_side_by_side);
  TEST ("unpin", test_unpin);
  TEST ("use", test_use);
  TEST ("waterfall", test_waterfall);
  TEST ("narrow", test_narrow);
  TEST ("nothing", test_nothing);
  TEST ("damaged", test_damaged);
#undef TEST

  return g_test_run ();
}
