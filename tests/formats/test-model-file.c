/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-file.h"
#include "plimsoll-mixture.h"
#include "plimsoll-weights.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "plimsoll-test-truth.h"
#include "test-model-writer.h"

#define N_SHARDS 3

static PlimsollModelFile *
read_bytes (TestGgufWriter *w, GError **error)
{
  guint64 size = test_gguf_finish (w);
  g_autoptr (PlimsollGguf) gguf = NULL;
  PlimsollModelFile *file;

  gguf = plimsoll_gguf_parse (w->bytes->data, w->bytes->len, size, "m.gguf", error);
  file = gguf != NULL ? plimsoll_model_file_new (gguf, "m.gguf", error) : NULL;
  g_clear_pointer (&w->bytes, g_byte_array_unref);
  return file;
}

#define ASSERT_SAME(field) g_assert_cmpuint (read->field, ==, expected->field)

static void
assert_same_attention (const PlimsollAttention *read, const PlimsollAttention *expected)
{
  ASSERT_SAME (kind);
  if (expected->kind == PLIMSOLL_ATTENTION_NONE)
    return;
  ASSERT_SAME (heads);
  ASSERT_SAME (kv_heads);
  ASSERT_SAME (key_dim);
  ASSERT_SAME (value_dim);
  ASSERT_SAME (window);
  ASSERT_SAME (q_lora_rank);
  ASSERT_SAME (kv_lora_rank);
  ASSERT_SAME (rope_dim);
  ASSERT_SAME (qk_norm);
  ASSERT_SAME (q_bias);
  ASSERT_SAME (output_bias);
  ASSERT_SAME (gated_query);
  ASSERT_SAME (sinks);
  ASSERT_SAME (value_is_key);
  ASSERT_SAME (shares_cache);
  ASSERT_SAME (fused_qkv);
}

static void
assert_same_recurrent (const PlimsollRecurrent *read, const PlimsollRecurrent *expected)
{
  ASSERT_SAME (kind);
  ASSERT_SAME (conv_kernel);
  ASSERT_SAME (key_heads);
  ASSERT_SAME (value_heads);
  ASSERT_SAME (key_dim);
  ASSERT_SAME (value_dim);
  ASSERT_SAME (inner);
  ASSERT_SAME (state);
  ASSERT_SAME (groups);
  ASSERT_SAME (dt_rank);
  ASSERT_SAME (gated_norm);
  ASSERT_SAME (split_beta_alpha);
}

static void
assert_same_feed_forward (const PlimsollFeedForward *read, const PlimsollFeedForward *expected)
{
  ASSERT_SAME (dense_width);
  ASSERT_SAME (experts);
  ASSERT_SAME (experts_used);
  ASSERT_SAME (expert_width);
  ASSERT_SAME (expert_biases);
  ASSERT_SAME (router_bias);
  ASSERT_SAME (correction_bias);
  ASSERT_SAME (shared_experts);
  ASSERT_SAME (shared_width);
  ASSERT_SAME (shared_gate);
  ASSERT_SAME (fused_gate_up);
  ASSERT_SAME (router_scales);
}

static void
assert_same_spec (const PlimsollModelSpec *read, const PlimsollModelSpec *expected)
{
  g_assert_cmpstr (read->architecture, ==, expected->architecture);
  g_assert_cmpint (read->source, ==, PLIMSOLL_SPEC_FROM_FILE);
  ASSERT_SAME (n_blocks);
  ASSERT_SAME (n_mtp_blocks);
  ASSERT_SAME (n_kinds);
  ASSERT_SAME (embedding);
  ASSERT_SAME (vocabulary);
  ASSERT_SAME (max_context);
  ASSERT_SAME (tied_head);
  ASSERT_SAME (final_norm);
  ASSERT_SAME (embedding_norm);
  ASSERT_SAME (rope_freqs);
  ASSERT_SAME (rope_factors);
  ASSERT_SAME (per_layer_width);
  ASSERT_SAME (mtp_in_gguf);
  ASSERT_SAME (mtp_own_embedding);

  for (guint32 i = 0; i < expected->n_blocks + expected->n_mtp_blocks; i++)
    {
      const PlimsollLayer *a = plimsoll_model_spec_layer (read, i);
      const PlimsollLayer *b = plimsoll_model_spec_layer (expected, i);

      assert_same_attention (&a->attention, &b->attention);
      assert_same_recurrent (&a->recurrent, &b->recurrent);
      assert_same_feed_forward (&a->feed_forward, &b->feed_forward);
      g_assert_cmpuint (a->norms, ==, b->norms);
      g_assert_cmpuint (a->per_layer_width, ==, b->per_layer_width);
    }
}

static void
assert_same_plan (const PlimsollTensorPlan *read, const PlimsollTensorPlan *expected)
{
  g_assert_cmpuint (read->n, ==, expected->n);
  for (gsize i = 0; i < read->n; i++)
    {
      g_assert_cmpstr (read->tensors[i].suffix, ==, expected->tensors[i].suffix);
      g_assert_cmpint (read->tensors[i].block, ==, expected->tensors[i].block);
      g_assert_cmpint (read->tensors[i].role, ==, expected->tensors[i].role);
      g_assert_cmpint (read->tensors[i].flags, ==, expected->tensors[i].flags);
      for (guint d = 0; d < 3; d++)
        g_assert_cmpuint (read->tensors[i].ne[d], ==, expected->tensors[i].ne[d]);
    }
}

static void
assert_same_sums (const PlimsollModelFile *file, const char *name)
{
  g_autoptr (PlimsollWeights) weights =
    plimsoll_weights_new_for_formats (file->spec, file->plan, file->formats);
  g_autoptr (PlimsollWeights) by_rule =
    plimsoll_weights_new (file->spec, file->plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE);
  guint64 roles = 0, formats = 0;

  for (guint i = 0; i < PLIMSOLL_N_ROLES; i++)
    roles += file->by_role[i];
  for (gsize i = 0; i < file->n_formats; i++)
    formats += file->by_format[i].bytes;
  g_assert_cmpuint (weights->tensor_bytes, ==, file->tensor_bytes);
  g_assert_cmpuint (by_rule->tensor_bytes, ==, file->tensor_bytes);
  g_assert_cmpuint (roles, ==, file->tensor_bytes);
  g_assert_cmpuint (formats, ==, file->tensor_bytes);
  g_assert_cmpuint (file->file_bytes, >=, weights->file_bytes);
  g_assert_cmpuint (file->parameters, ==, plimsoll_test_model_number (name, "parameters"));
  g_assert_cmpuint (file->n_tensors, ==, plimsoll_test_model_number (name, "tensors"));
  g_assert_cmpuint (file->active_parameters, <=, file->parameters);
}

static void
assert_same_file (const PlimsollModelFile *file,
                  const char *name,
                  const PlimsollModelSpec *expected,
                  const PlimsollTensorPlan *plan)
{
  g_assert_cmpint (file->kind, ==, PLIMSOLL_MODEL_FILE_MODEL);
  g_assert_cmpstr (file->name, ==, name);
  g_assert_cmpint (file->label, ==, PLIMSOLL_LABEL_RIGHT);
  g_assert_true (file->exact);
  g_assert_null (file->assumptions[0]);
  assert_same_spec (file->spec, expected);
  assert_same_plan (file->plan, plan);
  assert_same_sums (file, name);
}

/* The first shard has the keys; each has a third of the tensors. */
static void
save_shards (const char *folder,
             const char *name,
             const PlimsollModelSpec *spec,
             const PlimsollTensorPlan *plan,
             const guint8 *formats)
{
  for (guint no = 0; no < N_SHARDS; no++)
    {
      const gsize first = plan->n * no / N_SHARDS, end = plan->n * (no + 1) / N_SHARDS;
      const PlimsollTensorPlan part = { .n = end - first, .tensors = plan->tensors + first };
      g_autofree char *file = g_strdup_printf ("m-%05u-of-%05u.gguf", no + 1, N_SHARDS);
      g_autofree char *path = g_build_filename (folder, file, NULL);
      TestGgufWriter w;

      test_gguf_init (&w, 3, FALSE);
      if (no == 0)
        test_model_keys (&w, spec, name, PLIMSOLL_FILE_TYPE_Q4_K_M);
      test_gguf_u32 (&w, "split.no", no);
      test_gguf_u32 (&w, "split.count", N_SHARDS);
      test_gguf_u32 (&w, "split.tensors.count", (guint32) plan->n);
      test_model_tensors (&w, &part, formats + first);
      test_gguf_save (&w, path);
    }
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

/* A file as the converter and quantizer make it gives back every shape: in both versions that are
 * read, by machines of either kind, and as a set of shards of which any one is given. */
static void
test_model (gconstpointer data)
{
  static const struct
  {
    guint32 version;
    gboolean big_endian;
  } forms[] = { { 3, FALSE }, { 3, TRUE }, { 2, FALSE }, { 2, TRUE } };
  const char *name = data;
  g_autoptr (PlimsollModelSpec) expected = plimsoll_test_spec (name);
  g_autofree guint8 *formats = NULL;
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_test_file_plan (name, expected, &formats);
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  g_autofree char *second = g_build_filename (folder, "m-00002-of-00003.gguf", NULL);
  g_autoptr (PlimsollModelFile) sharded = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (plimsoll_mixture_formats (expected, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE,
                                           formats));
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autoptr (PlimsollModelFile) file = NULL;
      TestGgufWriter w;

      test_gguf_init (&w, forms[i].version, forms[i].big_endian);
      test_model_keys (&w, expected, name, PLIMSOLL_FILE_TYPE_Q4_K_M);
      test_model_tensors (&w, plan, formats);
      file = read_bytes (&w, &error);
      g_assert_no_error (error);
      assert_same_file (file, name, expected, plan);
    }

  save_shards (folder, name, expected, plan, formats);
  sharded = plimsoll_model_file_read (second, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sharded->n_shards, ==, N_SHARDS);
  assert_same_file (sharded, name, expected, plan);
  remove_folder (folder);
}

/* The smallest model: one block that attends, 4 heads of 64, 2 of them for keys. */
typedef struct
{
  const char *architecture;
  guint64 blocks;
  guint64 heads;
  guint64 window;
  guint32 format;
  const char *attention; /* what the tensors of attention are called */
} Small;

static void
put_matrix (TestGgufWriter *w, const char *name, guint32 format, guint64 columns, guint64 rows)
{
  const guint64 ne[] = { columns, rows };

  test_gguf_tensor (w, name, format, 2, ne,
                    format == PLIMSOLL_FORMAT_F16 ? columns * rows * 2 : columns * rows / 8 * 5);
}

static void
put_block (TestGgufWriter *w, const Small *small, guint block)
{
  static const struct
  {
    const char *name;
    guint64 columns, rows;
  } matrices[] = {
    { "q", 256, 256 },
    { "k", 256, 128 },
    { "v", 256, 128 },
    { "output", 256, 256 },
  };
  const char *stem = small->attention != NULL ? small->attention : "attn_";
  g_autofree char *up = g_strdup_printf ("blk.%u.ffn_up.weight", block);
  g_autofree char *down = g_strdup_printf ("blk.%u.ffn_down.weight", block);

  for (gsize i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autofree char *name = g_strdup_printf ("blk.%u.%s%s.weight", block, stem, matrices[i].name);

      put_matrix (w, name, PLIMSOLL_FORMAT_F16, matrices[i].columns, matrices[i].rows);
    }
  put_matrix (w, up, PLIMSOLL_FORMAT_F16, 256, 512);
  put_matrix (w, down, small->format, 512, 256);
}

static void
put_small (TestGgufWriter *w, const Small *small)
{
  test_gguf_init (w, 3, FALSE);
  if (small->architecture != NULL)
    {
      test_gguf_text (w, "general.architecture", small->architecture);
      test_model_number (w, small->architecture, "block_count", small->blocks);
      test_model_number (w, small->architecture, "attention.head_count", small->heads);
      test_model_number (w, small->architecture, "attention.head_count_kv", 2);
      test_model_number (w, small->architecture, "attention.sliding_window", small->window);
    }
  put_matrix (w, "token_embd.weight", PLIMSOLL_FORMAT_F16, 256, 1000);
  put_block (w, small, 0);
  put_block (w, small, 1);
}

static const struct
{
  const char *name;
  Small small;
  PlimsollFormatError code;
  const char *message;
} faults[] = {
  { "no-architecture",
    { NULL, 2, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_MISSING,
    "m.gguf: “general.architecture” is missing" },
  { "no-blocks",
    { "llama", 0, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_MISSING,
    "m.gguf: “llama.block_count” is missing" },
  { "no-heads",
    { "llama", 2, 0, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_MISSING,
    "m.gguf: “llama.attention.head_count” is missing" },
  { "too-few-blocks",
    { "llama", 1, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_DAMAGED,
    "m.gguf: “blk.1.attn_q.weight” is of a block that the model of 1 blocks does not have" },
  { "too-many-blocks",
    { "llama", 3, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_DAMAGED,
    "m.gguf: block 2 of 3 has no tensors" },
  { "512-blocks",
    { "llama", 5000, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_DAMAGED,
    "m.gguf: 5000 blocks cannot be" },
  { "encoder-decoder",
    { "t5", 2, 4, 0, 1, NULL },
    PLIMSOLL_FORMAT_ERROR_UNSUPPORTED,
    "m.gguf: a T5, a model of an encoder and a decoder: their memory is not modelled" },
};

static void
test_fault (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;

  put_small (&w, &faults[i].small);
  g_assert_null (read_bytes (&w, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, (gint) faults[i].code);
  g_assert_cmpstr (error->message, ==, faults[i].message);
}

static const struct
{
  const char *name;
  Small small;
  const char *assumption; /* the last */
  PlimsollAttentionKind first, second;
  gboolean exact;
} assumed[] = {
  { "nothing",
    { "llama", 2, 4, 4096, 1, NULL },
    NULL,
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_FULL,
    TRUE },
  { "gemma2",
    { "gemma2", 2, 4, 0, 1, NULL },
    NULL,
    PLIMSOLL_ATTENTION_SLIDING,
    PLIMSOLL_ATTENTION_FULL,
    TRUE },
  { "llama4",
    { "llama4", 2, 4, 0, 1, NULL },
    "The architecture “llama4” is not among those that were compared with an engine: its blocks "
    "are read from their tensors and the general keys.",
    PLIMSOLL_ATTENTION_CHUNKED,
    PLIMSOLL_ATTENTION_CHUNKED,
    TRUE },
  { "first-full",
    { "modern-bert", 2, 4, 128, 1, NULL },
    "The architecture “modern-bert” is not among those that were compared with an engine: its "
    "blocks are read from their tensors and the general keys.",
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_SLIDING,
    TRUE },
  { "window",
    { "novel", 2, 4, 512, 1, NULL },
    "The file names a window of 512 tokens, but not the blocks that have it: all are taken to "
    "attend to the whole context.",
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_FULL,
    TRUE },
  { "names",
    { "novel", 2, 4, 0, 1, "attn_new_" },
    "Block 0 has attention tensors of unknown names: its cache is taken from the general keys.",
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_FULL,
    TRUE },
  { "heads",
    { "qwen2", 2, 8, 0, 1, NULL },
    "Block 0 has 4 KV heads by its tensors, 2 by its keys: the tensors are believed.",
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_FULL,
    TRUE },
  { "format",
    { "llama", 2, 4, 0, 140, NULL },
    "Tensors have the unknown type 140: their bytes are what the file leaves for them, sized as "
    "Q4_1 where they must be placed.",
    PLIMSOLL_ATTENTION_FULL,
    PLIMSOLL_ATTENTION_FULL,
    FALSE },
};

static void
test_assumed (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (PlimsollModelFile) file = NULL;
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;
  guint n;

  put_small (&w, &assumed[i].small);
  file = read_bytes (&w, &error);
  g_assert_no_error (error);
  n = g_strv_length (file->assumptions);
  g_assert_cmpstr (n > 0 ? file->assumptions[n - 1] : NULL, ==, assumed[i].assumption);
  g_assert_cmpint (file->spec->kinds[file->spec->pattern[0]].attention.kind, ==, assumed[i].first);
  g_assert_cmpint (file->spec->kinds[file->spec->pattern[1]].attention.kind, ==, assumed[i].second);
  g_assert_cmpint (file->exact, ==, assumed[i].exact);
  g_assert_cmpint (file->label, ==, PLIMSOLL_LABEL_ABSENT);
  if (!file->exact)
    g_assert_cmpstr (file->by_format[1].name, ==, "type 140");
}

/* DeepSeek's files of early 2025: the engine caches whole keys and values. */
static void
test_old_latent (void)
{
  g_autoptr (PlimsollModelFile) file = NULL;
  g_autoptr (GError) error = NULL;
  const PlimsollAttention *a;
  const guint64 norm[] = { 512 };
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.architecture", "deepseek2");
  test_model_number (&w, "deepseek2", "block_count", 1);
  test_model_number (&w, "deepseek2", "attention.head_count", 128);
  put_matrix (&w, "token_embd.weight", 1, 7168, 1000);
  put_matrix (&w, "blk.0.attn_q_a.weight", 1, 7168, 1536);
  put_matrix (&w, "blk.0.attn_q_b.weight", 1, 1536, 24576);
  put_matrix (&w, "blk.0.attn_kv_a_mqa.weight", 1, 7168, 576);
  test_gguf_tensor (&w, "blk.0.attn_kv_a_norm.weight", 0, 1, norm, 2048);
  put_matrix (&w, "blk.0.attn_kv_b.weight", 1, 512, 32768);
  put_matrix (&w, "blk.0.attn_output.weight", 1, 16384, 7168);
  file = read_bytes (&w, &error);
  g_assert_no_error (error);

  a = &file->spec->kinds[0].attention;
  g_assert_cmpint (a->kind, ==, PLIMSOLL_ATTENTION_FULL);
  g_assert_cmpuint (a->kv_heads, ==, 128);
  g_assert_cmpuint (a->key_dim, ==, 192);
  g_assert_cmpuint (a->value_dim, ==, 128);
  g_assert_cmpuint (g_strv_length (file->assumptions), ==, 1);
  g_assert_cmpuint (file->by_role[PLIMSOLL_ROLE_VALUE], ==, 512 * 32768 * 2);
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *type, *architecture;
    gboolean tensors;
    PlimsollModelFileKind kind;
  } kinds[] = {
    { "model", "llama", FALSE, PLIMSOLL_MODEL_FILE_VOCABULARY },
    { "adapter", "llama", TRUE, PLIMSOLL_MODEL_FILE_ADAPTER },
    { "mmproj", "clip", TRUE, PLIMSOLL_MODEL_FILE_PROJECTOR },
    { "model", "clip", TRUE, PLIMSOLL_MODEL_FILE_PROJECTOR },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (PlimsollModelFile) file = NULL;
      g_autoptr (GError) error = NULL;
      TestGgufWriter w;

      test_gguf_init (&w, 3, FALSE);
      test_gguf_text (&w, "general.type", kinds[i].type);
      test_gguf_text (&w, "general.architecture", kinds[i].architecture);
      test_gguf_text (&w, "general.basename", "Base");
      if (kinds[i].tensors)
        put_matrix (&w, "v.patch_embd.weight", PLIMSOLL_FORMAT_F16, 1024, 10);
      file = read_bytes (&w, &error);
      g_assert_no_error (error);
      g_assert_cmpint (file->kind, ==, kinds[i].kind);
      g_assert_cmpstr (file->name, ==, "Base");
      g_assert_null (file->spec);
      g_assert_cmpuint (file->tensor_bytes, ==, kinds[i].tensors ? 20480 : 0);
      g_assert_cmpuint (file->parameters, ==, kinds[i].tensors ? 10240 : 0);
    }
}

static void
test_no_model (void)
{
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.type", "imatrix");
  g_assert_null (read_bytes (&w, &error));
  g_assert_cmpstr (error->message, ==, "m.gguf: an importance matrix, not a model");
}

/* A mixture of the publisher's own under an ordinary label. */
static void
test_label (void)
{
  const Small small = { "llama", 2, 4, 0, PLIMSOLL_FORMAT_F16, NULL };

  for (guint32 type = 0; type < 2; type++)
    {
      g_autoptr (PlimsollModelFile) file = NULL;
      g_autoptr (GError) error = NULL;
      TestGgufWriter w;

      test_gguf_init (&w, 3, FALSE);
      test_gguf_u32 (&w, "general.file_type", 1024 + type);
      test_gguf_text (&w, "general.architecture", "llama");
      test_model_number (&w, "llama", "block_count", 2);
      test_model_number (&w, "llama", "attention.head_count", 4);
      put_matrix (&w, "token_embd.weight", PLIMSOLL_FORMAT_F16, 256, 1000);
      put_block (&w, &small, 0);
      put_block (&w, &small, 1);
      file = read_bytes (&w, &error);
      g_assert_no_error (error);
      g_assert_cmpint (file->file_type, ==, (gint) type);
      g_assert_cmpint (file->label, ==,
                       type == PLIMSOLL_FILE_TYPE_F16 ? PLIMSOLL_LABEL_RIGHT
                                                      : PLIMSOLL_LABEL_OTHER_MIXTURE);
    }
}

/* From the disk: a file whose data is a hole. */
static void
test_sparse (void)
{
  const Small small = { "llama", 2, 4, 0, PLIMSOLL_FORMAT_F16, NULL };
  g_autofree char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "small.gguf", NULL);
  g_autoptr (PlimsollModelFile) file = NULL;
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;
  guint64 size;

  put_small (&w, &small);
  size = test_gguf_finish (&w);
  g_file_set_contents (path, (const char *) w.bytes->data, w.bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
  file = plimsoll_model_file_read (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->file_bytes, ==, size);
  g_assert_cmpuint (file->spec->vocabulary, ==, 1000);
  g_assert_true (file->spec->tied_head);

  g_byte_array_unref (w.bytes);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;

  g_test_init (&argc, &argv, NULL);

  names = plimsoll_test_model_names ();
  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *path = g_strconcat ("/formats/model-file/truth/", *name, NULL);

      g_test_add_data_func_full (path, g_strdup (*name), test_model, g_free);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/formats/model-file/fault/", faults[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_fault);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (assumed); i++)
    {
      g_autofree char *path = g_strconcat ("/formats/model-file/assumed/", assumed[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_assumed);
    }
  g_test_add_func ("/formats/model-file/old-latent", test_old_latent);
  g_test_add_func ("/formats/model-file/kinds", test_kinds);
  g_test_add_func ("/formats/model-file/no-model", test_no_model);
  g_test_add_func ("/formats/model-file/label", test_label);
  g_test_add_func ("/formats/model-file/sparse", test_sparse);

  return g_test_run ();
}
