/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-graph.h"

#include "plimsoll-recurrent-state.h"

#include <string.h>

static const PlimsollGraphForm forms[] = {
  { "deepseek2", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 2, 3, 1, 4, FALSE },
  { "gemma2", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "gemma3", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "gemma4", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 2, 1, 4, FALSE },
  { "glm4moe", PLIMSOLL_EXPERTS_BESIDE_WIDEST, PLIMSOLL_SHAPE_USUAL, 1, 1, 3, 3, 4, FALSE },
  { "gpt-oss", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 2, 2, 4, FALSE },
  { "granitehybrid", PLIMSOLL_EXPERTS_BESIDE_EMBEDDING, PLIMSOLL_SHAPE_USUAL, 1, 1, 3, 3, 0,
    FALSE },
  { "lfm2", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 0, 1, 2, 1, 4, FALSE },
  { "llama", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "mamba", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 2, 1, 0, FALSE },
  { "phi3", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_FUSED, 0, 1, 4, 1, 4, FALSE },
  { "qwen2", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "qwen3", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "qwen35", PLIMSOLL_EXPERTS_BESIDE_EMBEDDING, PLIMSOLL_SHAPE_GATED, 0, 1, 2, 2, 16, FALSE },
  { "qwen35moe", PLIMSOLL_EXPERTS_BESIDE_EMBEDDING, PLIMSOLL_SHAPE_GATED, 0, 1, 2, 2, 16, FALSE },
  { "qwen3moe", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 1, 1, 1, 4, FALSE },
  { "qwen3next", PLIMSOLL_EXPERTS_BESIDE_EMBEDDING, PLIMSOLL_SHAPE_GATED, 0, 1, 2, 2, 4, FALSE },
};

/* An architecture that was not measured: a little too much rather than too little. */
static const PlimsollGraphForm general_form = {
  "", PLIMSOLL_EXPERTS_BESIDE_HEADS, PLIMSOLL_SHAPE_USUAL, 1, 2, 3, 3, 4, TRUE,
};

static const PlimsollGraphForm *
graph_form (const char *architecture)
{
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if (strcmp (forms[i].architecture, architecture) == 0)
      return &forms[i];

  return &general_form;
}

void
plimsoll_graph_init (PlimsollGraph *self, const PlimsollModelSpec *spec)
{
  *self = (PlimsollGraph) {
    .form = graph_form (spec->architecture),
    .embedding = spec->embedding,
    .vocabulary = spec->vocabulary,
    .per_layer_width = spec->per_layer_width,
    .per_layer = (guint64) spec->per_layer_width * spec->n_blocks,
  };
}

static void
graph_add_feed_forward (PlimsollGraph *self, const PlimsollFeedForward *part)
{
  const guint64 E = self->embedding;

  if (part->dense_width > 0)
    {
      self->dense_width = MAX (self->dense_width, part->dense_width);
      self->feed_forward = 3 * self->dense_width + 2 * E;
    }

  if (part->experts_used > 0)
    {
      const guint64 k = part->experts_used;
      const guint64 width = part->expert_width;
      const guint64 summed = E > self->form->expert_span * width ? k * E : 0;

      self->experts_chosen = MAX (self->experts_chosen, k * width);
      self->experts = MAX (self->experts, 3 * k * width + summed + 2 * E);
      self->experts_copied =
        MAX (self->experts_copied, k * (E + width) + 4 * E + part->shared_width);
    }
}

static void
graph_add_width (PlimsollGraph *self, guint64 width)
{
  self->heads_narrow = self->heads_width == 0 ? width : MIN (self->heads_narrow, width);
  self->heads_width = MAX (self->heads_width, width);
}

static void
graph_add_latent (PlimsollGraph *self, const PlimsollAttention *attention)
{
  const guint64 heads = attention->heads;
  const guint64 queries = heads * ((guint64) attention->kv_lora_rank + attention->rope_dim);
  const guint64 wide = queries + heads * attention->key_dim;

  self->latent_heads = MAX (self->latent_heads, attention->heads);
  self->latent = MAX (self->latent, queries + wide + 3 * self->embedding);
  self->latent_wide = MAX (self->latent_wide, wide);
  self->latent_queries = MAX (self->latent_queries, queries);
  self->latent_values = MAX (self->latent_values, heads * attention->kv_lora_rank);
  graph_add_width (self, heads * attention->value_dim);
}

static void
graph_add_heads (PlimsollGraph *self, const PlimsollAttention *attention)
{
  const guint64 E = self->embedding;
  const guint64 queries = (guint64) attention->heads * attention->key_dim;
  const guint64 keys = (guint64) attention->kv_heads * attention->key_dim;
  const gboolean gated = self->form->attention == PLIMSOLL_SHAPE_GATED
                         || (self->form->general && attention->gated_query);
  guint64 flash = 2 * E + 2 * queries;
  guint64 copy = flash;

  if (gated)
    {
      flash = 2 * E + 4 * queries;
      copy = flash;
      if (!self->form->general)
        copy = (self->experts > 0 ? 3 : 2) * E + 5 * queries;
    }

  graph_add_width (self, queries);
  self->kv_width = MAX (self->kv_width, keys);
  self->attention = MAX (self->attention, flash);
  self->attention_copy = MAX (self->attention_copy, copy);
  self->attention_plain =
    MAX (self->attention_plain,
         (self->form->attention == PLIMSOLL_SHAPE_FUSED ? E + queries : 2 * E + 2 * queries)
           + 2 * keys);
}

/* A quantized cache is rotated before it is rounded, where the head allows. */
static guint64
graph_rotation (const PlimsollAttention *attention, const PlimsollQuestion *question)
{
  const guint64 dim = attention->key_dim;
  guint64 elements = 0;

  if (question->build == PLIMSOLL_BUILD_2026_03 || dim < 64 || (dim & (dim - 1)) != 0)
    return 0;
  if (plimsoll_block_format_info (question->kv_k)->quantized)
    elements += dim * dim;
  if (plimsoll_block_format_info (question->kv_v)->quantized)
    elements += 64 * 64;

  return 4 * elements;
}

static void
graph_add_cache (PlimsollGraph *self,
                 const PlimsollAttention *attention,
                 const PlimsollQuestion *question)
{
  const gboolean latent = attention->kind == PLIMSOLL_ATTENTION_MLA;
  const gboolean full = plimsoll_kv_attends_to_all (attention);
  const guint64 k = latent ? (guint64) attention->kv_lora_rank + attention->rope_dim
                           : (guint64) attention->kv_heads * attention->key_dim;
  const guint64 v = latent ? 0 : (guint64) attention->kv_heads * attention->value_dim;
  PlimsollGraphCache *cache = full ? &self->whole : &self->near;

  if (!latent && cache->heads == 0)
    self->rotation += graph_rotation (attention, question);

  cache->heads = MAX (cache->heads, attention->heads);
  cache->elements = MAX (cache->elements, k + v);
  if (!full)
    {
      self->window.window = MAX (self->window.window, attention->window);
      self->window.compression = attention->compression;
    }

  /* Before, the copy was made outside this buffer. */
  if (question->build == PLIMSOLL_BUILD_2026_03)
    return;
  cache->copied = MAX (cache->copied, (question->kv_k != PLIMSOLL_FORMAT_F16 ? k : 0)
                                        + (question->kv_v != PLIMSOLL_FORMAT_F16 ? v : 0));
}

static void
graph_add_recurrent (PlimsollGraph *self, const PlimsollRecurrent *recurrent)
{
  const guint64 E = self->embedding;
  const guint64 channels = plimsoll_recurrent_convolution (recurrent, self->embedding);
  guint64 masked = 0, alone = 0, kept = 0;

  self->sequential = TRUE;

  if (self->form->general)
    masked = 2 * E + 3 * channels;
  else if (recurrent->kind == PLIMSOLL_RECURRENT_GATED_DELTA_NET)
    {
      masked = 2 * E + 3 * channels;
      kept = recurrent->conv_kernel > 0 ? (recurrent->conv_kernel - 1) * channels : 0;
    }
  else if (recurrent->kind == PLIMSOLL_RECURRENT_MAMBA2)
    alone = 2 * (channels + recurrent->inner + recurrent->value_heads)
            + 2 * (guint64) recurrent->inner + 3 * E;
  else if (recurrent->kind == PLIMSOLL_RECURRENT_MAMBA1)
    alone = 12 * E;

  self->recurrent = MAX (self->recurrent, masked);
  self->recurrent_alone = MAX (self->recurrent_alone, alone);
  self->recurrent_kept = MAX (self->recurrent_kept, kept);
}

void
plimsoll_graph_add (PlimsollGraph *self,
                    const PlimsollLayer *layer,
                    const PlimsollQuestion *question)
{
  const PlimsollAttention *attention = &layer->attention;

  graph_add_feed_forward (self, &layer->feed_forward);

  if (attention->kind == PLIMSOLL_ATTENTION_MLA)
    graph_add_latent (self, attention);
  else if (attention->kind != PLIMSOLL_ATTENTION_NONE)
    graph_add_heads (self, attention);
  if (attention->kind != PLIMSOLL_ATTENTION_NONE)
    graph_add_cache (self, attention, question);

  if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
    graph_add_recurrent (self, &layer->recurrent);
}
