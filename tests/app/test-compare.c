/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-test-window.h"

#include "plimsoll-compare-page.h"
#include "plimsoll-fit-bar.h"
#include "plimsoll-fit-cell.h"
#include "plimsoll-fit-row.h"

#include <math.h>

/* The page driven through its widgets. */

static GtkWidget *
open_page (TestWindow *self)
{
  GtkWidget *page = test_find (GTK_WIDGET (self->window), PLIMSOLL_TYPE_COMPARE_PAGE);

  g_assert_nonnull (page);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "compare");
  test_wait_until (gtk_widget_get_mapped (page));
  return page;
}

static GListModel *
rows_of (GtkWidget *page)
{
  return G_LIST_MODEL (gtk_column_view_get_model (test_child (page, "view")));
}

static PlimsollFit *
row_at (GtkWidget *page, guint position)
{
  g_autoptr (PlimsollFit) fit = g_list_model_get_item (rows_of (page), position);

  g_assert_nonnull (fit);
  return fit;
}

static void
assert_sorted (GtkWidget *page, PlimsollFitColumn column, gboolean descending)
{
  const guint n = g_list_model_get_n_items (rows_of (page));
  gboolean unknown = FALSE;

  for (guint i = 0; i + 1 < n; i++)
    {
      const double one = plimsoll_fit_get_value (row_at (page, i), column);
      const double next = plimsoll_fit_get_value (row_at (page, i + 1), column);

      unknown |= isnan (one);
      if (unknown)
        g_assert_true (isnan (next));
      else if (!isnan (next))
        g_assert_true (descending ? one >= next : one <= next);
    }
}

static void
activate (GtkWidget *page, const char *action, GVariant *target)
{
  g_assert_true (gtk_widget_activate_action_variant (page, action, target));
}

static const char *
stack_page (GtkWidget *page)
{
  return gtk_stack_get_visible_child_name (test_child (page, "stack"));
}

static void
test_rows (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  PlimsollFit *first;
  GtkAdjustment *scroll;
  double scrolled;
  guint64 before;

  g_assert_cmpuint (
    g_list_model_get_n_items (rows_of (page)), ==,
    g_list_model_get_n_items (G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog))));
  g_assert_cmpstr (stack_page (page), ==, "columns");
  assert_sorted (page, PLIMSOLL_FIT_DECODE, TRUE);

  /* A slider moves: the rows are the same ones, where they were; so is what is in view. */
  test_settle (400);
  scroll = gtk_scrollable_get_vadjustment (test_child (page, "view"));
  gtk_column_view_scroll_to (test_child (page, "view"), 120, NULL, GTK_LIST_SCROLL_NONE, NULL);
  test_wait_until (gtk_adjustment_get_value (scroll) > 0);
  test_settle (50);
  scrolled = gtk_adjustment_get_value (scroll);
  first = row_at (page, 0);
  before = plimsoll_fit_get_figures (first)->required;
  gtk_selection_model_select_item (gtk_column_view_get_model (test_child (page, "view")), 3, TRUE);
  for (guint64 context = 33024; context <= 65536; context += 2048)
    {
      plimsoll_scenario_set_context_length (scenario, context);
      test_settle (20);
      g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (scroll), scrolled, 0.5);
    }
  plimsoll_scenario_set_context_length (scenario, 65536);
  test_wait_until (plimsoll_fit_get_figures (first)->required > before);
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_value (scroll), scrolled, 0.5);
  g_assert_true (row_at (page, 0) == first);
  g_assert_true (gtk_selection_model_is_selected (gtk_column_view_get_model (test_child (page,
                                                                                         "view")),
                                                  3));
  /* At rest they are in order again. */
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  test_settle (400);
  assert_sorted (page, PLIMSOLL_FIT_DECODE, TRUE);
}

static void
test_sort (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  static const PlimsollFitColumn columns[] = { PLIMSOLL_FIT_USABLE,    PLIMSOLL_FIT_REQUIRED,
                                               PLIMSOLL_FIT_BANDWIDTH, PLIMSOLL_FIT_PREFILL,
                                               PLIMSOLL_FIT_MILLION,   PLIMSOLL_FIT_COUNT,
                                               PLIMSOLL_FIT_VERDICT };

  plimsoll_scenario_set_precision (plimsoll_window_get_scenario (self->window), "BF16");
  test_settle (50);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const PlimsollFitColumnInfo *info = plimsoll_fit_column_info (columns[i]);

      activate (page, "compare.sort", g_variant_new_string (info->key));
      assert_sorted (page, columns[i], info->descending);
      activate (page, "compare.descending", NULL);
      assert_sorted (page, columns[i], !info->descending);
    }

  activate (page, "compare.sort", g_variant_new_string ("name"));
  g_assert_cmpint (g_utf8_collate (plimsoll_fit_get_name (row_at (page, 0)),
                                   plimsoll_fit_get_name (row_at (page, 100))),
                   <, 0);
  activate (page, "compare.descending", NULL);
  g_assert_cmpint (g_utf8_collate (plimsoll_fit_get_name (row_at (page, 0)),
                                   plimsoll_fit_get_name (row_at (page, 100))),
                   >, 0);
}

static void
test_filter (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  GtkEditable *entry = test_child (page, "filter_entry");
  GtkDropDown *vendors = test_child (page, "vendor_drop");
  const guint all = g_list_model_get_n_items (rows_of (page));
  g_autoptr (GtkStringObject) vendor = NULL;

  gtk_editable_set_text (entry, "rtx 4090");
  test_wait_until (g_list_model_get_n_items (rows_of (page)) < 10);
  g_assert_cmpuint (g_list_model_get_n_items (rows_of (page)), >, 0);
  g_assert_nonnull (strstr (plimsoll_fit_get_name (row_at (page, 0)), "4090"));

  gtk_editable_set_text (entry, "no such thing");
  test_wait_until (g_strcmp0 (stack_page (page), "nothing") == 0);
  g_signal_emit_by_name (test_child (page, "nothing_button"), "clicked");
  test_wait_until (g_list_model_get_n_items (rows_of (page)) == all);

  gtk_drop_down_set_selected (vendors, 1);
  vendor = g_list_model_get_item (gtk_drop_down_get_model (vendors), 1);
  g_assert_cmpuint (g_list_model_get_n_items (rows_of (page)), <, all);
  for (guint i = 0; i < g_list_model_get_n_items (rows_of (page)); i++)
    g_assert_cmpstr (plimsoll_accelerator_get_vendor (plimsoll_fit_get_accelerator (row_at (page,
                                                                                            i))),
                     ==, gtk_string_object_get_string (vendor));
  gtk_drop_down_set_selected (vendors, 0);

  gtk_drop_down_set_selected (test_child (page, "memory_drop"), 2);
  for (guint i = 0; i < g_list_model_get_n_items (rows_of (page)); i++)
    g_assert_cmpuint (plimsoll_accelerator_get_facts (plimsoll_fit_get_accelerator (row_at (page,
                                                                                            i)))
                        ->memory_class,
                      ==, PLIMSOLL_MEMORY_HBM);
  gtk_drop_down_set_selected (test_child (page, "memory_drop"), 0);

  /* What fits follows the question. */
  gtk_switch_set_active (test_child (page, "fits_switch"), TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (rows_of (page)), <, all);
  plimsoll_scenario_set_precision (scenario, "BF16");
  test_settle (50);
  for (guint i = 0; i < g_list_model_get_n_items (rows_of (page)); i++)
    g_assert_cmpuint (plimsoll_fit_get_figures (row_at (page, i))->verdict, <=,
                      PLIMSOLL_VERDICT_TIGHT);

  /* The largest model there is: nothing fits, and the page says what would. */
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (self->models,
                                                                     "deepseek-ai/DeepSeek-V3"));
  test_wait_until (g_strcmp0 (stack_page (page), "nothing") == 0);
  g_assert_nonnull (strstr (adw_status_page_get_description (test_child (page, "nothing_page")),
                            "× "));
}

static void
test_columns (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  g_autofree char *before = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), FALSE);
  g_autofree char *hidden = NULL, *kept = NULL, *reset = NULL;
  PlimsollWindow *first = self->window;

  g_assert_nonnull (strstr (before, "GB/s"));
  activate (page, "compare.show-bandwidth", NULL);
  hidden = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), FALSE);
  g_assert_null (strstr (hidden, "GB/s"));

  /* The next window has them as they were left. */
  gtk_window_destroy (GTK_WINDOW (first));
  self->window = test_window_open (self, 1200, 800);
  page = open_page (self);
  kept = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), FALSE);
  g_assert_null (strstr (kept, "GB/s"));
  g_assert_nonnull (strstr (kept, "Verdict"));

  activate (page, "compare.reset-columns", NULL);
  reset = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), FALSE);
  g_assert_nonnull (strstr (reset, "GB/s"));
}

static char *
heading_of (GtkWidget *page)
{
  char *text = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), TRUE);

  return g_strdelimit (text, "\r", '\0');
}

/* Without a pointer: a column changes places with the next one that is shown, and keeps its place.
 */
static void
test_column_order (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  g_autofree char *first = NULL, *later = NULL, *kept = NULL, *back = NULL;

  /* None is hidden for good: the order is of all that are shown. */
  first = heading_of (page);
  g_assert_true (g_str_has_prefix (first, "name,usable_gib,at_8k_gib,required_gib"));
  activate (page, "compare.move-later", g_variant_new_string ("usable"));
  later = heading_of (page);
  g_assert_true (g_str_has_prefix (later, "name,at_8k_gib,usable_gib,required_gib"));

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 1200, 800);
  page = open_page (self);
  kept = heading_of (page);
  g_assert_cmpstr (kept, ==, later);

  activate (page, "compare.move-earlier", g_variant_new_string ("usable"));
  back = heading_of (page);
  g_assert_cmpstr (back, ==, first);

  /* The first one has nowhere to go. */
  activate (page, "compare.move-earlier", g_variant_new_string ("name"));
  g_free (back);
  back = heading_of (page);
  g_assert_cmpstr (back, ==, first);
  activate (page, "compare.reset-columns", NULL);
}

/* Where the window closes at once, before the main loop comes to keep it. */
static void
test_column_dragged (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  GtkColumnView *view = GTK_COLUMN_VIEW (test_child (page, "view"));
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autofree char *kept = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_id (column), "usable"))
        {
          /* As GTK does when one is dropped. */
          gtk_column_view_insert_column (view, 2, column);
          break;
        }
    }
  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 1200, 800);
  page = open_page (self);
  kept = heading_of (page);
  g_assert_true (g_str_has_prefix (kept, "name,at_8k_gib,usable_gib,required_gib"));
  activate (page, "compare.reset-columns", NULL);
}

/* The title says what the figures rest on. */
static void
test_titles (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  GtkWidget *header = gtk_widget_get_first_child (test_child (page, "view"));
  gboolean found = FALSE;

  for (GtkWidget *title = gtk_widget_get_first_child (header); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    {
      const char *tip = gtk_widget_get_tooltip_text (title);

      found |= tip != NULL && strstr (tip, "million tokens") != NULL
               && strstr (tip, "the rent") != NULL && strstr (tip, "electricity") != NULL;
    }
  g_assert_true (found);
}

static void
test_copy (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  GtkEditable *entry = test_child (page, "filter_entry");
  g_autofree char *csv = NULL, *expected = NULL;
  g_auto (GStrv) lines = NULL;
  PlimsollFit *fit;

  gtk_editable_set_text (entry, "nvidia rtx 4090");
  test_wait_until (g_list_model_get_n_items (rows_of (page)) < 10);
  for (guint i = 0; i < g_list_model_get_n_items (rows_of (page)); i++)
    if (g_str_equal (plimsoll_fit_get_name (row_at (page, i)), "NVIDIA RTX 4090"))
      gtk_selection_model_select_item (gtk_column_view_get_model (test_child (page, "view")), i,
                                       TRUE);
  csv = plimsoll_compare_page_copy (PLIMSOLL_COMPARE_PAGE (page), TRUE);
  lines = g_strsplit (csv, "\r\n", -1);
  /* The heading, the row that is selected, and the end of its line. */
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_true (g_str_has_prefix (lines[0], "name,usable_gib,at_8k_gib,required_gib"));
  /* 95 % of 24 GiB. */
  g_assert_true (g_str_has_prefix (lines[1], "NVIDIA RTX 4090,22.800,"));
  fit = row_at (page, 0);
  g_assert_nonnull (fit);

  activate (page, "compare.copy", g_variant_new_string ("csv"));
  g_assert_true (gdk_clipboard_is_local (gtk_widget_get_clipboard (page)));
}

static void
test_use (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollScenario *scenario = plimsoll_window_get_scenario (self->window);
  AdwToggleGroup *lenses = test_child (page, "lens_group");
  PlimsollFit *fit;

  adw_toggle_group_set_active_name (lenses, "precision");
  test_settle (50);
  fit = row_at (page, 0);
  g_assert_nonnull (plimsoll_fit_get_precision (fit));
  g_signal_emit_by_name (test_child (page, "view"), "activate", 0);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, plimsoll_fit_get_name (fit));
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.undo", NULL);
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==, "Q4_K_M");

  adw_toggle_group_set_active_name (lenses, "models");
  test_wait_until (plimsoll_fit_get_figures (row_at (page, 0))->verdict == PLIMSOLL_VERDICT_FITS);
  fit = row_at (page, 0);
  g_signal_emit_by_name (test_child (page, "view"), "activate", 0);
  g_assert_true (plimsoll_scenario_get_model (scenario) == plimsoll_fit_get_model (fit));
  g_assert_cmpstr (plimsoll_scenario_get_precision (scenario), ==,
                   plimsoll_fit_get_figures (fit)->precision->name);
}

static void
test_narrow (TestWindow *self, gconstpointer data)
{
  GtkWidget *page, *row;

  gtk_window_destroy (GTK_WINDOW (self->window));
  self->window = test_window_open (self, 400, 700);
  page = open_page (self);
  test_wait_until (g_strcmp0 (stack_page (page), "rows") == 0);
  row = test_find (GTK_WIDGET (test_child (page, "rows")), PLIMSOLL_TYPE_FIT_ROW);
  g_assert_nonnull (row);
  g_assert_nonnull (plimsoll_fit_row_get_fit (PLIMSOLL_FIT_ROW (row)));
  /* Nothing makes the window wider than it was asked to be. */
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (self->window)), <=, 420);
}

static void
test_accessible (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  GtkWidget *cell, *bar;
  g_autofree char *words = NULL, *unknown = NULL, *million = NULL;
  g_autoptr (PlimsollAccelerator) nothing = NULL;
  g_autoptr (PlimsollFit) fit = NULL;
  PlimsollAcceleratorFacts facts;

  gtk_test_accessible_assert_role (page, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (page, GTK_ACCESSIBLE_PROPERTY_LABEL, "Compare");
  test_settle (100);
  bar = test_find (page, PLIMSOLL_TYPE_FIT_BAR);
  g_assert_nonnull (bar);
  gtk_test_accessible_assert_role (bar, GTK_ACCESSIBLE_ROLE_PRESENTATION);
  cell = gtk_widget_get_parent (bar);
  words = plimsoll_fit_cell_describe (PLIMSOLL_FIT_CELL (cell));
  g_assert_true (g_str_has_prefix (words, "Memory that a model may take: "));
  g_assert_true (g_str_has_suffix (words, " GiB"));
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_LABEL, words);

  /* What is not known is said so, and is not 0. */
  plimsoll_accelerator_facts_init (&facts);
  nothing = plimsoll_accelerator_new ("nothing", "Nothing", &facts);
  fit = plimsoll_fit_new (nothing, NULL, NULL);
  cell = g_object_ref_sink (plimsoll_fit_cell_new (PLIMSOLL_FIT_LONGEST));
  plimsoll_fit_cell_set_fit (PLIMSOLL_FIT_CELL (cell), NULL, fit);
  unknown = plimsoll_fit_cell_describe (PLIMSOLL_FIT_CELL (cell));
  g_assert_cmpstr (unknown, ==, "Longest context that fits: none, or unknown");
  gtk_test_accessible_assert_property (cell, GTK_ACCESSIBLE_PROPERTY_LABEL, unknown);
  g_object_unref (cell);

  /* Bought and rented are in one column: which, is read too. Its price is known. */
  cell = g_object_ref_sink (plimsoll_fit_cell_new (PLIMSOLL_FIT_MILLION));
  for (guint i = 0; i < g_list_model_get_n_items (rows_of (page)); i++)
    if (g_str_equal (plimsoll_fit_get_name (row_at (page, i)), "NVIDIA RTX 4090"))
      plimsoll_fit_cell_set_fit (PLIMSOLL_FIT_CELL (cell), NULL, row_at (page, i));
  million = plimsoll_fit_cell_describe (PLIMSOLL_FIT_CELL (cell));
  g_assert_true (g_str_has_suffix (million, ", bought"));
  g_object_unref (cell);
}

static void
test_quiet (TestWindow *self, gconstpointer data)
{
  GtkWidget *page = open_page (self);
  PlimsollFit *fit = row_at (page, 0);
  guint64 before = plimsoll_fit_get_figures (fit)->required;

  /* A page that nobody sees computes nothing, and makes up for it when it is seen. */
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.page", "s", "fit");
  test_wait_until (!gtk_widget_get_mapped (page));
  plimsoll_scenario_set_precision (plimsoll_window_get_scenario (self->window), "Q8_0");
  test_settle (50);
  g_assert_cmpuint (plimsoll_fit_get_figures (fit)->required, ==, before);
  open_page (self);
  test_wait_until (plimsoll_fit_get_figures (fit)->required > before);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

#define TEST(path, function)                                                                       \
  g_test_add ("/compare/" path, TestWindow, NULL, test_window_set_up, function,                    \
              test_window_tear_down)
  TEST ("rows", test_rows);
  TEST ("sort", test_sort);
  TEST ("filter", test_filter);
  TEST ("columns", test_columns);
  TEST ("column-order", test_column_order);
  TEST ("column-dragged", test_column_dragged);
  TEST ("titles", test_titles);
  TEST ("copy", test_copy);
  TEST ("use", test_use);
  TEST ("narrow", test_narrow);
  TEST ("accessible", test_accessible);
  TEST ("quiet", test_quiet);
#undef TEST

  return g_test_run ();
}
