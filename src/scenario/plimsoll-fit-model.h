/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit.h"
#include "plimsoll-quality.h"
#include "plimsoll-sizer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/** What of the question differs from row to row. */
typedef enum
{
  PLIMSOLL_VARY_HARDWARE,
  PLIMSOLL_VARY_MODEL,     /* each in the best precision that fits */
  PLIMSOLL_VARY_PRECISION, /* every one that the question's model can have */
} PlimsollVary;

#define PLIMSOLL_TYPE_FIT_MODEL (plimsoll_fit_model_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitModel, plimsoll_fit_model, PLIMSOLL, FIT_MODEL, GObject)

/**
 * PlimsollFitModel:
 *
 * A #GListModel of #PlimsollFit: the same question with one thing varied, a row each. When the
 * question changes, rows notify; the list stays as it is, so that a selection of it and a view on
 * it stay too. All changes of one turn of the main loop give one computation, before anything is
 * drawn; of many models a part is computed at a time, behind everything else, and rows have their
 * former figures until then.
 *
 * Properties: live (boolean): whether it follows the question; pending (boolean, read-only):
 * whether some rows are behind it.
 *
 * Signal "updated": after some rows have changed.
 */

/**
 * plimsoll_fit_model_new:
 * @items: (nullable): #PlimsollAccelerator or #PlimsollModel, as @vary has it; rows are in their
 *   order and follow it. %NULL with %PLIMSOLL_VARY_PRECISION
 * @quality: (nullable): what precisions lose
 *
 * Returns: (transfer full)
 */
PlimsollFitModel *plimsoll_fit_model_new (PlimsollSizer *sizer,
                                          PlimsollVary vary,
                                          GListModel *items,
                                          PlimsollQualityList *quality);

PlimsollVary plimsoll_fit_model_get_vary (PlimsollFitModel *self);

/** Returns: (transfer none) */
PlimsollSizer *plimsoll_fit_model_get_sizer (PlimsollFitModel *self);

/** What changes while it is not live, is made up for when it is again. */
void plimsoll_fit_model_set_live (PlimsollFitModel *self, gboolean live);
gboolean plimsoll_fit_model_get_live (PlimsollFitModel *self);

gboolean plimsoll_fit_model_get_pending (PlimsollFitModel *self);

/** Computes now what waits for the main loop, all of it. */
void plimsoll_fit_model_flush (PlimsollFitModel *self);

/** Returns: (transfer none) (array length=n): the columns that such a table has, in their order. */
const PlimsollFitColumn *plimsoll_fit_columns (PlimsollVary vary, guint *n);

/** Returns: (nullable): the measurement behind the figure of %PLIMSOLL_FIT_QUALITY of @fit. */
const PlimsollQuality *plimsoll_fit_model_get_quality (PlimsollFitModel *self, PlimsollFit *fit);

/** Has rows of hardware whose price is not known say what a million tokens cost by the rent.
 * @offers: (nullable): of #PlimsollCloudOffer */
void plimsoll_fit_model_set_offers (PlimsollFitModel *self, GListModel *offers);

G_END_DECLS
