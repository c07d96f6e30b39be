/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-file-type.h"

static void
test_order (void)
{
  gsize n = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n);

  g_assert_cmpuint (n, ==, 35);
  for (gsize i = 0; i < n; i++)
    {
      const PlimsollFileTypeInfo *info = plimsoll_file_type_info (types[i].type);
      PlimsollFileType type;

      g_assert_true (info == &types[i]);
      g_assert_true (plimsoll_file_type_from_name (types[i].name, &type));
      g_assert_cmpint (type, ==, types[i].type);
      if (i > 0)
        g_assert_cmpfloat (types[i - 1].typical_bits, <=, types[i].typical_bits);
    }
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    PlimsollFileType type;
  } expected[] = {
    { "q4_k_m", PLIMSOLL_FILE_TYPE_Q4_K_M }, { "Q4_K", PLIMSOLL_FILE_TYPE_Q4_K_M },
    { "q5_k", PLIMSOLL_FILE_TYPE_Q5_K_M },   { "Q3_K", PLIMSOLL_FILE_TYPE_Q3_K_M },
    { "fp16", PLIMSOLL_FILE_TYPE_F16 },      { "mxfp4", PLIMSOLL_FILE_TYPE_MXFP4_MOE },
    { "NVFP4", PLIMSOLL_FILE_TYPE_NVFP4 },
  };
  PlimsollFileType type;

  for (gsize i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_true (plimsoll_file_type_from_name (expected[i].name, &type));
      g_assert_cmpint (type, ==, expected[i].type);
    }

  g_assert_false (plimsoll_file_type_from_name ("Q4_K_XL", &type));
  g_assert_false (plimsoll_file_type_from_name ("", &type));
  g_assert_null (plimsoll_file_type_info ((PlimsollFileType) 4));
  g_assert_cmpstr (plimsoll_file_type_info (PLIMSOLL_FILE_TYPE_NVFP4)->name, ==, "NVFP4");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/file-type/order", test_order);
  g_test_add_func ("/core/file-type/names", test_names);

  return g_test_run ();
}
