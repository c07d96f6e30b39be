/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-id.h"

#include "plimsoll-format-error.h"

char *
plimsoll_file_path (const char *path, GError **error)
{
  g_autofree char *local = NULL;

  if (g_str_has_prefix (path, "file:"))
    {
      local = g_filename_from_uri (path, NULL, error);
      if (local == NULL)
        return NULL;
      path = local;
    }

  return g_canonicalize_filename (path, NULL);
}

char *
plimsoll_file_id (const char *path)
{
  return g_utf8_validate (path, -1, NULL) ? g_strdup (path) : g_filename_to_uri (path, NULL, NULL);
}

void
plimsoll_file_propagate_error (GError **error, GError *fault)
{
  g_autofree char *message = plimsoll_one_line (fault->message, PLIMSOLL_MAX_MESSAGE);

  g_set_str (&fault->message, message);
  g_propagate_error (error, fault);
}
