/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cli-private.h"

#include <glib/gi18n.h>

/* The options of a question, and the properties that they set. */
static const struct
{
  const char *option;
  const char *property;
} settings[] = {
  { "--count", "accelerator-count" },
  { "--quant", "precision" },
  { "--context", "context-length" },
  { "--kv", "kv-type" },
  { "--kv-k", "kv-k-type" },
  { "--kv-v", "kv-v-type" },
  { "--engine", "engine" },
  { "--parallel", "parallel" },
  { "--ubatch", "ubatch" },
  { "--ubatch-size", "ubatch" },
  { "--flash-attention", "flash-attention" },
  { "--ngl", "ngl" },
  { "--n-gpu-layers", "ngl" },
  { "--n-cpu-moe", "n-cpu-moe" },
  { "--split", "split" },
  { "--tensor-split", "tensor-split" },
  { "--main-gpu", "main-gpu" },
  { "--ram", "system-memory" },
  { "--system-memory", "system-memory" },
  { "--memory-in-use", "memory-in-use" },
  { "--mmproj", "projector" },
  { "--mmproj-compute", "projector-compute" },
  { "--draft", "draft" },
  { "--model-draft", "draft" },
  { "--draft-quant", "draft-precision" },
  { "--prompt", "prompt-length" },
  { "--depth", "depth" },
  { "--gpu-memory-utilization", "gpu-memory-utilization" },
  { "--tensor-parallel", "tensor-parallel" },
  { "--pipeline-parallel", "pipeline-parallel" },
  { "--max-num-seqs", "max-num-seqs" },
  { "--max-num-batched-tokens", "max-num-batched-tokens" },
  { "--hours", "hours-per-day" },
  { "--utilization", "utilization" },
  { "--input-tokens", "input-tokens" },
  { "--output-tokens", "output-tokens" },
  { "--kwh", "electricity-price" },
  { "--price", "purchase-price" },
  { "--power", "power-draw" },
  { "--resale", "resale" },
  { "--horizon", "horizon" },
  { "--api-input", "api-input-price" },
  { "--api-output", "api-output-price" },
  { "--offer", "offer" },
  { "--currency", "currency" },
  { "--exchange-rate", "exchange-rate" },
};

static void
setting_free (gpointer data)
{
  PlimsollCliSetting *setting = data;

  g_free (setting->value);
  g_free (setting);
}

void
plimsoll_cli_options_clear (PlimsollCliOptions *self)
{
  g_clear_pointer (&self->settings, g_ptr_array_unref);
  g_clear_pointer (&self->training, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->batch, g_free);
  g_clear_pointer (&self->model, g_free);
  g_clear_pointer (&self->sort, g_free);
  g_clear_pointer (&self->vendor, g_free);
  g_clear_pointer (&self->output, g_free);
  g_clear_pointer (&self->format, g_free);
  g_clear_pointer (&self->sections, g_free);
  g_clear_pointer (&self->paper, g_free);
  g_clear_pointer (&self->import_offers, g_free);
}

static gboolean
setting_cb (const char *option, const char *value, gpointer data, GError **error)
{
  PlimsollCliOptions *self = data;
  PlimsollCliSetting *setting = g_new0 (PlimsollCliSetting, 1);

  setting->option = g_intern_string (option);
  setting->value = g_strdup (value);
  g_ptr_array_add (self->settings, setting);

  return TRUE;
}

#define SETTING(name, description, argument)                                                       \
  { name, 0, 0, G_OPTION_ARG_CALLBACK, setting_cb, description, argument }

static void
add_cost_options (GOptionGroup *group)
{
  const GOptionEntry entries[] = {
    SETTING ("hours", N_("Hours a day that it is used: 4"), "0–24"),
    SETTING ("utilization", N_("Share of those hours in which tokens are made: 0.9"), "0–1"),
    SETTING ("input-tokens", N_("Tokens of input a month, instead of hours: 500M"), "N"),
    SETTING ("output-tokens", N_("Tokens of output a month"), "N"),
    SETTING ("kwh", N_("Price of a kWh"), N_("PRICE")),
    SETTING ("price", N_("What the accelerators cost, else as the catalogue has it"),
             N_("PRICE")),
    SETTING ("power", N_("Watts that they draw in use, else seven tenths of board power"), "W"),
    SETTING ("resale", N_("Share of the price that comes back at the end: 0.35"), "0–1"),
    SETTING ("horizon", N_("Months to look ahead"), "N"),
    SETTING ("api-input", N_("Price of a million tokens of input of an API"), N_("PRICE")),
    SETTING ("api-output", N_("Price of a million tokens of its output"), N_("PRICE")),
    SETTING ("offer", N_("Id of the offer that buying is compared with"), N_("ID")),
    SETTING ("currency", N_("What stands before amounts: “$”"), N_("TEXT")),
    SETTING ("exchange-rate", N_("How much of that one US dollar is"), "N"),
    { 0 },
  };

  g_option_group_add_entries (group, entries);
}

static gboolean
training_cb (const char *option, const char *value, gpointer data, GError **error)
{
  PlimsollCliOptions *self = data;
  PlimsollCliSetting *setting = g_new0 (PlimsollCliSetting, 1);

  setting->option = g_intern_string (option);
  setting->value = g_strdup (value);
  g_ptr_array_add (self->training, setting);

  return TRUE;
}

/* Those of training, and those of the question that say on what. */
static void
add_training_options (GOptionGroup *group)
{
#define TRAINING(name, description, argument)                                                      \
  { name, 0, 0, G_OPTION_ARG_CALLBACK, training_cb, description, argument }
  const GOptionEntry entries[] = {
    TRAINING ("method", N_("qlora, lora or full; else all three"), N_("NAME")),
    TRAINING ("framework",
              N_("transformers, axolotl, llama-factory, ms-swift, torchtune, litgpt, unsloth, "
                  "fsdp-qlora or other"),
              N_("NAME")),
    TRAINING ("optimizer",
              N_("adamw, adamw-fused, adamw-8bit, paged-adamw-8bit, adamw-master, adafactor, "
                  "muon, lion or sgd"),
              N_("NAME")),
    TRAINING ("precision", N_("What is trained is held in bf16, or in fp32 with autocast"),
              "bf16|fp32"),
    TRAINING ("base", N_("What a quantized base is in: nf4-double, nf4 or gptq"), N_("NAME")),
    TRAINING ("seq", N_("Tokens of a sequence, padding among them: 4K"), "N"),
    TRAINING ("batch", N_("Sequences on each GPU at once, without accumulation"), "N"),
    TRAINING ("checkpointing", N_("on or off"), "on|off"),
    TRAINING ("rank", N_("Rank of adapters"), "N"),
    TRAINING (
      "targets",
      N_("What adapters stand beside: attention, mlp, all, or of q,k,v,o,gate,up,down,head"),
      N_("LIST")),
    TRAINING ("dropout", N_("Dropout of adapters: on or off"), "on|off"),
    TRAINING ("loss", N_("plain, kernel, kernel-2024, chunked, fused or litgpt; else the usual"),
              N_("NAME")),
    TRAINING ("sharding", N_("none, zero1, zero2, zero3 or fsdp"), N_("NAME")),
    TRAINING ("offload", N_("To system memory: activations, optimizer, parameters"), N_("LIST")),
    TRAINING ("compile", N_("torch.compile: on or off"), "on|off"),
    TRAINING ("step-in-backward", N_("Step in the backward pass: on or off"), "on|off"),
    TRAINING ("flash-attention", N_("on or off"), "on|off"),
    { "gpu", 0, 0, G_OPTION_ARG_CALLBACK, setting_cb, N_("Accelerator, by any of its names"),
      N_("[Nx ]NAME") },
    { "count", 0, 0, G_OPTION_ARG_CALLBACK, setting_cb, N_("How many of it"), "N" },
    { "memory-in-use", 0, 0, G_OPTION_ARG_CALLBACK, setting_cb,
      N_("What others use of each accelerator"), N_("SIZE") },
    { 0 },
  };
#undef TRAINING

  g_option_group_add_entries (group, entries);
}

static void
add_question_options (GOptionGroup *group)
{
  const GOptionEntry entries[] = {
    SETTING ("gpu", N_("Accelerator, by any of its names; several times for different ones"),
             N_("[Nx ]NAME")),
    SETTING ("count", N_("How many of the first; 0: the processor alone"), "N"),
    SETTING ("quant", N_("Precision: Q4_K_M; of vLLM and SGLang FP8, AWQ, BF16…"), N_("TYPE")),
    SETTING ("context", N_("Tokens of context, of each request with vLLM: 32K, 131072"), "N"),
    SETTING ("kv", N_("Type of the cache: f16, q8_0, q4_0, fp8…"), N_("TYPE")),
    SETTING ("kv-k", N_("Type of the cache of K alone"), N_("TYPE")),
    SETTING ("kv-v", N_("Type of the cache of V alone"), N_("TYPE")),
    SETTING ("engine", N_("llama.cpp, vllm or sglang"), N_("NAME")),
    SETTING ("parallel", N_("Requests at once"), "N"),
    { "unified-kv", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, setting_cb,
      N_("One cache for all requests"), NULL },
    { "no-unified-kv", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, setting_cb,
      N_("The context divided among requests, as it is with --parallel alone"), NULL },
    SETTING ("ubatch", N_("Tokens of a micro-batch"), "N"),
    SETTING ("flash-attention", N_("on or off"), "on|off"),
    SETTING ("outputs", N_("Logits of all tokens of a batch, or one for each request"),
             "all|parallel"),
    SETTING ("ngl", N_("Layers on the accelerator"), "N|all"),
    SETTING ("n-cpu-moe", N_("Blocks whose experts are in system memory"), "N"),
    SETTING ("split", N_("How several accelerators share it"), "none|layer|tensor"),
    SETTING ("tensor-split", N_("Share of each accelerator, else by free memory"), "3,1"),
    SETTING ("main-gpu", N_("The one that is used without a split"), "N"),
    SETTING ("ram", N_("System memory: 64GiB, 64GB"), N_("SIZE")),
    /* As llama.cpp spells them, so that a plan's flags can be asked again. */
    { "n-gpu-layers", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_CALLBACK, setting_cb, NULL, NULL },
    { "ubatch-size", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_CALLBACK, setting_cb, NULL, NULL },
    { "model-draft", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_CALLBACK, setting_cb, NULL, NULL },
    { "system-memory", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_CALLBACK, setting_cb, NULL, NULL },
    SETTING ("memory-in-use", N_("What others use of each accelerator"), N_("SIZE")),
    SETTING ("mmproj", N_("Vision projector beside the model, a GGUF"), N_("FILE")),
    SETTING ("mmproj-compute", N_("Bytes of its graph, if they are known"), N_("SIZE")),
    SETTING ("lora", N_("LoRA adapter beside the model; several times for several"), N_("FILE")),
    SETTING ("draft", N_("Draft model for speculative decoding, a name or a file"), N_("MODEL")),
    SETTING ("draft-quant", N_("Precision of the draft model"), N_("TYPE")),
    { "mtp", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, setting_cb,
      N_("Load the model's blocks of multi-token prediction"), NULL },
    SETTING ("prompt", N_("Tokens of the prompt"), "N"),
    SETTING ("depth", N_("Tokens in the cache when decoding"), "N"),
    SETTING ("gpu-memory-utilization", N_("Share of memory that vLLM or SGLang takes: 0.92"),
             "0–1"),
    SETTING ("tensor-parallel", N_("Devices that divide each layer"), "N"),
    SETTING ("pipeline-parallel", N_("Stages that divide the layers"), "N"),
    SETTING ("max-num-seqs", N_("Requests in one step at most"), "N"),
    SETTING ("max-num-batched-tokens", N_("Tokens in one step at most"), "N"),
    { 0 },
  };

  g_option_group_add_entries (group, entries);
}

#undef SETTING

gboolean
plimsoll_cli_options_parse (PlimsollCliOptions *self,
                            const char *command,
                            const char *arguments,
                            const char *summary,
                            PlimsollCliTakes takes,
                            int argc,
                            char **argv,
                            GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (arguments);
  g_auto (GStrv) copy = g_strdupv (argv);
  g_autofree char *program = g_strdup_printf ("plimsoll %s", command);
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, self, NULL);
  const GOptionEntry json[] = {
    { "json", 0, 0, G_OPTION_ARG_NONE, &self->json, N_("Answer in JSON"), NULL },
    { 0 },
  };
  const GOptionEntry common[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->names, NULL, NULL },
    { 0 },
  };
  const GOptionEntry size[] = {
    { "batch", 0, 0, G_OPTION_ARG_FILENAME, &self->batch,
      N_("One question in JSON a line; - is standard input"), N_("FILE") },
    { "check", 0, 0, G_OPTION_ARG_NONE, &self->check, N_("Exit with 3 when it does not fit"),
      NULL },
    { "explain", 0, 0, G_OPTION_ARG_NONE, &self->explain,
      N_("How every figure came about: formula, inputs with their sources, accuracy"), NULL },
    { 0 },
  };

  const GOptionEntry table[] = {
    { "models", 0, 0, G_OPTION_ARG_NONE, &self->models,
      N_("Every model, in the best precision that fits"), NULL },
    { "precisions", 0, 0, G_OPTION_ARG_NONE, &self->precisions, N_("Every precision of the model"),
      NULL },
    { "sort", 0, 0, G_OPTION_ARG_STRING, &self->sort,
      N_("Column to sort by; with a minus before it, the other way round"), N_("COLUMN") },
    { "fits", 0, 0, G_OPTION_ARG_NONE, &self->only_fits, N_("Only what fits"), NULL },
    { "only-fits", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_NONE, &self->only_fits, NULL, NULL },
    { "vendor", 0, 0, G_OPTION_ARG_STRING, &self->vendor, N_("Only accelerators of one maker"),
      N_("NAME") },
    { "csv", 0, 0, G_OPTION_ARG_NONE, &self->csv, N_("Comma-separated values"), NULL },
    { 0 },
  };

  const GOptionEntry this_computer[] = {
    { "this", 0, 0, G_OPTION_ARG_NONE, &self->this_computer,
      N_("What this computer has, instead of a search"), NULL },
    { "model", 0, 0, G_OPTION_ARG_STRING, &self->model,
      N_("What the accelerator that is named is good for, with this model"), N_("MODEL") },
    { 0 },
  };

  const GOptionEntry report[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->output,
      N_("Where to; - is standard output. Of several reports each has its number"), N_("FILE") },
    { "format", 0, 0, G_OPTION_ARG_STRING, &self->format,
      N_("pdf, md, csv or json; else the file’s name says it"), N_("NAME") },
    { "sections", 0, 0, G_OPTION_ARG_STRING, &self->sections,
      N_("Of summary, memory, context, hardware, precision, speed, cost, training, commands, "
          "assumptions and sources; else all"),
      N_("LIST") },
    { "all-hardware", 0, 0, G_OPTION_ARG_NONE, &self->all_hardware,
      N_("Every accelerator, not only those that are near or recommended"), NULL },
    { "accelerator", 0, 0, G_OPTION_ARG_NONE, &self->accelerator_report,
      N_("What the accelerator is good for, with this model"), NULL },
    { "side-by-side", 0, 0, G_OPTION_ARG_NONE, &self->side_by_side,
      N_("The questions of --batch, two to four, in one report"), NULL },
    { "paper", 0, 0, G_OPTION_ARG_STRING, &self->paper, N_("Else as the locale has it"),
      "a4|letter" },
    { "batch", 0, 0, G_OPTION_ARG_FILENAME, &self->batch,
      N_("One question in JSON a line, one report each; - is standard input"), N_("FILE") },
    { 0 },
  };

  const GOptionEntry check[] = {
    { "check", 0, 0, G_OPTION_ARG_NONE, &self->check, N_("Exit with 3 when it does not fit"),
      NULL },
    { 0 },
  };

  const GOptionEntry keep[] = {
    { "keep", 0, 0, G_OPTION_ARG_NONE, &self->keep,
      N_("Keep what llama-bench measured as measured here, on that accelerator"), NULL },
    { 0 },
  };

  const GOptionEntry kept[] = {
    { "import-offers", 0, 0, G_OPTION_ARG_STRING, &self->import_offers,
      N_("Take cloud offers of a file, or of its https:// address, as yours"), N_("FILE") },
    { "remove-offers", 0, 0, G_OPTION_ARG_NONE, &self->remove_offers,
      N_("Delete the cloud offers of yours"), NULL },
    { "clear-hub-cache", 0, 0, G_OPTION_ARG_NONE, &self->clear_hub_cache,
      N_("Delete what is kept of the hub"), NULL },
    { 0 },
  };

  self->settings = g_ptr_array_new_with_free_func (setting_free);
  self->training = g_ptr_array_new_with_free_func (setting_free);
  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  g_option_group_add_entries (group, common);
  if ((takes & PLIMSOLL_CLI_TAKES_REPORT) == 0)
    g_option_group_add_entries (group, json);
  if ((takes & PLIMSOLL_CLI_TAKES_SIZE) != 0)
    g_option_group_add_entries (group, size);
  if ((takes & PLIMSOLL_CLI_TAKES_TABLE) != 0)
    g_option_group_add_entries (group, table);
  if ((takes & PLIMSOLL_CLI_TAKES_KEEP) != 0)
    g_option_group_add_entries (group, keep);
  if ((takes & PLIMSOLL_CLI_TAKES_KEPT) != 0)
    g_option_group_add_entries (group, kept);
  if ((takes & PLIMSOLL_CLI_TAKES_THIS) != 0)
    g_option_group_add_entries (group, this_computer);
  if ((takes & PLIMSOLL_CLI_TAKES_REPORT) != 0)
    {
      g_option_group_add_entries (group, report);
      g_option_group_add_entries (group, check);
    }
  if ((takes & PLIMSOLL_CLI_TAKES_COST) != 0)
    add_cost_options (group);
  if ((takes & PLIMSOLL_CLI_TAKES_TRAINING) != 0)
    {
      g_option_group_add_entries (group, check);
      add_training_options (group);
    }
  if ((takes & PLIMSOLL_CLI_TAKES_QUESTION) != 0)
    add_question_options (group);
  g_option_context_set_main_group (context, group);
  g_option_context_set_summary (context, summary);
  g_set_prgname (program);

  return g_option_context_parse_strv (context, &copy, error);
}

/* The first replaces what the question had, the next stand beside it. */
static gboolean
apply_gpu (const char *value,
           gboolean first,
           PlimsollScenario *scenario,
           const PlimsollScenarioFinder *finder,
           GError **error)
{
  guint count;
  const char *name = plimsoll_scenario_accelerator_name (value, &count);
  g_autoptr (PlimsollAccelerator) accelerator = NULL;

  if (first)
    {
      if (!plimsoll_scenario_set_text (scenario, "accelerator", name, finder, error))
        return FALSE;
      /* Else --count says it, before or after. */
      if (name != value)
        g_object_set (scenario, "accelerator-count", count, NULL);
      plimsoll_scenario_set_further_accelerators (scenario, NULL);
      return TRUE;
    }

  accelerator = finder->find_accelerator (name, finder->data, error);
  if (accelerator == NULL)
    return FALSE;
  plimsoll_scenario_add_accelerator (scenario, accelerator, count);

  return TRUE;
}

/* One more of them. */
static gboolean
add_adapter (PlimsollScenario *scenario,
             const char *path,
             const PlimsollScenarioFinder *finder,
             GError **error)
{
  GPtrArray *adapters = plimsoll_scenario_get_adapters (scenario);
  g_autoptr (GString) paths = g_string_new (NULL);

  for (guint i = 0; i < adapters->len; i++)
    g_string_append_printf (paths, "%s\n", plimsoll_addition_get_id (adapters->pdata[i]));
  g_string_append (paths, path);

  return plimsoll_scenario_set_text (scenario, "adapters", paths->str, finder, error);
}

static gboolean
apply (const PlimsollCliSetting *setting,
       PlimsollScenario *scenario,
       const PlimsollScenarioFinder *finder,
       GError **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_str_equal (setting->option, settings[i].option))
      return plimsoll_scenario_set_text (scenario, settings[i].property, setting->value, finder,
                                         error);

  if (g_str_equal (setting->option, "--lora"))
    return add_adapter (scenario, setting->value, finder, error);
  if (g_str_equal (setting->option, "--mtp"))
    return plimsoll_scenario_set_text (scenario, "mtp", "on", finder, error);
  if (g_str_equal (setting->option, "--unified-kv"))
    return plimsoll_scenario_set_text (scenario, "unified-kv", "on", finder, error);
  if (g_str_equal (setting->option, "--no-unified-kv"))
    return plimsoll_scenario_set_text (scenario, "unified-kv", "off", finder, error);

  g_assert (g_str_equal (setting->option, "--outputs"));
  if (!g_str_equal (setting->value, "all") && !g_str_equal (setting->value, "parallel"))
    {
      g_set_error (error, PLIMSOLL_SCENARIO_ERROR, PLIMSOLL_SCENARIO_ERROR_INVALID,
                   _("“%s” is none of %s"), setting->value, "all, parallel");
      return FALSE;
    }

  return plimsoll_scenario_set_text (scenario, "all-outputs",
                                     g_str_equal (setting->value, "all") ? "on" : "off", finder,
                                     error);
}

gboolean
plimsoll_cli_options_has (const PlimsollCliOptions *self, const char *option)
{
  for (guint i = 0; i < self->settings->len; i++)
    if (g_str_equal (((PlimsollCliSetting *) self->settings->pdata[i])->option, option))
      return TRUE;

  return FALSE;
}

static gboolean
apply_all (const PlimsollCliOptions *self,
           PlimsollScenario *scenario,
           const PlimsollScenarioFinder *finder,
           gboolean engine,
           GError **error)
{
  gboolean has_gpu = FALSE;

  for (guint i = 0; i < self->settings->len; i++)
    {
      const PlimsollCliSetting *setting = self->settings->pdata[i];

      if (g_str_equal (setting->option, "--engine") != engine)
        continue;
      /* What the catalogue does not find says so by itself. */
      if (g_str_equal (setting->option, "--gpu"))
        {
          if (!apply_gpu (setting->value, !has_gpu, scenario, finder, error))
            return FALSE;
          has_gpu = TRUE;
        }
      else if (!apply (setting, scenario, finder, error))
        {
          g_prefix_error (error, "%s: ", setting->option);
          return FALSE;
        }
    }

  return TRUE;
}

static gboolean
check_precision (const PlimsollCliOptions *self, PlimsollScenario *scenario, GError **error)
{
  const char *asked = NULL;

  for (guint i = 0; i < self->settings->len; i++)
    {
      const PlimsollCliSetting *setting = self->settings->pdata[i];

      if (g_str_equal (setting->option, "--quant"))
        asked = setting->value;
    }
  if (asked == NULL || plimsoll_scenario_check_precision (scenario, asked, error))
    return TRUE;

  g_prefix_error_literal (error, "--quant: ");

  return FALSE;
}

/* So many ranks are so many devices. */
static void
take_count_of_ranks (PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  const guint on_board =
    accelerator != NULL ? MAX (plimsoll_accelerator_get_facts (accelerator)->devices, 1) : 1;
  guint tensor, pipeline, ranks;

  g_object_get (scenario, "tensor-parallel", &tensor, "pipeline-parallel", &pipeline, NULL);
  ranks = MAX (tensor, 1) * MAX (pipeline, 1);
  if (ranks > 1 && plimsoll_engine_serves (plimsoll_scenario_get_engine (scenario)))
    g_object_set (scenario, "accelerator-count", (ranks + on_board - 1) / on_board, NULL);
}

gboolean
plimsoll_cli_options_apply (const PlimsollCliOptions *self,
                            PlimsollScenario *scenario,
                            const PlimsollScenarioFinder *finder,
                            GError **error)
{
  /* As llama.cpp has it: so many requests named, and the cache is divided among them. */
  if (plimsoll_cli_options_has (self, "--parallel"))
    g_object_set (scenario, "unified-kv", FALSE, NULL);

  /* The engine first: what else is said is of its sort. */
  if (!apply_all (self, scenario, finder, TRUE, error)
      || !apply_all (self, scenario, finder, FALSE, error)
      || !check_precision (self, scenario, error))
    return FALSE;
  if (!plimsoll_cli_options_has (self, "--count"))
    take_count_of_ranks (scenario);

  return TRUE;
}
