/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed-plan.h"

#include "plimsoll-speed-use.h"

#include <math.h>
#include <string.h>

#define GB 1e9
#define TERA 1e12

/* CUDA queues about a thousand launches for a device (forums.developer.nvidia.com 68937), then the
 * program waits. llama.cpp asked for four times as many for a week (#19042, undone by #19227). */
#define LAUNCHES_QUEUED 1000.0

/* Those of a block of a prompt, counted in llama.cpp of 2024-05: 14 kernels beside the products, 4
 * for each of two products of attention and 3 for each of seven with weights, and two more where
 * cuBLAS divides a product. Quantized weights were unpacked by one more each; since, what they are
 * multiplied with is quantized instead. Flash attention is 2 in place of 10. */
#define LAUNCHES_BLOCK 45.0
#define LAUNCHES_UNPACK 7.0
#define LAUNCHES_FLASH 8.0

/* What the parts of a plan are made from. */
typedef struct
{
  const PlimsollModelSpec *spec;
  const PlimsollWeights *weights;
  const PlimsollPlacement *placement;
  const PlimsollHardware *hardware;
  const PlimsollQuestion *question;
  const PlimsollSpeedConstants *constants;
  const PlimsollAcceleratorFacts *accelerator; /* the slowest device, which decides constants */
  PlimsollTraffic traffic;
  PlimsollSpeedClass speed_class;
  PlimsollSpeedUse use;
  guint32 n_devices;
  double rate;         /* bytes/s that the memory of that device gives */
  double weight_scale; /* times the bytes of weights: formats of few bits are slow to unpack */
  double host_rate;    /* the same of system memory, by its data sheet */
  double peak;         /* the peak rate of that device */
  double products;     /* operations/s of a prompt's products, over one device after another; NAN */
} SpeedParts;

static const PlimsollAcceleratorFacts *
parts_device (const SpeedParts *self, guint32 i)
{
  return plimsoll_hardware_device (self->hardware, plimsoll_question_device (self->question, i));
}

/* One of unknown bandwidth is the slowest. */
static const PlimsollAcceleratorFacts *
slowest_device (const SpeedParts *self)
{
  const PlimsollAcceleratorFacts *slowest = parts_device (self, 0);

  for (guint32 i = 1; i < self->n_devices; i++)
    {
      const PlimsollAcceleratorFacts *device = parts_device (self, i);

      if (!(slowest->bandwidth_gbs > 0))
        break;
      if (!(device->bandwidth_gbs >= slowest->bandwidth_gbs))
        slowest = device;
    }

  return slowest;
}

/* A prompt goes through one device after another: their seconds add up, by the blocks of each. */
static double
products_rate_in_turn (const SpeedParts *self)
{
  const PlimsollPlacement *placement = self->placement;
  double blocks = 0;
  double seconds = 0;

  if (placement == NULL || !plimsoll_hardware_is_mixed (self->hardware, self->n_devices))
    return plimsoll_speed_products_rate (&self->use, self->accelerator);

  for (guint32 i = 0; i < placement->n_devices; i++)
    {
      blocks += placement->places[i].n_blocks;
      seconds += placement->places[i].n_blocks
                 / plimsoll_speed_products_rate (&self->use, parts_device (self, i));
    }

  return blocks / seconds;
}

static void
speed_parts_init (SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollQuestion *q = self->question;
  const double host = self->hardware->memory_bandwidth_gbs;

  plimsoll_traffic_init (&self->traffic, self->spec, self->weights, q);
  if (self->placement != NULL)
    self->n_devices = self->placement->n_devices;
  else
    self->n_devices = q->split == PLIMSOLL_SPLIT_NONE ? MIN (q->n_devices, 1) : q->n_devices;

  self->accelerator = slowest_device (self);
  self->speed_class = plimsoll_speed_class (self->accelerator);
  plimsoll_speed_use_init (&self->use, self->accelerator, self->weights, q, c);
  self->rate = plimsoll_speed_memory_rate (&self->use, self->accelerator);
  self->weight_scale = self->use.few_bits ? c->few_bits[self->speed_class] : 1;
  self->host_rate = (host > 0 ? host : c->host_unknown) * GB;
  if (self->n_devices > 0 && self->accelerator->unified && self->accelerator->bandwidth_gbs > 0)
    self->host_rate = self->accelerator->bandwidth_gbs * GB;
  self->peak = plimsoll_speed_peak_rate (self->accelerator, self->use.style);
  self->products = products_rate_in_turn (self);
}

/* Returns the seconds of a token that go by whatever it reads. */
static double
launch_seconds (const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double *launches = c->launch[self->use.style];
  double seconds;

  seconds = t->blocks * launches[self->speed_class];
  seconds += t->expert_blocks * c->experts[self->use.style][self->speed_class];
  seconds += t->recurrent_blocks * c->recurrent[self->use.style];
  if (self->use.early)
    seconds *= c->early_launch[self->use.style];

  switch (self->use.runtime)
    {
    case PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN:
      return seconds * c->launch_vulkan;
    case PLIMSOLL_RUNTIME_MLX:
      return seconds * c->launch_mlx;
    case PLIMSOLL_RUNTIME_TENSORRT_LLM:
      return seconds * c->launch_tensorrt;
    case PLIMSOLL_RUNTIME_USUAL:
    case PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA:
    case PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM:
    case PLIMSOLL_RUNTIME_LLAMA_CPP_METAL:
    case PLIMSOLL_RUNTIME_LLAMA_CPP_SYCL:
    case PLIMSOLL_RUNTIME_VLLM:
    case PLIMSOLL_N_RUNTIMES:
    default:
      return seconds;
    }
}

/* Bytes of weights that one token reads of @place. */
static double
place_read (const SpeedParts *self, const PlimsollPlace *place)
{
  return self->weight_scale
         * ((double) (place->weights - place->experts)
            + self->traffic.chosen * (double) place->experts);
}

/* Adds to @reach the seconds that @cache is read in, and @work done on it by @n devices. */
static void
add_cache_seconds (const SpeedParts *self,
                   const PlimsollReach *cache,
                   const PlimsollReach *work,
                   double rate,
                   double n,
                   PlimsollReach *reach)
{
  const PlimsollSpeedConstants *c = self->constants;
  const double fp32 = self->accelerator->fp32_tflops * TERA;
  double scale = self->question->flash_attention ? 1 : c->cache_plain;

  if (self->use.runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN)
    scale *= c->cache_vulkan;
  plimsoll_reach_add_scaled (reach, cache,
                             scale * c->cache[self->use.style][self->speed_class] / rate);
  if (fp32 > 0)
    plimsoll_reach_add_scaled (reach, work, scale / (c->cache_work[self->use.style] * fp32 * n));
}

/* Adds to @reach the seconds that the cache of the blocks at @place takes at @rate. */
static void
add_place_cache (const SpeedParts *self,
                 const PlimsollPlace *place,
                 double rate,
                 PlimsollReach *reach)
{
  PlimsollReach cache = { 0 };
  PlimsollReach work = { 0 };

  for (guint32 i = 0; i < self->spec->n_kinds; i++)
    if (place->counts[i] > 0)
      plimsoll_traffic_add_cache (&cache, &work, &self->spec->kinds[i], self->spec, self->question,
                                  place->counts[i]);
  add_cache_seconds (self, &cache, &work, rate, 1, reach);
}

/* What is in system memory is computed there, but for a prompt. */
static void
add_host (const SpeedParts *self, PlimsollReach *token)
{
  const PlimsollPlacement *placement = self->placement;
  const PlimsollPlace *host = &placement->places[placement->n_devices];
  const PlimsollSpeedConstants *c = self->constants;
  double read = (double) host->weights - (double) host->experts;

  read -= (double) self->weights->embedding_host;
  if (placement->output_device == placement->n_devices && self->spec->tied_head)
    read += (double) self->weights->head_bytes;

  token->always += MAX (read, 0) / (c->host * self->host_rate);
  token->always +=
    self->traffic.chosen * (double) host->experts / (c->host_experts * self->host_rate);
  for (guint32 i = 0; i < placement->n_devices; i++)
    token->always += placement->places[i].n_bare * c->host_launch;
  if (host->n_blocks > 0)
    add_place_cache (self, host, c->host * self->host_rate, token);
}

static void
plan_token_in_turn (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollPlacement *placement = self->placement;
  const double host_rate = self->constants->host * self->host_rate;

  for (guint32 i = 0; i < placement->n_devices; i++)
    {
      const double rate = plimsoll_speed_memory_rate (&self->use, parts_device (self, i));

      plan->token.always += place_read (self, &placement->places[i]) / rate;
      add_place_cache (self, &placement->places[i],
                       self->question->no_kv_offload ? host_rate : rate, &plan->token);
    }
  if (!placement->complete)
    add_host (self, &plan->token);
}

/* A bridge joins two cards; more of them are joined only in servers. */
static gboolean
has_link (const SpeedParts *self)
{
  const PlimsollAcceleratorFacts *a = self->accelerator;

  return a->link_gbs > 0 && (self->n_devices <= 2 || a->segment == PLIMSOLL_SEGMENT_DATACENTER);
}

static gboolean
is_tensor_parallel (const SpeedParts *self)
{
  return self->n_devices > 1
         && (self->use.style == PLIMSOLL_SPEED_SERVER
             || self->question->split == PLIMSOLL_SPLIT_TENSOR);
}

/* Returns the seconds of a token's products with quantized weights, which are computed in vector
 * units, while they are read. */
static double
unpack_seconds (const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double active = t->parameters + t->head_parameters + t->chosen * t->expert_parameters;
  double rate = c->unpack[self->speed_class] * self->accelerator->fp32_tflops * TERA;

  if (self->use.style != PLIMSOLL_SPEED_LOCAL || self->use.floats || !(rate > 0)
      || !plimsoll_speed_is_vector (self->accelerator))
    return 0;
  if (self->use.few_bits)
    rate *= c->unpack_few_bits;

  return 2 * active / rate;
}

static void
plan_token (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const guint32 n = self->n_devices;
  const gboolean together = is_tensor_parallel (self);

  if (self->placement != NULL && !together)
    {
      plan_token_in_turn (plan, self);
      if (!self->placement->complete)
        plan->rule = PLIMSOLL_SPEED_OFFLOAD;
      else
        plan->rule = n > 1 ? PLIMSOLL_SPEED_LAYER_SPLIT : PLIMSOLL_SPEED_ONE_DEVICE;
    }
  else
    {
      const double rate = together ? self->rate * n : self->rate;

      plan->token.always += self->weight_scale * (t->always + t->chosen * t->experts) / rate;
      add_cache_seconds (self, &t->cache, &t->work, rate, together ? n : 1, &plan->token);
      plan->rule = together ? PLIMSOLL_SPEED_TENSOR_PARALLEL : PLIMSOLL_SPEED_ONE_DEVICE;
    }

  plan->token.always = MAX (plan->token.always, unpack_seconds (self) / (together ? n : 1));
  plan->token.always += launch_seconds (self);
  if (together)
    plan->token.always += t->blocks * (has_link (self) ? c->tensor_link : c->tensor_bus);
  else if (n > 1)
    plan->token.always += (n - 1) * c->layer_split;
}

/* GeForce cards are taken to exchange through system memory, over the bus twice: measured rows of
 * tensor parallel are told nearer so. */
static double
bus_crossings (const PlimsollAcceleratorFacts *a)
{
  const gboolean geforce =
    a->vendor == PLIMSOLL_VENDOR_NVIDIA
    && (a->segment == PLIMSOLL_SEGMENT_DESKTOP || a->segment == PLIMSOLL_SEGMENT_LAPTOP);

  return geforce ? 2 : 1;
}

/* Returns seconds of a token's exchanges between devices in tensor parallel: twice a block, the
 * embedding's width in 16 bits, of which every device sends and gets nearly all twice. */
static double
exchange_seconds (const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollAcceleratorFacts *a = self->accelerator;
  const double n = self->n_devices;
  const double bytes = 2.0 * self->traffic.blocks * self->spec->embedding * 2 * 2 * (n - 1) / n;

  if (has_link (self))
    return bytes / (c->link * a->link_gbs / 2 * GB);

  return bus_crossings (a) * bytes
         / (c->bus * plimsoll_first_known (a->pcie_gbs, plimsoll_pcie_gbs (4, 16)) * GB);
}

/* The operations of a token's products in a micro-batch of @batch tokens. Those of few tokens for
 * each expert are as slow as of more. */
static double
token_products (const SpeedParts *self, double batch)
{
  const PlimsollTraffic *t = &self->traffic;
  const double of_expert = t->chosen * batch;
  double products = t->parameters;

  if (of_expert > 0)
    products +=
      t->chosen * t->expert_parameters * (1 + self->constants->tile[self->use.style] / of_expert);

  return 2 * products;
}

/* Several devices in turn gain by working at once with these alone, as measured rows say; for ROCm
 * llama.cpp #24026, a report that is not confirmed, says the same. */
static gboolean
has_pipeline (const SpeedParts *self)
{
  return self->use.runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA
         || (self->use.runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN && !self->use.of_2025);
}

/* Returns how many micro-batches of the device with the most blocks its queue of launches holds. */
static double
queued_batches (const SpeedParts *self)
{
  double launches = LAUNCHES_BLOCK;
  guint32 blocks = 1;

  if (self->use.runtime != PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA)
    return 0;

  if (self->use.early && !self->use.floats)
    launches += LAUNCHES_UNPACK;
  if (self->question->flash_attention)
    launches -= LAUNCHES_FLASH;
  for (guint32 i = 0; i < self->placement->n_devices; i++)
    blocks = MAX (blocks, self->placement->places[i].n_blocks);

  return LAUNCHES_QUEUED / (launches * blocks);
}

static void
plan_prefill (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double n = plan->rule == PLIMSOLL_SPEED_TENSOR_PARALLEL ? self->n_devices : 1;
  const double rate = self->products * n;
  const double bandwidth = self->accelerator->bandwidth_gbs * GB * n;
  const double experts = t->experts / (c->prefill_share * bandwidth);
  double tile, bus, host;

  plan->ubatch = plimsoll_question_ubatch (self->question);
  if (self->use.style == PLIMSOLL_SPEED_SERVER)
    plan->ubatch = MAX (plan->ubatch, 2048);
  if (plan->rule == PLIMSOLL_SPEED_LAYER_SPLIT)
    {
      plan->devices = self->n_devices;
      plan->pipeline = has_pipeline (self) ? c->pipeline : 0;
      plan->queued = queued_batches (self);
    }

  plan->prefill.always = token_products (self, G_MAXDOUBLE) / rate;
  if (n > 1)
    plan->prefill.always += exchange_seconds (self);
  plimsoll_reach_add_scaled (&plan->prefill, &t->work,
                             1
                               / (plimsoll_speed_attention_rate (&self->use, self->accelerator)
                                  * n));
  if (!self->question->flash_attention)
    plimsoll_reach_add_scaled (&plan->prefill, &t->work, c->attention_plain / bandwidth);

  /* Experts that get few tokens wait for their weights, or compute for nobody, not both. */
  tile = (token_products (self, 1) - token_products (self, G_MAXDOUBLE)) / rate;
  plan->prefill_batch = t->always / (c->prefill_share * bandwidth) + MAX (experts, tile)
                        + t->blocks * c->prefill_launch[self->use.style];

  /* Weights in system memory are copied over for every micro-batch. */
  if (plan->rule != PLIMSOLL_SPEED_OFFLOAD)
    return;
  host = (double) self->placement->places[self->placement->n_devices].weights
         - (double) self->weights->embedding_host;
  bus = plimsoll_first_known (self->accelerator->pcie_gbs * GB, self->host_rate);
  plan->prefill_batch += MAX (host, 0) / (c->prefill_share * MIN (bus, self->host_rate));
}

static void
plan_step (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const gboolean together = plan->rule == PLIMSOLL_SPEED_TENSOR_PARALLEL;
  const double n = together ? self->n_devices : 1;
  const double active = t->parameters + t->head_parameters + t->chosen * t->expert_parameters;
  const double state =
    c->cache[self->use.style][self->speed_class] * t->cache.always / (self->rate * n);
  double request = c->request[self->use.style][self->speed_class];

  /* What one request takes beside what it reads of experts and cache is the step's fixed part. That
   * more requests read more of the experts in system memory is left out: it is an upper bound. */
  if (plan->rule != PLIMSOLL_SPEED_OFFLOAD)
    {
      plan->chosen = t->chosen;
      plan->step_experts = t->experts / (self->rate * n);
    }
  plan->step_fixed = MAX (plan->token.always - state - t->chosen * plan->step_experts, 0);
  if (together)
    plan->step_fixed += t->blocks * c->step_link;

  if (self->use.runtime == PLIMSOLL_RUNTIME_TENSORRT_LLM)
    request *= c->request_tensorrt;
  plimsoll_reach_add_scaled (&plan->step_request, &plan->token, c->step_cache[self->use.style]);
  plan->step_request.always =
    state + request + 2 * active / (c->step[self->use.style][self->speed_class] * self->peak * n)
    + (together ? exchange_seconds (self) : 0);
  plan->step_prompt = c->step_prompt;
}

static void
plan_ranges (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;

  plan->range_decode = c->range_decode[self->use.style][self->speed_class];
  plan->range_prefill = c->range_prefill[self->use.style][self->speed_class];
  plan->range_batch = c->range_step[self->use.style][self->speed_class];
  plan->typical_decode = c->typical_decode[self->use.style][self->speed_class];
  plan->typical_prefill = c->typical_prefill[self->use.style][self->speed_class];
  plan->typical_batch = c->typical_step[self->use.style][self->speed_class];
  if (plan->rule == PLIMSOLL_SPEED_OFFLOAD)
    {
      plan->range_decode = MAX (plan->range_decode, c->range_host);
      plan->typical_decode = MAX (plan->typical_decode, c->typical_host);
    }
}

static void
divide_reach (PlimsollReach *reach, double factor)
{
  PlimsollReach divided = { 0 };

  plimsoll_reach_add_scaled (&divided, reach, 1 / factor);
  *reach = divided;
}

/* What is in system memory was not measured: its seconds stay. */
static void
correct_decode (PlimsollSpeedPlan *plan, const SpeedParts *self, double factor)
{
  const gboolean has_host = plan->rule == PLIMSOLL_SPEED_OFFLOAD;
  PlimsollReach host = { 0 };

  if (has_host)
    {
      add_host (self, &host);
      plimsoll_reach_add_scaled (&plan->token, &host, -1);
      plan->step_fixed = MAX (plan->step_fixed - host.always, 0);
    }

  divide_reach (&plan->token, factor);
  divide_reach (&plan->step_request, factor);
  plan->step_fixed /= factor;
  plan->step_experts /= factor;

  if (has_host)
    {
      plimsoll_reach_add_scaled (&plan->token, &host, 1);
      plan->step_fixed += host.always;
    }
}

static void
correct_prefill (PlimsollSpeedPlan *plan, double factor)
{
  divide_reach (&plan->prefill, factor);
  plan->prefill_batch /= factor;
}

/* What llama-bench measured on one device holds for llama.cpp on that device, on several of it in
 * turn, and for the part of a model that is on it. */
static void
plan_measured (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollMeasuredRuns *runs = self->accelerator->measured;
  const PlimsollMeasuredFactor decode =
    plimsoll_measured_decode (runs, self->weights->tensor_bytes);
  const PlimsollMeasuredFactor prefill =
    plimsoll_measured_prefill (runs, self->weights->tensor_bytes);
  const gboolean is_whole = plan->rule == PLIMSOLL_SPEED_ONE_DEVICE;

  if (runs == NULL || self->use.style != PLIMSOLL_SPEED_LOCAL
      || plan->rule == PLIMSOLL_SPEED_TENSOR_PARALLEL
      || plimsoll_hardware_is_mixed (self->hardware, self->n_devices))
    return;

  if (decode.basis != PLIMSOLL_SPEED_IS_MODELLED)
    {
      correct_decode (plan, self, decode.factor);
      plan->basis_decode = is_whole ? decode.basis : PLIMSOLL_SPEED_IS_CORRECTED;
      plan->range_decode = plan->basis_decode == PLIMSOLL_SPEED_IS_MEASURED
                             ? PLIMSOLL_RANGE_MEASURED_DECODE
                             : MIN (plan->range_decode, PLIMSOLL_RANGE_CORRECTED_DECODE);
      if (plan->rule == PLIMSOLL_SPEED_OFFLOAD)
        plan->range_decode = MAX (plan->range_decode, self->constants->range_host);
    }

  /* A prompt waits for the bus where weights are in system memory. */
  if (prefill.basis != PLIMSOLL_SPEED_IS_MODELLED && plan->rule != PLIMSOLL_SPEED_OFFLOAD)
    {
      correct_prefill (plan, prefill.factor);
      plan->basis_prefill = is_whole ? prefill.basis : PLIMSOLL_SPEED_IS_CORRECTED;
      plan->range_prefill = plan->basis_prefill == PLIMSOLL_SPEED_IS_MEASURED
                              ? PLIMSOLL_RANGE_MEASURED_PREFILL
                              : MIN (plan->range_prefill, PLIMSOLL_RANGE_CORRECTED_PREFILL);
    }
}

/* Only between which bounds a processor alone is, is known: the plan is that of the faster. */
static void
plan_processor (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double rate = c->processor_high * self->host_rate;

  plan->rule = PLIMSOLL_SPEED_CPU;
  plan->range_decode = c->processor_high / c->processor_low;
  plan->token.always = (t->always + t->chosen * t->experts) / rate;
  plimsoll_reach_add_scaled (&plan->token, &t->cache, 1 / rate);
}

void
plimsoll_speed_plan_init (PlimsollSpeedPlan *self,
                          const PlimsollModelSpec *spec,
                          const PlimsollWeights *weights,
                          const PlimsollPlacement *placement,
                          const PlimsollHardware *hardware,
                          const PlimsollQuestion *question,
                          const PlimsollSpeedConstants *constants)
{
  SpeedParts parts = {
    .spec = spec,
    .weights = weights,
    .placement = placement,
    .hardware = hardware,
    .question = question,
    .constants = constants,
  };

  *self = (PlimsollSpeedPlan) { .rule = PLIMSOLL_SPEED_UNKNOWN };
  if (weights->read_always == 0)
    return;

  speed_parts_init (&parts);
  self->speed_class = parts.speed_class;
  self->runtime = parts.use.runtime;
  if (parts.n_devices == 0)
    {
      plan_processor (self, &parts);
      return;
    }
  if (isnan (parts.rate))
    return;

  plan_token (self, &parts);
  plan_prefill (self, &parts);
  plan_step (self, &parts);
  plan_ranges (self, &parts);
  plan_measured (self, &parts);
}
