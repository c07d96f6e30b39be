/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-ledger.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LEDGER_DIALOG (plimsoll_ledger_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLedgerDialog,
                      plimsoll_ledger_dialog,
                      PLIMSOLL,
                      LEDGER_DIALOG,
                      AdwDialog)

/**
 * PlimsollLedgerDialog:
 *
 * How one figure came about: the figure, its parts with the numbers in them, what they follow from
 * and where that is from, and how exact it is. A part that has parts of its own opens them on a
 * page that follows. What is shown can be copied as text.
 *
 * Keys: Enter or Space opens a part, Alt+Left goes back, Ctrl+C copies, Escape leaves. Rows are
 * list items, each named by its part and described by its formula and value.
 */

/**
 * plimsoll_ledger_dialog_new:
 * @ledger: kept
 * @entry: of @ledger: what is shown first
 */
PlimsollLedgerDialog *plimsoll_ledger_dialog_new (PlimsollLedger *ledger,
                                                  PlimsollLedgerEntry *entry);

/** Returns: (transfer full): what the page that is shown is copied as. */
char *plimsoll_ledger_dialog_get_text (PlimsollLedgerDialog *self);

G_END_DECLS
