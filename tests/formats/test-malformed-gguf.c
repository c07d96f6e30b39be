/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-malformed.h"
#include "test-gguf-writer.h"

#define Q4_K 12
#define F16 1
#define F32 0

/* The largest file that any disk here has. */
#define MAX_FILE (G_GUINT64_CONSTANT (1) << 42)

static const guint64 vector[] = { 4096 };

typedef struct
{
  const char *name;
  void (*write) (TestGgufWriter *w);
  gboolean forced;     /* counts are as @write left them */
  const char *message; /* (nullable): it is read after all */
} Kind;

static void
fault_version_1 (TestGgufWriter *w)
{
  w->bytes->data[4] = 1;
}

static void
fault_version_9 (TestGgufWriter *w)
{
  w->bytes->data[4] = 9;
}

static void
fault_lfs_pointer (TestGgufWriter *w)
{
  g_byte_array_set_size (w->bytes, 0);
  g_byte_array_append (w->bytes, (const guint8 *) "version https://git-lfs.github.com/spec/v1", 42);
}

static void
fault_empty (TestGgufWriter *w)
{
  g_byte_array_set_size (w->bytes, 0);
}

static void
fault_tensor_count (TestGgufWriter *w)
{
  test_gguf_counts (w, G_MAXUINT64, 0);
}

static void
fault_key_count (TestGgufWriter *w)
{
  test_gguf_counts (w, 0, G_GUINT64_CONSTANT (1) << 63);
}

static void
fault_string_length (TestGgufWriter *w)
{
  test_gguf_key (w, "general.name", 8);
  test_gguf_number (w, G_GUINT64_CONSTANT (1) << 63, 8);
}

static void
fault_array_length (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 9);
  test_gguf_number (w, 0, 4);
  test_gguf_number (w, G_GUINT64_CONSTANT (1) << 63, 8);
}

static void
fault_array_product (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 9);
  test_gguf_number (w, 10, 4);
  test_gguf_number (w, (G_GUINT64_CONSTANT (1) << 61) + 1, 8);
}

static void
fault_nested (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 9);
  for (int i = 0; i < 40; i++)
    {
      test_gguf_number (w, 9, 4);
      test_gguf_number (w, 1, 8);
    }
}

static void
fault_value_type (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 13);
}

static void
fault_element_type (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 9);
  test_gguf_number (w, 99, 4);
  test_gguf_number (w, 0, 8);
}

static void
fault_empty_key (TestGgufWriter *w)
{
  test_gguf_u32 (w, "", 1);
}

static void
fault_key_twice (TestGgufWriter *w)
{
  test_gguf_u32 (w, "a", 1);
  test_gguf_u32 (w, "a", 2);
}

static void
fault_lines (TestGgufWriter *w)
{
  test_gguf_u32 (w, "a\nb\x7f", 1);
  test_gguf_u32 (w, "a\nb\x7f", 2);
}

static void
fault_alignment_0 (TestGgufWriter *w)
{
  test_gguf_u32 (w, "general.alignment", 0);
}

static void
fault_alignment_3 (TestGgufWriter *w)
{
  test_gguf_u32 (w, "general.alignment", 48);
}

static void
fault_alignment_2_31 (TestGgufWriter *w)
{
  test_gguf_u32 (w, "general.alignment", 0x80000000u);
}

static void
fault_no_dims (TestGgufWriter *w)
{
  test_gguf_tensor (w, "t", F32, 0, NULL, 0);
}

static void
fault_nine_dims (TestGgufWriter *w)
{
  const guint64 ne[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1 };

  test_gguf_tensor (w, "t", F32, 9, ne, 4);
}

static void
fault_dim_0 (TestGgufWriter *w)
{
  const guint64 ne[] = { 32, 0 };

  test_gguf_tensor (w, "t", F32, 2, ne, 0);
}

static void
fault_shape_wraps (TestGgufWriter *w)
{
  const guint64 ne[] = { G_MAXUINT64, 2, 1, 1 };

  test_gguf_tensor (w, "t", F32, 4, ne, 32);
}

static void
fault_bytes_wrap (TestGgufWriter *w)
{
  const guint64 ne[] = { (G_GUINT64_CONSTANT (1) << 62) + 8 };

  test_gguf_tensor (w, "t", F32, 1, ne, 32);
}

static void
fault_no_blocks (TestGgufWriter *w)
{
  const guint64 ne[] = { 100, 2 };

  test_gguf_tensor (w, "t", Q4_K, 2, ne, 144);
}

static void
fault_tensor_twice (TestGgufWriter *w)
{
  test_gguf_tensor (w, "t", F32, 1, vector, 16384);
  test_gguf_tensor (w, "t", F32, 1, vector, 16384);
}

static void
fault_overlap (TestGgufWriter *w)
{
  test_gguf_tensor (w, "t", F32, 1, vector, 32);
  test_gguf_tensor (w, "u", F32, 1, vector, 16384);
}

static void
fault_unaligned (TestGgufWriter *w)
{
  w->data_bytes = 8;
  test_gguf_tensor (w, "t", F32, 1, vector, 16384);
}

static void
fault_past_the_end (TestGgufWriter *w)
{
  w->data_bytes = 32;
  test_gguf_tensor (w, "t", F32, 1, vector, 16384);
  w->data_bytes -= 32;
}

/* --- What is around tensors in a file that is right --- */

static void
put_matrix (TestGgufWriter *w, const char *name, guint64 columns, guint64 rows)
{
  const guint64 ne[] = { columns, rows };

  test_gguf_tensor (w, name, F16, 2, ne, columns * rows * 2);
}

/* One block of a llama: 4 heads of 16, 2 of them for keys. */
static void
put_tensors (TestGgufWriter *w)
{
  put_matrix (w, "token_embd.weight", 64, 100);
  put_matrix (w, "blk.0.attn_q.weight", 64, 64);
  put_matrix (w, "blk.0.attn_k.weight", 64, 32);
  put_matrix (w, "blk.0.attn_v.weight", 64, 32);
  put_matrix (w, "blk.0.attn_output.weight", 64, 64);
  put_matrix (w, "blk.0.ffn_gate.weight", 64, 128);
  put_matrix (w, "blk.0.ffn_up.weight", 64, 128);
  put_matrix (w, "blk.0.ffn_down.weight", 128, 64);
}

static void
put_keys (TestGgufWriter *w, guint32 blocks)
{
  test_gguf_text (w, "general.architecture", "llama");
  test_gguf_u32 (w, "llama.block_count", blocks);
  test_gguf_u32 (w, "llama.attention.head_count", 4);
}

static void
kind_block_count_0 (TestGgufWriter *w)
{
  put_keys (w, 0);
  put_tensors (w);
}

static void
kind_block_count_513 (TestGgufWriter *w)
{
  put_keys (w, 513);
  put_tensors (w);
}

static void
kind_block_count_text (TestGgufWriter *w)
{
  test_gguf_text (w, "general.architecture", "llama");
  test_gguf_text (w, "llama.block_count", "1");
  test_gguf_u32 (w, "llama.attention.head_count", 4);
  put_tensors (w);
}

static void
kind_head_count_0 (TestGgufWriter *w)
{
  test_gguf_text (w, "general.architecture", "llama");
  test_gguf_u32 (w, "llama.block_count", 1);
  test_gguf_u32 (w, "llama.attention.head_count", 0);
  put_tensors (w);
}

static void
kind_alignment_text (TestGgufWriter *w)
{
  test_gguf_text (w, "general.alignment", "32");
}

static void
kind_four_bytes (TestGgufWriter *w)
{
  g_byte_array_set_size (w->bytes, 4);
}

static void
kind_web_page (TestGgufWriter *w)
{
  g_byte_array_set_size (w->bytes, 0);
  g_byte_array_append (w->bytes, (const guint8 *) "<!DOCTYPE html><html>404</html>", 31);
}

static void
kind_counts_overhead (TestGgufWriter *w)
{
  test_gguf_counts (w, G_MAXUINT64 / 352 + 1, 1);
}

static void
kind_gigabyte_string (TestGgufWriter *w)
{
  test_gguf_key (w, "general.name", 8);
  test_gguf_number (w, 1 << 30, 8);
}

static void
kind_gigabyte_array (TestGgufWriter *w)
{
  test_gguf_key (w, "tokenizer.ggml.scores", 9);
  test_gguf_number (w, 6, 4);
  test_gguf_number (w, 1 << 28, 8);
}

static void
kind_gigabyte_key (TestGgufWriter *w)
{
  test_gguf_number (w, 1 << 30, 8);
  w->n_keys++;
}

static void
kind_nested_2_62 (TestGgufWriter *w)
{
  test_gguf_key (w, "a", 9);
  test_gguf_number (w, 9, 4);
  test_gguf_number (w, G_GUINT64_CONSTANT (1) << 62, 8);
  test_gguf_number (w, 9, 4);
  test_gguf_number (w, G_GUINT64_CONSTANT (1) << 62, 8);
}

static void
kind_dimensions (TestGgufWriter *w, guint32 n)
{
  test_gguf_string (w, "t");
  test_gguf_number (w, n, 4);
  test_gguf_number (w, 1, 8);
  w->n_tensors++;
}

static void
kind_million_dimensions (TestGgufWriter *w)
{
  kind_dimensions (w, 1000000);
}

static void
kind_most_dimensions (TestGgufWriter *w)
{
  kind_dimensions (w, G_MAXUINT32);
}

static void
kind_stride_wraps (TestGgufWriter *w)
{
  const guint64 ne[] = { (G_GUINT64_CONSTANT (1) << 42) + 1, G_GUINT64_CONSTANT (1) << 42 };

  test_gguf_tensor (w, "t", F32, 2, ne, 32);
}

static void
kind_sum_wraps (TestGgufWriter *w)
{
  const guint64 ne[] = { G_GUINT64_CONSTANT (1) << 61 };

  test_gguf_tensor (w, "t", F32, 1, ne, G_GUINT64_CONSTANT (1) << 63);
  test_gguf_tensor (w, "u", F32, 1, ne, G_GUINT64_CONSTANT (1) << 63);
}

static void
kind_offset_wraps (TestGgufWriter *w)
{
  w->data_bytes = G_MAXUINT64 - 31;
  test_gguf_tensor (w, "t", F32, 1, vector, 0);
  w->data_bytes = 32;
}

static void
kind_no_shard_of_its_name (TestGgufWriter *w)
{
  test_gguf_u32 (w, "split.no", 0);
  test_gguf_u32 (w, "split.count", 3);
  put_keys (w, 1);
  put_tensors (w);
}

/* --- What only looks wrong --- */

static void
read_plain (TestGgufWriter *w)
{
  put_keys (w, 1);
  put_tensors (w);
}

static void
read_alignment_i32 (TestGgufWriter *w)
{
  test_gguf_key (w, "general.alignment", 5);
  test_gguf_number (w, 32, 4);
  read_plain (w);
}

static void
read_split_count_0 (TestGgufWriter *w)
{
  test_gguf_key (w, "split.count", 2);
  test_gguf_number (w, 0, 2);
  read_plain (w);
}

static void
read_arrays (TestGgufWriter *w)
{
  static const char *const keys[] = { "llama.attention.head_count_kv",
                                      "llama.feed_forward_length" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      test_gguf_key (w, keys[i], 9);
      test_gguf_number (w, 5, 4);
      test_gguf_number (w, 1, 8);
      test_gguf_number (w, i == 0 ? 2 : 128, 4);
    }
  test_gguf_key (w, "llama.attention.sliding_window_pattern", 9);
  test_gguf_number (w, 7, 4);
  test_gguf_number (w, 1, 8);
  test_gguf_number (w, 0, 1);
  read_plain (w);
}

/* A template is text, and a token is a name: nothing in them is run or taken for a number. */
static void
read_template (TestGgufWriter *w)
{
  test_gguf_text (w, "tokenizer.chat_template",
                  "{{ self.__init__.__globals__['os'].popen('exit 1').read() }}");
  test_gguf_key (w, "tokenizer.ggml.tokens", 9);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, 1, 8);
  test_gguf_string (w, "<0x-1>");
  read_plain (w);
}

static void
read_vocabulary (TestGgufWriter *w)
{
  test_gguf_text (w, "general.architecture", "plamo2");
  test_gguf_key (w, "tokenizer.ggml.tokens", 9);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, 1, 8);
  test_gguf_string (w, "<0x-1>");
}

/* A complete mixture of experts has no dense tensors. */
static void
read_experts (TestGgufWriter *w)
{
  const guint64 up[] = { 64, 128, 4 }, down[] = { 128, 64, 4 };

  put_keys (w, 1);
  test_gguf_u32 (w, "llama.expert_count", 4);
  test_gguf_u32 (w, "llama.expert_used_count", 2);
  put_matrix (w, "token_embd.weight", 64, 100);
  put_matrix (w, "blk.0.attn_q.weight", 64, 64);
  put_matrix (w, "blk.0.attn_k.weight", 64, 32);
  put_matrix (w, "blk.0.attn_v.weight", 64, 32);
  put_matrix (w, "blk.0.attn_output.weight", 64, 64);
  put_matrix (w, "blk.0.ffn_gate_inp.weight", 64, 4);
  test_gguf_tensor (w, "blk.0.ffn_gate_exps.weight", F16, 3, up, 64 * 128 * 4 * 2);
  test_gguf_tensor (w, "blk.0.ffn_up_exps.weight", F16, 3, up, 64 * 128 * 4 * 2);
  test_gguf_tensor (w, "blk.0.ffn_down_exps.weight", F16, 3, down, 64 * 128 * 4 * 2);
}

/* Its bytes are what is left for it. */
static void
read_unknown_type (TestGgufWriter *w)
{
  const guint64 ne[] = { 64, 100 };

  put_keys (w, 1);
  put_tensors (w);
  test_gguf_tensor (w, "output.weight", 0x7fffffff, 2, ne, 6400);
}

static const Kind kinds[] = {
  { "version-1", fault_version_1, FALSE,
    "m.gguf: GGUF version 1, of August 2023, which no present engine reads" },
  { "version-9", fault_version_9, FALSE, "m.gguf: GGUF version 9 is not known" },
  { "lfs-pointer", fault_lfs_pointer, TRUE,
    "m.gguf: a Git LFS pointer: the file itself was not downloaded" },
  { "empty", fault_empty, TRUE, "m.gguf: the file is empty" },
  { "tensor-count", fault_tensor_count, TRUE,
    "m.gguf: 18446744073709551615 tensors and 0 metadata entries cannot be" },
  { "key-count", fault_key_count, TRUE,
    "m.gguf: 0 tensors and 9223372036854775808 metadata entries cannot be" },
  { "string-length", fault_string_length, FALSE,
    "m.gguf: general.name claims a length of 9223372036854775808 bytes" },
  { "array-length", fault_array_length, FALSE,
    "m.gguf: a claims a length of 9223372036854775808 bytes" },
  { "array-product", fault_array_product, FALSE,
    "m.gguf: a claims a length of 2305843009213693953 bytes" },
  { "nested", fault_nested, FALSE, "m.gguf: arrays nested too deeply in “a”" },
  { "value-type", fault_value_type, FALSE, "m.gguf: “a” has the unknown type 13" },
  { "element-type", fault_element_type, FALSE, "m.gguf: “a” has elements of unknown type 99" },
  { "empty-key", fault_empty_key, FALSE, "m.gguf: metadata entry 1 has no proper key" },
  { "key-twice", fault_key_twice, FALSE, "m.gguf: the key “a” stands twice" },
  { "two-lines", fault_lines, FALSE, "m.gguf: the key “a b ” stands twice" },
  { "alignment-0", fault_alignment_0, FALSE,
    "m.gguf: general.alignment is no power of two from 1 to 1048576" },
  { "alignment-48", fault_alignment_3, FALSE,
    "m.gguf: general.alignment is no power of two from 1 to 1048576" },
  { "alignment-2-31", fault_alignment_2_31, FALSE,
    "m.gguf: general.alignment is no power of two from 1 to 1048576" },
  { "no-dimensions", fault_no_dims, FALSE, "m.gguf: “t” has 0 dimensions" },
  { "nine-dimensions", fault_nine_dims, FALSE, "m.gguf: “t” has 9 dimensions" },
  { "dimension-0", fault_dim_0, FALSE, "m.gguf: “t” has a dimension of 0" },
  { "shape-wraps", fault_shape_wraps, FALSE, "m.gguf: the shape of “t” is beyond any memory" },
  { "bytes-wrap", fault_bytes_wrap, FALSE, "m.gguf: the size of “t” is beyond any memory" },
  { "no-blocks", fault_no_blocks, FALSE,
    "m.gguf: rows of 100 elements in “t” are no whole blocks of Q4_K" },
  { "tensor-twice", fault_tensor_twice, FALSE, "m.gguf: the tensor “t” stands twice" },
  { "overlap", fault_overlap, FALSE, "m.gguf: the data of “t” and “u” overlap" },
  { "unaligned", fault_unaligned, FALSE, "m.gguf: the data of “t” is not aligned" },
  { "past-the-end", fault_past_the_end, FALSE,
    "m.gguf: the data of “t” lies past the end of the file" },
  { "block-count-0", kind_block_count_0, FALSE, "m.gguf: “llama.block_count” is missing" },
  { "block-count-513", kind_block_count_513, FALSE, "m.gguf: block 1 of 513 has no tensors" },
  { "block-count-text", kind_block_count_text, FALSE, "m.gguf: “llama.block_count” is missing" },
  { "head-count-0", kind_head_count_0, FALSE, "m.gguf: “llama.attention.head_count” is missing" },
  { "alignment-text", kind_alignment_text, FALSE,
    "m.gguf: general.alignment is no power of two from 1 to 1048576" },
  { "four-bytes", kind_four_bytes, TRUE, "m.gguf: the file ends in the middle of the version" },
  { "web-page", kind_web_page, TRUE, "m.gguf: a web page, no model" },
  { "counts-overhead", kind_counts_overhead, TRUE,
    "m.gguf: 52405522936674863 tensors and 1 metadata entries cannot be" },
  { "gigabyte-string", kind_gigabyte_string, FALSE,
    "m.gguf: general.name claims a length of 1073741824 bytes" },
  { "gigabyte-array", kind_gigabyte_array, FALSE,
    "m.gguf: the file ends in the middle of tokenizer.ggml.scores" },
  { "gigabyte-key", kind_gigabyte_key, FALSE,
    "m.gguf: the metadata claims a length of 1073741824 bytes" },
  { "nested-2-62", kind_nested_2_62, FALSE,
    "m.gguf: a claims a length of 4611686018427387904 bytes" },
  { "million-dimensions", kind_million_dimensions, FALSE, "m.gguf: “t” has 1000000 dimensions" },
  { "most-dimensions", kind_most_dimensions, FALSE, "m.gguf: “t” has 4294967295 dimensions" },
  { "stride-wraps", kind_stride_wraps, FALSE, "m.gguf: the shape of “t” is beyond any memory" },
  { "sum-wraps", kind_sum_wraps, FALSE, "m.gguf: the data of “t” lies past the end of the file" },
  { "offset-wraps", kind_offset_wraps, FALSE,
    "m.gguf: the data of “t” lies past the end of the file" },
  { "no-shard-of-its-name", kind_no_shard_of_its_name, FALSE,
    "m.gguf: one of 3 shards, but its name does not say which" },
  { "read-plain", read_plain, FALSE, NULL },
  { "read-alignment-i32", read_alignment_i32, FALSE, NULL },
  { "read-split-count-0", read_split_count_0, FALSE, NULL },
  { "read-arrays", read_arrays, FALSE, NULL },
  { "read-template", read_template, FALSE, NULL },
  { "read-vocabulary", read_vocabulary, FALSE, NULL },
  { "read-experts", read_experts, FALSE, NULL },
  { "read-unknown-type", read_unknown_type, FALSE, NULL },
};

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;
  TestGgufWriter w;
  guint64 size;

  test_gguf_init (&w, 3, FALSE);
  kind->write (&w);
  size = kind->forced ? w.bytes->len : test_gguf_finish (&w);
  /* No disk has more; what is claimed beyond it is past the end. */
  test_malformed_bytes ("m.gguf", w.bytes->data, w.bytes->len, MIN (size, MAX_FILE), kind->message);
  g_byte_array_unref (w.bytes);
}

/* However long a name is, the line is not. */
static void
test_long_name (void)
{
  g_autofree char *name = g_strnfill (60000, 'n');
  g_autofree char *shown = g_strnfill (PLIMSOLL_MAX_MESSAGE - 3, 'n');
  g_autofree char *message = g_strdup_printf ("m.gguf: “%s…", shown);
  TestGgufWriter w;
  guint64 size;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_tensor (&w, name, F32, 0, NULL, 0);
  size = test_gguf_finish (&w);
  test_malformed_bytes ("m.gguf", w.bytes->data, w.bytes->len, size, message);
  g_byte_array_unref (w.bytes);
}

/* Where a download broke off, and where a set is not whole. */
static void
test_cut (void)
{
  g_autofree char *folder = test_malformed_folder ();
  g_autofree char *path = g_build_filename (folder, "m.gguf", NULL);
  g_autofree char *part = g_build_filename (folder, "m.gguf.part1of2", NULL);
  g_autofree char *alone = g_build_filename (folder, "m-00001-of-00001.gguf", NULL);
  g_autofree char *first = g_build_filename (folder, "m-00001-of-00030.gguf", NULL);
  TestGgufWriter w;
  guint64 size;

  test_gguf_init (&w, 3, FALSE);
  read_plain (&w);
  size = test_gguf_finish (&w);
  test_malformed_save (path, w.bytes->data, w.bytes->len, size - 1);
  test_malformed_check (path,
                        "m.gguf: the data of “blk.0.ffn_down.weight” lies past the end of the "
                        "file");
  test_malformed_save (part, w.bytes->data, w.bytes->len, size / 2);
  test_malformed_check (part,
                        "m.gguf.part1of2: the data of “blk.0.ffn_gate.weight” lies past the end "
                        "of the file");
  test_malformed_save (alone, w.bytes->data, w.bytes->len, size);
  test_malformed_check (alone, NULL);
  g_byte_array_unref (w.bytes);

  test_gguf_init (&w, 3, FALSE);
  test_gguf_u32 (&w, "split.no", 0);
  test_gguf_u32 (&w, "split.count", 30);
  read_plain (&w);
  size = test_gguf_finish (&w);
  test_malformed_save (first, w.bytes->data, w.bytes->len, size);
  test_malformed_check (first, "m-00001-of-00030.gguf: shard 2 of 30 is missing: "
                               "m-00002-of-00030.gguf");
  g_byte_array_unref (w.bytes);
  test_malformed_remove (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strconcat ("/formats/malformed/gguf/", kinds[i].name, NULL);

      g_test_add_data_func (path, &kinds[i], test_kind);
    }
  g_test_add_func ("/formats/malformed/gguf/long-name", test_long_name);
  g_test_add_func ("/formats/malformed/gguf/cut", test_cut);

  return g_test_run ();
}
