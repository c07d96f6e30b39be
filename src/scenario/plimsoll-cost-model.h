/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-cost-terms.h"
#include "plimsoll-rental.h"
#include "plimsoll-sizer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** Why buying is not compared with renting. */
typedef enum
{
  PLIMSOLL_COST_COMPARED,
  PLIMSOLL_COST_REFUSED,       /* the question has no answer */
  PLIMSOLL_COST_NO_OFFER,      /* none can run it */
  PLIMSOLL_COST_NO_RENT,       /* how fast the compared offer is, is not known: no load in time */
  PLIMSOLL_COST_NO_HARDWARE,   /* the question has no accelerator to buy */
  PLIMSOLL_COST_CANNOT_RUN,    /* the question's hardware does not run it */
  PLIMSOLL_COST_UNKNOWN_SPEED, /* of the question's hardware, for a load in tokens */
  PLIMSOLL_COST_TOO_SLOW,      /* it makes too few tokens a month */
  PLIMSOLL_COST_PRICE_UNKNOWN,
  PLIMSOLL_COST_POWER_UNKNOWN,
} PlimsollCostFault;

/** PlimsollCostSummary: renting, buying and paying by the token, side by side. Money in the
 * question's currency; NAN: not known. */
typedef struct
{
  PlimsollCostTerms terms;
  PlimsollCostFault fault;

  PlimsollRental *rental; /* (nullable): what buying is compared with; the list keeps it */
  double rent;            /* of it, a month */

  /* What is bought: the question's own hardware. */
  PlimsollPriceOrigin price_origin;
  gboolean power_entered;
  PlimsollCostRates rates;
  double hours;    /* a month, on one of it */
  guint instances; /* that the load takes; 0: not known */
  double power;    /* a month */
  PlimsollBreakEven break_even;

  /* By the token. */
  double api_per_million;
  double api_a_month;    /* of a load in tokens */
  double api_below_rent; /* tokens a day below which it is cheaper than the rental */
  double rent_capacity;  /* tokens a day that the rental makes */
  double api_below_buy;  /* and than what is bought, its price spread over the horizon */
  double buy_capacity;

  guint n_offers;
  guint n_stale;          /* of them, with rates older than %PLIMSOLL_RATE_STALE_DAYS */
  PlimsollRental *oldest; /* (nullable) */
} PlimsollCostSummary;

#define PLIMSOLL_TYPE_COST_MODEL (plimsoll_cost_model_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollCostModel, plimsoll_cost_model, PLIMSOLL, COST_MODEL, GObject)

/**
 * PlimsollCostModel:
 *
 * A #GListModel of #PlimsollRental: the offers of a catalogue that run the question, each at its
 * own speed, and what buying comes to beside them. Whatever fits whole on an instance is in it, and
 * nothing else. When the question changes, or the offers or their accelerators do, rows notify;
 * those that no longer run it go, and others come, without the rest being disturbed. Changes of one
 * turn of the main loop give one computation.
 *
 * What is placed by hand, others' use of memory and system memory are of the question's own
 * hardware, and not asked of instances.
 *
 * Signal "updated": after something has changed.
 */

/** Returns: (transfer full) */
PlimsollCostModel *plimsoll_cost_model_new (PlimsollSizer *sizer, PlimsollCatalog *catalog);

/** Returns: (transfer none) */
PlimsollSizer *plimsoll_cost_model_get_sizer (PlimsollCostModel *self);

/** What changes while it is not live, is made up for when it is again. */
void plimsoll_cost_model_set_live (PlimsollCostModel *self, gboolean live);

/** Computes now what waits for the main loop. */
void plimsoll_cost_model_flush (PlimsollCostModel *self);

/** Returns: (transfer none): good until the main loop runs. */
const PlimsollCostSummary *plimsoll_cost_model_get_summary (PlimsollCostModel *self);

/** Sets the day that ages are counted to; for tests. */
void plimsoll_cost_model_set_today (PlimsollCostModel *self, const GDate *today);

G_END_DECLS
