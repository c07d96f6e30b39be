/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests, one at a time and many, against servers on this computer. */

#include "test-hub-server.h"

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

/* Many headers are none too many. */
static void
test_headers (Fixture *self, gconstpointer data)
{
  const PlimsollHubRequest request = { .path = "/headers/many", .most = MIB };
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollHubAnswer) answer = ask (self, &request, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->size, ==, 0);
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
  { "/headers/endless", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "do not end within 64 KiB" },
  { "/headers/line", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "do not end within 64 KiB" },
  { "/headers/large", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "do not end within 64 KiB" },
  { "/headers/continue", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/bomb", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/large", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/endless", 0, PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/silent", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/dripping", 0, PLIMSOLL_HUB_ERROR_TIMED_OUT, "in time" },
  { "/round", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "points" },
  { "/to-nobody", 0, PLIMSOLL_HUB_ERROR_BAD_ANSWER, "points" },
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
  ADD ("headers", test_headers);
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
