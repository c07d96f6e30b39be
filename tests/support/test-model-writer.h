/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A GGUF of a model, as the converter and the quantizer make it; its data is never written. */

#pragma once

#include "plimsoll-file-type.h"
#include "plimsoll-tensor-plan.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "test-gguf-writer.h"

#define TEST_GGUF_U32 4
#define TEST_GGUF_BOOL 7
#define TEST_GGUF_ARRAY 9

/* Writes what is not 0. */
static inline void
test_model_number (TestGgufWriter *w, const char *architecture, const char *key, guint64 value)
{
  g_autofree char *full = g_strconcat (architecture, ".", key, NULL);

  if (value != 0)
    test_gguf_u32 (w, full, (guint32) value);
}

/* A number for each block, as the converter writes them. */
static inline void
test_model_array (TestGgufWriter *w,
                  const char *key,
                  const PlimsollModelSpec *spec,
                  guint32 type,
                  guint32 (*value) (const PlimsollLayer *layer))
{
  g_autofree char *full = g_strconcat (spec->architecture, ".", key, NULL);
  guint32 n = spec->n_blocks + spec->n_mtp_blocks;

  test_gguf_key (w, full, TEST_GGUF_ARRAY);
  test_gguf_number (w, type, 4);
  test_gguf_number (w, n, 8);
  for (guint32 i = 0; i < n; i++)
    test_gguf_number (w, value (plimsoll_model_spec_layer (spec, i)),
                      type == TEST_GGUF_BOOL ? 1 : 4);
}

static inline guint32
test_model_kv_heads (const PlimsollLayer *layer)
{
  return layer->attention.kv_heads;
}

static inline guint32
test_model_slides (const PlimsollLayer *layer)
{
  return layer->attention.kind == PLIMSOLL_ATTENTION_SLIDING;
}

/* The first block for which @value is not 0 gives it. */
static inline guint64
test_model_first (const PlimsollModelSpec *spec, guint32 (*value) (const PlimsollLayer *layer))
{
  for (guint32 i = 0; i < spec->n_blocks; i++)
    if (value (plimsoll_model_spec_layer (spec, i)) != 0)
      return value (plimsoll_model_spec_layer (spec, i));
  return 0;
}

#define TEST_MODEL_FIELD(name, field)                                                              \
  static inline guint32 test_model_##name (const PlimsollLayer *layer)                             \
  {                                                                                                \
    return layer->field;                                                                           \
  }

TEST_MODEL_FIELD (heads, attention.heads)
TEST_MODEL_FIELD (key_dim, attention.key_dim)
TEST_MODEL_FIELD (rank, attention.kv_lora_rank)
TEST_MODEL_FIELD (query_rank, attention.q_lora_rank)
TEST_MODEL_FIELD (rope_dim, attention.rope_dim)
TEST_MODEL_FIELD (dense_width, feed_forward.dense_width)
TEST_MODEL_FIELD (experts, feed_forward.experts)
TEST_MODEL_FIELD (experts_used, feed_forward.experts_used)
TEST_MODEL_FIELD (shared_experts, feed_forward.shared_experts)
TEST_MODEL_FIELD (state, recurrent.state)
TEST_MODEL_FIELD (groups, recurrent.groups)
#undef TEST_MODEL_FIELD

static inline guint32
test_model_window (const PlimsollLayer *layer)
{
  return layer->attention.window_not_in_gguf ? 0 : layer->attention.window;
}

static inline guint32
test_model_full_key_dim (const PlimsollLayer *layer)
{
  return test_model_slides (layer) ? 0 : layer->attention.key_dim;
}

static inline void
test_model_attention (TestGgufWriter *w, const PlimsollModelSpec *spec)
{
  const char *a = spec->architecture;
  guint64 rank = test_model_first (spec, test_model_rank);
  guint64 rope = test_model_first (spec, test_model_rope_dim);
  guint64 dim = test_model_first (spec, test_model_key_dim);
  gboolean gemma4 = g_str_equal (a, "gemma4");
  gboolean hybrid = g_str_equal (a, "lfm2") || g_str_equal (a, "granitehybrid");

  test_model_number (w, a, "attention.head_count", test_model_first (spec, test_model_heads));
  if (gemma4 || hybrid)
    test_model_array (w, "attention.head_count_kv", spec, TEST_GGUF_U32, test_model_kv_heads);
  else
    test_model_number (w, a, "attention.head_count_kv",
                       rank != 0 ? 1 : test_model_first (spec, test_model_kv_heads));
  if (gemma4)
    {
      test_model_array (w, "attention.sliding_window_pattern", spec, TEST_GGUF_BOOL,
                        test_model_slides);
      test_model_number (w, a, "attention.key_length_swa", dim);
      dim = test_model_first (spec, test_model_full_key_dim);
    }
  test_model_number (w, a, "attention.sliding_window", test_model_first (spec, test_model_window));
  test_model_number (w, a, "attention.kv_lora_rank", rank);
  test_model_number (w, a, "attention.q_lora_rank", test_model_first (spec, test_model_query_rank));
  test_model_number (w, a, "attention.key_length", rank != 0 ? rank + rope : dim);
  test_model_number (w, a, "attention.value_length", rank != 0 ? rank : dim);
  test_model_number (w, a, "rope.dimension_count", rope);
}

/** What a converter writes of a model, but for what readers take from tensors alone. */
static inline void
test_model_keys (TestGgufWriter *w,
                 const PlimsollModelSpec *spec,
                 const char *name,
                 PlimsollFileType type)
{
  const char *a = spec->architecture;

  test_gguf_text (w, "general.architecture", a);
  test_gguf_text (w, "general.name", name);
  test_gguf_u32 (w, "general.file_type", (guint32) type);
  test_model_number (w, a, "block_count", spec->n_blocks + spec->n_mtp_blocks);
  test_model_number (w, a, "nextn_predict_layers", spec->n_mtp_blocks);
  test_model_number (w, a, "context_length", spec->max_context);
  test_model_number (w, a, "embedding_length", spec->embedding);
  test_model_number (w, a, "feed_forward_length", test_model_first (spec, test_model_dense_width));
  test_model_number (w, a, "expert_count", test_model_first (spec, test_model_experts));
  test_model_number (w, a, "expert_used_count", test_model_first (spec, test_model_experts_used));
  test_model_number (w, a, "expert_shared_count",
                     test_model_first (spec, test_model_shared_experts));
  test_model_number (w, a, "ssm.state_size", test_model_first (spec, test_model_state));
  test_model_number (w, a, "ssm.group_count", test_model_first (spec, test_model_groups));
  test_model_attention (w, spec);
}

/* Strings of about the lengths that those of a real vocabulary have: a few letters at first, more
 * with time. */
static inline void
test_model_strings (TestGgufWriter *w, const char *key, guint32 n, guint shortest, guint longest)
{
  g_autofree char *text = g_strnfill (longest, 'a');
  guint32 random = 1;

  test_gguf_key (w, key, TEST_GGUF_ARRAY);
  test_gguf_number (w, 8, 4);
  test_gguf_number (w, n, 8);
  for (guint32 i = 0; i < n; i++)
    {
      random = random * 1664525 + 1013904223;
      test_gguf_string (w, text + (longest - shortest) - (random >> 16) % (longest - shortest + 1));
    }
}

/** A vocabulary as converters write it, and what they write after it. */
static inline void
test_model_vocabulary (TestGgufWriter *w, guint32 n_tokens, guint32 n_merges)
{
  test_gguf_text (w, "tokenizer.ggml.model", "gpt2");
  test_model_strings (w, "tokenizer.ggml.tokens", n_tokens, 1, 13);
  test_gguf_key (w, "tokenizer.ggml.token_type", TEST_GGUF_ARRAY);
  test_gguf_number (w, 5, 4);
  test_gguf_number (w, n_tokens, 8);
  for (guint32 i = 0; i < n_tokens; i++)
    test_gguf_number (w, 1, 4);
  test_model_strings (w, "tokenizer.ggml.merges", n_merges, 3, 16);
  test_gguf_u32 (w, "tokenizer.ggml.bos_token_id", 0);
  test_gguf_u32 (w, "tokenizer.ggml.eos_token_id", 2);
  test_gguf_key (w, "tokenizer.ggml.add_bos_token", TEST_GGUF_BOOL);
  test_gguf_number (w, 0, 1);
  test_gguf_text (w, "tokenizer.chat_template", "{% for message in messages %}");
}

/** The tensors that the model's GGUF has. */
static inline void
test_model_tensors (TestGgufWriter *w, const PlimsollTensorPlan *plan, const guint8 *formats)
{
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      g_autofree char *name = tensor->block < 0
                                ? g_strdup (tensor->suffix)
                                : g_strdup_printf ("blk.%d.%s", tensor->block, tensor->suffix);
      guint64 bytes = 0;

      if ((tensor->flags & PLIMSOLL_TENSOR_IN_GGUF) == 0)
        continue;
      g_assert_true (plimsoll_tensor_bytes (tensor, (PlimsollBlockFormat) formats[i], &bytes));
      test_gguf_tensor (w, name, formats[i], tensor->ne[2] > 1 ? 3 : 2, tensor->ne, bytes);
    }
}

/** Saves what was written, with a hole for its data; clears the writer. */
static inline void
test_gguf_save (TestGgufWriter *w, const char *path)
{
  guint64 size = test_gguf_finish (w);
  g_autoptr (GByteArray) bytes = g_steal_pointer (&w->bytes);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, (off_t) size), ==, 0);
}
