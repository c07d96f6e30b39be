/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-hub-model.h"

#include "plimsoll-config-reader.h"
#include "plimsoll-hub-folder.h"
#include "plimsoll-hub-repository.h"
#include "plimsoll-model-of-file.h"

#include <glib/gi18n.h>
#include <string.h>

#define DEFAULT_LABEL "Q4_K_M"
#define MAX_SHARDS 64
#define MAX_NAMED 30

typedef struct
{
  PlimsollHub *hub;
  const PlimsollHubLink *link;
  PlimsollHubRepository *repository;
  GArray *quantizations; /* of PlimsollHubQuantization */
  gboolean kept_only;
  GCancellable *cancellable;
  PlimsollHubUse use;
} Opening;

static PlimsollModel *refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static PlimsollModel *
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_NO_MODEL, format,
                                 arguments);
  va_end (arguments);
  return NULL;
}

static void
take_use (Opening *self, const PlimsollHubFolder *folder)
{
  self->use.came += folder->came;
  self->use.age = MAX (self->use.age, folder->age);
}

static void
open_folder (Opening *self, PlimsollHubFolder *folder, const char *file)
{
  plimsoll_hub_folder_init (folder, self->hub, self->repository,
                            self->repository->commit != NULL ? self->repository->commit
                                                             : self->link->revision,
                            file);
  folder->kept_only = self->kept_only;
  folder->cancellable = self->cancellable;
}

static const char *
base_name (const char *file)
{
  const char *slash = strrchr (file, '/');

  return slash != NULL ? slash + 1 : file;
}

/* --- What is told of it --- */

typedef struct
{
  PlimsollModelFacts facts;
  char *id;
  char *organisation;
  char *source;
  char *date;
  const char *gguf_repositories[2];
} Telling;

static void
tell (Telling *telling, const Opening *self, const char *label)
{
  const PlimsollHubListing *listing = self->repository->listing;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_add_seconds (now, (double) -MAX (self->use.age, 0));
  const gboolean is_main = g_str_equal (self->link->revision, "main");

  *telling = (Telling) { 0 };
  telling->id = g_strconcat (listing->id, is_main ? "" : "@", is_main ? "" : self->link->revision,
                             label != NULL ? ":" : "", label, NULL);
  telling->organisation = g_strndup (listing->id, strcspn (listing->id, "/"));
  telling->source =
    g_strconcat (plimsoll_hub_get_settings (self->hub)->endpoint, "/", listing->id, NULL);
  telling->date = g_date_time_format (then, "%F");
  telling->gguf_repositories[0] = label != NULL ? listing->id : NULL;
  telling->facts = (PlimsollModelFacts) {
    .id = telling->id,
    .name = base_name (listing->id),
    .organisation = telling->organisation,
    .licence = listing->licence,
    .gguf_repos = telling->gguf_repositories,
    .downloads = listing->downloads,
    .likes = listing->likes,
    .source = telling->source,
    .date = telling->date,
  };
}

static void
telling_clear (Telling *telling)
{
  g_free (telling->id);
  g_free (telling->organisation);
  g_free (telling->source);
  g_free (telling->date);
}

/* --- GGUF --- */

/* The quantizer's own mixtures first: of two files of one type the larger is somebody's own. */
static GArray *
sizes_of (const Opening *self)
{
  GArray *sizes = g_array_new (FALSE, FALSE, sizeof (PlimsollFileSize));

  for (guint i = 0; i < self->quantizations->len; i++)
    {
      const PlimsollHubQuantization *one =
        &g_array_index (self->quantizations, PlimsollHubQuantization, i);
      PlimsollFileType type;
      PlimsollFileSize size;
      gboolean known = FALSE;

      if (!plimsoll_file_type_from_name (one->label, &type))
        continue;
      for (guint k = 0; k < sizes->len; k++)
        known =
          known || g_array_index (sizes, PlimsollFileSize, k).type == (PlimsollPrecision) type;
      size = (PlimsollFileSize) { (PlimsollPrecision) type, one->bytes };
      if (!known)
        g_array_append_val (sizes, size);
    }
  return sizes;
}

static PlimsollModel *
open_gguf (Opening *self, const char *name, const char *label, GError **error)
{
  g_autoptr (PlimsollModelFile) file = NULL;
  g_autoptr (GArray) sizes = sizes_of (self);
  PlimsollModelFiles files = { .sizes = (const PlimsollFileSize *) (gpointer) sizes->data,
                               .n_sizes = sizes->len };
  PlimsollModel *model;
  PlimsollHubFolder folder;
  PlimsollFileSource source;
  Telling telling;

  open_folder (self, &folder, name);
  plimsoll_hub_folder_source (&folder, &source);
  file = plimsoll_model_file_read_from (&source, base_name (name), error);
  take_use (self, &folder);
  plimsoll_hub_folder_clear (&folder);
  if (file == NULL)
    return NULL;

  tell (&telling, self, label);
  model = plimsoll_model_of_gguf (file, base_name (name), &telling.facts, &files, error);
  telling_clear (&telling);
  return model;
}

static char *
name_quantizations (const Opening *self)
{
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < self->quantizations->len && i < MAX_NAMED; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            g_array_index (self->quantizations, PlimsollHubQuantization, i).label);
  if (self->quantizations->len > MAX_NAMED)
    g_string_append (names, ", …");
  return g_string_free_and_steal (names);
}

/* @label: with or without what says that it is a mixture of somebody's own */
static const PlimsollHubQuantization *
find_quantization (const Opening *self, const char *label)
{
  for (guint own = 0; own < 2; own++)
    for (guint i = 0; i < self->quantizations->len; i++)
      {
        const PlimsollHubQuantization *one =
          &g_array_index (self->quantizations, PlimsollHubQuantization, i);
        const char *name = one->label;

        if (own == 1 && g_ascii_strncasecmp (name, "UD-", 3) == 0)
          name += 3;
        if (g_ascii_strcasecmp (name, label) == 0)
          return one;
      }
  return NULL;
}

static PlimsollModel *
open_quantization (Opening *self, GError **error)
{
  const char *label = self->link->quantization;
  const PlimsollHubQuantization *one =
    find_quantization (self, label != NULL ? label : DEFAULT_LABEL);

  if (one == NULL && label != NULL)
    {
      g_autofree char *names = name_quantizations (self);

      /* Translators: a model, a quantization, and those that there are. */
      return refuse (error, _("%s has no %s; it has %s"), self->link->repository, label, names);
    }
  if (one == NULL)
    one =
      &g_array_index (self->quantizations, PlimsollHubQuantization, self->quantizations->len / 2);
  return open_gguf (self, one->first, one->label, error);
}

/* --- Checkpoints --- */

static guint
count_shards (const Opening *self)
{
  guint n = 0;

  for (guint i = 0; i < self->repository->files->len; i++)
    {
      const char *name = g_array_index (self->repository->files, PlimsollHubFile, i).name;

      n += strchr (name, '/') == NULL && g_str_has_suffix (name, ".safetensors");
    }
  return n;
}

/* @name: the file to begin with */
static PlimsollModel *
open_checkpoint (Opening *self, const char *name, GError **error)
{
  g_autoptr (PlimsollSafetensors) checkpoint = NULL;
  PlimsollModelFiles files = { 0 };
  PlimsollModel *model;
  PlimsollHubFolder folder;
  PlimsollFileSource source;
  Telling telling;

  open_folder (self, &folder, name);
  plimsoll_hub_folder_source (&folder, &source);
  checkpoint = plimsoll_safetensors_read_from (&source, base_name (name), error);
  take_use (self, &folder);
  plimsoll_hub_folder_clear (&folder);
  if (checkpoint == NULL)
    return NULL;

  tell (&telling, self, NULL);
  model =
    plimsoll_model_of_checkpoint (checkpoint, base_name (name), &telling.facts, &files, error);
  telling_clear (&telling);
  return model;
}

static PlimsollModel *
open_config (Opening *self, const char *name, GError **error)
{
  g_autoptr (GBytes) text = NULL;
  PlimsollModelFiles files = { 0 };
  PlimsollModel *model;
  PlimsollHubFolder folder;
  Telling telling;
  gsize length;
  const char *start;

  open_folder (self, &folder, name);
  text = plimsoll_hub_folder_load (&folder, base_name (name), PLIMSOLL_CONFIG_MAX_BYTES, error);
  take_use (self, &folder);
  plimsoll_hub_folder_clear (&folder);
  if (text == NULL)
    return NULL;

  start = g_bytes_get_data (text, &length);
  tell (&telling, self, NULL);
  model = plimsoll_model_of_config (start != NULL ? start : "", length, base_name (name),
                                    &telling.facts, &files, error);
  telling_clear (&telling);
  return model;
}

/* --- Which --- */

/* What a checkpoint begins with; %NULL: there is none at the top. */
static const char *
find_checkpoint (const Opening *self)
{
  static const char *const first[] = { "model.safetensors.index.json", "model.safetensors" };

  for (guint i = 0; i < G_N_ELEMENTS (first); i++)
    if (plimsoll_hub_repository_find (self->repository, first[i]) != NULL)
      return first[i];
  for (guint i = 0; i < self->repository->files->len; i++)
    {
      const char *name = g_array_index (self->repository->files, PlimsollHubFile, i).name;

      if (strchr (name, '/') == NULL && g_str_has_suffix (name, ".safetensors"))
        return name;
    }
  return NULL;
}

static PlimsollModel *
open_file (Opening *self, const char *name, GError **error)
{
  g_autofree char *label = NULL;

  if (plimsoll_hub_repository_find (self->repository, name) == NULL)
    return refuse (error, _("%s has no file “%s” that says what a model is"),
                   self->link->repository, name);
  if (g_str_has_suffix (name, ".gguf"))
    {
      label = plimsoll_hub_quantization_label (name);
      return open_gguf (self, name, label, error);
    }
  if (g_str_equal (base_name (name), "config.json"))
    return open_config (self, name, error);
  return open_checkpoint (self, name, error);
}

static PlimsollModel *
open_best (Opening *self, GError **error)
{
  const char *checkpoint = find_checkpoint (self);
  const gboolean has_config =
    plimsoll_hub_repository_find (self->repository, "config.json") != NULL;

  if (self->link->file != NULL)
    return open_file (self, self->link->file, error);
  if (self->quantizations->len > 0
      && (self->link->quantization != NULL || checkpoint == NULL || !has_config))
    return open_quantization (self, error);
  if (self->link->quantization != NULL)
    /* Translators: a model, and a quantization. */
    return refuse (error,
                   _("%s has no GGUF files, and so no %s; its own precision, or any other, "
                      "is a matter of the question"),
                   self->link->repository, self->link->quantization);
  if (checkpoint != NULL && count_shards (self) <= MAX_SHARDS)
    return open_checkpoint (self, checkpoint, error);
  if (has_config)
    return open_config (self, "config.json", error);
  return refuse (error, _("%s has nothing that can be sized: no GGUF, safetensors or config.json"),
                 self->link->repository);
}

PlimsollModel *
plimsoll_hub_open (PlimsollHub *self,
                   const PlimsollHubLink *link,
                   gboolean kept_only,
                   PlimsollHubUse *use,
                   GCancellable *cancellable,
                   GError **error)
{
  Opening opening = {
    .hub = self, .link = link, .kept_only = kept_only, .cancellable = cancellable
  };
  PlimsollModel *model;

  g_return_val_if_fail (PLIMSOLL_IS_HUB (self), NULL);
  g_return_val_if_fail (link != NULL, NULL);

  opening.repository = plimsoll_hub_repository_fetch (self, link, kept_only, cancellable, error);
  if (opening.repository == NULL)
    return NULL;
  opening.use = (PlimsollHubUse) { opening.repository->came, opening.repository->age };
  opening.quantizations = plimsoll_hub_repository_quantizations (opening.repository);

  model = open_best (&opening, error);
  if (use != NULL)
    *use = opening.use;
  g_array_unref (opening.quantizations);
  plimsoll_hub_repository_free (opening.repository);
  return model;
}

char *
plimsoll_hub_use_text (const PlimsollHubUse *use, const char *name)
{
  const gint64 days = use->age / 86400, hours = use->age / 3600;
  g_autofree char *size = NULL;

  if (use->age >= 86400)
    return g_strdup_printf (ngettext ("The hub is not there: %s as it was %u day ago",
                                      "The hub is not there: %s as it was %u days ago",
                                      (guint) days),
                            name, (guint) days);
  if (use->age >= 3600)
    return g_strdup_printf (ngettext ("The hub is not there: %s as it was %u hour ago",
                                      "The hub is not there: %s as it was %u hours ago",
                                      (guint) hours),
                            name, (guint) hours);
  if (use->age >= 0)
    /* Translators: the name of a model. */
    return g_strdup_printf (_("The hub is not there: %s as it was within the hour"), name);
  if (use->came == 0)
    return NULL;
  size = g_format_size (use->came);
  /* Translators: a size, "674 kB", and the name of a model. */
  return g_strdup_printf (_("%s were fetched to size %s"), size, name);
}
