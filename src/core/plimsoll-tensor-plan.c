/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-tensor-plan-private.h"

#include <string.h>

#define BOTH (PLIMSOLL_TENSOR_IN_CHECKPOINT | PLIMSOLL_TENSOR_IN_GGUF)

static int
compare_tensors (gconstpointer a, gconstpointer b)
{
  const PlimsollTensor *left = a;
  const PlimsollTensor *right = b;

  if (left->block != right->block)
    return left->block < right->block ? -1 : 1;

  return strcmp (left->suffix, right->suffix);
}

static PlimsollTensorList
list_new (const PlimsollModelSpec *spec, gint32 block, PlimsollTensorFlags flags)
{
  return (PlimsollTensorList) {
    .spec = spec,
    .tensors = g_array_new (FALSE, FALSE, sizeof (PlimsollTensor)),
    .block = block,
    .flags = flags,
  };
}

void
plimsoll_tensor_list_add_other (PlimsollTensorList *list, guint64 n)
{
  const guint64 row = 256;

  if (n % row == 0)
    plimsoll_tensor_list_add (list, "other.weight", row, n / row);
  else
    plimsoll_tensor_list_add_vector (list, "other.weight", n);
}

static void
add_outer_gguf_tables (PlimsollTensorList *list)
{
  const PlimsollModelSpec *spec = list->spec;
  PlimsollTensorFlags flags = list->flags;

  list->flags = PLIMSOLL_TENSOR_IN_GGUF;
  plimsoll_tensor_list_add_vector (list, "rope_freqs.weight", spec->rope_freqs);
  plimsoll_tensor_list_add_vector (list, "rope_factors_long.weight", spec->rope_factors);
  plimsoll_tensor_list_add_vector (list, "rope_factors_short.weight", spec->rope_factors);
  list->flags = flags;
}

static void
add_per_layer_embedding (PlimsollTensorList *list)
{
  const PlimsollModelSpec *spec = list->spec;
  guint64 width = plimsoll_saturating_mul (spec->per_layer_width, spec->n_blocks);

  if (width == 0)
    return;

  plimsoll_tensor_list_add (list, "per_layer_token_embd.weight", width, spec->vocabulary);
  plimsoll_tensor_list_add (list, "per_layer_model_proj.weight", spec->embedding, width);
  plimsoll_tensor_list_add_vector (list, "per_layer_proj_norm.weight", spec->per_layer_width);
}

static void
add_outer (PlimsollTensorList *list)
{
  const PlimsollModelSpec *spec = list->spec;

  plimsoll_tensor_list_add (list, "token_embd.weight", spec->embedding, spec->vocabulary);
  plimsoll_tensor_list_add (list, "position_embd.weight", spec->embedding, spec->position_rows);
  if (spec->embedding_norm)
    plimsoll_tensor_list_add_vector (list, "token_embd_norm.weight", spec->embedding);
  if (spec->embedding_norm && spec->final_norm_bias)
    plimsoll_tensor_list_add_vector (list, "token_embd_norm.bias", spec->embedding);
  if (spec->final_norm)
    plimsoll_tensor_list_add_vector (list, "output_norm.weight", spec->embedding);
  if (spec->final_norm && spec->final_norm_bias)
    plimsoll_tensor_list_add_vector (list, "output_norm.bias", spec->embedding);
  if (!spec->tied_head && !spec->no_head)
    plimsoll_tensor_list_add (list, "output.weight", spec->embedding, spec->vocabulary);
  if (spec->head_bias)
    plimsoll_tensor_list_add_vector (list, "output.bias", spec->vocabulary);

  add_outer_gguf_tables (list);
  add_per_layer_embedding (list);
  plimsoll_tensor_list_add_other (list, spec->other_parameters);
}

static void
add_mtp (PlimsollTensorList *list)
{
  const PlimsollModelSpec *spec = list->spec;
  guint64 embedding = spec->embedding;

  plimsoll_tensor_list_add (list, "nextn.eh_proj.weight", plimsoll_saturating_mul (embedding, 2),
                            embedding);
  plimsoll_tensor_list_add_vector (list, "nextn.enorm.weight", embedding);
  plimsoll_tensor_list_add_vector (list, "nextn.hnorm.weight", embedding);
  plimsoll_tensor_list_add_vector (list, "nextn.shared_head_norm.weight", embedding);
  if (spec->mtp_own_embedding)
    {
      plimsoll_tensor_list_add (list, "nextn.embed_tokens.weight", embedding, spec->vocabulary);
      plimsoll_tensor_list_add (list, "nextn.shared_head_head.weight", embedding, spec->vocabulary);
    }
}

/* Experts that are published in MXFP4 are not requantized, whatever the file type. */
static void
keep_mxfp4_experts (GArray *tensors)
{
  for (guint i = 0; i < tensors->len; i++)
    {
      PlimsollTensor *tensor = &g_array_index (tensors, PlimsollTensor, i);

      if (plimsoll_tensor_is_expert_matrix (tensor) && tensor->ne[0] % 32 == 0)
        {
          tensor->flags |= PLIMSOLL_TENSOR_KEPT;
          tensor->kept = PLIMSOLL_FORMAT_MXFP4;
        }
    }
}

/* The tensors of a kind of block, sorted; blocks of a kind are copies of them. */
static GArray *
kind_tensors (const PlimsollModelSpec *spec, const PlimsollLayer *layer, gboolean mtp)
{
  PlimsollTensorFlags flags = BOTH;
  PlimsollTensorList list;

  if (mtp)
    {
      flags |= PLIMSOLL_TENSOR_MTP;
      if (!spec->mtp_in_gguf)
        flags &= ~(guint) PLIMSOLL_TENSOR_IN_GGUF;
    }

  list = list_new (spec, 0, flags);
  plimsoll_tensor_list_add_attention (&list, &layer->attention);
  plimsoll_tensor_list_add_recurrent (&list, &layer->recurrent);
  plimsoll_tensor_list_add_feed_forward (&list, layer);
  if (mtp)
    add_mtp (&list);
  if (spec->native_mxfp4_experts)
    keep_mxfp4_experts (list.tensors);
  g_array_sort (list.tensors, compare_tensors);

  return list.tensors;
}

static void
append_block (GArray *tensors, const GArray *kind, guint32 block)
{
  guint first = tensors->len;

  g_array_append_vals (tensors, kind->data, kind->len);
  for (guint i = first; i < tensors->len; i++)
    g_array_index (tensors, PlimsollTensor, i).block = (gint32) block;
}

static PlimsollTensorPlan *
plan_take (GArray *tensors, GStringChunk *names)
{
  PlimsollTensorPlan *self = g_new0 (PlimsollTensorPlan, 1);

  self->n = tensors->len;
  self->tensors = (PlimsollTensor *) (void *) g_array_free (tensors, FALSE);
  self->names = names;

  return self;
}

PlimsollTensorPlan *
plimsoll_tensor_plan_new (const PlimsollModelSpec *spec)
{
  g_autoptr (GPtrArray) kinds = NULL;
  PlimsollTensorList list;

  if (spec->source == PLIMSOLL_SPEC_FROM_TOTALS)
    return NULL;

  list = list_new (spec, PLIMSOLL_OUTSIDE_BLOCKS, BOTH);
  add_outer (&list);
  g_array_sort (list.tensors, compare_tensors);

  /* Of each kind twice: as a block that runs, and as one for multi-token prediction. */
  kinds = g_ptr_array_new_full (2 * spec->n_kinds, (GDestroyNotify) g_array_unref);
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      g_ptr_array_add (kinds, kind_tensors (spec, &spec->kinds[i], FALSE));
      g_ptr_array_add (kinds, kind_tensors (spec, &spec->kinds[i], TRUE));
    }

  for (guint32 i = 0; i < spec->n_blocks + spec->n_mtp_blocks; i++)
    {
      gboolean mtp = i >= spec->n_blocks;

      append_block (list.tensors, g_ptr_array_index (kinds, 2 * spec->pattern[i] + (mtp ? 1 : 0)),
                    i);
    }

  return plan_take (list.tensors, NULL);
}

void
plimsoll_tensor_plan_free (PlimsollTensorPlan *self)
{
  g_free (self->tensors);
  g_clear_pointer (&self->names, g_string_chunk_free);
  g_free (self);
}

/* "blk.12.attn_q.weight" is block 12 and the rest. FALSE: no block of the model. */
static gboolean
split_name (const char *name, guint32 n_blocks, gint32 *block, const char **suffix)
{
  guint64 number;
  char *end = NULL;

  *block = PLIMSOLL_OUTSIDE_BLOCKS;
  *suffix = name;
  if (!g_str_has_prefix (name, "blk.") || !g_ascii_isdigit (name[4]))
    return TRUE;

  number = g_ascii_strtoull (name + 4, &end, 10);
  if (*end != '.' || number >= n_blocks)
    return FALSE;

  *block = (gint32) number;
  *suffix = end + 1;
  return TRUE;
}

/* A tensor of a file, and its format, so that both are sorted together. */
typedef struct
{
  PlimsollTensor tensor;
  guint8 format;
} FileTensor;

static int
compare_file_tensors (gconstpointer a, gconstpointer b, gpointer data)
{
  const FileTensor *left = a;
  const FileTensor *right = b;

  return compare_tensors (&left->tensor, &right->tensor);
}

static gboolean
read_file_tensor (const PlimsollModelSpec *spec,
                  const PlimsollNamedTensor *named,
                  GStringChunk *names,
                  FileTensor *result)
{
  PlimsollTensor *tensor = &result->tensor;
  const char *suffix;

  *result = (FileTensor) { 0 };
  if (plimsoll_block_format_info (named->format) == NULL)
    return FALSE;
  if (!split_name (named->name, spec->n_blocks + spec->n_mtp_blocks, &tensor->block, &suffix))
    return FALSE;

  tensor->suffix = g_string_chunk_insert_const (names, suffix);
  tensor->flags = BOTH;
  if (tensor->block != PLIMSOLL_OUTSIDE_BLOCKS && (guint32) tensor->block >= spec->n_blocks)
    tensor->flags |= PLIMSOLL_TENSOR_MTP;
  tensor->ne[0] = named->ne[0];
  tensor->ne[1] = named->ne[1];
  tensor->ne[2] = plimsoll_saturating_mul (named->ne[2], named->ne[3]);
  plimsoll_tensor_classify (tensor);
  if (tensor->role == PLIMSOLL_ROLE_ROPE)
    tensor->flags &= ~(guint) PLIMSOLL_TENSOR_IN_CHECKPOINT;
  result->format = (guint8) named->format;

  return TRUE;
}

PlimsollTensorPlan *
plimsoll_tensor_plan_new_for_file (const PlimsollModelSpec *spec,
                                   const PlimsollNamedTensor *tensors,
                                   gsize n,
                                   guint8 **formats)
{
  g_autoptr (GStringChunk) names = g_string_chunk_new (4096);
  g_autofree FileTensor *sorted = g_new (FileTensor, n);
  GArray *array;

  for (gsize i = 0; i < n; i++)
    if (!read_file_tensor (spec, &tensors[i], names, &sorted[i]))
      return NULL;

  g_sort_array (sorted, n, sizeof (FileTensor), compare_file_tensors, NULL);

  array = g_array_sized_new (FALSE, FALSE, sizeof (PlimsollTensor), (guint) n);
  *formats = g_new (guint8, n);
  for (gsize i = 0; i < n; i++)
    {
      g_array_append_val (array, sorted[i].tensor);
      (*formats)[i] = sorted[i].format;
    }

  return plan_take (array, g_steal_pointer (&names));
}
