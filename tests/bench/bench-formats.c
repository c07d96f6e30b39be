/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-mixture.h"
#include "plimsoll-model-file.h"
#include "plimsoll-safetensors.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "plimsoll-test-truth.h"
#include "test-model-writer.h"
#include "test-safetensors-writer.h"

#define ROUNDS 21

/* 1,131 tensors, and a vocabulary of its size with its merges: 6.4 MB. */
#define MODEL "qwen3-235b-a22b"
#define N_TOKENS 150000
#define HEADER_BUDGET_MS 8.0

#define N_SHARDS 100
#define FOLDER_BUDGET_MS 100.0

typedef gboolean (*Read) (const char *path);

static int
compare_times (const void *a, const void *b)
{
  const double *x = a, *y = b;

  return *x < *y ? -1 : *x > *y;
}

/* A figure of /proc/self/status in bytes; 0 where there is none. */
static guint64
own_memory (const char *field)
{
  g_autofree char *text = NULL;
  const char *at;

  if (!g_file_get_contents ("/proc/self/status", &text, NULL, NULL))
    return 0;
  at = strstr (text, field);
  return at != NULL ? g_ascii_strtoull (at + strlen (field), NULL, 10) * 1024 : 0;
}

/* What reading takes at its peak over what was in use before; 0 where it cannot be measured. */
static guint64
peak_of (Read read, const char *path)
{
  guint64 before, peak;
  FILE *reset;

  malloc_trim (0);
  reset = fopen ("/proc/self/clear_refs", "w");
  if (reset == NULL)
    return 0;
  fputs ("5", reset);
  if (fclose (reset) != 0)
    return 0;
  before = own_memory ("VmRSS:");
  g_assert_true (read (path));
  peak = own_memory ("VmHWM:");
  return peak > before ? peak - before : 0;
}

/* Memory may be twice the headers. */
static void
measure (const char *what, Read read, const char *path, double budget, guint64 header_bytes)
{
  const guint64 peak = peak_of (read, path);
  double times[ROUNDS];

  for (guint i = 0; i < ROUNDS; i++)
    {
      const gint64 start = g_get_monotonic_time ();

      g_assert_true (read (path));
      times[i] = (double) (g_get_monotonic_time () - start) / 1000;
    }
  qsort (times, ROUNDS, sizeof *times, compare_times);
  printf ("%s, at best: %.2f ms (budget %.0f ms)\n", what, times[0], budget);
  printf ("%s, median: %.2f ms (budget %.0f ms)\n", what, times[ROUNDS / 2], budget);
  printf ("%s, most memory: %.1f MB (budget %.1f MB)\n", what, (double) peak / 1e6,
          (double) header_bytes * 2 / 1e6);
}

static gboolean
read_header (const char *path)
{
  g_autoptr (PlimsollGguf) gguf = plimsoll_gguf_read (path, NULL);

  return gguf != NULL;
}

static gboolean
read_model (const char *path)
{
  g_autoptr (PlimsollModelFile) file = plimsoll_model_file_read (path, NULL);

  return file != NULL && file->spec != NULL;
}

static gboolean
read_folder (const char *path)
{
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_read (path, NULL);

  return file != NULL && file->n_shards == N_SHARDS;
}

static void
put_vocabulary (TestGgufWriter *w)
{
  test_gguf_key (w, "tokenizer.ggml.tokens", TEST_GGUF_ARRAY);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, N_TOKENS, 8);
  for (guint i = 0; i < N_TOKENS; i++)
    {
      g_autofree char *token = g_strdup_printf ("token%u", i);

      test_gguf_string (w, token);
    }
  test_gguf_key (w, "tokenizer.ggml.token_type", TEST_GGUF_ARRAY);
  test_gguf_number (w, 5, 4);
  test_gguf_number (w, N_TOKENS, 8);
  for (guint i = 0; i < N_TOKENS; i++)
    test_gguf_number (w, 1, 4);
  test_gguf_key (w, "tokenizer.ggml.merges", TEST_GGUF_ARRAY);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, N_TOKENS, 8);
  for (guint i = 0; i < N_TOKENS; i++)
    {
      g_autofree char *merge = g_strdup_printf ("merge%u d", i);

      test_gguf_string (w, merge);
    }
}

static void
bench_gguf (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "model.gguf", NULL);
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (MODEL);
  g_autofree guint8 *formats = NULL;
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_test_file_plan (MODEL, spec, &formats);
  TestGgufWriter w;
  guint64 header;

  g_assert_true (plimsoll_mixture_formats (spec, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE, formats));
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, spec, MODEL, PLIMSOLL_FILE_TYPE_Q4_K_M);
  put_vocabulary (&w);
  test_model_tensors (&w, plan, formats);
  header = w.bytes->len;
  printf ("# GGUF: %" G_GUINT64_FORMAT " tensors, %u tokens, a header of %.1f MB\n", w.n_tensors,
          N_TOKENS, (double) header / 1e6);
  test_gguf_save (&w, path);

  measure ("GGUF header", read_header, path, HEADER_BUDGET_MS, header);
  measure ("GGUF header, and the model of it", read_model, path, HEADER_BUDGET_MS, header);
  g_unlink (path);
}

/* A mixture's experts, of which there are as many as one pleases. */
static void
bench_safetensors (const char *folder, guint n_tensors)
{
  g_autofree char *what =
    g_strdup_printf ("folder of %u shards of %u tensors", N_SHARDS, n_tensors);
  g_autofree char *index_path = g_build_filename (folder, "model.safetensors.index.json", NULL);
  g_autoptr (GString) index = g_string_new ("{\"metadata\":{\"total_size\":0},\"weight_map\":{");
  guint64 headers = 0;

  for (guint shard = 0; shard < N_SHARDS; shard++)
    {
      g_autofree char *name =
        g_strdup_printf ("model-%05u-of-%05u.safetensors", shard + 1, N_SHARDS);
      TestSafetensorsWriter w;

      test_safetensors_init (&w);
      for (guint i = 0; i < n_tensors; i++)
        {
          g_autofree char *tensor =
            g_strdup_printf ("model.layers.%u.mlp.experts.%u.gate_proj.weight", shard, i);

          test_safetensors_tensor (&w, tensor, "BF16", "1536, 4096", 1536 * 4096 * 2);
          g_string_append_printf (index, "%s\"%s\":\"%s\"", shard + i > 0 ? ",\n" : "", tensor,
                                  name);
        }
      headers += w.header->len;
      test_safetensors_save (&w, folder, name);
    }
  g_string_append (index, "}}");
  g_assert_true (g_file_set_contents (index_path, index->str, (gssize) index->len, NULL));
  headers += index->len;
  g_string_free (g_steal_pointer (&index), TRUE);

  printf ("# safetensors: headers and index of %.1f MB\n", (double) headers / 1e6);
  measure (what, read_folder, folder, FOLDER_BUDGET_MS, headers);

  g_unlink (index_path);
  for (guint shard = 0; shard < N_SHARDS; shard++)
    {
      g_autofree char *path =
        g_strdup_printf ("%s/model-%05u-of-%05u.safetensors", folder, shard + 1, N_SHARDS);

      g_unlink (path);
    }
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;

  /* The models of the tests are found by it. */
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("plimsoll-bench-XXXXXX", NULL);
  g_assert_nonnull (folder);
  bench_gguf (folder);
  bench_safetensors (folder, 200);
  bench_safetensors (folder, 1000);
  g_rmdir (folder);

  return 0;
}
