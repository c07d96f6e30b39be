/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-compute-buffer.h"

#include "plimsoll-checked.h"
#include "plimsoll-recurrent-state.h"

#include <string.h>

/*
 * llama.cpp lays the tensors of one micro-batch into a buffer that is as large as the busiest
 * moment needs. Each candidate below is one such moment; the buffer is the largest of them.
 * docs/sizing.md has the forms, and how far each was from the engine's own accounting.
 */

/* Copies of each input that pipelined devices keep. */
#define COPIES 4

/* Graphs with more heads than this reuse the latent queries' place for a copy of the cache. */
#define MANY_HEADS 64

typedef enum
{
  EXPERTS_BESIDE_HEADS,     /* the attention's result is kept, H D */
  EXPERTS_BESIDE_EMBEDDING, /* hybrids: E */
  EXPERTS_BESIDE_WIDEST,    /* GLM: H D, where that is wider than 2 E */
} ExpertsBeside;

typedef enum
{
  ATTENTION_USUAL,
  ATTENTION_GATED, /* queries come with an output gate */
  ATTENTION_FUSED, /* one matrix for Q, K and V */
} AttentionShape;

/* How the graph of an architecture differs from the others. */
struct _PlimsollGraphForm
{
  const char *architecture;
  ExpertsBeside beside;
  AttentionShape attention;
  guint8 dense_heads;      /* times H D at the dense feed-forward */
  guint8 expert_span;      /* chosen experts are summed at k E when E > span · F_x */
  guint8 logits_tail;      /* times E beside the logits */
  guint8 logits_pipelined; /* the same on a pipelined device */
  guint8 position_bytes;   /* of each token, as input */
};

static const PlimsollGraphForm forms[] = {
  { "deepseek2", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 2, 3, 1, 4 },
  { "gemma2", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "gemma3", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "gemma4", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 2, 1, 4 },
  { "glm4moe", EXPERTS_BESIDE_WIDEST, ATTENTION_USUAL, 1, 1, 3, 3, 4 },
  { "gpt-oss", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 2, 2, 4 },
  { "granitehybrid", EXPERTS_BESIDE_EMBEDDING, ATTENTION_USUAL, 1, 1, 3, 3, 0 },
  { "lfm2", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 0, 1, 2, 1, 4 },
  { "llama", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "mamba", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 2, 1, 0 },
  { "phi3", EXPERTS_BESIDE_HEADS, ATTENTION_FUSED, 0, 1, 4, 1, 4 },
  { "qwen2", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "qwen3", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "qwen35", EXPERTS_BESIDE_EMBEDDING, ATTENTION_GATED, 0, 1, 2, 2, 16 },
  { "qwen35moe", EXPERTS_BESIDE_EMBEDDING, ATTENTION_GATED, 0, 1, 2, 2, 16 },
  { "qwen3moe", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 1, 1, 1, 4 },
  { "qwen3next", EXPERTS_BESIDE_EMBEDDING, ATTENTION_GATED, 0, 1, 2, 2, 4 },
};

/* An architecture that was not measured: a little too much rather than too little. */
static const PlimsollGraphForm general_form = {
  "", EXPERTS_BESIDE_HEADS, ATTENTION_USUAL, 1, 2, 3, 3, 4,
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
  const gboolean gated = self->form->attention == ATTENTION_GATED
                         || (self->form == &general_form && attention->gated_query);
  guint64 flash = 2 * E + 2 * queries;
  guint64 copy = flash;

  if (gated)
    {
      flash = 2 * E + 4 * queries;
      copy = flash;
      if (self->form != &general_form)
        copy = (self->experts > 0 ? 3 : 2) * E + 5 * queries;
    }

  graph_add_width (self, queries);
  self->kv_width = MAX (self->kv_width, keys);
  self->attention = MAX (self->attention, flash);
  self->attention_copy = MAX (self->attention_copy, copy);
  self->attention_plain =
    MAX (self->attention_plain,
         (self->form->attention == ATTENTION_FUSED ? E + queries : 2 * E + 2 * queries) + 2 * keys);
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
  const gboolean full = latent || attention->kind == PLIMSOLL_ATTENTION_FULL;
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

  if (self->form == &general_form)
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

void
plimsoll_graph_run_init (PlimsollGraphRun *self, const PlimsollQuestion *question, guint64 context)
{
  plimsoll_kv_cells_init (&self->cells, question, context);
  self->sequences = MAX (question->parallel, 1);
  self->tokens = MIN (plimsoll_question_ubatch (question), self->cells.rounded);
  self->outputs = question->outputs > 0 ? question->outputs : self->sequences;
  if (question->all_outputs)
    self->outputs = self->tokens;
  self->outputs = MIN (self->outputs, self->tokens);
  self->flash_attention = question->flash_attention;
  self->build = question->build;
}

/* Bytes of @elements in F32 for every token of the micro-batch. */
static guint64
run_bytes (const PlimsollGraphRun *run, guint64 elements)
{
  return plimsoll_multiply (4 * run->tokens, elements);
}

/* Cells under the masks of the caches that @graph reads. */
static guint64
graph_cells (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  guint64 cells = 0;

  if (graph->whole.heads > 0)
    cells = run->cells.per_stream;
  if (graph->near.heads > 0)
    cells += plimsoll_kv_cells_of (&run->cells, &graph->window);

  return cells;
}

/* Bytes of those masks, which flash attention takes in F16. */
static guint64
graph_mask (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  return plimsoll_multiply ((run->flash_attention ? 2 : 4) * run->tokens, graph_cells (graph, run));
}

/* Blocks that see the whole context decide, where there are any. */
static const PlimsollGraphCache *
graph_cache (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 *cells)
{
  *cells = graph->whole.heads > 0 ? run->cells.per_stream
                                  : plimsoll_kv_cells_of (&run->cells, &graph->window);
  *cells = plimsoll_multiply (*cells, run->cells.streams);

  return graph->whole.heads > 0 ? &graph->whole : &graph->near;
}

/* Bytes of the F16 copy of a cache that flash attention cannot read as it is. */
static guint64
graph_copy (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  guint64 cells;
  const PlimsollGraphCache *cache = graph_cache (graph, run, &cells);

  return plimsoll_multiply (plimsoll_multiply (2, cells), cache->copied);
}

/* Elements of the scores of all heads, without flash attention. */
static guint64
graph_scores (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  guint64 scores = plimsoll_multiply (graph->whole.heads, run->cells.per_stream);

  if (graph->near.heads > 0)
    scores = MAX (scores, plimsoll_multiply (graph->near.heads,
                                             plimsoll_kv_cells_of (&run->cells, &graph->window)));

  return scores;
}

static guint64
candidate_feed_forward (const PlimsollGraph *graph,
                        const PlimsollGraphRun *run,
                        guint64 mask,
                        gboolean first)
{
  guint64 elements = graph->feed_forward;

  if (elements == 0)
    return 0;
  if (first)
    elements += graph->form->dense_heads * graph->heads_width;
  elements += graph->per_layer + 4 * graph->per_layer_width;

  return plimsoll_add (run_bytes (run, elements), mask);
}

static guint64
candidate_experts (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  const guint64 heads = graph->heads_narrow;
  guint64 elements = graph->experts;

  if (elements == 0)
    return 0;

  switch (graph->form->beside)
    {
    case EXPERTS_BESIDE_HEADS:
      elements += heads;
      break;
    case EXPERTS_BESIDE_EMBEDDING:
      elements += graph->embedding;
      break;
    case EXPERTS_BESIDE_WIDEST:
      if (heads > 2 * graph->embedding)
        {
          elements += heads;
          if (graph->experts_chosen < heads)
            elements -= graph->experts_chosen;
        }
      break;
    default:
      g_assert_not_reached ();
    }

  return plimsoll_add (run_bytes (run, elements), mask);
}

static guint64
candidate_attention (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  const guint64 copy = graph_copy (graph, run);

  if (graph->attention == 0)
    return 0;

  if (!run->flash_attention)
    return plimsoll_add (run_bytes (run, plimsoll_add (graph_scores (graph, run),
                                                       graph->attention_plain)),
                         mask);

  return plimsoll_add (plimsoll_add (run_bytes (run, copy > 0 ? graph->attention_copy
                                                              : graph->attention),
                                     copy),
                       mask);
}

static guint64
candidate_latent_plain (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  const guint64 cells = run->cells.per_stream;
  const guint64 scores = plimsoll_multiply (graph->latent_heads, cells);
  const guint64 mixed = plimsoll_add (scores, graph->latent_queries + 2 * graph->latent_values);

  return MAX (plimsoll_add (run_bytes (run, MAX (graph->latent, mixed)), mask),
              run_bytes (run, plimsoll_add (plimsoll_add (scores, cells), graph->latent / 2)));
}

static guint64
candidate_latent (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  guint64 bytes, copy, values;

  if (graph->latent == 0)
    return 0;
  if (!run->flash_attention)
    return candidate_latent_plain (graph, run, mask);

  bytes = plimsoll_add (run_bytes (run, graph->latent), mask);
  copy = graph_copy (graph, run);
  if (copy == 0)
    return bytes;

  values = plimsoll_add (run_bytes (run, graph->latent_values), copy);
  if (graph->latent_heads >= MANY_HEADS && values <= run_bytes (run, graph->latent_wide))
    return bytes;

  return plimsoll_add (bytes, values);
}

static guint64
candidate_recurrent (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  guint64 bytes = run_bytes (run, graph->recurrent_alone);

  if (graph->recurrent > 0)
    bytes = MAX (bytes, plimsoll_add (plimsoll_add (run_bytes (run, graph->recurrent), mask),
                                      4 * graph->recurrent_kept * run->sequences));

  return bytes;
}

static guint64
candidate_logits (const PlimsollGraph *graph,
                  const PlimsollGraphRun *run,
                  guint64 mask,
                  guint64 tail)
{
  return plimsoll_add (plimsoll_multiply (4 * run->outputs, graph->vocabulary + tail), mask);
}

/* The largest candidate but the logits, with @mask bytes of masks. */
static guint64
graph_widest (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask, gboolean first)
{
  const guint64 attention_mask = run->build == PLIMSOLL_BUILD_2026_03 && run->flash_attention
                                   ? plimsoll_multiply (3, mask)
                                   : mask;
  guint64 widest;

  widest = candidate_feed_forward (graph, run, mask, first);
  widest = MAX (widest, candidate_experts (graph, run, mask));
  widest = MAX (widest, candidate_attention (graph, run, attention_mask));
  widest = MAX (widest, candidate_latent (graph, run, attention_mask));

  return MAX (widest, candidate_recurrent (graph, run, mask));
}

/* The part of @mask that belongs to the tokens whose logits are kept. */
static guint64
mask_of_outputs (const PlimsollGraphRun *run, guint64 mask)
{
  const guint64 bytes = plimsoll_multiply (mask, run->outputs);

  return bytes == PLIMSOLL_OVERFLOW ? bytes : bytes / run->tokens;
}

/* Bytes of the logits with what lives beside them, on a device that is not pipelined. */
static guint64
graph_logits (const PlimsollGraph *graph, const PlimsollGraphRun *run, guint64 mask)
{
  const guint64 E = graph->embedding;

  if (graph->per_layer > 0)
    return candidate_logits (graph, run, mask_of_outputs (run, mask), 3 * E + graph->per_layer);
  if (graph->latent > 0 && graph->form != &general_form)
    return candidate_logits (graph, run, 0, 3 * E + MIN (graph->latent_queries, 8192));

  return candidate_logits (graph, run, 0, graph->form->logits_tail * E);
}

guint64
plimsoll_compute_device (const PlimsollGraph *graph,
                         const PlimsollGraphRun *run,
                         gboolean first,
                         gboolean output)
{
  const guint64 mask = plimsoll_add (graph_mask (graph, run), graph->rotation);
  const guint64 widest = graph_widest (graph, run, mask, first);

  return output ? MAX (widest, graph_logits (graph, run, mask)) : widest;
}

/* Kinds of cache that have an input of indices and a mask of their own. */
static guint64
graph_kinds (const PlimsollGraph *graph)
{
  return (graph->whole.heads > 0 ? 1 : 0) + (graph->near.heads > 0 ? 1 : 0);
}

/* Bytes of indices into each cache: one table for K and V, two where K and V are laid apart. */
static guint64
graph_index_bytes (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  return (run->flash_attention && graph->latent == 0 ? 16 : 8) * graph_kinds (graph);
}

guint64
plimsoll_compute_device_pipelined (const PlimsollGraph *graph,
                                   const PlimsollGraphRun *run,
                                   gboolean first,
                                   gboolean output)
{
  const guint64 E = graph->embedding;
  const guint64 kinds = graph_kinds (graph);
  const guint64 mask = plimsoll_add (graph_mask (graph, run), graph->rotation);
  guint64 inputs, widest;

  inputs = plimsoll_add (run_bytes (run, (first ? 1 : 2) * E), mask);
  inputs = plimsoll_multiply (COPIES, inputs);
  inputs =
    plimsoll_add (inputs, COPIES * run->tokens
                            * (graph->form->position_bytes + graph_index_bytes (graph, run)));
  if (!run->flash_attention && graph->latent == 0 && kinds > 0)
    inputs = plimsoll_add (inputs, run_bytes (run, (8 * kinds - 2) * graph->kv_width));

  widest = graph_widest (graph, run, 0, TRUE);
  if (output)
    {
      widest = MAX (widest, candidate_logits (graph, run, 0, graph->form->logits_pipelined * E));
      inputs = plimsoll_add (inputs, COPIES * plimsoll_round_up (4 * run->outputs, 32));
    }

  return plimsoll_add (inputs, widest);
}

guint64
plimsoll_compute_device_beside_host (const PlimsollGraph *graph,
                                     const PlimsollGraphRun *run,
                                     const PlimsollHostPart *host,
                                     gboolean output)
{
  const PlimsollGraph *model = host->model;
  const guint64 E = model->embedding;
  const guint64 own = plimsoll_compute_device (graph, run, TRUE, output);
  guint64 bytes = own;

  if (host->largest_matrix > 0)
    {
      const guint64 elements =
        model->experts > 0 ? model->experts_copied : 2 * model->dense_width + 2 * E;
      const guint64 mask = graph_mask (model, run);

      bytes = MAX (bytes, plimsoll_add (host->largest_matrix,
                                        plimsoll_add (run_bytes (run, elements), mask)));
    }
  if (model->experts == 0 && host->largest_up > 0
      && host->largest_up < run_bytes (run, model->dense_width))
    bytes = MAX (bytes, plimsoll_add (host->largest_up, own));
  if (host->blocks != NULL)
    {
      const PlimsollGraph *blocks = host->blocks;
      guint64 cells;
      const PlimsollGraphCache *cache = graph_cache (blocks, run, &cells);
      const guint64 copied = plimsoll_multiply (plimsoll_multiply (2, cells), cache->elements);
      const guint64 work =
        plimsoll_add (run_bytes (run, 2 * E + 2 * blocks->heads_width), graph_mask (blocks, run));

      bytes = MAX (bytes, plimsoll_add (copied, work));
      bytes = MAX (bytes, plimsoll_compute_device (blocks, run, TRUE, FALSE));
    }
  if (host->head > 0 && run->outputs >= 32)
    bytes = MAX (bytes, plimsoll_add (host->head, candidate_logits (model, run, 0, E)));

  return bytes;
}

guint64
plimsoll_compute_device_bare (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  return plimsoll_add (run_bytes (run, graph->embedding + 2 * graph->heads_width),
                       graph_mask (graph, run));
}

guint64
plimsoll_compute_host (const PlimsollGraph *graph, const PlimsollGraphRun *run, gboolean pipelined)
{
  const guint64 embeddings = run_bytes (run, 2 * graph->embedding + graph->per_layer);
  guint64 indices = 4 + graph->form->position_bytes + graph_index_bytes (graph, run);
  guint64 inputs = graph_mask (graph, run);

  /* The mask in F32, then in F16, in the same place. */
  if (run->flash_attention && run->build == PLIMSOLL_BUILD_2026_03)
    inputs = plimsoll_multiply (2, inputs);
  if (graph->per_layer > 0)
    indices += 4;
  if (!run->flash_attention && graph->latent == 0)
    inputs =
      plimsoll_add (inputs, run_bytes (run, (graph->near.heads > 0 ? 4 : 2) * graph->kv_width));
  inputs = plimsoll_add (inputs, indices * run->tokens);
  inputs = plimsoll_add (inputs, plimsoll_round_up (4 * run->outputs, 32));
  if (graph->sequential)
    inputs = plimsoll_add (inputs, 32);
  inputs = plimsoll_add (inputs, graph->rotation);
  if (pipelined)
    inputs = plimsoll_multiply (COPIES, inputs);

  return plimsoll_add (embeddings, inputs);
}

guint64
plimsoll_compute_cpu (const PlimsollGraph *graph, const PlimsollGraphRun *run)
{
  PlimsollGraph uncopied = *graph;

  uncopied.whole.copied = uncopied.near.copied = 0;

  return plimsoll_add (plimsoll_compute_device (&uncopied, run, TRUE, TRUE),
                       run_bytes (run, graph->embedding));
}
