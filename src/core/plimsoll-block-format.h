/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** The tensor types of GGUF, with their ids in files. Ids between them are free or removed. */
typedef enum
{
  PLIMSOLL_FORMAT_F32 = 0,
  PLIMSOLL_FORMAT_F16 = 1,
  PLIMSOLL_FORMAT_Q4_0 = 2,
  PLIMSOLL_FORMAT_Q4_1 = 3,
  PLIMSOLL_FORMAT_Q5_0 = 6,
  PLIMSOLL_FORMAT_Q5_1 = 7,
  PLIMSOLL_FORMAT_Q8_0 = 8,
  PLIMSOLL_FORMAT_Q8_1 = 9,
  PLIMSOLL_FORMAT_Q2_K = 10,
  PLIMSOLL_FORMAT_Q3_K = 11,
  PLIMSOLL_FORMAT_Q4_K = 12,
  PLIMSOLL_FORMAT_Q5_K = 13,
  PLIMSOLL_FORMAT_Q6_K = 14,
  PLIMSOLL_FORMAT_Q8_K = 15,
  PLIMSOLL_FORMAT_IQ2_XXS = 16,
  PLIMSOLL_FORMAT_IQ2_XS = 17,
  PLIMSOLL_FORMAT_IQ3_XXS = 18,
  PLIMSOLL_FORMAT_IQ1_S = 19,
  PLIMSOLL_FORMAT_IQ4_NL = 20,
  PLIMSOLL_FORMAT_IQ3_S = 21,
  PLIMSOLL_FORMAT_IQ2_S = 22,
  PLIMSOLL_FORMAT_IQ4_XS = 23,
  PLIMSOLL_FORMAT_I8 = 24,
  PLIMSOLL_FORMAT_I16 = 25,
  PLIMSOLL_FORMAT_I32 = 26,
  PLIMSOLL_FORMAT_I64 = 27,
  PLIMSOLL_FORMAT_F64 = 28,
  PLIMSOLL_FORMAT_IQ1_M = 29,
  PLIMSOLL_FORMAT_BF16 = 30,
  PLIMSOLL_FORMAT_Q4_0_4_4 = 31,
  PLIMSOLL_FORMAT_Q4_0_4_8 = 32,
  PLIMSOLL_FORMAT_Q4_0_8_8 = 33,
  PLIMSOLL_FORMAT_TQ1_0 = 34,
  PLIMSOLL_FORMAT_TQ2_0 = 35,
  PLIMSOLL_FORMAT_IQ4_NL_4_4 = 36,
  PLIMSOLL_FORMAT_IQ4_NL_4_8 = 37,
  PLIMSOLL_FORMAT_IQ4_NL_8_8 = 38,
  PLIMSOLL_FORMAT_MXFP4 = 39,
  PLIMSOLL_FORMAT_NVFP4 = 40,
  PLIMSOLL_FORMAT_Q1_0 = 41,
  PLIMSOLL_FORMAT_Q2_0 = 42,
  PLIMSOLL_FORMAT_COUNT = 43,
} PlimsollBlockFormat;

/** PlimsollBlockFormatInfo: elements and bytes of one block of a format. */
typedef struct
{
  const char *name;
  guint32 elements;
  guint32 bytes;
  gboolean quantized;
  gboolean removed; /* current builds refuse files with it */
} PlimsollBlockFormatInfo;

/** Returns: (nullable): the format with id @format, %NULL for ids that no build knows. */
const PlimsollBlockFormatInfo *plimsoll_block_format_info (guint32 format);

/**
 * plimsoll_block_format_row_bytes:
 * @format: a known format
 * @elements: a multiple of the format's elements per block
 * @bytes: (out): bytes that the row takes
 *
 * Returns: %FALSE when @elements is no whole number of blocks or the product overflows
 */
gboolean
plimsoll_block_format_row_bytes (PlimsollBlockFormat format, guint64 elements, guint64 *bytes);

/** Returns: whether @name is a format's name, case-insensitively; its id in @format. */
gboolean plimsoll_block_format_from_name (const char *name, PlimsollBlockFormat *format);

G_END_DECLS
