/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-decode-chart.h"
#include "plimsoll-figure-table.h"
#include "plimsoll-fit-page.h"
#include "plimsoll-format.h"
#include "plimsoll-load-line.h"
#include "plimsoll-recommendation.h"
#include "plimsoll-test-window.h"
#include "plimsoll-tile.h"

#include <math.h>
#include <string.h>

/* The Fit page's figures, charts and advice, in the whole window. */

static GtkWidget *
find (TestWindow *self, GType type)
{
  return test_find (GTK_WIDGET (self->window), type);
}

static const PlimsollEstimate *
estimate_of (TestWindow *self)
{
  PlimsollSizer *sizer = plimsoll_window_get_sizer (self->window);

  plimsoll_sizer_flush (sizer);
  return plimsoll_sizer_get_estimate (sizer);
}

/* Value, unit and second line of a tile: "148 tok/s, 132 – 163 at 2K". */
static char *
tile_text (TestWindow *self, const char *name)
{
  g_autofree char *value = NULL, *unit = NULL, *detail = NULL;

  g_object_get (test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), name), "value", &value, "unit",
                &unit, "detail", &detail, NULL);
  return g_strdup_printf ("%s%s%s, %s", value, unit != NULL ? " " : "", unit != NULL ? unit : "",
                          detail);
}

static gboolean
is_shown (TestWindow *self, const char *name)
{
  return gtk_widget_get_visible (test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), name));
}

#define assert_tile(self, name, expected)                                                          \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text_ = tile_text (self, name);                                               \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static char *
speed_text (const PlimsollRange *range, const char *where)
{
  g_autofree char *value = plimsoll_format_speed (range->value);
  g_autofree char *between =
    plimsoll_format_range (range->low, range->high, range->value < 9.95 ? 1 : 0);

  return g_strdup_printf ("%s, %s%s", value, between, where);
}

/* Each speed with its range and where it holds. */
static void
test_speeds (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const PlimsollEstimate *estimate;
  g_autofree char *decode = NULL, *prefill = NULL, *first = NULL, *value = NULL, *between = NULL;

  g_object_set (scenario, "prompt-length", 4096, NULL);
  estimate = estimate_of (self);
  g_assert_cmpint (estimate->verdict, ==, PLIMSOLL_VERDICT_FITS);
  decode = speed_text (&estimate->speed.decode, " at 4K");
  prefill = speed_text (&estimate->speed.prefill, " at 4K");
  assert_tile (self, "decode_tile", decode);
  assert_tile (self, "prefill_tile", prefill);
  /* Some seconds for 4,096 tokens on this card. */
  g_assert_cmpfloat (estimate->speed.first_token.high, <, 10);
  between = plimsoll_format_range (estimate->speed.first_token.low * 1000,
                                   estimate->speed.first_token.high * 1000, 0);
  value = plimsoll_format_number (estimate->speed.first_token.value * 1000, 0);
  first = g_strdup_printf ("%s ms, %s · 4K prompt", value, between);
  assert_tile (self, "first_token_tile", first);
  /* What is little is not shown, and what is not asked. */
  g_assert_false (is_shown (self, "host_tile"));
  g_assert_false (is_shown (self, "requests_tile"));
  g_assert_false (is_shown (self, "together_tile"));

  g_object_set (scenario, "depth", G_GUINT64_CONSTANT (32768), NULL);
  g_free (decode);
  decode = speed_text (&estimate_of (self)->speed.decode, " at 32K");
  assert_tile (self, "decode_tile", decode);
}

/* What is not known is said in words, and never 0. */
static void
test_unknown (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const PlimsollSpeed *speed;
  g_autofree char *between = NULL, *decode = NULL;

  g_object_set (scenario, "precision", "BF16", "system-memory", G_GUINT64_CONSTANT (1) << 30, NULL);
  g_assert_cmpint (estimate_of (self)->verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  assert_tile (self, "decode_tile", "—, Does not fit");
  assert_tile (self, "prefill_tile", "—, Does not fit");
  assert_tile (self, "first_token_tile", "—, Does not fit");

  /* A processor alone has two bounds, and no more. */
  g_object_set (scenario, "precision", "Q4_K_M", "system-memory", G_GUINT64_CONSTANT (64) << 30,
                "accelerator-count", 0, NULL);
  speed = &estimate_of (self)->speed;
  g_assert_cmpint (speed->plan.rule, ==, PLIMSOLL_SPEED_CPU);
  if (isnan (speed->decode.value))
    {
      between = plimsoll_format_range (speed->decode.low, speed->decode.high,
                                       speed->decode.high < 9.95 ? 1 : 0);
      decode = g_strdup_printf ("%s tok/s, at 2K, between two bounds", between);
      assert_tile (self, "decode_tile", decode);
    }
  if (isnan (speed->prefill.value))
    assert_tile (self, "prefill_tile", "—, Not modelled for the processor");
  g_assert_true (is_shown (self, "host_tile"));
}

/* With a plan the figures are those of the plan. */
static void
test_offload (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const PlimsollPlan *plan;
  g_autofree char *decode = NULL, *host = NULL, *host_line = NULL;

  plimsoll_scenario_set_precision (scenario, "Q8_0");
  g_assert_cmpint (estimate_of (self)->verdict, ==, PLIMSOLL_VERDICT_OFFLOAD);
  plan = plimsoll_sizer_get_plan (plimsoll_window_get_sizer (self->window));
  g_assert_nonnull (plan);
  decode = speed_text (&plan->speed.decode, " at 2K");
  assert_tile (self, "decode_tile", decode);
  host = plimsoll_format_gib (plan->host_required, 2);
  host_line = g_strdup_printf ("%s, of 64 GiB", host);
  g_assert_true (is_shown (self, "host_tile"));
  assert_tile (self, "host_tile", host_line);
}

/* vLLM says how many requests it holds, and how fast they are together at most. */
static void
test_requests (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  const PlimsollEstimate *estimate;
  g_autofree char *speed = NULL, *together = NULL;

  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (self->models, "Qwen/Qwen3-8B"));
  g_object_set (scenario, "engine", PLIMSOLL_ENGINE_VLLM, "parallel", 4, NULL);
  plimsoll_scenario_set_context_length (scenario, 8192);
  estimate = estimate_of (self);
  g_assert_true (is_shown (self, "requests_tile"));
  g_assert_false (is_shown (self, "host_tile"));
  g_assert_true (is_shown (self, "together_tile"));
  speed = plimsoll_format_speed (estimate->speed.batch.value);
  together = g_strdup_printf ("%s, at most, of 4 requests", speed);
  assert_tile (self, "together_tile", together);
}

/* Each of several devices is named on the load line, with what is on it. */
static void
test_devices (TestWindow *self, gconstpointer data)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollLoadLine *line = PLIMSOLL_LOAD_LINE (find (self, PLIMSOLL_TYPE_LOAD_LINE));
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  const PlimsollEstimate *estimate;
  g_autofree char *description = NULL;

  plimsoll_scenario_set_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (list, "nvidia-rtx-3090"));
  plimsoll_scenario_add_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (list,
                                                                       "nvidia-rtx-3060-12gb"),
                                     1);
  estimate = estimate_of (self);
  g_assert_cmpuint (estimate->memory.n_devices, ==, 2);
  description = plimsoll_load_line_describe (line);
  for (guint i = 0; i < 2; i++)
    {
      static const char *const names[] = { "NVIDIA RTX 3090", "NVIDIA RTX 3060 12GB" };
      const PlimsollDeviceMemory *device = &estimate->memory.devices[i];
      g_autofree char *held = plimsoll_format_gib_value (device->required, 2);
      g_autofree char *room = plimsoll_format_gib (device->usable, 2);
      g_autofree char *words = g_strdup_printf (" %s: %s of %s.", names[i], held, room);

      g_assert_nonnull (strstr (description, words));
    }
  g_assert_nonnull (strstr (gtk_label_get_label (test_child (page, "detail_label")),
                            "NVIDIA RTX 3090 + NVIDIA RTX 3060 12GB"));
}

/* Keys go along the chart, what is there is said; it can be had as a table too. */
static void
test_decode_chart (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  PlimsollDecodeChart *chart = test_child (page, "decode_chart");
  PlimsollFigureTable *table;
  PlimsollDecodeCurve curve;
  g_autofree char *last = NULL, *first = NULL, *fewer = NULL, *rest = NULL;

  gtk_test_accessible_assert_role (chart, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (chart, GTK_ACCESSIBLE_PROPERTY_LABEL, "Decode by context");
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Home, 0));
  first = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (first, "1K of context: "));
  g_assert_true (g_str_has_suffix (first, " expected"));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_End, 0));
  last = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (last, "256K of context: "));
  g_assert_nonnull (strstr (last, " with a plan, "));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Left, 0));
  fewer = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_true (g_str_has_prefix (fewer, "128K of context: "));
  g_assert_true (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));
  g_assert_false (test_press (GTK_WIDGET (chart), GDK_KEY_Escape, 0));
  rest = plimsoll_chart_describe (PLIMSOLL_CHART (chart));
  g_assert_nonnull (strstr (rest, first));

  gtk_toggle_button_set_active (test_child (page, "decode_toggle"), TRUE);
  table = test_child (page, "decode_table");
  plimsoll_decode_curve_init (&curve, plimsoll_window_get_sizer (self->window), 262144);
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, curve.n);
  for (guint i = 0; i < curve.n; i++)
    {
      g_autofree char *speed = plimsoll_format_speed (plimsoll_decode_curve_at (&curve, i)->value);

      g_assert_cmpstr (plimsoll_figure_table_get_cell (table, i, 1), ==, speed);
    }
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 0, 0), ==, "1K");
  g_assert_null (plimsoll_figure_table_get_cell (table, curve.n, 0));
  g_assert_null (plimsoll_figure_table_get_cell (table, 0, 4));
}

/* The chart of memory as a table: what each octave needs, and where it is over the line. */
static void
test_memory_table (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = find (self, PLIMSOLL_TYPE_FIT_PAGE);
  PlimsollFigureTable *table = test_child (page, "memory_table");
  g_autofree char *required = NULL;

  gtk_toggle_button_set_active (test_child (page, "memory_toggle"), TRUE);
  /* 1K to 256K by octaves. */
  g_assert_cmpuint (plimsoll_figure_table_get_n_rows (table), ==, 9);
  required = plimsoll_format_gib (estimate_of (self)->required, 2);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 5, 0), ==, "32K");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 5, 5), ==, required);
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 5, 6), ==, "");
  g_assert_cmpstr (plimsoll_figure_table_get_cell (table, 8, 6), ==, "over the line");
}

static GtkListBoxRow *
recommended_row (TestWindow *self, int at)
{
  return gtk_list_box_get_row_at_index (test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE),
                                                    "recommended_list"),
                                        at);
}

/* Pressing one has the question be about it; a toast's button takes that back. */
static void
test_recommended (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  g_autoptr (PlimsollAccelerator) before =
    g_object_ref (plimsoll_scenario_get_accelerator (scenario));
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  g_autofree char *name = NULL;

  test_wait_until (is_shown (self, "recommended_box"));
  for (int i = 0; i < PLIMSOLL_N_RECOMMENDATIONS; i++)
    {
      static const char *const titles[] = { "Best single GPU", NULL, "Apple unified memory",
                                            "Cloud from" };

      g_assert_nonnull (recommended_row (self, i));
      if (titles[i] != NULL)
        g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (recommended_row (self,
                                                                                              i))),
                         ==, titles[i]);
    }
  g_assert_null (recommended_row (self, PLIMSOLL_N_RECOMMENDATIONS));

  /* A second accelerator and a placement by hand are of the former hardware. */
  plimsoll_scenario_add_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (list,
                                                                       "nvidia-rtx-3060-12gb"),
                                     1);
  g_object_set (scenario, "n-cpu-moe", 4, NULL);
  name = g_strdup (adw_action_row_get_subtitle (
    ADW_ACTION_ROW (recommended_row (self, PLIMSOLL_RECOMMEND_UNIFIED))));
  g_signal_emit_by_name (recommended_row (self, PLIMSOLL_RECOMMEND_UNIFIED), "activate");
  g_assert_cmpstr (plimsoll_accelerator_get_name (plimsoll_scenario_get_accelerator (scenario)), ==,
                   name);
  g_assert_cmpuint (plimsoll_scenario_get_further_accelerators (scenario)->len, ==, 0);
  g_assert_cmpint (estimate_of (self)->verdict, <=, PLIMSOLL_VERDICT_TIGHT);

  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_true (plimsoll_scenario_get_accelerator (scenario) == before);
  g_assert_cmpuint (plimsoll_scenario_get_further_accelerators (scenario)->len, ==, 1);
}

/* While something is dragged nothing is looked for: once it rests, it is. */
static void
test_recommended_at_rest (TestWindow *self, gconstpointer data)
{
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkListBoxRow *row;

  test_wait_until (is_shown (self, "recommended_box"));
  row = recommended_row (self, 0);
  for (guint i = 0; i < 20; i++)
    {
      plimsoll_scenario_set_context_length (scenario, 32768 + 256 * i);
      test_settle (10);
      g_assert_true (recommended_row (self, 0) == row);
    }
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (self->models,
                                                                     "deepseek-ai/DeepSeek-R1"));
  test_wait_until (
    g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (recommended_row (self, 0))),
               "Needs several GPUs")
    == 0);
}

static graphene_rect_t
bounds_in (GtkWidget *widget, gpointer around)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, around, &bounds));
  return bounds;
}

/* From right to left the window is mirrored, but "327 ms" is not "ms 327": the number comes before
 * the unit that it is written with, both at the side where text begins. */
static void
test_mirrored (TestWindow *self, gconstpointer data)
{
  static const char *const tiles[] = { "required_tile", "decode_tile", "first_token_tile" };

  gtk_window_destroy (GTK_WINDOW (g_steal_pointer (&self->window)));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  self->window = test_window_open (self, 1200, 800);
  for (gsize i = 0; i < G_N_ELEMENTS (tiles); i++)
    {
      GtkWidget *tile = test_child (find (self, PLIMSOLL_TYPE_FIT_PAGE), tiles[i]);
      GtkWidget *pair = test_child (tile, "figure_box");
      GtkWidget *number = gtk_widget_get_first_child (pair);
      const graphene_rect_t first = bounds_in (number, tile);
      const graphene_rect_t second = bounds_in (gtk_widget_get_next_sibling (number), tile);

      g_assert_cmpfloat (first.size.width, >, 0);
      g_assert_cmpfloat (first.origin.x + first.size.width, <=, second.origin.x);
      g_assert_cmpfloat (second.origin.x, >, (float) gtk_widget_get_width (tile) / 2);
    }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
add (const char *path, void (*test) (TestWindow *self, gconstpointer data))
{
  g_test_add (path, TestWindow, NULL, test_window_set_up, test, test_window_tear_down);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  add ("/fit/speeds", test_speeds);
  add ("/fit/unknown", test_unknown);
  add ("/fit/offload", test_offload);
  add ("/fit/requests", test_requests);
  add ("/fit/devices", test_devices);
  add ("/fit/decode-chart", test_decode_chart);
  add ("/fit/memory-table", test_memory_table);
  add ("/fit/recommended", test_recommended);
  add ("/fit/recommended-at-rest", test_recommended_at_rest);
  add ("/fit/mirrored", test_mirrored);
  return g_test_run ();
}
