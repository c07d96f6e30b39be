/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * What it costs to rent, to buy and to pay by the token. Amounts are in one currency, whichever;
 * tokens are as many as the caller says, not thousands or millions, unless a name has it. NAN: not
 * known, and then what follows from it is NAN too; no function returns infinity.
 */

#define PLIMSOLL_DAYS_A_MONTH 30.4
#define PLIMSOLL_HOURS_A_MONTH (24 * PLIMSOLL_DAYS_A_MONTH)

/** Of board power, what a board draws while it answers. */
#define PLIMSOLL_POWER_SHARE 0.7

/** Of the hours that are paid, those in which tokens are made. */
#define PLIMSOLL_UTILIZATION 0.9
#define PLIMSOLL_MIN_UTILIZATION 0.001

#define PLIMSOLL_MAX_HORIZON 240
#define PLIMSOLL_MAX_MONEY 1e9
#define PLIMSOLL_MAX_TOKENS_A_MONTH 1e15

/** PlimsollCostTerms: on what terms it is used, and what is bought. */
typedef struct
{
  double hours_per_day;     /* 0 to 24 */
  double utilization;       /* share of those in which tokens are made: more than 0, to 1 */
  double input_tokens;      /* a month; with output_tokens 0 too, the load is the hours */
  double output_tokens;     /* a month */
  double electricity_price; /* a kWh */
  double power_w;           /* drawn by what is bought while it is in use */
  double purchase_price;    /* of what is bought */
  double resale;            /* share of it that comes back at the end: 0 to 1 */
  guint32 horizon;          /* months, 1 to %PLIMSOLL_MAX_HORIZON */
  double api_input_price;   /* of a million tokens */
  double api_output_price;  /* of a million tokens */
} PlimsollCostTerms;

/** Sets what is usual: 4 hours a day, 0.175 a kWh, no resale, 36 months; prices and power unknown.
 */
void plimsoll_cost_terms_init (PlimsollCostTerms *self);

/** Returns: (nullable): a static sentence that names what is negative or absurd. */
const char *plimsoll_cost_terms_refusal (const PlimsollCostTerms *self);

/** Returns: whether the load is in tokens, not in hours. */
gboolean plimsoll_cost_terms_by_tokens (const PlimsollCostTerms *self);

/** PlimsollCostRates: how fast tokens go in and come out, tokens/s. */
typedef struct
{
  double input;
  double output;     /* of one request */
  double concurrent; /* of all requests together; NAN or 0: there is one */
} PlimsollCostRates;

/** PlimsollTokenCost: what a million tokens cost. */
typedef struct
{
  double input;
  double output;     /* with one request at a time */
  double concurrent; /* of output, with all requests together */
} PlimsollTokenCost;

/**
 * plimsoll_cost_per_million:
 * @per_hour: what an hour costs
 * @tokens_per_second: while tokens are made
 * @utilization: share of the hour in which they are
 *
 * Returns: per_hour / (tokens_per_second · 3600 · utilization) · 10^6; NAN when any is not known or
 *   nothing is made
 */
double plimsoll_cost_per_million (double per_hour, double tokens_per_second, double utilization);

/** Sets @cost to what tokens cost at @per_hour. */
void plimsoll_cost_of_tokens (double per_hour,
                              const PlimsollCostRates *rates,
                              double utilization,
                              PlimsollTokenCost *cost);

/** Returns: hours a month of @hours_per_day: times 30.4. */
double plimsoll_cost_hours_a_month (double hours_per_day);

/**
 * plimsoll_cost_load_hours:
 *
 * Returns: hours a month for which what has @rates is paid: those of the day; or those that the
 *   tokens take, input and output one after the other, over the utilization. That can be more than
 *   a month has: see plimsoll_cost_instances(). NAN when the speed is not known
 */
double plimsoll_cost_load_hours (const PlimsollCostTerms *terms, const PlimsollCostRates *rates);

/** Returns: how many of it run at once to give @hours in a month, at least 1; 0: not known. */
guint plimsoll_cost_instances (double hours);

/** Returns: @watts · @hours / 1000 · @price. */
double plimsoll_cost_power (double watts, double hours, double price);

/** Returns: what of the price of what is bought falls on a month: less the resale, over the
 * horizon.
 */
double plimsoll_cost_price_a_month (const PlimsollCostTerms *terms);

/**
 * plimsoll_cost_owned_per_hour:
 * @hours: a month in which it is used, as by plimsoll_cost_load_hours()
 *
 * Returns: what an hour of what is bought costs: of its price plimsoll_cost_price_a_month(), and
 * its power; NAN when one of them is not known, it is not used, or it would take more than one of
 * it
 */
double plimsoll_cost_owned_per_hour (const PlimsollCostTerms *terms, double hours);

/** Whether buying becomes cheaper than renting. */
typedef enum
{
  PLIMSOLL_BREAK_EVEN_UNKNOWN,
  PLIMSOLL_BREAK_EVEN_AT_ONCE,   /* it costs nothing to buy, and less to run */
  PLIMSOLL_BREAK_EVEN_WITHIN,    /* before the horizon ends */
  PLIMSOLL_BREAK_EVEN_AT_RESALE, /* only when it is sold at the end */
  PLIMSOLL_BREAK_EVEN_BEYOND,    /* after it */
  PLIMSOLL_BREAK_EVEN_NEVER,     /* renting costs no more than the power */
} PlimsollBreakEvenKind;

/** PlimsollBreakEven: buying beside renting. */
typedef struct
{
  PlimsollBreakEvenKind kind;
  double months; /* after which so much was paid both ways, resale not counted; NAN: never */
  double paid;   /* by then */
  double rented; /* at the end of the horizon */
  double bought; /* at its end: price and power, less the resale */
} PlimsollBreakEven;

/**
 * plimsoll_cost_break_even:
 * @price: of what is bought
 * @resale: share of @price that comes back at the end of @horizon
 * @rent: a month
 * @power: a month
 * @horizon: months
 *
 * months = price / (rent − power). Lines of cost cross there; what the resale gives comes only at
 * the end.
 */
void plimsoll_cost_break_even (double price,
                               double resale,
                               double rent,
                               double power,
                               guint32 horizon,
                               PlimsollBreakEven *result);

/**
 * plimsoll_cost_api_per_million:
 *
 * Returns: what a million tokens cost by the API, input and output mixed as in the load; where
 * there is none, three of input for one of output. NAN unless both prices are known
 */
double plimsoll_cost_api_per_million (const PlimsollCostTerms *terms);

/** Returns: what the load costs by the API a month; NAN: no prices, or no load in tokens. */
double plimsoll_cost_api_a_month (const PlimsollCostTerms *terms);

/**
 * plimsoll_cost_api_tokens_a_day:
 * @fixed: what the other way costs a month, whatever it makes
 * @variable: and for each million tokens
 * @per_million: plimsoll_cost_api_per_million()
 * @most: tokens a day that the other way can make
 *
 * Returns: tokens a day below which the API is the cheaper: fixed a day / (per_million − variable)
 *   · 10^6, no more than @most, which says that it is at any load; 0: at none; NAN: not known
 */
double
plimsoll_cost_api_tokens_a_day (double fixed, double variable, double per_million, double most);

/** Returns: tokens that @rates make in @hours a month, each day, mixed as the API's are; NAN. */
double plimsoll_cost_capacity_a_day (const PlimsollCostTerms *terms,
                                     const PlimsollCostRates *rates,
                                     double hours);

G_END_DECLS
