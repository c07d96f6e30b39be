/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-weights.h"

#include <glib-object.h>

G_BEGIN_DECLS

/** What a figure counts. */
typedef enum
{
  PLIMSOLL_LEDGER_BYTES,
  PLIMSOLL_LEDGER_TOKENS,
  PLIMSOLL_LEDGER_BLOCKS,   /* pages of a serving engine's cache */
  PLIMSOLL_LEDGER_REQUESTS, /* at once; a fraction says how full the last one is */
  PLIMSOLL_LEDGER_SECONDS,
  PLIMSOLL_LEDGER_SPEED, /* tokens/s */
} PlimsollLedgerUnit;

/** How the terms of an entry make its figure. */
typedef enum
{
  PLIMSOLL_LEDGER_SUM,      /* it is their sum */
  PLIMSOLL_LEDGER_SHARE,    /* the sum, divided by the entry's operand */
  PLIMSOLL_LEDGER_WHOLE,    /* the same in whole ones, rounded down */
  PLIMSOLL_LEDGER_PER_TERM, /* the operand, divided by the sum: so much in so many seconds */
  PLIMSOLL_LEDGER_AT_MOST,  /* the largest figure with which the sum is no more than the operand */
} PlimsollLedgerRelation;

/** PlimsollLedgerTerm: a part of a figure. */
typedef struct
{
  double amount; /* less than 0: it is taken off */
  char *label;
  char *formula; /* (nullable): with the numbers in it */
  char *entry;   /* (nullable): the id of the entry that says more of it */
} PlimsollLedgerTerm;

/** PlimsollLedgerInput: what a figure follows from, and where that is from. */
typedef struct
{
  char *name;
  char *value;
  char *source; /* of the catalogue with its date, a file, the question, a rule */
} PlimsollLedgerInput;

#define PLIMSOLL_TYPE_LEDGER_ENTRY (plimsoll_ledger_entry_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollLedgerEntry, plimsoll_ledger_entry, PLIMSOLL, LEDGER_ENTRY, GObject)

/**
 * PlimsollLedgerEntry:
 *
 * How one figure came about. Immutable once it is in a #PlimsollLedger. All text is by the locale.
 */

/** Returns: (transfer none): "kv_cache"; as the figure is called in the JSON answer. */
const char *plimsoll_ledger_entry_get_id (PlimsollLedgerEntry *self);
const char *plimsoll_ledger_entry_get_title (PlimsollLedgerEntry *self);

/** Returns: the figure; NAN: not known, or known between two bounds only. */
double plimsoll_ledger_entry_get_amount (PlimsollLedgerEntry *self);
PlimsollLedgerUnit plimsoll_ledger_entry_get_unit (PlimsollLedgerEntry *self);

/** Returns: (transfer full): the figure in words: "17.28 GiB"; bounds where these are all. */
char *plimsoll_ledger_entry_get_value (PlimsollLedgerEntry *self);

/** Returns: (transfer full) (nullable): the figure to the last byte, where it is in bytes. */
char *plimsoll_ledger_entry_get_exact_value (PlimsollLedgerEntry *self);

/** Returns: (nullable) (transfer none): the rule in words. */
const char *plimsoll_ledger_entry_get_rule (PlimsollLedgerEntry *self);

PlimsollLedgerRelation plimsoll_ledger_entry_get_relation (PlimsollLedgerEntry *self);
/** Returns: what the sum is divided by, or held against; 0 for a sum. */
double plimsoll_ledger_entry_get_operand (PlimsollLedgerEntry *self);
/** Returns: what terms count. */
PlimsollLedgerUnit plimsoll_ledger_entry_get_terms_unit (PlimsollLedgerEntry *self);

/**
 * plimsoll_ledger_entry_get_relation_text:
 *
 * Returns: (transfer full) (nullable): what is done with the sum: "÷ 1,572,864 bytes"; %NULL for
 *   a sum
 */
char *plimsoll_ledger_entry_get_relation_text (PlimsollLedgerEntry *self);

guint plimsoll_ledger_entry_get_n_terms (PlimsollLedgerEntry *self);
const PlimsollLedgerTerm *plimsoll_ledger_entry_get_term (PlimsollLedgerEntry *self, guint i);
/** Returns: (transfer full): the amount of term @i in words. */
char *plimsoll_ledger_entry_get_term_value (PlimsollLedgerEntry *self, guint i);

guint plimsoll_ledger_entry_get_n_inputs (PlimsollLedgerEntry *self);
const PlimsollLedgerInput *plimsoll_ledger_entry_get_input (PlimsollLedgerEntry *self, guint i);

PlimsollExactness plimsoll_ledger_entry_get_exactness (PlimsollLedgerEntry *self);
/** Returns: (nullable) (transfer none): how exact, by what it was held against. */
const char *plimsoll_ledger_entry_get_accuracy (PlimsollLedgerEntry *self);

/** Returns: (nullable) (transfer none): the row of data/engines.json: "llama.cpp-0.5.0". */
const char *plimsoll_ledger_entry_get_engine (PlimsollLedgerEntry *self);
/** Returns: (nullable) (transfer none): the engine's build that the rule was checked on. */
const char *plimsoll_ledger_entry_get_checked_on (PlimsollLedgerEntry *self);

/** Returns: (transfer full): the entry as lines of text. */
char *plimsoll_ledger_entry_to_text (PlimsollLedgerEntry *self);

G_END_DECLS
