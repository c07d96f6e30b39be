/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-report.h"
#include "plimsoll-catalog.h"
#include "plimsoll-test-scenario.h"

#include <math.h>

/* Every figure is held against the sizer's own answer to the same question. */

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollAccelerator *accelerator;
  PlimsollAcceleratorReport *report;
  guint updates;
} Fixture;

static void
updated_cb (Fixture *self)
{
  self->updates++;
}

static void
set_up (Fixture *self, gconstpointer data)
{
  const char *id = data != NULL ? data : "nvidia-rtx-4090";
  g_autoptr (GError) error = NULL;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_test_scenario ();
  self->sizer = plimsoll_sizer_new (self->scenario);
  self->accelerator =
    plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog), id);
  g_assert_nonnull (self->accelerator);
  self->report =
    plimsoll_accelerator_report_new (self->sizer, self->accelerator,
                                     G_LIST_MODEL (plimsoll_catalog_get_accelerators (self
                                                                                        ->catalog)),
                                     plimsoll_catalog_get_offers (self->catalog));
  g_signal_connect_swapped (self->report, "updated", G_CALLBACK (updated_cb), self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->report);
  g_object_unref (self->sizer);
  g_object_unref (self->scenario);
  g_object_unref (self->catalog);
}

/* The same question on the accelerator, as a sizer of its own answers it. */
static void
assert_cell (Fixture *self, const PlimsollReportRow *row, guint column, guint64 context)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (self->scenario);
  g_autoptr (PlimsollSizer) sizer = NULL;
  const PlimsollEstimate *estimate;

  plimsoll_scenario_set_further_accelerators (scenario, NULL);
  plimsoll_scenario_set_accelerator (scenario, self->accelerator);
  plimsoll_scenario_set_precision (scenario, row->precision->name);
  plimsoll_scenario_set_context_length (scenario, context);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (sizer);
  estimate = plimsoll_sizer_get_estimate (sizer);
  g_assert_true (estimate->valid);
  g_assert_cmpuint (row->cells[column].required, ==, estimate->required);
  g_assert_cmpuint (row->cells[column].verdict, ==, estimate->verdict);
  g_assert_cmpuint (row->longest, ==, estimate->longest_context);
  if (context == plimsoll_scenario_get_context_length (self->scenario))
    {
      g_assert_true (isnan (row->decode.value) == isnan (estimate->speed.decode.value));
      if (!isnan (row->decode.value))
        g_assert_cmpfloat (row->decode.value, ==, estimate->speed.decode.value);
    }
}

static void
assert_grid (Fixture *self)
{
  guint n_rows, n_contexts;
  const PlimsollReportRow *rows = plimsoll_accelerator_report_get_rows (self->report, &n_rows);
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &n_contexts);
  guint marked = 0;

  g_assert_cmpuint (n_rows, >, 5);
  for (guint i = 0; i < n_rows; i++)
    {
      marked += rows[i].is_questions;
      for (guint j = 0; j < n_contexts; j++)
        assert_cell (self, &rows[i], j, contexts[j]);
    }
  g_assert_cmpuint (marked, ==, 1);
  for (guint j = 1; j < n_contexts; j++)
    g_assert_cmpuint (contexts[j], >, contexts[j - 1]);
}

static void
test_grid (Fixture *self, gconstpointer data)
{
  guint n;
  const guint64 *contexts = plimsoll_accelerator_report_get_contexts (self->report, &n);

  /* 1K to 32K, and the 40960 that the model is made for. */
  g_assert_cmpuint (contexts[0], ==, 1024);
  g_assert_cmpuint (contexts[n - 1], ==, 40960);
  g_assert_cmpuint (n, ==, 7);
  assert_grid (self);
}

/* It follows the question, at once for all changes of a turn. */
static void
test_follows (Fixture *self, gconstpointer data)
{
  guint n;
  const guint64 *contexts;

  plimsoll_scenario_set_context_length (self->scenario, 5000);
  plimsoll_scenario_set_precision (self->scenario, "Q8_0");
  g_object_set (self->scenario, "accelerator-count", 2, NULL);
  plimsoll_scenario_set_kv_type (self->scenario, "q8_0");
  while (self->updates == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (self->updates, ==, 1);
  g_assert_cmpuint (plimsoll_accelerator_report_get_count (self->report), ==, 2);
  contexts = plimsoll_accelerator_report_get_contexts (self->report, &n);
  g_assert_cmpuint (n, ==, 8);
  g_assert_cmpuint (contexts[3], ==, 5000);
  assert_grid (self);

  /* One that is not in common use comes along when it is asked about. */
  plimsoll_scenario_set_precision (self->scenario, "Q4_1");
  plimsoll_accelerator_report_flush (self->report);
  assert_grid (self);
  g_assert_cmpuint (self->updates, ==, 2);

  /* What nobody sees is not computed. */
  plimsoll_accelerator_report_set_live (self->report, FALSE);
  plimsoll_scenario_set_context_length (self->scenario, 2048);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (self->updates, ==, 2);
  plimsoll_accelerator_report_set_live (self->report, TRUE);
  g_assert_cmpuint (self->updates, ==, 3);
  assert_grid (self);
}

static void
test_caches (Fixture *self, gconstpointer data)
{
  guint n;
  const PlimsollReportCache *caches = plimsoll_accelerator_report_get_caches (self->report, &n);

  g_assert_cmpuint (n, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (self->scenario);
      g_autoptr (PlimsollSizer) sizer = NULL;

      plimsoll_scenario_set_accelerator (scenario, self->accelerator);
      plimsoll_scenario_set_kv_type (scenario, caches[i].name);
      sizer = plimsoll_sizer_new (scenario);
      plimsoll_sizer_flush (sizer);
      g_assert_cmpuint (caches[i].longest, ==,
                        plimsoll_sizer_get_estimate (sizer)->longest_context);
      if (i > 0)
        g_assert_cmpuint (caches[i].longest, >=, caches[i - 1].longest);
    }
}

/* Every offer of the part, by what one board costs, the cheapest first. */
static void
test_offers (Fixture *self, gconstpointer data)
{
  GListModel *all = plimsoll_catalog_get_offers (self->catalog);
  guint n, expected = 0;
  const PlimsollReportOffer *offers = plimsoll_accelerator_report_get_offers (self->report, &n);
  double cost = plimsoll_accelerator_report_get_token_cost (self->report);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (all, i);

      expected +=
        g_strcmp0 (plimsoll_cloud_offer_get_accelerator_id (offer), "nvidia-rtx-4090") == 0;
    }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, ==, expected);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpfloat_with_epsilon (offers[i].board_per_hour * offers[i].boards,
                                      plimsoll_cloud_offer_get_rate (offers[i].offer), 1e-9);
      g_assert_nonnull (plimsoll_cloud_offer_get_date (offers[i].offer));
      if (i > 0)
        g_assert_cmpfloat (offers[i].board_per_hour, >=, offers[i - 1].board_per_hour);
    }

  /* A million tokens at the speed of one request, in nine tenths of the hours paid. */
  g_assert_cmpfloat_with_epsilon (cost,
                                  offers[0].board_per_hour * 1e6
                                    / (plimsoll_accelerator_report_get_figures (self->report)
                                         ->decode.value
                                       * 3600 * 0.9),
                                  1e-9);
}

/* Just above and below in memory and in price, each once, and two of these. */
static void
test_alternatives (Fixture *self, gconstpointer data)
{
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (self->report, &n);
  const guint64 own =
    plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (self->accelerator));
  const double price = plimsoll_accelerator_get_list_price (self->accelerator);

  g_assert_cmpuint (n, ==, PLIMSOLL_N_ALTERNATIVES);
  for (guint i = 0; i < n; i++)
    {
      const guint64 memory =
        plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (rows[i].accelerator));
      const double other = plimsoll_accelerator_get_list_price (rows[i].accelerator);

      g_test_message ("%s: %s", plimsoll_alternative_word (rows[i].kind),
                      plimsoll_accelerator_get_name (rows[i].accelerator));
      g_assert_cmpuint (rows[i].figures.required, >, 0);
      for (guint j = 0; j < i; j++)
        g_assert_true (rows[i].accelerator != rows[j].accelerator);
      switch (rows[i].kind)
        {
        case PLIMSOLL_ALTERNATIVE_LESS_MEMORY:
          g_assert_cmpuint (memory, <, own);
          break;
        case PLIMSOLL_ALTERNATIVE_MORE_MEMORY:
          g_assert_cmpuint (memory, >, own);
          break;
        case PLIMSOLL_ALTERNATIVE_CHEAPER:
          g_assert_cmpfloat (other, <, price);
          break;
        case PLIMSOLL_ALTERNATIVE_DEARER:
          g_assert_cmpfloat (other, >, price);
          break;
        case PLIMSOLL_ALTERNATIVE_MORE_OF_THESE:
        default:
          g_assert_true (rows[i].accelerator == self->accelerator);
          g_assert_cmpuint (rows[i].count, ==, 2);
          g_assert_cmpuint (rows[i].figures.usable, ==, 2 * own);
        }
    }
}

/* Memory of a computer cannot be doubled; a rate that is not known gives no speed and no cost. */
static void
test_unified (Fixture *self, gconstpointer data)
{
  guint n;
  const PlimsollAlternative *rows = plimsoll_accelerator_report_get_alternatives (self->report, &n);

  for (guint i = 0; i < n; i++)
    {
      g_assert_true (plimsoll_accelerator_get_facts (rows[i].accelerator)->unified);
      g_assert_cmpuint (rows[i].kind, !=, PLIMSOLL_ALTERNATIVE_MORE_OF_THESE);
    }
  assert_grid (self);
}

static void
test_nothing_known (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (PlimsollAccelerator) accelerator = NULL;
  g_autoptr (PlimsollAcceleratorReport) report = NULL;
  g_autoptr (JsonObject) object = NULL;
  g_autofree char *text = NULL;
  PlimsollAcceleratorFacts facts;
  guint n;

  plimsoll_accelerator_facts_init (&facts);
  accelerator = plimsoll_accelerator_new ("nothing-known", "Nothing known", &facts);
  report = plimsoll_accelerator_report_new (sizer, accelerator, NULL, NULL);
  g_assert_cmpfloat (plimsoll_accelerator_report_get_figures (report)->usable, ==, 0);
  g_assert_true (isnan (plimsoll_accelerator_report_get_token_cost (report)));
  plimsoll_accelerator_report_get_offers (report, &n);
  g_assert_cmpuint (n, ==, 0);
  text = plimsoll_accelerator_report_to_text (report);
  g_assert_nonnull (strstr (text, "Nothing known"));
  object = plimsoll_accelerator_report_to_json (report);
  g_assert_true (json_object_get_null_member (object, "usd_per_million_tokens"));

  /* No model at all. */
  plimsoll_scenario_set_model (scenario, NULL);
  plimsoll_accelerator_report_flush (report);
  plimsoll_accelerator_report_get_rows (report, &n);
  g_assert_cmpuint (n, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, id, function)                                                                    \
  g_test_add ("/accelerator-report/" name, Fixture, id, set_up, function, tear_down)
  ADD ("grid", NULL, test_grid);
  ADD ("grid-of-two-devices", "amd-instinct-mi250x", test_follows);
  ADD ("follows", NULL, test_follows);
  ADD ("caches", NULL, test_caches);
  ADD ("offers", NULL, test_offers);
  ADD ("alternatives", NULL, test_alternatives);
  ADD ("unified", "apple-m4-max-32-core", test_unified);
#undef ADD
  g_test_add_func ("/accelerator-report/nothing-known", test_nothing_known);

  return g_test_run ();
}
