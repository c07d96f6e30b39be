/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Against servers on this computer, which do what the path says, byte by byte. */

#include "plimsoll-hub.h"

#include <string.h>

#include "plimsoll-test-site.h"

#define TOKEN "hf_secret"
#define MIB (1024 * 1024)
#define FILE_SIZE 100000

typedef struct
{
  TestSite site;
  TestSite other;
  PlimsollHub *hub;
} Fixture;

/* A file whose byte at an offset is that offset's lowest; @lie: begins one later than was asked. */
static void
send_range (GOutputStream *out, const char *request, guint lie)
{
  const char *range = strstr (request, "bytes=");
  char *dash = NULL;
  guint64 start = range != NULL ? g_ascii_strtoull (range + 6, &dash, 10) : 0;
  guint64 end = dash != NULL ? g_ascii_strtoull (dash + 1, NULL, 10) : FILE_SIZE - 1;
  g_autofree char *head = NULL;

  end = MIN (end, FILE_SIZE - 1);
  head = g_strdup_printf ("HTTP/1.1 206 Partial Content\r\nContent-Type: x/y\r\n"
                          "Content-Range: bytes %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT "/%d\r\n"
                          "Content-Length: %" G_GUINT64_FORMAT "\r\nConnection: close\r\n\r\n",
                          start + lie, end, FILE_SIZE, end + 1 - start - lie);
  test_site_text (out, head);
  for (guint64 i = start + lie; i <= end; i++)
    {
      guint8 byte = (guint8) i;

      g_output_stream_write_all (out, &byte, 1, NULL, NULL, NULL);
    }
}

static void
send_endless (GOutputStream *out)
{
  static const char piece[4096] = " ";

  test_site_text (out,
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
  while (g_output_stream_write_all (out, piece, sizeof piece, NULL, NULL, NULL))
    ;
}

static void
send_dripping (GOutputStream *out)
{
  test_site_text (out,
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
  for (guint i = 0; i < 100; i++)
    {
      if (!g_output_stream_write_all (out, " ", 1, NULL, NULL, NULL))
        return;
      g_usleep (50000);
    }
}

/* A byte now and then, of what never becomes a header's end. */
static void
send_dripping_headers (GOutputStream *out)
{
  test_site_text (out, "HTTP/1.1 200 OK\r\n");
  for (guint i = 0; i < 100; i++)
    {
      if (!g_output_stream_write_all (out, i % 10 < 9 ? "a" : "a: b\r\n", i % 10 < 9 ? 1 : 6, NULL,
                                      NULL, NULL))
        return;
      g_usleep (50000);
    }
}

static void
send_again_and_again (GOutputStream *out, const char *text)
{
  for (guint i = 0; i < 1000000; i++)
    if (!g_output_stream_write_all (out, text, strlen (text), NULL, NULL, NULL))
      return;
}

/* Little that becomes much: @n MiB of spaces. @cut: bytes that do not come */
static void
send_compressed (GOutputStream *out, guint n, gsize cut)
{
  g_autoptr (GZlibCompressor) gzip = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) compressed = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  g_autofree char *piece = g_strnfill (MIB, ' ');
  g_autofree char *head = NULL;
  gsize length;

  for (guint i = 0; i < n; i++)
    g_output_stream_write_all (compressed, piece, MIB, NULL, NULL, NULL);
  g_output_stream_close (compressed, NULL, NULL);
  length = g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory));
  head = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                          "Content-Encoding: gzip\r\nContent-Length: %" G_GSIZE_FORMAT
                          "\r\nConnection: close\r\n\r\n",
                          length);
  test_site_text (out, head);
  g_output_stream_write_all (out, g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                             length - cut, NULL, NULL, NULL);
}

/* @range: what a part is said to be; @n: what comes of it */
static void
send_part (GOutputStream *out, const char *range, guint n)
{
  g_autofree char *bytes = g_strnfill (n, 'x');
  g_autofree char *text = g_strdup_printf ("HTTP/1.1 206 Partial Content\r\n%s"
                                           "Content-Length: %u\r\nConnection: close\r\n\r\n%s",
                                           range, n, bytes);

  test_site_text (out, text);
}

/* Other parts than the first hundred bytes of a hundred thousand. Returns: %FALSE: none of them */
static gboolean
send_lie (GOutputStream *out, const char *request)
{
  static const struct
  {
    const char *path, *range;
    guint n;
  } lies[] = {
    { "/part/none", "", 100 },
    { "/part/shorter", "Content-Range: bytes 0-49/100000\r\n", 50 },
    { "/part/longer", "Content-Range: bytes 0-199/100000\r\n", 200 },
    { "/part/backwards", "Content-Range: bytes 99-0/100000\r\n", 100 },
    { "/part/past-the-end", "Content-Range: bytes 0-99/50\r\n", 100 },
    { "/part/unknown", "Content-Range: bytes 0-99/*\r\n", 100 },
    { "/part/overflows", "Content-Range: bytes 0-99/99999999999999999999\r\n", 100 },
    { "/part/other-unit", "Content-Range: pages 0-99/100000\r\n", 100 },
    { "/part/many", "Content-Type: multipart/byteranges; boundary=x\r\n", 100 },
    { "/part/more", "Content-Range: bytes 0-99/100000\r\n", 5000 },
    { "/part/less", "Content-Range: bytes 0-99/100000\r\n", 99 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autofree char *line = g_strdup_printf ("GET %s ", lies[i].path);

      if (!g_str_has_prefix (request, line))
        continue;
      send_part (out, lies[i].range, lies[i].n);
      return TRUE;
    }
  return FALSE;
}

/* A date of three minutes from now. */
static void
send_later (GOutputStream *out)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_minutes (now, 3);
  g_autofree char *date = g_date_time_format (then, "%a, %d %b %Y %H:%M:%S GMT");
  g_autofree char *header = g_strdup_printf ("Retry-After: %s\r\n", date);

  test_site_status (out, "429 Too Many Requests", header);
}

static void
redirect (GOutputStream *out, guint16 port, const char *path)
{
  g_autofree char *header = g_strdup_printf ("Location: http://127.0.0.1:%u%s\r\n", port, path);

  test_site_status (out, "302 Found", header);
}

static void
answer (TestSite *self, GOutputStream *out, const char *request)
{
#define IS(path) g_str_has_prefix (request, "GET " path " ")
  if (send_lie (out, request))
    return;
  if (IS ("/json"))
    test_site_body (out, "application/json; charset=utf-8", "{\"a\":1}");
  else if (IS ("/html"))
    test_site_body (out, "text/html", "<!DOCTYPE html>");
  else if (IS ("/page"))
    {
      g_autofree char *headers =
        g_strdup_printf ("Link: <http://127.0.0.1:%u/json>; rel=\"next\"\r\n", self->port);

      test_site_status (out, "200 OK", headers);
    }
  else if (IS ("/gated/model"))
    test_site_status (out, "403 Forbidden", "X-Error-Code: GatedRepo\r\n");
  else if (IS ("/api/models/gone/model"))
    test_site_status (out, "401 Unauthorized", "X-Error-Code: RepoNotFound\r\n");
  else if (IS ("/a/b/resolve/main/c"))
    test_site_status (out, "404 Not Found", "X-Error-Code: EntryNotFound\r\n");
  else if (IS ("/denied/model"))
    test_site_status (out, "403 Forbidden", "");
  else if (IS ("/often"))
    test_site_status (out, "429 Too Many Requests", "Retry-After: 7\r\n");
  else if (IS ("/often/by-date"))
    send_later (out);
  else if (IS ("/often/for-ever"))
    test_site_status (out, "429 Too Many Requests", "Retry-After: 99999999999999999999\r\n");
  else if (IS ("/broken"))
    test_site_status (out, "503 Service Unavailable", "");
  else if (IS ("/range"))
    send_range (out, request, 0);
  else if (IS ("/lie"))
    send_range (out, request, 1);
  else if (IS ("/truncated"))
    test_site_text (out, "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-99/100000\r\n"
                         "Content-Length: 100\r\nConnection: close\r\n\r\nabc");
  else if (IS ("/truncated/whole"))
    test_site_text (out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                         "Content-Length: 100\r\nConnection: close\r\n\r\n{");
  else if (IS ("/truncated/chunks"))
    test_site_text (out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                         "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\n{}\r\n");
  else if (IS ("/truncated/headers"))
    test_site_text (out, "HTTP/1.1 200 OK\r\nContent-Ty");
  else if (IS ("/garbled"))
    test_site_text (out, "SSH-2.0-OpenSSH\r\n");
  else if (IS ("/not-modified"))
    test_site_status (out, "304 Not Modified", "");
  else if (IS ("/headers/dripping"))
    send_dripping_headers (out);
  else if (IS ("/headers/endless"))
    {
      test_site_text (out, "HTTP/1.1 200 OK\r\n");
      send_again_and_again (out, "X-Header: of no use to anybody at all\r\n");
    }
  else if (IS ("/headers/continue"))
    send_again_and_again (out, "HTTP/1.1 100 Continue\r\n\r\n");
  else if (IS ("/bomb"))
    send_compressed (out, 64, 0);
  else if (IS ("/truncated/compressed"))
    send_compressed (out, 1, 100);
  else if (IS ("/large"))
    test_site_text (out, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                         "Content-Length: 99999999999\r\nConnection: close\r\n\r\n ");
  else if (IS ("/endless"))
    send_endless (out);
  else if (IS ("/dripping"))
    send_dripping (out);
  else if (IS ("/silent"))
    g_usleep (3 * G_USEC_PER_SEC);
  else if (IS ("/slow"))
    {
      test_site_pause (self, 50000);
      test_site_body (out, "application/json", "{}");
    }
  else if (IS ("/away"))
    redirect (out, self->other_port, "/json");
  else if (IS ("/here"))
    redirect (out, self->port, "/json");
  else if (IS ("/round"))
    redirect (out, self->port, "/round");
  else if (IS ("/to-file"))
    test_site_status (out, "302 Found", "Location: file:///etc/passwd\r\n");
  else
    test_site_status (out, "404 Not Found", "");
#undef IS
}

static void
set_up (Fixture *self, gconstpointer data)
{
  PlimsollHubSettings *settings = g_new0 (PlimsollHubSettings, 1);

  self->site.answer = self->other.answer = answer;
  test_site_open (&self->site);
  test_site_open (&self->other);
  self->site.other_port = self->other.port;
  settings->endpoint = g_strdup_printf ("http://127.0.0.1:%u", self->site.port);
  settings->token = g_strdup (TOKEN);
  settings->idle_seconds = 1;
  settings->total_seconds = 1;
  self->hub = plimsoll_hub_new (settings);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->hub);
  test_site_close (&self->site);
  test_site_close (&self->other);
}

/* --- Waiting --- */

static void
take_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static PlimsollHubAnswer *
ask (Fixture *self, const PlimsollHubRequest *request, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  plimsoll_hub_fetch_async (self->hub, request, NULL, take_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return plimsoll_hub_fetch_finish (self->hub, result, error);
}

static PlimsollHubAnswer *
ask_json (Fixture *self, const char *path, GError **error)
{
  const PlimsollHubRequest request = { .path = path, .most = MIB, .json = TRUE };

  return ask (self, &request, error);
}

static gboolean
has_token (TestSite *self)
{
  gboolean has;

  g_mutex_lock (&self->mutex);
  has = self->request != NULL && strstr (self->request, TOKEN) != NULL;
  g_mutex_unlock (&self->mutex);
  return has;
}

/* --- What comes --- */

static void
test_json (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollHubAnswer) answer = ask_json (self, "/json", &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (answer->bytes, NULL), g_bytes_get_size (answer->bytes),
                   "{\"a\":1}", 7);
  g_assert_cmpstr (answer->etag, ==, "\"e\"");
  g_assert_null (answer->next);
  g_assert_true (has_token (&self->site));
  g_assert_cmpuint (plimsoll_hub_get_fetched (self->hub), ==, 7);
}

static void
test_pages (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollHubAnswer) first = ask_json (self, "/page", &error);
  g_autoptr (PlimsollHubAnswer) second = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (first->next);
  second = ask_json (self, first->next, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (second->size, ==, 7);
}

static void
test_range (Fixture *self, gconstpointer data)
{
  const PlimsollHubRequest request = { .path = "/range", .offset = 1000, .length = 500 };
  const PlimsollHubRequest tail = { .path = "/range", .offset = FILE_SIZE - 10, .length = 500 };
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollHubAnswer) answer = ask (self, &request, &error);
  g_autoptr (PlimsollHubAnswer) end = NULL;
  const guint8 *bytes;

  g_assert_no_error (error);
  bytes = g_bytes_get_data (answer->bytes, NULL);
  g_assert_cmpuint (g_bytes_get_size (answer->bytes), ==, 500);
  g_assert_cmpuint (bytes[0], ==, 1000 % 256);
  g_assert_cmpuint (bytes[499], ==, 1499 % 256);
  g_assert_cmpuint (answer->size, ==, FILE_SIZE);
  g_assert_cmpuint (plimsoll_hub_get_fetched (self->hub), ==, 500);

  end = ask (self, &tail, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (end->bytes), ==, 10);
}

/* --- The token --- */

static void
test_redirect (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollHubAnswer) away = ask_json (self, "/away", &error);
  g_autoptr (PlimsollHubAnswer) here = NULL;

  g_assert_no_error (error);
  g_assert_true (has_token (&self->site));
  g_assert_cmpint (g_atomic_int_get (&self->other.n_requests), ==, 1);
  g_assert_false (has_token (&self->other));

  here = ask_json (self, "/here", &error);
  g_assert_no_error (error);
  g_assert_true (has_token (&self->site));
}

/* An address that a server gave, on another host, is not even asked. */
static void
test_other_host (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_strdup_printf ("http://127.0.0.1:%u/json", self->other.port);
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_json (self, path, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_BAD_ANSWER);
  g_assert_cmpint (g_atomic_int_get (&self->other.n_requests), ==, 0);
}

/* --- Faults --- */

typedef struct
{
  const char *path;
  guint64 length;
  PlimsollHubError code;
  const char *says;
} Fault;

static const Fault faults[] = {
  { "/html", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "text/html" },
  { "/gated/model", 0, PLIMSOLL_HUB_ERROR_GATED, "/gated/model" },
  { "/api/models/gone/model", 0, PLIMSOLL_HUB_ERROR_NOT_FOUND, "gone/model" },
  { "/a/b/resolve/main/c", 0, PLIMSOLL_HUB_ERROR_NOT_FOUND, "a/b has no such file" },
  { "/nothing/there", 0, PLIMSOLL_HUB_ERROR_NOT_FOUND, "nothing/there" },
  { "/denied/model", 0, PLIMSOLL_HUB_ERROR_DENIED, "HF_TOKEN" },
  { "/often", 0, PLIMSOLL_HUB_ERROR_RATE_LIMITED, "7 seconds" },
  { "/often/by-date", 0, PLIMSOLL_HUB_ERROR_RATE_LIMITED, " seconds" },
  { "/often/for-ever", 0, PLIMSOLL_HUB_ERROR_RATE_LIMITED, "later" },
  { "/broken", 0, PLIMSOLL_HUB_ERROR_SERVER, "503" },
  { "/json", 100, PLIMSOLL_HUB_ERROR_NO_RANGES, "parts" },
  { "/lie", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/none", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/shorter", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/longer", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/backwards", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/past-the-end", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/unknown", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/overflows", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/other-unit", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/many", 100, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "another part" },
  { "/part/more", 100, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/part/less", 100, PLIMSOLL_HUB_ERROR_TRUNCATED, "too early" },
  { "/truncated", 100, PLIMSOLL_HUB_ERROR_TRUNCATED, "too early" },
  { "/truncated/whole", 0, PLIMSOLL_HUB_ERROR_TRUNCATED, "too early" },
  { "/truncated/chunks", 0, PLIMSOLL_HUB_ERROR_TRUNCATED, "too early" },
  { "/truncated/compressed", 0, PLIMSOLL_HUB_ERROR_TRUNCATED, "too early" },
  { "/truncated/headers", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "cannot be read" },
  { "/garbled", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "cannot be read" },
  { "/not-modified", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "points" },
  { "/headers/dripping", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/headers/endless", 0, PLIMSOLL_HUB_ERROR_TRUNCATED, "" }, /* no more of it is read */
  { "/headers/continue", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/bomb", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/large", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/endless", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/silent", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/dripping", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/round", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "points" },
  { "/to-file", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "points" },
};

static void
test_fault (Fixture *self, gconstpointer data)
{
  const Fault *fault = data;
  const PlimsollHubRequest request = {
    .path = fault->path, .length = fault->length, .most = MIB, .json = TRUE
  };
  g_autoptr (GError) error = NULL;

  g_assert_null (ask (self, &request, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) fault->code);
  g_assert_nonnull (strstr (error->message, fault->says));
  g_assert_null (strstr (error->message, TOKEN));
  g_assert_null (strchr (error->message, '\n'));
  /* What a server sends beyond what was asked is not taken. */
  g_assert_cmpuint (plimsoll_hub_get_fetched (self->hub), <=, MIB + 65536);
}

static void
test_unreachable (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test_site_close (&self->site);
  g_assert_null (ask_json (self, "/json", &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_UNREACHABLE);
  test_site_open (&self->site);
}

/* Somebody who is not the hub is told nothing. */
static void
test_untrusted (Fixture *self, gconstpointer data)
{
  PlimsollHubSettings *settings = g_new0 (PlimsollHubSettings, 1);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "hub", "untrusted.pem", NULL);
  g_autoptr (GError) error = NULL;

  self->site.certificate = g_tls_certificate_new_from_file (path, &error);
  g_assert_no_error (error);
  settings->endpoint = g_strdup_printf ("https://127.0.0.1:%u", self->site.port);
  settings->token = g_strdup (TOKEN);
  settings->idle_seconds = settings->total_seconds = 5;
  g_clear_object (&self->hub);
  self->hub = plimsoll_hub_new (settings);
  g_assert_null (ask_json (self, "/json", &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_TLS);
  g_assert_nonnull (strstr (error->message, "not secure"));
  while (g_atomic_int_get (&self->site.in_flight) > 0)
    g_usleep (1000);
  g_assert_false (has_token (&self->site));
  g_clear_object (&self->site.certificate);
}

static void
test_offline (Fixture *self, gconstpointer data)
{
  PlimsollHubSettings *settings = g_new0 (PlimsollHubSettings, 1);
  g_autoptr (GError) error = NULL;

  settings->endpoint = g_strdup (plimsoll_hub_get_settings (self->hub)->endpoint);
  settings->offline = TRUE;
  settings->idle_seconds = settings->total_seconds = 1;
  g_clear_object (&self->hub);
  self->hub = plimsoll_hub_new (settings);
  g_assert_null (ask_json (self, "/json", &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_OFFLINE);
  g_assert_cmpint (g_atomic_int_get (&self->site.n_requests), ==, 0);
}

/* --- Many, and given up --- */

/* Before an answer, in its headers and in its body. */
static void
test_cancel (Fixture *self, gconstpointer data)
{
  const PlimsollHubRequest request = { .path = data, .most = MIB, .json = TRUE };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 start;

  plimsoll_hub_fetch_async (self->hub, &request, cancellable, take_cb, &result);
  while (g_atomic_int_get (&self->site.n_requests) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_usleep (100000);
  start = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (plimsoll_hub_fetch_finish (self->hub, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - start, <, G_USEC_PER_SEC / 2);
}

#define N_SEARCHES 20

/* As one types: each cancels the one before it. */
static void
test_twenty (Fixture *self, gconstpointer data)
{
  const PlimsollHubRequest request = { .path = "/slow", .most = MIB, .json = TRUE };
  GCancellable *cancellables[N_SEARCHES];
  GAsyncResult *results[N_SEARCHES] = { NULL };
  g_autoptr (PlimsollHubAnswer) last = NULL;
  g_autoptr (GError) error = NULL;
  guint n_done = 0;

  for (guint i = 0; i < N_SEARCHES; i++)
    {
      cancellables[i] = g_cancellable_new ();
      if (i > 0)
        g_cancellable_cancel (cancellables[i - 1]);
      plimsoll_hub_fetch_async (self->hub, &request, cancellables[i], take_cb, &results[i]);
      g_main_context_iteration (NULL, FALSE);
    }
  while (n_done < N_SEARCHES)
    {
      g_main_context_iteration (NULL, TRUE);
      n_done = 0;
      for (guint i = 0; i < N_SEARCHES; i++)
        n_done += results[i] != NULL;
    }
  last = plimsoll_hub_fetch_finish (self->hub, results[N_SEARCHES - 1], &error);
  g_assert_no_error (error);
  g_assert_nonnull (last);
  for (guint i = 0; i < N_SEARCHES; i++)
    {
      g_object_unref (results[i]);
      g_object_unref (cancellables[i]);
    }
}

/* Not cancelled, they wait for each other: no more than two are with the server. */
static void
test_in_flight (Fixture *self, gconstpointer data)
{
  const PlimsollHubRequest request = { .path = "/slow", .most = MIB, .json = TRUE };
  GAsyncResult *results[N_SEARCHES] = { NULL };

  for (guint i = 0; i < N_SEARCHES; i++)
    plimsoll_hub_fetch_async (self->hub, &request, NULL, take_cb, &results[i]);
  for (guint i = 0; i < N_SEARCHES; i++)
    {
      g_autoptr (PlimsollHubAnswer) one = NULL;
      g_autoptr (GError) error = NULL;

      while (results[i] == NULL)
        g_main_context_iteration (NULL, TRUE);
      one = plimsoll_hub_fetch_finish (self->hub, results[i], &error);
      g_assert_no_error (error);
      g_object_unref (results[i]);
    }
  g_assert_cmpint (g_atomic_int_get (&self->site.n_requests), ==, N_SEARCHES);
  g_assert_cmpint (g_atomic_int_get (&self->site.most_paused), ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/hub/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("json", test_json);
  ADD ("pages", test_pages);
  ADD ("range", test_range);
  ADD ("redirect", test_redirect);
  ADD ("other-host", test_other_host);
  ADD ("unreachable", test_unreachable);
  ADD ("untrusted", test_untrusted);
  ADD ("offline", test_offline);
  ADD ("twenty", test_twenty);
  ADD ("in-flight", test_in_flight);
#undef ADD
  g_test_add ("/hub/cancel/silent", Fixture, "/silent", set_up, test_cancel, tear_down);
  g_test_add ("/hub/cancel/headers", Fixture, "/headers/dripping", set_up, test_cancel, tear_down);
  g_test_add ("/hub/cancel/body", Fixture, "/dripping", set_up, test_cancel, tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/hub/fault", faults[i].path, NULL);

      g_test_add (path, Fixture, &faults[i], set_up, test_fault, tear_down);
    }
  return g_test_run ();
}
