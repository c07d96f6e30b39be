/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fit-private.h"

#include "plimsoll-scenario-private.h"

#include <math.h>
#include <string.h>

/* What is kept beside each row. */
typedef struct
{
  guint group;              /* of accelerators */
  PlimsollFitChoice choice; /* of a model */
  guint rented;             /* boards that the rent is of; 0: not looked for */
  double rent;              /* of an hour, US dollars; NAN: not to be had */
} FitExtra;

static void
extra_clear (gpointer data)
{
  plimsoll_fit_choice_clear (&((FitExtra *) data)->choice);
}

static guint
find_group (PlimsollFitStore *self, PlimsollAccelerator *accelerator)
{
  const PlimsollAcceleratorFacts *facts = plimsoll_accelerator_get_facts (accelerator);
  PlimsollFitGroup group;

  memset (&group, 0, sizeof group);
  group.usable = plimsoll_usable_memory_bytes (facts);
  group.physical = plimsoll_physical_memory_bytes (facts);
  group.runtime = facts->runtime_bytes;
  group.unified = facts->unified;
  group.devices = facts->devices;
  group.vendor = facts->vendor;

  for (guint i = 0; i < self->groups->len; i++)
    if (memcmp (&g_array_index (self->groups, PlimsollFitGroup, i), &group, sizeof group) == 0)
      return i;
  g_array_append_val (self->groups, group);

  return self->groups->len - 1;
}

/* Returns (transfer full): for each row the next one of its group; 0: none. */
static guint *
chain_groups (PlimsollFitStore *self)
{
  guint *next = g_new0 (guint, self->rows->len + 1);
  g_autofree guint *first = g_new0 (guint, self->groups->len + 1);

  for (guint i = self->rows->len; i-- > 0;)
    {
      guint *of_group = &first[g_array_index (self->extras, FitExtra, i).group];

      next[i] = *of_group;
      *of_group = i;
    }

  return next;
}

/* --- The rows --- */

void
plimsoll_fit_store_init (PlimsollFitStore *self)
{
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  self->extras = g_array_new (FALSE, FALSE, sizeof (FitExtra));
  g_array_set_clear_func (self->extras, extra_clear);
  self->groups = g_array_new (FALSE, FALSE, sizeof (PlimsollFitGroup));
  self->offers_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

void
plimsoll_fit_store_clear (PlimsollFitStore *self)
{
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->extras, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_pointer (&self->offers_of, g_hash_table_unref);
  g_clear_object (&self->offers);
}

PlimsollFit *
plimsoll_fit_store_get (const PlimsollFitStore *self, guint position)
{
  return g_ptr_array_index (self->rows, position);
}

void
plimsoll_fit_store_insert (PlimsollFitStore *self, guint position, PlimsollFit *fit)
{
  PlimsollAccelerator *accelerator = plimsoll_fit_get_accelerator (fit);
  FitExtra extra = { 0 };

  if (accelerator != NULL)
    extra.group = find_group (self, accelerator);
  g_ptr_array_insert (self->rows, (int) position, fit);
  g_array_insert_val (self->extras, position, extra);
}

void
plimsoll_fit_store_remove (PlimsollFitStore *self, guint position, guint n)
{
  if (n == 0)
    return;
  g_ptr_array_remove_range (self->rows, position, n);
  g_array_remove_range (self->extras, position, n);
}

/* Hundreds of offers are looked through once, not for each of hundreds of rows. */
static void
sort_offers (PlimsollFitStore *self)
{
  g_hash_table_remove_all (self->offers_of);
  for (guint i = 0; self->offers != NULL && i < g_list_model_get_n_items (self->offers); i++)
    {
      g_autoptr (PlimsollCloudOffer) offer = g_list_model_get_item (self->offers, i);
      const char *id = plimsoll_cloud_offer_get_accelerator_id (offer);
      GListStore *alike = id != NULL ? g_hash_table_lookup (self->offers_of, id) : NULL;

      if (id == NULL)
        continue;
      if (alike == NULL)
        {
          alike = g_list_store_new (PLIMSOLL_TYPE_CLOUD_OFFER);
          g_hash_table_insert (self->offers_of, g_strdup (id), alike);
        }
      g_list_store_append (alike, offer);
    }
}

void
plimsoll_fit_store_set_offers (PlimsollFitStore *self, GListModel *offers)
{
  g_set_object (&self->offers, offers);
  sort_offers (self);
  for (guint i = 0; i < self->extras->len; i++)
    g_array_index (self->extras, FitExtra, i).rented = 0;
}

/* --- Their figures --- */

/* No slider of the question changes what is to be had and for how much, except that of how many. */
static double
rent_of (PlimsollFitStore *self, guint position, guint boards)
{
  FitExtra *extra = &g_array_index (self->extras, FitExtra, position);

  if (extra->rented != boards)
    {
      PlimsollAccelerator *accelerator =
        plimsoll_fit_get_accelerator (plimsoll_fit_store_get (self, position));
      GListModel *offers =
        g_hash_table_lookup (self->offers_of, plimsoll_accelerator_get_id (accelerator));
      PlimsollCloudOffer *offer = NULL;

      if (offers != NULL && boards > 0)
        offer = plimsoll_cost_find_offer (offers, accelerator, boards);
      extra->rent = offer != NULL ? plimsoll_cloud_offer_get_rate (offer) : (double) NAN;
      extra->rented = boards;
    }

  return boards > 0 ? extra->rent : (double) NAN;
}

static gboolean
take_hardware (PlimsollFitStore *self,
               const PlimsollFitAsk *ask,
               guint position,
               PlimsollFitFigures *figures)
{
  PlimsollFit *fit = plimsoll_fit_store_get (self, position);
  const guint boards = plimsoll_scenario_get_accelerator_count (ask->scenario);
  PlimsollCostTerms terms;

  plimsoll_cost_get_terms_on (ask->scenario, plimsoll_fit_get_accelerator (fit), &terms);
  plimsoll_fit_cost (ask->scenario, &terms,
                     rent_of (self, position, boards) * ask->scenario->exchange_rate, figures);

  return plimsoll_fit_set_figures (fit, figures);
}

gboolean
plimsoll_fit_store_hardware (PlimsollFitStore *self, const PlimsollFitAsk *ask)
{
  g_auto (PlimsollFitRows) rows = { 0 };
  g_autofree guint *next = chain_groups (self);
  g_autofree gboolean *done = g_new0 (gboolean, self->groups->len + 1);
  gboolean changed = FALSE;

  plimsoll_fit_rows_init (&rows, ask);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const guint g = g_array_index (self->extras, FitExtra, i).group;
      PlimsollFitFigures figures;

      if (rows.shared && done[g])
        continue;

      done[g] = TRUE;
      plimsoll_fit_rows_ask (&rows, plimsoll_fit_get_accelerator (plimsoll_fit_store_get (self, i)),
                             &g_array_index (self->groups, PlimsollFitGroup, g), &figures);
      changed |= take_hardware (self, ask, i, &figures);
      for (guint row = next[i]; rows.shared && row > 0; row = next[row])
        {
          plimsoll_fit_rows_speed (&rows,
                                   plimsoll_fit_get_accelerator (plimsoll_fit_store_get (self,
                                                                                         row)),
                                   &figures);
          changed |= take_hardware (self, ask, row, &figures);
        }
    }

  return changed;
}

gboolean
plimsoll_fit_store_precisions (PlimsollFitStore *self, const PlimsollFitAsk *ask)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < self->rows->len; i++)
    {
      PlimsollFit *fit = plimsoll_fit_store_get (self, i);
      const PlimsollPrecisionInfo *info = plimsoll_fit_get_precision (fit);
      const PlimsollWeights *weights = plimsoll_sizer_get_weights_for (ask->sizer, info->type);
      PlimsollFitFigures figures;

      plimsoll_fit_figures_clear (&figures);
      plimsoll_fit_figures_precision (&figures, ask, ask->model, weights);
      plimsoll_fit_answer (ask, weights, NULL, &figures, NULL);
      figures.at_8k = plimsoll_fit_required_at (ask, ask->model, weights, NULL, 8192);
      figures.at_32k = plimsoll_fit_required_at (ask, ask->model, weights, NULL, 32768);
      /* Of one kind; more of a mixture could be had in many ways. */
      if (ask->accelerator != NULL && weights != NULL
          && !plimsoll_hardware_is_mixed (&ask->hardware, ask->question.n_devices))
        {
          g_auto (PlimsollFitPlans) plans = { 0 };

          figures.count = plimsoll_fit_count (ask, weights, ask->accelerator, &figures, &plans);
        }
      changed |= plimsoll_fit_set_figures (fit, &figures);
    }

  return changed;
}

gboolean
plimsoll_fit_store_model (PlimsollFitStore *self, const PlimsollFitAsk *ask, guint position)
{
  PlimsollFit *fit = plimsoll_fit_store_get (self, position);
  PlimsollFitFigures figures;

  plimsoll_fit_choose (ask, plimsoll_fit_get_model (fit),
                       &g_array_index (self->extras, FitExtra, position).choice, &figures);

  return plimsoll_fit_set_figures (fit, &figures);
}
