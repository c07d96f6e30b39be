/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"
#include "plimsoll-model.h"

G_BEGIN_DECLS

/* Words and numbers as the window shows them. All strings are (transfer full) unless const. */

/** Returns: the number of GiB, two decimals: "21.60". */
char *plimsoll_label_gib_number (double bytes);

/** Returns: "21.60 GiB". */
char *plimsoll_label_gib (double bytes);

/** Returns: as in a sentence: "1.2 GiB", "1,495 GiB". */
char *plimsoll_label_gib_short (double bytes);

/** Returns: "23.19 GB". */
char *plimsoll_label_gb (double bytes);

/** Returns: tokens, short: "32K", "1M", "5,000". */
char *plimsoll_label_context (guint64 tokens);

/** Returns: tokens in full: "32,768". */
char *plimsoll_label_tokens (guint64 tokens);

/** Returns: "30.5 B". */
char *plimsoll_label_parameters (guint64 parameters);

/** Returns: what kind of model it is: "MoE · GQA". */
char *plimsoll_label_architecture (PlimsollModel *model);

/** Returns: total and active parameters: "30.5 B total · 3.3 B active". */
char *plimsoll_label_size (PlimsollModel *model);

/** Returns: the verdict in a word: "Fits". */
const char *plimsoll_label_verdict (PlimsollVerdict verdict);

/** Returns: the verdict with its number: "Fits · 1.2 GiB to spare". */
char *plimsoll_label_verdict_title (const PlimsollEstimate *estimate);

/** Returns: how sure the figures are: "Weights and cache exact, buffers ± 3 %". */
char *plimsoll_label_exactness (const PlimsollEstimate *estimate);

/** Returns: the icon that goes with the word. */
const char *plimsoll_verdict_icon (PlimsollVerdict verdict);

/** Returns: the style class that goes with the word. */
const char *plimsoll_verdict_class (PlimsollVerdict verdict);

G_END_DECLS
