/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What offers are to the table of hardware, and what of them when they change. */

#include "plimsoll-fit-model.h"
#include "plimsoll-test-cost.h"

#include <math.h>
#include <string.h>

static PlimsollFit *
row_of (PlimsollFitModel *table, const char *id)
{
  plimsoll_fit_model_flush (table);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (table)); i++)
    {
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), i);

      if (g_str_equal (plimsoll_accelerator_get_id (plimsoll_fit_get_accelerator (fit)), id))
        return fit;
    }
  g_assert_not_reached ();
}

static double
million_of (PlimsollFitModel *table, const char *id)
{
  return plimsoll_fit_get_value (row_of (table, id), PLIMSOLL_FIT_MILLION);
}

/* In the table of hardware: what is bought by price and power, what has no price by its rent. */
static void
test_per_million (Fixture *self, gconstpointer data)
{
  GListModel *accelerators = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog));
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  g_autoptr (PlimsollFitModel) table =
    plimsoll_fit_model_new (self->sizer, PLIMSOLL_VARY_HARDWARE, accelerators, NULL);
  g_autofree char *text = NULL;
  guint n_rented = 0, n_unknown = 0;
  double owned, decode;

  plimsoll_fit_model_set_offers (table, offers);
  owned = million_of (table, "nvidia-rtx-4090");
  g_assert_false (plimsoll_fit_get_figures (row_of (table, "nvidia-rtx-4090"))->rented);
  decode = plimsoll_fit_get_value (row_of (table, "nvidia-rtx-4090"), PLIMSOLL_FIT_DECODE);
  /* $1599 over 36 months, and seven tenths of 450 W for 121.6 hours of them at $0.175. */
  g_assert_cmpfloat_with_epsilon (owned,
                                  (1599 / 36.0 + 0.315 * 121.6 * 0.175) / 121.6
                                    / (decode * 3600 * 0.9) * 1e6,
                                  1e-9);

  for (guint i = 0; i < g_list_model_get_n_items (accelerators); i++)
    {
      g_autoptr (PlimsollAccelerator) one = g_list_model_get_item (accelerators, i);
      g_autoptr (PlimsollFit) fit = g_list_model_get_item (G_LIST_MODEL (table), i);
      PlimsollCloudOffer *offer = plimsoll_cost_find_offer (offers, one, 1);
      const double million = plimsoll_fit_get_value (fit, PLIMSOLL_FIT_MILLION);
      const gboolean fits = plimsoll_fit_get_figures (fit)->verdict == PLIMSOLL_VERDICT_FITS
                            || plimsoll_fit_get_figures (fit)->verdict == PLIMSOLL_VERDICT_TIGHT;

      if (!isnan (plimsoll_accelerator_get_list_price (one))
          || !isnan (plimsoll_accelerator_get_used_price (one)->usd))
        continue;
      if (offer == NULL || !fits)
        {
          g_assert_true (isnan (million));
          n_unknown++;
          continue;
        }
      /* As the Cost page says it of that offer. */
      for (guint k = 0; k < g_list_model_get_n_items (G_LIST_MODEL (self->model)); k++)
        {
          g_autoptr (PlimsollRental) rental = g_list_model_get_item (G_LIST_MODEL (self->model), k);

          if (plimsoll_rental_get_offer (rental) == offer)
            {
              const double page = plimsoll_rental_get_figures (rental)->tokens.output;

              g_assert_cmpfloat_with_epsilon (million, page, 1e-9);
              g_assert_true (plimsoll_fit_get_figures (fit)->rented);
              n_rented++;
            }
        }
    }
  g_assert_cmpuint (n_rented, >, 0);
  g_assert_cmpuint (n_unknown, >, 0);

  /* What was entered is of the question's own hardware; the exchange rate of no entered price. */
  g_object_set (self->scenario, "purchase-price", 0.0, "power-draw", 0.0, NULL);
  g_assert_cmpfloat (million_of (table, "nvidia-rtx-4090"), ==, 0);
  g_assert_cmpfloat (million_of (table, "nvidia-rtx-3090"), >, 0);
  g_object_set (self->scenario, "purchase-price", (double) NAN, "power-draw", (double) NAN,
                "currency", "€", "exchange-rate", 2.0, "electricity-price", 0.35, NULL);
  g_assert_cmpfloat_with_epsilon (million_of (table, "nvidia-rtx-4090"), 2 * owned, 1e-9);
  text = plimsoll_fit_get_text (row_of (table, "nvidia-rtx-4090"), PLIMSOLL_FIT_MILLION);
  g_assert_true (g_str_has_prefix (text, "€"));

  /* Two of them, as the question has: twice the price and the power. */
  g_object_set (self->scenario, "currency", "$", "exchange-rate", 1.0, "electricity-price", 0.175,
                "accelerator-count", 2, NULL);
  owned = million_of (table, "nvidia-rtx-4090");
  decode = plimsoll_fit_get_value (row_of (table, "nvidia-rtx-4090"), PLIMSOLL_FIT_DECODE);
  g_assert_cmpfloat_with_epsilon (owned,
                                  2 * (1599 / 36.0 + 0.315 * 121.6 * 0.175) / 121.6
                                    / (decode * 3600 * 0.9) * 1e6,
                                  1e-9);
}

#define OWN_RATE 0.001
#define OWN_OFFER(id)                                                                              \
  "{ \"format\": 1, \"offers\": [ { \"id\": \"" id "\", \"provider\": \"Mine\","                   \
  " \"instance\": \"one\", \"count\": 1, \"accelerator\": \"nvidia-rtx-4090\","                    \
  " \"accelerator_name\": \"RTX 4090\", \"usd_per_hour\": 0.001, \"tier\": \"on-demand\","         \
  " \"date\": \"2026-12-01\", \"source\": \"a letter\" } ] }"

static void
count_cb (gpointer object, gpointer data)
{
  (*(guint *) data)++;
}

static PlimsollRental *
find_rental (Fixture *self, const char *id)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      PlimsollRental *rental = rental_at (self, i);

      if (g_str_equal (plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (rental)), id))
        return rental;
    }

  return NULL;
}

static void
import (Fixture *self, const char *folder, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_catalog_import_offers (self->catalog, folder, bytes, "a.json", &error));
  g_assert_no_error (error);
}

/* Offers come and go while it lives: what is of others stays the same row, and nothing of what has
 * gone is shown. */
static void
test_offers_change (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->model));
  g_autoptr (PlimsollRental) second = g_object_ref (rental_at (self, 1));
  PlimsollRental *own;
  guint updated = 0;

  g_signal_connect (self->model, "updated", G_CALLBACK (count_cb), &updated);
  import (self, folder, OWN_OFFER ("mine"));
  /* Until it is computed, the rows are those that were, and whole. */
  g_assert_true (rental_at (self, 1) == second);
  g_assert_cmpuint (summary_of (self)->n_offers, ==, n + 1);
  g_assert_cmpuint (updated, ==, 1);
  g_assert_true (rental_at (self, 1) == second);
  own = find_rental (self, "mine");
  g_assert_nonnull (own);
  g_assert_cmpfloat (plimsoll_rental_get_figures (own)->per_hour, ==, OWN_RATE);
  /* The same hardware, let on demand, and for the least. */
  g_object_set (self->scenario, "offer", "", NULL);
  g_assert_true (summary_of (self)->rental == own);

  /* In the place of one that ships, at another rate. */
  import (self, folder, OWN_OFFER (SEED_OFFER));
  g_assert_cmpuint (summary_of (self)->n_offers, ==, n);
  g_assert_null (find_rental (self, "mine"));
  g_assert_cmpfloat (plimsoll_rental_get_figures (find_rental (self, SEED_OFFER))->per_hour, ==,
                     OWN_RATE);

  /* Not while nobody looks, but then. */
  plimsoll_cost_model_set_live (self->model, FALSE);
  g_assert_true (plimsoll_catalog_remove_own_offers (self->catalog, folder, NULL));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpfloat (plimsoll_rental_get_figures (find_rental (self, SEED_OFFER))->per_hour, ==,
                     OWN_RATE);
  plimsoll_cost_model_set_live (self->model, TRUE);
  g_assert_cmpuint (summary_of (self)->n_offers, ==, n);
  g_assert_cmpfloat (plimsoll_rental_get_figures (find_rental (self, SEED_OFFER))->per_hour, >,
                     OWN_RATE);
  g_assert_true (rental_at (self, 1) == second);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define TEST(name, function)                                                                       \
  g_test_add ("/scenario/cost-offers/" name, Fixture, NULL, set_up, function, tear_down)
  TEST ("per-million", test_per_million);
  TEST ("change", test_offers_change);
#undef TEST

  return g_test_run ();
}
