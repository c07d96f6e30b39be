/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-type.h"
#include "plimsoll-tensor-plan.h"

G_BEGIN_DECLS

/**
 * plimsoll_mixture_formats:
 * @spec: the model, for its architecture, block, head and expert counts
 * @plan: its tensors
 * @type: the file type wanted
 * @imatrix: whether the quantizer had an importance matrix
 * @formats: (out) (array length=plan.n): the format of every tensor of @plan
 *
 * The format that llama.cpp's quantizer gives each tensor: rules R1 to R13 of docs/sizing.md.
 *
 * Returns: %FALSE when the quantizer refuses the model for this file type
 */
gboolean plimsoll_mixture_formats (const PlimsollModelSpec *spec,
                                   const PlimsollTensorPlan *plan,
                                   PlimsollFileType type,
                                   gboolean imatrix,
                                   guint8 *formats);

G_END_DECLS
