/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"
#include "plimsoll-requests-curve.h"
#include "plimsoll-solve.h"

#include <math.h>

/* Each point is held against the question asked of so many, and the last against what solves it. */
static void
test_curve (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PlimsollCatalog) catalog = plimsoll_catalog_new (NULL, &error);
  g_autoptr (PlimsollModelList) models = plimsoll_model_list_new ();
  g_autoptr (PlimsollScenario) scenario = plimsoll_scenario_new ();
  g_autoptr (PlimsollSizer) sizer = NULL;
  g_auto (PlimsollSolution) solution = { 0 };
  PlimsollRequestsCurve curve;

  g_assert_no_error (error);
  plimsoll_model_list_load_file (models, NULL, &error);
  g_assert_no_error (error);
  plimsoll_scenario_set_model (scenario, plimsoll_model_list_lookup (models, "Qwen/Qwen3-8B"));
  plimsoll_scenario_set_accelerator (
    scenario, plimsoll_accelerator_list_lookup (plimsoll_catalog_get_accelerators (catalog),
                                                "nvidia-rtx-4090"));
  plimsoll_scenario_set_context_length (scenario, 6000);
  g_object_set (scenario, "prompt-length", 4000, "unified-kv", TRUE, NULL);
  sizer = plimsoll_sizer_new (scenario);
  plimsoll_requests_curve_init (&curve, sizer, 4000, 2000);
  plimsoll_solve (sizer, PLIMSOLL_SOLVE_REQUESTS, NULL, FALSE, &solution);
  g_assert_cmpuint (curve.each, ==, 6000);
  g_assert_cmpuint (curve.n, >, 3);
  g_assert_cmpuint (curve.requests[curve.n - 1], ==, solution.requests);

  for (guint i = 0; i < curve.n; i++)
    {
      PlimsollQuestion question;
      PlimsollEstimate estimate;

      plimsoll_scenario_get_question (scenario, &question);
      question.parallel = curve.requests[i];
      question.context = 6000 * (guint64) curve.requests[i];
      plimsoll_sizer_estimate_with (sizer, NULL, NULL, &question, &estimate);
      g_assert_cmpfloat (curve.together[i], ==, estimate.speed.batch.value);
      /* More get more together, and less each. */
      if (i > 0)
        {
          g_assert_cmpfloat (curve.together[i], >, curve.together[i - 1]);
          g_assert_cmpfloat (curve.together[i] / curve.requests[i], <,
                             curve.together[i - 1] / curve.requests[i - 1]);
        }
    }

  /* One too many does not fit. */
  plimsoll_requests_curve_init (&curve, sizer, 1, 1000000);
  g_assert_cmpuint (curve.n, ==, 0);
  g_object_set (scenario, "accelerator-count", 0, NULL);
  plimsoll_requests_curve_init (&curve, sizer, 4000, 2000);
  g_assert_cmpuint (curve.n, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/requests-curve/every-point", test_curve);
  return g_test_run ();
}
