/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-reader.h"
#include "plimsoll-parameters.h"
#include "plimsoll-spec-json.h"

#include <string.h>

#define SIZES                                                                                      \
  "\"hidden_size\": 64, \"num_attention_heads\": 4, \"num_key_value_heads\": 2, "                  \
  "\"intermediate_size\": 128, \"vocab_size\": 100"

static PlimsollModelSpec *
read_config (const char *text)
{
  g_autoptr (GError) error = NULL;
  PlimsollModelSpec *spec = plimsoll_config_read (text, strlen (text), "config.json", &error);

  g_assert_no_error (error);
  g_assert_nonnull (spec);

  return spec;
}

static guint
count_kind (const PlimsollModelSpec *spec, PlimsollAttentionKind kind)
{
  guint n = 0;

  for (guint i = 0; i < spec->n_blocks; i++)
    n += plimsoll_model_spec_layer (spec, i)->attention.kind == kind;

  return n;
}

static PlimsollParameters
count_parameters (const PlimsollModelSpec *spec)
{
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  PlimsollParameters parameters;

  g_assert_true (plimsoll_parameters (spec, plan, &parameters));

  return parameters;
}

/* 1: layers that cache are fewer than layers; the list of Kimi Linear counts from one. */
static void
test_few_attend (void)
{
  g_autoptr (PlimsollModelSpec) kimi = read_config (
    "{\"model_type\": \"kimi_linear\", \"num_hidden_layers\": 4, \"kv_lora_rank\": 16, "
    "\"qk_nope_head_dim\": 16, \"qk_rope_head_dim\": 8, \"v_head_dim\": 16, "
    "\"linear_attn_config\": {\"full_attn_layers\": [4], \"num_heads\": 2, \"head_dim\": 32}, " SIZES
    "}");
  g_autoptr (PlimsollModelSpec) nemotron = read_config (
    "{\"model_type\": \"nemotron_h\", \"hybrid_override_pattern\": \"M-M*\", "
    "\"num_hidden_layers\": 4, \"mamba_num_heads\": 4, \"mamba_head_dim\": 32, \"n_groups\": 2, "
    "\"ssm_state_size\": 16, " SIZES "}");
  g_autoptr (PlimsollModelSpec) qwen =
    read_config ("{\"model_type\": \"qwen3_5\", \"num_hidden_layers\": 8, \"head_dim\": 16, " SIZES
                 "}");

  g_assert_cmpuint (count_kind (kimi, PLIMSOLL_ATTENTION_MLA), ==, 1);
  g_assert_cmpint (plimsoll_model_spec_layer (kimi, 3)->attention.kind, ==, PLIMSOLL_ATTENTION_MLA);
  g_assert_cmpint (plimsoll_model_spec_layer (kimi, 0)->recurrent.kind, ==, PLIMSOLL_RECURRENT_KDA);
  g_assert_cmpuint (count_kind (nemotron, PLIMSOLL_ATTENTION_FULL), ==, 1);
  g_assert_cmpint (plimsoll_model_spec_layer (nemotron, 0)->recurrent.kind, ==,
                   PLIMSOLL_RECURRENT_MAMBA2);
  g_assert_cmpuint (plimsoll_model_spec_layer (nemotron, 1)->feed_forward.dense_width, ==, 128);
  g_assert_cmpuint (count_kind (qwen, PLIMSOLL_ATTENTION_FULL), ==, 2);
}

/* 2: a state for each sequence; Falcon-H1 has a state and a cache in every block. */
static void
test_states (void)
{
  g_autoptr (PlimsollModelSpec) falcon =
    read_config ("{\"model_type\": \"falcon_h1\", \"num_hidden_layers\": 3, \"mamba_n_heads\": 4, "
                 "\"mamba_d_head\": 32, \"mamba_d_state\": 16, \"mamba_n_groups\": 1, " SIZES "}");
  const PlimsollLayer *layer = plimsoll_model_spec_layer (falcon, 2);

  g_assert_cmpint (layer->attention.kind, ==, PLIMSOLL_ATTENTION_FULL);
  g_assert_cmpint (layer->recurrent.kind, ==, PLIMSOLL_RECURRENT_MAMBA2);
  g_assert_cmpuint (layer->recurrent.inner, ==, 128);
  g_assert_false (layer->recurrent.gated_norm);
}

/* 3: windows: by class, by list, said but not used, and as long as the context. */
static void
test_windows (void)
{
  static const struct
  {
    const char *config;
    guint sliding;
    guint window;
  } cases[] = {
    { "{\"model_type\": \"gemma2\", \"num_hidden_layers\": 4, \"sliding_window\": 32, " SIZES "}",
      2, 32 },
    { "{\"model_type\": \"gemma3_text\", \"num_hidden_layers\": 12, \"sliding_window\": 32, " SIZES
      "}",
      10, 32 },
    { "{\"model_type\": \"cohere2\", \"num_hidden_layers\": 8, " SIZES "}", 6, 4096 },
    { "{\"model_type\": \"gpt_oss\", \"num_hidden_layers\": 4, \"num_local_experts\": 4, "
      "\"num_experts_per_tok\": 2, " SIZES "}",
      2, 128 },
    { "{\"model_type\": \"qwen2\", \"num_hidden_layers\": 4, \"sliding_window\": 32, "
      "\"use_sliding_window\": false, " SIZES "}",
      0, 0 },
    { "{\"model_type\": \"qwen2\", \"num_hidden_layers\": 4, \"sliding_window\": 32, "
      "\"use_sliding_window\": true, \"max_window_layers\": 3, " SIZES "}",
      1, 32 },
    { "{\"model_type\": \"mistral\", \"num_hidden_layers\": 4, \"sliding_window\": 32, " SIZES "}",
      4, 32 },
    { "{\"model_type\": \"mistral\", \"num_hidden_layers\": 4, \"sliding_window\": null, " SIZES
      "}",
      0, 0 },
    { "{\"model_type\": \"phi3\", \"num_hidden_layers\": 4, \"sliding_window\": 262144, "
      "\"max_position_embeddings\": 131072, " SIZES "}",
      0, 0 },
    { "{\"model_type\": \"exaone4\", \"num_hidden_layers\": 8, \"sliding_window\": 32, "
      "\"sliding_window_pattern\": \"LLLG\", " SIZES "}",
      6, 32 },
    { "{\"model_type\": \"exaone4\", \"num_hidden_layers\": 8, " SIZES "}", 6, 4096 },
    { "{\"model_type\": \"exaone4\", \"num_hidden_layers\": 8, \"sliding_window\": null, "
      "\"sliding_window_pattern\": null, " SIZES "}",
      0, 0 },
    { "{\"model_type\": \"olmo3\", \"num_hidden_layers\": 2, \"sliding_window\": 32, "
      "\"layer_types\": [\"full_attention\", \"sliding_attention\"], " SIZES "}",
      1, 32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PlimsollModelSpec) spec = read_config (cases[i].config);

      g_test_message ("%s", cases[i].config);
      g_assert_cmpuint (count_kind (spec, PLIMSOLL_ATTENTION_SLIDING), ==, cases[i].sliding);
      for (guint j = 0; j < spec->n_kinds; j++)
        if (spec->kinds[j].attention.kind == PLIMSOLL_ATTENTION_SLIDING)
          g_assert_cmpuint (spec->kinds[j].attention.window, ==, cases[i].window);
    }
}

/* 4: heads differ by the kind of block. */
static void
test_heads_differ (void)
{
  g_autoptr (PlimsollModelSpec) mimo = read_config (
    "{\"model_type\": \"mimo_v2_flash\", \"num_hidden_layers\": 2, \"head_dim\": 24, "
    "\"v_head_dim\": 16, \"hybrid_layer_pattern\": [0, 1], \"swa_num_key_value_heads\": 4, "
    "\"swa_head_dim\": 24, \"swa_v_head_dim\": 16, \"add_swa_attention_sink_bias\": true, " SIZES
    "}");
  g_autoptr (PlimsollModelSpec) gemma = read_config (
    "{\"model_type\": \"gemma4\", \"text_config\": {\"num_hidden_layers\": 2, \"head_dim\": 16, "
    "\"global_head_dim\": 32, \"num_global_key_value_heads\": 1, \"attention_k_eq_v\": true, "
    "\"layer_types\": [\"sliding_attention\", \"full_attention\"], " SIZES "}}");

  g_assert_cmpuint (plimsoll_model_spec_layer (mimo, 0)->attention.kv_heads, ==, 2);
  g_assert_cmpuint (plimsoll_model_spec_layer (mimo, 1)->attention.kv_heads, ==, 4);
  g_assert_cmpuint (plimsoll_model_spec_layer (mimo, 1)->attention.value_dim, ==, 16);
  g_assert_true (plimsoll_model_spec_layer (mimo, 1)->attention.sinks);
  g_assert_false (plimsoll_model_spec_layer (mimo, 0)->attention.sinks);
  g_assert_cmpuint (plimsoll_model_spec_layer (gemma, 0)->attention.key_dim, ==, 16);
  g_assert_cmpuint (plimsoll_model_spec_layer (gemma, 1)->attention.key_dim, ==, 32);
  g_assert_cmpuint (plimsoll_model_spec_layer (gemma, 1)->attention.kv_heads, ==, 1);
  g_assert_true (plimsoll_model_spec_layer (gemma, 1)->attention.value_is_key);
}

/* 5: blocks that share a cache. */
static void
test_shared_cache (void)
{
  g_autoptr (PlimsollModelSpec) spec = read_config (
    "{\"model_type\": \"gemma4_text\", \"num_hidden_layers\": 4, \"num_kv_shared_layers\": 2, "
    "\"use_double_wide_mlp\": true, \"hidden_size_per_layer_input\": 8, " SIZES "}");

  g_assert_false (plimsoll_model_spec_layer (spec, 1)->attention.shares_cache);
  g_assert_true (plimsoll_model_spec_layer (spec, 2)->attention.shares_cache);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 3)->feed_forward.dense_width, ==, 256);
  g_assert_cmpuint (spec->per_layer_width, ==, 8);
}

/* 6: MLA, with an indexer in some blocks only. */
static void
test_mla (void)
{
  g_autoptr (PlimsollModelSpec) spec = read_config (
    "{\"model_type\": \"glm_moe_dsa\", \"num_hidden_layers\": 2, \"kv_lora_rank\": 32, "
    "\"q_lora_rank\": 24, \"qk_nope_head_dim\": 12, \"qk_rope_head_dim\": 4, \"v_head_dim\": 16, "
    "\"index_n_heads\": 2, \"index_head_dim\": 8, \"indexer_types\": [\"full\", \"shared\"], " SIZES
    "}");
  const PlimsollAttention *a = &plimsoll_model_spec_layer (spec, 0)->attention;

  g_assert_cmpint (a->kind, ==, PLIMSOLL_ATTENTION_MLA);
  g_assert_cmpuint (a->kv_lora_rank, ==, 32);
  g_assert_cmpuint (a->rope_dim, ==, 4);
  g_assert_cmpuint (a->key_dim, ==, 16);
  g_assert_cmpuint (a->index_heads, ==, 2);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 1)->attention.index_heads, ==, 0);
}

/* 7: a window, and an entry for each four or 128 tokens. */
static void
test_compressed (void)
{
  g_autoptr (PlimsollModelSpec) spec = read_config (
    "{\"model_type\": \"deepseek_v4\", \"num_hidden_layers\": 3, \"head_dim\": 32, "
    "\"q_lora_rank\": 16, \"o_lora_rank\": 16, \"o_groups\": 2, \"sliding_window\": 128, "
    "\"index_n_heads\": 2, \"index_head_dim\": 8, \"compress_ratios\": [0, 4, 128], \"hc_mult\": 2, "
    "\"n_routed_experts\": 4, \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 16, " SIZES
    "}");

  g_assert_cmpuint (count_kind (spec, PLIMSOLL_ATTENTION_COMPRESSED), ==, 3);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 0)->attention.compression, ==, 0);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 1)->attention.compression, ==, 4);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 1)->attention.index_dim, ==, 8);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 2)->attention.compression, ==, 128);
  g_assert_cmpuint (plimsoll_model_spec_layer (spec, 2)->attention.window, ==, 128);
}

/* 8: what a config leaves out is what its class has. */
static void
test_class_defaults (void)
{
  g_autoptr (PlimsollModelSpec) gemma = read_config (
    "{\"model_type\": \"gemma3\", \"text_config\": {\"model_type\": \"gemma3_text\", "
    "\"hidden_size\": 2560, \"intermediate_size\": 10240, \"num_hidden_layers\": 34, "
    "\"sliding_window\": 1024}, \"vision_config\": {\"model_type\": \"siglip_vision_model\"}}");
  g_autoptr (PlimsollModelSpec) llava =
    read_config ("{\"model_type\": \"llava\", \"text_config\": {\"model_type\": \"llama\", "
                 "\"vocab_size\": 32064}, \"vision_config\": {}}");
  g_autoptr (PlimsollModelSpec) llama2 = read_config (
    "{\"model_type\": \"llama\", \"num_hidden_layers\": 1, \"hidden_size\": 64, "
    "\"num_attention_heads\": 4, \"num_key_value_heads\": null, \"intermediate_size\": 128}");

  g_assert_cmpuint (gemma->vocabulary, ==, 262208);
  g_assert_true (gemma->tied_head);
  g_assert_cmpuint (count_parameters (gemma).total, ==, 4300079472);
  g_assert_cmpuint (llava->n_blocks, ==, 32);
  g_assert_false (llava->vision_known);
  g_assert_cmpuint (llama2->kinds[0].attention.kv_heads, ==, 4);
}

/* 9: other names for the same, lists for numbers, text parts two levels down. */
static void
test_other_names (void)
{
  g_autoptr (PlimsollModelSpec) gpt =
    read_config ("{\"model_type\": \"gpt2\", \"n_embd\": 768, \"n_layer\": 12, \"n_head\": 12, "
                 "\"n_positions\": 1024, \"vocab_size\": 50257, \"n_inner\": null}");
  g_autoptr (PlimsollModelSpec) glm =
    read_config ("{\"model_type\": \"chatglm\", \"num_layers\": 2, \"hidden_size\": 64, "
                 "\"num_attention_heads\": 4, \"multi_query_group_num\": 2, \"kv_channels\": 16, "
                 "\"ffn_hidden_size\": 96, \"padded_vocab_size\": 128, \"add_qkv_bias\": true}");
  g_autoptr (PlimsollModelSpec) omni = read_config (
    "{\"model_type\": \"qwen2_5_omni\", \"hidden_size\": 9, \"thinker_config\": {\"text_config\": "
    "{\"model_type\": \"qwen2_5_omni_text\", \"num_hidden_layers\": 3, " SIZES "}}}");
  g_autoptr (PlimsollModelSpec) qwen =
    read_config ("{\"model_type\": \"qwen\", \"num_hidden_layers\": 2, \"kv_channels\": 16, " SIZES
                 "}");
  g_autoptr (PlimsollModelSpec) hunyuan = read_config (
    "{\"model_type\": \"hunyuan_v1_moe\", \"num_hidden_layers\": 2, \"num_experts\": [4, 4], "
    "\"moe_topk\": [2, 2], \"moe_intermediate_size\": [32, 16], \"num_shared_expert\": [1, 1], " SIZES
    "}");
  g_autoptr (PlimsollModelSpec) ultra = read_config (
    "{\"model_type\": \"nemotron_h\", \"layers_block_type\": [\"mamba\", \"attention\", \"mlp\"], "
    "\"mamba_num_heads\": 4, \"mamba_head_dim\": 32, " SIZES "}");

  g_assert_cmpuint (count_parameters (gpt).total, ==, 124439808);
  g_assert_cmpstr (gpt->architecture, ==, "gpt2");
  g_assert_cmpuint (glm->vocabulary, ==, 128);
  g_assert_cmpuint (glm->kinds[0].attention.kv_heads, ==, 2);
  g_assert_true (glm->kinds[0].attention.q_bias);
  g_assert_true (glm->kinds[0].attention.fused_qkv);
  g_assert_cmpuint (omni->embedding, ==, 64);
  g_assert_cmpuint (omni->n_blocks, ==, 3);
  g_assert_cmpuint (qwen->kinds[0].feed_forward.dense_width, ==, 64);
  g_assert_cmpuint (plimsoll_model_spec_layer (hunyuan, 1)->feed_forward.expert_width, ==, 16);
  g_assert_cmpuint (ultra->n_blocks, ==, 3);
}

/* Falcon by its first name; shapes that another key of the class bends. */
static void
test_variants (void)
{
  static const struct
  {
    const char *config;
    guint64 total;
  } cases[] = {
    /* Of 4 heads one is for keys; of the second 2. Tied, LayerNorms with biases: one, and two. */
    { "{\"model_type\": \"RefinedWebModel\", \"n_layer\": 1, \"n_head\": 4, \"multi_query\": true, "
      "\"hidden_size\": 64, \"vocab_size\": 100}",
      6400 + 64 * 64 * 2 + 2 * 64 * 16 + 2 * 64 * 256 + 2 * 128 },
    { "{\"model_type\": \"RefinedWeb\", \"n_layer\": 1, \"n_head\": 4, \"n_head_kv\": 2, "
      "\"hidden_size\": 64, \"vocab_size\": 100}",
      6400 + 64 * 64 * 2 + 2 * 64 * 32 + 2 * 64 * 256 + 3 * 128 },
    /* Side by side, and a norm of each head. */
    { "{\"model_type\": \"stablelm\", \"num_hidden_layers\": 1, \"qk_layernorm\": true, "
      "\"use_parallel_residual\": true, " SIZES "}",
      2 * 6400 + 64 * 64 * 3 + 3 * 64 * 128 + 2 * 128 + (4 + 2) * 16 },
    { "{\"model_type\": \"codegen\", \"n_layer\": 1, \"n_head\": 4, \"n_embd\": 64, "
      "\"vocab_size\": 100, \"tie_word_embeddings\": false}",
      2 * 6400 + 100 + 64 * 64 * 4 + 2 * 64 * 256 + 256 + 64 + 2 * 128 },
    /* Written by a class that has no module of multi-token prediction, it has all of its keys. */
    { "{\"model_type\": \"qwen3_next\", \"num_hidden_layers\": 1, \"attention_bias\": false, "
      "\"layer_types\": [\"full_attention\"], \"head_dim\": 16, " SIZES "}",
      2 * 6400 + 64 + 64 * 64 * 4 + 32 + 3 * 64 * 128 + 128 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (PlimsollModelSpec) spec = read_config (cases[i].config);

      g_assert_cmpuint (count_parameters (spec).total, ==, cases[i].total);
    }
}

/* 10: heads times their size need not be the width. */
static void
test_head_size (void)
{
  g_autoptr (PlimsollModelSpec) spec =
    read_config ("{\"model_type\": \"qwen3\", \"num_hidden_layers\": 1, \"head_dim\": 128, " SIZES
                 "}");

  g_assert_cmpuint (spec->kinds[0].attention.key_dim, ==, 128);
  g_assert_cmpint (spec->kinds[0].attention.qk_norm, ==, PLIMSOLL_QK_NORM_HEAD);
}

/* 11: multi-token prediction, where the files have it. */
static void
test_mtp (void)
{
  g_autoptr (PlimsollModelSpec) deepseek = read_config (
    "{\"model_type\": \"deepseek_v3\", \"num_hidden_layers\": 2, \"num_nextn_predict_layers\": 1, "
    "\"kv_lora_rank\": 32, \"qk_nope_head_dim\": 12, \"qk_rope_head_dim\": 4, \"v_head_dim\": 16, " SIZES
    "}");
  g_autoptr (PlimsollModelSpec) minimax = read_config (
    "{\"model_type\": \"minimax_m2\", \"num_hidden_layers\": 2, \"num_mtp_modules\": 3, "
    "\"num_local_experts\": 4, \"num_experts_per_tok\": 2, " SIZES "}");

  g_assert_cmpuint (deepseek->n_mtp_blocks, ==, 1);
  g_assert_true (deepseek->mtp_own_embedding);
  g_assert_false (deepseek->mtp_in_gguf);
  g_assert_cmpuint (count_parameters (deepseek).mtp, >, 2 * 6400);
  g_assert_cmpuint (minimax->n_mtp_blocks, ==, 0);
}

/* 12: what the weights are published in, and which of them. */
static void
test_native (void)
{
  static const struct
  {
    const char *extra;
    const char *dtype;
    const char *rest;
    gboolean experts_only;
  } cases[] = {
    { "\"torch_dtype\": \"bfloat16\"", "BF16", "", FALSE },
    { "\"dtype\": \"torch.float16\"", "F16", "", FALSE },
    { "\"torch_dtype\": \"auto\"", "", "", FALSE },
    { "\"quantization_config\": {\"quant_method\": \"fp8\", \"weight_block_size\": [128, 128]}",
      "FP8", "BF16", FALSE },
    { "\"quantization_config\": {\"quant_method\": \"mxfp4\", \"modules_to_not_convert\": "
      "[\"model.layers.*.self_attn\", \"model.layers.*.mlp.router\"]}",
      "MXFP4", "BF16", TRUE },
    { "\"quantization_config\": {\"quant_method\": \"compressed-tensors\", \"format\": "
      "\"pack-quantized\", \"config_groups\": {\"group_0\": {\"weights\": {\"num_bits\": 4, "
      "\"type\": \"int\"}}}, \"ignore\": [\"re:.*self_attn.*\", \"re:.*shared_experts.*\"]}",
      "INT4", "BF16", TRUE },
    { "\"quantization_config\": {\"quant_method\": \"modelopt\", \"quant_algo\": \"NVFP4\"}",
      "NVFP4", "BF16", FALSE },
    { "\"quantization_config\": {\"quant_method\": \"gptq\", \"bits\": 4}", "GPTQ-INT4", "BF16",
      FALSE },
    { "\"quantization_config\": {\"quant_method\": \"bitsandbytes\", \"load_in_4bit\": true}",
      "NF4", "BF16", FALSE },
    { "\"expert_dtype\": \"fp4\", \"quantization_config\": {\"quant_method\": \"fp8\"}", "MXFP4",
      "FP8", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "{\"model_type\": \"qwen3_moe\", \"num_hidden_layers\": 1, \"num_experts\": 4, "
        "\"num_experts_per_tok\": 2, \"moe_intermediate_size\": 32, " SIZES ", %s}",
        cases[i].extra);
      g_autoptr (PlimsollModelSpec) spec = read_config (text);

      g_assert_cmpstr (spec->native_dtype, ==, cases[i].dtype);
      g_assert_cmpstr (spec->native_rest_dtype, ==, cases[i].rest);
      g_assert_true (spec->native_experts_only == cases[i].experts_only);
    }
}

/* 13: a vocabulary that is padded when it is stored. */
static void
test_padded_vocabulary (void)
{
  g_autoptr (PlimsollModelSpec) spec = read_config (
    "{\"d_model\": 768, \"n_layer\": 24, \"vocab_size\": 50277, \"ssm_cfg\": {\"layer\": "
    "\"Mamba2\"}, \"attn_layer_idx\": [], \"attn_cfg\": {}, \"pad_vocab_size_multiple\": 16, "
    "\"tie_embeddings\": true}");

  g_assert_cmpuint (spec->vocabulary, ==, 50288);
  g_assert_cmpuint (count_parameters (spec).total, ==, 128989632);
}

static void
assert_assumes (const PlimsollModelSpec *spec, const char *sentence)
{
  g_auto (GStrv) assumptions = plimsoll_config_assumptions (spec);

  g_assert_cmpstr (assumptions[0], ==, sentence);
}

static void
test_unknown_type (void)
{
  g_autoptr (PlimsollModelSpec) spec = read_config (
    "{\"model_type\": \"tomorrow\", \"num_hidden_layers\": 2, \"rope_scaling\": {\"rope_type\": "
    "\"llama3\"}, " SIZES "}");
  g_autoptr (PlimsollModelSpec) nameless = read_config ("{\"num_hidden_layers\": 2, " SIZES "}");
  g_autoptr (PlimsollModelSpec) known =
    read_config ("{\"model_type\": \"llama\", \"num_hidden_layers\": 2, " SIZES "}");

  g_assert_cmpint (spec->source, ==, PLIMSOLL_SPEC_FROM_GENERAL_KEYS);
  g_assert_cmpstr (spec->model_type, ==, "tomorrow");
  g_assert_cmpstr (spec->architecture, ==, "");
  g_assert_cmpuint (spec->rope_freqs, ==, 8);
  g_assert_cmpint (nameless->source, ==, PLIMSOLL_SPEC_FROM_GENERAL_KEYS);
  assert_assumes (spec,
                  "The model type “tomorrow” is not known: its blocks are read by the general "
                  "keys, as a llama's would be.");
  assert_assumes (nameless, "The config names no model type: its blocks are read by the general "
                            "keys, as a llama's would be.");
  assert_assumes (known, NULL);
}

/* Our own form says the same as the config. */
static void
test_own_form (void)
{
  g_autoptr (PlimsollModelSpec) spec =
    read_config ("{\"model_type\": \"qwen3_5_moe\", \"num_hidden_layers\": 48, \"head_dim\": 16, "
                 "\"num_experts\": 4, \"num_experts_per_tok\": 2, \"moe_intermediate_size\": 32, "
                 "\"shared_expert_intermediate_size\": 32, \"mtp_num_hidden_layers\": 1, "
                 "\"torch_dtype\": \"bfloat16\", " SIZES "}");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) again = NULL;
  g_autofree char *fault = NULL;

  plimsoll_spec_json_write (spec, text);
  g_assert_nonnull (strstr (text->str, "\"pattern\": [[12, 0, 0, 0, 1], [1, 1]]"));
  json_parser_load_from_data (parser, text->str, -1, &error);
  g_assert_no_error (error);

  again = plimsoll_spec_json_read (json_node_get_object (json_parser_get_root (parser)), &fault);
  g_assert_cmpstr (fault, ==, NULL);
  g_assert_cmpuint (again->n_kinds, ==, spec->n_kinds);
  g_assert_cmpmem (again->kinds, again->n_kinds * sizeof (PlimsollLayer), spec->kinds,
                   spec->n_kinds * sizeof (PlimsollLayer));
  g_assert_cmpmem (again->pattern, 49, spec->pattern, 49);
  g_assert_cmpstr (again->native_dtype, ==, "BF16");
  g_assert_cmpuint (count_parameters (again).total, ==, count_parameters (spec).total);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/config/few-attend", test_few_attend);
  g_test_add_func ("/config/states", test_states);
  g_test_add_func ("/config/windows", test_windows);
  g_test_add_func ("/config/heads-differ", test_heads_differ);
  g_test_add_func ("/config/shared-cache", test_shared_cache);
  g_test_add_func ("/config/mla", test_mla);
  g_test_add_func ("/config/compressed", test_compressed);
  g_test_add_func ("/config/class-defaults", test_class_defaults);
  g_test_add_func ("/config/other-names", test_other_names);
  g_test_add_func ("/config/variants", test_variants);
  g_test_add_func ("/config/head-size", test_head_size);
  g_test_add_func ("/config/mtp", test_mtp);
  g_test_add_func ("/config/native", test_native);
  g_test_add_func ("/config/padded-vocabulary", test_padded_vocabulary);
  g_test_add_func ("/config/unknown-type", test_unknown_type);
  g_test_add_func ("/config/own-form", test_own_form);

  return g_test_run ();
}
