/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-models.h"

G_BEGIN_DECLS

/* A model with what is kept of it, and the file of such. */

/** Returns: (transfer full): @model as it was read; @opened: an ISO date. */
PlimsollOwnModel *plimsoll_own_model_new (PlimsollModel *model, const char *opened);

/**
 * plimsoll_own_models_read:
 * @path: the file
 * @rows: (out) (transfer full) (element-type PlimsollOwnModel): those that could be read
 *
 * Returns: %FALSE with @error set when the file or a row of it is damaged
 */
gboolean plimsoll_own_models_read (const char *path, GPtrArray **rows, GError **error);

/**
 * plimsoll_own_models_write:
 * @rows: (element-type PlimsollOwnModel)
 *
 * Puts the file in the place of what is there, in one go. Any thread may call it.
 */
gboolean plimsoll_own_models_write (const char *path, GPtrArray *rows, GError **error);

G_END_DECLS
