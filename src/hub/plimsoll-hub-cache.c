/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hub-cache.h"

#include <glib/gstdio.h>
#include <utime.h>

#define SUFFIX ".answer"

/* What it was stored by, its etag, the next page, the size of the whole, and what came. */
#define FORM "(ssstay)"
#define MAX_FILE ((goffset) 64 << 20)

typedef struct
{
  char *path;
  guint64 bytes;
  gint64 used;
} Kept;

PlimsollHubCache *
plimsoll_hub_cache_new (const char *folder, guint64 most)
{
  PlimsollHubCache *self = g_new0 (PlimsollHubCache, 1);

  self->folder = g_strdup (folder);
  self->most = most;
  return self;
}

void
plimsoll_hub_cache_free (PlimsollHubCache *self)
{
  g_free (self->folder);
  g_free (self);
}

static char *
path_of (PlimsollHubCache *self, const char *name)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  g_autofree char *file = g_strconcat (sum, SUFFIX, NULL);

  return g_build_filename (self->folder, file, NULL);
}

static gint64
age_of (const GStatBuf *info)
{
  return MAX (g_get_real_time () / G_USEC_PER_SEC - (gint64) info->st_mtime, 0);
}

PlimsollHubAnswer *
plimsoll_hub_cache_load (PlimsollHubCache *self, const char *name)
{
  g_autofree char *path = path_of (self, name);
  g_autofree char *bytes = NULL;
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (GVariant) kept = NULL;
  g_autoptr (GVariant) body = NULL;
  PlimsollHubAnswer *answer;
  const char *stored, *etag, *next;
  guint64 size;
  GStatBuf info;
  gsize length;

  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size > MAX_FILE
      || !g_file_get_contents (path, &bytes, &length, NULL))
    return NULL;
  whole = g_bytes_new_take (g_steal_pointer (&bytes), length);
  kept = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (FORM), whole, FALSE));
  if (!g_variant_is_normal_form (kept))
    return NULL;
  g_variant_get (kept, "(&s&s&st@ay)", &stored, &etag, &next, &size, &body);
  if (!g_str_equal (stored, name))
    return NULL;
  answer = g_new0 (PlimsollHubAnswer, 1);
  answer->bytes = g_variant_get_data_as_bytes (body);
  answer->etag = *etag != '\0' ? g_strdup (etag) : NULL;
  answer->next = *next != '\0' ? g_strdup (next) : NULL;
  answer->size = size;
  answer->age = age_of (&info);
  return answer;
}

static int
compare_use (gconstpointer a, gconstpointer b)
{
  const Kept *one = a, *other = b;

  return (one->used > other->used) - (one->used < other->used);
}

static void
kept_clear (gpointer data)
{
  g_free (((Kept *) data)->path);
}

/* What is kept, the one that was of use longest ago first. */
static GArray *
list (PlimsollHubCache *self, guint64 *bytes)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *file;

  g_array_set_clear_func (all, kept_clear);
  *bytes = 0;
  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, file, NULL);
      GStatBuf info;
      Kept kept;

      if (!g_str_has_suffix (file, SUFFIX) || g_lstat (path, &info) != 0 || !S_ISREG (info.st_mode))
        continue;
      kept = (Kept) { g_steal_pointer (&path), (guint64) info.st_size, (gint64) info.st_mtime };
      *bytes += kept.bytes;
      g_array_append_val (all, kept);
    }
  g_array_sort (all, compare_use);
  return all;
}

static guint64
shrink (PlimsollHubCache *self, guint64 most)
{
  guint64 bytes, gone = 0;
  g_autoptr (GArray) all = list (self, &bytes);

  for (guint i = 0; i < all->len && bytes - gone > most; i++)
    {
      const Kept *kept = &g_array_index (all, Kept, i);

      if (g_unlink (kept->path) == 0)
        gone += kept->bytes;
    }
  return gone;
}

void
plimsoll_hub_cache_store (PlimsollHubCache *self, const char *name, const PlimsollHubAnswer *answer)
{
  g_autofree char *path = path_of (self, name);
  g_autoptr (GVariant) kept = NULL;
  GVariant *body = g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, answer->bytes, TRUE);

  kept =
    g_variant_ref_sink (g_variant_new ("(ssst@ay)", name, answer->etag != NULL ? answer->etag : "",
                                       answer->next != NULL ? answer->next : "", answer->size,
                                       body));
  if (g_variant_get_size (kept) > self->most || g_mkdir_with_parents (self->folder, 0700) != 0
      || !g_file_set_contents_full (path, g_variant_get_data (kept),
                                    (gssize) g_variant_get_size (kept),
                                    G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL))
    return;
  if (plimsoll_hub_cache_get_bytes (self) > self->most)
    shrink (self, self->most - self->most / 4);
}

void
plimsoll_hub_cache_confirm (PlimsollHubCache *self, const char *name)
{
  g_autofree char *path = path_of (self, name);

  g_utime (path, NULL);
}

guint64
plimsoll_hub_cache_get_bytes (PlimsollHubCache *self)
{
  guint64 bytes;
  g_autoptr (GArray) all = list (self, &bytes);

  return bytes;
}

guint64
plimsoll_hub_cache_clear (PlimsollHubCache *self)
{
  return shrink (self, 0);
}
