/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-fact-date.h"

static void
assert_period (const char *text, const char *first, const char *last)
{
  GDate from, to;
  char buffer[16];

  g_assert_true (plimsoll_fact_date_parse (text, &from, &to));
  g_date_strftime (buffer, sizeof buffer, "%Y-%m-%d", &from);
  g_assert_cmpstr (buffer, ==, first);
  g_date_strftime (buffer, sizeof buffer, "%Y-%m-%d", &to);
  g_assert_cmpstr (buffer, ==, last);
}

static void
test_periods (void)
{
  assert_period ("2026-10-10", "2026-10-10", "2026-10-10");
  assert_period ("2024-02", "2024-02-01", "2024-02-29");
  assert_period ("2026", "2026-01-01", "2026-12-31");
  assert_period ("2025/2026", "2025-01-01", "2026-12-31");
  g_assert_true (plimsoll_fact_date_parse ("2026", NULL, NULL));
}

static void
test_no_dates (void)
{
  static const char *const texts[] = {
    "",           "26",        "20260",         "2026-", "2026-1",    "2026-00", "2026-13",
    "2026-02-29", "2026-10-1", "2026-10-100",   "2026/", "2026/2025", "2025/26", "2025/2026-01",
    "0000",       "9999",      "2026-10-10T00", " 2026", "tomorrow",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GDate first;

      g_test_message ("“%s”", texts[i]);
      g_assert_false (plimsoll_fact_date_parse (texts[i], &first, NULL));
      g_assert_false (g_date_valid (&first));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/catalog/fact-date/periods", test_periods);
  g_test_add_func ("/catalog/fact-date/no-dates", test_no_dates);

  return g_test_run ();
}
