/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "fuzz-target.h"

#include "plimsoll-model-file.h"
#include "plimsoll-weights.h"

/* What is made of a header: an error with a message, or a model whose sums can be taken. */
static void
make_model (const PlimsollGguf *gguf)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_new (gguf, "fuzz", &error);

  g_assert_true ((file == NULL) == (error != NULL));
  if (error != NULL)
    fuzz_check_line (error->message);
  for (char **sentence = file != NULL ? file->assumptions : NULL;
       sentence != NULL && *sentence != NULL; sentence++)
    fuzz_check_line (*sentence);
  if (file != NULL && file->kind == PLIMSOLL_MODEL_FILE_MODEL)
    {
      g_autoptr (PlimsollWeights) weights =
        plimsoll_weights_new_for_formats (file->spec, file->plan, file->formats);

      if (weights != NULL && file->exact)
        g_assert_cmpuint (weights->tensor_bytes, ==, file->tensor_bytes);
    }
}

/* Whatever the bytes, the reader gives an error or an object whose every part can be read. */
void
fuzz_one_input (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf =
    plimsoll_gguf_parse (data, size, G_GUINT64_CONSTANT (1) << 40, "fuzz", &error);

  g_assert_true ((gguf == NULL) == (error != NULL));
  if (error != NULL)
    fuzz_check_line (error->message);
  if (gguf != NULL)
    {
      guint64 value, sum = 0;
      gsize n;
      const PlimsollGgufTensor *tensors = plimsoll_gguf_tensors (gguf, &n);

      for (gsize i = 0; i < n; i++)
        g_assert_true (g_uint64_checked_add (&sum, sum, tensors[i].bytes));
      g_assert_cmpuint (plimsoll_gguf_header_bytes (gguf), <=, size + (1 << 20));
      plimsoll_gguf_uint (gguf, "general.alignment", &value);
      make_model (gguf);
    }
}
