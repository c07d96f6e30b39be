/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by ./dev fit-speed; not to be changed by hand. */

#include "plimsoll-speed-constants.h"

#define US 1e-6

/* clang-format off */
const PlimsollSpeedConstants plimsoll_speed_table = {
  .share = {
    { 0.923, 0.716, 0.797, 0.897, 0.716, 0.787, 0.933, 0.604, 0.897 },
    { 0.764, 0.893, 0.823, 0.79, 0.79, 0.764, 0.764, 0.79, 0.79 },
  },
  .launch = {
    { 53 * US, 64.3 * US, 47.1 * US, 79.6 * US, 64.3 * US, 121 * US, 102 * US, 154 * US, 79.6 * US },
    { 45.2 * US, 58.6 * US, 127 * US, 139 * US, 139 * US, 45.2 * US, 45.2 * US, 139 * US, 139 * US },
  },
  .experts = {
    { 25.4 * US, 40 * US, 22.4 * US, 39 * US, 40 * US, 31.6 * US, 48.6 * US, 39 * US, 39 * US },
    { 29.8 * US, 36.3 * US, 49.5 * US, 44.9 * US, 44.9 * US, 29.8 * US, 29.8 * US, 44.9 * US, 44.9 * US },
  },
  .recurrent = { 34.4 * US, 19.7 * US },
  .cache = {
    { 1, 1.18, 0.865, 1.08, 1.18, 1.84, 1.79, 1.11, 1.08 },
    { 1.23, 1.18, 1.45, 1.1, 1.1, 1.23, 1.23, 1.1, 1.1 },
  },
  .cache_work = { 0.601, 0.973 },
  .few_bits = { 1.13, 1.13, 1.13, 1.46, 1.13, 1.13, 1.13, 1.46, 1.46 },
  .launch_tensorrt = 0.59,
  .launch_mlx = 0.519,
  .launch_vulkan = 0.933,
  .share_vulkan = 0.935,
  .flow = 0.084,
  .unpack = { 0.0642, 0.0642, 0.0642, 0.0634, 0.0642, 0.0693, 0.0913, 0.0634, 0.0634 },
  .unpack_few_bits = 0.605,
  .cache_vulkan = 1.59,
  .cache_plain = 2.21,
  .early_launch = { 1.29, 1.64 },
  .layer_split = 377 * US,
  .tensor_link = 39.7 * US,
  .tensor_bus = 62.8 * US,
  .rate = {
    { 0.592, 0.532, 0.641, 0.644, 0.532, 0.782, 0.698, 0.644, 0.644 },
    { 0.9, 0.9, 0.494, 0.149, 0.101, 0.9, 0.9, 0.149, 0.149 },
  },
  .rate_float = 1.51,
  .rate_few_bits = 0.714,
  .rate_vulkan = 0.523,
  .rate_vector = 1.62,
  .rate_packed = 0.659,
  .rate_packed_vulkan = 0.353,
  .tile = { 95.8, 21.4 },
  .attention = { 1.41, 2.15 },
  .attention_vector = 0.23,
  .attention_plain = 0.0379,
  .early_rate = { 0.673, 0.567 },
  .prefill_share = 1,
  .prefill_launch = { 441 * US, 338 * US },
  .pipeline = 0.786,
  .link = 0.273,
  .bus = 0.169,
  .step = {
    { 0.2, 0.2, 0.3, 0.1, 0.1, 0.263, 0.263, 0.1, 0.1 },
    { 1.37, 0.869, 1.39, 0.187, 0.0757, 1.37, 1.37, 0.187, 0.187 },
  },
  .request = {
    { 50 * US, 50 * US, 45.8 * US, 50 * US, 50 * US, 51.8 * US, 51.8 * US, 50 * US, 50 * US },
    { 32.8 * US, 48.3 * US, 32.9 * US, 109 * US, 76.8 * US, 32.8 * US, 32.8 * US, 109 * US, 109 * US },
  },
  .request_tensorrt = 0.174,
  .step_cache = { 1.17, 0.924 },
  .step_link = 21 * US,
  .step_prompt = 1.03,
  .host = 0.5,
  .host_experts = 0.539,
  .host_launch = 133 * US,
  .host_unknown = 111,
  .processor_low = 0.0853,
  .processor_high = 0.289,
  .range_decode = {
    { 1.15, 1.13, 1.25, 1.42, 1.23, 1.22, 1.17, 1.3, 1.23 },
    { 1.29, 1.21, 1.4, 1.57, 2.01, 1.57, 1.57, 1.57, 1.57 },
  },
  .range_prefill = {
    { 1.62, 1.3, 1.5, 1.78, 1.64, 1.65, 1.94, 1.64, 1.64 },
    { 1.99, 3.17, 3.15, 3.23, 4.23, 3.23, 3.23, 3.23, 3.23 },
  },
  .range_step = {
    { 1.43, 1.43, 1.44, 1.43, 1.43, 1.38, 1.43, 1.43, 1.43 },
    { 1.81, 1.53, 1.63, 2.32, 2.58, 2.22, 2.22, 2.22, 2.22 },
  },
  .range_host = 1.2,
  .typical_decode = {
    { 1.05, 1.06, 1.09, 1.1, 1.07, 1.11, 1.05, 1.15, 1.07 },
    { 1.08, 1.1, 1.17, 1.16, 1.33, 1.16, 1.16, 1.16, 1.16 },
  },
  .typical_prefill = {
    { 1.14, 1.08, 1.25, 1.19, 1.16, 1.19, 1.33, 1.16, 1.16 },
    { 1.52, 1.91, 1.62, 1.76, 2.38, 1.76, 1.76, 1.76, 1.76 },
  },
  .typical_step = {
    { 1.12, 1.12, 1.15, 1.12, 1.12, 1.11, 1.12, 1.12, 1.12 },
    { 1.15, 1.14, 1.11, 1.64, 1.37, 1.22, 1.22, 1.22, 1.22 },
  },
  .typical_host = 1.1,
};
/* clang-format on */
