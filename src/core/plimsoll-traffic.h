/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-placement.h"

G_BEGIN_DECLS

/* Distinct windows that are told apart; a further one counts with the last. */
#define PLIMSOLL_TRAFFIC_WINDOWS 4

/**
 * PlimsollReach: a quantity that grows with the tokens before the present one: so much for each of
 * all of them, and so much for each of the last few.
 */
typedef struct
{
  double always; /* whatever their number */
  double per_token;
  guint32 n_windows;
  double windows[PLIMSOLL_TRAFFIC_WINDOWS]; /* tokens */
  double rates[PLIMSOLL_TRAFFIC_WINDOWS];   /* for each token within the window */
} PlimsollReach;

/** Adds @rate for each of the last @window tokens; of all, when @window is 0. */
void plimsoll_reach_add (PlimsollReach *self, double window, double rate);

/** Adds @factor times @other. */
void plimsoll_reach_add_scaled (PlimsollReach *self, const PlimsollReach *other, double factor);

/** Returns: the quantity with @depth tokens before. */
double plimsoll_reach_at (const PlimsollReach *self, double depth);

/** Returns: the sum over @n tokens, the first of which has @depth tokens before it. */
double plimsoll_reach_sum (const PlimsollReach *self, double depth, double n);

/**
 * PlimsollTraffic: what one token of a model reads and computes in one precision, on all places
 * together. Does not depend on the accelerator or the depth.
 */
typedef struct
{
  double always;            /* bytes of weights that every token reads, head included */
  double experts;           /* bytes of all routed experts */
  double chosen;            /* the share of them that one token reads */
  double parameters;        /* weights behind `always`, without the head */
  double expert_parameters; /* behind `experts` */
  double head_parameters;
  guint32 blocks;
  guint32 expert_blocks;
  guint32 recurrent_blocks;
  PlimsollReach cache; /* bytes; `always`: recurrent state, read and written */
  PlimsollReach work;  /* floating point operations of attention */
} PlimsollTraffic;

/** Sums up @self. Does not allocate; tens of nanoseconds for a model of few kinds of block. */
void plimsoll_traffic_init (PlimsollTraffic *self,
                            const PlimsollModelSpec *spec,
                            const PlimsollWeights *weights,
                            const PlimsollQuestion *question);

/**
 * plimsoll_traffic_add_cache:
 *
 * Adds to @cache, in bytes, and to @work, in operations, what @count blocks of a kind read of their
 * cache and state for one token. Blocks that share an earlier one's cache read it all the same.
 */
void plimsoll_traffic_add_cache (PlimsollReach *cache,
                                 PlimsollReach *work,
                                 const PlimsollLayer *layer,
                                 const PlimsollModelSpec *spec,
                                 const PlimsollQuestion *question,
                                 double count);

G_END_DECLS
