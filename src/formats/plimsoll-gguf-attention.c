/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-model-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

/* How many heads, or of what size: of a product, the part that is not known. */
static guint64
part_of (guint64 product, guint64 part)
{
  return part > 0 && product % part == 0 ? product / part : 0;
}

static PlimsollQkNorm
qk_norm (const GgufModel *self, guint64 key_dim, guint64 heads)
{
  guint64 width = gguf_model_extent (self, "attn_q_norm.weight", 0);

  if (width == 0)
    return PLIMSOLL_QK_NORM_NONE;
  return width == key_dim || heads <= 1 ? PLIMSOLL_QK_NORM_HEAD : PLIMSOLL_QK_NORM_FULL;
}

/* The size of a key's head, by whatever tells it first. */
static guint64
key_dim (const GgufModel *self, guint64 query_width, guint64 heads)
{
  guint64 norm = gguf_model_extent (self, "attn_k_norm.weight", 0);
  guint64 keys = gguf_model_extent (self, "attn_k.weight", 1);
  guint64 named = gguf_model_number (self, "attention.key_length", 0);

  if (part_of (query_width, heads) != 0)
    return query_width / heads;
  if (norm != 0 && norm < keys)
    return norm;
  if (named != 0)
    return named;
  return part_of (self->embedding, heads);
}

static void
check_kv_heads (GgufModel *self, guint64 kv_heads)
{
  guint64 named = gguf_model_block_number (self, "attention.head_count_kv", kv_heads);

  if (named != kv_heads)
    gguf_model_assume (self,
                       _("Block %u has %" PRIu64 " KV heads by its tensors, %" PRIu64
                          " by its keys: the tensors are believed."),
                       self->block, kv_heads, named);
}

/* Q, K and V as matrices of their own. */
static void
read_separate (GgufModel *self, PlimsollAttention *a, guint64 heads)
{
  guint64 query = gguf_model_extent (self, "attn_q.weight", 1);
  guint64 output = gguf_model_extent (self, "attn_output.weight", 0);
  guint64 keys = gguf_model_extent (self, "attn_k.weight", 1);
  guint64 values = gguf_model_extent (self, "attn_v.weight", 1);
  guint64 key, kv_heads;

  a->gated_query = output != 0 && query == 2 * output;
  if (a->gated_query)
    query = output;
  key = key_dim (self, query, heads);
  if (heads == 0)
    heads = part_of (query, key);
  kv_heads = keys != 0 ? part_of (keys, key)
                       : gguf_model_block_number (self, "attention.head_count_kv", heads);
  if (keys != 0)
    check_kv_heads (self, kv_heads);

  a->heads = gguf_narrow (heads);
  a->kv_heads = gguf_narrow (kv_heads);
  a->key_dim = gguf_narrow (key);
  a->value_dim = gguf_narrow (values != 0 ? part_of (values, kv_heads) : key);
  a->value_is_key = keys != 0 && values == 0;
  a->shares_cache = keys == 0;
}

/* One matrix for Q, K and V. */
static void
read_fused (GgufModel *self, PlimsollAttention *a, guint64 heads)
{
  guint64 width = gguf_model_extent (self, "attn_qkv.weight", 1);
  guint64 output = gguf_model_extent (self, "attn_output.weight", 0);
  guint64 key = gguf_model_number (self, "attention.key_length", 0);
  guint64 query = output != 0 ? output : heads * key;

  if (key == 0)
    key = part_of (query, heads);
  if (heads == 0)
    heads = part_of (query, key);
  a->fused_qkv = TRUE;
  a->heads = gguf_narrow (heads);
  a->key_dim = a->value_dim = gguf_narrow (key);
  if (width > query)
    a->kv_heads = gguf_narrow (part_of (width - query, 2 * key));
}

static void
read_mla (GgufModel *self, PlimsollAttention *a, guint64 heads)
{
  guint64 latent = gguf_model_extent (self, "attn_kv_a_mqa.weight", 1);
  guint64 rank = gguf_model_extent (self, "attn_kv_a_norm.weight", 0);
  guint64 query = gguf_model_extent (self, "attn_q_b.weight", 1);
  guint64 key_heads = gguf_model_extent (self, "attn_k_b.weight", 2);

  if (rank == 0)
    rank = gguf_model_number (self, "attention.kv_lora_rank", 0);
  if (query == 0)
    query = gguf_model_extent (self, "attn_q.weight", 1);
  if (key_heads > 1 || heads == 0)
    heads = key_heads;

  a->kind = PLIMSOLL_ATTENTION_MLA;
  a->window = 0;
  a->heads = gguf_narrow (heads);
  a->kv_heads = 1;
  a->q_lora_rank = gguf_narrow (gguf_model_extent (self, "attn_q_a.weight", 1));
  a->kv_lora_rank = gguf_narrow (rank);
  a->rope_dim = gguf_narrow (latent > rank ? latent - rank : 0);
  a->key_dim = gguf_narrow (part_of (query, heads));
  a->value_dim = gguf_narrow (gguf_model_extent (self, "attn_v_b.weight", 1));
}

/* Files of before 2025's middle have one matrix for the latent's keys and values, from which the
 * engine makes every head's own: it caches those. */
static void
read_old_mla (GgufModel *self, PlimsollAttention *a, guint64 heads)
{
  guint64 query = gguf_model_extent (self, "attn_q_b.weight", 1);
  guint64 output = gguf_model_extent (self, "attn_output.weight", 0);

  if (query == 0)
    query = gguf_model_extent (self, "attn_q.weight", 1);
  a->heads = a->kv_heads = gguf_narrow (heads);
  a->key_dim = gguf_narrow (part_of (query, heads));
  a->value_dim = gguf_narrow (part_of (output, heads));
  gguf_model_assume (self,
                     _("The file has latent attention in its older form: engines cache whole "
                        "keys and values for it, far more than a file made anew."));
}

/* Attention by names that are not known: all that the general keys say. */
static void
read_by_keys (GgufModel *self, PlimsollAttention *a, guint64 heads)
{
  guint64 key = gguf_model_number (self, "attention.key_length", part_of (self->embedding, heads));

  a->heads = gguf_narrow (heads);
  a->kv_heads = gguf_narrow (gguf_model_block_number (self, "attention.head_count_kv", heads));
  a->key_dim = gguf_narrow (key);
  a->value_dim = gguf_narrow (gguf_model_number (self, "attention.value_length", key));
  gguf_model_assume (
    self,
    _("Block %u has attention tensors of unknown names: its cache is taken from the "
       "general keys."),
    self->block);
}

/* Whether the block attends by tensors of other names: anything of attention but a norm. */
static gboolean
has_other_attention (const GgufModel *self)
{
  for (gsize i = 0; i < self->n_tensors; i++)
    if (g_str_has_prefix (self->tensors[i].suffix, "attn_")
        && strstr (self->tensors[i].suffix, "norm") == NULL && self->tensors[i].ne[1] > 1)
      return TRUE;
  return FALSE;
}

static gboolean
has_fused_qkv (const GgufModel *self)
{
  /* The delta nets' projection has the same name. */
  return gguf_model_has (self, "attn_qkv.weight") && !gguf_model_has (self, "ssm_norm.weight");
}

static gboolean
is_recurrent (const GgufModel *self)
{
  return gguf_model_has (self, "ssm_out.weight") || gguf_model_has (self, "shortconv.conv.weight")
         || gguf_model_has (self, "time_mix_key.weight");
}

void
gguf_model_attention (GgufModel *self, PlimsollAttention *a)
{
  guint64 heads = gguf_model_block_number (self, "attention.head_count", 0);

  gguf_model_window (self, a);
  if (gguf_model_has (self, "attn_kv_a_mqa.weight"))
    {
      if (gguf_model_has (self, "attn_k_b.weight"))
        read_mla (self, a, heads);
      else
        read_old_mla (self, a, heads);
    }
  else if (gguf_model_has (self, "attn_q.weight"))
    read_separate (self, a, heads);
  else if (has_fused_qkv (self))
    read_fused (self, a, heads);
  else if (!is_recurrent (self) && has_other_attention (self))
    read_by_keys (self, a, heads);
  else
    {
      *a = (PlimsollAttention) { 0 };
      return;
    }

  if (a->heads == 0)
    gguf_model_missing (self, "attention.head_count");
  else if (a->key_dim == 0)
    gguf_model_missing (self, "attention.key_length");
  else if (a->kv_heads == 0)
    gguf_model_missing (self, "attention.head_count_kv");

  if (a->kind != PLIMSOLL_ATTENTION_MLA)
    a->qk_norm = qk_norm (self, a->key_dim, a->heads);
  a->q_bias = gguf_model_has (self, "attn_q.bias");
  a->kv_bias = gguf_model_has (self, "attn_k.bias");
  if (gguf_model_has (self, "attn_qkv.bias"))
    a->q_bias = a->kv_bias = TRUE;
  a->output_bias = gguf_model_has (self, "attn_output.bias");
  a->sinks = gguf_model_has (self, "attn_sinks.weight");
  a->index_heads = gguf_narrow (gguf_model_number (self, "attention.indexer.head_count", 0));
  a->index_dim = gguf_narrow (gguf_model_number (self, "attention.indexer.key_length", 0));
}
