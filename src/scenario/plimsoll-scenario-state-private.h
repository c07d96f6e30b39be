/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario-state.h"

G_BEGIN_DECLS

/* What a question in text, JSON and as a state share: the names of its members, and their values as
 * text. */

/* What text of a number counts. */
typedef enum
{
  PLIMSOLL_COUNTS_THINGS,
  PLIMSOLL_COUNTS_TOKENS,
  PLIMSOLL_COUNTS_BYTES,
  PLIMSOLL_COUNTS_SOLD, /* tokens by the million */
} PlimsollScenarioCounts;

typedef struct
{
  const char *member; /* (nullable): in JSON */
  const char *property;
  PlimsollScenarioCounts counts;
} PlimsollScenarioMember;

/** Returns: (array length=n) (transfer none): every member, what bounds the context before it. */
const PlimsollScenarioMember *plimsoll_scenario_members (gsize *n);

/** Returns: (nullable) (transfer none): what JSON calls @member. */
const PlimsollScenarioMember *plimsoll_scenario_find_member (const char *member);

GParamSpec *plimsoll_scenario_find_property (PlimsollScenario *self, const char *name);

/** Sets a property of @draft; a fault is said to be of @called, where that is not %NULL. */
gboolean plimsoll_scenario_take_text (PlimsollScenario *draft,
                                      const PlimsollScenarioMember *member,
                                      const char *called,
                                      const char *text,
                                      const PlimsollScenarioFinder *finder,
                                      GError **error);

/** Sets @error; returns %FALSE. */
gboolean plimsoll_scenario_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_END_DECLS
