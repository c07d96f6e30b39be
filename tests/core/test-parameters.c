/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-test-truth.h"

#include "plimsoll-parameters.h"

/* Models whose kinds of blocks are in none of the 41 measured files. The counts are published
 * safetensors totals, where a comment says so, or what the published config's shapes come to. */

static PlimsollModelSpec *
make_spec (guint32 n_blocks, guint32 n_kinds, guint32 embedding, guint32 vocabulary)
{
  PlimsollModelSpec *spec = plimsoll_model_spec_new (n_blocks, 0, n_kinds);

  spec->embedding = embedding;
  spec->vocabulary = vocabulary;
  for (guint32 i = 0; i < n_kinds; i++)
    {
      spec->kinds[i].norms = 2;
      spec->kinds[i].feed_forward.dense_gated = TRUE;
      spec->kinds[i].feed_forward.experts_gated = TRUE;
    }

  return spec;
}

static PlimsollAttention
make_attention (guint32 heads, guint32 kv_heads, guint32 dim)
{
  return (PlimsollAttention) {
    .kind = PLIMSOLL_ATTENTION_FULL,
    .heads = heads,
    .kv_heads = kv_heads,
    .key_dim = dim,
    .value_dim = dim,
  };
}

static PlimsollAttention
make_mla (guint32 heads)
{
  return (PlimsollAttention) {
    .kind = PLIMSOLL_ATTENTION_MLA,
    .heads = heads,
    .kv_heads = 1,
    .q_lora_rank = 1536,
    .kv_lora_rank = 512,
    .rope_dim = 64,
    .key_dim = 192,
    .value_dim = 128,
  };
}

static PlimsollParameters
count (const PlimsollModelSpec *spec)
{
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  g_autofree char *message = NULL;
  PlimsollParameters parameters;

  plimsoll_model_spec_validate (spec, &message);
  g_assert_cmpstr (message, ==, NULL);
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));

  return parameters;
}

/* moonshotai/Kimi-K3: 69 blocks of Kimi delta attention, 24 of gated MLA, experts in a latent; less
 * the vectors of its block residuals. */
static void
test_kimi_k3 (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (93, 3, 7168, 163840);
  PlimsollRecurrent kda = {
    .kind = PLIMSOLL_RECURRENT_KDA,
    .conv_kernel = 4,
    .key_heads = 96,
    .value_heads = 96,
    .key_dim = 128,
    .value_dim = 128,
    .full_rank_gate = TRUE,
  };
  PlimsollFeedForward experts = {
    .experts = 896,
    .experts_used = 16,
    .expert_width = 3072,
    .experts_gated = TRUE,
    .correction_bias = TRUE,
    .shared_experts = 2,
    .shared_width = 6144,
    .latent_width = 3584,
    .latent_norm = TRUE,
  };
  PlimsollParameters parameters;

  spec->kinds[0].recurrent = spec->kinds[1].recurrent = kda;
  spec->kinds[0].feed_forward.dense_width = 33792;
  spec->kinds[1].feed_forward = spec->kinds[2].feed_forward = experts;
  spec->kinds[2].attention = make_mla (96);
  spec->kinds[2].attention.output_gate = TRUE;
  for (guint32 i = 0; i < 93; i++)
    spec->pattern[i] = i == 0 ? 0 : i % 4 == 3 || i == 92 ? 2 : 1;

  parameters = count (spec);
  g_assert_cmpuint (parameters.text, ==, G_GUINT64_CONSTANT (2779481795168));
  g_assert_cmpuint (parameters.active, ==, G_GUINT64_CONSTANT (104186931808));
}

/* deepseek-ai/DeepSeek-V3.2: MLA with an indexer, an MTP block with its own embedding and head. */
static void
test_deepseek_v32 (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_model_spec_new (61, 1, 2);
  PlimsollFeedForward experts = {
    .experts = 256,
    .experts_used = 8,
    .expert_width = 2048,
    .experts_gated = TRUE,
    .correction_bias = TRUE,
    .shared_experts = 1,
    .shared_width = 2048,
  };
  PlimsollParameters parameters;

  spec->embedding = 7168;
  spec->vocabulary = 129280;
  spec->mtp_own_embedding = TRUE;
  for (guint32 i = 0; i < 2; i++)
    {
      spec->kinds[i].norms = 2;
      spec->kinds[i].attention = make_mla (128);
      spec->kinds[i].attention.index_heads = 64;
      spec->kinds[i].attention.index_dim = 128;
    }
  spec->kinds[0].feed_forward = (PlimsollFeedForward) { .dense_width = 18432, .dense_gated = TRUE };
  spec->kinds[1].feed_forward = experts;
  for (guint32 i = 3; i < 62; i++)
    spec->pattern[i] = 1;

  parameters = count (spec);
  g_assert_cmpuint (parameters.text, ==, G_GUINT64_CONSTANT (671877944064));
  g_assert_cmpuint (parameters.mtp, ==, G_GUINT64_CONSTANT (13477385728));
  g_assert_cmpuint (parameters.total, ==, G_GUINT64_CONSTANT (685355329792));
  g_assert_cmpuint (parameters.active, ==, G_GUINT64_CONSTANT (37477143296));
}

/* MiniMaxAI/MiniMax-Text-01: lightning attention in seven of eight blocks. */
static void
test_minimax_text_01 (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (80, 2, 6144, 200064);
  PlimsollParameters parameters;

  for (guint32 i = 0; i < 2; i++)
    {
      spec->kinds[i].feed_forward.experts = 32;
      spec->kinds[i].feed_forward.experts_used = 2;
      spec->kinds[i].feed_forward.expert_width = 9216;
    }
  spec->kinds[0].recurrent = (PlimsollRecurrent) {
    .kind = PLIMSOLL_RECURRENT_LIGHTNING,
    .key_heads = 64,
    .value_heads = 64,
    .key_dim = 128,
    .value_dim = 128,
  };
  spec->kinds[1].attention = make_attention (64, 8, 128);
  for (guint32 i = 0; i < 80; i++)
    spec->pattern[i] = i % 8 == 7;

  parameters = count (spec);
  g_assert_cmpuint (parameters.text, ==, G_GUINT64_CONSTANT (456089655296));
  g_assert_cmpuint (parameters.active, ==, G_GUINT64_CONSTANT (47174113280));
}

/* nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B-BF16: one mixer a block. Published. */
static void
test_nemotron_3_nano (void)
{
  const char *letters = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";
  g_autoptr (PlimsollModelSpec) spec = make_spec (52, 3, 2688, 131072);
  PlimsollParameters parameters;

  spec->kinds[0].recurrent = (PlimsollRecurrent) {
    .kind = PLIMSOLL_RECURRENT_MAMBA2,
    .conv_kernel = 4,
    .value_heads = 64,
    .inner = 4096,
    .state = 128,
    .groups = 8,
    .gated_norm = TRUE,
  };
  spec->kinds[1].attention = make_attention (32, 2, 128);
  spec->kinds[2].feed_forward = (PlimsollFeedForward) {
    .experts = 128,
    .experts_used = 6,
    .expert_width = 1856,
    .shared_experts = 1,
    .shared_width = 3712,
  };
  for (guint32 i = 0; i < 3; i++)
    spec->kinds[i].norms = 1;
  for (guint32 i = 0; i < 52; i++)
    spec->pattern[i] = letters[i] == 'M' ? 0 : letters[i] == '*' ? 1 : 2;

  parameters = count (spec);
  g_assert_cmpuint (parameters.total, ==, G_GUINT64_CONSTANT (31577937344));
  g_assert_cmpuint (parameters.active, ==, G_GUINT64_CONSTANT (3227751872));
}

/* allenai/OLMo-2-1124-7B: norms of queries and keys over their full width. Published. */
static void
test_olmo_2_7b (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (32, 1, 4096, 100352);

  spec->kinds[0].attention = make_attention (32, 32, 128);
  spec->kinds[0].attention.qk_norm = PLIMSOLL_QK_NORM_FULL;
  spec->kinds[0].feed_forward.dense_width = 11008;

  g_assert_cmpuint (count (spec).total, ==, G_GUINT64_CONSTANT (7298617344));
}

/* bigcode/starcoder2-3b: biases everywhere, a two-matrix feed-forward part. Published. */
static void
test_starcoder2_3b (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (30, 1, 3072, 49152);
  PlimsollLayer *layer = &spec->kinds[0];

  spec->tied_head = TRUE;
  spec->final_norm_bias = TRUE;
  layer->norm_biases = TRUE;
  layer->attention = make_attention (24, 2, 128);
  layer->attention.q_bias = layer->attention.kv_bias = layer->attention.output_bias = TRUE;
  layer->feed_forward = (PlimsollFeedForward) { .dense_width = 12288, .bias = TRUE };

  g_assert_cmpuint (count (spec).total, ==, G_GUINT64_CONSTANT (3030371328));
  g_assert_cmpuint (count (spec).active, ==, G_GUINT64_CONSTANT (3030371328));
}

/* microsoft/phi-1_5: attention and feed-forward part side by side, a head with a bias. Published.
 */
static void
test_phi_1_5 (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (24, 1, 2048, 51200);
  PlimsollLayer *layer = &spec->kinds[0];

  spec->final_norm_bias = TRUE;
  spec->head_bias = TRUE;
  layer->norms = 1;
  layer->norm_biases = TRUE;
  layer->attention = make_attention (32, 32, 64);
  layer->attention.fused_qkv = TRUE;
  layer->attention.q_bias = layer->attention.kv_bias = layer->attention.output_bias = TRUE;
  layer->feed_forward = (PlimsollFeedForward) { .dense_width = 8192, .bias = TRUE };

  g_assert_cmpuint (count (spec).total, ==, G_GUINT64_CONSTANT (1418270720));
}

/* openai-community/gpt2: learned positions. Published, less the attention masks in the file. */
static void
test_gpt2 (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (12, 1, 768, 50257);
  PlimsollLayer *layer = &spec->kinds[0];

  spec->tied_head = TRUE;
  spec->final_norm_bias = TRUE;
  spec->position_rows = 1024;
  layer->norm_biases = TRUE;
  layer->attention = make_attention (12, 12, 64);
  layer->attention.fused_qkv = TRUE;
  layer->attention.q_bias = layer->attention.kv_bias = layer->attention.output_bias = TRUE;
  layer->feed_forward = (PlimsollFeedForward) { .dense_width = 3072, .bias = TRUE };

  g_assert_cmpuint (count (spec).total, ==, G_GUINT64_CONSTANT (124439808));
}

/* bigscience/bloom-1b1: a norm after the embedding. Published. */
static void
test_bloom_1b1 (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (24, 1, 1536, 250880);
  PlimsollLayer *layer = &spec->kinds[0];

  spec->tied_head = TRUE;
  spec->final_norm_bias = TRUE;
  spec->embedding_norm = TRUE;
  layer->norm_biases = TRUE;
  layer->attention = make_attention (16, 16, 96);
  layer->attention.q_bias = layer->attention.kv_bias = layer->attention.output_bias = TRUE;
  layer->feed_forward = (PlimsollFeedForward) { .dense_width = 6144, .bias = TRUE };

  g_assert_cmpuint (count (spec).total, ==, G_GUINT64_CONSTANT (1065314304));
}

/* ai21labs/Jamba-v0.1: Mamba 1 with inner norms in seven of eight blocks, experts in every other.
 */
static void
test_jamba (void)
{
  g_autoptr (PlimsollModelSpec) spec = make_spec (32, 4, 4096, 65536);
  PlimsollRecurrent mamba = {
    .kind = PLIMSOLL_RECURRENT_MAMBA1,
    .conv_kernel = 4,
    .inner = 8192,
    .state = 16,
    .dt_rank = 256,
    .inner_norms = TRUE,
  };
  PlimsollParameters parameters;

  for (guint32 i = 0; i < 4; i++)
    {
      PlimsollFeedForward *f = &spec->kinds[i].feed_forward;

      if (i < 2)
        spec->kinds[i].recurrent = mamba;
      else
        spec->kinds[i].attention = make_attention (32, 8, 128);
      f->dense_width = i % 2 == 0 ? 14336 : 0;
      f->experts = i % 2 == 0 ? 0 : 16;
      f->experts_used = i % 2 == 0 ? 0 : 2;
      f->expert_width = 14336;
    }
  for (guint32 i = 0; i < 32; i++)
    spec->pattern[i] = (guint8) (i % 2 + (i % 8 == 4 ? 2 : 0));

  parameters = count (spec);
  g_assert_cmpuint (parameters.text, ==, G_GUINT64_CONSTANT (51570323328));
  g_assert_cmpuint (parameters.active, ==, G_GUINT64_CONSTANT (11841875840));
}

/* google/gemma-4-26B-A4B and -E4B, zai-org/GLM-4.5-Air: what is active, and what is not counted
 * with the text. */
static void
test_active (void)
{
  g_autoptr (PlimsollModelSpec) gemma = plimsoll_test_spec ("gemma-4-26b-a4b");
  g_autoptr (PlimsollModelSpec) e4b = plimsoll_test_spec ("gemma-4-e4b");
  g_autoptr (PlimsollModelSpec) glm = plimsoll_test_spec ("glm-4.5-air");
  g_autoptr (PlimsollModelSpec) oss = plimsoll_test_spec ("gpt-oss-120b");
  guint64 per_layer = G_GUINT64_CONSTANT (10752) * 262144;

  g_assert_cmpuint (count (gemma).text, ==, G_GUINT64_CONSTANT (25233141790));
  g_assert_cmpuint (count (gemma).active, ==, G_GUINT64_CONSTANT (3822530590));
  g_assert_cmpuint (count (e4b).active, ==, count (e4b).text - per_layer);
  g_assert_cmpuint (count (glm).text, ==, G_GUINT64_CONSTANT (106852251264));
  g_assert_cmpuint (count (glm).active, ==, G_GUINT64_CONSTANT (12803372672));
  g_assert_cmpuint (count (oss).active, ==, G_GUINT64_CONSTANT (5132849472));
}

/* A file that was read has the parameters that its shapes have. */
static void
test_of_file (void)
{
  g_auto (GStrv) names = plimsoll_test_model_names ();

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (*name);
      g_autofree guint8 *formats = NULL;
      g_autoptr (PlimsollTensorPlan) plan = plimsoll_test_file_plan (*name, spec, &formats);
      PlimsollParameters planned = count (spec);
      PlimsollParameters read;

      g_assert_true (plimsoll_parameters (spec, plan, &read));
      g_assert_cmpuint (read.mtp, ==, planned.mtp);
      if (!g_str_equal (*name, "gemma-4-e4b")) /* the file lacks keys and values */
        {
          g_assert_cmpuint (read.total, ==, planned.total);
          g_assert_cmpuint (read.active, ==, planned.active);
        }
    }
}

static void
test_parts (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec ("llama-3.2-1b");
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  PlimsollParameters parameters;
  guint64 text = plimsoll_test_model_number ("llama-3.2-1b", "parameters") - 32;

  spec->vision_known = TRUE;
  spec->vision_parameters = 1000;
  spec->mtp_parameters = 10;
  g_assert_true (plimsoll_parameters (spec, plan, &parameters));
  g_assert_cmpuint (parameters.text, ==, text);
  g_assert_cmpuint (parameters.total, ==, text + 1010);
  g_assert_cmpuint (parameters.mtp, ==, 10);

  spec->mtp_parameters = G_MAXUINT64;
  g_assert_false (plimsoll_parameters (spec, plan, &parameters));
}

static void
test_totals (void)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_model_spec_new (0, 0, 0);
  PlimsollParameters parameters;

  spec->source = PLIMSOLL_SPEC_FROM_TOTALS;
  spec->stated_parameters = 2780;
  g_assert_true (plimsoll_parameters (spec, NULL, &parameters));
  g_assert_cmpuint (parameters.total, ==, 2780);
  g_assert_cmpuint (parameters.active, ==, 2780);

  spec->stated_active_parameters = 104;
  g_assert_true (plimsoll_parameters (spec, NULL, &parameters));
  g_assert_cmpuint (parameters.active, ==, 104);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/parameters/kimi-k3", test_kimi_k3);
  g_test_add_func ("/core/parameters/deepseek-v3.2", test_deepseek_v32);
  g_test_add_func ("/core/parameters/minimax-text-01", test_minimax_text_01);
  g_test_add_func ("/core/parameters/nemotron-3-nano", test_nemotron_3_nano);
  g_test_add_func ("/core/parameters/olmo-2-7b", test_olmo_2_7b);
  g_test_add_func ("/core/parameters/starcoder2-3b", test_starcoder2_3b);
  g_test_add_func ("/core/parameters/phi-1.5", test_phi_1_5);
  g_test_add_func ("/core/parameters/gpt2", test_gpt2);
  g_test_add_func ("/core/parameters/bloom-1b1", test_bloom_1b1);
  g_test_add_func ("/core/parameters/jamba", test_jamba);
  g_test_add_func ("/core/parameters/active", test_active);
  g_test_add_func ("/core/parameters/of-file", test_of_file);
  g_test_add_func ("/core/parameters/parts", test_parts);
  g_test_add_func ("/core/parameters/totals", test_totals);

  return g_test_run ();
}
