/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-labels.h"

#include "plimsoll-answer.h"

static void
assert_exactness (const PlimsollEstimate *estimate, const char *expected)
{
  g_autofree char *label = plimsoll_label_exactness (estimate);

  g_assert_cmpstr (label, ==, expected);
}

/* What was measured to be within 2 % says so, and nothing else does. */
static void
test_exactness (void)
{
  PlimsollEstimate estimate = { .valid = TRUE };

  estimate.memory.n_devices = 1;
  estimate.memory.weights_exactness = PLIMSOLL_EXACT;
  estimate.memory.cache_exactness = PLIMSOLL_EXACT;
  estimate.memory.compute_exactness = PLIMSOLL_MODELLED;
  assert_exactness (&estimate, "Weights and cache exact, buffers ± 2 %");

  estimate.memory.state = 52690944;
  assert_exactness (&estimate, "Weights and cache exact, buffers modelled");
  estimate.memory.state = 0;
  estimate.memory.kv_host = 1;
  assert_exactness (&estimate, "Weights and cache exact, buffers modelled");
  estimate.memory.kv_host = 0;
  estimate.memory.n_devices = 0;
  assert_exactness (&estimate, "Weights and cache exact, buffers modelled");

  estimate.memory.cache_exactness = PLIMSOLL_MODELLED;
  assert_exactness (&estimate, "Weights exact, cache and buffers modelled");
  estimate.memory.weights_exactness = PLIMSOLL_MODELLED;
  assert_exactness (&estimate, "Modelled from the number of parameters");
}

/* Four verdicts: four words, four icons, four classes. */
static void
test_verdicts (void)
{
  const PlimsollVerdict verdicts[] = { PLIMSOLL_VERDICT_FITS, PLIMSOLL_VERDICT_TIGHT,
                                       PLIMSOLL_VERDICT_OFFLOAD, PLIMSOLL_VERDICT_EXCEEDS };

  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    for (guint k = 0; k < i; k++)
      {
        g_assert_cmpstr (plimsoll_answer_word (verdicts[i]), !=,
                         plimsoll_answer_word (verdicts[k]));
        g_assert_cmpstr (plimsoll_verdict_icon (verdicts[i]), !=,
                         plimsoll_verdict_icon (verdicts[k]));
        g_assert_cmpstr (plimsoll_verdict_class (verdicts[i]), !=,
                         plimsoll_verdict_class (verdicts[k]));
      }
}

/* A part in system memory by hand leaves some to spare; by a plan it is over as it was asked. */
static void
test_offload (void)
{
  PlimsollEstimate estimate = { .valid = TRUE, .verdict = PLIMSOLL_VERDICT_OFFLOAD };
  g_autofree char *spare = NULL;
  g_autofree char *over = NULL;

  estimate.headroom = G_GINT64_CONSTANT (3) << 29;
  spare = plimsoll_label_verdict_title (&estimate);
  g_assert_cmpstr (spare, ==, "Offload · 1.5 GiB to spare");
  estimate.headroom = -(G_GINT64_CONSTANT (3) << 29);
  over = plimsoll_label_verdict_title (&estimate);
  g_assert_cmpstr (over, ==, "Offload · 1.5 GiB over");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/labels/exactness", test_exactness);
  g_test_add_func ("/labels/verdicts", test_verdicts);
  g_test_add_func ("/labels/offload", test_offload);

  return g_test_run ();
}
