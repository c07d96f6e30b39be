/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models read from a hub on this computer. */

#include "plimsoll-format-error.h"
#include "plimsoll-hub-error.h"
#include "plimsoll-hub-repository.h"

#include "test-hub-opening.h"
#include "test-safetensors-writer.h"

#include <utime.h>

static void
test_gguf (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  PlimsollModel *same = known (self, "Qwen/Qwen3-8B");
  const PlimsollWeights *weights;
  PlimsollHubUse use;
  g_autofree char *repository = NULL;

  put_8b (self);
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (model), ==, "acme/Qwen3-8B-GGUF:Q4_K_M");
  g_assert_cmpstr (plimsoll_model_get_name (model), ==, "Qwen3-8B-GGUF");
  g_assert_cmpstr (plimsoll_model_get_licence (model), ==, "apache-2.0");
  g_assert_cmpuint (plimsoll_model_get_downloads (model), ==, 1234);
  g_assert_null (plimsoll_model_get_path (model));
  repository = plimsoll_model_dup_repository (model);
  g_assert_cmpstr (repository, ==, "acme/Qwen3-8B-GGUF");
  g_assert_cmpuint (plimsoll_model_get_parameters (model), ==,
                    plimsoll_model_get_parameters (same));

  weights = plimsoll_model_get_own_weights (model);
  g_assert_cmpstr (weights->name, ==, "Q4_K_M");
  g_assert_cmpuint (plimsoll_model_get_file_size (model, PLIMSOLL_FILE_TYPE_Q4_K_M), ==,
                    weights->file_bytes);
  g_assert_cmpuint (plimsoll_model_get_file_size (model, PLIMSOLL_FILE_TYPE_Q8_0), >,
                    weights->file_bytes);
  g_assert_cmpuint (plimsoll_model_get_file_size (model, PLIMSOLL_FILE_TYPE_Q6_K), ==, 0);

  /* The vocabulary is 7 MB; less than one came. */
  g_test_message ("%" G_GUINT64_FORMAT " bytes in %d requests", use.came,
                  g_atomic_int_get (&self->base.site.n_requests));
  g_assert_cmpuint (use.came, <, 1000 * 1000);
  g_assert_cmpint (use.age, ==, -1);
}

static void
test_quantization (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;

  put_8b (self);
  model = open_one (self, "acme/Qwen3-8B-GGUF:q8_0", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (model), ==, "acme/Qwen3-8B-GGUF:Q8_0");
  g_clear_object (&model);

  model = open_one (self, "https://huggingface.co/acme/Qwen3-8B-GGUF/blob/main/Qwen3-8B-Q8_0.gguf",
                    NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (model), ==, "acme/Qwen3-8B-GGUF:Q8_0");
  g_clear_object (&model);

  model = open_one (self, "acme/Qwen3-8B-GGUF:Q5_K_M", NULL, &error);
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_NO_MODEL);
  g_assert_cmpstr (error->message, ==, "acme/Qwen3-8B-GGUF has no Q5_K_M; it has Q4_K_M, Q8_0");
}

/* What was read once is there without the hub. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  PlimsollHubUse use;
  int n_requests;

  put_8b (self);
  model = open_from (self, "acme/Qwen3-8B-GGUF", TRUE, &use, &error);
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_OFFLINE);
  g_clear_error (&error);
  g_assert_cmpint (g_atomic_int_get (&self->base.site.n_requests), ==, 0);

  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_clear_object (&model);
  n_requests = g_atomic_int_get (&self->base.site.n_requests);

  /* Confirmed by one request without a body: the files are of a commit. */
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_atomic_int_get (&self->base.site.n_requests), ==, n_requests + 1);
  g_assert_cmpint (use.age, ==, -1);
  g_clear_object (&model);

  model = open_from (self, "acme/Qwen3-8B-GGUF", TRUE, &use, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_atomic_int_get (&self->base.site.n_requests), ==, n_requests + 1);
  g_assert_cmpuint (plimsoll_model_get_own_weights (model)->file_bytes, >, 0);
  g_clear_object (&model);

  test_hub_start (&self->base, TRUE);
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpint (use.age, >=, 0);
  g_assert_cmpint (use.age, <, 60);
  g_clear_object (&model);

  g_assert_cmpuint (plimsoll_hub_get_kept (self->base.hub), >, 100000);
  g_assert_cmpuint (plimsoll_hub_forget (self->base.hub), >, 100000);
  g_assert_cmpuint (plimsoll_hub_get_kept (self->base.hub), ==, 0);
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_OFFLINE);
}

/* Says that what is kept was true @days ago. */
static void
make_older (Fixture *self, int days)
{
  const char *folder = plimsoll_hub_get_settings (self->base.hub)->cache_folder;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  struct utimbuf times;
  const char *name;

  g_assert_nonnull (dir);
  times.actime = times.modtime = (time_t) (g_get_real_time () / G_USEC_PER_SEC) - days * 86400 - 60;
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_cmpint (g_utime (path, &times), ==, 0);
    }
}

static void
check_age (Fixture *self, gint64 days)
{
  g_autoptr (GError) error = NULL;
  PlimsollHubUse use;
  g_autoptr (PlimsollModel) model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_autofree char *text = NULL;
  g_autofree char *says = g_strdup_printf ("as it was %d days ago", (int) days);

  g_assert_no_error (error);
  g_assert_cmpint (use.age / 86400, ==, days);
  text = plimsoll_hub_use_text (&use, "it");
  g_assert_nonnull (strstr (text, days > 0 ? says : "within the hour"));
}

/* What is kept says how old it is, whyever the hub does not answer; what the hub confirms is new,
 * and so is what a commit fixes. */
static void
test_old (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  PlimsollHubUse use;

  put_8b (self);
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_clear_object (&model);

  make_older (self, 3);
  test_hub_start (&self->base, TRUE);
  check_age (self, 3);
  make_older (self, 40);
  check_age (self, 40);

  /* The cable is out. */
  test_hub_start (&self->base, FALSE);
  test_site_close (&self->base.site);
  check_age (self, 40);
  test_site_open (&self->base.site);

  /* 304 */
  test_hub_start (&self->base, FALSE);
  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpint (use.age, ==, -1);
  g_assert_cmpuint (use.came, ==, 0);
  test_hub_start (&self->base, TRUE);
  check_age (self, 0);
}

#define CONFIG                                                                                     \
  "{\"model_type\":\"llama\",\"architectures\":[\"LlamaForCausalLM\"],\"hidden_size\":64,"         \
  "\"num_hidden_layers\":2,\"num_attention_heads\":4,\"num_key_value_heads\":2,"                   \
  "\"intermediate_size\":128,\"vocab_size\":256,\"max_position_embeddings\":2048,"                 \
  "\"tie_word_embeddings\":true,\"torch_dtype\":\"bfloat16\"}"

static void
test_config (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;

  test_hub_put_text (&self->base, "acme/Small/config.json", CONFIG);
  test_hub_put_repository (&self->base, "acme/Small", "\"gated\":\"auto\",");
  model = open_one (self, "acme/Small", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (plimsoll_model_get_id (model), ==, "acme/Small");
  g_assert_null (plimsoll_model_get_own_weights (model));
  g_clear_object (&model);

  model = open_one (self, "acme/Small:Q4_K_M", NULL, &error);
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_NO_MODEL);
}

/* --- Safetensors --- */

static void
add_layer (TestSafetensorsWriter *w, guint layer)
{
  static const struct
  {
    const char *name, *shape;
    guint64 elements;
  } tensors[] = {
    { "self_attn.q_proj", "64, 64", 4096 },   { "self_attn.k_proj", "32, 64", 2048 },
    { "self_attn.v_proj", "32, 64", 2048 },   { "self_attn.o_proj", "64, 64", 4096 },
    { "mlp.gate_proj", "128, 64", 8192 },     { "mlp.up_proj", "128, 64", 8192 },
    { "mlp.down_proj", "64, 128", 8192 },     { "input_layernorm", "64", 64 },
    { "post_attention_layernorm", "64", 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tensors); i++)
    {
      g_autofree char *name = g_strdup_printf ("model.layers.%u.%s.weight", layer, tensors[i].name);

      test_safetensors_tensor (w, name, "BF16", tensors[i].shape, 2 * tensors[i].elements);
    }
}

static void
put_shard (Fixture *self, const char *name, TestSafetensorsWriter *w)
{
  GBytes *header = g_byte_array_free_to_bytes (test_safetensors_finish (w));

  test_hub_put_file (&self->base, name, header, g_bytes_get_size (header) + w->data_bytes);
}

#define CHECKPOINT_BYTES G_GUINT64_CONSTANT (180864) /* 2 * (256*64 + 2 * 36992 + 64) */

static void
test_checkpoint (Fixture *self, gconstpointer data)
{
  static const char *const repositories[] = { "acme/One", "acme/Two" };
  g_autoptr (GString) index =
    g_string_new ("{\"metadata\":{\"total_size\":180864},\"weight_map\":{");
  TestSafetensorsWriter w;

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "model.embed_tokens.weight", "BF16", "256, 64", 32768);
  add_layer (&w, 0);
  add_layer (&w, 1);
  test_safetensors_tensor (&w, "model.norm.weight", "BF16", "64", 128);
  g_assert_cmpuint (w.data_bytes, ==, CHECKPOINT_BYTES);
  put_shard (self, "acme/One/model.safetensors", &w);

  test_safetensors_init (&w);
  test_safetensors_tensor (&w, "model.embed_tokens.weight", "BF16", "256, 64", 32768);
  add_layer (&w, 0);
  put_shard (self, "acme/Two/model-00001-of-00002.safetensors", &w);
  test_safetensors_init (&w);
  add_layer (&w, 1);
  test_safetensors_tensor (&w, "model.norm.weight", "BF16", "64", 128);
  put_shard (self, "acme/Two/model-00002-of-00002.safetensors", &w);

  for (guint i = 0; i < 2; i++)
    {
      static const char *const parts[] = {
        "self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj",
        "self_attn.o_proj", "mlp.gate_proj",    "mlp.up_proj",
        "mlp.down_proj",    "input_layernorm",  "post_attention_layernorm",
      };

      for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
        g_string_append_printf (index,
                                "\"model.layers.%u.%s.weight\":"
                                "\"model-0000%u-of-00002.safetensors\",",
                                i, parts[k], i + 1);
    }
  g_string_append (index, "\"model.embed_tokens.weight\":\"model-00001-of-00002.safetensors\","
                          "\"model.norm.weight\":\"model-00002-of-00002.safetensors\"}}");
  test_hub_put_text (&self->base, "acme/Two/model.safetensors.index.json", index->str);

  for (guint i = 0; i < G_N_ELEMENTS (repositories); i++)
    {
      g_autofree char *config = g_strconcat (repositories[i], "/config.json", NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (PlimsollModel) model = NULL;
      PlimsollHubUse use;

      test_hub_put_text (&self->base, config, CONFIG);
      test_hub_put_repository (&self->base, repositories[i], "");
      model = open_one (self, repositories[i], &use, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (plimsoll_model_get_id (model), ==, repositories[i]);
      g_assert_cmpuint (plimsoll_model_get_layers (model), ==, 2);
      g_assert_cmpuint (plimsoll_model_get_parameters (model), ==, CHECKPOINT_BYTES / 2);
      g_assert_cmpuint (plimsoll_model_get_own_weights (model)->tensor_bytes, ==, CHECKPOINT_BYTES);
      /* The headers alone, of pieces of 64 KiB. */
      g_assert_cmpuint (use.came, <, 3 * 65536);
    }
}

/* A header that is said to be as long as the file. */
static void
test_long_header (Fixture *self, gconstpointer data)
{
  static const guint64 lengths[] = { G_GUINT64_CONSTANT (1) << 40, 200 << 20, 23 << 20 };

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      const guint64 length = GUINT64_TO_LE (lengths[i]);
      g_autofree char *name = g_strdup_printf ("acme/Long%u", i);
      g_autofree char *file = g_strconcat (name, "/model.safetensors", NULL);
      g_autoptr (GError) error = NULL;
      PlimsollHubUse use = { 0 };

      test_hub_put_file (&self->base, file, g_bytes_new (&length, sizeof length),
                         G_GUINT64_CONSTANT (1) << 41);
      test_hub_put_repository (&self->base, name, "");
      g_assert_null (open_one (self, name, &use, &error));
      g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TOO_LARGE);
      g_assert_cmpuint (use.came, <=, 65536 + 1000);
    }
}

/* A repository of 100,000 files, whose list comes by pages. */
static void
test_many_files (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  g_autoptr (GString) page = g_string_new ("[");
  g_autoptr (GString) all = g_string_new ("{\"siblings\":[");
  g_autofree char *large = g_strnfill (9 << 20, ' ');

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (page, "%s{\"type\":\"file\",\"path\":\"data/%06u.bin\",\"size\":1}",
                            i > 0 ? "," : "", i);
  g_string_append (page, "]");
  /* The first way is too large. */
  g_string_append (all, large);
  test_hub_put (&self->base, "/api/models/acme/Many?blobs=true", all->str);
  test_hub_put (&self->base, "/api/models/acme/Many?expand*",
                "{\"id\":\"acme/Many\",\"sha\":\"" TEST_HUB_COMMIT "\"}");
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *path =
        g_strdup_printf (i == 0 ? "/api/models/acme/Many/tree/" TEST_HUB_COMMIT "?recursive=true"
                                : "/page/%u",
                         i);
      g_autofree char *answer = g_strdup_printf (
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %" G_GSIZE_FORMAT
        "\r\nLink: <http://127.0.0.1:%u/page/%u>; rel=\"next\"\r\nConnection: close\r\n\r\n%s",
        page->len, self->base.site.port, i + 1, page->str);

      g_hash_table_replace (self->base.hosts, g_strdup (path), g_steal_pointer (&answer));
    }
  test_hub_put (&self->base, "/page/10",
                "[{\"type\":\"file\",\"path\":\"config.json\",\"size\":326}]");
  test_hub_put_text (&self->base, "acme/Many/config.json", CONFIG);

  model = open_one (self, "acme/Many", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_model_get_layers (model), ==, 2);
}

/* --- Names --- */

static void
test_labels (void)
{
  static const struct
  {
    const char *file, *label;
  } cases[] = {
    { "Qwen3-8B-Q4_K_M.gguf", "Q4_K_M" },
    { "qwen2.5-7b-instruct-q4_k_m-00001-of-00002.gguf", "Q4_K_M" },
    { "Q8_0/Big-Q8_0-00001-of-00003.gguf", "Q8_0" },
    { "Qwen3-8B-UD-Q4_K_XL.gguf", "UD-Q4_K_XL" },
    { "Qwen3-8B-UD-IQ2_M.gguf", "UD-IQ2_M" },
    { "gpt-oss-20b-mxfp4.gguf", "MXFP4" },
    { "model.BF16.gguf", "BF16" },
    { "ggml-model-f16.gguf", "F16" },
    { "model.gguf", NULL },
    { "llama-2-7b.gguf", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *label = plimsoll_hub_quantization_label (cases[i].file);

      g_assert_cmpstr (label, ==, cases[i].label);
    }
}

static void
test_sets (void)
{
  g_autoptr (PlimsollHubRepository) repository = plimsoll_hub_repository_new ();
  g_autoptr (GArray) all = NULL;
  const PlimsollHubQuantization *one;

  plimsoll_hub_repository_add (repository, "Q8_0/Big-Q8_0-00002-of-00002.gguf", 20);
  plimsoll_hub_repository_add (repository, "Q8_0/Big-Q8_0-00001-of-00002.gguf", 30);
  plimsoll_hub_repository_add (repository, "Big-Q4_K_M.gguf", 25);
  plimsoll_hub_repository_add (repository, "Big-Q4_K_M.gguf", 25);
  plimsoll_hub_repository_add (repository, "Big-Q6_K-00001-of-00002.gguf", 40);
  plimsoll_hub_repository_add (repository, "mmproj-F16.gguf", 5);
  plimsoll_hub_repository_sort (repository);
  all = plimsoll_hub_repository_quantizations (repository);
  g_assert_cmpuint (all->len, ==, 2);
  one = &g_array_index (all, PlimsollHubQuantization, 0);
  g_assert_cmpstr (one->label, ==, "Q4_K_M");
  g_assert_cmpuint (one->bytes, ==, 25);
  one = &g_array_index (all, PlimsollHubQuantization, 1);
  g_assert_cmpstr (one->label, ==, "Q8_0");
  g_assert_cmpstr (one->first, ==, "Q8_0/Big-Q8_0-00001-of-00002.gguf");
  g_assert_cmpuint (one->bytes, ==, 50);
  g_assert_cmpuint (one->n_files, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, test) g_test_add ("/hub-model/" path, Fixture, NULL, set_up, test, tear_down)
  ADD ("gguf", test_gguf);
  ADD ("quantization", test_quantization);
  ADD ("kept", test_kept);
  ADD ("old", test_old);
  ADD ("config", test_config);
  ADD ("checkpoint", test_checkpoint);
  ADD ("long-header", test_long_header);
  ADD ("many-files", test_many_files);
#undef ADD
  g_test_add_func ("/hub-model/labels", test_labels);
  g_test_add_func ("/hub-model/sets", test_sets);
  return g_test_run ();
}
