/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-recommendation-private.h"

#include <math.h>
#include <string.h>

struct _PlimsollRecommendationAsk
{
  PlimsollScenario *scenario; /* holds what the question points to */
  PlimsollQuestion question;
  PlimsollModel *model;     /* (nullable) */
  PlimsollWeights *weights; /* (nullable) */
  GPtrArray *accelerators;
  GPtrArray *offers;
};

static GPtrArray *
take_items (GListModel *list)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    g_ptr_array_add (items, g_list_model_get_item (list, i));

  return items;
}

PlimsollRecommendationAsk *
plimsoll_recommendation_ask_new (PlimsollSizer *sizer, GListModel *accelerators, GListModel *offers)
{
  PlimsollRecommendationAsk *self;
  const PlimsollWeights *weights;
  PlimsollQuestion *question;

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);
  g_return_val_if_fail (G_IS_LIST_MODEL (accelerators), NULL);

  self = g_new0 (PlimsollRecommendationAsk, 1);
  self->scenario = plimsoll_scenario_copy (plimsoll_sizer_get_scenario (sizer));
  self->model = plimsoll_scenario_get_model (self->scenario);
  weights = plimsoll_sizer_get_weights (sizer);
  self->weights = weights != NULL ? plimsoll_weights_ref ((PlimsollWeights *) weights) : NULL;
  self->accelerators = take_items (accelerators);
  self->offers = take_items (offers);

  question = &self->question;
  plimsoll_scenario_get_question (self->scenario, question);
  question->ngl = PLIMSOLL_ALL_LAYERS;
  question->n_cpu_moe = 0;
  question->no_kv_offload = FALSE;
  question->main_device = 0;
  memset (question->device_shares, 0, sizeof question->device_shares);
  question->memory_in_use = 0;
  question->system_memory = 0;
  question->serving.tensor_parallel = 0;
  question->serving.pipeline_parallel = 0;

  return self;
}

void
plimsoll_recommendation_ask_free (PlimsollRecommendationAsk *self)
{
  g_clear_pointer (&self->weights, plimsoll_weights_unref);
  g_ptr_array_unref (self->accelerators);
  g_ptr_array_unref (self->offers);
  g_object_unref (self->scenario);
  g_free (self);
}

/* --- One answer --- */

/* Of @devices, each as one of @accelerator. */
static void
answer (const PlimsollRecommendationAsk *ask,
        PlimsollAccelerator *accelerator,
        guint devices,
        PlimsollEstimate *estimate)
{
  PlimsollQuestion question = ask->question;
  PlimsollAcceleratorFacts device;
  PlimsollHardware hardware;

  question.n_devices = devices;
  if (devices > 1 && question.split == PLIMSOLL_SPLIT_NONE)
    question.split = PLIMSOLL_SPLIT_LAYER;
  plimsoll_accelerator_facts_per_device (plimsoll_accelerator_get_facts (accelerator), &device);
  plimsoll_hardware_init_one_kind (&hardware, &device, devices);
  plimsoll_sizer_answer (ask->model, &hardware, ask->weights, &question, estimate);
}

static gboolean
holds (const PlimsollEstimate *estimate)
{
  return estimate->valid
         && (estimate->verdict == PLIMSOLL_VERDICT_FITS
             || estimate->verdict == PLIMSOLL_VERDICT_TIGHT);
}

static guint
devices_of (PlimsollAccelerator *accelerator)
{
  return MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1);
}

/* The fewest boards that do, more than one; 0: more than engines take. */
static guint
fewest (const PlimsollRecommendationAsk *ask,
        PlimsollAccelerator *accelerator,
        PlimsollEstimate *estimate)
{
  const guint on_board = devices_of (accelerator);

  for (guint n = 2; n * on_board <= PLIMSOLL_MAX_DEVICES; n++)
    {
      answer (ask, accelerator, n * on_board, estimate);
      if (holds (estimate))
        return n;
    }

  return 0;
}

/* --- What is best so far --- */

typedef struct
{
  PlimsollAccelerator *accelerator; /* (owned) (nullable) */
  PlimsollCloudOffer *offer;        /* (nullable) */
  PlimsollRecommendationFigures figures;
  double rank; /* less is better */
  double next; /* among equals */
} Best;

static void
best_init (Best *self, PlimsollRecommend kind)
{
  *self = (Best) {
    .figures = { .kind = kind,
                 .decode = { (double) NAN, (double) NAN, (double) NAN },
                 .price = (double) NAN,
                 .least = (double) NAN },
  };
}

static void
best_clear (Best *self)
{
  g_clear_object (&self->accelerator);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Best, best_clear)

static gboolean
best_would_be (const Best *self, double rank, double next)
{
  if (isnan (rank))
    return FALSE;

  return self->accelerator == NULL || rank < self->rank
         || (rank == self->rank && next < self->next);
}

static void
best_offer (Best *self,
            PlimsollAccelerator *accelerator,
            guint count,
            const PlimsollEstimate *estimate,
            double price,
            gboolean used,
            double rank,
            double next)
{
  if (!best_would_be (self, rank, next))
    return;

  g_set_object (&self->accelerator, accelerator);
  self->figures.count = count;
  self->figures.decode = estimate->speed.decode;
  self->figures.usable = estimate->usable;
  self->figures.price = price;
  self->figures.used = used;
  self->rank = rank;
  self->next = next;
}

static void
best_add (const Best *self, GPtrArray *list)
{
  g_ptr_array_add (list,
                   plimsoll_recommendation_new (&self->figures, self->accelerator, self->offer));
}

/* --- Cards --- */

/* What it costs: used where that is known. */
static double
price_of (PlimsollAccelerator *accelerator, gboolean *used)
{
  const double price = plimsoll_accelerator_get_used_price (accelerator)->usd;

  *used = !isnan (price);

  return *used ? price : plimsoll_accelerator_get_list_price (accelerator);
}

static gboolean
is_card (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  gboolean used;

  return !facts->unified && !plimsoll_accelerator_is_unconfirmed (accelerator)
         && facts->segment != PLIMSOLL_SEGMENT_LAPTOP && facts->segment != PLIMSOLL_SEGMENT_SOC
         && !isnan (price_of (accelerator, &used));
}

/* Faster is better; what many have before what is made for work, and that before what goes into a
 * rack. */
static double
speed_rank (PlimsollAccelerator *accelerator, const PlimsollEstimate *estimate)
{
  const PlimsollSegment segment = plimsoll_accelerator_get_facts (accelerator)->segment;
  const double decode = estimate->speed.decode.value;
  double rank = 2;

  if (segment == PLIMSOLL_SEGMENT_DESKTOP)
    rank = 0;
  else if (segment == PLIMSOLL_SEGMENT_WORKSTATION)
    rank = 1;

  return rank - decode / (decode + 1);
}

/* Cards, or sets of one, that hold it. */
typedef struct
{
  PlimsollAccelerator *accelerator; /* of the question's */
  PlimsollEstimate estimate;
  guint count;
  double price;
  gboolean used;
} Holder;

static void
hold (GArray *holders,
      PlimsollAccelerator *accelerator,
      guint count,
      const PlimsollEstimate *estimate)
{
  Holder holder = { .accelerator = accelerator, .estimate = *estimate, .count = count };

  holder.price = count * price_of (accelerator, &holder.used);
  g_array_append_val (holders, holder);
}

/* Where no single card does: so many of each. */
static void
find_sets (const PlimsollRecommendationAsk *ask, GArray *holders)
{
  for (guint i = 0; i < ask->accelerators->len; i++)
    {
      PlimsollAccelerator *accelerator = ask->accelerators->pdata[i];
      PlimsollEstimate estimate;
      guint n;

      if (is_card (accelerator) && (n = fewest (ask, accelerator, &estimate)) > 0)
        hold (holders, accelerator, n, &estimate);
    }
}

/* What costs next to nothing and answers next to never is no value: a card or set has to have a
 * share of the speed of the one that is best at holding it. */
static void
recommend_value (GArray *holders, const Best *single, Best *value)
{
  value->figures.least = single->figures.decode.value * PLIMSOLL_RECOMMEND_SPEED_SHARE;
  for (guint i = 0; i < holders->len; i++)
    {
      const Holder *holder = &g_array_index (holders, Holder, i);
      const double decode = holder->estimate.speed.decode.value;

      if (!(decode < value->figures.least))
        best_offer (value, holder->accelerator, holder->count, &holder->estimate, holder->price,
                    holder->used, holder->count > 1 ? holder->price : holder->price / decode,
                    holder->count > 1 ? holder->count : holder->price);
    }
}

static void
recommend_cards (const PlimsollRecommendationAsk *ask, GPtrArray *list)
{
  g_autoptr (GArray) holders = g_array_new (FALSE, FALSE, sizeof (Holder));
  g_auto (Best) single = { NULL };
  g_auto (Best) value = { NULL };
  guint64 most = 0;

  best_init (&single, PLIMSOLL_RECOMMEND_SINGLE);
  best_init (&value, PLIMSOLL_RECOMMEND_VALUE);
  for (guint i = 0; i < ask->accelerators->len; i++)
    {
      PlimsollAccelerator *accelerator = ask->accelerators->pdata[i];
      PlimsollEstimate estimate;

      if (!is_card (accelerator))
        continue;
      answer (ask, accelerator, devices_of (accelerator), &estimate);
      most = MAX (most, estimate.usable);
      if (holds (&estimate))
        hold (holders, accelerator, 1, &estimate);
    }

  if (holders->len == 0)
    find_sets (ask, holders);
  for (guint i = 0; i < holders->len; i++)
    {
      const Holder *holder = &g_array_index (holders, Holder, i);

      best_offer (&single, holder->accelerator, holder->count, &holder->estimate, holder->price,
                  holder->used,
                  holder->count > 1 ? holder->count
                                    : speed_rank (holder->accelerator, &holder->estimate),
                  holder->price);
    }
  recommend_value (holders, &single, &value);

  if (single.figures.count != 1)
    single.figures.usable = most;
  best_add (&single, list);
  best_add (&value, list);
}

/* --- Unified memory --- */

static void
recommend_unified (const PlimsollRecommendationAsk *ask, GPtrArray *list)
{
  g_auto (Best) best = { NULL };
  guint64 most = 0;

  best_init (&best, PLIMSOLL_RECOMMEND_UNIFIED);
  for (guint i = 0; i < ask->accelerators->len; i++)
    {
      PlimsollAccelerator *accelerator = ask->accelerators->pdata[i];
      const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
      const guint *options;
      guint n_options;

      if (facts->vendor != PLIMSOLL_VENDOR_APPLE
          || plimsoll_accelerator_is_unconfirmed (accelerator))
        continue;
      options = plimsoll_accelerator_get_memory_options (accelerator, &n_options);
      for (guint k = 0; k < MAX (n_options, 1); k++)
        {
          const guint64 memory =
            n_options > 0 ? (guint64) options[k] << 30 : facts->memory_bytes_nominal;
          g_autoptr (PlimsollAccelerator) sold =
            memory == facts->memory_bytes_nominal
              ? g_object_ref (accelerator)
              : plimsoll_accelerator_copy_with_memory (accelerator, (guint) (memory >> 30));
          PlimsollEstimate estimate;

          answer (ask, sold, devices_of (sold), &estimate);
          most = MAX (most, estimate.usable);
          if (holds (&estimate))
            best_offer (&best, sold, 1, &estimate, plimsoll_accelerator_get_list_price (sold),
                        FALSE, (double) memory, -estimate.speed.decode.value);
        }
    }

  if (best.accelerator == NULL)
    best.figures.usable = most;
  best_add (&best, list);
}

/* --- The cloud --- */

static PlimsollAccelerator *
accelerator_of (const PlimsollRecommendationAsk *ask, PlimsollCloudOffer *offer)
{
  const char *id = plimsoll_cloud_offer_get_accelerator_id (offer);

  for (guint i = 0; id != NULL && i < ask->accelerators->len; i++)
    if (strcmp (plimsoll_accelerator_get_id (ask->accelerators->pdata[i]), id) == 0)
      return ask->accelerators->pdata[i];

  return NULL;
}

/* Boards of an offer; 0: its count of devices is no whole number of boards. */
static guint
boards_of (PlimsollCloudOffer *offer, PlimsollAccelerator *accelerator)
{
  const guint count = plimsoll_cloud_offer_get_count (offer);
  const guint on_board = devices_of (accelerator);

  if (!plimsoll_cloud_offer_is_per_device (offer))
    return count;

  return count % on_board == 0 ? count / on_board : 0;
}

static void
recommend_cloud (const PlimsollRecommendationAsk *ask, GPtrArray *list)
{
  g_auto (Best) best = { NULL };

  best_init (&best, PLIMSOLL_RECOMMEND_CLOUD);
  for (guint i = 0; i < ask->offers->len; i++)
    {
      PlimsollCloudOffer *offer = ask->offers->pdata[i];
      PlimsollAccelerator *accelerator = accelerator_of (ask, offer);
      const double rate = plimsoll_cloud_offer_get_rate (offer);
      PlimsollEstimate estimate;
      guint boards;

      /* What may be taken away, or is bought ahead, is not what it is to be had from. */
      if (accelerator == NULL || plimsoll_cloud_offer_get_tier (offer) != PLIMSOLL_TIER_ON_DEMAND
          || !best_would_be (&best, rate, (double) -INFINITY))
        continue;
      boards = boards_of (offer, accelerator);
      if (boards == 0 || boards * devices_of (accelerator) > PLIMSOLL_MAX_DEVICES)
        continue;
      answer (ask, accelerator, boards * devices_of (accelerator), &estimate);
      if (!holds (&estimate) || !best_would_be (&best, rate, -estimate.speed.decode.value))
        continue;
      best_offer (&best, accelerator, boards, &estimate, rate, FALSE, rate,
                  -estimate.speed.decode.value);
      best.offer = offer;
    }
  best_add (&best, list);
}

GPtrArray *
plimsoll_recommendation_find (const PlimsollRecommendationAsk *ask)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  if (ask->model == NULL || ask->weights == NULL)
    return list;

  recommend_cards (ask, list);
  recommend_unified (ask, list);
  recommend_cloud (ask, list);

  return list;
}
