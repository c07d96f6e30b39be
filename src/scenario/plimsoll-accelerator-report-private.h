/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-report.h"
#include "plimsoll-fit-private.h"

G_BEGIN_DECLS

/* Parts of a PlimsollAcceleratorReport that do not hang together; it keeps what they find. */

/**
 * plimsoll_report_offers_new:
 * @offers: (nullable): of #PlimsollCloudOffer
 *
 * Returns: (transfer full) (element-type PlimsollReportOffer): those of @accelerator that are of
 *   whole boards, the cheapest first
 */
GArray *plimsoll_report_offers_new (PlimsollAccelerator *accelerator, GListModel *offers);

/** PlimsollAlternatives: what is next to an accelerator. */
typedef struct
{
  PlimsollAlternative rows[PLIMSOLL_N_ALTERNATIVES];
  guint n;
} PlimsollAlternatives;

void plimsoll_alternatives_clear (PlimsollAlternatives *self);

/**
 * plimsoll_alternatives_find:
 * @accelerators: (nullable): of #PlimsollAccelerator, where they are looked for
 *
 * Puts those of @accelerator in the place of what there was, without figures. None comes twice.
 */
void plimsoll_alternatives_find (PlimsollAlternatives *self,
                                 PlimsollAccelerator *accelerator,
                                 GListModel *accelerators);

/** Asks each what @ask does, on as many as its scenario has, or twice as many. */
void plimsoll_alternatives_answer (PlimsollAlternatives *self, const PlimsollFitAsk *ask);

G_END_DECLS
