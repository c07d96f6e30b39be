/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-model-of-file.h"

#include "plimsoll-catalog-error.h"
#include "plimsoll-config-reader.h"

#include <glib/gi18n.h>
#include <math.h>

/* A publisher's own mixture keeps the name of its label as long as it is about of that size. */
#define LABEL_TOLERANCE 0.25

static PlimsollModel *
refuse (GError **error, int code, const char *name, const char *fault)
{
  g_set_error (error, PLIMSOLL_CATALOG_ERROR, code, "%s: %s", name, fault);
  return NULL;
}

/* --- GGUF --- */

/* Names the file's own precision by its tensors, and by its label where those are a mixture that no
 * quantizer writes. */
static void
name_weights (PlimsollWeights *weights, const PlimsollModelFile *file, GPtrArray *assumptions)
{
  const PlimsollFileTypeInfo *info;
  PlimsollFileType type = file->file_type;

  if (file->label == PLIMSOLL_LABEL_RIGHT || plimsoll_model_file_find_type (file, &type))
    {
      info = plimsoll_file_type_info (type);
    }
  else
    {
      info =
        file->label != PLIMSOLL_LABEL_ABSENT ? plimsoll_file_type_info (file->file_type) : NULL;
      if (info == NULL
          || fabs (weights->bits_per_weight / info->typical_bits - 1) > LABEL_TOLERANCE)
        info = plimsoll_file_type_info (weights->type);
      /* Translators: a precision. */
      g_ptr_array_add (assumptions,
                       g_strdup_printf (_("The file is a mixture of its own, not %s as the "
                                           "quantizer makes it; its own bytes are counted."),
                                        info->name));
    }

  weights->type = info->type;
  g_set_str (&weights->name, info->name);
}

static PlimsollModel *
model_of (PlimsollModelFile *file,
          const char *name,
          const PlimsollModelFacts *facts,
          PlimsollModelFiles *files,
          GError **error)
{
  g_autoptr (PlimsollWeights) weights = NULL;
  g_autoptr (GPtrArray) assumptions = g_ptr_array_new_with_free_func (g_free);

  weights = plimsoll_weights_new_for_formats (file->spec, file->plan, file->formats);
  if (weights == NULL)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, name,
                   _("its tensors are larger than any memory"));

  weights->file_bytes = file->file_bytes;
  if (!file->exact)
    weights->exactness = PLIMSOLL_MODELLED;
  for (char **sentence = file->assumptions; *sentence != NULL; sentence++)
    g_ptr_array_add (assumptions, g_strdup (*sentence));
  name_weights (weights, file, assumptions);
  g_ptr_array_add (assumptions, NULL);

  files->plan = g_steal_pointer (&file->plan);
  files->weights = g_steal_pointer (&weights);
  files->assumptions = (const char *const *) assumptions->pdata;
  return plimsoll_model_new_for_files (facts, file->spec, files);
}

PlimsollModel *
plimsoll_model_of_gguf (PlimsollModelFile *file,
                        const char *name,
                        const PlimsollModelFacts *facts,
                        PlimsollModelFiles *files,
                        GError **error)
{
  switch (file->kind)
    {
    case PLIMSOLL_MODEL_FILE_MODEL:
      return model_of (file, name, facts, files, error);
    case PLIMSOLL_MODEL_FILE_PROJECTOR:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, name,
                     _("a vision projector, which is no model but an addition to one"));
    case PLIMSOLL_MODEL_FILE_ADAPTER:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, name,
                     _("a LoRA adapter, which is no model but an addition to one"));
    case PLIMSOLL_MODEL_FILE_VOCABULARY:
    default:
      return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, name,
                     _("a vocabulary, which has no weights"));
    }
}

/* --- Checkpoints --- */

PlimsollModel *
plimsoll_model_of_checkpoint (const PlimsollSafetensors *checkpoint,
                              const char *name,
                              const PlimsollModelFacts *facts,
                              PlimsollModelFiles *files,
                              GError **error)
{
  if (checkpoint->is_adapter)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_IS_ADDITION, name,
                   _("a LoRA adapter, which is no model but an addition to one"));
  /* Then the first sentence says why. */
  if (checkpoint->spec == NULL)
    return refuse (error, PLIMSOLL_CATALOG_ERROR_INVALID, name,
                   checkpoint->assumptions[0] != NULL ? checkpoint->assumptions[0]
                                                      : _("it has no config.json"));

  files->weights = plimsoll_safetensors_weights (checkpoint);
  files->assumptions = (const char *const *) checkpoint->assumptions;
  return plimsoll_model_new_for_files (facts, checkpoint->spec, files);
}

PlimsollModel *
plimsoll_model_of_config (const char *text,
                          gsize length,
                          const char *name,
                          const PlimsollModelFacts *facts,
                          PlimsollModelFiles *files,
                          GError **error)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_config_read (text, length, name, error);
  g_auto (GStrv) assumptions = NULL;

  if (spec == NULL)
    return NULL;

  assumptions = plimsoll_config_assumptions (spec);
  files->assumptions = (const char *const *) assumptions;
  return plimsoll_model_new_for_files (facts, spec, files);
}
