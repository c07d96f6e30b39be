/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-folder.h"

#include "plimsoll-model-file.h"

#include <glib/gi18n.h>
#include <string.h>

/* More GGUF files in one folder are not looked into, but named. */
#define MAX_LOOKED_INTO 64
#define MAX_NAMED 4

typedef struct
{
  GHashTable *ggufs; /* (element-type filename filename): the first name of every set of shards */
  gboolean config;
  gboolean safetensors;
} FolderContents;

const char *
plimsoll_model_shard_tail (const char *name)
{
  const gsize length = strlen ("-00001-of-00003.gguf");
  const gsize n = strlen (name);
  const char *tail = name + n - MIN (n, length);

  if (n <= length || tail[0] != '-' || strncmp (tail + 6, "-of-", 4) != 0
      || g_ascii_strcasecmp (tail + 15, ".gguf") != 0)
    return NULL;
  for (int i = 1; i <= 5; i++)
    if (!g_ascii_isdigit (tail[i]) || !g_ascii_isdigit (tail[i + 9]))
      return NULL;
  return tail;
}

char *
plimsoll_model_first_shard (const char *path)
{
  const char *tail = plimsoll_model_shard_tail (path);

  return tail == NULL ? g_strdup (path)
                      : g_strdup_printf ("%.*s-00001%s", (int) (tail - path), path, tail + 6);
}

static void
add_gguf (FolderContents *self, const char *name)
{
  g_autofree char *set = plimsoll_model_first_shard (name);
  const char *known = g_hash_table_lookup (self->ggufs, set);

  if (known == NULL || strcmp (name, known) < 0)
    g_hash_table_replace (self->ggufs, g_steal_pointer (&set), g_strdup (name));
}

static gboolean
read_folder (FolderContents *self, const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);
  const char *name;

  if (dir == NULL)
    return FALSE;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_equal (name, "config.json"))
      self->config = TRUE;
    else if (g_str_has_suffix (name, ".safetensors")
             || g_str_has_suffix (name, ".safetensors.index.json"))
      self->safetensors = TRUE;
    else if (g_str_has_suffix (name, ".gguf") || g_str_has_suffix (name, ".GGUF"))
      add_gguf (self, name);
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
refuse (GError **error, const char *folder, const char *fault)
{
  g_autofree char *name = g_path_get_basename (folder);

  g_set_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING, "%s: %s", name, fault);
  return NULL;
}

static char *
refuse_several (GError **error, const char *folder, GPtrArray *names)
{
  g_autoptr (GString) fault = g_string_new (NULL);

  g_string_printf (fault, _("%u models are in this folder, open one of them: "), names->len);
  for (guint i = 0; i < MIN (names->len, MAX_NAMED); i++)
    g_string_append_printf (fault, "%s%s", i > 0 ? ", " : "",
                            (const char *) g_ptr_array_index (names, i));
  if (names->len > MAX_NAMED)
    g_string_append (fault, ", …");
  return refuse (error, folder, fault->str);
}

/* What cannot be read may be the model: whoever opens it will say what is wrong with it. */
static gboolean
may_be_model (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_read (path, NULL);

  return file == NULL || file->kind == PLIMSOLL_MODEL_FILE_MODEL;
}

static char *
choose_gguf (const char *folder, GHashTable *ggufs, GError **error)
{
  g_autoptr (GPtrArray) names = g_hash_table_get_values_as_ptr_array (ggufs);
  g_autoptr (GPtrArray) models = g_ptr_array_new ();

  g_ptr_array_sort (names, compare_names);
  if (names->len > MAX_LOOKED_INTO)
    return refuse_several (error, folder, names);

  for (guint i = 0; i < names->len; i++)
    if (may_be_model (folder, g_ptr_array_index (names, i)))
      g_ptr_array_add (models, g_ptr_array_index (names, i));
  if (models->len > 1)
    return refuse_several (error, folder, models);

  return g_build_filename (folder, g_ptr_array_index (models->len == 1 ? models : names, 0), NULL);
}

char *
plimsoll_model_folder_choose (const char *folder, PlimsollFileKind *kind, GError **error)
{
  g_autoptr (GHashTable) ggufs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  FolderContents contents = { .ggufs = ggufs };

  if (!read_folder (&contents, folder, error))
    return NULL;

  if (contents.safetensors && (contents.config || g_hash_table_size (ggufs) == 0))
    {
      *kind = PLIMSOLL_FILE_KIND_SAFETENSORS;
      return g_strdup (folder);
    }
  if (g_hash_table_size (ggufs) > 0)
    {
      *kind = PLIMSOLL_FILE_KIND_GGUF;
      return choose_gguf (folder, ggufs, error);
    }
  if (contents.config)
    {
      *kind = PLIMSOLL_FILE_KIND_JSON;
      return g_build_filename (folder, "config.json", NULL);
    }

  return refuse (error, folder, _("no GGUF, no safetensors and no config.json is in this folder"));
}
