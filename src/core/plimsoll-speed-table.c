/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by ./dev fit-speed; not to be changed by hand. */

#include "plimsoll-speed-constants.h"

#define US 1e-6

/* clang-format off */
const PlimsollSpeedConstants plimsoll_speed_table = {
  .share = {
    { 0.905, 0.551, 0.798, 0.904, 0.551, 0.796, 0.855, 0.703, 0.904 },
    { 0.827, 0.884, 0.823, 1, 1, 0.827, 0.827, 1, 1 },
  },
  .launch = {
    { 55.5 * US, 64.1 * US, 48.7 * US, 81.5 * US, 64.1 * US, 126 * US, 71.1 * US, 170 * US, 81.5 * US },
    { 64.4 * US, 57.8 * US, 139 * US, 150 * US, 150 * US, 64.4 * US, 64.4 * US, 150 * US, 150 * US },
  },
  .experts = {
    { 22.4 * US, 30.4 * US, 20 * US, 36.6 * US, 30.4 * US, 22.3 * US, 37.5 * US, 36.6 * US, 36.6 * US },
    { 31 * US, 29.2 * US, 39.3 * US, 39.1 * US, 39.1 * US, 31 * US, 31 * US, 39.1 * US, 39.1 * US },
  },
  .recurrent = { 37.1 * US, 19.2 * US },
  .cache = {
    { 1.14, 1.35, 0.922, 1.2, 1.35, 1.94, 1.73, 1.21, 1.2 },
    { 1.25, 1.17, 1.5, 1.11, 1.11, 1.25, 1.25, 1.11, 1.11 },
  },
  .cache_work = { 0.749, 0.971 },
  .few_bits = { 1.11, 1.11, 1.11, 1.47, 1.11, 1.11, 1.11, 1.47, 1.47 },
  .launch_tensorrt = 0.592,
  .launch_mlx = 0.441,
  .launch_vulkan = 1.01,
  .share_vulkan = 0.951,
  .vector = 0.0748,
  .vector_few_bits = 0.528,
  .early_launch = { 1.49, 1.65 },
  .layer_split = 370 * US,
  .tensor_link = 38.4 * US,
  .tensor_bus = 53.7 * US,
  .rate = {
    { 0.601, 0.56, 0.647, 0.501, 0.56, 0.842, 0.72, 0.501, 0.501 },
    { 0.831, 1.5, 0.512, 0.132, 0.101, 0.831, 0.831, 0.132, 0.132 },
  },
  .rate_float = 1.44,
  .rate_vulkan = 0.491,
  .rate_vector = 1.63,
  .rate_packed = 0.651,
  .rate_packed_vulkan = 0.359,
  .tile = { 45.7, 17.9 },
  .attention = { 2.08, 2.49 },
  .attention_plain = 2.06,
  .early_rate = { 0.668, 0.41 },
  .prefill_share = 1,
  .prefill_launch = { 491 * US, 281 * US },
  .pipeline = 0.732,
  .link = 0.27,
  .bus = 0.0893,
  .step = {
    { 0.2, 0.2, 0.298, 0.1, 0.1, 0.263, 0.263, 0.1, 0.1 },
    { 0.913, 0.746, 0.955, 0.765, 0.655, 0.913, 0.913, 0.765, 0.765 },
  },
  .request = {
    { 50 * US, 50 * US, 45.9 * US, 50 * US, 50 * US, 51.7 * US, 51.7 * US, 50 * US, 50 * US },
    { 35.9 * US, 43.9 * US, 35.7 * US, 95.8 * US, 66.9 * US, 35.9 * US, 35.9 * US, 95.8 * US, 95.8 * US },
  },
  .request_tensorrt = 0.175,
  .step_cache = { 1.13, 0.897 },
  .step_link = 20.6 * US,
  .step_prompt = 1.34,
  .host = 0.5,
  .host_experts = 0.552,
  .host_launch = 135 * US,
  .host_unknown = 111,
  .processor_low = 0.0853,
  .processor_high = 0.289,
  .range_decode = {
    { 1.21, 1.26, 1.24, 1.44, 1.28, 1.23, 1.29, 1.33, 1.28 },
    { 1.84, 1.22, 1.31, 1.57, 1.85, 1.57, 1.57, 1.57, 1.57 },
  },
  .range_prefill = {
    { 1.64, 1.43, 1.77, 2.54, 1.82, 1.61, 2.09, 1.82, 1.82 },
    { 2.86, 2.7, 2.9, 2.86, 2.73, 2.86, 2.86, 2.86, 2.86 },
  },
  .range_step = {
    { 1.43, 1.43, 1.46, 1.43, 1.43, 1.41, 1.43, 1.43, 1.43 },
    { 1.69, 1.49, 1.52, 2.31, 2.61, 2.18, 2.18, 2.18, 2.18 },
  },
  .range_host = 1.23,
};
/* clang-format on */
