/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-block-format.h"

#define FORMAT(id, n, size, is_quantized)                                                          \
  [PLIMSOLL_FORMAT_##id] = {                                                                       \
    .name = #id,                                                                                   \
    .elements = n,                                                                                 \
    .bytes = size,                                                                                 \
    .quantized = is_quantized,                                                                     \
  }
#define REMOVED(id)                                                                                \
  [PLIMSOLL_FORMAT_##id] = {                                                                       \
    .name = #id,                                                                                   \
    .elements = 32,                                                                                \
    .bytes = 18,                                                                                   \
    .quantized = TRUE,                                                                             \
    .removed = TRUE,                                                                               \
  }

/* Ids 4 and 5 (Q4_2 and Q4_3, 2023) were freed before any file format kept them: no name here. */
static const PlimsollBlockFormatInfo formats[PLIMSOLL_FORMAT_COUNT] = {
  FORMAT (F32, 1, 4, FALSE),
  FORMAT (F16, 1, 2, FALSE),
  FORMAT (Q4_0, 32, 18, TRUE),
  FORMAT (Q4_1, 32, 20, TRUE),
  FORMAT (Q5_0, 32, 22, TRUE),
  FORMAT (Q5_1, 32, 24, TRUE),
  FORMAT (Q8_0, 32, 34, TRUE),
  FORMAT (Q8_1, 32, 36, TRUE),
  FORMAT (Q2_K, 256, 84, TRUE),
  FORMAT (Q3_K, 256, 110, TRUE),
  FORMAT (Q4_K, 256, 144, TRUE),
  FORMAT (Q5_K, 256, 176, TRUE),
  FORMAT (Q6_K, 256, 210, TRUE),
  FORMAT (Q8_K, 256, 292, TRUE),
  FORMAT (IQ2_XXS, 256, 66, TRUE),
  FORMAT (IQ2_XS, 256, 74, TRUE),
  FORMAT (IQ3_XXS, 256, 98, TRUE),
  FORMAT (IQ1_S, 256, 50, TRUE),
  FORMAT (IQ4_NL, 32, 18, TRUE),
  FORMAT (IQ3_S, 256, 110, TRUE),
  FORMAT (IQ2_S, 256, 82, TRUE),
  FORMAT (IQ4_XS, 256, 136, TRUE),
  FORMAT (I8, 1, 1, FALSE),
  FORMAT (I16, 1, 2, FALSE),
  FORMAT (I32, 1, 4, FALSE),
  FORMAT (I64, 1, 8, FALSE),
  FORMAT (F64, 1, 8, FALSE),
  FORMAT (IQ1_M, 256, 56, TRUE),
  FORMAT (BF16, 1, 2, FALSE),
  FORMAT (TQ1_0, 256, 54, TRUE),
  FORMAT (TQ2_0, 256, 66, TRUE),
  FORMAT (MXFP4, 32, 17, TRUE),
  FORMAT (NVFP4, 64, 36, TRUE),
  FORMAT (Q1_0, 128, 18, TRUE),
  FORMAT (Q2_0, 64, 18, TRUE),
  REMOVED (Q4_0_4_4),
  REMOVED (Q4_0_4_8),
  REMOVED (Q4_0_8_8),
  REMOVED (IQ4_NL_4_4),
  REMOVED (IQ4_NL_4_8),
  REMOVED (IQ4_NL_8_8),
};

const PlimsollBlockFormatInfo *
plimsoll_block_format_info (guint32 format)
{
  if (format >= PLIMSOLL_FORMAT_COUNT || formats[format].name == NULL)
    return NULL;

  return &formats[format];
}

gboolean
plimsoll_block_format_row_bytes (PlimsollBlockFormat format, guint64 elements, guint64 *bytes)
{
  const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (format);

  g_return_val_if_fail (info != NULL, FALSE);

  if (elements % info->elements != 0)
    return FALSE;

  return g_uint64_checked_mul (bytes, elements / info->elements, info->bytes);
}

gboolean
plimsoll_block_format_from_name (const char *name, PlimsollBlockFormat *format)
{
  for (guint32 i = 0; i < PLIMSOLL_FORMAT_COUNT; i++)
    if (formats[i].name != NULL && g_ascii_strcasecmp (formats[i].name, name) == 0)
      {
        *format = (PlimsollBlockFormat) i;
        return TRUE;
      }

  return FALSE;
}
