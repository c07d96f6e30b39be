/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-malformed.h"

#include "plimsoll-parameters.h"

#define SIZES                                                                                      \
  "\"hidden_size\": 64, \"num_attention_heads\": 4, \"num_key_value_heads\": 2, "                  \
  "\"intermediate_size\": 128, \"vocab_size\": 100"
#define LLAMA "\"model_type\": \"llama\", \"num_hidden_layers\": 1"
/* Embedding, head, final norm; attention; feed-forward; two norms. */
#define LLAMA_TOTAL (2 * 6400 + 64 + 64 * 64 * 3 + 3 * 64 * 128 + 128)

static const struct
{
  const char *text;
  const char *message;
} refused[] = {
  { "", "config.json: the file is empty" },
  { " \n\t", "config.json: neither a GGUF nor safetensors nor a config.json" },
  { "<!DOCTYPE html><html></html>", "config.json: a web page, no model" },
  { "version https://git-lfs.github.com/spec/v1\noid sha256:00\n",
    "config.json: a Git LFS pointer: the file itself was not downloaded" },
  { "{\"model_type\": \"llama\", \xff}", "config.json: the file is not UTF-8 text" },
  { "[1, 2]", "config.json: neither a GGUF nor safetensors nor a config.json" },
  { "{\"model_type\": \"llama\"", "config.json: the file ends too early" },
  { "{\"model_type\": \"llama\", \"num_hid", "config.json: the file ends too early" },
  { "{\"model_type\": \"llama\",\n \"x\": = 3}",
    "config.json: this is not JSON from line 2, column 7 on" },
  { "{\"model_type\": \"bert\", " SIZES "}", "config.json: an encoder, which writes no text" },
  { "{\"model_type\": \"t5\", " SIZES "}",
    "config.json: an encoder and a decoder, which are not understood" },
  { "{}", "config.json: “hidden_size” is missing" },
  { "{\"model_type\": \"qwen3_moe\", \"hidden_size\": 64, \"vocab_size\": 100}",
    "config.json: “num_hidden_layers” is missing" },
  { "{\"model_type\": \"qwen3_moe\", \"hidden_size\": 64, \"vocab_size\": 100, "
    "\"num_hidden_layers\": 1}",
    "config.json: “num_attention_heads” is missing" },
  { "{\"model_type\": \"tomorrow\", \"hidden_size\": 64, \"vocab_size\": 100, "
    "\"num_hidden_layers\": 1, \"num_attention_heads\": 4}",
    "config.json: “intermediate_size” is missing" },
  { "{\"model_type\": \"tomorrow\", \"hidden_size\": 65, \"vocab_size\": 100, "
    "\"num_hidden_layers\": 1, \"num_attention_heads\": 4}",
    "config.json: “head_dim” is missing, and 65 has no 4 equal parts" },
  { "{\"model_type\": \"llama\", \"num_hidden_layers\": -3, " SIZES "}",
    "config.json: “num_hidden_layers” is no count that a model can have" },
  { "{\"model_type\": \"llama\", \"num_hidden_layers\": \"32\", " SIZES "}",
    "config.json: “num_hidden_layers” is no count that a model can have" },
  { "{\"model_type\": \"llama\", \"num_hidden_layers\": 100000000, " SIZES "}",
    "config.json: “num_hidden_layers” is beyond any model" },
  { "{\"model_type\": \"llama\", \"num_hidden_layers\": 1, \"hidden_size\": 64, "
    "\"num_attention_heads\": 2, \"num_key_value_heads\": 4, \"intermediate_size\": 128}",
    "config.json: 4 KV heads for 2 heads" },
  { "{\"model_type\": \"qwen3_moe\", \"num_hidden_layers\": 1, \"num_experts\": 4, "
    "\"moe_intermediate_size\": 16, " SIZES "}",
    "config.json: “num_experts_per_tok” is missing" },
  { "{\"model_type\": \"nemotron_h\", \"num_hidden_layers\": 2, "
    "\"hybrid_override_pattern\": \"M?\", " SIZES "}",
    "config.json: “hybrid_override_pattern” does not say what block 1 is" },
  { "{\"model_type\": \"kimi_linear\", \"num_hidden_layers\": 1, \"kv_lora_rank\": 8, " SIZES "}",
    "config.json: “linear_attn_config” is missing" },
};

static void
test_refused (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  test_malformed_bytes ("config.json", refused[i].text, strlen (refused[i].text), 0,
                        refused[i].message);
}

/* Read, to the same parameters whatever is odd about them. */
static const struct
{
  const char *name;
  const char *text;
  guint64 total;
} odd[] = {
  { "byte-order-mark", "\xef\xbb\xbf{" LLAMA ", " SIZES "}", LLAMA_TOTAL },
  { "crlf", "{\r\n\"model_type\": \"llama\",\r\n\"num_hidden_layers\": 1, " SIZES "}\r\n",
    LLAMA_TOTAL },
  { "mark-and-crlf", "\xef\xbb\xbf{\r\n" LLAMA ",\r\n" SIZES "\r\n}\r\n", LLAMA_TOTAL },
  { "infinity",
    "{" LLAMA ", \"time_step_limit\": [0.0, Infinity], \"x\": -Infinity, \"y\": NaN, " SIZES "}",
    LLAMA_TOTAL },
  { "infinity-in-text", "{" LLAMA ", \"x\": \"Infinity \\\" -Infinity NaN \\\\\", " SIZES "}",
    LLAMA_TOTAL },
  { "number-past-64-bits",
    "{" LLAMA ", \"model_max_length\": 1000000000000000019884624838656, " SIZES "}", LLAMA_TOTAL },
  { "number-past-doubles", "{" LLAMA ", \"x\": 1e999, \"y\": -1e999, " SIZES "}", LLAMA_TOTAL },
  { "text-config",
    "{\"model_type\": \"llava\", \"hidden_size\": 1024, \"text_config\": {" LLAMA ", " SIZES "}}",
    LLAMA_TOTAL },
  { "language-config",
    "{\"hidden_size\": 1024, \"num_hidden_layers\": 24, \"language_config\": {" LLAMA ", " SIZES
    "}}",
    LLAMA_TOTAL },
  { "llm-config", "{\"hidden_size\": 1024, \"llm_config\": {" LLAMA ", " SIZES "}}", LLAMA_TOTAL },
  { "decoder", "{\"hidden_size\": 1024, \"decoder\": {" LLAMA ", " SIZES "}}", LLAMA_TOTAL },
  { "two-levels",
    "{\"thinker_config\": {\"hidden_size\": 1024, \"text_config\": {" LLAMA ", " SIZES "}}}",
    LLAMA_TOTAL },
  { "kv-heads-absent",
    "{" LLAMA ", \"hidden_size\": 64, \"num_attention_heads\": 4, \"intermediate_size\": 128, "
    "\"vocab_size\": 100}",
    LLAMA_TOTAL + 64 * 64 },
  { "kv-heads-null",
    "{" LLAMA ", \"hidden_size\": 64, \"num_attention_heads\": 4, \"num_key_value_heads\": null, "
    "\"intermediate_size\": 128, \"vocab_size\": 100}",
    LLAMA_TOTAL + 64 * 64 },
  { "lists-by-layer",
    "{\"model_type\": \"tomorrow\", \"num_hidden_layers\": 1, \"hidden_size\": 64, "
    "\"num_attention_heads\": [4], \"num_key_value_heads\": [2], \"intermediate_size\": [128], "
    "\"vocab_size\": 100}",
    LLAMA_TOTAL },
  { "whole-fraction", "{\"model_type\": \"llama\", \"num_hidden_layers\": 1.0, " SIZES "}",
    LLAMA_TOTAL },
  { "dtypes", "{" LLAMA ", \"torch_dtype\": null, \"dtype\": \"torch.bfloat16\", " SIZES "}",
    LLAMA_TOTAL },
  { "dtype-auto", "{" LLAMA ", \"torch_dtype\": \"auto\", " SIZES "}", LLAMA_TOTAL },
  { "dtype-unknown", "{" LLAMA ", \"torch_dtype\": \"float3_e1m1\", " SIZES "}", LLAMA_TOTAL },
  { "wrong-kinds",
    "{" LLAMA ", \"layer_types\": [1, {}, null], \"architectures\": [[]], "
    "\"quantization_config\": {\"ignore\": [1, {}]}, \"rope_scaling\": {\"rope_type\": 3, "
    "\"long_factor\": {}}, \"tie_word_embeddings\": \"no\", " SIZES "}",
    LLAMA_TOTAL },
};

static void
test_read (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModelSpec) spec =
    plimsoll_config_read (odd[i].text, strlen (odd[i].text), "config.json", &error);
  g_autoptr (PlimsollTensorPlan) plan = NULL;
  PlimsollParameters parameters;

  g_assert_no_error (error);
  plan = plimsoll_tensor_plan_new (spec);
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  g_assert_cmpuint (parameters.total, ==, odd[i].total);
  test_malformed_bytes ("config.json", odd[i].text, strlen (odd[i].text), 0, NULL);
}

static void
test_large (void)
{
  g_autoptr (GString) deep = g_string_new ("{\"x\": ");
  g_autofree char *long_text = g_strnfill (PLIMSOLL_CONFIG_MAX_BYTES, ' ');

  /* Larger than any honest one, on the disk and as a hole. */
  long_text[0] = '{';
  test_malformed_bytes ("config.json", long_text, PLIMSOLL_CONFIG_MAX_BYTES,
                        PLIMSOLL_CONFIG_MAX_BYTES + 1,
                        "config.json: the file is larger than any config");
  test_malformed_bytes ("config.json", "{", 1, G_GUINT64_CONSTANT (1) << 40,
                        "config.json: the file is larger than any config");

  for (guint i = 0; i < 100000; i++)
    g_string_append_c (deep, '[');
  test_malformed_bytes ("config.json", deep->str, deep->len, 0,
                        "config.json: it is nested more deeply than any config");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path =
        g_strdup_printf ("/formats/malformed/config/refused/%" G_GSIZE_FORMAT, i);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_refused);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      g_autofree char *path = g_strconcat ("/formats/malformed/config/read/", odd[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_read);
    }
  g_test_add_func ("/formats/malformed/config/large", test_large);

  return g_test_run ();
}
