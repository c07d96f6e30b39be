/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A hub on this computer, with whatever a test puts into it. */

#pragma once

#include "plimsoll-hub.h"
#include "plimsoll-mixture.h"
#include "plimsoll-model-list.h"

#include <glib/gstdio.h>

#include "plimsoll-test-site.h"
#include "test-model-writer.h"

#define TEST_HUB_COMMIT "0123456789abcdef0123456789abcdef01234567"

/** A file: what it begins with, and zeros up to its size. */
typedef struct
{
  GBytes *bytes;
  guint64 size;
} TestHubFile;

typedef struct
{
  TestSite site;
  GHashTable *answers; /* path, or the beginning of one that ends in "*" -> JSON */
  GHashTable *files;   /* "org/model/file" -> TestHubFile */
  GHashTable *hosts;   /* path -> headers and status that are sent instead */
  gboolean no_ranges;
  char *folder;
  PlimsollHub *hub;
} TestHub;

static inline void
test_hub_file_free (gpointer data)
{
  TestHubFile *file = data;

  g_bytes_unref (file->bytes);
  g_free (file);
}

static inline void
test_hub_send_file (TestHub *self, GOutputStream *out, const char *request, TestHubFile *file)
{
  const char *range = strstr (request, "bytes=");
  char *dash = NULL;
  guint64 start = range != NULL ? g_ascii_strtoull (range + 6, &dash, 10) : 0;
  guint64 end = dash != NULL ? g_ascii_strtoull (dash + 1, NULL, 10) : file->size - 1;
  g_autofree char *head = NULL;
  gsize length;
  const guint8 *bytes = g_bytes_get_data (file->bytes, &length);
  static const guint8 zeros[65536];

  end = MIN (end, file->size - 1);
  if (range == NULL || self->no_ranges)
    {
      start = 0;
      end = file->size - 1;
      head = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                              "Content-Length: %" G_GUINT64_FORMAT "\r\nConnection: close\r\n\r\n",
                              file->size);
    }
  else
    head =
      g_strdup_printf ("HTTP/1.1 206 Partial Content\r\nContent-Type: application/octet-stream\r\n"
                       "Content-Range: bytes %" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT
                       "/%" G_GUINT64_FORMAT "\r\nContent-Length: %" G_GUINT64_FORMAT
                       "\r\nConnection: close\r\n\r\n",
                       start, end, file->size, end + 1 - start);
  test_site_text (out, head);
  while (start <= end)
    {
      const guint64 n = start < length ? MIN (length - start, end + 1 - start)
                                       : MIN (sizeof zeros, end + 1 - start);

      if (!g_output_stream_write_all (out, start < length ? bytes + start : zeros, (gsize) n, NULL,
                                      NULL, NULL))
        return;
      start += n;
    }
}

/* What is asked for, without "GET " and what follows. */
static inline char *
test_hub_path (const char *request)
{
  const char *start = request + 4;

  return g_strndup (start, strcspn (start, " "));
}

static inline const char *
test_hub_find_answer (TestHub *self, const char *path)
{
  const char *exact = g_hash_table_lookup (self->answers, path);
  GHashTableIter iter;
  gpointer key, value;

  if (exact != NULL)
    return exact;
  g_hash_table_iter_init (&iter, self->answers);
  while (g_hash_table_iter_next (&iter, &key, &value))
    if (g_str_has_suffix (key, "*") && strncmp (path, key, strlen (key) - 1) == 0)
      return value;
  return NULL;
}

static inline void
test_hub_answer (TestSite *site, GOutputStream *out, const char *request)
{
  TestHub *self = site->data;
  g_autofree char *path = test_hub_path (request);
  const char *status = g_hash_table_lookup (self->hosts, path);
  const char *json = test_hub_find_answer (self, path);
  g_auto (GStrv) parts = g_strsplit (path, "/resolve/" TEST_HUB_COMMIT, 2);
  g_autofree char *name = parts[0] != NULL && parts[1] != NULL
                            ? g_strconcat (parts[0] + 1, parts[1], NULL)
                            : g_strdup ("");
  TestHubFile *file = g_hash_table_lookup (self->files, name);

  if (status != NULL)
    test_site_text (out, status);
  else if (json != NULL && strstr (request, "If-None-Match: \"e\"") != NULL)
    test_site_status (out, "304 Not Modified", "");
  else if (json != NULL)
    test_site_body (out, "application/json", json);
  else if (file != NULL)
    test_hub_send_file (self, out, request, file);
  else
    test_site_status (out, "404 Not Found",
                      strstr (path, "/resolve/") != NULL ? "X-Error-Code: EntryNotFound\r\n" : "");
}

/* @offline: as HF_HUB_OFFLINE */
static inline void
test_hub_start (TestHub *self, gboolean offline)
{
  PlimsollHubSettings *settings = g_new0 (PlimsollHubSettings, 1);

  g_clear_object (&self->hub);
  settings->endpoint = g_strdup_printf ("http://127.0.0.1:%u", self->site.port);
  settings->offline = offline;
  settings->idle_seconds = 5;
  settings->total_seconds = 20;
  settings->cache_folder = g_build_filename (self->folder, "cache", NULL);
  settings->cache_bytes = 64 << 20;
  self->hub = plimsoll_hub_new (settings);
}

static inline void
test_hub_open (TestHub *self)
{
  g_autoptr (GError) error = NULL;

  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, test_hub_file_free);
  self->hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->folder = g_dir_make_tmp ("plimsoll-hub-XXXXXX", &error);
  g_assert_no_error (error);
  self->site.answer = test_hub_answer;
  self->site.data = self;
  test_site_open (&self->site);
  test_hub_start (self, FALSE);
}

static inline void
test_hub_remove (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_hub_remove (child);
    }
  g_remove (path);
}

static inline void
test_hub_close (TestHub *self)
{
  g_clear_object (&self->hub);
  test_site_close (&self->site);
  g_clear_pointer (&self->answers, g_hash_table_unref);
  g_clear_pointer (&self->files, g_hash_table_unref);
  g_clear_pointer (&self->hosts, g_hash_table_unref);
  test_hub_remove (self->folder);
  g_clear_pointer (&self->folder, g_free);
}

/** Answers @path with @json. */
static inline void
test_hub_put (TestHub *self, const char *path, const char *json)
{
  g_hash_table_replace (self->answers, g_strdup (path), g_strdup (json));
}

/** @bytes: (transfer full) */
static inline void
test_hub_put_file (TestHub *self, const char *name, GBytes *bytes, guint64 size)
{
  TestHubFile *file = g_new0 (TestHubFile, 1);

  file->bytes = bytes;
  file->size = size;
  g_hash_table_replace (self->files, g_strdup (name), file);
}

static inline void
test_hub_put_text (TestHub *self, const char *name, const char *text)
{
  test_hub_put_file (self, name, g_bytes_new (text, strlen (text)), strlen (text));
}

/** A model of the catalogue as the quantizer makes it, with a vocabulary. Returns: its size. */
static inline guint64
test_hub_put_gguf (TestHub *self,
                   const char *name,
                   PlimsollModel *model,
                   PlimsollFileType type,
                   guint32 n_tokens)
{
  PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  const PlimsollTensorPlan *plan = plimsoll_model_get_plan (model);
  g_autofree guint8 *formats = g_new0 (guint8, plan->n);
  TestGgufWriter w;
  guint64 size;

  g_assert_true (plimsoll_mixture_formats (spec, plan, type, TRUE, formats));
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, spec, plimsoll_model_get_name (model), type);
  test_model_vocabulary (&w, n_tokens, n_tokens);
  test_model_tensors (&w, plan, formats);
  size = test_gguf_finish (&w);
  test_hub_put_file (self, name, g_byte_array_free_to_bytes (g_steal_pointer (&w.bytes)), size);
  return size;
}

/** Answers for @repository with its files. @more: members besides, each with a comma behind */
static inline void
test_hub_put_repository (TestHub *self, const char *repository, const char *more)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *prefix = g_strconcat (repository, "/", NULL);
  g_autofree char *path = g_strdup_printf ("/api/models/%s?blobs=true", repository);
  const char *separator = "";
  GHashTableIter iter;
  gpointer name, file;

  g_string_append_printf (json, "{\"id\":\"%s\",\"sha\":\"" TEST_HUB_COMMIT "\",%s\"siblings\":[",
                          repository, more);
  g_hash_table_iter_init (&iter, self->files);
  while (g_hash_table_iter_next (&iter, &name, &file))
    if (g_str_has_prefix (name, prefix))
      {
        g_string_append_printf (json, "%s{\"rfilename\":\"%s\",\"size\":%" G_GUINT64_FORMAT "}",
                                separator, (const char *) name + strlen (prefix),
                                ((TestHubFile *) file)->size);
        separator = ",";
      }
  g_string_append (json, "]}");
  test_hub_put (self, path, json->str);
}
