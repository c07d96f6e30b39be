/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef enum
{
  PLIMSOLL_ADDITION_PROJECTOR, /* a tower of vision or audio: mmproj */
  PLIMSOLL_ADDITION_ADAPTER,   /* LoRA */
} PlimsollAdditionKind;

#define PLIMSOLL_TYPE_ADDITION (plimsoll_addition_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollAddition, plimsoll_addition, PLIMSOLL, ADDITION, GObject)

/**
 * PlimsollAddition:
 *
 * A person's file that is loaded beside a model. Immutable, and so may be read by any thread.
 */

/**
 * plimsoll_addition_open:
 * @path: a GGUF, for adapters a safetensors file or its folder too; a file: URI will do
 * @kind: what it has to be
 *
 * Reads headers only, told by their content. Does not touch the main loop: any thread may call it.
 *
 * Returns: (transfer full): or %NULL with @error, whose message is one line of UTF-8 that names the
 *   file and the fault, as plimsoll_model_open() has it
 */
PlimsollAddition *
plimsoll_addition_open (const char *path, PlimsollAdditionKind kind, GError **error);

/** Returns: (transfer none): the absolute path to open it by again, or a file: URI. */
const char *plimsoll_addition_get_id (PlimsollAddition *self);

/** Returns: (transfer none): its file's name, fit to show. */
const char *plimsoll_addition_get_name (PlimsollAddition *self);
PlimsollAdditionKind plimsoll_addition_get_kind (PlimsollAddition *self);

/** Returns: bytes of its tensors as a device holds them, each at a multiple of 128. */
guint64 plimsoll_addition_get_bytes (PlimsollAddition *self);

G_END_DECLS
