/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-spec.h"

static void
model_spec_clear (PlimsollModelSpec *self)
{
  g_free (self->architecture);
  g_free (self->model_type);
  g_free (self->native_dtype);
  g_free (self->native_rest_dtype);
  g_free (self->kinds);
  g_free (self->pattern);
}

PlimsollModelSpec *
plimsoll_model_spec_new (guint32 n_blocks, guint32 n_mtp_blocks, guint32 n_kinds)
{
  PlimsollModelSpec *self;

  g_return_val_if_fail (n_blocks <= PLIMSOLL_MAX_BLOCKS, NULL);
  g_return_val_if_fail (n_mtp_blocks <= PLIMSOLL_MAX_BLOCKS - n_blocks, NULL);
  g_return_val_if_fail (n_kinds <= PLIMSOLL_MAX_LAYER_KINDS, NULL);

  self = g_atomic_rc_box_new0 (PlimsollModelSpec);
  self->n_blocks = n_blocks;
  self->n_mtp_blocks = n_mtp_blocks;
  self->n_kinds = n_kinds;
  self->kinds = g_new0 (PlimsollLayer, MAX (n_kinds, 1));
  self->pattern = g_new0 (guint8, MAX (n_blocks + n_mtp_blocks, 1));
  self->architecture = g_strdup ("");
  self->model_type = g_strdup ("");
  self->native_dtype = g_strdup ("");
  self->native_rest_dtype = g_strdup ("");
  self->final_norm = TRUE;

  return self;
}

PlimsollModelSpec *
plimsoll_model_spec_ref (PlimsollModelSpec *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
plimsoll_model_spec_unref (PlimsollModelSpec *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) model_spec_clear);
}

gboolean
plimsoll_model_spec_validate (const PlimsollModelSpec *self, char **message)
{
  const guint32 width_limit = 1u << 26;
  g_autofree char *fault = NULL;

  if (self->source == PLIMSOLL_SPEC_FROM_TOTALS)
    return TRUE;

  if (self->n_blocks == 0 || self->n_kinds == 0)
    fault = g_strdup ("the model has no blocks");
  else if (self->embedding == 0 || self->embedding > width_limit)
    fault = g_strdup_printf ("an embedding width of %u cannot be right", self->embedding);
  else if (self->vocabulary > width_limit)
    fault = g_strdup_printf ("a vocabulary of %u cannot be right", self->vocabulary);

  for (guint32 i = 0; fault == NULL && i < self->n_blocks + self->n_mtp_blocks; i++)
    if (self->pattern[i] >= self->n_kinds)
      fault = g_strdup_printf ("block %u is of no kind that the model has", i);

  for (guint32 i = 0; fault == NULL && i < self->n_kinds; i++)
    {
      const PlimsollAttention *a = &self->kinds[i].attention;
      const PlimsollFeedForward *f = &self->kinds[i].feed_forward;

      if (a->kind != PLIMSOLL_ATTENTION_NONE && (a->heads == 0 || a->key_dim == 0))
        fault = g_strdup ("a block attends without heads or head size");
      else if (a->kv_heads > a->heads)
        fault = g_strdup_printf ("%u KV heads for %u heads", a->kv_heads, a->heads);
      else if (a->heads > 65536 || a->key_dim > 65536 || a->value_dim > 65536)
        fault = g_strdup ("head counts or sizes beyond any model");
      else if (f->experts_used > f->experts)
        fault = g_strdup_printf ("%u experts are chosen of %u", f->experts_used, f->experts);
      else if (f->experts > 65536 || f->dense_width > width_limit || f->expert_width > width_limit
               || f->shared_width > width_limit)
        fault = g_strdup ("feed-forward widths beyond any model");
    }

  if (fault == NULL)
    return TRUE;
  if (message != NULL)
    *message = g_steal_pointer (&fault);
  return FALSE;
}
