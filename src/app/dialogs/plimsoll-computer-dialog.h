/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-own-computer.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_COMPUTER_DIALOG (plimsoll_computer_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollComputerDialog,
                      plimsoll_computer_dialog,
                      PLIMSOLL,
                      COMPUTER_DIALOG,
                      AdwDialog)

/**
 * PlimsollComputerDialog:
 *
 * What was found of the computer: processor, memory, and each accelerator, with what is free of it
 * and where each figure is from. Every figure can be set, and reset to what was found.
 *
 * Actions: computer.use (the question is about it), computer.reset-all.
 */

/** @computer: that was looked at */
PlimsollComputerDialog *plimsoll_computer_dialog_new (PlimsollOwnComputer *computer,
                                                      PlimsollAcceleratorList *accelerators);

/** Returns: (nullable) (transfer none): the row of @figure, for tests; %NULL: it is not shown. */
GtkWidget *plimsoll_computer_dialog_get_row (PlimsollComputerDialog *self,
                                             guint device,
                                             PlimsollComputerFigure figure);

G_END_DECLS
