/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * plimsoll_model_new_from_json:
 * @node: the row; what it may hold is in data/models.schema.json
 * @file: the file's name, for messages
 * @number: which row it is, from 1
 *
 * Returns: (transfer full): or %NULL with @error set
 */
PlimsollModel *
plimsoll_model_new_from_json (JsonNode *node, const char *file, guint number, GError **error);

G_END_DECLS
