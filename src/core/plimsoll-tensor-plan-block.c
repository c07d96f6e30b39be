/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-tensor-plan-private.h"

#include <string.h>

/* Names and shapes are those of llama.cpp's loader, seen in the files of 17 architectures
 * (tests/truth/llamacpp-tensors.tsv); counts are those of published configs against the parameter
 * totals of their checkpoints. */

static guint64
mul (guint64 a, guint64 b)
{
  return plimsoll_saturating_mul (a, b);
}

static guint64
add (guint64 a, guint64 b)
{
  return plimsoll_saturating_add (a, b);
}

static void
add_biased (PlimsollTensorList *list,
            const char *weight,
            const char *bias,
            guint64 ne0,
            guint64 ne1,
            gboolean has_bias)
{
  plimsoll_tensor_list_add (list, weight, ne0, ne1);
  if (has_bias)
    plimsoll_tensor_list_add_vector (list, bias, ne1);
}

/* Runs of tensors that are in the checkpoint or the GGUF only. */
static PlimsollTensorFlags
push_flags (PlimsollTensorList *list, PlimsollTensorFlags absent)
{
  PlimsollTensorFlags before = list->flags;

  list->flags &= ~(guint) absent;
  return before;
}

static void
add_mla (PlimsollTensorList *list, const PlimsollAttention *a)
{
  guint64 embedding = list->spec->embedding;
  guint64 nope = a->key_dim > a->rope_dim ? a->key_dim - a->rope_dim : 0;
  guint64 query = mul (a->heads, a->key_dim);
  PlimsollTensorFlags flags;

  if (a->q_lora_rank != 0)
    {
      plimsoll_tensor_list_add (list, "attn_q_a.weight", embedding, a->q_lora_rank);
      plimsoll_tensor_list_add_vector (list, "attn_q_a_norm.weight", a->q_lora_rank);
      plimsoll_tensor_list_add (list, "attn_q_b.weight", a->q_lora_rank, query);
    }
  else
    {
      add_biased (list, "attn_q.weight", "attn_q.bias", embedding, query, a->q_bias);
    }

  plimsoll_tensor_list_add (list, "attn_kv_a_mqa.weight", embedding,
                            add (a->kv_lora_rank, a->rope_dim));
  plimsoll_tensor_list_add_vector (list, "attn_kv_a_norm.weight", a->kv_lora_rank);

  flags = push_flags (list, PLIMSOLL_TENSOR_IN_GGUF);
  plimsoll_tensor_list_add (list, "attn_kv_b.weight", a->kv_lora_rank,
                            mul (a->heads, add (nope, a->value_dim)));
  list->flags = flags;

  flags = push_flags (list, PLIMSOLL_TENSOR_IN_CHECKPOINT);
  plimsoll_tensor_list_add_3d (list, "attn_k_b.weight", nope, a->kv_lora_rank, a->heads);
  plimsoll_tensor_list_add_3d (list, "attn_v_b.weight", a->kv_lora_rank, a->value_dim, a->heads);
  list->flags = flags;
}

static void
add_key_value (PlimsollTensorList *list, const PlimsollAttention *a)
{
  guint64 embedding = list->spec->embedding;
  guint64 key = mul (a->kv_heads, a->key_dim);
  guint64 value = mul (a->kv_heads, a->value_dim);
  PlimsollTensorFlags flags =
    push_flags (list, a->shares_cache ? PLIMSOLL_TENSOR_IN_GGUF : (PlimsollTensorFlags) 0);

  if (!a->fused_qkv)
    {
      add_biased (list, "attn_k.weight", "attn_k.bias", embedding, key, a->kv_bias);
      if (!a->value_is_key)
        add_biased (list, "attn_v.weight", "attn_v.bias", embedding, value, a->kv_bias);
    }
  if (a->qk_norm == PLIMSOLL_QK_NORM_HEAD)
    plimsoll_tensor_list_add_vector (list, "attn_k_norm.weight", a->key_dim);
  else if (a->qk_norm == PLIMSOLL_QK_NORM_FULL)
    plimsoll_tensor_list_add_vector (list, "attn_k_norm.weight", key);

  list->flags = flags;
}

static void
add_query (PlimsollTensorList *list, const PlimsollAttention *a)
{
  guint64 embedding = list->spec->embedding;
  guint64 query = mul (a->heads, a->key_dim);
  guint64 key_value = mul (a->kv_heads, add (a->key_dim, a->value_is_key ? 0 : a->value_dim));
  guint64 projected = a->gated_query ? mul (query, 2) : query;

  if (a->fused_qkv)
    {
      add_biased (list, "attn_qkv.weight", "attn_qkv.bias", embedding, add (projected, key_value),
                  a->q_bias);
    }
  else if (a->q_lora_rank != 0)
    {
      plimsoll_tensor_list_add (list, "attn_q_a.weight", embedding, a->q_lora_rank);
      plimsoll_tensor_list_add_vector (list, "attn_q_a_norm.weight", a->q_lora_rank);
      plimsoll_tensor_list_add (list, "attn_q_b.weight", a->q_lora_rank, projected);
    }
  else
    {
      add_biased (list, "attn_q.weight", "attn_q.bias", embedding, projected, a->q_bias);
    }

  if (a->qk_norm == PLIMSOLL_QK_NORM_HEAD)
    plimsoll_tensor_list_add_vector (list, "attn_q_norm.weight", a->key_dim);
  else if (a->qk_norm == PLIMSOLL_QK_NORM_FULL)
    plimsoll_tensor_list_add_vector (list, "attn_q_norm.weight", query);
}

static void
add_output (PlimsollTensorList *list, const PlimsollAttention *a)
{
  guint64 embedding = list->spec->embedding;
  guint64 value = mul (a->heads, a->value_dim);
  guint64 rank = mul (a->output_groups, a->output_lora_rank);

  if (rank != 0)
    {
      plimsoll_tensor_list_add (list, "attn_output_a.weight", value / a->output_groups, rank);
      plimsoll_tensor_list_add (list, "attn_output_b.weight", rank, embedding);
    }
  else
    {
      add_biased (list, "attn_output.weight", "attn_output.bias", value, embedding, a->output_bias);
    }

  if (a->output_gate)
    plimsoll_tensor_list_add (list, "attn_gate.weight", embedding, value);
  else if (a->head_gate)
    plimsoll_tensor_list_add (list, "attn_gate.weight", embedding, a->heads);
  if (a->sinks)
    plimsoll_tensor_list_add_vector (list, "attn_sinks.weight", a->heads);
}

/* DeepSeek's lightning indexer. */
static void
add_indexer (PlimsollTensorList *list, const PlimsollAttention *a)
{
  guint64 embedding = list->spec->embedding;
  guint64 query_width = a->q_lora_rank != 0 ? a->q_lora_rank : embedding;

  if (a->index_heads == 0)
    return;

  plimsoll_tensor_list_add (list, "indexer.attn_k.weight", embedding, a->index_dim);
  plimsoll_tensor_list_add (list, "indexer.attn_q_b.weight", query_width,
                            mul (a->index_heads, a->index_dim));
  plimsoll_tensor_list_add_vector (list, "indexer.k_norm.weight", a->index_dim);
  plimsoll_tensor_list_add_vector (list, "indexer.k_norm.bias", a->index_dim);
  plimsoll_tensor_list_add (list, "indexer.proj.weight", embedding, a->index_heads);
}

void
plimsoll_tensor_list_add_attention (PlimsollTensorList *list, const PlimsollAttention *a)
{
  if (a->kind == PLIMSOLL_ATTENTION_NONE)
    return;

  if (a->kind == PLIMSOLL_ATTENTION_MLA)
    {
      add_mla (list, a);
    }
  else
    {
      add_query (list, a);
      add_key_value (list, a);
    }

  add_output (list, a);
  add_indexer (list, a);
}

static void
add_delta_net (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;
  guint64 key = mul (r->key_heads, r->key_dim);
  guint64 value = mul (r->value_heads, r->value_dim);
  guint64 mixed = add (mul (key, 2), value);

  plimsoll_tensor_list_add (list, "attn_qkv.weight", embedding, mixed);
  plimsoll_tensor_list_add (list, "attn_gate.weight", embedding, value);
  plimsoll_tensor_list_add (list, "ssm_conv1d.weight", r->conv_kernel, mixed);
  plimsoll_tensor_list_add_vector (list, "ssm_dt.bias", r->value_heads);
  plimsoll_tensor_list_add_vector (list, "ssm_a", r->value_heads);
  if (r->split_beta_alpha)
    {
      plimsoll_tensor_list_add (list, "ssm_beta.weight", embedding, r->value_heads);
      plimsoll_tensor_list_add (list, "ssm_alpha.weight", embedding, r->value_heads);
    }
  else
    {
      plimsoll_tensor_list_add (list, "ssm_ba.weight", embedding, mul (r->value_heads, 2));
    }
  plimsoll_tensor_list_add_vector (list, "ssm_norm.weight", r->value_dim);
  plimsoll_tensor_list_add (list, "ssm_out.weight", value, embedding);
}

/* Kimi Linear and K3: queries, keys and values have as many heads, all of one size. */
static void
add_kda (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;
  guint64 width = mul (r->value_heads, r->value_dim);

  plimsoll_tensor_list_add (list, "attn_q.weight", embedding, width);
  plimsoll_tensor_list_add (list, "attn_k.weight", embedding, width);
  plimsoll_tensor_list_add (list, "attn_v.weight", embedding, width);
  plimsoll_tensor_list_add (list, "attn_output.weight", width, embedding);
  plimsoll_tensor_list_add (list, "ssm_conv1d_q.weight", r->conv_kernel, width);
  plimsoll_tensor_list_add (list, "ssm_conv1d_k.weight", r->conv_kernel, width);
  plimsoll_tensor_list_add (list, "ssm_conv1d_v.weight", r->conv_kernel, width);
  plimsoll_tensor_list_add (list, "ssm_f_a.weight", embedding, r->value_dim);
  plimsoll_tensor_list_add (list, "ssm_f_b.weight", r->value_dim, width);
  plimsoll_tensor_list_add (list, "ssm_beta.weight", embedding, r->value_heads);
  plimsoll_tensor_list_add_vector (list, "ssm_dt.bias", width);
  plimsoll_tensor_list_add (list, "ssm_a", 1, r->value_heads);
  plimsoll_tensor_list_add_vector (list, "ssm_norm.weight", r->value_dim);
  if (r->full_rank_gate)
    {
      plimsoll_tensor_list_add (list, "attn_gate.weight", embedding, width);
    }
  else
    {
      plimsoll_tensor_list_add (list, "ssm_g_a.weight", embedding, r->value_dim);
      plimsoll_tensor_list_add (list, "ssm_g_b.weight", r->value_dim, width);
    }
}

static void
add_mamba1 (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;

  add_biased (list, "ssm_in.weight", "ssm_in.bias", embedding, mul (r->inner, 2), r->bias);
  plimsoll_tensor_list_add (list, "ssm_conv1d.weight", r->conv_kernel, r->inner);
  plimsoll_tensor_list_add_vector (list, "ssm_conv1d.bias", r->inner);
  plimsoll_tensor_list_add (list, "ssm_x.weight", r->inner, add (r->dt_rank, mul (r->state, 2)));
  add_biased (list, "ssm_dt.weight", "ssm_dt.bias", r->dt_rank, r->inner, TRUE);
  plimsoll_tensor_list_add (list, "ssm_a", r->state, r->inner);
  plimsoll_tensor_list_add_vector (list, "ssm_d", r->inner);
  add_biased (list, "ssm_out.weight", "ssm_out.bias", r->inner, embedding, r->bias);
  if (r->inner_norms)
    {
      plimsoll_tensor_list_add_vector (list, "ssm_dt_norm.weight", r->dt_rank);
      plimsoll_tensor_list_add_vector (list, "ssm_b_norm.weight", r->state);
      plimsoll_tensor_list_add_vector (list, "ssm_c_norm.weight", r->state);
    }
}

static void
add_mamba2 (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;
  guint64 groups = MAX (r->groups, 1);
  guint64 mixed = add (r->inner, mul (mul (groups, r->state), 2));

  add_biased (list, "ssm_in.weight", "ssm_in.bias", embedding,
              add (add (r->inner, mixed), r->value_heads), r->bias);
  plimsoll_tensor_list_add (list, "ssm_conv1d.weight", r->conv_kernel, mixed);
  plimsoll_tensor_list_add_vector (list, "ssm_conv1d.bias", mixed);
  plimsoll_tensor_list_add_vector (list, "ssm_dt.bias", r->value_heads);
  plimsoll_tensor_list_add (list, "ssm_a", 1, r->value_heads);
  plimsoll_tensor_list_add (list, "ssm_d", 1, r->value_heads);
  if (r->gated_norm)
    plimsoll_tensor_list_add (list, "ssm_norm.weight", r->inner / groups, groups);
  add_biased (list, "ssm_out.weight", "ssm_out.bias", r->inner, embedding, r->bias);
}

static void
add_short_conv (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;

  plimsoll_tensor_list_add (list, "shortconv.conv.weight", r->conv_kernel, embedding);
  if (r->bias)
    plimsoll_tensor_list_add_vector (list, "shortconv.conv.bias", embedding);
  add_biased (list, "shortconv.in_proj.weight", "shortconv.in_proj.bias", embedding,
              mul (embedding, 3), r->bias);
  add_biased (list, "shortconv.out_proj.weight", "shortconv.out_proj.bias", embedding, embedding,
              r->bias);
}

static void
add_lightning (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  guint64 embedding = list->spec->embedding;
  guint64 key = mul (r->key_heads, r->key_dim);
  guint64 value = mul (r->value_heads, r->value_dim);

  plimsoll_tensor_list_add (list, "attn_qkv.weight", embedding, add (mul (key, 2), value));
  plimsoll_tensor_list_add (list, "attn_gate.weight", embedding, value);
  plimsoll_tensor_list_add_vector (list, "ssm_norm.weight", value);
  plimsoll_tensor_list_add (list, "attn_output.weight", value, embedding);
}

void
plimsoll_tensor_list_add_recurrent (PlimsollTensorList *list, const PlimsollRecurrent *r)
{
  switch (r->kind)
    {
    case PLIMSOLL_RECURRENT_GATED_DELTA_NET:
      add_delta_net (list, r);
      break;
    case PLIMSOLL_RECURRENT_KDA:
      add_kda (list, r);
      break;
    case PLIMSOLL_RECURRENT_MAMBA1:
      add_mamba1 (list, r);
      break;
    case PLIMSOLL_RECURRENT_MAMBA2:
      add_mamba2 (list, r);
      break;
    case PLIMSOLL_RECURRENT_SHORT_CONV:
      add_short_conv (list, r);
      break;
    case PLIMSOLL_RECURRENT_LIGHTNING:
      add_lightning (list, r);
      break;
    case PLIMSOLL_RECURRENT_NONE:
    case PLIMSOLL_RECURRENT_RWKV: /* the layer's other_parameters hold its matrices */
      break;
    }
}

static void
add_dense (PlimsollTensorList *list, const PlimsollFeedForward *f)
{
  guint64 embedding = list->spec->embedding;
  gboolean fused = f->fused_gate_up && f->experts == 0 && f->dense_gated;
  guint64 up = fused ? mul (f->dense_width, 2) : f->dense_width;

  if (f->dense_width == 0)
    return;

  add_biased (list, "ffn_up.weight", "ffn_up.bias", embedding, up, f->bias);
  if (f->dense_gated && !fused)
    add_biased (list, "ffn_gate.weight", "ffn_gate.bias", embedding, f->dense_width, f->bias);
  add_biased (list, "ffn_down.weight", "ffn_down.bias", f->dense_width, embedding, f->bias);
}

static void
add_expert_matrix (PlimsollTensorList *list,
                   const PlimsollFeedForward *f,
                   const char *weight,
                   const char *bias,
                   guint64 ne0,
                   guint64 ne1)
{
  plimsoll_tensor_list_add_3d (list, weight, ne0, ne1, f->experts);
  if (f->expert_biases)
    plimsoll_tensor_list_add (list, bias, ne1, f->experts);
}

static void
add_router (PlimsollTensorList *list, const PlimsollFeedForward *f)
{
  guint64 embedding = list->spec->embedding;

  add_biased (list, "ffn_gate_inp.weight", "ffn_gate_inp.bias", embedding, f->experts,
              f->router_bias);
  if (f->correction_bias)
    plimsoll_tensor_list_add_vector (list, "exp_probs_b.bias", f->experts);
  if (f->router_scales)
    {
      plimsoll_tensor_list_add_vector (list, "ffn_gate_inp.scale", embedding);
      plimsoll_tensor_list_add_vector (list, "ffn_down_exps.scale", f->experts);
    }
}

static void
add_experts (PlimsollTensorList *list, const PlimsollFeedForward *f)
{
  guint64 embedding = list->spec->embedding;
  guint64 width = f->latent_width != 0 ? f->latent_width : embedding;

  if (f->experts == 0)
    return;

  add_router (list, f);
  if (f->latent_width != 0)
    {
      plimsoll_tensor_list_add (list, "ffn_latent_down.weight", embedding, width);
      plimsoll_tensor_list_add (list, "ffn_latent_up.weight", width, embedding);
      if (f->latent_norm)
        plimsoll_tensor_list_add_vector (list, "ffn_latent_norm.weight", width);
    }

  if (f->experts_gated && f->fused_gate_up)
    {
      add_expert_matrix (list, f, "ffn_gate_up_exps.weight", "ffn_gate_up_exps.bias", width,
                         mul (f->expert_width, 2));
    }
  else
    {
      add_expert_matrix (list, f, "ffn_up_exps.weight", "ffn_up_exps.bias", width, f->expert_width);
      if (f->experts_gated)
        add_expert_matrix (list, f, "ffn_gate_exps.weight", "ffn_gate_exps.bias", width,
                           f->expert_width);
    }
  add_expert_matrix (list, f, "ffn_down_exps.weight", "ffn_down_exps.bias", f->expert_width, width);
}

static void
add_shared_experts (PlimsollTensorList *list, const PlimsollFeedForward *f)
{
  guint64 embedding = list->spec->embedding;

  if (f->shared_width == 0)
    return;

  plimsoll_tensor_list_add (list, "ffn_up_shexp.weight", embedding, f->shared_width);
  if (f->experts_gated)
    plimsoll_tensor_list_add (list, "ffn_gate_shexp.weight", embedding, f->shared_width);
  plimsoll_tensor_list_add (list, "ffn_down_shexp.weight", f->shared_width, embedding);
  if (f->shared_gate)
    plimsoll_tensor_list_add_vector (list, "ffn_gate_inp_shexp.weight", embedding);
}

/* Norms have the names that their architecture gives them. It matters to nobody's size, but a plan
 * is then what the file's own list is. */
#define NORM(name) { name ".weight", name ".bias" }
#define MAX_NAMED_NORMS 7

typedef struct
{
  const char *weight;
  const char *bias;
} NormName;

static const NormName pre_norms[] = {
  NORM ("attn_norm"),
  NORM ("ffn_norm"),
};

static const NormName sandwich_norms[MAX_NAMED_NORMS] = {
  NORM ("attn_norm"),       NORM ("post_attention_norm"), NORM ("ffn_norm"),
  NORM ("post_ffw_norm"),   NORM ("pre_ffw_norm_2"),      NORM ("post_ffw_norm_1"),
  NORM ("post_ffw_norm_2"),
};

static const NormName post_norms[] = {
  NORM ("post_attention_norm"),
  NORM ("post_ffw_norm"),
};

/* Architectures whose norm before the feed-forward part is called post_attention_norm. */
static const char *const sandwich_named[] = {
  "gpt-oss", "glm4moe", "qwen3next", "qwen35", "qwen35moe", NULL,
};
static const char *const post_named[] = { "olmo2", "exaone4", NULL };

static const NormName *
find_norm_names (const char *architecture, guint32 n)
{
  if (n > 2 || g_strv_contains (sandwich_named, architecture))
    return sandwich_norms;
  if (g_strv_contains (post_named, architecture))
    return post_norms;
  return pre_norms;
}

static void
add_norms (PlimsollTensorList *list, const PlimsollLayer *layer)
{
  guint64 embedding = list->spec->embedding;
  gboolean after_per_layer = layer->per_layer_width != 0 && layer->norms > 0;
  guint32 n = layer->norms - (after_per_layer ? 1 : 0);
  const NormName *names = find_norm_names (list->spec->architecture, n);

  for (guint32 i = 0; i < MIN (n, MAX_NAMED_NORMS); i++)
    {
      plimsoll_tensor_list_add_vector (list, names[i].weight, embedding);
      if (layer->norm_biases)
        plimsoll_tensor_list_add_vector (list, names[i].bias, embedding);
    }

  if (n > MAX_NAMED_NORMS)
    plimsoll_tensor_list_add (list, "other_norm.weight", embedding,
                              mul (n - MAX_NAMED_NORMS, layer->norm_biases ? 2 : 1));
  if (after_per_layer)
    plimsoll_tensor_list_add_vector (list, "post_norm.weight", embedding);
}

void
plimsoll_tensor_list_add_feed_forward (PlimsollTensorList *list, const PlimsollLayer *layer)
{
  add_norms (list, layer);
  add_dense (list, &layer->feed_forward);
  add_experts (list, &layer->feed_forward);
  add_shared_experts (list, &layer->feed_forward);

  if (layer->per_layer_width != 0)
    {
      guint64 embedding = list->spec->embedding;

      plimsoll_tensor_list_add (list, "inp_gate.weight", embedding, layer->per_layer_width);
      plimsoll_tensor_list_add (list, "proj.weight", layer->per_layer_width, embedding);
    }

  plimsoll_tensor_list_add_vector (list, "layer_output_scale.weight", layer->other_gguf_scalars);
  plimsoll_tensor_list_add_other (list, layer->other_parameters);
}
