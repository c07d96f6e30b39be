/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf-model-private.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARCHITECTURE 64
#define MAX_KEY 192

static guint64
find_number (const GgufModel *self, const char *key, gboolean of_block, guint64 otherwise)
{
  char full[MAX_KEY];
  guint64 value = otherwise;
  const guint64 *values;
  gsize n = 0;

  g_snprintf (full, sizeof full, "%s.%s", self->architecture, key);
  if (plimsoll_gguf_uint (self->gguf, full, &value))
    return value;

  values = plimsoll_gguf_array (self->gguf, full, &n);
  if (values == NULL || n == 0)
    return otherwise;
  if (of_block)
    return self->block < n ? values[self->block] : otherwise;
  return values[0];
}

guint64
gguf_model_number (const GgufModel *self, const char *key, guint64 otherwise)
{
  return find_number (self, key, FALSE, otherwise);
}

guint64
gguf_model_block_number (const GgufModel *self, const char *key, guint64 otherwise)
{
  return find_number (self, key, TRUE, otherwise);
}

static int
compare_suffix (const void *name, const void *tensor)
{
  return strcmp (name, ((const PlimsollTensor *) tensor)->suffix);
}

const PlimsollTensor *
gguf_model_tensor (const GgufModel *self, const char *suffix)
{
  if (self->n_tensors == 0)
    return NULL;
  return bsearch (suffix, self->tensors, self->n_tensors, sizeof *self->tensors, compare_suffix);
}

guint64
gguf_model_extent (const GgufModel *self, const char *suffix, guint d)
{
  const PlimsollTensor *tensor = gguf_model_tensor (self, suffix);

  return tensor != NULL ? tensor->ne[d] : 0;
}

gboolean
gguf_model_has (const GgufModel *self, const char *suffix)
{
  return gguf_model_tensor (self, suffix) != NULL;
}

void
gguf_model_assume (GgufModel *self, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  if (!g_hash_table_add (self->assumed, (gpointer) format))
    return;
  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_ptr_array_add (self->assumptions, plimsoll_one_line (sentence, PLIMSOLL_MAX_MESSAGE));
}

static void G_GNUC_PRINTF (2, 3) set_fault (GgufModel *self, const char *format, ...)
{
  va_list arguments;

  if (self->fault != NULL)
    return;
  va_start (arguments, format);
  self->fault = g_strdup_vprintf (format, arguments);
  va_end (arguments);
}

void
gguf_model_missing (GgufModel *self, const char *key)
{
  self->missing |= self->fault == NULL;
  set_fault (self, _("“%s.%s” is missing"), self->architecture, key);
}

/* Norm vectors of the embedding's width; those of heads, latents and mixers are not counted. */
static guint32
count_norms (const GgufModel *self)
{
  static const char *const inner[] = { "attn_q_", "attn_k_", "attn_kv_", "ssm_", "nextn." };
  guint32 n = 0;

  for (gsize i = 0; i < self->n_tensors; i++)
    {
      const PlimsollTensor *tensor = &self->tensors[i];
      gboolean outer = strstr (tensor->suffix, "norm") != NULL
                       && g_str_has_suffix (tensor->suffix, ".weight") && tensor->ne[1] == 1
                       && tensor->ne[0] == self->embedding;

      for (gsize j = 0; outer && j < G_N_ELEMENTS (inner); j++)
        outer = !g_str_has_prefix (tensor->suffix, inner[j]);
      n += outer ? 1 : 0;
    }
  return n;
}

static void
read_layer (GgufModel *self, PlimsollLayer *layer)
{
  /* Kinds are compared as bytes, padding with them. */
  memset (layer, 0, sizeof *layer);
  gguf_model_attention (self, &layer->attention);
  gguf_model_recurrent (self, &layer->recurrent);
  gguf_model_feed_forward (self, &layer->feed_forward);
  layer->norms = count_norms (self);
  layer->norm_biases = gguf_model_has (self, "attn_norm.bias");
  layer->per_layer_width = gguf_narrow (gguf_model_extent (self, "inp_gate.weight", 1));
}

/* Sets @self's tensors to those of @block, which begin at @start of @plan; returns their end. */
static gsize
enter_block (GgufModel *self, const PlimsollTensorPlan *plan, gint32 block, gsize start)
{
  gsize end = start;

  while (end < plan->n && plan->tensors[end].block == block)
    end++;
  self->block = block < 0 ? 0 : (guint32) block;
  self->tensors = &plan->tensors[start];
  self->n_tensors = end - start;
  return end;
}

static gboolean
is_said_to_be_empty (const GgufModel *self)
{
  return self->block >= self->n_blocks
         || gguf_model_block_number (self, "attention.head_count", 1) == 0;
}

static void
read_blocks (GgufModel *self,
             const PlimsollTensorPlan *plan,
             gsize start,
             GArray *kinds,
             guint8 *pattern)
{
  for (guint32 i = 0; i < self->n_blocks + self->n_mtp && self->fault == NULL; i++)
    {
      PlimsollLayer layer;
      guint kind = 0;

      start = enter_block (self, plan, (gint32) i, start);
      if (self->n_tensors == 0 && !is_said_to_be_empty (self))
        set_fault (self, _("block %u of %u has no tensors"), i, self->n_blocks);

      read_layer (self, &layer);
      while (kind < kinds->len
             && memcmp (&g_array_index (kinds, PlimsollLayer, kind), &layer, sizeof layer) != 0)
        kind++;
      if (kind == kinds->len)
        g_array_append_val (kinds, layer);
      if (kind >= PLIMSOLL_MAX_LAYER_KINDS)
        set_fault (self,
                   _("hardly two blocks of the model are alike, which no model is known for"));
      pattern[i] = (guint8) kind;
    }
}

/* What the tensors outside blocks say, which @self must be at. */
static void
read_outer (GgufModel *self, PlimsollModelSpec *spec)
{
  guint64 tokens = 0;

  plimsoll_gguf_array_length (self->gguf, "tokenizer.ggml.tokens", &tokens);
  spec->embedding = gguf_narrow (self->embedding);
  spec->vocabulary = gguf_narrow (gguf_model_has (self, "token_embd.weight")
                                    ? gguf_model_extent (self, "token_embd.weight", 1)
                                    : tokens);
  spec->max_context = gguf_narrow (gguf_model_number (self, "context_length", 0));
  spec->tied_head = !gguf_model_has (self, "output.weight");
  spec->no_head = spec->tied_head && g_str_has_suffix (self->architecture, "bert");
  spec->final_norm = gguf_model_has (self, "output_norm.weight");
  spec->final_norm_bias = gguf_model_has (self, "output_norm.bias");
  spec->embedding_norm = gguf_model_has (self, "token_embd_norm.weight");
  spec->head_bias = gguf_model_has (self, "output.bias");
  spec->position_rows = gguf_narrow (gguf_model_extent (self, "position_embd.weight", 1));
  spec->rope_freqs = gguf_narrow (gguf_model_extent (self, "rope_freqs.weight", 0));
  spec->rope_factors = gguf_narrow (gguf_model_extent (self, "rope_factors_long.weight", 0));
  spec->per_layer_width = gguf_narrow (gguf_model_extent (self, "per_layer_token_embd.weight", 0)
                                       / MAX (self->n_blocks, 1));
  spec->mtp_in_gguf = self->n_mtp > 0;
}

/* The known format that comes nearest to what a tensor of an unknown one takes. */
static guint32
nearest_format (const PlimsollGgufTensor *tensor)
{
  guint32 nearest = PLIMSOLL_FORMAT_F32;
  guint64 least = G_MAXUINT64;

  for (guint32 i = 0; i < PLIMSOLL_FORMAT_COUNT; i++)
    {
      const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (i);
      guint64 bytes, distance;

      if (info == NULL || info->removed
          || !plimsoll_block_format_row_bytes ((PlimsollBlockFormat) i, tensor->ne[0], &bytes)
          || !g_uint64_checked_mul (&bytes, bytes, tensor->ne[1])
          || !g_uint64_checked_mul (&bytes, bytes, tensor->ne[2])
          || !g_uint64_checked_mul (&bytes, bytes, tensor->ne[3]))
        continue;
      distance = bytes > tensor->bytes ? bytes - tensor->bytes : tensor->bytes - bytes;
      if (distance < least)
        {
          least = distance;
          nearest = i;
        }
    }
  return nearest;
}

/* Block of "blk.N.…"; -1 for other names. */
static gint64
block_of_name (const char *name)
{
  if (!g_str_has_prefix (name, "blk.") || !g_ascii_isdigit (name[4]))
    return -1;
  return (gint64) MIN (g_ascii_strtoull (name + 4, NULL, 10), G_MAXINT32);
}

static PlimsollTensorPlan *
make_plan (GgufModel *self, guint8 **formats)
{
  g_autoptr (PlimsollModelSpec) blocks = plimsoll_model_spec_new (self->n_blocks, self->n_mtp, 0);
  g_autofree PlimsollNamedTensor *named = NULL;
  const PlimsollGgufTensor *tensors;
  PlimsollTensorPlan *plan;
  gsize n;

  tensors = plimsoll_gguf_tensors (self->gguf, &n);
  named = g_new (PlimsollNamedTensor, MAX (n, 1));
  for (gsize i = 0; i < n; i++)
    {
      guint32 format = tensors[i].format;

      if (block_of_name (tensors[i].name) >= (gint64) self->n_blocks + self->n_mtp)
        set_fault (self, _("“%s” is of a block that the model of %u blocks does not have"),
                   tensors[i].name, self->n_blocks + self->n_mtp);
      if (plimsoll_block_format_info (format) == NULL)
        {
          format = nearest_format (&tensors[i]);
          gguf_model_assume (self,
                             _("Tensors have the unknown type %u: their bytes are what the file "
                                "leaves for them, sized as %s where they must be placed."),
                             tensors[i].format, plimsoll_block_format_info (format)->name);
        }
      named[i] = (PlimsollNamedTensor) { .name = tensors[i].name, .format = format };
      memcpy (named[i].ne, tensors[i].ne, sizeof named[i].ne);
    }
  if (self->fault != NULL)
    return NULL;

  plan = plimsoll_tensor_plan_new_for_file (blocks, named, n, formats);
  if (plan == NULL)
    set_fault (self, _("the names of its tensors are not those of a model"));
  return plan;
}

static gboolean
read_counts (GgufModel *self)
{
  guint64 blocks = gguf_model_number (self, "block_count", 0);
  guint64 mtp = gguf_model_number (self, "nextn_predict_layers", 0);

  if (blocks == 0)
    gguf_model_missing (self, "block_count");
  else if (blocks > PLIMSOLL_MAX_BLOCKS)
    set_fault (self, _("%" PRIu64 " blocks cannot be"), blocks);
  else if (mtp >= blocks)
    set_fault (self,
               _("%" PRIu64 " of its %" PRIu64 " blocks cannot be for multi-token prediction"),
               mtp, blocks);
  if (self->fault != NULL)
    return FALSE;

  self->n_mtp = (guint32) mtp;
  self->n_blocks = (guint32) (blocks - mtp);
  return TRUE;
}

static PlimsollModelSpec *
build_spec (GgufModel *self, const PlimsollTensorPlan *plan)
{
  g_autoptr (GArray) kinds = g_array_new (FALSE, TRUE, sizeof (PlimsollLayer));
  g_autofree guint8 *pattern = g_new0 (guint8, self->n_blocks + self->n_mtp);
  g_autoptr (PlimsollModelSpec) spec = NULL;
  gsize outer = enter_block (self, plan, PLIMSOLL_OUTSIDE_BLOCKS, 0);

  self->embedding = gguf_model_extent (self, "token_embd.weight", 0);
  if (self->embedding == 0)
    self->embedding = gguf_model_number (self, "embedding_length", 0);
  if (self->embedding == 0)
    gguf_model_missing (self, "embedding_length");

  read_blocks (self, plan, outer, kinds, pattern);
  if (self->fault != NULL)
    return NULL;

  spec = plimsoll_model_spec_new (self->n_blocks, self->n_mtp, kinds->len);
  g_set_str (&spec->architecture, self->architecture);
  spec->source = gguf_model_is_known (self->architecture) ? PLIMSOLL_SPEC_FROM_FILE
                                                          : PLIMSOLL_SPEC_FROM_GENERAL_KEYS;
  memcpy (spec->kinds, kinds->data, kinds->len * sizeof (PlimsollLayer));
  memcpy (spec->pattern, pattern, self->n_blocks + self->n_mtp);
  spec->mtp_own_embedding =
    self->n_mtp > 0 && gguf_model_has (self, "nextn.embed_tokens.weight"); /* the last block's */
  enter_block (self, plan, PLIMSOLL_OUTSIDE_BLOCKS, 0);
  read_outer (self, spec);

  plimsoll_model_spec_validate (spec, &self->fault);
  return self->fault == NULL ? g_steal_pointer (&spec) : NULL;
}

/* Experts that were published in MXFP4 are in it whatever the file type: they would be in another
 * one too. */
static void
keep_published_experts (PlimsollModelSpec *spec, PlimsollTensorPlan *plan, const guint8 *formats)
{
  if (strcmp (spec->architecture, "gpt-oss") != 0)
    return;

  for (gsize i = 0; i < plan->n; i++)
    if (plimsoll_tensor_is_expert_matrix (&plan->tensors[i]) && formats[i] == PLIMSOLL_FORMAT_MXFP4)
      {
        plan->tensors[i].flags |= PLIMSOLL_TENSOR_KEPT;
        plan->tensors[i].kept = PLIMSOLL_FORMAT_MXFP4;
        spec->native_mxfp4_experts = TRUE;
      }
}

static PlimsollModelSpec *
read_model (GgufModel *self, PlimsollTensorPlan **plan, guint8 **formats)
{
  g_autoptr (PlimsollTensorPlan) file_plan = NULL;
  g_autofree guint8 *file_formats = NULL;
  PlimsollModelSpec *spec;

  if (!read_counts (self))
    return NULL;
  file_plan = make_plan (self, &file_formats);
  if (file_plan == NULL)
    return NULL;
  spec = build_spec (self, file_plan);
  if (spec == NULL)
    return NULL;
  keep_published_experts (spec, file_plan, file_formats);

  *plan = g_steal_pointer (&file_plan);
  *formats = g_steal_pointer (&file_formats);
  return spec;
}

PlimsollModelSpec *
plimsoll_gguf_model_read (const PlimsollGguf *gguf,
                          const char *file,
                          PlimsollTensorPlan **plan,
                          guint8 **formats,
                          GPtrArray *assumptions,
                          GError **error)
{
  g_autoptr (GHashTable) assumed = g_hash_table_new (NULL, NULL);
  GgufModel self = {
    .gguf = gguf,
    .file = file,
    .assumptions = assumptions,
    .assumed = assumed,
    .architecture = plimsoll_gguf_string (gguf, "general.architecture"),
  };
  PlimsollModelSpec *spec = NULL;

  if (self.architecture == NULL || *self.architecture == '\0')
    {
      self.missing = TRUE;
      set_fault (&self, _("“general.architecture” is missing"));
    }
  else if (strlen (self.architecture) > MAX_ARCHITECTURE)
    set_fault (&self, _("“general.architecture” is no name"));
  else
    {
      if (!gguf_model_is_known (self.architecture))
        gguf_model_assume (
          &self,
          _("The architecture “%s” is not among those that were compared with an "
             "engine: its blocks are read from their tensors and the general keys."),
          self.architecture);
      spec = read_model (&self, plan, formats);
    }

  if (self.fault != NULL)
    plimsoll_format_fail (error,
                          self.missing ? PLIMSOLL_FORMAT_ERROR_MISSING
                                       : PLIMSOLL_FORMAT_ERROR_DAMAGED,
                          file, "%s", self.fault);
  g_free (self.fault);
  return spec;
}
