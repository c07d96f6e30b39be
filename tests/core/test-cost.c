/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cost.h"

#include "plimsoll-test-truth.h"

#include <math.h>

#define NAN_D ((double) NAN)

/* The page's own terms; what a row gives is the one thing that differs. */
static double
seed_figure (const char *what, double given)
{
  const double hours = plimsoll_cost_hours_a_month (4);
  const double power = plimsoll_cost_power (700, hours, 0.175);
  PlimsollBreakEven result;

  if (g_str_equal (what, "hours a month"))
    return plimsoll_cost_hours_a_month (given);
  if (g_str_equal (what, "rent a month"))
    return given * hours;
  if (g_str_equal (what, "power a month"))
    return plimsoll_cost_power (given, hours, 0.175);
  /* It shows 0.9 tokens/s, and counts every second of the hour. */
  if (g_str_equal (what, "million tokens"))
    return plimsoll_cost_per_million (given, 0.9, 1);

  g_assert_cmpstr (what, ==, "break-even months");
  plimsoll_cost_break_even (given, 0, 55.52 * hours, power, 36, &result);
  g_assert_cmpint (result.kind, ==, PLIMSOLL_BREAK_EVEN_WITHIN);

  return result.months;
}

/* Every figure to the last digit that the page shows. */
static void
test_seed (void)
{
  g_autoptr (GPtrArray) rows = plimsoll_test_table ("seed-cost.tsv", 3);

  g_assert_cmpuint (rows->len, ==, 6);
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      const char *point = strchr (row[2], '.');
      const double unit = pow (10, -(double) strlen (point + 1));

      g_assert_cmpfloat_with_epsilon (seed_figure (row[0], g_ascii_strtod (row[1], NULL)),
                                      g_ascii_strtod (row[2], NULL), unit / 2 + 1e-9);
    }
}

static void
test_per_million (void)
{
  const PlimsollCostRates rates = { .input = 1000, .output = 100, .concurrent = 400 };
  PlimsollTokenCost cost;

  /* 3.6 an hour: 360,000 tokens are made in it, at nine tenths 324,000. */
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_per_million (3.6, 100, 1), 10, 1e-12);
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_per_million (3.6, 100, 0.9), 10 / 0.9, 1e-12);
  g_assert_cmpfloat (plimsoll_cost_per_million (0, 100, 1), ==, 0);

  plimsoll_cost_of_tokens (3.6, &rates, 1, &cost);
  g_assert_cmpfloat_with_epsilon (cost.input, 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (cost.output, 10, 1e-12);
  g_assert_cmpfloat_with_epsilon (cost.concurrent, 2.5, 1e-12);
}

/* What is bought, by the hour: $3600 over 36 months, a tenth of it back, is $90 a month; 1 kW for
 * 100 hours at 0.1 is $10. */
static void
test_owned (void)
{
  PlimsollCostTerms terms;

  plimsoll_cost_terms_init (&terms);
  terms.purchase_price = 3600;
  terms.resale = 0.1;
  terms.power_w = 1000;
  terms.electricity_price = 0.1;
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_price_a_month (&terms), 90, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_owned_per_hour (&terms, 100), 1, 1e-9);

  /* Not used, more than a month has, and what is not known. */
  g_assert_true (isnan (plimsoll_cost_owned_per_hour (&terms, 0)));
  g_assert_true (isnan (plimsoll_cost_owned_per_hour (&terms, PLIMSOLL_HOURS_A_MONTH * 1.5)));
  g_assert_true (isnan (plimsoll_cost_owned_per_hour (&terms, NAN_D)));
  terms.power_w = NAN_D;
  g_assert_true (isnan (plimsoll_cost_owned_per_hour (&terms, 100)));
}

/* What cannot be known is NAN, and never infinity. */
static void
test_unknown (void)
{
  const PlimsollCostRates none = { NAN_D, NAN_D, NAN_D };
  PlimsollCostTerms terms;
  PlimsollBreakEven result;

  g_assert_true (isnan (plimsoll_cost_per_million (1, 0, 1)));
  g_assert_true (isnan (plimsoll_cost_per_million (1, -1, 1)));
  g_assert_true (isnan (plimsoll_cost_per_million (1, 100, 0)));
  g_assert_true (isnan (plimsoll_cost_per_million (1, NAN_D, 1)));
  g_assert_true (isnan (plimsoll_cost_per_million (NAN_D, 100, 1)));
  g_assert_true (isnan (plimsoll_cost_per_million (1e9, 1e-320, 1)));
  g_assert_true (isnan (plimsoll_cost_power (NAN_D, 100, 1)));

  plimsoll_cost_terms_init (&terms);
  g_assert_true (isnan (plimsoll_cost_api_per_million (&terms)));
  g_assert_true (isnan (plimsoll_cost_api_a_month (&terms)));
  g_assert_true (isnan (plimsoll_cost_capacity_a_day (&terms, &none, 100)));
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_load_hours (&terms, &none), 121.6, 1e-9);
  terms.output_tokens = 1;
  g_assert_true (isnan (plimsoll_cost_load_hours (&terms, &none)));
  g_assert_cmpuint (plimsoll_cost_instances (NAN_D), ==, 0);

  plimsoll_cost_break_even (NAN_D, 0, 10, 1, 36, &result);
  g_assert_cmpint (result.kind, ==, PLIMSOLL_BREAK_EVEN_UNKNOWN);
  g_assert_true (isnan (result.months));
  plimsoll_cost_break_even (100, 0, NAN_D, 1, 36, &result);
  g_assert_cmpint (result.kind, ==, PLIMSOLL_BREAK_EVEN_UNKNOWN);
  plimsoll_cost_break_even (100, 0, 10, NAN_D, 36, &result);
  g_assert_cmpint (result.kind, ==, PLIMSOLL_BREAK_EVEN_UNKNOWN);
}

static void
assert_break_even (double price,
                   double resale,
                   double rent,
                   double power,
                   guint32 horizon,
                   PlimsollBreakEvenKind kind,
                   double months)
{
  PlimsollBreakEven result;

  plimsoll_cost_break_even (price, resale, rent, power, horizon, &result);
  g_assert_cmpint (result.kind, ==, kind);
  if (isnan (months))
    g_assert_true (isnan (result.months) && isnan (result.paid));
  else
    {
      g_assert_cmpfloat_with_epsilon (result.months, months, 1e-9);
      /* Both ways the same was paid by then. */
      g_assert_cmpfloat_with_epsilon (result.paid, rent * months, 1e-6);
      g_assert_cmpfloat_with_epsilon (result.paid, price + power * months, 1e-6);
    }
  g_assert_cmpfloat_with_epsilon (result.rented, rent * horizon, 1e-9);
  g_assert_cmpfloat_with_epsilon (result.bought, price * (1 - resale) + power * horizon, 1e-9);
}

static void
test_break_even (void)
{
  assert_break_even (900, 0, 110, 10, 24, PLIMSOLL_BREAK_EVEN_WITHIN, 9);
  /* What comes back at the end does not bring the crossing nearer. */
  assert_break_even (900, 0.5, 110, 10, 24, PLIMSOLL_BREAK_EVEN_WITHIN, 9);
  /* On the last day of it. */
  assert_break_even (2400, 0, 110, 10, 24, PLIMSOLL_BREAK_EVEN_WITHIN, 24);
  assert_break_even (3000, 0, 110, 10, 24, PLIMSOLL_BREAK_EVEN_BEYOND, 30);
  assert_break_even (3000, 0.19, 110, 10, 24, PLIMSOLL_BREAK_EVEN_BEYOND, 30);
  /* The rent is 2,640 by then, price and power 3,240: 600 less of it are as much. */
  assert_break_even (3000, 0.2, 110, 10, 24, PLIMSOLL_BREAK_EVEN_AT_RESALE, 30);
  assert_break_even (3000, 1, 110, 10, 24, PLIMSOLL_BREAK_EVEN_AT_RESALE, 30);
  assert_break_even (0, 0, 110, 10, 24, PLIMSOLL_BREAK_EVEN_AT_ONCE, 0);
  /* The power alone costs as much, or more; nothing is used. */
  assert_break_even (900, 0, 10, 10, 24, PLIMSOLL_BREAK_EVEN_NEVER, NAN_D);
  assert_break_even (900, 1, 10, 20, 24, PLIMSOLL_BREAK_EVEN_NEVER, NAN_D);
  assert_break_even (0, 0, 10, 20, 24, PLIMSOLL_BREAK_EVEN_NEVER, NAN_D);
  assert_break_even (900, 0, 0, 0, 24, PLIMSOLL_BREAK_EVEN_NEVER, NAN_D);
}

static void
test_load (void)
{
  const PlimsollCostRates one = { .input = 1000, .output = 50, .concurrent = NAN_D };
  const PlimsollCostRates several = { .input = 1000, .output = 50, .concurrent = 200 };
  PlimsollCostTerms terms;

  plimsoll_cost_terms_init (&terms);
  g_assert_false (plimsoll_cost_terms_by_tokens (&terms));

  /* 36 M in are 10 hours, 9 M out are 50; paid at nine tenths. */
  terms.utilization = 1;
  terms.input_tokens = 36e6;
  terms.output_tokens = 9e6;
  g_assert_true (plimsoll_cost_terms_by_tokens (&terms));
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_load_hours (&terms, &one), 60, 1e-9);
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_load_hours (&terms, &several), 22.5, 1e-9);
  terms.utilization = 0.5;
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_load_hours (&terms, &one), 120, 1e-9);

  /* A month has 729.6 hours. */
  g_assert_cmpuint (plimsoll_cost_instances (0), ==, 1);
  g_assert_cmpuint (plimsoll_cost_instances (729.6), ==, 1);
  g_assert_cmpuint (plimsoll_cost_instances (729.7), ==, 2);
  g_assert_cmpuint (plimsoll_cost_instances (1e300), ==, 0);
}

static void
test_api (void)
{
  const PlimsollCostRates rates = { .input = 1000, .output = 50, .concurrent = NAN_D };
  PlimsollCostTerms terms;

  plimsoll_cost_terms_init (&terms);
  terms.api_input_price = 1;
  g_assert_true (isnan (plimsoll_cost_api_per_million (&terms)));

  /* Three of input for one of output: (3 · 1 + 5) / 4. */
  terms.api_output_price = 5;
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_api_per_million (&terms), 2, 1e-12);
  /* 304 a month are 10 a day: five million tokens; where each million costs 1 there too, ten. */
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_api_tokens_a_day (304, 0, 2, 1e9), 5e6, 1e-6);
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_api_tokens_a_day (304, 1, 2, 1e9), 1e7, 1e-6);
  /* No more than is made; dearer or as dear by the token alone; for nothing. */
  g_assert_cmpfloat (plimsoll_cost_api_tokens_a_day (304, 0, 2, 4e6), ==, 4e6);
  g_assert_cmpfloat (plimsoll_cost_api_tokens_a_day (0, 1, 2, 4e6), ==, 0);
  g_assert_cmpfloat (plimsoll_cost_api_tokens_a_day (0, 2, 2, 4e6), ==, 4e6);
  g_assert_cmpfloat (plimsoll_cost_api_tokens_a_day (304, 0, 0, 4e6), ==, 4e6);
  g_assert_true (isnan (plimsoll_cost_api_tokens_a_day (304, 0, 2, NAN_D)));
  g_assert_true (isnan (plimsoll_cost_api_tokens_a_day (304, 0, NAN_D, 1e9)));
  g_assert_true (isnan (plimsoll_cost_api_a_month (&terms)));

  /* As the load has it: half and half. */
  terms.input_tokens = terms.output_tokens = 1e6;
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_api_per_million (&terms), 3, 1e-12);
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_api_a_month (&terms), 6, 1e-12);

  /* Two tokens, one of each, take 21 ms: 30.4 hours a month are one a day. */
  terms.utilization = 1;
  g_assert_cmpfloat_with_epsilon (plimsoll_cost_capacity_a_day (&terms, &rates, 30.4),
                                  3600 * 2 / 0.021, 1e-6);
}

static void
assert_refused (double *field, double value, const PlimsollCostTerms *terms, const char *word)
{
  const double before = *field;

  *field = value;
  g_assert_nonnull (plimsoll_cost_terms_refusal (terms));
  g_assert_nonnull (strstr (plimsoll_cost_terms_refusal (terms), word));
  *field = before;
  g_assert_null (plimsoll_cost_terms_refusal (terms));
}

static void
test_refusal (void)
{
  const double absurd[] = { -1, 1e30, (double) INFINITY };
  PlimsollCostTerms terms;

  plimsoll_cost_terms_init (&terms);
  g_assert_null (plimsoll_cost_terms_refusal (&terms));

  for (guint i = 0; i < G_N_ELEMENTS (absurd); i++)
    {
      assert_refused (&terms.hours_per_day, absurd[i], &terms, "Hours");
      assert_refused (&terms.utilization, absurd[i], &terms, "utilization");
      assert_refused (&terms.input_tokens, absurd[i], &terms, "Tokens");
      assert_refused (&terms.output_tokens, absurd[i], &terms, "Tokens");
      assert_refused (&terms.electricity_price, absurd[i], &terms, "electricity");
      assert_refused (&terms.power_w, absurd[i], &terms, "power");
      assert_refused (&terms.purchase_price, absurd[i], &terms, "purchase");
      assert_refused (&terms.resale, absurd[i], &terms, "resale");
      assert_refused (&terms.api_input_price, absurd[i], &terms, "API");
      assert_refused (&terms.api_output_price, absurd[i], &terms, "API");
    }
  assert_refused (&terms.hours_per_day, NAN_D, &terms, "Hours");
  assert_refused (&terms.hours_per_day, 24.1, &terms, "Hours");
  assert_refused (&terms.utilization, 0, &terms, "utilization");
  terms.horizon = 0;
  g_assert_nonnull (plimsoll_cost_terms_refusal (&terms));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cost/seed", test_seed);
  g_test_add_func ("/cost/per-million", test_per_million);
  g_test_add_func ("/cost/owned", test_owned);
  g_test_add_func ("/cost/unknown", test_unknown);
  g_test_add_func ("/cost/break-even", test_break_even);
  g_test_add_func ("/cost/load", test_load);
  g_test_add_func ("/cost/api", test_api);
  g_test_add_func ("/cost/refusal", test_refusal);

  return g_test_run ();
}
