/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by ./dev fit-speed; not to be changed by hand. */

#include "plimsoll-speed-constants.h"

#define US 1e-6

/* clang-format off */
const PlimsollSpeedConstants plimsoll_speed_table = {
  .share = {
    { 0.927, 0.561, 0.805, 0.904, 0.561, 0.825, 0.844, 0.834, 0.904 },
    { 0.826, 0.89, 0.847, 0.826, 1, 0.826, 0.826, 0.826, 0.826 },
  },
  .launch = {
    { 53.3 * US, 55.4 * US, 45.9 * US, 79.2 * US, 55.4 * US, 121 * US, 57 * US, 162 * US, 79.2 * US },
    { 75.1 * US, 59.3 * US, 175 * US, 75.1 * US, 152 * US, 75.1 * US, 75.1 * US, 75.1 * US, 75.1 * US },
  },
  .experts = {
    { 34.7 * US, 66.7 * US, 28.6 * US, 44.5 * US, 66.7 * US, 70.4 * US, 95.2 * US, 44.5 * US, 44.5 * US },
    { 31.6 * US, 29.7 * US, 38.4 * US, 31.6 * US, 38.6 * US, 31.6 * US, 31.6 * US, 31.6 * US, 31.6 * US },
  },
  .recurrent = { 36.8 * US, 19.5 * US },
  .cache = {
    { 1.16, 1.24, 0.931, 1.18, 1.24, 2.35, 1.55, 1.19, 1.18 },
    { 1.32, 1.22, 1.56, 1.32, 1.16, 1.32, 1.32, 1.32, 1.32 },
  },
  .cache_work = { 0.846, 0.968 },
  .few_bits = { 1.12, 1.12, 1.12, 1.49, 1.12, 1.12, 1.12, 1.49, 1.49 },
  .launch_tensorrt = 0.596,
  .launch_mlx = 0.418,
  .launch_vulkan = 1.07,
  .share_vulkan = 0.992,
  .vector = 0.0746,
  .vector_few_bits = 0.541,
  .early_launch = { 1.88, 1.63 },
  .layer_split = 306 * US,
  .tensor_link = 37.4 * US,
  .tensor_bus = 65 * US,
  .rate = {
    { 0.547, 0.493, 1.26, 0.424, 0.493, 0.784, 0.582, 0.424, 0.424 },
    { 0.653, 1.5, 0.519, 0.351, 0.124, 0.653, 0.653, 0.351, 0.351 },
  },
  .rate_float = 1.42,
  .rate_vulkan = 0.673,
  .rate_vector = 1.47,
  .rate_packed = 0.59,
  .rate_packed_vulkan = 0.326,
  .tile = { 62.6, 18 },
  .attention = { 2.57, 2.7 },
  .attention_plain = 1.76,
  .early_rate = { 0.741, 0.37 },
  .prefill_share = 1,
  .prefill_launch = { 428 * US, 293 * US },
  .pipeline = 0.737,
  .link = 0.102,
  .bus = 0.181,
  .step = {
    { 0.2, 0.2, 0.282, 0.1, 0.1, 0.267, 0.2, 0.1, 0.1 },
    { 0.985, 1.18, 1.01, 0.563, 1.06, 0.985, 0.985, 0.563, 0.563 },
  },
  .request = {
    { 50 * US, 50 * US, 46.2 * US, 50 * US, 50 * US, 51.3 * US, 50 * US, 50 * US, 50 * US },
    { 37.5 * US, 41 * US, 37.6 * US, 77.5 * US, 48.7 * US, 37.5 * US, 37.5 * US, 77.5 * US, 77.5 * US },
  },
  .request_tensorrt = 0.172,
  .step_cache = { 1.1, 0.856 },
  .step_link = 16.6 * US,
  .step_prompt = 1.41,
  .host = 0.5,
  .host_experts = 0.518,
  .host_launch = 116 * US,
  .host_unknown = 112,
  .processor_low = 0.0853,
  .processor_high = 0.289,
  .range_decode = {
    { 1.2, 1.6, 1.26, 1.47, 1.3, 1.22, 1.27, 1.33, 1.3 },
    { 1.72, 1.22, 1.3, 1.58, 1.9, 1.58, 1.58, 1.58, 1.58 },
  },
  .range_prefill = {
    { 1.6, 3.69, 2.03, 2.83, 2.41, 1.74, 2.62, 2.41, 2.41 },
    { 3.19, 2.76, 2.41, 2.77, 2.29, 2.77, 2.77, 2.77, 2.77 },
  },
  .range_step = {
    { 1.45, 1.45, 1.44, 1.45, 1.45, 1.45, 1.45, 1.45, 1.45 },
    { 1.92, 1.46, 1.54, 2.56, 3.04, 2.43, 2.43, 2.43, 2.43 },
  },
  .range_host = 1.29,
};
/* clang-format on */
