/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cost-model.h"

#include "plimsoll-fact-date.h"
#include "plimsoll-later.h"
#include "plimsoll-scenario-private.h"

#include <math.h>
#include <string.h>

/* One kind of instance, asked once for all offers of it. */
typedef struct
{
  PlimsollAccelerator *accelerator;
  guint devices;
  gboolean fits;
  PlimsollVerdict verdict;
  PlimsollSpeed speed;
} CostKind;

struct _PlimsollCostModel
{
  GObject parent_instance;

  PlimsollSizer *sizer;
  PlimsollCatalog *catalog;
  gboolean listed;    /* @all is of the offers and accelerators as they are now */
  GPtrArray *all;     /* of PlimsollRental, every offer's */
  GPtrArray *rentals; /* of those that fit; not owned */
  PlimsollCostSummary summary;
  GDate today; /* invalid: it is today */
  PlimsollLater later;
};

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (PlimsollCostModel,
                               plimsoll_cost_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

enum
{
  SIGNAL_UPDATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* --- Offers --- */

static void
take_rental (gpointer rental, gpointer data)
{
  g_hash_table_insert (data, plimsoll_rental_get_offer (rental), rental);
}

/* What the catalogue knows nothing of cannot be asked about. What is of the same offer and the same
 * accelerator stays the same row. Returns: (transfer full): what was before, which others may still
 * point to */
static GPtrArray *
list_offers (PlimsollCostModel *self)
{
  PlimsollAcceleratorList *accelerators = plimsoll_catalog_get_accelerators (self->catalog);
  GListModel *offers = plimsoll_catalog_get_offers (self->catalog);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  GPtrArray *before = self->all;

  g_ptr_array_foreach (before, take_rental, known);
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->listed = TRUE;
  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      const char *id = plimsoll_cloud_offer_get_accelerator_id (offer);
      PlimsollAccelerator *accelerator =
        id != NULL ? plimsoll_accelerator_list_lookup (accelerators, id) : NULL;
      PlimsollRental *rental = g_hash_table_lookup (known, offer);

      if (accelerator == NULL)
        continue;
      if (rental != NULL && plimsoll_rental_get_accelerator (rental) == accelerator)
        g_ptr_array_add (self->all, g_object_ref (rental));
      else
        g_ptr_array_add (self->all, plimsoll_rental_new (offer, accelerator));
    }

  return before;
}

/* --- Rentals --- */

/* The same question where nothing is placed by hand and nobody else is. */
static void
ask_instance (PlimsollCostModel *self, CostKind *kind)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  PlimsollQuestion question;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;

  plimsoll_scenario_get_question (scenario, &question);
  plimsoll_sizer_ask_on (self->sizer, kind->accelerator, &question);
  if (question.n_devices != kind->devices)
    question.serving.tensor_parallel = question.serving.pipeline_parallel = 0;
  question.n_devices = kind->devices;
  question.ngl = PLIMSOLL_ALL_LAYERS;
  question.n_cpu_moe = 0;
  question.memory_in_use = 0;
  question.system_memory = 0;
  if (question.split == PLIMSOLL_SPLIT_NONE)
    question.split = PLIMSOLL_SPLIT_LAYER;

  plimsoll_sizer_hardware_of (self->sizer, kind->accelerator, kind->devices, &hardware);
  plimsoll_sizer_estimate_on (self->sizer, &hardware, NULL, &question, &estimate);
  kind->fits =
    estimate.valid
    && (estimate.verdict == PLIMSOLL_VERDICT_FITS || estimate.verdict == PLIMSOLL_VERDICT_TIGHT);
  kind->verdict = estimate.verdict;
  kind->speed = estimate.speed;
}

static const CostKind *
find_kind (PlimsollCostModel *self, GArray *kinds, PlimsollRental *rental)
{
  CostKind kind = {
    .accelerator = plimsoll_rental_get_accelerator (rental),
    .devices = plimsoll_rental_get_devices (rental),
  };

  for (guint i = 0; i < kinds->len; i++)
    {
      const CostKind *one = &g_array_index (kinds, CostKind, i);

      if (one->accelerator == kind.accelerator && one->devices == kind.devices)
        return one;
    }

  if (kind.devices <= PLIMSOLL_MAX_DEVICES)
    ask_instance (self, &kind);
  g_array_append_val (kinds, kind);

  return &g_array_index (kinds, CostKind, kinds->len - 1);
}

static double
age_of (PlimsollRental *rental, const GDate *today)
{
  GDate first;

  if (!plimsoll_fact_date_parse (plimsoll_cloud_offer_get_date (plimsoll_rental_get_offer (rental)),
                                 &first, NULL))
    return (double) NAN;

  return MAX (g_date_days_between (&first, today), 0);
}

static gboolean
fill_rental (PlimsollCostModel *self,
             PlimsollRental *rental,
             const CostKind *kind,
             const GDate *today)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollCostTerms *terms = &self->summary.terms;
  PlimsollRentalFigures figures;

  plimsoll_cost_get_rates (&kind->speed, plimsoll_scenario_get_parallel (scenario), &figures.rates);
  figures.per_hour =
    plimsoll_cloud_offer_get_rate (plimsoll_rental_get_offer (rental)) * scenario->exchange_rate;
  figures.hours = plimsoll_cost_load_hours (terms, &figures.rates);
  figures.instances = plimsoll_cost_instances (figures.hours);
  figures.a_month = figures.per_hour * figures.hours;
  figures.decode = kind->speed.decode;
  figures.prefill = kind->speed.prefill;
  figures.verdict = kind->verdict;
  figures.age = age_of (rental, today);
  plimsoll_cost_of_tokens (figures.per_hour, &figures.rates, terms->utilization, &figures.tokens);

  return plimsoll_rental_set_figures (rental, &figures);
}

/* One change of the list, of what lies between what both have at the ends. */
static void
take_rentals (PlimsollCostModel *self, GPtrArray *rentals)
{
  g_autoptr (GPtrArray) before = g_steal_pointer (&self->rentals);
  guint first = 0, last = 0;

  self->rentals = g_ptr_array_ref (rentals);
  while (first < MIN (before->len, rentals->len) && before->pdata[first] == rentals->pdata[first])
    first++;
  while (last < MIN (before->len, rentals->len) - first
         && before->pdata[before->len - 1 - last] == rentals->pdata[rentals->len - 1 - last])
    last++;
  if (before->len - first - last > 0 || rentals->len - first - last > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), first, before->len - first - last,
                                rentals->len - first - last);
}

static gboolean
compute_rentals (PlimsollCostModel *self)
{
  g_autoptr (GArray) kinds = g_array_new (FALSE, FALSE, sizeof (CostKind));
  g_autoptr (GPtrArray) rentals = g_ptr_array_new ();
  GDate today = self->today;
  gboolean changed = FALSE;

  if (!g_date_valid (&today))
    g_date_set_time_t (&today, (time_t) (g_get_real_time () / G_USEC_PER_SEC));

  for (guint i = 0; i < self->all->len; i++)
    {
      PlimsollRental *rental = self->all->pdata[i];
      const CostKind *kind = find_kind (self, kinds, rental);

      if (!kind->fits)
        continue;
      changed |= fill_rental (self, rental, kind, &today);
      g_ptr_array_add (rentals, rental);
    }
  changed |= self->rentals->len != rentals->len;
  take_rentals (self, rentals);

  return changed;
}

/* --- What buying is compared with --- */

static gboolean
is_own_hardware (PlimsollCostModel *self, PlimsollRental *rental)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  PlimsollAccelerator *rented = plimsoll_rental_get_accelerator (rental);

  /* What the user knows better of an accelerator makes it another object. */
  return accelerator != NULL && scenario->further->len == 0
         && g_str_equal (plimsoll_accelerator_get_id (accelerator),
                         plimsoll_accelerator_get_id (rented))
         && plimsoll_scenario_devices_on (scenario, accelerator)
              == plimsoll_rental_get_devices (rental);
}

/* What makes one the better to compare with, whatever it costs: the same hardware, that it cannot
 * be taken away, and that its rate is no old one. What cannot carry the load is the last. */
static guint
standing (PlimsollCostModel *self, PlimsollRental *rental)
{
  const PlimsollRentalFigures *figures = plimsoll_rental_get_figures (rental);

  return (isnan (figures->a_month) ? 0 : 16) + (figures->instances == 1 ? 8 : 0)
         + (plimsoll_cloud_offer_get_tier (plimsoll_rental_get_offer (rental))
                == PLIMSOLL_TIER_ON_DEMAND
              ? 4
              : 0)
         + (is_own_hardware (self, rental) ? 2 : 0) + (plimsoll_rental_is_stale (rental) ? 0 : 1);
}

static PlimsollRental *
choose_rental (PlimsollCostModel *self)
{
  const char *offer = plimsoll_sizer_get_scenario (self->sizer)->offer;
  PlimsollRental *best = NULL;
  guint best_standing = 0;

  for (guint i = 0; i < self->rentals->len; i++)
    {
      PlimsollRental *rental = self->rentals->pdata[i];
      const guint stands = standing (self, rental);

      if (g_str_equal (plimsoll_cloud_offer_get_id (plimsoll_rental_get_offer (rental)), offer))
        return rental;
      if (best == NULL || stands > best_standing
          || (stands == best_standing
              && plimsoll_rental_get_figures (rental)->a_month
                   < plimsoll_rental_get_figures (best)->a_month))
        {
          best = rental;
          best_standing = stands;
        }
    }

  return best;
}

static PlimsollCostFault
find_fault (PlimsollCostModel *self, const PlimsollEstimate *estimate)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollCostSummary *summary = &self->summary;
  const gboolean own = plimsoll_scenario_get_accelerator (scenario) != NULL
                       && plimsoll_scenario_get_accelerator_count (scenario) > 0;

  if (scenario->model == NULL || plimsoll_sizer_get_weights (self->sizer) == NULL)
    return PLIMSOLL_COST_REFUSED;
  if (summary->rental == NULL)
    return PLIMSOLL_COST_NO_OFFER;
  if (isnan (summary->rent))
    return PLIMSOLL_COST_NO_RENT;
  if (!own)
    return PLIMSOLL_COST_NO_HARDWARE;
  if (!estimate->valid || estimate->verdict == PLIMSOLL_VERDICT_EXCEEDS
      || estimate->verdict == PLIMSOLL_VERDICT_UNKNOWN)
    return PLIMSOLL_COST_CANNOT_RUN;
  if (summary->instances == 0)
    return PLIMSOLL_COST_UNKNOWN_SPEED;
  if (summary->instances > 1)
    return PLIMSOLL_COST_TOO_SLOW;
  if (isnan (summary->terms.purchase_price))
    return PLIMSOLL_COST_PRICE_UNKNOWN;
  if (isnan (summary->power))
    return PLIMSOLL_COST_POWER_UNKNOWN;

  return PLIMSOLL_COST_COMPARED;
}

static void
compute_purchase (PlimsollCostModel *self)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (self->sizer);
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (self->sizer);
  PlimsollCostSummary *summary = &self->summary;
  const PlimsollCostTerms *terms = &summary->terms;

  plimsoll_cost_purchase_price (scenario, &summary->price_origin);
  plimsoll_cost_power_draw (scenario, &summary->power_entered);
  plimsoll_cost_get_rates (&estimate->speed, plimsoll_scenario_get_parallel (scenario),
                           &summary->rates);
  if (!estimate->valid)
    summary->rates = (PlimsollCostRates) { (double) NAN, (double) NAN, (double) NAN };
  summary->hours = plimsoll_cost_load_hours (terms, &summary->rates);
  summary->instances = plimsoll_cost_instances (summary->hours);
  summary->power = plimsoll_cost_power (terms->power_w, summary->hours, terms->electricity_price);
  summary->fault = find_fault (self, estimate);

  plimsoll_cost_break_even (summary->fault == PLIMSOLL_COST_COMPARED ? terms->purchase_price
                                                                     : (double) NAN,
                            terms->resale, summary->rent, summary->power, terms->horizon,
                            &summary->break_even);
}

/* Tokens a day below which the API is cheaper than what costs @fixed and @used a month for @hours;
 * a load in tokens takes only the hours that it needs. */
static double
api_below (const PlimsollCostSummary *summary,
           double fixed,
           double used,
           const PlimsollCostRates *rates,
           double hours,
           double *capacity)
{
  const PlimsollCostTerms *terms = &summary->terms;
  const double tokens = (terms->input_tokens + terms->output_tokens) / 1e6;

  if (tokens > 0)
    {
      *capacity = plimsoll_cost_capacity_a_day (terms, rates, PLIMSOLL_HOURS_A_MONTH);
      return plimsoll_cost_api_tokens_a_day (fixed, used / tokens, summary->api_per_million,
                                             *capacity);
    }

  *capacity = plimsoll_cost_capacity_a_day (terms, rates, hours);

  return plimsoll_cost_api_tokens_a_day (fixed + used, 0, summary->api_per_million, *capacity);
}

static void
compute_api (PlimsollCostModel *self)
{
  PlimsollCostSummary *summary = &self->summary;
  const PlimsollCostTerms *terms = &summary->terms;
  const double price = plimsoll_cost_price_a_month (terms);

  summary->api_per_million = plimsoll_cost_api_per_million (terms);
  summary->api_a_month = plimsoll_cost_api_a_month (terms);
  summary->api_below_buy = summary->buy_capacity = (double) NAN;
  if (summary->fault == PLIMSOLL_COST_COMPARED)
    summary->api_below_buy = api_below (summary, price, summary->power, &summary->rates,
                                        summary->hours, &summary->buy_capacity);
  summary->api_below_rent = summary->rent_capacity = (double) NAN;
  if (summary->rental != NULL)
    {
      const PlimsollRentalFigures *figures = plimsoll_rental_get_figures (summary->rental);

      summary->api_below_rent = api_below (summary, 0, summary->rent, &figures->rates,
                                           figures->hours, &summary->rent_capacity);
    }
}

static void
compute (gpointer data)
{
  PlimsollCostModel *self = data;
  PlimsollCostSummary *summary = &self->summary;
  PlimsollCostSummary before = *summary;
  g_autoptr (GPtrArray) gone = NULL;
  gboolean changed;

  plimsoll_sizer_flush (self->sizer);
  if (!self->listed)
    gone = list_offers (self);
  memset (summary, 0, sizeof *summary);
  plimsoll_cost_get_terms (plimsoll_sizer_get_scenario (self->sizer), &summary->terms);

  changed = compute_rentals (self);
  summary->n_offers = self->rentals->len;
  for (guint i = 0; i < self->rentals->len; i++)
    {
      PlimsollRental *rental = self->rentals->pdata[i];

      if (plimsoll_rental_is_stale (rental))
        summary->n_stale++;
      if (summary->oldest == NULL
          || plimsoll_rental_get_figures (rental)->age
               > plimsoll_rental_get_figures (summary->oldest)->age)
        summary->oldest = rental;
    }
  summary->rental = choose_rental (self);
  summary->rent =
    summary->rental != NULL ? plimsoll_rental_get_figures (summary->rental)->a_month : (double) NAN;
  compute_purchase (self);
  compute_api (self);

  if (changed || memcmp (&before, summary, sizeof before) != 0)
    g_signal_emit (self, signals[SIGNAL_UPDATED], 0);
}

/* --- When --- */

static void
schedule (PlimsollCostModel *self)
{
  plimsoll_later_schedule (&self->later);
}

static void
list_changed_cb (PlimsollCostModel *self)
{
  self->listed = FALSE;
  schedule (self);
}

/* --- GListModel --- */

static GType
get_item_type (GListModel *list)
{
  return PLIMSOLL_TYPE_RENTAL;
}

static guint
get_n_items (GListModel *list)
{
  return PLIMSOLL_COST_MODEL (list)->rentals->len;
}

static gpointer
get_item (GListModel *list, guint position)
{
  PlimsollCostModel *self = PLIMSOLL_COST_MODEL (list);

  return position < self->rentals->len ? g_object_ref (self->rentals->pdata[position]) : NULL;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* --- GObject --- */

static void
plimsoll_cost_model_dispose (GObject *object)
{
  PlimsollCostModel *self = PLIMSOLL_COST_MODEL (object);

  plimsoll_later_clear (&self->later);
  g_clear_object (&self->catalog);
  g_clear_object (&self->sizer);

  G_OBJECT_CLASS (plimsoll_cost_model_parent_class)->dispose (object);
}

static void
plimsoll_cost_model_finalize (GObject *object)
{
  PlimsollCostModel *self = PLIMSOLL_COST_MODEL (object);

  g_ptr_array_unref (self->rentals);
  g_ptr_array_unref (self->all);

  G_OBJECT_CLASS (plimsoll_cost_model_parent_class)->finalize (object);
}

static void
plimsoll_cost_model_class_init (PlimsollCostModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = plimsoll_cost_model_dispose;
  object_class->finalize = plimsoll_cost_model_finalize;

  signals[SIGNAL_UPDATED] = g_signal_new ("updated", PLIMSOLL_TYPE_COST_MODEL, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
plimsoll_cost_model_init (PlimsollCostModel *self)
{
  plimsoll_later_init (&self->later, compute, self);
  self->all = g_ptr_array_new_with_free_func (g_object_unref);
  self->rentals = g_ptr_array_new ();
  g_date_clear (&self->today, 1);
}

/* --- Public --- */

PlimsollCostModel *
plimsoll_cost_model_new (PlimsollSizer *sizer, PlimsollCatalog *catalog)
{
  g_autoptr (PlimsollCostModel) self = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);
  g_return_val_if_fail (PLIMSOLL_IS_CATALOG (catalog), NULL);

  self = g_object_new (PLIMSOLL_TYPE_COST_MODEL, NULL);
  self->sizer = g_object_ref (sizer);
  self->catalog = g_object_ref (catalog);
  g_signal_connect_object (plimsoll_sizer_get_scenario (sizer), "notify", G_CALLBACK (schedule),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (plimsoll_catalog_get_offers (catalog), "items-changed",
                           G_CALLBACK (list_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (plimsoll_catalog_get_accelerators (catalog), "items-changed",
                           G_CALLBACK (list_changed_cb), self, G_CONNECT_SWAPPED);
  schedule (self);

  return g_steal_pointer (&self);
}

PlimsollSizer *
plimsoll_cost_model_get_sizer (PlimsollCostModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (self), NULL);

  return self->sizer;
}

void
plimsoll_cost_model_set_live (PlimsollCostModel *self, gboolean live)
{
  g_return_if_fail (PLIMSOLL_IS_COST_MODEL (self));

  plimsoll_later_set_live (&self->later, live);
}

void
plimsoll_cost_model_flush (PlimsollCostModel *self)
{
  g_return_if_fail (PLIMSOLL_IS_COST_MODEL (self));

  plimsoll_later_flush (&self->later);
}

const PlimsollCostSummary *
plimsoll_cost_model_get_summary (PlimsollCostModel *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (self), NULL);

  return &self->summary;
}

void
plimsoll_cost_model_set_today (PlimsollCostModel *self, const GDate *today)
{
  g_return_if_fail (PLIMSOLL_IS_COST_MODEL (self));

  self->today = *today;
  schedule (self);
}
