/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-parameters.h"
#include "plimsoll-weights.h"

#include <glib-object.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_MODEL (plimsoll_model_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollModel, plimsoll_model, PLIMSOLL, MODEL, GObject)

/**
 * PlimsollModel:
 *
 * A language model: its specification, and who made it, how it is called and where that is known
 * from. Immutable, and so may be read by any thread. What is not known is %NULL or 0.
 *
 * Every getter is a read-only property too: "id", "name", "organisation", "family", "licence",
 * "released", "parameters", "active-parameters", "layers", "max-context", "exactness", "source",
 * "date", "notes".
 */

/** PlimsollModelFacts: what a row says of a model besides its shapes. */
typedef struct
{
  const char *id;                   /* "Qwen/Qwen3-8B"; kept by saved questions */
  const char *name;                 /* as shown: "Qwen3-8B" */
  const char *const *aliases;       /* (nullable): further names */
  const char *organisation;         /* (nullable): "Qwen" */
  const char *family;               /* (nullable) */
  const char *licence;              /* (nullable): as its maker calls it */
  const char *released;             /* (nullable): "2025-04-29" */
  const char *const *gguf_repos;    /* (nullable): where files of it are, on the hub */
  guint64 published_parameters;     /* as the hub lists them; 0: not known */
  const char *published_difference; /* (nullable): why our total is another */
  guint64 downloads;                /* in a month; 0: not known */
  guint64 likes;                    /* 0: not known */
  const char *confidence;           /* (nullable): "high", "medium", "low" */
  const char *source;               /* (nullable) */
  const char *date;                 /* (nullable) */
  const char *notes;                /* (nullable) */
} PlimsollModelFacts;

/**
 * plimsoll_model_new:
 * @facts: copied; an id and a name have to be there
 * @spec: a reference is taken
 * @parameters: (nullable): as plimsoll_parameters() counts them, if that is known already; %NULL:
 *   they are counted when asked for
 *
 * Returns: (transfer full)
 */
PlimsollModel *plimsoll_model_new (const PlimsollModelFacts *facts,
                                   PlimsollModelSpec *spec,
                                   const PlimsollParameters *parameters);

/** PlimsollFileSize: what a file of a model takes as it was published. */
typedef struct
{
  PlimsollPrecision type;
  guint64 bytes;
} PlimsollFileSize;

/** PlimsollModelFiles: what a model has besides when it was read from somebody's files. */
typedef struct
{
  const char *path; /* (nullable): the file or folder to read it from again; of shards, the first;
                       %NULL: on the hub, where its id says */
  PlimsollTensorPlan *plan;       /* (nullable) (transfer full): the tensors of a GGUF */
  PlimsollWeights *weights;       /* (nullable) (transfer full): the bytes of its tensors */
  const char *const *assumptions; /* (nullable): sentences; what was not told by the files */
  const PlimsollFileSize *sizes;  /* [n_sizes]: of the GGUF files that there are of it */
  gsize n_sizes;
} PlimsollModelFiles;

/**
 * plimsoll_model_new_for_files:
 * @facts: copied, as above
 * @files: what they say; both structures become the model's
 *
 * Returns: (transfer full)
 */
PlimsollModel *plimsoll_model_new_for_files (const PlimsollModelFacts *facts,
                                             PlimsollModelSpec *spec,
                                             const PlimsollModelFiles *files);

/** Returns: (nullable) (transfer none): where its files are; %NULL for one of the catalogue or the
 * hub. */
const char *plimsoll_model_get_path (PlimsollModel *self);

/**
 * plimsoll_model_dup_repository:
 *
 * Returns: (nullable) (transfer full): where it is on the hub, "Qwen/Qwen3-8B-GGUF", without what
 *   its id says of a revision or a quantization; %NULL for files of one's own
 */
char *plimsoll_model_dup_repository (PlimsollModel *self);

/** Returns: whether @id is of a model that was read from the hub's files of it: it says which. */
gboolean plimsoll_model_id_is_remote (const char *id);

/**
 * plimsoll_model_get_file_size:
 *
 * Returns: bytes of the file of the model in @type, as it was published; 0: none is known
 */
guint64 plimsoll_model_get_file_size (PlimsollModel *self, PlimsollPrecision type);

/** Returns: whether it is known which files there are of it. */
gboolean plimsoll_model_knows_file_sizes (PlimsollModel *self);

/**
 * plimsoll_model_get_own_weights:
 *
 * The weights as the model's files have them, in the precision that `type` and `name` say; with
 * `is_native` they are those of a checkpoint, not of a GGUF.
 *
 * Returns: (nullable) (transfer none): %NULL when no file with tensors was read
 */
PlimsollWeights *plimsoll_model_get_own_weights (PlimsollModel *self);

/** Returns: (transfer none) (array zero-terminated=1): sentences; what its files leave to assume.
 */
const char *const *plimsoll_model_get_assumptions (PlimsollModel *self);

/** Returns: (transfer none): the shapes. */
PlimsollModelSpec *plimsoll_model_get_spec (PlimsollModel *self);

/**
 * plimsoll_model_get_plan:
 *
 * Returns: (transfer none) (nullable): the tensors, laid out when first asked for; %NULL when the
 *   model is known by its totals only
 */
const PlimsollTensorPlan *plimsoll_model_get_plan (PlimsollModel *self);

/** Returns: (transfer none): the counts; all 0 when they overflow. */
const PlimsollParameters *plimsoll_model_get_counts (PlimsollModel *self);

/** Returns: (transfer none): the model on the hub, "Qwen/Qwen3-8B", or what it was read from. */
const char *plimsoll_model_get_id (PlimsollModel *self);
const char *plimsoll_model_get_name (PlimsollModel *self);
/** Returns: (transfer none) (array zero-terminated=1): may be none. */
const char *const *plimsoll_model_get_aliases (PlimsollModel *self);
/** Returns: (nullable) (transfer none) */
const char *plimsoll_model_get_organisation (PlimsollModel *self);
/** Returns: (nullable) (transfer none) */
const char *plimsoll_model_get_family (PlimsollModel *self);
/** Returns: (nullable) (transfer none) */
const char *plimsoll_model_get_licence (PlimsollModel *self);
/** Returns: (nullable) (transfer none): an ISO date */
const char *plimsoll_model_get_released (PlimsollModel *self);
/** Returns: (transfer none) (array zero-terminated=1): repositories with GGUF files; may be none.
 */
const char *const *plimsoll_model_get_gguf_repos (PlimsollModel *self);

/** Returns: total, text and vision and multi-token prediction together. */
guint64 plimsoll_model_get_parameters (PlimsollModel *self);
/** Returns: parameters that one token runs through. */
guint64 plimsoll_model_get_active_parameters (PlimsollModel *self);
/** Returns: blocks that run; 0: not known. */
guint plimsoll_model_get_layers (PlimsollModel *self);
/** Returns: tokens; 0: not known. */
guint plimsoll_model_get_max_context (PlimsollModel *self);
/** Returns: what the hub lists; 0: not known. */
guint64 plimsoll_model_get_published_parameters (PlimsollModel *self);
/** Returns: (nullable) (transfer none): why the published total is another than ours. */
const char *plimsoll_model_get_published_difference (PlimsollModel *self);
guint64 plimsoll_model_get_downloads (PlimsollModel *self);
guint64 plimsoll_model_get_likes (PlimsollModel *self);

/**
 * plimsoll_model_get_exactness:
 *
 * Returns: (transfer none): "exact" when every shape is known, "modelled" when some are assumed
 */
const char *plimsoll_model_get_exactness (PlimsollModel *self);
/** Returns: (nullable) (transfer none): "high", "medium" or "low" */
const char *plimsoll_model_get_confidence (PlimsollModel *self);
/** Returns: (nullable) (transfer none): where its figures are from */
const char *plimsoll_model_get_source (PlimsollModel *self);
/** Returns: (nullable) (transfer none): when that said so */
const char *plimsoll_model_get_date (PlimsollModel *self);
/** Returns: (nullable) (transfer none) */
const char *plimsoll_model_get_notes (PlimsollModel *self);

G_END_DECLS
