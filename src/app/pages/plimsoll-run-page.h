/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_RUN_PAGE (plimsoll_run_page_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollRunPage, plimsoll_run_page, PLIMSOLL, RUN_PAGE, GtkWidget)

/**
 * PlimsollRunPage:
 *
 * How each engine is started to run what is asked: a card an engine, the question's own first and
 * last those that would not run it, with the reason; and where the files are.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * Role: group, named "Run".
 */

/** Shows the commands for the question as it is now, without waiting for the main loop. */
void plimsoll_run_page_flush (PlimsollRunPage *self);

G_END_DECLS
