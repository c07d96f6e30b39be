/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_TOKEN_CLOCK_MAX_MULTIPLE 16

/**
 * PlimsollTokenClock: the time that a simulation shows, in whole microseconds, so that it does not
 * drift however irregular the frames are. It is given the time of each frame that is seen.
 */
typedef struct
{
  guint multiple; /* simulated seconds a second */
  gboolean playing;
  gboolean held;  /* the last frame was seen too long ago to count from */
  gint64 frame;   /* time of the last one */
  gint64 elapsed; /* simulated */
} PlimsollTokenClock;

/** Sets @self to the beginning, standing, at the pace of real time. */
void plimsoll_token_clock_init (PlimsollTokenClock *self);

/** Time goes on from the next frame. */
void plimsoll_token_clock_play (PlimsollTokenClock *self);
void plimsoll_token_clock_pause (PlimsollTokenClock *self);

/** Nothing is seen: what goes by until the next frame does not count. */
void plimsoll_token_clock_hold (PlimsollTokenClock *self);

/** @multiple: 1 to %PLIMSOLL_TOKEN_CLOCK_MAX_MULTIPLE; what went by before stays. */
void plimsoll_token_clock_set_multiple (PlimsollTokenClock *self, guint multiple);

/** Goes to @elapsed microseconds. */
void plimsoll_token_clock_seek (PlimsollTokenClock *self, gint64 elapsed);

/** A frame is drawn at @time, microseconds. Returns: simulated microseconds. */
gint64 plimsoll_token_clock_tick (PlimsollTokenClock *self, gint64 time);

G_END_DECLS
