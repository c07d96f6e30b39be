/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-format-error.h"
#include "plimsoll-model-spec.h"

G_BEGIN_DECLS

#define PLIMSOLL_CONFIG_MAX_BYTES (16 * 1024 * 1024)

/**
 * plimsoll_config_read:
 * @data: (array length=length): a config.json as Transformers writes it, with what is seen in the
 *   wild: a byte order mark, NaN and Infinity, numbers beyond 64 bits
 * @file: its name, for messages
 * @error: as %PLIMSOLL_FORMAT_ERROR; one line that names the file
 *
 * Reads the language model in a config, with the defaults of its class for what the config leaves
 * out. A model type that is not known is read by its general keys, and the spec says so.
 *
 * Returns: (transfer full): a valid spec; or %NULL with @error set
 */
PlimsollModelSpec *
plimsoll_config_read (const char *data, gsize length, const char *file, GError **error);

/**
 * plimsoll_config_assumptions:
 * @spec: what plimsoll_config_read() gave
 *
 * Returns: (transfer full): what was taken for granted of it, a sentence each
 */
char **plimsoll_config_assumptions (const PlimsollModelSpec *spec);

G_END_DECLS
