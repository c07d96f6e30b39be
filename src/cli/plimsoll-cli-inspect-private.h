/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-file.h"
#include "plimsoll-parameters.h"
#include "plimsoll-safetensors.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** PlimsollInspection: what was read of one file; of the first two, one or none. */
typedef struct
{
  PlimsollModelFile *gguf;          /* (nullable) */
  PlimsollSafetensors *safetensors; /* (nullable) */
  PlimsollModelSpec *spec;          /* (nullable) */
  char **assumptions;               /* (nullable): of a config alone */
  PlimsollParameters parameters;
  gboolean has_parts; /* the parts of `parameters` are known, not its total alone */
} PlimsollInspection;

/** Returns: whether the sum is all there is: a file's tensors are, a config's parts only where
 * every one is counted. */
gboolean plimsoll_inspection_knows_total (const PlimsollInspection *self);

/** Returns: (transfer none): "model", "adapter"…, as JSON has it. */
const char *plimsoll_inspection_kind (const PlimsollInspection *self);

/** Returns: (transfer none) (array zero-terminated=1) */
const char *const *plimsoll_inspection_assumptions (const PlimsollInspection *self);

/** Returns: (transfer full) */
JsonObject *plimsoll_inspection_to_json (const PlimsollInspection *self);

/** Returns: (transfer full): lines of text, by the locale. */
char *plimsoll_inspection_to_text (const PlimsollInspection *self);

G_END_DECLS
