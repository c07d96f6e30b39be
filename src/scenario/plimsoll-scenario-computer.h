/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-computer.h"
#include "plimsoll-scenario.h"

G_BEGIN_DECLS

/* Questions about the computer that the program runs on. */

/**
 * plimsoll_scenario_set_computer:
 *
 * Has the question be about @computer, as far as it is known: its boards, or its processor alone,
 * its memory, and what others use of it where that was set. Shares of other boards are no shares of
 * these.
 */
void plimsoll_scenario_set_computer (PlimsollScenario *self, PlimsollOwnComputer *computer);

/** Returns: whether the question is about the boards of @computer, all of them and no others. */
gboolean plimsoll_scenario_is_on_computer (PlimsollScenario *self, PlimsollOwnComputer *computer);

/** Returns: (transfer full): what models run on, "2 × NVIDIA RTX 3090"; its processor where there
 * is nothing else, and words where it is not known. */
char *plimsoll_scenario_describe_computer (PlimsollOwnComputer *computer);

G_END_DECLS
