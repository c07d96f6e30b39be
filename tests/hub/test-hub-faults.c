/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a hub may answer instead of a model. */

#include "plimsoll-format-error.h"
#include "plimsoll-hub-error.h"

#include "test-hub-opening.h"

/* A list that never ends, of pages that each point to themselves. */
static void
test_endless_pages (Fixture *self, gconstpointer data)
{
  g_autofree char *page = g_strdup_printf (
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
    "Link: <http://127.0.0.1:%u/page>; rel=\"next\"\r\nConnection: close\r\n\r\n[]",
    self->base.site.port);
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Pages?blobs=true", "{}");
  g_hash_table_replace (self->base.hosts,
                        g_strdup ("/api/models/acme/Pages/tree/main?recursive=true"),
                        g_strdup (page));
  g_hash_table_replace (self->base.hosts, g_strdup ("/page"), g_strdup (page));
  g_assert_null (open_one (self, "acme/Pages", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "more files"));
}

typedef struct
{
  const char *info;  /* what the hub says of acme/Bad */
  const char *bytes; /* (nullable): of its model.gguf */
  guint64 size;
  GQuark (*domain) (void);
  int code;
  const char *says;
} Bad;

static const Bad bad[] = {
  { "[1,2]", NULL, 0, plimsoll_hub_error_quark, (int) PLIMSOLL_HUB_ERROR_BAD_ANSWER, "expected" },
  { "{\"siblings\":[{\"rfilename\":\"a", NULL, 0, plimsoll_hub_error_quark,
    (int) PLIMSOLL_HUB_ERROR_BAD_ANSWER, "does not end" },
  { "{\"siblings\":[{\"rfilename\":\"README.md\",\"size\":1}]}", NULL, 0, plimsoll_hub_error_quark,
    (int) PLIMSOLL_HUB_ERROR_NO_MODEL, "nothing that can be sized" },
  { "{\"siblings\":[{\"rfilename\":\"../model.gguf\",\"size\":1},"
    "{\"rfilename\":\"a-00001-of-00000.gguf\",\"size\":1},"
    "{\"rfilename\":\"a-00001-of-00009.gguf\",\"size\":1}]}",
    NULL, 0, plimsoll_hub_error_quark, (int) PLIMSOLL_HUB_ERROR_NO_MODEL,
    "nothing that can be sized" },
  { "{\"sha\":\"" TEST_HUB_COMMIT "\",\"siblings\":[{\"rfilename\":\"model.gguf\",\"size\":64}]}",
    "<html>", 64, plimsoll_format_error_quark, (int) PLIMSOLL_FORMAT_ERROR_NOT_THIS, "GGUF" },
  /* Of another size than the list says. */
  { "{\"sha\":\"" TEST_HUB_COMMIT "\",\"siblings\":[{\"rfilename\":\"model.gguf\",\"size\":640}]}",
    "GGUF", 64, plimsoll_format_error_quark, (int) PLIMSOLL_FORMAT_ERROR_DAMAGED, "size" },
};

static void
test_bad (Fixture *self, gconstpointer data)
{
  const Bad *one = data;
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Bad?blobs=true", one->info);
  if (one->bytes != NULL)
    test_hub_put_file (&self->base, "acme/Bad/model.gguf",
                       g_bytes_new (one->bytes, strlen (one->bytes)), one->size);
  g_assert_null (open_one (self, "acme/Bad", NULL, &error));
  g_assert_error (error, one->domain (), one->code);
  g_assert_nonnull (strstr (error->message, one->says));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_deep (Fixture *self, gconstpointer data)
{
  g_autofree char *deep = g_strnfill (1 << 20, '[');
  g_autofree char *info = g_strdup_printf ("{\"cardData\":%s", deep);
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Deep?blobs=true", info);
  g_assert_null (open_one (self, "acme/Deep", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_BAD_ANSWER);
  g_assert_nonnull (strstr (error->message, "deep"));
}

/* As much as is taken of an answer, of what takes the most to read: the answer is good or it is
 * told why not, and in either case within bounds. */
static void
test_large (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *start, *again, *end;
  } texts[] = {
    { "{\"siblings\":[{}", ",{\"rfilename\":\"a/config.json\",\"size\":1}", "]}" },
    { "{\"siblings\":[{}", ",{\"rfilename\":\"\\u0000\\ud83d\\ude00.gguf\"}", "]}" },
    { "{\"tags\":[0", ",\"license:a\"", "]}" },
    { "{\"cardData\":{\"a\":0", ",\"a\":[]", "}}" },
    { "{\"id\":\"", "\\n", "\"}" },
    { "{\"downloads\":1", "0", "}" },
    { "{\"downloads\":[1", ",1e999", "]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) info = g_string_new (texts[i].start);
      g_autoptr (GError) error = NULL;

      while (info->len < (8 << 20) - 100)
        g_string_append (info, texts[i].again);
      g_string_append (info, texts[i].end);
      test_hub_put (&self->base, "/api/models/acme/Large?blobs=true", info->str);
      g_assert_null (open_one (self, "acme/Large", NULL, &error));
      g_assert_true (error->domain == PLIMSOLL_HUB_ERROR);
      g_assert_null (strchr (error->message, '\n'));
      g_test_message ("%s", error->message);
    }
}

static void
test_no_ranges (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  put_8b (self);
  self->base.no_ranges = TRUE;
  g_assert_null (open_one (self, "acme/Qwen3-8B-GGUF", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_NO_RANGES);
}

/* The list is for all, the files are not. */
static void
test_gated (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  put_8b (self);
  g_hash_table_replace (
    self->base.hosts,
    g_strdup ("/acme/Qwen3-8B-GGUF/resolve/" TEST_HUB_COMMIT "/Qwen3-8B-Q4_K_M.gguf"),
    g_strdup ("HTTP/1.1 403 Forbidden\r\nX-Error-Code: GatedRepo\r\nContent-Length: 0\r\n"
              "Connection: close\r\n\r\n"));
  g_assert_null (open_one (self, "acme/Qwen3-8B-GGUF", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_GATED);
  g_assert_nonnull (strstr (error->message, "/acme/Qwen3-8B-GGUF"));
}

/* Tokens that look like keys, and a header that has no end. */
static void
test_astray (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  TestHubFile *file;
  g_autofree guint8 *bytes = NULL;
  gsize length;
  PlimsollHubUse use;

  put_8b (self);
  file = g_hash_table_lookup (self->base.files, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf");
  bytes = g_memdup2 (g_bytes_get_data (file->bytes, &length), g_bytes_get_size (file->bytes));
  /* Whatever is long enough looks like a key, near the ends too. */
  for (gsize i = 1000; i + 16 < length; i++)
    if (bytes[i] >= 7 && bytes[i] <= 16 && memcmp (bytes + i + 1, "\0\0\0\0\0\0\0aaaaaaa", 14) == 0)
      memcpy (bytes + i + 8, "token.a", 7);
  g_bytes_unref (file->bytes);
  file->bytes = g_bytes_new_take (g_steal_pointer (&bytes), length);

  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_model_get_layers (model), ==, 36);
  /* All of the header was read in the end, as there was no other way. */
  g_assert_cmpuint (use.came, >, 5 * 1000 * 1000);
  g_assert_cmpuint (use.came, <, 20 * 1000 * 1000);
}

static void
test_endless (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  PlimsollHubUse use = { 0 };
  TestGgufWriter w;
  const guint64 size = G_GUINT64_CONSTANT (1) << 34;

  /* Empty strings, twenty million of them. */
  test_gguf_init (&w, 3, FALSE);
  test_gguf_key (&w, "a", 9);
  test_gguf_number (&w, 8, 4);
  test_gguf_number (&w, 20000000, 8);
  test_gguf_finish (&w);
  test_hub_put_file (&self->base, "acme/Endless/model.gguf",
                     g_byte_array_free_to_bytes (g_steal_pointer (&w.bytes)), size);
  test_hub_put_repository (&self->base, "acme/Endless", "");
  g_assert_null (open_one (self, "acme/Endless", &use, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "24 MiB"));
  g_assert_cmpuint (use.came, <=, 24 << 20);
}

/* Given up in the middle of a header, nothing is left waiting. */
static void
cancel_cb (TestSite *site, GOutputStream *out, const char *request)
{
  TestHub *self = site->data;

  if (strstr (request, "/resolve/") != NULL)
    g_cancellable_cancel (g_object_get_data (G_OBJECT (self->hub), "cancellable"));
  test_hub_answer (site, out, request);
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse ("acme/Qwen3-8B-GGUF", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Opening opening = {
    .hub = self->base.hub, .link = link, .cancellable = cancellable, .error = &error
  };

  put_8b (self);
  self->base.site.answer = cancel_cb;
  g_object_set_data (G_OBJECT (self->base.hub), "cancellable", cancellable);
  run (&opening);
  g_assert_null (opening.model);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Several are opened at once: no more than two requests are with the server. */
static void
slowly_cb (TestSite *site, GOutputStream *out, const char *request)
{
  test_site_pause (site, 10000);
  test_hub_answer (site, out, request);
}

static void
test_at_once (Fixture *self, gconstpointer data)
{
  Opening openings[6] = { 0 };
  GThread *threads[G_N_ELEMENTS (openings)];
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse ("acme/Qwen3-8B-GGUF:Q8_0", NULL);

  put_8b (self);
  self->base.site.answer = slowly_cb;
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      openings[i] = (Opening) { .hub = self->base.hub, .link = link };
      threads[i] = g_thread_new ("open", open_in_thread, &openings[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      while (!g_atomic_int_get (&openings[i].done))
        g_main_context_iteration (NULL, TRUE);
      g_thread_join (threads[i]);
      g_assert_nonnull (openings[i].model);
      g_object_unref (openings[i].model);
    }
  g_assert_cmpint (g_atomic_int_get (&self->base.site.most_paused), ==, 2);
}

/* As many tensors and keys as a header can have in what is fetched of it. */
static void
test_most (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;
  const guint64 ne[] = { 1 };

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.architecture", "llama");
  for (guint i = 0; i < 500000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      test_gguf_tensor (&w, name, 0, 1, ne, 4);
    }
  test_gguf_finish (&w);
  test_hub_put_file (&self->base, "acme/Most/model.gguf",
                     g_byte_array_free_to_bytes (g_steal_pointer (&w.bytes)),
                     G_GUINT64_CONSTANT (1) << 34);
  test_hub_put_repository (&self->base, "acme/Most", "");
  g_assert_null (open_one (self, "acme/Most", NULL, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TOO_LARGE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/hub-faults/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("endless-pages", test_endless_pages);
  ADD ("deep", test_deep);
  ADD ("large", test_large);
  ADD ("no-ranges", test_no_ranges);
  ADD ("gated", test_gated);
  ADD ("astray", test_astray);
  ADD ("endless", test_endless);
  ADD ("cancel", test_cancel);
  ADD ("at-once", test_at_once);
  ADD ("most", test_most);
#undef ADD
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strdup_printf ("/hub-faults/bad/%u", i);

      g_test_add (path, Fixture, &bad[i], set_up, test_bad, tear_down);
    }
  return g_test_run ();
}
