/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-launch-private.h"

#include "plimsoll-answer.h"
#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <string.h>

/* What llama.cpp takes where it is told nothing. */
#define DEFAULT_UBATCH 512
#define DEFAULT_BATCH 2048

/* Tokens that a benchmark generates. */
#define BENCH_TOKENS 128

static const char *
first_repository (PlimsollModel *model)
{
  return plimsoll_model_get_gguf_repos (model)[0];
}

/* "org/model:Q4_K_M"; what was read from the hub is called there as its file is. */
static char *
repository_name (PlimsollScenario *scenario, const char *repository)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const PlimsollWeights *own = plimsoll_model_get_own_weights (model);
  const char *precision = plimsoll_scenario_get_precision (scenario);
  const char *label = strchr (plimsoll_model_get_id (model), ':');

  if (own != NULL && label != NULL && g_str_equal (own->name, precision))
    precision = label + 1;
  return g_strdup_printf ("%s:%s", repository, precision);
}

/* Whether a repository of a GGUF is known to have the precision that is asked for. */
static gboolean
is_offered (PlimsollScenario *scenario)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollPrecision type;

  return plimsoll_precision_from_name (plimsoll_scenario_get_precision (scenario), FALSE, &type)
         && plimsoll_model_get_file_size (model, type) != 0;
}

/* A name for the file that a person has or will make: "Qwen3-8B-Q4_K_M.gguf". */
static char *
placeholder (PlimsollScenario *scenario)
{
  const char *name = plimsoll_model_get_name (plimsoll_scenario_get_model (scenario));
  g_autofree char *stem = g_strdup (name);

  g_strdelimit (stem, "/\\ ", '-');
  return g_strdup_printf ("%s-%s.gguf", stem, plimsoll_scenario_get_precision (scenario));
}

static void
note_placeholder (PlimsollLaunch *self, PlimsollModel *model, const char *file)
{
  if (plimsoll_launch_has_checkpoint (model))
    plimsoll_launch_note (
      self,
      g_strdup_printf (_("Make %s from the folder with llama.cpp’s convert_hf_to_gguf.py and "
                          "llama-quantize first"),
                       file));
  else
    plimsoll_launch_note (
      self, g_strdup_printf (_("No GGUF of this model is known: put the path of your GGUF file in "
                                "the place of %s"),
                             file));
}

/* Which file: the person's own, one of a repository, or a placeholder. */
static void
add_file (PlimsollLaunch *self, PlimsollSizer *sizer)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const char *repository = first_repository (model);
  g_autofree char *name = NULL;

  if (plimsoll_launch_has_gguf (model))
    {
      name = plimsoll_launch_file_name (plimsoll_model_get_path (model));
      plimsoll_launch_add (self, "--model", name, g_strdup (_("Your GGUF file")));
    }
  else if (repository != NULL && plimsoll_model_get_path (model) == NULL)
    {
      g_autofree char *size = plimsoll_format_gib (plimsoll_sizer_get_estimate (sizer)->file, 1);

      name = repository_name (scenario, repository);
      plimsoll_launch_add (
        self, "-hf", name,
        g_strdup_printf (_("Fetch the GGUF from Hugging Face once, about %s, then use it again"),
                         size));
      if (!is_offered (scenario))
        plimsoll_launch_note (self,
                              g_strdup_printf (_("Look first whether the repository offers %s"),
                                               plimsoll_scenario_get_precision (scenario)));
    }
  else
    {
      name = placeholder (scenario);
      plimsoll_launch_add (self, "--model", name, g_strdup (_("Your GGUF file")));
      note_placeholder (self, model, name);
    }
}

static void
add_layers (PlimsollLaunch *self, PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  const guint n =
    plimsoll_model_get_layers (plimsoll_scenario_get_model (plimsoll_sizer_get_scenario (sizer)));

  if (question->ngl < 0)
    plimsoll_launch_add_number (
      self, "--n-gpu-layers", PLIMSOLL_LAUNCH_ALL_LAYERS,
      n > 0 ? g_strdup_printf (ngettext ("The one layer and the output head on the accelerator",
                                         "All %u layers and the output head on the accelerator", n),
                               n)
            : g_strdup (_("All layers and the output head on the accelerator")));
  else
    plimsoll_launch_add_number (
      self, "--n-gpu-layers", (guint64) question->ngl,
      n > 0
        ? g_strdup_printf (_("%d of %u layers on the accelerator, the output head counted last"),
                           question->ngl, n + 1)
        : g_strdup_printf (_("%d layers on the accelerator"), question->ngl));
  if (question->n_cpu_moe > 0)
    plimsoll_launch_add_number (
      self, "--n-cpu-moe", question->n_cpu_moe,
      g_strdup_printf (ngettext ("The experts of the first block stay in system memory",
                                 "The experts of the first %u blocks stay in system memory",
                                 question->n_cpu_moe),
                       question->n_cpu_moe));
}

static void
add_split (PlimsollLaunch *self, const PlimsollQuestion *question, char separator)
{
  gboolean shared = FALSE;

  if (question->n_devices < 2)
    return;

  for (guint i = 0; i < question->n_devices; i++)
    shared = shared || question->device_shares[i] > 0;
  if (question->split == PLIMSOLL_SPLIT_NONE)
    {
      plimsoll_launch_add (self, "--split-mode", "none",
                           g_strdup (_("One accelerator only, the others are not used")));
      plimsoll_launch_add_number (self, "--main-gpu", question->main_device,
                                  g_strdup (_("Which one")));
    }
  else
    {
      plimsoll_launch_add (self, "--split-mode", "layer",
                           g_strdup (_("Each accelerator has whole layers of its own")));
      if (shared)
        {
          g_autofree char *shares = plimsoll_launch_shares (question, separator);

          plimsoll_launch_add (self, "--tensor-split", shares,
                               g_strdup (_("In which proportion they share the layers")));
        }
    }
}

static void
add_cache (PlimsollLaunch *self, PlimsollScenario *scenario)
{
  plimsoll_launch_add (self, "--cache-type-k", plimsoll_scenario_get_kv_k_type (scenario),
                       g_strdup (_("What the cache keeps keys in")));
  plimsoll_launch_add (self, "--cache-type-v", plimsoll_scenario_get_kv_v_type (scenario),
                       g_strdup (_("What the cache keeps values in")));
}

static void
add_batches (PlimsollLaunch *self, const PlimsollQuestion *question)
{
  if (question->batch != DEFAULT_BATCH)
    plimsoll_launch_add_number (self, "--batch-size", question->batch,
                                g_strdup (_("Tokens of prompts that are taken together")));
  if (question->ubatch != DEFAULT_UBATCH)
    plimsoll_launch_add_number (
      self, "--ubatch-size", question->ubatch,
      g_strdup (_("Tokens computed at once: fewer need smaller buffers, more are faster")));
}

static void
add_addition (PlimsollLaunch *self,
              const char *flag,
              PlimsollAddition *addition,
              const char *meaning)
{
  g_autofree char *path = plimsoll_launch_file_name (plimsoll_addition_get_id (addition));

  plimsoll_launch_add (self, flag, path, g_strdup (meaning));
}

static void
add_beside (PlimsollLaunch *self, PlimsollScenario *scenario, const PlimsollQuestion *question)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollModel *draft = plimsoll_scenario_get_draft (scenario);
  PlimsollAddition *projector = plimsoll_scenario_get_projector (scenario);
  GPtrArray *adapters = plimsoll_scenario_get_adapters (scenario);

  if (projector != NULL)
    add_addition (self, "--mmproj", projector, _("The projector, for pictures or sound"));
  else if (plimsoll_model_get_counts (model)->vision > 0)
    plimsoll_launch_add (self, "--no-mmproj", NULL,
                         g_strdup (_("No projector: text only, as the question has it")));
  for (guint i = 0; i < adapters->len; i++)
    add_addition (self, "--lora", adapters->pdata[i], _("A LoRA adapter"));
  if (draft != NULL)
    {
      g_autofree char *path = plimsoll_model_get_path (draft) != NULL
                                ? plimsoll_launch_file_name (plimsoll_model_get_path (draft))
                                : g_strdup (plimsoll_model_get_id (draft));

      plimsoll_launch_add (self, "--model-draft", path,
                           g_strdup (_("The draft model, which the large one checks")));
    }
  if (question->mtp)
    plimsoll_launch_add (self, "--spec-type", "draft-mtp",
                         g_strdup (_("Draft with the model’s own multi-token prediction")));
}

static void
add_context (PlimsollLaunch *self, const PlimsollQuestion *question, gboolean serves)
{
  g_autofree char *tokens = plimsoll_format_tokens (question->context);

  plimsoll_launch_add_number (
    self, "--ctx-size", question->context,
    g_strdup_printf (_("Context: %s tokens for prompts and answers together"), tokens));
  if (!serves)
    return;

  plimsoll_launch_add_number (
    self, "--parallel", question->parallel,
    g_strdup_printf (ngettext ("One request at a time",
                               "%u requests at a time, which share the context",
                               question->parallel),
                     question->parallel));
  if (question->parallel > 1 && question->unified_kv)
    plimsoll_launch_add (self, "--kv-unified", NULL,
                         g_strdup (_("One cache for all requests: each may take what is free")));
}

/* What the question is run with: its plan's where it does not fit as it was asked. */
static void
launch_question (PlimsollSizer *sizer, PlimsollQuestion *question)
{
  const PlimsollPlan *plan = plimsoll_sizer_get_plan (sizer);

  plimsoll_scenario_get_question (plimsoll_sizer_get_scenario (sizer), question);
  if (plan != NULL)
    {
      *question = plan->question;
      if (!plan->shared)
        memset (question->device_shares, 0, sizeof question->device_shares);
    }
}

static void
add_runner (PlimsollLaunch *self, PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);

  add_context (self, question, plimsoll_launch_get_use (self) == PLIMSOLL_LAUNCH_SERVER);
  if (question->n_devices == 0)
    plimsoll_launch_add (self, "--device", "none", g_strdup (_("The processor alone")));
  else
    {
      add_layers (self, sizer, question);
      add_split (self, question, ',');
    }
  plimsoll_launch_add (
    self, "--flash-attn", question->flash_attention ? "on" : "off",
    g_strdup (question->flash_attention
                ? _("Flash attention, which keeps compute buffers small")
                : _("No flash attention: compute buffers grow with the context")));
  add_cache (self, scenario);
  add_batches (self, question);
  add_beside (self, scenario, question);
}

/* The program that measures takes no context and writes switches as numbers. */
static void
add_bench (PlimsollLaunch *self, PlimsollSizer *sizer, const PlimsollQuestion *question)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);

  plimsoll_launch_add_number (self, "--n-prompt", question->prompt,
                              g_strdup (_("Measure prefill with a prompt of so many tokens")));
  plimsoll_launch_add_number (self, "--n-gen", BENCH_TOKENS,
                              g_strdup (_("Measure decode over so many tokens")));
  if (question->depth > 0)
    plimsoll_launch_add_number (self, "--n-depth", question->depth,
                                g_strdup (_("With so many tokens in the cache before")));
  if (question->n_devices == 0)
    plimsoll_launch_add_number (self, "--n-gpu-layers", 0, g_strdup (_("The processor alone")));
  else
    {
      add_layers (self, sizer, question);
      add_split (self, question, '/');
    }
  plimsoll_launch_add (self, "--flash-attn", question->flash_attention ? "on" : "off",
                       g_strdup (question->flash_attention ? _("With flash attention")
                                                           : _("Without flash attention")));
  add_cache (self, scenario);
  add_batches (self, question);
}

PlimsollLaunch *
plimsoll_launch_llama (PlimsollSizer *sizer, PlimsollLaunchUse use)
{
  static const char *const programs[] = { "llama-server", "llama-cli", "llama-bench" };
  PlimsollLaunch *self = plimsoll_launch_new ("llama.cpp", "llama.cpp", use);
  PlimsollQuestion question;

  launch_question (sizer, &question);
  plimsoll_launch_set_detail (self, plimsoll_launch_weights_text (sizer));
  plimsoll_launch_check_fit (self, sizer);
  plimsoll_launch_begin (self, programs[use]);
  add_file (self, sizer);
  if (use == PLIMSOLL_LAUNCH_BENCHMARK)
    add_bench (self, sizer, &question);
  else
    add_runner (self, sizer, &question);

  return self;
}

/* Ollama decides itself which layers go where, with the same engine below. */
static void
note_plan (PlimsollLaunch *self, PlimsollSizer *sizer)
{
  if (plimsoll_sizer_get_plan (sizer) != NULL)
    plimsoll_launch_note (self, g_strdup (_("It shares out the layers by itself, and so may run "
                                             "slower than the plan for llama.cpp")));
}

static guint64
context_of_one (const PlimsollQuestion *question)
{
  return question->context / MAX (question->parallel, 1);
}

PlimsollLaunch *
plimsoll_launch_ollama (PlimsollSizer *sizer)
{
  PlimsollLaunch *self = plimsoll_launch_new ("ollama", "Ollama", PLIMSOLL_LAUNCH_SERVER);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const char *cache = plimsoll_scenario_get_kv_k_type (scenario);
  const char *repository = first_repository (model);
  g_autofree char *value = NULL;
  g_autofree char *tokens = NULL;
  g_autofree char *context = NULL;
  PlimsollQuestion question;

  launch_question (sizer, &question);
  plimsoll_launch_set_detail (self, plimsoll_launch_weights_text (sizer));
  plimsoll_launch_check_fit (self, sizer);
  if (!g_str_equal (cache, plimsoll_scenario_get_kv_v_type (scenario))
      || (!g_str_equal (cache, "f16") && !g_str_equal (cache, "q8_0")
          && !g_str_equal (cache, "q4_0")))
    plimsoll_launch_refuse (self, g_strdup (_("Its cache is f16, q8_0 or q4_0, keys and values "
                                               "alike")));

  tokens = plimsoll_format_tokens (context_of_one (&question));
  context =
    g_strdup_printf ("OLLAMA_CONTEXT_LENGTH=%" G_GUINT64_FORMAT, context_of_one (&question));
  plimsoll_launch_begin (self, "env");
  plimsoll_launch_add (self, context, NULL,
                       g_strdup_printf (_("Context: %s tokens for each request"), tokens));
  value = g_strdup_printf ("OLLAMA_NUM_PARALLEL=%u", question.parallel);
  plimsoll_launch_add (self, value, NULL, g_strdup (_("Requests at a time")));
  plimsoll_launch_add (self,
                       question.flash_attention ? "OLLAMA_FLASH_ATTENTION=1"
                                                : "OLLAMA_FLASH_ATTENTION=0",
                       NULL, g_strdup (_("Flash attention, which a smaller cache needs")));
  g_free (value);
  value = g_strdup_printf ("OLLAMA_KV_CACHE_TYPE=%s", cache);
  plimsoll_launch_add (self, value, NULL, g_strdup (_("What the cache keeps keys and values in")));
  plimsoll_launch_add (self, "ollama serve", NULL, NULL);
  plimsoll_launch_end (self, " &");

  g_free (value);
  if (repository != NULL && plimsoll_model_get_path (model) == NULL)
    {
      g_autofree char *name = repository_name (scenario, repository);

      value = g_strconcat ("hf.co/", name, NULL);
      plimsoll_launch_begin (self, "ollama run");
      plimsoll_launch_add (self, "", value, g_strdup (_("The same GGUF, from Hugging Face")));
      note_plan (self, sizer);
      if (!is_offered (scenario))
        plimsoll_launch_note (self,
                              g_strdup_printf (_("Look first whether the repository offers %s"),
                                               plimsoll_scenario_get_precision (scenario)));
    }
  else
    {
      g_autofree char *file = plimsoll_launch_has_gguf (model)
                                ? plimsoll_launch_file_name (plimsoll_model_get_path (model))
                                : placeholder (scenario);
      g_autofree char *line = g_strdup_printf ("FROM %s", file);

      if (!plimsoll_launch_has_gguf (model))
        note_placeholder (self, model, file);
      plimsoll_launch_begin (self, "printf '%s\\n'");
      plimsoll_launch_add (self, "", line, g_strdup (_("A Modelfile that names your GGUF file")));
      plimsoll_launch_end (self, " > Modelfile");
      plimsoll_launch_begin (self, "ollama create my-model -f Modelfile");
      plimsoll_launch_begin (self, "ollama run my-model");
      value = NULL;
    }
  note_plan (self, sizer);

  return self;
}

/* "max", "off" or the share of the layers, with two decimals. */
static char *
offload_share (const PlimsollQuestion *question, guint n_layers)
{
  char share[G_ASCII_DTOSTR_BUF_SIZE];

  if (question->n_devices == 0 || question->ngl == 0)
    return g_strdup ("off");
  if (question->ngl < 0 || n_layers == 0 || (guint) question->ngl >= n_layers)
    return g_strdup ("max");

  return g_strdup (g_ascii_formatd (share, sizeof share, "%.2f",
                                    (double) question->ngl / (n_layers + 1)));
}

PlimsollLaunch *
plimsoll_launch_lm_studio (PlimsollSizer *sizer)
{
  PlimsollLaunch *self = plimsoll_launch_new ("lm-studio", "LM Studio", PLIMSOLL_LAUNCH_SERVER);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const char *repository = first_repository (model);
  g_autofree char *share = NULL;
  PlimsollQuestion question;

  launch_question (sizer, &question);
  plimsoll_launch_set_detail (self, plimsoll_launch_weights_text (sizer));
  plimsoll_launch_check_fit (self, sizer);
  if (question.n_cpu_moe > 0)
    plimsoll_launch_note (self, g_strdup (_("Keep the experts in system memory by the model’s own "
                                             "settings in its window")));
  if (!g_str_equal (plimsoll_scenario_get_kv_k_type (scenario), "f16")
      || !g_str_equal (plimsoll_scenario_get_kv_v_type (scenario), "f16"))
    plimsoll_launch_note (self, g_strdup (_("Choose the types of the cache by the model’s own "
                                             "settings in its window")));

  if (repository != NULL && plimsoll_model_get_path (model) == NULL)
    {
      g_autofree char *address = g_strdup_printf ("https://huggingface.co/%s@%s", repository,
                                                  plimsoll_scenario_get_precision (scenario));

      plimsoll_launch_begin (self, "lms get");
      plimsoll_launch_add (self, "", address, g_strdup (_("The same GGUF, from Hugging Face")));
    }
  else
    {
      g_autofree char *file = plimsoll_launch_has_gguf (model)
                                ? plimsoll_launch_file_name (plimsoll_model_get_path (model))
                                : placeholder (scenario);

      if (!plimsoll_launch_has_gguf (model))
        note_placeholder (self, model, file);
      plimsoll_launch_begin (self, "lms import");
      plimsoll_launch_add (self, "", file, g_strdup (_("Takes over your GGUF file")));
    }

  share = offload_share (&question, plimsoll_model_get_layers (model));
  plimsoll_launch_begin (self, "lms load");
  plimsoll_launch_add_number (self, "--context-length", context_of_one (&question),
                              g_strdup (_("Tokens of the prompt and the answer together")));
  plimsoll_launch_add (self, "--gpu", share,
                       g_strdup (_("How much of the layers the accelerator has; it asks which "
                                    "model is meant")));

  return self;
}
