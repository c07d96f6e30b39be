/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-sizer.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_ADDITIONS_ROW (plimsoll_additions_row_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollAdditionsRow,
                      plimsoll_additions_row,
                      PLIMSOLL,
                      ADDITIONS_ROW,
                      AdwExpanderRow)

/**
 * PlimsollAdditionsRow:
 *
 * What is loaded beside the model: a vision projector, a draft model, blocks of multi-token
 * prediction, and a row for each LoRA adapter. Each can be taken away; the actions
 * win.choose-projector, win.choose-draft and win.choose-adapter bring more. Where the engine is one
 * that they are not modelled for, the row says so, and nothing can be added.
 *
 * Properties: sizer (PlimsollSizer).
 *
 * Keys: those of rows and buttons; Delete takes away the adapter of the focused row. Buttons are
 * named by what they take away.
 */

G_END_DECLS
