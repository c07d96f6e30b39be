/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-speed-plan.h"

G_BEGIN_DECLS

/** PlimsollSpeed: how fast a question runs. Modelled; docs/sizing.md has forms and errors. */
typedef struct
{
  PlimsollSpeedPlan plan;    /* which the figures are of: for other depths, prompts and requests */
  PlimsollRange decode;      /* tokens/s of one request at the question's depth */
  PlimsollRange prefill;     /* tokens/s of the question's prompt, from nothing */
  PlimsollRange first_token; /* seconds: the prompt, and a token after it */
  PlimsollRange batch;       /* tokens/s of all of the question's requests together, at most */
} PlimsollSpeed;

/** Sets @self to unknown. */
void plimsoll_speed_init (PlimsollSpeed *self);

/** Sets @self to what @plan comes to at the depth and prompt of @question. */
void plimsoll_speed_at (PlimsollSpeed *self,
                        const PlimsollSpeedPlan *plan,
                        const PlimsollQuestion *question);

/** Returns: tokens before the one that is decoded: the question's depth, else its prompt. */
double plimsoll_speed_depth (const PlimsollQuestion *question);

G_END_DECLS
