/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "plimsoll-cost-answer.h"

#include "plimsoll-answer.h"
#include "plimsoll-cost-lines.h"
#include "plimsoll-format.h"
#include "plimsoll-scenario-private.h"

#include <glib/gi18n.h>
#include <math.h>

/* That are listed in text, the cheapest by the token first. */
#define MAX_ROWS 20

static PlimsollScenario *
scenario_of (PlimsollCostModel *model)
{
  return plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (model));
}

static char *
money (PlimsollCostModel *model, double amount)
{
  return plimsoll_format_money (amount, scenario_of (model)->currency);
}

/* "1.2 M": as tokens are sold. */
static char *
format_tokens_sold (double tokens)
{
  g_autofree char *number = NULL;

  if (tokens < 1e6)
    return plimsoll_format_number (tokens, 0);

  number = plimsoll_format_number (tokens / 1e6, tokens < 1e8 ? 1 : 0);

  /* Translators: a number of millions. */
  return g_strdup_printf (_("%s million"), number);
}

/* --- The sentence --- */

static char *
title_compared (const PlimsollCostSummary *summary)
{
  g_autofree char *months = NULL;

  switch (summary->break_even.kind)
    {
    case PLIMSOLL_BREAK_EVEN_AT_ONCE:
      return g_strdup (_("Buying pays for itself at once"));
    case PLIMSOLL_BREAK_EVEN_WITHIN:
      if (summary->break_even.months < 1)
        return g_strdup (_("Buying pays for itself within the first month"));
      months = plimsoll_cost_format_months (summary->break_even.months);
      /* Translators: a number of months, "9.1". */
      return g_strdup_printf (_("Buying pays for itself after %s months"), months);
    case PLIMSOLL_BREAK_EVEN_AT_RESALE:
      return g_strdup (_("Buying pays for itself only by what the resale brings"));
    case PLIMSOLL_BREAK_EVEN_BEYOND:
      /* Translators: a number of months. */
      return g_strdup_printf (ngettext ("Buying does not pay for itself within %u month",
                                        "Buying does not pay for itself within %u months",
                                        summary->terms.horizon),
                              summary->terms.horizon);
    case PLIMSOLL_BREAK_EVEN_NEVER:
      if (summary->rent <= 0)
        return g_strdup (_("Without use, buying never pays for itself"));
      return g_strdup (
        _("Buying never pays for itself: the power alone costs as much as the rent"));
    case PLIMSOLL_BREAK_EVEN_UNKNOWN:
    default:
      return g_strdup (_("Whether buying pays for itself is not known"));
    }
}

char *
plimsoll_cost_title (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *hardware = plimsoll_answer_hardware (scenario_of (model));

  switch (summary->fault)
    {
    case PLIMSOLL_COST_REFUSED:
      return plimsoll_answer_reason (
        plimsoll_sizer_get_estimate (plimsoll_cost_model_get_sizer (model)));
    case PLIMSOLL_COST_NO_OFFER:
      return g_strdup (_("No offer in the catalogue can run this"));
    case PLIMSOLL_COST_NO_RENT:
      return g_strdup (_("What renting costs is not known: the speed of no offer is"));
    case PLIMSOLL_COST_NO_HARDWARE:
      return g_strdup (_("There is no accelerator to buy"));
    case PLIMSOLL_COST_CANNOT_RUN:
      /* Translators: accelerators. */
      return g_strdup_printf (_("%s cannot run this, so that buying is no choice"), hardware);
    case PLIMSOLL_COST_UNKNOWN_SPEED:
      /* Translators: accelerators. */
      return g_strdup_printf (
        _("How fast %s runs this is not known, so that buying is not compared"), hardware);
    case PLIMSOLL_COST_TOO_SLOW:
      /* Translators: accelerators, and how many times as many of them. */
      return g_strdup_printf (_("%s makes too few tokens in a month: it takes %u times as much"),
                              hardware, summary->instances);
    case PLIMSOLL_COST_PRICE_UNKNOWN:
      /* Translators: accelerators. */
      return g_strdup_printf (_("What %s costs is not known"), hardware);
    case PLIMSOLL_COST_POWER_UNKNOWN:
      /* Translators: accelerators. */
      return g_strdup_printf (_("What power %s draws is not known"), hardware);
    case PLIMSOLL_COST_COMPARED:
    default:
      return title_compared (summary);
    }
}

static char *
detail_compared (PlimsollCostModel *model, const PlimsollCostSummary *summary)
{
  const PlimsollBreakEven *even = &summary->break_even;
  const char *provider =
    plimsoll_cloud_offer_get_provider (plimsoll_rental_get_offer (summary->rental));
  g_autofree char *rented = money (model, even->rented);
  g_autofree char *bought = money (model, even->bought);
  g_autofree char *months = NULL;
  g_autofree char *totals =
    summary->terms.resale > 0
      /* Translators: months, a provider, and two amounts of money. */
      ? g_strdup_printf (ngettext ("After %u month renting from %s costs %s; buying costs %s, "
                                   "resale counted",
                                   "After %u months renting from %s costs %s; buying costs %s, "
                                   "resale counted",
                                   summary->terms.horizon),
                         summary->terms.horizon, provider, rented, bought)
      : g_strdup_printf (ngettext ("After %u month renting from %s costs %s; buying costs %s",
                                   "After %u months renting from %s costs %s; buying costs %s",
                                   summary->terms.horizon),
                         summary->terms.horizon, provider, rented, bought);

  if (even->kind != PLIMSOLL_BREAK_EVEN_BEYOND)
    return g_steal_pointer (&totals);

  months = plimsoll_cost_format_months (even->months);

  /* Translators: what both cost after so long, and a number of months. */
  return g_strdup_printf (_("%s; it would take %s months"), totals, months);
}

/* What can be said of renting alone. */
static char *
detail_rent (PlimsollCostModel *model, const PlimsollCostSummary *summary)
{
  g_autofree char *rent = NULL;
  g_autofree char *rental = NULL;

  if (summary->rental == NULL || isnan (summary->rent))
    return NULL;

  rent = money (model, summary->rent);
  rental = plimsoll_rental_describe (summary->rental);

  /* Translators: an amount of money, a provider and its hardware. */
  return g_strdup_printf (_("Renting costs %s a month (%s)"), rent, rental);
}

char *
plimsoll_cost_detail (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *rent = detail_rent (model, summary);
  const char *what = NULL;

  switch (summary->fault)
    {
    case PLIMSOLL_COST_COMPARED:
      return detail_compared (model, summary);
    case PLIMSOLL_COST_NO_OFFER:
      return g_strdup (_("It fits whole on no instance that a provider lets"));
    case PLIMSOLL_COST_NO_RENT:
      return g_strdup (_("A load in hours needs no speed"));
    case PLIMSOLL_COST_PRICE_UNKNOWN:
      what = _("enter a purchase price to compare buying");
      break;
    case PLIMSOLL_COST_POWER_UNKNOWN:
      what = _("enter a power draw to compare buying");
      break;
    case PLIMSOLL_COST_REFUSED:
    case PLIMSOLL_COST_NO_HARDWARE:
    case PLIMSOLL_COST_CANNOT_RUN:
    case PLIMSOLL_COST_UNKNOWN_SPEED:
    case PLIMSOLL_COST_TOO_SLOW:
    default:
      return g_steal_pointer (&rent);
    }

  /* Translators: what renting costs, and what to do for more. */
  return g_strdup_printf (_("%s; %s"), rent, what);
}

/* --- By the token --- */

/* "below 1.2 million tokens a day cheaper than renting": true also where nobody makes so many. */
static void
add_below (GStrvBuilder *parts, double below, double capacity, const char *other)
{
  g_autofree char *tokens = NULL;

  if (isnan (below))
    return;

  if (below >= capacity || below <= 0)
    {
      g_strv_builder_take (parts,
                           /* Translators: "renting", "buying". */
                           g_strdup_printf (below > 0
                                              ? _("cheaper than %s at any load that this carries")
                                              : _("at any load dearer than %s"),
                                            other));
      return;
    }

  tokens = format_tokens_sold (below);
  /* Translators: a number of tokens; "renting", "buying". */
  g_strv_builder_take (parts, g_strdup_printf (_("below %s tokens a day cheaper than %s"), tokens,
                                               other));
}

char *
plimsoll_cost_api_text (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  const PlimsollCostTerms *terms = &summary->terms;
  g_autoptr (GStrvBuilder) below = g_strv_builder_new ();
  g_auto (GStrv) parts = NULL;
  g_autofree char *cheaper = NULL;
  g_autofree char *per_million = money (model, summary->api_per_million);
  g_autofree char *a_month = money (model, summary->api_a_month);
  g_autofree char *price = NULL;

  if (isnan (terms->api_input_price) && isnan (terms->api_output_price))
    return NULL;
  if (isnan (summary->api_per_million))
    return g_strdup (_("An API has a price for input and one for output; enter both"));
  if (summary->api_per_million <= 0)
    return g_strdup (_("An API that costs nothing is cheaper at any load"));

  price = isnan (summary->api_a_month)
            /* Translators: an amount of money. */
            ? g_strdup_printf (_("By the API a million tokens cost %s, three of input for one of "
                                  "output"),
                               per_million)
            /* Translators: two amounts of money. */
            : g_strdup_printf (_("By the API this load costs %s a month, %s a million tokens"),
                               a_month, per_million);
  add_below (below, summary->api_below_rent, summary->rent_capacity, _("renting"));
  add_below (below, summary->api_below_buy, summary->buy_capacity, _("buying"));
  parts = g_strv_builder_end (below);
  if (parts[0] == NULL)
    return g_steal_pointer (&price);

  cheaper = plimsoll_format_list ((const char *const *) parts);
  /* Translators: what the API costs; when that is cheaper. */
  return g_strdup_printf (_("%s; %s"), price, cheaper);
}

/* --- Offers and their age --- */

static char *
date_of (PlimsollRental *rental)
{
  return plimsoll_rental_format_date (
    plimsoll_cloud_offer_get_date (plimsoll_rental_get_offer (rental)));
}

char *
plimsoll_cost_offers_text (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *date = summary->oldest != NULL ? date_of (summary->oldest) : NULL;

  if (summary->n_offers == 0)
    return g_strdup (_("No offers"));

  /* Translators: how many offers, and a date: "May 2026". */
  return g_strdup_printf (ngettext ("%u offer, of %s", "%u offers, the oldest rate of %s",
                                    summary->n_offers),
                          summary->n_offers, date);
}

char *
plimsoll_cost_age_text (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *date = summary->rental != NULL ? date_of (summary->rental) : NULL;

  if (summary->rental != NULL && plimsoll_rental_is_stale (summary->rental))
    /* Translators: a provider, and a date: "May 2026". */
    return g_strdup_printf (
      _("The rate of %s is of %s: more than 90 days old, look it up anew"),
      plimsoll_cloud_offer_get_provider (plimsoll_rental_get_offer (summary->rental)), date);
  if (summary->n_stale > 0)
    return g_strdup_printf (ngettext ("%u rate below is more than 90 days old",
                                      "%u rates below are more than 90 days old", summary->n_stale),
                            summary->n_stale);

  return NULL;
}

const char *
plimsoll_cost_origin_text (PlimsollPriceOrigin origin)
{
  switch (origin)
    {
    case PLIMSOLL_PRICE_ENTERED:
      return _("as entered");
    case PLIMSOLL_PRICE_LIST:
      return _("list price when it came out");
    case PLIMSOLL_PRICE_USED:
      return _("as it goes for used");
    case PLIMSOLL_PRICE_UNKNOWN:
    default:
      return _("not known");
    }
}

/* --- All of it --- */

static void
add_row (GString *text, const char *label, const char *value, const char *aside)
{
  g_string_append (text, "  ");
  plimsoll_format_pad (text, label, 20, FALSE);
  plimsoll_format_pad (text, value, 12, TRUE);
  if (aside != NULL)
    g_string_append_printf (text, "   %s", aside);
  g_string_append_c (text, '\n');
}

static void
add_money (PlimsollCostModel *model,
           GString *text,
           const char *label,
           double amount,
           const char *aside)
{
  g_autofree char *value = money (model, amount);

  add_row (text, label, value, aside);
}

static void
add_terms (PlimsollCostModel *model, GString *text)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  const PlimsollCostTerms *terms = &summary->terms;
  g_autofree char *hours = plimsoll_format_number (terms->hours_per_day, 1);
  g_autofree char *utilization = plimsoll_format_percent (terms->utilization, 0);
  g_autofree char *watts = isnan (terms->power_w) ? g_strdup (PLIMSOLL_FORMAT_UNKNOWN)
                                                  : plimsoll_format_number (terms->power_w, 0);
  g_autofree char *resale = plimsoll_format_percent (terms->resale, 0);
  g_autofree char *draw = g_strdup_printf (_("%s W"), watts);
  g_autofree char *rental =
    summary->rental != NULL ? plimsoll_rental_describe (summary->rental) : NULL;

  if (plimsoll_cost_terms_by_tokens (terms))
    {
      g_autofree char *input = format_tokens_sold (terms->input_tokens);
      g_autofree char *output = format_tokens_sold (terms->output_tokens);

      add_row (text, _("Tokens in a month"), input, NULL);
      add_row (text, _("Tokens out a month"), output, NULL);
    }
  else
    add_row (text, _("Hours a day"), hours, NULL);
  add_row (text, _("Utilization"), utilization, _("of those hours"));
  add_money (model, text, _("Purchase price"), terms->purchase_price,
             plimsoll_cost_origin_text (summary->price_origin));
  add_row (text, _("Power draw"), draw,
           summary->power_entered ? _("as entered") : _("seven tenths of board power"));
  add_row (text, _("Resale value"), resale, _("of the purchase price"));
  add_money (model, text, _("Power a month"), summary->power, NULL);
  add_money (model, text, _("Rent a month"), summary->rent, rental);
}

static void
add_rental (PlimsollCostModel *model, GString *text, PlimsollRental *rental)
{
  static const PlimsollRentalColumn columns[] = {
    PLIMSOLL_RENTAL_PROVIDER, PLIMSOLL_RENTAL_TIER,   PLIMSOLL_RENTAL_HARDWARE,
    PLIMSOLL_RENTAL_PER_HOUR, PLIMSOLL_RENTAL_DECODE, PLIMSOLL_RENTAL_INPUT,
    PLIMSOLL_RENTAL_OUTPUT,   PLIMSOLL_RENTAL_AGE,
  };
  static const guint widths[] = { 18, 12, 37, 9, 8, 9, 9, 10 };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *cell =
        rental != NULL
          ? plimsoll_rental_get_text (rental, columns[i], scenario_of (model)->currency)
          : g_strdup (_(plimsoll_rental_column_info (columns[i])->title));

      plimsoll_format_pad (text, cell, widths[i], i > 2);
      if (i + 1 < G_N_ELEMENTS (columns))
        g_string_append_c (text, ' ');
    }
  g_string_append_c (text, '\n');
}

char *
plimsoll_cost_speed_text (PlimsollCostModel *model)
{
  const PlimsollCostSummary *summary = plimsoll_cost_model_get_summary (model);
  g_autofree char *bought = NULL, *rented = NULL;
  double decode;

  if (summary->fault != PLIMSOLL_COST_COMPARED || isnan (summary->rates.output))
    return NULL;

  decode = plimsoll_rental_get_value (summary->rental, PLIMSOLL_RENTAL_DECODE);
  /* Less is within what is modelled. */
  if (isnan (decode) || (decode < 2 * summary->rates.output && summary->rates.output < 2 * decode))
    return NULL;

  bought = plimsoll_format_speed (summary->rates.output);
  rented = plimsoll_format_speed (decode);

  /* Translators: two speeds, "23 tok/s". */
  return g_strdup_printf (
    _("They are not alike: what is bought answers at %s, what is rented at %s"), bought, rented);
}

char *
plimsoll_cost_to_text (PlimsollCostModel *model)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) rentals = g_ptr_array_new_with_free_func (g_object_unref);
  char *lines[5];

  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (model), NULL);

  lines[0] = plimsoll_cost_title (model);
  lines[1] = plimsoll_cost_detail (model);
  lines[2] = plimsoll_cost_api_text (model);
  lines[3] = plimsoll_cost_speed_text (model);
  lines[4] = plimsoll_cost_age_text (model);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      if (lines[i] != NULL)
        g_string_append_printf (text, "%s\n", lines[i]);
      g_free (lines[i]);
    }
  g_string_append_c (text, '\n');
  add_terms (model, text);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    g_ptr_array_add (rentals, g_list_model_get_item (G_LIST_MODEL (model), i));
  g_ptr_array_sort (rentals, plimsoll_rental_compare_output);
  if (rentals->len > 0)
    {
      g_autofree char *offers = plimsoll_cost_offers_text (model);

      g_string_append_printf (text, "\n%s\n\n", offers);
      add_rental (model, text, NULL);
    }
  for (guint i = 0; i < MIN (rentals->len, MAX_ROWS); i++)
    add_rental (model, text, rentals->pdata[i]);
  if (rentals->len > MAX_ROWS)
    {
      g_string_append_c (text, '\n');
      /* Translators: how many offers. */
      g_string_append_printf (text, _("And %u more; --json lists all"), rentals->len - MAX_ROWS);
      g_string_append_c (text, '\n');
    }

  return g_string_free_and_steal (g_steal_pointer (&text));
}
