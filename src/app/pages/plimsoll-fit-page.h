/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FIT_PAGE (plimsoll_fit_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFitPage, plimsoll_fit_page, PLIMSOLL, FIT_PAGE, GtkWidget)

/**
 * PlimsollFitPage:
 *
 * Whether it fits: the verdict, the load line, what would help, and memory by context.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * A suggestion activates the action "win.change" with the property and its value.
 *
 * Role: group, named "Fit". A new verdict is announced, politely.
 */

G_END_DECLS
