/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-download.h"

gboolean
plimsoll_hub_is_address (const char *text)
{
  return g_str_has_prefix (text, "https://") || g_str_has_prefix (text, "http://");
}

GBytes *
plimsoll_hub_download (const char *address, guint64 most, GCancellable *cancellable, GError **error)
{
  const PlimsollHubRequest request = { .path = address, .most = most };
  PlimsollHubSettings *settings = plimsoll_hub_settings_new ();
  g_autoptr (PlimsollHub) place = NULL;
  g_autoptr (PlimsollHubAnswer) answer = NULL;

  g_clear_pointer (&settings->token, g_free);
  g_clear_pointer (&settings->cache_folder, g_free);
  g_set_str (&settings->endpoint, address);
  place = plimsoll_hub_new (settings);
  answer = plimsoll_hub_fetch (place, &request, cancellable, error);
  if (answer == NULL)
    {
      g_prefix_error (error, "%s: ", address);
      return NULL;
    }
  return g_bytes_ref (answer->bytes);
}
