/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-serving-rules.h"

/* What the sampler of the profile takes for one request and word of the vocabulary, bytes: logits
 * and their sort and probabilities in FP32. Fitted; docs/sizing.md has the errors. */
#define SAMPLER 38.6
#define NEW_SAMPLER 11.0

static const PlimsollServingRules all_rules[] = {
  { PLIMSOLL_RELEASE_CURRENT, 0.92, NEW_SAMPLER, FALSE, TRUE, TRUE, TRUE, 2, TRUE, 256, 2048, 1024,
    8192 },
  { PLIMSOLL_RELEASE_VLLM_0_21, 0.92, SAMPLER, FALSE, TRUE, TRUE, TRUE, 2, TRUE, 256, 2048, 1024,
    8192 },
  { PLIMSOLL_RELEASE_VLLM_0_20, 0.90, SAMPLER, FALSE, TRUE, FALSE, FALSE, 2, TRUE, 256, 2048, 1024,
    8192 },
  { PLIMSOLL_RELEASE_VLLM_0_10, 0.90, SAMPLER, FALSE, TRUE, FALSE, FALSE, 1, FALSE, 256, 2048, 1024,
    8192 },
  { PLIMSOLL_RELEASE_VLLM_0_8, 0.90, SAMPLER, FALSE, FALSE, FALSE, FALSE, 1, FALSE, 256, 2048, 1024,
    8192 },
  { PLIMSOLL_RELEASE_VLLM_V0, 0.90, SAMPLER, TRUE, FALSE, FALSE, FALSE, 1, FALSE, 256, 2048, 256,
    2048 },
  { PLIMSOLL_RELEASE_SGLANG_0_88, 0.88, NEW_SAMPLER, FALSE, TRUE, TRUE, FALSE, 1, FALSE, 256, 2048,
    256, 2048 },
};

const PlimsollServingRules *
plimsoll_serving_rules (PlimsollServingRelease release)
{
  for (gsize i = 0; i < G_N_ELEMENTS (all_rules); i++)
    if (all_rules[i].release == release)
      return &all_rules[i];

  return &all_rules[0];
}

PlimsollServingRelease
plimsoll_vllm_release (const char *version, gboolean v0)
{
  char *end = NULL;
  guint64 major, minor;

  if (v0)
    return PLIMSOLL_RELEASE_VLLM_V0;
  if (*version == 'v')
    version++;
  if (!g_ascii_isdigit (*version))
    return PLIMSOLL_RELEASE_CURRENT;

  major = g_ascii_strtoull (version, &end, 10);
  if (major > 0 || *end != '.' || !g_ascii_isdigit (end[1]))
    return PLIMSOLL_RELEASE_CURRENT;

  minor = g_ascii_strtoull (end + 1, NULL, 10);
  if (minor >= 26)
    return PLIMSOLL_RELEASE_CURRENT;
  if (minor >= 21)
    return PLIMSOLL_RELEASE_VLLM_0_21;
  if (minor >= 20)
    return PLIMSOLL_RELEASE_VLLM_0_20;
  if (minor >= 10)
    return PLIMSOLL_RELEASE_VLLM_0_10;
  if (minor >= 8)
    return PLIMSOLL_RELEASE_VLLM_0_8;

  return PLIMSOLL_RELEASE_VLLM_V0;
}
