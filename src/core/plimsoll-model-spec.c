/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-spec.h"

static void
model_spec_clear (PlimsollModelSpec *self)
{
  g_free (self->architecture);
  g_free (self->model_type);
  g_free (self->native_dtype);
  g_free (self->kinds);
  g_free (self->pattern);
}

PlimsollModelSpec *
plimsoll_model_spec_new (guint32 n_blocks,
                         guint32 n_mtp_blocks,
                         guint32 n_kinds)
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
