/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-open.h"

#include "plimsoll-file-id.h"
#include "plimsoll-file-kind.h"
#include "plimsoll-model-folder.h"
#include "plimsoll-model-of-file.h"

#include <string.h>

/* --- Names --- */

/* What a person calls the file: its name without what says that it is a GGUF. */
static char *
stem_of (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  const char *tail = plimsoll_model_shard_tail (name);
  char *dot = strrchr (name, '.');

  if (tail != NULL)
    return g_strndup (name, (gsize) (tail - name));
  if (dot != NULL && dot != name && g_ascii_strcasecmp (dot, ".gguf") == 0)
    *dot = '\0';
  return g_steal_pointer (&name);
}

/* A checkpoint is called as its folder; in the hub's cache, that is named by a commit. */
static char *
name_of_folder (const char *folder)
{
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *parent_name = g_path_get_basename (parent);
  g_autofree char *grandparent = g_path_get_dirname (parent);
  g_autofree char *repository = g_filename_display_basename (grandparent);

  if (g_str_equal (parent_name, "snapshots") && g_str_has_prefix (repository, "models--"))
    return g_strdup (g_strrstr (repository, "--") + 2);
  return g_filename_display_basename (folder);
}

static char *
name_beside (const char *file)
{
  g_autofree char *folder = g_path_get_dirname (file);

  return name_of_folder (folder);
}

/* --- GGUF --- */

static PlimsollModel *
open_gguf (const char *path, GError **error)
{
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_read (path, error);
  g_autofree char *first = NULL;
  g_autofree char *id = NULL;
  g_autofree char *stem = NULL;
  g_autofree char *name = NULL;
  PlimsollModelFacts facts = { 0 };
  PlimsollModelFiles files = { 0 };

  if (file == NULL)
    return NULL;

  first = plimsoll_model_first_shard (path);
  id = plimsoll_file_id (first);
  stem = stem_of (path);
  name = g_filename_display_basename (path);
  facts.id = id;
  facts.name = *file->name != '\0' ? file->name : stem;
  files.path = first;
  return plimsoll_model_of_gguf (file, name, &facts, &files, error);
}

/* --- Checkpoints --- */

static PlimsollModel *
open_config (const char *path, GError **error)
{
  g_autofree char *id = plimsoll_file_id (path);
  g_autofree char *name = name_beside (path);
  g_autofree char *file = g_filename_display_basename (path);
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, error);
  const PlimsollModelFacts facts = { .id = id, .name = name };
  PlimsollModelFiles files = { .path = path };

  if (mapped == NULL)
    return NULL;
  return plimsoll_model_of_config (g_mapped_file_get_contents (mapped),
                                   g_mapped_file_get_length (mapped), file, &facts, &files, error);
}

static PlimsollModel *
open_safetensors (const char *path, gboolean is_folder, GError **error)
{
  g_autoptr (PlimsollSafetensors) checkpoint = plimsoll_safetensors_read (path, error);
  g_autofree char *id = plimsoll_file_id (path);
  g_autofree char *name = is_folder ? name_of_folder (path) : name_beside (path);
  g_autofree char *file = g_filename_display_basename (path);
  const PlimsollModelFacts facts = { .id = id, .name = name };
  PlimsollModelFiles files = { .path = path };

  return checkpoint != NULL ? plimsoll_model_of_checkpoint (checkpoint, file, &facts, &files, error)
                            : NULL;
}

static PlimsollModel *
open_by_content (const char *path, GError **error)
{
  g_autofree char *chosen = NULL;
  PlimsollFileKind kind;

  if (!plimsoll_file_kind (path, &kind, error))
    return NULL;
  if (kind == PLIMSOLL_FILE_KIND_FOLDER)
    {
      chosen = plimsoll_model_folder_choose (path, &kind, error);
      if (chosen == NULL)
        return NULL;
    }

  switch (kind)
    {
    case PLIMSOLL_FILE_KIND_GGUF:
      return open_gguf (chosen != NULL ? chosen : path, error);
    case PLIMSOLL_FILE_KIND_JSON:
      return open_config (chosen != NULL ? chosen : path, error);
    case PLIMSOLL_FILE_KIND_SAFETENSORS:
    case PLIMSOLL_FILE_KIND_INDEX:
      return open_safetensors (path, chosen != NULL, error);
    case PLIMSOLL_FILE_KIND_FOLDER:
    default:
      g_return_val_if_reached (NULL);
    }
}

PlimsollModel *
plimsoll_model_open (const char *path, GError **error)
{
  g_autofree char *absolute = NULL;
  PlimsollModel *model;
  GError *fault = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  absolute = plimsoll_file_path (path, error);
  if (absolute == NULL)
    return NULL;

  model = open_by_content (absolute, &fault);
  if (model == NULL)
    plimsoll_file_propagate_error (error, fault);

  return model;
}
