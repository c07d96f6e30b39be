/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-model-list.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_HARDWARE_DIALOG (plimsoll_hardware_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollHardwareDialog,
                      plimsoll_hardware_dialog,
                      PLIMSOLL,
                      HARDWARE_DIALOG,
                      AdwDialog)

/**
 * PlimsollHardwareDialog:
 *
 * The accelerators and prices of one's own: to add, change, remove (with undo), import and export;
 * what was measured on accelerators, to remove (with undo); and cloud offers, on a page of their
 * own.
 *
 * Actions: hardware.add, hardware.edit, hardware.remove ("s": an id), hardware.undo,
 * hardware.import, hardware.export, hardware.offers, hardware.import-offers.
 */
PlimsollHardwareDialog *plimsoll_hardware_dialog_new (PlimsollCatalog *catalog);

/** Shows what was measured too. */
void plimsoll_hardware_dialog_set_measured (PlimsollHardwareDialog *self,
                                            PlimsollOwnMeasurements *measured,
                                            PlimsollModelList *models);

/** Begins with the figures of @accelerator, which ships or is one's own; %NULL: of a new one. */
void plimsoll_hardware_dialog_edit (PlimsollHardwareDialog *self, PlimsollAccelerator *accelerator);

/** Shows the user's own cloud offers. */
void plimsoll_hardware_dialog_show_offers (PlimsollHardwareDialog *self);

/** Reads @file, of the form of data/accelerators.json, and says what came of it. */
void plimsoll_hardware_dialog_import (PlimsollHardwareDialog *self, GFile *file);

G_END_DECLS
