/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

/* A hub, and servers on this computer that do what the path says, byte by byte. */

#include "plimsoll-hub.h"

#include "plimsoll-test-memory.h"
#include "plimsoll-test-site.h"

#include <string.h>

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
static inline void
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

static inline void
send_endless (GOutputStream *out)
{
  static const char piece[4096] = " ";

  test_site_text (out,
                  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
  while (g_output_stream_write_all (out, piece, sizeof piece, NULL, NULL, NULL))
    ;
}

static inline void
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
static inline void
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

static inline void
send_again_and_again (GOutputStream *out, const char *text)
{
  for (guint i = 0; i < 1000000; i++)
    if (!g_output_stream_write_all (out, text, strlen (text), NULL, NULL, NULL))
      return;
}

/* Little that becomes much: @n MiB of spaces. @cut: bytes that do not come */
static inline void
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
static inline void
send_part (GOutputStream *out, const char *range, guint n)
{
  g_autofree char *bytes = g_strnfill (n, 'x');
  g_autofree char *text = g_strdup_printf ("HTTP/1.1 206 Partial Content\r\n%s"
                                           "Content-Length: %u\r\nConnection: close\r\n\r\n%s",
                                           range, n, bytes);

  test_site_text (out, text);
}

/* Other parts than the first hundred bytes of a hundred thousand. Returns: %FALSE: none of them */
static inline gboolean
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
static inline void
send_later (GOutputStream *out)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autoptr (GDateTime) then = g_date_time_add_minutes (now, 3);
  g_autofree char *date = g_date_time_format (then, "%a, %d %b %Y %H:%M:%S GMT");
  g_autofree char *header = g_strdup_printf ("Retry-After: %s\r\n", date);

  test_site_status (out, "429 Too Many Requests", header);
}

static inline void
redirect (GOutputStream *out, guint16 port, const char *path)
{
  g_autofree char *header = g_strdup_printf ("Location: http://127.0.0.1:%u%s\r\n", port, path);

  test_site_status (out, "302 Found", header);
}

static inline void
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
  else if (IS ("/headers/line"))
    {
      test_site_text (out, "HTTP/1.1 200 OK\r\nX-Header: ");
      send_again_and_again (out, "of no use to anybody at all");
    }
  else if (IS ("/headers/large"))
    {
      g_autofree char *header = g_strnfill (80000, 'a');
      g_autofree char *headers = g_strdup_printf ("X-Header: %s\r\n", header);

      test_site_status (out, "200 OK", headers);
    }
  else if (IS ("/headers/many"))
    {
      g_autofree char *header = g_strnfill (40000, 'a');
      g_autofree char *headers = g_strdup_printf ("X-Header: %s\r\n", header);

      test_site_status (out, "200 OK", headers);
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
  else if (IS ("/to-nobody"))
    test_site_status (out, "302 Found", "Location: http:///a\r\n");
  else
    test_site_status (out, "404 Not Found", "");
#undef IS
}

static inline void
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

static inline void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->hub);
  test_site_close (&self->site);
  test_site_close (&self->other);
}

/* --- Waiting --- */

static inline void
take_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static inline PlimsollHubAnswer *
ask (Fixture *self, const PlimsollHubRequest *request, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  const guint64 before = begin_memory ();

  plimsoll_hub_fetch_async (self->hub, request, NULL, take_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  check_memory (before);
  return plimsoll_hub_fetch_finish (self->hub, result, error);
}

static inline PlimsollHubAnswer *
ask_json (Fixture *self, const char *path, GError **error)
{
  const PlimsollHubRequest request = { .path = path, .most = MIB, .json = TRUE };

  return ask (self, &request, error);
}

static inline gboolean
has_token (TestSite *self)
{
  gboolean has;

  g_mutex_lock (&self->mutex);
  has = self->request != NULL && strstr (self->request, TOKEN) != NULL;
  g_mutex_unlock (&self->mutex);
  return has;
}
