/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a hub finds, and what is kept of its answers. */

#include "plimsoll-hub-cache.h"
#include "plimsoll-hub-search.h"

#include "test-hub-opening.h"

/* --- A search --- */

static void
take_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GPtrArray *
search (Fixture *self, const char *words, gint64 *age, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) found = NULL;
  guint64 before = begin_memory ();

  plimsoll_hub_search_async (self->base.hub, words, NULL, take_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  found = plimsoll_hub_search_finish (self->base.hub, result, age, error);
  check_memory (before);
  return g_steal_pointer (&found);
}

static void
test_search (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) again = NULL;
  const PlimsollHubListing *listing;
  gint64 age;

  test_hub_put (&self->base, "/api/models?search=qwen%203&*",
                "[{\"_id\":\"1\",\"id\":\"Qwen/Qwen3-8B\",\"downloads\":5,\"likes\":7,"
                "\"gated\":\"manual\",\"tags\":[\"a\",\"license:apache-2.0\",null],"
                "\"safetensors\":{\"parameters\":{\"BF16\":9},\"total\":9}},"
                "{\"id\":\"a/b\",\"downloads\":-1,\"likes\":1.5,\"gated\":false,\"tags\":{}},"
                "{\"id\":\"../../etc/passwd\"},{\"id\":17},{}]");
  found = search (self, " qwen 3 ", &age, &error);
  g_assert_no_error (error);
  g_assert_cmpint (age, ==, -1);
  g_assert_cmpuint (found->len, ==, 2);
  listing = g_ptr_array_index (found, 0);
  g_assert_cmpstr (listing->id, ==, "Qwen/Qwen3-8B");
  g_assert_cmpuint (listing->downloads, ==, 5);
  g_assert_cmpuint (listing->likes, ==, 7);
  g_assert_cmpuint (listing->parameters, ==, 9);
  g_assert_true (listing->gated);
  g_assert_cmpstr (listing->licence, ==, "apache-2.0");
  listing = g_ptr_array_index (found, 1);
  g_assert_cmpuint (listing->downloads, ==, 0);
  g_assert_false (listing->gated);
  g_assert_null (listing->licence);

  /* The hub is gone: what it said. */
  test_hub_start (&self->base, TRUE);
  again = search (self, "qwen 3", &age, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 2);
  g_assert_cmpint (age, >=, 0);
}

static void
test_search_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (json, "%s{\"id\":\"a/b%u\"}", i > 0 ? "," : "", i);
  g_string_append (json, "]");
  g_assert_cmpuint (json->len, <, 2 << 20);
  test_hub_put (&self->base, "/api/models?*", json->str);
  found = search (self, "b", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, PLIMSOLL_HUB_FOUND_AT_MOST);
}

/* --- The cache --- */

static void
test_cache (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (self->base.folder, "small", NULL);
  g_autoptr (PlimsollHubCache) cache = plimsoll_hub_cache_new (folder, 10000);
  g_autofree char *text = g_strnfill (1000, 'x');
  g_autoptr (GBytes) bytes = g_bytes_new (text, 1000);
  PlimsollHubAnswer answer = { .bytes = bytes, .size = 5000, .etag = (char *) "\"e\"" };
  PlimsollHubAnswer *loaded;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("answer %u", i);

      plimsoll_hub_cache_store (cache, name, &answer);
      g_assert_cmpuint (plimsoll_hub_cache_get_bytes (cache), <=, 10000);
    }
  loaded = plimsoll_hub_cache_load (cache, "answer 19");
  g_assert_nonnull (loaded);
  g_assert_cmpuint (g_bytes_get_size (loaded->bytes), ==, 1000);
  g_assert_cmpuint (loaded->size, ==, 5000);
  g_assert_cmpstr (loaded->etag, ==, "\"e\"");
  g_assert_null (loaded->next);
  plimsoll_hub_answer_free (loaded);
  g_assert_null (plimsoll_hub_cache_load (cache, "another"));

  /* What somebody else wrote there is not ours. */
  {
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "bad", -1);
    g_autofree char *file = g_strconcat (sum, ".answer", NULL);
    g_autofree char *path = g_build_filename (folder, file, NULL);

    g_assert_true (g_file_set_contents (path, text, 1000, NULL));
    g_assert_null (plimsoll_hub_cache_load (cache, "bad"));
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
    g_assert_null (plimsoll_hub_cache_load (cache, "bad"));
  }
  g_assert_cmpuint (plimsoll_hub_cache_clear (cache), >, 0);
  g_assert_cmpuint (plimsoll_hub_cache_get_bytes (cache), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/hub-search/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("search", test_search);
  ADD ("search-many", test_search_many);
  ADD ("cache", test_cache);
#undef ADD
  return g_test_run ();
}
