/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-private.h"
#include "plimsoll-safetensors-private.h"

#include <glib/gi18n.h>
#include <string.h>

/*
 * How many weights of the model a tensor holds. What is packed is told by the tensors beside it,
 * which have the same name but for the end; the config says how many bits where those do not.
 */

#define MAX_GROUPS 8

typedef struct
{
  guint bits;
  guint size; /* weights with one scale; 0: not said */
} Group;

typedef struct
{
  GHashTable *by_name; /* (element-type utf8 PlimsollSafetensor) */
  GString *sibling;    /* the name looked for last */
  Group groups[MAX_GROUPS];
  guint n_groups;
  gboolean method; /* the config names a method */
  gboolean assumed_bits;

  /* What was found, for naming the scheme. */
  const char *found;
  guint found_bits;
} Counter;

static void
add_group (Counter *self, guint64 bits, guint64 size)
{
  if (bits >= 1 && bits <= 32 && self->n_groups < MAX_GROUPS)
    self->groups[self->n_groups++] =
      (Group) { .bits = (guint) bits, .size = size <= 1u << 20 ? (guint) size : 0 };
}

static JsonObject *
member_object (JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

static void
read_groups (Counter *self, JsonObject *facts)
{
  JsonObject *groups = member_object (facts, "config_groups");
  JsonObjectIter iter;
  const char *name;

  add_group (self, plimsoll_config_member_count (facts, 0, "bits w_bit"),
             plimsoll_config_member_count (facts, 0, "group_size q_group_size"));
  if (groups == NULL)
    return;
  json_object_iter_init_ordered (&iter, groups);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      JsonObject *weights = member_object (member_object (groups, name), "weights");

      if (weights != NULL)
        add_group (self, plimsoll_config_member_count (weights, 0, "num_bits"),
                   plimsoll_config_member_count (weights, 0, "group_size"));
    }
}

static void
read_config (Counter *self, const char *text, gsize length)
{
  g_autoptr (JsonNode) root = plimsoll_config_parse (text, length, "config.json", NULL);
  JsonObject *object, *facts;

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return;
  object = json_node_get_object (root);
  facts = member_object (object, "quantization_config");
  if (facts == NULL)
    facts = member_object (object, "quantization");
  if (facts == NULL)
    facts = member_object (member_object (object, "text_config"), "quantization_config");
  if (facts == NULL)
    return;
  self->method = TRUE;
  read_groups (self, facts);
}

static const PlimsollSafetensor *
find (Counter *self, const char *stem, gsize length, const char *end)
{
  g_string_truncate (self->sibling, 0);
  g_string_append_len (self->sibling, stem, (gssize) length);
  g_string_append (self->sibling, end);
  return g_hash_table_lookup (self->by_name, self->sibling->str);
}

static gboolean
is_dtype (const PlimsollSafetensor *tensor, const char *name)
{
  const PlimsollDtype *dtype = plimsoll_dtype (tensor->dtype);

  return dtype != NULL && strcmp (dtype->name, name) == 0;
}

static guint
bits_of (const PlimsollSafetensor *tensor)
{
  const PlimsollDtype *dtype = plimsoll_dtype (tensor->dtype);

  return dtype != NULL ? dtype->bits : 0;
}

static void
note (Counter *self, const char *scheme, guint bits)
{
  if (self->found == NULL)
    {
      self->found = scheme;
      self->found_bits = bits;
    }
}

/* Words of so many bits, packed without gaps. */
static guint64
unpack (Counter *self, const PlimsollSafetensor *tensor, guint bits, const char *scheme)
{
  guint64 total;

  if (bits == 0)
    {
      bits = self->n_groups > 0 ? self->groups[0].bits : 4;
      self->assumed_bits |= self->n_groups == 0;
    }
  note (self, scheme, bits);
  if (!g_uint64_checked_mul (&total, tensor->elements, bits_of (tensor)))
    return tensor->elements;
  return total / bits;
}

/* The bits for which a scale's row times the size of a group is the packed row. */
static guint
bits_by_groups (const Counter *self, guint64 packed_bits, guint64 scales)
{
  for (guint i = 0; i < self->n_groups; i++)
    {
      guint64 row;

      if (self->groups[i].size > 0 && g_uint64_checked_mul (&row, scales, self->groups[i].size)
          && row > 0 && packed_bits % row == 0 && packed_bits / row <= 16)
        return (guint) (packed_bits / row);
    }
  return 0;
}

/* GPTQ and AWQ: zero points are packed with the same bits, a column for each scale. */
static guint64
count_qweight (Counter *self, const PlimsollSafetensor *tensor, gsize stem)
{
  const PlimsollSafetensor *zeros = find (self, tensor->name, stem, ".qzeros");
  const PlimsollSafetensor *scales = find (self, tensor->name, stem, ".scales");
  gboolean gptq = find (self, tensor->name, stem, ".g_idx") != NULL;
  guint bits = 0;

  if (zeros != NULL && scales != NULL && scales->last > 0 && zeros->last < 1u << 26)
    bits = (guint) MIN (zeros->last * 32 / scales->last, 32);
  return unpack (self, tensor, bits, gptq ? "GPTQ-INT" : "AWQ-INT");
}

static guint64
count_packed (Counter *self, const PlimsollSafetensor *tensor, gsize stem)
{
  const PlimsollSafetensor *scales = find (self, tensor->name, stem, ".weight_scale");
  guint word = bits_of (tensor);
  guint bits = 0;

  if (word == 8) /* two of four bits, with scales of eight */
    return unpack (self, tensor, 4,
                   scales != NULL && bits_of (scales) == 8 && !is_dtype (scales, "U8") ? "NVFP"
                                                                                       : "MXFP");
  if (scales != NULL && tensor->last < 1u << 26)
    bits = bits_by_groups (self, tensor->last * word, scales->last);
  return unpack (self, tensor, bits, "INT");
}

static guint64
count_mlx (Counter *self, const PlimsollSafetensor *tensor, const PlimsollSafetensor *scales)
{
  guint bits = 0;

  if (tensor->last < 1u << 26)
    bits = bits_by_groups (self, tensor->last * 32, scales->last);
  return unpack (self, tensor, bits, "MLX-");
}

/* A weight of bytes with a scale beside it: of four bits when a scale is for 8 or 16 bytes. */
static guint64
count_scaled (Counter *self,
              const PlimsollSafetensor *tensor,
              const PlimsollSafetensor *scales,
              gboolean global_scale)
{
  guint64 bytes = scales->last > 0 ? tensor->last / scales->last : 0;
  gboolean whole = is_dtype (tensor, "I8") || is_dtype (tensor, "U8");

  if (is_dtype (tensor, "F4"))
    {
      note (self, global_scale ? "NVFP" : "MXFP", 4);
      return tensor->elements;
    }
  if (whole && bits_of (scales) == 8 && (bytes == 8 || bytes == 16))
    return unpack (self, tensor, 4, bytes == 8 ? "NVFP" : "MXFP");
  note (self, whole ? "INT" : "FP", 8);
  return tensor->elements;
}

static guint64
count_weight (Counter *self, const PlimsollSafetensor *tensor, gsize stem)
{
  const PlimsollSafetensor *scales;

  if (find (self, tensor->name, stem, ".weight.absmax") != NULL)
    return unpack (self, tensor, 4, "NF");
  if (is_dtype (tensor, "U32") && (scales = find (self, tensor->name, stem, ".scales")) != NULL)
    return count_mlx (self, tensor, scales);
  if (bits_of (tensor) > 8)
    return tensor->elements;

  scales = find (self, tensor->name, stem, ".weight_scale");
  if (scales != NULL)
    return count_scaled (self, tensor, scales,
                         find (self, tensor->name, stem, ".weight_scale_2") != NULL);
  if ((scales = find (self, tensor->name, stem, ".weight_scale_inv")) != NULL
      || (scales = find (self, tensor->name, stem, ".scale")) != NULL)
    return count_scaled (self, tensor, scales, FALSE);
  if (find (self, tensor->name, stem, ".SCB") != NULL)
    note (self, "INT", 8);
  return tensor->elements;
}

/* EXL2: every row has bits of its own, and the permutation one entry for each input. */
static guint64
count_exl2 (Counter *self, const PlimsollSafetensor *tensor, gsize stem)
{
  const PlimsollSafetensor *inputs = find (self, tensor->name, stem, ".q_invperm");
  guint64 weights;

  note (self, "EXL2", 0);
  if (inputs == NULL || !g_uint64_checked_mul (&weights, inputs->elements, tensor->last))
    return tensor->elements;
  return weights;
}

/* EXL3: tiles of 16 by 16. */
static guint64
count_exl3 (Counter *self, const PlimsollSafetensor *tensor)
{
  guint64 weights;

  note (self, "EXL3", 0);
  if (tensor->last == 0 || !g_uint64_checked_mul (&weights, tensor->elements / tensor->last, 256))
    return tensor->elements;
  return weights;
}

/* What stands beside weights, by its end, and the ends of the weights that it may stand beside. */
static const struct
{
  const char *end;
  const char *weights[3];
} sides[] = {
  { ".qzeros", { ".qweight" } },
  { ".scales", { ".qweight", ".weight" } },
  { ".biases", { ".scales" } },
  { ".g_idx", { ".qweight" } },
  { ".weight_scale", { ".weight", ".weight_packed" } },
  { ".weight_scale_inv", { ".weight" } },
  { ".weight_scale_2", { ".weight" } },
  { ".weight_global_scale", { ".weight_packed", ".weight" } },
  { ".weight_zero_point", { ".weight_packed", ".weight" } },
  { ".weight_shape", { ".weight_packed" } },
  { ".weight_g_idx", { ".weight_packed" } },
  { ".input_scale", { ".weight", ".weight_packed" } },
  { ".input_global_scale", { ".weight_packed", ".weight" } },
  { ".SCB", { ".weight" } },
  { ".weight_format", { ".weight" } },
  { ".absmax", { "" } },
  { ".quant_map", { ".absmax" } },
  { ".nested_absmax", { ".absmax" } },
  { ".nested_quant_map", { ".absmax" } },
  { "_scales", { "_blocks" } },
  { ".q_invperm", { ".q_weight" } },
  { ".q_scale", { ".q_weight" } },
  { ".q_scale_max", { ".q_weight" } },
  { ".q_groups", { ".q_weight" } },
  { ".q_perm", { ".q_weight" } },
  { ".suh", { ".trellis" } },
  { ".svh", { ".trellis" } },
  { ".su", { ".trellis" } },
  { ".sv", { ".trellis" } },
  { ".mcg", { ".trellis" } },
  { ".mul1", { ".trellis" } },
};

static gboolean
is_scale_of_bytes (Counter *self, const PlimsollSafetensor *tensor, gsize length)
{
  const PlimsollSafetensor *weight;

  if (!g_str_has_suffix (tensor->name, ".scale"))
    return FALSE;
  weight = find (self, tensor->name, length - strlen (".scale"), ".weight");
  return weight != NULL && bits_of (weight) <= 8;
}

static gboolean
is_beside_weights (Counter *self, const PlimsollSafetensor *tensor)
{
  gsize length = strlen (tensor->name);

  /* Nearly all are weights: spare them the list. */
  if (g_str_has_suffix (tensor->name, ".weight"))
    return FALSE;
  if (strstr (tensor->name, ".quant_state.") != NULL || is_scale_of_bytes (self, tensor, length))
    return TRUE;
  if (self->method
      && (g_str_has_suffix (tensor->name, ".k_scale")
          || g_str_has_suffix (tensor->name, ".v_scale")))
    return TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    if (g_str_has_suffix (tensor->name, sides[i].end))
      for (gsize j = 0; j < G_N_ELEMENTS (sides[i].weights) && sides[i].weights[j] != NULL; j++)
        if (find (self, tensor->name, length - strlen (sides[i].end), sides[i].weights[j]) != NULL)
          return TRUE;
  return FALSE;
}

static guint64
count_tensor (Counter *self, const PlimsollSafetensor *tensor)
{
  gsize length = strlen (tensor->name);

  if (g_str_has_suffix (tensor->name, ".qweight"))
    return count_qweight (self, tensor, length - strlen (".qweight"));
  if (g_str_has_suffix (tensor->name, ".weight_packed"))
    return count_packed (self, tensor, length - strlen (".weight_packed"));
  if (g_str_has_suffix (tensor->name, ".q_weight"))
    return count_exl2 (self, tensor, length - strlen (".q_weight"));
  if (g_str_has_suffix (tensor->name, ".trellis"))
    return count_exl3 (self, tensor);
  if (g_str_has_suffix (tensor->name, "_blocks") && is_dtype (tensor, "U8")
      && find (self, tensor->name, length - strlen ("_blocks"), "_scales") != NULL)
    return unpack (self, tensor, 4, "MXFP");
  if (g_str_has_suffix (tensor->name, ".weight"))
    return count_weight (self, tensor, length - strlen (".weight"));
  return tensor->elements;
}

static char *
scheme_name (const Counter *self, const PlimsollModelSpec *spec)
{
  if (self->found == NULL)
    return g_strdup ("");
  if (spec != NULL && self->method && *spec->native_dtype != '\0')
    return g_strdup (spec->native_dtype);
  if (self->found_bits == 0)
    return g_strdup (self->found);
  return g_strdup_printf ("%s%u", self->found, self->found_bits);
}

const char *
safetensors_count_weights (PlimsollSafetensors *self,
                           GPtrArray *assumptions,
                           const char *config,
                           gsize length)
{
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) sibling = g_string_new (NULL);
  Counter counter = { .by_name = by_name, .sibling = sibling };

  for (gsize i = 0; i < self->n_tensors; i++)
    if (!g_hash_table_insert (by_name, (gpointer) self->tensors[i].name, &self->tensors[i]))
      return self->tensors[i].name;
  if (config != NULL)
    read_config (&counter, config, length);

  for (gsize i = 0; i < self->n_tensors; i++)
    {
      PlimsollSafetensor *tensor = &self->tensors[i];

      if (is_beside_weights (&counter, tensor))
        self->scale_bytes += tensor->bytes;
      else
        tensor->weights = count_tensor (&counter, tensor);
      if (!g_uint64_checked_add (&self->parameters, self->parameters, tensor->weights))
        self->parameters = G_MAXUINT64;
    }

  self->scheme = scheme_name (&counter, self->spec);
  if (counter.assumed_bits)
    g_ptr_array_add (assumptions,
                     g_strdup (_("No config says how many bits the packed weights have: "
                                  "they are counted as weights of 4 bits.")));
  return NULL;
}
