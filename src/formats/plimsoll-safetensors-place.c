/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-safetensors.h"

#include <string.h>

/* A name that has a part with dots before and after it, or begins with it. */
static const char *
find_part (const char *name, const char *part)
{
  const char *at = strstr (name, part);

  while (at != NULL && at != name && at[-1] != '.')
    at = strstr (at + 1, part);
  return at;
}

static gboolean
is_of_tower (const char *name)
{
  static const char *const towers[] = {
    "vision", "visual", "audio", "image", "vit", "multi_modal"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (towers); i++)
    if (strstr (name, towers[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The block of "model.layers.12.…" and its like; -1: outside blocks. Towers have layers too. */
static gint64
block_of (const char *name, guint32 n_blocks)
{
  static const char *const lists[] = { "layers.", "h.", "blocks." };

  if (is_of_tower (name))
    return -1;
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const char *at = find_part (name, lists[i]);
      const char *number = at != NULL ? at + strlen (lists[i]) : NULL;

      if (number != NULL && g_ascii_isdigit (*number))
        {
          guint64 block = g_ascii_strtoull (number, NULL, 10);

          return block < n_blocks ? (gint64) block : -1;
        }
    }
  return -1;
}

static gboolean
is_routed_expert (const char *name)
{
  return find_part (name, "experts.") != NULL;
}

static gboolean
is_input_table (const char *name)
{
  return find_part (name, "embed_tokens") != NULL || find_part (name, "wte.") != NULL
         || find_part (name, "word_embeddings.") != NULL;
}

static void
place (PlimsollWeights *weights, const PlimsollSafetensor *tensor, gint64 block, gboolean tied)
{
  if (block >= 0)
    {
      PlimsollBlockWeights *b = &weights->blocks[block];
      gboolean experts = is_routed_expert (tensor->name);
      gboolean runs = block < weights->n_blocks;

      *(experts ? &b->experts_device : &b->device) += tensor->bytes;
      *(experts ? &b->experts_host : &b->host) += tensor->bytes;
      if (tensor->n_dims > 1)
        b->largest = MAX (b->largest, tensor->bytes);
      if (tensor->n_dims > 1 && !experts)
        b->largest_dense = MAX (b->largest_dense, tensor->bytes);
      if (runs)
        *(experts ? &weights->read_experts_all : &weights->read_always) += tensor->bytes;
      return;
    }

  if (is_input_table (tensor->name))
    {
      weights->embedding_host += tensor->bytes;
      if (tied)
        {
          weights->head_bytes = tensor->bytes;
          weights->read_always += tensor->bytes;
        }
      return;
    }

  weights->output_device += tensor->bytes;
  weights->output_host += tensor->bytes;
  if (find_part (tensor->name, "lm_head.weight") != NULL)
    weights->head_bytes = tensor->bytes;
  if (find_part (tensor->name, "lm_head.") != NULL || find_part (tensor->name, "norm.") != NULL)
    weights->read_always += tensor->bytes;
}

/* The reader has summed all tensors already: no part of that sum overflows. */
PlimsollWeights *
plimsoll_safetensors_weights (const PlimsollSafetensors *self)
{
  const PlimsollModelSpec *spec = self->spec;
  PlimsollWeights *weights;

  g_return_val_if_fail (spec != NULL, NULL);

  weights = plimsoll_weights_new_empty (spec->n_blocks, spec->n_mtp_blocks);
  for (gsize i = 0; i < self->n_tensors; i++)
    place (weights, &self->tensors[i],
           block_of (self->tensors[i].name, spec->n_blocks + spec->n_mtp_blocks), spec->tied_head);

  weights->exactness = PLIMSOLL_EXACT;
  weights->is_native = TRUE;
  weights->name = g_strdup (*self->scheme != '\0' ? self->scheme
                            : self->n_dtypes > 0  ? self->by_dtype[0].name
                                                  : "");
  weights->tensor_bytes = self->tensor_bytes;
  weights->file_bytes = self->file_bytes;
  weights->quantized_elements = self->parameters;
  if (self->parameters > 0)
    weights->bits_per_weight = (double) self->tensor_bytes * 8 / (double) self->parameters;
  return weights;
}

void
plimsoll_safetensors_count (const PlimsollSafetensors *self, PlimsollParameters *parameters)
{
  const PlimsollModelSpec *spec = self->spec;
  guint32 n_blocks = spec != NULL ? spec->n_blocks : G_MAXUINT32;
  g_autoptr (PlimsollTensorPlan) plan = spec != NULL ? plimsoll_tensor_plan_new (spec) : NULL;
  PlimsollParameters by_config = { 0 };

  *parameters = (PlimsollParameters) { .total = self->parameters, .vision_known = TRUE };
  /* G_MAXUINT64: the sum overflowed, and so would the parts. */
  for (gsize i = 0; self->parameters != G_MAXUINT64 && i < self->n_tensors; i++)
    {
      const PlimsollSafetensor *tensor = &self->tensors[i];

      if (is_of_tower (tensor->name))
        parameters->vision += tensor->weights;
      else if (find_part (tensor->name, "mtp.") != NULL
               || block_of (tensor->name, G_MAXUINT32) >= (gint64) n_blocks)
        parameters->mtp += tensor->weights;
      else
        parameters->text += tensor->weights;
    }

  if (plan != NULL && plimsoll_parameters (spec, plan, &by_config))
    parameters->active = by_config.active;
}
