/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"

#include <string.h>

/* What the weights are published in. */

static const char *
dtype_name (const char *dtype)
{
  static const struct
  {
    const char *theirs;
    const char *ours;
  } names[] = {
    { "bfloat16", "BF16" }, { "float16", "F16" },       { "half", "F16" },   { "float32", "F32" },
    { "float", "F32" },     { "float8_e4m3fn", "FP8" }, { "float8", "FP8" },
  };

  if (dtype == NULL)
    return "";
  if (g_str_has_prefix (dtype, "torch."))
    dtype += strlen ("torch.");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (dtype, names[i].theirs))
      return names[i].ours;

  return "";
}

static const char *
member_text (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);
  const char *text =
    node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

  return text != NULL ? text : "";
}

static JsonObject *
member_object (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* compressed-tensors says how in its first group. */
static char *
compressed_scheme (JsonObject *facts)
{
  JsonObject *group = member_object (member_object (facts, "config_groups"), "group_0");
  JsonObject *weights = member_object (group, "weights");
  const char *format = member_text (facts, "format");
  guint64 bits = weights != NULL ? plimsoll_config_member_count (weights, 8, "num_bits") : 8;

  if (g_str_has_prefix (format, "nvfp4"))
    return g_strdup ("NVFP4");
  if (g_str_has_prefix (format, "mxfp4"))
    return g_strdup ("MXFP4");
  if (weights != NULL && g_str_equal (member_text (weights, "type"), "float"))
    return g_strdup_printf ("FP%u", (guint) MIN (bits, 32));
  if (g_str_has_prefix (format, "float"))
    return g_strdup ("FP8");

  return g_strdup_printf ("INT%u", (guint) MIN (bits, 32));
}

static char *
scheme (JsonObject *facts)
{
  const char *method = member_text (facts, "quant_method");
  const char *algorithm = member_text (facts, "quant_algo");
  guint bits = (guint) MIN (plimsoll_config_member_count (facts, 4, "bits w_bit"), 32);

  if (g_str_has_prefix (algorithm, "NVFP4") || g_str_equal (algorithm, "MIXED_PRECISION"))
    return g_strdup ("NVFP4");
  if (g_str_has_prefix (algorithm, "FP8") || strstr (method, "fp8") != NULL)
    return g_strdup ("FP8");
  if (g_str_equal (method, "mxfp4"))
    return g_strdup ("MXFP4");
  if (g_str_equal (method, "compressed-tensors"))
    return compressed_scheme (facts);
  if (g_str_equal (method, "gptq") || g_str_equal (method, "awq"))
    return g_strdup_printf ("%s-INT%u", method[0] == 'g' ? "GPTQ" : "AWQ", bits);
  if (g_str_equal (method, "bitsandbytes"))
    return g_strdup (plimsoll_config_member_flag (facts, FALSE, "load_in_4bit") ? "NF4" : "INT8");
  if (*method == '\0' && plimsoll_config_member_count (facts, 0, "bits") != 0)
    return g_strdup_printf ("MLX-%u", bits);

  return g_ascii_strup (method, -1);
}

static gboolean
leaves_out (JsonArray *list, const char *part)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      const char *text = JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

      if (text != NULL && strstr (text, part) != NULL)
        return TRUE;
    }

  return FALSE;
}

static JsonArray *
ignored_modules (JsonObject *facts)
{
  static const char *const names[] = { "ignore", "modules_to_not_convert", "ignored_layers" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      JsonNode *node = json_object_get_member (facts, names[i]);

      if (node != NULL && JSON_NODE_HOLDS_ARRAY (node))
        return json_node_get_array (node);
    }

  return NULL;
}

static gboolean
has_experts (PlimsollConfig *self)
{
  for (guint i = 0; i < self->kinds->len; i++)
    if (g_array_index (self->kinds, PlimsollLayer, i).feed_forward.experts != 0)
      return TRUE;

  return FALSE;
}

void
plimsoll_config_native (PlimsollConfig *self)
{
  JsonObject *facts = plimsoll_config_object (self, "quantization_config quantization");
  const char *dtype = plimsoll_config_text (self, "torch_dtype dtype");
  const char *experts = plimsoll_config_text (self, "expert_dtype");
  JsonArray *ignored;

  if (dtype == NULL)
    dtype = member_text (self->root, "torch_dtype");
  if (*dtype == '\0')
    dtype = member_text (self->root, "dtype");
  if (facts == NULL)
    facts = member_object (self->root, "quantization_config");

  if (facts == NULL || json_object_get_size (facts) == 0)
    {
      self->spec.native_dtype = g_strdup (dtype_name (dtype));
      return;
    }

  self->spec.native_dtype = scheme (facts);
  self->spec.native_rest_dtype =
    g_strdup (*dtype_name (dtype) != '\0' ? dtype_name (dtype) : "BF16");
  ignored = ignored_modules (facts);
  self->spec.native_experts_only =
    has_experts (self) && leaves_out (ignored, "self_attn")
    && (leaves_out (ignored, "shared_expert") || leaves_out (ignored, "router"));

  /* DeepSeek V4: experts in four bits, all else in eight. */
  if (experts != NULL && g_str_equal (experts, "fp4"))
    {
      g_free (self->spec.native_rest_dtype);
      self->spec.native_rest_dtype = g_steal_pointer (&self->spec.native_dtype);
      self->spec.native_dtype = g_strdup ("MXFP4");
      self->spec.native_experts_only = TRUE;
    }
}
