/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "plimsoll-cost-answer.h"

#include "plimsoll-answer.h"
#include "plimsoll-scenario-private.h"
#include "plimsoll-scenario-state.h"

#include <math.h>

/* What is not known is null. */
static void
set_number (JsonObject *object, const char *member, double value)
{
  if (isfinite (value))
    json_object_set_double_member (object, member, value);
  else
    json_object_set_null_member (object, member);
}

static void
set_text (JsonObject *object, const char *member, const char *text)
{
  if (text != NULL && *text != '\0')
    json_object_set_string_member (object, member, text);
  else
    json_object_set_null_member (object, member);
}

static const char *
tier_nick (PlimsollTier tier)
{
  return tier == PLIMSOLL_TIER_SPOT ? "spot"
                                    : (tier == PLIMSOLL_TIER_RESERVED ? "reserved" : "on-demand");
}

static JsonObject *
rental_json (PlimsollRental *rental)
{
  PlimsollCloudOffer *offer = plimsoll_rental_get_offer (rental);
  const PlimsollRentalFigures *figures = plimsoll_rental_get_figures (rental);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "offer", plimsoll_cloud_offer_get_id (offer));
  json_object_set_string_member (object, "provider", plimsoll_cloud_offer_get_provider (offer));
  set_text (object, "url", plimsoll_cloud_offer_get_url (offer));
  json_object_set_string_member (object, "instance", plimsoll_cloud_offer_get_instance (offer));
  json_object_set_string_member (object, "tier", tier_nick (plimsoll_cloud_offer_get_tier (offer)));
  json_object_set_string_member (
    object, "accelerator", plimsoll_accelerator_get_id (plimsoll_rental_get_accelerator (rental)));
  json_object_set_int_member (object, "count", plimsoll_cloud_offer_get_count (offer));
  set_number (object, "per_hour", figures->per_hour);
  set_number (object, "hours_per_month", figures->hours);
  if (figures->instances > 0)
    json_object_set_int_member (object, "instances", figures->instances);
  else
    json_object_set_null_member (object, "instances");
  set_number (object, "per_month", figures->a_month);
  set_number (object, "decode", figures->decode.value);
  set_number (object, "prefill", figures->prefill.value);
  set_number (object, "per_million_input", figures->tokens.input);
  set_number (object, "per_million_output", figures->tokens.output);
  set_number (object, "per_million_output_concurrent", figures->tokens.concurrent);
  json_object_set_string_member (object, "date", plimsoll_cloud_offer_get_date (offer));
  json_object_set_boolean_member (object, "stale", plimsoll_rental_is_stale (rental));
  json_object_set_boolean_member (object, "own", plimsoll_cloud_offer_is_own (offer));

  return object;
}

static JsonObject *
terms_json (PlimsollScenario *scenario, const PlimsollCostSummary *summary)
{
  static const char *const origins[] = { NULL, "entered", "list", "used" };
  const PlimsollCostTerms *terms = &summary->terms;
  JsonObject *object = json_object_new ();

  set_number (object, "hours_per_day", terms->hours_per_day);
  set_number (object, "utilization", terms->utilization);
  json_object_set_int_member (object, "input_tokens", (gint64) terms->input_tokens);
  json_object_set_int_member (object, "output_tokens", (gint64) terms->output_tokens);
  set_number (object, "electricity_price", terms->electricity_price);
  set_number (object, "power_draw", terms->power_w);
  set_number (object, "purchase_price", terms->purchase_price);
  set_text (object, "purchase_price_from", origins[summary->price_origin]);
  set_number (object, "resale", terms->resale);
  json_object_set_int_member (object, "horizon", terms->horizon);
  set_number (object, "api_input_price", terms->api_input_price);
  set_number (object, "api_output_price", terms->api_output_price);
  json_object_set_string_member (object, "currency", scenario->currency);
  set_number (object, "exchange_rate", scenario->exchange_rate);

  return object;
}

static JsonObject *
buy_json (const PlimsollCostSummary *summary)
{
  JsonObject *object = json_object_new ();

  json_object_set_boolean_member (object, "compared", summary->fault == PLIMSOLL_COST_COMPARED);
  set_number (object, "hours_per_month", summary->hours);
  set_number (object, "power_per_month", summary->power);
  set_number (object, "decode", summary->rates.output);
  set_number (object, "total", summary->break_even.bought);

  return object;
}

static JsonObject *
break_even_json (const PlimsollBreakEven *even)
{
  static const char *const kinds[] = { NULL, "at-once", "within", "at-resale", "beyond", "never" };
  JsonObject *object = json_object_new ();

  set_text (object, "kind", kinds[even->kind]);
  set_number (object, "months", even->months);
  set_number (object, "paid", even->paid);
  set_number (object, "rented", even->rented);
  set_number (object, "bought", even->bought);

  return object;
}

static void
set_api (JsonObject *answer, const PlimsollCostSummary *summary)
{
  JsonObject *object;

  if (isnan (summary->api_per_million))
    {
      json_object_set_null_member (answer, "api");
      return;
    }

  object = json_object_new ();
  set_number (object, "per_million", summary->api_per_million);
  set_number (object, "per_month", summary->api_a_month);
  set_number (object, "cheaper_than_rent_below_tokens_per_day", summary->api_below_rent);
  set_number (object, "rent_tokens_per_day", summary->rent_capacity);
  set_number (object, "cheaper_than_buying_below_tokens_per_day", summary->api_below_buy);
  set_number (object, "buying_tokens_per_day", summary->buy_capacity);
  json_object_set_object_member (answer, "api", object);
}

static void
set_sentences (JsonObject *answer, PlimsollCostModel *model)
{
  g_autofree char *title = plimsoll_cost_title (model);
  g_autofree char *detail = plimsoll_cost_detail (model);
  g_autofree char *api = plimsoll_cost_api_text (model);
  g_autofree char *speed = plimsoll_cost_speed_text (model);
  g_autofree char *age = plimsoll_cost_age_text (model);
  const char *const others[] = { detail, api, speed, age };
  JsonArray *notes = json_array_new ();

  set_text (answer, "sentence", title);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (others[i] != NULL)
      json_array_add_string_element (notes, others[i]);
  json_object_set_array_member (answer, "notes", notes);
}

JsonObject *
plimsoll_cost_to_json (PlimsollCostModel *model)
{
  g_autoptr (JsonObject) answer = json_object_new ();
  const PlimsollCostSummary *summary;
  PlimsollScenario *scenario;
  JsonArray *offers = json_array_new ();

  g_return_val_if_fail (PLIMSOLL_IS_COST_MODEL (model), NULL);

  summary = plimsoll_cost_model_get_summary (model);
  scenario = plimsoll_sizer_get_scenario (plimsoll_cost_model_get_sizer (model));

  json_object_set_int_member (answer, "format", PLIMSOLL_ANSWER_FORMAT);
  json_object_set_string_member (answer, "kind", "cost");
  set_text (answer, "model",
            scenario->model != NULL ? plimsoll_model_get_id (scenario->model) : NULL);
  json_object_set_object_member (answer, "question", plimsoll_scenario_to_json (scenario));
  json_object_set_object_member (answer, "terms", terms_json (scenario, summary));
  set_sentences (answer, model);
  json_object_set_object_member (answer, "break_even", break_even_json (&summary->break_even));
  json_object_set_object_member (answer, "buy", buy_json (summary));
  if (summary->rental != NULL)
    json_object_set_object_member (answer, "rent", rental_json (summary->rental));
  else
    json_object_set_null_member (answer, "rent");
  set_api (answer, summary);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (model)); i++)
    {
      g_autoptr (PlimsollRental) rental = g_list_model_get_item (G_LIST_MODEL (model), i);

      json_array_add_object_element (offers, rental_json (rental));
    }
  json_object_set_array_member (answer, "offers", offers);

  return g_steal_pointer (&answer);
}

JsonNode *
plimsoll_cost_member (PlimsollSizer *sizer, GListModel *offers)
{
  PlimsollScenario *scenario;
  const PlimsollEstimate *estimate;
  PlimsollAccelerator *accelerator;
  PlimsollCloudOffer *offer = NULL;
  JsonObject *object;
  JsonNode *node = json_node_alloc ();

  g_return_val_if_fail (PLIMSOLL_IS_SIZER (sizer), NULL);

  scenario = plimsoll_sizer_get_scenario (sizer);
  estimate = plimsoll_sizer_get_estimate (sizer);
  accelerator = scenario->accelerator;
  if (accelerator != NULL && scenario->accelerator_count > 0 && scenario->further->len == 0)
    offer = plimsoll_cost_find_offer (offers, accelerator, scenario->accelerator_count);
  if (offer == NULL)
    return json_node_init_null (node);

  object = json_object_new ();
  set_number (object, "usd_per_hour", plimsoll_cloud_offer_get_rate (offer));
  set_number (object, "usd_per_million_tokens",
              estimate->valid
                ? plimsoll_cost_per_million (plimsoll_cloud_offer_get_rate (offer),
                                             estimate->speed.decode.value, scenario->utilization)
                : (double) NAN);
  json_object_set_string_member (object, "offer", plimsoll_cloud_offer_get_id (offer));
  json_object_set_string_member (object, "date", plimsoll_cloud_offer_get_date (offer));
  json_node_init_object (node, object);
  json_object_unref (object);

  return node;
}
