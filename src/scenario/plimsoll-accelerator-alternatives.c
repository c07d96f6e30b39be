/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-accelerator-report-private.h"

#include <math.h>

/* What is next to an accelerator. */

typedef struct
{
  PlimsollAccelerator *accelerator;
  GListModel *accelerators; /* (nullable) */
  PlimsollAlternatives *found;
} Search;

static double
memory_of (PlimsollAccelerator *accelerator)
{
  return (double) plimsoll_usable_memory_bytes (plimsoll_accelerator_get_facts (accelerator));
}

/* What is known of what it costs, and comparable: what it came out for. */
static double
price_of (PlimsollAccelerator *accelerator)
{
  return plimsoll_accelerator_get_list_price (accelerator);
}

static gboolean
is_taken (const Search *search, PlimsollAccelerator *accelerator)
{
  if (accelerator == search->accelerator)
    return TRUE;
  for (guint i = 0; i < search->found->n; i++)
    if (search->found->rows[i].accelerator == accelerator)
      return TRUE;

  return FALSE;
}

/* For desks, for racks, or a whole computer. */
static guint
sort_of (PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);

  if (facts->unified)
    return 2;
  return facts->segment == PLIMSOLL_SEGMENT_DATACENTER ? 1 : 0;
}

/* The one whose value is nearest on the side of @sign; of several that are alike the one with the
   fastest memory, since decoding is bound by it. */
static PlimsollAccelerator *
find_next (const Search *search, double (*value_of) (PlimsollAccelerator *), int sign)
{
  const double own = value_of (search->accelerator);
  const guint sort = sort_of (search->accelerator);
  PlimsollAccelerator *best = NULL;
  double best_distance = 0, best_bandwidth = 0;

  for (guint i = 0;
       search->accelerators != NULL && i < g_list_model_get_n_items (search->accelerators); i++)
    {
      g_autoptr (PlimsollAccelerator) other = g_list_model_get_item (search->accelerators, i);
      const double distance = (value_of (other) - own) * sign;
      const double known = plimsoll_accelerator_get_facts (other)->bandwidth_gbs;
      const double bandwidth = isnan (known) ? 0 : known;

      /* Unknown is not comparable. */
      if (!(distance > 0) || memory_of (other) <= 0 || sort_of (other) != sort
          || plimsoll_accelerator_is_unconfirmed (other) || is_taken (search, other))
        continue;
      if (best == NULL || distance < best_distance
          || (distance <= best_distance && bandwidth > best_bandwidth))
        {
          /* The list keeps it. */
          best = other;
          best_distance = distance;
          best_bandwidth = bandwidth;
        }
    }

  return best;
}

static void
add (const Search *search, PlimsollAlternativeKind kind, PlimsollAccelerator *accelerator)
{
  PlimsollAlternative *row;

  if (accelerator == NULL)
    return;
  row = &search->found->rows[search->found->n++];
  row->kind = kind;
  row->accelerator = g_object_ref (accelerator);
}

void
plimsoll_alternatives_clear (PlimsollAlternatives *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_object (&self->rows[i].accelerator);
  self->n = 0;
}

void
plimsoll_alternatives_find (PlimsollAlternatives *self,
                            PlimsollAccelerator *accelerator,
                            GListModel *accelerators)
{
  const Search search = { accelerator, accelerators, self };

  plimsoll_alternatives_clear (self);
  add (&search, PLIMSOLL_ALTERNATIVE_MORE_MEMORY, find_next (&search, memory_of, 1));
  add (&search, PLIMSOLL_ALTERNATIVE_LESS_MEMORY, find_next (&search, memory_of, -1));
  add (&search, PLIMSOLL_ALTERNATIVE_CHEAPER, find_next (&search, price_of, -1));
  add (&search, PLIMSOLL_ALTERNATIVE_DEARER, find_next (&search, price_of, 1));
  /* Memory that belongs to a computer is not added up. */
  if (!plimsoll_accelerator_get_facts (accelerator)->unified)
    add (&search, PLIMSOLL_ALTERNATIVE_MORE_OF_THESE, accelerator);
}

static void
answer (PlimsollAlternative *row, const PlimsollFitAsk *common)
{
  const PlimsollWeights *weights = plimsoll_sizer_get_weights (common->sizer);
  const guint devices = MAX (plimsoll_accelerator_get_facts (row->accelerator)->devices, 1);
  PlimsollFitAsk ask = *common;
  PlimsollHardware hardware;
  PlimsollEstimate estimate;
  PlimsollPlan plan;

  row->count = MAX (plimsoll_scenario_get_accelerator_count (ask.scenario), 1);
  if (row->kind == PLIMSOLL_ALTERNATIVE_MORE_OF_THESE)
    row->count *= 2;
  row->count = MIN (row->count, PLIMSOLL_MAX_DEVICES / devices);
  plimsoll_fit_figures_clear (&row->figures);
  if (ask.model == NULL || weights == NULL)
    return;

  plimsoll_sizer_ask_on (ask.sizer, row->accelerator, &ask.question);
  ask.question.n_devices = row->count * devices;
  plimsoll_sizer_hardware_of (ask.sizer, row->accelerator, ask.question.n_devices, &hardware);
  plimsoll_sizer_answer (ask.model, &hardware, weights, &ask.question, &estimate);
  plimsoll_sizer_plan (ask.model, &hardware, weights, &ask.question, &estimate, &plan, NULL);
  plimsoll_fit_figures_answer (&row->figures, &estimate);
}

void
plimsoll_alternatives_answer (PlimsollAlternatives *self, const PlimsollFitAsk *ask)
{
  for (guint i = 0; i < self->n; i++)
    answer (&self->rows[i], ask);
}
