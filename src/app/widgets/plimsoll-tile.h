/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TILE (plimsoll_tile_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTile, plimsoll_tile, PLIMSOLL, TILE, GtkWidget)

/**
 * PlimsollTile:
 *
 * One figure on a card: what it is, the number with its unit, and a second line.
 *
 * Properties: title, value, unit, detail (strings); unfolds (string, nullable): the id of the
 * ledger's entry that the tile unfolds to; critical (boolean): the number is past a limit; the
 * number's sign says so too.
 *
 * Keys: Enter and Space unfold it.
 *
 * Role: group, or button where it unfolds, named by the title and described by the rest. CSS nodes:
 * tile.card, with .activatable where it unfolds, and three labels.
 */
GtkWidget *plimsoll_tile_new (const char *title);

/** Sets what changes, in one go. */
void
plimsoll_tile_set (PlimsollTile *self, const char *value, const char *unit, const char *detail);

G_END_DECLS
