/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-parameters.h"

/* Whether a token's answer needs no arithmetic with the tensor: a table of which it reads a row. */
static gboolean
is_lookup (const PlimsollModelSpec *spec, const PlimsollTensor *tensor)
{
  return tensor->role == PLIMSOLL_ROLE_PER_LAYER_EMBEDDING
         || (tensor->role == PLIMSOLL_ROLE_EMBEDDING && (!spec->tied_head || spec->no_head));
}

/* Elements of @tensor, of @elements, that are idle while one token is processed. */
static guint64
idle_elements (const PlimsollModelSpec *spec, const PlimsollTensor *tensor, guint64 elements)
{
  const PlimsollFeedForward *f;

  if (is_lookup (spec, tensor))
    return elements;
  if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS)
    return 0;
  /* Scales of experts are moved with them, but they are the router's. */
  if ((tensor->flags & PLIMSOLL_TENSOR_EXPERTS) == 0 || g_str_has_suffix (tensor->suffix, ".scale"))
    return 0;

  f = &plimsoll_model_spec_layer (spec, (guint32) tensor->block)->feed_forward;
  if (f->experts == 0)
    return 0;
  return elements / f->experts * (f->experts - MIN (f->experts_used, f->experts));
}

static gboolean
count_tensor (const PlimsollModelSpec *spec,
              const PlimsollTensor *tensor,
              PlimsollParameters *parameters)
{
  guint64 elements;

  if (!plimsoll_tensor_elements (tensor, &elements))
    return FALSE;
  if ((tensor->flags & PLIMSOLL_TENSOR_MTP) != 0)
    return g_uint64_checked_add (&parameters->mtp, parameters->mtp, elements);

  return g_uint64_checked_add (&parameters->text, parameters->text, elements)
         && g_uint64_checked_add (&parameters->active, parameters->active,
                                  elements - idle_elements (spec, tensor, elements));
}

static gboolean
count_plan (const PlimsollModelSpec *spec,
            const PlimsollTensorPlan *plan,
            PlimsollParameters *parameters)
{
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];

      if ((tensor->flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) != 0
          && !count_tensor (spec, tensor, parameters))
        return FALSE;
    }

  return TRUE;
}

gboolean
plimsoll_parameters (const PlimsollModelSpec *spec,
                     const PlimsollTensorPlan *plan,
                     PlimsollParameters *parameters)
{
  *parameters = (PlimsollParameters) {
    .vision = spec->vision_known ? spec->vision_parameters : 0,
    .vision_known = spec->vision_known,
    .mtp = spec->mtp_parameters,
  };

  if (plan == NULL)
    {
      parameters->text = spec->stated_parameters;
      parameters->active = spec->stated_active_parameters != 0 ? spec->stated_active_parameters
                                                               : spec->stated_parameters;
    }
  else if (!count_plan (spec, plan, parameters))
    {
      return FALSE;
    }

  return g_uint64_checked_add (&parameters->total, parameters->text, parameters->vision)
         && g_uint64_checked_add (&parameters->total, parameters->total, parameters->mtp);
}
