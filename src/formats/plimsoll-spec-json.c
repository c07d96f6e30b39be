/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-spec-json.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_PERIOD 24

typedef enum
{
  FIELD_COUNT,  /* guint32 */
  FIELD_NUMBER, /* guint64 */
  FIELD_FLAG,   /* gboolean */
  FIELD_CHOICE, /* an enum, by the words of it */
  FIELD_TEXT,   /* char * */
} FieldType;

typedef struct
{
  const char *name;
  FieldType type;
  gsize offset;
  const char *const *words;
} Field;

static const char *const attention_words[] = { "none", "full",       "sliding", "chunked",
                                               "mla",  "compressed", NULL };
static const char *const qk_norm_words[] = { "none", "head", "full", NULL };
static const char *const recurrent_words[] = { "none",   "gated_delta_net", "kda",       "mamba1",
                                               "mamba2", "short_conv",      "lightning", "rwkv",
                                               NULL };
static const char *const source_words[] = { "config", "file", "general_keys", "totals", NULL };

#define COUNT(type, member) { #member, FIELD_COUNT, G_STRUCT_OFFSET (type, member), NULL }
#define NUMBER(type, member) { #member, FIELD_NUMBER, G_STRUCT_OFFSET (type, member), NULL }
#define FLAG(type, member) { #member, FIELD_FLAG, G_STRUCT_OFFSET (type, member), NULL }
#define TEXT(type, member) { #member, FIELD_TEXT, G_STRUCT_OFFSET (type, member), NULL }
#define CHOICE(type, member, words) { #member, FIELD_CHOICE, G_STRUCT_OFFSET (type, member), words }

static const Field attention_fields[] = {
  CHOICE (PlimsollAttention, kind, attention_words),
  COUNT (PlimsollAttention, heads),
  COUNT (PlimsollAttention, kv_heads),
  COUNT (PlimsollAttention, key_dim),
  COUNT (PlimsollAttention, value_dim),
  COUNT (PlimsollAttention, window),
  COUNT (PlimsollAttention, compression),
  COUNT (PlimsollAttention, q_lora_rank),
  COUNT (PlimsollAttention, kv_lora_rank),
  COUNT (PlimsollAttention, rope_dim),
  COUNT (PlimsollAttention, index_heads),
  COUNT (PlimsollAttention, index_dim),
  CHOICE (PlimsollAttention, qk_norm, qk_norm_words),
  FLAG (PlimsollAttention, q_bias),
  FLAG (PlimsollAttention, kv_bias),
  FLAG (PlimsollAttention, output_bias),
  FLAG (PlimsollAttention, gated_query),
  FLAG (PlimsollAttention, head_gate),
  FLAG (PlimsollAttention, output_gate),
  FLAG (PlimsollAttention, sinks),
  FLAG (PlimsollAttention, value_is_key),
  FLAG (PlimsollAttention, shares_cache),
  FLAG (PlimsollAttention, fused_qkv),
  COUNT (PlimsollAttention, output_groups),
  COUNT (PlimsollAttention, output_lora_rank),
  FLAG (PlimsollAttention, window_not_in_gguf),
};

static const Field recurrent_fields[] = {
  CHOICE (PlimsollRecurrent, kind, recurrent_words),
  COUNT (PlimsollRecurrent, conv_kernel),
  COUNT (PlimsollRecurrent, key_heads),
  COUNT (PlimsollRecurrent, value_heads),
  COUNT (PlimsollRecurrent, key_dim),
  COUNT (PlimsollRecurrent, value_dim),
  COUNT (PlimsollRecurrent, inner),
  COUNT (PlimsollRecurrent, state),
  COUNT (PlimsollRecurrent, groups),
  COUNT (PlimsollRecurrent, dt_rank),
  FLAG (PlimsollRecurrent, gated_norm),
  FLAG (PlimsollRecurrent, inner_norms),
  FLAG (PlimsollRecurrent, full_rank_gate),
  FLAG (PlimsollRecurrent, split_beta_alpha),
  FLAG (PlimsollRecurrent, bias),
};

static const Field feed_forward_fields[] = {
  COUNT (PlimsollFeedForward, dense_width),
  FLAG (PlimsollFeedForward, dense_gated),
  FLAG (PlimsollFeedForward, bias),
  COUNT (PlimsollFeedForward, experts),
  COUNT (PlimsollFeedForward, experts_used),
  COUNT (PlimsollFeedForward, expert_width),
  FLAG (PlimsollFeedForward, experts_gated),
  FLAG (PlimsollFeedForward, expert_biases),
  FLAG (PlimsollFeedForward, router_bias),
  FLAG (PlimsollFeedForward, correction_bias),
  COUNT (PlimsollFeedForward, shared_experts),
  COUNT (PlimsollFeedForward, shared_width),
  FLAG (PlimsollFeedForward, shared_gate),
  COUNT (PlimsollFeedForward, latent_width),
  FLAG (PlimsollFeedForward, latent_norm),
  FLAG (PlimsollFeedForward, fused_gate_up),
  FLAG (PlimsollFeedForward, router_scales),
};

static const Field layer_fields[] = {
  COUNT (PlimsollLayer, norms),
  FLAG (PlimsollLayer, norm_biases),
  COUNT (PlimsollLayer, per_layer_width),
  NUMBER (PlimsollLayer, other_parameters),
  NUMBER (PlimsollLayer, other_gguf_scalars),
};

static const Field spec_fields[] = {
  CHOICE (PlimsollModelSpec, source, source_words),
  TEXT (PlimsollModelSpec, architecture),
  TEXT (PlimsollModelSpec, model_type),
  COUNT (PlimsollModelSpec, n_blocks),
  COUNT (PlimsollModelSpec, n_mtp_blocks),
  COUNT (PlimsollModelSpec, embedding),
  COUNT (PlimsollModelSpec, vocabulary),
  COUNT (PlimsollModelSpec, max_context),
  FLAG (PlimsollModelSpec, tied_head),
  FLAG (PlimsollModelSpec, no_head),
  FLAG (PlimsollModelSpec, final_norm),
  FLAG (PlimsollModelSpec, final_norm_bias),
  FLAG (PlimsollModelSpec, embedding_norm),
  FLAG (PlimsollModelSpec, head_bias),
  COUNT (PlimsollModelSpec, position_rows),
  COUNT (PlimsollModelSpec, rope_freqs),
  COUNT (PlimsollModelSpec, rope_factors),
  COUNT (PlimsollModelSpec, per_layer_width),
  FLAG (PlimsollModelSpec, mtp_own_embedding),
  FLAG (PlimsollModelSpec, mtp_in_gguf),
  NUMBER (PlimsollModelSpec, other_parameters),
  NUMBER (PlimsollModelSpec, vision_parameters),
  FLAG (PlimsollModelSpec, vision_known),
  NUMBER (PlimsollModelSpec, mtp_parameters),
  NUMBER (PlimsollModelSpec, stated_parameters),
  NUMBER (PlimsollModelSpec, stated_active_parameters),
  TEXT (PlimsollModelSpec, native_dtype),
  TEXT (PlimsollModelSpec, native_rest_dtype),
  FLAG (PlimsollModelSpec, native_experts_only),
  FLAG (PlimsollModelSpec, native_mxfp4_experts),
};

#undef COUNT
#undef NUMBER
#undef FLAG
#undef TEXT
#undef CHOICE

/* --- Writing --- */

char *
plimsoll_spec_json_quote (const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  return json_to_string (node, FALSE);
}

static void
write_value (const Field *field, gconstpointer member, GString *out)
{
  switch (field->type)
    {
    case FIELD_COUNT:
      g_string_append_printf (out, "%u", *(const guint32 *) member);
      break;
    case FIELD_NUMBER:
      g_string_append_printf (out, "%" G_GUINT64_FORMAT, *(const guint64 *) member);
      break;
    case FIELD_FLAG:
      g_string_append (out, "true");
      break;
    case FIELD_CHOICE:
      g_string_append_printf (out, "\"%s\"", field->words[*(const guint32 *) member]);
      break;
    case FIELD_TEXT:
      {
        g_autofree char *quoted = plimsoll_spec_json_quote (*(const char *const *) member);

        g_string_append (out, quoted);
      }
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_default (const Field *field, gconstpointer member)
{
  switch (field->type)
    {
    case FIELD_COUNT:
    case FIELD_CHOICE:
      return *(const guint32 *) member == 0;
    case FIELD_NUMBER:
      return *(const guint64 *) member == 0;
    case FIELD_FLAG:
      return !*(const gboolean *) member;
    case FIELD_TEXT:
      return **(const char *const *) member == '\0';
    default:
      g_assert_not_reached ();
    }
}

static void
separate (GString *out)
{
  char last = out->str[out->len - 1];

  if (last != '{' && last != '[')
    g_string_append (out, ", ");
}

static void
write_fields (const Field *fields, gsize n, gconstpointer object, GString *out)
{
  for (gsize i = 0; i < n; i++)
    {
      gconstpointer member = (const char *) object + fields[i].offset;

      if (is_default (&fields[i], member))
        continue;
      separate (out);
      g_string_append_printf (out, "\"%s\": ", fields[i].name);
      write_value (&fields[i], member, out);
    }
}

static void
write_part (const char *name, const Field *fields, gsize n, gconstpointer object, GString *out)
{
  gsize before = out->len;
  gsize opened;

  separate (out);
  g_string_append_printf (out, "\"%s\": {", name);
  opened = out->len;
  write_fields (fields, n, object, out);
  if (out->len == opened)
    g_string_truncate (out, before);
  else
    g_string_append_c (out, '}');
}

static void
write_layer (const PlimsollLayer *layer, GString *out)
{
  separate (out);
  g_string_append_c (out, '{');
  write_part ("attention", attention_fields, G_N_ELEMENTS (attention_fields), &layer->attention,
              out);
  write_part ("recurrent", recurrent_fields, G_N_ELEMENTS (recurrent_fields), &layer->recurrent,
              out);
  write_part ("feed_forward", feed_forward_fields, G_N_ELEMENTS (feed_forward_fields),
              &layer->feed_forward, out);
  write_fields (layer_fields, G_N_ELEMENTS (layer_fields), layer, out);
  g_string_append_c (out, '}');
}

static guint
count_repeats (const guint8 *pattern, guint length, guint period)
{
  guint repeats = 1;

  while ((repeats + 1) * period <= length
         && memcmp (pattern, pattern + repeats * period, period) == 0)
    repeats++;

  return repeats;
}

/* The run that says most with least: blocks covered for each number written. */
static guint
best_period (const guint8 *pattern, guint length)
{
  guint best = 1;
  double best_gain = 0;

  for (guint period = 1; period <= MIN (length, MAX_PERIOD); period++)
    {
      guint repeats = count_repeats (pattern, length, period);
      double gain = (double) (repeats * period) / (period + 1);

      if ((repeats > 1 || period == 1) && gain > best_gain)
        {
          best = period;
          best_gain = gain;
        }
    }

  return best;
}

static void
write_pattern (const PlimsollModelSpec *spec, GString *out)
{
  guint length = spec->n_blocks + spec->n_mtp_blocks;
  guint i = 0;

  separate (out);
  g_string_append (out, "\"pattern\": [");
  while (i < length)
    {
      guint period = best_period (spec->pattern + i, length - i);
      guint repeats = count_repeats (spec->pattern + i, length - i, period);

      separate (out);
      g_string_append_printf (out, "[%u", repeats);
      for (guint j = 0; j < period; j++)
        g_string_append_printf (out, ", %u", spec->pattern[i + j]);
      g_string_append_c (out, ']');
      i += repeats * period;
    }
  g_string_append_c (out, ']');
}

void
plimsoll_spec_json_write (const PlimsollModelSpec *spec, GString *out)
{
  g_string_append_c (out, '{');
  write_fields (spec_fields, G_N_ELEMENTS (spec_fields), spec, out);
  separate (out);
  g_string_append (out, "\"kinds\": [");
  for (guint i = 0; i < spec->n_kinds; i++)
    write_layer (&spec->kinds[i], out);
  g_string_append_c (out, ']');
  write_pattern (spec, out);
  g_string_append_c (out, '}');
}

/* --- Reading --- */

static void set_fault (char **fault, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
set_fault (char **fault, const char *format, ...)
{
  va_list args;

  if (*fault != NULL)
    return;

  va_start (args, format);
  *fault = g_strdup_vprintf (format, args);
  va_end (args);
}

static gboolean
is_of (JsonNode *node, GType type)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

static void
read_number (const Field *field, JsonNode *node, gpointer member, char **fault)
{
  gint64 number = is_of (node, G_TYPE_INT64) ? json_node_get_int (node) : -1;

  if (number < 0 || (field->type == FIELD_COUNT && number > G_MAXUINT32))
    set_fault (fault, _("“%s” is no count"), field->name);
  else if (field->type == FIELD_COUNT)
    *(guint32 *) member = (guint32) number;
  else
    *(guint64 *) member = (guint64) number;
}

static void
read_choice (const Field *field, JsonNode *node, gpointer member, char **fault)
{
  const char *word = is_of (node, G_TYPE_STRING) ? json_node_get_string (node) : "";

  for (guint32 i = 0; field->words[i] != NULL; i++)
    if (g_str_equal (field->words[i], word))
      {
        *(guint32 *) member = i;
        return;
      }

  set_fault (fault, _("“%s” cannot be “%s”"), field->name, word);
}

static void
read_value (const Field *field, JsonNode *node, gpointer member, char **fault)
{
  switch (field->type)
    {
    case FIELD_COUNT:
    case FIELD_NUMBER:
      read_number (field, node, member, fault);
      break;
    case FIELD_FLAG:
      if (is_of (node, G_TYPE_BOOLEAN))
        *(gboolean *) member = json_node_get_boolean (node);
      else
        set_fault (fault, _("“%s” is neither true nor false"), field->name);
      break;
    case FIELD_CHOICE:
      read_choice (field, node, member, fault);
      break;
    case FIELD_TEXT:
      if (is_of (node, G_TYPE_STRING))
        g_set_str ((char **) member, json_node_get_string (node));
      else
        set_fault (fault, _("“%s” is no text"), field->name);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* @parts: members that are no fields, and are read elsewhere. */
static void
read_fields (const Field *fields,
             gsize n,
             const char *const *parts,
             JsonObject *object,
             gpointer target,
             char **fault)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *node;

  json_object_iter_init (&iter, object);
  while (json_object_iter_next (&iter, &name, &node))
    {
      gsize i = 0;

      while (i < n && !g_str_equal (fields[i].name, name))
        i++;
      if (i < n)
        read_value (&fields[i], node, (char *) target + fields[i].offset, fault);
      else if (parts == NULL || !g_strv_contains (parts, name))
        set_fault (fault, _("“%s” is no member that is known"), name);
    }
}

static void
read_part (JsonObject *object,
           const char *name,
           const Field *fields,
           gsize n,
           gpointer target,
           char **fault)
{
  JsonNode *node = json_object_get_member (object, name);

  if (node == NULL)
    return;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    set_fault (fault, _("“%s” is no object"), name);
  else
    read_fields (fields, n, NULL, json_node_get_object (node), target, fault);
}

static void
read_layer (JsonNode *node, PlimsollLayer *layer, char **fault)
{
  static const char *const parts[] = { "attention", "recurrent", "feed_forward", NULL };
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    {
      set_fault (fault, _("a kind of block is no object"));
      return;
    }

  object = json_node_get_object (node);
  read_fields (layer_fields, G_N_ELEMENTS (layer_fields), parts, object, layer, fault);
  read_part (object, "attention", attention_fields, G_N_ELEMENTS (attention_fields),
             &layer->attention, fault);
  read_part (object, "recurrent", recurrent_fields, G_N_ELEMENTS (recurrent_fields),
             &layer->recurrent, fault);
  read_part (object, "feed_forward", feed_forward_fields, G_N_ELEMENTS (feed_forward_fields),
             &layer->feed_forward, fault);
}

static gint64
element_number (JsonArray *array, guint i)
{
  JsonNode *node = json_array_get_element (array, i);

  return is_of (node, G_TYPE_INT64) ? json_node_get_int (node) : -1;
}

static void
read_run (JsonNode *node, PlimsollModelSpec *spec, guint *filled, char **fault)
{
  guint length = spec->n_blocks + spec->n_mtp_blocks;
  JsonArray *run = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  guint period =
    run != NULL && json_array_get_length (run) > 1 ? json_array_get_length (run) - 1 : 0;
  gint64 repeats = period != 0 ? element_number (run, 0) : -1;

  if (repeats < 1 || repeats > length || repeats * period > length - *filled)
    {
      set_fault (fault, _("“pattern” is not of %u blocks"), length);
      return;
    }

  for (guint i = 0; i < (guint) repeats * period; i++)
    {
      gint64 kind = element_number (run, 1 + i % period);

      if (kind < 0 || kind >= spec->n_kinds)
        set_fault (fault, _("“pattern” names a kind that is not there"));
      else
        spec->pattern[(*filled)++] = (guint8) kind;
    }
}

static JsonArray *
array_member (JsonObject *object, const char *name)
{
  JsonNode *node = json_object_get_member (object, name);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static guint32
count_member (JsonObject *object, const char *name)
{
  gint64 count = json_object_get_int_member_with_default (object, name, 0);

  return count >= 0 && count <= PLIMSOLL_MAX_BLOCKS ? (guint32) count : PLIMSOLL_MAX_BLOCKS + 1;
}

static void
read_blocks (PlimsollModelSpec *spec, JsonArray *kinds, JsonArray *pattern, char **fault)
{
  guint filled = 0;

  for (guint i = 0; i < spec->n_kinds; i++)
    read_layer (json_array_get_element (kinds, i), &spec->kinds[i], fault);
  for (guint i = 0; i < json_array_get_length (pattern) && *fault == NULL; i++)
    read_run (json_array_get_element (pattern, i), spec, &filled, fault);
  if (filled != spec->n_blocks + spec->n_mtp_blocks)
    set_fault (fault, _("“pattern” is not of %u blocks"), spec->n_blocks + spec->n_mtp_blocks);
}

PlimsollModelSpec *
plimsoll_spec_json_read (JsonObject *object, char **fault)
{
  static const char *const parts[] = { "kinds", "pattern", NULL };
  g_autoptr (PlimsollModelSpec) spec = NULL;
  JsonArray *kinds = array_member (object, "kinds");
  JsonArray *pattern = array_member (object, "pattern");
  guint32 n_blocks = count_member (object, "n_blocks");
  guint32 n_mtp_blocks = count_member (object, "n_mtp_blocks");

  *fault = NULL;
  if (kinds == NULL || pattern == NULL)
    set_fault (fault, _("“kinds” or “pattern” is missing"));
  else if (n_blocks + n_mtp_blocks > PLIMSOLL_MAX_BLOCKS)
    set_fault (fault, _("“n_blocks” is beyond any model"));
  else if (json_array_get_length (kinds) > PLIMSOLL_MAX_LAYER_KINDS)
    set_fault (fault, _("“kinds” are more than any model's"));
  if (*fault != NULL)
    return NULL;

  spec = plimsoll_model_spec_new (n_blocks, n_mtp_blocks, json_array_get_length (kinds));
  spec->final_norm = FALSE;
  read_fields (spec_fields, G_N_ELEMENTS (spec_fields), parts, object, spec, fault);
  read_blocks (spec, kinds, pattern, fault);
  if (*fault == NULL)
    plimsoll_model_spec_validate (spec, fault);

  return *fault == NULL ? g_steal_pointer (&spec) : NULL;
}
