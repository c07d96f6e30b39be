/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-memory.h"

G_BEGIN_DECLS

/**
 * PlimsollAdditionsPlan: what the additions to one question take before its context is known. As
 * large as a #PlimsollMemoryPlan, and as little of it is touched without a draft model.
 */
typedef struct _PlimsollAdditionsPlan
{
  PlimsollAdditions additions;
  PlimsollQuestion draft_question;
  PlimsollMemoryPlan draft;
} PlimsollAdditionsPlan;

/**
 * plimsoll_additions_plan_init:
 * @question: with the shares of devices, if they differ
 *
 * Returns: %FALSE when the engine would not run the draft model so; @refusal says why
 */
gboolean plimsoll_additions_plan_init (PlimsollAdditionsPlan *self,
                                       const PlimsollQuestion *question,
                                       const char **refusal);

/**
 * plimsoll_additions_plan_add:
 * @placement: of the model
 * @context: tokens over all sequences
 * @memory: the model's: what its additions take is added, to what is required too
 *
 * Returns: the bytes that were added; %PLIMSOLL_OVERFLOW when a sum overflows
 */
guint64 plimsoll_additions_plan_add (const PlimsollAdditionsPlan *self,
                                     const PlimsollPlacement *placement,
                                     guint64 context,
                                     PlimsollMemory *memory);

G_END_DECLS
