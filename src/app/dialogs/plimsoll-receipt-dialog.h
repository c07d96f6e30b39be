/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-receipt.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_RECEIPT_DIALOG (plimsoll_receipt_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollReceiptDialog,
                      plimsoll_receipt_dialog,
                      PLIMSOLL,
                      RECEIPT_DIALOG,
                      AdwDialog)

/**
 * PlimsollReceiptDialog:
 *
 * What an engine's log says beside what is predicted: a summary in words, a group of rows for each
 * place, and below them what could not be compared. It can be copied as text.
 *
 * Keys: Enter takes over the log's question, Escape leaves.
 *
 * Signal use-question (PlimsollScenario): the log's question is wanted in the window
 * Signal keep: what plimsoll_receipt_dialog_offer() offered is to be kept; returns: whether it was
 */

/**
 * plimsoll_receipt_dialog_new:
 * @receipt: (nullable): %NULL for a log with speeds alone
 * @scenario: the log's question; kept
 *
 * All is read here and now; @receipt and @log remain the caller's.
 */
PlimsollReceiptDialog *plimsoll_receipt_dialog_new (const PlimsollReceipt *receipt,
                                                    const PlimsollLog *log,
                                                    PlimsollScenario *scenario,
                                                    const char *const *notes);

/**
 * plimsoll_receipt_dialog_offer:
 * @can_keep: whether any of the speeds can be kept as measured here
 * @sentences: (array zero-terminated=1): what would be kept, and what not and why
 *
 * Says so above the log's speeds, with a button to keep them.
 */
void plimsoll_receipt_dialog_offer (PlimsollReceiptDialog *self,
                                    gboolean can_keep,
                                    const char *const *sentences);

G_END_DECLS
