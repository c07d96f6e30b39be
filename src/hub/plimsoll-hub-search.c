/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-search.h"

#include "plimsoll-hub-json.h"

#include <string.h>

#define MOST (G_GUINT64_CONSTANT (2) << 20)

/* --- A listing --- */

PlimsollHubListing *
plimsoll_hub_listing_new (void)
{
  return g_atomic_rc_box_new0 (PlimsollHubListing);
}

PlimsollHubListing *
plimsoll_hub_listing_ref (PlimsollHubListing *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  PlimsollHubListing *self = data;

  g_free (self->id);
  g_free (self->licence);
}

void
plimsoll_hub_listing_unref (PlimsollHubListing *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* --- A search --- */

void
plimsoll_hub_search_async (PlimsollHub *self,
                           const char *words,
                           GCancellable *cancellable,
                           GAsyncReadyCallback callback,
                           gpointer data)
{
  g_autofree char *valid = g_utf8_make_valid (words, -1);
  g_autofree char *escaped = g_uri_escape_string (g_strstrip (valid), NULL, FALSE);
  g_autofree char *path = g_strdup_printf ("/api/models?search=%s&sort=downloads&direction=-1"
                                           "&limit=%d&expand[]=downloads&expand[]=likes"
                                           "&expand[]=gated&expand[]=tags&expand[]=safetensors",
                                           escaped, PLIMSOLL_HUB_FOUND_AT_MOST);
  const PlimsollHubRequest request = { .path = path, .most = MOST, .json = TRUE, .keep = TRUE };

  plimsoll_hub_fetch_async (self, &request, cancellable, callback, data);
}

GPtrArray *
plimsoll_hub_search_finish (PlimsollHub *self, GAsyncResult *result, gint64 *age, GError **error)
{
  g_autoptr (PlimsollHubAnswer) answer = plimsoll_hub_fetch_finish (self, result, error);
  g_autoptr (GPtrArray) listings =
    g_ptr_array_new_with_free_func ((GDestroyNotify) plimsoll_hub_listing_unref);

  if (answer == NULL || !plimsoll_hub_json_search (answer->bytes, listings, error))
    return NULL;
  if (listings->len > PLIMSOLL_HUB_FOUND_AT_MOST)
    g_ptr_array_set_size (listings, PLIMSOLL_HUB_FOUND_AT_MOST);
  if (age != NULL)
    *age = answer->age;
  return g_steal_pointer (&listings);
}
