/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-computer.h"
#include "plimsoll-scenario.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_TARGET_ROW (plimsoll_target_row_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollTargetRow, plimsoll_target_row, PLIMSOLL, TARGET_ROW, AdwComboRow)

/**
 * PlimsollTargetRow:
 *
 * Which accelerator the question is about: this computer before all others, where it is known.
 *
 * Properties: scenario (PlimsollScenario), accelerators (GListModel of PlimsollAccelerator),
 * computer (PlimsollOwnComputer).
 */

G_END_DECLS
