/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that somebody names, which are on no hub. */

#include "plimsoll-hub-download.h"

#include "test-hub-server.h"

#include <glib/gstdio.h>

typedef struct
{
  const char *place;
  GCancellable *cancellable;
  GBytes *bytes;
  GError *error;
  int done; /* atomic */
} Reading;

static gpointer
read_in_thread (gpointer data)
{
  Reading *reading = data;

  reading->bytes = plimsoll_hub_read (reading->place, MIB, reading->cancellable, &reading->error);
  g_atomic_int_set (&reading->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* The server needs this thread. */
static void
run (Reading *reading)
{
  const guint64 before = begin_memory ();
  GThread *thread = g_thread_new ("read", read_in_thread, reading);

  while (!g_atomic_int_get (&reading->done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
  check_memory (before);
}

static GBytes *
read_from (Fixture *self, const char *path, GError **error)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u%s", self->site.port, path);
  Reading reading = { .place = address };

  run (&reading);
  if (reading.error != NULL)
    g_propagate_error (error, reading.error);
  return reading.bytes;
}

/* Neither HF_HUB_OFFLINE, which tests run with, nor the token is of such an address. */
static void
test_address (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) away = NULL;

  g_assert_cmpstr (g_getenv ("HF_HUB_OFFLINE"), ==, "1");
  g_setenv ("HF_TOKEN", TOKEN, TRUE);
  bytes = read_from (self, "/json", &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "{\"a\":1}", 7);
  away = read_from (self, "/away", &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (bytes, away));
  g_assert_false (has_token (&self->site));
  g_assert_false (has_token (&self->other));
  g_unsetenv ("HF_TOKEN");
}

typedef struct
{
  const char *path;
  PlimsollHubError code;
  const char *says;
} Fault;

/* As the same is said of a hub, but by the host and without a word of hubs, models and tokens. */
static const Fault faults[] = {
  { "/none.json", PLIMSOLL_HUB_ERROR_NOT_FOUND, "127.0.0.1 has no such file" },
  { "/gated/model", PLIMSOLL_HUB_ERROR_DENIED, "127.0.0.1 does not let us read this" },
  { "/api/models/gone/model", PLIMSOLL_HUB_ERROR_DENIED, "127.0.0.1 does not let us read this" },
  { "/often", PLIMSOLL_HUB_ERROR_RATE_LIMITED,
    "127.0.0.1 was asked too often; again in 7 seconds" },
  { "/often/for-ever", PLIMSOLL_HUB_ERROR_RATE_LIMITED, "127.0.0.1 was asked too often" },
  { "/broken", PLIMSOLL_HUB_ERROR_SERVER, "127.0.0.1 answered with an error (503)" },
  { "/round", PLIMSOLL_HUB_ERROR_BAD_ANSWER, "127.0.0.1 points from one address to the next" },
  { "/to-file", PLIMSOLL_HUB_ERROR_BAD_ANSWER, "127.0.0.1 points to an address of no use" },
  { "/truncated/whole", PLIMSOLL_HUB_ERROR_TRUNCATED, "127.0.0.1 ends too early" },
  { "/headers/endless", PLIMSOLL_HUB_ERROR_TOO_LARGE, "do not end within 64 KiB" },
  { "/bomb", PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/large", PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
  { "/endless", PLIMSOLL_HUB_ERROR_TOO_LARGE, "larger" },
};

static void
test_fault (Fixture *self, gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *start =
    g_strdup_printf ("http://127.0.0.1:%u%s: ", self->site.port, fault->path);

  g_assert_null (read_from (self, fault->path, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) fault->code);
  g_assert_true (g_str_has_prefix (error->message, start));
  g_assert_nonnull (strstr (error->message + strlen (start), fault->says));
  g_assert_null (strstr (error->message + strlen (start), "hub"));
  g_assert_null (strstr (error->message, "HF_TOKEN"));
}

static void
test_no_address (void)
{
  Reading reading = { .place = "http://" };

  run (&reading);
  g_assert_null (reading.bytes);
  g_assert_error (reading.error, PLIMSOLL_HUB_ERROR, PLIMSOLL_HUB_ERROR_BAD_ANSWER);
  g_assert_nonnull (strstr (reading.error->message, "no address of a file"));
  g_error_free (reading.error);
}

static void
cancel_cb (TestSite *site, GOutputStream *out, const char *request)
{
  g_cancellable_cancel (site->data);
  g_usleep (2 * G_USEC_PER_SEC);
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autofree char *address = g_strdup_printf ("http://127.0.0.1:%u/", self->site.port);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Reading reading = { .place = address, .cancellable = cancellable };
  const gint64 start = g_get_monotonic_time ();

  self->site.answer = cancel_cb;
  self->site.data = cancellable;
  run (&reading);
  g_assert_null (reading.bytes);
  g_assert_true (g_error_matches (reading.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_assert_cmpint (g_get_monotonic_time () - start, <, G_USEC_PER_SEC);
  g_error_free (reading.error);
}

/* --- Files --- */

static void
test_file (void)
{
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "offers of mine.json", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *large = g_strnfill (MIB + 1, ' ');
  const char *places[] = { path, uri };

  g_file_set_contents (path, "{}", 2, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *name = plimsoll_hub_name_of (places[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) bytes = plimsoll_hub_read (places[i], 2, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpuint (g_bytes_get_size (bytes), ==, 2);
      g_assert_cmpstr (name, ==, "offers of mine.json");
      g_assert_null (plimsoll_hub_read (places[i], 1, NULL, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
  {
    g_autoptr (GError) error = NULL;

    g_file_set_contents (path, large, MIB + 1, NULL);
    g_assert_null (plimsoll_hub_read (path, MIB, NULL, &error));
    g_assert_nonnull (strstr (error->message, "larger than 1 MiB"));
    g_clear_error (&error);
    g_unlink (path);
    g_assert_null (plimsoll_hub_read (path, MIB, NULL, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  }
  g_rmdir (folder);
}

/* What a query says is nobody's business. */
static void
test_name (void)
{
  static const char *const names[][2] = {
    { "https://example.org/a/offers.json?key=secret", "offers.json" },
    { "https://example.org/", "example.org" },
    { "https://example.org", "example.org" },
    { "/a/b.json", "b.json" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *name = plimsoll_hub_name_of (names[i][0]);

      g_assert_cmpstr (name, ==, names[i][1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/hub-download/address", Fixture, NULL, set_up, test_address, tear_down);
  g_test_add ("/hub-download/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add_func ("/hub-download/no-address", test_no_address);
  g_test_add_func ("/hub-download/file", test_file);
  g_test_add_func ("/hub-download/name", test_name);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/hub-download/fault", faults[i].path, NULL);

      g_test_add (path, Fixture, &faults[i], set_up, test_fault, tear_down);
    }
  return g_test_run ();
}
