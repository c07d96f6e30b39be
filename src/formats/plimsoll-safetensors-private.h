/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-safetensors.h"

G_BEGIN_DECLS

/** SafetensorsReader: what the shards read so far hold. */
typedef struct
{
  const PlimsollFileSource *source; /* (nullable): %NULL: memory alone */
  guint64 kept;                     /* bytes of headers */
  GArray *tensors;                  /* of PlimsollSafetensor */
  GPtrArray *buffers;               /* owned; what names point into */
  GPtrArray *assumptions;
  guint64 file_bytes;
  guint32 n_shards;
} SafetensorsReader;

/** SafetensorsPlace: where an index says that a tensor is. */
typedef struct
{
  const char *tensor;
  const char *shard;
} SafetensorsPlace;

/** Adds the tensors of one shard. @header is taken, and has a NUL at @length. */
gboolean safetensors_add_header (SafetensorsReader *self,
                                 char *header,
                                 gsize length,
                                 guint64 file_size,
                                 const char *name,
                                 GError **error);

/** Says what the first 8 bytes of a file are, when they are no length. */
gboolean safetensors_check_start (const guint8 *start,
                                  guint64 file_size,
                                  const char *name,
                                  guint64 *header,
                                  GError **error);

/** Returns: (transfer full) (element-type SafetensorsPlace): the map of an index, whose @text is
 * the caller's, changed, and pointed into. */
GArray *safetensors_parse_index (char *text, gsize length, const char *name, GError **error);

/**
 * safetensors_count_weights:
 * @config: (nullable): the text of the config.json
 *
 * Counts the weights of each tensor and names the scheme.
 *
 * Returns: (nullable): a name that two tensors have; then nothing is counted
 */
const char *safetensors_count_weights (PlimsollSafetensors *self,
                                       GPtrArray *assumptions,
                                       const char *config,
                                       gsize length);

G_END_DECLS
