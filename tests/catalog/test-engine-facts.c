/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "catalog-fixture.h"
#include "plimsoll-engine-facts.h"

/* What the file says of a release is what the arithmetic takes for granted. */
static void
test_rules (void)
{
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();
  const GPtrArray *engines = plimsoll_catalog_get_engines (catalog);
  guint n_served = 0;

  for (guint i = 0; i < engines->len; i++)
    {
      const PlimsollEngineFacts *facts = engines->pdata[i];
      const PlimsollServingRules *rules = plimsoll_serving_rules (facts->release);

      g_assert_cmpstr (facts->source, !=, NULL);
      if (facts->engine == PLIMSOLL_ENGINE_SGLANG && facts->memory_share > 0)
        g_assert_cmpfloat (facts->memory_share, ==, rules->utilization);
      if (facts->engine != PLIMSOLL_ENGINE_VLLM)
        continue;

      g_assert_cmpfloat (facts->memory_share, ==, rules->utilization);
      g_assert_cmpuint (facts->max_sequences, ==, rules->max_sequences);
      g_assert_cmpuint (facts->max_batched_tokens, ==, rules->max_batched_tokens);
      g_assert_cmpuint (facts->large_max_sequences, ==, rules->large_max_sequences);
      g_assert_cmpuint (facts->large_max_batched_tokens, ==, rules->large_max_batched_tokens);
      g_assert_cmpuint (facts->block_tokens, ==, PLIMSOLL_SERVING_BLOCK_TOKENS);
      g_assert_cmpuint (facts->state_blocks, ==, rules->state_blocks);
      g_assert_cmpfloat (facts->sampler_bytes, ==, rules->sampler_bytes);
      g_assert_cmpint (facts->reserves_graphs, ==, rules->reserves_graphs);
      if (facts->release != PLIMSOLL_RELEASE_VLLM_V0)
        g_assert_cmpint (plimsoll_vllm_release (facts->since, FALSE), ==, facts->release);
      n_served++;
    }

  g_assert_cmpuint (n_served, ==, 6);
}

/* Every set of rules that a question can be sized by stands in the file. */
static void
test_every_release (void)
{
  static const struct
  {
    PlimsollEngine engine;
    guint first, last;
  } sorts[] = {
    { PLIMSOLL_ENGINE_LLAMA_CPP, PLIMSOLL_BUILD_CURRENT, PLIMSOLL_BUILD_2026_03 },
    { PLIMSOLL_ENGINE_VLLM, PLIMSOLL_RELEASE_CURRENT, PLIMSOLL_RELEASE_VLLM_V0 },
    { PLIMSOLL_ENGINE_SGLANG, PLIMSOLL_RELEASE_SGLANG_0_88, PLIMSOLL_RELEASE_SGLANG_0_88 },
    { PLIMSOLL_ENGINE_SGLANG, PLIMSOLL_RELEASE_CURRENT, PLIMSOLL_RELEASE_CURRENT },
  };
  g_autoptr (PlimsollCatalog) catalog = load_catalog ();

  for (gsize i = 0; i < G_N_ELEMENTS (sorts); i++)
    for (guint j = sorts[i].first; j <= sorts[i].last; j++)
      {
        PlimsollQuestion question;

        plimsoll_question_init (&question);
        question.engine = sorts[i].engine;
        question.build = (PlimsollEngineBuild) j;
        question.serving.release = (PlimsollServingRelease) j;
        g_assert_nonnull (plimsoll_engine_facts_find (plimsoll_catalog_get_engines (catalog),
                                                      &question));
      }
}

static void
test_faults (void)
{
  static const char *const faulty[] = {
    "[]",
    "{\"format\": 2, \"engines\": []}",
    "{\"format\": 1, \"engines\": [3]}",
    "{\"format\": 1, \"engines\": [{\"id\": \"a\"}]}",
    "{\"format\": 1, \"engines\": [{\"id\": \"a\", \"engine\": \"vllm\", \"since\": \"1\", \"date\":"
    " \"2026\", \"rules\": \"none\", \"source\": \"x\"}]}",
    "{\"format\": 1, \"engines\": [{\"id\": \"a\", \"engine\": \"vllm\", \"since\": \"1\", \"date\":"
    " \"soon\", \"rules\": \"current\", \"source\": \"x\"}]}",
    "{\"format\": 1, \"engines\": [{\"id\": \"a\", \"engine\": \"vllm\", \"since\": \"1\", \"date\":"
    " \"2026\", \"rules\": \"current\", \"source\": \"x\", \"defaults\": {\"memory_share\": 2}}]}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (faulty); i++)
    {
      g_autoptr (GBytes) bytes = bytes_of (faulty[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (plimsoll_engine_facts_load (bytes, "engines.json", &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "engines.json"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/engine-facts/rules", test_rules);
  g_test_add_func ("/catalog/engine-facts/every-release", test_every_release);
  g_test_add_func ("/catalog/engine-facts/faults", test_faults);

  return g_test_run ();
}
