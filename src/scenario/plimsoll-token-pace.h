/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

G_BEGIN_DECLS

/** Whether tokens come, or why not. */
typedef enum
{
  PLIMSOLL_PACE_RUNS,
  PLIMSOLL_PACE_REFUSED, /* the question cannot be asked: the refusal says why */
  PLIMSOLL_PACE_EXCEEDS, /* it does not fit, by no plan either */
  PLIMSOLL_PACE_UNKNOWN, /* it would run, but the speed is not known */
  PLIMSOLL_PACE_NO_ROOM, /* the prompt leaves the context no room for an answer */
} PlimsollPaceState;

/**
 * PlimsollTokenPace: when the tokens of one request alone come, by the model of speed: the prompt
 * is taken in from nothing, then each token with all those before it. Plain values.
 */
typedef struct
{
  PlimsollPaceState state;
  const char *refusal; /* (nullable): a static sentence */
  PlimsollSpeedPlan plan;
  gboolean planned;      /* it runs by a plan with a part in system memory */
  guint64 room;          /* tokens of context that one request has */
  guint64 prompt;        /* tokens */
  guint64 answer;        /* tokens that come: as asked, or as the context has room for */
  double prompt_seconds; /* to take the prompt in; NAN: not known, and the answer begins at once */
  double end;            /* seconds to the last token */
} PlimsollTokenPace;

/** Reading in silence is about so many tokens a second. */
#define PLIMSOLL_READING_LOW 5.0
#define PLIMSOLL_READING_HIGH 7.0

/**
 * plimsoll_token_pace_init:
 * @accelerator: (nullable): as many boards of it as the question has, in the place of its own
 *   hardware, or one where it has none; %NULL: as it is asked
 * @prompt: tokens, at least 1
 * @answer: tokens, at least 1
 */
void plimsoll_token_pace_init (PlimsollTokenPace *self,
                               PlimsollSizer *sizer,
                               PlimsollAccelerator *accelerator,
                               guint64 prompt,
                               guint64 answer);

/** Sets when tokens come by @plan, with room for all of them. */
void plimsoll_token_pace_init_plan (PlimsollTokenPace *self,
                                    const PlimsollSpeedPlan *plan,
                                    guint64 prompt,
                                    guint64 answer);

/** Returns: seconds to the first token; NAN: not known, or none comes. */
double plimsoll_token_pace_first (const PlimsollTokenPace *self);

/** Returns: the share of the prompt's time that is over after @seconds, 0 to 1. */
double plimsoll_token_pace_prompt_share (const PlimsollTokenPace *self, double seconds);

/** Returns: the tokens of the answer that are there after @seconds. */
guint64 plimsoll_token_pace_tokens (const PlimsollTokenPace *self, double seconds);

/** Returns: tokens a second with @depth tokens before; NAN. Of a processor alone the most. */
double plimsoll_token_pace_speed (const PlimsollTokenPace *self, double depth);

/** Returns: (transfer full): why no token comes, in a sentence; %NULL: they come. */
char *plimsoll_token_pace_fault (const PlimsollTokenPace *self);

/** Returns: (transfer full): what so many tokens a second feel like, in a line. */
char *plimsoll_token_pace_feels (double tokens_per_second);

G_END_DECLS
