/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-deadline.h"

static gpointer
watch (gpointer data)
{
  PlimsollHubDeadline *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->done && !self->passed)
    self->passed = !g_cond_wait_until (&self->cond, &self->mutex, self->end);
  g_mutex_unlock (&self->mutex);
  if (self->passed)
    g_cancellable_cancel (self->cancellable);
  return NULL;
}

static void
given_up_cb (GCancellable *given, gpointer data)
{
  g_cancellable_cancel (data);
}

void
plimsoll_hub_deadline_begin (PlimsollHubDeadline *self, guint seconds, GCancellable *cancellable)
{
  *self = (PlimsollHubDeadline) {
    .cancellable = g_cancellable_new (),
    .given = cancellable,
    .end = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC,
  };
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  if (cancellable != NULL)
    self->handler = g_cancellable_connect (cancellable, G_CALLBACK (given_up_cb),
                                           g_object_ref (self->cancellable), g_object_unref);
  self->thread = g_thread_new ("deadline", watch, self);
}

gboolean
plimsoll_hub_deadline_end (PlimsollHubDeadline *self)
{
  g_cancellable_disconnect (self->given, self->handler);
  g_mutex_lock (&self->mutex);
  self->done = TRUE;
  g_cond_signal (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_clear_object (&self->cancellable);
  return self->passed;
}
