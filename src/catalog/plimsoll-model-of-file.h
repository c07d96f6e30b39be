/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-file.h"
#include "plimsoll-model.h"
#include "plimsoll-safetensors.h"

G_BEGIN_DECLS

/*
 * A model of files that were read, wherever they are. In @files stands what is known besides what
 * the files say: where they are, and which others there are; the rest is filled in. @name is the
 * file's, for messages, UTF-8. Faults are in %PLIMSOLL_CATALOG_ERROR or %PLIMSOLL_FORMAT_ERROR;
 * what is no model but an addition to one is %PLIMSOLL_CATALOG_ERROR_IS_ADDITION.
 */

/** @file: its plan becomes the model's. Returns: (transfer full): %NULL with @error set */
PlimsollModel *plimsoll_model_of_gguf (PlimsollModelFile *file,
                                       const char *name,
                                       const PlimsollModelFacts *facts,
                                       PlimsollModelFiles *files,
                                       GError **error);

/** Returns: (transfer full): %NULL with @error set */
PlimsollModel *plimsoll_model_of_checkpoint (const PlimsollSafetensors *checkpoint,
                                             const char *name,
                                             const PlimsollModelFacts *facts,
                                             PlimsollModelFiles *files,
                                             GError **error);

/** @text: a config.json. Returns: (transfer full): %NULL with @error set */
PlimsollModel *plimsoll_model_of_config (const char *text,
                                         gsize length,
                                         const char *name,
                                         const PlimsollModelFacts *facts,
                                         PlimsollModelFiles *files,
                                         GError **error);

G_END_DECLS
