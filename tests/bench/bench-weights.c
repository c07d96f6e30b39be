/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-weights.h"

#define ROUNDS 200

/* As many blocks and tensors as the largest models have: 92 blocks of attention and experts, and
 * one for multi-token prediction (GLM-4.6). */
static PlimsollModelSpec *
make_spec (void)
{
  PlimsollModelSpec *spec = plimsoll_model_spec_new (92, 1, 2);

  g_set_str (&spec->architecture, "glm4moe");
  spec->embedding = 5120;
  spec->vocabulary = 151552;
  spec->mtp_in_gguf = TRUE;
  for (guint32 i = 0; i < 2; i++)
    {
      spec->kinds[i].norms = 2;
      spec->kinds[i].attention = (PlimsollAttention) {
        .kind = PLIMSOLL_ATTENTION_FULL,
        .heads = 96,
        .kv_heads = 8,
        .key_dim = 128,
        .value_dim = 128,
        .q_bias = TRUE,
        .kv_bias = TRUE,
        .qk_norm = PLIMSOLL_QK_NORM_HEAD,
      };
    }
  spec->kinds[0].feed_forward = (PlimsollFeedForward) { .dense_width = 12288, .dense_gated = TRUE };
  spec->kinds[1].feed_forward = (PlimsollFeedForward) {
    .experts = 160,
    .experts_used = 8,
    .expert_width = 1536,
    .experts_gated = TRUE,
    .correction_bias = TRUE,
    .shared_experts = 1,
    .shared_width = 1536,
  };
  for (guint32 i = 3; i < 93; i++)
    spec->pattern[i] = 1;

  return spec;
}

static double
milliseconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

int
main (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec ();
  gsize n_types = 0;
  const PlimsollFileTypeInfo *types = plimsoll_file_types (&n_types);
  double best_plan = G_MAXDOUBLE;
  double best_weights = G_MAXDOUBLE;
  guint64 sum = 0;

  for (guint round = 0; round < ROUNDS; round++)
    {
      gint64 start = g_get_monotonic_time ();
      g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);

      best_plan = MIN (best_plan, milliseconds_since (start));
      start = g_get_monotonic_time ();
      for (gsize i = 0; i < n_types; i++)
        {
          g_autoptr (PlimsollWeights) weights =
            plimsoll_weights_new (spec, plan, types[i].type, TRUE);

          sum += weights != NULL ? weights->tensor_bytes : 0;
        }
      best_weights = MIN (best_weights, milliseconds_since (start) / (double) n_types);
    }

  g_print ("# checksum %" G_GUINT64_FORMAT "\n", sum);
  g_print ("tensor plan, 93 blocks: %.3f ms (budget 2 ms)\n", best_plan);
  g_print ("weights in one file type: %.3f ms (budget 2 ms)\n", best_weights);

  return 0;
}
