/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-download.h"

#include <glib/gi18n.h>
#include <string.h>

gboolean
plimsoll_hub_is_address (const char *text)
{
  return g_str_has_prefix (text, "https://") || g_str_has_prefix (text, "http://");
}

GBytes *
plimsoll_hub_download (const char *address, guint64 most, GCancellable *cancellable, GError **error)
{
  const PlimsollHubRequest request = { .path = address, .most = most, .no_hub = TRUE };
  PlimsollHubSettings *settings = plimsoll_hub_settings_new ();
  g_autoptr (PlimsollHub) place = NULL;
  g_autoptr (PlimsollHubAnswer) answer = NULL;

  g_clear_pointer (&settings->token, g_free);
  g_clear_pointer (&settings->cache_folder, g_free);
  g_set_str (&settings->endpoint, address);
  /* HF_HUB_OFFLINE is about the hub, and this is none. */
  settings->offline = FALSE;
  place = plimsoll_hub_new (settings);
  answer = plimsoll_hub_fetch (place, &request, cancellable, error);
  if (answer == NULL)
    {
      g_prefix_error (error, "%s: ", address);
      return NULL;
    }
  return g_bytes_ref (answer->bytes);
}

/* No more than may be, and one byte that shows that there is more. */
static GBytes *
read_file (const char *name, guint64 most, GCancellable *cancellable, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (name);
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autofree char *text = NULL;
  gsize length;

  if (stream == NULL)
    return NULL;
  text = g_malloc (most + 1);
  if (!g_input_stream_read_all (G_INPUT_STREAM (stream), text, most + 1, &length, cancellable,
                                error))
    return NULL;
  if (length > most)
    {
      /* Translators: a file, and a size in MiB. */
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("%s: larger than %d MiB"), name,
                   (int) (most >> 20));
      return NULL;
    }
  return g_bytes_new (text, length);
}

GBytes *
plimsoll_hub_read (const char *place, guint64 most, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (place != NULL, NULL);

  return plimsoll_hub_is_address (place) ? plimsoll_hub_download (place, most, cancellable, error)
                                         : read_file (place, most, cancellable, error);
}

char *
plimsoll_hub_name_of (const char *place)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (place != NULL, NULL);

  if (plimsoll_hub_is_address (place))
    {
      g_autoptr (GUri) uri = g_uri_parse (place, G_URI_FLAGS_NONE, NULL);

      if (uri != NULL)
        path = g_strdup (strlen (g_uri_get_path (uri)) > 1 ? g_uri_get_path (uri)
                                                           : g_uri_get_host (uri));
    }
  else
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (place);

      path = g_file_get_basename (file);
    }
  return g_filename_display_basename (path != NULL ? path : place);
}
