/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-estimate.h"
#include "plimsoll-test-spec.h"

#include <stdio.h>

#define N_ESTIMATES 1000000
#define ROUNDS 5

typedef struct
{
  const char *name;
  const char *model;
  guint32 n_devices;
  guint64 memory;  /* GiB of each */
  gboolean serves; /* by vLLM */
} Case;

static void
case_question (const Case *self, PlimsollQuestion *question, guint i)
{
  plimsoll_question_init (question);
  question->context = 256 * (1 + i % 512);
  question->n_devices = self->n_devices;
  if (self->serves)
    question->engine = PLIMSOLL_ENGINE_VLLM;
}

/* Returns nanoseconds an estimate, the best of some rounds. */
static double
case_run (const Case *self)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (self->model);
  g_autoptr (PlimsollTensorPlan) plan = plimsoll_tensor_plan_new (spec);
  g_autoptr (PlimsollWeights) weights =
    self->serves ? plimsoll_weights_new_native (spec, plan, PLIMSOLL_NATIVE_AWQ, 0)
                 : plimsoll_weights_new (spec, plan, PLIMSOLL_FILE_TYPE_Q4_K_M, TRUE);
  PlimsollAcceleratorFacts card;
  PlimsollHardware hardware;
  guint64 sum = 0;
  double best = G_MAXDOUBLE;

  plimsoll_accelerator_facts_init (&card);
  card.vendor = PLIMSOLL_VENDOR_NVIDIA;
  card.memory_bytes_nominal = self->memory << 30;
  plimsoll_hardware_init_one_kind (&hardware, &card, self->n_devices);

  for (guint round = 0; round < ROUNDS; round++)
    {
      const gint64 start = g_get_monotonic_time ();

      for (guint i = 0; i < N_ESTIMATES / ROUNDS; i++)
        {
          PlimsollQuestion question;
          PlimsollEstimate estimate;

          case_question (self, &question, i);
          plimsoll_estimate (spec, weights, &hardware, &question, &estimate);
          g_assert (estimate.valid);
          sum += estimate.longest_context;
        }

      best = MIN (best, (double) (g_get_monotonic_time () - start) * 1000 / (N_ESTIMATES / ROUNDS));
    }

  g_assert (sum > 0);

  return best;
}

int
main (int argc, char *argv[])
{
  static const Case cases[] = {
    { "dense, room for all its context", "llama-3.1-8b", 1, 80 },
    { "dense, longest context within", "llama-3.1-8b", 1, 16 },
    { "sliding windows", "gemma-3-27b", 1, 24 },
    { "mixture with MLA", "deepseek-r1-671b", 1, 400 },
    { "hybrid", "qwen3.5-35b-a3b", 1, 24 },
    { "four devices", "llama-3.3-70b", 4, 16 },
    { "vLLM, dense", "llama-3.1-8b", 1, 24, TRUE },
    { "vLLM, hybrid on four devices", "qwen3.5-35b-a3b", 4, 24, TRUE },
  };
  double worst = 0;

  /* The models of the tests are found by it; it turns what g_print() prints into comments. */
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const double ns = case_run (&cases[i]);

      printf ("estimate, %s (%s): %.0f ns (budget 2000 ns)\n", cases[i].name, cases[i].model, ns);
      worst = MAX (worst, ns);
    }

  printf ("estimate, slowest: %.2f million a second (budget 1)\n", 1000 / worst);

  return 0;
}
