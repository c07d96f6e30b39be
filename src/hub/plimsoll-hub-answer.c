/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_WAIT 86400 /* seconds */

static gboolean G_GNUC_PRINTF (3, 4)
  fail (GError **error, PlimsollHubError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (PLIMSOLL_HUB_ERROR, (gint) code, format, arguments);
  va_end (arguments);
  return FALSE;
}

static const char *
header (SoupMessage *message, const char *name)
{
  return soup_message_headers_get_one (soup_message_get_response_headers (message), name);
}

/* "Qwen/Qwen3-8B" of the address of the model, of a file or of the API; %NULL: another. */
static char *
repository_of (SoupMessage *message)
{
  const char *path = g_uri_get_path (soup_message_get_uri (message));
  g_auto (GStrv) parts = g_strsplit (path, "/", 6);
  guint first = g_str_has_prefix (path, "/api/models/") ? 3 : 1;

  if (g_strv_length (parts) < first + 2)
    return NULL;
  return g_strdup_printf ("%s/%s", parts[first], parts[first + 1]);
}

/* Seconds, or a date. Returns: 0: not told, or nothing to go by */
static guint64
seconds_to_wait (const char *text)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = NULL;
  guint64 seconds = 0;
  GTimeSpan span;

  if (text == NULL || g_ascii_string_to_unsigned (text, 10, 1, MAX_WAIT, &seconds, NULL))
    return seconds;
  then = soup_date_time_new_from_http_string (text);
  span = then != NULL ? g_date_time_difference (then, now) / G_TIME_SPAN_SECOND + 1 : 0;
  return span > 0 && span <= MAX_WAIT ? (guint64) span : 0;
}

static gboolean
fail_rate (SoupMessage *message, const char *host, GError **error)
{
  const guint64 seconds = seconds_to_wait (header (message, "Retry-After"));

  if (seconds > 0)
    return fail (error, PLIMSOLL_HUB_ERROR_RATE_LIMITED,
                 /* Translators: a host. */
                 ngettext ("%s was asked too often; again in %u second",
                           "%s was asked too often; again in %u seconds", (guint) seconds),
                 host, (guint) seconds);
  return fail (error, PLIMSOLL_HUB_ERROR_RATE_LIMITED,
               _("%s was asked too often; try again later"), host);
}

/* What only a hub says, of its models. Returns: whether that was it */
static gboolean
fail_of_hub (SoupMessage *message, const char *endpoint, GError **error)
{
  const guint status = soup_message_get_status (message);
  const char *code = header (message, "X-Error-Code");
  g_autofree char *repository = repository_of (message);
  const char *name = repository != NULL ? repository : "—";

  if (g_strcmp0 (code, "GatedRepo") == 0)
    /* Translators: a model, and the address of its page */
    fail (error, PLIMSOLL_HUB_ERROR_GATED,
          _("%s is gated: ask for access at %s/%s, and set HF_TOKEN"), name, endpoint, name);
  else if (g_strcmp0 (code, "EntryNotFound") == 0)
    fail (error, PLIMSOLL_HUB_ERROR_NOT_FOUND, _("%s has no such file"), name);
  else if (g_strcmp0 (code, "RevisionNotFound") == 0)
    fail (error, PLIMSOLL_HUB_ERROR_NOT_FOUND, _("%s has no such revision"), name);
  else if (status == SOUP_STATUS_NOT_FOUND || g_strcmp0 (code, "RepoNotFound") == 0)
    fail (error, PLIMSOLL_HUB_ERROR_NOT_FOUND, _("The hub has no “%s”, or it is private"), name);
  else if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
    fail (error, PLIMSOLL_HUB_ERROR_DENIED, _("The hub does not let us read “%s”: check HF_TOKEN"),
          name);
  else
    return FALSE;
  return TRUE;
}

gboolean
plimsoll_hub_fail_status (SoupMessage *message, const char *endpoint, GError **error)
{
  const guint status = soup_message_get_status (message);
  const char *host = g_uri_get_host (soup_message_get_uri (message));

  if (status == 429)
    return fail_rate (message, host, error);
  if (endpoint != NULL && fail_of_hub (message, endpoint, error))
    return FALSE;
  if (status == SOUP_STATUS_NOT_FOUND || status == SOUP_STATUS_GONE)
    return fail (error, PLIMSOLL_HUB_ERROR_NOT_FOUND, _("%s has no such file"), host);
  if (status == SOUP_STATUS_UNAUTHORIZED || status == SOUP_STATUS_FORBIDDEN)
    /* Translators: a host. */
    return fail (error, PLIMSOLL_HUB_ERROR_DENIED, _("%s does not let us read this"), host);
  return fail (error, PLIMSOLL_HUB_ERROR_SERVER, _("%s answered with an error (%u)"), host,
               status);
}

gboolean
plimsoll_hub_fail_transport (GError *fault, const char *host, GError **error)
{
  g_autoptr (GError) owned = fault;

  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&owned));
      return FALSE;
    }
  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return fail (error, PLIMSOLL_HUB_ERROR_TIMED_OUT, _("%s does not answer in time"), host);
  if (owned->domain == G_TLS_ERROR)
    return fail (error, PLIMSOLL_HUB_ERROR_TLS, _("The connection to %s is not secure: %s"), host,
                 owned->message);
  if (g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
      || g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_CONNECTION_CLOSED))
    return fail (error, PLIMSOLL_HUB_ERROR_TRUNCATED, _("The answer of %s ends too early"), host);
  if (owned->domain == SOUP_SESSION_ERROR
      || g_error_matches (owned, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return fail (error, PLIMSOLL_HUB_ERROR_BAD_ANSWER, _("The answer of %s cannot be read: %s"),
                 host, owned->message);
  return fail (error, PLIMSOLL_HUB_ERROR_UNREACHABLE, _("%s cannot be reached: %s"), host,
               owned->message);
}

static gboolean
check_range (SoupMessage *message, const PlimsollHubRequest *request, guint64 *size, GError **error)
{
  goffset start, end, total;
  const guint64 last = request->offset + request->length - 1;

  if (soup_message_get_status (message) != SOUP_STATUS_PARTIAL_CONTENT)
    return fail (error, PLIMSOLL_HUB_ERROR_NO_RANGES,
                 _("The server does not send parts of files, only whole ones"));
  if (!soup_message_headers_get_content_range (soup_message_get_response_headers (message), &start,
                                               &end, &total)
      || start < 0 || end < start || total <= end || (guint64) start != request->offset
      || (guint64) end != MIN (last, (guint64) total - 1))
    return fail (error, PLIMSOLL_HUB_ERROR_BAD_ANSWER,
                 _("The server sent another part of the file than was asked"));
  *size = (guint64) total;
  return TRUE;
}

gboolean
plimsoll_hub_check_headers (SoupMessage *message,
                            const PlimsollHubRequest *request,
                            guint64 *size,
                            GError **error)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  goffset length = soup_message_headers_get_encoding (headers) == SOUP_ENCODING_CONTENT_LENGTH
                     ? soup_message_headers_get_content_length (headers)
                     : 0;

  if (request->length != 0)
    return check_range (message, request, size, error);
  if (request->json && type != NULL && strstr (type, "json") == NULL)
    return fail (error, PLIMSOLL_HUB_ERROR_BAD_ANSWER,
                 _("The answer is no JSON but “%s”: a network’s log-in page, or no hub"), type);
  if (length > 0 && (guint64) length > request->most)
    return fail (error, PLIMSOLL_HUB_ERROR_TOO_LARGE,
                 _("The answer is larger than any honest one"));
  return TRUE;
}

char *
plimsoll_hub_next_page (SoupMessage *message)
{
  const char *link = header (message, "Link");
  const char *end = link != NULL ? strstr (link, ">; rel=\"next\"") : NULL;
  const char *start = end;

  while (start != NULL && start > link && start[-1] != '<')
    start--;
  return start != NULL && start > link ? g_strndup (start, (gsize) (end - start)) : NULL;
}
