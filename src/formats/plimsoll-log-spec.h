/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-log.h"
#include "plimsoll-model-spec.h"

G_BEGIN_DECLS

/**
 * plimsoll_log_fits_spec:
 *
 * Returns: whether every shape that @log names is that of @spec, and at least the blocks and the
 *   width are named; @parameters, if not 0, is held against the log's too
 */
gboolean
plimsoll_log_fits_spec (const PlimsollLog *log, const PlimsollModelSpec *spec, guint64 parameters);

/**
 * plimsoll_log_spec:
 *
 * A model straight from the shapes that a load log prints, for architectures whose blocks are all
 * alike and follow from those numbers (llama, qwen2, qwen3, qwen3moe). It has to come out with as
 * many parameters as the log says.
 *
 * Returns: (transfer full) (nullable)
 */
PlimsollModelSpec *plimsoll_log_spec (const PlimsollLog *log);

G_END_DECLS
