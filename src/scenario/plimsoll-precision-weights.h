/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"

G_BEGIN_DECLS

/* A model's weights in a precision, and which precisions it can have. */

/**
 * plimsoll_precision_weights:
 *
 * Returns: (nullable) (transfer full): @model as @type, computed; %NULL where the quantizer refuses
 */
PlimsollWeights *plimsoll_precision_weights (PlimsollModel *model, PlimsollPrecision type);

/**
 * plimsoll_precision_weights_by_plan:
 * @plan: (nullable): of @model; %NULL: the one that it keeps, made where it has none yet
 *
 * Returns: (nullable) (transfer full): the same
 */
PlimsollWeights *plimsoll_precision_weights_by_plan (PlimsollModel *model,
                                                     const PlimsollTensorPlan *plan,
                                                     PlimsollPrecision type);

/**
 * plimsoll_precision_suits:
 * @model: (nullable)
 * @native: of checkpoints, or of llama.cpp's files
 *
 * Returns: whether @type is of the sort asked and @model could be had in it: a native one that is
 *   served, and of fewer bits than the model is published in, or what that is; of llama.cpp's any,
 *   but those that there are where that is known
 */
gboolean plimsoll_precision_suits (PlimsollModel *model, PlimsollPrecision type, gboolean native);

/** Returns: (nullable): the precision of @weights */
const PlimsollPrecisionInfo *plimsoll_precision_of (const PlimsollWeights *weights);

/** Returns: whether files of @type are taken to be made with an importance matrix. */
gboolean plimsoll_precision_assumes_imatrix (PlimsollPrecision type);

/** Returns: whether files of @type are made for models of every kind, and still are: one to be
 * recommended. */
gboolean plimsoll_precision_is_common (PlimsollPrecision type);

G_END_DECLS
