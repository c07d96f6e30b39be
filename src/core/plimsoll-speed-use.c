/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed-use.h"

#include <math.h>

#define GB 1e9
#define TERA 1e12

/* The best product that was found reaches so much of the stated peak ("Maximum Achievable Matmul
 * FLOPS", github.com/stas00/ml-engineering, BF16): 80.3, 81.1, 83.8 and 86.9 % on four of NVIDIA's
 * with HBM, 60.1 % on an MI300X. By as much less the peak of CDNA 3 counts, so that shares of it
 * compare with those of others. */
#define CDNA_3 (0.601 / 0.83)

static PlimsollSpeedStyle
runtime_style (PlimsollRuntime runtime)
{
  return runtime == PLIMSOLL_RUNTIME_VLLM || runtime == PLIMSOLL_RUNTIME_TENSORRT_LLM
           ? PLIMSOLL_SPEED_SERVER
           : PLIMSOLL_SPEED_LOCAL;
}

void
plimsoll_speed_use_init (PlimsollSpeedUse *self,
                         const PlimsollAcceleratorFacts *accelerator,
                         const PlimsollWeights *weights,
                         const PlimsollQuestion *question,
                         const PlimsollSpeedConstants *constants)
{
  self->constants = constants;
  self->runtime = plimsoll_speed_runtime (accelerator, question);
  self->style = runtime_style (self->runtime);
  self->early = question->build == PLIMSOLL_BUILD_EARLY;
  self->of_2025 = self->early || question->build == PLIMSOLL_BUILD_2025;
  self->floats = weights->bits_per_weight > 15;
  self->few_bits = weights->bits_per_weight < 4;
}

gboolean
plimsoll_speed_is_vector (const PlimsollAcceleratorFacts *accelerator)
{
  return accelerator->matrix_units == PLIMSOLL_MATRIX_ABSENT;
}

static double
stated_peak (const PlimsollAcceleratorFacts *a, PlimsollSpeedStyle style)
{
  double rate = style == PLIMSOLL_SPEED_LOCAL
                  ? plimsoll_first_known (a->fp16_accumulate_tflops, a->fp16_tflops)
                  : plimsoll_first_known (a->fp16_tflops, a->fp16_accumulate_tflops);

  if (plimsoll_speed_is_vector (a))
    return TERA
           * plimsoll_first_known (rate,
                                   plimsoll_first_known (a->fp16_packed_tflops, a->fp32_tflops));

  rate = plimsoll_first_known (rate, a->int8_tops / 2);
  rate = plimsoll_first_known (rate, a->fp8_tflops / 2);
  rate = plimsoll_first_known (rate, a->fp4_tflops / 4);

  return TERA
         * plimsoll_first_known (rate,
                                 (a->vendor == PLIMSOLL_VENDOR_NVIDIA ? 4 : 1) * a->fp32_tflops);
}

double
plimsoll_speed_peak_rate (const PlimsollAcceleratorFacts *a, PlimsollSpeedStyle style)
{
  const double stated = stated_peak (a, style);

  return g_strcmp0 (a->architecture, "CDNA 3") == 0 ? CDNA_3 * stated : stated;
}

double
plimsoll_speed_products_rate (const PlimsollSpeedUse *self, const PlimsollAcceleratorFacts *a)
{
  const PlimsollSpeedConstants *c = self->constants;
  const gboolean vulkan = self->runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN;
  const gboolean local = self->style == PLIMSOLL_SPEED_LOCAL;
  const double peak = plimsoll_speed_peak_rate (a, self->style);
  double share = c->rate[self->style][plimsoll_speed_class (a)];

  if (plimsoll_speed_is_vector (a) && a->vendor == PLIMSOLL_VENDOR_NVIDIA)
    share = c->rate_vector;
  else if (plimsoll_speed_is_vector (a) && a->vendor == PLIMSOLL_VENDOR_AMD)
    share = vulkan ? c->rate_packed_vulkan : c->rate_packed;
  else if (vulkan)
    share *= c->rate_vulkan;

  if (local && self->floats)
    share *= c->rate_float;
  if (local && self->few_bits)
    share *= c->rate_few_bits;
  if (self->early)
    share *= c->early_rate[self->style];

  /* llama.cpp does not get to what AMD's newer matrix units do beyond packed FP16. */
  if (local && plimsoll_speed_class (a) == PLIMSOLL_SPEED_AMD && a->fp32_tflops > 0)
    return share * MIN (peak, 2 * a->fp32_tflops * TERA);

  return share * peak;
}

/* llama.cpp computes AMD's attention in vector units, but that of RDNA 4 with ROCm since 2026
 * (llama.cpp #19063 speaks of it as what is there). */
static gboolean
attention_is_vector (const PlimsollSpeedUse *self, const PlimsollAcceleratorFacts *a)
{
  if (self->style != PLIMSOLL_SPEED_LOCAL || a->vendor != PLIMSOLL_VENDOR_AMD)
    return FALSE;

  return self->of_2025 || self->runtime != PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM
         || g_strcmp0 (a->architecture, "RDNA 4") != 0;
}

double
plimsoll_speed_attention_rate (const PlimsollSpeedUse *self, const PlimsollAcceleratorFacts *a)
{
  const PlimsollSpeedConstants *c = self->constants;

  if (attention_is_vector (self, a) && a->fp32_tflops > 0)
    return c->attention_vector * a->fp32_tflops * TERA;

  return plimsoll_speed_products_rate (self, a) / c->attention[self->style];
}

/* GDDR has no room for error correction of its own: where it is on, a sixteenth of the memory holds
 * it, which the driver then leaves out of what it reports, and it is read along. */
static double
share_without_correction (const PlimsollAcceleratorFacts *a)
{
  const double reported = (double) a->memory_bytes_reported;
  const double nominal = (double) a->memory_bytes_nominal;

  if (a->memory_class != PLIMSOLL_MEMORY_GDDR || !(reported > 0) || !(reported < 0.95 * nominal))
    return 1;

  return reported / nominal;
}

/* A kernel keeps only so many reads under way for each unit that computes: what has much bandwidth
 * for its units, as HBM gives, does not get to it with llama.cpp. */
double
plimsoll_speed_memory_rate (const PlimsollSpeedUse *self, const PlimsollAcceleratorFacts *a)
{
  const PlimsollSpeedConstants *c = self->constants;
  double share = c->share[self->style][plimsoll_speed_class (a)];
  double rate, flow;

  if (!(a->bandwidth_gbs > 0))
    return (double) NAN;
  if (self->runtime == PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN)
    share *= c->share_vulkan;
  rate = share * share_without_correction (a) * a->bandwidth_gbs * GB;
  if (self->style != PLIMSOLL_SPEED_LOCAL || a->vendor != PLIMSOLL_VENDOR_NVIDIA
      || !(a->fp32_tflops > 0))
    return rate;

  flow = c->flow * a->fp32_tflops * TERA;

  return rate * flow / sqrt (rate * rate + flow * flow);
}
