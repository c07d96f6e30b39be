/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** PlimsollHubLink: what a model or file on a hub is called. */
typedef struct
{
  char *repository;   /* "Qwen/Qwen3-8B" */
  char *revision;     /* "main" where none is said */
  char *file;         /* (nullable): its path in the repository */
  char *quantization; /* (nullable): "Q4_K_M" */
} PlimsollHubLink;

/**
 * plimsoll_hub_link_parse:
 * @text: "org/model", "org/model:Q4_K_M", "org/model@revision:Q4_K_M", or the address of a model or
 * of one of its files, with or without https:
 * @endpoint: whose addresses are taken, besides those of huggingface.co and hf.co
 *
 * Returns: (transfer full) (nullable): %NULL when @text is none of them
 */
PlimsollHubLink *plimsoll_hub_link_parse (const char *text, const char *endpoint);
void plimsoll_hub_link_free (PlimsollHubLink *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollHubLink, plimsoll_hub_link_free)

G_END_DECLS
