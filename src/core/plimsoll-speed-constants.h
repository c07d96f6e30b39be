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
  PLIMSOLL_SPEED_APPLE_M1, /* M1 and M2 */
  PLIMSOLL_SPEED_APPLE_M3, /* M3 and later */
  PLIMSOLL_SPEED_INTEL,
  PLIMSOLL_SPEED_OTHER,
  PLIMSOLL_N_SPEED_CLASSES,
} PlimsollSpeedClass;

/** Programs that serve many requests (vLLM, TensorRT-LLM) do otherwise than llama.cpp and MLX. */
typedef enum
{
  PLIMSOLL_SPEED_LOCAL,
  PLIMSOLL_SPEED_SERVER,
  PLIMSOLL_N_SPEED_STYLES,
} PlimsollSpeedStyle;

/**
 * PlimsollSpeedConstants: what the forms of plimsoll-speed-plan.h are multiplied with. All of them
 * are fitted to measured speeds; docs/sizing.md says how and how well. Shares are of 1, times are
 * seconds. Nothing but numbers of type double.
 */
typedef struct
{
  /* A token. */
  double share[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];   /* of bandwidth: weights */
  double launch[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];  /* a block */
  double experts[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES]; /* one with experts, more */
  double recurrent[PLIMSOLL_N_SPEED_STYLES]; /* one with a recurrent mixer, more */
  double cache[PLIMSOLL_N_SPEED_STYLES]
              [PLIMSOLL_N_SPEED_CLASSES];     /* times the bytes of the cache */
  double cache_work[PLIMSOLL_N_SPEED_STYLES]; /* of FP32: operations on the cache */
  double few_bits[PLIMSOLL_N_SPEED_CLASSES];  /* times the bytes of weights below 4 bits */
  double launch_tensorrt;                     /* times launch */
  double launch_mlx;
  double launch_vulkan;
  double share_vulkan; /* times share */
  double flow; /* bytes that NVIDIA's read at most in the time of an FP32 operation, local */
  double unpack[PLIMSOLL_N_SPEED_CLASSES]; /* of FP32: products with quantized weights of a token */
  double unpack_few_bits;                  /* times that, weights below 4 bits */
  double cache_vulkan;                     /* times the seconds of the cache, Vulkan */
  double cache_plain; /* times the seconds of the cache, without flash attention */
  double early_launch[PLIMSOLL_N_SPEED_STYLES]; /* times that, builds before 2025-09 */
  double layer_split;                           /* a device after the first */
  double tensor_link; /* a block, where devices have a link of their own */
  double tensor_bus;  /* a block, over PCI Express */

  /* The part in system memory. */
  double host;          /* share of its bandwidth: blocks */
  double host_experts;  /* the same: experts */
  double host_launch;   /* a block whose experts are there */
  double host_unknown;  /* bandwidth when not known, 10^9 bytes/s */
  double processor_low; /* shares of bandwidth of a processor alone */
  double processor_high;

  /* A prompt. */
  double rate[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES]; /* share of the peak rate */
  double rate_float;    /* times that, weights of 16 bits and more, llama.cpp */
  double rate_few_bits; /* times that, weights below 4 bits, llama.cpp */
  double rate_vulkan;   /* times that, with matrix units */
  double rate_vector;   /* without matrix units, of FP32: NVIDIA */
  double rate_packed;   /* of packed FP16: AMD; Vulkan */
  double rate_packed_vulkan;
  double tile[PLIMSOLL_N_SPEED_STYLES];      /* tokens that an expert's products are as slow as */
  double attention[PLIMSOLL_N_SPEED_STYLES]; /* times the operations of attention */
  double attention_vector; /* of FP32 that attention reaches where it is in vector units */
  double attention_plain;  /* bytes to and from memory for an operation, without flash attention */
  double early_rate[PLIMSOLL_N_SPEED_STYLES];     /* times the rate, builds before 2025-09 */
  double prefill_share;                           /* of bandwidth: weights, once a micro-batch */
  double prefill_launch[PLIMSOLL_N_SPEED_STYLES]; /* a block and micro-batch */
  double pipeline; /* of what several devices in turn could gain by working at once */
  double link;     /* of its bandwidth: what tensor parallel exchanges */
  double bus;

  /* Several requests. */
  double step[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];    /* share of the peak rate */
  double request[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES]; /* a request */
  double request_tensorrt;                                           /* times that */
  double step_cache[PLIMSOLL_N_SPEED_STYLES]; /* times the bytes of the cache */
  double step_link;   /* a block in tensor parallel, more than one request */
  double step_prompt; /* times a prompt's seconds when several are taken in */

  /* Ranges: multiply and divide. */
  double range_decode[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double range_prefill[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double range_step[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double range_host;

  /* Half of the figures of accelerators left out of the fit were told within these: multiply and
   * divide. */
  double typical_decode[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double typical_prefill[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double typical_step[PLIMSOLL_N_SPEED_STYLES][PLIMSOLL_N_SPEED_CLASSES];
  double typical_host;
} PlimsollSpeedConstants;

/** As fitted: written by `./dev fit-speed`. */
extern const PlimsollSpeedConstants plimsoll_speed_table;

/** Returns: the constants as fitted. */
const PlimsollSpeedConstants *plimsoll_speed_constants (void);

/** Returns: the class of @accelerator. */
PlimsollSpeedClass plimsoll_speed_class (const PlimsollAcceleratorFacts *accelerator);

/** Returns: what @question runs on @accelerator, when it does not say. */
PlimsollRuntime plimsoll_speed_runtime (const PlimsollAcceleratorFacts *accelerator,
                                        const PlimsollQuestion *question);

G_END_DECLS
