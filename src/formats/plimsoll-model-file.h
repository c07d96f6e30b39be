/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-type.h"
#include "plimsoll-format-error.h"
#include "plimsoll-gguf.h"
#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/** What a GGUF holds. Only a model has a spec, a plan and formats. */
typedef enum
{
  PLIMSOLL_MODEL_FILE_MODEL,
  PLIMSOLL_MODEL_FILE_VOCABULARY, /* a tokenizer without tensors */
  PLIMSOLL_MODEL_FILE_PROJECTOR,  /* a vision or audio tower, loaded beside a model */
  PLIMSOLL_MODEL_FILE_ADAPTER,    /* LoRA, loaded beside a model */
} PlimsollModelFileKind;

/** Whether the tensors have the formats that the quantizer writes for the file's own label. */
typedef enum
{
  PLIMSOLL_LABEL_ABSENT,
  PLIMSOLL_LABEL_RIGHT,
  PLIMSOLL_LABEL_OTHER_MIXTURE, /* a publisher's own choice of formats, or a wrong label */
} PlimsollLabelCheck;

/** PlimsollFormatBytes: what the tensors of one format take. */
typedef struct
{
  guint32 format; /* GGUF's id, known or not */
  char *name;     /* "Q4_K", "type 140" */
  guint64 tensors;
  guint64 elements;
  guint64 bytes;
} PlimsollFormatBytes;

#define PLIMSOLL_N_ROLES (PLIMSOLL_ROLE_OTHER + 1)

/** PlimsollModelFile: what is known of a model from its GGUF. Immutable. */
typedef struct
{
  PlimsollModelFileKind kind;
  char *name;         /* what the file calls the model; "" when it does not */
  char *architecture; /* "" when it does not say */

  PlimsollModelSpec *spec;  /* (nullable) */
  PlimsollTensorPlan *plan; /* (nullable): the file's tensors */
  guint8 *formats;          /* (nullable) [plan.n] */
  gboolean exact; /* FALSE: a format is unknown, and `formats` names one near it in size */

  PlimsollFileType file_type; /* valid unless the label is absent */
  PlimsollLabelCheck label;

  PlimsollFormatBytes *by_format; /* [n_formats], the most bytes first */
  gsize n_formats;
  guint64 by_role[PLIMSOLL_N_ROLES]; /* tensor bytes; models only */
  guint64 expert_bytes;              /* routed experts, part of the above */
  guint64 mtp_bytes;                 /* multi-token-prediction blocks, part of the above */

  guint64 tensor_bytes;
  guint64 file_bytes; /* headers and padding too, over all shards */
  guint64 n_tensors;
  guint32 n_shards;
  guint64 parameters;        /* elements of all tensors */
  guint64 active_parameters; /* of those that run, as plimsoll_parameters() counts them */
  guint64 mtp_parameters;    /* of multi-token-prediction blocks, part of the above */
  char **assumptions;        /* sentences; empty for a model that is read in full */
} PlimsollModelFile;

/**
 * plimsoll_model_file_read:
 * @path: a GGUF, or any shard of a set
 *
 * Returns: (transfer full): free with plimsoll_model_file_free(); %NULL with @error in
 * %PLIMSOLL_FORMAT_ERROR or %G_FILE_ERROR, its message naming the file and the fault
 */
PlimsollModelFile *plimsoll_model_file_read (const char *path, GError **error);

/** The same of the file @name in @source. */
PlimsollModelFile *
plimsoll_model_file_read_from (const PlimsollFileSource *source, const char *name, GError **error);

/** The same from a header that was read; @file is its name, for messages. */
PlimsollModelFile *
plimsoll_model_file_new (const PlimsollGguf *gguf, const char *file, GError **error);
void plimsoll_model_file_free (PlimsollModelFile *self);

/**
 * plimsoll_model_file_find_type:
 *
 * Returns: whether there is a file type for which the quantizer writes what the file's tensors are,
 *   whatever its label, and it in @type
 */
gboolean plimsoll_model_file_find_type (const PlimsollModelFile *self, PlimsollFileType *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollModelFile, plimsoll_model_file_free)

G_END_DECLS
