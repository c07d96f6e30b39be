/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-precision-weights.h"

/* Nearly every published file of these was made with an importance matrix. */
gboolean
plimsoll_precision_assumes_imatrix (PlimsollPrecision type)
{
  return g_str_has_prefix (plimsoll_precision_info (type)->name, "IQ");
}

const PlimsollPrecisionInfo *
plimsoll_precision_of (const PlimsollWeights *weights)
{
  return plimsoll_precision_info (weights->is_native ? (PlimsollPrecision) weights->native
                                                     : (PlimsollPrecision) weights->type);
}

/* The tensors of the model's own GGUF, in its own precision. */
static PlimsollWeights *
own_weights (PlimsollModel *model, PlimsollPrecision type)
{
  PlimsollWeights *own = plimsoll_model_get_own_weights (model);

  return own != NULL && !own->is_native && (PlimsollPrecision) own->type == type
           ? plimsoll_weights_ref (own)
           : NULL;
}

/* A checkpoint that was read has its own bytes in its own precision. */
static PlimsollWeights *
native_weights (PlimsollModel *model, const PlimsollTensorPlan *plan, PlimsollNativeType type)
{
  const PlimsollModelSpec *spec = plimsoll_model_get_spec (model);
  const PlimsollWeights *own = plimsoll_model_get_own_weights (model);
  PlimsollNativeType published;
  guint64 bytes = 0;

  if (own != NULL && own->is_native && plimsoll_native_type_of (spec, &published)
      && published == type)
    bytes = own->tensor_bytes;

  return plimsoll_weights_new_native (spec, plan, type, bytes);
}

static PlimsollWeights *
weights_of (PlimsollModel *model, const PlimsollTensorPlan *plan, PlimsollPrecision type)
{
  if (plimsoll_precision_is_native (type))
    return native_weights (model, plan, (PlimsollNativeType) type);

  return plimsoll_weights_new (plimsoll_model_get_spec (model), plan, (PlimsollFileType) type,
                               plimsoll_precision_assumes_imatrix (type));
}

PlimsollWeights *
plimsoll_precision_weights_by_plan (PlimsollModel *model,
                                    const PlimsollTensorPlan *plan,
                                    PlimsollPrecision type)
{
  PlimsollWeights *weights = own_weights (model, type);
  const guint64 published = plimsoll_model_get_file_size (model, type);

  if (weights != NULL)
    return weights;

  weights = weights_of (model, plan != NULL ? plan : plimsoll_model_get_plan (model), type);
  if (weights != NULL && published != 0)
    weights->file_bytes = published;
  return weights;
}

PlimsollWeights *
plimsoll_precision_weights (PlimsollModel *model, PlimsollPrecision type)
{
  g_autoptr (PlimsollTensorPlan) plan = NULL;

  /* The plan that a model keeps is large; only those of files cannot be made anew. */
  if (plimsoll_model_get_path (model) == NULL && plimsoll_model_get_own_weights (model) == NULL)
    plan = plimsoll_tensor_plan_new (plimsoll_model_get_spec (model));

  return plimsoll_precision_weights_by_plan (model, plan, type);
}

/* Where it is known which files there are of a model, nobody has the others. */
static gboolean
has_file (PlimsollModel *model, PlimsollPrecision type)
{
  const PlimsollWeights *own = plimsoll_model_get_own_weights (model);

  return !plimsoll_model_knows_file_sizes (model) || plimsoll_model_get_file_size (model, type) != 0
         || (own != NULL && !own->is_native && (PlimsollPrecision) own->type == type);
}

gboolean
plimsoll_precision_suits (PlimsollModel *model, PlimsollPrecision type, gboolean native)
{
  const PlimsollNativeTypeInfo *info;
  PlimsollNativeType published;

  if (plimsoll_precision_info (type) == NULL || plimsoll_precision_is_native (type) != native)
    return FALSE;
  if (model == NULL)
    return TRUE;
  if (!native)
    return has_file (model, type);

  info = plimsoll_native_type_info (type);
  if (!info->served)
    return FALSE;
  if (!plimsoll_native_type_of (plimsoll_model_get_spec (model), &published)
      || published == info->type)
    return TRUE;

  return info->bits < plimsoll_native_type_info (published)->bits;
}

gboolean
plimsoll_precision_is_common (PlimsollPrecision type)
{
  if (plimsoll_precision_is_native (type))
    return plimsoll_native_type_info (type)->common;

  switch ((PlimsollFileType) type)
    {
    case PLIMSOLL_FILE_TYPE_Q4_0:
    case PLIMSOLL_FILE_TYPE_Q4_1:
    case PLIMSOLL_FILE_TYPE_Q5_0:
    case PLIMSOLL_FILE_TYPE_Q5_1:
    case PLIMSOLL_FILE_TYPE_Q2_K_S:
    case PLIMSOLL_FILE_TYPE_F32:
    case PLIMSOLL_FILE_TYPE_TQ1_0:
    case PLIMSOLL_FILE_TYPE_TQ2_0:
    case PLIMSOLL_FILE_TYPE_MXFP4_MOE:
    case PLIMSOLL_FILE_TYPE_NVFP4:
    case PLIMSOLL_FILE_TYPE_Q1_0:
    case PLIMSOLL_FILE_TYPE_Q2_0:
      return FALSE;
    case PLIMSOLL_FILE_TYPE_F16:
    case PLIMSOLL_FILE_TYPE_Q8_0:
    case PLIMSOLL_FILE_TYPE_Q2_K:
    case PLIMSOLL_FILE_TYPE_Q3_K_S:
    case PLIMSOLL_FILE_TYPE_Q3_K_M:
    case PLIMSOLL_FILE_TYPE_Q3_K_L:
    case PLIMSOLL_FILE_TYPE_Q4_K_S:
    case PLIMSOLL_FILE_TYPE_Q4_K_M:
    case PLIMSOLL_FILE_TYPE_Q5_K_S:
    case PLIMSOLL_FILE_TYPE_Q5_K_M:
    case PLIMSOLL_FILE_TYPE_Q6_K:
    case PLIMSOLL_FILE_TYPE_IQ2_XXS:
    case PLIMSOLL_FILE_TYPE_IQ2_XS:
    case PLIMSOLL_FILE_TYPE_IQ3_XS:
    case PLIMSOLL_FILE_TYPE_IQ3_XXS:
    case PLIMSOLL_FILE_TYPE_IQ1_S:
    case PLIMSOLL_FILE_TYPE_IQ4_NL:
    case PLIMSOLL_FILE_TYPE_IQ3_S:
    case PLIMSOLL_FILE_TYPE_IQ3_M:
    case PLIMSOLL_FILE_TYPE_IQ2_S:
    case PLIMSOLL_FILE_TYPE_IQ2_M:
    case PLIMSOLL_FILE_TYPE_IQ4_XS:
    case PLIMSOLL_FILE_TYPE_IQ1_M:
    case PLIMSOLL_FILE_TYPE_BF16:
    default:
      return TRUE;
    }
}
