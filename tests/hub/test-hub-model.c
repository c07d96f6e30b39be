/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Models read from a hub on this computer. */

#include "plimsoll-catalog-error.h"
#include "plimsoll-format-error.h"
#include "plimsoll-hub-cache.h"
#include "plimsoll-hub-error.h"
#include "plimsoll-hub-model.h"
#include "plimsoll-hub-repository.h"

#include "plimsoll-test-hub.h"
#include "test-safetensors-writer.h"

#include <utime.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PLIMSOLL_SANITIZED
#endif
#endif

typedef struct
{
  TestHub base;
  PlimsollModelList *models;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  test_hub_open (&self->base);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->models);
  test_hub_close (&self->base);
}

/* --- Memory: what a server sends is kept within bounds --- */

#define MOST_MEMORY (64 << 10) /* KiB */

static guint64
memory_of (const char *what)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, what);
  g_assert_nonnull (line);
  return g_ascii_strtoull (line + strlen (what) + strspn (line + strlen (what), " \t"), NULL, 10);
}

/* Returns: what is taken now, from which on the most is counted anew. */
static guint64
begin_memory (void)
{
  FILE *reset = fopen ("/proc/self/clear_refs", "w");

  if (reset != NULL)
    {
      fputs ("5", reset);
      fclose (reset);
    }
  return memory_of ("VmRSS:");
}

static void
check_memory (guint64 before)
{
  const guint64 most = memory_of ("VmHWM:");

  g_test_message ("%" G_GUINT64_FORMAT " KiB of memory at most", most - MIN (most, before));
#if !defined(__SANITIZE_ADDRESS__) && !defined(PLIMSOLL_SANITIZED)
  g_assert_cmpuint (most, <=, before + MOST_MEMORY);
#endif
}

/* --- Opening --- */

typedef struct
{
  PlimsollHub *hub;
  PlimsollHubLink *link;
  gboolean kept_only;
  PlimsollHubUse *use;
  GCancellable *cancellable;
  GError **error;
  PlimsollModel *model;
  int done; /* atomic */
} Opening;

static gpointer
open_in_thread (gpointer data)
{
  Opening *opening = data;

  opening->model = plimsoll_hub_open (opening->hub, opening->link, opening->kept_only, opening->use,
                                      opening->cancellable, opening->error);
  g_atomic_int_set (&opening->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

/* The server needs this thread. */
static void
run (Opening *opening)
{
  GThread *thread = g_thread_new ("open", open_in_thread, opening);

  while (!g_atomic_int_get (&opening->done))
    g_main_context_iteration (NULL, TRUE);
  g_thread_join (thread);
}

static PlimsollModel *
open_from (Fixture *self, const char *name, gboolean kept_only, PlimsollHubUse *use, GError **error)
{
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse (name, NULL);
  Opening opening = {
    .hub = self->base.hub, .link = link, .kept_only = kept_only, .use = use, .error = error
  };

  guint64 before = begin_memory ();

  g_assert_nonnull (link);
  run (&opening);
  check_memory (before);
  return opening.model;
}

static PlimsollModel *
open_one (Fixture *self, const char *name, PlimsollHubUse *use, GError **error)
{
  return open_from (self, name, FALSE, use, error);
}

static PlimsollModel *
known (Fixture *self, const char *id)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, id);

  g_assert_nonnull (model);
  return model;
}

#define VOCABULARY 151936

/* Eight billion parameters, with the vocabulary that such a model has. */
static void
put_8b (Fixture *self)
{
  PlimsollModel *model = known (self, "Qwen/Qwen3-8B");

  test_hub_put_gguf (&self->base, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf", model,
                     PLIMSOLL_FILE_TYPE_Q4_K_M, VOCABULARY);
  test_hub_put_gguf (&self->base, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q8_0.gguf", model,
                     PLIMSOLL_FILE_TYPE_Q8_0, 100);
  test_hub_put_text (&self->base, "acme/Qwen3-8B-GGUF/mmproj-F16.gguf", "GGUF");
  test_hub_put_repository (&self->base, "acme/Qwen3-8B-GGUF",
                           "\"downloads\":1234,\"likes\":56,\"gated\":false,"
                           "\"tags\":[\"gguf\",\"license:apache-2.0\"],");
}

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

/* A list that never ends, of pages that each point to themselves. */
static void
test_endless_pages (Fixture *self, gconstpointer data)
{
  g_autofree char *page = g_strdup_printf (
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
    "Link: <http://127.0.0.1:%u/page>; rel=\"next\"\r\nConnection: close\r\n\r\n[]",
    self->base.site.port);
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Pages?blobs=true", "{}");
  g_hash_table_replace (self->base.hosts,
                        g_strdup ("/api/models/acme/Pages/tree/main?recursive=true"),
                        g_strdup (page));
  g_hash_table_replace (self->base.hosts, g_strdup ("/page"), g_strdup (page));
  g_assert_null (open_one (self, "acme/Pages", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "more files"));
}

typedef struct
{
  const char *info;  /* what the hub says of acme/Bad */
  const char *bytes; /* (nullable): of its model.gguf */
  guint64 size;
  GQuark (*domain) (void);
  int code;
  const char *says;
} Bad;

static const Bad bad[] = {
  { "[1,2]", NULL, 0, plimsoll_hub_error_quark, (int) PLIMSOLL_HUB_ERROR_BAD_ANSWER, "expected" },
  { "{\"siblings\":[{\"rfilename\":\"a", NULL, 0, plimsoll_hub_error_quark,
    (int) PLIMSOLL_HUB_ERROR_BAD_ANSWER, "does not end" },
  { "{\"siblings\":[{\"rfilename\":\"README.md\",\"size\":1}]}", NULL, 0, plimsoll_hub_error_quark,
    (int) PLIMSOLL_HUB_ERROR_NO_MODEL, "nothing that can be sized" },
  { "{\"siblings\":[{\"rfilename\":\"../model.gguf\",\"size\":1},"
    "{\"rfilename\":\"a-00001-of-00000.gguf\",\"size\":1},"
    "{\"rfilename\":\"a-00001-of-00009.gguf\",\"size\":1}]}",
    NULL, 0, plimsoll_hub_error_quark, (int) PLIMSOLL_HUB_ERROR_NO_MODEL,
    "nothing that can be sized" },
  { "{\"sha\":\"" TEST_HUB_COMMIT "\",\"siblings\":[{\"rfilename\":\"model.gguf\",\"size\":64}]}",
    "<html>", 64, plimsoll_format_error_quark, (int) PLIMSOLL_FORMAT_ERROR_NOT_THIS, "GGUF" },
  /* Of another size than the list says. */
  { "{\"sha\":\"" TEST_HUB_COMMIT "\",\"siblings\":[{\"rfilename\":\"model.gguf\",\"size\":640}]}",
    "GGUF", 64, plimsoll_format_error_quark, (int) PLIMSOLL_FORMAT_ERROR_DAMAGED, "size" },
};

static void
test_bad (Fixture *self, gconstpointer data)
{
  const Bad *one = data;
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Bad?blobs=true", one->info);
  if (one->bytes != NULL)
    test_hub_put_file (&self->base, "acme/Bad/model.gguf",
                       g_bytes_new (one->bytes, strlen (one->bytes)), one->size);
  g_assert_null (open_one (self, "acme/Bad", NULL, &error));
  g_assert_error (error, one->domain (), one->code);
  g_assert_nonnull (strstr (error->message, one->says));
  g_assert_null (strchr (error->message, '\n'));
}

static void
test_deep (Fixture *self, gconstpointer data)
{
  g_autofree char *deep = g_strnfill (1 << 20, '[');
  g_autofree char *info = g_strdup_printf ("{\"cardData\":%s", deep);
  g_autoptr (GError) error = NULL;

  test_hub_put (&self->base, "/api/models/acme/Deep?blobs=true", info);
  g_assert_null (open_one (self, "acme/Deep", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_BAD_ANSWER);
  g_assert_nonnull (strstr (error->message, "deep"));
}

/* As much as is taken of an answer, of what takes the most to read: the answer is good or it is
 * told why not, and in either case within bounds. */
static void
test_large (Fixture *self, gconstpointer data)
{
  static const struct
  {
    const char *start, *again, *end;
  } texts[] = {
    { "{\"siblings\":[{}", ",{\"rfilename\":\"a/config.json\",\"size\":1}", "]}" },
    { "{\"siblings\":[{}", ",{\"rfilename\":\"\\u0000\\ud83d\\ude00.gguf\"}", "]}" },
    { "{\"tags\":[0", ",\"license:a\"", "]}" },
    { "{\"cardData\":{\"a\":0", ",\"a\":[]", "}}" },
    { "{\"id\":\"", "\\n", "\"}" },
    { "{\"downloads\":1", "0", "}" },
    { "{\"downloads\":[1", ",1e999", "]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GString) info = g_string_new (texts[i].start);
      g_autoptr (GError) error = NULL;

      while (info->len < (8 << 20) - 100)
        g_string_append (info, texts[i].again);
      g_string_append (info, texts[i].end);
      test_hub_put (&self->base, "/api/models/acme/Large?blobs=true", info->str);
      g_assert_null (open_one (self, "acme/Large", NULL, &error));
      g_assert_true (error->domain == PLIMSOLL_HUB_ERROR);
      g_assert_null (strchr (error->message, '\n'));
      g_test_message ("%s", error->message);
    }
}

static void
test_no_ranges (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  put_8b (self);
  self->base.no_ranges = TRUE;
  g_assert_null (open_one (self, "acme/Qwen3-8B-GGUF", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_NO_RANGES);
}

/* The list is for all, the files are not. */
static void
test_gated (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  put_8b (self);
  g_hash_table_replace (
    self->base.hosts,
    g_strdup ("/acme/Qwen3-8B-GGUF/resolve/" TEST_HUB_COMMIT "/Qwen3-8B-Q4_K_M.gguf"),
    g_strdup ("HTTP/1.1 403 Forbidden\r\nX-Error-Code: GatedRepo\r\nContent-Length: 0\r\n"
              "Connection: close\r\n\r\n"));
  g_assert_null (open_one (self, "acme/Qwen3-8B-GGUF", NULL, &error));
  g_assert_error (error, PLIMSOLL_HUB_ERROR, (gint) PLIMSOLL_HUB_ERROR_GATED);
  g_assert_nonnull (strstr (error->message, "/acme/Qwen3-8B-GGUF"));
}

/* Tokens that look like keys, and a header that has no end. */
static void
test_astray (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollModel) model = NULL;
  TestHubFile *file;
  g_autofree guint8 *bytes = NULL;
  gsize length;
  PlimsollHubUse use;

  put_8b (self);
  file = g_hash_table_lookup (self->base.files, "acme/Qwen3-8B-GGUF/Qwen3-8B-Q4_K_M.gguf");
  bytes = g_memdup2 (g_bytes_get_data (file->bytes, &length), g_bytes_get_size (file->bytes));
  /* Whatever is long enough looks like a key, near the ends too. */
  for (gsize i = 1000; i + 16 < length; i++)
    if (bytes[i] >= 7 && bytes[i] <= 16 && memcmp (bytes + i + 1, "\0\0\0\0\0\0\0aaaaaaa", 14) == 0)
      memcpy (bytes + i + 8, "token.a", 7);
  g_bytes_unref (file->bytes);
  file->bytes = g_bytes_new_take (g_steal_pointer (&bytes), length);

  model = open_one (self, "acme/Qwen3-8B-GGUF", &use, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (plimsoll_model_get_layers (model), ==, 36);
  /* All of the header was read in the end, as there was no other way. */
  g_assert_cmpuint (use.came, >, 5 * 1000 * 1000);
  g_assert_cmpuint (use.came, <, 20 * 1000 * 1000);
}

static void
test_endless (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  PlimsollHubUse use = { 0 };
  TestGgufWriter w;
  const guint64 size = G_GUINT64_CONSTANT (1) << 34;

  /* Empty strings, twenty million of them. */
  test_gguf_init (&w, 3, FALSE);
  test_gguf_key (&w, "a", 9);
  test_gguf_number (&w, 8, 4);
  test_gguf_number (&w, 20000000, 8);
  test_gguf_finish (&w);
  test_hub_put_file (&self->base, "acme/Endless/model.gguf",
                     g_byte_array_free_to_bytes (g_steal_pointer (&w.bytes)), size);
  test_hub_put_repository (&self->base, "acme/Endless", "");
  g_assert_null (open_one (self, "acme/Endless", &use, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TOO_LARGE);
  g_assert_nonnull (strstr (error->message, "24 MiB"));
  g_assert_cmpuint (use.came, <=, 24 << 20);
}

/* Given up in the middle of a header, nothing is left waiting. */
static void
cancel_cb (TestSite *site, GOutputStream *out, const char *request)
{
  TestHub *self = site->data;

  if (strstr (request, "/resolve/") != NULL)
    g_cancellable_cancel (g_object_get_data (G_OBJECT (self->hub), "cancellable"));
  test_hub_answer (site, out, request);
}

static void
test_cancel (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse ("acme/Qwen3-8B-GGUF", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Opening opening = {
    .hub = self->base.hub, .link = link, .cancellable = cancellable, .error = &error
  };

  put_8b (self);
  self->base.site.answer = cancel_cb;
  g_object_set_data (G_OBJECT (self->base.hub), "cancellable", cancellable);
  run (&opening);
  g_assert_null (opening.model);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Several are opened at once: no more than two requests are with the server. */
static void
slowly_cb (TestSite *site, GOutputStream *out, const char *request)
{
  test_site_pause (site, 10000);
  test_hub_answer (site, out, request);
}

static void
test_at_once (Fixture *self, gconstpointer data)
{
  Opening openings[6] = { 0 };
  GThread *threads[G_N_ELEMENTS (openings)];
  g_autoptr (PlimsollHubLink) link = plimsoll_hub_link_parse ("acme/Qwen3-8B-GGUF:Q8_0", NULL);

  put_8b (self);
  self->base.site.answer = slowly_cb;
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      openings[i] = (Opening) { .hub = self->base.hub, .link = link };
      threads[i] = g_thread_new ("open", open_in_thread, &openings[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (openings); i++)
    {
      while (!g_atomic_int_get (&openings[i].done))
        g_main_context_iteration (NULL, TRUE);
      g_thread_join (threads[i]);
      g_assert_nonnull (openings[i].model);
      g_object_unref (openings[i].model);
    }
  g_assert_cmpint (g_atomic_int_get (&self->base.site.most_paused), ==, 2);
}

/* As many tensors and keys as a header can have in what is fetched of it. */
static void
test_most (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  TestGgufWriter w;
  const guint64 ne[] = { 1 };

  test_gguf_init (&w, 3, FALSE);
  test_gguf_text (&w, "general.architecture", "llama");
  for (guint i = 0; i < 500000; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      test_gguf_tensor (&w, name, 0, 1, ne, 4);
    }
  test_gguf_finish (&w);
  test_hub_put_file (&self->base, "acme/Most/model.gguf",
                     g_byte_array_free_to_bytes (g_steal_pointer (&w.bytes)),
                     G_GUINT64_CONSTANT (1) << 34);
  test_hub_put_repository (&self->base, "acme/Most", "");
  g_assert_null (open_one (self, "acme/Most", NULL, &error));
  g_assert_error (error, PLIMSOLL_FORMAT_ERROR, PLIMSOLL_FORMAT_ERROR_TOO_LARGE);
}

/* --- A search --- */

static void
take_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GPtrArray *
search (Fixture *self, const char *words, gint64 *age, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) found = NULL;
  guint64 before = begin_memory ();

  plimsoll_hub_search_async (self->base.hub, words, NULL, take_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  found = plimsoll_hub_search_finish (self->base.hub, result, age, error);
  check_memory (before);
  return g_steal_pointer (&found);
}

static void
test_search (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) again = NULL;
  const PlimsollHubListing *listing;
  gint64 age;

  test_hub_put (&self->base, "/api/models?search=qwen%203&*",
                "[{\"_id\":\"1\",\"id\":\"Qwen/Qwen3-8B\",\"downloads\":5,\"likes\":7,"
                "\"gated\":\"manual\",\"tags\":[\"a\",\"license:apache-2.0\",null],"
                "\"safetensors\":{\"parameters\":{\"BF16\":9},\"total\":9}},"
                "{\"id\":\"a/b\",\"downloads\":-1,\"likes\":1.5,\"gated\":false,\"tags\":{}},"
                "{\"id\":\"../../etc/passwd\"},{\"id\":17},{}]");
  found = search (self, " qwen 3 ", &age, &error);
  g_assert_no_error (error);
  g_assert_cmpint (age, ==, -1);
  g_assert_cmpuint (found->len, ==, 2);
  listing = g_ptr_array_index (found, 0);
  g_assert_cmpstr (listing->id, ==, "Qwen/Qwen3-8B");
  g_assert_cmpuint (listing->downloads, ==, 5);
  g_assert_cmpuint (listing->likes, ==, 7);
  g_assert_cmpuint (listing->parameters, ==, 9);
  g_assert_true (listing->gated);
  g_assert_cmpstr (listing->licence, ==, "apache-2.0");
  listing = g_ptr_array_index (found, 1);
  g_assert_cmpuint (listing->downloads, ==, 0);
  g_assert_false (listing->gated);
  g_assert_null (listing->licence);

  /* The hub is gone: what it said. */
  test_hub_start (&self->base, TRUE);
  again = search (self, "qwen 3", &age, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->len, ==, 2);
  g_assert_cmpint (age, >=, 0);
}

static void
test_search_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = NULL;

  for (guint i = 0; i < 100000; i++)
    g_string_append_printf (json, "%s{\"id\":\"a/b%u\"}", i > 0 ? "," : "", i);
  g_string_append (json, "]");
  g_assert_cmpuint (json->len, <, 2 << 20);
  test_hub_put (&self->base, "/api/models?*", json->str);
  found = search (self, "b", NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, PLIMSOLL_HUB_FOUND_AT_MOST);
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

/* --- The cache --- */

static void
test_cache (Fixture *self, gconstpointer data)
{
  g_autofree char *folder = g_build_filename (self->base.folder, "small", NULL);
  g_autoptr (PlimsollHubCache) cache = plimsoll_hub_cache_new (folder, 10000);
  g_autofree char *text = g_strnfill (1000, 'x');
  g_autoptr (GBytes) bytes = g_bytes_new (text, 1000);
  PlimsollHubAnswer answer = { .bytes = bytes, .size = 5000, .etag = (char *) "\"e\"" };
  PlimsollHubAnswer *loaded;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("answer %u", i);

      plimsoll_hub_cache_store (cache, name, &answer);
      g_assert_cmpuint (plimsoll_hub_cache_get_bytes (cache), <=, 10000);
    }
  loaded = plimsoll_hub_cache_load (cache, "answer 19");
  g_assert_nonnull (loaded);
  g_assert_cmpuint (g_bytes_get_size (loaded->bytes), ==, 1000);
  g_assert_cmpuint (loaded->size, ==, 5000);
  g_assert_cmpstr (loaded->etag, ==, "\"e\"");
  g_assert_null (loaded->next);
  plimsoll_hub_answer_free (loaded);
  g_assert_null (plimsoll_hub_cache_load (cache, "another"));

  /* What somebody else wrote there is not ours. */
  {
    g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, "bad", -1);
    g_autofree char *file = g_strconcat (sum, ".answer", NULL);
    g_autofree char *path = g_build_filename (folder, file, NULL);

    g_assert_true (g_file_set_contents (path, text, 1000, NULL));
    g_assert_null (plimsoll_hub_cache_load (cache, "bad"));
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
    g_assert_null (plimsoll_hub_cache_load (cache, "bad"));
  }
  g_assert_cmpuint (plimsoll_hub_cache_clear (cache), >, 0);
  g_assert_cmpuint (plimsoll_hub_cache_get_bytes (cache), ==, 0);
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
  ADD ("endless-pages", test_endless_pages);
  ADD ("deep", test_deep);
  ADD ("large", test_large);
  ADD ("no-ranges", test_no_ranges);
  ADD ("gated", test_gated);
  ADD ("astray", test_astray);
  ADD ("endless", test_endless);
  ADD ("cancel", test_cancel);
  ADD ("at-once", test_at_once);
  ADD ("most", test_most);
  ADD ("search", test_search);
  ADD ("search-many", test_search_many);
  ADD ("cache", test_cache);
#undef ADD
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strdup_printf ("/hub-model/bad/%u", i);

      g_test_add (path, Fixture, &bad[i], set_up, test_bad, tear_down);
    }
  g_test_add_func ("/hub-model/labels", test_labels);
  g_test_add_func ("/hub-model/sets", test_sets);
  return g_test_run ();
}
