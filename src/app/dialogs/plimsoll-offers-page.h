/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_OFFERS_PAGE (plimsoll_offers_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollOffersPage,
                      plimsoll_offers_page,
                      PLIMSOLL,
                      OFFERS_PAGE,
                      AdwNavigationPage)

/**
 * PlimsollOffersPage:
 *
 * The user's own cloud offers: to import from a file or an address, and to remove. What is fetched
 * can be given up, and is when the page goes.
 *
 * Signals: "imported" (guint): so many are there now. "failed" (char *): why nothing was imported;
 * all is as it was. "removed" (GBytes *): all are gone; what they were, to be imported again.
 *
 * Action that it needs: hardware.import-offers, which asks for a file.
 */
PlimsollOffersPage *plimsoll_offers_page_new (PlimsollCatalog *catalog);

/** Reads @place, as plimsoll_hub_read() has it, in the place of what is being read. */
void plimsoll_offers_page_read (PlimsollOffersPage *self, const char *place);

G_END_DECLS
