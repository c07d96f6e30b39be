/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-token-pace.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TOKEN_LANE (plimsoll_token_lane_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTokenLane, plimsoll_token_lane, PLIMSOLL, TOKEN_LANE, GtkWidget)

/**
 * PlimsollTokenLane:
 *
 * One request as it would be seen: the prompt is taken in, then a text is written token by token,
 * with its speed, when the first came, how many there are, and what that feels like. Where none
 * comes it says why.
 *
 * Properties: suffix (GtkWidget, at the end of its title).
 *
 * Role: group, named by the title. CSS node: token-lane, with the class second for what is
 * compared. The text is not read out as it is written.
 */

/**
 * plimsoll_token_lane_set_pace:
 * @title: what runs
 * @pace: (nullable): %NULL: nothing is there
 * @nothing: (nullable): said then
 */
void plimsoll_token_lane_set_pace (PlimsollTokenLane *self,
                                   const char *title,
                                   const PlimsollTokenPace *pace,
                                   const char *nothing);

/** Shows what is there after @seconds. */
void plimsoll_token_lane_show (PlimsollTokenLane *self, double seconds);

/** Returns: the tokens that are shown. */
guint64 plimsoll_token_lane_get_tokens (PlimsollTokenLane *self);

G_END_DECLS
