/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-recommendation.h"

G_BEGIN_DECLS

/** Returns: (transfer full): @accelerator and @offer are %NULL where nothing does. */
PlimsollRecommendation *plimsoll_recommendation_new (const PlimsollRecommendationFigures *figures,
                                                     PlimsollAccelerator *accelerator,
                                                     PlimsollCloudOffer *offer);

G_END_DECLS
