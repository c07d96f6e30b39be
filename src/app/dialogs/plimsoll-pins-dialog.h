/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-pins.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_PINS_DIALOG (plimsoll_pins_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollPinsDialog, plimsoll_pins_dialog, PLIMSOLL, PINS_DIALOG, AdwDialog)

/**
 * PlimsollPinsDialog:
 *
 * The pinned questions beside the present one: what is asked and answered, with what differs from
 * the present one marked, and how the memory of one becomes that of another. It follows both.
 *
 * Signal use-question (PlimsollScenario): a pinned question is to be asked again.
 */

PlimsollPinsDialog *plimsoll_pins_dialog_new (PlimsollPins *pins, PlimsollSizer *sizer);

G_END_DECLS
