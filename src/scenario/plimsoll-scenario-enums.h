/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

#include <glib-object.h>

G_BEGIN_DECLS

/* The core's enumerations and structs as types of GObject. Nicks are what the command line, JSON
 * and saved states say: "llama.cpp", "layer", "fits". */

#define PLIMSOLL_TYPE_ENGINE (plimsoll_engine_get_type ())
GType plimsoll_engine_get_type (void);

#define PLIMSOLL_TYPE_SPLIT (plimsoll_split_get_type ())
GType plimsoll_split_get_type (void);

#define PLIMSOLL_TYPE_VERDICT (plimsoll_verdict_get_type ())
GType plimsoll_verdict_get_type (void);

/** PlimsollEstimate, boxed by copy: whoever gets one may keep it, nobody changes it. */
#define PLIMSOLL_TYPE_ESTIMATE (plimsoll_estimate_get_type ())
GType plimsoll_estimate_get_type (void);

PlimsollEstimate *plimsoll_estimate_copy (const PlimsollEstimate *self);
void plimsoll_estimate_free (PlimsollEstimate *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollEstimate, plimsoll_estimate_free)

/** PlimsollWeights, boxed by reference. */
#define PLIMSOLL_TYPE_WEIGHTS (plimsoll_weights_get_type ())
GType plimsoll_weights_get_type (void);

/** Returns: (transfer none): the nick of @value, "" when it has none. */
const char *plimsoll_enum_nick (GType type, int value);

/** Returns: whether @nick, in any case, names a value of @type; it in @value. */
gboolean plimsoll_enum_from_nick (GType type, const char *nick, int *value);

/** Returns: (transfer full): the nicks of @type in order: "none, layer, tensor". */
char *plimsoll_enum_list_nicks (GType type);

G_END_DECLS
