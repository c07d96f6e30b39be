/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-list.h"
#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIT_PAGE (plimsoll_fit_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitPage, plimsoll_fit_page, PLIMSOLL, FIT_PAGE, GtkWidget)

/**
 * PlimsollFitPage:
 *
 * Whether it fits: the verdict, the load line, what would help, memory by context, and hardware
 * that would do.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * A suggestion activates the action "win.change" with the property and its value, a recommendation
 * "win.take" with an accelerator's id and how many.
 *
 * Role: group, named "Fit". A new verdict is announced, politely.
 */

/** @offers: of #PlimsollCloudOffer. What is recommended, of both. */
void plimsoll_fit_page_set_lists (PlimsollFitPage *self,
                                  PlimsollAcceleratorList *accelerators,
                                  GListModel *offers);

G_END_DECLS
