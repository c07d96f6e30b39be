/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"
#include "plimsoll-token-clock.h"
#include "plimsoll-token-pace.h"

#include <math.h>

/* A plan by hand: 5 ms a token, and more by the tokens before it, of which some see a window only;
 * a prompt of 0.2 ms a token. */
static void
plan_init (PlimsollSpeedPlan *plan)
{
  *plan = (PlimsollSpeedPlan) {
    .rule = PLIMSOLL_SPEED_ONE_DEVICE,
    .token = { .always = 0.005,
               .per_token = 2e-6,
               .n_windows = 1,
               .windows = { 1024 },
               .rates = { 1e-6 } },
    .prefill = { .always = 0.0002 },
    .ubatch = 512,
  };
}

/* The same, step by step: what a token takes as it is told above, not by the plan's own sums. */
static double
numeric_tokens (double prompt, double seconds)
{
  const double step = 1e-5;
  double tokens = 0;

  for (double at = prompt * 0.0002; at < seconds; at += step)
    {
      const double depth = prompt + tokens;

      tokens += step / (0.005 + 2e-6 * depth + 1e-6 * fmin (depth, 1024));
    }

  return tokens;
}

/* A minute of irregular frames at each multiple. */
static void
test_no_drift (void)
{
  static const guint multiples[] = { 1, 2, 4, 8, 16 };
  PlimsollSpeedPlan plan;
  PlimsollTokenPace pace;

  plan_init (&plan);
  plimsoll_token_pace_init_plan (&pace, &plan, 500, 1000000);
  for (guint i = 0; i < G_N_ELEMENTS (multiples); i++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (7 + i);
      const gint64 start = 123456789;
      const gint64 over = start + 60 * G_USEC_PER_SEC;
      PlimsollTokenClock clock;
      gint64 time = start;
      guint64 before = 0;

      plimsoll_token_clock_init (&clock);
      plimsoll_token_clock_set_multiple (&clock, multiples[i]);
      plimsoll_token_clock_play (&clock);
      plimsoll_token_clock_tick (&clock, time);
      while (time < over)
        {
          guint64 tokens;

          time += g_rand_int_range (rand, 1, 90000);
          time = MIN (time, over);
          plimsoll_token_clock_tick (&clock, time);
          tokens = plimsoll_token_pace_tokens (&pace, (double) clock.elapsed / 1e6);
          g_assert_cmpuint (tokens, >=, before);
          before = tokens;
        }
      g_assert_cmpint (clock.elapsed, ==, 60 * G_USEC_PER_SEC * multiples[i]);
      g_assert_cmpfloat (fabs ((double) before - numeric_tokens (500, 60.0 * multiples[i])), <=, 1);
    }
}

static void
test_clock (void)
{
  PlimsollTokenClock clock;

  plimsoll_token_clock_init (&clock);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 1000), ==, 0);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 5000), ==, 0);
  plimsoll_token_clock_play (&clock);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 9000), ==, 0);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 10000), ==, 1000);
  plimsoll_token_clock_set_multiple (&clock, 4);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 11000), ==, 5000);
  /* What nobody saw does not count, nor does time that goes back. */
  plimsoll_token_clock_hold (&clock);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 900000), ==, 5000);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 800000), ==, 5000);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 800001), ==, 5004);
  plimsoll_token_clock_pause (&clock);
  g_assert_cmpint (plimsoll_token_clock_tick (&clock, 900000), ==, 5004);
  plimsoll_token_clock_set_multiple (&clock, 99);
  g_assert_cmpuint (clock.multiple, ==, 16);
  plimsoll_token_clock_seek (&clock, -1);
  g_assert_cmpint (clock.elapsed, ==, 0);
}

static void
test_phases (void)
{
  PlimsollSpeedPlan plan;
  PlimsollTokenPace pace;

  plan_init (&plan);
  plimsoll_token_pace_init_plan (&pace, &plan, 1000, 10);
  g_assert_cmpfloat_with_epsilon (pace.prompt_seconds, 0.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_prompt_share (&pace, 0.05), 0.25, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_prompt_share (&pace, 9), 1, 1e-9);
  /* 5 ms, 2 ms of the tokens before, and 1 ms of those in the window. */
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_first (&pace), 0.208, 1e-5);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_speed (&pace, 1000), 125, 1e-6);
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, 0.2), ==, 0);
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, 0.2085), ==, 1);
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, pace.end), ==, 10);
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, 1e9), ==, 10);
  g_assert_null (plimsoll_token_pace_fault (&pace));

  plan.rule = PLIMSOLL_SPEED_UNKNOWN;
  plimsoll_token_pace_init_plan (&pace, &plan, 1000, 10);
  g_assert_cmpint (pace.state, ==, PLIMSOLL_PACE_UNKNOWN);
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, 1e9), ==, 0);
}

static void
assert_fault (const PlimsollTokenPace *pace, PlimsollPaceState state, const char *words)
{
  g_autofree char *fault = plimsoll_token_pace_fault (pace);

  g_assert_cmpint (pace->state, ==, state);
  g_assert_nonnull (strstr (fault, words));
  g_assert_cmpuint (plimsoll_token_pace_tokens (pace, 1e9), ==, 0);
  g_assert_true (isnan (plimsoll_token_pace_first (pace)));
}

/* The pace of a question is that of its answer. */
static void
test_question (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollCatalog) catalog = plimsoll_catalog_new (NULL, &error);
  g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;
  PlimsollAcceleratorList *accelerators;
  PlimsollAccelerator *other;
  const PlimsollEstimate *estimate;
  PlimsollTokenPace pace;
  double decode;

  g_assert_no_error (error);
  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);
  accelerators = plimsoll_catalog_get_accelerators (catalog);
  other = plimsoll_accelerator_list_lookup (accelerators, "nvidia-rtx-3090");
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (models, "Qwen/Qwen3-8B"));
  plimsoll_scenario_set_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (accelerators,
                                                                       "nvidia-rtx-4090"));
  plimsoll_scenario_set_context_length (scenario, 8192);
  g_object_set (scenario, "prompt-length", 4096, NULL);
  sizer = plimsoll_sizer_new (scenario);

  estimate = plimsoll_sizer_get_estimate (sizer);
  decode = estimate->speed.decode.value;
  plimsoll_token_pace_init (&pace, sizer, NULL, 4096, 512);
  g_assert_cmpint (pace.state, ==, PLIMSOLL_PACE_RUNS);
  g_assert_cmpuint (pace.answer, ==, 512);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_speed (&pace, 4096), decode, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_first (&pace)
                                    / estimate->speed.first_token.value,
                                  1, 1e-3);
  /* It stops where the context is full. */
  plimsoll_token_pace_init (&pace, sizer, NULL, 8000, 512);
  g_assert_cmpuint (pace.answer, ==, 192);
  plimsoll_token_pace_init (&pace, sizer, NULL, 8192, 512);
  assert_fault (&pace, PLIMSOLL_PACE_NO_ROOM, "leaves no room");

  /* On another card, as if that were the target. */
  plimsoll_token_pace_init (&pace, sizer, other, 4096, 512);
  plimsoll_scenario_set_accelerator (scenario, other);
  plimsoll_sizer_flush (sizer);
  g_assert_cmpfloat_with_epsilon (plimsoll_token_pace_speed (&pace, 4096),
                                  plimsoll_sizer_get_estimate (sizer)->speed.decode.value, 1e-9);

  /* A processor alone: what the prompt takes is not known. */
  g_object_set (scenario, "accelerator-count", 0, NULL);
  plimsoll_token_pace_init (&pace, sizer, NULL, 4096, 512);
  g_assert_cmpint (pace.state, ==, PLIMSOLL_PACE_RUNS);
  g_assert_true (isnan (pace.prompt_seconds));
  g_assert_cmpuint (plimsoll_token_pace_tokens (&pace, pace.end), ==, 512);

  g_object_set (scenario, "accelerator-count", 1, "engine", PLIMSOLL_ENGINE_VLLM, NULL);
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (models, "Qwen/Qwen3-32B"));
  plimsoll_token_pace_init (&pace, sizer, NULL, 4096, 512);
  assert_fault (&pace, PLIMSOLL_PACE_EXCEEDS, "does not fit");
  plimsoll_scenario_set_model (scenario, NULL);
  plimsoll_token_pace_init (&pace, sizer, NULL, 4096, 512);
  g_assert_cmpint (pace.state, ==, PLIMSOLL_PACE_REFUSED);
}

static void
test_feels (void)
{
  static const struct
  {
    double speed;
    const char *words;
  } cases[] = { { 1, "type" },
                { 4, "slower than reading" },
                { 6, "like reading" },
                { 12, "2.0 times" },
                { 30, "5.0 times" },
                { 190, "a page in 3.5 s" },
                { (double) NAN, "not known" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = plimsoll_token_pace_feels (cases[i].speed);

      g_assert_nonnull (strstr (words, cases[i].words));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/token-pace/no-drift", test_no_drift);
  g_test_add_func ("/token-pace/clock", test_clock);
  g_test_add_func ("/token-pace/phases", test_phases);
  g_test_add_func ("/token-pace/question", test_question);
  g_test_add_func ("/token-pace/feels", test_feels);
  return g_test_run ();
}
