/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-pins.h"
#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_SPEED_PAGE (plimsoll_speed_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollSpeedPage, plimsoll_speed_page, PLIMSOLL, SPEED_PAGE, GtkWidget)

/**
 * PlimsollSpeedPage:
 *
 * What the predicted speed feels like: the question, and beside it another accelerator or a pinned
 * question, answer at their pace. Below, speed by context and by the number of requests.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * Role: group, named "Speed". Space plays and pauses. Nothing moves before it is asked to; the time
 * stands while the page is not seen. Without animations the text stands complete at first, and is
 * written a second at a time when it is played.
 */

/** Sets what the question may be compared with. */
void plimsoll_speed_page_set_lists (PlimsollSpeedPage *self,
                                    GListModel *accelerators,
                                    PlimsollPins *pins);

/** Returns: simulated seconds. */
double plimsoll_speed_page_get_elapsed (PlimsollSpeedPage *self);

G_END_DECLS
