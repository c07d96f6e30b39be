/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-models.h"

G_BEGIN_DECLS

/* A model with what is kept of it, and the file of such. */

/** Returns: (transfer full): @model as it was read; @opened: an ISO date. */
PlimsollOwnModel *plimsoll_own_model_new (PlimsollModel *model, const char *opened);

/**
 * plimsoll_own_models_read:
 * @bytes: what is in the file
 * @file: its name, for messages
 * @rows: (out) (transfer full) (element-type PlimsollOwnModel): those that could be read
 *
 * Returns: %FALSE with @error set when the file or a row of it is damaged
 */
gboolean
plimsoll_own_models_read (GBytes *bytes, const char *file, GPtrArray **rows, GError **error);

/**
 * plimsoll_own_models_print:
 * @rows: (element-type PlimsollOwnModel)
 *
 * Any thread may call it.
 *
 * Returns: (transfer full): the file's text, no longer than what is read
 */
GString *plimsoll_own_models_print (GPtrArray *rows);

G_END_DECLS
