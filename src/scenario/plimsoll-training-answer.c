/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-training-answer.h"

#include "plimsoll-limits.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* A machine has 1, 2, 4 or 8; more are whole machines of 8. */
#define MAX_ON_BOARD 8
#define MAX_GPUS 256

/* As the verdict of the window has it: a twentieth to spare. */
#define SPARE_SHARE 20

typedef struct
{
  const PlimsollTrainingShape *shape;
  PlimsollTrainingQuestion question;
} Asked;

/* @question on so many GPUs; several are no use if each is to have everything. */
static gboolean
ask (const Asked *asked, guint n_gpus, PlimsollTrainingMemory *memory)
{
  PlimsollTrainingQuestion question = asked->question;

  question.n_gpus = n_gpus;
  if (n_gpus > 1 && question.sharding == PLIMSOLL_SHARDING_NONE)
    question.sharding = PLIMSOLL_SHARDING_FSDP;

  return plimsoll_training_memory (asked->shape, &question, memory);
}

static guint64
room_on (PlimsollAccelerator *accelerator)
{
  const guint64 usable =
    plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (accelerator));
  const guint64 physical =
    plimsoll_physical_memory_bytes (plimsoll_accelerator_get_facts (accelerator));

  return physical > 0 ? MIN (usable, physical) : usable;
}

static PlimsollVerdict
judge (guint64 required, guint64 usable)
{
  if (usable == 0)
    return PLIMSOLL_VERDICT_UNKNOWN;
  if (required > usable)
    return PLIMSOLL_VERDICT_EXCEEDS;

  return usable - required < usable / SPARE_SHARE ? PLIMSOLL_VERDICT_TIGHT : PLIMSOLL_VERDICT_FITS;
}

/* --- Hardware --- */

static gboolean
fits_on (const Asked *asked,
         PlimsollAccelerator *accelerator,
         guint count,
         PlimsollTrainingPlace *place)
{
  const guint64 usable = room_on (accelerator);
  PlimsollTrainingMemory memory;

  if (!ask (asked, count, &memory) || memory.required > usable)
    return FALSE;

  *place = (PlimsollTrainingPlace) {
    .accelerator = accelerator,
    .count = count,
    .required = memory.required,
    .usable = usable,
  };
  return TRUE;
}

/* The next number of GPUs that can be had. */
static guint
more_gpus (guint n)
{
  return n < MAX_ON_BOARD ? n * 2 : n + MAX_ON_BOARD;
}

static void
find_least (const Asked *asked, PlimsollAccelerator *accelerator, PlimsollTrainingResult *result)
{
  if (accelerator == NULL || plimsoll_accelerator_get_facts (accelerator)->unified)
    return;
  for (guint n = 1; n <= MAX_GPUS; n = more_gpus (n))
    if (fits_on (asked, accelerator, n, &result->here))
      {
        result->least = n;
        return;
      }
}

static double
price_of (PlimsollAccelerator *accelerator)
{
  const double used = plimsoll_accelerator_get_used_price (accelerator)->usd;

  return isnan (used) ? plimsoll_accelerator_get_list_price (accelerator) : used;
}

/* Before Ampere there is neither BF16 nor flash attention. */
static gboolean
computes_bf16 (const PlimsollAcceleratorFacts *facts)
{
  static const char *const before[] = { "Maxwell", "Pascal", "Volta", "Turing", NULL };

  return facts->architecture != NULL && !g_strv_contains (before, facts->architecture);
}

/* Something that these formulas were checked on, and that may be had. */
static gboolean
is_candidate (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  return computes_bf16 (facts) && facts->vendor == PLIMSOLL_VENDOR_NVIDIA && !facts->unified
         && facts->devices <= 1 && facts->segment != PLIMSOLL_SEGMENT_LAPTOP
         && !plimsoll_accelerator_is_unconfirmed (accelerator)
         && facts->matrix_units == PLIMSOLL_MATRIX_PRESENT;
}

static void
find_cheapest (const Asked *asked,
               GListModel *accelerators,
               guint most,
               PlimsollTrainingPlace *best)
{
  double least = (double) INFINITY;

  for (guint i = 0; i < g_list_model_get_n_items (accelerators); i++)
    {
      g_autoptr (PlimsollAccelerator) accelerator = g_list_model_get_item (accelerators, i);
      const double price = price_of (accelerator);
      PlimsollTrainingPlace place;

      if (!is_candidate (accelerator) || isnan (price))
        continue;
      for (guint count = 1; count <= most && price * count < least; count = more_gpus (count))
        if (fits_on (asked, accelerator, count, &place))
          {
            least = price * count;
            *best = place;
            break;
          }
    }
}

/* In one machine; in several only what is more than any holds. */
static void
find_to_buy (const Asked *asked, GListModel *accelerators, PlimsollTrainingPlace *best)
{
  find_cheapest (asked, accelerators, MAX_ON_BOARD, best);
  if (best->accelerator == NULL)
    find_cheapest (asked, accelerators, MAX_GPUS, best);
}

static void
find_to_rent (const Asked *asked, PlimsollCatalog *catalog, PlimsollTrainingPlace *best)
{
  GListModel *offers = plimsoll_catalog_get_offers (catalog);
  double least = (double) INFINITY;

  for (guint i = 0; i < g_list_model_get_n_items (offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (offers, i);
      const char *id = plimsoll_cloud_offer_get_accelerator_id (offer);
      PlimsollAccelerator *accelerator =
        id != NULL
          ? plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (catalog), id)
          : NULL;
      const double rate = plimsoll_cloud_offer_get_rate (offer);
      PlimsollTrainingPlace place;

      if (accelerator == NULL || !is_candidate (accelerator) || !(rate < least)
          || plimsoll_cloud_offer_get_tier (offer) != PLIMSOLL_TIER_ON_DEMAND
          || plimsoll_cloud_offer_get_count (offer) == 0
          || !fits_on (asked, accelerator, plimsoll_cloud_offer_get_count (offer), &place))
        continue;
      least = rate;
      *best = place;
      best->offer = offer;
    }
}

/* --- Changes --- */

/* Returns whether @change changes anything. */
static gboolean
apply_change (PlimsollTrainingQuestion *question, PlimsollTrainingChange change)
{
  const PlimsollTrainingQuestion before = *question;

  switch (change)
    {
    case PLIMSOLL_TRAINING_CHANGE_CHECKPOINTING:
      question->checkpointing = TRUE;
      break;
    case PLIMSOLL_TRAINING_CHANGE_FUSED_LOSS:
      question->loss = PLIMSOLL_LOSS_FUSED;
      break;
    case PLIMSOLL_TRAINING_CHANGE_OPTIMIZER:
      question->optimizer = PLIMSOLL_OPTIMIZER_ADAMW_8BIT;
      break;
    case PLIMSOLL_TRAINING_CHANGE_IN_BACKWARD:
      question->step_in_backward = question->method == PLIMSOLL_TRAINING_FULL;
      break;
    case PLIMSOLL_TRAINING_CHANGE_BATCH:
      question->batch = 1;
      break;
    case PLIMSOLL_TRAINING_CHANGE_SEQUENCE:
      question->sequence = MAX (question->sequence / 2, 1);
      break;
    case PLIMSOLL_TRAINING_CHANGE_FSDP:
      if (question->n_gpus > 1)
        question->sharding = PLIMSOLL_SHARDING_FSDP;
      break;
    case PLIMSOLL_TRAINING_CHANGE_PARAMETERS:
      if (question->n_gpus > 1)
        {
          question->sharding = PLIMSOLL_SHARDING_FSDP;
          question->offload |= PLIMSOLL_OFFLOAD_PARAMETERS;
        }
      break;
    case PLIMSOLL_N_TRAINING_CHANGES:
    default:
      break;
    }

  return memcmp (&before, question, sizeof before) != 0;
}

static void
try_changes (const Asked *asked, PlimsollTrainingResult *result)
{
  for (guint change = 0; change < PLIMSOLL_N_TRAINING_CHANGES; change++)
    {
      PlimsollTrainingQuestion question = asked->question;
      PlimsollTrainingMemory memory;

      if (apply_change (&question, (PlimsollTrainingChange) change)
          && plimsoll_training_memory (asked->shape, &question, &memory)
          && memory.required < result->memory.required)
        result->after[change] = memory.required;
    }
}

/* --- The whole --- */

static void
set_limits (PlimsollScenario *scenario,
            const PlimsollQuestion *question,
            PlimsollTrainingAnswer *answer)
{
  PlimsollHardware hardware;
  PlimsollLimits limits;
  guint64 usable = G_MAXUINT64, physical = G_MAXUINT64;

  plimsoll_scenario_get_hardware (scenario, plimsoll_scenario_get_accelerator_count (scenario),
                                  &hardware);
  answer->n_gpus = MIN (question->n_devices, PLIMSOLL_MAX_DEVICES);
  plimsoll_limits_init (&limits, &hardware, question, answer->n_gpus);
  for (guint i = 0; i < answer->n_gpus; i++)
    {
      const guint64 room = plimsoll_limits_room (&limits, i);

      usable = MIN (usable, room > limits.devices[i].in_use ? room - limits.devices[i].in_use : 0);
      physical = MIN (physical, limits.devices[i].physical);
    }
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    {
      answer->results[i].usable = answer->n_gpus > 0 ? usable : 0;
      answer->results[i].physical = answer->n_gpus > 0 ? physical : 0;
    }
}

static void
answer_method (const Asked *asked,
               PlimsollScenario *scenario,
               PlimsollCatalog *catalog,
               PlimsollTrainingResult *result)
{
  result->refusal = plimsoll_training_refusal (asked->shape, &asked->question);
  if (result->refusal == NULL
      && !plimsoll_training_memory (asked->shape, &asked->question, &result->memory))
    result->refusal = N_("It is more than can be counted");
  if (result->refusal != NULL)
    return;

  result->verdict = judge (result->memory.required, result->usable);
  find_least (asked, plimsoll_scenario_get_accelerator (scenario), result);
  if (catalog != NULL)
    {
      find_to_buy (asked, G_LIST_MODEL (plimsoll_catalog_get_accelerators (catalog)), &result->buy);
      find_to_rent (asked, catalog, &result->rent);
    }
  try_changes (asked, result);
}

void
plimsoll_training_answer (PlimsollScenario *scenario,
                          PlimsollTrainingScenario *training,
                          PlimsollCatalog *catalog,
                          PlimsollTrainingAnswer *answer)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  g_autoptr (PlimsollTrainingShape) shape = NULL;
  PlimsollQuestion question;
  Asked asked = { 0 };

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (scenario));
  g_return_if_fail (PLIMSOLL_IS_TRAINING_SCENARIO (training));

  memset (answer, 0, sizeof *answer);
  plimsoll_scenario_get_question (scenario, &question);
  set_limits (scenario, &question, answer);
  if (model != NULL)
    shape = plimsoll_training_shape_new (plimsoll_model_get_spec (model),
                                         plimsoll_model_get_plan (model));

  asked.shape = shape;
  plimsoll_training_scenario_get_question (training, MAX (answer->n_gpus, 1), &asked.question);
  for (guint i = 0; i < PLIMSOLL_N_TRAINING_METHODS; i++)
    {
      PlimsollTrainingResult *result = &answer->results[i];

      result->method = asked.question.method = (PlimsollTrainingMethod) i;
      answer_method (&asked, scenario, catalog, result);
      if (model == NULL)
        result->refusal = N_("No model is chosen");
    }
}
