/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-sizer.h"
#include "plimsoll-test-scenario.h"

static void
count_cb (GObject *object, GParamSpec *pspec, gpointer data)
{
  guint *count = data;

  (*count)++;
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_batches (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  guint count = 0;

  g_assert_cmpuint (plimsoll_sizer_get_computations (sizer), ==, 1);
  g_signal_connect (sizer, "notify::estimate", G_CALLBACK (count_cb), &count);

  plimsoll_scenario_set_context_length (scenario, 4096);
  plimsoll_scenario_set_context_length (scenario, 8192);
  plimsoll_scenario_set_kv_type (scenario, "q8_0");
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  g_assert_cmpuint (count, ==, 0);

  iterate ();
  g_assert_cmpuint (plimsoll_sizer_get_computations (sizer), ==, 2);
  g_assert_cmpuint (count, ==, 1);

  /* Nothing that the memory depends on. */
  g_object_set (scenario, "hours-per-day", 7.0, NULL);
  iterate ();
  g_assert_cmpuint (count, ==, 1);

  plimsoll_scenario_set_context_length (scenario, 2048);
  plimsoll_sizer_flush (sizer);
  g_assert_cmpuint (count, ==, 2);
  plimsoll_sizer_flush (sizer);
  iterate ();
  g_assert_cmpuint (count, ==, 2);
}

static void
test_estimate (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (PlimsollEstimate) kept = NULL;
  const PlimsollEstimate *estimate = plimsoll_sizer_get_estimate (sizer);

  /* 48 blocks, 4 heads, 128 for K and V each, 2 bytes, 32,768 tokens. */
  g_assert_true (estimate->valid);
  g_assert_cmpuint (estimate->memory.kv_cache, ==, G_GUINT64_CONSTANT (3) << 30);
  g_assert_cmpuint (estimate->usable, ==, G_GUINT64_CONSTANT (24481313587));
  g_assert_cmpint (estimate->verdict, ==, PLIMSOLL_VERDICT_FITS);

  g_object_get (sizer, "estimate", &kept, NULL);
  plimsoll_scenario_set_context_length (scenario, 16384);
  plimsoll_sizer_flush (sizer);
  g_assert_cmpuint (kept->memory.kv_cache, ==, G_GUINT64_CONSTANT (3) << 30);
  g_assert_cmpuint (estimate->memory.kv_cache, ==, G_GUINT64_CONSTANT (3) << 29);
}

static void
test_refusals (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (PlimsollModel) model = plimsoll_test_model ();
  gsize n;

  g_assert_false (plimsoll_sizer_get_estimate (sizer)->valid);
  g_assert_nonnull (plimsoll_sizer_get_estimate (sizer)->refusal);
  plimsoll_sizer_precision_sizes (sizer, &n);
  g_assert_cmpuint (n, ==, 0);

  plimsoll_scenario_set_model (scenario, model);
  plimsoll_sizer_flush (sizer);
  g_assert_false (plimsoll_sizer_get_estimate (sizer)->valid);
  g_assert_nonnull (plimsoll_sizer_get_weights (sizer));
}

static void
test_weights_are_kept (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  const PlimsollWeights *first = plimsoll_sizer_get_weights (sizer);
  guint count = 0;

  g_assert_nonnull (first);
  g_signal_connect (sizer, "notify::weights", G_CALLBACK (count_cb), &count);

  plimsoll_scenario_set_context_length (scenario, 1024);
  plimsoll_sizer_flush (sizer);
  g_assert_cmpuint (count, ==, 0);

  plimsoll_scenario_set_precision (scenario, "Q8_0");
  plimsoll_sizer_flush (sizer);
  g_assert_cmpuint (count, ==, 1);

  plimsoll_scenario_set_precision (scenario, "Q4_K_M");
  plimsoll_sizer_flush (sizer);
  g_assert_cmpuint (count, ==, 2);
  g_assert_true (plimsoll_sizer_get_weights (sizer) == first);
}

static void
test_precision_sizes (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  gsize n;
  const PlimsollPrecisionSize *sizes = plimsoll_sizer_precision_sizes (sizer, &n);

  g_assert_cmpuint (n, >, 25);
  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpfloat (sizes[i].bits_per_weight, >, 1);
      if (i > 0)
        g_assert_cmpuint (sizes[i].file_bytes, >=, sizes[i - 1].file_bytes);
    }
  g_assert_true (plimsoll_sizer_precision_sizes (sizer, &n) == sizes);
}

static void
test_curve (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  const guint64 contexts[] = { 1024, 8192, 32768, 40960 };
  PlimsollEstimate estimates[G_N_ELEMENTS (contexts)];

  plimsoll_sizer_estimate_at (sizer, contexts, G_N_ELEMENTS (contexts), estimates);
  for (gsize i = 1; i < G_N_ELEMENTS (contexts); i++)
    g_assert_cmpuint (estimates[i].required, >, estimates[i - 1].required);
  g_assert_cmpuint (estimates[2].required, ==, plimsoll_sizer_get_estimate (sizer)->required);
}

static void
test_savings (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  PlimsollSavings savings;

  plimsoll_sizer_get_savings (sizer, &savings);

  /* 34 of 64 bytes are left. */
  g_assert_cmpuint (savings.q8_cache, ==, (G_GUINT64_CONSTANT (3) << 30) / 64 * 30);
  g_assert_cmpstr (savings.smaller->name, ==, "Q4_K_S");
  g_assert_cmpstr (savings.larger->name, ==, "Q5_K_S");
  g_assert_cmpuint (savings.smaller_spares, >, 0);
  g_assert_cmpuint (savings.larger_needs, >, 0);
}

static void
test_other_hardware (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  g_autoptr (PlimsollAccelerator) small = plimsoll_test_accelerator (8, 1);
  PlimsollEstimate estimate;

  plimsoll_sizer_estimate_with (sizer, small, NULL, NULL, &estimate);
  g_assert_cmpint (estimate.verdict, ==, PLIMSOLL_VERDICT_EXCEEDS);
  g_assert_cmpint (plimsoll_sizer_get_estimate (sizer)->verdict, ==, PLIMSOLL_VERDICT_FITS);
}

/* The scenario may outlive the sizer, and changes then go nowhere. */
static void
test_finalises (void)
{
  g_autoptr (PlimsollScenario) scenario = plimsoll_test_scenario ();
  PlimsollSizer *sizer = plimsoll_sizer_new (scenario);

  g_object_add_weak_pointer (G_OBJECT (sizer), (gpointer *) &sizer);
  plimsoll_scenario_set_context_length (scenario, 77);
  g_object_unref (sizer);
  g_assert_null (sizer);

  plimsoll_scenario_set_context_length (scenario, 78);
  iterate ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/scenario/sizer/batches", test_batches);
  g_test_add_func ("/scenario/sizer/estimate", test_estimate);
  g_test_add_func ("/scenario/sizer/refusals", test_refusals);
  g_test_add_func ("/scenario/sizer/weights-are-kept", test_weights_are_kept);
  g_test_add_func ("/scenario/sizer/precision-sizes", test_precision_sizes);
  g_test_add_func ("/scenario/sizer/curve", test_curve);
  g_test_add_func ("/scenario/sizer/savings", test_savings);
  g_test_add_func ("/scenario/sizer/other-hardware", test_other_hardware);
  g_test_add_func ("/scenario/sizer/finalises", test_finalises);

  return g_test_run ();
}
