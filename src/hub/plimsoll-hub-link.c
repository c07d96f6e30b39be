/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-link.h"

#include <string.h>

#define MAX_LINK 2000
#define MAX_NAME 96

void
plimsoll_hub_link_free (PlimsollHubLink *self)
{
  g_free (self->repository);
  g_free (self->revision);
  g_free (self->file);
  g_free (self->quantization);
  g_free (self);
}

/* As the hub allows them: letters, digits, "-", "_" and ".", the last two not at an end. */
static gboolean
is_name (const char *name)
{
  gsize length = strlen (name);

  if (length == 0 || length > MAX_NAME || strstr (name, "..") != NULL
      || strstr (name, "--") != NULL)
    return FALSE;
  if (strchr ("-.", name[0]) != NULL || strchr ("-.", name[length - 1]) != NULL)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalnum (name[i]) && strchr ("-_.", name[i]) == NULL)
      return FALSE;
  return TRUE;
}

static gboolean
is_file (char *const *parts)
{
  for (; *parts != NULL; parts++)
    if (**parts == '\0' || g_str_equal (*parts, ".") || g_str_equal (*parts, ".."))
      return FALSE;
  return TRUE;
}

/* What stands after the host; %NULL: @text is no address of such a host. */
static const char *
path_of_address (const char *text, const char *endpoint)
{
  static const char *const hosts[] = { "huggingface.co/", "hf.co/", "www.huggingface.co/" };
  gsize n = endpoint != NULL ? strlen (endpoint) : 0;

  if (n > 0 && g_ascii_strncasecmp (text, endpoint, n) == 0 && text[n] == '/')
    return text + n + 1;
  if (g_ascii_strncasecmp (text, "https://", 8) == 0)
    text += 8;
  else if (g_ascii_strncasecmp (text, "http://", 7) == 0)
    text += 7;
  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    if (g_ascii_strncasecmp (text, hosts[i], strlen (hosts[i])) == 0)
      return text + strlen (hosts[i]);
  return NULL;
}

/* "/blob/main/folder/file", "/resolve/…", "/tree/main". */
static gboolean
take_place (PlimsollHubLink *self, char **parts)
{
  gboolean is_tree = g_strcmp0 (parts[0], "tree") == 0;

  if (parts[0] == NULL || (parts[0][0] == '\0' && parts[1] == NULL))
    return TRUE;
  if (!is_tree && !g_str_equal (parts[0], "blob") && !g_str_equal (parts[0], "resolve")
      && !g_str_equal (parts[0], "raw"))
    return FALSE;
  if (parts[1] == NULL || !is_name (parts[1]))
    return FALSE;
  g_set_str (&self->revision, parts[1]);
  if (is_tree)
    return TRUE;
  if (parts[2] == NULL || !is_file (parts + 2))
    return FALSE;
  self->file = g_strjoinv ("/", parts + 2);
  return TRUE;
}

/* Takes what stands behind @mark off @name. */
static char *
take_behind (char *name, char mark)
{
  char *at = strchr (name, mark);

  if (at == NULL)
    return NULL;
  *at = '\0';
  return g_strdup (at + 1);
}

PlimsollHubLink *
plimsoll_hub_link_parse (const char *text, const char *endpoint)
{
  g_autoptr (PlimsollHubLink) self = g_new0 (PlimsollHubLink, 1);
  g_autofree char *stripped = NULL;
  g_autofree char *plain = NULL;
  g_auto (GStrv) parts = NULL;
  const char *path;

  if (strlen (text) > MAX_LINK)
    return NULL;
  stripped = g_strstrip (g_strdup (text));
  path = path_of_address (stripped, endpoint);
  if (path != NULL)
    {
      plain = g_uri_unescape_segment (path, path + strcspn (path, "?#"), NULL);
      if (plain == NULL)
        return NULL;
    }
  parts = g_strsplit (plain != NULL ? plain : stripped, "/", -1);
  if (g_strv_length (parts) < 2 || (plain == NULL && parts[2] != NULL))
    return NULL;

  self->quantization = take_behind (parts[1], ':');
  self->revision = take_behind (parts[1], '@');
  if (self->revision == NULL)
    self->revision = g_strdup ("main");
  if (!is_name (parts[0]) || !is_name (parts[1]) || !is_name (self->revision)
      || (self->quantization != NULL && !is_name (self->quantization))
      || !take_place (self, parts + 2))
    return NULL;
  self->repository = g_strdup_printf ("%s/%s", parts[0], parts[1]);
  return g_steal_pointer (&self);
}
