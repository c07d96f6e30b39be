/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-towers.h"

#include <string.h>

guint64
plimsoll_tower_count (JsonObject *object, guint64 otherwise, const char *keys)
{
  return MIN (plimsoll_config_member_count (object, otherwise, keys), PLIMSOLL_TOWER_MOST);
}

/* Two matrices with biases, after a norm with a bias. */
static guint64
merger (guint64 norm, guint64 inner, guint64 out)
{
  return 2 * norm + inner * inner + inner + inner * out + out;
}

static guint64
qwen2_vl (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 1280, "embed_dim");
  guint64 wide = d * MIN (plimsoll_tower_count (t->vision, 4, "mlp_ratio"), 64);
  guint64 patch = plimsoll_tower_count (t->vision, 14, "patch_size");
  guint64 layer = 4 * d + d * 3 * d + 3 * d + d * d + d + 2 * d * wide + wide + d;

  return 3 * 2 * patch * patch * d + plimsoll_tower_count (t->vision, 32, "depth") * layer
         + merger (d, 4 * d, plimsoll_tower_count (t->vision, t->text, "hidden_size"));
}

/* EXAONE 4.5 has fewer heads for keys than for queries. */
static guint64
qwen2_5_vl (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 1280, "hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 3420, "intermediate_size");
  guint64 patch = plimsoll_tower_count (t->vision, 14, "patch_size");
  guint64 heads = MAX (plimsoll_tower_count (t->vision, 16, "num_heads"), 1);
  guint64 kv = d / heads * plimsoll_tower_count (t->vision, heads, "num_key_value_heads");
  guint64 layer = 2 * d + d * (d + 2 * kv) + d + 2 * kv + d * d + d + 3 * d * wide + 2 * wide + d;

  /* Its norms have no bias, that of the merger neither. */
  return 3 * 2 * patch * patch * d + plimsoll_tower_count (t->vision, 32, "depth") * layer
         + merger (d, 4 * d, plimsoll_tower_count (t->vision, t->text, "out_hidden_size")) - d;
}

/* HyperCLOVA X takes that tower and one matrix more. */
static guint64
hyperclovax (const PlimsollTower *t)
{
  const char *projector =
    json_object_get_string_member_with_default (t->root, "mm_projector_type", "");
  guint64 out = plimsoll_tower_count (t->vision, t->text, "out_hidden_size");

  return g_str_equal (projector, "linear") ? qwen2_5_vl (t) + out * t->text + t->text : 0;
}

static guint64
qwen3_vl (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 1152, "hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 4304, "intermediate_size");
  guint64 patch = plimsoll_tower_count (t->vision, 16, "patch_size");
  guint64 out = plimsoll_tower_count (t->vision, t->text, "out_hidden_size");
  guint64 layer = 4 * d + d * 3 * d + 3 * d + d * d + d + 2 * d * wide + wide + d;
  JsonNode *stacks = json_object_get_member (t->vision, "deepstack_visual_indexes");
  guint64 n_stacks = stacks != NULL && JSON_NODE_HOLDS_ARRAY (stacks)
                       ? json_array_get_length (json_node_get_array (stacks))
                       : 3;

  return 3 * 2 * patch * patch * d + d
         + plimsoll_tower_count (t->vision, 2304, "num_position_embeddings") * d
         + plimsoll_tower_count (t->vision, 27, "depth") * layer + merger (d, 4 * d, out)
         + MIN (n_stacks, 64) * merger (4 * d, 4 * d, out);
}

/* GLM-4.1V to 4.6V: the blocks are as wide inside as the text, the merger as the config says. */
static guint64
glm4v (const PlimsollTower *t)
{
  guint64 d = plimsoll_tower_count (t->vision, 1536, "hidden_size");
  guint64 out = plimsoll_tower_count (t->vision, t->text, "out_hidden_size");
  guint64 wide = plimsoll_tower_count (t->vision, 13696, "intermediate_size");
  guint64 patch = MAX (plimsoll_tower_count (t->vision, 14, "patch_size"), 1);
  guint64 side = plimsoll_tower_count (t->vision, 336, "image_size") / patch;
  guint64 merged = MIN (plimsoll_tower_count (t->vision, 2, "spatial_merge_size"), 16);
  guint64 layer = 2 * d + 4 * d * d + 3 * d * out;

  if (plimsoll_config_member_flag (t->vision, FALSE, "attention_bias"))
    return 0;
  return 3 * 2 * patch * patch * d + d + side * side * d + 2 * d
         + plimsoll_tower_count (t->vision, 24, "depth") * layer + merged * merged * d * out + out
         + out * out + 2 * out + 3 * out * wide;
}

/* What a wrapper's pictures and sounds take, by its model_type and its tower's. */
static const struct
{
  const char *wrapper;
  const char *kind; /* (nullable): any */
  guint64 (*count) (const PlimsollTower *tower);
  gboolean no_config; /* the tower is in no config: it is always the same */
} towers[] = {
  { "aya_vision", "siglip_vision_model", plimsoll_tower_aya, FALSE },
  { "exaone4_5", NULL, qwen2_5_vl, FALSE },
  { "gemma3", NULL, plimsoll_tower_gemma3, FALSE },
  { "gemma4", NULL, plimsoll_tower_gemma4, FALSE },
  { "glm4v", NULL, glm4v, FALSE },
  { "glm4v_moe", NULL, glm4v, FALSE },
  { "got_ocr2", NULL, plimsoll_tower_got, FALSE },
  { "idefics3", NULL, plimsoll_tower_smolvlm, FALSE },
  { "internvl", NULL, plimsoll_tower_internvl, FALSE },
  { "internvl_chat", NULL, plimsoll_tower_internvl, FALSE },
  { "kimi_k25", NULL, plimsoll_tower_moonvit, FALSE },
  { "kimi_vl", NULL, plimsoll_tower_moonvit, FALSE },
  { "lfm2_vl", NULL, plimsoll_tower_lfm2, FALSE },
  { "llama4", NULL, plimsoll_tower_llama4, FALSE },
  { "llava", "pixtral", plimsoll_tower_pixtral, FALSE },
  { "llava", "clip_vision_model", plimsoll_tower_llava, FALSE },
  { "llava", "siglip_vision_model", plimsoll_tower_llava, FALSE },
  { "llava_next", NULL, plimsoll_tower_llava, FALSE },
  { "llava_next_video", NULL, plimsoll_tower_llava, FALSE },
  { "llava_onevision", NULL, plimsoll_tower_llava, FALSE },
  { "minicpmv", "siglip_vision_model", plimsoll_tower_minicpm, FALSE },
  { "mistral3", "pixtral", plimsoll_tower_pixtral, FALSE },
  { "mllama", NULL, plimsoll_tower_mllama, FALSE },
  { "molmo", NULL, plimsoll_tower_molmo, TRUE },
  { "paligemma", NULL, plimsoll_tower_paligemma, FALSE },
  { "phi3_v", NULL, plimsoll_tower_phi3, TRUE },
  { "qwen2_5_vl", NULL, qwen2_5_vl, FALSE },
  { "qwen2_audio", NULL, plimsoll_tower_whisper, TRUE },
  { "qwen2_vl", NULL, qwen2_vl, FALSE },
  { "qwen3_5", NULL, qwen3_vl, FALSE },
  { "qwen3_5_moe", NULL, qwen3_vl, FALSE },
  { "qwen3_vl", NULL, qwen3_vl, FALSE },
  { "qwen3_vl_moe", NULL, qwen3_vl, FALSE },
  { "smolvlm", NULL, plimsoll_tower_smolvlm, FALSE },
  { "vlm", "qwen2_5_vl", hyperclovax, FALSE },
};

static JsonObject *
object_at (JsonObject *root, const char *name)
{
  JsonNode *node = json_object_get_member (root, name);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Whether the model has parts besides text. */
static gboolean
has_other_parts (PlimsollConfig *self)
{
  static const char *const keys[] = {
    "vision_config", "vision_tower", "mm_vision_tower", "vision_encoder",
    "img_processor", "visual",       "audio_config",    "encoder_config",
    "talker_config", "query_num",    "speech_config",   "crop_config",
  };
  static const char *const seeing[] = { "molmo", "minicpmv", "phi3_v", "llava", NULL };
  gboolean has = g_strv_contains (seeing, self->model_type);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      JsonNode *node = json_object_get_member (self->root, keys[i]);

      has = has || (node != NULL && !JSON_NODE_HOLDS_NULL (node));
    }

  return has || self->root != self->text;
}

void
plimsoll_config_vision (PlimsollConfig *self)
{
  const char *wrapper = json_object_get_string_member_with_default (self->root, "model_type", "");
  PlimsollTower t = {
    .root = self->root,
    .vision = object_at (self->root, "vision_config"),
    .audio = object_at (self->root, "audio_config"),
    .text = self->spec.embedding,
  };
  const char *kind =
    t.vision != NULL ? json_object_get_string_member_with_default (t.vision, "model_type", "") : "";

  if (!has_other_parts (self))
    {
      self->spec.vision_known = TRUE;
      return;
    }
  if (t.text > PLIMSOLL_TOWER_MOST)
    return;

  for (gsize i = 0; i < G_N_ELEMENTS (towers); i++)
    if (g_str_equal (wrapper, towers[i].wrapper)
        && (towers[i].kind == NULL || g_str_equal (kind, towers[i].kind))
        && (t.vision != NULL || towers[i].no_config))
      self->spec.vision_parameters = towers[i].count (&t);
  self->spec.vision_known = self->spec.vision_parameters != 0;
}
