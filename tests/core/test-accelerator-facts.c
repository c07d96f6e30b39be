/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-accelerator-facts.h"

#include <math.h>

#define GIB (G_GUINT64_CONSTANT (1) << 30)
#define MIB (G_GUINT64_CONSTANT (1) << 20)

static void
test_unknown (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);

  g_assert_cmpuint (facts.devices, ==, 1);
  g_assert_true (isnan (facts.bandwidth_gbs));
  g_assert_true (isnan (facts.fp16_tflops));
  g_assert_true (isnan (facts.power_w));
  g_assert_true (isnan (facts.pcie_gbs));
  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 0);
  g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (&facts), ==, 0);
  g_assert_cmpuint (plimsoll_physical_memory_bytes (&facts), ==, 0);
}

static void
test_usable_discrete (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.memory_bytes_nominal = 24 * GIB;

  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==,
                    24 * GIB / 100 * 95 + 24 * GIB % 100 * 95 / 100);
  g_assert_cmpuint (plimsoll_physical_memory_bytes (&facts), ==, 24 * GIB);

  /* An L4: its error correction keeps a part of what the box says. */
  facts.memory_bytes_reported = 23034 * MIB;
  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), >,
                    plimsoll_physical_memory_bytes (&facts));
  g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (&facts), <,
                    plimsoll_physical_memory_bytes (&facts));
  g_assert_cmpuint (plimsoll_physical_memory_bytes (&facts), ==, 23034 * MIB);

  /* A card that reports more than its box says is not given more for it. */
  facts.memory_bytes_reported = 25 * GIB;
  g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (&facts), ==,
                    plimsoll_usable_memory_bytes (&facts));
}

static void
test_usable_unified (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.unified = TRUE;
  facts.memory_bytes_nominal = 100 * GIB;

  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 78 * GIB);
  facts.unified_percent = 90;
  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 90 * GIB);
  /* Only of what is unified. */
  facts.unified = FALSE;
  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 95 * GIB);
}

static void
test_usable_measured (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.unified = TRUE;
  facts.memory_bytes_nominal = 128 * GIB;
  facts.memory_bytes_reported = 1 * GIB;
  facts.memory_bytes_usable = 124 * GIB;

  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 124 * GIB);
  g_assert_cmpuint (plimsoll_usable_memory_bytes_careful (&facts), ==, 124 * GIB);
}

static void
test_usable_reported_only (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.memory_bytes_reported = 100 * MIB;

  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, 95 * MIB);
}

static void
test_usable_huge (void)
{
  PlimsollAcceleratorFacts facts;

  plimsoll_accelerator_facts_init (&facts);
  facts.memory_bytes_nominal = G_MAXUINT64;

  g_assert_cmpuint (plimsoll_usable_memory_bytes (&facts), ==, G_MAXUINT64 / 100 * 95 + 14);
}

static void
test_per_device (void)
{
  PlimsollAcceleratorFacts board;
  PlimsollAcceleratorFacts device;

  plimsoll_accelerator_facts_init (&board);
  board.devices = 4;
  board.memory_bytes_nominal = 64 * GIB;
  board.bandwidth_gbs = 800;
  board.power_w = 250;
  board.pcie_gbs = 31.5;

  plimsoll_accelerator_facts_per_device (&board, &device);

  g_assert_cmpuint (device.devices, ==, 1);
  g_assert_cmpuint (device.memory_bytes_nominal, ==, 16 * GIB);
  g_assert_cmpfloat (device.bandwidth_gbs, ==, 200);
  g_assert_cmpfloat (device.power_w, ==, 62.5);
  g_assert_cmpfloat (device.pcie_gbs, ==, 31.5);
  g_assert_true (isnan (device.fp16_tflops));
}

static void
test_pcie (void)
{
  g_assert_cmpfloat_with_epsilon (plimsoll_pcie_gbs (3, 16), 15.754, 0.001);
  g_assert_cmpfloat_with_epsilon (plimsoll_pcie_gbs (4, 16), 31.508, 0.001);
  g_assert_cmpfloat_with_epsilon (plimsoll_pcie_gbs (5, 8), 31.508, 0.001);
  g_assert_cmpfloat_with_epsilon (plimsoll_pcie_gbs (1, 4), 1.0, 0.001);
  g_assert_true (isnan (plimsoll_pcie_gbs (0, 16)));
  g_assert_true (isnan (plimsoll_pcie_gbs (8, 16)));
  g_assert_true (isnan (plimsoll_pcie_gbs (4, 0)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/accelerator-facts/unknown", test_unknown);
  g_test_add_func ("/core/accelerator-facts/usable-discrete", test_usable_discrete);
  g_test_add_func ("/core/accelerator-facts/usable-unified", test_usable_unified);
  g_test_add_func ("/core/accelerator-facts/usable-measured", test_usable_measured);
  g_test_add_func ("/core/accelerator-facts/usable-reported-only", test_usable_reported_only);
  g_test_add_func ("/core/accelerator-facts/usable-huge", test_usable_huge);
  g_test_add_func ("/core/accelerator-facts/per-device", test_per_device);
  g_test_add_func ("/core/accelerator-facts/pcie", test_pcie);

  return g_test_run ();
}
