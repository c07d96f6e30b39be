/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-model-spec.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * A spec in our own files: an object with a member for each field that is not 0, kinds of block
 * once each, and the order of blocks as runs: [12, 0, 0, 0, 1] is twelve times the kinds 0, 0,
 * 0, 1.
 */

/** Returns: (transfer full): @text as JSON writes it, quotes and all. */
char *plimsoll_spec_json_quote (const char *text);

/** Appends @spec as compact JSON. */
void plimsoll_spec_json_write (const PlimsollModelSpec *spec, GString *out);

/**
 * plimsoll_spec_json_read:
 * @fault: (out) (transfer full): what is wrong, naming the member
 *
 * Returns: (transfer full): a valid spec; or %NULL with @fault set
 */
PlimsollModelSpec *plimsoll_spec_json_read (JsonObject *object, char **fault);

G_END_DECLS
