/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-reader.h"
#include "plimsoll-safetensors-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SHARDS 9999

static void
reader_init (SafetensorsReader *self, const PlimsollFileSource *source)
{
  *self = (SafetensorsReader) {
    .source = source,
    .tensors = g_array_new (FALSE, FALSE, sizeof (PlimsollSafetensor)),
    .buffers = g_ptr_array_new_with_free_func (g_free),
    .assumptions = g_ptr_array_new_with_free_func (g_free),
  };
}

static void
reader_clear (SafetensorsReader *self)
{
  g_clear_pointer (&self->tensors, g_array_unref);
  g_clear_pointer (&self->buffers, g_ptr_array_unref);
  g_clear_pointer (&self->assumptions, g_ptr_array_unref);
}

/* Counts what is kept in memory of files that may be any size. */
static gboolean
may_keep (SafetensorsReader *self, guint64 length, const char *name, GError **error)
{
  const guint64 most = self->source->most_header;

  self->kept += length;
  return most == 0 || self->kept <= most
         || plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                                  _("the headers are more than %" PRIu64
                                     " MiB, which is not fetched"),
                                  most >> 20);
}

static gboolean
add_open_file (SafetensorsReader *self,
               gpointer file,
               guint64 size,
               const char *name,
               GError **error)
{
  g_autofree char *header = NULL;
  guint8 start[8];
  guint64 length;

  if (size < sizeof start)
    return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, name,
                                 _("it is too short for safetensors"));
  if (!plimsoll_file_source_read (self->source, file, name, 0, start, sizeof start, error)
      || !safetensors_check_start (start, size, name, &length, error)
      || !may_keep (self, length, name, error))
    return FALSE;

  header = g_malloc ((gsize) length + 1);
  if (!plimsoll_file_source_read (self->source, file, name, sizeof start, header, (gsize) length,
                                  error))
    return FALSE;
  header[length] = '\0';
  return safetensors_add_header (self, g_steal_pointer (&header), (gsize) length, size, name,
                                 error);
}

static gboolean
add_file (SafetensorsReader *self, const char *name, GError **error)
{
  guint64 size = 0;
  gboolean ok;
  gpointer file = self->source->open (self->source->data, name, &size, error);

  if (file == NULL)
    return FALSE;
  ok = add_open_file (self, file, size, name, error);
  self->source->close (file);
  return ok;
}

/* A shard's name stays in the folder of its index. */
static gboolean
is_plain_name (const char *name)
{
  return *name != '\0' && *name != '.' && strchr (name, '/') == NULL && strchr (name, '\\') == NULL
         && strlen (name) < 256;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The shards that an index names, each once, in the order of their names. */
static GPtrArray *
shards_of_index (GArray *places, const char *index, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) shards = g_ptr_array_new ();

  for (guint i = 0; i < places->len; i++)
    {
      const char *shard = g_array_index (places, SafetensorsPlace, i).shard;

      if (!g_hash_table_add (seen, (gpointer) shard))
        continue;
      if (!is_plain_name (shard))
        {
          plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, index,
                                _("“%s” is no name of a shard"), shard);
          return NULL;
        }
      g_ptr_array_add (shards, (gpointer) shard);
    }
  if (shards->len > MAX_SHARDS)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, index, _("%u shards cannot be"),
                            shards->len);
      return NULL;
    }
  g_ptr_array_sort (shards, compare_names);
  return g_steal_pointer (&shards);
}

static gboolean
read_shards (SafetensorsReader *self, GPtrArray *shards, const char *given, GError **error)
{
  for (guint i = 0; i < shards->len; i++)
    {
      const char *shard = g_ptr_array_index (shards, i);

      if (!self->source->exists (self->source->data, shard))
        return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                                     _("shard %u of %u is missing: %s"), i + 1, shards->len,
                                     shard);
      if (!add_file (self, shard, error))
        return FALSE;
    }
  return TRUE;
}

/* Every tensor of the index is where it says. What the index leaves out is loaded all the same. */
static gboolean
check_index (SafetensorsReader *self,
             GArray *places,
             GPtrArray *shards,
             const char *index,
             GError **error)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  guint absent;

  for (guint i = 0; i < self->tensors->len; i++)
    {
      PlimsollSafetensor *tensor = &g_array_index (self->tensors, PlimsollSafetensor, i);

      g_hash_table_insert (by_name, (gpointer) tensor->name, tensor);
    }
  for (guint i = 0; i < places->len; i++)
    {
      const SafetensorsPlace *place = &g_array_index (places, SafetensorsPlace, i);
      const PlimsollSafetensor *tensor = g_hash_table_lookup (by_name, place->tensor);

      if (tensor == NULL || strcmp (g_ptr_array_index (shards, tensor->shard), place->shard) != 0)
        return plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, index,
                                     _("“%s” is not in %s, where it should be"), place->tensor,
                                     place->shard);
    }

  absent = self->tensors->len > places->len ? self->tensors->len - places->len : 0;
  if (absent > 0)
    g_ptr_array_add (
      self->assumptions,
      g_strdup_printf (_("The shards hold more tensors than the index names (%u): they "
                          "are counted."),
                       absent));
  return TRUE;
}

/* The whole of a file that is text. */
static char *
load_text (const PlimsollFileSource *source,
           const char *name,
           guint64 most,
           gsize *length,
           GError **error)
{
  g_autofree char *text = NULL;
  guint64 size = 0;
  gpointer file = source->open (source->data, name, &size, error);
  gboolean ok;

  if (file == NULL)
    return NULL;
  if (source->most_header != 0)
    most = MIN (most, source->most_header);
  if (size > most)
    {
      source->close (file);
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TOO_LARGE, name,
                            _("it is larger than such a file can be"));
      return NULL;
    }
  text = g_malloc ((gsize) size + 1);
  ok = plimsoll_file_source_read (source, file, name, 0, text, (gsize) size, error);
  source->close (file);
  if (!ok)
    return NULL;
  text[size] = '\0';
  *length = (gsize) size;
  return g_steal_pointer (&text);
}

static gboolean
read_index (SafetensorsReader *self, const char *name, GError **error)
{
  g_autoptr (GArray) places = NULL;
  g_autoptr (GPtrArray) shards = NULL;
  gsize length = 0;
  char *text = load_text (self->source, name, PLIMSOLL_SAFETENSORS_MAX_INDEX, &length, error);

  if (text == NULL)
    return FALSE;
  g_ptr_array_add (self->buffers, text);

  places = safetensors_parse_index (text, length, name, error);
  shards = places != NULL ? shards_of_index (places, name, error) : NULL;
  return shards != NULL && read_shards (self, shards, name, error)
         && check_index (self, places, shards, name, error);
}

/* "model-00002-of-00003.safetensors" gives 3, and where the number of the shard begins. */
static guint64
shard_count (const char *name, const char **number)
{
  const char *of = strstr (name, "-of-");
  char *end = NULL;
  guint64 count;

  if (of == NULL || of - name < 6 || of[-6] != '-' || !g_ascii_isdigit (of[4]))
    return 0;
  for (int i = -5; i < 0; i++)
    if (!g_ascii_isdigit (of[i]))
      return 0;
  count = g_ascii_strtoull (of + 4, &end, 10);
  if (end != of + 9 || strcmp (end, ".safetensors") != 0 || count > MAX_SHARDS)
    return 0;
  *number = of - 5;
  return count;
}

/* The index beside a shard: its name up to the number. */
static char *
index_beside (const PlimsollFileSource *source, const char *name, const char *number)
{
  g_autofree char *index =
    g_strdup_printf ("%.*s.safetensors.index.json", (int) (number - 1 - name), name);

  return source->exists (source->data, index) ? g_steal_pointer (&index) : NULL;
}

static gboolean
read_set (SafetensorsReader *self,
          const char *name,
          const char *number,
          guint64 count,
          GError **error)
{
  g_autoptr (GPtrArray) shards = g_ptr_array_new_with_free_func (g_free);

  for (guint64 i = 1; i <= count; i++)
    g_ptr_array_add (shards, g_strdup_printf ("%.*s%05" G_GUINT64_FORMAT "%s",
                                              (int) (number - name), name, i, number + 5));
  return read_shards (self, shards, name, error);
}

static gboolean
read_file_or_set (SafetensorsReader *self, const char *name, GError **error)
{
  g_autofree char *index = NULL;
  const char *number = NULL;
  guint64 count = shard_count (name, &number);

  if (g_str_has_suffix (name, ".json"))
    return read_index (self, name, error);
  if (count == 0)
    return add_file (self, name, error);
  index = index_beside (self->source, name, number);
  if (index != NULL)
    return read_index (self, index, error);
  return read_set (self, name, number, count, error);
}

/* What to read of a folder: an index, the file that Transformers calls so, or the only one. */
static char *
choose_in_folder (const char *folder, const char *given, GError **error)
{
  static const char *const first[] = { "model.safetensors.index.json", "model.safetensors" };
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GPtrArray) indexes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  const char *name, *number;

  for (gsize i = 0; i < G_N_ELEMENTS (first); i++)
    {
      g_autofree char *path = g_build_filename (folder, first[i], NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_strdup (first[i]);
    }

  dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".safetensors.index.json"))
      g_ptr_array_add (indexes, g_strdup (name));
    else if (g_str_has_suffix (name, ".safetensors"))
      g_ptr_array_add (files, g_strdup (name));

  g_ptr_array_sort (indexes, compare_names);
  g_ptr_array_sort (files, compare_names);
  if (indexes->len > 0)
    return g_strdup (g_ptr_array_index (indexes, 0));
  if (files->len == 0)
    plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
                          _("no safetensors files are in this folder"));
  else if (files->len == 1 || shard_count (g_ptr_array_index (files, 0), &number) > 1)
    return g_strdup (g_ptr_array_index (files, 0));
  else
    plimsoll_format_fail (
      error, PLIMSOLL_FORMAT_ERROR_MISSING, given,
      _("%u safetensors files are in this folder, but no index says how they belong together"),
      files->len);
  return NULL;
}

static int
compare_dtypes (const void *a, const void *b)
{
  const PlimsollDtypeBytes *left = a;
  const PlimsollDtypeBytes *right = b;

  if (left->bytes != right->bytes)
    return left->bytes > right->bytes ? -1 : 1;
  return left->dtype < right->dtype ? -1 : 1;
}

static gboolean
sum_dtypes (PlimsollSafetensors *self)
{
  g_autofree PlimsollDtypeBytes *rows = g_new0 (PlimsollDtypeBytes, PLIMSOLL_DTYPE_UNKNOWN + 1);

  for (gsize i = 0; i < self->n_tensors; i++)
    {
      const PlimsollSafetensor *tensor = &self->tensors[i];
      PlimsollDtypeBytes *row = &rows[tensor->dtype];

      row->tensors++;
      row->bytes += tensor->bytes;
      if (!g_uint64_checked_add (&self->tensor_bytes, self->tensor_bytes, tensor->bytes)
          || !g_uint64_checked_add (&row->elements, row->elements, tensor->elements))
        return FALSE;
    }
  for (guint i = 0; i <= PLIMSOLL_DTYPE_UNKNOWN; i++)
    if (rows[i].tensors > 0)
      {
        rows[i].dtype = (guint8) i;
        rows[i].name = plimsoll_dtype (i) != NULL ? plimsoll_dtype (i)->name : "unknown";
        rows[self->n_dtypes++] = rows[i];
      }
  qsort (rows, self->n_dtypes, sizeof *rows, compare_dtypes);
  self->by_dtype = g_steal_pointer (&rows);
  return TRUE;
}

static void
add_assumptions (GPtrArray *assumptions, const PlimsollModelSpec *spec)
{
  g_auto (GStrv) sentences = plimsoll_config_assumptions (spec);

  for (char **sentence = sentences; *sentence != NULL; sentence++)
    g_ptr_array_add (assumptions, g_strdup (*sentence));
}

static PlimsollSafetensors *
finish (SafetensorsReader *reader, const char *name, GError **error)
{
  g_autoptr (PlimsollSafetensors) self = g_new0 (PlimsollSafetensors, 1);
  g_autofree char *config = NULL;
  const char *twice;
  gsize length = 0;

  self->n_tensors = reader->tensors->len;
  self->tensors =
    (PlimsollSafetensor *) (void *) g_array_free (g_steal_pointer (&reader->tensors), FALSE);
  self->buffers = g_steal_pointer (&reader->buffers);
  self->file_bytes = reader->file_bytes;
  self->n_shards = reader->n_shards;
  if (!sum_dtypes (self))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name,
                            _("its tensors are of sizes that cannot be"));
      return NULL;
    }

  if (reader->source != NULL)
    {
      const PlimsollFileSource *source = reader->source;
      g_autoptr (GError) fault = NULL;

      self->is_adapter = source->exists (source->data, "adapter_config.json");
      /* The config beside the files, if it is there and no larger than one can be. */
      if (source->exists (source->data, "config.json"))
        config = load_text (source, "config.json", PLIMSOLL_CONFIG_MAX_BYTES, &length, NULL);
      if (config != NULL)
        self->spec = plimsoll_config_read (config, length, "config.json", &fault);
      if (self->spec != NULL)
        add_assumptions (reader->assumptions, self->spec);
      if (fault != NULL)
        g_ptr_array_add (reader->assumptions, g_strdup (fault->message));
      else if (self->spec == NULL && !self->is_adapter)
        g_ptr_array_add (
          reader->assumptions,
          g_strdup ("No config.json is beside the file: its tensors are counted, but "
                    "what they make is not known."));
    }
  twice = safetensors_count_weights (self, reader->assumptions, config, length);
  if (twice != NULL)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_DAMAGED, name, _("“%s” is in two places"),
                            twice);
      return NULL;
    }

  g_ptr_array_add (reader->assumptions, NULL);
  self->assumptions = (char **) g_ptr_array_free (g_steal_pointer (&reader->assumptions), FALSE);
  return g_steal_pointer (&self);
}

PlimsollSafetensors *
plimsoll_safetensors_read_from (const PlimsollFileSource *source, const char *name, GError **error)
{
  SafetensorsReader reader;
  PlimsollSafetensors *self = NULL;

  reader_init (&reader, source);
  if (read_file_or_set (&reader, name, error))
    self = finish (&reader, name, error);
  reader_clear (&reader);
  return self;
}

PlimsollSafetensors *
plimsoll_safetensors_read (const char *path, GError **error)
{
  PlimsollFileSource source;
  g_autofree char *folder = NULL;
  g_autofree char *name = NULL;
  g_autofree char *given = g_path_get_basename (path);

  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    {
      folder = g_strdup (path);
      name = choose_in_folder (folder, given, error);
    }
  else
    {
      folder = g_path_get_dirname (path);
      name = g_strdup (given);
    }
  if (name == NULL)
    return NULL;

  plimsoll_file_source_init_folder (&source, folder);
  return plimsoll_safetensors_read_from (&source, name, error);
}

PlimsollSafetensors *
plimsoll_safetensors_parse (const guint8 *data,
                            gsize length,
                            guint64 file_size,
                            const char *name,
                            GError **error)
{
  SafetensorsReader reader;
  PlimsollSafetensors *self = NULL;
  guint64 header;

  if (length < 8 || (file_size != 0 && file_size < 8))
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, name,
                            _("it is too short for safetensors"));
      return NULL;
    }
  if (!safetensors_check_start (data, file_size, name, &header, error))
    return NULL;
  if (header > length - 8)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_TRUNCATED, name,
                            _("it ends within its header"));
      return NULL;
    }

  reader_init (&reader, NULL);
  if (safetensors_add_header (&reader, g_strndup ((const char *) data + 8, (gsize) header),
                              (gsize) header, file_size, name, error))
    self = finish (&reader, name, error);
  reader_clear (&reader);
  return self;
}

void
plimsoll_safetensors_free (PlimsollSafetensors *self)
{
  g_free (self->tensors);
  g_free (self->by_dtype);
  g_free (self->scheme);
  g_clear_pointer (&self->spec, plimsoll_model_spec_unref);
  g_strfreev (self->assumptions);
  g_clear_pointer (&self->buffers, g_ptr_array_unref);
  g_free (self);
}
