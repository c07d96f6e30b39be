/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define KEYS_HEADS "num_attention_heads n_head n_heads num_heads attention_heads"
#define KEYS_KV_HEADS                                                                              \
  "num_key_value_heads num_kv_heads n_head_kv multi_query_group_num num_heads_kv n_kv_heads"
#define KEYS_HEAD_DIM "head_dim attention_head_dim kv_channels"
#define KEYS_FFN                                                                                   \
  "intermediate_size n_inner ffn_hidden_size ff_intermediate_size ffn_dim d_ff block_ff_dim"
#define KEYS_EXPERTS "num_experts n_routed_experts num_local_experts moe_num_experts"
#define KEYS_EXPERTS_USED                                                                          \
  "num_experts_per_tok num_experts_per_token experts_per_token moe_k moe_topk top_k_experts"

static gboolean
has (PlimsollConfig *self, PlimsollConfigFlags flag)
{
  return (self->type->flags & flag) != 0;
}

const char *
plimsoll_config_block_type (PlimsollConfig *self, guint block)
{
  return plimsoll_config_list_text (self->layer_types, block);
}

/* --- Attention --- */

static PlimsollAttentionKind
window_by_rule (PlimsollConfig *self, guint block)
{
  guint64 period = self->type->window_period;
  const char *pattern;

  switch (self->type->window_rule)
    {
    case PLIMSOLL_WINDOW_ALL:
      return PLIMSOLL_ATTENTION_SLIDING;

    case PLIMSOLL_WINDOW_PERIOD:
      pattern = plimsoll_config_text (self, "sliding_window_pattern");
      period = pattern != NULL
                 ? strlen (pattern)
                 : plimsoll_config_count (self, period,
                                          "sliding_window_pattern global_attn_every_n_layers");
      return period != 0 && (block + 1) % period == 0 ? PLIMSOLL_ATTENTION_FULL
                                                      : PLIMSOLL_ATTENTION_SLIDING;

    case PLIMSOLL_WINDOW_UPPER_LAYERS:
      return plimsoll_config_flag (self, FALSE, "use_sliding_window")
                 && block >= plimsoll_config_count (self, 0, "max_window_layers")
               ? PLIMSOLL_ATTENTION_SLIDING
               : PLIMSOLL_ATTENTION_FULL;

    case PLIMSOLL_WINDOW_LISTED:
    default:
      return PLIMSOLL_ATTENTION_FULL;
    }
}

/* A window as long as the context is none, and null says that there is none: it is not what the
 * class would have. */
static void
read_window (PlimsollConfig *self, guint block, PlimsollAttention *attention)
{
  const char *type = plimsoll_config_block_type (self, block);
  JsonNode *said = json_object_get_member (self->text, "sliding_window");
  guint64 usual = said != NULL && JSON_NODE_HOLDS_NULL (said) ? 0 : self->type->window;
  guint64 window =
    plimsoll_config_count_at (self, block, usual, "sliding_window sliding_window_size");

  if (type != NULL && strstr (type, "chunked") != NULL)
    {
      attention->kind = PLIMSOLL_ATTENTION_CHUNKED;
      window = plimsoll_config_count (self, window, "attention_chunk_size");
    }
  else if (type != NULL)
    attention->kind = strstr (type, "sliding") != NULL || g_str_equal (type, "local")
                        ? PLIMSOLL_ATTENTION_SLIDING
                        : PLIMSOLL_ATTENTION_FULL;
  else
    attention->kind = window_by_rule (self, block);

  if (window == 0
      || (self->spec.max_context != 0 && window >= self->spec.max_context
          && attention->kind == PLIMSOLL_ATTENTION_SLIDING))
    attention->kind = PLIMSOLL_ATTENTION_FULL;
  if (attention->kind == PLIMSOLL_ATTENTION_FULL)
    return;

  attention->window = (guint32) MIN (window, G_MAXUINT32);
  attention->window_not_in_gguf = self->type->window_rule == PLIMSOLL_WINDOW_ALL
                                  || self->type->window_rule == PLIMSOLL_WINDOW_UPPER_LAYERS;
}

static void
read_biases (PlimsollConfig *self, PlimsollAttention *attention)
{
  gboolean said = plimsoll_config_find (self, "attention_bias use_bias bias no_bias") != NULL;
  gboolean bias = plimsoll_config_flag (self, FALSE, "attention_bias use_bias bias");

  attention->q_bias = plimsoll_config_flag (self, said ? bias : has (self, CONFIG_QKV_BIAS),
                                            "add_qkv_bias use_qkv_bias qkv_bias");
  /* Some classes have these biases whatever the general key says. */
  if (has (self, CONFIG_QKV_BIAS) && has (self, CONFIG_NO_O_BIAS)
      && plimsoll_config_find (self, "attention_bias add_qkv_bias") == NULL)
    attention->q_bias = TRUE;
  attention->kv_bias = attention->q_bias;

  attention->output_bias = has (self, CONFIG_O_BIAS) || (bias && !has (self, CONFIG_NO_O_BIAS));
  attention->output_bias =
    plimsoll_config_flag (self, attention->output_bias, "attention_out_bias");
  if (plimsoll_config_flag (self, FALSE, "no_bias"))
    attention->output_bias = FALSE;
}

static void
read_qk_norm (PlimsollConfig *self, PlimsollAttention *attention)
{
  const char *style = plimsoll_config_text (self, "qk_norm_type");

  if (has (self, CONFIG_QK_SAID) && !plimsoll_config_flag (self, FALSE, "use_qk_norm"))
    return;
  if (has (self, CONFIG_QK_HEAD))
    attention->qk_norm = PLIMSOLL_QK_NORM_HEAD;
  else if (has (self, CONFIG_QK_FULL))
    attention->qk_norm = PLIMSOLL_QK_NORM_FULL;
  else if (plimsoll_config_flag (self, FALSE, "use_qk_norm qk_norm qk_layernorm"))
    attention->qk_norm = PLIMSOLL_QK_NORM_HEAD;

  if (style != NULL && attention->qk_norm != PLIMSOLL_QK_NORM_NONE)
    attention->qk_norm =
      g_str_equal (style, "per_layer") ? PLIMSOLL_QK_NORM_FULL : PLIMSOLL_QK_NORM_HEAD;
  if (!plimsoll_config_flag (self, TRUE, "use_qk_norm qk_norm"))
    attention->qk_norm = PLIMSOLL_QK_NORM_NONE;
}

static gboolean
is_mla (PlimsollConfig *self)
{
  return plimsoll_config_count (self, 0, "kv_lora_rank") != 0
         && plimsoll_config_flag (self, TRUE, "use_mla");
}

static void
read_mla (PlimsollConfig *self, guint block, PlimsollAttention *attention)
{
  const char *indexer =
    plimsoll_config_list_text (plimsoll_config_list (self, "indexer_types"), block);
  guint64 rope = plimsoll_config_count (self, 64, "qk_rope_head_dim");

  attention->kind = PLIMSOLL_ATTENTION_MLA;
  attention->kv_heads = attention->heads;
  attention->kv_lora_rank = (guint32) plimsoll_config_count (self, 512, "kv_lora_rank");
  attention->q_lora_rank = (guint32) plimsoll_config_count (self, 0, "q_lora_rank");
  attention->rope_dim = (guint32) rope;
  attention->key_dim = (guint32) (plimsoll_config_count (self, 128, "qk_nope_head_dim") + rope);
  attention->value_dim =
    (guint32) plimsoll_config_count (self,
                                     attention->heads != 0 ? self->spec.embedding / attention->heads
                                                           : 0,
                                     "v_head_dim");
  attention->qk_norm = PLIMSOLL_QK_NORM_NONE;

  if (indexer == NULL || g_str_equal (indexer, "full"))
    {
      attention->index_heads = (guint32) plimsoll_config_count (self, 0, "index_n_heads");
      attention->index_dim = (guint32) plimsoll_config_count (self, 0, "index_head_dim");
    }
}

void
plimsoll_config_attention (PlimsollConfig *self, guint block, PlimsollAttention *attention)
{
  guint64 heads = plimsoll_config_count_at (self, block, self->type->heads, KEYS_HEADS);
  guint64 kv_heads = self->type->kv_heads;
  guint64 head_dim;

  if (heads == 0 || heads > G_MAXUINT16)
    {
      plimsoll_config_fault (self, heads == 0 ? _("“num_attention_heads” is missing")
                                              : _("“num_attention_heads” is beyond any model"));
      return;
    }

  if (plimsoll_config_flag (self, FALSE, "multi_query")
      && !plimsoll_config_flag (self, FALSE, "new_decoder_architecture"))
    kv_heads = 1;
  else
    kv_heads =
      plimsoll_config_count_at (self, block, kv_heads != 0 ? kv_heads : heads, KEYS_KV_HEADS);

  head_dim = plimsoll_config_count (self, self->type->head_dim, KEYS_HEAD_DIM);
  if (head_dim == 0 && self->spec.embedding % heads != 0 && !is_mla (self))
    plimsoll_config_fault (self, _("“head_dim” is missing, and %u has no %u equal parts"),
                           self->spec.embedding, (guint) heads);
  if (head_dim == 0)
    head_dim = self->spec.embedding / heads;

  attention->heads = (guint32) heads;
  attention->kv_heads = (guint32) MIN (kv_heads, G_MAXUINT32);
  attention->key_dim = (guint32) MIN (head_dim, G_MAXUINT32);
  attention->value_dim =
    (guint32) MIN (plimsoll_config_count (self, head_dim, "v_head_dim"), G_MAXUINT32);
  if (attention->value_dim == 0)
    attention->value_dim = attention->key_dim;
  attention->gated_query = has (self, CONFIG_GATED_QUERY);
  attention->output_gate = has (self, CONFIG_OUTPUT_GATE);
  attention->sinks = has (self, CONFIG_SINKS);
  attention->fused_qkv = has (self, CONFIG_FUSED_QKV);
  read_window (self, block, attention);
  read_biases (self, attention);
  read_qk_norm (self, attention);

  if (is_mla (self))
    read_mla (self, block, attention);
}

/* --- Feed-forward --- */

guint
plimsoll_config_expert_count (PlimsollConfig *self)
{
  return (guint) plimsoll_config_count (self, 0, KEYS_EXPERTS);
}

void
plimsoll_config_dense (PlimsollConfig *self, guint64 width, PlimsollFeedForward *ffn)
{
  ffn->dense_width = (guint32) MIN (width, G_MAXUINT32);
  ffn->dense_gated = !has (self, CONFIG_TWO_MATRIX);
  ffn->bias = plimsoll_config_flag (self, has (self, CONFIG_FFN_BIAS), "mlp_bias");
  ffn->fused_gate_up = has (self, CONFIG_FUSED_GATE_UP);
}

static gboolean
has_correction (PlimsollConfig *self)
{
  const char *method = plimsoll_config_text (self, "topk_method");
  gboolean noaux = method != NULL && g_str_equal (method, "noaux_tc");

  return plimsoll_config_flag (self, has (self, CONFIG_CORRECTION) || noaux,
                               "use_routing_bias use_expert_bias moe_router_enable_expert_bias "
                               "moe_use_aux_free use_moe_router_bias");
}

void
plimsoll_config_experts (PlimsollConfig *self, guint block, PlimsollFeedForward *ffn)
{
  guint64 width =
    plimsoll_config_count_at (self, block, 0,
                              "moe_intermediate_size expert_hidden_dim moe_ffn_hidden_size "
                              "expert_ffn_hidden_size");
  guint64 shared = plimsoll_config_count_at (
    self, block, 0, "n_shared_experts num_shared_experts moe_num_shared_experts num_shared_expert");
  guint64 shared_width;

  if (width == 0 && has (self, CONFIG_NARROW_EXPERTS))
    width = plimsoll_config_count (self, self->type->intermediate, KEYS_FFN);
  if (width == 0)
    plimsoll_config_fault (self, _("“moe_intermediate_size” is missing"));

  ffn->experts = (guint32) plimsoll_config_count_at (self, block, 0, KEYS_EXPERTS);
  ffn->experts_used = (guint32) plimsoll_config_count_at (self, block, 0, KEYS_EXPERTS_USED);
  if (ffn->experts_used == 0)
    plimsoll_config_fault (self, _("“num_experts_per_tok” is missing"));
  ffn->expert_width = (guint32) MIN (width, G_MAXUINT32);
  ffn->experts_gated = TRUE;
  ffn->correction_bias = has_correction (self);

  shared_width = plimsoll_config_count (self, MIN (shared, 1u << 16) * width,
                                        "shared_expert_intermediate_size shared_intermediate_size "
                                        "moe_shared_expert_intermediate_size share_expert_dim");
  ffn->shared_experts = (guint32) (shared_width != 0 ? MAX (shared, 1) : 0);
  ffn->shared_width = (guint32) MIN (shared_width, G_MAXUINT32);
  ffn->shared_gate = has (self, CONFIG_SHARED_GATE) && shared_width != 0;
}

static gboolean
by_period (PlimsollConfig *self, guint block)
{
  guint64 period = plimsoll_config_count (self, 1,
                                          "decoder_sparse_step moe_layer_freq expert_layer_period "
                                          "moe_layer_interval");
  guint64 offset = plimsoll_config_count (self, 0, "expert_layer_offset");

  if (period <= 1)
    return TRUE;
  if (plimsoll_config_find (self, "decoder_sparse_step") != NULL)
    return (block + 1) % period == 0;

  return block % period == offset;
}

/* Whether the block's feed-forward is a mixture of experts. */
static gboolean
is_sparse (PlimsollConfig *self, guint block)
{
  JsonArray *list;

  if (plimsoll_config_expert_count (self) <= 1)
    return FALSE;

  list = plimsoll_config_list (self, "mlp_layer_types");
  if (list != NULL && block < json_array_get_length (list))
    return g_strcmp0 (plimsoll_config_list_text (list, block), "sparse") == 0;

  list = plimsoll_config_list (self, "moe_layer_freq");
  if (list != NULL)
    return plimsoll_config_count_at (self, block, 0, "moe_layer_freq") != 0;

  if (plimsoll_config_list_has (plimsoll_config_list (self, "mlp_only_layers"), block))
    return FALSE;

  if (block
      < plimsoll_config_count (self, 0,
                               "first_k_dense_replace num_dense_layers moe_layer_start_index"))
    return FALSE;
  if (block > plimsoll_config_count (self, G_MAXUINT32, "moe_layer_end_index"))
    return FALSE;

  return by_period (self, block);
}

void
plimsoll_config_feed_forward (PlimsollConfig *self, guint block, PlimsollFeedForward *ffn)
{
  guint64 width;

  if (is_sparse (self, block))
    {
      plimsoll_config_experts (self, block, ffn);
      return;
    }

  width = plimsoll_config_count_at (self, block, self->type->intermediate, KEYS_FFN);
  if (plimsoll_config_expert_count (self) > 1)
    width = plimsoll_config_count (self, width, "dense_intermediate_size");
  if (width == 0)
    plimsoll_config_fault (self, _("“intermediate_size” is missing"));
  plimsoll_config_dense (self, width, ffn);
}

/* --- Blocks --- */

void
plimsoll_config_layer (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  if (!has (self, CONFIG_NO_ATTENTION))
    plimsoll_config_attention (self, block, &layer->attention);
  if (!has (self, CONFIG_OWN_FFN))
    plimsoll_config_feed_forward (self, block, &layer->feed_forward);

  layer->norms = has (self, CONFIG_NORMS_4)   ? 4
                 : has (self, CONFIG_NORMS_1) ? 1
                 : has (self, CONFIG_NORMS_0) ? 0
                                              : 2;
  layer->norm_biases = has (self, CONFIG_NORM_BIAS);

  if (self->type->layer != NULL)
    self->type->layer (self, block, layer);
}

void
plimsoll_config_push (PlimsollConfig *self, const PlimsollLayer *layer)
{
  guint8 kind = 0;

  /* Layers are cleared before they are filled, padding too, so bytes can be compared. */
  while (kind < self->kinds->len
         && memcmp (&g_array_index (self->kinds, PlimsollLayer, kind), layer, sizeof *layer) != 0)
    kind++;

  if (kind == PLIMSOLL_MAX_LAYER_KINDS)
    {
      plimsoll_config_fault (self, _("its blocks are of more kinds than any model's"));
      return;
    }
  if (kind == self->kinds->len)
    g_array_append_vals (self->kinds, layer, 1);
  g_byte_array_append (self->pattern, &kind, 1);
}
