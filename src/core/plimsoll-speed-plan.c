/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed-plan.h"

#include <math.h>
#include <string.h>

#define GB 1e9
#define TERA 1e12

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
  PlimsollRuntime runtime;
  guint32 n_devices;
  gboolean server;  /* vLLM and its like */
  double rate;      /* bytes/s that the memory of that device gives */
  double host_rate; /* the same of system memory, by its data sheet */
  double peak;      /* operations/s of a prompt's products, over one device after another; NAN */
} SpeedParts;

static gboolean
is_server (PlimsollRuntime runtime)
{
  return runtime == PLIMSOLL_RUNTIME_VLLM || runtime == PLIMSOLL_RUNTIME_TENSORRT_LLM;
}

static gboolean
has_no_matrix_units (const PlimsollAcceleratorFacts *accelerator)
{
  return accelerator->matrix_units == PLIMSOLL_MATRIX_ABSENT;
}

/* Returns the first that is known and not 0. */
static double
first_known (double a, double b)
{
  return a > 0 ? a : b;
}

/* GeForce sums in FP16 twice as fast as in FP32; all others as fast. */
static double
prefill_rate (const SpeedParts *self, const PlimsollAcceleratorFacts *a)
{
  const PlimsollSpeedConstants *c = self->constants;
  const gboolean vulkan = self->runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN;
  double share = c->prefill_share[plimsoll_speed_class (a)];

  if (has_no_matrix_units (a) && a->vendor == PLIMSOLL_VENDOR_NVIDIA)
    return c->prefill_share_vector * a->fp32_tflops * TERA;
  if (has_no_matrix_units (a) && a->vendor == PLIMSOLL_VENDOR_AMD)
    return c->prefill_share_packed[vulkan] * first_known (a->fp16_packed_tflops, a->fp32_tflops)
           * TERA;
  if (a->vendor == PLIMSOLL_VENDOR_AMD && vulkan)
    share = c->prefill_share_vulkan;

  return share
         * first_known (first_known (a->fp16_accumulate_tflops, a->fp16_tflops),
                        first_known (a->fp16_packed_tflops, a->fp32_tflops))
         * TERA;
}

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

/* Returns the bytes/s that the memory of @device gives; NAN. */
static double
device_rate (const SpeedParts *self, const PlimsollAcceleratorFacts *device)
{
  const PlimsollSpeedConstants *c = self->constants;
  const double *shares = self->server ? c->memory_share_server : c->memory_share;

  if (!(device->bandwidth_gbs > 0))
    return (double) NAN;

  return shares[plimsoll_speed_class (device)] * device->bandwidth_gbs * GB;
}

/* A prompt goes through one device after another: their seconds add up, by the blocks of each. */
static double
prefill_rate_in_turn (const SpeedParts *self)
{
  const PlimsollPlacement *placement = self->placement;
  double blocks = 0;
  double seconds = 0;

  if (placement == NULL || !plimsoll_hardware_is_mixed (self->hardware, self->n_devices))
    return prefill_rate (self, self->accelerator);

  for (guint32 i = 0; i < placement->n_devices; i++)
    {
      blocks += placement->places[i].n_blocks;
      seconds += placement->places[i].n_blocks / prefill_rate (self, parts_device (self, i));
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
  self->runtime = plimsoll_speed_runtime (self->accelerator, q);
  self->server = is_server (self->runtime);
  self->rate = device_rate (self, self->accelerator);
  self->host_rate = (host > 0 ? host : c->host_bandwidth_gbs) * GB;
  if (self->n_devices > 0 && self->accelerator->unified && self->accelerator->bandwidth_gbs > 0)
    self->host_rate = self->accelerator->bandwidth_gbs * GB;
  self->peak = prefill_rate_in_turn (self);
}

/* Returns the seconds that a block takes whatever it reads. */
static double
launch_seconds (const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double launch = self->runtime == PLIMSOLL_RUNTIME_VLLM ? c->launch_vllm[self->speed_class]
                                                               : c->launch[self->runtime];

  return t->blocks * launch + t->expert_blocks * c->launch_experts;
}

/* Bytes of weights that one token reads of @place. */
static double
place_read (const SpeedParts *self, const PlimsollPlace *place)
{
  return (double) (place->weights - place->experts)
         + self->traffic.chosen * (double) place->experts;
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
  plimsoll_reach_add_scaled (reach, &cache, 1 / rate);
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

  token->always += MAX (read, 0) / (c->host_share * self->host_rate);
  token->always +=
    self->traffic.chosen * (double) host->experts / (c->host_experts_share * self->host_rate);
  for (guint32 i = 0; i < placement->n_devices; i++)
    token->always += placement->places[i].n_bare * c->host_experts;
  if (host->n_blocks > 0)
    add_place_cache (self, host, c->host_share * self->host_rate, token);
}

static void
plan_token_in_turn (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollPlacement *placement = self->placement;
  const double host_rate = self->constants->host_share * self->host_rate;

  for (guint32 i = 0; i < placement->n_devices; i++)
    {
      const double rate = device_rate (self, parts_device (self, i));

      plan->token.always += place_read (self, &placement->places[i]) / rate;
      add_place_cache (self, &placement->places[i],
                       self->question->no_kv_offload ? host_rate : rate, &plan->token);
    }
  if (!placement->complete)
    add_host (self, &plan->token);
}

static double
tensor_seconds (const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;

  if (!(self->accelerator->link_gbs > 0))
    return c->tensor_bus;

  return self->accelerator->vendor == PLIMSOLL_VENDOR_AMD ? c->tensor_link_amd : c->tensor_link;
}

static void
plan_token (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const guint32 n = self->n_devices;
  const gboolean together =
    n > 1 && (self->server || self->question->split == PLIMSOLL_SPLIT_TENSOR);

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

      plan->token.always += (t->always + t->chosen * t->experts) / rate;
      plimsoll_reach_add_scaled (&plan->token, &t->cache, 1 / rate);
      plan->rule = together ? PLIMSOLL_SPEED_TENSOR_PARALLEL : PLIMSOLL_SPEED_ONE_DEVICE;
    }

  if (has_no_matrix_units (self->accelerator) && self->accelerator->fp32_tflops > 0)
    {
      const double active = t->parameters + t->head_parameters + t->chosen * t->expert_parameters;

      plan->token.always =
        MAX (plan->token.always,
             2 * active / (c->vector_share * self->accelerator->fp32_tflops * TERA));
    }

  plan->token.always += launch_seconds (self);
  if (together)
    plan->token.always += t->blocks * tensor_seconds (self);
  else if (n > 1)
    plan->token.always += (n - 1) * c->layer_split;
}

static void
plan_prefill (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const gboolean together = plan->rule == PLIMSOLL_SPEED_TENSOR_PARALLEL;
  const double n = together ? self->n_devices : 1;
  double active = t->parameters + t->chosen * t->expert_parameters;
  double bus = (double) NAN;
  double host = 0;

  if (t->expert_blocks > 0)
    active /= c->prefill_experts[self->speed_class];

  plan->ubatch = plimsoll_question_ubatch (self->question);
  plan->prefill.always = 2 * active / (self->peak * n);
  plimsoll_reach_add_scaled (&plan->prefill, &t->work, c->prefill_attention / (self->peak * n));
  plan->prefill_batch =
    (t->always + t->experts) / (c->prefill_memory_share * self->accelerator->bandwidth_gbs * GB * n)
    + t->blocks * c->prefill_launch;

  /* Weights in system memory are copied over for every micro-batch. */
  if (plan->rule != PLIMSOLL_SPEED_OFFLOAD)
    return;
  host = (double) self->placement->places[self->placement->n_devices].weights
         - (double) self->weights->embedding_host;
  bus = first_known (self->accelerator->pcie_gbs * GB, self->host_rate);
  plan->prefill_batch += MAX (host, 0) / (c->prefill_memory_share * MIN (bus, self->host_rate));
}

static void
plan_step (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const gboolean together = plan->rule == PLIMSOLL_SPEED_TENSOR_PARALLEL;
  const double n = together ? self->n_devices : 1;
  const double active = t->parameters + t->head_parameters + t->chosen * t->expert_parameters;

  /* What one request takes beside what it reads of experts and cache is the step's fixed part. That
   * more requests read more of the experts in system memory is left out: it is an upper bound. */
  if (plan->rule != PLIMSOLL_SPEED_OFFLOAD)
    {
      plan->chosen = t->chosen;
      plan->step_experts = t->experts / (self->rate * n);
    }
  plan->step_fixed =
    MAX (plan->token.always - t->cache.always / (self->rate * n) - t->chosen * plan->step_experts,
         0);

  plimsoll_reach_add_scaled (&plan->step_request, &plan->token, c->batch_cache[self->speed_class]);
  plan->step_request.always =
    c->batch_cache[self->speed_class] * t->cache.always / (self->rate * n)
    + 2 * active
        / (c->batch_share[self->speed_class] / c->prefill_share[self->speed_class] * self->peak * n)
    + (self->runtime == PLIMSOLL_RUNTIME_TENSORRT_LLM ? c->batch_request_tensorrt
                                                      : c->batch_request[self->speed_class]);
}

static void
plan_ranges (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;

  plan->range_decode = c->range_decode[self->speed_class];
  plan->range_prefill = c->range_prefill;
  plan->range_batch = c->range_batch[self->speed_class];
  if (plan->rule == PLIMSOLL_SPEED_OFFLOAD)
    plan->range_decode = MAX (plan->range_decode, c->range_host);
}

/* Only between which bounds a processor alone is, is known: the plan is that of the faster. */
static void
plan_processor (PlimsollSpeedPlan *plan, const SpeedParts *self)
{
  const PlimsollSpeedConstants *c = self->constants;
  const PlimsollTraffic *t = &self->traffic;
  const double rate = c->cpu_high * self->host_rate;

  plan->rule = PLIMSOLL_SPEED_CPU;
  plan->range_decode = c->cpu_high / c->cpu_low;
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
  self->runtime = parts.runtime;
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
}

double
plimsoll_speed_plan_token (const PlimsollSpeedPlan *self, double depth)
{
  return self->rule == PLIMSOLL_SPEED_UNKNOWN ? (double) NAN
                                              : plimsoll_reach_at (&self->token, depth);
}

double
plimsoll_speed_plan_tokens (const PlimsollSpeedPlan *self, double depth, double n)
{
  return self->rule == PLIMSOLL_SPEED_UNKNOWN ? (double) NAN
                                              : plimsoll_reach_sum (&self->token, depth, n);
}

double
plimsoll_speed_plan_prompt (const PlimsollSpeedPlan *self, double depth, double n)
{
  if (self->rule == PLIMSOLL_SPEED_UNKNOWN || self->rule == PLIMSOLL_SPEED_CPU)
    return (double) NAN;

  return plimsoll_reach_sum (&self->prefill, depth, n)
         + ceil (n / self->ubatch) * self->prefill_batch;
}

double
plimsoll_speed_plan_step (const PlimsollSpeedPlan *self, double depth, double requests)
{
  double touched;

  if (self->rule == PLIMSOLL_SPEED_UNKNOWN || self->rule == PLIMSOLL_SPEED_CPU)
    return (double) NAN;
  if (requests <= 1)
    return plimsoll_speed_plan_token (self, depth);

  touched = self->chosen > 0 ? 1 - pow (1 - self->chosen, requests) : 0;

  return self->step_fixed + touched * self->step_experts
         + requests * plimsoll_reach_at (&self->step_request, depth);
}

PlimsollRange
plimsoll_range (double value, double factor)
{
  return (PlimsollRange) { .value = value, .low = value / factor, .high = value * factor };
}
