/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-reader.h"
#include "plimsoll-parameters.h"

#include <string.h>

/*
 * Models with parts besides text, and some whose blocks are like no other's. Every total is the
 * one that Hugging Face publishes of the model's safetensors files; the configs are the makers',
 * cut to what the count needs. How it parts into text, vision and multi-token prediction follows
 * from the text part, whose count other models of its shape prove.
 */
static const struct
{
  const char *model;
  guint64 total;
  guint64 vision; /* and sound */
  guint64 mtp;
  const char *config; /* with ' for " */
} models[] = {
  { "allenai/Molmo-7B-D-0924", 8021025280, 404950016, 0,
    "{'hidden_size': 3584, 'intermediate_size': 37888, 'model_type': 'molmo', "
    "'num_attention_heads': 28, 'num_hidden_layers': 28, 'num_key_value_heads': 4, "
    "'vocab_size': 152064}" },
  { "google/gemma-4-E4B-it", 7996156490, 478087456, 0,
    "{'audio_config': {'conv_kernel_size': 5, 'hidden_size': 1024, 'model_type': "
    "'gemma4_audio', 'num_attention_heads': 8, 'num_hidden_layers': 12, 'output_proj_dims': "
    "1536}, 'model_type': 'gemma4', 'text_config': {'global_head_dim': 512, 'hidden_size': "
    "2560, 'hidden_size_per_layer_input': 256, 'intermediate_size': 10240, "
    "'num_hidden_layers': 42, 'num_key_value_heads': 2}, 'vision_config': {'attention_bias': "
    "false, 'head_dim': 64, 'hidden_size': 768, 'intermediate_size': 3072, 'model_type': "
    "'gemma4_vision', 'num_attention_heads': 12, 'num_hidden_layers': 16, "
    "'num_key_value_heads': 12, 'patch_size': 16, 'position_embedding_size': 10240}}" },
  { "google/paligemma-3b-pt-224", 2923466480, 414803696, 0,
    "{'model_type': 'paligemma', 'text_config': {'model_type': 'gemma', 'hidden_size': 2048, "
    "'intermediate_size': 16384, 'num_hidden_layers': 18, 'num_attention_heads': 8, "
    "'num_key_value_heads': 1, 'vocab_size': 257216}, 'vision_config': {'model_type': "
    "'siglip_vision_model', 'hidden_size': 1152, 'intermediate_size': 4304, "
    "'num_hidden_layers': 27, 'num_attention_heads': 16, 'patch_size': 14, 'image_size': "
    "224}}" },
  { "HuggingFaceTB/SmolVLM-256M-Instruct", 256484928, 93510912, 0,
    "{'model_type': 'idefics3', 'scale_factor': 4, 'text_config': {'hidden_size': 576, "
    "'intermediate_size': 1536, 'num_attention_heads': 9, 'num_hidden_layers': 30, "
    "'num_key_value_heads': 3, 'vocab_size': 49280}, 'vision_config': {'hidden_size': 768, "
    "'image_size': 512, 'intermediate_size': 3072, 'model_type': 'idefics3', "
    "'num_attention_heads': 12, 'num_hidden_layers': 12, 'patch_size': 16}}" },
  { "LGAI-EXAONE/EXAONE-4.5-33B", 34350097664, 1286482944, 536110336,
    "{'model_type': 'exaone4_5', 'text_config': {'hidden_size': 5120, 'intermediate_size': "
    "27392, 'num_nextn_predict_layers': 1, 'model_type': 'exaone4_5_text', "
    "'num_attention_heads': 40, 'num_hidden_layers': 64, 'num_key_value_heads': 8, "
    "'vocab_size': 153600}, 'vision_config': {'depth': 28, 'hidden_size': 2048, "
    "'intermediate_size': 5120, 'model_type': 'exaone4_5_vision', 'num_heads': 32, "
    "'num_key_value_heads': 8, 'out_hidden_size': 5120, 'patch_size': 14, "
    "'spatial_merge_size': 2, 'window_size': 112}}" },
  { "LGAI-EXAONE/K-EXAONE-236B-A23B", 237099669632, 0, 528513280,
    "{'model_type': 'exaone_moe', 'hidden_size': 6144, 'intermediate_size': 18432, "
    "'num_hidden_layers': 48, 'num_attention_heads': 64, 'num_key_value_heads': 8, "
    "'head_dim': 128, 'num_experts': 128, 'num_experts_per_tok': 8, 'num_shared_experts': 1, "
    "'moe_intermediate_size': 2048, 'first_k_dense_replace': 1, 'num_nextn_predict_layers': "
    "1, 'vocab_size': 153600, 'sliding_window': 128, 'max_position_embeddings': 262144, "
    "'tie_word_embeddings': false}" },
  { "LiquidAI/LFM2-VL-1.6B", 1584804000, 414463392, 0,
    "{'model_type': 'lfm2_vl', 'text_config': {'block_ff_dim': 12288, 'hidden_size': 2048, "
    "'intermediate_size': 12288, 'layer_types': ['conv', 'conv', 'full_attention', 'conv', "
    "'conv', 'full_attention', 'conv', 'conv', 'full_attention', 'conv', 'full_attention', "
    "'conv', 'full_attention', 'conv', 'full_attention', 'conv'], 'model_type': 'lfm2', "
    "'num_heads': 32, 'num_key_value_heads': 8, 'vocab_size': 65536}, 'vision_config': "
    "{'hidden_size': 1152, 'intermediate_size': 4304, 'model_type': 'siglip2_vision_model', "
    "'num_attention_heads': 16, 'num_hidden_layers': 26, 'num_patches': 256, 'patch_size': "
    "16, 'vision_use_head': false}}" },
  { "llava-hf/llava-1.5-7b-hf", 7063427072, 324487168, 0,
    "{'model_type': 'llava', 'vision_config': {'hidden_size': 1024, 'image_size': 336, "
    "'intermediate_size': 4096, 'model_type': 'clip_vision_model', 'num_attention_heads': 16, "
    "'num_hidden_layers': 24, 'patch_size': 14}, 'vocab_size': 32064}" },
  { "llava-hf/llava-onevision-qwen2-0.5b-ov-hf", 893675552, 399585440, 0,
    "{'model_type': 'llava_onevision', 'text_config': {'hidden_size': 896, "
    "'intermediate_size': 4864, 'model_type': 'qwen2', 'num_attention_heads': 14, "
    "'num_hidden_layers': 24, 'num_key_value_heads': 2, 'tie_word_embeddings': true, "
    "'vocab_size': 152000}, 'vision_config': {'hidden_size': 1152, 'image_size': 384, "
    "'intermediate_size': 4304, 'model_type': 'siglip_vision_model', 'num_attention_heads': "
    "16, 'num_hidden_layers': 26, 'patch_size': 14, 'vision_use_head': false}}" },
  { "meituan-longcat/LongCat-Flash-Chat", 561862880256, 0, 1197899776,
    "{'model_type': 'longcat_flash', 'attention_method': 'MLA', 'hidden_size': 6144, "
    "'num_layers': 28, 'ffn_hidden_size': 12288, 'expert_ffn_hidden_size': 2048, "
    "'n_routed_experts': 512, 'zero_expert_num': 256, 'moe_topk': 12, 'q_lora_rank': 1536, "
    "'kv_lora_rank': 512, 'qk_nope_head_dim': 128, 'qk_rope_head_dim': 64, 'v_head_dim': 128, "
    "'num_attention_heads': 64, 'vocab_size': 131072, 'tie_word_embeddings': false, "
    "'max_position_embeddings': 131072}" },
  { "meta-llama/Llama-3.2-11B-Vision-Instruct", 10670220835, 895028755, 0,
    "{'model_type': 'mllama', 'text_config': {'cross_attention_layers': [3, 8, 13, 18, 23, "
    "28, 33, 38], 'hidden_size': 4096, 'intermediate_size': 14336, 'num_hidden_layers': 40}, "
    "'vision_config': {'hidden_size': 1280, 'image_size': 560, 'intermediate_size': 5120, "
    "'max_num_tiles': 4, 'model_type': 'mllama_vision_model', 'num_global_layers': 8, "
    "'num_hidden_layers': 32, 'patch_size': 14, 'supported_aspect_ratios': [[1, 1], [1, 2], "
    "[1, 3], [1, 4], [2, 1], [2, 2], [3, 1], [4, 1]], 'vision_output_dim': 7680}}" },
  { "microsoft/Phi-3.5-vision-instruct", 4146621440, 325541888, 0,
    "{'hidden_size': 3072, 'img_processor': {'model_name': "
    "'openai/clip-vit-large-patch14-336'}, 'intermediate_size': 8192, 'model_type': 'phi3_v', "
    "'num_attention_heads': 32, 'num_hidden_layers': 32, 'vocab_size': 32064}" },
  { "naver-hyperclovax/HyperCLOVAX-SEED-Think-32B", 33313410304, 715061504, 0,
    "{'mm_projector_type': 'linear', 'model_type': 'vlm', 'text_config': {'hidden_size': "
    "5120, 'intermediate_size': 24192, 'num_attention_heads': 40, 'num_hidden_layers': 72, "
    "'num_key_value_heads': 8, 'vocab_size': 128256}, 'vision_config': {'depth': 32, "
    "'hidden_size': 1280, 'intermediate_size': 3456, 'model_type': 'qwen2_5_vl', 'num_heads': "
    "16, 'out_hidden_size': 5120, 'patch_size': 14, 'spatial_merge_size': 2, 'window_size': "
    "112}}" },
  { "openbmb/MiniCPM-V-4", 4059533040, 453698800, 0,
    "{'head_dim': 128, 'hidden_size': 2560, 'intermediate_size': 10240, 'model_type': "
    "'minicpmv', 'num_attention_heads': 32, 'num_hidden_layers': 32, 'num_key_value_heads': "
    "2, 'tie_word_embeddings': false, 'vision_config': {'hidden_size': 1152, 'image_size': "
    "980, 'intermediate_size': 4304, 'model_type': 'siglip_vision_model', "
    "'num_attention_heads': 16, 'num_hidden_layers': 27, 'patch_size': 14}, 'vocab_size': "
    "73448}" },
  { "OpenGVLab/InternVL2_5-38B", 38388164992, 5628282240, 0,
    "{'model_type': 'internvl_chat', 'downsample_ratio': 0.5, 'llm_config': {'model_type': "
    "'qwen2', 'hidden_size': 5120, 'intermediate_size': 27648, 'num_hidden_layers': 64, "
    "'num_attention_heads': 40, 'num_key_value_heads': 8, 'vocab_size': 151674, "
    "'tie_word_embeddings': false}, 'vision_config': {'model_type': 'intern_vit_6b', "
    "'hidden_size': 3200, 'image_size': 448, 'intermediate_size': 12800, 'norm_type': "
    "'rms_norm', 'num_attention_heads': 25, 'num_hidden_layers': 45, 'patch_size': 14, "
    "'qk_normalization': true, 'qkv_bias': false}}" },
  { "OpenGVLab/InternVL3-8B-hf", 7944373760, 331552768, 0,
    "{'model_type': 'internvl', 'text_config': {'hidden_size': 3584, 'intermediate_size': "
    "18944, 'model_type': 'qwen2', 'num_attention_heads': 28, 'num_hidden_layers': 28, "
    "'num_key_value_heads': 4, 'vocab_size': 151674}, 'vision_config': {'attention_bias': "
    "true, 'hidden_size': 1024, 'image_size': [448, 448], 'intermediate_size': 4096, "
    "'model_type': 'internvl_vision', 'norm_type': 'layer_norm', 'num_attention_heads': 16, "
    "'num_hidden_layers': 24, 'patch_size': [14, 14], 'use_qk_norm': false}}" },
  { "Qwen/Qwen2-Audio-7B-Instruct", 8397094912, 642215936, 0,
    "{'audio_config': {'model_type': 'qwen2_audio_encoder', 'num_mel_bins': 128, "
    "'encoder_layers': 32, 'encoder_ffn_dim': 5120, 'd_model': 1280, 'max_source_positions': "
    "1500}, 'model_type': 'qwen2_audio', 'text_config': {'intermediate_size': 11008, "
    "'vocab_size': 156032}}" },
  { "stepfun-ai/GOT-OCR-2.0-hf", 560528640, 96618752, 0,
    "{'model_type': 'got_ocr2', 'text_config': {'hidden_size': 1024, 'intermediate_size': "
    "2816, 'model_type': 'qwen2', 'num_attention_heads': 16, 'num_hidden_layers': 24, "
    "'tie_word_embeddings': true, 'vocab_size': 151860}, 'vision_config': {'model_type': ''}}" },
  { "zai-org/GLM-4.1V-9B-Thinking", 10292777472, 892498432, 0,
    "{'model_type': 'glm4v', 'text_config': {'hidden_size': 4096, 'intermediate_size': 13696, "
    "'num_attention_heads': 32, 'num_hidden_layers': 40, 'num_key_value_heads': 2, "
    "'vocab_size': 151552}, 'vision_config': {'model_type': 'glm4v', 'hidden_size': 1536, "
    "'depth': 24, 'num_heads': 12, 'attention_bias': false, 'intermediate_size': 13696, "
    "'image_size': 336, 'patch_size': 14, 'out_hidden_size': 4096, 'spatial_merge_size': 2}}" },
  { "zai-org/GLM-4.5V", 107710933120, 858681856, 0,
    "{'model_type': 'glm4v_moe', 'text_config': {'vocab_size': 151552, 'head_dim': 128, "
    "'first_k_dense_replace': 1, 'hidden_size': 4096, 'intermediate_size': 10944, "
    "'moe_intermediate_size': 1408, 'n_routed_experts': 128, 'n_shared_experts': 1, "
    "'num_attention_heads': 96, 'num_experts_per_tok': 8, 'num_hidden_layers': 46, "
    "'num_key_value_heads': 8}, 'vision_config': {'model_type': 'glm4v_moe', "
    "'attention_bias': false, 'depth': 24, 'hidden_size': 1536, 'image_size': 336, "
    "'intermediate_size': 10944, 'num_heads': 12, 'out_hidden_size': 4096, 'patch_size': 14, "
    "'spatial_merge_size': 2}}" },
};

static PlimsollParameters
count (const char *config)
{
  g_autofree char *text = g_strdelimit (g_strdup (config), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) spec =
    plimsoll_config_read (text, strlen (text), "config.json", &error);
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  PlimsollParameters parameters;

  g_assert_no_error (error);
  plan = plimsoll_tensor_plan_new (spec);
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  return parameters;
}

static void
test_total (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  PlimsollParameters parameters = count (models[i].config);

  g_assert_true (parameters.vision_known);
  g_assert_cmpuint (parameters.total, ==, models[i].total);
  g_assert_cmpuint (parameters.vision, ==, models[i].vision);
  g_assert_cmpuint (parameters.mtp, ==, models[i].mtp);
}

/* Kimi K2.5: the published total counts each packed word as eight weights of four bits, the two
 * words of each shape too, and the scales. Without these it is the text of K2 and this tower. */
static void
test_kimi_k25 (void)
{
  const guint64 published = 1058589420528, matrices = 60 * 384 * 3;
  const guint64 scales = matrices * 7168 * 2048 / 32, shapes = matrices * 2 * 8;
  const guint64 text = 1026408232448;
  PlimsollParameters parameters =
    count ("{'model_type': 'kimi_k25', 'text_config': {'model_type': 'llama', 'hidden_size': 7168, "
           "'vocab_size': 163840}, 'vision_config': {'mm_projector_type': 'patchmerger', "
           "'patch_size': 14, 'init_pos_emb_height': 64, 'init_pos_emb_width': 64, "
           "'vt_hidden_size': 1152, 'vt_intermediate_size': 4304, 'vt_num_hidden_layers': 27}}");

  g_assert_cmpuint (parameters.vision, ==, published - text - scales - shapes);
}

/* A config that says what no rule is for has no count, rather than a wrong one. */
static void
test_unknown (void)
{
  static const char *const configs[] = {
    "{'model_type': 'novel_vl', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'hidden_size': 64}}",
    "{'model_type': 'glm4v', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'attention_bias': true}}",
    "{'model_type': 'kimi_k3', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'mm_projector_type': 'patchmergerv2'}}",
    "{'model_type': 'internvl', 'downsample_ratio': 0.25, 'text_config': {'model_type': 'llama'}, "
    "'vision_config': {}}",
    "{'model_type': 'llava', 'text_config': {'model_type': 'llama'}, 'vision_config': "
    "{'model_type': 'eva'}}",
    "{'model_type': 'phi3_v', 'hidden_size': 64, 'num_hidden_layers': 1, 'vocab_size': 100, "
    "'num_attention_heads': 2, 'intermediate_size': 64, 'img_processor': {'model_name': 'other'}}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (configs); i++)
    g_assert_false (count (configs[i]).vision_known);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autofree char *path = g_strconcat ("/formats/totals/", models[i].model, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_total);
    }
  g_test_add_func ("/formats/totals/kimi-k2.5", test_kimi_k25);
  g_test_add_func ("/formats/totals/unknown", test_unknown);

  return g_test_run ();
}
