/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-gguf-model.h"

G_BEGIN_DECLS

/** GgufModel: a model while it is read block by block. */
typedef struct
{
  const PlimsollGguf *gguf;
  const char *architecture;
  const char *file;
  GPtrArray *assumptions;
  GHashTable *assumed; /* set of the sentences' format strings, to say each but once */
  char *fault;         /* (nullable): what is wrong in the first place */
  gboolean missing;    /* whether that is an essential key that is not there */

  guint32 n_blocks;
  guint32 n_mtp;
  guint64 embedding;

  /* The present block, and its tensors by name as bytes. */
  guint32 block;
  const PlimsollTensor *tensors;
  gsize n_tensors;
} GgufModel;

/** A width or count as the spec keeps it. Too large ones stay so, for validation to refuse. */
static inline guint32
gguf_narrow (guint64 value)
{
  return (guint32) MIN (value, G_MAXUINT32);
}

/** The number at "ARCHITECTURE.@key", @otherwise when there is none. */
guint64 gguf_model_number (const GgufModel *self, const char *key, guint64 otherwise);

/** The same for the present block, when the key is an array with a number for each. */
guint64 gguf_model_block_number (const GgufModel *self, const char *key, guint64 otherwise);

/** Returns: (nullable): the present block's tensor "blk.N.@suffix". */
const PlimsollTensor *gguf_model_tensor (const GgufModel *self, const char *suffix);

/** Returns: dimension @d of that tensor, 0 when the block has none. */
guint64 gguf_model_extent (const GgufModel *self, const char *suffix, guint d);
gboolean gguf_model_has (const GgufModel *self, const char *suffix);

/** Notes what is assumed; a sentence is kept once, for the first block that needs it. */
void gguf_model_assume (GgufModel *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
void gguf_model_missing (GgufModel *self, const char *key);

/* Parts of the present block. */
void gguf_model_attention (GgufModel *self, PlimsollAttention *attention);
void gguf_model_recurrent (GgufModel *self, PlimsollRecurrent *recurrent);
void gguf_model_feed_forward (GgufModel *self, PlimsollFeedForward *feed_forward);

/** Sets the kind, and the window of a block that has one. */
void gguf_model_window (GgufModel *self, PlimsollAttention *attention);

/** Returns: whether blocks of this architecture were compared with what the engine makes. */
gboolean gguf_model_is_known (const char *architecture);

G_END_DECLS
