/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * PlimsollHubDeadline: gives up what waits when its time is over, or when somebody else gives it
 * up. Whoever sends a byte now and then is never idle; this ends that too, in whatever part of an
 * answer it is. On the stack of who waits, and of no other thread.
 */
typedef struct
{
  GCancellable *cancellable; /* (transfer none): to wait with */

  GCancellable *given; /* (nullable) */
  gulong handler;
  gint64 end; /* monotonic */
  GThread *thread;
  GMutex mutex; /* of what follows */
  GCond cond;
  gboolean done;
  gboolean passed;
} PlimsollHubDeadline;

/** @cancellable: (nullable): somebody else's */
void
plimsoll_hub_deadline_begin (PlimsollHubDeadline *self, guint seconds, GCancellable *cancellable);

/** Returns: whether the time was over. */
gboolean plimsoll_hub_deadline_end (PlimsollHubDeadline *self);

G_END_DECLS
