/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub-link.h"
#include "plimsoll-hub-search.h"

G_BEGIN_DECLS

/** PlimsollHubFile: a file of a repository, one of those that say what a model is. */
typedef struct
{
  char *name; /* with its folder: "Q8_0/model-Q8_0-00001-of-00002.gguf" */
  guint64 size;
} PlimsollHubFile;

/** PlimsollHubQuantization: a GGUF of a repository, of one file or of a set. */
typedef struct
{
  char *label;       /* as the file calls it: "Q4_K_M", "UD-Q4_K_XL" */
  const char *first; /* the file, or the first of the set */
  guint64 bytes;     /* of all files */
  guint n_files;
} PlimsollHubQuantization;

/** PlimsollHubRepository: what a hub has of a model. */
typedef struct
{
  PlimsollHubListing *listing;
  char *commit;  /* (nullable): what @files are of, which does not change any more */
  GArray *files; /* of PlimsollHubFile, by name */
  gint64 age;    /* as of an answer */
  guint64 came;  /* likewise */
} PlimsollHubRepository;

/**
 * plimsoll_hub_repository_fetch:
 * @kept_only: without the network
 *
 * Asks for a model and its files. Any thread may call it.
 *
 * Returns: (transfer full): %NULL with @error set
 */
PlimsollHubRepository *plimsoll_hub_repository_fetch (PlimsollHub *hub,
                                                      const PlimsollHubLink *link,
                                                      gboolean kept_only,
                                                      GCancellable *cancellable,
                                                      GError **error);
void plimsoll_hub_repository_free (PlimsollHubRepository *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubRepository, plimsoll_hub_repository_free)

/** Returns: (transfer full): an empty one. */
PlimsollHubRepository *plimsoll_hub_repository_new (void);
void plimsoll_hub_repository_add (PlimsollHubRepository *self, const char *name, guint64 size);

/** Puts the files in their order, each once. */
void plimsoll_hub_repository_sort (PlimsollHubRepository *self);

/** Returns: whether a file with this name says what a model is. */
gboolean plimsoll_hub_repository_wants (const char *name);

/** Returns: (nullable) (transfer none): the file, once they are sorted. */
const PlimsollHubFile *plimsoll_hub_repository_find (const PlimsollHubRepository *self,
                                                     const char *name);

/**
 * plimsoll_hub_repository_quantizations:
 *
 * Returns: (transfer full) (element-type PlimsollHubQuantization): the GGUF models, from the
 *   smallest; without projectors and importance matrices, and sets that are not whole
 */
GArray *plimsoll_hub_repository_quantizations (const PlimsollHubRepository *self);

/** Returns: (transfer full) (nullable): "Q4_K_M" of "Qwen3-8B-Q4_K_M.gguf"; %NULL: it names none.
 */
char *plimsoll_hub_quantization_label (const char *file);

G_END_DECLS
