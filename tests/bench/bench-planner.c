/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-planner.h"
#include "plimsoll-test-spec.h"

#include <stdio.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)
#define N_PLANS 400
#define ROUNDS 5

typedef struct
{
  const char *name;
  const char *model;
  guint32 n_devices;
  guint64 memory; /* GiB of each */
} Case;

/* Returns microseconds a plan, the best of some rounds. */
static double
case_run (const Case *self)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (self->model);
  g_autoptr (PlimsollTensorPlan) tensors = plimsoll_tensor_plan_new (spec);
  g_autoptr (PlimsollWeights) weights =
    plimsoll_weights_new (spec, tensors, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE);
  PlimsollAcceleratorFacts card;
  PlimsollHardware hardware;
  PlimsollQuestion question;
  double best = G_MAXDOUBLE;

  plimsoll_accelerator_facts_init (&card);
  card.vendor = PLIMSOLL_VENDOR_NVIDIA;
  card.memory_class = PLIMSOLL_MEMORY_GDDR;
  card.memory_bytes_nominal = self->memory * GIB;
  card.bandwidth_gbs = 1008;
  plimsoll_hardware_init_one_kind (&hardware, &card, self->n_devices);
  plimsoll_question_init (&question);
  question.n_devices = self->n_devices;
  question.system_memory = 1024 * GIB;

  for (guint round = 0; round < ROUNDS; round++)
    {
      const gint64 start = g_get_monotonic_time ();

      for (guint i = 0; i < N_PLANS; i++)
        {
          PlimsollPlan plan;

          question.context = 256 * (1 + i % 512);
          g_assert_true (plimsoll_planner_find (&plan, spec, weights, &hardware, &question, NULL));
        }

      best = MIN (best, (double) (g_get_monotonic_time () - start) / N_PLANS);
    }

  return best;
}

int
main (int argc, char *argv[])
{
  static const Case cases[] = {
    { "experts out", "deepseek-r1-671b", 1, 24 },
    { "experts and layers out", "deepseek-r1-671b", 1, 12 },
    { "experts out, shares", "deepseek-r1-671b", 4, 24 },
    { "layers out", "llama-3.3-70b", 1, 24 },
    { "layers out of three", "llama-3.3-70b", 3, 8 },
  };

  /* The models of the tests are found by it. */
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    printf ("plan, %s (%s): %.1f µs (budget 200 µs)\n", cases[i].name, cases[i].model,
            case_run (&cases[i]));

  return 0;
}
