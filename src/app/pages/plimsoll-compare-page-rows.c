/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-compare-page-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean
holds (PlimsollFit *fit)
{
  const PlimsollVerdict verdict = plimsoll_fit_get_figures (fit)->verdict;

  return verdict == PLIMSOLL_VERDICT_FITS || verdict == PLIMSOLL_VERDICT_TIGHT;
}

/* --- What is shown --- */

static gboolean
memory_matches (PlimsollComparePage *self, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  switch (gtk_drop_down_get_selected (self->memory_drop))
    {
    case 1:
      return facts->memory_class == PLIMSOLL_MEMORY_GDDR && !facts->unified;
    case 2:
      return facts->memory_class == PLIMSOLL_MEMORY_HBM;
    case 3:
      return facts->unified;
    default:
      return TRUE;
    }
}

static gboolean
vendor_matches (PlimsollComparePage *self, PlimsollAccelerator *accelerator)
{
  const guint selected = gtk_drop_down_get_selected (self->vendor_drop);
  GtkStringObject *vendor = gtk_drop_down_get_selected_item (self->vendor_drop);

  return selected == 0 || vendor == NULL
         || g_str_equal (gtk_string_object_get_string (vendor),
                         plimsoll_accelerator_get_vendor (accelerator));
}

static gboolean
text_matches (PlimsollComparePage *self, PlimsollFit *fit)
{
  const char *typed = gtk_editable_get_text (self->filter_entry);
  PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);
  PlimsollModel *model = plimsoll_fit_get_model (fit);
  const char *architecture =
    accelerator != NULL ? plimsoll_accelerator_get_architecture (accelerator) : NULL;
  g_autofree char *detail = NULL, *all = NULL;

  if (*typed == '\0')
    return TRUE;

  detail = plimsoll_fit_get_detail (fit);
  all = g_strjoin (" ", plimsoll_fit_get_name (fit), detail,
                   model != NULL          ? plimsoll_model_get_id (model)
                   : architecture != NULL ? architecture
                                          : "",
                   NULL);
  return g_str_match_string (typed, all, TRUE);
}

gboolean
plimsoll_compare_page_lets_through (gpointer item, gpointer data)
{
  PlimsollComparePage *self = data;
  PlimsollFit *fit = item;
  PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);

  if (gtk_switch_get_active (self->fits_switch) && !holds (fit))
    return FALSE;
  if (accelerator != NULL
      && (!vendor_matches (self, accelerator) || !memory_matches (self, accelerator)))
    return FALSE;
  return text_matches (self, fit);
}

static gboolean
is_filtered (PlimsollComparePage *self)
{
  return *gtk_editable_get_text (self->filter_entry) != '\0'
         || gtk_switch_get_active (self->fits_switch)
         || (self->vary == PLIMSOLL_VARY_HARDWARE
             && (gtk_drop_down_get_selected (self->vendor_drop) > 0
                 || gtk_drop_down_get_selected (self->memory_drop) > 0));
}

/* The fewest boards that would do; of several the one with the least memory. */
static char *
describe_least (PlimsollComparePage *self)
{
  PlimsollFitModel *table = plimsoll_compare_page_table (self);
  PlimsollFit *best = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    {
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), i);
      const PlimsollFitFigures *figures = plimsoll_fit_get_figures (fit);
      const PlimsollFitFigures *least = best != NULL ? plimsoll_fit_get_figures (best) : NULL;

      if (figures->count > 0
          && (least == NULL || figures->count < least->count
              || (figures->count == least->count && figures->usable < least->usable)))
        best = fit;
    }
  if (best == NULL)
    return g_strdup (_("No number of accelerators that engines take would hold it. A smaller "
                        "precision or a shorter context would."));
  /* Translators: how many of an accelerator, and its name: "2× NVIDIA H200". */
  return g_strdup_printf (_("The least that would: %u× %s."),
                          plimsoll_fit_get_figures (best)->count, plimsoll_fit_get_name (best));
}

static void
show_nothing (PlimsollComparePage *self)
{
  g_autofree char *description = NULL;

  if (gtk_switch_get_active (self->fits_switch)
      && *gtk_editable_get_text (self->filter_entry) == '\0')
    {
      adw_status_page_set_title (self->nothing_page, _("Nothing Fits"));
      if (self->vary == PLIMSOLL_VARY_HARDWARE)
        description = describe_least (self);
      else
        description = g_strdup (_("More accelerators, more system memory or a shorter context "
                                   "would help."));
    }
  else
    {
      adw_status_page_set_title (self->nothing_page, _("No Results Found"));
      description = g_strdup (_("Nothing here goes by that."));
    }
  adw_status_page_set_description (self->nothing_page, description);
  gtk_widget_set_visible (self->nothing_button, is_filtered (self));
}

guint
plimsoll_compare_page_count (PlimsollComparePage *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->sorted));
}

/* The selection is over two lists: this computer, and what is filtered and sorted. */
void
plimsoll_compare_page_pin_computer (PlimsollComparePage *self)
{
  const gboolean pinned = self->vary == PLIMSOLL_VARY_HARDWARE && self->computer_fit != NULL;
  const gboolean is_pinned = g_list_model_get_n_items (G_LIST_MODEL (self->parts)) > 1;

  if (self->computer_fit != NULL)
    plimsoll_computer_fit_set_live (self->computer_fit,
                                    pinned && gtk_widget_get_mapped (GTK_WIDGET (self)));
  if (pinned && !is_pinned)
    g_list_store_insert (self->parts, 0, self->computer_fit);
  else if (!pinned && is_pinned)
    g_list_store_remove (self->parts, 0);
}

void
plimsoll_compare_page_pin_computer_anew (PlimsollComparePage *self)
{
  if (g_list_model_get_n_items (G_LIST_MODEL (self->parts)) > 1)
    g_list_store_remove (self->parts, 0);
  plimsoll_compare_page_pin_computer (self);
}

void
plimsoll_compare_page_set_computer (PlimsollComparePage *self, PlimsollOwnComputer *computer)
{
  g_return_if_fail (PLIMSOLL_IS_COMPARE_PAGE (self));
  g_return_if_fail (PLIMSOLL_IS_OWN_COMPUTER (computer));
  g_return_if_fail (self->computer == NULL);

  self->computer = g_object_ref (computer);
  plimsoll_compare_columns_set_computer (self->columns, computer);
}

/* Rows that nobody sees cost as much as those that are seen: only one of the views has any. */
void
plimsoll_compare_page_attach (PlimsollComparePage *self)
{
  GtkSelectionModel *rows = GTK_SELECTION_MODEL (self->selection);

  gtk_column_view_set_model (self->view, self->narrow ? NULL : rows);
  gtk_list_view_set_model (self->rows, self->narrow ? rows : NULL);
}

void
plimsoll_compare_page_update_stack (PlimsollComparePage *self)
{
  const guint n = plimsoll_compare_page_count (self);

  if (n == 0 && plimsoll_compare_page_table (self) != NULL)
    show_nothing (self);
  plimsoll_compare_page_attach (self);
  gtk_stack_set_visible_child_name (self->stack, n == 0         ? "nothing"
                                                 : self->narrow ? "rows"
                                                                : "columns");
}

static char *
describe_count (PlimsollComparePage *self, guint n)
{
  switch (self->vary)
    {
    case PLIMSOLL_VARY_MODEL:
      return g_strdup_printf (ngettext ("%u model", "%u models", n), n);
    case PLIMSOLL_VARY_PRECISION:
      return g_strdup_printf (ngettext ("%u precision", "%u precisions", n), n);
    case PLIMSOLL_VARY_HARDWARE:
    default:
      return g_strdup_printf (ngettext ("%u accelerator", "%u accelerators", n), n);
    }
}

static char *
describe_hardware (PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  const guint count = plimsoll_scenario_get_accelerator_count (scenario);

  if (accelerator == NULL || count == 0)
    return g_strdup (_("this computer"));
  if (count == 1)
    return g_strdup (plimsoll_accelerator_get_name (accelerator));
  return g_strdup_printf (_("%u× %s"), count, plimsoll_accelerator_get_name (accelerator));
}

/* What all rows have in common. */
void
plimsoll_compare_page_update_summary (PlimsollComparePage *self)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const char *kv = plimsoll_scenario_get_kv_type (scenario);
  const guint requests = plimsoll_scenario_get_parallel (scenario);
  g_autofree char *count = describe_count (self, plimsoll_compare_page_count (self));
  g_autofree char *tokens =
    plimsoll_format_tokens (plimsoll_scenario_get_context_length (scenario));
  g_autofree char *hardware = describe_hardware (scenario);
  g_autofree char *subject = NULL, *bold = NULL, *cache = NULL, *served = NULL, *text = NULL;
  const char *name = model != NULL ? plimsoll_model_get_name (model) : _("no model");

  if (self->vary == PLIMSOLL_VARY_HARDWARE)
    /* Translators: a model and its precision. */
    subject = g_strdup_printf (_("%s at %s"), name, plimsoll_scenario_get_precision (scenario));
  else if (self->vary == PLIMSOLL_VARY_MODEL)
    subject = g_strdup (hardware);
  else
    /* Translators: a model and hardware. */
    subject = g_strdup_printf (_("%s on %s"), name, hardware);
  bold = g_markup_printf_escaped ("<b>%s</b>", subject);
  cache = kv != NULL ? g_ascii_strup (kv, -1) : g_strdup (_("mixed"));
  served = g_strdup_printf (ngettext ("%u request", "%u requests", requests), requests);
  /* Translators: what is listed and for what; context, type of the cache, requests at once:
   * "307 accelerators for Qwen3 8B at Q4_K_M · 32K context · F16 cache · 1 request". */
  text = g_strdup_printf (_("%s for %s · %s context · %s cache · %s"), count, bold, tokens, cache,
                          served);
  gtk_label_set_markup (self->summary_label, text);
}

/* --- Order --- */

static int
unknown_cb (PlimsollFit *fit, gpointer data)
{
  PlimsollComparePage *self = data;

  return self->order != PLIMSOLL_FIT_NAME && isnan (plimsoll_fit_get_value (fit, self->order));
}

/* Sorters keep their keys: these are new ones, for what rows say now. What is not known is last in
 * both directions. */
void
plimsoll_compare_page_apply_order (PlimsollComparePage *self)
{
  g_autoptr (GtkMultiSorter) sorter = gtk_multi_sorter_new ();
  GtkExpression *unknown =
    gtk_cclosure_expression_new (G_TYPE_INT, NULL, 0, NULL, G_CALLBACK (unknown_cb), self, NULL);
  GtkExpression *value = gtk_property_expression_new (PLIMSOLL_TYPE_FIT, NULL,
                                                      plimsoll_fit_column_info (self->order)->key);

  gtk_multi_sorter_append (sorter, GTK_SORTER (gtk_numeric_sorter_new (unknown)));
  if (self->order == PLIMSOLL_FIT_NAME)
    {
      gtk_multi_sorter_append (sorter, GTK_SORTER (gtk_string_sorter_new (value)));
      if (self->descending)
        {
          /* The column view's own order runs the other way. */
          g_clear_object (&sorter);
          gtk_sort_list_model_set_sorter (self->sorted, gtk_column_view_get_sorter (self->view));
          return;
        }
    }
  else
    {
      GtkNumericSorter *numbers = gtk_numeric_sorter_new (value);

      gtk_numeric_sorter_set_sort_order (numbers, self->descending ? GTK_SORT_DESCENDING
                                                                   : GTK_SORT_ASCENDING);
      gtk_multi_sorter_append (sorter, GTK_SORTER (numbers));
    }
  /* Of models that are alike the largest first. */
  if (self->vary == PLIMSOLL_VARY_MODEL)
    {
      GtkNumericSorter *parameters = gtk_numeric_sorter_new (gtk_property_expression_new (
        PLIMSOLL_TYPE_FIT, NULL, plimsoll_fit_column_info (PLIMSOLL_FIT_PARAMETERS)->key));

      gtk_numeric_sorter_set_sort_order (parameters, GTK_SORT_DESCENDING);
      gtk_multi_sorter_append (sorter, GTK_SORTER (parameters));
    }
  gtk_sort_list_model_set_sorter (self->sorted, GTK_SORTER (sorter));
}

void
plimsoll_compare_page_order_changed (PlimsollComparePage *self)
{
  GtkColumnViewSorter *sorter = GTK_COLUMN_VIEW_SORTER (gtk_column_view_get_sorter (self->view));
  GtkColumnViewColumn *column = gtk_column_view_sorter_get_primary_sort_column (sorter);

  if (column == NULL || !plimsoll_compare_columns_find (self->columns, column, &self->order))
    {
      gtk_sort_list_model_set_sorter (self->sorted, NULL);
      return;
    }
  self->descending = gtk_column_view_sorter_get_primary_sort_order (sorter) == GTK_SORT_DESCENDING;
  plimsoll_compare_page_set_state (self, "sort",
                                   g_variant_new_string (plimsoll_fit_column_info (self->order)
                                                           ->key));
  plimsoll_compare_page_set_state (self, "descending", g_variant_new_boolean (self->descending));
  plimsoll_compare_page_apply_order (self);
}

void
plimsoll_compare_page_sort_by (PlimsollComparePage *self,
                               PlimsollFitColumn column,
                               gboolean descending)
{
  gtk_column_view_sort_by_column (self->view, plimsoll_compare_columns_get (self->columns, column),
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}
