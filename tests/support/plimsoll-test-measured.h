/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The errors that the program states are those that a test has just measured. */

#pragma once

#include "plimsoll-measured.h"

#include <math.h>

#define PLIMSOLL_TEST_EXACT_PERCENT 0.01

static inline int
plimsoll_test_compare_errors (gconstpointer a, gconstpointer b)
{
  const double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* @errors: (element-type double): of the rule's rows, in percent; within half of the last digit
 * that is stated. */
static inline void
plimsoll_test_measured (PlimsollMeasuredRule rule, const GArray *errors)
{
  const PlimsollMeasured *stated = plimsoll_measured (rule);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (double));
  guint exact = 0;

  for (guint i = 0; i < errors->len; i++)
    {
      const double size = fabs (g_array_index (errors, double, i));

      g_array_append_val (sizes, size);
      exact += size < PLIMSOLL_TEST_EXACT_PERCENT;
    }
  g_array_sort (sizes, plimsoll_test_compare_errors);

  g_test_message ("rule %u: { %u, %u, %.3f, %.2f, %.1f }", rule, sizes->len, exact,
                  g_array_index (sizes, double, sizes->len / 2),
                  g_array_index (sizes, double, sizes->len * 9 / 10),
                  g_array_index (sizes, double, sizes->len - 1));
  g_assert_cmpuint (stated->n, ==, sizes->len);
  g_assert_cmpuint (stated->exact, ==, exact);
  g_assert_cmpfloat_with_epsilon (stated->median, g_array_index (sizes, double, sizes->len / 2),
                                  0.00051);
  g_assert_cmpfloat_with_epsilon (stated->ninetieth,
                                  g_array_index (sizes, double, sizes->len * 9 / 10), 0.0051);
  g_assert_cmpfloat_with_epsilon (stated->worst, g_array_index (sizes, double, sizes->len - 1),
                                  0.051);
}
