/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

G_BEGIN_DECLS

/**
 * plimsoll_serving_estimate:
 * @estimate: (out caller-allocates): the answer
 *
 * plimsoll_estimate() for vLLM and SGLang. Usable is the engine's budget; required what it takes of
 * it for the requests asked; where it does not hold them all the cache is full, and the others
 * wait.
 *
 * Fits: with one request of the context's length held, and all those asked too. Tight: with less
 * than 5 % of the budget to spare, or when not all those asked are held at once. Exceeds: when not
 * one is, or when less is free than the engine wants.
 */
void plimsoll_serving_estimate (const PlimsollModelSpec *spec,
                                const PlimsollWeights *weights,
                                const PlimsollHardware *hardware,
                                const PlimsollQuestion *question,
                                PlimsollEstimate *estimate);

G_END_DECLS
