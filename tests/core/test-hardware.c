/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-hardware.h"

#include "plimsoll-parallelism.h"
#include "plimsoll-test-spec.h"

#include <math.h>

#define MIB (G_GUINT64_CONSTANT (1) << 20)
#define GIB (G_GUINT64_CONSTANT (1) << 30)

static void
card_init (PlimsollAcceleratorFacts *self, guint64 reported, guint32 devices)
{
  plimsoll_accelerator_facts_init (self);
  self->vendor = PLIMSOLL_VENDOR_NVIDIA;
  self->memory_bytes_reported = reported;
  self->bandwidth_gbs = 480;
  self->devices = devices;
}

static void
test_none (void)
{
  PlimsollHardware hardware;

  plimsoll_hardware_init (&hardware);
  g_assert_cmpuint (hardware.n_devices, ==, 0);
  g_assert_true (isnan (hardware.memory_bandwidth_gbs));
  g_assert_false (plimsoll_hardware_is_mixed (&hardware, 4));
  g_assert_cmpuint (plimsoll_hardware_device (&hardware, 0)->memory_bytes_reported, ==, 0);
  g_assert_true (isnan (plimsoll_hardware_device (&hardware, 0)->bandwidth_gbs));
}

static void
test_boards (void)
{
  PlimsollAcceleratorFacts double_board, card;
  PlimsollHardware hardware;

  /* A board of two devices, as a K80 is: each has half of what the board has. */
  card_init (&double_board, 24 * GIB, 2);
  card_init (&card, 12 * GIB + 1, 1);
  plimsoll_hardware_init (&hardware);
  g_assert_true (plimsoll_hardware_add (&hardware, &double_board, 2));
  g_assert_true (plimsoll_hardware_add (&hardware, &card, 1));
  g_assert_cmpuint (hardware.n_devices, ==, 5);
  g_assert_cmpuint (hardware.n_kinds, ==, 2);
  for (guint32 i = 0; i < 4; i++)
    {
      const PlimsollAcceleratorFacts *device = plimsoll_hardware_device (&hardware, i);

      g_assert_cmpuint (device->memory_bytes_reported, ==, 12 * GIB);
      g_assert_cmpfloat (device->bandwidth_gbs, ==, 240);
    }
  g_assert_cmpuint (plimsoll_hardware_device (&hardware, 4)->memory_bytes_reported, ==,
                    12 * GIB + 1);
  /* More of the same, of the first kind. */
  g_assert_true (plimsoll_hardware_device (&hardware, 5) == &hardware.kinds[0]);
  g_assert_false (plimsoll_hardware_is_mixed (&hardware, 4));
  g_assert_true (plimsoll_hardware_is_mixed (&hardware, 5));
}

static void
test_bounds (void)
{
  PlimsollAcceleratorFacts double_board, card;
  PlimsollHardware hardware;

  card_init (&double_board, 24 * GIB, 2);
  card_init (&card, 12 * GIB, 1);
  plimsoll_hardware_init (&hardware);
  g_assert_true (plimsoll_hardware_add (&hardware, &card, 1));
  /* 15 are free, and no half of a board can be had. */
  g_assert_false (plimsoll_hardware_add (&hardware, &double_board, 8));
  g_assert_cmpuint (hardware.n_devices, ==, 15);
  g_assert_true (plimsoll_hardware_add (&hardware, &card, 1));
  g_assert_false (plimsoll_hardware_add (&hardware, &card, 1));
  g_assert_true (plimsoll_hardware_add (&hardware, &card, 0));
  g_assert_cmpuint (hardware.n_devices, ==, PLIMSOLL_MAX_DEVICES);

  plimsoll_hardware_init (&hardware);
  for (guint i = 0; i < PLIMSOLL_MAX_ACCELERATOR_KINDS; i++)
    g_assert_true (plimsoll_hardware_add (&hardware, &card, 1));
  g_assert_false (plimsoll_hardware_add (&hardware, &card, 1));
  g_assert_cmpuint (hardware.n_devices, ==, PLIMSOLL_MAX_ACCELERATOR_KINDS);

  plimsoll_hardware_init_one_kind (&hardware, &card, 99);
  g_assert_cmpuint (hardware.n_devices, ==, PLIMSOLL_MAX_DEVICES);
  g_assert_cmpuint (hardware.n_kinds, ==, 1);
}

/* 24,576 and 12,288 MiB, 400 MiB of a process's own on each, and 100 MiB of others. */
static void
test_shares (void)
{
  PlimsollAcceleratorFacts large, small, unknown;
  PlimsollHardware hardware;
  PlimsollQuestion question;

  card_init (&large, 24 * GIB, 1);
  card_init (&small, 12 * GIB, 1);
  plimsoll_hardware_init (&hardware);
  plimsoll_hardware_add (&hardware, &large, 1);
  plimsoll_hardware_add (&hardware, &small, 1);

  plimsoll_question_init (&question);
  question.n_devices = 2;
  question.memory_in_use = 100 * MIB;
  plimsoll_hardware_set_shares (&hardware, &question);
  g_assert_cmpfloat (question.device_shares[0], ==, (float) (24076 * MIB));
  g_assert_cmpfloat (question.device_shares[1], ==, (float) (11788 * MIB));

  /* What was given stays. */
  question.device_shares[0] = 0;
  question.device_shares[1] = 3;
  plimsoll_hardware_set_shares (&hardware, &question);
  g_assert_cmpfloat (question.device_shares[0], ==, 0);
  g_assert_cmpfloat (question.device_shares[1], ==, 3);

  /* Equal ones are not looked at; neither can what is not known be divided by. */
  question.n_devices = 1;
  question.device_shares[1] = 0;
  plimsoll_hardware_set_shares (&hardware, &question);
  g_assert_cmpfloat (question.device_shares[0], ==, 0);
  plimsoll_accelerator_facts_init (&unknown);
  plimsoll_hardware_add (&hardware, &unknown, 1);
  question.n_devices = 3;
  plimsoll_hardware_set_shares (&hardware, &question);
  for (guint32 i = 0; i < 3; i++)
    g_assert_cmpfloat (question.device_shares[i], ==, 0);
}

static void
assert_counts (const char *model, const char *expected)
{
  g_autoptr (PlimsollModelSpec) spec = plimsoll_test_spec (model);
  g_autoptr (GString) list = g_string_new (NULL);
  guint32 counts[PLIMSOLL_MAX_DEVICES];
  const guint32 n = plimsoll_parallelism_counts (spec, PLIMSOLL_MAX_DEVICES, counts);

  for (guint32 i = 0; i < n; i++)
    g_string_append_printf (list, "%s%u", i > 0 ? " " : "", counts[i]);
  g_assert_cmpstr (list->str, ==, expected);
}

/* Heads and KV heads are of the models' own configs. */
static void
test_counts (void)
{
  assert_counts ("llama-3.1-8b", "1 2 4 8 16");     /* 32 and 8 */
  assert_counts ("deepseek-r1-671b", "1 2 4 8 16"); /* 128, one latent */
  assert_counts ("qwen2.5-0.5b", "1 2 14");         /* 14 and 2: not 7, which cuts KV heads */

  g_assert_cmpuint (plimsoll_parallelism_kv_heads (8, 4), ==, 2);
  g_assert_cmpuint (plimsoll_parallelism_kv_heads (8, 16), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/hardware/none", test_none);
  g_test_add_func ("/hardware/boards", test_boards);
  g_test_add_func ("/hardware/bounds", test_bounds);
  g_test_add_func ("/hardware/shares", test_shares);
  g_test_add_func ("/hardware/counts", test_counts);

  return g_test_run ();
}
