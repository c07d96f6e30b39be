/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-decode-chart.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-requests-chart.h"
#include "plimsoll-speed-page.h"
#include "plimsoll-token-lane.h"
#include "plimsoll-token-text.h"

#include <math.h>

/* The page driven through its widgets. */

static GtkWidget *
open_page (TestWindow *self, gboolean animations)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_SPEED_PAGE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);

  g_assert_nonnull (page);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", animations, NULL);
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                                "nvidia-rtx-4090"));
  g_object_set (scenario, "prompt-length", 512, NULL);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "speed");
  test_wait_until (gtk_widget_get_mapped (page));
  test_settle (50);
  return page;
}

static double
elapsed_of (GtkWidget *page)
{
  return plimsoll_speed_page_get_elapsed (PLIMSOLL_SPEED_PAGE (page));
}

static guint64
tokens_of (GtkWidget *page, const char *lane)
{
  return plimsoll_token_lane_get_tokens (test_child (page, lane));
}

static void
type_length (GtkWidget *page, const char *spin, const char *text)
{
  gtk_editable_set_text (test_child (page, spin), text);
  gtk_spin_button_update (test_child (page, spin));
  test_settle (20);
}

static const char *
written (GtkWidget *page, const char *lane)
{
  GtkTextBuffer *buffer =
    gtk_text_view_get_buffer (test_child (test_child (page, lane), "text_view"));
  static char *text;
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  g_free (text);
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  return text;
}

static void
choose (GtkWidget *page, const char *id)
{
  GtkDropDown *dropdown = test_child (page, "beside_dropdown");
  GListModel *choices = gtk_drop_down_get_model (dropdown);

  for (guint i = 0; i < g_list_model_get_n_items (choices); i++)
    {
      g_autoptr (GObject) choice = g_list_model_get_item (choices, i);

      if (PLIMSOLL_IS_ACCELERATOR (choice)
          && g_str_equal (plimsoll_accelerator_get_id (PLIMSOLL_ACCELERATOR (choice)), id))
        {
          gtk_drop_down_set_selected (dropdown, i);
          test_settle (20);
          return;
        }
    }
  g_assert_not_reached ();
}

/* --- Tests --- */

static void
test_play (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, TRUE);
  guint64 before;
  double stood;

  /* Nothing moves by itself. */
  test_settle (100);
  g_assert_cmpfloat (elapsed_of (page), ==, 0);
  g_assert_cmpuint (tokens_of (page, "first_lane"), ==, 0);

  gtk_widget_activate_action (page, "speed.play", NULL);
  test_wait_until (tokens_of (page, "first_lane") > 5);
  g_assert_cmpfloat (elapsed_of (page), >, 0);
  before = tokens_of (page, "first_lane");
  test_wait_until (tokens_of (page, "first_lane") > before);
  g_assert_cmpstr (written (page, "first_lane"), !=, "");

  /* Standing while nobody sees it, and going on after. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "fit");
  test_wait_until (!gtk_widget_get_mapped (page));
  stood = elapsed_of (page);
  test_settle (150);
  g_assert_cmpfloat (elapsed_of (page), ==, stood);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "speed");
  test_wait_until (gtk_widget_get_mapped (page));

  gtk_widget_activate_action (page, "speed.restart", NULL);
  gtk_widget_activate_action (page, "speed.play", NULL);
  test_wait_until (elapsed_of (page) > 0);
  gtk_widget_activate_action (page, "speed.play", NULL);
  stood = elapsed_of (page);
  test_settle (100);
  g_assert_cmpfloat (elapsed_of (page), ==, stood);

  /* To the end, sixteen times as fast. */
  type_length (page, "answer_spin", "300");
  adw_toggle_group_set_active (test_child (page, "multiple_group"), 4);
  gtk_widget_activate_action (page, "speed.play", NULL);
  test_wait_until (tokens_of (page, "first_lane") == 300);
  g_assert_cmpstr (gtk_label_get_label (test_child (test_child (page, "first_lane"),
                                                    "share_label")),
                   ==, "100 %");
}

/* Without animations it stands complete. */
static void
test_still (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, FALSE);
  g_autofree char *all = plimsoll_token_text (0, 300);

  type_length (page, "answer_spin", "300");
  g_assert_cmpuint (tokens_of (page, "first_lane"), ==, 300);
  g_assert_cmpstr (written (page, "first_lane"), ==, all);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

static void
test_beside (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, FALSE);
  GtkDropDown *dropdown = test_child (page, "beside_dropdown");
  g_autoptr (GSettings) settings = g_settings_new (PLIMSOLL_APPLICATION_ID);
  g_autofree char *saved = NULL, *pinned = NULL;

  g_assert_cmpuint (tokens_of (page, "second_lane"), ==, 0);
  choose (page, "nvidia-rtx-3090");
  g_assert_cmpuint (tokens_of (page, "second_lane"), >, 0);
  saved = g_settings_get_string (settings, "speed-beside");
  g_assert_cmpstr (saved, ==, "nvidia-rtx-3090");

  /* A pinned question; and nothing in its place when it goes. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.pin", NULL);
  gtk_drop_down_set_selected (dropdown, 1);
  test_settle (20);
  pinned = g_settings_get_string (settings, "speed-beside");
  g_assert_cmpstr (pinned, ==, "pinned:0");
  g_assert_cmpuint (tokens_of (page, "second_lane"), ==, tokens_of (page, "first_lane"));
  g_object_unref (plimsoll_pins_remove (plimsoll_window_get_pins (self->window), 0));
  test_settle (20);
  g_assert_cmpuint (gtk_drop_down_get_selected (dropdown), ==, 0);
  g_assert_cmpuint (tokens_of (page, "second_lane"), ==, 0);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

/* What cannot be is said, and what was stays. */
static void
test_words (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, FALSE);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkWidget *lane = test_child (page, "first_lane");
  GtkLabel *input = test_child (page, "input_label");

  type_length (page, "answer_spin", "many");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (input)));
  g_assert_nonnull (strstr (gtk_label_get_label (input), "many"));
  type_length (page, "answer_spin", "9M");
  g_assert_nonnull (strstr (gtk_label_get_label (input), "131,072"));
  type_length (page, "answer_spin", "2K");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (input)));
  g_assert_cmpuint (tokens_of (page, "first_lane"), ==, 2048);
  type_length (page, "answer_spin", "1024");

  /* Nothing comes of what does not fit. */
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (self->models,
                                                                     "deepseek-ai/DeepSeek-R1"));
  g_object_set (scenario, "engine", PLIMSOLL_ENGINE_VLLM, NULL);
  test_settle (50);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (lane, "stack")), ==, "fault");
  g_assert_cmpstr (gtk_label_get_label (test_child (lane, "fault_label")), !=, "");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (page, "requests_stack")), ==,
                   "nothing");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (test_child (page, "decode_stack")), ==,
                   "nothing");
  gtk_widget_activate_action (page, "speed.play", NULL);
  test_settle (50);
  g_assert_cmpfloat (elapsed_of (page), ==, 0);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

static void
test_table (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, TRUE);
  PlimsollFigureTable *table = test_child (page, "decode_table");

  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Speed");
  gtk_toggle_button_set_active (test_child (page, "decode_button"), TRUE);
  test_settle (20);
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), >, 5);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 0), ==, "1K");

  table = test_child (page, "requests_table");
  gtk_toggle_button_set_active (test_child (page, "requests_button"), TRUE);
  test_settle (20);
  /* 1, 2, 4… 32, and the most of 512 and 1,024 tokens each that fit. */
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, 7);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 5, 0), ==, "32");
}

static void
test_requests (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self, TRUE);
  PlimsollChart *chart = test_child (page, "requests_chart");
  g_autofree char *first = NULL, *each = NULL;

  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Speed by concurrent requests");
  test_press (GTK_WIDGET (chart), GDK_KEY_Right, 0);
  first = plimsoll_chart_describe (chart);
  g_assert_true (g_str_has_prefix (first, "1 request: at most "));
  test_press (GTK_WIDGET (chart), GDK_KEY_Right, 0);
  test_press (GTK_WIDGET (chart), GDK_KEY_Down, 0);
  each = plimsoll_chart_describe (chart);
  g_assert_true (g_str_has_prefix (each, "2 requests: at most "));
  g_assert_true (g_str_has_suffix (each, " each"));
}

/* A telephone: nothing is wider than it. */
static void
test_narrow (TestWindow *self, gconstpointer data)
{
  GtkWidget *page;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 360, 640);
  page = open_page (self, TRUE);
  test_assert_is_narrow (page);
}

static void
test_cut (void)
{
  static const struct
  {
    const char *text;
    guint n;
    guint ends[6];
  } cases[] = {
    { "a ship", 2, { 1, 6 } },  { "end. So", 3, { 3, 4, 7 } }, { "freeboards", 2, { 7, 10 } },
    { "e\xcc\x81t", 1, { 4 } }, { "水深", 2, { 3, 6 } },       { "", 0, { 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GArray) ends = plimsoll_token_text_cut (cases[i].text);

      g_assert_cmpuint (ends->len, ==, cases[i].n);
      for (guint k = 0; k < ends->len; k++)
        g_assert_cmpuint (g_array_index (ends, guint, k), ==, cases[i].ends[k]);
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/app/speed/cut", test_cut);
#define TEST(name, function)                                                                       \
  g_test_add ("/app/speed/" name, TestWindow, NULL, test_window_set_up, function,                  \
              test_window_tear_down)
  TEST ("play", test_play);
  TEST ("still", test_still);
  TEST ("beside", test_beside);
  TEST ("words", test_words);
  TEST ("table", test_table);
  TEST ("requests", test_requests);
  TEST ("narrow", test_narrow);
#undef TEST

  return g_test_run ();
}
