/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-scenario.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What the user prefers: keys of the settings, and what follows from them. The command line has its
 * own options and does not ask here. */

#define PLIMSOLL_PREFERENCE_UNIT "memory-unit"
#define PLIMSOLL_PREFERENCE_UNIFIED "unified-memory-percent"
#define PLIMSOLL_PREFERENCE_ENGINE "default-engine"
#define PLIMSOLL_PREFERENCE_CURRENCY "currency"
#define PLIMSOLL_PREFERENCE_ELECTRICITY "electricity-price"
#define PLIMSOLL_PREFERENCE_HOURS "hours-per-day"
#define PLIMSOLL_PREFERENCE_HUB "search-hub"

/** Has memory be shown in the unit of @settings, and @accelerators give the share of theirs. */
void plimsoll_preferences_apply (GSettings *settings, PlimsollAcceleratorList *accelerators);

/** Returns: (transfer full): @accelerator, or a copy that gives the share of its memory. */
PlimsollAccelerator *plimsoll_preferences_adapt (GSettings *settings,
                                                 PlimsollAccelerator *accelerator);

/**
 * plimsoll_preferences_ask:
 * @key: (nullable): one of those that a question begins with; %NULL: all of them
 *
 * Has @scenario be asked as @settings say that questions begin.
 */
void plimsoll_preferences_ask (GSettings *settings, const char *key, PlimsollScenario *scenario);

G_END_DECLS
