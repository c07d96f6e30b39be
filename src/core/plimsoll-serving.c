/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-serving.h"

#include "plimsoll-checked.h"
#include "plimsoll-sentence.h"

#include <math.h>
#include <string.h>

#define GIB (1024.0 * 1024 * 1024)

/* The band of the cache memory: of itself where no graphs are reserved, and at least so much; with
 * the newest releases, and with what a vision encoder's profile takes, more. */
#define KV_SPREAD 0.03
#define KV_LEAST_SPREAD (0.1 * GIB)
#define KV_NEW_SPREAD (1.0 * GIB)
#define VISION_PEAK (1.0 * GIB)

/* Of what is left SGLang gives the states of recurrent layers 0.9 parts, and the cache one. */
#define SGLANG_STATE_PARTS 0.9
/* Sliding layers have pools of so much of the full ones'. */
#define SGLANG_SLIDING 0.8
/* States kept for one running request: its own, and those of cached prefixes. */
#define SGLANG_STATES 3

static guint64
share (guint64 bytes, double by)
{
  return (guint64) ((double) bytes * by);
}

/* How far the cache memory can be from what is said, downwards and upwards. */
static void
serving_band (const PlimsollModelSpec *spec,
              const PlimsollWeights *weights,
              const PlimsollQuestion *question,
              PlimsollServing *self)
{
  const gboolean is_new = plimsoll_serving_rules (question->serving.release)->reserves_graphs;
  const double kv = (double) self->kv_memory;
  double down = MAX (kv * KV_SPREAD, KV_LEAST_SPREAD);
  double up = down;

  if (is_new && question->engine == PLIMSOLL_ENGINE_VLLM)
    down = up = MAX (down, KV_NEW_SPREAD);
  if (spec->vision_known && spec->vision_parameters > 0 && question->engine == PLIMSOLL_ENGINE_VLLM)
    down += VISION_PEAK;
  down += (double) self->weights * weights->larger_by;

  self->kv_low = kv > down ? (guint64) (kv - down) : 0;
  self->kv_high = self->kv_memory > 0 ? self->kv_memory + (guint64) up : 0;
}

const char *
plimsoll_serving_rank (const PlimsollModelSpec *spec,
                       const PlimsollWeights *weights,
                       const PlimsollQuestion *question,
                       const PlimsollServingLimits *limits,
                       const PlimsollServingDevice *device,
                       guint32 stage,
                       PlimsollPages *pages,
                       PlimsollServing *serving)
{
  const gboolean sglang = question->engine == PLIMSOLL_ENGINE_SGLANG;
  guint64 taken;
  guint32 first = 0;
  guint32 n = plimsoll_serving_stage (spec->n_blocks, limits->pipeline_parallel, stage, &first);
  const char *fault = plimsoll_pages_init (pages, spec, question, limits->tensor_parallel, first, n,
                                           limits->max_batched_tokens);

  *serving = (PlimsollServing) { .limits = *limits };
  if (fault != NULL)
    return fault;

  /* vLLM takes its share of the whole and finds others' use in it; SGLang of what is free. */
  serving->budget =
    share (sglang ? device->total - MIN (device->in_use, device->total) : device->total,
           limits->utilization);
  serving->weights =
    plimsoll_serving_rank_weights (spec, weights, question, limits, device->facts, stage);
  serving->activation = plimsoll_serving_activation (spec, question, limits);
  serving->other = sglang ? 0 : plimsoll_serving_other (device->facts, limits);
  serving->graphs = plimsoll_serving_graphs (spec, question);

  taken = plimsoll_add (plimsoll_add (serving->weights, serving->activation),
                        plimsoll_add (serving->other, serving->graphs));
  if (taken == PLIMSOLL_OVERFLOW)
    return N_("The sums are beyond 64 bits");
  serving->kv_memory = serving->budget > taken ? serving->budget - taken : 0;
  serving_band (spec, weights, question, serving);

  return NULL;
}

/* Bytes of one token over all layers of each sort, and of one request's states. */
typedef struct
{
  guint64 full;
  guint64 sliding;
  guint64 state;
} Cells;

static Cells
cells_of (const PlimsollPages *pages)
{
  Cells cells = { 0 };

  for (guint32 i = 0; i < pages->n_types; i++)
    {
      const PlimsollPageType *type = &pages->types[i];
      guint64 *of = type->kind == PLIMSOLL_PAGES_FULL        ? &cells.full
                    : type->kind == PLIMSOLL_PAGES_RECURRENT ? &cells.state
                                                             : &cells.sliding;

      *of =
        plimsoll_add (*of, plimsoll_multiply (type->layers, type->kind == PLIMSOLL_PAGES_RECURRENT
                                                              ? type->state_bytes
                                                              : type->token_bytes));
    }

  return cells;
}

static guint64
sliding_tokens (const PlimsollPages *pages, const PlimsollPageType *type, guint64 length)
{
  return MIN (length, (guint64) type->window + pages->batched_tokens);
}

/* SGLang keeps a pool of tokens, one of sliding layers' in proportion, and one of states. */
static double
sglang_requests (const PlimsollPages *pages, guint64 memory, guint64 length, guint64 *tokens)
{
  const Cells cells = cells_of (pages);
  const double rest =
    cells.state > 0 ? (double) memory / (1 + SGLANG_STATE_PARTS) : (double) memory;
  const double cell = (double) cells.full + SGLANG_SLIDING * (double) cells.sliding;
  const double states =
    cells.state > 0 ? ((double) memory - rest) / (double) cells.state : HUGE_VAL;
  double requests;

  *tokens = cell > 0 ? (guint64) (rest / cell) : 0;
  requests = cell > 0 ? (double) *tokens / (double) length : HUGE_VAL;
  /* A short request keeps as much in the smaller pool as in the other. */
  for (guint32 i = 0; i < pages->n_types; i++)
    if (pages->types[i].window > 0)
      requests = MIN (requests, SGLANG_SLIDING * (double) *tokens
                                  / (double) sliding_tokens (pages, &pages->types[i], length));

  return MIN (requests, states / SGLANG_STATES);
}

static double
requests_in (const PlimsollQuestion *question, const PlimsollPages *pages, guint64 memory)
{
  const guint64 need = plimsoll_pages_request_blocks (pages, question->context, NULL);
  guint64 tokens;

  if (pages->n_types == 0)
    return 0;
  if (question->engine == PLIMSOLL_ENGINE_SGLANG)
    return sglang_requests (pages, memory, question->context, &tokens);

  return need > 0 ? (double) (memory / MAX (pages->block_bytes, 1)) / (double) need : 0;
}

/* What "GPU KV cache size" says in the log. */
static guint64
logged_tokens (const PlimsollQuestion *question,
               const PlimsollPages *pages,
               const PlimsollServing *self)
{
  const PlimsollServingRules *rules = plimsoll_serving_rules (question->serving.release);

  if (rules->logs_by_request)
    return (guint64) (self->requests * (double) question->context);

  return self->blocks / MAX (pages->n_groups, 1) * self->block_tokens;
}

guint64
plimsoll_serving_longest (const PlimsollQuestion *question,
                          const PlimsollPages *pages,
                          guint64 memory,
                          guint32 requests,
                          guint64 limit)
{
  PlimsollQuestion trial = *question;
  guint64 low = 0, high = limit;

  if (question->engine != PLIMSOLL_ENGINE_SGLANG)
    return plimsoll_pages_longest_request (pages, memory / MAX (pages->block_bytes, 1) / requests,
                                           limit);

  /* Longer requests are never more. */
  while (low < high)
    {
      trial.context = low + (high - low) / 2 + 1;
      if (requests_in (&trial, pages, memory) >= requests)
        low = trial.context;
      else
        high = trial.context - 1;
    }

  return low;
}

void
plimsoll_serving_hold (const PlimsollModelSpec *spec,
                       const PlimsollQuestion *question,
                       const PlimsollPages *pages,
                       PlimsollServing *serving)
{
  const guint64 limit = spec->max_context > 0 ? spec->max_context : PLIMSOLL_MAX_CONTEXT;

  serving->n_groups = pages->n_groups;
  serving->block_bytes = pages->block_bytes;
  serving->block_tokens = 0;
  for (guint32 i = 0; i < pages->n_types; i++)
    if (pages->types[i].kind != PLIMSOLL_PAGES_RECURRENT && serving->block_tokens == 0)
      serving->block_tokens = pages->types[i].block_tokens;

  serving->requests = requests_in (question, pages, serving->kv_memory);
  serving->requests_low = requests_in (question, pages, serving->kv_low);
  serving->requests_high = requests_in (question, pages, serving->kv_high);

  if (question->engine == PLIMSOLL_ENGINE_SGLANG)
    {
      serving->block_tokens = 1;
      sglang_requests (pages, serving->kv_memory, question->context, &serving->tokens);
      serving->blocks = serving->tokens;
      serving->request_blocks = question->context;
      serving->longest_model_len =
        plimsoll_serving_longest (question, pages, serving->kv_memory, 1, limit);
      return;
    }

  serving->blocks = pages->block_bytes > 0 ? serving->kv_memory / pages->block_bytes : 0;
  serving->request_blocks = plimsoll_pages_request_blocks (pages, question->context, NULL);
  serving->longest_model_len = plimsoll_pages_longest_request (pages, serving->blocks, limit);
  serving->tokens = logged_tokens (question, pages, serving);
}
