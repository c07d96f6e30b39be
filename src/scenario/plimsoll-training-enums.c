/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-training-enums.h"

#define VALUE(value, nick) { value, #value, nick }

#define DEFINE_ENUM(Name, name, ...)                                                               \
  GType name##_get_type (void)                                                                     \
  {                                                                                                \
    static GType type;                                                                             \
    static const GEnumValue values[] = { __VA_ARGS__, { 0 } };                                     \
                                                                                                   \
    if (g_once_init_enter_pointer (&type))                                                         \
      g_once_init_leave_pointer (&type, g_enum_register_static (#Name, values));                   \
                                                                                                   \
    return type;                                                                                   \
  }

DEFINE_ENUM (PlimsollTrainingMethod,
             plimsoll_training_method,
             VALUE (PLIMSOLL_TRAINING_QLORA, "qlora"),
             VALUE (PLIMSOLL_TRAINING_LORA, "lora"),
             VALUE (PLIMSOLL_TRAINING_FULL, "full"))

DEFINE_ENUM (PlimsollTrainingFramework,
             plimsoll_training_framework,
             VALUE (PLIMSOLL_TRAINING_TRANSFORMERS, "transformers"),
             VALUE (PLIMSOLL_TRAINING_AXOLOTL, "axolotl"),
             VALUE (PLIMSOLL_TRAINING_LLAMA_FACTORY, "llama-factory"),
             VALUE (PLIMSOLL_TRAINING_MS_SWIFT, "ms-swift"),
             VALUE (PLIMSOLL_TRAINING_TORCHTUNE, "torchtune"),
             VALUE (PLIMSOLL_TRAINING_LITGPT, "litgpt"),
             VALUE (PLIMSOLL_TRAINING_UNSLOTH, "unsloth"),
             VALUE (PLIMSOLL_TRAINING_FSDP_QLORA, "fsdp-qlora"),
             VALUE (PLIMSOLL_TRAINING_OTHER, "other"))

DEFINE_ENUM (PlimsollTrainingPrecision,
             plimsoll_training_precision,
             VALUE (PLIMSOLL_TRAINING_BF16, "bf16"),
             VALUE (PLIMSOLL_TRAINING_FP32, "fp32"))

DEFINE_ENUM (PlimsollTrainingBase,
             plimsoll_training_base,
             VALUE (PLIMSOLL_BASE_NF4_DOUBLE, "nf4-double"),
             VALUE (PLIMSOLL_BASE_NF4, "nf4"),
             VALUE (PLIMSOLL_BASE_GPTQ, "gptq"))

DEFINE_ENUM (PlimsollTrainingOptimizer,
             plimsoll_training_optimizer,
             VALUE (PLIMSOLL_OPTIMIZER_ADAMW, "adamw"),
             VALUE (PLIMSOLL_OPTIMIZER_ADAMW_FUSED, "adamw-fused"),
             VALUE (PLIMSOLL_OPTIMIZER_ADAMW_8BIT, "adamw-8bit"),
             VALUE (PLIMSOLL_OPTIMIZER_PAGED_ADAMW_8BIT, "paged-adamw-8bit"),
             VALUE (PLIMSOLL_OPTIMIZER_ADAMW_MASTER, "adamw-master"),
             VALUE (PLIMSOLL_OPTIMIZER_ADAFACTOR, "adafactor"),
             VALUE (PLIMSOLL_OPTIMIZER_MUON, "muon"),
             VALUE (PLIMSOLL_OPTIMIZER_LION, "lion"),
             VALUE (PLIMSOLL_OPTIMIZER_SGD, "sgd"))

DEFINE_ENUM (PlimsollTrainingLoss,
             plimsoll_training_loss,
             VALUE (PLIMSOLL_LOSS_USUAL, "usual"),
             VALUE (PLIMSOLL_LOSS_PLAIN, "plain"),
             VALUE (PLIMSOLL_LOSS_KERNEL, "kernel"),
             VALUE (PLIMSOLL_LOSS_KERNEL_2024, "kernel-2024"),
             VALUE (PLIMSOLL_LOSS_CHUNKED, "chunked"),
             VALUE (PLIMSOLL_LOSS_FUSED, "fused"),
             VALUE (PLIMSOLL_LOSS_LITGPT, "litgpt"))

DEFINE_ENUM (PlimsollSharding,
             plimsoll_sharding,
             VALUE (PLIMSOLL_SHARDING_NONE, "none"),
             VALUE (PLIMSOLL_SHARDING_ZERO1, "zero1"),
             VALUE (PLIMSOLL_SHARDING_ZERO2, "zero2"),
             VALUE (PLIMSOLL_SHARDING_ZERO3, "zero3"),
             VALUE (PLIMSOLL_SHARDING_FSDP, "fsdp"))

DEFINE_ENUM (PlimsollTrainingPhase,
             plimsoll_training_phase,
             VALUE (PLIMSOLL_TRAINING_LOAD, "load"),
             VALUE (PLIMSOLL_TRAINING_LOSS, "loss"),
             VALUE (PLIMSOLL_TRAINING_BACKWARD, "backward"),
             VALUE (PLIMSOLL_TRAINING_STEP, "step"))

DEFINE_ENUM (PlimsollTrainingPart,
             plimsoll_training_part,
             VALUE (PLIMSOLL_TRAINING_WEIGHTS, "weights"),
             VALUE (PLIMSOLL_TRAINING_ADAPTERS, "adapters"),
             VALUE (PLIMSOLL_TRAINING_GRADIENTS, "gradients"),
             VALUE (PLIMSOLL_TRAINING_OPTIMIZER, "optimizer"),
             VALUE (PLIMSOLL_TRAINING_ACTIVATIONS, "activations"),
             VALUE (PLIMSOLL_TRAINING_LOGITS, "loss"),
             VALUE (PLIMSOLL_TRAINING_DEQUANTIZED, "dequantized"),
             VALUE (PLIMSOLL_TRAINING_SHARDS, "sharding"),
             VALUE (PLIMSOLL_TRAINING_ALLOCATOR, "allocator"),
             VALUE (PLIMSOLL_TRAINING_CONTEXT, "context"))
