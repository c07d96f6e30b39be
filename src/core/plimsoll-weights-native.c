/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-weights.h"

#include "plimsoll-checked.h"

#include <string.h>

/* How the tensors of one model are stored. */
typedef struct
{
  const PlimsollModelSpec *spec;
  PlimsollNativeType quantized;
  PlimsollNativeType rest; /* what the scheme leaves out */
  gboolean experts_only;
  gboolean own; /* as the model is published */
} Scheme;

static void
scheme_init (Scheme *self, const PlimsollModelSpec *spec, PlimsollNativeType type)
{
  PlimsollNativeType published;
  PlimsollNativeType rest;

  *self = (Scheme) { .spec = spec, .quantized = type, .rest = PLIMSOLL_NATIVE_BF16 };
  self->own = spec->native_dtype[0] != '\0' && plimsoll_native_type_of (spec, &published)
              && published == type;

  if (type == PLIMSOLL_NATIVE_F32 || type == PLIMSOLL_NATIVE_F16 || type == PLIMSOLL_NATIVE_BF16)
    self->rest = type;
  else if (self->own && plimsoll_native_type_from_name (spec->native_rest_dtype, &rest))
    self->rest = rest == PLIMSOLL_NATIVE_FP8 ? PLIMSOLL_NATIVE_FP8_BLOCK : rest;
  self->experts_only = self->own && spec->native_experts_only;
}

static guint64
scheme_bytes (const Scheme *self, const PlimsollTensor *tensor)
{
  const gboolean in_block = plimsoll_native_quantizes (tensor, FALSE);

  if (plimsoll_native_quantizes (tensor, self->experts_only))
    return plimsoll_native_matrix_bytes (self->quantized, tensor);
  /* The rest of a scheme of experts may be a scheme too. */
  if (plimsoll_native_type_info (self->rest)->bits < 16 && !in_block)
    return plimsoll_native_matrix_bytes (PLIMSOLL_NATIVE_BF16, tensor);

  return plimsoll_native_matrix_bytes (self->rest, tensor);
}

/* What every rank of a tensor parallel group holds whole. */
static gboolean
is_replicated (const PlimsollTensor *tensor)
{
  static const char *const parts[] = { "attn_q_a.",    "attn_kv_a_mqa.", "indexer.",
                                       "ffn_gate_inp", "_norm",          NULL };

  if (tensor->ne[1] == 1 && tensor->ne[2] == 1)
    return TRUE;
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (tensor->suffix, parts[i]) != NULL)
      return TRUE;

  return FALSE;
}

static gboolean
is_key_or_value (const PlimsollTensor *tensor)
{
  return strcmp (tensor->suffix, "attn_k.weight") == 0
         || strcmp (tensor->suffix, "attn_v.weight") == 0;
}

static void
add (guint64 *sum, guint64 bytes)
{
  *sum = plimsoll_add (*sum, bytes);
}

static void
take_in_block (PlimsollWeights *self, const PlimsollTensor *tensor, guint64 bytes, guint64 elements)
{
  const guint32 at = (guint32) tensor->block;
  PlimsollBlockWeights *block = &self->blocks[at];
  PlimsollShard *shard = &self->shards[at];

  if ((tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0)
    {
      add (&block->experts_device, bytes);
      add (&block->experts_host, bytes);
      add (&shard->experts, bytes);
      add (&self->read_experts_all, bytes);
      add (&self->experts_elements, elements);
    }
  else
    {
      add (&block->device, bytes);
      add (&block->host, bytes);
      add (&self->read_always, bytes);
      add (&self->always_elements, elements);
      if (is_key_or_value (tensor))
        add (&shard->kv, bytes);
      else
        add (is_replicated (tensor) ? &shard->replicated : &shard->divided, bytes);
      block->largest_dense = MAX (block->largest_dense, bytes);
    }
  block->largest = MAX (block->largest, bytes);
}

static void
take_drafting (PlimsollWeights *self, const PlimsollTensor *tensor, guint64 bytes)
{
  if ((tensor->flags & PLIMSOLL_TENSOR_EXPERTS) != 0)
    add (&self->mtp.experts, bytes);
  else
    add (is_replicated (tensor) ? &self->mtp.replicated : &self->mtp.divided, bytes);
}

static void
take_head (PlimsollWeights *self, guint64 bytes, guint64 elements)
{
  self->head_bytes = bytes;
  self->head_elements = elements;
  add (&self->read_always, bytes);
  add (&self->always_elements, elements);
}

static void
take_outside (PlimsollWeights *self, const PlimsollTensor *tensor, guint64 bytes, guint64 elements)
{
  switch (tensor->role)
    {
    case PLIMSOLL_ROLE_EMBEDDING:
      self->embedding_bytes = bytes;
      self->embedding_elements = elements;
      add (&self->embedding_host, bytes);
      return;
    case PLIMSOLL_ROLE_HEAD:
      take_head (self, bytes, elements);
      break;
    case PLIMSOLL_ROLE_PER_LAYER_EMBEDDING:
      add (&self->embedding_host, bytes);
      add (&self->outer.divided, bytes);
      return;
    case PLIMSOLL_ROLE_QUERY:
    case PLIMSOLL_ROLE_KEY:
    case PLIMSOLL_ROLE_VALUE:
    case PLIMSOLL_ROLE_ATTENTION_OUTPUT:
    case PLIMSOLL_ROLE_GATE:
    case PLIMSOLL_ROLE_UP:
    case PLIMSOLL_ROLE_DOWN:
    case PLIMSOLL_ROLE_ROPE:
    case PLIMSOLL_ROLE_OTHER:
    default:
      add (&self->outer.replicated, bytes);
      break;
    }

  add (&self->output_device, bytes);
  add (&self->output_host, bytes);
}

static void
take_plan (PlimsollWeights *self, const Scheme *scheme, const PlimsollTensorPlan *plan)
{
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      guint64 bytes, elements;

      if ((tensor->flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) == 0)
        continue;

      bytes = scheme_bytes (scheme, tensor);
      if (!plimsoll_tensor_elements (tensor, &elements))
        elements = PLIMSOLL_OVERFLOW;
      add (&self->tensor_bytes, bytes);
      add (&self->quantized_elements, elements);

      if ((tensor->flags & PLIMSOLL_TENSOR_MTP) != 0)
        take_drafting (self, tensor, bytes);
      else if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS)
        take_outside (self, tensor, bytes, elements);
      else
        take_in_block (self, tensor, bytes, elements);
    }
}

static void
take_vision (PlimsollWeights *self, const Scheme *scheme)
{
  const guint64 width = scheme->rest == PLIMSOLL_NATIVE_F32 ? 4 : 2;
  const guint64 bytes =
    scheme->spec->vision_known ? plimsoll_multiply (scheme->spec->vision_parameters, width) : 0;

  add (&self->outer.divided, bytes);
  add (&self->tensor_bytes, bytes);
  add (&self->quantized_elements, scheme->spec->vision_known ? scheme->spec->vision_parameters : 0);
}

/* Known by totals only: all of it is divided, evenly over the blocks; what is not active is taken
 * for experts. */
static void
take_totals (PlimsollWeights *self, const Scheme *scheme)
{
  const PlimsollModelSpec *spec = scheme->spec;
  const guint64 active = spec->stated_active_parameters > 0
                           ? MIN (spec->stated_active_parameters, spec->stated_parameters)
                           : spec->stated_parameters;
  /* A row of so many weights, so that groups cost what they do in a matrix. */
  const guint64 row = 4096;
  PlimsollTensor whole = { .ne = { row, spec->stated_parameters / row + 1, 1 } };
  guint64 bytes = plimsoll_native_matrix_bytes (scheme->quantized, &whole);
  double share = (double) active / (double) MAX (spec->stated_parameters, 1);

  self->tensor_bytes = bytes;
  self->quantized_elements = spec->stated_parameters;
  if (bytes == PLIMSOLL_OVERFLOW)
    return;

  self->read_always = (guint64) ((double) bytes * share);
  self->read_experts_all = bytes - MIN (self->read_always, bytes);
  self->always_elements = active;
  self->experts_elements = spec->stated_parameters - active;
  for (guint32 i = 0; i < self->n_blocks; i++)
    {
      PlimsollBlockWeights *block = &self->blocks[i];

      block->device = block->host = self->read_always / self->n_blocks;
      block->experts_device = block->experts_host = self->read_experts_all / self->n_blocks;
      self->shards[i].divided = block->device;
      self->shards[i].experts = block->experts_device;
    }
}

static void
scale (guint64 *bytes, double by)
{
  *bytes = (guint64) ((double) *bytes * by);
}

/* The files say @bytes: what is quantized takes up the difference from the rules. */
static void
fit_to_files (PlimsollWeights *self, guint64 bytes)
{
  guint64 quantized = 0;
  guint64 others;
  double by;

  for (guint32 i = 0; i < self->n_blocks; i++)
    quantized += self->shards[i].divided + self->shards[i].experts + self->shards[i].kv;
  if (quantized == 0 || quantized > self->tensor_bytes)
    return;
  others = self->tensor_bytes - quantized;
  if (bytes <= others)
    return;

  by = (double) (bytes - others) / (double) quantized;
  for (guint32 i = 0; i < self->n_blocks; i++)
    {
      scale (&self->shards[i].divided, by);
      scale (&self->shards[i].experts, by);
      scale (&self->shards[i].kv, by);
      scale (&self->blocks[i].device, by);
      scale (&self->blocks[i].host, by);
      scale (&self->blocks[i].experts_device, by);
      scale (&self->blocks[i].experts_host, by);
    }
  scale (&self->read_always, by);
  scale (&self->read_experts_all, by);
  self->tensor_bytes = bytes;
}

static gboolean
is_described (const PlimsollModelSpec *spec)
{
  return spec->source == PLIMSOLL_SPEC_FROM_CONFIG || spec->source == PLIMSOLL_SPEC_FROM_FILE;
}

PlimsollWeights *
plimsoll_weights_new_native (const PlimsollModelSpec *spec,
                             const PlimsollTensorPlan *plan,
                             PlimsollNativeType type,
                             guint64 bytes)
{
  const PlimsollNativeTypeInfo *info = plimsoll_native_type_info (type);
  g_autoptr (PlimsollWeights) self = NULL;
  Scheme scheme;

  g_return_val_if_fail (info != NULL, NULL);
  g_return_val_if_fail (plan != NULL || spec->source == PLIMSOLL_SPEC_FROM_TOTALS, NULL);

  self = plimsoll_weights_new_empty (MAX (spec->n_blocks, 1), 0);
  self->shards = g_new0 (PlimsollShard, self->n_blocks);
  self->is_native = TRUE;
  self->native = type;
  self->name = g_strdup (info->name);

  scheme_init (&scheme, spec, type);
  if (plan != NULL)
    {
      take_plan (self, &scheme, plan);
      take_vision (self, &scheme);
      self->tied_head = spec->tied_head && !spec->no_head && self->head_bytes == 0;
      if (self->tied_head)
        {
          take_head (self, self->embedding_bytes, self->embedding_elements);
          add (&self->output_device, self->embedding_bytes);
        }
      self->packed_experts = type == PLIMSOLL_NATIVE_MXFP4;
    }
  else
    {
      take_totals (self, &scheme);
    }

  if (self->tensor_bytes == PLIMSOLL_OVERFLOW || self->quantized_elements == PLIMSOLL_OVERFLOW
      || self->read_always == PLIMSOLL_OVERFLOW)
    return NULL;

  if (bytes > 0)
    fit_to_files (self, bytes);
  self->file_bytes = self->tensor_bytes;
  self->bits_per_weight =
    (double) self->tensor_bytes * 8 / (double) MAX (self->quantized_elements, 1);
  self->exactness =
    (info->bits >= 16 || scheme.own) && is_described (spec) ? PLIMSOLL_EXACT : PLIMSOLL_MODELLED;
  if (bytes > 0)
    self->exactness = PLIMSOLL_EXACT;
  else if (self->exactness != PLIMSOLL_EXACT)
    self->larger_by = info->larger_by;

  return g_steal_pointer (&self);
}
