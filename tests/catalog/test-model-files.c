/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-model-list.h"
#include "plimsoll-test-truth.h"

/* Models of the catalogue, and the file of tests/truth that is made of each. */
static const char *const models[][2] = {
  { "llama-3.2-1b", "meta-llama/Llama-3.2-1B-Instruct" },
  { "llama-3.1-8b", "meta-llama/Llama-3.1-8B-Instruct" },
  { "llama-3.3-70b", "meta-llama/Llama-3.1-70B-Instruct" },
  { "llama-2-7b", "meta-llama/Llama-2-7b-hf" },
  { "mistral-7b-v0.3", "mistralai/Mistral-7B-Instruct-v0.3" },
  { "mixtral-8x7b", "mistralai/Mixtral-8x7B-v0.1" },
  { "qwen2.5-0.5b", "Qwen/Qwen2.5-0.5B" },
  { "qwen2.5-7b", "Qwen/Qwen2.5-7B" },
  { "qwen2.5-32b", "Qwen/Qwen2.5-32B" },
  { "qwen3-0.6b", "Qwen/Qwen3-0.6B" },
  { "qwen3-8b", "Qwen/Qwen3-8B" },
  { "qwen3-32b", "Qwen/Qwen3-32B" },
  { "qwen3-30b-a3b", "Qwen/Qwen3-30B-A3B" },
  { "qwen3-235b-a22b", "Qwen/Qwen3-235B-A22B" },
  { "qwen3-next-80b-a3b", "Qwen/Qwen3-Next-80B-A3B-Instruct" },
  { "qwen3.5-9b", "Qwen/Qwen3.5-9B" },
  { "qwen3.5-27b", "Qwen/Qwen3.5-27B" },
  { "qwen3.5-35b-a3b", "Qwen/Qwen3.5-35B-A3B" },
  { "gemma-2-9b", "google/gemma-2-9b" },
  { "gemma-2-27b", "google/gemma-2-27b-it" },
  { "gemma-3-4b", "google/gemma-3-4b-it" },
  { "gemma-3-12b", "google/gemma-3-12b-it" },
  { "gemma-3-27b", "google/gemma-3-27b-it" },
  { "gemma-4-31b", "google/gemma-4-31B-it" },
  { "gemma-4-26b-a4b", "google/gemma-4-26B-A4B-it" },
  { "gemma-4-e4b", "google/gemma-4-E4B-it" },
  { "gpt-oss-20b", "openai/gpt-oss-20b" },
  { "gpt-oss-120b", "openai/gpt-oss-120b" },
  { "deepseek-v2-lite", "deepseek-ai/DeepSeek-V2-Lite" },
  { "deepseek-r1-671b", "deepseek-ai/DeepSeek-R1" },
  { "kimi-k2", "moonshotai/Kimi-K2-Instruct" },
  { "glm-4.5-air", "zai-org/GLM-4.5-Air" },
  { "glm-4.6", "zai-org/GLM-4.6" },
  { "glm-4.7-flash", "zai-org/GLM-4.7-Flash" },
  { "phi-3.5-mini", "microsoft/Phi-3.5-mini-instruct" },
  { "phi-4", "microsoft/phi-4" },
  { "granite-4.0-h-small", "ibm-granite/granite-4.0-h-small" },
  { "lfm2-1.2b", "LiquidAI/LFM2-1.2B" },
  { "mamba-2.8b", "state-spaces/mamba-2.8b-hf" },
};

/* The tensors of the plan that a file has, as text: to be compared, and read when they differ. */
static char *
describe (const PlimsollTensorPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < plan->n; i++)
    {
      const PlimsollTensor *t = &plan->tensors[i];

      if ((t->flags & PLIMSOLL_TENSOR_IN_GGUF) != 0)
        g_string_append_printf (text,
                                "%d %s %" G_GUINT64_FORMAT "x%" G_GUINT64_FORMAT
                                "x%" G_GUINT64_FORMAT "\n",
                                t->block, t->suffix, t->ne[0], t->ne[1], t->ne[2]);
    }

  return g_string_free (text, FALSE);
}

static char *
first_difference (const char *ours, const char *theirs)
{
  g_auto (GStrv) a = g_strsplit (ours, "\n", -1);
  g_auto (GStrv) b = g_strsplit (theirs, "\n", -1);
  guint i = 0;

  while (a[i] != NULL && b[i] != NULL && g_str_equal (a[i], b[i]))
    i++;

  return a[i] == NULL && b[i] == NULL ? NULL : g_strdup_printf ("“%s” for “%s”", a[i], b[i]);
}

static void
test_tensors (void)
{
  g_autoptr (PlimsollModelList) list = plimsoll_model_list_new ();
  g_autoptr (GError) error = NULL;
  guint n_equal = 0;

  plimsoll_model_list_load_file (list, NULL, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      PlimsollModel *model = plimsoll_model_list_lookup (list, models[i][1]);
      g_autofree guint8 *formats = NULL;
      g_autoptr (PlimsollTensorPlan) file = NULL;
      g_autofree char *ours = NULL;
      g_autofree char *theirs = NULL;
      g_autofree char *difference = NULL;

      g_assert_nonnull (model);
      file = plimsoll_test_file_plan (models[i][0], plimsoll_model_get_spec (model), &formats);
      ours = describe (plimsoll_model_get_plan (model));
      theirs = describe (file);
      difference = first_difference (ours, theirs);
      if (difference != NULL)
        g_test_message ("%s: %s", models[i][1], difference);
      else
        n_equal++;
    }

  g_test_message ("%u of %u models have the tensors of their files", n_equal,
                  (guint) G_N_ELEMENTS (models));
  g_assert_cmpuint (n_equal, ==, G_N_ELEMENTS (models));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model-files/tensors", test_tensors);

  return g_test_run ();
}
