/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-file-source.h"
#include "plimsoll-hub-repository.h"

G_BEGIN_DECLS

/**
 * PlimsollHubFolder: the files of one folder of a repository, for readers of model files. Of a file
 * come the pieces that are asked for; when they are asked for one after the other, each is twice as
 * large as the one before, up to a MiB. No more than 24 MiB come of one file, and 96 of all.
 */
typedef struct
{
  PlimsollHub *hub;
  const PlimsollHubRepository *repository;
  const char *revision;
  char *prefix; /* "", or "Q8_0/" */
  gboolean kept_only;
  GCancellable *cancellable; /* (nullable) */
  guint64 came;              /* bytes over the network */
  guint64 read;              /* bytes, of what is kept too */
  gint64 age;                /* as of an answer */
} PlimsollHubFolder;

/**
 * plimsoll_hub_folder_init:
 * @file: in the folder
 *
 * All that is given outlives @self. Clear with plimsoll_hub_folder_clear().
 */
void plimsoll_hub_folder_init (PlimsollHubFolder *self,
                               PlimsollHub *hub,
                               const PlimsollHubRepository *repository,
                               const char *revision,
                               const char *file);
void plimsoll_hub_folder_clear (PlimsollHubFolder *self);

/** Makes @source read from @self. */
void plimsoll_hub_folder_source (PlimsollHubFolder *self, PlimsollFileSource *source);

/** Returns: (transfer full): the whole of a small file; %NULL with @error set. */
GBytes *
plimsoll_hub_folder_load (PlimsollHubFolder *self, const char *name, guint64 most, GError **error);

G_END_DECLS
