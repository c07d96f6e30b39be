/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-cache.h"
#include "plimsoll-hub-deadline.h"
#include "plimsoll-hub-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_REDIRECTS 5
#define MAX_IN_FLIGHT 2
#define PIECE 65536
#define MOST_HEADERS 65536 /* bytes; libsoup itself gives up at 100 KiB */

struct _PlimsollHub
{
  GObject parent_instance;

  PlimsollHubSettings *settings;
  GUri *endpoint; /* (nullable): what was set is no address */
  SoupSession *session;
  PlimsollHubCache *cache; /* (nullable) */
  GMutex mutex;            /* of @fetched */
  guint64 fetched;

  /* Of the main thread. */
  GQueue waiting; /* of GTask */
  guint in_flight;
};

G_DEFINE_FINAL_TYPE (PlimsollHub, plimsoll_hub, G_TYPE_OBJECT)

static gboolean
fail (GError **error, PlimsollHubError code, const char *message)
{
  g_set_error_literal (error, PLIMSOLL_HUB_ERROR, (gint) code, message);
  return FALSE;
}

void
plimsoll_hub_answer_free (PlimsollHubAnswer *self)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->etag);
  g_free (self->next);
  g_free (self);
}

/* --- One request --- */

/* @uri: (nullable). Without one it is nothing that could be sent. */
static gboolean
has_host (GUri *uri)
{
  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0';
}

static gboolean
is_same_place (GUri *one, GUri *other)
{
  return g_ascii_strcasecmp (g_uri_get_scheme (one), g_uri_get_scheme (other)) == 0
         && g_ascii_strcasecmp (g_uri_get_host (one), g_uri_get_host (other)) == 0
         && g_uri_get_port (one) == g_uri_get_port (other);
}

static SoupMessage *
new_message (PlimsollHub *self, GUri *uri, const PlimsollHubRequest *request, const char *etag)
{
  SoupMessage *message = soup_message_new_from_uri (SOUP_METHOD_GET, uri);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT | SOUP_MESSAGE_DO_NOT_USE_AUTH_CACHE
                                     | SOUP_MESSAGE_COLLECT_METRICS);
  if (self->settings->token != NULL && is_same_place (uri, self->endpoint))
    {
      g_autofree char *value = g_strconcat ("Bearer ", self->settings->token, NULL);

      soup_message_headers_replace (headers, "Authorization", value);
    }
  if (etag != NULL && is_same_place (uri, self->endpoint))
    soup_message_headers_replace (headers, "If-None-Match", etag);
  if (request->length != 0)
    {
      soup_message_headers_set_range (headers, (goffset) request->offset,
                                      (goffset) (request->offset + request->length - 1));
      soup_message_headers_replace (headers, "Accept-Encoding", "identity");
    }
  return message;
}

static GBytes *
read_body (PlimsollHub *self,
           GInputStream *stream,
           const PlimsollHubRequest *request,
           const char *host,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (GByteArray) body = g_byte_array_new ();
  g_autofree guint8 *piece = g_malloc (PIECE);
  const guint64 most = request->length != 0 ? request->length : request->most;

  for (;;)
    {
      GError *fault = NULL;
      gssize n = g_input_stream_read (stream, piece, PIECE, cancellable, &fault);

      if (n < 0)
        {
          plimsoll_hub_fail_transport (fault, host, error);
          return NULL;
        }
      if (n == 0)
        return g_byte_array_free_to_bytes (g_steal_pointer (&body));
      g_mutex_lock (&self->mutex);
      self->fetched += (guint64) n;
      g_mutex_unlock (&self->mutex);
      if ((guint64) n > most - body->len)
        {
          fail (error, PLIMSOLL_HUB_ERROR_TOO_LARGE,
                _("The answer is larger than any honest one"));
          return NULL;
        }
      g_byte_array_append (body, piece, (guint) n);
    }
}

/* Of a connection that ends with the answer libsoup takes what came for all of it. */
static gboolean
is_whole (SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  SoupMessageMetrics *metrics = soup_message_get_metrics (message);

  return soup_message_headers_get_encoding (headers) != SOUP_ENCODING_CONTENT_LENGTH
         || soup_message_metrics_get_response_body_bytes_received (metrics)
              >= (guint64) soup_message_headers_get_content_length (headers);
}

static PlimsollHubAnswer *
take_answer (PlimsollHub *self,
             SoupMessage *message,
             GInputStream *stream,
             const PlimsollHubRequest *request,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (PlimsollHubAnswer) answer = g_new0 (PlimsollHubAnswer, 1);
  const char *host = g_uri_get_host (soup_message_get_uri (message));
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  if (!plimsoll_hub_check_headers (message, request, &answer->size, error))
    return NULL;
  answer->bytes = read_body (self, stream, request, host, cancellable, error);
  if (answer->bytes == NULL)
    return NULL;
  if (!is_whole (message)
      || (request->length != 0
          && g_bytes_get_size (answer->bytes)
               != MIN (request->length, answer->size - request->offset)))
    {
      g_set_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_TRUNCATED,
                   _("The answer of %s ends too early"), host);
      return NULL;
    }
  if (request->length == 0)
    answer->size = g_bytes_get_size (answer->bytes);
  answer->age = -1;
  answer->came = g_bytes_get_size (answer->bytes);
  answer->etag = g_strdup (soup_message_headers_get_one (headers, "ETag"));
  answer->next = plimsoll_hub_next_page (message);
  return g_steal_pointer (&answer);
}

/* Whether libsoup gave up headers, or took them, that nobody needs. */
static gboolean
check_header_size (SoupMessage *message, const char *host, GError **error)
{
  if (soup_message_metrics_get_response_header_bytes_received (soup_message_get_metrics (message))
      <= MOST_HEADERS)
    return TRUE;
  g_set_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_TOO_LARGE,
               /* Translators: a host, and a number. */
               _("The headers of the answer of %s do not end within %d KiB"), host,
               MOST_HEADERS >> 10);
  return FALSE;
}

/* Where a redirect leads; what was fetched safely is not fetched otherwise. */
static GUri *
follow (GUri *from, SoupMessage *message, GError **error)
{
  const char *location =
    soup_message_headers_get_one (soup_message_get_response_headers (message), "Location");
  g_autoptr (GUri) to =
    location != NULL ? g_uri_parse_relative (from, location, SOUP_HTTP_URI_FLAGS, NULL) : NULL;
  const char *scheme = to != NULL ? g_uri_get_scheme (to) : "";

  if (!has_host (to)
      || (!g_str_equal (scheme, "https")
          && (!g_str_equal (scheme, "http") || g_str_equal (g_uri_get_scheme (from), "https"))))
    {
      g_set_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_BAD_ANSWER,
                   _("%s points to an address of no use"), g_uri_get_host (from));
      return NULL;
    }
  return g_steal_pointer (&to);
}

static GUri *
address_of (PlimsollHub *self, const char *path, gboolean no_hub, GError **error)
{
  g_autofree char *text =
    *path == '/' ? g_strconcat (self->settings->endpoint, path, NULL) : g_strdup (path);
  g_autoptr (GUri) uri = NULL;

  if (self->endpoint != NULL)
    uri = g_uri_parse (text, SOUP_HTTP_URI_FLAGS, NULL);
  if (!has_host (uri) || !is_same_place (uri, self->endpoint))
    {
      fail (error, PLIMSOLL_HUB_ERROR_BAD_ANSWER,
            no_hub ? _("This is no address of a file") : _("This is no address on the hub"));
      return NULL;
    }
  return g_steal_pointer (&uri);
}

/* @kept: (nullable): what is returned itself when the hub says that it still has it. */
static PlimsollHubAnswer *
send_request (PlimsollHub *self,
              const PlimsollHubRequest *request,
              PlimsollHubAnswer *kept,
              GCancellable *cancellable,
              GError **error)
{
  const char *etag = kept != NULL ? kept->etag : NULL;
  g_autoptr (GUri) uri = address_of (self, request->path, request->no_hub, error);

  for (guint i = 0; uri != NULL && i <= MAX_REDIRECTS; i++)
    {
      g_autoptr (SoupMessage) message = new_message (self, uri, request, etag);
      GError *fault = NULL;
      g_autoptr (GInputStream) stream =
        soup_session_send (self->session, message, cancellable, &fault);
      const guint status = soup_message_get_status (message);
      GUri *next;

      if (!g_error_matches (fault, G_IO_ERROR, G_IO_ERROR_CANCELLED)
          && !check_header_size (message, g_uri_get_host (uri), error))
        {
          g_clear_error (&fault);
          return NULL;
        }
      if (stream == NULL)
        {
          plimsoll_hub_fail_transport (fault, g_uri_get_host (uri), error);
          return NULL;
        }
      if (status == SOUP_STATUS_NOT_MODIFIED && etag != NULL)
        return kept;
      if (SOUP_STATUS_IS_SUCCESSFUL (status))
        return take_answer (self, message, stream, request, cancellable, error);
      if (!SOUP_STATUS_IS_REDIRECTION (status))
        {
          plimsoll_hub_fail_status (message, request->no_hub ? NULL : self->settings->endpoint,
                                    error);
          return NULL;
        }
      next = follow (uri, message, error);
      g_uri_unref (uri);
      uri = next;
    }
  if (uri != NULL)
    g_set_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_BAD_ANSWER,
                 _("%s points from one address to the next"), g_uri_get_host (uri));
  return NULL;
}

/* As send_request(), until the time for all of it is over. */
static PlimsollHubAnswer *
fetch_from_hub (PlimsollHub *self,
                const PlimsollHubRequest *request,
                PlimsollHubAnswer *kept,
                GCancellable *cancellable,
                GError **error)
{
  PlimsollHubDeadline deadline;
  PlimsollHubAnswer *answer;
  GError *fault = NULL;
  gboolean passed;

  plimsoll_hub_deadline_begin (&deadline, self->settings->total_seconds, cancellable);
  answer = send_request (self, request, kept, deadline.cancellable, &fault);
  passed = plimsoll_hub_deadline_end (&deadline);
  if (answer != NULL)
    return answer;

  if (passed && !g_cancellable_is_cancelled (cancellable)
      && g_error_matches (fault, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&fault);
      fault = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_TIMED_OUT, "");
      plimsoll_hub_fail_transport (fault, g_uri_get_host (self->endpoint), error);
    }
  else
    g_propagate_error (error, fault);
  return NULL;
}

/* What an answer is kept by. */
static char *
name_of (PlimsollHub *self, const PlimsollHubRequest *request)
{
  return g_strdup_printf ("%s %s %" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                          self->settings->endpoint, request->path, request->offset,
                          request->length);
}

static gboolean
is_not_there (const GError *error)
{
  return g_error_matches (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_UNREACHABLE)
         || g_error_matches (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_TIMED_OUT);
}

PlimsollHubAnswer *
plimsoll_hub_fetch (PlimsollHub *self,
                    const PlimsollHubRequest *request,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (PlimsollHubAnswer) kept = NULL;
  g_autofree char *name = NULL;
  PlimsollHubAnswer *answer;
  GError *fault = NULL;

  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), NULL);
  g_return_val_if_fail (request != NULL && request->path != NULL, NULL);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (request->keep && self->cache != NULL)
    {
      name = name_of (self, request);
      kept = plimsoll_hub_cache_load (self->cache, name);
    }
  if (kept != NULL && request->fixed)
    {
      kept->age = -1;
      plimsoll_hub_cache_confirm (self->cache, name);
      return g_steal_pointer (&kept);
    }
  if (self->settings->offline || request->kept_only)
    {
      if (kept == NULL)
        fail (error, PLIMSOLL_HUB_ERROR_OFFLINE,
              self->settings->offline ? _("This needs the network, which HF_HUB_OFFLINE turns off")
                                      : _("Nothing of this is kept on this computer"));
      return g_steal_pointer (&kept);
    }

  answer = fetch_from_hub (self, request, kept, cancellable, &fault);
  if (answer == NULL && kept != NULL && is_not_there (fault))
    {
      g_clear_error (&fault);
      return g_steal_pointer (&kept);
    }
  if (answer == NULL)
    g_propagate_error (error, fault);
  else if (answer == kept)
    {
      kept = NULL;
      answer->age = -1;
      plimsoll_hub_cache_confirm (self->cache, name);
    }
  else if (name != NULL)
    plimsoll_hub_cache_store (self->cache, name, answer);
  return answer;
}

/* --- In a thread --- */

static void
request_free (gpointer data)
{
  PlimsollHubRequest *request = data;

  g_free ((char *) request->path);
  g_free (request);
}

static void
fetch_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  PlimsollHubAnswer *answer = plimsoll_hub_fetch (source, data, cancellable, &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) plimsoll_hub_answer_free);
  else
    g_task_return_error (task, error);
}

static void send_waiting (PlimsollHub *self);

static void
sent_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  PlimsollHub *self = PLIMSOLL_HUB (source);
  g_autoptr (GTask) asked = data;
  GError *error = NULL;
  PlimsollHubAnswer *answer = g_task_propagate_pointer (G_TASK (result), &error);

  self->in_flight--;
  if (answer != NULL)
    g_task_return_pointer (asked, answer, (GDestroyNotify) plimsoll_hub_answer_free);
  else
    g_task_return_error (asked, error);
  send_waiting (self);
}

static void
send_waiting (PlimsollHub *self)
{
  while (self->in_flight < MAX_IN_FLIGHT && !g_queue_is_empty (&self->waiting))
    {
      g_autoptr (GTask) asked = g_queue_pop_head (&self->waiting);
      g_autoptr (GTask) task = NULL;

      if (g_task_return_error_if_cancelled (asked))
        continue;
      self->in_flight++;
      task = g_task_new (self, g_task_get_cancellable (asked), sent_cb, g_object_ref (asked));
      g_task_set_source_tag (task, send_waiting);
      /* What is asked lives as long as the task that asks. */
      g_task_set_task_data (task, g_task_get_task_data (asked), NULL);
      g_task_run_in_thread (task, fetch_in_thread);
    }
}

void
plimsoll_hub_fetch_async (PlimsollHub *self,
                          const PlimsollHubRequest *request,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer data)
{
  GTask *task;
  PlimsollHubRequest *copy;

  g_return_if_fail (PLIMSOLL_IS_HUB (self));
  g_return_if_fail (request != NULL && request->path != NULL);

  copy = g_memdup2 (request, sizeof *request);
  copy->path = g_strdup (request->path);
  task = g_task_new (self, cancellable, callback, data);
  g_task_set_source_tag (task, plimsoll_hub_fetch_async);
  g_task_set_task_data (task, copy, request_free);
  g_queue_push_tail (&self->waiting, task);
  send_waiting (self);
}

PlimsollHubAnswer *
plimsoll_hub_fetch_finish (PlimsollHub *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- The object --- */

static void
plimsoll_hub_finalize (GObject *object)
{
  PlimsollHub *self = PLIMSOLL_HUB (object);

  g_clear_object (&self->session);
  g_clear_pointer (&self->cache, plimsoll_hub_cache_free);
  g_clear_pointer (&self->endpoint, g_uri_unref);
  g_clear_pointer (&self->settings, plimsoll_hub_settings_free);
  g_mutex_clear (&self->mutex);

  G_OBJECT_CLASS (plimsoll_hub_parent_class)->finalize (object);
}

static void
plimsoll_hub_class_init (PlimsollHubClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_hub_finalize;
}

static void
plimsoll_hub_init (PlimsollHub *self)
{
  g_mutex_init (&self->mutex);
  g_queue_init (&self->waiting);
}

PlimsollHub *
plimsoll_hub_new (PlimsollHubSettings *settings)
{
  PlimsollHub *self = g_object_new (PLIMSOLL_TYPE_HUB, NULL);
  g_autoptr (GUri) endpoint = g_uri_parse (settings->endpoint, SOUP_HTTP_URI_FLAGS, NULL);

  self->settings = settings;
  if (has_host (endpoint)
      && (g_str_equal (g_uri_get_scheme (endpoint), "https")
          || g_str_equal (g_uri_get_scheme (endpoint), "http")))
    self->endpoint = g_steal_pointer (&endpoint);
  self->session = soup_session_new_with_options ("user-agent", "plimsoll/" PLIMSOLL_VERSION,
                                                 "timeout", settings->idle_seconds,
                                                 "max-conns-per-host", MAX_IN_FLIGHT, NULL);
  if (settings->cache_folder != NULL)
    self->cache = plimsoll_hub_cache_new (settings->cache_folder, settings->cache_bytes);
  return self;
}

const PlimsollHubSettings *
plimsoll_hub_get_settings (PlimsollHub *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), NULL);

  return self->settings;
}

guint64
plimsoll_hub_get_fetched (PlimsollHub *self)
{
  guint64 fetched;

  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), 0);

  g_mutex_lock (&self->mutex);
  fetched = self->fetched;
  g_mutex_unlock (&self->mutex);
  return fetched;
}

guint64
plimsoll_hub_get_kept (PlimsollHub *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), 0);

  return self->cache != NULL ? plimsoll_hub_cache_get_bytes (self->cache) : 0;
}

guint64
plimsoll_hub_forget (PlimsollHub *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), 0);

  return self->cache != NULL ? plimsoll_hub_cache_clear (self->cache) : 0;
}
