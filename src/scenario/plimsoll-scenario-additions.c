/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scenario-private.h"

#include "plimsoll-sizer.h"

static gboolean
same_files (GPtrArray *a, GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (plimsoll_addition_get_id (a->pdata[i]),
                      plimsoll_addition_get_id (b->pdata[i])))
      return FALSE;

  return TRUE;
}

void
plimsoll_scenario_set_projector (PlimsollScenario *self, PlimsollAddition *projector)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (g_set_object (&self->projector, projector))
    plimsoll_scenario_notify (self, PROP_PROJECTOR);
}

void
plimsoll_scenario_set_adapters (PlimsollScenario *self, GPtrArray *adapters)
{
  g_autoptr (GPtrArray) none = NULL;

  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (adapters == NULL)
    adapters = none = g_ptr_array_new_with_free_func (g_object_unref);
  if (same_files (self->adapters, adapters))
    return;

  g_ptr_array_unref (self->adapters);
  self->adapters = g_ptr_array_ref (adapters);
  plimsoll_scenario_notify (self, PROP_ADAPTERS);
}

void
plimsoll_scenario_set_draft (PlimsollScenario *self, PlimsollModel *draft)
{
  g_return_if_fail (PLIMSOLL_IS_SCENARIO (self));

  if (!g_set_object (&self->draft, draft))
    return;

  g_clear_pointer (&self->draft_weights, plimsoll_weights_unref);
  plimsoll_scenario_notify (self, PROP_DRAFT);
}

void
plimsoll_scenario_set_draft_precision (PlimsollScenario *self, const char *name)
{
  PlimsollFileType type;

  if (name == NULL || (*name != '\0' && !plimsoll_file_type_from_name (name, &type)))
    return;

  if (g_set_str (&self->draft_precision, *name != '\0' ? plimsoll_file_type_info (type)->name : ""))
    plimsoll_scenario_notify (self, PROP_DRAFT_PRECISION);
}

PlimsollAddition *
plimsoll_scenario_get_projector (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->projector;
}

GPtrArray *
plimsoll_scenario_get_adapters (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->adapters;
}

PlimsollModel *
plimsoll_scenario_get_draft (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->draft;
}

/* What was asked; a file's own; the model's. */
static PlimsollFileType
draft_type (PlimsollScenario *self)
{
  PlimsollWeights *own = plimsoll_model_get_own_weights (self->draft);
  PlimsollFileType type = PLIMSOLL_FILE_TYPE_Q4_K_M;

  if (*self->draft_precision != '\0')
    plimsoll_file_type_from_name (self->draft_precision, &type);
  else if (own != NULL && !own->is_native)
    type = own->type;
  else
    plimsoll_file_type_from_name (self->precision, &type);

  return type;
}

const char *
plimsoll_scenario_get_draft_precision (PlimsollScenario *self)
{
  g_return_val_if_fail (PLIMSOLL_IS_SCENARIO (self), NULL);

  return self->draft != NULL ? plimsoll_file_type_info (draft_type (self))->name
                             : self->draft_precision;
}

void
plimsoll_scenario_fill_additions (PlimsollScenario *self, PlimsollQuestion *question)
{
  PlimsollAdditions *additions = &question->additions;

  question->mtp = self->mtp;
  if (self->projector != NULL)
    {
      additions->projector = plimsoll_addition_get_bytes (self->projector);
      additions->projector_compute = self->projector_compute;
    }
  for (guint i = 0; i < self->adapters->len; i++)
    if (!g_uint64_checked_add (&additions->adapters, additions->adapters,
                               plimsoll_addition_get_bytes (self->adapters->pdata[i])))
      additions->adapters = G_MAXUINT64;
  if (self->draft == NULL)
    return;

  if (self->draft_weights == NULL || self->draft_weights->type != draft_type (self))
    {
      g_clear_pointer (&self->draft_weights, plimsoll_weights_unref);
      self->draft_weights = plimsoll_precision_weights (self->draft, draft_type (self));
    }
  additions->draft_spec = plimsoll_model_get_spec (self->draft);
  additions->draft_weights = self->draft_weights;
}
