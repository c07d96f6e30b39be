/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-token-clock.h"

void
plimsoll_token_clock_init (PlimsollTokenClock *self)
{
  *self = (PlimsollTokenClock) { .multiple = 1, .held = TRUE };
}

void
plimsoll_token_clock_play (PlimsollTokenClock *self)
{
  self->playing = TRUE;
  self->held = TRUE;
}

void
plimsoll_token_clock_pause (PlimsollTokenClock *self)
{
  self->playing = FALSE;
}

void
plimsoll_token_clock_hold (PlimsollTokenClock *self)
{
  self->held = TRUE;
}

void
plimsoll_token_clock_set_multiple (PlimsollTokenClock *self, guint multiple)
{
  self->multiple = CLAMP (multiple, 1, PLIMSOLL_TOKEN_CLOCK_MAX_MULTIPLE);
}

void
plimsoll_token_clock_seek (PlimsollTokenClock *self, gint64 elapsed)
{
  self->elapsed = MAX (elapsed, 0);
}

gint64
plimsoll_token_clock_tick (PlimsollTokenClock *self, gint64 time)
{
  if (self->playing && !self->held && time > self->frame)
    self->elapsed += (time - self->frame) * self->multiple;
  self->frame = time;
  self->held = FALSE;

  return self->elapsed;
}
