/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-fit-model.h"
#include "plimsoll-own-computer.h"

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COMPUTER_FIT (plimsoll_computer_fit_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollComputerFit, plimsoll_computer_fit, PLIMSOLL, COMPUTER_FIT, GObject)

/**
 * PlimsollComputerFit:
 *
 * A #GListModel of one #PlimsollFit: the same question, asked of the computer that the program runs
 * on; of none where nothing was found of it. The row notifies when the question changes; when
 * something else is known of the computer, another takes its place. Where it is not known what a
 * model would run on, the row has no figures.
 */

/**
 * plimsoll_computer_fit_new:
 * @quality: (nullable): what precisions lose
 *
 * Returns: (transfer full): live
 */
PlimsollComputerFit *plimsoll_computer_fit_new (PlimsollSizer *sizer,
                                                PlimsollOwnComputer *computer,
                                                PlimsollQualityList *quality);

/** What changes while it is not live, is made up for when it is again. */
void plimsoll_computer_fit_set_live (PlimsollComputerFit *self, gboolean live);

/** Computes now what waits for the main loop. */
void plimsoll_computer_fit_flush (PlimsollComputerFit *self);

G_END_DECLS
