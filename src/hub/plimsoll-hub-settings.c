/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-settings.h"

#include <string.h>

#define DEFAULT_ENDPOINT "https://huggingface.co"
#define MAX_TOKEN 4096
#define IDLE_SECONDS 15
#define TOTAL_SECONDS 60
#define CACHE_BYTES (G_GUINT64_CONSTANT (64) << 20)

/* What is set to nothing is not set. */
static const char *
variable (const char *name)
{
  const char *value = g_getenv (name);

  return value != NULL && *value != '\0' ? value : NULL;
}

static gboolean
is_on (const char *name)
{
  static const char *const words[] = { "1", "ON", "YES", "TRUE" };
  const char *value = variable (name);

  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (value, words[i]) == 0)
      return TRUE;
  return FALSE;
}

/* One that could not stand in a header is none. */
static char *
take_token (const char *text)
{
  g_autofree char *token = g_strstrip (g_strdup (text));
  gsize length = strlen (token);

  if (length == 0 || length > MAX_TOKEN)
    return NULL;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isgraph (token[i]))
      return NULL;
  return g_steal_pointer (&token);
}

static char *
token_path (void)
{
  const char *home = variable ("HF_HOME");

  if (variable ("HF_TOKEN_PATH") != NULL)
    return g_strdup (variable ("HF_TOKEN_PATH"));
  return home != NULL ? g_build_filename (home, "token", NULL)
                      : g_build_filename (g_get_user_cache_dir (), "huggingface", "token", NULL);
}

static char *
find_token (void)
{
  g_autofree char *path = token_path ();
  g_autofree char *text = NULL;

  if (variable ("HF_TOKEN") != NULL)
    return take_token (variable ("HF_TOKEN"));
  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  return take_token (text);
}

PlimsollHubSettings *
plimsoll_hub_settings_new (void)
{
  PlimsollHubSettings *self = g_new0 (PlimsollHubSettings, 1);
  const char *endpoint = variable ("HF_ENDPOINT");

  self->endpoint = g_strdup (endpoint != NULL ? endpoint : DEFAULT_ENDPOINT);
  for (gsize n = strlen (self->endpoint); n > 0 && self->endpoint[n - 1] == '/'; n--)
    self->endpoint[n - 1] = '\0';
  self->token = find_token ();
  self->offline = is_on ("HF_HUB_OFFLINE");
  self->idle_seconds = IDLE_SECONDS;
  self->total_seconds = TOTAL_SECONDS;
  self->cache_folder = g_build_filename (g_get_user_cache_dir (), "plimsoll", "hub", NULL);
  self->cache_bytes = CACHE_BYTES;
  return self;
}

void
plimsoll_hub_settings_free (PlimsollHubSettings *self)
{
  g_free (self->endpoint);
  g_free (self->token);
  g_free (self->cache_folder);
  g_free (self);
}
