/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-towers.h"

#include <string.h>

/* The plain transformer over patches, as CLIP and SigLIP have it: LayerNorm, biases, two matrices
 * in the feed-forward, learned positions. */
typedef struct
{
  guint64 width;
  guint64 inner;
  guint64 blocks;
  guint64 patch;
  guint64 positions;
  gboolean patch_bias;
  gboolean class_row;
  guint norms; /* outside blocks */
} Vit;

static guint64
vit_block (guint64 d, guint64 inner)
{
  return 4 * d + 4 * (d * d + d) + 2 * d * inner + inner + d;
}

static guint64
vit_parameters (const Vit *vit)
{
  guint64 d = vit->width;

  return 3 * vit->patch * vit->patch * d + (vit->patch_bias ? d : 0) + (vit->class_row ? d : 0)
         + vit->positions * d + vit->blocks * vit_block (d, vit->inner) + vit->norms * 2 * d;
}

static Vit
read_vit (JsonObject *vision, guint64 width, guint64 inner, guint64 blocks, guint64 patch)
{
  Vit vit = {
    .width = plimsoll_tower_count (vision, width, "hidden_size"),
    .inner = plimsoll_tower_count (vision, inner, "intermediate_size"),
    .blocks = plimsoll_tower_count (vision, blocks, "num_hidden_layers"),
    .patch = MAX (plimsoll_tower_count (vision, patch, "patch_size"), 1),
  };

  return vit;
}

/* The attention that pools to one row: a probe, a block without its first norm. */
static guint64
siglip_head (const Vit *vit)
{
  guint64 d = vit->width;

  return d + 4 * (d * d + d) + 2 * d + 2 * d * vit->inner + vit->inner + d;
}

static guint64
siglip (JsonObject *vision, gboolean head, guint64 *width)
{
  Vit vit = read_vit (vision, 768, 3072, 12, 16);
  guint64 side = plimsoll_tower_count (vision, 224, "image_size") / vit.patch;

  vit.positions = side * side;
  vit.patch_bias = TRUE;
  vit.norms = 1;
  *width = vit.width;
  return vit_parameters (&vit)
         + (plimsoll_config_member_flag (vision, head, "vision_use_head") ? siglip_head (&vit) : 0);
}

static guint64
clip_of (Vit *vit, guint64 image)
{
  guint64 side = image / vit->patch;

  vit->positions = side * side + 1;
  vit->class_row = TRUE;
  return vit_parameters (vit);
}

static guint64
clip (JsonObject *vision, guint64 *width)
{
  Vit vit = read_vit (vision, 768, 3072, 12, 32);

  vit.norms = 2;
  *width = vit.width;
  return clip_of (&vit, plimsoll_tower_count (vision, 224, "image_size"));
}

/* ViT-L/14 of OpenAI at 336 pixels, which some configs only name. */
static guint64
clip_large (guint64 blocks, guint norms)
{
  Vit vit = { .width = 1024, .inner = 4096, .blocks = blocks, .patch = 14, .norms = norms };

  return clip_of (&vit, 336);
}

/* Two matrices, the second square in the text's width. */
static guint64
projector (guint64 from, guint64 to, gboolean bias)
{
  return from * to + to * to + (bias ? 2 * to : 0);
}

guint64
plimsoll_tower_llava (const PlimsollTower *t)
{
  const char *wrapper = json_object_get_string_member_with_default (t->root, "model_type", "");
  const char *kind = json_object_get_string_member_with_default (t->vision, "model_type", "");
  JsonNode *layers = json_object_get_member (t->root, "vision_feature_layer");
  guint64 newline = g_str_equal (wrapper, "llava") ? 0 : t->text;
  guint64 d, sum;

  if (g_str_equal (kind, "clip_vision_model"))
    sum = clip (t->vision, &d);
  else if (g_str_equal (kind, "siglip_vision_model"))
    sum = siglip (t->vision, TRUE, &d);
  else
    return 0;
  /* The blocks whose outputs it takes, side by side. */
  if (layers != NULL && JSON_NODE_HOLDS_ARRAY (layers))
    d *= CLAMP (json_array_get_length (json_node_get_array (layers)), 1, 64);
  return sum + newline
         + projector (d, t->text,
                      plimsoll_config_member_flag (t->root, TRUE, "multimodal_projector_bias"));
}

guint64
plimsoll_tower_phi3 (const PlimsollTower *t)
{
  JsonNode *node = json_object_get_member (t->root, "img_processor");
  JsonObject *facts =
    node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *name =
    facts != NULL ? json_object_get_string_member_with_default (facts, "model_name", "") : "";

  if (!g_str_equal (name, "openai/clip-vit-large-patch14-336"))
    return 0;
  /* Four patches make a row, and two learned rows part them. */
  return clip_large (24, 2) + projector (4 * 1024, t->text, TRUE) + 2 * 4 * 1024;
}

/* Molmo: the last block and norm of CLIP are not there; attention pools four patches of two
 * blocks' outputs; two learned rows pad. */
guint64
plimsoll_tower_molmo (const PlimsollTower *t)
{
  guint64 d = 1024;
  guint64 wide = plimsoll_tower_count (t->root, 0, "intermediate_size") / 2;

  return clip_large (23, 1) + 3 * (2 * d * d + d) + d * d + d + 2 * 2 * d + 2 * d * wide
         + wide * t->text;
}

guint64
plimsoll_tower_smolvlm (const PlimsollTower *t)
{
  Vit vit = read_vit (t->vision, 1152, 3072, 12, 32);
  guint64 side = plimsoll_tower_count (t->vision, 224, "image_size") / vit.patch;
  guint64 scale = MIN (plimsoll_tower_count (t->root, 2, "scale_factor"), 16);

  vit.positions = side * side;
  vit.patch_bias = TRUE;
  vit.norms = 1;
  return vit_parameters (&vit) + vit.width * scale * scale * t->text;
}

guint64
plimsoll_tower_lfm2 (const PlimsollTower *t)
{
  Vit vit = read_vit (t->vision, 768, 3072, 12, 16);
  guint64 factor = MIN (plimsoll_tower_count (t->root, 2, "downsample_factor"), 16);
  guint64 inner = vit.width * factor * factor;
  guint64 middle = plimsoll_tower_count (t->root, 2560, "projector_hidden_size");
  gboolean bias = plimsoll_config_member_flag (t->root, TRUE, "projector_bias");
  gboolean norm = plimsoll_config_member_flag (t->root, TRUE, "projector_use_layernorm");

  vit.positions = plimsoll_tower_count (t->vision, 256, "num_patches");
  vit.patch_bias = TRUE;
  vit.norms = 1;
  return vit_parameters (&vit)
         + (plimsoll_config_member_flag (t->vision, FALSE, "vision_use_head") ? siglip_head (&vit)
                                                                              : 0)
         + (norm ? 2 * inner : 0) + inner * middle + middle * t->text
         + (bias ? middle + t->text : 0);
}

/* InternViT, of 300 million with LayerNorm and biases, of 6 billion with neither. */
guint64
plimsoll_tower_internvl (const PlimsollTower *t)
{
  JsonObject *vision = t->vision;
  Vit vit = read_vit (vision, 1024, 4096, 24, 14);
  guint64 d = vit.width;
  guint64 side = plimsoll_tower_count (vision, 448, "image_size") / vit.patch;
  const char *norm = json_object_get_string_member_with_default (vision, "norm_type", "layer_norm");
  gboolean bias =
    plimsoll_config_member_flag (vision,
                                 plimsoll_config_member_flag (vision, FALSE, "attention_bias"),
                                 "qkv_bias");
  gboolean qk =
    plimsoll_config_member_flag (vision, plimsoll_config_member_flag (vision, FALSE, "use_qk_norm"),
                                 "qk_normalization");
  double ratio = json_object_get_double_member_with_default (t->root, "downsample_ratio", 0.5);

  if (ratio < 0.499 || ratio > 0.501)
    return 0;
  vit.positions = side * side + 1;
  vit.class_row = TRUE;
  vit.patch_bias = TRUE;
  /* Each part of a block has a scale of the tower's width. */
  return vit_parameters (&vit)
         + vit.blocks
             * (2 * d + (qk ? 2 * d : 0) - (bias ? 0 : 3 * d)
                - (g_str_equal (norm, "rms_norm") ? 2 * d : 0))
         + 2 * 4 * d + projector (4 * d, t->text, TRUE);
}

/* Kimi: MoonViT, whose projector has a norm of one patch and merges four. */
guint64
plimsoll_tower_moonvit (const PlimsollTower *t)
{
  JsonObject *vision = t->vision;
  Vit vit = {
    .width = plimsoll_tower_count (vision, 1152, "vt_hidden_size hidden_size"),
    .inner = plimsoll_tower_count (vision, 4304, "vt_intermediate_size intermediate_size"),
    .blocks = plimsoll_tower_count (vision, 27, "vt_num_hidden_layers num_hidden_layers"),
    .patch = plimsoll_tower_count (vision, 14, "patch_size"),
    .positions = plimsoll_tower_count (vision, 64, "init_pos_emb_height")
                 * plimsoll_tower_count (vision, 64, "init_pos_emb_width"),
    .patch_bias = TRUE,
    .norms = 1,
  };
  const char *kind =
    json_object_get_string_member_with_default (vision, "mm_projector_type", "patchmerger");
  guint64 merged = 4 * vit.width;

  if (!g_str_equal (kind, "patchmerger"))
    return 0;
  return vit_parameters (&vit) + 2 * vit.width + merged * merged + merged + merged * t->text
         + t->text;
}

/* The resampler: learned queries attend to the patches. */
guint64
plimsoll_tower_minicpm (const PlimsollTower *t)
{
  guint64 h = t->text;
  guint64 queries = plimsoll_tower_count (t->root, 64, "query_num");
  guint64 d, sum;

  if (plimsoll_config_member_flag (t->root, FALSE, "drop_vision_last_layer"))
    return 0;
  sum = siglip (t->vision, FALSE, &d);
  return sum + queries * h + d * h + 4 * (h * h + h) + 3 * 2 * h + h * h;
}

guint64
plimsoll_tower_paligemma (const PlimsollTower *t)
{
  guint64 d, sum = siglip (t->vision, FALSE, &d);

  return sum + d * t->text + t->text;
}

guint64
plimsoll_tower_aya (const PlimsollTower *t)
{
  guint64 factor = MIN (plimsoll_tower_count (t->root, 2, "downsample_factor"), 16);
  guint64 middle = plimsoll_tower_count (t->root, t->text, "alignment_intermediate_size");
  guint64 d, sum = siglip (t->vision, TRUE, &d);
  guint64 inner = d * factor * factor;

  return sum + 2 * inner + inner * middle + middle + middle / 2 * t->text + t->text;
}

guint64
plimsoll_tower_gemma3 (const PlimsollTower *t)
{
  Vit vit = read_vit (t->vision, 1152, 4304, 27, 14);
  guint64 side = plimsoll_tower_count (t->vision, 896, "image_size") / vit.patch;

  vit.positions = side * side;
  vit.patch_bias = TRUE;
  vit.norms = 1;
  return vit_parameters (&vit) + vit.width * t->text + vit.width;
}

guint64
plimsoll_tower_llama4 (const PlimsollTower *t)
{
  Vit vit = read_vit (t->vision, 1408, 5632, 34, 14);
  guint64 d = vit.width;
  guint64 side = plimsoll_tower_count (t->vision, 336, "image_size") / vit.patch;
  guint64 inner = plimsoll_tower_count (t->vision, 4096, "projector_input_dim");
  guint64 outer = plimsoll_tower_count (t->vision, 4096, "projector_output_dim");

  vit.positions = side * side + 1;
  vit.class_row = TRUE;
  vit.norms = 2;
  return vit_parameters (&vit) + 4 * d * inner + inner * outer
         + plimsoll_tower_count (t->vision, 4096, "vision_output_dim") * t->text;
}

guint64
plimsoll_tower_pixtral (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 1024, "hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 4096, "intermediate_size");
  guint64 patch = plimsoll_tower_count (t->vision, 16, "patch_size");
  guint64 blocks = plimsoll_tower_count (t->vision, 24, "num_hidden_layers");
  guint64 sum = 3 * patch * patch * d + d + blocks * (2 * d + 4 * d * d + 3 * d * wide);
  const char *wrapper = json_object_get_string_member_with_default (t->root, "model_type", "");
  gboolean mistral = g_str_equal (wrapper, "mistral3");

  /* Mistral 3 merges patches first. */
  if (mistral)
    {
      guint64 merged = MIN (plimsoll_tower_count (t->root, 2, "spatial_merge_size"), 16);

      sum += d + merged * merged * d * d;
    }

  return sum
         + projector (d, t->text,
                      plimsoll_config_member_flag (t->root, !mistral, "multimodal_projector_bias"));
}

/* Llama 3.2 Vision: blocks of its tiles, then blocks of the whole, which have gates. */
guint64
plimsoll_tower_mllama (const PlimsollTower *t)
{
  JsonObject *vision = t->vision;
  guint64 d = plimsoll_tower_count (vision, 1280, "hidden_size");
  guint64 wide = plimsoll_tower_count (vision, 5120, "intermediate_size");
  guint64 patch = MAX (plimsoll_tower_count (vision, 14, "patch_size"), 1);
  guint64 side = plimsoll_tower_count (vision, 448, "image_size") / patch;
  guint64 rows = side * side + 1;
  guint64 tiles = MIN (plimsoll_tower_count (vision, 4, "max_num_tiles"), 64);
  guint64 local = plimsoll_tower_count (vision, 32, "num_hidden_layers");
  guint64 global = plimsoll_tower_count (vision, 8, "num_global_layers");
  guint64 output = plimsoll_tower_count (vision, 7680, "vision_output_dim");
  JsonNode *node = json_object_get_member (vision, "supported_aspect_ratios");
  guint64 ratios = node != NULL && JSON_NODE_HOLDS_ARRAY (node)
                     ? json_array_get_length (json_node_get_array (node)) + 1
                     : 9;
  /* In a block, no bias of the four matrices of attention. */
  guint64 block = vit_block (d, wide) - 4 * d;

  return 3 * patch * patch * d + d + rows * d + 1 + MIN (ratios, 64) * tiles * rows * d
         + 2 * (MIN (ratios, 64) * tiles * d + 1) + 4 * d + local * block + global * (block + 2)
         + output * t->text + t->text;
}

/* The encoder of SAM, with positions relative in each block: far in some, in windows elsewhere. */
guint64
plimsoll_tower_got (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 768, "hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 3072, "mlp_dim");
  guint64 blocks = plimsoll_tower_count (t->vision, 12, "num_hidden_layers");
  guint64 heads = MAX (plimsoll_tower_count (t->vision, 12, "num_attention_heads"), 1);
  guint64 patch = MAX (plimsoll_tower_count (t->vision, 16, "patch_size"), 1);
  guint64 side = plimsoll_tower_count (t->vision, 1024, "image_size") / patch;
  guint64 window = plimsoll_tower_count (t->vision, 14, "window_size");
  guint64 out = plimsoll_tower_count (t->vision, 256, "output_channels");
  JsonNode *node = json_object_get_member (t->vision, "global_attn_indexes");
  guint64 far = node != NULL && JSON_NODE_HOLDS_ARRAY (node)
                  ? json_array_get_length (json_node_get_array (node))
                  : 4;

  if (side == 0 || window == 0 || far > blocks)
    return 0;
  return 3 * patch * patch * d + d + side * side * d + blocks * vit_block (d, wide)
         + 2 * (d / heads) * (far * (2 * side - 1) + (blocks - far) * (2 * window - 1)) + d * out
         + 9 * out * out + 4 * out + 9 * out * 2 * out + 9 * 2 * out * t->text + t->text * t->text
         + t->text;
}

/* The conformer of Gemma 4: two halves of a feed-forward around attention and a convolution. */
static guint64
gemma4_audio (JsonObject *audio)
{
  guint64 d = plimsoll_tower_count (audio, 1024, "hidden_size");
  guint64 heads = MAX (plimsoll_tower_count (audio, 8, "num_attention_heads"), 1);
  guint64 kernel = plimsoll_tower_count (audio, 5, "conv_kernel_size");
  guint64 out = plimsoll_tower_count (audio, 1536, "output_proj_dims");
  /* The convolutions that shorten the sound: 128 and 32 channels over 128 frequencies. */
  guint64 first = 128, second = 32, frequencies = 128 / 4;
  guint64 feed = 2 * d * 4 * d + 2 * d;
  guint64 attention = 5 * d * d + d / heads + 2 * d;
  guint64 convolution = 3 * d * d + kernel * d + 2 * d;

  return plimsoll_tower_count (audio, 12, "num_hidden_layers")
           * (2 * feed + attention + convolution + d)
         + 9 * first + first + 9 * first * second + second + second * frequencies * d + d * out
         + out;
}

/* Text of Gemma 4 is counted with the scale that ends each block. */
guint64
plimsoll_tower_gemma4 (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 768, "hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 3072, "intermediate_size");
  guint64 patch = plimsoll_tower_count (t->vision, 16, "patch_size");
  guint64 heads = plimsoll_tower_count (t->vision, 12, "num_attention_heads");
  guint64 head_dim = plimsoll_tower_count (t->vision, heads != 0 ? d / heads : 0, "head_dim");
  guint64 blocks = plimsoll_tower_count (t->vision, 16, "num_hidden_layers");
  guint64 rows = plimsoll_tower_count (t->vision, 10240, "position_embedding_size");
  guint64 layer = 4 * d * heads * head_dim + 3 * d * wide + 4 * d + 2 * head_dim;
  guint64 sum = 3 * patch * patch * d + 2 * rows * d + MIN (blocks, 1024) * layer + d * t->text;

  if (heads > 1024 || head_dim > 1024)
    return 0;
  if (t->audio != NULL)
    sum +=
      gemma4_audio (t->audio) + plimsoll_tower_count (t->audio, 1536, "output_proj_dims") * t->text;
  return sum;
}

/* Qwen2-Audio: the encoder of Whisper, whose keys have no bias, and one matrix. */
guint64
plimsoll_tower_whisper (const PlimsollTower *t)
{
  guint64 d, wide, mels, rows;

  if (t->audio == NULL)
    return 0;
  d = plimsoll_tower_count (t->audio, 1280, "d_model");
  wide = plimsoll_tower_count (t->audio, 5120, "encoder_ffn_dim");
  mels = plimsoll_tower_count (t->audio, 128, "num_mel_bins");
  rows = plimsoll_tower_count (t->audio, 1500, "max_source_positions");
  return 3 * mels * d + d + 3 * d * d + d + rows * d
         + plimsoll_tower_count (t->audio, 32, "encoder_layers") * (vit_block (d, wide) - d) + 2 * d
         + d * t->text + t->text;
}
