/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TILE_ROW (plimsoll_tile_row_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTileRow, plimsoll_tile_row, PLIMSOLL, TILE_ROW, GtkWidget)

/**
 * PlimsollTileRow:
 *
 * Tiles side by side, equally wide, in as many rows as they need. Takes any widgets as children.
 *
 * Role: group. CSS node: tile-row. Mirrored from right to left.
 */
GtkWidget *plimsoll_tile_row_new (void);

G_END_DECLS
