/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** PlimsollHubSettings: which hub, and as whom. */
typedef struct
{
  char *endpoint; /* without a slash at its end: "https://huggingface.co" */
  char *token;    /* (nullable) */
  gboolean offline;
  guint idle_seconds;  /* without a byte that are too many */
  guint total_seconds; /* for one answer */
  char *cache_folder;  /* (nullable): where answers are kept */
  guint64 cache_bytes; /* that may be there */
} PlimsollHubSettings;

/**
 * plimsoll_hub_settings_new:
 *
 * What the environment says, as the hub's own tools read it: HF_ENDPOINT; HF_TOKEN, else the file
 * at HF_TOKEN_PATH, else "token" in HF_HOME; HF_HUB_OFFLINE. What comes is kept in the user's
 * cache, 64 MiB at most.
 *
 * Returns: (transfer full)
 */
PlimsollHubSettings *plimsoll_hub_settings_new (void);
void plimsoll_hub_settings_free (PlimsollHubSettings *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubSettings, plimsoll_hub_settings_free)

G_END_DECLS
