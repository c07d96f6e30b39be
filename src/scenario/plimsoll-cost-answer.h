/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cost-model.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What renting and buying come to, in words and in JSON. All strings are (transfer full). */

/** Returns: the answer in a sentence, true whatever it is: "Buying pays for itself after 9.1
 * months". */
char *plimsoll_cost_title (PlimsollCostModel *model);

/** Returns: (nullable): what both come to by the end of the horizon, or what is missing. */
char *plimsoll_cost_detail (PlimsollCostModel *model);

/** Returns: (nullable): below how many tokens a day an API is the cheaper; %NULL when no price of
 * one was entered. */
char *plimsoll_cost_api_text (PlimsollCostModel *model);

/** Returns: how many offers there are, and how old their rates: "17 offers, the oldest of January
 * 2026". */
char *plimsoll_cost_offers_text (PlimsollCostModel *model);

/** Returns: (nullable): a warning of the rate that is compared, or of others, that are old. */
char *plimsoll_cost_age_text (PlimsollCostModel *model);

/** Returns: (nullable): that what is bought and what is rented differ in speed, where they do much.
 */
char *plimsoll_cost_speed_text (PlimsollCostModel *model);

/** Returns: what was entered or where else the purchase price is from. */
const char *plimsoll_cost_origin_text (PlimsollPriceOrigin origin);

/** Returns: (transfer full): all of it as lines of text, by the locale. */
char *plimsoll_cost_to_text (PlimsollCostModel *model);

/** Returns: (transfer full): the answer in its documented form. */
JsonObject *plimsoll_cost_to_json (PlimsollCostModel *model);

/**
 * plimsoll_cost_member:
 * @offers: of #PlimsollCloudOffer
 *
 * The member "cost" of an answer to a question of memory: the cheapest offer of exactly the
 * question's hardware, by plimsoll_cost_find_offer(), in US dollars.
 *
 * Returns: (transfer full): an object, or null
 */
JsonNode *plimsoll_cost_member (PlimsollSizer *sizer, GListModel *offers);

G_END_DECLS
