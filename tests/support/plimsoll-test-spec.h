/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The models of tests/truth/llamacpp-models.ini as specifications, for every test that compares
 * with what llama.cpp allocates or writes. A test may change the spec that it gets: nobody else
 * holds it. */

#pragma once

#include "plimsoll-model-spec.h"

#include <string.h>

static inline GKeyFile *
plimsoll_test_models (void)
{
  static GKeyFile *models = NULL;

  if (models == NULL)
    {
      g_autofree char *path =
        g_test_build_filename (G_TEST_DIST, "truth", "llamacpp-models.ini", NULL);
      g_autoptr (GError) error = NULL;

      models = g_key_file_new ();
      g_key_file_load_from_file (models, path, G_KEY_FILE_NONE, &error);
      g_assert_no_error (error);
    }

  return models;
}

/** Returns: the number at @key of model @name, 0 when it has none. */
static inline guint64
plimsoll_test_model_number (const char *name, const char *key)
{
  return g_key_file_get_uint64 (plimsoll_test_models (), name, key, NULL);
}

static inline guint32
plimsoll_test_model_width (const char *name, const char *key)
{
  return (guint32) plimsoll_test_model_number (name, key);
}

static inline gboolean
plimsoll_test_model_flag (const char *name, const char *key)
{
  return g_key_file_get_boolean (plimsoll_test_models (), name, key, NULL);
}

/** Returns: (transfer full): the names of all models. */
static inline char **
plimsoll_test_model_names (void)
{
  return g_key_file_get_groups (plimsoll_test_models (), NULL);
}

/* Whether block @block of @name attends; hybrids say it by a list or an interval. */
static inline gboolean
plimsoll_test_block_attends (const char *name, guint32 block)
{
  g_autofree gint *blocks = NULL;
  gsize n = 0;
  guint32 interval = plimsoll_test_model_width (name, "full-attention-interval");

  if (plimsoll_test_model_number (name, "heads") == 0)
    return FALSE;
  if (interval != 0)
    return (block + 1) % interval == 0;

  blocks =
    g_key_file_get_integer_list (plimsoll_test_models (), name, "attention-blocks", &n, NULL);
  if (blocks == NULL)
    return TRUE;

  for (gsize i = 0; i < n; i++)
    if (blocks[i] == (gint) block)
      return TRUE;

  return FALSE;
}

static inline void
plimsoll_test_fill_attention (PlimsollAttention *a,
                              const char *name,
                              const char *architecture,
                              guint32 block)
{
  guint32 period = plimsoll_test_model_width (name, "window-period");
  guint32 n_sharing = plimsoll_test_model_width (name, "blocks-sharing-cache");
  gboolean full = period == 0 || block % period == period - 1;
  gboolean gpt_oss = g_str_equal (architecture, "gpt-oss");
  gboolean head_norms = g_str_equal (architecture, "gemma4") || g_str_equal (architecture, "lfm2");

  a->kind = full ? PLIMSOLL_ATTENTION_FULL : PLIMSOLL_ATTENTION_SLIDING;
  a->heads = plimsoll_test_model_width (name, "heads");
  a->kv_heads = plimsoll_test_model_width (name, "kv-heads");
  a->key_dim = plimsoll_test_model_width (name, "head-dim");
  a->window = full ? 0 : plimsoll_test_model_width (name, "window");
  if (full && plimsoll_test_model_number (name, "head-dim-full") != 0)
    {
      a->kv_heads = plimsoll_test_model_width (name, "kv-heads-full");
      a->key_dim = plimsoll_test_model_width (name, "head-dim-full");
    }
  a->value_dim = a->key_dim;
  a->value_is_key = full && plimsoll_test_model_flag (name, "full-blocks-without-v");
  a->shares_cache = block + n_sharing >= plimsoll_test_model_width (name, "blocks");
  a->gated_query = plimsoll_test_model_number (name, "full-attention-interval") != 0;
  a->q_bias = a->kv_bias = gpt_oss || plimsoll_test_model_flag (name, "qkv-bias");
  a->output_bias = a->sinks = gpt_oss;
  a->fused_qkv = plimsoll_test_model_flag (name, "fused-qkv-and-gate-up");
  if (head_norms || a->gated_query || plimsoll_test_model_flag (name, "qk-norm"))
    a->qk_norm = PLIMSOLL_QK_NORM_HEAD;

  if (plimsoll_test_model_number (name, "kv-lora-rank") != 0)
    {
      a->kind = PLIMSOLL_ATTENTION_MLA;
      a->kv_heads = 1;
      a->q_lora_rank = plimsoll_test_model_width (name, "q-lora-rank");
      a->kv_lora_rank = plimsoll_test_model_width (name, "kv-lora-rank");
      a->rope_dim = plimsoll_test_model_width (name, "rope-dim");
      a->key_dim = plimsoll_test_model_width (name, "nope-dim") + a->rope_dim;
      a->value_dim = plimsoll_test_model_width (name, "value-dim");
    }

  /* An MTP block attends in full and has a cache of its own. */
  if (block >= plimsoll_test_model_width (name, "blocks"))
    a->shares_cache = FALSE;
}

static inline void
plimsoll_test_fill_recurrent (PlimsollRecurrent *r, const char *name)
{
  r->conv_kernel = plimsoll_test_model_width (name, "conv-kernel");
  r->inner = plimsoll_test_model_width (name, "ssm-inner");
  r->state = plimsoll_test_model_width (name, "ssm-state");

  if (plimsoll_test_model_number (name, "shortconv-kernel") != 0)
    {
      r->kind = PLIMSOLL_RECURRENT_SHORT_CONV;
      r->conv_kernel = plimsoll_test_model_width (name, "shortconv-kernel");
    }
  else if (plimsoll_test_model_number (name, "ssm-dt-rank") != 0)
    {
      r->kind = PLIMSOLL_RECURRENT_MAMBA1;
      r->dt_rank = plimsoll_test_model_width (name, "ssm-dt-rank");
    }
  else if (plimsoll_test_model_number (name, "ssm-heads") != 0)
    {
      r->kind = PLIMSOLL_RECURRENT_MAMBA2;
      r->value_heads = plimsoll_test_model_width (name, "ssm-heads");
      r->groups = plimsoll_test_model_width (name, "ssm-groups");
      r->gated_norm = TRUE;
    }
  else
    {
      r->kind = PLIMSOLL_RECURRENT_GATED_DELTA_NET;
      r->key_heads = plimsoll_test_model_width (name, "linear-k-heads");
      r->value_heads = plimsoll_test_model_width (name, "linear-v-heads");
      r->key_dim = r->value_dim = plimsoll_test_model_width (name, "linear-head-dim");
      r->split_beta_alpha = !g_str_has_prefix (name, "qwen3-next");
    }
}

static inline void
plimsoll_test_fill_feed_forward (PlimsollFeedForward *f,
                                 const char *name,
                                 const char *architecture,
                                 guint32 block)
{
  gboolean gpt_oss = g_str_equal (architecture, "gpt-oss");
  gboolean gemma4 = g_str_equal (architecture, "gemma4");
  guint32 width = plimsoll_test_model_width (name, "feed-forward");
  guint32 expert_width = plimsoll_test_model_width (name, "expert-feed-forward");

  f->experts_gated = f->dense_gated = TRUE;
  f->fused_gate_up = plimsoll_test_model_flag (name, "fused-qkv-and-gate-up");
  if (plimsoll_test_model_number (name, "experts") == 0
      || block < plimsoll_test_model_width (name, "leading-dense-blocks"))
    {
      f->dense_width = width;
      return;
    }

  f->dense_width = gemma4 ? width : 0;
  f->fused_gate_up = f->router_scales = gemma4;
  f->experts = plimsoll_test_model_width (name, "experts");
  f->experts_used = plimsoll_test_model_width (name, "experts-used");
  f->expert_width = expert_width != 0 ? expert_width : width;
  f->expert_biases = f->router_bias = gpt_oss;
  f->correction_bias =
    g_str_equal (architecture, "glm4moe") || plimsoll_test_model_flag (name, "expert-bias");

  f->shared_experts = plimsoll_test_model_width (name, "shared-experts");
  f->shared_width = f->shared_experts * f->expert_width;
  if (plimsoll_test_model_number (name, "shared-feed-forward") != 0)
    {
      f->shared_experts = 1;
      f->shared_width = plimsoll_test_model_width (name, "shared-feed-forward");
    }
  f->shared_gate =
    plimsoll_test_model_number (name, "full-attention-interval") != 0 && f->shared_width != 0;
}

static inline guint32
plimsoll_test_block_norms (const PlimsollLayer *layer, const char *architecture)
{
  if (g_str_has_prefix (architecture, "gemma"))
    return layer->feed_forward.experts != 0 ? 7 : layer->per_layer_width != 0 ? 5 : 4;

  return g_str_equal (architecture, "mamba") ? 1 : 2;
}

static inline void
plimsoll_test_fill_layer (PlimsollLayer *layer,
                          const char *name,
                          const char *architecture,
                          guint32 block)
{
  /* Kinds are compared as bytes, padding with them. */
  memset (layer, 0, sizeof *layer);

  if (plimsoll_test_block_attends (name, block))
    plimsoll_test_fill_attention (&layer->attention, name, architecture, block);
  else
    plimsoll_test_fill_recurrent (&layer->recurrent, name);

  plimsoll_test_fill_feed_forward (&layer->feed_forward, name, architecture, block);
  layer->per_layer_width = plimsoll_test_model_width (name, "per-layer-embedding");
  layer->other_gguf_scalars = g_str_equal (architecture, "gemma4");
  layer->norms = plimsoll_test_block_norms (layer, architecture);
}

static inline void
plimsoll_test_fill_blocks (PlimsollModelSpec *spec, const char *name)
{
  guint32 n_kinds = 0;

  for (guint32 i = 0; i < spec->n_blocks + spec->n_mtp_blocks; i++)
    {
      PlimsollLayer layer;
      guint32 kind = 0;

      plimsoll_test_fill_layer (&layer, name, spec->architecture, i);
      while (kind < n_kinds && memcmp (&spec->kinds[kind], &layer, sizeof layer) != 0)
        kind++;

      g_assert_cmpuint (kind, <, spec->n_kinds);
      memcpy (&spec->kinds[kind], &layer, sizeof layer);
      spec->pattern[i] = (guint8) kind;
      n_kinds = MAX (n_kinds, kind + 1);
    }

  spec->n_kinds = n_kinds;
}

/**
 * plimsoll_test_spec:
 * @name: a model of tests/truth/llamacpp-models.ini, "llama-3.1-8b"
 *
 * The experts of gpt-oss are as quantizable as in the measured files; set native_mxfp4_experts for
 * the files that are published.
 *
 * Returns: (transfer full): its specification
 */
static inline PlimsollModelSpec *
plimsoll_test_spec (const char *name)
{
  const guint32 max_kinds = 8;
  g_autofree char *architecture =
    g_key_file_get_string (plimsoll_test_models (), name, "architecture", NULL);
  guint32 head_dim = plimsoll_test_model_width (name, "head-dim");
  PlimsollModelSpec *spec =
    plimsoll_model_spec_new (plimsoll_test_model_width (name, "blocks"),
                             plimsoll_test_model_width (name, "mtp-blocks"), max_kinds);
  gboolean lfm2 = g_strcmp0 (architecture, "lfm2") == 0;

  g_set_str (&spec->architecture, architecture);
  g_set_str (&spec->native_dtype, "BF16");
  spec->source = PLIMSOLL_SPEC_FROM_CONFIG;
  spec->embedding = plimsoll_test_model_width (name, "embedding");
  spec->vocabulary = plimsoll_test_model_width (name, "vocabulary");
  spec->max_context = plimsoll_test_model_width (name, "context");
  spec->tied_head = plimsoll_test_model_flag (name, "tied-head");
  spec->final_norm = !lfm2;
  spec->embedding_norm = lfm2;
  spec->rope_factors = plimsoll_test_model_width (name, "rope-factors-length");
  if (plimsoll_test_model_flag (name, "rope-freqs-tensor"))
    spec->rope_freqs = head_dim / 2;
  else if (g_strcmp0 (architecture, "gemma4") == 0)
    spec->rope_freqs = plimsoll_test_model_width (name, "head-dim-full") / 2;
  spec->per_layer_width = plimsoll_test_model_width (name, "per-layer-embedding");
  spec->mtp_in_gguf = spec->n_mtp_blocks != 0;
  spec->mtp_own_embedding = plimsoll_test_model_flag (name, "mtp-own-embedding");

  plimsoll_test_fill_blocks (spec, name);

  return spec;
}
