/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-estimate.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LOAD_LINE (plimsoll_load_line_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLoadLine, plimsoll_load_line, PLIMSOLL, LOAD_LINE, GtkWidget)

/**
 * PlimsollLoadLine:
 *
 * What is loaded against what may be: a stacked bar with the plimsoll mark at the limit of usable
 * memory. What lies past the mark is hatched. Of several accelerators each has a stretch of its
 * own.
 *
 * Role: meter, named "Memory"; its description says every part in words, 300 ms after the last
 * change. CSS node: load-line; ".compact" makes the bar lower. No keys: it is not operated.
 * Mirrored from right to left.
 */

/**
 * plimsoll_load_line_set_estimate:
 * @names: (nullable): what each of the estimate's devices is called, where there are several
 * @animate: ease there, where animations are on; never while something is dragged
 */
void plimsoll_load_line_set_estimate (PlimsollLoadLine *self,
                                      const PlimsollEstimate *estimate,
                                      const char *const *names,
                                      gboolean animate);

/** Returns: (transfer full): the description that fits what is shown. */
char *plimsoll_load_line_describe (PlimsollLoadLine *self);

void plimsoll_load_line_set_compact (PlimsollLoadLine *self, gboolean compact);

G_END_DECLS
