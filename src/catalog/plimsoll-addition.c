/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-addition.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-file-id.h"
#include "plimsoll-file-kind.h"
#include "plimsoll-model-file.h"
#include "plimsoll-safetensors.h"

#include <glib/gi18n.h>

/* What a device's allocator puts tensors at; llama.cpp's for CUDA-like ones. */
#define DEVICE_ALIGNMENT 128

struct _PlimsollAddition
{
  GObject parent_instance;

  char *id;
  char *name;
  PlimsollAdditionKind kind;
  guint64 bytes;
};

G_DEFINE_FINAL_TYPE (PlimsollAddition, plimsoll_addition, G_TYPE_OBJECT)

static void
plimsoll_addition_finalize (GObject *object)
{
  PlimsollAddition *self = PLIMSOLL_ADDITION (object);

  g_free (self->id);
  g_free (self->name);

  G_OBJECT_CLASS (plimsoll_addition_parent_class)->finalize (object);
}

static void
plimsoll_addition_class_init (PlimsollAdditionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = plimsoll_addition_finalize;
}

static void
plimsoll_addition_init (G_GNUC_UNUSED PlimsollAddition *self)
{
}

static gboolean
refuse (GError **error, const char *path, PlimsollAdditionKind kind)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_set_error (error, PLIMSOLL_CATALOG_ERROR, PLIMSOLL_CATALOG_ERROR_INVALID, "%s: %s", name,
               kind == PLIMSOLL_ADDITION_PROJECTOR ? _("no vision projector")
                                                   : _("no LoRA adapter"));
  return FALSE;
}

/* FALSE: the sum overflows. */
static gboolean
add_tensor (guint64 *sum, guint64 bytes)
{
  guint64 raised;

  return g_uint64_checked_add (&raised, bytes, DEVICE_ALIGNMENT - 1)
         && g_uint64_checked_add (sum, *sum, raised / DEVICE_ALIGNMENT * DEVICE_ALIGNMENT);
}

static gboolean
read_gguf (PlimsollAddition *self, const char *path, GError **error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (PlimsollGguf) gguf = plimsoll_gguf_read (path, error);
  g_autoptr (PlimsollModelFile) file =
    gguf != NULL ? plimsoll_model_file_new (gguf, name, error) : NULL;
  const PlimsollModelFileKind wanted = self->kind == PLIMSOLL_ADDITION_PROJECTOR
                                         ? PLIMSOLL_MODEL_FILE_PROJECTOR
                                         : PLIMSOLL_MODEL_FILE_ADAPTER;
  const PlimsollGgufTensor *tensors;
  gsize n;

  if (file == NULL)
    return FALSE;
  if (file->kind != wanted)
    return refuse (error, path, self->kind);

  tensors = plimsoll_gguf_tensors (gguf, &n);
  for (gsize i = 0; i < n; i++)
    if (!add_tensor (&self->bytes, tensors[i].bytes))
      return refuse (error, path, self->kind);
  return TRUE;
}

static gboolean
read_safetensors (PlimsollAddition *self, const char *path, GError **error)
{
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_read (path, error);

  if (file == NULL)
    return FALSE;
  if (!file->is_adapter || self->kind != PLIMSOLL_ADDITION_ADAPTER)
    return refuse (error, path, self->kind);

  for (gsize i = 0; i < file->n_tensors; i++)
    if (!add_tensor (&self->bytes, file->tensors[i].bytes))
      return refuse (error, path, self->kind);
  return TRUE;
}

static gboolean
read_by_content (PlimsollAddition *self, const char *path, GError **error)
{
  PlimsollFileKind kind;

  if (!plimsoll_file_kind (path, &kind, error))
    return FALSE;

  switch (kind)
    {
    case PLIMSOLL_FILE_KIND_GGUF:
      return read_gguf (self, path, error);
    case PLIMSOLL_FILE_KIND_SAFETENSORS:
    case PLIMSOLL_FILE_KIND_INDEX:
    case PLIMSOLL_FILE_KIND_FOLDER:
      return read_safetensors (self, path, error);
    case PLIMSOLL_FILE_KIND_JSON:
    default:
      return refuse (error, path, self->kind);
    }
}

PlimsollAddition *
plimsoll_addition_open (const char *path, PlimsollAdditionKind kind, GError **error)
{
  g_autoptr (PlimsollAddition) self = g_object_new (PLIMSOLL_TYPE_ADDITION, NULL);
  g_autofree char *absolute = NULL;
  g_autoptr (GError) fault = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  absolute = plimsoll_file_path (path, error);
  if (absolute == NULL)
    return NULL;

  self->kind = kind;
  self->id = plimsoll_file_id (absolute);
  self->name = g_filename_display_basename (absolute);
  if (read_by_content (self, absolute, &fault))
    return g_steal_pointer (&self);

  plimsoll_file_propagate_error (error, g_steal_pointer (&fault));
  return NULL;
}

const char *
plimsoll_addition_get_id (PlimsollAddition *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ADDITION (self), NULL);

  return self->id;
}

const char *
plimsoll_addition_get_name (PlimsollAddition *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ADDITION (self), NULL);

  return self->name;
}

PlimsollAdditionKind
plimsoll_addition_get_kind (PlimsollAddition *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ADDITION (self), PLIMSOLL_ADDITION_PROJECTOR);

  return self->kind;
}

guint64
plimsoll_addition_get_bytes (PlimsollAddition *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_ADDITION (self), 0);

  return self->bytes;
}
