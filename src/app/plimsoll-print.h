/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * plimsoll_print_new:
 * @settings: how it was printed last is kept there
 *
 * Returns: (transfer full): what prints @document, in the pages that a PDF of it has
 */
GtkPrintOperation *plimsoll_print_new (PlimsollDocument *document, GSettings *settings);

G_END_DECLS
