/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COLUMNS_LAYOUT (plimsoll_columns_layout_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollColumnsLayout,
                      plimsoll_columns_layout,
                      PLIMSOLL,
                      COLUMNS_LAYOUT,
                      GtkLayoutManager)

/**
 * PlimsollColumnsLayout:
 *
 * Equal columns, as many as there is room for: all children in one row, or else in rows as even as
 * can be (six as 6, 3 + 3, 2 + 2 + 2). Rows share one height. Mirrored from right to left.
 *
 * Properties: spacing (uint), between columns and rows; natural (boolean): where all fit in one row
 * at their own widths, they keep them, and share what is left between them.
 */
GtkLayoutManager *plimsoll_columns_layout_new (void);

G_END_DECLS
