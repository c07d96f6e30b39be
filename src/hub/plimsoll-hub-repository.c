/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-repository.h"

#include "plimsoll-file-type.h"
#include "plimsoll-hub-error.h"
#include "plimsoll-hub-json.h"
#include "plimsoll-model-folder.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#define MOST_INFO (G_GUINT64_CONSTANT (8) << 20)
#define MOST_PAGE (G_GUINT64_CONSTANT (4) << 20)
#define MAX_PAGES 250

/* With more the hub itself may leave some out. */
#define MAX_LISTED 50000

static void
file_clear (gpointer data)
{
  g_free (((PlimsollHubFile *) data)->name);
}

PlimsollHubRepository *
plimsoll_hub_repository_new (void)
{
  PlimsollHubRepository *self = g_new0 (PlimsollHubRepository, 1);

  self->listing = plimsoll_hub_listing_new ();
  self->files = g_array_new (FALSE, FALSE, sizeof (PlimsollHubFile));
  g_array_set_clear_func (self->files, file_clear);
  self->age = -1;
  return self;
}

void
plimsoll_hub_repository_free (PlimsollHubRepository *self)
{
  plimsoll_hub_listing_unref (self->listing);
  g_free (self->commit);
  g_array_unref (self->files);
  g_free (self);
}

/* --- Files --- */

gboolean
plimsoll_hub_repository_wants (const char *name)
{
  const char *slash = strrchr (name, '/');
  const char *base = slash != NULL ? slash + 1 : name;

  if (*name == '\0' || *name == '/' || strstr (name, "//") != NULL || strstr (name, "..") != NULL)
    return FALSE;
  return g_str_equal (base, "config.json") || g_str_equal (base, "adapter_config.json")
         || g_str_has_suffix (base, ".safetensors.index.json")
         || g_str_has_suffix (base, ".safetensors") || g_str_has_suffix (base, ".gguf");
}

void
plimsoll_hub_repository_add (PlimsollHubRepository *self, const char *name, guint64 size)
{
  const PlimsollHubFile file = { g_strdup (name), size };

  g_array_append_val (self->files, file);
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const PlimsollHubFile *one = a, *other = b;

  return strcmp (one->name, other->name);
}

void
plimsoll_hub_repository_sort (PlimsollHubRepository *self)
{
  g_array_sort (self->files, compare_files);
  for (guint i = self->files->len; i > 1; i--)
    if (compare_files (&g_array_index (self->files, PlimsollHubFile, i - 1),
                       &g_array_index (self->files, PlimsollHubFile, i - 2))
        == 0)
      g_array_remove_index (self->files, i - 1);
}

const PlimsollHubFile *
plimsoll_hub_repository_find (const PlimsollHubRepository *self, const char *name)
{
  const PlimsollHubFile wanted = { (char *) name, 0 };

  return self->files->len > 0
           ? bsearch (&wanted, self->files->data, self->files->len, sizeof wanted, compare_files)
           : NULL;
}

/* --- What a hub says --- */

static void
take_use (PlimsollHubRepository *self, const PlimsollHubAnswer *answer)
{
  self->age = MAX (self->age, answer->age);
  self->came += answer->came;
}

static gboolean
fetch_tree (PlimsollHubRepository *self,
            PlimsollHub *hub,
            const PlimsollHubLink *link,
            gboolean kept_only,
            GCancellable *cancellable,
            GError **error)
{
  const char *revision = self->commit != NULL ? self->commit : link->revision;
  g_autofree char *path =
    g_strdup_printf ("/api/models/%s/tree/%s?recursive=true", link->repository, revision);

  g_array_set_size (self->files, 0);
  for (guint i = 0; path != NULL; i++)
    {
      const PlimsollHubRequest request = { .path = path,
                                           .most = MOST_PAGE,
                                           .json = TRUE,
                                           .keep = TRUE,
                                           .fixed = self->commit != NULL,
                                           .kept_only = kept_only };
      g_autoptr (PlimsollHubAnswer) answer = NULL;

      if (i == MAX_PAGES)
        {
          g_set_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_TOO_LARGE,
                       _("%s has more files than are looked through"), link->repository);
          return FALSE;
        }
      answer = plimsoll_hub_fetch (hub, &request, cancellable, error);
      if (answer == NULL || !plimsoll_hub_json_tree (answer->bytes, self, error))
        return FALSE;
      take_use (self, answer);
      g_set_str (&path, answer->next);
    }
  return TRUE;
}

static PlimsollHubAnswer *
fetch_info (PlimsollHub *hub,
            const PlimsollHubLink *link,
            const char *what,
            gboolean kept_only,
            GCancellable *cancellable,
            GError **error)
{
  g_autofree char *path =
    g_str_equal (link->revision, "main")
      ? g_strdup_printf ("/api/models/%s?%s", link->repository, what)
      : g_strdup_printf ("/api/models/%s/revision/%s?%s", link->repository, link->revision, what);
  const PlimsollHubRequest request = {
    .path = path, .most = MOST_INFO, .json = TRUE, .keep = TRUE, .kept_only = kept_only
  };

  return plimsoll_hub_fetch (hub, &request, cancellable, error);
}

static gboolean
is_commit (const char *text)
{
  return strlen (text) == 40 && strspn (text, "0123456789abcdef") == 40;
}

PlimsollHubRepository *
plimsoll_hub_repository_fetch (PlimsollHub *hub,
                               const PlimsollHubLink *link,
                               gboolean kept_only,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (PlimsollHubRepository) self = plimsoll_hub_repository_new ();
  g_autoptr (GError) fault = NULL;
  g_autoptr (PlimsollHubAnswer) answer =
    fetch_info (hub, link, "blobs=true", kept_only, cancellable, &fault);
  guint n_files = 0;

  /* So many files that their list does not come in one piece: they come by pages. */
  if (g_error_matches (fault, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_TOO_LARGE))
    {
      g_clear_error (&fault);
      answer = fetch_info (hub, link,
                           "expand[]=sha&expand[]=downloads&expand[]=likes&expand[]=gated"
                           "&expand[]=tags",
                           kept_only, cancellable, &fault);
    }
  if (answer == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&fault));
      return NULL;
    }
  if (!plimsoll_hub_json_repository (answer->bytes, self, &n_files, error))
    return NULL;
  take_use (self, answer);
  g_set_str (&self->listing->id, link->repository);
  if (self->commit != NULL && !is_commit (self->commit))
    g_clear_pointer (&self->commit, g_free);
  if ((n_files == 0 || n_files > MAX_LISTED)
      && !fetch_tree (self, hub, link, kept_only, cancellable, error))
    return NULL;
  plimsoll_hub_repository_sort (self);
  return g_steal_pointer (&self);
}

/* --- Quantizations --- */

static char *
stem_of (const char *file)
{
  const char *slash = strrchr (file, '/');
  const char *base = slash != NULL ? slash + 1 : file;
  const char *tail = plimsoll_model_shard_tail (base);
  gsize length = tail != NULL ? (gsize) (tail - base) : strlen (base);

  if (tail == NULL && g_str_has_suffix (base, ".gguf"))
    length -= strlen (".gguf");
  return g_strndup (base, length);
}

/* Where the last part of @stem that is set off begins, when @name is that part. */
static gsize
ends_in (const char *stem, const char *name)
{
  gsize length = strlen (stem), n = strlen (name);

  if (n > length || g_ascii_strcasecmp (stem + length - n, name) != 0)
    return 0;
  if (n == length)
    return length;
  return strchr ("-._", stem[length - n - 1]) != NULL ? n : 0;
}

/* A mixture of somebody's own: "Q4_K_XL". */
static gboolean
looks_quantized (const char *part)
{
  const char *digit = part + strcspn (part, "0123456789");
  const gsize n = (gsize) (digit - part);

  return *digit != '\0'
         && ((n == 1 && strchr ("QqFf", *part) != NULL)
             || (n == 2
                 && (g_ascii_strncasecmp (part, "IQ", 2) == 0
                     || g_ascii_strncasecmp (part, "BF", 2) == 0
                     || g_ascii_strncasecmp (part, "TQ", 2) == 0))
             || (n == 4 && g_ascii_strncasecmp (part, "MXFP", 4) == 0))
         && strspn (digit, "0123456789_KXLMSkxlms") == strlen (digit);
}

char *
plimsoll_hub_quantization_label (const char *file)
{
  g_autofree char *stem = stem_of (file);
  gsize n_types, length = strlen (stem), n = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n_types);

  for (gsize i = 0; i < n_types; i++)
    n = MAX (n, ends_in (stem, types[i].name));
  if (n == 0)
    {
      const char *part = stem + length;

      while (part > stem && strchr ("-.", part[-1]) == NULL)
        part--;
      if (looks_quantized (part))
        n = strlen (part);
    }
  if (n == 0)
    return NULL;
  if (length >= n + 3 && g_ascii_strncasecmp (stem + length - n - 3, "UD-", 3) == 0)
    n += 3;
  return g_ascii_strup (stem + length - n, (gssize) n);
}

static gboolean
is_model (const char *name)
{
  const char *slash = strrchr (name, '/');
  g_autofree char *base = g_ascii_strdown (slash != NULL ? slash + 1 : name, -1);

  return g_str_has_suffix (base, ".gguf") && strstr (base, "mmproj") == NULL
         && strstr (base, "imatrix") == NULL;
}

/* Of a set the files follow each other, and each says how many there are. */
static gboolean
take_set (const PlimsollHubRepository *self, guint *at, PlimsollHubQuantization *set)
{
  const char *name = g_array_index (self->files, PlimsollHubFile, *at).name;
  const char *slash = strrchr (name, '/');
  const char *tail = plimsoll_model_shard_tail (slash != NULL ? slash + 1 : name);
  guint64 count = tail != NULL ? g_ascii_strtoull (strstr (tail, "-of-") + 4, NULL, 10) : 1;
  g_autofree char *first = plimsoll_model_first_shard (name);

  *set = (PlimsollHubQuantization) { .first = name };
  if (!g_str_equal (first, name) || count == 0)
    return FALSE;
  for (; *at < self->files->len && set->n_files < count; (*at)++)
    {
      const PlimsollHubFile *file = &g_array_index (self->files, PlimsollHubFile, *at);
      g_autofree char *of = plimsoll_model_first_shard (file->name);

      if (!g_str_equal (of, first) || !g_uint64_checked_add (&set->bytes, set->bytes, file->size))
        break;
      set->n_files++;
    }
  (*at)--;
  return set->n_files == count;
}

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  const PlimsollHubQuantization *one = a, *other = b;

  return (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

static void
quantization_clear (gpointer data)
{
  g_free (((PlimsollHubQuantization *) data)->label);
}

GArray *
plimsoll_hub_repository_quantizations (const PlimsollHubRepository *self)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (PlimsollHubQuantization));

  g_array_set_clear_func (all, quantization_clear);
  for (guint i = 0; i < self->files->len; i++)
    {
      PlimsollHubQuantization set;

      if (!is_model (g_array_index (self->files, PlimsollHubFile, i).name)
          || !take_set (self, &i, &set))
        continue;
      set.label = plimsoll_hub_quantization_label (set.first);
      if (set.label == NULL)
        set.label = stem_of (set.first);
      g_array_append_val (all, set);
    }
  g_array_sort (all, compare_sizes);
  return all;
}
