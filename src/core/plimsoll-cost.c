/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cost.h"

#include "plimsoll-sentence.h"

#include <math.h>

#define MILLION 1e6
#define SECONDS_AN_HOUR 3600

/* Of four tokens, where no load says it: questions are longer than answers. */
#define USUAL_INPUT 0.75

void
plimsoll_cost_terms_init (PlimsollCostTerms *self)
{
  *self = (PlimsollCostTerms) {
    .hours_per_day = 4,
    .utilization = PLIMSOLL_UTILIZATION,
    .electricity_price = 0.175,
    .power_w = (double) NAN,
    .purchase_price = (double) NAN,
    .horizon = 36,
    .api_input_price = (double) NAN,
    .api_output_price = (double) NAN,
  };
}

static gboolean
is_between (double value, double least, double most)
{
  return value >= least && value <= most;
}

/* Unknown, or such an amount. */
static gboolean
is_money (double amount)
{
  return isnan (amount) || is_between (amount, 0, PLIMSOLL_MAX_MONEY);
}

const char *
plimsoll_cost_terms_refusal (const PlimsollCostTerms *self)
{
  if (!is_between (self->hours_per_day, 0, 24))
    return N_("Hours a day are from 0 to 24");
  if (!is_between (self->utilization, 0, 1) || self->utilization <= 0)
    return N_("The utilization is more than 0, and at most 1");
  if (!is_between (self->input_tokens, 0, PLIMSOLL_MAX_TOKENS_A_MONTH)
      || !is_between (self->output_tokens, 0, PLIMSOLL_MAX_TOKENS_A_MONTH))
    return N_("Tokens a month are from 0 to 10^15");
  if (!is_between (self->electricity_price, 0, PLIMSOLL_MAX_MONEY))
    return N_("The price of electricity is from 0 to 10^9");
  if (!is_money (self->power_w))
    return N_("The power is from 0 to 10^9 watts");
  if (!is_money (self->purchase_price))
    return N_("The purchase price is from 0 to 10^9");
  if (!is_between (self->resale, 0, 1))
    return N_("The resale value is from 0 to all of the purchase price");
  if (self->horizon < 1 || self->horizon > PLIMSOLL_MAX_HORIZON)
    return N_("The horizon is from 1 to 240 months");
  if (!is_money (self->api_input_price) || !is_money (self->api_output_price))
    return N_("The prices of an API are from 0 to 10^9 for a million tokens");

  return NULL;
}

gboolean
plimsoll_cost_terms_by_tokens (const PlimsollCostTerms *self)
{
  return self->input_tokens + self->output_tokens > 0;
}

/* What is no number, or past all of them, is not known. */
static double
known (double value)
{
  return isfinite (value) ? value : (double) NAN;
}

double
plimsoll_cost_per_million (double per_hour, double tokens_per_second, double utilization)
{
  if (!(tokens_per_second > 0) || !(utilization > 0))
    return (double) NAN;

  return known (per_hour / (tokens_per_second * SECONDS_AN_HOUR * utilization) * MILLION);
}

void
plimsoll_cost_of_tokens (double per_hour,
                         const PlimsollCostRates *rates,
                         double utilization,
                         PlimsollTokenCost *cost)
{
  cost->input = plimsoll_cost_per_million (per_hour, rates->input, utilization);
  cost->output = plimsoll_cost_per_million (per_hour, rates->output, utilization);
  cost->concurrent = plimsoll_cost_per_million (per_hour, rates->concurrent, utilization);
}

double
plimsoll_cost_hours_a_month (double hours_per_day)
{
  return hours_per_day * PLIMSOLL_DAYS_A_MONTH;
}

/* Seconds; tokens that there are none of need no speed. */
static double
seconds_of (double tokens, double rate)
{
  if (tokens <= 0)
    return 0;

  return rate > 0 ? tokens / rate : (double) NAN;
}

static double
output_rate (const PlimsollCostRates *rates)
{
  return rates->concurrent > 0 ? rates->concurrent : rates->output;
}

double
plimsoll_cost_load_hours (const PlimsollCostTerms *terms, const PlimsollCostRates *rates)
{
  double seconds;

  if (!plimsoll_cost_terms_by_tokens (terms))
    return plimsoll_cost_hours_a_month (terms->hours_per_day);
  if (!(terms->utilization > 0))
    return (double) NAN;

  seconds = seconds_of (terms->input_tokens, rates->input)
            + seconds_of (terms->output_tokens, output_rate (rates));

  return known (seconds / SECONDS_AN_HOUR / terms->utilization);
}

guint
plimsoll_cost_instances (double hours)
{
  const double instances = ceil (hours / PLIMSOLL_HOURS_A_MONTH - 1e-9);

  if (!(instances <= (double) G_MAXINT))
    return 0;

  return MAX ((guint) MAX (instances, 0), 1);
}

double
plimsoll_cost_power (double watts, double hours, double price)
{
  return known (watts / 1000 * hours * price);
}

double
plimsoll_cost_price_a_month (const PlimsollCostTerms *terms)
{
  return known (terms->purchase_price * (1 - terms->resale) / terms->horizon);
}

double
plimsoll_cost_owned_per_hour (const PlimsollCostTerms *terms, double hours)
{
  const double power = plimsoll_cost_power (terms->power_w, hours, terms->electricity_price);

  if (!(hours > 0) || plimsoll_cost_instances (hours) != 1)
    return (double) NAN;

  return known ((plimsoll_cost_price_a_month (terms) + power) / hours);
}

void
plimsoll_cost_break_even (double price,
                          double resale,
                          double rent,
                          double power,
                          guint32 horizon,
                          PlimsollBreakEven *result)
{
  const double spared = rent - power;

  result->kind = PLIMSOLL_BREAK_EVEN_UNKNOWN;
  result->months = result->paid = (double) NAN;
  result->rented = known (rent * horizon);
  result->bought = known (price + power * horizon - price * resale);
  if (isnan (result->rented) || isnan (result->bought))
    return;

  if (spared <= 0)
    {
      result->kind = PLIMSOLL_BREAK_EVEN_NEVER;
      return;
    }

  result->months = known (price / spared);
  result->paid = known (rent * result->months);
  if (isnan (result->months))
    result->kind = PLIMSOLL_BREAK_EVEN_NEVER;
  else if (price <= 0)
    result->kind = PLIMSOLL_BREAK_EVEN_AT_ONCE;
  else if (result->months <= horizon)
    result->kind = PLIMSOLL_BREAK_EVEN_WITHIN;
  else if (result->bought <= result->rented)
    result->kind = PLIMSOLL_BREAK_EVEN_AT_RESALE;
  else
    result->kind = PLIMSOLL_BREAK_EVEN_BEYOND;
}

static double
input_share (const PlimsollCostTerms *terms)
{
  if (!plimsoll_cost_terms_by_tokens (terms))
    return USUAL_INPUT;

  return terms->input_tokens / (terms->input_tokens + terms->output_tokens);
}

double
plimsoll_cost_api_per_million (const PlimsollCostTerms *terms)
{
  const double input = input_share (terms);

  return known (terms->api_input_price * input + terms->api_output_price * (1 - input));
}

double
plimsoll_cost_api_a_month (const PlimsollCostTerms *terms)
{
  if (!plimsoll_cost_terms_by_tokens (terms))
    return (double) NAN;

  return known ((terms->input_tokens * terms->api_input_price
                 + terms->output_tokens * terms->api_output_price)
                / MILLION);
}

double
plimsoll_cost_api_tokens_a_day (double fixed, double variable, double per_million, double most)
{
  const double dearer = per_million - variable;
  double tokens;

  if (isnan (fixed) || isnan (dearer) || isnan (most))
    return (double) NAN;
  if (dearer <= 0)
    return most;

  tokens = fixed / PLIMSOLL_DAYS_A_MONTH / dearer * MILLION;

  return CLAMP (tokens, 0, most);
}

double
plimsoll_cost_capacity_a_day (const PlimsollCostTerms *terms,
                              const PlimsollCostRates *rates,
                              double hours)
{
  const double input = input_share (terms);
  const double seconds =
    seconds_of (input, rates->input) + seconds_of (1 - input, output_rate (rates));

  if (!(seconds > 0))
    return (double) NAN;

  return known (hours / PLIMSOLL_DAYS_A_MONTH * SECONDS_AN_HOUR * terms->utilization / seconds);
}
