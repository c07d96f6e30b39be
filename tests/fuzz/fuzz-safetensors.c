/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The header of a file, or after an "i" an index. */

#include "fuzz-target.h"

#include "plimsoll-safetensors-private.h"

#include <string.h>

static void
read_index (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_malloc (size + 1);
  g_autoptr (GArray) places = NULL;

  memcpy (text, data, size);
  text[size] = '\0';
  places = safetensors_parse_index (text, size, "fuzz", &error);
  g_assert_true ((places == NULL) == (error != NULL));
  if (error != NULL)
    fuzz_check_line (error->message);
  for (guint i = 0; places != NULL && i < places->len; i++)
    g_assert_true (g_utf8_validate (g_array_index (places, SafetensorsPlace, i).tensor, -1, NULL)
                   && g_utf8_validate (g_array_index (places, SafetensorsPlace, i).shard, -1,
                                       NULL));
}

static void
read_header (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_parse (data, size, 0, "fuzz", &error);
  guint64 sum = 0;

  g_assert_true ((file == NULL) == (error != NULL));
  if (file == NULL)
    {
      fuzz_check_line (error->message);
      return;
    }
  for (gsize i = 0; i < file->n_tensors; i++)
    g_assert_true (g_uint64_checked_add (&sum, sum, file->tensors[i].bytes));
  g_assert_cmpuint (sum, ==, file->tensor_bytes);
  g_assert_cmpuint (file->scale_bytes, <=, sum);
}

void
fuzz_one_input (const guint8 *data, gsize size)
{
  if (size > 0 && data[0] == 'i')
    read_index (data + 1, size - 1);
  else
    read_header (data, size);
}
