/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * PlimsollLater:
 *
 * Something that is computed once for any number of changes: when the main loop has nothing more
 * urgent, or at once when it is asked for. A member of what it computes. For the main thread.
 */
typedef struct
{
  void (*compute) (gpointer owner);
  gpointer owner;
  guint source;
  gboolean live;
  gboolean stale;
} PlimsollLater;

/** Live from the beginning, with nothing to compute yet. @owner has to outlive it, or clear it. */
void plimsoll_later_init (PlimsollLater *self, void (*compute) (gpointer owner), gpointer owner);

/** Something changed: computes it later, once it is live. */
void plimsoll_later_schedule (PlimsollLater *self);

/** Whether changes are to be computed: not while nobody looks. Those of meanwhile are, later. */
void plimsoll_later_set_live (PlimsollLater *self, gboolean live);

/** Computes now, if anything changed since. */
void plimsoll_later_flush (PlimsollLater *self);

/** Gives up what is scheduled. */
void plimsoll_later_clear (PlimsollLater *self);

G_END_DECLS
