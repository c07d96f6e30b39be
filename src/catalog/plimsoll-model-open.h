/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"

G_BEGIN_DECLS

/**
 * plimsoll_model_open:
 * @path: a GGUF or any shard of one, a safetensors file, any shard or index of such, a config.json,
 *   or a folder with one model; a file: URI will do
 *
 * Reads a person's own model: headers only, and what they are by their content, whatever the names.
 *
 * The model's id is the absolute path to open it by again (of shards the first), as a file: URI
 * where it is no UTF-8. plimsoll_model_get_own_weights() are the tensors as they are, exact; other
 * precisions follow from the shapes by the quantizer's rules. In a folder, safetensors with a
 * config.json come before a GGUF, and that before a config.json alone; several GGUF models in one
 * are refused by name.
 *
 * Does not touch the main loop: any thread may call it.
 *
 * Returns: (transfer full): or %NULL with @error, whose message is one line of UTF-8 that names the
 *   file and the fault, in %PLIMSOLL_FORMAT_ERROR, %PLIMSOLL_CATALOG_ERROR or %G_FILE_ERROR; what
 * is no model but an addition to one (a projector, an adapter) is
 *   %PLIMSOLL_CATALOG_ERROR_IS_ADDITION
 */
PlimsollModel *plimsoll_model_open (const char *path, GError **error);

G_END_DECLS
