/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-gguf.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "test-gguf-writer.h"

#define Q4_K 12
#define F32 0

static const guint64 matrix[] = { 4096, 1024 };
static const guint64 vector[] = { 4096 };

static void
write_small_model (TestGgufWriter *w)
{
  test_gguf_text (w, "general.architecture", "llama");
  test_gguf_u32 (w, "llama.block_count", 2);
  test_gguf_key (w, "llama.attention.head_count_kv", 9);
  test_gguf_number (w, 5, 4); /* I32 */
  test_gguf_number (w, 2, 8);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, 4, 4);
  test_gguf_key (w, "tokenizer.ggml.tokens", 9);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, 3, 8);
  test_gguf_string (w, "a");
  test_gguf_string (w, "");
  test_gguf_string (w, "ccc");
  test_gguf_key (w, "llama.rope.freq_base", 6);
  test_gguf_number (w, 0x48f42400, 4); /* 500,000 as F32 */
  test_gguf_key (w, "split.no", 2);
  test_gguf_number (w, 0, 2); /* U16 */
  test_gguf_tensor (w, "token_embd.weight", Q4_K, 2, matrix, 4096 * 1024 / 256 * 144);
  test_gguf_tensor (w, "output_norm.weight", F32, 1, vector, 4096 * 4);
}

static void
assert_small_model (const PlimsollGguf *gguf)
{
  const PlimsollGgufTensor *tensors;
  const guint64 *heads;
  guint64 value;
  double real;
  gsize n;

  g_assert_cmpstr (plimsoll_gguf_string (gguf, "general.architecture"), ==, "llama");
  g_assert_true (plimsoll_gguf_uint (gguf, "llama.block_count", &value));
  g_assert_cmpuint (value, ==, 2);
  heads = plimsoll_gguf_array (gguf, "llama.attention.head_count_kv", &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (heads[0], ==, 8);
  g_assert_cmpuint (heads[1], ==, 4);
  g_assert_true (plimsoll_gguf_array_length (gguf, "tokenizer.ggml.tokens", &value));
  g_assert_cmpuint (value, ==, 3);
  g_assert_null (plimsoll_gguf_array (gguf, "tokenizer.ggml.tokens", &n));
  g_assert_true (plimsoll_gguf_double (gguf, "llama.rope.freq_base", &real));
  g_assert_cmpfloat (real, ==, 500000);
  g_assert_false (plimsoll_gguf_uint (gguf, "general.architecture", &value));
  g_assert_false (plimsoll_gguf_uint (gguf, "absent", &value));

  tensors = plimsoll_gguf_tensors (gguf, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpstr (tensors[0].name, ==, "token_embd.weight");
  g_assert_cmpuint (tensors[0].bytes, ==, 2359296); /* 4.5 bits a weight */
  g_assert_cmpuint (tensors[0].ne[1], ==, 1024);
  g_assert_cmpuint (tensors[1].ne[1], ==, 1);
  g_assert_cmpuint (tensors[1].bytes, ==, 16384);
}

static void
test_read (gconstpointer data)
{
  guint setting = GPOINTER_TO_UINT (data);
  TestGgufWriter w;
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf = NULL;
  guint64 size;

  test_gguf_init (&w, setting >> 1, setting & 1);
  write_small_model (&w);
  size = test_gguf_finish (&w);
  gguf = plimsoll_gguf_parse (w.bytes->data, w.bytes->len, size, "m.gguf", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_gguf_version (gguf), ==, setting >> 1);
  g_assert_cmpint (plimsoll_gguf_is_big_endian (gguf), ==, setting & 1);
  g_assert_cmpuint (plimsoll_gguf_header_bytes (gguf), ==, (w.bytes->len + 31) / 32 * 32);
  assert_small_model (gguf);
  g_byte_array_unref (w.bytes);
}

/* Wherever the header is cut, the reader says so, and neither more nor less. */
static void
test_every_cut (void)
{
  TestGgufWriter w;
  guint64 size;

  test_gguf_init (&w, 3, FALSE);
  write_small_model (&w);
  size = test_gguf_finish (&w);
  for (guint length = 4; length < w.bytes->len; length++)
    {
      g_autoptr (GError) error = NULL;
      /* A copy of just that length, so that ASan sees a byte too far. */
      g_autofree guint8 *cut = g_memdup2 (w.bytes->data, length);

      g_assert_null (plimsoll_gguf_parse (cut, length, size, "m.gguf", &error));
      g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TRUNCATED);
    }
  g_byte_array_unref (w.bytes);
}

static void
test_unknown_format (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf = NULL;
  const PlimsollGgufTensor *tensors;
  TestGgufWriter w;
  guint64 size;
  gsize n;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_tensor (&w, "t", 140, 2, matrix, 1600000);
  test_gguf_tensor (&w, "u", F32, 1, vector, 16384);
  size = test_gguf_finish (&w);
  gguf = plimsoll_gguf_parse (w.bytes->data, w.bytes->len, size, "m.gguf", &error);
  g_assert_no_error (error);
  tensors = plimsoll_gguf_tensors (gguf, &n);
  g_assert_true (tensors[0].guessed);
  g_assert_cmpuint (tensors[0].bytes, ==, 1600000);
  g_assert_false (tensors[1].guessed);
  g_byte_array_unref (w.bytes);
}

static void
write_file (const char *folder, const char *name, TestGgufWriter *w)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  guint64 size = test_gguf_finish (w);

  g_assert_true (g_file_set_contents (path, (const char *) w->bytes->data, w->bytes->len, NULL));
  /* The data is a hole. */
  g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
  g_byte_array_unref (w->bytes);
}

static void
write_shard (const char *folder, guint no, guint count)
{
  g_autofree char *name = g_strdup_printf ("m-%05u-of-%05u.gguf", no + 1, count);
  g_autofree char *tensor = g_strdup_printf ("blk.%u.ffn_up.weight", no);
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  if (no == 0)
    test_gguf_text (&w, "general.architecture", "llama");
  test_gguf_key (&w, "split.no", 2);
  test_gguf_number (&w, no, 2);
  test_gguf_key (&w, "split.count", 2);
  test_gguf_number (&w, count, 2);
  test_gguf_key (&w, "split.tensors.count", 5);
  test_gguf_number (&w, count, 4);
  test_gguf_tensor (&w, tensor, Q4_K, 2, matrix, 2359296);
  write_file (folder, name, &w);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name != NULL; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_shards (void)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-gguf-XXXXXX", NULL);
  g_autofree char *second = g_build_filename (folder, "m-00002-of-00003.gguf", NULL);
  g_autofree char *third = g_build_filename (folder, "m-00003-of-00003.gguf", NULL);
  g_autofree char *alone = g_build_filename (folder, "renamed.gguf", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf = NULL;
  const PlimsollGgufTensor *tensors;
  gsize n;

  for (guint no = 0; no < 3; no++)
    write_shard (folder, no, 3);

  /* Any shard gives the whole. */
  gguf = plimsoll_gguf_read (second, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_gguf_n_shards (gguf), ==, 3);
  g_assert_cmpstr (plimsoll_gguf_string (gguf, "general.architecture"), ==, "llama");
  tensors = plimsoll_gguf_tensors (gguf, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (tensors[2].name, ==, "blk.2.ffn_up.weight");
  g_assert_cmpuint (tensors[2].shard, ==, 2);
  g_assert_cmpuint (plimsoll_gguf_file_bytes (gguf), >, 3 * 2359296);

  g_assert_cmpint (g_rename (third, alone), ==, 0);
  g_assert_null (plimsoll_gguf_read (second, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING);
  g_assert_cmpstr (error->message, ==,
                   "m-00002-of-00003.gguf: shard 3 of 3 is missing: m-00003-of-00003.gguf");
  g_clear_error (&error);

  g_assert_null (plimsoll_gguf_read (alone, &error));
  g_assert_cmpstr (error->message, ==,
                   "renamed.gguf: one of 3 shards, but its name does not say which");
  g_clear_error (&error);

  write_shard (folder, 0, 3);
  g_assert_cmpint (g_unlink (second), ==, 0);
  {
    g_autofree char *first = g_build_filename (folder, "m-00001-of-00003.gguf", NULL);

    g_assert_cmpint (g_rename (first, second), ==, 0);
    write_shard (folder, 0, 3);
    g_assert_cmpint (g_rename (alone, third), ==, 0);
    g_assert_null (plimsoll_gguf_read (first, &error));
    g_assert_cmpstr (error->message, ==,
                     "m-00002-of-00003.gguf: it says that it is not shard 2 of 3");
  }
  remove_folder (folder);
}

static void
test_no_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-gguf-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "absent.gguf", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (plimsoll_gguf_read (path, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  g_assert_null (plimsoll_gguf_read (folder, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_NOT_THIS);
  g_rmdir (folder);
}

/* As large as they come: 1,131 tensors and a vocabulary of 151,936. */
static void
test_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-gguf-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "large.gguf", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollGguf) gguf = NULL;
  TestGgufWriter w;
  guint64 value;
  gint64 start;
  gsize n;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_key (&w, "tokenizer.ggml.tokens", 9);
  test_gguf_number (&w, 8, 4);
  test_gguf_number (&w, 151936, 8);
  for (guint i = 0; i < 151936; i++)
    {
      g_autofree char *token = g_strdup_printf ("token of some length %u", i);

      test_gguf_string (&w, token);
    }
  test_gguf_key (&w, "tokenizer.ggml.token_type", 9);
  test_gguf_number (&w, 5, 4);
  test_gguf_number (&w, 151936, 8);
  g_byte_array_set_size (w.bytes, w.bytes->len + 4 * 151936);
  memset (w.bytes->data + w.bytes->len - 4 * 151936, 0, 4 * 151936);
  for (guint i = 0; i < 1131; i++)
    {
      g_autofree char *name = g_strdup_printf ("blk.%u.some_tensor.weight", i);

      test_gguf_tensor (&w, name, Q4_K, 2, matrix, 2359296);
    }
  write_file (folder, "large.gguf", &w);

  start = g_get_monotonic_time ();
  gguf = plimsoll_gguf_read (path, &error);
  g_test_message ("header of %" G_GUINT64_FORMAT " bytes read in %.1f ms",
                  gguf != NULL ? plimsoll_gguf_header_bytes (gguf) : 0,
                  (double) (g_get_monotonic_time () - start) / 1000);
  g_assert_no_error (error);
  plimsoll_gguf_tensors (gguf, &n);
  g_assert_cmpuint (n, ==, 1131);
  g_assert_true (plimsoll_gguf_array_length (gguf, "tokenizer.ggml.tokens", &value));
  g_assert_cmpuint (value, ==, 151936);
  remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/formats/gguf/v3", GUINT_TO_POINTER (3 << 1), test_read);
  g_test_add_data_func ("/formats/gguf/v2", GUINT_TO_POINTER (2 << 1), test_read);
  g_test_add_data_func ("/formats/gguf/v3-big-endian", GUINT_TO_POINTER (3 << 1 | 1), test_read);
  g_test_add_func ("/formats/gguf/every-cut", test_every_cut);
  g_test_add_func ("/formats/gguf/unknown-format", test_unknown_format);
  g_test_add_func ("/formats/gguf/shards", test_shards);
  g_test_add_func ("/formats/gguf/no-file", test_no_file);
  g_test_add_func ("/formats/gguf/large", test_large);
  return g_test_run ();
}
