/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-type.h"

#define TYPE(id, format, bits)                                                                     \
  {                                                                                                \
    .type = PLIMSOLL_FILE_TYPE_##id,                                                               \
    .name = #id,                                                                                   \
    .default_format = PLIMSOLL_FORMAT_##format,                                                    \
    .typical_bits = bits,                                                                          \
  }

static const PlimsollFileTypeInfo types[] = {
  TYPE (Q1_0, Q1_0, 1.32),       TYPE (IQ1_S, IQ1_S, 1.84),     TYPE (TQ1_0, TQ1_0, 1.91),
  TYPE (IQ1_M, IQ1_M, 2.00),     TYPE (IQ2_XXS, IQ2_XXS, 2.26), TYPE (TQ2_0, TQ2_0, 2.26),
  TYPE (Q2_0, Q2_0, 2.44),       TYPE (IQ2_XS, IQ2_XS, 2.48),   TYPE (IQ2_S, IQ2_XS, 2.59),
  TYPE (IQ2_M, IQ2_S, 2.80),     TYPE (Q2_K_S, Q2_K, 2.86),     TYPE (Q2_K, Q2_K, 3.06),
  TYPE (IQ3_XXS, IQ3_XXS, 3.17), TYPE (IQ3_XS, IQ3_S, 3.39),    TYPE (Q3_K_S, Q3_K, 3.55),
  TYPE (IQ3_S, IQ3_S, 3.57),     TYPE (IQ3_M, IQ3_S, 3.67),     TYPE (Q3_K_M, Q3_K, 3.93),
  TYPE (Q3_K_L, Q3_K, 4.25),     TYPE (IQ4_XS, IQ4_XS, 4.35),   TYPE (Q4_0, Q4_0, 4.59),
  TYPE (IQ4_NL, IQ4_NL, 4.59),   TYPE (Q4_K_S, Q4_K, 4.61),     TYPE (Q4_K_M, Q4_K, 4.87),
  TYPE (Q4_1, Q4_1, 5.06),       TYPE (Q5_K_S, Q5_K, 5.54),     TYPE (Q5_0, Q5_0, 5.55),
  TYPE (Q5_K_M, Q5_K, 5.69),     TYPE (Q5_1, Q5_1, 6.02),       TYPE (Q6_K, Q6_K, 6.56),
  TYPE (MXFP4_MOE, MXFP4, 8.50), TYPE (Q8_0, Q8_0, 8.50),       TYPE (F16, F16, 16.00),
  TYPE (BF16, BF16, 16.00),      TYPE (F32, F32, 32.00),
};

/* Only the converter makes it, from checkpoints that are NVFP4 already. */
static const PlimsollFileTypeInfo nvfp4 = TYPE (NVFP4, NVFP4, 4.50);

/* What the quantizer's command line and the names of files say for a type. */
static const struct
{
  const char *alias;
  PlimsollFileType type;
} aliases[] = {
  { "Q3_K", PLIMSOLL_FILE_TYPE_Q3_K_M }, { "Q4_K", PLIMSOLL_FILE_TYPE_Q4_K_M },
  { "Q5_K", PLIMSOLL_FILE_TYPE_Q5_K_M }, { "FP16", PLIMSOLL_FILE_TYPE_F16 },
  { "FP32", PLIMSOLL_FILE_TYPE_F32 },    { "MXFP4", PLIMSOLL_FILE_TYPE_MXFP4_MOE },
};

const PlimsollFileTypeInfo *
plimsoll_file_types (gsize *n)
{
  *n = G_N_ELEMENTS (types);
  return types;
}

const PlimsollFileTypeInfo *
plimsoll_file_type_info (PlimsollFileType type)
{
  if (type == PLIMSOLL_FILE_TYPE_NVFP4)
    return &nvfp4;

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].type == type)
      return &types[i];

  return NULL;
}

gboolean
plimsoll_file_type_from_name (const char *name, PlimsollFileType *type)
{
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_ascii_strcasecmp (types[i].name, name) == 0)
      {
        *type = types[i].type;
        return TRUE;
      }

  for (gsize i = 0; i < G_N_ELEMENTS (aliases); i++)
    if (g_ascii_strcasecmp (aliases[i].alias, name) == 0)
      {
        *type = aliases[i].type;
        return TRUE;
      }

  if (g_ascii_strcasecmp (nvfp4.name, name) == 0)
    {
      *type = nvfp4.type;
      return TRUE;
    }

  return FALSE;
}
