/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Launch commands: what they say is what is asked, and the real programs know every flag. The flags
 * are those that --help of llama.cpp 0.7.0 names: tests/truth/llamacpp-options.tsv. */

#include "plimsoll-catalog.h"
#include "plimsoll-launch.h"
#include "plimsoll-model-list.h"
#include "plimsoll-test-scenario.h"

typedef struct
{
  PlimsollCatalog *catalog;
  PlimsollModelList *models;
  PlimsollScenario *scenario;
  PlimsollSizer *sizer;
} Fixture;

static void
set_accelerator (Fixture *self, const char *id, guint count)
{
  PlimsollAcceleratorList *list = plimsoll_catalog_get_accelerators (self->catalog);
  PlimsollAccelerator *accelerator = plimsoll_accelerator_list_lookup (list, id);

  g_assert_nonnull (accelerator);
  g_object_set (self->scenario, "accelerator", accelerator, "accelerator-count", count, NULL);
}

static void
set_model (Fixture *self, const char *id)
{
  PlimsollModel *model = plimsoll_model_list_lookup (self->models, id);

  g_assert_nonnull (model);
  plimsoll_scenario_set_model (self->scenario, model);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "models.json", NULL);

  self->catalog = plimsoll_catalog_new (NULL, &error);
  g_assert_no_error (error);
  self->models = plimsoll_model_list_new ();
  plimsoll_model_list_load_file (self->models, path, &error);
  g_assert_no_error (error);
  self->scenario = plimsoll_test_scenario ();
  set_model (self, "Qwen/Qwen3-30B-A3B-Instruct-2507");
  set_accelerator (self, "nvidia-rtx-4090", 1);
  self->sizer = plimsoll_sizer_new (self->scenario);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->sizer);
  g_clear_object (&self->scenario);
  g_clear_object (&self->models);
  g_clear_object (&self->catalog);
}

/* The command of an engine for a use. */
static PlimsollLaunch *
launch_of (Fixture *self, const char *engine, PlimsollLaunchUse use)
{
  g_autoptr (GListModel) list = plimsoll_launch_list (self->sizer);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (PlimsollLaunch) launch = g_list_model_get_item (list, i);

      if (g_str_equal (plimsoll_launch_get_engine (launch), engine)
          && plimsoll_launch_get_use (launch) == use)
        return g_steal_pointer (&launch);
    }

  g_error ("No command for %s", engine);
}

static void
assert_lines (Fixture *self, const char *engine, PlimsollLaunchUse use, const char *expected)
{
  g_autoptr (PlimsollLaunch) launch = launch_of (self, engine, use);

  g_assert_cmpstr (plimsoll_launch_get_lines (launch), ==, expected);
}

static void
assert_has (Fixture *self, const char *engine, const char *part)
{
  g_autoptr (PlimsollLaunch) launch = launch_of (self, engine, PLIMSOLL_LAUNCH_SERVER);

  if (strstr (plimsoll_launch_get_lines (launch), part) == NULL)
    g_error ("“%s” is not in “%s”", part, plimsoll_launch_get_lines (launch));
}

static void
assert_lacks (Fixture *self, const char *engine, const char *part)
{
  g_autoptr (PlimsollLaunch) launch = launch_of (self, engine, PLIMSOLL_LAUNCH_SERVER);

  if (strstr (plimsoll_launch_get_lines (launch), part) != NULL)
    g_error ("“%s” is in “%s”", part, plimsoll_launch_get_lines (launch));
}

static void
test_commands (Fixture *self, gconstpointer data)
{
  g_object_set (self->scenario, "context-length", (guint64) 32768, NULL);
  assert_lines (self, "llama.cpp", PLIMSOLL_LAUNCH_SERVER,
                "llama-server -hf unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M "
                "--ctx-size 32768 --parallel 1 --n-gpu-layers 9999 --flash-attn on "
                "--cache-type-k f16 --cache-type-v f16");
  assert_lines (self, "llama.cpp", PLIMSOLL_LAUNCH_CHAT,
                "llama-cli -hf unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M "
                "--ctx-size 32768 --n-gpu-layers 9999 --flash-attn on "
                "--cache-type-k f16 --cache-type-v f16");
  assert_lines (self, "ollama", PLIMSOLL_LAUNCH_SERVER,
                "env OLLAMA_CONTEXT_LENGTH=32768 OLLAMA_NUM_PARALLEL=1 OLLAMA_FLASH_ATTENTION=1 "
                "OLLAMA_KV_CACHE_TYPE=f16 ollama serve &\n"
                "ollama run hf.co/unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF:Q4_K_M");
  assert_lines (self, "lm-studio", PLIMSOLL_LAUNCH_SERVER,
                "lms get "
                "https://huggingface.co/unsloth/Qwen3-30B-A3B-Instruct-2507-GGUF@Q4_K_M\n"
                "lms load --context-length 32768 --gpu max");
  assert_lines (self, "vllm", PLIMSOLL_LAUNCH_SERVER,
                "vllm serve Qwen/Qwen3-30B-A3B-Instruct-2507 --max-model-len 32768");
  assert_lines (self, "sglang", PLIMSOLL_LAUNCH_SERVER,
                "python3 -m sglang.launch_server --model-path Qwen/Qwen3-30B-A3B-Instruct-2507 "
                "--context-length 32768");
}

/* BF16 weights of 61 GB do not go on 24 GB; MLX wants another machine. */
static void
test_refusals (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollLaunch) vllm = launch_of (self, "vllm", PLIMSOLL_LAUNCH_SERVER);
  g_autoptr (PlimsollLaunch) llama = launch_of (self, "llama.cpp", PLIMSOLL_LAUNCH_SERVER);
  g_autoptr (PlimsollLaunch) mlx = launch_of (self, "mlx", PLIMSOLL_LAUNCH_SERVER);
  g_autoptr (PlimsollLaunch) on_apple = NULL;
  g_autoptr (PlimsollLaunch) apple = NULL;

  g_assert_nonnull (plimsoll_launch_get_refusal (vllm));
  g_assert_null (plimsoll_launch_get_refusal (llama));
  g_assert_cmpstr (plimsoll_launch_get_refusal (mlx), ==,
                   "Needs Apple silicon, the target is NVIDIA");

  set_accelerator (self, "apple-macbook-pro-m4-max-128gb", 1);
  apple = launch_of (self, "mlx", PLIMSOLL_LAUNCH_SERVER);
  g_assert_null (plimsoll_launch_get_refusal (apple));
  g_assert_cmpstr (plimsoll_launch_get_lines (apple), ==,
                   "mlx_lm.convert --hf-path Qwen/Qwen3-30B-A3B-Instruct-2507 --mlx-path "
                   "Qwen3-30B-A3B-Instruct-2507-4-bit -q --q-bits 4\n"
                   "mlx_lm.server --model Qwen3-30B-A3B-Instruct-2507-4-bit");
  on_apple = launch_of (self, "vllm", PLIMSOLL_LAUNCH_SERVER);
  g_assert_cmpstr (plimsoll_launch_get_refusal (on_apple), ==,
                   "Not known to run on accelerators of Apple");
}

/* What does not fit is run by the plan. */
static void
test_plan (Fixture *self, gconstpointer data)
{
  const PlimsollPlan *plan;
  g_autofree char *blocks = NULL;

  plimsoll_scenario_set_precision (self->scenario, "Q8_0");
  plimsoll_sizer_flush (self->sizer);
  plan = plimsoll_sizer_get_plan (self->sizer);
  g_assert_nonnull (plan);
  g_assert_cmpuint (plan->question.n_cpu_moe, >, 0);
  blocks = g_strdup_printf ("--n-cpu-moe %u", plan->question.n_cpu_moe);
  assert_has (self, "llama.cpp", blocks);
}

/* Two unlike cards, several requests, other caches and batches. */
static void
test_flags (Fixture *self, gconstpointer data)
{
  plimsoll_scenario_add_accelerator (
    self->scenario,
    plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (self->catalog),
                                      "nvidia-rtx-3060-12gb"),
    1);
  g_object_set (self->scenario, "context-length", (guint64) 16384, "parallel", 4, "unified-kv",
                TRUE, "ubatch", 256, "tensor-split", "2,1", "kv-type", "q8_0", NULL);
  assert_has (self, "llama.cpp", "--ctx-size 16384");
  assert_has (self, "llama.cpp", "--parallel 4 --kv-unified");
  assert_has (self, "llama.cpp", "--split-mode layer --tensor-split 2,1");
  assert_has (self, "llama.cpp", "--cache-type-k q8_0 --cache-type-v q8_0 --ubatch-size 256");
  assert_has (self, "ollama", "OLLAMA_CONTEXT_LENGTH=4096");
  assert_has (self, "ollama", "OLLAMA_KV_CACHE_TYPE=q8_0");
  assert_lacks (self, "vllm", "--tensor-parallel-size");

  /* Alike ones share every layer. */
  set_accelerator (self, "nvidia-h100-80gb-sxm", 2);
  plimsoll_scenario_set_further_accelerators (self->scenario, NULL);
  g_object_set (self->scenario, "engine", PLIMSOLL_ENGINE_VLLM, "kv-type", "fp8", NULL);
  assert_has (self, "vllm", "--tensor-parallel-size 2");
  assert_has (self, "vllm", "--kv-cache-dtype fp8");
  assert_has (self, "sglang", "--kv-cache-dtype fp8_e4m3");
  plimsoll_scenario_set_precision (self->scenario, "AWQ");
  assert_has (self, "vllm", "vllm serve Qwen3-30B-A3B-Instruct-2507-AWQ ");
  plimsoll_scenario_set_precision (self->scenario, "FP8");
  assert_has (self, "vllm", "--quantization fp8");
}

/* A model of which no repository is known: nothing is invented. */
static void
test_placeholder (Fixture *self, gconstpointer data)
{
  g_autoptr (PlimsollModel) model = plimsoll_test_model ();
  g_autoptr (PlimsollLaunch) launch = NULL;

  plimsoll_scenario_set_model (self->scenario, model);
  launch = launch_of (self, "llama.cpp", PLIMSOLL_LAUNCH_SERVER);
  g_assert_true (g_str_has_prefix (plimsoll_launch_get_lines (launch),
                                   "llama-server --model Mixture-Q4_K_M.gguf "));
  g_assert_nonnull (strstr (plimsoll_launch_get_note (launch), "Mixture-Q4_K_M.gguf"));
}

static void
test_quoting (void)
{
  static const struct
  {
    const char *word;
    const char *quoted;
  } words[] = {
    { "/a/b-c_d.gguf", "/a/b-c_d.gguf" },
    { "two words", "'two words'" },
    { "it's", "'it'\\''s'" },
    { "", "''" },
    { "$(rm x)", "'$(rm x)'" },
    { "a;b", "'a;b'" },
    { "ü", "'ü'" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *quoted = plimsoll_shell_word (words[i].word);
      g_autofree char *back = g_shell_unquote (quoted, NULL);

      g_assert_cmpstr (quoted, ==, words[i].quoted);
      g_assert_cmpstr (back, ==, words[i].word);
    }
}

/* Every flag of every command of llama.cpp, over models, targets and settings, is one that the
 * program itself names. */
static void
test_options (Fixture *self, gconstpointer data)
{
  static const char *const models[] = { "Qwen/Qwen3-30B-A3B-Instruct-2507", "Qwen/Qwen3-32B",
                                        "google/gemma-3-27b-it", "deepseek-ai/DeepSeek-V3" };
  static const char *const targets[] = { "nvidia-rtx-4090", "nvidia-h100-80gb-sxm" };
  static const char *const programs[] = { "llama-server", "llama-cli", "llama-bench" };
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "truth", "llamacpp-options.tsv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_checked = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (gsize i = 0; lines[i] != NULL; i++)
    g_hash_table_add (known, g_strdup (lines[i]));

  for (guint round = 0; round < 48; round++)
    {
      set_model (self, models[round % 4]);
      set_accelerator (self, targets[round / 4 % 2], 1 + round / 8 % 3);
      g_object_set (self->scenario, "kv-type", round % 3 == 0 ? "q8_0" : "f16", "ubatch",
                    round % 2 == 0 ? 512 : 1024, "flash-attention", round % 5 != 0, "parallel",
                    1 + round % 2 * 3, "unified-kv", round % 4 == 1, "depth",
                    (guint64) (round % 6 * 512), NULL);
      for (gsize use = 0; use < G_N_ELEMENTS (programs); use++)
        {
          g_autoptr (PlimsollLaunch) launch =
            launch_of (self, "llama.cpp", (PlimsollLaunchUse) use);
          GPtrArray *words = plimsoll_launch_get_words (launch);

          g_assert_true (g_str_has_prefix (plimsoll_launch_get_lines (launch), programs[use]));
          for (guint i = 0; i < words->len; i++)
            {
              const PlimsollLaunchWord *word = words->pdata[i];
              g_auto (GStrv) parts = g_strsplit (word->word, " ", 2);
              g_autofree char *key = g_strdup_printf ("%s\t%s", programs[use], parts[0]);

              g_assert_nonnull (word->meaning);
              if (!g_hash_table_contains (known, key))
                g_error ("%s does not know %s", programs[use], parts[0]);
              n_checked++;
            }
        }
    }
  g_assert_cmpuint (n_checked, >, 900);
}

/* Lines fold where a shell goes on, and hold the same words. */
static void
test_folded (Fixture *self, gconstpointer data)
{
  g_autoptr (GListModel) list = plimsoll_launch_list (self->sizer);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (PlimsollLaunch) launch = g_list_model_get_item (list, i);
      g_auto (GStrv) commands = g_strsplit (plimsoll_launch_get_lines (launch), "\n", -1);
      g_autoptr (GString) text = g_string_new (plimsoll_launch_get_text (launch));

      g_string_replace (text, " \\\n  ", " ", 0);
      g_assert_cmpstr (text->str, ==, plimsoll_launch_get_lines (launch));
      for (gsize c = 0; commands[c] != NULL; c++)
        {
          g_auto (GStrv) arguments = NULL;
          g_autoptr (GError) error = NULL;

          g_assert_true (g_shell_parse_argv (commands[c], NULL, &arguments, &error));
          g_assert_no_error (error);
        }
    }
}

/* Also in lines of any other length, none longer than that but for one word. */
static void
test_fold (Fixture *self, gconstpointer data)
{
  static const guint columns[] = { 1, 30, 40, 84, 100000 };
  g_autoptr (PlimsollLaunch) launch = launch_of (self, "ollama", PLIMSOLL_LAUNCH_SERVER);

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *folded = plimsoll_launch_fold (launch, columns[i]);
      g_autoptr (GString) text = g_string_new (folded);
      g_auto (GStrv) lines = g_strsplit (folded, "\n", -1);

      g_string_replace (text, " \\\n  ", " ", 0);
      g_assert_cmpstr (text->str, ==, plimsoll_launch_get_lines (launch));
      for (gsize line = 0; lines[line] != NULL; line++)
        if (strlen (lines[line]) > columns[i] + strlen (" \\"))
          {
            g_auto (GStrv) words = g_strsplit (g_strstrip (lines[line]), " ", -1);

            /* "ollama run \\", "hf.co/…" */
            g_assert_cmpuint (g_strv_length (words), <=, 3);
          }
    }
}

static void
add (const char *path, void (*test) (Fixture *self, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/launch/commands", test_commands);
  add ("/launch/refusals", test_refusals);
  add ("/launch/plan", test_plan);
  add ("/launch/flags", test_flags);
  add ("/launch/placeholder", test_placeholder);
  add ("/launch/options", test_options);
  add ("/launch/folded", test_folded);
  add ("/launch/fold", test_fold);
  g_test_add_func ("/launch/quoting", test_quoting);

  return g_test_run ();
}
