/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Families whose blocks the general keys do not describe. */

static guint32
count32 (PlimsollConfig *self, guint64 otherwise, const char *keys)
{
  return (guint32) MIN (plimsoll_config_count (self, otherwise, keys), G_MAXUINT32);
}

/* --- Gemma 4 --- */

void
plimsoll_config_layer_gemma4 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  PlimsollAttention *a = &layer->attention;
  PlimsollFeedForward *f = &layer->feed_forward;
  guint64 shared = plimsoll_config_count (self, 0, "num_kv_shared_layers");
  gboolean shares = shared != 0 && block + shared >= self->n_blocks;

  if (a->kind == PLIMSOLL_ATTENTION_FULL)
    {
      a->key_dim = count32 (self, a->key_dim, "global_head_dim");
      a->value_dim = a->key_dim;
      a->value_is_key = plimsoll_config_flag (self, FALSE, "attention_k_eq_v");
      if (a->value_is_key)
        a->kv_heads = count32 (self, a->kv_heads, "num_global_key_value_heads");
    }
  a->shares_cache = shares;

  memset (f, 0, sizeof *f);
  plimsoll_config_dense (self,
                         plimsoll_config_count_at (self, block, 0, "intermediate_size")
                           * (shares && plimsoll_config_flag (self, FALSE, "use_double_wide_mlp")
                                ? 2
                                : 1),
                         f);
  if (plimsoll_config_flag (self, FALSE, "enable_moe_block"))
    {
      PlimsollFeedForward experts;

      memset (&experts, 0, sizeof experts);
      plimsoll_config_experts (self, block, &experts);
      f->experts = experts.experts;
      f->experts_used = experts.experts_used;
      f->expert_width = experts.expert_width;
      f->experts_gated = TRUE;
      f->fused_gate_up = TRUE;
      f->router_scales = TRUE;
      /* The dense part and the experts each have norms of their own. */
      layer->norms += 3;
    }

  layer->per_layer_width = count32 (self, 0, "hidden_size_per_layer_input");
  layer->norms += layer->per_layer_width != 0 ? 1 : 0;
  layer->other_gguf_scalars = 1;
}

void
plimsoll_config_model_gemma4 (PlimsollConfig *self)
{
  self->spec.per_layer_width = count32 (self, 0, "hidden_size_per_layer_input");
  /* Its full blocks turn a part of each head only, which the GGUF says by factors. */
  self->spec.rope_freqs = count32 (self, 512, "global_head_dim") / 2;
}

/* --- GPT-2 and what came of it --- */

void
plimsoll_config_layer_gpt (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  guint64 h = self->spec.embedding;
  guint64 width =
    plimsoll_config_count_at (self, block,
                              h * MIN (plimsoll_config_count (self, 4, "expansion_ratio"), 64),
                              "intermediate_size n_inner ffn_hidden_size ffn_dim");

  plimsoll_config_dense (self, width, &layer->feed_forward);
  if (plimsoll_config_flag (self, FALSE, "no_bias"))
    {
      layer->feed_forward.bias = FALSE;
      layer->norm_biases = FALSE;
    }
}

void
plimsoll_config_model_gpt (PlimsollConfig *self)
{
  const char *type = self->type->model_type;
  guint64 width = plimsoll_config_count (self, self->spec.embedding, "word_embed_proj_dim");

  if (g_str_equal (type, "openai-gpt"))
    self->spec.final_norm = FALSE;

  /* OPT keeps two positions for padding, and its smallest has a narrower embedding. */
  if (g_str_equal (type, "opt"))
    {
      self->spec.position_rows += 2;
      if (!plimsoll_config_flag (self, TRUE, "do_layer_norm_before"))
        self->spec.final_norm = FALSE;
      if (width != self->spec.embedding)
        plimsoll_config_fault (self, _("an embedding narrower than the blocks is not understood"));
    }
}

void
plimsoll_config_layer_falcon (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  gboolean new_architecture =
    plimsoll_config_flag (self, g_str_equal (self->type->model_type, "RefinedWeb"),
                          "new_decoder_architecture");
  gboolean parallel = plimsoll_config_flag (self, TRUE, "parallel_attn");
  gboolean bias = plimsoll_config_flag (self, FALSE, "bias");

  plimsoll_config_layer_gpt (self, block, layer);
  layer->norms = new_architecture
                   ? (guint32) plimsoll_config_count (self, 2, "num_ln_in_parallel_attn")
                 : parallel ? 1
                            : 2;
  layer->feed_forward.bias = bias;
  if (!new_architecture && !plimsoll_config_flag (self, TRUE, "multi_query"))
    layer->attention.kv_heads = layer->attention.heads;
}

/* --- StableLM --- */

/* Its norms of queries and keys have weights of their own for each head. */
void
plimsoll_config_layer_stablelm (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  if (plimsoll_config_flag (self, FALSE, "qk_layernorm"))
    layer->attention.qk_norm = PLIMSOLL_QK_NORM_FULL;
  if (plimsoll_config_flag (self, FALSE, "use_parallel_residual"))
    layer->norms = 1;
}

/* --- Llama 4 --- */

void
plimsoll_config_layer_llama4 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  PlimsollFeedForward *f = &layer->feed_forward;
  JsonArray *listed = plimsoll_config_list (self, "moe_layers");
  guint64 step = MAX (plimsoll_config_count (self, 1, "interleave_moe_layer_step"), 1);
  guint64 width = plimsoll_config_count (self, self->type->intermediate, "intermediate_size");
  gboolean sparse =
    listed != NULL ? plimsoll_config_list_has (listed, block) : (block + 1) % step == 0;
  JsonArray *ropes = plimsoll_config_list (self, "no_rope_layers");
  gboolean full = ropes != NULL && block < json_array_get_length (ropes)
                    ? plimsoll_config_count_at (self, block, 1, "no_rope_layers") == 0
                    : (block + 1) % 4 == 0;

  layer->attention.kind = full ? PLIMSOLL_ATTENTION_FULL : PLIMSOLL_ATTENTION_CHUNKED;
  layer->attention.window = full ? 0 : count32 (self, 8192, "attention_chunk_size");
  /* Its norm of queries and keys has no weights. */
  layer->attention.qk_norm = PLIMSOLL_QK_NORM_NONE;

  memset (f, 0, sizeof *f);
  if (!sparse)
    {
      plimsoll_config_dense (self, plimsoll_config_count (self, width, "intermediate_size_mlp"), f);
      return;
    }

  plimsoll_config_experts (self, block, f);
  f->shared_experts = 1;
  f->shared_width = (guint32) MIN (width, G_MAXUINT32);
}

/* --- Llama 3.2 Vision: some blocks attend to the picture --- */

void
plimsoll_config_layer_mllama (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  JsonArray *listed = plimsoll_config_list (self, "cross_attention_layers");

  if (!plimsoll_config_list_has (listed, block))
    return;

  layer->attention.qk_norm = PLIMSOLL_QK_NORM_HEAD;
  layer->attention.shares_cache = TRUE;
  /* Two gates, of one value each. */
  layer->other_parameters = 2;
}

void
plimsoll_config_model_mllama (PlimsollConfig *self)
{
  /* The embedding has eight rows more than the head. */
  self->spec.other_parameters += 8 * (guint64) self->spec.embedding;
}

/* --- DeciLM and Nemotron-NAS: each block is what a search found --- */

static JsonObject *
member_object (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static guint32
deci_width (PlimsollConfig *self, double multiple)
{
  double width = floor (2 * multiple * self->spec.embedding / 3);

  return width > 0 && width < 1e8 ? ((guint32) width + 255) / 256 * 256 : 0;
}

void
plimsoll_config_layer_deci (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  JsonArray *blocks = plimsoll_config_list (self, "block_configs");
  JsonNode *node = blocks != NULL && block < json_array_get_length (blocks)
                     ? json_array_get_element (blocks, block)
                     : NULL;
  JsonObject *object =
    node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  JsonObject *attention = member_object (object, "attention");
  JsonObject *ffn = member_object (object, "ffn");
  guint64 group;
  double multiple;

  if (attention == NULL || ffn == NULL)
    {
      plimsoll_config_fault (self, _("“block_configs” does not say what block %u is"), block);
      return;
    }

  layer->norms = 2;
  group = plimsoll_config_member_count (attention, 1, "n_heads_in_group");
  if (plimsoll_config_member_flag (attention, FALSE, "no_op"))
    {
      memset (&layer->attention, 0, sizeof layer->attention);
      layer->norms--;
    }
  else
    layer->attention.kv_heads = layer->attention.heads / (guint32) CLAMP (group, 1, 1u << 16);

  memset (&layer->feed_forward, 0, sizeof layer->feed_forward);
  multiple = json_object_get_double_member_with_default (ffn, "ffn_mult", 0);
  if (plimsoll_config_member_flag (ffn, FALSE, "no_op"))
    layer->norms--;
  else
    plimsoll_config_dense (self, deci_width (self, multiple), &layer->feed_forward);
}

/* --- DeepSeek V4 --- */

/* Compressed keys: twice the matrices where four tokens make an entry, and then an indexer. */
static guint64
compressor (guint64 h, guint64 width, guint64 ratio)
{
  guint64 overlap = ratio == 4 ? 2 : 1;

  return 2 * h * width * overlap + ratio * width * overlap + width;
}

void
plimsoll_config_layer_deepseek_v4 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  PlimsollAttention *a = &layer->attention;
  guint64 h = self->spec.embedding;
  guint64 d = a->key_dim;
  guint64 n = plimsoll_config_count (self, 4, "hc_mult");
  guint64 ratio = plimsoll_config_count_at (self, block, 0, "compress_ratios");
  guint64 rank = plimsoll_config_count (self, 1024, "o_lora_rank");
  guint64 groups = plimsoll_config_count (self, 8, "o_groups");
  guint64 index_heads = plimsoll_config_count (self, 0, "index_n_heads");
  guint64 index_dim = plimsoll_config_count (self, 0, "index_head_dim");
  guint64 q_rank = plimsoll_config_count (self, 1024, "q_lora_rank");
  guint64 other = 0;

  a->kind = PLIMSOLL_ATTENTION_COMPRESSED;
  a->kv_heads = 1;
  a->window = count32 (self, 128, "sliding_window");
  a->compression = (guint32) MIN (ratio, G_MAXUINT32);
  a->q_lora_rank = (guint32) q_rank;
  a->rope_dim = count32 (self, 64, "qk_rope_head_dim");
  a->value_is_key = TRUE;
  a->sinks = TRUE;
  a->output_lora_rank = (guint32) MIN (rank, G_MAXUINT32);
  a->output_groups = (guint32) MIN (groups, G_MAXUINT32);

  if (ratio != 0)
    other += compressor (h, d, ratio);
  if (ratio == 4)
    {
      a->index_heads = (guint32) MIN (index_heads, G_MAXUINT32);
      a->index_dim = (guint32) MIN (index_dim, G_MAXUINT32);
      /* Its keys are compressed; an indexer's plain key and norm are counted with it already. */
      other += compressor (h, index_dim, ratio)
               - MIN (h * index_dim + 2 * index_dim, compressor (h, index_dim, ratio));
    }
  /* The norm of the key, and the mixers of the connections, one before each part. */
  other += d + 2 * ((2 + n) * n * n * h + (2 + n) * n + 3);

  /* The first blocks choose experts by token, from a table. */
  if (block < plimsoll_config_count (self, 0, "num_hash_layers"))
    {
      layer->feed_forward.correction_bias = FALSE;
      other += (guint64) self->spec.vocabulary * layer->feed_forward.experts_used;
    }
  layer->other_parameters = other;
}

void
plimsoll_config_model_deepseek_v4 (PlimsollConfig *self)
{
  guint64 n = plimsoll_config_count (self, 4, "hc_mult");
  guint64 h = self->spec.embedding;

  /* The connections end in a mixer of their own, here and in multi-token prediction. */
  self->spec.other_parameters += n * n * h + n + 1;
  self->spec.mtp_parameters +=
    (n * n * h + n + 1) * MIN (plimsoll_config_count (self, 0, "num_nextn_predict_layers"), 8);
}

/* --- Others --- */

/* Experts for pictures stand beside those for text. */
void
plimsoll_config_layer_ernie_vl (PlimsollConfig *self,
                                G_GNUC_UNUSED guint block,
                                PlimsollLayer *layer)
{
  PlimsollFeedForward *f = &layer->feed_forward;
  guint64 experts = plimsoll_config_count_at (self, 1, 0, "moe_num_experts");
  guint64 width = plimsoll_config_count_at (self, 1, 0, "moe_intermediate_size");
  guint64 h = self->spec.embedding;

  if (f->experts == 0)
    return;

  f->experts = count32 (self, 0, "moe_num_experts");
  f->expert_width = count32 (self, 0, "moe_intermediate_size");
  f->shared_width = f->shared_experts * f->expert_width;
  layer->other_parameters = experts * 3 * h * width + h * experts + experts;
}

/* K-EXAONE: its module of multi-token prediction has no experts. */
void
plimsoll_config_layer_exaone_moe (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  if (block < self->n_blocks)
    return;

  memset (&layer->feed_forward, 0, sizeof layer->feed_forward);
  plimsoll_config_dense (self, plimsoll_config_count (self, 0, "intermediate_size"),
                         &layer->feed_forward);
}

void
plimsoll_config_layer_gpt_oss (G_GNUC_UNUSED PlimsollConfig *self,
                               G_GNUC_UNUSED guint block,
                               PlimsollLayer *layer)
{
  layer->feed_forward.expert_biases = TRUE;
  layer->feed_forward.router_bias = TRUE;
}

void
plimsoll_config_layer_laguna (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  layer->attention.heads = (guint32) plimsoll_config_count_at (self, block, layer->attention.heads,
                                                               "num_attention_heads_per_layer");
  layer->attention.head_gate = plimsoll_config_flag (self, FALSE, "gating");
}

/* MiMo V2: sliding blocks have heads of their own. */
void
plimsoll_config_layer_mimo_v2 (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  PlimsollAttention *a = &layer->attention;
  gboolean sliding = plimsoll_config_count_at (self, block, 0, "hybrid_layer_pattern") != 0;

  a->kind = sliding ? PLIMSOLL_ATTENTION_SLIDING : PLIMSOLL_ATTENTION_FULL;
  a->window = sliding ? count32 (self, 128, "sliding_window sliding_window_size") : 0;
  if (sliding)
    {
      a->heads = count32 (self, a->heads, "swa_num_attention_heads");
      a->kv_heads = count32 (self, a->kv_heads, "swa_num_key_value_heads");
      a->key_dim = count32 (self, a->key_dim, "swa_head_dim");
      a->value_dim = count32 (self, a->value_dim, "swa_v_head_dim");
    }
  a->sinks =
    plimsoll_config_flag (self, FALSE,
                          sliding ? "add_swa_attention_sink_bias" : "add_full_attention_sink_bias");
}

/* Three modules of multi-token prediction ship, of which the config says nothing: sliding blocks
 * with a dense feed-forward. */
void
plimsoll_config_model_mimo_v2 (PlimsollConfig *self)
{
  guint64 h = self->spec.embedding;
  guint64 heads = count32 (self, 0, "swa_num_attention_heads num_attention_heads");
  guint64 kv = count32 (self, 0, "swa_num_key_value_heads num_key_value_heads");
  guint64 key = count32 (self, 0, "swa_head_dim head_dim");
  guint64 value = count32 (self, 0, "swa_v_head_dim v_head_dim");
  guint64 width = count32 (self, 0, "intermediate_size");

  if (MAX (MAX (h, heads), MAX (kv, MAX (key, MAX (value, width)))) > 1u << 18)
    return;
  self->spec.mtp_parameters =
    3
    * (h * (heads * (key + value) + kv * (key + value)) + 3 * h * width + 2 * h * h + 5 * h
       + (plimsoll_config_flag (self, FALSE, "add_swa_attention_sink_bias") ? heads : 0));
}

/* --- LongCat Flash: a layer is two blocks, and its experts stand beside the first --- */

void
plimsoll_config_layer_longcat (PlimsollConfig *self, guint block, PlimsollLayer *layer)
{
  PlimsollFeedForward *f = &layer->feed_forward;
  guint64 none = plimsoll_config_count (self, 0, "zero_expert_num");

  plimsoll_config_dense (self, plimsoll_config_count (self, 0, "ffn_hidden_size intermediate_size"),
                         f);
  if (f->dense_width == 0)
    plimsoll_config_fault (self, _("“ffn_hidden_size” is missing"));
  if (block % 2 == 0)
    {
      PlimsollFeedForward experts;

      memset (&experts, 0, sizeof experts);
      plimsoll_config_experts (self, block, &experts);
      f->experts = experts.experts;
      f->expert_width = experts.expert_width;
      f->experts_gated = TRUE;
      f->correction_bias = TRUE;
      /* Some of those chosen do nothing: on average what their share is. */
      f->experts_used = (guint32) ((guint64) experts.experts_used * experts.experts
                                   / MAX (experts.experts + MIN (none, 1u << 20), 1));
      f->experts_used = MAX (f->experts_used, 1);
      layer->other_parameters = MIN (none, 1u << 20) * ((guint64) self->spec.embedding + 1);
    }
}

/* One module of multi-token prediction: a dense block, an embedding of its own, five norms. */
void
plimsoll_config_model_longcat (PlimsollConfig *self)
{
  guint64 h = self->spec.embedding;
  guint64 width = count32 (self, 0, "ffn_hidden_size intermediate_size");
  const PlimsollAttention *a = &g_array_index (self->kinds, PlimsollLayer, 0).attention;
  guint64 latent = (guint64) a->kv_lora_rank + a->rope_dim;
  guint64 query = (guint64) a->heads * a->key_dim;

  if (MAX (MAX (h, width), MAX (query, a->heads * (guint64) a->value_dim)) > 1u << 20
      || MAX (a->q_lora_rank, latent) > 1u << 20)
    return;
  self->spec.mtp_parameters =
    (guint64) self->spec.vocabulary * h + 2 * h * h + 5 * h + 3 * h * width
    + (a->q_lora_rank != 0 ? h * a->q_lora_rank + a->q_lora_rank + a->q_lora_rank * query
                           : h * query)
    + h * latent + a->kv_lora_rank
    + a->kv_lora_rank
        * (query - a->heads * (guint64) MIN (a->rope_dim, a->key_dim)
           + a->heads * (guint64) a->value_dim)
    + a->heads * (guint64) a->value_dim * h;
}

/* MiniMax M3: some blocks choose the blocks of tokens that they attend to. */
void
plimsoll_config_layer_minimax_m3 (PlimsollConfig *self,
                                  G_GNUC_UNUSED guint block,
                                  PlimsollLayer *layer)
{
  if (layer->feed_forward.experts != 0 && layer->feed_forward.shared_width == 0)
    {
      layer->feed_forward.shared_experts = 1;
      layer->feed_forward.shared_width = layer->feed_forward.expert_width;
    }
  (void) self;
}

/* Small tensors that only one family has. */
void
plimsoll_config_layer_small_extras (PlimsollConfig *self,
                                    G_GNUC_UNUSED guint block,
                                    PlimsollLayer *layer)
{
  const char *type = self->type->model_type;

  if (g_str_equal (type, "apertus"))
    layer->other_parameters = 2; /* scales of its activation */
  else if (g_str_equal (type, "bitnet"))
    layer->other_parameters = /* norms before the last matrix of each part */
      (guint64) self->spec.embedding + layer->feed_forward.dense_width;
  else if (g_str_equal (type, "qwen"))
    layer->feed_forward.dense_width /= 2; /* the config counts gate and up together */
  else if (g_str_equal (type, "phi3small"))
    layer->attention.q_bias = layer->attention.kv_bias = TRUE; /* whatever attention_bias says */
}

/* Molmo counts gate and up together, and has rows for what is no text. */
void
plimsoll_config_layer_molmo (G_GNUC_UNUSED PlimsollConfig *self,
                             G_GNUC_UNUSED guint block,
                             PlimsollLayer *layer)
{
  layer->feed_forward.dense_width /= 2;
}

void
plimsoll_config_model_molmo (PlimsollConfig *self)
{
  self->spec.other_parameters +=
    plimsoll_config_count (self, 128, "additional_vocab_size") * self->spec.embedding;
}
