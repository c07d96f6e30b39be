/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-scenario.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_FURTHER_BOARDS (plimsoll_further_boards_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollFurtherBoards,
                      plimsoll_further_boards,
                      PLIMSOLL,
                      FURTHER_BOARDS,
                      AdwBin)

/**
 * PlimsollFurtherBoards:
 *
 * The accelerators beside the first: a row for each kind, with how many there are of it and a
 * button that takes it away, and a last row that adds one.
 *
 * Properties: scenario (PlimsollScenario); accelerators (GListModel of PlimsollAccelerator).
 *
 * Keys: those of list and spin button; Delete takes away the kind of the focused row. Each row is
 * named by its accelerator, so is its button.
 */

G_END_DECLS
