/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-hub-repository.h"
#include "plimsoll-hub-search.h"

G_BEGIN_DECLS

/* What a hub says in JSON, read within bounds. Members that are not known pass; those that are may
 * be missing. Faults are %PLIMSOLL_HUB_ERROR_BAD_ANSWER. */

/** Adds to @listings what a search found. */
gboolean plimsoll_hub_json_search (GBytes *bytes, GPtrArray *listings, GError **error);

/**
 * plimsoll_hub_json_repository:
 * @n_files: (out): how many files are listed, those of no use too
 */
gboolean plimsoll_hub_json_repository (GBytes *bytes,
                                       PlimsollHubRepository *repository,
                                       guint *n_files,
                                       GError **error);

/** Adds to @repository the files of one page of a tree. */
gboolean plimsoll_hub_json_tree (GBytes *bytes, PlimsollHubRepository *repository, GError **error);

G_END_DECLS
