/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-launch-private.h"

#include "plimsoll-format.h"

#include <glib/gi18n.h>
#include <string.h>

/* The words in which vLLM and SGLang are told the same. */
typedef struct
{
  const char *context;
  const char *share;
  const char *tensor_parallel;
  const char *pipeline_parallel;
  const char *requests;
  const char *batched_tokens;
  const char *cache_type;
  const char *cache_fp8;
  const char *eager;
} Vocabulary;

static const Vocabulary vllm_words = {
  .context = "--max-model-len",
  .share = "--gpu-memory-utilization",
  .tensor_parallel = "--tensor-parallel-size",
  .pipeline_parallel = "--pipeline-parallel-size",
  .requests = "--max-num-seqs",
  .batched_tokens = "--max-num-batched-tokens",
  .cache_type = "--kv-cache-dtype",
  .cache_fp8 = "fp8",
  .eager = "--enforce-eager",
};

static const Vocabulary sglang_words = {
  .context = "--context-length",
  .share = "--mem-fraction-static",
  .tensor_parallel = "--tp-size",
  .pipeline_parallel = "--pp-size",
  .requests = "--max-running-requests",
  .batched_tokens = "--chunked-prefill-size",
  .cache_type = "--kv-cache-dtype",
  .cache_fp8 = "fp8_e4m3",
  .eager = "--disable-cuda-graph",
};

/* The checkpoint that is meant: the person's folder, the published one, or one that they have. */
static char *
checkpoint (PlimsollLaunch *self, PlimsollScenario *scenario, const char **quantization)
{
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  const char *precision = plimsoll_scenario_get_precision (scenario);
  PlimsollNativeType published = PLIMSOLL_NATIVE_BF16;
  PlimsollPrecision type = PLIMSOLL_NATIVE_BF16;
  gboolean known = plimsoll_native_type_of (plimsoll_model_get_spec (model), &published);
  g_autofree char *stem = NULL;
  char *name;

  *quantization = NULL;
  if (plimsoll_launch_has_checkpoint (model))
    return plimsoll_launch_file_name (plimsoll_model_get_path (model));

  plimsoll_precision_from_name (precision, TRUE, &type);
  if (plimsoll_model_get_path (model) == NULL && known && type == (PlimsollPrecision) published)
    return g_strdup (plimsoll_model_get_id (model));

  /* Either makes these of the published weights while it loads them. */
  if (plimsoll_model_get_path (model) == NULL && known && published == PLIMSOLL_NATIVE_BF16
      && (type == PLIMSOLL_NATIVE_FP8 || type == PLIMSOLL_NATIVE_NF4))
    {
      *quantization = type == PLIMSOLL_NATIVE_FP8 ? "fp8" : "bitsandbytes";
      return g_strdup (plimsoll_model_get_id (model));
    }

  stem = g_strdup (plimsoll_model_get_name (model));
  g_strdelimit (stem, "/\\ ", '-');
  name = g_strdup_printf ("%s-%s", stem, precision);
  plimsoll_launch_note (self,
                        g_strdup_printf (_("Put the name or folder of your %s checkpoint in the "
                                            "place of %s"),
                                         precision, name));
  return name;
}

static void
add_serving (PlimsollLaunch *self,
             PlimsollSizer *sizer,
             const Vocabulary *words,
             const char *quantization)
{
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  const PlimsollServingLimits *limits = &plimsoll_sizer_get_estimate (sizer)->serving.limits;
  g_autofree char *tokens = NULL;
  PlimsollQuestion question;

  plimsoll_scenario_get_question (scenario, &question);
  tokens = plimsoll_format_tokens (question.context);
  plimsoll_launch_add_number (
    self, words->context, question.context,
    g_strdup_printf (_("Context: %s tokens for the prompt and the answer of a request"), tokens));
  if (question.serving.utilization > 0)
    {
      char share[G_ASCII_DTOSTR_BUF_SIZE];

      plimsoll_launch_add (self, words->share,
                           g_ascii_formatd (share, sizeof share, "%g",
                                            question.serving.utilization),
                           g_strdup (_("The share of the memory that it may take")));
    }
  if (limits->tensor_parallel > 1)
    plimsoll_launch_add_number (self, words->tensor_parallel, limits->tensor_parallel,
                                g_strdup (_("Every layer is shared by so many accelerators")));
  if (limits->pipeline_parallel > 1)
    plimsoll_launch_add_number (self, words->pipeline_parallel, limits->pipeline_parallel,
                                g_strdup (_("The layers are shared out in so many stages")));
  if (question.serving.max_sequences > 0)
    plimsoll_launch_add_number (self, words->requests, question.serving.max_sequences,
                                g_strdup (_("At most so many requests at a time")));
  if (question.serving.max_batched_tokens > 0)
    plimsoll_launch_add_number (self, words->batched_tokens, question.serving.max_batched_tokens,
                                g_strdup (_("At most so many tokens computed at once")));
  if (question.kv_k == PLIMSOLL_FORMAT_I8)
    plimsoll_launch_add (self, words->cache_type, words->cache_fp8,
                         g_strdup (_("The cache keeps keys and values in 8 bits")));
  if (quantization != NULL)
    plimsoll_launch_add (self, "--quantization", quantization,
                         g_strdup (_("Quantizes the published weights while it loads them")));
  if (question.serving.eager)
    plimsoll_launch_add (self, words->eager, NULL,
                         g_strdup (_("Without CUDA graphs: less memory, "
                                      "slower")));
}

/* Without files of its kind there is nothing to start. */
static gboolean
refuse_files (PlimsollLaunch *self, PlimsollScenario *scenario)
{
  if (!plimsoll_launch_has_gguf (plimsoll_scenario_get_model (scenario)))
    return FALSE;
  plimsoll_launch_refuse (self, g_strdup (_("Needs a checkpoint in safetensors, this is a GGUF")));

  return TRUE;
}

/* What stands against it, whatever the weights. */
static void
refuse_hardware (PlimsollLaunch *self, PlimsollScenario *scenario)
{
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);

  if (accelerator == NULL || plimsoll_scenario_get_accelerator_count (scenario) == 0)
    plimsoll_launch_refuse (self, g_strdup (_("Needs an accelerator")));
  else if (!plimsoll_launch_is_of (scenario, PLIMSOLL_VENDOR_NVIDIA)
           && !plimsoll_launch_is_of (scenario, PLIMSOLL_VENDOR_AMD)
           && !plimsoll_launch_is_of (scenario, PLIMSOLL_VENDOR_INTEL))
    plimsoll_launch_refuse (self, g_strdup_printf (_("Not known to run on accelerators of %s"),
                                                   plimsoll_accelerator_get_vendor (accelerator)));
}

PlimsollLaunch *
plimsoll_launch_vllm (PlimsollSizer *sizer)
{
  PlimsollLaunch *self = plimsoll_launch_new ("vllm", "vLLM", PLIMSOLL_LAUNCH_SERVER);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  g_autofree char *name = NULL;
  const char *quantization;
  PlimsollQuestion question;

  if (refuse_files (self, scenario))
    return self;
  plimsoll_launch_set_detail (self, plimsoll_launch_weights_text (sizer));
  refuse_hardware (self, scenario);
  plimsoll_launch_check_fit (self, sizer);
  plimsoll_scenario_get_question (scenario, &question);

  name = checkpoint (self, scenario, &quantization);
  plimsoll_launch_begin (self, "vllm serve");
  plimsoll_launch_add (self, "", name, g_strdup (_("The checkpoint in safetensors")));
  add_serving (self, sizer, &vllm_words, quantization);
  if (question.serving.block_tokens > 0)
    plimsoll_launch_add_number (self, "--block-size", question.serving.block_tokens,
                                g_strdup (_("Tokens of one block of the cache")));
  if (question.serving.ungrouped)
    plimsoll_launch_add (self, "--disable-hybrid-kv-cache-manager", NULL,
                         g_strdup (_("Every layer keeps every token")));
  if (question.serving.draft_tokens > 0)
    {
      g_autofree char *settings =
        g_strdup_printf ("{\"method\":\"mtp\",\"num_speculative_tokens\":%u}",
                         question.serving.draft_tokens);

      plimsoll_launch_add (self, "--speculative-config", settings,
                           g_strdup (_("Draft with the model’s own multi-token prediction")));
    }

  return self;
}

PlimsollLaunch *
plimsoll_launch_sglang (PlimsollSizer *sizer)
{
  PlimsollLaunch *self = plimsoll_launch_new ("sglang", "SGLang", PLIMSOLL_LAUNCH_SERVER);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  g_autofree char *name = NULL;
  const char *quantization;

  if (refuse_files (self, scenario))
    return self;
  plimsoll_launch_set_detail (self, plimsoll_launch_weights_text (sizer));
  refuse_hardware (self, scenario);
  plimsoll_launch_check_fit (self, sizer);

  name = checkpoint (self, scenario, &quantization);
  plimsoll_launch_begin (self, "python3 -m sglang.launch_server");
  plimsoll_launch_add (self, "--model-path", name, g_strdup (_("The checkpoint in safetensors")));
  add_serving (self, sizer, &sglang_words, quantization);

  return self;
}

/* Its converter makes 2, 3, 4, 6 and 8 bits of the published weights. */
static guint
mlx_bits (PlimsollScenario *scenario)
{
  static const guint made[] = { 2, 3, 4, 6, 8 };
  PlimsollPrecision type;
  const PlimsollPrecisionInfo *info = NULL;
  double bits;

  if (plimsoll_precision_from_name (plimsoll_scenario_get_precision (scenario), FALSE, &type))
    info = plimsoll_precision_info (type);
  bits = info != NULL ? info->bits : 4;
  if (bits > 12)
    return 0;
  for (gsize i = G_N_ELEMENTS (made); i-- > 0;)
    if (bits >= made[i])
      return made[i];

  return made[0];
}

PlimsollLaunch *
plimsoll_launch_mlx (PlimsollSizer *sizer)
{
  PlimsollLaunch *self = plimsoll_launch_new ("mlx", "MLX", PLIMSOLL_LAUNCH_SERVER);
  PlimsollScenario *scenario = plimsoll_sizer_get_scenario (sizer);
  PlimsollModel *model = plimsoll_scenario_get_model (scenario);
  PlimsollAccelerator *accelerator = plimsoll_scenario_get_accelerator (scenario);
  const guint bits = mlx_bits (scenario);
  g_autofree char *source = NULL;

  if (refuse_files (self, scenario))
    return self;
  if (!plimsoll_launch_is_of (scenario, PLIMSOLL_VENDOR_APPLE))
    plimsoll_launch_refuse (self,
                            accelerator != NULL
                              ? g_strdup_printf (_("Needs Apple silicon, the target is %s"),
                                                 plimsoll_accelerator_get_vendor (accelerator))
                              : g_strdup (_("Needs Apple silicon")));

  source = plimsoll_launch_has_checkpoint (model)
             ? plimsoll_launch_file_name (plimsoll_model_get_path (model))
             : g_strdup (plimsoll_model_get_id (model));
  if (bits > 0)
    {
      g_autofree char *stem = g_strdup (plimsoll_model_get_name (model));
      g_autofree char *folder = NULL;

      g_strdelimit (stem, "/\\ ", '-');
      folder = g_strdup_printf ("%s-%u-bit", stem, bits);
      plimsoll_launch_set_detail (self,
                                  g_strdup_printf (ngettext ("%u bit", "%u bits", bits), bits));
      plimsoll_launch_begin (self, "mlx_lm.convert");
      plimsoll_launch_add (self, "--hf-path", source, g_strdup (_("The published weights")));
      plimsoll_launch_add (self, "--mlx-path", folder, g_strdup (_("Where the result goes")));
      plimsoll_launch_add (self, "-q", NULL, g_strdup (_("Quantize")));
      plimsoll_launch_add_number (self, "--q-bits", bits, g_strdup (_("Bits of a weight")));
      plimsoll_launch_begin (self, "mlx_lm.server");
      plimsoll_launch_add (self, "--model", folder, g_strdup (_("The folder just made")));
    }
  else
    {
      plimsoll_launch_set_detail (self, g_strdup (_("as published")));
      plimsoll_launch_begin (self, "mlx_lm.server");
      plimsoll_launch_add (self, "--model", source, g_strdup (_("The published weights")));
    }
  plimsoll_launch_note (self, g_strdup (_("The cache grows with the conversation; what MLX itself "
                                           "takes is not modelled")));

  return self;
}
