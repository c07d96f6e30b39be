/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <stdlib.h>
#include <string.h>

/*
 * The classes of models, by model_type in byte order. A default stands here only where published
 * configs leave it out because it is the class's own.
 */

#define QWEN_WINDOW .window_rule = PLIMSOLL_WINDOW_UPPER_LAYERS
#define EVERY(n) .window_rule = PLIMSOLL_WINDOW_PERIOD, .window_period = (n)
#define ALL_BIASES                                                                                 \
  (CONFIG_QKV_BIAS | CONFIG_O_BIAS | CONFIG_FFN_BIAS | CONFIG_NORM_BIAS | CONFIG_TWO_MATRIX)
#define QKV_ONLY (CONFIG_QKV_BIAS | CONFIG_NO_O_BIAS)
#define LLAMA_SIZES                                                                                \
  .hidden = 4096, .layers = 32, .heads = 32, .intermediate = 11008, .vocabulary = 32000,           \
  .context = 2048
#define MISTRAL_SIZES                                                                              \
  .hidden = 4096, .layers = 32, .heads = 32, .kv_heads = 8, .intermediate = 14336,                 \
  .vocabulary = 32000, .context = 131072
#define QWEN2_SIZES                                                                                \
  .hidden = 4096, .layers = 32, .heads = 32, .intermediate = 22016, .vocabulary = 151936,          \
  .context = 32768
#define GEMMA2_SIZES                                                                               \
  .hidden = 2304, .layers = 26, .heads = 8, .kv_heads = 4, .head_dim = 256, .intermediate = 9216
#define HYBRID .layer = plimsoll_config_layer_hybrid
#define OWN_BLOCKS (CONFIG_NO_ATTENTION | CONFIG_OWN_FFN)
#define GPT .layer = plimsoll_config_layer_gpt, .model = plimsoll_config_model_gpt

#define FALCON                                                                                     \
  "falcon",                                                                                        \
    CONFIG_OWN_FFN | CONFIG_TWO_MATRIX | CONFIG_NORM_BIAS | CONFIG_FUSED_QKV | CONFIG_TIED,        \
    .hidden = 4544, .layers = 32, .heads = 71, .vocabulary = 65024, .context = 2048,               \
    .layer = plimsoll_config_layer_falcon

static const PlimsollConfigType types[] = {
  /* What Falcon was called before it was. */
  { "RefinedWeb", FALCON },
  { "RefinedWebModel", FALCON },
  { "afmoe", "afmoe", CONFIG_QK_HEAD | CONFIG_OUTPUT_GATE | CONFIG_NORMS_4 | CONFIG_CORRECTION,
    EVERY (4) },
  { "apertus", "apertus", CONFIG_QK_HEAD | CONFIG_TWO_MATRIX,
    .layer = plimsoll_config_layer_small_extras },
  { "arcee", "arcee", CONFIG_TWO_MATRIX },
  { "baichuan", "baichuan", 0, LLAMA_SIZES },
  { "bamba", "granitehybrid", 0, HYBRID },
  { "bitnet", "bitnet", CONFIG_TIED, .layer = plimsoll_config_layer_small_extras },
  { "bloom", "bloom",
    CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV | CONFIG_TIED | CONFIG_EMBEDDING_NORM,
    .vocabulary = 250880, .context = 2048, GPT },
  { "chatglm", "chatglm", QKV_ONLY | CONFIG_FUSED_QKV | CONFIG_FUSED_GATE_UP },
  { "codegen", "",
    CONFIG_OWN_FFN | CONFIG_FFN_BIAS | CONFIG_NORM_BIAS | CONFIG_TWO_MATRIX | CONFIG_NORMS_1
      | CONFIG_HEAD_BIAS,
    GPT },
  { "cohere", "command-r", CONFIG_QK_FULL | CONFIG_QK_SAID | CONFIG_NORMS_1 | CONFIG_TIED,
    .hidden = 8192, .layers = 40, .heads = 64, .intermediate = 22528, .vocabulary = 256000,
    .context = 8192 },
  { "cohere2", "cohere2", CONFIG_NORMS_1 | CONFIG_TIED, EVERY (4), .window = 4096, .hidden = 8192,
    .layers = 40, .heads = 64, .intermediate = 22528, .vocabulary = 256000, .context = 8192 },
  { "deepseek", "deepseek", CONFIG_NO_O_BIAS },
  { "deepseek_ref", "", CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN,
    .layer = plimsoll_config_layer_deepseek_v4, .model = plimsoll_config_model_deepseek_v4 },
  { "deepseek_v2", "deepseek2", CONFIG_NO_O_BIAS, .vocabulary = 102400, .context = 2048 },
  { "deepseek_v3", "deepseek2", CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN,
    .vocabulary = 129280, .context = 4096 },
  { "deepseek_v32", "deepseek2",
    CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN },
  { "deepseek_v4", "", CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN,
    .layer = plimsoll_config_layer_deepseek_v4, .model = plimsoll_config_model_deepseek_v4 },
  { "dots1", "dots1", CONFIG_QK_HEAD | CONFIG_CORRECTION },
  { "ernie4_5", "ernie4_5", CONFIG_TIED },
  { "ernie4_5_moe", "ernie4_5-moe", CONFIG_TIED | CONFIG_CORRECTION },
  { "ernie4_5_moe_vl", "", CONFIG_TIED | CONFIG_CORRECTION | CONFIG_GENERAL,
    .layer = plimsoll_config_layer_ernie_vl },
  { "exaone", "exaone", 0 },
  { "exaone4", "exaone4", CONFIG_QK_HEAD | CONFIG_MTP, EVERY (4), .window = 4096 },
  { "exaone4_5_text", "exaone4", CONFIG_QK_HEAD | CONFIG_MTP, EVERY (4), .window = 4096 },
  { "exaone_moe", "exaone-moe", CONFIG_QK_HEAD | CONFIG_CORRECTION | CONFIG_MTP, EVERY (4),
    .window = 128, .layer = plimsoll_config_layer_exaone_moe },
  { "falcon", FALCON },
  { "falcon_h1", "falcon-h1", 0, .layer = plimsoll_config_layer_falcon_h1 },
  { "falcon_mamba", "mamba", OWN_BLOCKS | CONFIG_TIED, .layer = plimsoll_config_layer_mamba },
  { "gemma", "gemma", CONFIG_TIED, .hidden = 3072, .layers = 28, .heads = 16, .kv_heads = 16,
    .head_dim = 256, .intermediate = 24576, .vocabulary = 256000, .context = 8192 },
  { "gemma2", "gemma2", CONFIG_TIED | CONFIG_NORMS_4, EVERY (2), .window = 4096, GEMMA2_SIZES,
    .vocabulary = 256000, .context = 8192 },
  { "gemma3_text", "gemma3", CONFIG_TIED | CONFIG_NORMS_4 | CONFIG_QK_HEAD, EVERY (6),
    .window = 4096, GEMMA2_SIZES, .vocabulary = 262208, .context = 131072 },
  { "gemma4_text", "gemma4", CONFIG_TIED | CONFIG_NORMS_4 | CONFIG_QK_HEAD, EVERY (6),
    .window = 512, .hidden = 2304, .layers = 30, .heads = 8, .kv_heads = 4, .head_dim = 256,
    .intermediate = 9216, .vocabulary = 262144, .context = 131072,
    .layer = plimsoll_config_layer_gemma4, .model = plimsoll_config_model_gemma4 },
  { "glm", "chatglm", QKV_ONLY | CONFIG_FUSED_GATE_UP, .head_dim = 128 },
  { "glm4", "glm4", CONFIG_NO_O_BIAS | CONFIG_NORMS_4 | CONFIG_FUSED_GATE_UP, .head_dim = 128 },
  { "glm4_moe", "glm4moe",
    QKV_ONLY | CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN | CONFIG_MTP_GGUF },
  { "glm4_moe_lite", "deepseek2",
    CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_OWN },
  { "glm4v", "glm4", QKV_ONLY | CONFIG_NORMS_4 | CONFIG_FUSED_GATE_UP },
  { "glm4v_moe_text", "glm4moe", QKV_ONLY | CONFIG_CORRECTION },
  { "glm4v_text", "glm4", QKV_ONLY | CONFIG_NORMS_4 | CONFIG_FUSED_GATE_UP },
  { "glm_moe_dsa", "glm-dsa", CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_MTP | CONFIG_MTP_GGUF },
  { "glm_ocr_text", "glm4", CONFIG_NO_O_BIAS | CONFIG_NORMS_4 | CONFIG_FUSED_GATE_UP },
  { "gpt2", "gpt2", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV | CONFIG_TIED | CONFIG_POSITIONS,
    .hidden = 768, .layers = 12, .heads = 12, .vocabulary = 50257, .context = 1024, GPT },
  { "gpt_bigcode", "starcoder",
    CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV | CONFIG_TIED | CONFIG_POSITIONS, GPT },
  { "gpt_neo", "",
    CONFIG_OWN_FFN | CONFIG_O_BIAS | CONFIG_FFN_BIAS | CONFIG_NORM_BIAS | CONFIG_TWO_MATRIX
      | CONFIG_TIED | CONFIG_POSITIONS,
    GPT },
  { "gpt_neox", "gptneox", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV, GPT },
  { "gpt_oss", "gpt-oss", CONFIG_QKV_BIAS | CONFIG_O_BIAS | CONFIG_SINKS | CONFIG_NARROW_EXPERTS,
    EVERY (2), .window = 128, .layer = plimsoll_config_layer_gpt_oss },
  { "gptj", "",
    CONFIG_OWN_FFN | CONFIG_FFN_BIAS | CONFIG_NORM_BIAS | CONFIG_TWO_MATRIX | CONFIG_NORMS_1
      | CONFIG_HEAD_BIAS,
    GPT },
  { "granite", "granite", 0, LLAMA_SIZES },
  { "granitemoe", "granitemoe", CONFIG_NARROW_EXPERTS },
  { "granitemoehybrid", "granitehybrid", CONFIG_NARROW_EXPERTS,
    .layer = plimsoll_config_layer_granite_hybrid },
  { "hunyuan_v1_dense", "hunyuan-dense", CONFIG_QK_HEAD },
  { "hunyuan_v1_moe", "hunyuan-moe", CONFIG_QK_HEAD },
  { "hy_v3", "", CONFIG_QK_HEAD | CONFIG_CORRECTION | CONFIG_MTP },
  { "hyperclovax", "", 0 },
  { "internlm", "llama", CONFIG_QKV_BIAS | CONFIG_O_BIAS },
  { "internlm2", "internlm2", 0 },
  { "jamba", "jamba", CONFIG_NARROW_EXPERTS, .layer = plimsoll_config_layer_hybrid },
  { "kimi_k2", "deepseek2", CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_MTP },
  { "kimi_linear", "kimi-linear", CONFIG_NO_O_BIAS | CONFIG_CORRECTION,
    .layer = plimsoll_config_layer_kimi_linear },
  { "laguna", "", CONFIG_QK_HEAD | CONFIG_CORRECTION, .layer = plimsoll_config_layer_laguna },
  { "lfm2", "lfm2", CONFIG_TIED | CONFIG_QK_HEAD, .layer = plimsoll_config_layer_lfm2,
    .model = plimsoll_config_model_lfm2 },
  { "lfm2_moe", "lfm2moe", CONFIG_TIED | CONFIG_QK_HEAD | CONFIG_CORRECTION,
    .layer = plimsoll_config_layer_lfm2, .model = plimsoll_config_model_lfm2 },
  { "llama", "llama", 0, LLAMA_SIZES },
  { "llama4_text", "llama4", CONFIG_NARROW_EXPERTS, .intermediate = 8192,
    .layer = plimsoll_config_layer_llama4 },
  { "llava", "llama", 0, LLAMA_SIZES },
  { "longcat_flash", "", CONFIG_NO_O_BIAS | CONFIG_CORRECTION | CONFIG_OWN_FFN, .blocks_a_layer = 2,
    .layer = plimsoll_config_layer_longcat, .model = plimsoll_config_model_longcat },
  { "mamba", "mamba", OWN_BLOCKS | CONFIG_TIED, .layer = plimsoll_config_layer_mamba },
  { "mamba2", "mamba2", OWN_BLOCKS | CONFIG_TIED, .layer = plimsoll_config_layer_mamba2,
    .model = plimsoll_config_model_mamba2 },
  { "mimo", "", QKV_ONLY | CONFIG_MTP, QWEN_WINDOW },
  { "mimo_v2_flash", "mimo2", CONFIG_CORRECTION, .layer = plimsoll_config_layer_mimo_v2,
    .model = plimsoll_config_model_mimo_v2 },
  { "minicpm", "minicpm", CONFIG_TIED | CONFIG_NARROW_EXPERTS },
  { "minicpm3", "minicpm3", CONFIG_TIED },
  { "minicpmv", "minicpm", CONFIG_TIED },
  { "minimax", "", CONFIG_NARROW_EXPERTS, .layer = plimsoll_config_layer_lightning },
  { "minimax_m1", "", CONFIG_NARROW_EXPERTS, .layer = plimsoll_config_layer_lightning },
  { "minimax_m2", "minimax-m2", CONFIG_QK_FULL | CONFIG_NARROW_EXPERTS | CONFIG_CORRECTION },
  { "minimax_m3", "", CONFIG_QK_HEAD | CONFIG_NARROW_EXPERTS | CONFIG_CORRECTION | CONFIG_GENERAL,
    .layer = plimsoll_config_layer_minimax_m3 },
  { "minimax_m3_vl", "",
    CONFIG_QK_HEAD | CONFIG_NARROW_EXPERTS | CONFIG_CORRECTION | CONFIG_GENERAL,
    .layer = plimsoll_config_layer_minimax_m3 },
  { "ministral3", "mistral3", 0, MISTRAL_SIZES, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "mistral", "llama", 0, MISTRAL_SIZES, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "mistral4", "mistral4", CONFIG_NO_O_BIAS },
  { "mixtral", "llama", CONFIG_NARROW_EXPERTS, MISTRAL_SIZES, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "mllama_text_model", "mllama", 0, .heads = 32, .kv_heads = 8, .vocabulary = 128256,
    .layer = plimsoll_config_layer_mllama, .model = plimsoll_config_model_mllama },
  { "molmo", "", QKV_ONLY | CONFIG_GENERAL, .layer = plimsoll_config_layer_molmo,
    .model = plimsoll_config_model_molmo },
  { "mpt", "mpt", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV | CONFIG_TIED, GPT },
  { "nemotron", "nemotron", CONFIG_TWO_MATRIX | CONFIG_NORM_BIAS },
  { "nemotron-nas", "deci", CONFIG_OWN_FFN, .layer = plimsoll_config_layer_deci },
  { "nemotron_h", "nemotron_h", CONFIG_OWN_FFN | CONFIG_TWO_MATRIX,
    .layer = plimsoll_config_layer_nemotron_h, .model = plimsoll_config_model_nemotron_h },
  { "olmo", "olmo", CONFIG_NORMS_0 },
  { "olmo2", "olmo2", CONFIG_QK_FULL },
  { "olmo3", "olmo2", CONFIG_QK_FULL, EVERY (4), .window = 4096 },
  { "olmoe", "olmoe", CONFIG_QK_FULL | CONFIG_NARROW_EXPERTS },
  { "openai-gpt", "",
    CONFIG_OWN_FFN | ALL_BIASES | CONFIG_FUSED_QKV | CONFIG_TIED | CONFIG_POSITIONS, GPT },
  { "opt", "", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_TIED | CONFIG_POSITIONS, GPT },
  { "orion", "orion", CONFIG_NORM_BIAS },
  { "phi", "phi2", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_NORMS_1 | CONFIG_HEAD_BIAS, GPT },
  { "phi-msft", "phi2", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_NORMS_1 | CONFIG_HEAD_BIAS, GPT },
  { "phi3", "phi3", CONFIG_FUSED_QKV | CONFIG_FUSED_GATE_UP, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "phi3_v", "phi3", CONFIG_FUSED_QKV | CONFIG_FUSED_GATE_UP, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "phi3small", "",
    CONFIG_TIED | CONFIG_QKV_BIAS | CONFIG_O_BIAS | CONFIG_FFN_BIAS | CONFIG_NORM_BIAS
      | CONFIG_FUSED_QKV,
    .layer = plimsoll_config_layer_small_extras },
  { "phimoe", "phimoe",
    CONFIG_QKV_BIAS | CONFIG_O_BIAS | CONFIG_NORM_BIAS | CONFIG_HEAD_BIAS | CONFIG_NARROW_EXPERTS,
    .window_rule = PLIMSOLL_WINDOW_ALL, .layer = plimsoll_config_layer_small_extras },
  { "qwen", "qwen", QKV_ONLY | CONFIG_FUSED_QKV, .layer = plimsoll_config_layer_small_extras },
  { "qwen2", "qwen2", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_5_omni_text", "qwen2vl", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_5_vl", "qwen2vl", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_5_vl_text", "qwen2vl", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_audio", "qwen2", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_moe", "qwen2moe", QKV_ONLY | CONFIG_SHARED_GATE, QWEN_WINDOW },
  { "qwen2_vl", "qwen2vl", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen2_vl_text", "qwen2vl", QKV_ONLY, QWEN_WINDOW, QWEN2_SIZES },
  { "qwen3", "qwen3", CONFIG_QK_HEAD, QWEN_WINDOW, QWEN2_SIZES, .head_dim = 128 },
  { "qwen3_5", "qwen35", CONFIG_QK_HEAD | CONFIG_GATED_QUERY | CONFIG_MTP, HYBRID },
  { "qwen3_5_moe", "qwen35moe",
    CONFIG_QK_HEAD | CONFIG_GATED_QUERY | CONFIG_SHARED_GATE | CONFIG_MTP, HYBRID },
  { "qwen3_5_moe_text", "qwen35moe",
    CONFIG_QK_HEAD | CONFIG_GATED_QUERY | CONFIG_SHARED_GATE | CONFIG_MTP, HYBRID },
  { "qwen3_5_text", "qwen35", CONFIG_QK_HEAD | CONFIG_GATED_QUERY | CONFIG_MTP, HYBRID },
  { "qwen3_moe", "qwen3moe", CONFIG_QK_HEAD, QWEN_WINDOW },
  { "qwen3_next", "qwen3next",
    CONFIG_QK_HEAD | CONFIG_GATED_QUERY | CONFIG_SHARED_GATE | CONFIG_MTP, HYBRID },
  { "qwen3_vl", "qwen3vl", CONFIG_QK_HEAD },
  { "qwen3_vl_moe_text", "qwen3vlmoe", CONFIG_QK_HEAD },
  { "qwen3_vl_text", "qwen3vl", CONFIG_QK_HEAD },
  { "rwkv", "", OWN_BLOCKS | CONFIG_NORM_BIAS, .layer = plimsoll_config_layer_rwkv,
    .model = plimsoll_config_model_rwkv },
  { "rwkv5", "", OWN_BLOCKS | CONFIG_NORM_BIAS | CONFIG_GENERAL,
    .layer = plimsoll_config_layer_rwkv, .model = plimsoll_config_model_rwkv },
  { "seed_oss", "seed_oss", QKV_ONLY },
  { "smollm3", "smollm3", CONFIG_TIED },
  { "solar_open", "", CONFIG_NO_O_BIAS | CONFIG_CORRECTION },
  { "stablelm", "stablelm", CONFIG_NO_O_BIAS | CONFIG_NORM_BIAS,
    .layer = plimsoll_config_layer_stablelm },
  { "starcoder2", "starcoder2", ALL_BIASES | CONFIG_TIED, .window_rule = PLIMSOLL_WINDOW_ALL },
  { "step3p7", "step35", CONFIG_CORRECTION | CONFIG_GENERAL },
  { "xglm", "", CONFIG_OWN_FFN | ALL_BIASES | CONFIG_TIED, GPT },
  { "xverse", "xverse", 0 },
};

/* What nothing is known of: a llama, as most are. */
static const PlimsollConfigType unknown = { .model_type = "", .architecture = "" };

static int
compare_type (gconstpointer key, gconstpointer element)
{
  return strcmp (key, ((const PlimsollConfigType *) element)->model_type);
}

/* Wrappers, whose text part may leave out its own type. */
static const char *
unwrapped (const char *model_type)
{
  static const char *const wrappers[][2] = {
    { "gemma3", "gemma3_text" },
    { "gemma4", "gemma4_text" },
    { "glm4v_moe", "glm4v_moe_text" },
    { "glm_ocr", "glm_ocr_text" },
    { "idefics3", "llama" },
    { "kimi_k25", "kimi_k2" },
    { "kimi_k3", "kimi_linear" },
    { "llama4", "llama4_text" },
    { "mistral3", "mistral" },
    { "mllama", "mllama_text_model" },
    { "pixtral", "mistral" },
    { "qwen3_vl_moe", "qwen3_vl_moe_text" },
    { "smolvlm", "llama" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrappers); i++)
    if (g_str_equal (model_type, wrappers[i][0]))
      return wrappers[i][1];

  return model_type;
}

const PlimsollConfigType *
plimsoll_config_type_find (const char *model_type)
{
  const PlimsollConfigType *type =
    bsearch (unwrapped (model_type), types, G_N_ELEMENTS (types), sizeof *types, compare_type);

  return type != NULL ? type : &unknown;
}
