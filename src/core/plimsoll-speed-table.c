/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by ./dev fit-speed; not to be changed by hand. */

#include "plimsoll-speed-constants.h"

#define US 1e-6

/* clang-format off */
const PlimsollSpeedConstants plimsoll_speed_table = {
  .share = {
    { 0.917, 0.553, 0.794, 0.897, 0.553, 0.792, 0.936, 0.616, 0.897 },
    { 0.762, 0.883, 0.821, 0.79, 0.79, 0.762, 0.762, 0.79, 0.79 },
  },
  .launch = {
    { 56.3 * US, 65.2 * US, 48.9 * US, 79.6 * US, 65.2 * US, 122 * US, 103 * US, 157 * US, 79.6 * US },
    { 44.4 * US, 58 * US, 124 * US, 138 * US, 138 * US, 44.4 * US, 44.4 * US, 138 * US, 138 * US },
  },
  .experts = {
    { 24.9 * US, 34.1 * US, 21.8 * US, 38 * US, 34.1 * US, 31.3 * US, 47.7 * US, 38 * US, 38 * US },
    { 29.9 * US, 36.3 * US, 49.8 * US, 45.5 * US, 45.5 * US, 29.9 * US, 29.9 * US, 45.5 * US, 45.5 * US },
  },
  .recurrent = { 34.3 * US, 19.7 * US },
  .cache = {
    { 0.963, 1.04, 0.854, 1.09, 1.04, 1.85, 1.79, 1.12, 1.09 },
    { 1.23, 1.15, 1.42, 1.08, 1.08, 1.23, 1.23, 1.08, 1.08 },
  },
  .cache_work = { 0.639, 0.971 },
  .few_bits = { 1.13, 1.13, 1.13, 1.46, 1.13, 1.13, 1.13, 1.46, 1.46 },
  .launch_tensorrt = 0.583,
  .launch_mlx = 0.52,
  .launch_vulkan = 0.966,
  .share_vulkan = 0.945,
  .unpack = { 0.0645, 0.0645, 0.0645, 0.064, 0.0645, 0.0698, 0.0917, 0.064, 0.064 },
  .unpack_few_bits = 0.606,
  .cache_vulkan = 1.58,
  .cache_plain = 2.34,
  .early_launch = { 1.3, 1.64 },
  .layer_split = 380 * US,
  .tensor_link = 40.2 * US,
  .tensor_bus = 63.3 * US,
  .rate = {
    { 0.596, 0.534, 0.648, 0.655, 0.534, 0.78, 0.698, 0.655, 0.655 },
    { 0.834, 1.5, 0.506, 0.13, 0.102, 0.834, 0.834, 0.13, 0.13 },
  },
  .rate_float = 1.5,
  .rate_few_bits = 0.704,
  .rate_vulkan = 0.513,
  .rate_vector = 1.62,
  .rate_packed = 0.658,
  .rate_packed_vulkan = 0.351,
  .tile = { 96.3, 23.1 },
  .attention = { 1.43, 2.48 },
  .attention_vector = 0.195,
  .attention_plain = 0.0371,
  .early_rate = { 0.677, 0.41 },
  .prefill_share = 1,
  .prefill_launch = { 453 * US, 308 * US },
  .pipeline = 0.76,
  .link = 0.264,
  .bus = 0.0879,
  .step = {
    { 0.2, 0.2, 0.299, 0.1, 0.1, 0.262, 0.262, 0.1, 0.1 },
    { 0.939, 0.751, 0.962, 0.76, 0.647, 0.939, 0.939, 0.76, 0.76 },
  },
  .request = {
    { 50 * US, 50 * US, 45.8 * US, 50 * US, 50 * US, 51.7 * US, 51.7 * US, 50 * US, 50 * US },
    { 35.1 * US, 44.3 * US, 35.2 * US, 98.9 * US, 69.3 * US, 35.1 * US, 35.1 * US, 98.9 * US, 98.9 * US },
  },
  .request_tensorrt = 0.175,
  .step_cache = { 1.18, 0.906 },
  .step_link = 20.4 * US,
  .step_prompt = 1.31,
  .host = 0.5,
  .host_experts = 0.54,
  .host_launch = 134 * US,
  .host_unknown = 111,
  .processor_low = 0.0853,
  .processor_high = 0.289,
  .range_decode = {
    { 1.16, 1.33, 1.25, 1.42, 1.26, 1.22, 1.17, 1.32, 1.26 },
    { 1.29, 1.21, 1.4, 1.57, 2, 1.57, 1.57, 1.57, 1.57 },
  },
  .range_prefill = {
    { 1.6, 1.33, 1.5, 1.84, 1.64, 1.66, 1.95, 1.64, 1.64 },
    { 2.87, 2.74, 2.91, 2.91, 3, 2.91, 2.91, 2.91, 2.91 },
  },
  .range_step = {
    { 1.43, 1.43, 1.44, 1.43, 1.43, 1.38, 1.43, 1.43, 1.43 },
    { 1.81, 1.49, 1.62, 2.11, 2.67, 2.2, 2.2, 2.2, 2.2 },
  },
  .range_host = 1.19,
  .typical_decode = {
    { 1.05, 1.2, 1.09, 1.1, 1.08, 1.11, 1.06, 1.16, 1.08 },
    { 1.08, 1.1, 1.17, 1.17, 1.33, 1.17, 1.17, 1.17, 1.17 },
  },
  .typical_prefill = {
    { 1.14, 1.08, 1.25, 1.19, 1.16, 1.2, 1.33, 1.16, 1.16 },
    { 2.26, 1.8, 1.51, 1.76, 1.78, 1.76, 1.76, 1.76, 1.76 },
  },
  .typical_step = {
    { 1.12, 1.12, 1.14, 1.12, 1.12, 1.11, 1.12, 1.12, 1.12 },
    { 1.24, 1.13, 1.11, 1.42, 1.4, 1.26, 1.26, 1.26, 1.26 },
  },
  .typical_host = 1.08,
};
/* clang-format on */
