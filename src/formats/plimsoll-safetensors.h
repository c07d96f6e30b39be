/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-source.h"
#include "plimsoll-format-error.h"
#include "plimsoll-parameters.h"
#include "plimsoll-weights.h"

G_BEGIN_DECLS

/** PlimsollDtype: a type of number in safetensors. */
typedef struct
{
  const char *name; /* "BF16" */
  guint32 bits;
} PlimsollDtype;

#define PLIMSOLL_DTYPE_UNKNOWN 255

/** Returns: (nullable): the dtype with the index @dtype. */
const PlimsollDtype *plimsoll_dtype (guint dtype);

/** PlimsollSafetensor: one tensor as its shard lists it. */
typedef struct
{
  const char *name;
  guint8 dtype;  /* index of plimsoll_dtype(), or %PLIMSOLL_DTYPE_UNKNOWN */
  guint8 n_dims; /* 255 for more */
  guint64 first; /* the first dimension; 1 when there is none */
  guint64 last;  /* the last dimension; 1 when there is none */
  guint64 elements;
  guint64 offset; /* in the data of its shard */
  guint64 bytes;
  guint64 weights; /* of the model that it holds: packed ones apart, none for scales */
  guint32 shard;
} PlimsollSafetensor;

/** PlimsollDtypeBytes: what the tensors of one dtype take. */
typedef struct
{
  guint8 dtype;
  const char *name; /* "unknown" for what is not known */
  guint64 tensors;
  guint64 elements;
  guint64 bytes;
} PlimsollDtypeBytes;

/** PlimsollSafetensors: the headers of a model's safetensors files, as one. Immutable. */
typedef struct
{
  PlimsollSafetensor *tensors; /* [n_tensors], shard by shard, by offset */
  gsize n_tensors;
  PlimsollDtypeBytes *by_dtype; /* [n_dtypes], the most bytes first */
  gsize n_dtypes;

  guint64 tensor_bytes;
  guint64 file_bytes;  /* headers too */
  guint64 parameters;  /* weights, not packed words; scales and zero points not counted */
  guint64 scale_bytes; /* what is there for a quantization beside its weights */
  char *scheme;        /* "GPTQ-INT4", "FP8"…; "" when nothing is quantized */
  guint32 n_shards;

  gboolean is_adapter;     /* LoRA: an adapter_config.json is beside it */
  PlimsollModelSpec *spec; /* (nullable): by the config.json beside it */
  char **assumptions;      /* sentences */

  GPtrArray *buffers; /* what the names point into */
} PlimsollSafetensors;

/* The largest header that is read. The format's own library takes 100 MB, but a real model of 1.29
 * million tensors has one of 132 MB. */
#define PLIMSOLL_SAFETENSORS_MAX_HEADER (G_GUINT64_CONSTANT (256) << 20)
#define PLIMSOLL_SAFETENSORS_MAX_INDEX (G_GUINT64_CONSTANT (256) << 20)

/**
 * plimsoll_safetensors_read:
 * @path: a safetensors file, any shard of a set, an index, or a folder with one of them
 *
 * Reads the headers, no data, and the config.json beside them.
 *
 * Returns: (transfer full): free with plimsoll_safetensors_free(); %NULL with @error in
 * %PLIMSOLL_FORMAT_ERROR or %G_FILE_ERROR, its message naming the file and the fault
 */
PlimsollSafetensors *plimsoll_safetensors_read (const char *path, GError **error);

/**
 * plimsoll_safetensors_read_from:
 * @name: a safetensors file, any shard of a set, or an index in @source
 *
 * The same of files that are elsewhere. More headers than @source lets be kept are
 * %PLIMSOLL_FORMAT_ERROR_TOO_LARGE.
 */
PlimsollSafetensors *
plimsoll_safetensors_read_from (const PlimsollFileSource *source, const char *name, GError **error);

/**
 * plimsoll_safetensors_parse:
 * @data: the first bytes of one file, the whole header at least
 * @file_size: the size of the whole; 0: not known, and not checked
 * @name: for messages
 *
 * When @data ends within the header the error is %PLIMSOLL_FORMAT_ERROR_TRUNCATED, and more of the
 * file would help.
 */
PlimsollSafetensors *plimsoll_safetensors_parse (const guint8 *data,
                                                 gsize length,
                                                 guint64 file_size,
                                                 const char *name,
                                                 GError **error);

/**
 * plimsoll_safetensors_weights:
 * @self: with a spec
 *
 * The bytes of the tensors as they are, scales and towers of vision too, by block. Nothing is
 * padded, so that sizes on a device and in system memory are the same; the name is that of the
 * scheme ("FP8", "GPTQ-INT4"), or else of the dtype of most bytes.
 *
 * Returns: (transfer full): with `is_native`
 */
PlimsollWeights *plimsoll_safetensors_weights (const PlimsollSafetensors *self);

/**
 * plimsoll_safetensors_count:
 * @parameters: (out caller-allocates): the weights by what they are for, told by the tensors'
 * names; those that are active by the spec, 0 where there is none
 */
void plimsoll_safetensors_count (const PlimsollSafetensors *self, PlimsollParameters *parameters);
void plimsoll_safetensors_free (PlimsollSafetensors *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollSafetensors, plimsoll_safetensors_free)

G_END_DECLS
