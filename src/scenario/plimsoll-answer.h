/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The answer to a question, as the command line and reports give it. */

#define PLIMSOLL_ANSWER_FORMAT 1

/** PlimsollNeeds: what would make it fit; each alone. */
typedef struct
{
  guint accelerators;                     /* of the same; 0: not even the most */
  const PlimsollPrecisionInfo *precision; /* (nullable): the largest that fits */
  guint64 context;                        /* tokens; 0: not even the shortest, or not the fault */
} PlimsollNeeds;

/**
 * plimsoll_answer_needs:
 *
 * Sets what would be needed, each with the rest of the question as it is; all 0 when it runs as it
 * was asked. More of an accelerator with unified memory, or with no split, add nothing: 0.
 */
void plimsoll_answer_needs (PlimsollSizer *sizer, PlimsollNeeds *needs);

/** Returns: (transfer full) (nullable): the same in words, a line each; %NULL when there is
 * nothing to say. */
char *plimsoll_answer_needs_text (PlimsollSizer *sizer);

/** Returns: (transfer full): the accelerators by name, "2 × RTX 3090 + RTX 3060"; "" when there is
 * none. */
char *plimsoll_answer_hardware (PlimsollScenario *scenario);

/** Returns: (transfer none): the verdict in a word: "Fits". */
const char *plimsoll_answer_word (PlimsollVerdict verdict);

/**
 * plimsoll_answer_plan_flags:
 *
 * Returns: (transfer full) (nullable): what llama.cpp and `plimsoll size` are to be given to run
 *   the plan, with what is loaded beside the model, in a shell's quotes; %NULL when there is none
 */
char *plimsoll_answer_plan_flags (PlimsollSizer *sizer);

/** Returns: (transfer full) (nullable): the plan in words; %NULL when there is none. */
char *plimsoll_answer_plan_text (PlimsollSizer *sizer);

/** Asks the question as its plan has it. */
void plimsoll_answer_plan_apply (PlimsollSizer *sizer);

/** PlimsollMtpMemory: what blocks of multi-token prediction take of weights and cache. */
typedef struct
{
  guint64 weights;
  guint64 cache;
} PlimsollMtpMemory;

/** Sets what the question's own would be without them, less what it is; 0 where none are loaded. */
void plimsoll_answer_mtp (PlimsollSizer *sizer, PlimsollMtpMemory *mtp);

/** Returns: (transfer full) (array zero-terminated=1): what is worth knowing of what is loaded
 * beside the model. */
char **plimsoll_answer_addition_notes (PlimsollSizer *sizer);

/** Returns: whether anything is loaded beside the model, blocks of multi-token prediction too. */
gboolean plimsoll_answer_has_additions (PlimsollSizer *sizer);

/** Returns: (transfer full): the verdict in a sentence: "Fits, 1.20 GiB to spare". */
char *plimsoll_answer_reason (const PlimsollEstimate *estimate);

/** Returns: (transfer full) (array zero-terminated=1): what is worth knowing, a sentence each. */
char **plimsoll_answer_notes (PlimsollSizer *sizer);

/**
 * plimsoll_answer_to_json:
 *
 * The answer in its documented form (format %PLIMSOLL_ANSWER_FORMAT); what is not known, or not
 * computed yet, is null.
 *
 * Returns: (transfer full)
 */
JsonObject *plimsoll_answer_to_json (PlimsollSizer *sizer);

/** Returns: (transfer full): the answer as lines of text, by the locale. */
char *plimsoll_answer_to_text (PlimsollSizer *sizer);

G_END_DECLS
