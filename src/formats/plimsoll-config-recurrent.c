/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <glib/gi18n.h>
#include <string.h>

/* Blocks that keep a state in place of a cache, and the families that mix both. */

static guint32
count32 (PlimsollConfig *self, guint64 otherwise, const char *keys)
{
  return (guint32) MIN (plimsoll_config_count (self, otherwise, keys), G_MAXUINT32);
}

void
plimsoll_config_delta_net (PlimsollConfig *self, PlimsollRecurrent *recurrent)
{
  recurrent->kind = PLIMSOLL_RECURRENT_GATED_DELTA_NET;
  recurrent->conv_kernel = count32 (self, 4, "linear_conv_kernel_dim");
  recurrent->key_heads = count32 (self, 16, "linear_num_key_heads");
  recurrent->value_heads = count32 (self, 32, "linear_num_value_heads");
  recurrent->key_dim = count32 (self, 128, "linear_key_head_dim");
  recurrent->value_dim = count32 (self, 128, "linear_value_head_dim");
  recurrent->split_beta_alpha = g_str_has_prefix (self->type->architecture, "qwen35");
}

void
plimsoll_config_kda (PlimsollConfig *self, JsonObject *facts, PlimsollRecurrent *recurrent)
{
  if (facts == NULL)
    {
      plimsoll_config_fault (self, _("“linear_attn_config” is missing"));
      return;
    }

  recurrent->kind = PLIMSOLL_RECURRENT_KDA;
  recurrent->conv_kernel =
    (guint32) plimsoll_config_member_count (facts, 4, "short_conv_kernel_size");
  recurrent->key_heads = (guint32) plimsoll_config_member_count (facts, 32, "num_heads");
  recurrent->value_heads = recurrent->key_heads;
  recurrent->key_dim = (guint32) plimsoll_config_member_count (facts, 128, "head_dim");
  recurrent->value_dim = recurrent->key_dim;
  recurrent->full_rank_gate = plimsoll_config_member_flag (facts, FALSE, "use_full_rank_gate");
}

void
plimsoll_config_mamba1 (PlimsollConfig *self, PlimsollRecurrent *recurrent)
{
  guint64 inner =
    self->spec.embedding * MIN (plimsoll_config_count (self, 2, "mamba_expand expand"), 64);

  /* Falcon Mamba says both; the width counts. */
  if (plimsoll_config_find (self, "mamba_expand") == NULL)
    inner = plimsoll_config_count (self, inner, "intermediate_size d_inner");

  recurrent->kind = PLIMSOLL_RECURRENT_MAMBA1;
  recurrent->conv_kernel = count32 (self, 4, "mamba_d_conv conv_kernel d_conv");
  recurrent->inner = (guint32) MIN (inner, G_MAXUINT32);
  recurrent->state = count32 (self, 16, "mamba_d_state state_size d_state");
  recurrent->dt_rank =
    count32 (self, (self->spec.embedding + 15) / 16, "mamba_dt_rank time_step_rank dt_rank");
  recurrent->bias = plimsoll_config_flag (self, FALSE, "mamba_proj_bias use_bias");
}

void
plimsoll_config_mamba2 (PlimsollConfig *self, PlimsollRecurrent *recurrent)
{
  guint64 expand = MIN (plimsoll_config_count (self, 2, "mamba_expand expand"), 64);
  guint64 head_dim = plimsoll_config_count (self, 64, "mamba_d_head mamba_head_dim headdim");
  guint64 heads =
    plimsoll_config_count (self, head_dim != 0 ? expand * self->spec.embedding / head_dim : 0,
                           "mamba_n_heads mamba_num_heads");

  recurrent->kind = PLIMSOLL_RECURRENT_MAMBA2;
  recurrent->conv_kernel = count32 (self, 4, "mamba_d_conv conv_kernel d_conv");
  recurrent->value_heads = (guint32) MIN (heads, G_MAXUINT32);
  recurrent->value_dim = (guint32) MIN (head_dim, G_MAXUINT32);
  recurrent->inner = (guint32) MIN (heads * head_dim, G_MAXUINT32);
  recurrent->state = count32 (self, 128, "ssm_state_size mamba_d_state state_size d_state");
  recurrent->groups = count32 (self, 1, "mamba_n_groups n_groups ngroups");
  recurrent->gated_norm = TRUE;
  recurrent->bias = plimsoll_config_flag (self, FALSE, "mamba_proj_bias");
}

/* Jamba, Bamba, Qwen3-Next and 3.5: recurrent and attending blocks, each with a feed-forward. */
static gboolean
attends (PlimsollConfig *self, guint block)
{
  const char *type = plimsoll_config_block_type (self, block);
  JsonArray *listed =
    plimsoll_config_list (self, "attn_layer_indices full_attn_idxs attn_layer_idx");
  guint64 period;

  /* Modules of multi-token prediction attend. */
  if (block >= self->n_blocks)
    return TRUE;
  if (type != NULL)
    return strstr (type, "linear") == NULL && !g_str_equal (type, "mamba")
           && !g_str_equal (type, "conv");
  if (listed != NULL)
    return plimsoll_config_list_has (listed, block);

  period = plimsoll_config_count (self, 4, "full_attention_interval");
  if (period != 0 && plimsoll_config_find (self, "attn_layer_period") == NULL)
    return (block + 1) % period == 0;

  period = plimsoll_config_count (self, 8, "attn_layer_period");
  return period != 0 && block % period == plimsoll_config_count (self, 4, "attn_layer_offset");
}

void
plimsoll_config_layer_hybrid (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  const char *type = self->type->model_type;

  if (attends (self, block))
    return;

  memset (&layer->attention, 0, sizeof layer->attention);
  if (g_str_equal (type, "jamba"))
    {
      plimsoll_config_mamba1 (self, &layer->recurrent);
      layer->recurrent.inner_norms = TRUE;
    }
  else if (g_str_equal (type, "bamba"))
    plimsoll_config_mamba2 (self, &layer->recurrent);
  else
    plimsoll_config_delta_net (self, &layer->recurrent);
}

/* Granite 4 H: what is called the shared expert is the feed-forward of those without experts. */
void
plimsoll_config_layer_granite_hybrid (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  guint64 shared = plimsoll_config_count (self, 0, "shared_intermediate_size");

  if (!attends (self, block))
    {
      memset (&layer->attention, 0, sizeof layer->attention);
      plimsoll_config_mamba2 (self, &layer->recurrent);
    }
  if (plimsoll_config_expert_count (self) == 0)
    plimsoll_config_dense (self, shared, &layer->feed_forward);
}

/* Attention and Mamba 2 side by side in every block. */
void
plimsoll_config_layer_falcon_h1 (PlimsollConfig *self,
                                 G_GNUC_UNUSED guint block,
                                 PlimsollLayer *layer)
{
  PlimsollRecurrent *r = &layer->recurrent;

  plimsoll_config_mamba2 (self, r);
  r->inner = count32 (self, r->inner, "mamba_d_ssm");
  r->gated_norm = plimsoll_config_flag (self, FALSE, "mamba_rms_norm");
}

/* --- Nemotron-H: one mixer a block --- */

static char
nemotron_letter (PlimsollConfig *self, const char *pattern, guint block)
{
  const char *type = plimsoll_config_block_type (self, block);

  if (pattern != NULL && block < strlen (pattern))
    return pattern[block];
  if (type == NULL)
    return '\0';

  return g_str_equal (type, "mamba")       ? 'M'
         : g_str_equal (type, "attention") ? '*'
         : g_str_equal (type, "moe")       ? 'E'
         : g_str_equal (type, "mlp")       ? '-'
                                           : '\0';
}

static void
nemotron_block (PlimsollConfig *self, char letter, guint block, PlimsollLayer *layer)
{
  PlimsollAttention attention = layer->attention;

  memset (layer, 0, sizeof *layer);
  layer->norms = 1;

  switch (letter)
    {
    case 'M':
      plimsoll_config_mamba2 (self, &layer->recurrent);
      break;
    case '*':
      memcpy (&layer->attention, &attention, sizeof attention);
      break;
    case 'E':
      plimsoll_config_experts (self, block, &layer->feed_forward);
      layer->feed_forward.experts_gated = FALSE;
      layer->feed_forward.latent_width = count32 (self, 0, "moe_latent_size");
      break;
    case '-':
      plimsoll_config_dense (self, plimsoll_config_count_at (self, block, 0, "intermediate_size"),
                             &layer->feed_forward);
      break;
    default:
      plimsoll_config_fault (self, _("“hybrid_override_pattern” does not say what block %u is"),
                             block);
    }
}

void
plimsoll_config_layer_nemotron_h (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  const char *pattern = plimsoll_config_text (self, "hybrid_override_pattern");

  nemotron_block (self, nemotron_letter (self, pattern, block), block, layer);
}

/* A module of multi-token prediction is an attending block and one of experts; together they are
 * one block with both. */
void
plimsoll_config_model_nemotron_h (PlimsollConfig *self)
{
  guint64 modules = plimsoll_config_count (self, 0, "num_nextn_predict_layers");

  for (guint64 i = 0; i < MIN (modules, 8); i++)
    {
      PlimsollLayer attention;
      PlimsollLayer experts;

      memset (&attention, 0, sizeof attention);
      memset (&experts, 0, sizeof experts);
      plimsoll_config_attention (self, 0, &attention.attention);
      nemotron_block (self, 'E', 0, &experts);
      memcpy (&experts.attention, &attention.attention, sizeof attention.attention);
      experts.norms = 2;
      plimsoll_config_push (self, &experts);
      self->spec.n_mtp_blocks++;
    }
}

/* --- Kimi Linear and K3 --- */

void
plimsoll_config_layer_kimi_linear (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  JsonObject *facts = plimsoll_config_object (self, "linear_attn_config");
  JsonNode *full = facts != NULL ? json_object_get_member (facts, "full_attn_layers") : NULL;
  JsonArray *listed =
    full != NULL && JSON_NODE_HOLDS_ARRAY (full) ? json_node_get_array (full) : NULL;

  layer->feed_forward.latent_width =
    layer->feed_forward.experts != 0 ? count32 (self, 0, "routed_expert_hidden_size") : 0;
  layer->feed_forward.latent_norm = layer->feed_forward.latent_width != 0
                                    && plimsoll_config_flag (self, FALSE, "latent_moe_use_norm");
  layer->attention.output_gate = plimsoll_config_flag (self, FALSE, "mla_use_output_gate");

  /* The list counts from 1. */
  if (plimsoll_config_list_has (listed, block + 1))
    return;

  memset (&layer->attention, 0, sizeof layer->attention);
  plimsoll_config_kda (self, facts, &layer->recurrent);
}

/* --- Others --- */

void
plimsoll_config_layer_lfm2 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  const char *type = plimsoll_config_block_type (self, block);
  JsonArray *listed = plimsoll_config_list (self, "full_attn_idxs");
  guint64 width = plimsoll_config_count (self, 0, "block_ff_dim");

  if (layer->feed_forward.dense_width != 0 && width != 0
      && plimsoll_config_flag (self, TRUE, "block_auto_adjust_ff_dim"))
    {
      guint64 multiple = MAX (plimsoll_config_count (self, 256, "block_multiple_of"), 1);

      width = (guint64) (plimsoll_config_number (self, 1, "block_ffn_dim_multiplier")
                         * (double) (2 * width / 3));
      layer->feed_forward.dense_width =
        (guint32) MIN ((width + multiple - 1) / multiple * multiple, G_MAXUINT32);
    }

  if (type != NULL ? g_str_equal (type, "full_attention")
                   : plimsoll_config_list_has (listed, block))
    return;

  memset (&layer->attention, 0, sizeof layer->attention);
  layer->recurrent.kind = PLIMSOLL_RECURRENT_SHORT_CONV;
  layer->recurrent.conv_kernel = count32 (self, 3, "conv_L_cache");
  layer->recurrent.inner = self->spec.embedding;
  layer->recurrent.bias = plimsoll_config_flag (self, FALSE, "conv_bias");
}

void
plimsoll_config_model_lfm2 (PlimsollConfig *self)
{
  /* Its last norm has the embedding's name. */
  self->spec.embedding_norm = TRUE;
  self->spec.final_norm = FALSE;
}

/* MiniMax-01 and M1: lightning attention, which attends to nothing that is kept by the token. */
void
plimsoll_config_layer_lightning (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  const char *type = plimsoll_config_block_type (self, block);
  JsonArray *listed = plimsoll_config_list (self, "attn_type_list");
  PlimsollRecurrent *r = &layer->recurrent;
  gboolean full;

  if (type != NULL)
    full = g_str_equal (type, "full_attention");
  else if (listed != NULL)
    full = plimsoll_config_count_at (self, block, 1, "attn_type_list") != 0;
  else
    full = (block + 1) % 8 == 0;
  if (full)
    return;

  r->kind = PLIMSOLL_RECURRENT_LIGHTNING;
  r->key_heads = layer->attention.heads;
  r->value_heads = layer->attention.heads;
  r->key_dim = layer->attention.key_dim;
  r->value_dim = layer->attention.value_dim;
  memset (&layer->attention, 0, sizeof layer->attention);
}

void
plimsoll_config_layer_mamba (PlimsollConfig *self, G_GNUC_UNUSED guint block, PlimsollLayer *layer)
{
  memset (layer, 0, sizeof *layer);
  layer->norms = 1;
  plimsoll_config_mamba1 (self, &layer->recurrent);
}

/* The attention of mamba_ssm has a short convolution over Q, K and V. */
void
plimsoll_config_layer_mamba2 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  JsonArray *listed = plimsoll_config_list (self, "attn_layer_idx");
  JsonObject *facts = plimsoll_config_object (self, "attn_cfg");
  PlimsollAttention *a = &layer->attention;

  memset (layer, 0, sizeof *layer);
  layer->norms = 1;
  if (facts == NULL || !plimsoll_config_list_has (listed, block))
    {
      plimsoll_config_mamba2 (self, &layer->recurrent);
      return;
    }

  a->kind = PLIMSOLL_ATTENTION_FULL;
  a->heads = (guint32) plimsoll_config_member_count (facts, 0, "num_heads");
  a->kv_heads = (guint32) plimsoll_config_member_count (facts, a->heads, "num_heads_kv");
  a->key_dim = (guint32) plimsoll_config_member_count (facts, 128, "head_dim");
  a->value_dim = a->key_dim;
  layer->other_parameters = ((guint64) a->heads + 2 * a->kv_heads) * a->key_dim
                            * (plimsoll_config_member_count (facts, 0, "d_conv") + 1);
}

void
plimsoll_config_model_mamba2 (PlimsollConfig *self)
{
  guint64 multiple = MAX (plimsoll_config_count (self, 1, "pad_vocab_size_multiple"), 1);
  guint64 rows = (self->spec.vocabulary + multiple - 1) / multiple * multiple;

  if (plimsoll_config_find (self, "ssm_cfg") != NULL)
    self->spec.vocabulary = (guint32) MIN (rows, G_MAXUINT32);
}

/* RWKV 4 and 5: what the mixers hold is only counted. */
void
plimsoll_config_layer_rwkv (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  guint64 h = self->spec.embedding;
  gboolean fifth = g_str_equal (self->type->model_type, "rwkv5");
  guint64 inner = plimsoll_config_count (self, h, "attention_hidden_size");
  guint64 width =
    plimsoll_config_count (self, fifth ? h * 7 / 2 / 32 * 32 : 4 * h, "intermediate_size");
  PlimsollRecurrent *r = &layer->recurrent;

  memset (layer, 0, sizeof *layer);
  layer->norms = block == 0 ? 3 : 2;
  layer->norm_biases = TRUE;
  r->kind = PLIMSOLL_RECURRENT_RWKV;
  r->inner = (guint32) MIN (inner, G_MAXUINT32);
  r->key_dim = count32 (self, 0, "head_size");
  layer->other_parameters = 4 * h * inner + 2 * h * width + h * h + 3 * h + 2 * inner + 2 * h;
  /* The fifth has a gate, with a mix of its own, and a norm with a bias. */
  if (fifth)
    layer->other_parameters += h * inner + h + 2 * inner;
}

void
plimsoll_config_model_rwkv (PlimsollConfig *self)
{
  self->spec.max_context = count32 (self, self->spec.max_context, "context_length");
}
