/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-compute-buffer.h"

#include "plimsoll-checked.h"

/*
 * llama.cpp lays the tensors of one micro-batch into a buffer that is as large as the busiest
 * moment needs. Each candidate below is one such moment; the buffer is the largest of them.
 * docs/sizing.md has the forms, and how far each was from the engine's own accounting.
 */

/* Copies of each input that pipelined devices keep. */
#define COPIES 4

/* Graphs with more heads than this reuse the latent queries' place for a copy of the cache. */
#define MANY_HEADS 64

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
    case PLIMSOLL_EXPERTS_BESIDE_HEADS:
      elements += heads;
      break;
    case PLIMSOLL_EXPERTS_BESIDE_EMBEDDING:
      elements += graph->embedding;
      break;
    case PLIMSOLL_EXPERTS_BESIDE_WIDEST:
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

/* Takes the larger, and which moment that is. */
static inline void
consider (guint64 *widest, PlimsollMoment *moment, guint64 bytes, PlimsollMoment of)
{
  if (bytes <= *widest)
    return;

  *widest = bytes;
  *moment = of;
}

/* Masks at attention: one build has them in F32 as well. */
static guint64
attention_masks (const PlimsollGraphRun *run, guint64 mask)
{
  return run->build == PLIMSOLL_BUILD_2026_03 && run->flash_attention ? plimsoll_multiply (3, mask)
                                                                      : mask;
}

/* The largest candidate but the logits, with @mask bytes of masks. */
static guint64
graph_widest (const PlimsollGraph *graph,
              const PlimsollGraphRun *run,
              guint64 mask,
              gboolean first,
              PlimsollMoment *moment)
{
  const guint64 attention_mask = attention_masks (run, mask);
  guint64 widest = 0;

  consider (&widest, moment, candidate_feed_forward (graph, run, mask, first),
            PLIMSOLL_MOMENT_FEED_FORWARD);
  consider (&widest, moment, candidate_experts (graph, run, mask), PLIMSOLL_MOMENT_EXPERTS);
  consider (&widest, moment, candidate_attention (graph, run, attention_mask),
            PLIMSOLL_MOMENT_ATTENTION);
  consider (&widest, moment, candidate_latent (graph, run, attention_mask), PLIMSOLL_MOMENT_LATENT);
  consider (&widest, moment, candidate_recurrent (graph, run, mask), PLIMSOLL_MOMENT_RECURRENT);

  return widest;
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
  if (graph->latent > 0 && !graph->form->general)
    return candidate_logits (graph, run, 0, 3 * E + MIN (graph->latent_queries, 8192));

  return candidate_logits (graph, run, 0, graph->form->logits_tail * E);
}

/* What @moment takes with @mask bytes of masks; of all but the logits. */
static guint64
moment_bytes (const PlimsollGraph *graph,
              const PlimsollGraphRun *run,
              guint64 mask,
              gboolean first,
              PlimsollMoment moment)
{
  switch (moment)
    {
    case PLIMSOLL_MOMENT_FEED_FORWARD:
      return candidate_feed_forward (graph, run, mask, first);
    case PLIMSOLL_MOMENT_EXPERTS:
      return candidate_experts (graph, run, mask);
    case PLIMSOLL_MOMENT_ATTENTION:
      return candidate_attention (graph, run, attention_masks (run, mask));
    case PLIMSOLL_MOMENT_LATENT:
      return candidate_latent (graph, run, attention_masks (run, mask));
    case PLIMSOLL_MOMENT_RECURRENT:
      return candidate_recurrent (graph, run, mask);
    case PLIMSOLL_MOMENT_LOGITS:
      return graph_logits (graph, run, mask);
    case PLIMSOLL_MOMENT_NONE:
    case PLIMSOLL_MOMENT_COPIED_MATRIX:
    case PLIMSOLL_MOMENT_COPIED_CACHE:
    default:
      return 0;
    }
}

/* Takes @bytes, which @moment needs, apart. */
static void
compute_parts_set (PlimsollComputeParts *parts,
                   const PlimsollGraph *graph,
                   const PlimsollGraphRun *run,
                   guint64 bytes,
                   gboolean first,
                   PlimsollMoment moment)
{
  PlimsollGraph uncopied = *graph;
  const guint64 bare = MIN (moment_bytes (graph, run, 0, first, moment), bytes);

  uncopied.whole.copied = uncopied.near.copied = 0;
  *parts = (PlimsollComputeParts) {
    .moment = moment,
    .tokens = run->tokens,
    .outputs = run->outputs,
    .tensors = MIN (moment_bytes (&uncopied, run, 0, first, moment), bare),
  };
  parts->copies = bare - parts->tensors;
  parts->masks = bytes - bare;
}

guint64
plimsoll_compute_device (const PlimsollGraph *graph,
                         const PlimsollGraphRun *run,
                         gboolean first,
                         gboolean output,
                         PlimsollComputeParts *parts)
{
  const guint64 mask = plimsoll_add (graph_mask (graph, run), graph->rotation);
  PlimsollMoment moment = PLIMSOLL_MOMENT_NONE;
  guint64 widest = graph_widest (graph, run, mask, first, &moment);

  if (output)
    consider (&widest, &moment, graph_logits (graph, run, mask), PLIMSOLL_MOMENT_LOGITS);
  if (parts != NULL)
    compute_parts_set (parts, graph, run, widest, first, moment);

  return widest;
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
                                   gboolean output,
                                   PlimsollComputeParts *parts)
{
  const guint64 E = graph->embedding;
  const guint64 kinds = graph_kinds (graph);
  PlimsollMoment moment = PLIMSOLL_MOMENT_NONE;
  const guint64 mask = plimsoll_add (graph_mask (graph, run), graph->rotation);
  guint64 inputs, widest;

  inputs = plimsoll_add (run_bytes (run, (first ? 1 : 2) * E), mask);
  inputs = plimsoll_multiply (COPIES, inputs);
  inputs =
    plimsoll_add (inputs, COPIES * run->tokens
                            * (graph->form->position_bytes + graph_index_bytes (graph, run)));
  if (!run->flash_attention && graph->latent == 0 && kinds > 0)
    inputs = plimsoll_add (inputs, run_bytes (run, (8 * kinds - 2) * graph->kv_width));

  widest = graph_widest (graph, run, 0, TRUE, &moment);
  if (output)
    {
      consider (&widest, &moment,
                candidate_logits (graph, run, 0, graph->form->logits_pipelined * E),
                PLIMSOLL_MOMENT_LOGITS);
      inputs = plimsoll_add (inputs, COPIES * plimsoll_round_up (4 * run->outputs, 32));
    }
  if (parts != NULL)
    {
      compute_parts_set (parts, graph, run, widest, TRUE, moment);
      if (moment == PLIMSOLL_MOMENT_LOGITS)
        {
          parts->tensors = widest;
          parts->copies = parts->masks = 0;
        }
      parts->inputs = inputs;
    }

  return plimsoll_add (inputs, widest);
}

/* As the larger of what is known and @tensors beside @masks and @copies. */
static void
consider_parts (PlimsollComputeParts *parts,
                PlimsollMoment moment,
                guint64 tensors,
                guint64 masks,
                guint64 copies)
{
  const guint64 bytes = plimsoll_add (copies, plimsoll_add (tensors, masks));

  if (bytes <= plimsoll_compute_parts_sum (parts))
    return;

  parts->moment = moment;
  parts->tensors = tensors;
  parts->masks = masks;
  parts->copies = copies;
}

guint64
plimsoll_compute_device_beside_host (const PlimsollGraph *graph,
                                     const PlimsollGraphRun *run,
                                     const PlimsollHostPart *host,
                                     gboolean output,
                                     PlimsollComputeParts *parts)
{
  const PlimsollGraph *model = host->model;
  const guint64 E = model->embedding;
  PlimsollComputeParts own, other;

  plimsoll_compute_device (graph, run, TRUE, output, &own);

  if (host->largest_matrix > 0)
    {
      const guint64 elements =
        model->experts > 0 ? model->experts_copied : 2 * model->dense_width + 2 * E;

      consider_parts (&own, PLIMSOLL_MOMENT_COPIED_MATRIX, run_bytes (run, elements),
                      graph_mask (model, run), host->largest_matrix);
    }
  if (model->experts == 0 && host->largest_up > 0
      && host->largest_up < run_bytes (run, model->dense_width))
    {
      plimsoll_compute_device (graph, run, TRUE, FALSE, &other);
      consider_parts (&own, PLIMSOLL_MOMENT_COPIED_MATRIX, other.tensors, other.masks,
                      plimsoll_add (host->largest_up, other.copies));
    }
  if (host->blocks != NULL)
    {
      const PlimsollGraph *blocks = host->blocks;
      guint64 cells;
      const PlimsollGraphCache *cache = graph_cache (blocks, run, &cells);

      consider_parts (&own, PLIMSOLL_MOMENT_COPIED_CACHE,
                      run_bytes (run, 2 * E + 2 * blocks->heads_width), graph_mask (blocks, run),
                      plimsoll_multiply (plimsoll_multiply (2, cells), cache->elements));
      plimsoll_compute_device (blocks, run, TRUE, FALSE, &other);
      consider_parts (&own, other.moment, other.tensors, other.masks, other.copies);
    }
  if (host->head > 0 && run->outputs >= 32)
    consider_parts (&own, PLIMSOLL_MOMENT_COPIED_MATRIX, candidate_logits (model, run, 0, E), 0,
                    host->head);

  if (parts != NULL)
    *parts = own;

  return plimsoll_compute_parts_sum (&own);
}

guint64
plimsoll_compute_device_bare (const PlimsollGraph *graph,
                              const PlimsollGraphRun *run,
                              PlimsollComputeParts *parts)
{
  const guint64 tensors = run_bytes (run, graph->embedding + 2 * graph->heads_width);
  const guint64 masks = graph_mask (graph, run);

  if (parts != NULL)
    *parts = (PlimsollComputeParts) {
      .moment = PLIMSOLL_MOMENT_ATTENTION,
      .tokens = run->tokens,
      .outputs = run->outputs,
      .tensors = tensors,
      .masks = masks,
    };

  return plimsoll_add (tensors, masks);
}

guint64
plimsoll_compute_host (const PlimsollGraph *graph,
                       const PlimsollGraphRun *run,
                       gboolean pipelined,
                       PlimsollComputeParts *parts)
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
  if (parts != NULL)
    *parts = (PlimsollComputeParts) {
      .tokens = run->tokens,
      .outputs = run->outputs,
      .tensors = embeddings,
      .inputs = inputs,
    };

  return plimsoll_add (embeddings, inputs);
}

guint64
plimsoll_compute_cpu (const PlimsollGraph *graph,
                      const PlimsollGraphRun *run,
                      PlimsollComputeParts *parts)
{
  PlimsollGraph uncopied = *graph;
  guint64 bytes;

  uncopied.whole.copied = uncopied.near.copied = 0;
  bytes = plimsoll_compute_device (&uncopied, run, TRUE, TRUE, parts);
  if (parts != NULL)
    parts->inputs = run_bytes (run, graph->embedding);

  return plimsoll_add (bytes, run_bytes (run, graph->embedding));
}
