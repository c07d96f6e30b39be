/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-serving-cache.h"

#include "plimsoll-checked.h"
#include "plimsoll-parallelism.h"
#include "plimsoll-recurrent-state.h"
#include "plimsoll-sentence.h"

#include <string.h>

/* Sparse MLA in FP8 keeps the latent in FP8 with its scales, and the rope part in 16 bits. */
#define SPARSE_MLA_BYTES 656
/* Keys of the indexer in FP8, with an FP32 scale for so many. */
#define INDEX_GROUP 128

guint32
plimsoll_serving_element_bytes (const PlimsollQuestion *question)
{
  if (question->kv_k != question->kv_v)
    return 0;

  switch ((guint) question->kv_k)
    {
    case PLIMSOLL_FORMAT_F32:
      return 4;
    case PLIMSOLL_FORMAT_F16:
    case PLIMSOLL_FORMAT_BF16:
      return 2;
    case PLIMSOLL_FORMAT_I8:
      return 1;
    default:
      return 0;
    }
}

/* Configs of these say that the state is in FP32; the others' is in the model's own 16 bits. */
static gboolean
state_is_f32 (const PlimsollModelSpec *spec)
{
  static const char *const architectures[] = { "qwen35",         "qwen35moe",   "nemotron_h",
                                               "nemotron_h_moe", "kimi-linear", NULL };

  return g_strv_contains (architectures, spec->architecture);
}

static guint64
attention_token_bytes (const PlimsollAttention *a, guint32 ranks, guint32 element)
{
  guint64 bytes;

  if (a->kind == PLIMSOLL_ATTENTION_MLA)
    {
      bytes = plimsoll_multiply ((guint64) a->kv_lora_rank + a->rope_dim, element);
      if (a->index_heads > 0 && element == 1)
        bytes = SPARSE_MLA_BYTES;
      if (a->index_heads > 0)
        bytes =
          plimsoll_add (bytes, a->index_dim + 4 * ((a->index_dim + INDEX_GROUP - 1) / INDEX_GROUP));
      return bytes;
    }

  return plimsoll_multiply (plimsoll_multiply (plimsoll_parallelism_kv_heads (a->kv_heads, ranks),
                                               (guint64) a->key_dim + a->value_dim),
                            element);
}

static guint64
recurrent_bytes (const PlimsollModelSpec *spec,
                 const PlimsollRecurrent *r,
                 guint32 ranks,
                 guint32 drafts)
{
  const guint64 kept = (r->conv_kernel > 0 ? r->conv_kernel - 1 : 0) + (guint64) drafts;
  const guint64 channels = plimsoll_recurrent_convolution (r, spec->embedding);
  const guint64 whole = plimsoll_recurrent_state_bytes (r, spec->embedding, 1);
  const guint64 convolved =
    plimsoll_multiply (4 * (guint64) (r->conv_kernel > 0 ? r->conv_kernel - 1 : 0), channels);
  guint64 matrix;

  if (whole == PLIMSOLL_OVERFLOW || convolved > whole)
    return PLIMSOLL_OVERFLOW;

  matrix = (whole - convolved) / 4;

  return plimsoll_add (plimsoll_multiply (matrix / ranks, state_is_f32 (spec) ? 4 : 2),
                       plimsoll_multiply (plimsoll_multiply (channels / ranks, kept), 2));
}

/* FALSE: the layer caches nothing, or reads another's. */
static gboolean
page_type_of (PlimsollPageType *self,
              const PlimsollModelSpec *spec,
              const PlimsollLayer *layer,
              const PlimsollQuestion *question,
              guint32 ranks,
              gboolean all_full)
{
  const PlimsollAttention *a = &layer->attention;

  *self = (PlimsollPageType) { .layers = 1 };

  if (layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE)
    {
      self->kind = PLIMSOLL_PAGES_RECURRENT;
      self->state_bytes =
        recurrent_bytes (spec, &layer->recurrent, ranks, question->serving.draft_tokens);
      return TRUE;
    }
  if (a->kind == PLIMSOLL_ATTENTION_NONE || a->shares_cache)
    return FALSE;

  self->token_bytes = attention_token_bytes (a, ranks, plimsoll_serving_element_bytes (question));
  if (!all_full && a->window > 0 && a->kind == PLIMSOLL_ATTENTION_SLIDING)
    self->kind = PLIMSOLL_PAGES_SLIDING;
  else if (!all_full && a->window > 0 && a->kind == PLIMSOLL_ATTENTION_CHUNKED)
    self->kind = PLIMSOLL_PAGES_CHUNKED;
  if (self->kind != PLIMSOLL_PAGES_FULL)
    self->window = a->window;

  return TRUE;
}

static gboolean
pages_take (PlimsollPages *self, const PlimsollPageType *type)
{
  for (guint32 i = 0; i < self->n_types; i++)
    {
      PlimsollPageType *known = &self->types[i];

      if (known->kind == type->kind && known->window == type->window
          && known->token_bytes == type->token_bytes && known->state_bytes == type->state_bytes)
        {
          known->layers += type->layers;
          return TRUE;
        }
    }

  if (self->n_types == PLIMSOLL_MAX_PAGE_TYPES)
    return FALSE;
  self->types[self->n_types++] = *type;

  return TRUE;
}

static gboolean
pages_are_equal (const PlimsollPages *self)
{
  for (guint32 i = 1; i < self->n_types; i++)
    if (self->types[i].token_bytes != self->types[0].token_bytes)
      return FALSE;

  return TRUE;
}

static gboolean
pages_have (const PlimsollPages *self, PlimsollPageKind kind)
{
  for (guint32 i = 0; i < self->n_types; i++)
    if (self->types[i].kind == kind)
      return TRUE;

  return FALSE;
}

/* A release that knows no groups charges every layer for every token. */
static gboolean
pages_fill (PlimsollPages *self,
            const PlimsollModelSpec *spec,
            const PlimsollQuestion *question,
            guint32 ranks,
            guint32 first,
            guint32 n,
            gboolean all_full)
{
  guint32 counts[PLIMSOLL_MAX_LAYER_KINDS];
  PlimsollPageType type;

  self->n_types = 0;
  for (guint32 i = 0; i < spec->n_kinds; i++)
    counts[i] = 0;
  for (guint32 i = first; i < first + n; i++)
    counts[spec->pattern[i]]++;
  /* The drafting layer attends to everything. */
  if (question->serving.draft_tokens > 0 && spec->n_mtp_blocks > 0 && first + n == spec->n_blocks)
    counts[spec->pattern[spec->n_blocks]]++;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    if (counts[i] > 0 && page_type_of (&type, spec, &spec->kinds[i], question, ranks, all_full))
      {
        type.layers = counts[i];
        if (!pages_take (self, &type))
          return FALSE;
      }

  return TRUE;
}

/* Groups have the layers of the smallest type, unless that would only pad a little. */
static void
pages_group (PlimsollPages *self)
{
  guint32 least = G_MAXUINT32, most = 0;

  for (guint32 i = 0; i < self->n_types; i++)
    {
      least = MIN (least, self->types[i].layers);
      most = MAX (most, self->types[i].layers);
    }
  self->group = 2 * (guint64) most < 3 * (guint64) least ? most : least;

  for (guint32 i = 0; i < self->n_types; i++)
    {
      PlimsollPageType *type = &self->types[i];

      type->n_groups = (type->layers + self->group - 1) / self->group;
      self->n_groups += type->n_groups;
    }
}

static guint64
largest (const PlimsollPages *self, gboolean of_state)
{
  guint64 most = 0;

  for (guint32 i = 0; i < self->n_types; i++)
    most = MAX (most, of_state ? self->types[i].state_bytes : self->types[i].token_bytes);

  return most;
}

/* Pages are of the same bytes: of the widest rows, or, beside states, of so many tokens as take the
 * room of one. */
static gboolean
pages_divide (PlimsollPages *self, guint32 block_tokens)
{
  const guint64 row = largest (self, FALSE);
  const guint64 state = largest (self, TRUE);
  guint64 tokens = block_tokens;
  guint64 page;

  if (row == PLIMSOLL_OVERFLOW || state == PLIMSOLL_OVERFLOW)
    return FALSE;
  if (state > 0 && row > 0)
    tokens = MAX (tokens, (state / row / block_tokens + (state % (row * block_tokens) != 0 ? 1 : 0))
                            * block_tokens);
  if (tokens > G_MAXUINT32)
    return FALSE;
  page = row > 0 ? plimsoll_multiply (row, tokens) : state;

  for (guint32 i = 0; i < self->n_types; i++)
    {
      PlimsollPageType *type = &self->types[i];

      type->block_tokens = (guint32) tokens;
      if (type->token_bytes > 0)
        type->block_tokens = (guint32) MIN (page / type->token_bytes, G_MAXUINT32);
    }
  self->block_bytes = plimsoll_multiply (page, self->group);

  return self->block_bytes != PLIMSOLL_OVERFLOW;
}

const char *
plimsoll_pages_init (PlimsollPages *pages,
                     const PlimsollModelSpec *spec,
                     const PlimsollQuestion *question,
                     guint32 tensor_parallel,
                     guint32 first_block,
                     guint32 n_blocks,
                     guint32 batched_tokens)
{
  const PlimsollServingRules *rules = plimsoll_serving_rules (question->serving.release);
  const gboolean all_full = !rules->groups_layers || question->serving.ungrouped;
  const guint32 block_tokens = question->serving.block_tokens > 0 ? question->serving.block_tokens
                                                                  : PLIMSOLL_SERVING_BLOCK_TOKENS;

  *pages = (PlimsollPages) {
    .batched_tokens = batched_tokens,
    .state_blocks = rules->state_blocks + question->serving.draft_tokens,
    .exactness = PLIMSOLL_EXACT,
  };

  if (plimsoll_serving_element_bytes (question) == 0)
    return "vLLM and SGLang cache in 16 bits (f16, bf16) or FP8 (fp8), keys and values alike";
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollAttention *a = &spec->kinds[i].attention;

      if (a->kind == PLIMSOLL_ATTENTION_COMPRESSED)
        return N_(
          "How vLLM and SGLang cache compressed attention is not known well enough to say");
      if (a->kind == PLIMSOLL_ATTENTION_MLA && a->index_heads > 0)
        pages->exactness = PLIMSOLL_MODELLED;
    }

  if (!pages_fill (pages, spec, question, tensor_parallel, first_block, n_blocks, all_full))
    return N_("The model has more kinds of layers than can be told apart");
  if (!rules->unequal_pages && !pages_have (pages, PLIMSOLL_PAGES_RECURRENT)
      && !pages_are_equal (pages))
    {
      pages_fill (pages, spec, question, tensor_parallel, first_block, n_blocks, TRUE);
      pages->exactness = PLIMSOLL_MODELLED;
    }
  if (pages->n_types == 0)
    return NULL;

  pages_group (pages);

  return pages_divide (pages, block_tokens) ? NULL : N_("The sums are beyond 64 bits");
}

static guint64
blocks_for (guint64 tokens, guint32 block_tokens)
{
  return tokens / block_tokens + (tokens % block_tokens != 0 ? 1 : 0);
}

guint64
plimsoll_pages_request_blocks (const PlimsollPages *pages, guint64 tokens, guint64 *state)
{
  guint64 blocks = 0;
  guint64 states = 0;

  for (guint32 i = 0; i < pages->n_types; i++)
    {
      const PlimsollPageType *type = &pages->types[i];
      guint64 each = 0;

      switch (type->kind)
        {
        case PLIMSOLL_PAGES_FULL:
          each = blocks_for (tokens, type->block_tokens);
          break;
        case PLIMSOLL_PAGES_SLIDING:
          each = blocks_for (MIN ((guint64) type->window - 1 + pages->batched_tokens, tokens),
                             type->block_tokens)
                 + 1;
          break;
        case PLIMSOLL_PAGES_CHUNKED:
          each = blocks_for (MIN ((guint64) type->window + pages->batched_tokens, tokens),
                             type->block_tokens);
          break;
        case PLIMSOLL_PAGES_RECURRENT:
          each = pages->state_blocks;
          states += each * type->n_groups;
          break;
        default:
          g_assert_not_reached ();
        }

      blocks = plimsoll_add (blocks, plimsoll_multiply (each, type->n_groups));
    }

  if (state != NULL)
    *state = states;

  return blocks;
}

guint64
plimsoll_pages_longest_request (const PlimsollPages *pages, guint64 blocks, guint64 limit)
{
  guint64 low = 0, high = limit;

  /* More tokens never take fewer blocks. */
  while (low < high)
    {
      const guint64 middle = low + (high - low) / 2 + 1;

      if (plimsoll_pages_request_blocks (pages, middle, NULL) <= blocks)
        low = middle;
      else
        high = middle - 1;
    }

  return low;
}
