/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-model.h"

G_BEGIN_DECLS

/* Words as the window shows them; numbers alone are plimsoll-format.h's. All strings are (transfer
 * full) unless const. */

/** Returns: whether one token uses a part of the model only. */
gboolean plimsoll_model_is_mixture (PlimsollModel *model);

/** Returns: what kind of model it is: "MoE · GQA". */
char *plimsoll_label_architecture (PlimsollModel *model);

/** Returns: (transfer none) (nullable): the licence as people write it. */
const char *plimsoll_label_licence (PlimsollModel *model);

/** Returns: total and active parameters: "30.5 B total · 3.3 B active". */
char *plimsoll_label_size (PlimsollModel *model);

/** Returns: the verdict with its number: "Fits · 1.2 GiB to spare". */
char *plimsoll_label_verdict_title (const PlimsollEstimate *estimate);

/** Returns: how sure the figures are: "Weights and cache exact, buffers ± 3 %". */
char *plimsoll_label_exactness (const PlimsollEstimate *estimate);

/** Returns: the icon that goes with the word. */
const char *plimsoll_verdict_icon (PlimsollVerdict verdict);

/** Returns: the style class that goes with the word. */
const char *plimsoll_verdict_class (PlimsollVerdict verdict);

G_END_DECLS
