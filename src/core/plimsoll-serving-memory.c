/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-serving.h"

#include "plimsoll-checked.h"
#include "plimsoll-parallelism.h"
#include "plimsoll-sentence.h"

#include <math.h>
#include <string.h>

#define GIB (1024.0 * 1024 * 1024)
#define MIB (1024.0 * 1024)

/* Of what the driver's tools report, this much a process is not told of. */
#define DRIVER_KEEPS (0.45 * GIB)

/* Vocabularies are padded to a multiple of this. */
#define VOCABULARY_STEP 64

/* Kernels for MXFP4 experts want rows of a multiple of this, and widen others: by so much on Hopper
 * and its like, and with Marlin, and by so much again for each halving of a rank's share. */
#define PACKED_ROW 256
#define PACKED_WIDE 1.067
#define PACKED_WIDE_MARLIN 1.09
#define PACKED_WIDE_RANKS 0.075

/* Prompts longer than this are taken in chunks by V0, and its profile has no sampler then. */
#define V0_CHUNKED 32768
#define V0_LEAST_TOKENS 2048

/* From so much memory on, servers take larger batches; not on the A100. */
#define LARGE_CARD (70 * GIB)

/* An A100 of 80 GB is no large card to vLLM, by its name. It is the one Ampere part with as much.
 */
static gboolean
is_large (const PlimsollServingDevice *device)
{
  return (double) device->total >= LARGE_CARD
         && g_strcmp0 (device->facts->architecture, "Ampere") != 0;
}

static gboolean
has_switched_links (const PlimsollAcceleratorFacts *device)
{
  return device->vendor == PLIMSOLL_VENDOR_NVIDIA && device->segment == PLIMSOLL_SEGMENT_DATACENTER
         && device->memory_class == PLIMSOLL_MEMORY_HBM && !isnan (device->link_gbs);
}

guint64
plimsoll_serving_total_bytes (const PlimsollAcceleratorFacts *device)
{
  const guint64 physical = plimsoll_physical_memory_bytes (device);
  const guint64 kept =
    device->vendor == PLIMSOLL_VENDOR_NVIDIA && !device->unified ? (guint64) DRIVER_KEEPS : 0;

  return physical > kept ? physical - kept : physical;
}

/* SGLang's own fraction, by the memory of the card in GiB. */
static double
sglang_fraction (const PlimsollServingDevice *device, PlimsollServingLimits *limits)
{
  static const struct
  {
    double below;
    guint32 chunk;
    guint32 graph_batch;
    guint32 graph_batch_wide; /* with four ranks and more */
  } cards[] = {
    { 20, 2048, 8, 8 },     { 35, 2048, 24, 80 },    { 60, 4096, 32, 160 },
    { 90, 8192, 256, 512 }, { 160, 8192, 256, 512 }, { HUGE_VAL, 16384, 512, 512 },
  };
  const double gib = (double) device->total / GIB;
  const guint32 ranks = limits->tensor_parallel * limits->pipeline_parallel;

  for (gsize i = 0; i < G_N_ELEMENTS (cards); i++)
    if (gib < cards[i].below)
      {
        const guint32 graphs =
          limits->tensor_parallel >= 4 ? cards[i].graph_batch_wide : cards[i].graph_batch;
        const guint32 chunk =
          limits->max_batched_tokens > 0 ? limits->max_batched_tokens : cards[i].chunk;
        const double reserved = 512 + 1.5 * MAX (chunk, 2048) + 2.0 * graphs + 128.0 * ranks;

        limits->max_batched_tokens = chunk;
        return CLAMP (1 - reserved / (gib * 1024), 0.1, 0.99);
      }

  g_assert_not_reached ();
}

/* As many ranks for a layer as heads allow; the rest of the devices follow as stages. */
static guint32
widest (const PlimsollModelSpec *spec, guint32 n_devices, guint32 stages)
{
  const guint32 each = stages > 0 ? n_devices / stages : n_devices;

  for (guint32 t = each; t > 1; t--)
    if (plimsoll_parallelism_divides (spec, t) && (stages > 0 || n_devices % t == 0)
        && (stages > 0 || n_devices / t <= spec->n_blocks))
      return t;

  return 1;
}

/* The wheels are built for compute capability 7.0 and later, and for AMD from CDNA 2 and RDNA 3 on:
 * docs.vllm.ai, "GPU", 0.14. What is of no known generation is not refused. */
static const char *
refuse_device (const PlimsollAcceleratorFacts *facts)
{
  static const char *const nvidia[] = { "Kepler", "Maxwell", "Pascal", NULL };
  static const char *const amd[] = { "GCN 4", "GCN 5", "CDNA 1", "RDNA 1", "RDNA 2", NULL };

  if (facts->vendor == PLIMSOLL_VENDOR_APPLE)
    return N_("vLLM and SGLang do not run on Apple's graphics");
  if (facts->architecture == NULL)
    return NULL;
  if (facts->vendor == PLIMSOLL_VENDOR_NVIDIA && g_strv_contains (nvidia, facts->architecture))
    return N_("vLLM and SGLang do not run on NVIDIA's cards from before Volta");
  if (facts->vendor == PLIMSOLL_VENDOR_AMD && g_strv_contains (amd, facts->architecture))
    return N_("vLLM and SGLang do not run on AMD's cards from before CDNA 2 and RDNA 3");
  return NULL;
}

const char *
plimsoll_serving_limits (const PlimsollModelSpec *spec,
                         const PlimsollQuestion *question,
                         const PlimsollServingDevice *device,
                         PlimsollServingLimits *limits)
{
  const PlimsollServingSettings *asked = &question->serving;
  const PlimsollServingRules *rules = plimsoll_serving_rules (asked->release);
  const gboolean large = is_large (device);
  const char *refusal;

  *limits = (PlimsollServingLimits) {
    .utilization = asked->utilization,
    .tensor_parallel = asked->tensor_parallel,
    .pipeline_parallel = asked->pipeline_parallel,
    .max_sequences = asked->max_sequences,
    .max_batched_tokens = asked->max_batched_tokens,
  };

  if (question->n_devices == 0)
    return N_("vLLM and SGLang are sized for accelerators, not for the processor alone");
  refusal = refuse_device (device->facts);
  if (refusal != NULL)
    return refusal;
  if (limits->tensor_parallel == 0)
    limits->tensor_parallel = widest (spec, question->n_devices, limits->pipeline_parallel);
  if (limits->pipeline_parallel == 0)
    limits->pipeline_parallel = MAX (question->n_devices / limits->tensor_parallel, 1);
  if ((guint64) limits->tensor_parallel * limits->pipeline_parallel > question->n_devices)
    return N_("Tensor parallel times pipeline parallel is more than the devices there are");
  if (limits->pipeline_parallel > spec->n_blocks)
    return N_("The pipeline has more stages than the model has layers");
  if (!plimsoll_parallelism_divides (spec, limits->tensor_parallel))
    return N_("The model's attention heads cannot be divided among so many devices");

  if (question->engine == PLIMSOLL_ENGINE_SGLANG)
    {
      const double own = sglang_fraction (device, limits);

      if (limits->utilization <= 0)
        limits->utilization = rules->utilization > 0 && asked->release != PLIMSOLL_RELEASE_CURRENT
                                ? rules->utilization
                                : own;
    }
  if (limits->utilization <= 0)
    limits->utilization = rules->utilization;
  if (limits->max_sequences == 0)
    limits->max_sequences = large ? rules->large_max_sequences : rules->max_sequences;
  if (limits->max_batched_tokens == 0)
    limits->max_batched_tokens =
      large ? rules->large_max_batched_tokens : rules->max_batched_tokens;
  if (rules->profiles_prompt && asked->max_batched_tokens == 0 && question->context <= V0_CHUNKED)
    limits->max_batched_tokens = (guint32) MAX (question->context, V0_LEAST_TOKENS);

  return NULL;
}

guint32
plimsoll_serving_stage (guint32 n_blocks, guint32 n_stages, guint32 stage, guint32 *first)
{
  const guint32 each = n_blocks / n_stages;
  const guint32 over = n_blocks % n_stages;
  /* The last stage has the head; those just before it take what is left. */
  const guint32 first_longer = n_stages - 1 - over;
  guint32 n = each;

  if (over == 0)
    {
      *first = stage * each;
      return each;
    }

  *first = stage * each + (stage > first_longer ? MIN (stage - first_longer, over) : 0);
  if (stage >= first_longer && stage < first_longer + over)
    n++;

  return n;
}

/* A table of rows by word, padded and divided. */
static guint64
vocabulary_share (guint64 bytes, guint32 vocabulary, guint32 ranks)
{
  const guint64 padded = plimsoll_round_up (vocabulary, VOCABULARY_STEP);

  if (vocabulary == 0)
    return bytes / ranks;

  return plimsoll_multiply (bytes / vocabulary, padded) / ranks;
}

/* Cosines and sines for every position, of the attention that turns most elements. */
static guint64
rotary_bytes (const PlimsollModelSpec *spec)
{
  guint64 elements = 0;

  if (spec->position_rows > 0)
    return 0;
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollAttention *a = &spec->kinds[i].attention;

      if (a->kind == PLIMSOLL_ATTENTION_MLA)
        elements = MAX (elements, a->rope_dim);
      else if (a->kind != PLIMSOLL_ATTENTION_NONE)
        elements = MAX (elements, a->key_dim);
    }

  return plimsoll_multiply (elements * 2, spec->max_context);
}

static double
expert_padding (const PlimsollModelSpec *spec,
                const PlimsollWeights *weights,
                const PlimsollAcceleratorFacts *device,
                guint32 ranks)
{
  const gboolean own_kernels = device->segment == PLIMSOLL_SEGMENT_DATACENTER
                               && g_strcmp0 (device->architecture, "Ampere") != 0
                               && g_strcmp0 (device->architecture, "Ada") != 0
                               && g_strcmp0 (device->architecture, "Ada Lovelace") != 0;

  if (!weights->packed_experts)
    return 1;
  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollFeedForward *f = &spec->kinds[i].feed_forward;

      if (f->experts > 0
          && (f->expert_width % PACKED_ROW != 0 || spec->embedding % PACKED_ROW != 0))
        return (own_kernels ? PACKED_WIDE : PACKED_WIDE_MARLIN)
               * (1 + PACKED_WIDE_RANKS * log2 (ranks));
    }

  return 1;
}

static guint64
shard_rank_bytes (const PlimsollShard *shard,
                  const PlimsollLayer *layer,
                  guint32 ranks,
                  double padding)
{
  const guint32 heads = layer != NULL ? layer->attention.kv_heads : 0;
  guint64 bytes = plimsoll_add (shard->divided / ranks, shard->replicated);

  bytes = plimsoll_add (bytes, (guint64) ((double) (shard->experts / ranks) * padding));
  if (heads > 0)
    return plimsoll_add (bytes, plimsoll_multiply (shard->kv / heads,
                                                   plimsoll_parallelism_kv_heads (heads, ranks)));

  return plimsoll_add (bytes, shard->kv / ranks);
}

guint64
plimsoll_serving_rank_weights (const PlimsollModelSpec *spec,
                               const PlimsollWeights *weights,
                               const PlimsollQuestion *question,
                               const PlimsollServingLimits *limits,
                               const PlimsollAcceleratorFacts *device,
                               guint32 stage)
{
  const guint32 ranks = limits->tensor_parallel;
  const gboolean is_first = stage == 0;
  const gboolean is_last = stage + 1 == limits->pipeline_parallel;
  const double padding = expert_padding (spec, weights, device, ranks);
  guint64 bytes = rotary_bytes (spec);
  guint32 first = 0;
  guint32 n = plimsoll_serving_stage (weights->n_blocks, limits->pipeline_parallel, stage, &first);

  for (guint32 i = first; i < first + n; i++)
    bytes = plimsoll_add (bytes, shard_rank_bytes (&weights->shards[i],
                                                   spec->source != PLIMSOLL_SPEC_FROM_TOTALS
                                                     ? plimsoll_model_spec_layer (spec, i)
                                                     : NULL,
                                                   ranks, padding));
  if (is_first)
    bytes = plimsoll_add (bytes,
                          plimsoll_add (weights->outer.divided / ranks, weights->outer.replicated));
  if (is_first || (is_last && weights->tied_head))
    bytes =
      plimsoll_add (bytes, vocabulary_share (weights->embedding_bytes, spec->vocabulary, ranks));
  if (is_last && question->serving.draft_tokens > 0)
    bytes = plimsoll_add (bytes, shard_rank_bytes (&weights->mtp, NULL, ranks, padding));
  if (is_last && !weights->tied_head)
    bytes = plimsoll_add (bytes, vocabulary_share (weights->head_bytes, spec->vocabulary, ranks));

  return bytes;
}

/* Bytes of activations for one token of a batch: the widest layer. */
static double
activation_token_bytes (const PlimsollModelSpec *spec, guint32 ranks)
{
  double most = 6.0 * spec->embedding;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      const PlimsollFeedForward *f = &spec->kinds[i].feed_forward;
      const double dense = 6.0 * spec->embedding + 6.0 * f->dense_width / ranks;
      const double experts =
        6.0 * spec->embedding
        + 2.0 * f->experts_used * (3.0 * f->expert_width / ranks + spec->embedding);

      most = MAX (most, MAX (dense, experts));
    }

  return most;
}

guint64
plimsoll_serving_activation (const PlimsollModelSpec *spec,
                             const PlimsollQuestion *question,
                             const PlimsollServingLimits *limits)
{
  const PlimsollServingRules *rules = plimsoll_serving_rules (question->serving.release);
  const double batch =
    limits->max_batched_tokens * activation_token_bytes (spec, limits->tensor_parallel);
  const double hidden = 2.0 * spec->embedding * limits->max_batched_tokens;
  const double sampler = rules->sampler_bytes * limits->max_sequences * spec->vocabulary;
  double peak;

  if (question->engine == PLIMSOLL_ENGINE_SGLANG)
    return 0;
  if (rules->profiles_prompt && question->context > V0_CHUNKED)
    peak = batch;
  else if (rules->release == PLIMSOLL_RELEASE_CURRENT)
    peak = batch + sampler;
  else
    peak = MAX (batch, hidden + sampler);

  return peak < 0x1p62 ? (guint64) peak : PLIMSOLL_OVERFLOW;
}

guint64
plimsoll_serving_other (const PlimsollAcceleratorFacts *device, const PlimsollServingLimits *limits)
{
  const guint32 ranks = limits->tensor_parallel;
  double gib;

  if (device->vendor == PLIMSOLL_VENDOR_AMD)
    gib = 0.5;
  else if (ranks <= 1)
    gib = 0.13;
  else if (has_switched_links (device))
    gib = 0.13 + 0.42 * log2 (ranks);
  else
    gib = 0.25;

  return (guint64) (gib * GIB);
}

guint64
plimsoll_serving_graphs (const PlimsollModelSpec *spec, const PlimsollQuestion *question)
{
  const PlimsollServingRules *rules = plimsoll_serving_rules (question->serving.release);
  double gib = 0.4;

  if (!rules->reserves_graphs || question->serving.eager
      || question->engine == PLIMSOLL_ENGINE_SGLANG)
    return 0;

  for (guint32 i = 0; i < spec->n_kinds; i++)
    {
      if (spec->kinds[i].feed_forward.experts > 0)
        gib = MAX (gib, 0.75);
      if (spec->kinds[i].attention.index_heads > 0)
        gib = MAX (gib, 2.5);
    }

  return (guint64) (gib * GIB);
}
