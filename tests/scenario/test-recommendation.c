/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-format.h"
#include "plimsoll-model-list.h"
#include "plimsoll-recommendation.h"

#include <math.h>
#include <string.h>

/* Held against the whole catalogue asked one by one, each as the question of a scenario of its own.
 */

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_scenario_new ();
  self->sizer = plimsoll_sizer_new (self->scenario);
  plimsoll_scenario_set_accelerator (
    self->scenario,
    plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                      "nvidia-rtx-4090"));
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_object_unref (self->sizer);
  g_object_unref (self->scenario);
  g_object_unref (self->models);
  g_object_unref (self->catalog);
}

static void
ask (Fixture *self, const char *model, const char *precision, guint64 context)
{
  PlimsollModel *found = plimsoll_model_list_lookup (self->models, model);

  g_assert_nonnull (found);
  plimsoll_scenario_set_model (self->scenario, found);
  plimsoll_scenario_set_precision (self->scenario, precision);
  plimsoll_scenario_set_context_length (self->scenario, context);
  plimsoll_sizer_flush (self->sizer);
}

static GPtrArray *
find (Fixture *self)
{
  g_autoptr (PlimsollRecommendationAsk) asked =
    plimsoll_recommendation_ask_new (self->sizer,
                                     G_LIST_MODEL (plimsoll_catalog_get_accelerators (self
                                                                                        ->catalog)),
                                     plimsoll_catalog_get_offers (self->catalog));

  return plimsoll_recommendation_find (asked);
}

/* The answer on other hardware, by a scenario that has it. */
static gboolean
holds_on (Fixture *self, PlimsollAccelerator *accelerator, guint count, PlimsollEstimate *estimate)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_copy (self->scenario);
  g_autoptr (PlimsollSizer) sizer = NULL;

  if (plimsoll_accelerator_get_facts (accelerator)->devices * count > PLIMSOLL_MAX_DEVICES)
    return FALSE;
  plimsoll_scenario_set_further_accelerators (scenario, NULL);
  plimsoll_scenario_set_accelerator (scenario, accelerator);
  g_object_set (scenario, "accelerator-count", count, "system-memory", G_GUINT64_CONSTANT (0),
                NULL);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_sizer_flush (sizer);
  *estimate = *plimsoll_sizer_get_estimate (sizer);

  return estimate->valid && !estimate->planned
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT);
}

static double
price_of (PlimsollAccelerator *accelerator)
{
  const double used = plimsoll_accelerator_get_used_price (accelerator)->usd;

  return isnan (used) ? plimsoll_accelerator_get_list_price (accelerator) : used;
}

static gboolean
is_card (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  return !facts->unified && !plimsoll_accelerator_is_unconfirmed (accelerator)
         && facts->segment != PLIMSOLL_SEGMENT_LAPTOP && facts->segment != PLIMSOLL_SEGMENT_SOC
         && !isnan (price_of (accelerator));
}

/* Desktop, workstation, rack. */
static guint
tier (PlimsollAccelerator *accelerator)
{
  const PlimsollSegment segment = plimsoll_accelerator_get_facts (accelerator)->segment;

  if (segment == PLIMSOLL_SEGMENT_DESKTOP)
    return 0;
  return segment == PLIMSOLL_SEGMENT_WORKSTATION ? 1 : 2;
}

static const PlimsollRecommendationFigures *
figures (GPtrArray *list, PlimsollRecommend kind)
{
  g_assert_cmpuint (list->len, ==, PLIMSOLL_N_RECOMMENDATIONS);
  g_assert_cmpint (plimsoll_recommendation_get_figures (list->pdata[kind])->kind, ==, kind);

  return plimsoll_recommendation_get_figures (list->pdata[kind]);
}

/* Nothing is faster than the best single card, nor has, at half its speed or more, a lower price
 * for a token/s than the best value; and what is said of both is so. */
static void
check_cards (Fixture *self, GPtrArray *list)
{
  GListModel *all = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog));
  const PlimsollRecommendationFigures *single = figures (list, PLIMSOLL_RECOMMEND_SINGLE);
  const PlimsollRecommendationFigures *value = figures (list, PLIMSOLL_RECOMMEND_VALUE);
  PlimsollAccelerator *best = plimsoll_recommendation_get_accelerator (list->pdata[0]);
  PlimsollEstimate estimate;

  g_assert_cmpuint (single->count, ==, 1);
  g_assert_cmpuint (value->count, ==, 1);
  g_assert_cmpfloat (value->decode.value, >=, single->decode.value / 2);
  g_assert_true (holds_on (self, best, 1, &estimate));
  g_assert_cmpfloat (estimate.speed.decode.value, ==, single->decode.value);
  g_assert_cmpfloat (value->price, ==,
                     price_of (plimsoll_recommendation_get_accelerator (list->pdata[1])));

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (PlimsollAccelerator) other = g_list_model_get_item (all, i);

      if (!is_card (other) || !holds_on (self, other, 1, &estimate)
          || isnan (estimate.speed.decode.value))
        continue;
      if (estimate.speed.decode.value >= single->decode.value / 2)
        g_assert_cmpfloat (price_of (other) / estimate.speed.decode.value, >=,
                           value->price / value->decode.value);
      g_assert_cmpuint (tier (other), >=, tier (best));
      if (tier (other) == tier (best))
        g_assert_cmpfloat (estimate.speed.decode.value, <=, single->decode.value);
    }
}

/* No Mac with less memory holds it. */
static void
check_unified (Fixture *self, GPtrArray *list)
{
  GListModel *all = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog));
  PlimsollAccelerator *best =
    plimsoll_recommendation_get_accelerator (list->pdata[PLIMSOLL_RECOMMEND_UNIFIED]);
  PlimsollEstimate estimate;

  if (best != NULL)
    g_assert_true (holds_on (self, best, 1, &estimate));
  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (PlimsollAccelerator) other = g_list_model_get_item (all, i);
      const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (other);
      guint n;
      const guint *options = plimsoll_accelerator_get_memory_options (other, &n);

      if (facts->vendor != PLIMSOLL_VENDOR_APPLE || plimsoll_accelerator_is_unconfirmed (other))
        continue;
      for (guint k = 0; k < n; k++)
        {
          g_autoptr (PlimsollAccelerator) sold =
            plimsoll_accelerator_copy_with_memory (other, options[k]);
          const guint64 memory = (guint64) options[k] << 30;

          if (best == NULL)
            g_assert_false (holds_on (self, sold, 1, &estimate));
          else if (memory < plimsoll_accelerator_get_facts (best)->memory_bytes_nominal)
            g_assert_false (holds_on (self, sold, 1, &estimate));
        }
    }
}

/* No instance on demand that holds it is cheaper. */
static void
check_cloud (Fixture *self, GPtrArray *list)
{
  const PlimsollRecommendationFigures *cloud = figures (list, PLIMSOLL_RECOMMEND_CLOUD);
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  guint held = 0;

  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      const char *id = plimsoll_cloud_offer_get_accelerator_id (offer);
      PlimsollAccelerator *accelerator =
        id != NULL
          ? plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog), id)
          : NULL;
      guint count = plimsoll_cloud_offer_get_count (offer);
      PlimsollEstimate estimate;

      if (accelerator == NULL || plimsoll_cloud_offer_get_tier (offer) != PLIMSOLL_TIER_ON_DEMAND)
        continue;
      if (plimsoll_cloud_offer_is_per_device (offer))
        {
          if (count % plimsoll_accelerator_get_facts (accelerator)->devices != 0)
            continue;
          count /= plimsoll_accelerator_get_facts (accelerator)->devices;
        }
      if (!holds_on (self, accelerator, count, &estimate))
        continue;
      held++;
      g_assert_cmpfloat (plimsoll_cloud_offer_get_rate (offer), >=, cloud->price);
    }
  if (held == 0)
    g_assert_null (plimsoll_recommendation_get_accelerator (list->pdata[PLIMSOLL_RECOMMEND_CLOUD]));
  else
    g_assert_nonnull (plimsoll_recommendation_get_offer (list->pdata[PLIMSOLL_RECOMMEND_CLOUD]));
}

static void
test_single (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *model;
    const char *precision;
    guint64 context;
  } cases[] = {
    { "Qwen/Qwen3-30B-A3B-Instruct-2507", "Q4_K_M", 32768 },
    { "Qwen/Qwen3-8B", "Q8_0", 8192 },
    { "Qwen/Qwen3-32B", "BF16", 16384 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) list = NULL;

      ask (self, cases[i].model, cases[i].precision, cases[i].context);
      list = find (self);
      check_cards (self, list);
      check_unified (self, list);
      check_cloud (self, list);
    }
}

/* Where no single card does it says so, and how many of which: no other needs fewer, no set of
 * which the price is known costs less. */
static void
test_several (Fixture *self, gconstpointer data)
{
  GListModel *all = G_LIST_MODEL (plimsoll_catalog_get_accelerators (self->catalog));
  const PlimsollRecommendationFigures *single, *value;
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *title = NULL, *reason = NULL;
  guint64 most = 0;

  ask (self, "deepseek-ai/DeepSeek-R1", "Q4_K_M", 32768);
  list = find (self);
  single = figures (list, PLIMSOLL_RECOMMEND_SINGLE);
  value = figures (list, PLIMSOLL_RECOMMEND_VALUE);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++)
    {
      g_autoptr (PlimsollAccelerator) other = g_list_model_get_item (all, i);
      PlimsollEstimate estimate;
      guint n = 1;

      if (!is_card (other))
        continue;
      while (n <= PLIMSOLL_MAX_DEVICES && !holds_on (self, other, n, &estimate))
        {
          if (n == 1)
            most = MAX (most, estimate.usable);
          n++;
        }
      if (n > PLIMSOLL_MAX_DEVICES)
        continue;
      g_assert_cmpuint (n, >=, single->count);
      if (!(estimate.speed.decode.value < single->decode.value / 2))
        g_assert_cmpfloat (n * price_of (other), >=, value->price - 1e-6);
    }
  g_assert_cmpuint (single->count, >, 1);
  g_assert_cmpuint (single->usable, ==, most);
  title = plimsoll_recommendation_get_title (list->pdata[PLIMSOLL_RECOMMEND_SINGLE]);
  g_assert_cmpstr (title, ==, "Needs several GPUs");
  reason = plimsoll_recommendation_get_reason (list->pdata[PLIMSOLL_RECOMMEND_SINGLE]);
  g_assert_true (g_str_has_prefix (reason, "No single card holds it"));
  check_unified (self, list);
  check_cloud (self, list);
}

/* A card of 2015 for $80 is no value beside one that is three times as fast; and the reason says
 * how fast it has to be. */
static void
test_value (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *reason = NULL, *least = NULL;
  PlimsollEstimate estimate;
  const PlimsollRecommendationFigures *single, *value;
  PlimsollAccelerator *old =
    plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                      "nvidia-tesla-m40-24gb");

  ask (self, "Qwen/Qwen3-30B-A3B-Instruct-2507", "Q4_K_M", 32768);
  list = find (self);
  single = figures (list, PLIMSOLL_RECOMMEND_SINGLE);
  value = figures (list, PLIMSOLL_RECOMMEND_VALUE);

  g_assert_nonnull (old);
  g_assert_true (holds_on (self, old, 1, &estimate));
  /* It would be, for each token a second. */
  g_assert_cmpfloat (price_of (old) / estimate.speed.decode.value, <,
                     value->price / value->decode.value);
  g_assert_cmpfloat (value->least, ==, single->decode.value / 2);
  least = plimsoll_format_speed (value->least);
  reason = plimsoll_recommendation_get_reason (list->pdata[PLIMSOLL_RECOMMEND_VALUE]);
  g_assert_nonnull (strstr (reason, least));
}

/* How it was placed by hand, and on how many, is of the hardware that it was asked of. */
static void
test_open (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) before = NULL, after = NULL;

  ask (self, "Qwen/Qwen3-30B-A3B-Instruct-2507", "Q4_K_M", 32768);
  before = find (self);
  g_object_set (self->scenario, "ngl", 3, "n-cpu-moe", 12, "accelerator-count", 3, "tensor-split",
                "3,1,1", "system-memory", G_GUINT64_CONSTANT (1) << 30, NULL);
  plimsoll_sizer_flush (self->sizer);
  after = find (self);
  for (guint i = 0; i < PLIMSOLL_N_RECOMMENDATIONS; i++)
    {
      g_autofree char *one = plimsoll_recommendation_get_name (before->pdata[i]);
      g_autofree char *other = plimsoll_recommendation_get_name (after->pdata[i]);

      g_assert_cmpstr (one, ==, other);
      g_assert_cmpfloat (figures (before, i)->decode.value, ==, figures (after, i)->decode.value);
    }
}

/* Nothing known: nothing is made up. */
static void
test_nothing (Fixture *self, gconstpointer data)
{
  g_autoptr (GListStore) none = g_list_store_new (PLIMSOLL_TYPE_ACCELERATOR);
  g_autoptr (PlimsollRecommendationAsk) asked = NULL;
  g_autoptr (GPtrArray) list = NULL, no_model = NULL;

  no_model = find (self);
  g_assert_cmpuint (no_model->len, ==, 0);

  ask (self, "Qwen/Qwen3-8B", "Q8_0", 8192);
  asked = plimsoll_recommendation_ask_new (self->sizer, G_LIST_MODEL (none), NULL);
  list = plimsoll_recommendation_find (asked);
  for (guint i = 0; i < PLIMSOLL_N_RECOMMENDATIONS; i++)
    {
      g_autofree char *name = plimsoll_recommendation_get_name (list->pdata[i]);
      g_autofree char *detail = plimsoll_recommendation_get_detail (list->pdata[i]);
      g_autofree char *reason = plimsoll_recommendation_get_reason (list->pdata[i]);

      g_assert_cmpuint (figures (list, i)->count, ==, 0);
      g_assert_null (plimsoll_recommendation_get_accelerator (list->pdata[i]));
      g_assert_cmpstr (reason, ==, "Nothing that is known holds it");
      g_assert_null (strstr (detail, "$"));
      g_assert_cmpstr (name, !=, "");
    }
}

/* Every one can be asked for again by its id, Macs with other memory too. */
static void
test_found_again (Fixture *self, gconstpointer data)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (PlimsollAccelerator) one = g_list_model_get_item (G_LIST_MODEL (list), i);
      guint n;
      const guint *options = plimsoll_accelerator_get_memory_options (one, &n);

      for (guint k = 0; k < n; k++)
        {
          g_autoptr (PlimsollAccelerator) sold =
            plimsoll_accelerator_copy_with_memory (one, options[k]);
          g_autoptr (GError) error = NULL;
          g_autoptr (PlimsollAccelerator) found =
            plimsoll_accelerator_list_find (list, plimsoll_accelerator_get_id (sold), &error);

          g_assert_no_error (error);
          g_assert_cmpuint (plimsoll_accelerator_get_facts (found)->memory_bytes_nominal, ==,
                            plimsoll_accelerator_get_facts (sold)->memory_bytes_nominal);
          g_assert_cmpfloat (plimsoll_accelerator_get_facts (found)->bandwidth_gbs, ==,
                             plimsoll_accelerator_get_facts (sold)->bandwidth_gbs);
        }
    }
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/recommendation/single", test_single);
  add ("/recommendation/several", test_several);
  add ("/recommendation/value", test_value);
  add ("/recommendation/open", test_open);
  add ("/recommendation/nothing", test_nothing);
  add ("/recommendation/found-again", test_found_again);
  return g_test_run ();
}
