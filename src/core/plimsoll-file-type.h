/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-block-format.h"

G_BEGIN_DECLS

/** The file types of llama.cpp's quantizer, with their ids in `general.file_type`. */
typedef enum
{
  PLIMSOLL_FILE_TYPE_F32 = 0,
  PLIMSOLL_FILE_TYPE_F16 = 1,
  PLIMSOLL_FILE_TYPE_Q4_0 = 2,
  PLIMSOLL_FILE_TYPE_Q4_1 = 3,
  PLIMSOLL_FILE_TYPE_Q8_0 = 7,
  PLIMSOLL_FILE_TYPE_Q5_0 = 8,
  PLIMSOLL_FILE_TYPE_Q5_1 = 9,
  PLIMSOLL_FILE_TYPE_Q2_K = 10,
  PLIMSOLL_FILE_TYPE_Q3_K_S = 11,
  PLIMSOLL_FILE_TYPE_Q3_K_M = 12,
  PLIMSOLL_FILE_TYPE_Q3_K_L = 13,
  PLIMSOLL_FILE_TYPE_Q4_K_S = 14,
  PLIMSOLL_FILE_TYPE_Q4_K_M = 15,
  PLIMSOLL_FILE_TYPE_Q5_K_S = 16,
  PLIMSOLL_FILE_TYPE_Q5_K_M = 17,
  PLIMSOLL_FILE_TYPE_Q6_K = 18,
  PLIMSOLL_FILE_TYPE_IQ2_XXS = 19,
  PLIMSOLL_FILE_TYPE_IQ2_XS = 20,
  PLIMSOLL_FILE_TYPE_Q2_K_S = 21,
  PLIMSOLL_FILE_TYPE_IQ3_XS = 22,
  PLIMSOLL_FILE_TYPE_IQ3_XXS = 23,
  PLIMSOLL_FILE_TYPE_IQ1_S = 24,
  PLIMSOLL_FILE_TYPE_IQ4_NL = 25,
  PLIMSOLL_FILE_TYPE_IQ3_S = 26,
  PLIMSOLL_FILE_TYPE_IQ3_M = 27,
  PLIMSOLL_FILE_TYPE_IQ2_S = 28,
  PLIMSOLL_FILE_TYPE_IQ2_M = 29,
  PLIMSOLL_FILE_TYPE_IQ4_XS = 30,
  PLIMSOLL_FILE_TYPE_IQ1_M = 31,
  PLIMSOLL_FILE_TYPE_BF16 = 32,
  PLIMSOLL_FILE_TYPE_TQ1_0 = 36,
  PLIMSOLL_FILE_TYPE_TQ2_0 = 37,
  PLIMSOLL_FILE_TYPE_MXFP4_MOE = 38,
  PLIMSOLL_FILE_TYPE_NVFP4 = 39,
  PLIMSOLL_FILE_TYPE_Q1_0 = 40,
  PLIMSOLL_FILE_TYPE_Q2_0 = 41,
} PlimsollFileType;

/** PlimsollFileTypeInfo: what is known of a file type. */
typedef struct
{
  PlimsollFileType type;
  const char *name; /* "Q4_K_M" */
  PlimsollBlockFormat default_format;

  /* Average bits a weight over the dense reference models of more than 20 B parameters in
   * tests/truth/llamacpp-models.ini, with an importance matrix, to two decimals;
   * tests/core/test-weights derives it anew. For models known by their totals only. */
  double typical_bits;
} PlimsollFileTypeInfo;

/** Every file type that the quantizer writes, from the fewest bits to the most.
 * Returns: (array length=n): a static table */
const PlimsollFileTypeInfo *plimsoll_file_types (gsize *n);

/** Returns: (nullable): the row of @type, also of NVFP4, which the quantizer does not write. */
const PlimsollFileTypeInfo *plimsoll_file_type_info (PlimsollFileType type);

/** Returns: whether @name names a file type ("q4_k_m", "Q4_K" for its _M), its id in @type. */
gboolean plimsoll_file_type_from_name (const char *name, PlimsollFileType *type);

G_END_DECLS
