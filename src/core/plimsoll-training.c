/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-training-rules.h"

#include "plimsoll-checked.h"
#include "plimsoll-sentence.h"

#include <math.h>
#include <string.h>

/* Reserved by PyTorch's allocator for each byte that tensors use, and what is outside it. */
#define RESERVED 1.12
#define CONTEXT 0.7e9

/* Live parameters and buckets of ZeRO-3 at its defaults. */
#define ZERO3_FULL 4.2e9
#define ZERO3_ADAPTERS 2.1e9

/* Layers that FSDP holds whole at once, and layers' gradients. */
#define GATHERED 1.1
#define GATHERED_GRADIENTS 1.5

/* Of v, what a block takes in backward and what is kept, when compiled. */
#define COMPILED_LAYER 2.22
#define COMPILED_SAVED 0.67

void
plimsoll_training_question_init (PlimsollTrainingQuestion *self,
                                 PlimsollTrainingFramework framework)
{
  const PlimsollTrainingRules *rules = plimsoll_training_rules (framework);

  *self = (PlimsollTrainingQuestion) {
    .framework = framework,
    .sequence = 2048,
    .batch = 1,
    .checkpointing = TRUE,
    .flash_attention = TRUE,
    .compile = rules->compiles,
    .rank = 16,
    .targets = PLIMSOLL_TARGETS_ATTENTION,
    .n_gpus = 1,
    .offload = rules->offloads ? PLIMSOLL_OFFLOAD_ACTIVATIONS : 0,
  };
}

static const char *
refuse_adapters (const PlimsollTrainingShape *shape, const PlimsollTrainingQuestion *question)
{
  if (question->rank == 0 || question->rank > PLIMSOLL_TRAINING_MAX_RANK)
    return N_("The rank of an adapter is from 1 to 65,536");
  if (question->targets == 0)
    return N_("Adapters need at least one module beside which they stand");
  if (plimsoll_training_adapters (shape, question->targets, question->rank) == 0)
    return N_("The model has none of the target modules");
  return NULL;
}

const char *
plimsoll_training_refusal (const PlimsollTrainingShape *shape,
                           const PlimsollTrainingQuestion *question)
{
  if (shape == NULL || shape->parameters == 0 || shape->embedding == 0 || shape->vocabulary == 0)
    return N_(
      "Only the model's size is known, not its shapes: what its training keeps is not known");
  if (question->sequence == 0 || question->sequence > PLIMSOLL_TRAINING_MAX_SEQUENCE)
    return N_("A sequence has from 1 to 16,777,216 tokens");
  if (question->batch == 0 || question->batch > PLIMSOLL_TRAINING_MAX_BATCH)
    return N_("A batch has from 1 to 65,536 sequences");
  if (question->n_gpus == 0 || question->n_gpus > PLIMSOLL_TRAINING_MAX_GPUS)
    return N_("The number of GPUs is from 1 to 65,536");
  if (question->method != PLIMSOLL_TRAINING_FULL)
    return refuse_adapters (shape, question);
  return NULL;
}

/* --- Terms --- */

/* What the formulas are made of, as docs/sizing.md names it. Bytes; on one GPU. */
typedef struct
{
  const PlimsollTrainingShape *shape;
  const PlimsollTrainingQuestion *question;
  const PlimsollTrainingRules *rules;
  gboolean full;
  gboolean quantized;
  gboolean sharded;      /* weights too */
  double tokens;         /* T */
  double trained;        /* parameters */
  double weights;        /* W */
  double adapters;       /* A */
  double gradients;      /* G */
  double optimizer;      /* O */
  double step;           /* X */
  double buffers;        /* S */
  double saved_loss;     /* C while the loss is computed… */
  double saved_backward; /* …and in backward */
  double layer;          /* B */
  double dequantized;    /* D */
  double head;           /* H */
  double load;
} Terms;

static double
base_bits (PlimsollTrainingBase base)
{
  switch (base)
    {
    case PLIMSOLL_BASE_NF4:
      return 4.5;
    case PLIMSOLL_BASE_GPTQ:
      return 4.156;
    case PLIMSOLL_BASE_NF4_DOUBLE:
    default:
      return 4.127;
    }
}

/* Saved activations of one block, bytes a token. */
static double
saved_adapters (const Terms *t, const PlimsollTrainingKind *kind)
{
  const PlimsollTargets targets = t->question->targets;
  const double width = t->shape->embedding;
  const double d = t->rules->adapter_bytes;
  const double kept = t->question->dropout ? d + 1 : d > 2 ? 4 : 0;
  gboolean projected = FALSE, raised = FALSE, lowered = FALSE;
  double sum = 0;

  for (guint32 i = 0; i < kind->n_matrices; i++)
    {
      const PlimsollTrainingMatrix *matrix = &kind->matrices[i];

      if ((matrix->targets & targets) == 0)
        continue;
      projected |= (matrix->targets & PLIMSOLL_TARGETS_QKV) != 0;
      raised |= (matrix->targets & (PLIMSOLL_TARGET_GATE | PLIMSOLL_TARGET_UP)) != 0;
      lowered |= (matrix->targets & PLIMSOLL_TARGET_DOWN) != 0;
      sum += (double) matrix->used * (kept * (double) matrix->in + d * t->question->rank);
    }

  return sum + (projected ? 2 * width : 0) + (raised ? 2 * width : 0)
         + (lowered ? 2 * (double) (kind->gated + kind->plain) : 0);
}

static double
saved_by_token (const Terms *t, const PlimsollTrainingKind *kind)
{
  const double width = t->shape->embedding;
  double sum = 2 * (double) kind->mixed + 4 * (double) kind->heads;

  if (t->full)
    sum += 16 * width + 8 * (double) kind->gated + 4 * (double) kind->plain;
  else
    sum +=
      8 * width + 6 * (double) kind->gated + 2 * (double) kind->plain + saved_adapters (t, kind);
  if (!t->question->flash_attention)
    sum += 5 * (double) kind->heads * t->question->sequence;

  return sum;
}

static guint32
count_blocks (const PlimsollTrainingShape *shape)
{
  guint32 n = 0;

  for (guint32 i = 0; i < shape->n_kinds; i++)
    n += shape->kinds[i].blocks;

  return n;
}

/* --- Weights and states --- */

static void
set_full (Terms *t)
{
  const PlimsollTrainingShape *shape = t->shape;
  const double parameters = (double) shape->parameters;
  PlimsollTrainingStates states;

  plimsoll_training_states (&states, shape, t->question);
  t->weights = states.weights * parameters;
  t->gradients = states.gradients * parameters;
  t->optimizer = states.optimizer * parameters;
  t->step = states.step * parameters;
  if (t->question->optimizer == PLIMSOLL_OPTIMIZER_MUON)
    t->step = 2 * (double) shape->largest_matrix;
  t->head = 2.0 * shape->vocabulary * shape->embedding;
  if (t->question->step_in_backward)
    {
      t->gradients =
        2 * MAX ((double) shape->largest_matrix, (double) shape->vocabulary * shape->embedding);
      t->step = t->head = 0;
    }
}

static void
set_adapters (Terms *t)
{
  const double parameters = (double) t->shape->parameters;
  const double linear = (double) t->shape->linear;
  const double d = t->rules->adapter_bytes;
  PlimsollTrainingStates states;

  plimsoll_training_states (&states, t->shape, t->question);
  if (t->quantized)
    t->weights = linear * base_bits (t->question->base) / 8 + (parameters - linear) * 2;
  else
    t->weights = parameters * (states.weights > 4 ? states.weights : 2);
  t->adapters = t->gradients = d * t->trained;
  switch (t->question->optimizer)
    {
    case PLIMSOLL_OPTIMIZER_ADAMW:
      t->optimizer = 2 * t->adapters;
      t->step = t->adapters;
      break;
    case PLIMSOLL_OPTIMIZER_ADAMW_FUSED:
      t->optimizer = 2 * t->adapters;
      break;
    case PLIMSOLL_OPTIMIZER_MUON:
    case PLIMSOLL_OPTIMIZER_LION:
      t->optimizer = t->adapters;
      break;
    case PLIMSOLL_OPTIMIZER_ADAFACTOR:
      t->optimizer = 0;
      break;
    case PLIMSOLL_OPTIMIZER_ADAMW_8BIT:
    case PLIMSOLL_OPTIMIZER_PAGED_ADAMW_8BIT:
    case PLIMSOLL_OPTIMIZER_ADAMW_MASTER:
    case PLIMSOLL_OPTIMIZER_SGD:
    default:
      t->optimizer = states.optimizer * t->trained;
      break;
    }
}

/* --- Activations --- */

static gboolean
hidden_is_wide (const Terms *t)
{
  if (t->question->hidden != PLIMSOLL_HIDDEN_USUAL)
    return t->question->hidden == PLIMSOLL_HIDDEN_32;
  if (t->full || t->sharded)
    return FALSE;
  if (t->rules->wide_ddp && t->question->n_gpus > 1)
    return TRUE;

  return t->rules->wide_kbit && t->quantized && t->question->n_gpus == 1;
}

static double
saved_share (const Terms *t)
{
  return t->question->compile ? COMPILED_SAVED : t->rules->saved;
}

static double
layer_share (const Terms *t)
{
  if (t->question->compile)
    return COMPILED_LAYER;
  return t->question->sharding == PLIMSOLL_SHARDING_FSDP && t->sharded ? t->rules->layer_sharded
                                                                       : t->rules->layer;
}

static void
set_activations (Terms *t)
{
  const double width = t->shape->embedding;
  double largest = 0, all = 0;

  for (guint32 i = 0; i < t->shape->n_kinds; i++)
    {
      const PlimsollTrainingKind *kind = &t->shape->kinds[i];
      double v = saved_by_token (t, kind);

      if (kind->blocks == 0)
        continue;
      largest = MAX (largest, v);
      if (t->quantized)
        v += t->rules->saved_quantized * width;
      all += v * kind->blocks;
    }

  t->layer = layer_share (t) * largest * t->tokens;
  if (!t->question->checkpointing)
    {
      t->saved_loss = t->saved_backward = saved_share (t) * all * t->tokens;
      return;
    }
  if ((t->question->offload & PLIMSOLL_OFFLOAD_ACTIVATIONS) != 0)
    return;

  t->saved_loss = 2 * width * t->tokens * count_blocks (t->shape);
  if (hidden_is_wide (t))
    t->saved_loss *= 2;
  t->saved_backward = t->saved_loss;
  if (t->rules->hugging_face && t->sharded && !t->full
      && t->question->sharding == PLIMSOLL_SHARDING_FSDP)
    t->saved_backward *= 2;
}

/* --- Sharding --- */

static double
fsdp_buffers (const Terms *t)
{
  const PlimsollTrainingShape *shape = t->shape;
  double block = 0, linear = 0, gathered, root;

  for (guint32 i = 0; i < shape->n_kinds; i++)
    {
      block = MAX (block, (double) shape->kinds[i].parameters);
      linear = MAX (linear, (double) shape->kinds[i].linear);
    }
  if (t->quantized)
    {
      gathered = linear * base_bits (t->question->base) / 8;
      root = 2 * (double) (shape->parameters - shape->linear);
    }
  else
    {
      gathered = 2 * block;
      root = 2 * (double) shape->tables;
    }

  return GATHERED * gathered + root + (t->full ? GATHERED_GRADIENTS * 2 * block : 0);
}

static void
shard (Terms *t)
{
  const double n = t->question->n_gpus;
  const double whole = t->weights;

  switch (t->question->sharding)
    {
    case PLIMSOLL_SHARDING_FSDP:
      t->buffers = fsdp_buffers (t);
      break;
    case PLIMSOLL_SHARDING_ZERO3:
      t->buffers = t->full ? ZERO3_FULL : ZERO3_ADAPTERS;
      break;
    case PLIMSOLL_SHARDING_ZERO2:
      t->gradients /= n;
      t->optimizer /= n;
      return;
    case PLIMSOLL_SHARDING_ZERO1:
      t->optimizer /= n;
      return;
    case PLIMSOLL_SHARDING_NONE:
    default:
      return;
    }

  t->weights /= n;
  t->adapters /= n;
  t->gradients /= n;
  t->optimizer /= n;
  t->step /= n;
  t->head /= n;
  if (t->rules->loads_whole && t->question->sharding == PLIMSOLL_SHARDING_FSDP)
    t->load = whole * (1 + 1 / n) + t->adapters;
}

static double
offload (Terms *t)
{
  double host = 0;

  if ((t->question->offload & PLIMSOLL_OFFLOAD_ACTIVATIONS) != 0 && t->question->checkpointing)
    host += 2.0 * t->shape->embedding * t->tokens * count_blocks (t->shape);
  if ((t->question->offload & PLIMSOLL_OFFLOAD_PARAMETERS) != 0 && t->sharded)
    {
      host += t->weights + t->optimizer + (t->full ? t->gradients : 0);
      t->weights = t->optimizer = t->step = t->load = 0;
      if (t->full)
        t->gradients = 0;
    }
  else if ((t->question->offload & PLIMSOLL_OFFLOAD_OPTIMIZER) != 0)
    {
      host += t->optimizer;
      t->optimizer = t->step = 0;
    }

  return host;
}

/* --- Phases --- */

#define PART(phase, part) parts[PLIMSOLL_TRAINING_##phase][PLIMSOLL_TRAINING_##part]

/* Two moments of backward can be the higher: the last block, while everything saved is there, and
 * the first, when all gradients are. */
static void
set_backward (const Terms *t, double parts[][PLIMSOLL_N_TRAINING_PARTS])
{
  const double g = t->full ? 0 : t->gradients;
  const double last = g + t->saved_backward + t->layer;
  const double kept = t->question->checkpointing ? t->layer : 0;
  const double passed = kept + 2.0 * t->shape->embedding * t->tokens;

  PART (BACKWARD, DEQUANTIZED) = t->dequantized;
  if (last + t->buffers >= t->gradients + passed + t->buffers)
    {
      PART (BACKWARD, GRADIENTS) = g;
      PART (BACKWARD, ACTIVATIONS) = t->saved_backward + t->layer;
    }
  else
    {
      PART (BACKWARD, GRADIENTS) = t->gradients;
      PART (BACKWARD, ACTIVATIONS) = passed;
    }
}

static void
set_parts (const Terms *t, double parts[][PLIMSOLL_N_TRAINING_PARTS])
{
  const double vocabulary = t->shape->vocabulary;
  const PlimsollTrainingLoss loss =
    t->question->loss == PLIMSOLL_LOSS_USUAL ? t->rules->loss : t->question->loss;

  for (guint phase = PLIMSOLL_TRAINING_LOSS; phase < PLIMSOLL_N_TRAINING_PHASES; phase++)
    {
      parts[phase][PLIMSOLL_TRAINING_WEIGHTS] = t->weights;
      parts[phase][PLIMSOLL_TRAINING_ADAPTERS] = t->adapters;
      parts[phase][PLIMSOLL_TRAINING_OPTIMIZER] = t->optimizer;
      if (phase != PLIMSOLL_TRAINING_STEP)
        parts[phase][PLIMSOLL_TRAINING_SHARDS] = t->buffers;
    }

  PART (LOAD, WEIGHTS) = MAX (t->load - t->adapters, t->weights);
  PART (LOAD, ADAPTERS) = t->adapters;

  PART (LOSS, GRADIENTS) = t->full ? 0 : t->gradients;
  PART (LOSS, ACTIVATIONS) = t->saved_loss;
  PART (LOSS, LOGITS) =
    t->tokens * (plimsoll_training_loss_bytes (loss) * vocabulary + 6.0 * t->shape->embedding)
    + t->head;

  set_backward (t, parts);

  PART (STEP, GRADIENTS) = t->gradients;
  PART (STEP, OPTIMIZER) = t->optimizer + t->step;
}

#undef PART

/* The largest double below which every sum of ours fits 64 bits. */
#define LARGEST 4e18

static gboolean
publish (double parts[][PLIMSOLL_N_TRAINING_PARTS], PlimsollTrainingMemory *memory)
{
  double peak = -1;

  for (guint phase = 0; phase < PLIMSOLL_N_TRAINING_PHASES; phase++)
    {
      double sum = 0;

      for (guint part = 0; part < PLIMSOLL_TRAINING_ALLOCATOR; part++)
        sum += parts[phase][part];
      if (!(sum < LARGEST))
        return FALSE;

      memory->phases[phase] = (guint64) sum;
      parts[phase][PLIMSOLL_TRAINING_ALLOCATOR] = (RESERVED - 1) * sum;
      parts[phase][PLIMSOLL_TRAINING_CONTEXT] = CONTEXT;
      for (guint part = 0; part < PLIMSOLL_N_TRAINING_PARTS; part++)
        memory->parts[phase][part] = (guint64) parts[phase][part];
      if (sum > peak)
        {
          peak = sum;
          memory->peak = (PlimsollTrainingPhase) phase;
        }
    }

  memory->allocated = (guint64) peak;
  memory->reserved = (guint64) (RESERVED * peak);
  memory->required = (guint64) (RESERVED * peak + CONTEXT);
  memory->low = (guint64) ((RESERVED * peak + CONTEXT) * (1 - memory->range));
  memory->high = (guint64) ((RESERVED * peak + CONTEXT) * (1 + memory->range));
  return TRUE;
}

/* --- How sure it is --- */

#define NEAR 0.10
#define FAR 0.25

static gboolean
was_measured (const Terms *t)
{
  const PlimsollTrainingQuestion *question = t->question;
  const PlimsollTrainingShape *shape = t->shape;
  const gboolean experts = (question->targets & PLIMSOLL_TARGETS_MLP) != 0 || t->full;

  if (!t->rules->measured || !question->flash_attention || shape->recurrent || shape->tower
      || (shape->mixture && experts))
    return FALSE;
  if (question->sharding == PLIMSOLL_SHARDING_ZERO1
      || question->sharding == PLIMSOLL_SHARDING_ZERO2)
    return FALSE;
  if (question->optimizer >= PLIMSOLL_OPTIMIZER_ADAFACTOR || question->n_gpus > 8)
    return FALSE;

  return t->tokens >= 512 && t->tokens <= 340000 && shape->parameters >= 500000000
         && shape->parameters <= G_GUINT64_CONSTANT (72000000000);
}

gboolean
plimsoll_training_memory (const PlimsollTrainingShape *shape,
                          const PlimsollTrainingQuestion *question,
                          PlimsollTrainingMemory *memory)
{
  double parts[PLIMSOLL_N_TRAINING_PHASES][PLIMSOLL_N_TRAINING_PARTS] = { 0 };
  Terms t = { .shape = shape, .question = question };
  guint64 trained;
  double host;

  g_return_val_if_fail (question != NULL && memory != NULL, FALSE);

  memset (memory, 0, sizeof *memory);
  if (plimsoll_training_refusal (shape, question) != NULL)
    return FALSE;

  t.rules = plimsoll_training_rules (question->framework);
  t.full = question->method == PLIMSOLL_TRAINING_FULL;
  t.quantized = question->method == PLIMSOLL_TRAINING_QLORA;
  t.sharded = question->n_gpus > 1
              && (question->sharding == PLIMSOLL_SHARDING_FSDP
                  || question->sharding == PLIMSOLL_SHARDING_ZERO3);
  t.tokens = (double) question->batch * question->sequence;
  trained = t.full ? shape->parameters
                   : plimsoll_training_adapters (shape, question->targets, question->rank);
  if (trained == PLIMSOLL_OVERFLOW)
    return FALSE;
  t.trained = (double) trained;

  if (t.full)
    set_full (&t);
  else
    set_adapters (&t);
  t.dequantized = t.quantized ? 2 * (double) shape->largest_matrix : 0;
  set_activations (&t);
  if (question->n_gpus > 1)
    shard (&t);
  host = offload (&t);
  set_parts (&t, parts);

  memory->trained = trained;
  memory->range = was_measured (&t) ? NEAR : FAR;
  memory->host = host < LARGEST ? (guint64) host : 0;
  return host < LARGEST && publish (parts, memory);
}
