/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed-constants.h"

#define US 1e-6

static const PlimsollSpeedConstants constants = {
  .memory_share = { 0.86, 0.50, 0.83, 0.84, 0.66, 0.90, 0.65, 0.65 },
  .memory_share_server = { 0.86, 0.78, 0.83, 0.84, 0.66, 0.90, 0.65, 0.65 },
  .launch = { 340 * US, 63 * US, 79 * US, 79 * US, 162 * US, 340 * US, 95 * US, 81 * US, 34 * US },
  .launch_vllm = { 206 * US, 81 * US, 150 * US, 191 * US, 191 * US, 191 * US, 191 * US, 191 * US },
  .launch_experts = 44 * US,
  .vector_share = 0.063,
  .layer_split = 300 * US,
  .tensor_link = 47 * US,
  .tensor_link_amd = 87 * US,
  .tensor_bus = 65 * US,
  .host_share = 0.5,
  .host_experts_share = 0.66,
  .host_experts = 130 * US,
  .host_bandwidth_gbs = 80,
  .cpu_low = 0.2,
  .cpu_high = 0.65,
  .prefill_share = { 0.69, 0.56, 0.56, 0.41, 0.41, 0.67, 0.19, 0.19 },
  .prefill_share_vulkan = 0.18,
  .prefill_share_vector = 1.0,
  .prefill_share_packed = { 0.46, 0.24 },
  .prefill_experts = { 0.46, 0.46, 0.46, 0.35, 0.35, 1, 0.46, 0.35 },
  .prefill_attention = 3.2,
  .prefill_memory_share = 0.8,
  .prefill_launch = 410 * US,
  .batch_share = { 0.9, 0.9, 0.31, 0.07, 0.07, 0.3, 0.07, 0.07 },
  .batch_cache = { 0.95, 0.95, 0.95, 1.29, 1.29, 3.6, 1.29, 1.29 },
  .batch_request = { 8 * US, 76 * US, 76 * US, 152 * US, 152 * US, 76 * US, 152 * US, 152 * US },
  .batch_request_tensorrt = 17 * US,
  .range_decode = { 1.3, 1.6, 1.6, 1.4, 2.7, 1.4, 2, 2 },
  .range_host = 1.5,
  .range_prefill = 1.5,
  .range_batch = { 2.5, 1.5, 1.5, 2.5, 2.5, 2.5, 2.5, 2.5 },
};

const PlimsollSpeedConstants *
plimsoll_speed_constants (void)
{
  return &constants;
}

PlimsollSpeedClass
plimsoll_speed_class (const PlimsollAcceleratorFacts *accelerator)
{
  const gboolean hbm = accelerator->memory_class == PLIMSOLL_MEMORY_HBM;

  switch (accelerator->vendor)
    {
    case PLIMSOLL_VENDOR_NVIDIA:
      if (hbm)
        return PLIMSOLL_SPEED_NVIDIA_HBM;
      return accelerator->memory_class == PLIMSOLL_MEMORY_LPDDR ? PLIMSOLL_SPEED_NVIDIA_LPDDR
                                                                : PLIMSOLL_SPEED_NVIDIA_GDDR;
    case PLIMSOLL_VENDOR_AMD:
      return hbm ? PLIMSOLL_SPEED_AMD_HBM : PLIMSOLL_SPEED_AMD;
    case PLIMSOLL_VENDOR_APPLE:
      return PLIMSOLL_SPEED_APPLE;
    case PLIMSOLL_VENDOR_INTEL:
      return PLIMSOLL_SPEED_INTEL;
    case PLIMSOLL_VENDOR_OTHER:
    default:
      return PLIMSOLL_SPEED_OTHER;
    }
}

PlimsollRuntime
plimsoll_speed_runtime (const PlimsollAcceleratorFacts *accelerator,
                        const PlimsollQuestion *question)
{
  if (question->runtime != PLIMSOLL_RUNTIME_USUAL)
    return question->runtime;
  if (question->engine != PLIMSOLL_ENGINE_LLAMA_CPP)
    return PLIMSOLL_RUNTIME_VLLM;

  switch (accelerator->vendor)
    {
    case PLIMSOLL_VENDOR_NVIDIA:
      return PLIMSOLL_RUNTIME_LLAMA_CPP_CUDA;
    case PLIMSOLL_VENDOR_AMD:
      return PLIMSOLL_RUNTIME_LLAMA_CPP_ROCM;
    case PLIMSOLL_VENDOR_APPLE:
      return PLIMSOLL_RUNTIME_LLAMA_CPP_METAL;
    case PLIMSOLL_VENDOR_INTEL:
      return PLIMSOLL_RUNTIME_LLAMA_CPP_SYCL;
    case PLIMSOLL_VENDOR_OTHER:
    default:
      return PLIMSOLL_RUNTIME_LLAMA_CPP_VULKAN;
    }
}
