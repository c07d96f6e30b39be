/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-decode-curve.h"
#include "plimsoll-model-list.h"

#include <math.h>

/* Each point is held against the same question asked with that context, full. */
static void
check (PlimsollScenario *scenario, guint64 limit, guint *n_planned)
{
  g_autoptr (PlimsollSizer) sizer = plimsoll_sizer_new (scenario);
  guint64 longest;
  PlimsollDecodeCurve curve;
  gboolean has_longest = FALSE;
  guint parallel;

  plimsoll_sizer_flush (sizer);
  longest = plimsoll_sizer_get_estimate (sizer)->longest_context;
  g_object_get (scenario, "parallel", &parallel, NULL);
  plimsoll_decode_curve_init (&curve, sizer, limit);
  g_assert_cmpuint (curve.n, >, 5);
  g_assert_cmpuint (curve.contexts[0], ==, 1024);
  g_assert_cmpuint (curve.contexts[curve.n - 1], ==, limit);

  *n_planned = 0;
  for (guint i = 0; i < curve.n; i++)
    {
      g_autoptr (PlimsollScenario) other = plimsoll_scenario_copy (scenario);
      g_autoptr (PlimsollSizer) asked = NULL;
      const PlimsollEstimate *estimate;
      const PlimsollRange *range = plimsoll_decode_curve_at (&curve, i);

      if (i > 0)
        g_assert_cmpuint (curve.contexts[i], >, curve.contexts[i - 1]);
      has_longest = has_longest || curve.contexts[i] == longest;
      plimsoll_scenario_set_context_length (other, curve.contexts[i]);
      g_object_set (other, "depth", curve.contexts[i] / parallel, NULL);
      asked = plimsoll_sizer_new (other);
      plimsoll_sizer_flush (asked);
      estimate = plimsoll_sizer_get_estimate (asked);
      if (isnan (estimate->speed.decode.value))
        g_assert_true (isnan (range->value));
      else
        g_assert_cmpfloat (range->value, ==, estimate->speed.decode.value);
      g_assert_true (estimate->planned == !isnan (curve.planned[i].low));
      g_assert_true (isnan (curve.planned[i].low) || isnan (curve.fits[i].low));
      *n_planned += !isnan (curve.planned[i].low);
      /* What fits is no slower with less before it. */
      if (i > 0 && !isnan (curve.fits[i].value))
        g_assert_cmpfloat (curve.fits[i].value, <=, curve.fits[i - 1].value);
    }
  g_assert_true (has_longest || longest == 0 || longest >= limit);
}

static void
test_curve (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollCatalog) catalog = plimsoll_catalog_new (NULL, &error);
  g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  PlimsollAcceleratorList *accelerators;
  guint planned;

  g_assert_no_error (error);
  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);
  accelerators = plimsoll_catalog_get_accelerators (catalog);
  plimsoll_scenario_set_model (scenario,
                               plimsoll_model_list_lookup (models,
                                                           "Qwen/Qwen3-30B-A3B-Instruct-2507"));
  plimsoll_scenario_set_accelerator (scenario,
                                     plimsoll_accelerator_list_lookup (accelerators,
                                                                       "nvidia-rtx-4090"));

  /* The most of it fits, the rest runs by a plan. */
  check (scenario, 262144, &planned);
  g_assert_cmpuint (planned, >, 0);

  /* Nothing fits. */
  plimsoll_scenario_set_precision (scenario, "Q8_0");
  check (scenario, 262144, &planned);
  g_assert_cmpuint (planned, >, 5);

  /* Several share the context; nothing to plan for other engines. */
  plimsoll_scenario_set_precision (scenario, "Q4_K_M");
  g_object_set (scenario, "parallel", 4, NULL);
  check (scenario, 262144, &planned);
  g_object_set (scenario, "parallel", 1, "engine", PLIMSOLL_ENGINE_VLLM, NULL);
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (models, "Qwen/Qwen3-8B"));
  check (scenario, 40960, &planned);
  g_assert_cmpuint (planned, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/decode-curve/every-point", test_curve);
  return g_test_run ();
}
