/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-model-private.h"

static void
read_delta_net (GgufModel *self, PlimsollRecurrent *r)
{
  guint64 value_heads = gguf_model_extent (self, "ssm_a", 0);
  guint64 dim = gguf_model_extent (self, "ssm_norm.weight", 0);
  guint64 channels = gguf_model_extent (self, "ssm_conv1d.weight", 1);
  guint64 values = gguf_model_extent (self, "ssm_out.weight", 0);

  r->kind = PLIMSOLL_RECURRENT_GATED_DELTA_NET;
  r->conv_kernel = gguf_narrow (gguf_model_extent (self, "ssm_conv1d.weight", 0));
  r->value_heads = gguf_narrow (value_heads);
  r->key_dim = r->value_dim = gguf_narrow (dim);
  /* The convolution runs over queries, keys and values. */
  if (dim > 0 && channels > values)
    r->key_heads = gguf_narrow ((channels - values) / 2 / dim);
  r->split_beta_alpha = gguf_model_has (self, "ssm_alpha.weight");
}

/* Kimi's delta attention: a convolution each for Q, K and V. */
static void
read_kda (GgufModel *self, PlimsollRecurrent *r)
{
  guint64 heads = gguf_model_block_number (self, "attention.head_count", 0);
  const PlimsollTensor *convolution = gguf_model_tensor (self, "ssm_conv1d_q.weight");
  guint64 width = convolution->ne[1] * convolution->ne[2];

  r->kind = PLIMSOLL_RECURRENT_KDA;
  r->conv_kernel = gguf_narrow (convolution->ne[0]);
  r->key_dim = r->value_dim = gguf_narrow (gguf_model_number (self, "kda.head_dim", 0));
  if (r->key_dim > 0)
    heads = width / r->key_dim;
  r->key_heads = r->value_heads = gguf_narrow (heads);
}

static void
read_mamba (GgufModel *self, PlimsollRecurrent *r)
{
  guint64 channels = gguf_model_extent (self, "ssm_conv1d.weight", 1);

  r->conv_kernel = gguf_narrow (gguf_model_extent (self, "ssm_conv1d.weight", 0));
  r->inner = gguf_narrow (gguf_model_extent (self, "ssm_out.weight", 0));
  r->state = gguf_narrow (gguf_model_number (self, "ssm.state_size", 0));
  r->bias = gguf_model_has (self, "ssm_in.bias");
  if (gguf_model_has (self, "ssm_x.weight"))
    {
      r->kind = PLIMSOLL_RECURRENT_MAMBA1;
      r->state = gguf_narrow (gguf_model_extent (self, "ssm_a", 0));
      r->dt_rank = gguf_narrow (gguf_model_extent (self, "ssm_dt.weight", 0));
      r->inner_norms = gguf_model_has (self, "ssm_dt_norm.weight");
      return;
    }

  r->kind = PLIMSOLL_RECURRENT_MAMBA2;
  r->value_heads = gguf_narrow (gguf_model_extent (self, "ssm_dt.bias", 0));
  r->gated_norm = gguf_model_has (self, "ssm_norm.weight");
  if (r->state == 0)
    gguf_model_missing (self, "ssm.state_size");
  else if (channels > r->inner)
    r->groups = gguf_narrow ((channels - r->inner) / 2 / r->state);
}

static void
read_rwkv (GgufModel *self, PlimsollRecurrent *r)
{
  r->kind = PLIMSOLL_RECURRENT_RWKV;
  r->inner = gguf_narrow (gguf_model_extent (self, "time_mix_key.weight", 1));
  r->key_dim = gguf_narrow (gguf_model_number (self, "wkv.head_size", 64));
}

void
gguf_model_recurrent (GgufModel *self, PlimsollRecurrent *r)
{
  if (gguf_model_has (self, "shortconv.conv.weight"))
    {
      r->kind = PLIMSOLL_RECURRENT_SHORT_CONV;
      r->conv_kernel = gguf_narrow (gguf_model_extent (self, "shortconv.conv.weight", 0));
    }
  else if (gguf_model_has (self, "ssm_conv1d_q.weight"))
    read_kda (self, r);
  else if (gguf_model_has (self, "ssm_ba.weight") || gguf_model_has (self, "ssm_alpha.weight"))
    read_delta_net (self, r);
  else if (gguf_model_has (self, "ssm_in.weight"))
    read_mamba (self, r);
  else if (gguf_model_has (self, "time_mix_key.weight"))
    read_rwkv (self, r);
}

static void
read_dense (GgufModel *self, PlimsollFeedForward *f)
{
  guint64 width = gguf_model_extent (self, "ffn_down.weight", 0);
  gboolean fused = width != 0 && !gguf_model_has (self, "ffn_gate.weight")
                   && gguf_model_extent (self, "ffn_up.weight", 1) == 2 * width;

  f->dense_width = gguf_narrow (width);
  f->dense_gated = width != 0 && (fused || gguf_model_has (self, "ffn_gate.weight"));
  f->fused_gate_up = fused;
  f->bias = gguf_model_has (self, "ffn_down.bias") || gguf_model_has (self, "ffn_up.bias");
}

/* Files of before 2024's spring have a tensor for each expert: "ffn_down.7.weight". */
static guint64
count_apart_experts (GgufModel *self)
{
  guint64 n = 0;

  for (gsize i = 0; i < self->n_tensors; i++)
    {
      const char *suffix = self->tensors[i].suffix;

      if (g_str_has_prefix (suffix, "ffn_down.") && g_ascii_isdigit (suffix[9]))
        n++;
    }
  return n;
}

static void
read_experts (GgufModel *self, PlimsollFeedForward *f)
{
  const PlimsollTensor *down = gguf_model_tensor (self, "ffn_down_exps.weight");
  guint64 apart = down == NULL ? count_apart_experts (self) : 0;
  guint64 used = gguf_model_block_number (self, "expert_used_count", 0);

  if (down == NULL && apart == 0)
    return;

  f->experts = gguf_narrow (down != NULL ? down->ne[2] : apart);
  f->experts_used = gguf_narrow (used);
  f->expert_width =
    gguf_narrow (down != NULL ? down->ne[0] : gguf_model_extent (self, "ffn_down.0.weight", 0));
  if (used == 0)
    gguf_model_missing (self, "expert_used_count");

  if (gguf_model_has (self, "ffn_gate_up_exps.weight"))
    f->fused_gate_up = TRUE;
  f->experts_gated = f->fused_gate_up || gguf_model_has (self, "ffn_gate_exps.weight")
                     || gguf_model_has (self, "ffn_gate.0.weight");
  if (down != NULL && down->ne[1] != self->embedding)
    f->latent_width = gguf_narrow (down->ne[1]);
  f->expert_biases = gguf_model_has (self, "ffn_down_exps.bias");
  f->router_bias = gguf_model_has (self, "ffn_gate_inp.bias");
  f->correction_bias = gguf_model_has (self, "exp_probs_b.bias");
  f->router_scales = gguf_model_has (self, "ffn_gate_inp.scale");
}

static void
read_shared_experts (GgufModel *self, PlimsollFeedForward *f)
{
  guint64 width = gguf_model_extent (self, "ffn_down_shexp.weight", 0);

  if (width == 0)
    return;
  f->shared_width = gguf_narrow (width);
  f->shared_experts = gguf_narrow (gguf_model_number (self, "expert_shared_count", 1));
  f->shared_gate = gguf_model_has (self, "ffn_gate_inp_shexp.weight");
}

void
gguf_model_feed_forward (GgufModel *self, PlimsollFeedForward *f)
{
  read_dense (self, f);
  read_experts (self, f);
  read_shared_experts (self, f);
}
