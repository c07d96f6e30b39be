/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-gguf.h"
#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/**
 * plimsoll_gguf_model_read:
 * @file: for messages
 * @plan: (out) (transfer full): the file's tensors
 * @formats: (out) (transfer full): the format of each
 * @assumptions: (element-type utf8): gets a sentence for whatever had to be assumed
 *
 * The model in a GGUF that has one. Where the tensors say more than a key, they are believed.
 *
 * Returns: (transfer full): a valid spec; %NULL with @error in %PLIMSOLL_FORMAT_ERROR
 */
PlimsollModelSpec *plimsoll_gguf_model_read (const PlimsollGguf *gguf,
                                             const char *file,
                                             PlimsollTensorPlan **plan,
                                             guint8 **formats,
                                             GPtrArray *assumptions,
                                             GError **error);

G_END_DECLS
