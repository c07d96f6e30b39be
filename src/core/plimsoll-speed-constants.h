/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-facts.h"
#include "plimsoll-question.h"

G_BEGIN_DECLS

/** Accelerators by how their memory and matrix units do. */
typedef enum
{
  PLIMSOLL_SPEED_NVIDIA_GDDR,
  PLIMSOLL_SPEED_NVIDIA_HBM,
  PLIMSOLL_SPEED_NVIDIA_LPDDR,
  PLIMSOLL_SPEED_AMD,
  PLIMSOLL_SPEED_AMD_HBM,
  PLIMSOLL_SPEED_APPLE,
  PLIMSOLL_SPEED_INTEL,
  PLIMSOLL_SPEED_OTHER,
  PLIMSOLL_N_SPEED_CLASSES,
} PlimsollSpeedClass;

/**
 * PlimsollSpeedConstants: what the forms of plimsoll-speed-plan.h are multiplied with. All of them
 * are fitted to measured speeds; docs/sizing.md says how and how well. Seconds, and shares of 1.
 */
typedef struct
{
  double memory_share[PLIMSOLL_N_SPEED_CLASSES];        /* of bandwidth, one request */
  double memory_share_server[PLIMSOLL_N_SPEED_CLASSES]; /* the same by vLLM and TensorRT-LLM */
  double launch[PLIMSOLL_N_RUNTIMES];                   /* a block */
  double launch_vllm[PLIMSOLL_N_SPEED_CLASSES];
  double launch_experts; /* a block with routed experts, more */
  double vector_share;   /* of FP32 that a token's products reach without matrix units */
  double layer_split;    /* a device after the first, a token */
  double tensor_link;    /* a block, where devices have a link of their own */
  double tensor_link_amd;
  double tensor_bus;         /* a block, over PCI Express */
  double host_share;         /* of system memory's bandwidth: blocks */
  double host_experts_share; /* the same: experts */
  double host_experts;       /* a block whose experts are there */
  double host_bandwidth_gbs; /* when not known */
  double cpu_low, cpu_high;  /* shares of bandwidth of a processor alone */

  double prefill_share[PLIMSOLL_N_SPEED_CLASSES]; /* of the peak rate */
  double prefill_share_vulkan;
  double prefill_share_vector;    /* of FP32, NVIDIA without matrix units */
  double prefill_share_packed[2]; /* of packed FP16, AMD without matrix units: ROCm, Vulkan */
  double prefill_experts[PLIMSOLL_N_SPEED_CLASSES]; /* share of that rate in mixtures of experts */
  double prefill_attention;                         /* times the operations of attention */
  double prefill_memory_share;                      /* of bandwidth: weights, once a micro-batch */
  double prefill_launch;                            /* a block and micro-batch */

  double batch_share[PLIMSOLL_N_SPEED_CLASSES];   /* of the peak rate, several requests */
  double batch_cache[PLIMSOLL_N_SPEED_CLASSES];   /* times the bytes of the cache */
  double batch_request[PLIMSOLL_N_SPEED_CLASSES]; /* a request and step */
  double batch_request_tensorrt;

  double range_decode[PLIMSOLL_N_SPEED_CLASSES]; /* multiply and divide */
  double range_host;
  double range_prefill;
  double range_batch[PLIMSOLL_N_SPEED_CLASSES];
} PlimsollSpeedConstants;

/** Returns: the constants as fitted. */
const PlimsollSpeedConstants *plimsoll_speed_constants (void);

/** Returns: the class of @accelerator. */
PlimsollSpeedClass plimsoll_speed_class (const PlimsollAcceleratorFacts *accelerator);

/** Returns: what @question runs on @accelerator, when it does not say. */
PlimsollRuntime plimsoll_speed_runtime (const PlimsollAcceleratorFacts *accelerator,
                                        const PlimsollQuestion *question);

G_END_DECLS
