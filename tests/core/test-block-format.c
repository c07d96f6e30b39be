/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-block-format.h"

/* Bits a weight, as published for each format with llama.cpp. */
static void
test_bits (void)
{
  static const struct
  {
    const char *name;
    double bits;
  } expected[] = {
    { "F32", 32 },        { "F16", 16 },         { "BF16", 16 },      { "Q4_0", 4.5 },
    { "Q4_1", 5 },        { "Q5_0", 5.5 },       { "Q5_1", 6 },       { "Q8_0", 8.5 },
    { "Q8_1", 9 },        { "Q2_K", 2.625 },     { "Q3_K", 3.4375 },  { "Q4_K", 4.5 },
    { "Q5_K", 5.5 },      { "Q6_K", 6.5625 },    { "Q8_K", 9.125 },   { "IQ2_XXS", 2.0625 },
    { "IQ2_XS", 2.3125 }, { "IQ3_XXS", 3.0625 }, { "IQ1_S", 1.5625 }, { "IQ4_NL", 4.5 },
    { "IQ3_S", 3.4375 },  { "IQ2_S", 2.5625 },   { "IQ4_XS", 4.25 },  { "I8", 8 },
    { "I16", 16 },        { "I32", 32 },         { "I64", 64 },       { "F64", 64 },
    { "IQ1_M", 1.75 },    { "TQ1_0", 1.6875 },   { "TQ2_0", 2.0625 }, { "MXFP4", 4.25 },
    { "NVFP4", 4.5 },     { "Q1_0", 1.125 },     { "Q2_0", 2.25 },
  };
  guint n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      PlimsollBlockFormat format = PLIMSOLL_FORMAT_F32;
      const PlimsollBlockFormatInfo *info;

      g_assert_true (plimsoll_block_format_from_name (expected[i].name, &format));
      info = plimsoll_block_format_info (format);
      g_assert_cmpstr (info->name, ==, expected[i].name);
      g_assert_cmpfloat (8.0 * info->bytes / info->elements, ==, expected[i].bits);
      g_assert_false (info->removed);
    }

  for (guint32 i = 0; i < PLIMSOLL_FORMAT_COUNT; i++)
    {
      const PlimsollBlockFormatInfo *info = plimsoll_block_format_info (i);

      n += info != NULL && !info->removed;
      if (info != NULL && info->removed)
        g_assert_cmpfloat (8.0 * info->bytes / info->elements, ==, 4.5);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (expected));
}

static void
test_unknown (void)
{
  PlimsollBlockFormat format;

  g_assert_null (plimsoll_block_format_info (4));
  g_assert_null (plimsoll_block_format_info (5));
  g_assert_null (plimsoll_block_format_info (PLIMSOLL_FORMAT_COUNT));
  g_assert_null (plimsoll_block_format_info (G_MAXUINT32));
  g_assert_false (plimsoll_block_format_from_name ("Q9_K", &format));
  g_assert_false (plimsoll_block_format_from_name ("", &format));
  g_assert_true (plimsoll_block_format_from_name ("iq4_xs", &format));
  g_assert_cmpint (format, ==, PLIMSOLL_FORMAT_IQ4_XS);
}

static void
test_rows (void)
{
  guint64 bytes = 0;

  g_assert_true (plimsoll_block_format_row_bytes (PLIMSOLL_FORMAT_Q4_K, 4096, &bytes));
  g_assert_cmpuint (bytes, ==, 2304);
  g_assert_true (plimsoll_block_format_row_bytes (PLIMSOLL_FORMAT_Q4_K, 0, &bytes));
  g_assert_cmpuint (bytes, ==, 0);
  g_assert_false (plimsoll_block_format_row_bytes (PLIMSOLL_FORMAT_Q4_K, 896, &bytes));
  g_assert_false (plimsoll_block_format_row_bytes (PLIMSOLL_FORMAT_F32, G_MAXUINT64, &bytes));
  g_assert_true (plimsoll_block_format_row_bytes (PLIMSOLL_FORMAT_I8, G_MAXUINT64, &bytes));
  g_assert_cmpuint (bytes, ==, G_MAXUINT64);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/block-format/bits", test_bits);
  g_test_add_func ("/core/block-format/unknown", test_unknown);
  g_test_add_func ("/core/block-format/rows", test_rows);

  return g_test_run ();
}
