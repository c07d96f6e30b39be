/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-kind.h"

G_BEGIN_DECLS

/**
 * plimsoll_model_folder_choose:
 * @folder: somebody's folder with a model
 * @kind: (out): %PLIMSOLL_FILE_KIND_GGUF, %PLIMSOLL_FILE_KIND_SAFETENSORS or
 *   %PLIMSOLL_FILE_KIND_JSON
 *
 * Safetensors with a config.json come before a GGUF, and that before a config.json alone.
 * Projectors and adapters beside the one GGUF model of a folder are no models, and pass.
 *
 * Returns: (transfer full) (type filename): what to read; for safetensors the folder itself. %NULL
 *   with @error in %PLIMSOLL_FORMAT_ERROR_MISSING, which names the models where there are several
 */
char *plimsoll_model_folder_choose (const char *folder, PlimsollFileKind *kind, GError **error);

/** Returns: (transfer full) (type filename): of a set's shard the first one, else the same. */
char *plimsoll_model_first_shard (const char *path);

/** Returns: (nullable): where "-00001-of-00003.gguf" begins in the name of a shard. */
const char *plimsoll_model_shard_tail (const char *name);

G_END_DECLS
