/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-cost.h"

#include <math.h>
#include <string.h>

static void
assert_title (Fixture *self, const char *expected)
{
  g_autofree char *title = NULL;

  plimsoll_cost_model_flush (self->model);
  title = plimsoll_cost_title (self->model);
  g_assert_cmpstr (title, ==, expected);
}

/* --- Tests --- */

/* The page that the idea came from buys one accelerator of 700 W at 25,000, rents eight others. */
static void
test_seed (Fixture *self, gconstpointer data)
{
  const PlimsollCostSummary *summary;

  set_hardware (self, "nvidia-h100-80gb-sxm", 1);
  g_object_set (self->scenario, "hours-per-day", 4.0, "electricity-price", 0.175, "purchase-price",
                25000.0, "power-draw", 700.0, "offer", SEED_OFFER, NULL);
  summary = summary_of (self);

  g_assert_cmpint (summary->fault, ==, PLIMSOLL_COST_COMPARED);
  g_assert_cmpfloat_with_epsilon (summary->hours, 121.6, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary->rent, 6751.23, 0.005);
  g_assert_cmpfloat_with_epsilon (summary->power, 14.9, 0.05);
  g_assert_cmpfloat_with_epsilon (summary->break_even.months, 3.7, 0.05);
  assert_title (self, "Buying pays for itself after 3.7 months");
}

/* Each offer at its own speed and rate; and only what fits whole. */
static void
test_rentals (Fixture *self, gconstpointer data)
{
  const guint n = n_rentals (self);

  g_assert_cmpuint (n, >, 300);
  for (guint i = 0; i < n; i++)
    {
      PlimsollRental *rental = rental_at (self, i);
      const PlimsollRentalFigures *figures = plimsoll_rental_get_figures (rental);
      const double rate = plimsoll_cloud_offer_get_rate (plimsoll_rental_get_offer (rental));

      g_assert_true (figures->verdict == PLIMSOLL_VERDICT_FITS
                     || figures->verdict == PLIMSOLL_VERDICT_TIGHT);
      /* 17.3 GiB of weights, on all boards of the instance. */
      g_assert_cmpuint (plimsoll_usable_memory_bytes (
                          plimsoll_accelerator_get_facts (plimsoll_rental_get_accelerator (rental)))
                          * plimsoll_cloud_offer_get_count (plimsoll_rental_get_offer (rental)),
                        >, G_GUINT64_CONSTANT (20) << 30);
      g_assert_cmpfloat_with_epsilon (figures->a_month, rate * 121.6, 1e-6);
      if (!isnan (figures->decode.value))
        g_assert_cmpfloat_with_epsilon (figures->tokens.output,
                                        rate / (figures->decode.value * 3600 * 0.9) * 1e6, 1e-6);
      else
        g_assert_true (isnan (figures->tokens.output));
      g_assert_false (isinf (figures->tokens.input) || isinf (figures->tokens.concurrent));
    }
}

static void
changed_cb (GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  guint *changes = data;

  changes[0]++;
  changes[1] += removed;
  changes[2] += added;
}

static void
count_cb (gpointer object, gpointer data)
{
  (*(guint *) data)++;
}

static void
notify_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  (*(guint *) data)++;
}

static void
test_in_place (Fixture *self, gconstpointer data)
{
  PlimsollRental *first = rental_at (self, 0);
  const guint n = n_rentals (self);
  guint changes[3] = { 0 };
  guint updates = 0;
  guint notifies = 0;

  g_signal_connect (self->model, "items-changed", G_CALLBACK (changed_cb), changes);
  g_signal_connect (self->model, "updated", G_CALLBACK (count_cb), &updates);
  g_signal_connect (first, "notify", G_CALLBACK (notify_cb), &notifies);

  /* Hours change what a month costs, and nothing else of a row. */
  g_object_set (self->scenario, "hours-per-day", 8.0, "electricity-price", 0.3, NULL);
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpuint (changes[0], ==, 0);
  g_assert_cmpuint (updates, ==, 1);
  g_assert_cmpuint (notifies, ==, 1);
  g_assert_true (rental_at (self, 0) == first);
  g_assert_cmpfloat_with_epsilon (plimsoll_rental_get_figures (first)->hours, 243.2, 1e-9);

  /* A larger precision: what is too small goes, once, and comes again. */
  plimsoll_scenario_set_precision (self->scenario, "BF16");
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpuint (changes[0], ==, 1);
  g_assert_cmpuint (n_rentals (self), <, n);
  g_assert_cmpuint (n - changes[1] + changes[2], ==, n_rentals (self));
  plimsoll_scenario_set_precision (self->scenario, "Q4_K_M");
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpuint (n_rentals (self), ==, n);
  g_assert_true (rental_at (self, 0) == first);

  /* Nothing changed: nothing is said. */
  updates = 0;
  g_object_set (self->scenario, "hours-per-day", 9.0, NULL);
  g_object_set (self->scenario, "hours-per-day", 8.0, NULL);
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpuint (updates, ==, 0);

  /* While it is not live, nothing is computed. */
  plimsoll_cost_model_set_live (self->model, FALSE);
  g_object_set (self->scenario, "hours-per-day", 1.0, NULL);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (updates, ==, 0);
  plimsoll_cost_model_set_live (self->model, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (updates, ==, 1);
}

/* What is placed by hand is of one's own hardware. */
static void
test_own_hardware (Fixture *self, gconstpointer data)
{
  const guint n = n_rentals (self);

  g_object_set (self->scenario, "ngl", 10, "memory-in-use", G_GUINT64_CONSTANT (20) << 30,
                "system-memory", G_GUINT64_CONSTANT (1) << 30, NULL);
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpuint (n_rentals (self), ==, n);
}

/* The rental that is compared: the same hardware, on demand, with a rate that is not old. */
static void
test_choice (Fixture *self, gconstpointer data)
{
  const PlimsollCostSummary *summary = summary_of (self);
  PlimsollRental *chosen = summary->rental;

  g_assert_cmpstr (plimsoll_accelerator_get_id (plimsoll_rental_get_accelerator (chosen)), ==,
                   "nvidia-rtx-4090");
  g_assert_cmpuint (plimsoll_cloud_offer_get_count (plimsoll_rental_get_offer (chosen)), ==, 1);
  g_assert_cmpint (plimsoll_cloud_offer_get_tier (plimsoll_rental_get_offer (chosen)), ==,
                   PLIMSOLL_TIER_ON_DEMAND);
  g_assert_false (plimsoll_rental_is_stale (chosen));

  g_object_set (self->scenario, "offer", SEED_OFFER, NULL);
  summary = summary_of (self);
  g_assert_cmpstr (plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (summary->rental)), ==,
                   SEED_OFFER);

  /* One that there is not, is passed over. */
  g_object_set (self->scenario, "offer", "gone", NULL);
  summary = summary_of (self);
  g_assert_true (summary->rental == chosen);
}

static void
test_find_offer (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  PlimsollAccelerator *accelerator = plimsoll_accelerator_list_lookup (list, "nvidia-rtx-4090");
  PlimsollCloudOffer *found = plimsoll_cost_find_offer (offers, accelerator, 2);

  g_assert_nonnull (found);
  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);

      if (g_strcmp0 (plimsoll_cloud_offer_get_accelerator_id (offer), "nvidia-rtx-4090") == 0
          && plimsoll_cloud_offer_get_count (offer) == 2
          && plimsoll_cloud_offer_get_tier (offer) == PLIMSOLL_TIER_ON_DEMAND)
        g_assert_cmpfloat (plimsoll_cloud_offer_get_rate (found), <=,
                           plimsoll_cloud_offer_get_rate (offer));
    }
  g_assert_null (plimsoll_cost_find_offer (offers, accelerator, 7));
}

/* A sentence for each way that it can turn out, and none of them glib. */
static void
test_sentences (Fixture *self, gconstpointer data)
{
  g_autofree char *detail = NULL;

  g_object_set (self->scenario, "hours-per-day", 20.0, "electricity-price", 0.14, "power-draw",
                360.0, "purchase-price", 1599.0, "resale", 0.35, "horizon", 24, "offer",
                "runpod-1x-rtx-4090-cheapest-cloud-on-demand", NULL);
  /* 1,599 / (0.34 · 608 − 0.36 · 608 · 0.14) */
  assert_title (self, "Buying pays for itself after 9.1 months");
  detail = plimsoll_cost_detail (self->model);
  g_assert_cmpstr (detail, ==,
                   "After 24 months renting from RunPod costs $4961; buying costs $1775, resale "
                   "counted");

  g_object_set (self->scenario, "purchase-price", 100.0, NULL);
  assert_title (self, "Buying pays for itself within the first month");
  g_object_set (self->scenario, "purchase-price", 0.0, NULL);
  assert_title (self, "Buying pays for itself at once");
  g_object_set (self->scenario, "purchase-price", 5000.0, NULL);
  assert_title (self, "Buying pays for itself only by what the resale brings");
  g_object_set (self->scenario, "resale", 0.0, NULL);
  assert_title (self, "Buying does not pay for itself within 24 months");
  g_object_set (self->scenario, "electricity-price", 10.0, NULL);
  assert_title (self, "Buying never pays for itself: the power alone costs as much as the rent");
  g_object_set (self->scenario, "hours-per-day", 0.0, NULL);
  assert_title (self, "Without use, buying never pays for itself");
}

static void
assert_fault (Fixture *self, PlimsollCostFault fault, const char *title)
{
  const PlimsollCostSummary *summary = summary_of (self);

  g_assert_cmpint (summary->fault, ==, fault);
  g_assert_cmpint (summary->break_even.kind, ==, PLIMSOLL_BREAK_EVEN_UNKNOWN);
  g_assert_true (isnan (summary->break_even.months));
  assert_title (self, title);
}

static void
test_faults (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollAccelerator) unknown = plimsoll_test_accelerator (24, 1);
  g_autoptr (PlimsollModel) model = g_object_ref (plimsoll_scenario_get_model (self->scenario));

  /* Of no price, and then of no power; its speed is not known, which hours do not need. */
  g_object_set (self->scenario, "accelerator", unknown, NULL);
  assert_fault (self, PLIMSOLL_COST_PRICE_UNKNOWN, "What test-24-1 costs is not known");
  g_object_set (self->scenario, "purchase-price", 1000.0, NULL);
  assert_fault (self, PLIMSOLL_COST_POWER_UNKNOWN, "What power test-24-1 draws is not known");
  g_object_set (self->scenario, "output-tokens", (guint64) 1000000, NULL);
  assert_fault (self, PLIMSOLL_COST_UNKNOWN_SPEED,
                "How fast test-24-1 runs this is not known, so that buying is not compared");

  set_hardware (self, "nvidia-rtx-4090", 1);
  g_object_set (self->scenario, "output-tokens", G_GUINT64_CONSTANT (1000000000), NULL);
  g_assert_cmpint (summary_of (self)->fault, ==, PLIMSOLL_COST_TOO_SLOW);
  g_object_set (self->scenario, "output-tokens", (guint64) 0, "accelerator-count", 0, NULL);
  assert_fault (self, PLIMSOLL_COST_NO_HARDWARE, "There is no accelerator to buy");

  /* Not even a part of it in system memory. */
  g_object_set (self->scenario, "accelerator-count", 1, "precision", "F32", "system-memory",
                G_GUINT64_CONSTANT (1) << 30, NULL);
  assert_fault (self, PLIMSOLL_COST_CANNOT_RUN,
                "NVIDIA RTX 4090 cannot run this, so that buying is no choice");

  plimsoll_scenario_set_model (self->scenario, NULL);
  assert_fault (self, PLIMSOLL_COST_REFUSED, "No model is chosen");
  g_assert_cmpuint (n_rentals (self), ==, 0);
}

/* A context that no instance holds. */
static void
test_no_offer (Fixture *self, gconstpointer data)
{
  g_object_set (self->scenario, "beyond-limit", TRUE, "precision", "F32", "parallel", 64, NULL);
  plimsoll_scenario_set_context_length (self->scenario, G_GUINT64_CONSTANT (1) << 31);
  assert_fault (self, PLIMSOLL_COST_NO_OFFER, "No offer in the catalogue can run this");
  g_assert_true (isnan (summary_of (self)->rent));
}

static void
test_tokens (Fixture *self, gconstpointer data)
{
  const PlimsollCostSummary *summary;
  const PlimsollRentalFigures *figures;

  g_object_set (self->scenario, "output-tokens", G_GUINT64_CONSTANT (100000000), NULL);
  summary = summary_of (self);
  figures = plimsoll_rental_get_figures (summary->rental);
  g_assert_cmpfloat_with_epsilon (figures->hours, 1e8 / figures->decode.value / 3600 / 0.9, 1e-6);
  g_assert_cmpfloat_with_epsilon (figures->a_month, figures->per_hour * figures->hours, 1e-9);
  /* A month's tokens cost what a million of them does. */
  g_assert_cmpfloat_with_epsilon (figures->a_month, 100 * figures->tokens.output, 1e-6);
}

/* Below so many tokens a day the API costs less: both ways the same there. */
static void
test_api (Fixture *self, gconstpointer data)
{
  const PlimsollCostSummary *summary;
  g_autofree char *text = NULL;
  g_autofree char *half = NULL;
  g_autofree char *nothing = NULL;

  g_assert_null (plimsoll_cost_api_text (self->model));
  g_object_set (self->scenario, "api-input-price", 1.0, NULL);
  plimsoll_cost_model_flush (self->model);
  half = plimsoll_cost_api_text (self->model);
  g_assert_cmpstr (half, ==, "An API has a price for input and one for output; enter both");

  g_object_set (self->scenario, "api-output-price", 5.0, NULL);
  summary = summary_of (self);
  g_assert_cmpfloat_with_epsilon (summary->api_per_million, 2, 1e-12);
  g_assert_cmpfloat_with_epsilon (summary->api_below_rent * 30.4 / 1e6 * 2, summary->rent, 1e-6);
  text = plimsoll_cost_api_text (self->model);
  g_assert_nonnull (strstr (text, "tokens a day cheaper than renting"));

  g_object_set (self->scenario, "api-input-price", 0.0, "api-output-price", 0.0, NULL);
  plimsoll_cost_model_flush (self->model);
  nothing = plimsoll_cost_api_text (self->model);
  g_assert_cmpstr (nothing, ==, "An API that costs nothing is cheaper at any load");
}

/* Amounts of the catalogue are in US dollars; what was entered is in the currency. */
static void
test_currency (Fixture *self, gconstpointer data)
{
  const double rent = summary_of (self)->rent;
  const double price = summary_of (self)->terms.purchase_price;
  g_autofree char *currency = NULL;
  g_autofree char *detail = NULL;

  g_object_set (self->scenario, "currency", "€", "exchange-rate", 0.5, NULL);
  g_assert_cmpfloat_with_epsilon (summary_of (self)->rent, rent / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (summary_of (self)->terms.purchase_price, price / 2, 1e-9);
  detail = plimsoll_cost_detail (self->model);
  g_assert_nonnull (strstr (detail, "€"));
  g_assert_null (strstr (detail, "$"));

  g_object_set (self->scenario, "purchase-price", 1000.0, NULL);
  g_assert_cmpfloat (summary_of (self)->terms.purchase_price, ==, 1000);

  /* What is no label is not taken. */
  g_object_set (self->scenario, "currency", "a very long one", NULL);
  g_object_set (self->scenario, "currency", "a\nb", NULL);
  g_object_get (self->scenario, "currency", &currency, NULL);
  g_assert_cmpstr (currency, ==, "€");
}

static void
test_age (Fixture *self, gconstpointer data)
{
  PlimsollRental *rental = summary_of (self)->rental;
  g_autofree char *warning = NULL;
  g_autofree char *month = plimsoll_rental_format_date ("2026-05-24");
  g_autofree char *year = plimsoll_rental_format_date ("2025/2026");
  GDate day;

  g_assert_cmpstr (month, ==, "May 2026");
  g_assert_cmpstr (year, ==, "2025/2026");

  /* 90 days are well, 91 are not; the rate is of 2026-10-01. */
  g_date_clear (&day, 1);
  g_date_set_dmy (&day, 30, G_DATE_DECEMBER, 2026);
  plimsoll_cost_model_set_today (self->model, &day);
  plimsoll_cost_model_flush (self->model);
  g_assert_cmpstr (plimsoll_cloud_offer_get_date (plimsoll_rental_get_offer (rental)), ==,
                   "2026-10-01");
  g_assert_false (plimsoll_rental_is_stale (rental));
  g_date_add_days (&day, 1);
  plimsoll_cost_model_set_today (self->model, &day);
  g_object_set (self->scenario, "offer",
                plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (rental)), NULL);
  plimsoll_cost_model_flush (self->model);
  g_assert_true (plimsoll_rental_is_stale (rental));
  warning = plimsoll_cost_age_text (self->model);
  g_assert_nonnull (strstr (warning, "more than 90 days old"));
  g_assert_cmpuint (summary_of (self)->n_stale, >, 0);
}

static void
test_member (Fixture *self, gconstpointer data)
{
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  g_autoptr (JsonNode) node = plimsoll_cost_member (self->sizer, offers);
  JsonObject *object = json_node_get_object (node);
  const double decode = plimsoll_sizer_get_estimate (self->sizer)->speed.decode.value;

  g_assert_cmpfloat_with_epsilon (json_object_get_double_member (object, "usd_per_million_tokens"),
                                  json_object_get_double_member (object, "usd_per_hour")
                                    / (decode * 3600 * 0.9) * 1e6,
                                  1e-9);

  g_clear_pointer (&node, json_node_unref);
  g_object_set (self->scenario, "accelerator-count", 7, NULL);
  plimsoll_sizer_flush (self->sizer);
  node = plimsoll_cost_member (self->sizer, offers);
  g_assert_true (JSON_NODE_HOLDS_NULL (node));
}

/* Every text and number there is, for many questions: no NaN, no infinity. */
static void
test_no_nan (Fixture *self, gconstpointer data)
{
  static const double hours[] = { 0, 1, 24 };
  static const double prices[] = { 0, 1599, 1e9 };

  for (guint i = 0; i < G_N_ELEMENTS (hours); i++)
    for (guint k = 0; k < G_N_ELEMENTS (prices); k++)
      for (guint tokens = 0; tokens < 2; tokens++)
        {
          g_autofree char *text = NULL;
          g_autofree char *json = NULL;
          g_autoptr (JsonNode) node = NULL;

          g_object_set (self->scenario, "hours-per-day", hours[i], "purchase-price", prices[k],
                        "api-input-price", prices[k] / 1e6, "api-output-price", prices[k] / 1e6,
                        "input-tokens", (guint64) tokens, "resale", tokens / 2.0, NULL);
          plimsoll_cost_model_flush (self->model);
          text = plimsoll_cost_to_text (self->model);
          node = json_node_init_object (json_node_alloc (), plimsoll_cost_to_json (self->model));
          json_object_unref (json_node_get_object (node));
          json = json_to_string (node, FALSE);
          g_assert_null (strstr (text, "nan"));
          g_assert_null (strstr (text, "inf"));
          g_assert_null (strstr (json, ":nan"));
          g_assert_null (strstr (json, ":inf"));
          g_assert_null (strstr (json, ":-inf"));
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define TEST(name, function)                                                                       \
  g_test_add ("/scenario/cost/" name, Fixture, NULL, set_up, function, tear_down)
  TEST ("seed", test_seed);
  TEST ("rentals", test_rentals);
  TEST ("in-place", test_in_place);
  TEST ("own-hardware", test_own_hardware);
  TEST ("choice", test_choice);
  TEST ("find-offer", test_find_offer);
  TEST ("sentences", test_sentences);
  TEST ("faults", test_faults);
  TEST ("no-offer", test_no_offer);
  TEST ("tokens", test_tokens);
  TEST ("api", test_api);
  TEST ("currency", test_currency);
  TEST ("age", test_age);
  TEST ("member", test_member);
  TEST ("no-nan", test_no_nan);
#undef TEST

  return g_test_run ();
}
