/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

G_BEGIN_DECLS

/** PlimsollSuggestion: one change of the question that helps. */
typedef struct
{
  char *label;
  const char *icon;     /* static */
  const char *property; /* static: of the scenario */
  char *value;          /* as text */
} PlimsollSuggestion;

void plimsoll_suggestion_free (PlimsollSuggestion *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollSuggestion, plimsoll_suggestion_free)

/** Returns: (transfer full) (element-type PlimsollSuggestion): three at most, the best first. */
GPtrArray *plimsoll_suggestions_new (PlimsollSizer *sizer);

/** Returns: (transfer full) (element-type utf8): what is worth knowing, a sentence each. */
GPtrArray *plimsoll_notes_new (PlimsollSizer *sizer);

/** Sets @property of @scenario from @value. Returns: whether anything changed. */
gboolean
plimsoll_suggestion_apply (PlimsollScenario *scenario, const char *property, const char *value);

G_END_DECLS
