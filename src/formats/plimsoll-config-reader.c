/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-config-reader.h"

#include "plimsoll-config-private.h"

#include <glib/gi18n.h>
#include <string.h>

#define MAX_NESTING 4
#define MAX_TYPE_SHOWN 60

/* --- The language model's part --- */

/* Wrappers hold what looks like sizes of the text too, so the inner part is taken if there is one.
 */
static JsonObject *
text_part (JsonObject *object)
{
  static const char *const names[] = { "thinker_config",  "text_config",           "llm_config",
                                       "language_config", "language_model_config", "decoder" };

  for (guint depth = 0; depth < MAX_NESTING; depth++)
    {
      JsonObject *inner = NULL;

      for (guint i = 0; inner == NULL && i < G_N_ELEMENTS (names); i++)
        {
          JsonNode *node = json_object_get_member (object, names[i]);

          if (node != NULL && JSON_NODE_HOLDS_OBJECT (node)
              && json_object_get_size (json_node_get_object (node)) > 0)
            inner = json_node_get_object (node);
        }
      if (inner == NULL)
        break;
      object = inner;
    }

  return object;
}

/* Configs of mamba_ssm name no type. */
static const char *
guess_type (JsonObject *text)
{
  if (json_object_has_member (text, "ssm_cfg"))
    return "mamba2";

  return "";
}

static void
find_type (PlimsollConfig *self)
{
  JsonNode *node = json_object_get_member (self->text, "model_type");
  const char *type =
    node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;

  if (type == NULL && self->text != self->root)
    type = json_object_get_string_member_with_default (self->root, "model_type", NULL);
  if (type == NULL)
    type = guess_type (self->text);

  self->model_type = g_strdup (type);
  self->type = plimsoll_config_type_find (type);
  self->spec.source = self->type->model_type[0] == '\0' || (self->type->flags & CONFIG_GENERAL) != 0
                        ? PLIMSOLL_SPEC_FROM_GENERAL_KEYS
                        : PLIMSOLL_SPEC_FROM_CONFIG;
}

/* What writes no text, or not by itself. */
static void
refuse_others (PlimsollConfig *self)
{
  static const char *const encoders[] = { "bert",       "roberta",    "xlm-roberta",
                                          "distilbert", "modernbert", "nomic_bert",
                                          "albert",     "electra",    "deberta-v2",
                                          "clip",       "mpnet",      "jina_embeddings_v3",
                                          NULL };
  static const char *const pairs[] = { "t5",      "mt5",     "umt5",
                                       "bart",    "mbart",   "switch_transformers",
                                       "m2m_100", "whisper", "pegasus",
                                       "marian",  NULL };

  if (g_strv_contains (encoders, self->model_type)
      || (*self->model_type == '\0' && plimsoll_config_find (self, "type_vocab_size") != NULL))
    plimsoll_config_fault (self, _("an encoder, which writes no text"));
  else if (g_strv_contains (pairs, self->model_type)
           || plimsoll_config_flag (self, FALSE, "is_encoder_decoder")
           || plimsoll_config_find (self, "num_decoder_layers") != NULL)
    plimsoll_config_fault (self, _("an encoder and a decoder, which are not understood"));
}

/* --- The whole model --- */

static guint32
needed32 (PlimsollConfig *self, guint64 otherwise, const char *keys)
{
  guint64 count = plimsoll_config_count (self, otherwise, keys);

  if (count == 0)
    plimsoll_config_fault (self, _("“%.*s” is missing"), (int) strcspn (keys, " "), keys);
  if (count > G_MAXUINT32)
    plimsoll_config_fault (self, _("“%.*s” is beyond any model"), (int) strcspn (keys, " "), keys);

  return (guint32) count;
}

/* A wrapper speaks for a text part that does not say. */
static gboolean
is_tied (PlimsollConfig *self)
{
  gboolean tied = plimsoll_config_member_flag (self->root, (self->type->flags & CONFIG_TIED) != 0,
                                               "tie_word_embeddings");

  return plimsoll_config_flag (
    self, tied, "tie_word_embeddings tie_embeddings weight_tying use_embedding_sharing");
}

/* Bare models, without a head: what embeds texts is published so. */
static gboolean
is_headless (PlimsollConfig *self)
{
  static const char *const bare[] = { "MistralModel", "Qwen2Model",  "Qwen3Model",
                                      "LlamaModel",   "Gemma2Model", NULL };
  JsonArray *classes = plimsoll_config_list (self, "architectures");
  const char *name = plimsoll_config_list_text (classes, 0);

  return name != NULL && g_strv_contains (bare, name);
}

static guint
count_blocks (PlimsollConfig *self)
{
  const char *pattern = plimsoll_config_text (self, "hybrid_override_pattern");
  guint64 listed = pattern != NULL             ? strlen (pattern)
                   : self->layer_types != NULL ? json_array_get_length (self->layer_types)
                                               : 0;
  guint64 n = plimsoll_config_count (self, self->type->layers != 0 ? self->type->layers : listed,
                                     "num_hidden_layers n_layer n_layers num_layers");

  if (n <= PLIMSOLL_MAX_BLOCKS)
    n *= MAX (self->type->blocks_a_layer, 1);
  if (n == 0)
    plimsoll_config_fault (self, _("“num_hidden_layers” is missing"));
  else if (n > PLIMSOLL_MAX_BLOCKS)
    plimsoll_config_fault (self, _("“num_hidden_layers” is beyond any model"));

  return (guint) MIN (n, PLIMSOLL_MAX_BLOCKS);
}

static void
read_rope (PlimsollConfig *self)
{
  JsonObject *rope = plimsoll_config_object (self, "rope_scaling");
  const PlimsollAttention *attention = NULL;
  const char *kind;
  JsonNode *factors;

  if (rope == NULL)
    rope = plimsoll_config_object (self, "rope_parameters");
  for (guint i = 0; attention == NULL && i < self->kinds->len; i++)
    if (g_array_index (self->kinds, PlimsollLayer, i).attention.kind != PLIMSOLL_ATTENTION_NONE)
      attention = &g_array_index (self->kinds, PlimsollLayer, i).attention;
  if (rope == NULL || attention == NULL)
    return;

  kind = json_object_get_string_member_with_default (rope, "rope_type", NULL);
  if (kind == NULL)
    kind = json_object_get_string_member_with_default (rope, "type", "");
  if (g_str_equal (kind, "llama3"))
    self->spec.rope_freqs = attention->key_dim / 2;

  factors = json_object_get_member (rope, "long_factor");
  if (factors != NULL && JSON_NODE_HOLDS_ARRAY (factors))
    self->spec.rope_factors = json_array_get_length (json_node_get_array (factors));
}

static guint32
read_context (PlimsollConfig *self)
{
  guint64 context = plimsoll_config_count (self, self->type->context,
                                           "max_position_embeddings n_positions seq_length "
                                           "max_seq_len max_sequence_length n_ctx");

  /* What tokenizers write for none is 10^30. */
  if (context == 0 && plimsoll_config_number (self, 0, "model_max_length") <= G_MAXUINT32)
    context = plimsoll_config_count (self, 0, "model_max_length");

  return (guint32) MIN (context, G_MAXUINT32);
}

static void
read_outside (PlimsollConfig *self)
{
  PlimsollConfigFlags flags = self->type->flags;
  PlimsollModelSpec *spec = &self->spec;

  spec->embedding = needed32 (self, self->type->hidden, "hidden_size n_embd n_embed d_model");
  spec->vocabulary =
    needed32 (self, self->type->vocabulary, "padded_vocab_size vocab_size embedding_size");
  spec->max_context = read_context (self);
  spec->tied_head = is_tied (self);
  spec->no_head = is_headless (self);
  spec->final_norm = (flags & CONFIG_NORMS_0) == 0;
  spec->final_norm_bias =
    (flags & CONFIG_NORM_BIAS) != 0 && !plimsoll_config_flag (self, FALSE, "no_bias");
  spec->embedding_norm = (flags & CONFIG_EMBEDDING_NORM) != 0;
  spec->head_bias = plimsoll_config_flag (self, (flags & CONFIG_HEAD_BIAS) != 0, "lm_head_bias");
  spec->position_rows = (flags & CONFIG_POSITIONS) != 0 ? spec->max_context : 0;
  spec->native_mxfp4_experts = g_str_equal (self->type->model_type, "gpt_oss");

  self->layer_types = plimsoll_config_list (self, "layer_types layers_block_type");
  self->n_blocks = self->fault == NULL ? count_blocks (self) : 0;
}

/* Qwen3-Next has a module and no key for it. Its classes in transformers have none: checkpoints
 * that these wrote are without, and their configs have all keys of the class, as "attention_bias".
 */
static guint64
unsaid_mtp (PlimsollConfig *self)
{
  return g_str_equal (self->type->model_type, "qwen3_next")
             && plimsoll_config_find (self, "attention_bias") == NULL
           ? 1
           : 0;
}

/* Modules of multi-token prediction are blocks past the last. */
static void
read_mtp (PlimsollConfig *self)
{
  guint64 n = 0;

  if ((self->type->flags & CONFIG_MTP) != 0)
    n = plimsoll_config_count (self, unsaid_mtp (self),
                               "num_nextn_predict_layers mtp_num_hidden_layers");
  if (n == 0 || self->n_blocks == 0)
    return;
  if (n > PLIMSOLL_MAX_BLOCKS - self->n_blocks)
    {
      plimsoll_config_fault (self, _("“num_nextn_predict_layers” is beyond any model"));
      return;
    }

  self->spec.mtp_own_embedding =
    plimsoll_config_flag (self, (self->type->flags & CONFIG_MTP_OWN) != 0,
                          "mtp_use_dedicated_embeddings");
  self->spec.mtp_in_gguf = (self->type->flags & CONFIG_MTP_GGUF) != 0;
  for (guint64 i = 0; i < n && self->fault == NULL; i++)
    {
      PlimsollLayer layer;

      memset (&layer, 0, sizeof layer);
      plimsoll_config_layer (self, self->n_blocks + (guint) i, &layer);
      plimsoll_config_push (self, &layer);
      self->spec.n_mtp_blocks++;
    }
}

static void
read_model (PlimsollConfig *self)
{
  read_outside (self);
  for (guint i = 0; i < self->n_blocks && self->fault == NULL; i++)
    {
      PlimsollLayer layer;

      memset (&layer, 0, sizeof layer);
      plimsoll_config_layer (self, i, &layer);
      plimsoll_config_push (self, &layer);
    }
  if (self->fault != NULL)
    return;

  if (self->type->model != NULL)
    self->type->model (self);
  read_mtp (self);
  read_rope (self);
  plimsoll_config_vision (self);
  plimsoll_config_native (self);
}

static PlimsollModelSpec *
take_spec (PlimsollConfig *self)
{
  PlimsollModelSpec *spec =
    plimsoll_model_spec_new (self->n_blocks, self->spec.n_mtp_blocks, self->kinds->len);
  PlimsollLayer *kinds = spec->kinds;
  guint8 *pattern = spec->pattern;

  g_free (spec->architecture);
  g_free (spec->model_type);
  g_free (spec->native_dtype);
  g_free (spec->native_rest_dtype);
  *spec = self->spec;
  spec->n_blocks = self->n_blocks;
  spec->n_kinds = self->kinds->len;
  spec->kinds = kinds;
  spec->pattern = pattern;
  memcpy (kinds, self->kinds->data, self->kinds->len * sizeof *kinds);
  memcpy (pattern, self->pattern->data, self->pattern->len);

  spec->architecture = g_strdup (self->type->architecture);
  spec->model_type = g_strdup (self->model_type);
  spec->native_dtype = g_strdup (self->spec.native_dtype != NULL ? self->spec.native_dtype : "");
  spec->native_rest_dtype =
    g_strdup (self->spec.native_rest_dtype != NULL ? self->spec.native_rest_dtype : "");

  return spec;
}

static void
config_clear (PlimsollConfig *self)
{
  g_clear_pointer (&self->kinds, g_array_unref);
  g_clear_pointer (&self->pattern, g_byte_array_unref);
  g_free (self->model_type);
  g_free (self->fault);
  g_free (self->spec.native_dtype);
  g_free (self->spec.native_rest_dtype);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PlimsollConfig, config_clear)

PlimsollModelSpec *
plimsoll_config_read (const char *data, gsize length, const char *file, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (PlimsollModelSpec) spec = NULL;
  g_auto (PlimsollConfig) self = { 0 };

  g_return_val_if_fail (data != NULL || length == 0, NULL);
  g_return_val_if_fail (file != NULL, NULL);

  root = plimsoll_config_parse (data, length, file, error);
  if (root == NULL)
    return NULL;

  self.file = file;
  self.root = json_node_get_object (root);
  self.text = text_part (self.root);
  self.kinds = g_array_new (FALSE, FALSE, sizeof (PlimsollLayer));
  self.pattern = g_byte_array_new ();
  find_type (&self);
  refuse_others (&self);
  if (self.fault == NULL)
    read_model (&self);

  if (self.fault == NULL)
    {
      spec = take_spec (&self);
      plimsoll_model_spec_validate (spec, &self.fault);
    }
  if (self.fault != NULL)
    {
      plimsoll_format_fail (error, PLIMSOLL_FORMAT_ERROR_MISSING, file, "%s", self.fault);
      return NULL;
    }

  return g_steal_pointer (&spec);
}

char **
plimsoll_config_assumptions (const PlimsollModelSpec *spec)
{
  g_autoptr (GStrvBuilder) sentences = g_strv_builder_new ();
  g_autofree char *type = NULL;

  g_return_val_if_fail (spec != NULL, NULL);

  type = plimsoll_one_line (spec->model_type, MAX_TYPE_SHOWN);
  if (spec->source == PLIMSOLL_SPEC_FROM_GENERAL_KEYS && *type == '\0')
    g_strv_builder_add (sentences, _("The config names no model type: its blocks are read by the "
                                      "general keys, as a llama's would be."));
  else if (spec->source == PLIMSOLL_SPEC_FROM_GENERAL_KEYS)
    g_strv_builder_take (
      sentences,
      g_strdup_printf (plimsoll_config_type_find (spec->model_type)->model_type[0] == '\0'
                         ? _("The model type “%s” is not known: its blocks are read by the "
                              "general keys, as a llama's would be.")
                         : _("The model type “%s” is not known in every part: what is not "
                              "is read by the general keys."),
                       type));
  return g_strv_builder_end (sentences);
}
