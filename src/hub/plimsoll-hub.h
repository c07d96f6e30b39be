/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub-error.h"
#include "plimsoll-hub-settings.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_HUB (plimsoll_hub_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollHub, plimsoll_hub, PLIMSOLL, HUB, GObject)

/**
 * PlimsollHub:
 *
 * Fetches from one hub. Nothing is fetched unless asked for, no more than asked for is kept in
 * memory, and at most two requests are under way at once. The token goes to the hub's own scheme,
 * host and port alone, not along with a redirect, and is in no message.
 */

/** PlimsollHubAnswer: what came. */
typedef struct
{
  GBytes *bytes;
  guint64 size; /* of the whole, where a part was asked; else of @bytes */
  char *etag;   /* (nullable) */
  char *next;   /* (nullable): the address of the next page of a list */
  gint64 age; /* seconds since it was true, of what was kept and could not be asked anew; else -1 */
  guint64 came; /* bytes of it that came over the network */
} PlimsollHubAnswer;

/** PlimsollHubRequest: what to fetch; copied. */
typedef struct
{
  const char *path; /* on the hub: "/api/models?…"; or an absolute address that it gave as @next */
  guint64 offset;
  guint64 length; /* of a part; 0: the whole */
  guint64 most;   /* bytes: a longer answer is an error */
  gboolean json;  /* anything else is an error */
  gboolean keep;  /* on the disk, to be confirmed the next time, or for when the hub is not there */
  gboolean fixed; /* it never changes: what is kept need not be confirmed */
  gboolean kept_only; /* the network is not used */
  gboolean no_hub;    /* somebody named the address: faults are told of a file, not of a model */
} PlimsollHubRequest;

/** @settings: (transfer full) */
PlimsollHub *plimsoll_hub_new (PlimsollHubSettings *settings);

/** Returns: (transfer none) */
const PlimsollHubSettings *plimsoll_hub_get_settings (PlimsollHub *self);

/** Returns: bytes of answers that came so far. */
guint64 plimsoll_hub_get_fetched (PlimsollHub *self);

/**
 * plimsoll_hub_fetch:
 *
 * Waits for the answer. Any thread may call it; on the main thread, see plimsoll_hub_fetch_async().
 *
 * Returns: (transfer full): %NULL with @error in %PLIMSOLL_HUB_ERROR, or %G_IO_ERROR_CANCELLED
 */
PlimsollHubAnswer *plimsoll_hub_fetch (PlimsollHub *self,
                                       const PlimsollHubRequest *request,
                                       GCancellable *cancellable,
                                       GError **error);

/** The same in a thread. What is cancelled before its turn is never sent. */
void plimsoll_hub_fetch_async (PlimsollHub *self,
                               const PlimsollHubRequest *request,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data);
PlimsollHubAnswer *
plimsoll_hub_fetch_finish (PlimsollHub *self, GAsyncResult *result, GError **error);

void plimsoll_hub_answer_free (PlimsollHubAnswer *self);

/** Returns: bytes on the disk of what is kept. */
guint64 plimsoll_hub_get_kept (PlimsollHub *self);

/** Deletes what is kept on the disk. Returns: its bytes. */
guint64 plimsoll_hub_forget (PlimsollHub *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubAnswer, plimsoll_hub_answer_free)

G_END_DECLS
