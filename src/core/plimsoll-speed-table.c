/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by ./dev fit-speed; not to be changed by hand. */

#include "plimsoll-speed-constants.h"

#define US 1e-6

/* clang-format off */
const PlimsollSpeedConstants plimsoll_speed_table = {
  .share = {
    { 0.923, 0.716, 0.797, 0.897, 0.716, 0.787, 0.933, 0.604, 0.897 },
    { 0.762, 0.884, 0.821, 0.79, 0.79, 0.762, 0.762, 0.79, 0.79 },
  },
  .launch = {
    { 53 * US, 64.3 * US, 47.1 * US, 79.6 * US, 64.3 * US, 121 * US, 102 * US, 154 * US, 79.6 * US },
    { 44.8 * US, 58.3 * US, 125 * US, 140 * US, 140 * US, 44.8 * US, 44.8 * US, 140 * US, 140 * US },
  },
  .experts = {
    { 25.4 * US, 40 * US, 22.4 * US, 39 * US, 40 * US, 31.6 * US, 48.6 * US, 39 * US, 39 * US },
    { 29.9 * US, 36.2 * US, 49.6 * US, 44.7 * US, 44.7 * US, 29.9 * US, 29.9 * US, 44.7 * US, 44.7 * US },
  },
  .recurrent = { 34.4 * US, 19.6 * US },
  .cache = {
    { 1, 1.18, 0.865, 1.08, 1.18, 1.84, 1.79, 1.11, 1.08 },
    { 1.22, 1.16, 1.42, 1.08, 1.08, 1.22, 1.22, 1.08, 1.08 },
  },
  .cache_work = { 0.601, 0.971 },
  .few_bits = { 1.13, 1.13, 1.13, 1.46, 1.13, 1.13, 1.13, 1.46, 1.46 },
  .launch_tensorrt = 0.585,
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
  .tensor_link = 39.9 * US,
  .tensor_bus = 62.9 * US,
  .rate = {
    { 0.62, 0.581, 0.669, 0.664, 0.581, 0.798, 0.705, 0.664, 0.664 },
    { 0.87, 0.87, 0.492, 0.148, 0.102, 0.87, 0.87, 0.148, 0.148 },
  },
  .rate_float = 1.51,
  .rate_few_bits = 0.706,
  .rate_vulkan = 0.525,
  .rate_vector = 1.66,
  .rate_packed = 0.67,
  .rate_packed_vulkan = 0.357,
  .tile = { 97.6, 22 },
  .attention = { 1.47, 2.1 },
  .attention_vector = 0.23,
  .attention_plain = 0.0416,
  .early_rate = { 0.668, 0.868 },
  .prefill_share = 1,
  .prefill_launch = { 574 * US, 333 * US },
  .pipeline = 0.888,
  .link = 0.26,
  .bus = 0.172,
  .step = {
    { 0.2, 0.2, 0.3, 0.1, 0.1, 0.263, 0.263, 0.1, 0.1 },
    { 1.43, 0.799, 1.45, 0.194, 0.0831, 1.43, 1.43, 0.194, 0.194 },
  },
  .request = {
    { 50 * US, 50 * US, 45.8 * US, 50 * US, 50 * US, 51.8 * US, 51.8 * US, 50 * US, 50 * US },
    { 32.7 * US, 53.3 * US, 32.7 * US, 101 * US, 71.6 * US, 32.7 * US, 32.7 * US, 101 * US, 101 * US },
  },
  .request_tensorrt = 0.176,
  .step_cache = { 1.17, 0.952 },
  .step_link = 21.3 * US,
  .step_prompt = 1.05,
  .host = 0.5,
  .host_experts = 0.539,
  .host_launch = 133 * US,
  .host_unknown = 111,
  .processor_low = 0.0853,
  .processor_high = 0.289,
  .range_decode = {
    { 1.15, 1.13, 1.25, 1.42, 1.23, 1.22, 1.17, 1.3, 1.23 },
    { 1.29, 1.21, 1.4, 1.56, 2, 1.56, 1.56, 1.56, 1.56 },
  },
  .range_prefill = {
    { 1.43, 1.35, 1.49, 1.78, 1.53, 1.65, 1.85, 1.53, 1.53 },
    { 1.96, 2.94, 3.06, 3.08, 3.25, 3.08, 3.08, 3.08, 3.08 },
  },
  .range_step = {
    { 1.43, 1.43, 1.44, 1.43, 1.43, 1.38, 1.43, 1.43, 1.43 },
    { 1.83, 1.46, 1.59, 2.26, 1.96, 1.89, 1.89, 1.89, 1.89 },
  },
  .range_host = 1.2,
  .typical_decode = {
    { 1.05, 1.06, 1.09, 1.1, 1.07, 1.11, 1.05, 1.15, 1.07 },
    { 1.08, 1.1, 1.17, 1.16, 1.34, 1.16, 1.16, 1.16, 1.16 },
  },
  .typical_prefill = {
    { 1.12, 1.07, 1.23, 1.19, 1.15, 1.2, 1.32, 1.15, 1.15 },
    { 1.5, 1.78, 1.59, 1.69, 1.83, 1.69, 1.69, 1.69, 1.69 },
  },
  .typical_step = {
    { 1.12, 1.12, 1.15, 1.12, 1.12, 1.11, 1.12, 1.12, 1.12 },
    { 1.15, 1.12, 1.1, 1.63, 1.25, 1.17, 1.17, 1.17, 1.17 },
  },
  .typical_host = 1.1,
};
/* clang-format on */
