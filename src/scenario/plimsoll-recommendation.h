/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cloud-offer.h"
#include "plimsoll-sizer.h"

G_BEGIN_DECLS

/** What is recommended. */
typedef enum
{
  PLIMSOLL_RECOMMEND_SINGLE, /* the fastest card that holds it */
  PLIMSOLL_RECOMMEND_VALUE,  /* of those fast enough, the one with the lowest price for a token/s */
  PLIMSOLL_RECOMMEND_UNIFIED, /* of Apple's, the one with the least memory that holds it */
  PLIMSOLL_RECOMMEND_CLOUD,   /* the cheapest offer that holds it */
} PlimsollRecommend;

/** Of the speed of the best single card, or of the fewest of a set: what is slower than this share
 * of it is no value, whatever it costs. */
#define PLIMSOLL_RECOMMEND_SPEED_SHARE 0.5

#define PLIMSOLL_N_RECOMMENDATIONS (PLIMSOLL_RECOMMEND_CLOUD + 1)

#define PLIMSOLL_TYPE_RECOMMENDATION (plimsoll_recommendation_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollRecommendation,
                      plimsoll_recommendation,
                      PLIMSOLL,
                      RECOMMENDATION,
                      GObject)

/**
 * PlimsollRecommendation:
 *
 * Hardware that would do for a question, and why. Immutable.
 */

/** PlimsollRecommendationFigures: the answer on it. */
typedef struct
{
  PlimsollRecommend kind;
  guint count;          /* boards; 0: nothing does, and then there is no accelerator either */
  PlimsollRange decode; /* tokens/s of one request; NAN: not known */
  double price;         /* US dollars: of all boards; an hour of an offer; NAN: not known */
  gboolean used;        /* that is what it goes for used */
  double least;         /* tokens/s that the value has to reach; NAN: of the others, or not known */
  guint64 usable;       /* bytes: of all boards; where there are none, the most that one has */
} PlimsollRecommendationFigures;

/** PlimsollRecommendationAsk: a question with what may be recommended; kept apart from both, so
 * that it can be answered in any thread. */
typedef struct _PlimsollRecommendationAsk PlimsollRecommendationAsk;

/**
 * plimsoll_recommendation_ask_new:
 * @accelerators: of #PlimsollAccelerator
 * @offers: (nullable): of #PlimsollCloudOffer
 *
 * The question of @sizer as it is now. How many boards it has, and of what, is left open; so is
 * what it has in system memory.
 *
 * Returns: (transfer full)
 */
PlimsollRecommendationAsk *plimsoll_recommendation_ask_new (PlimsollSizer *sizer,
                                                            GListModel *accelerators,
                                                            GListModel *offers);
void plimsoll_recommendation_ask_free (PlimsollRecommendationAsk *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollRecommendationAsk, plimsoll_recommendation_ask_free)

/**
 * plimsoll_recommendation_find:
 *
 * What no maker or seller of was found is never recommended, nor what has no price where there are
 * others with one. Of single cards those for desktops come before those for workstations, and these
 * before those for a rack. Where no single card does, it is the one of which the fewest do, and for
 * the value the cheapest set. The value has to reach %PLIMSOLL_RECOMMEND_SPEED_SHARE of the speed
 * of the former.
 *
 * Returns: (transfer full) (element-type PlimsollRecommendation): one of each kind, in their order;
 *   none when the question cannot be answered
 */
GPtrArray *plimsoll_recommendation_find (const PlimsollRecommendationAsk *ask);

const PlimsollRecommendationFigures *
plimsoll_recommendation_get_figures (PlimsollRecommendation *self);

/** Returns: (nullable) (transfer none): %NULL: nothing does. */
PlimsollAccelerator *plimsoll_recommendation_get_accelerator (PlimsollRecommendation *self);

/** Returns: (nullable) (transfer none): of the cloud. */
PlimsollCloudOffer *plimsoll_recommendation_get_offer (PlimsollRecommendation *self);

/* As it is shown; all (transfer full). */

/** Returns: what it is: "Best single GPU". */
char *plimsoll_recommendation_get_title (PlimsollRecommendation *self);

/** Returns: which: "NVIDIA RTX 5090", "2 × NVIDIA RTX 5090", "RunPod · NVIDIA RTX 4090". */
char *plimsoll_recommendation_get_name (PlimsollRecommendation *self);

/** Returns: its first figure: "212 tok/s", "$0.29 / h". */
char *plimsoll_recommendation_get_figure (PlimsollRecommendation *self);

/** Returns: its second: "$1,999 new", "$0.54 per 1M". */
char *plimsoll_recommendation_get_detail (PlimsollRecommendation *self);

/** Returns: why, in a sentence, with the date of its price. */
char *plimsoll_recommendation_get_reason (PlimsollRecommendation *self);

G_END_DECLS
