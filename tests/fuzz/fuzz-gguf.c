/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Whatever the bytes, the reader gives an error or an object whose every part can be read. */
int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf =
    plimsoll_gguf_parse (data, size, G_GUINT64_CONSTANT (1) << 40, "fuzz", &error);

  g_assert_true ((gguf == NULL) == (error != NULL));
  if (gguf != NULL)
    {
      guint64 value, sum = 0;
      gsize n;
      const PlimsollGgufTensor *tensors = plimsoll_gguf_tensors (gguf, &n);

      for (gsize i = 0; i < n; i++)
        g_assert_true (g_uint64_checked_add (&sum, sum, tensors[i].bytes));
      g_assert_cmpuint (plimsoll_gguf_header_bytes (gguf), <=, size + (1 << 20));
      plimsoll_gguf_uint (gguf, "general.alignment", &value);
    }
  return 0;
}
