/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-answer.h"
#include "plimsoll-test-scenario.h"

/* One of those that ship. */
#define SEED_OFFER "runpod-8x-b300-288gb-blackwell-ultra-community-cloud-on-demand"

/* The offers that ship, for a mixture of 30 B on one RTX 4090, on the first day of December. */
typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
  PlimsollCostModel *model;
} Fixture;

static inline void
set_hardware (Fixture *self, const char *id, guint count)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);

  g_object_set (self->scenario, "accelerator", plimsoll_accelerator_list_lookup (list, id),
                "accelerator-count", count, NULL);
}

static inline const PlimsollCostSummary *
summary_of (Fixture *self)
{
  plimsoll_cost_model_flush (self->model);

  return plimsoll_cost_model_get_summary (self->model);
}

static inline void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  GDate today;

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_test_scenario ();
  set_hardware (self, "nvidia-rtx-4090", 1);
  self->sizer = plimsoll_sizer_new (self->scenario);
  self->model = plimsoll_cost_model_new (self->sizer, self->catalog);
  g_date_clear (&today, 1);
  g_date_set_dmy (&today, 1, G_DATE_DECEMBER, 2026);
  plimsoll_cost_model_set_today (self->model, &today);
  plimsoll_cost_model_flush (self->model);
}

static inline void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->model);
  g_clear_object (&self->sizer);
  g_clear_object (&self->scenario);
  g_clear_object (&self->catalog);
}

static inline PlimsollRental *
rental_at (Fixture *self, guint i)
{
  g_autoptr (PlimsollRental) rental = g_list_model_get_item (G_LIST_MODEL (self->model), i);

  /* The list keeps it. */
  return rental;
}

static inline guint
n_rentals (Fixture *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->model));
}
