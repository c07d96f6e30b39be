/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-ledger-entry.h"
#include "plimsoll-sizer.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_LEDGER (plimsoll_ledger_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLedger, plimsoll_ledger, PLIMSOLL, LEDGER, GObject)

/**
 * PlimsollLedger:
 *
 * How every figure of an answer came about: a #GListModel of #PlimsollLedgerEntry, in the order in
 * which they are shown. A picture of one moment; it does not follow the sizer. The figures are
 * those of the estimate, and the terms those of the same functions that the estimate is made with.
 */

/**
 * plimsoll_ledger_new:
 * @engines: (nullable) (element-type PlimsollEngineFacts): as plimsoll_catalog_get_engines() has
 *   them
 *
 * Returns: (transfer full): empty when the question cannot be answered
 */
PlimsollLedger *plimsoll_ledger_new (PlimsollSizer *sizer, const GPtrArray *engines);

/** Returns: (nullable) (transfer none) */
PlimsollLedgerEntry *plimsoll_ledger_find (PlimsollLedger *self, const char *id);

/**
 * plimsoll_ledger_resolve:
 *
 * Returns: (transfer none): the entry that says how @entry came about: itself, or the one that it
 *   is all of
 */
PlimsollLedgerEntry *plimsoll_ledger_resolve (PlimsollLedger *self, PlimsollLedgerEntry *entry);

/** Returns: (transfer full): all entries as lines of text, but those that are another alone. */
char *plimsoll_ledger_to_text (PlimsollLedger *self);

/** Returns: (transfer full): all entries, as docs/sizing.md describes them. */
JsonArray *plimsoll_ledger_to_json (PlimsollLedger *self);

G_END_DECLS
