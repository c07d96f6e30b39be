/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-speed-constants.h"

const PlimsollSpeedConstants *
plimsoll_speed_constants (void)
{
  return &plimsoll_speed_table;
}

static gboolean
is_early_apple (const PlimsollAcceleratorFacts *accelerator)
{
  const char *architecture = accelerator->architecture;

  return architecture != NULL && architecture[0] == 'M'
         && (architecture[1] == '1' || architecture[1] == '2') && architecture[2] == '\0';
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
      return is_early_apple (accelerator) ? PLIMSOLL_SPEED_APPLE_M1 : PLIMSOLL_SPEED_APPLE_M3;
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
