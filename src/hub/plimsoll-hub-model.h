/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub-link.h"
#include "plimsoll-hub.h"
#include "plimsoll-model.h"

G_BEGIN_DECLS

/** PlimsollHubUse: what it took to read a model. */
typedef struct
{
  guint64 came; /* bytes over the network */
  gint64
    age; /* seconds, of what was kept and could not be asked anew; -1: it is as the hub has it */
} PlimsollHubUse;

/**
 * plimsoll_hub_open:
 * @kept_only: without the network, from what is kept on the disk
 * @use: (out) (optional)
 *
 * Reads a model on a hub, as plimsoll_model_open() does files: of its files what says how large it
 * is, the tensors' data never. Safetensors with a config.json come before GGUF files; of these a
 * quantization is read, the one that is asked for, else Q4_K_M, else the one in the middle. More
 * than 64 shards of a checkpoint are not looked into.
 *
 * The model's id is its name on the hub, with the quantization where it is a GGUF: it can be read
 * by that again. It has no path. The sizes of all quantizations are its file sizes.
 *
 * Any thread may call it.
 *
 * Returns: (transfer full): %NULL with @error in %PLIMSOLL_HUB_ERROR, %PLIMSOLL_FORMAT_ERROR,
 *   %PLIMSOLL_CATALOG_ERROR, or %G_IO_ERROR_CANCELLED
 */
PlimsollModel *plimsoll_hub_open (PlimsollHub *self,
                                  const PlimsollHubLink *link,
                                  gboolean kept_only,
                                  PlimsollHubUse *use,
                                  GCancellable *cancellable,
                                  GError **error);

/** Returns: (transfer full) (nullable): in words what it took; %NULL: nothing worth a word. */
char *plimsoll_hub_use_text (const PlimsollHubUse *use, const char *name);

G_END_DECLS
