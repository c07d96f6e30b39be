/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-parameters.h"
#include "plimsoll-safetensors.h"

#include "plimsoll-test-spec.h"
#include "test-safetensors-writer.h"

static PlimsollSafetensors *
parse (GByteArray *bytes, guint64 file_size, GError **error)
{
  /* A block of the exact size, so that a sanitizer sees one byte too far. */
  g_autofree guint8 *exact = g_memdup2 (bytes->data, bytes->len);

  return plimsoll_safetensors_parse (exact, bytes->len, file_size, "m.safetensors", error);
}

static PlimsollSafetensors *
parse_writer (TestSafetensorsWriter *w, GError **error)
{
  g_autoptr (GByteArray) bytes = test_safetensors_finish (w);

  return parse (bytes, bytes->len + w->data_bytes, error);
}

static void
test_parse (void)
{
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "\\u0061\\ud83d\\ude00", "BF16", "4, 8", 64);
  test_safetensors_tensor (&w, "scalar", "F32", "", 4);
  test_safetensors_tensor (&w, "none", "F32", "0, 7", 0);
  test_safetensors_tensor (&w, "four", "F4", "3, 2", 3);
  file = parse_writer (&w, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (file->n_tensors, ==, 4);
  g_assert_cmpstr (file->tensors[0].name, ==, "a😀");
  g_assert_cmpuint (file->tensors[0].first, ==, 4);
  g_assert_cmpuint (file->tensors[0].last, ==, 8);
  g_assert_cmpuint (file->tensor_bytes, ==, 71);
  g_assert_cmpuint (file->parameters, ==, 39);
  g_assert_cmpstr (file->scheme, ==, "");
  g_assert_cmpuint (file->n_dtypes, ==, 3);
  g_assert_cmpstr (file->by_dtype[0].name, ==, "BF16");
  g_assert_cmpuint (file->by_dtype[0].bytes, ==, 64);
  g_assert_cmpstr (file->by_dtype[1].name, ==, "F32");
  g_assert_cmpuint (file->by_dtype[1].tensors, ==, 2);
  g_assert_cmpuint (file->by_dtype[2].bytes, ==, 3);
}

typedef struct
{
  const char *name;
  const char *dtype;
  const char *shape;
  guint64 bytes;
} Part;

/* A matrix of 256 columns and 128 rows, packed; its scheme where no config names it. */
static const struct
{
  const char *name;
  Part parts[6];
  const char *config; /* (nullable): quantization_config */
  guint64 parameters;
  guint64 scale_bytes;
  const char *scheme;
} packed[] = {
  { "gptq",
    { { "a.qweight", "I32", "32, 128", 16384 },
      { "a.qzeros", "I32", "2, 16", 128 },
      { "a.scales", "F16", "2, 128", 512 },
      { "a.g_idx", "I32", "256", 1024 } },
    NULL,
    32768,
    1664,
    "GPTQ-INT4" },
  { "gptq-3-bits",
    { { "a.qweight", "I32", "24, 128", 12288 },
      { "a.qzeros", "I32", "2, 12", 96 },
      { "a.scales", "F16", "2, 128", 512 },
      { "a.g_idx", "I32", "256", 1024 } },
    NULL,
    32768,
    1632,
    "GPTQ-INT3" },
  { "awq",
    { { "a.qweight", "I32", "256, 16", 16384 },
      { "a.qzeros", "I32", "2, 16", 128 },
      { "a.scales", "F16", "2, 128", 512 } },
    NULL,
    32768,
    640,
    "AWQ-INT4" },
  { "compressed-tensors",
    { { "a.weight_packed", "I32", "128, 32", 16384 },
      { "a.weight_scale", "BF16", "128, 8", 2048 },
      { "a.weight_shape", "I64", "2", 16 } },
    "{\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":"
    "{\"num_bits\":4,\"group_size\":32}}}}",
    32768,
    2064,
    "INT4" },
  { "compressed-tensors-8-bits",
    { { "a.weight_packed", "I32", "128, 64", 32768 },
      { "a.weight_scale", "BF16", "128, 8", 2048 },
      { "a.weight_shape", "I64", "2", 16 } },
    "{\"quant_method\":\"compressed-tensors\",\"config_groups\":{\"group_0\":{\"weights\":"
    "{\"num_bits\":8,\"group_size\":32}}}}",
    32768,
    2064,
    "INT8" },
  { "compressed-tensors-nvfp4",
    { { "a.weight_packed", "U8", "128, 128", 16384 },
      { "a.weight_scale", "F8_E4M3", "128, 16", 2048 },
      { "a.weight_global_scale", "F32", "1", 4 },
      { "a.input_global_scale", "F32", "1", 4 } },
    NULL,
    32768,
    2056,
    "NVFP4" },
  { "modelopt-nvfp4",
    { { "a.weight", "U8", "128, 128", 16384 },
      { "a.weight_scale", "F8_E4M3", "128, 16", 2048 },
      { "a.weight_scale_2", "F32", "", 4 },
      { "a.input_scale", "F32", "", 4 } },
    NULL,
    32768,
    2056,
    "NVFP4" },
  { "bitsandbytes-nf4",
    { { "a.weight", "U8", "16384, 1", 16384 },
      { "a.weight.absmax", "U8", "512", 512 },
      { "a.weight.quant_map", "F32", "16", 64 },
      { "a.weight.nested_absmax", "F32", "2", 8 },
      { "a.weight.nested_quant_map", "F32", "256", 1024 },
      { "a.weight.quant_state.bitsandbytes__nf4", "U8", "80", 80 } },
    NULL,
    32768,
    1688,
    "NF4" },
  { "bitsandbytes-int8",
    { { "a.weight", "I8", "128, 256", 32768 },
      { "a.SCB", "F32", "128", 512 },
      { "a.weight_format", "U8", "", 1 } },
    NULL,
    32768,
    513,
    "INT8" },
  { "mlx",
    { { "a.weight", "U32", "128, 32", 16384 },
      { "a.scales", "BF16", "128, 4", 1024 },
      { "a.biases", "BF16", "128, 4", 1024 },
      { "b.weight", "U32", "128, 64", 32768 },
      { "b.scales", "BF16", "128, 4", 1024 },
      { "b.biases", "BF16", "128, 4", 1024 } },
    "{\"group_size\":64,\"bits\":4,\"b\":{\"group_size\":64,\"bits\":8}}",
    65536,
    4096,
    "MLX-4" },
  { "fp8",
    { { "a.weight", "F8_E4M3", "128, 256", 32768 },
      { "a.weight_scale_inv", "F32", "1, 2", 8 },
      { "b.weight", "BF16", "2, 2", 8 } },
    NULL,
    32772,
    8,
    "FP8" },
  { "mxfp4",
    { { "a_blocks", "U8", "2, 64, 8, 16", 16384 },
      { "a_scales", "U8", "2, 64, 8", 1024 },
      { "a_bias", "BF16", "2, 64", 256 } },
    NULL,
    32896,
    1024,
    "MXFP4" },
  { "deepseek-mxfp4",
    { { "a.weight", "I8", "128, 128", 16384 }, { "a.scale", "F8_E8M0", "128, 8", 1024 } },
    NULL,
    32768,
    1024,
    "MXFP4" },
  { "exl3",
    { { "a.trellis", "I16", "16, 8, 64", 16384 },
      { "a.suh", "F16", "256", 512 },
      { "a.svh", "F16", "128", 256 } },
    NULL,
    32768,
    768,
    "EXL3" },
  { "exl2",
    { { "a.q_weight", "I32", "40, 128", 20480 },
      { "a.q_invperm", "I32", "256", 1024 },
      { "a.q_groups", "I16", "16", 32 } },
    NULL,
    32768,
    1056,
    "EXL2" },
  { "plain-names",
    { { "a.scales", "BF16", "128", 256 }, { "b.scale", "F32", "2", 8 } },
    NULL,
    130,
    0,
    "" },
};

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("plimsoll-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
save_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_packed (gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);
  g_autofree char *folder = make_folder ();
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  for (gsize j = 0; j < G_N_ELEMENTS (packed[i].parts) && packed[i].parts[j].name != NULL; j++)
    {
      const Part *part = &packed[i].parts[j];

      test_safetensors_tensor (&w, part->name, part->dtype, part->shape, part->bytes);
    }
  test_safetensors_save (&w, folder, "model.safetensors");
  if (packed[i].config != NULL)
    {
      g_autofree char *config = g_strdup_printf ("{\"quantization_config\":%s}", packed[i].config);

      save_text (folder, "config.json", config);
    }
  file = plimsoll_safetensors_read (folder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->parameters, ==, packed[i].parameters);
  g_assert_cmpuint (file->scale_bytes, ==, packed[i].scale_bytes);
  g_assert_cmpstr (file->scheme, ==, packed[i].scheme);
  g_assert_null (file->spec);
  g_assert_cmpuint (g_strv_length (file->assumptions), ==, 1);
  remove_folder (folder);
}

static void
test_no_bits (void)
{
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "a.weight_packed", "I32", "128, 32", 16384);
  file = parse_writer (&w, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->parameters, ==, 32768);
  g_assert_cmpstr (file->assumptions[0], ==,
                   "No config says how many bits the packed weights have: they are counted as "
                   "weights of 4 bits.");
}

static void
test_unknown_dtype (void)
{
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "a", "F2_NEW", "128, 32", 1024);
  file = parse_writer (&w, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->parameters, ==, 4096);
  g_assert_cmpuint (file->tensor_bytes, ==, 1024);
  g_assert_cmpstr (file->by_dtype[0].name, ==, "unknown");
  g_assert_cmpstr (file->assumptions[0], ==,
                   "“a” has a dtype that is not known: its bytes are counted, and each of its "
                   "elements as a weight.");
}

#define SHARD_1 "model-00001-of-00002.safetensors"
#define SHARD_2 "model-00002-of-00002.safetensors"
#define INDEX "model.safetensors.index.json"

static void
save_shard (const char *folder, const char *name, const char *tensor)
{
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, tensor, "BF16", "16, 16", 512);
  test_safetensors_save (&w, folder, name);
}

static void
assert_read (const char *folder, const char *name, const char *message)
{
  g_autofree char *path = name != NULL ? g_build_filename (folder, name, NULL) : g_strdup (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollSafetensors) file = plimsoll_safetensors_read (path, &error);

  if (message != NULL)
    {
      g_assert_null (file);
      g_assert_cmpstr (error->message, ==, message);
      return;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (file->n_shards, ==, 2);
  g_assert_cmpuint (file->n_tensors, ==, 2);
  g_assert_cmpuint (file->parameters, ==, 512);
  g_assert_cmpuint (file->tensor_bytes, ==, 1024);
}

static void
test_shards (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *given = g_path_get_basename (folder);
  g_autofree char *missing_file = g_build_filename (folder, SHARD_2, NULL);
  g_autofree char *index = g_build_filename (folder, INDEX, NULL);
  g_autofree char *nothing = g_strconcat (given, ": no safetensors files are in this folder", NULL);
  g_autofree char *unrelated =
    g_strconcat (given,
                 ": 2 safetensors files are in this folder, but no index says how they "
                 "belong together",
                 NULL);

  assert_read (folder, NULL, nothing);
  save_shard (folder, SHARD_1, "a");
  assert_read (folder, NULL, SHARD_1 ": shard 2 of 2 is missing: " SHARD_2);
  save_shard (folder, SHARD_2, "b");
  assert_read (folder, SHARD_1, NULL);
  assert_read (folder, SHARD_2, NULL);
  assert_read (folder, NULL, NULL);

  save_text (folder, INDEX,
             "{\"metadata\":{\"total_size\":3},\"weight_map\":{\"a\":\"" SHARD_1
             "\",\"b\":\"" SHARD_2 "\"}}");
  assert_read (folder, NULL, NULL);
  assert_read (folder, INDEX, NULL);
  assert_read (folder, SHARD_2, NULL);

  save_text (folder, INDEX,
             "{\"weight_map\":{\"a\":\"" SHARD_1 "\",\"mtp.fc.weight\":\"" SHARD_2 "\"}}");
  assert_read (folder, NULL, INDEX ": “mtp.fc.weight” is not in " SHARD_2 ", where it should be");
  save_text (folder, INDEX, "{\"weight_map\":{\"a\":\"" SHARD_2 "\",\"b\":\"" SHARD_1 "\"}}");
  assert_read (folder, NULL, INDEX ": “a” is not in " SHARD_2 ", where it should be");
  save_text (folder, INDEX, "{\"weight_map\":{\"a\":\"../" SHARD_1 "\"}}");
  assert_read (folder, NULL, INDEX ": “../" SHARD_1 "” is no name of a shard");
  save_text (folder, INDEX, "{\"weight_map\":{\"a\":1}}");
  assert_read (folder, NULL, INDEX ": it cannot be read at byte 19: it is no JSON");
  save_text (folder, INDEX, "{\"metadata\":{}}");
  assert_read (folder, NULL, INDEX ": no index of safetensors: it has no “weight_map”");

  g_unlink (missing_file);
  save_text (folder, INDEX, "{\"weight_map\":{\"a\":\"" SHARD_1 "\",\"b\":\"" SHARD_2 "\"}}");
  assert_read (folder, NULL, INDEX ": shard 2 of 2 is missing: " SHARD_2);
  assert_read (folder, "absent.safetensors", "absent.safetensors: No such file or directory");

  g_unlink (index);
  save_shard (folder, "other.safetensors", "c");
  g_autofree char *first = g_build_filename (folder, SHARD_1, NULL);
  g_autofree char *consolidated = g_build_filename (folder, "consolidated.safetensors", NULL);
  g_rename (first, consolidated);
  assert_read (folder, NULL, unrelated);
  remove_folder (folder);
}

/* A folder as people have it: the config gives the model, the tensors the bytes. */
static void
test_folder (void)
{
  g_autofree char *folder = make_folder ();
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;

  save_shard (folder, SHARD_1, "a");
  save_shard (folder, SHARD_2, "b");
  save_text (folder, INDEX, "{\"weight_map\":{\"a\":\"" SHARD_1 "\"}}");
  save_shard (folder, SHARD_1, "a");
  save_text (folder, "config.json",
             "{\"model_type\":\"llama\",\"hidden_size\":64,\"num_hidden_layers\":2,"
             "\"num_attention_heads\":4,\"intermediate_size\":128,\"vocab_size\":100}");
  file = plimsoll_safetensors_read (folder, &error);
  g_assert_no_error (error);
  g_assert_nonnull (file->spec);
  g_assert_cmpuint (file->spec->n_blocks, ==, 2);
  g_assert_null (file->assumptions[0]);
  g_assert_cmpuint (file->n_shards, ==, 1);
  remove_folder (folder);
}

/* The tensors of a published model, as one file. */
static void
test_model (gconstpointer data)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (data);
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  g_autoptr (PlimsollSafetensors) file = NULL;
  g_autoptr (GError) error = NULL;
  PlimsollParameters parameters;
  TestSafetensorsWriter w;
  gsize n = 0;

  test_safetensors_init (&w);
  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *tensor = &plan->tensors[i];
      g_autofree char *name = g_strdup_printf ("%d.%s", tensor->block, tensor->suffix);
      g_autofree char *shape =
        g_strdup_printf ("%" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT,
                         tensor->ne[2], tensor->ne[1], tensor->ne[0]);

      if ((tensor->flags & PLIMSOLL_TENSOR_IN_CHECKPOINT) == 0)
        continue;
      test_safetensors_tensor (&w, name, "BF16", shape,
                               tensor->ne[0] * tensor->ne[1] * tensor->ne[2] * 2);
      n++;
    }
  file = parse_writer (&w, &error);
  g_assert_no_error (error);
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  g_assert_cmpuint (file->n_tensors, ==, n);
  g_assert_cmpuint (file->parameters, ==, parameters.total);
  g_assert_cmpuint (file->tensor_bytes, ==, parameters.total * 2);
  g_assert_cmpstr (file->scheme, ==, "");
}

static void
add_tests (const char *stem, const char *name, gsize i, GTestDataFunc test)
{
  g_autofree char *path = g_strconcat ("/formats/safetensors/", stem, "/", name, NULL);

  g_test_add_data_func (path, GSIZE_TO_POINTER (i), test);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = NULL;

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/safetensors/parse", test_parse);
  for (gsize i = 0; i < G_N_ELEMENTS (packed); i++)
    add_tests ("packed", packed[i].name, i, test_packed);
  g_test_add_func ("/formats/safetensors/no-bits", test_no_bits);
  g_test_add_func ("/formats/safetensors/unknown-dtype", test_unknown_dtype);
  g_test_add_func ("/formats/safetensors/shards", test_shards);
  g_test_add_func ("/formats/safetensors/folder", test_folder);
  names = plimsoll_test_model_names ();
  for (char **name = names; *name != NULL; name++)
    {
      g_autofree char *path = g_strconcat ("/formats/safetensors/truth/", *name, NULL);

      g_test_add_data_func_full (path, g_strdup (*name), test_model, g_free);
    }

  return g_test_run ();
}
