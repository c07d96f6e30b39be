/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reading tables of tests/truth: lines of fields between tabs, '#' before what explains them. */

#pragma once

#include "plimsoll-tensor-plan.h"
#include "plimsoll-test-spec.h"

/** Returns: (transfer full): the rows of tests/truth/@file, each a GStrv of @n_fields fields. */
static inline GPtrArray *
plimsoll_test_table (const char *file, guint n_fields)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "truth", file, NULL);
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);

  lines = g_strsplit (contents, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '#' && **line != '\0')
      {
        char **fields = g_strsplit (*line, "\t", -1);

        g_assert_cmpuint (g_strv_length (fields), ==, n_fields);
        g_ptr_array_add (rows, fields);
      }

  return rows;
}

static inline void
plimsoll_test_parse_shape (const char *shape, guint64 ne[4])
{
  g_auto (GStrv) parts = g_strsplit (shape, "x", 4);

  for (guint i = 0; i < 4; i++)
    ne[i] = 1;
  for (guint i = 0; parts[i] != NULL; i++)
    ne[i] = g_ascii_strtoull (parts[i], NULL, 10);
}

/* Adds the tensor of a row to @tensors for each block that "0-3,5" names, or once. */
static inline void
plimsoll_test_add_row (GArray *tensors, GStringChunk *names, char **row)
{
  g_auto (GStrv) ranges = g_strsplit (row[2], ",", -1);
  g_auto (GStrv) parts = g_strsplit (row[1], "N", 2);
  PlimsollNamedTensor tensor = { .format = PLIMSOLL_FORMAT_F16 };
  PlimsollBlockFormat kept;

  plimsoll_test_parse_shape (row[3], tensor.ne);
  if (plimsoll_block_format_from_name (row[4], &kept))
    tensor.format = kept;
  if (row[2][0] == '\0')
    {
      tensor.name = g_string_chunk_insert (names, row[1]);
      g_array_append_val (tensors, tensor);
      return;
    }

  for (char **range = ranges; *range != NULL; range++)
    {
      char *end = NULL;
      guint64 first = g_ascii_strtoull (*range, &end, 10);
      guint64 last = *end == '-' ? g_ascii_strtoull (end + 1, NULL, 10) : first;

      for (guint64 i = first; i <= last; i++)
        {
          g_autofree char *name =
            g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", parts[0], i, parts[1]);

          tensor.name = g_string_chunk_insert (names, name);
          g_array_append_val (tensors, tensor);
        }
    }
}

/** Returns: (transfer full): the plan of the tensors that the file of @name has. */
static inline PlimsollTensorPlan *
plimsoll_test_file_plan (const char *name, const PlimsollModelSpec *spec, guint8 **formats)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("llamacpp-tensors.tsv", 5);
  g_autoptr (GArray) tensors = g_array_new (FALSE, FALSE, sizeof (PlimsollNamedTensor));
  g_autoptr (GStringChunk) names = g_string_chunk_new (4096);
  PlimsollTensorPlan *plan;

  for (guint i = 0; i < rows->len; i++)
    {
      char **row = g_ptr_array_index (rows, i);

      if (g_str_equal (row[0], name))
        plimsoll_test_add_row (tensors, names, row);
    }

  plan =
    plimsoll_tensor_plan_new_for_file (spec,
                                       (const PlimsollNamedTensor *) (const void *) tensors->data,
                                       tensors->len, formats);
  g_assert_nonnull (plan);

  return plan;
}
