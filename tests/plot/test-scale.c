/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-scale.h"

#include <math.h>

static void
test_even (void)
{
  PlimsollScale scale = { 0, 24, 10, 250, FALSE };

  g_assert_cmpfloat_with_epsilon (plimsoll_scale_map (&scale, 12), 130, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&scale, 130), 12, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_map (&scale, 48), 490, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&scale, 9000), 24, 1e-9);
}

static void
test_octaves (void)
{
  PlimsollScale scale = { 1024, 262144, 100, 0, TRUE };

  /* Eight octaves, from right to left: 16K is half way. */
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_map (&scale, 16384), 50, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&scale, 50), 16384, 1e-6);
  g_assert_cmpfloat_with_epsilon (plimsoll_scale_invert (&scale, -1), 262144, 1e-6);
}

static void
test_degenerate (void)
{
  PlimsollScale flat = { 5, 5, 0, 100, FALSE }, point = { 1, 2, 7, 7, FALSE };

  g_assert_cmpfloat (plimsoll_scale_map (&flat, 5), ==, 0);
  g_assert_cmpfloat (plimsoll_scale_invert (&flat, 50), ==, 5);
  g_assert_cmpfloat (plimsoll_scale_invert (&point, 7), ==, 1);
}

static void
assert_ticks (const double *ticks, guint n, const double *expected, guint n_expected)
{
  g_assert_cmpuint (n, ==, n_expected);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (ticks[i], expected[i], 1e-9);
}

static void
test_nice_ticks (void)
{
  const double card[] = { 0, 4, 8, 12, 16, 20, 24 };
  const double tenths[] = { 0, 0.2, 0.4 };
  double ticks[PLIMSOLL_MAX_TICKS];

  assert_ticks (ticks, plimsoll_ticks_nice (24, 6, ticks), card, G_N_ELEMENTS (card));
  assert_ticks (ticks, plimsoll_ticks_nice (0.5, 3, ticks), tenths, G_N_ELEMENTS (tenths));
  g_assert_cmpuint (plimsoll_ticks_nice (0, 5, ticks), ==, 1);
  g_assert_cmpuint (plimsoll_ticks_nice ((double) INFINITY, 5, ticks), ==, 1);
  for (double high = 1e-3; high < 1e7; high *= 1.37)
    {
      guint n = plimsoll_ticks_nice (high, 5, ticks);

      g_assert_cmpuint (n, >=, 3);
      g_assert_cmpuint (n, <=, 7);
      g_assert_cmpfloat (ticks[n - 1], <=, high * (1 + 1e-9));
    }
}

static void
test_octave_ticks (void)
{
  const double all[] = { 1024, 2048, 4096, 8192, 16384 };
  const double some[] = { 1024, 4096, 16384 };
  double ticks[PLIMSOLL_MAX_TICKS];

  assert_ticks (ticks, plimsoll_ticks_octaves (1024, 16384, 16, ticks), all, G_N_ELEMENTS (all));
  assert_ticks (ticks, plimsoll_ticks_octaves (1024, 16384, 3, ticks), some, G_N_ELEMENTS (some));
  /* A limit that is no power of two ends at the one below. */
  g_assert_cmpuint (plimsoll_ticks_octaves (1024, 40960, 16, ticks), ==, 6);
  g_assert_cmpfloat (ticks[5], ==, 32768);
  g_assert_cmpuint (plimsoll_ticks_octaves (0, 1024, 4, ticks), ==, 0);
  g_assert_cmpuint (plimsoll_ticks_octaves (1024, 2048, 0, ticks), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/scale/even", test_even);
  g_test_add_func ("/plot/scale/octaves", test_octaves);
  g_test_add_func ("/plot/scale/degenerate", test_degenerate);
  g_test_add_func ("/plot/ticks/nice", test_nice_ticks);
  g_test_add_func ("/plot/ticks/octaves", test_octave_ticks);
  return g_test_run ();
}
