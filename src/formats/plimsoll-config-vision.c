/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <string.h>

/* Towers whose every tensor is known; the others leave vision_known FALSE. All counts of configs
 * are below 2^40, and those here are cut to 2^20, so that no product of three wraps. */

static guint64
tower_count (JsonObject *tower, guint64 otherwise, const char *keys)
{
  return MIN (plimsoll_config_member_count (tower, otherwise, keys), G_GUINT64_CONSTANT (1) << 20);
}

/* Two matrices with biases, after a norm with a bias. */
static guint64
merger (guint64 norm, guint64 inner, guint64 out)
{
  return 2 * norm + inner * inner + inner + inner * out + out;
}

static guint64
qwen2_vl (JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1280, "embed_dim");
  guint64 wide = d * tower_count (tower, 4, "mlp_ratio");
  guint64 patch = tower_count (tower, 14, "patch_size");
  guint64 layer = 4 * d + d * 3 * d + 3 * d + d * d + d + 2 * d * wide + wide + d;

  return 3 * 2 * patch * patch * d + tower_count (tower, 32, "depth") * layer
         + merger (d, 4 * d, tower_count (tower, h, "hidden_size"));
}

static guint64
qwen2_5_vl (JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1280, "hidden_size");
  guint64 wide = tower_count (tower, 3420, "intermediate_size");
  guint64 patch = tower_count (tower, 14, "patch_size");
  guint64 layer = 2 * d + d * 3 * d + 3 * d + d * d + d + 3 * d * wide + 2 * wide + d;

  /* Its norms have no bias, that of the merger neither. */
  return 3 * 2 * patch * patch * d + tower_count (tower, 32, "depth") * layer
         + merger (d, 4 * d, tower_count (tower, h, "out_hidden_size")) - d;
}

static guint64
qwen3_vl (JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1152, "hidden_size");
  guint64 wide = tower_count (tower, 4304, "intermediate_size");
  guint64 patch = tower_count (tower, 16, "patch_size");
  guint64 out = tower_count (tower, h, "out_hidden_size");
  guint64 layer = 4 * d + d * 3 * d + 3 * d + d * d + d + 2 * d * wide + wide + d;
  JsonNode *stacks = json_object_get_member (tower, "deepstack_visual_indexes");
  guint64 n_stacks = stacks != NULL && JSON_NODE_HOLDS_ARRAY (stacks)
                       ? json_array_get_length (json_node_get_array (stacks))
                       : 3;

  return 3 * 2 * patch * patch * d + d + tower_count (tower, 2304, "num_position_embeddings") * d
         + tower_count (tower, 27, "depth") * layer + merger (d, 4 * d, out)
         + n_stacks * merger (4 * d, 4 * d, out);
}

static guint64
pixtral (PlimsollConfig *self, JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1024, "hidden_size");
  guint64 wide = tower_count (tower, 4096, "intermediate_size");
  guint64 patch = tower_count (tower, 16, "patch_size");
  guint64 layer = 2 * d + 4 * d * d + 3 * d * wide;
  guint64 sum = 3 * patch * patch * d + d + tower_count (tower, 24, "num_hidden_layers") * layer;
  gboolean bias = plimsoll_config_member_flag (self->root, TRUE, "multimodal_projector_bias");
  const char *wrapper = json_object_get_string_member_with_default (self->root, "model_type", "");

  /* Mistral 3 merges patches first. */
  if (g_str_equal (wrapper, "mistral3"))
    {
      guint64 merged = tower_count (self->root, 2, "spatial_merge_size");

      sum += d + merged * merged * d * d;
      bias = plimsoll_config_member_flag (self->root, FALSE, "multimodal_projector_bias");
    }

  return sum + d * h + h * h + (bias ? 2 * h : 0);
}

static guint64
gemma3 (JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1152, "hidden_size");
  guint64 wide = tower_count (tower, 4304, "intermediate_size");
  guint64 patch = MAX (tower_count (tower, 14, "patch_size"), 1);
  guint64 side = tower_count (tower, 896, "image_size") / patch;
  guint64 layer = 4 * d + 4 * (d * d + d) + 2 * d * wide + wide + d;

  return 3 * patch * patch * d + d + side * side * d
         + tower_count (tower, 27, "num_hidden_layers") * layer + 2 * d + d * h + d;
}

static guint64
llama4 (JsonObject *tower, guint64 h)
{
  guint64 d = tower_count (tower, 1408, "hidden_size");
  guint64 wide = tower_count (tower, 5632, "intermediate_size");
  guint64 patch = MAX (tower_count (tower, 14, "patch_size"), 1);
  guint64 side = tower_count (tower, 336, "image_size") / patch;
  guint64 inner = tower_count (tower, 4096, "projector_input_dim");
  guint64 outer = tower_count (tower, 4096, "projector_output_dim");
  guint64 layer = 4 * d + 4 * (d * d + d) + 2 * d * wide + wide + d;

  return 3 * patch * patch * d + (side * side + 1) * d + d + 4 * d
         + tower_count (tower, 34, "num_hidden_layers") * layer + 4 * d * inner + inner * outer
         + tower_count (tower, 4096, "vision_output_dim") * h;
}

/* Whether the model has parts besides text; @tower is the picture's if it has a config. */
static gboolean
has_other_parts (PlimsollConfig *self, JsonObject **tower)
{
  static const char *const keys[] = {
    "vision_config", "vision_tower", "mm_vision_tower", "vision_encoder",
    "img_processor", "visual",       "audio_config",    "encoder_config",
    "talker_config", "query_num",    "speech_config",   "crop_config",
  };
  static const char *const seeing[] = { "molmo", "minicpmv", "phi3_v", "llava", NULL };
  gboolean has = g_strv_contains (seeing, self->model_type);
  JsonNode *node = json_object_get_member (self->root, "vision_config");

  *tower = node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      node = json_object_get_member (self->root, keys[i]);
      has = has || (node != NULL && !JSON_NODE_HOLDS_NULL (node));
    }

  return has || self->root != self->text;
}

void
plimsoll_config_vision (PlimsollConfig *self)
{
  const char *wrapper = json_object_get_string_member_with_default (self->root, "model_type", "");
  const char *kind;
  JsonObject *tower;
  guint64 h = self->spec.embedding;
  guint64 sum = 0;

  if (!has_other_parts (self, &tower))
    {
      self->spec.vision_known = TRUE;
      return;
    }
  if (tower == NULL || h > 1u << 20)
    return;

  kind = json_object_get_string_member_with_default (tower, "model_type", wrapper);
  if (g_str_equal (wrapper, "qwen2_vl"))
    sum = qwen2_vl (tower, h);
  else if (g_str_equal (wrapper, "qwen2_5_vl"))
    sum = qwen2_5_vl (tower, h);
  else if (g_str_has_prefix (wrapper, "qwen3_vl") || g_str_has_prefix (wrapper, "qwen3_5"))
    sum = qwen3_vl (tower, h);
  else if (g_str_equal (kind, "pixtral"))
    sum = pixtral (self, tower, h);
  else if (g_str_equal (wrapper, "gemma3"))
    sum = gemma3 (tower, h);
  else if (g_str_equal (wrapper, "llama4"))
    sum = llama4 (tower, h);

  self->spec.vision_parameters = sum;
  self->spec.vision_known = sum != 0;
}
