/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-question.h"

G_BEGIN_DECLS

/**
 * PlimsollEngineFacts: a release of an engine that rules were checked on. Defaults that are not
 * said are 0.
 */
typedef struct
{
  char *id; /* "vllm-0.21" */
  PlimsollEngine engine;
  char *since; /* the first version, or the day of the build */
  char *until; /* (nullable): the first that is different; %NULL: the newest is the same */
  char *date;  /* when it was last seen to be so */
  char *source;
  char *notes; /* (nullable) */

  PlimsollEngineBuild build;      /* of llama.cpp */
  PlimsollServingRelease release; /* of vLLM and SGLang */

  double memory_share;
  guint32 max_sequences;
  guint32 max_batched_tokens;
  guint32 large_max_sequences;
  guint32 large_max_batched_tokens;
  guint32 block_tokens;
  guint32 state_blocks;
  double sampler_bytes;
  gboolean reserves_graphs;
} PlimsollEngineFacts;

/**
 * plimsoll_engine_facts_load:
 * @bytes: a file as data/engines.schema.json has it
 * @file: its name, for messages
 * @error: as %PLIMSOLL_CATALOG_ERROR
 *
 * Returns: (transfer full) (element-type PlimsollEngineFacts): the rows, an engine's newest first;
 *   or %NULL with @error set
 */
GPtrArray *plimsoll_engine_facts_load (GBytes *bytes, const char *file, GError **error);

/**
 * plimsoll_engine_facts_find:
 * @engines: (element-type PlimsollEngineFacts)
 *
 * Returns: (nullable) (transfer none): the row whose rules @question is sized by
 */
const PlimsollEngineFacts *plimsoll_engine_facts_find (const GPtrArray *engines,
                                                       const PlimsollQuestion *question);

G_END_DECLS
