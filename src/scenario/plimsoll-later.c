/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-later.h"

/* After the sizer, before anything is laid out. */
#define PRIORITY (G_PRIORITY_HIGH_IDLE + 1)

static void
compute (PlimsollLater *self)
{
  self->stale = FALSE;
  self->compute (self->owner);
}

static gboolean
compute_cb (gpointer data)
{
  PlimsollLater *self = data;

  self->source = 0;
  compute (self);

  return G_SOURCE_REMOVE;
}

void
plimsoll_later_init (PlimsollLater *self, void (*compute_owner) (gpointer owner), gpointer owner)
{
  *self = (PlimsollLater) { .compute = compute_owner, .owner = owner, .live = TRUE };
}

void
plimsoll_later_schedule (PlimsollLater *self)
{
  self->stale = TRUE;
  if (self->live && self->source == 0)
    self->source = g_idle_add_full (PRIORITY, compute_cb, self, NULL);
}

void
plimsoll_later_set_live (PlimsollLater *self, gboolean live)
{
  self->live = live;
  if (!live)
    plimsoll_later_clear (self);
  else if (self->stale)
    plimsoll_later_schedule (self);
}

void
plimsoll_later_flush (PlimsollLater *self)
{
  if (!self->stale)
    return;

  plimsoll_later_clear (self);
  compute (self);
}

void
plimsoll_later_clear (PlimsollLater *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
}
