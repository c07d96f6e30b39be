/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog-error.h"
#include "plimsoll-estimate.h"
#include "plimsoll-format-error.h"
#include "plimsoll-mixture.h"
#include "plimsoll-model-list.h"
#include "plimsoll-model-open.h"

#include "test-model-writer.h"
#include "test-safetensors-writer.h"

typedef struct
{
  char *folder;
  PlimsollModelList *catalogue;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("plimsoll-XXXXXX", &error);
  g_assert_no_error (error);
  self->catalogue = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->catalogue, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_clear_object (&self->catalogue);
  g_free (self->folder);
}

static char *
path_of (Fixture *self, const char *name)
{
  return g_build_filename (self->folder, name, NULL);
}

static PlimsollModel *
open_name (Fixture *self, const char *name, GError **error)
{
  g_autofree char *path = path_of (self, name);

  return plimsoll_model_open (path, error);
}

/* Saves the catalogue's model as the quantizer would make it. */
static PlimsollModel *
save_model (Fixture *self, const char *id, PlimsollFileType type, const char *name)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->catalogue, id);
  const PlimsollTensorPlan *plan;
  g_autofree guint8 *formats = NULL;
  g_autofree char *path = path_of (self, name);
  TestGgufWriter w;

  g_assert_nonnull (model);
  plan = plimsoll_model_get_plan (model);
  formats = g_new0 (guint8, plan->n);
  g_assert_true (plimsoll_mixture_formats (plimsoll_model_get_spec (model), plan, type, TRUE,
                                           formats));
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, plimsoll_model_get_spec (model), plimsoll_model_get_name (model), type);
  test_model_tensors (&w, plan, formats);
  test_gguf_save (&w, path);
  return model;
}

static void
save_text (Fixture *self, const char *name, const char *text)
{
  g_autofree char *path = path_of (self, name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
save_kind (Fixture *self, const char *name, const char *key, const char *value)
{
  g_autofree char *path = path_of (self, name);
  TestGgufWriter w;

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, key, value);
  test_gguf_tensor (&w, "a.weight", PLIMSOLL_FORMAT_F16, 2, (const guint64[]) { 32, 4 }, 256);
  test_gguf_save (&w, path);
}

static void
save_config (Fixture *self)
{
  save_text (self, "config.json",
             "{\"model_type\":\"llama\",\"hidden_size\":64,\"intermediate_size\":128,"
             "\"num_hidden_layers\":2,\"num_attention_heads\":4,\"num_key_value_heads\":2,"
             "\"vocab_size\":256,\"max_position_embeddings\":512,\"torch_dtype\":\"bfloat16\"}");
}

static void
assert_refused_in (Fixture *self, const char *name, GQuark domain, int code, const char *fault)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = open_name (self, name, &error);

  g_assert_null (model);
  g_assert_error (error, domain, code);
  g_assert_true (*name == '\0' || g_str_has_prefix (error->message, name));
  if (strstr (error->message, fault) == NULL)
    g_error ("“%s” is not in “%s”", fault, error->message);
}

static void
assert_refused (Fixture *self, const char *name, int code, const char *fault)
{
  assert_refused_in (self, name, PLIMSOLL_CATALOG_ERROR, code, fault);
}

static void
assert_folder_refused (Fixture *self, const char *fault)
{
  assert_refused_in (self, "", PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_MISSING, fault);
}

/* The whole memory of one question, with weights by rule and as they are in the file. */
static void
assert_same_estimate (PlimsollModel *by_rule, PlimsollModel *read, PlimsollFileType type)
{
  g_autoptr (PlimsollWeights) weights =
    plimsoll_weights_new (plimsoll_model_get_spec (by_rule), plimsoll_model_get_plan (by_rule),
                          type, TRUE);
  PlimsollWeights *own = plimsoll_model_get_own_weights (read);
  PlimsollAcceleratorFacts facts;
  PlimsollHardware hardware;
  PlimsollQuestion question;
  PlimsollEstimate expected, found;

  plimsoll_accelerator_facts_init (&facts);
  facts.memory_bytes_nominal = G_GUINT64_CONSTANT (80) << 30;
  plimsoll_hardware_init_one_kind (&hardware, &facts, 2);
  plimsoll_question_init (&question);
  question.context = 32768;
  for (guint32 devices = 0; devices <= 2; devices++)
    for (guint32 n_cpu_moe = 0; n_cpu_moe <= 3; n_cpu_moe += 3)
      {
        memset (&expected, 0, sizeof expected);
        memset (&found, 0, sizeof found);
        question.n_devices = devices;
        question.n_cpu_moe = n_cpu_moe;
        plimsoll_estimate (plimsoll_model_get_spec (by_rule), weights, &hardware, &question,
                           &expected);
        plimsoll_estimate (plimsoll_model_get_spec (read), own, &hardware, &question, &found);
        g_assert_true (found.valid);
        g_assert_cmpuint (found.file, >, expected.file);
        found.file = expected.file;
        g_assert_cmpmem (&found, sizeof found, &expected, sizeof expected);
      }
}

/* A model's own file is sized as the catalogue's model is, to the byte. */
static void
test_as_catalogue (Fixture *self, gconstpointer data)
{
  static const char *const ids[] = {
    "Qwen/Qwen3-8B",
    "Qwen/Qwen3-30B-A3B",
    "Qwen/Qwen3-Next-80B-A3B-Instruct",
    "meta-llama/Llama-3.2-1B-Instruct",
    "google/gemma-3-27b-it",
    "google/gemma-4-26B-A4B-it",
    "deepseek-ai/DeepSeek-V2-Lite",
    "zai-org/GLM-4.5-Air",
    "openai/gpt-oss-20b",
    "ibm-granite/granite-4.0-h-small",
  };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollModel) read = NULL;
      PlimsollModel *model = save_model (self, ids[i], PLIMSOLL_FILE_TYPE_Q4_K_M, "model.gguf");

      read = open_name (self, "model.gguf", &error);
      g_assert_no_error (error);
      g_test_message ("%s: %s", ids[i],
                      plimsoll_model_get_assumptions (read)[0] != NULL
                        ? plimsoll_model_get_assumptions (read)[0]
                        : "nothing assumed");
      g_assert_cmpstr (plimsoll_model_get_name (read), ==, plimsoll_model_get_name (model));
      g_assert_cmpstr (plimsoll_model_get_exactness (read), ==, "exact");
      g_assert_cmpstr (plimsoll_model_get_own_weights (read)->name, ==, "Q4_K_M");
      g_assert_cmpint (plimsoll_model_get_own_weights (read)->exactness, ==, PLIMSOLL_EXACT);
      g_assert_null (plimsoll_model_get_assumptions (read)[0]);
      g_assert_cmpuint (plimsoll_model_get_layers (read), ==, plimsoll_model_get_layers (model));
      assert_same_estimate (model, read, PLIMSOLL_FILE_TYPE_Q4_K_M);
    }
}

/* Files are what they hold, and known by where they are. */
static void
test_content (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "model.gguf", "model.bin", "model", "model.json" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollModel) read = NULL;
      g_autoptr (PlimsollModel) again = NULL;
      g_autofree char *path = path_of (self, names[i]);
      g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

      save_model (self, "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q8_0, names[i]);
      read = open_name (self, names[i], &error);
      g_assert_no_error (error);
      g_assert_cmpstr (plimsoll_model_get_id (read), ==, path);
      g_assert_cmpstr (plimsoll_model_get_path (read), ==, path);
      g_assert_cmpstr (plimsoll_model_get_own_weights (read)->name, ==, "Q8_0");
      again = plimsoll_model_open (uri, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (plimsoll_model_get_id (again), ==, path);
    }
}

static void
test_refused (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;

  save_kind (self, "mmproj.gguf", "general.architecture", "clip");
  assert_refused (self, "mmproj.gguf", PLIMSOLL_CATALOG_ERROR_IS_ADDITION, "vision projector");
  assert_refused (self, "", PLIMSOLL_CATALOG_ERROR_IS_ADDITION, "vision projector");
  save_kind (self, "lora.gguf", "general.type", "adapter");
  assert_refused (self, "lora.gguf", PLIMSOLL_CATALOG_ERROR_IS_ADDITION, "LoRA adapter");
  save_text (self, "notes.txt", "GGML is what came before");
  model = open_name (self, "notes.txt", &error);
  g_assert_null (model);
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_NOT_THIS);
  g_assert_nonnull (strstr (error->message, "neither a GGUF nor"));
  g_clear_error (&error);

  model = open_name (self, "nothing.gguf", &error);
  g_assert_null (model);
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);

  save_kind (self, "t5.gguf", "general.architecture", "t5");
  model = open_name (self, "t5.gguf", &error);
  g_assert_null (model);
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "t5.gguf"));
}

static void
test_folder (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) one = NULL;
  g_autoptr (PlimsollModel) config = NULL;
  g_autofree char *path = path_of (self, "b.gguf");

  assert_folder_refused (self, "no GGUF");

  save_config (self);
  config = open_name (self, "", &error);
  g_assert_no_error (error);
  g_assert_null (plimsoll_model_get_own_weights (config));

  /* The projector is no second model. */
  save_kind (self, "a.gguf", "general.type", "mmproj");
  save_model (self, "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q8_0, "b.gguf");
  one = open_name (self, "", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (one), ==, path);

  save_model (self, "Qwen/Qwen3-0.6B", PLIMSOLL_FILE_TYPE_Q6_K, "c.gguf");
  assert_folder_refused (self, "2 models");
  assert_folder_refused (self, "b.gguf, c.gguf");
}

/* The bytes of a checkpoint are those of its tensors, block by block. */
static void
test_checkpoint (Fixture *self, gconstpointer data)
{
  TestSafetensorsWriter w;
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) file = NULL;
  g_autoptr (PlimsollModel) folder = NULL;
  const PlimsollWeights *weights;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "model.embed_tokens.weight", "BF16", "256, 64", 32768);
  test_safetensors_tensor (&w, "model.layers.0.mlp.up_proj.weight", "BF16", "128, 64", 16384);
  test_safetensors_tensor (&w, "model.layers.1.mlp.experts.7.up_proj.weight", "BF16", "128, 64",
                           16384);
  test_safetensors_tensor (&w, "model.layers.1.input_layernorm.weight", "BF16", "64", 128);
  test_safetensors_tensor (&w, "lm_head.weight", "BF16", "256, 64", 32768);
  test_safetensors_save (&w, self->folder, "model.safetensors");
  assert_refused (self, "model.safetensors", PLIMSOLL_CATALOG_ERROR_INVALID, "config.json");

  save_config (self);
  file = open_name (self, "model.safetensors", &error);
  g_assert_no_error (error);
  folder = open_name (self, "", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_model_get_own_weights (folder)->tensor_bytes, ==, 98432);

  weights = plimsoll_model_get_own_weights (file);
  g_assert_true (weights->is_native);
  g_assert_cmpstr (weights->name, ==, "BF16");
  g_assert_cmpuint (weights->tensor_bytes, ==, 98432);
  g_assert_cmpuint (weights->embedding_host, ==, 32768);
  g_assert_cmpuint (weights->output_device, ==, 32768);
  g_assert_cmpuint (weights->head_bytes, ==, 32768);
  g_assert_cmpuint (weights->blocks[0].device, ==, 16384);
  g_assert_cmpuint (weights->blocks[1].device, ==, 128);
  g_assert_cmpuint (weights->blocks[1].experts_device, ==, 16384);
  g_assert_cmpuint (weights->read_always, ==, 16384 + 128 + 32768);
  g_assert_cmpuint (weights->read_experts_all, ==, 16384);
}

/* What is no quantizer's mixture says so and keeps its bytes. */
static void
test_own_mixture (Fixture *self, gconstpointer data)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->catalogue, "Qwen/Qwen3-0.6B");
  const PlimsollTensorPlan *plan = plimsoll_model_get_plan (model);
  g_autofree guint8 *formats = g_new0 (guint8, plan->n);
  g_autofree char *path = path_of (self, "model-UD-Q4_K_XL.gguf");
  g_autoptr (PlimsollModel) read = NULL;
  g_autoptr (PlimsollWeights) expected = NULL;
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;

  plimsoll_mixture_formats (plimsoll_model_get_spec (model), plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE,
                            formats);
  for (gsize i = 0; i < plan->n; i++)
    if (plan->tensors[i].role == PLIMSOLL_ROLE_DOWN)
      formats[i] = PLIMSOLL_FORMAT_Q5_K;
  test_gguf_init (&w, 3, FALSE);
  test_model_keys (&w, plimsoll_model_get_spec (model), "Own", PLIMSOLL_FILE_TYPE_Q4_K_M);
  test_model_tensors (&w, plan, formats);
  test_gguf_save (&w, path);
  expected = plimsoll_weights_new_for_formats (plimsoll_model_get_spec (model), plan, formats);

  read = plimsoll_model_open (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_own_weights (read)->name, ==, "Q4_K_M");
  g_assert_cmpuint (plimsoll_model_get_own_weights (read)->tensor_bytes, ==,
                    expected->tensor_bytes);
  g_assert_nonnull (plimsoll_model_get_assumptions (read)[0]);
  g_assert_nonnull (strstr (plimsoll_model_get_assumptions (read)[0], "mixture of its own"));
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/model-open/as-catalogue", test_as_catalogue);
  ADD ("/model-open/content", test_content);
  ADD ("/model-open/refused", test_refused);
  ADD ("/model-open/folder", test_folder);
  ADD ("/model-open/checkpoint", test_checkpoint);
  ADD ("/model-open/own-mixture", test_own_mixture);

  return g_test_run ();
}
