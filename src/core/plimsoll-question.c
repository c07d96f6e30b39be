/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-question.h"

#include "plimsoll-sentence.h"

void
plimsoll_question_init (PlimsollQuestion *self)
{
  *self = (PlimsollQuestion) {
    .engine = PLIMSOLL_ENGINE_LLAMA_CPP,
    .context = 8192,
    .kv_k = PLIMSOLL_FORMAT_F16,
    .kv_v = PLIMSOLL_FORMAT_F16,
    .parallel = 1,
    .unified_kv = TRUE,
    .flash_attention = TRUE,
    .ubatch = 512,
    .batch = 2048,
    .ngl = PLIMSOLL_ALL_LAYERS,
    .split = PLIMSOLL_SPLIT_LAYER,
    .n_devices = 1,
    .prompt = 512,
  };
}

static gboolean
question_is_cache_format (PlimsollBlockFormat format)
{
  switch ((guint) format)
    {
    case PLIMSOLL_FORMAT_F32:
    case PLIMSOLL_FORMAT_F16:
    case PLIMSOLL_FORMAT_BF16:
    case PLIMSOLL_FORMAT_Q8_0:
    case PLIMSOLL_FORMAT_Q4_0:
    case PLIMSOLL_FORMAT_Q4_1:
    case PLIMSOLL_FORMAT_IQ4_NL:
    case PLIMSOLL_FORMAT_Q5_0:
    case PLIMSOLL_FORMAT_Q5_1:
      return TRUE;
    default:
      return FALSE;
    }
}

static const char *
question_serving_refusal (const PlimsollQuestion *self)
{
  const PlimsollServingSettings *serving = &self->serving;

  if (!(serving->utilization >= 0 && serving->utilization <= 1))
    return N_("The share of memory has to be between 0 and 1");
  if (serving->max_sequences > PLIMSOLL_MAX_SERVING_SEQUENCES)
    return N_("The number of sequences is out of range");
  if (serving->max_batched_tokens > PLIMSOLL_MAX_BATCHED_TOKENS)
    return N_("The batch is larger than any engine takes");
  if (self->n_devices > PLIMSOLL_MAX_DEVICES)
    return N_("More devices than can be told apart");
  if (plimsoll_additions_any (&self->additions))
    return N_("What is loaded beside a model is modelled for llama.cpp alone");

  return NULL;
}

const char *
plimsoll_question_refusal (const PlimsollQuestion *self)
{
  if (self->context == 0)
    return N_("A context of no tokens holds nothing");
  if (self->context > PLIMSOLL_MAX_CONTEXT)
    return N_("The context is longer than any engine takes");
  if (self->parallel == 0 || self->parallel > PLIMSOLL_MAX_SEQUENCES)
    return N_("The number of sequences is out of range");
  if (plimsoll_engine_serves (self->engine))
    return question_serving_refusal (self);
  if (self->ubatch == 0 || self->batch == 0)
    return N_("A batch of no tokens does nothing");
  if (self->n_devices > PLIMSOLL_MAX_DEVICES)
    return N_("More devices than llama.cpp takes");
  if (self->n_devices > 0 && self->main_device >= self->n_devices)
    return N_("There is no such main device");
  if (self->split == PLIMSOLL_SPLIT_TENSOR && self->n_devices > 1)
    return N_("The tensor split of llama.cpp is not modelled; choose the layer split");
  if (!question_is_cache_format (self->kv_k) || !question_is_cache_format (self->kv_v))
    return "llama.cpp cannot cache in that type";
  if (!self->flash_attention && plimsoll_block_format_info (self->kv_v)->quantized)
    return N_("A quantized V cache needs flash attention");

  return NULL;
}

guint32
plimsoll_question_ubatch (const PlimsollQuestion *self)
{
  return MIN (self->ubatch, self->batch);
}
