/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-native-type.h"

#include "plimsoll-checked.h"

#include <string.h>

#define FP8_BLOCK 128
#define INT4_GROUP 128
#define PACKED_GROUP 32
#define MXFP4_GROUP 32
#define NVFP4_GROUP 16
#define NF4_GROUP 64
#define NF4_NESTED 256
#define MLX_GROUP 64

/* A projection to fewer rows than this is left as it is (gates, decays). */
#define NARROW_ROWS 128

static const PlimsollNativeTypeInfo types[] = {
  { PLIMSOLL_NATIVE_NF4, "NF4", 4, TRUE, FALSE, 0.2 },
  { PLIMSOLL_NATIVE_AWQ, "AWQ", 4, TRUE, TRUE, 0.2 },
  { PLIMSOLL_NATIVE_GPTQ, "GPTQ", 4, TRUE, FALSE, 0.2 },
  { PLIMSOLL_NATIVE_MXFP4, "MXFP4", 4, TRUE, TRUE, 0.2 },
  { PLIMSOLL_NATIVE_INT4, "INT4", 4, TRUE, FALSE, 0.2 },
  { PLIMSOLL_NATIVE_NVFP4, "NVFP4", 4, TRUE, TRUE, 0.2 },
  { PLIMSOLL_NATIVE_MLX_4, "MLX-4", 4, FALSE, FALSE, 0.2 },
  { PLIMSOLL_NATIVE_FP8_BLOCK, "FP8-BLOCK", 8, TRUE, FALSE, 0.06 },
  { PLIMSOLL_NATIVE_FP8, "FP8", 8, TRUE, TRUE, 0.06 },
  { PLIMSOLL_NATIVE_INT8, "INT8", 8, TRUE, FALSE, 0.06 },
  { PLIMSOLL_NATIVE_MLX_8, "MLX-8", 8, FALSE, FALSE, 0.06 },
  { PLIMSOLL_NATIVE_F16, "F16", 16, TRUE, FALSE, 0.02 },
  { PLIMSOLL_NATIVE_BF16, "BF16", 16, TRUE, TRUE, 0.02 },
  { PLIMSOLL_NATIVE_F32, "F32", 32, TRUE, FALSE, 0.02 },
};

/* Other names of the same: what configs and the catalogue call them. */
static const struct
{
  const char *name;
  PlimsollNativeType type;
} also[] = {
  { "FP16", PLIMSOLL_NATIVE_F16 },        { "FP32", PLIMSOLL_NATIVE_F32 },
  { "AWQ-INT4", PLIMSOLL_NATIVE_AWQ },    { "GPTQ-INT4", PLIMSOLL_NATIVE_GPTQ },
  { "W8A8", PLIMSOLL_NATIVE_INT8 },       { "BNB", PLIMSOLL_NATIVE_NF4 },
  { "FP8-DYNAMIC", PLIMSOLL_NATIVE_FP8 },
};

const PlimsollNativeTypeInfo *
plimsoll_native_types (gsize *n)
{
  *n = G_N_ELEMENTS (types);

  return types;
}

const PlimsollNativeTypeInfo *
plimsoll_native_type_info (PlimsollPrecision type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if ((PlimsollPrecision) types[i].type == type)
      return &types[i];

  return NULL;
}

gboolean
plimsoll_native_type_from_name (const char *name, PlimsollNativeType *type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strcasecmp (types[i].name, name) == 0)
      {
        *type = types[i].type;
        return TRUE;
      }

  for (gsize i = 0; i < G_N_ELEMENTS (also); i++)
    if (g_ascii_strcasecmp (also[i].name, name) == 0)
      {
        *type = also[i].type;
        return TRUE;
      }

  return FALSE;
}

gboolean
plimsoll_native_type_of (const PlimsollModelSpec *spec, PlimsollNativeType *type)
{
  *type = PLIMSOLL_NATIVE_BF16;
  if (spec->native_dtype[0] == '\0')
    return TRUE;
  if (!plimsoll_native_type_from_name (spec->native_dtype, type))
    return FALSE;

  /* Models that are published in FP8 themselves have the scales of DeepSeek's. */
  if (*type == PLIMSOLL_NATIVE_FP8)
    *type = PLIMSOLL_NATIVE_FP8_BLOCK;
  /* Groups of 128 are AWQ's; the groups of 32 are of experts alone (Kimi). */
  if (*type == PLIMSOLL_NATIVE_INT4 && !spec->native_experts_only)
    *type = PLIMSOLL_NATIVE_AWQ;

  return TRUE;
}

static void
fill_infos (PlimsollPrecisionInfo *infos)
{
  gsize n = 0;
  const PlimsollFileTypeInfo *files = plimsoll_file_types (&n);
  const PlimsollFileTypeInfo *nvfp4 = plimsoll_file_type_info (PLIMSOLL_FILE_TYPE_NVFP4);

  for (gsize i = 0; i < n; i++)
    infos[files[i].type] =
      (PlimsollPrecisionInfo) { files[i].type, files[i].name, files[i].typical_bits };
  infos[nvfp4->type] = (PlimsollPrecisionInfo) { nvfp4->type, nvfp4->name, nvfp4->typical_bits };
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    infos[types[i].type] = (PlimsollPrecisionInfo) { types[i].type, types[i].name, types[i].bits };
}

const PlimsollPrecisionInfo *
plimsoll_precision_info (PlimsollPrecision precision)
{
  static PlimsollPrecisionInfo infos[PLIMSOLL_PRECISION_COUNT];
  static gsize filled = 0;

  if (g_once_init_enter (&filled))
    {
      fill_infos (infos);
      g_once_init_leave (&filled, 1);
    }

  return precision < PLIMSOLL_PRECISION_COUNT && infos[precision].name != NULL ? &infos[precision]
                                                                               : NULL;
}

gboolean
plimsoll_precision_from_name (const char *name, gboolean native, PlimsollPrecision *precision)
{
  PlimsollNativeType type;
  PlimsollFileType file;

  if (native)
    {
      if (!plimsoll_native_type_from_name (name, &type))
        return FALSE;
      *precision = type;
      return TRUE;
    }

  if (!plimsoll_file_type_from_name (name, &file))
    return FALSE;
  *precision = file;

  return TRUE;
}

static guint64
groups_of (guint64 n, guint64 group)
{
  return n / group + (n % group != 0 ? 1 : 0);
}

guint64
plimsoll_native_matrix_bytes (PlimsollNativeType type, const PlimsollTensor *tensor)
{
  const guint64 columns = tensor->ne[0];
  const guint64 stack = tensor->ne[2];
  const guint64 rows = plimsoll_multiply (tensor->ne[1], stack);
  const guint64 elements = plimsoll_multiply (columns, rows);
  guint64 scales;

  if (elements == PLIMSOLL_OVERFLOW)
    return PLIMSOLL_OVERFLOW;

  switch (type)
    {
    case PLIMSOLL_NATIVE_F32:
      return plimsoll_multiply (elements, 4);
    case PLIMSOLL_NATIVE_F16:
    case PLIMSOLL_NATIVE_BF16:
      return plimsoll_multiply (elements, 2);
    case PLIMSOLL_NATIVE_FP8:
      return plimsoll_add (elements, plimsoll_multiply (rows, 4));
    case PLIMSOLL_NATIVE_FP8_BLOCK:
      scales =
        plimsoll_multiply (groups_of (columns, FP8_BLOCK), groups_of (tensor->ne[1], FP8_BLOCK));
      return plimsoll_add (elements, plimsoll_multiply (plimsoll_multiply (scales, stack), 4));
    case PLIMSOLL_NATIVE_INT8:
      return plimsoll_add (elements, plimsoll_multiply (rows, 2));
    case PLIMSOLL_NATIVE_AWQ:
    case PLIMSOLL_NATIVE_GPTQ:
      /* A scale of 16 bits and a zero of 4. */
      scales = plimsoll_multiply (groups_of (columns, INT4_GROUP), rows);
      return plimsoll_add (elements / 2, plimsoll_multiply (scales, 5) / 2);
    case PLIMSOLL_NATIVE_INT4:
      scales = plimsoll_multiply (groups_of (columns, PACKED_GROUP), rows);
      return plimsoll_add (elements / 2, plimsoll_multiply (scales, 2));
    case PLIMSOLL_NATIVE_MXFP4:
      return plimsoll_add (elements / 2,
                           plimsoll_multiply (groups_of (columns, MXFP4_GROUP), rows));
    case PLIMSOLL_NATIVE_NVFP4:
      scales = plimsoll_multiply (groups_of (columns, NVFP4_GROUP), rows);
      return plimsoll_add (plimsoll_add (elements / 2, scales), plimsoll_multiply (stack, 4));
    case PLIMSOLL_NATIVE_NF4:
      scales = groups_of (elements, NF4_GROUP);
      return plimsoll_add (elements / 2, plimsoll_add (scales, 4 * groups_of (scales, NF4_NESTED)));
    case PLIMSOLL_NATIVE_MLX_4:
      scales = plimsoll_multiply (groups_of (columns, MLX_GROUP), rows);
      return plimsoll_add (elements / 2, plimsoll_multiply (scales, 4));
    case PLIMSOLL_NATIVE_MLX_8:
      scales = plimsoll_multiply (groups_of (columns, MLX_GROUP), rows);
      return plimsoll_add (elements, plimsoll_multiply (scales, 4));
    case PLIMSOLL_PRECISION_COUNT:
    default:
      g_assert_not_reached ();
    }
}

gboolean
plimsoll_native_quantizes (const PlimsollTensor *tensor, gboolean experts_only)
{
  static const char *const left[] = { "ffn_gate_inp", "ssm_conv1d", "shortconv.conv",
                                      "ssm_a",        "ssm_d",      "norm",
                                      "indexer.proj", "nextn.",     NULL };

  if (tensor->block == PLIMSOLL_OUTSIDE_BLOCKS || !g_str_has_suffix (tensor->suffix, ".weight"))
    return FALSE;
  if (experts_only)
    return plimsoll_tensor_is_expert_matrix (tensor);
  if (tensor->ne[1] < NARROW_ROWS)
    return FALSE;

  for (guint i = 0; left[i] != NULL; i++)
    if (strstr (tensor->suffix, left[i]) != NULL)
      return FALSE;

  return TRUE;
}
