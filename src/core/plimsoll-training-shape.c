/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-training-shape.h"

#include "plimsoll-checked.h"
#include "plimsoll-parameters.h"

#include <string.h>

/* What a block's matrix is to who names targets, by the first beginning of its name. Projections of
 * a latent are the query's, or the key's and value's; those into and out of a recurrent mixer stand
 * for the attention's. */
static const struct
{
  const char *beginning;
  PlimsollTargets targets;
} names[] = {
  { "attn_qkv.", PLIMSOLL_TARGETS_QKV },
  { "attn_q_norm", 0 },
  { "attn_q", PLIMSOLL_TARGET_QUERY },
  { "attn_kv_", PLIMSOLL_TARGET_KEY | PLIMSOLL_TARGET_VALUE },
  { "attn_k_norm", 0 },
  { "attn_k", PLIMSOLL_TARGET_KEY },
  { "attn_v", PLIMSOLL_TARGET_VALUE },
  { "attn_output", PLIMSOLL_TARGET_OUTPUT },
  { "ssm_in.", PLIMSOLL_TARGETS_QKV },
  { "ssm_out.", PLIMSOLL_TARGET_OUTPUT },
  { "shortconv.in_proj", PLIMSOLL_TARGETS_QKV },
  { "shortconv.out_proj", PLIMSOLL_TARGET_OUTPUT },
  { "ffn_gate_inp", 0 },
  { "ffn_gate_tid", 0 },
  { "ffn_gate_up", PLIMSOLL_TARGET_GATE | PLIMSOLL_TARGET_UP },
  { "ffn_gate", PLIMSOLL_TARGET_GATE },
  { "ffn_up", PLIMSOLL_TARGET_UP },
  { "ffn_down", PLIMSOLL_TARGET_DOWN },
};

static PlimsollTargets
find_targets (const char *suffix)
{
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (suffix, names[i].beginning))
      return names[i].targets;

  return 0;
}

static gboolean
is_linear (const PlimsollTensor *tensor)
{
  return tensor->ne[1] > 1 && g_str_has_suffix (tensor->suffix, ".weight")
         && strstr (tensor->suffix, "norm") == NULL && strstr (tensor->suffix, "conv1d") == NULL
         && strstr (tensor->suffix, "shortconv.conv") == NULL;
}

static void
read_matrix (PlimsollTrainingMatrix *matrix,
             const PlimsollTensor *tensor,
             const PlimsollFeedForward *f)
{
  matrix->targets = find_targets (tensor->suffix);
  matrix->in = tensor->ne[0];
  if (plimsoll_tensor_is_expert_matrix (tensor))
    {
      matrix->out = tensor->ne[1];
      matrix->count = tensor->ne[2];
      matrix->used = MIN (f->experts_used, tensor->ne[2]);
      return;
    }

  matrix->out = plimsoll_multiply (tensor->ne[1], tensor->ne[2]);
  matrix->count = matrix->used = 1;
  if (f->fused_gate_up && f->experts == 0 && matrix->targets == PLIMSOLL_TARGET_UP)
    matrix->targets |= PLIMSOLL_TARGET_GATE;
}

static void
add_matrix (PlimsollTrainingShape *self,
            PlimsollTrainingKind *kind,
            const PlimsollTrainingMatrix *matrix,
            guint64 elements)
{
  kind->linear = plimsoll_add (kind->linear, elements);
  self->largest_matrix = MAX (self->largest_matrix, plimsoll_multiply (matrix->in, matrix->out));
  if ((matrix->targets & PLIMSOLL_TARGETS_QKV) != 0)
    kind->mixed = plimsoll_add (kind->mixed, matrix->out);
  else if (matrix->targets == PLIMSOLL_TARGET_OUTPUT)
    kind->mixed = plimsoll_add (kind->mixed, matrix->in);
  if (kind->n_matrices < PLIMSOLL_TRAINING_MATRICES)
    kind->matrices[kind->n_matrices++] = *matrix;
}

/* The first block of a kind stands for all. */
static void
read_block (PlimsollTrainingShape *self,
            PlimsollTrainingKind *kind,
            const PlimsollLayer *layer,
            const PlimsollTensorPlan *plan,
            gint32 block)
{
  const PlimsollFeedForward *f = &layer->feed_forward;
  guint64 dense = f->dense_width;
  guint64 chosen = plimsoll_multiply (f->expert_width, f->experts_used);

  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      PlimsollTrainingMatrix matrix;
      guint64 elements;

      if (tensor->block != block || (tensor->flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) == 0)
        continue;
      if (!plimsoll_tensor_elements (tensor, &elements))
        elements = PLIMSOLL_OVERFLOW;
      kind->parameters = plimsoll_add (kind->parameters, elements);
      if (!is_linear (tensor))
        continue;
      read_matrix (&matrix, tensor, f);
      add_matrix (self, kind, &matrix, elements);
    }

  kind->heads = layer->attention.kind != PLIMSOLL_ATTENTION_NONE ? layer->attention.heads
                                                                 : layer->recurrent.value_heads;
  if (f->dense_gated)
    kind->gated += dense;
  else
    kind->plain += dense;
  if (f->experts != 0 && f->experts_gated)
    kind->gated = plimsoll_add (kind->gated, plimsoll_add (chosen, f->shared_width));
  else if (f->experts != 0)
    kind->plain = plimsoll_add (kind->plain, plimsoll_add (chosen, f->shared_width));
  self->mixture |= f->experts != 0;
  self->recurrent |= layer->recurrent.kind != PLIMSOLL_RECURRENT_NONE;
}

static void
read_tables (PlimsollTrainingShape *self, const PlimsollTensorPlan *plan)
{
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      guint64 elements;

      if ((tensor->role != PLIMSOLL_ROLE_EMBEDDING && tensor->role != PLIMSOLL_ROLE_HEAD
           && tensor->role != PLIMSOLL_ROLE_PER_LAYER_EMBEDDING)
          || (tensor->flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) == 0
          || (tensor->flags & PLIMSOLL_TENSOR_MTP) != 0)
        continue;
      if (!plimsoll_tensor_elements (tensor, &elements))
        elements = PLIMSOLL_OVERFLOW;
      self->tables = plimsoll_add (self->tables, elements);
      self->factored = plimsoll_add (self->factored, plimsoll_add (tensor->ne[0], tensor->ne[1]));
    }
}

static void
sum_kind (PlimsollTrainingShape *self, const PlimsollTrainingKind *kind)
{
  self->linear = plimsoll_add (self->linear, plimsoll_multiply (kind->linear, kind->blocks));
  for (guint32 i = 0; i < kind->n_matrices; i++)
    {
      const PlimsollTrainingMatrix *matrix = &kind->matrices[i];
      guint64 edges = plimsoll_multiply (plimsoll_add (matrix->in, matrix->out), matrix->count);

      self->factored = plimsoll_add (self->factored, plimsoll_multiply (edges, kind->blocks));
    }
}

PlimsollTrainingShape *
plimsoll_training_shape_new (const PlimsollModelSpec *spec, const PlimsollTensorPlan *plan)
{
  g_autoptr (PlimsollTrainingShape) self = NULL;
  PlimsollParameters parameters;

  g_return_val_if_fail (spec != NULL, NULL);

  if (plan == NULL || !plimsoll_parameters (spec, plan, &parameters))
    return NULL;

  self = g_new0 (PlimsollTrainingShape, 1);
  self->embedding = spec->embedding;
  self->vocabulary = spec->vocabulary;
  self->tied_head = spec->tied_head || spec->no_head;
  self->parameters = parameters.text;
  self->tower = parameters.vision != 0;
  self->n_kinds = spec->n_kinds;
  self->kinds = g_new0 (PlimsollTrainingKind, spec->n_kinds);

  for (guint32 block = 0; block < spec->n_blocks; block++)
    {
      PlimsollTrainingKind *kind = &self->kinds[spec->pattern[block]];

      if (kind->blocks++ == 0)
        read_block (self, kind, plimsoll_model_spec_layer (spec, block), plan, (gint32) block);
    }
  for (guint32 i = 0; i < self->n_kinds; i++)
    sum_kind (self, &self->kinds[i]);
  read_tables (self, plan);
  if (self->linear == PLIMSOLL_OVERFLOW || self->tables == PLIMSOLL_OVERFLOW
      || self->factored == PLIMSOLL_OVERFLOW)
    return NULL;

  /* Where blocks of one kind differ in a file, what is not linear is at least nothing. */
  self->linear = MIN (self->linear, self->parameters);

  return g_steal_pointer (&self);
}

void
plimsoll_training_shape_free (PlimsollTrainingShape *self)
{
  if (self == NULL)
    return;
  g_free (self->kinds);
  g_free (self);
}

guint64
plimsoll_training_adapters (const PlimsollTrainingShape *self, PlimsollTargets targets, guint rank)
{
  guint64 sum = 0;

  for (guint32 i = 0; i < self->n_kinds; i++)
    for (guint32 j = 0; j < self->kinds[i].n_matrices; j++)
      {
        const PlimsollTrainingMatrix *matrix = &self->kinds[i].matrices[j];
        guint64 edges = plimsoll_multiply (plimsoll_add (matrix->in, matrix->out), matrix->count);

        if ((matrix->targets & targets) != 0)
          sum = plimsoll_add (sum, plimsoll_multiply (edges, self->kinds[i].blocks));
      }
  if ((targets & PLIMSOLL_TARGET_HEAD) != 0)
    sum = plimsoll_add (sum, (guint64) self->embedding + self->vocabulary);

  return plimsoll_multiply (sum, rank);
}
