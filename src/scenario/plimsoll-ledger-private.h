/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-engine-facts.h"
#include "plimsoll-ledger.h"
#include "plimsoll-limits.h"
#include "plimsoll-measured.h"
#include "plimsoll-memory.h"

G_BEGIN_DECLS

/* How a ledger is made: each group of figures in a file of its own. */

/** PlimsollLedgerAsk: what all groups of one ledger have in common. */
typedef struct
{
  PlimsollSizer *sizer;
  PlimsollScenario *scenario;
  PlimsollModel *model;
  const PlimsollModelSpec *spec;
  const PlimsollWeights *weights;
  const PlimsollEstimate *estimate;
  PlimsollHardware hardware;
  PlimsollQuestion question; /* with the shares of devices that differ */
  PlimsollMemoryPlan *plan;  /* (nullable): of llama.cpp */
  PlimsollLimits limits;
  const PlimsollEngineFacts *engine; /* (nullable) */
  gboolean unified;                  /* system memory counts on a device */
  GPtrArray *entries;
} PlimsollLedgerAsk;

void plimsoll_ledger_add_required (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_weights (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_cache (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_buffers (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_beside (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_limits (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_serving (PlimsollLedgerAsk *ask);
void plimsoll_ledger_add_speed (PlimsollLedgerAsk *ask);

/* --- Entries --- */

/** Returns: (transfer none): a new entry of @ask, in bytes unless @unit says otherwise. */
PlimsollLedgerEntry *plimsoll_ledger_entry_add (PlimsollLedgerAsk *ask,
                                                const char *id,
                                                const char *title,
                                                PlimsollLedgerUnit unit,
                                                double amount);

/** Between what the figure is, where it is not known itself; or is modelled. */
void plimsoll_ledger_entry_set_bounds (PlimsollLedgerEntry *self, double low, double high);
void plimsoll_ledger_entry_set_rule (PlimsollLedgerEntry *self, const char *rule);
void plimsoll_ledger_entry_set_relation (PlimsollLedgerEntry *self,
                                         PlimsollLedgerRelation relation,
                                         PlimsollLedgerUnit terms_unit,
                                         double operand);

/** @formula: (nullable) (transfer full); @entry: (nullable) */
void plimsoll_ledger_entry_take_term (PlimsollLedgerEntry *self,
                                      double amount,
                                      const char *label,
                                      char *formula,
                                      const char *entry);

/** The same, unless there is nothing of it. */
void plimsoll_ledger_entry_take_part (PlimsollLedgerEntry *self,
                                      guint64 bytes,
                                      const char *label,
                                      char *formula,
                                      const char *entry);

/** @value: (transfer full) */
void plimsoll_ledger_entry_take_input (PlimsollLedgerEntry *self,
                                       const char *name,
                                       char *value,
                                       const char *source);

/** @accuracy: (nullable) (transfer full) */
void plimsoll_ledger_entry_take_accuracy (PlimsollLedgerEntry *self,
                                          PlimsollExactness exactness,
                                          char *accuracy);

/** Says what @rule was measured at, and on which build. */
void plimsoll_ledger_measured (PlimsollLedgerAsk *ask,
                               PlimsollLedgerEntry *entry,
                               PlimsollMeasuredRule rule);

/** Returns: which of the tables of recorded start-ups tells of the layers of this model. */
PlimsollMeasuredRule plimsoll_ledger_rule_by_layers (const PlimsollLedgerAsk *ask,
                                                     PlimsollMeasuredRule plain,
                                                     PlimsollMeasuredRule sliding,
                                                     PlimsollMeasuredRule recurrent);

/** Says the engine's build that the rule was checked on. */
void plimsoll_ledger_checked (PlimsollLedgerAsk *ask, PlimsollLedgerEntry *entry);

/* --- Inputs, by where they are from; @value: (transfer full) --- */

void plimsoll_ledger_from_model (PlimsollLedgerAsk *ask,
                                 PlimsollLedgerEntry *entry,
                                 const char *name,
                                 char *value);
void plimsoll_ledger_from_device (PlimsollLedgerAsk *ask,
                                  PlimsollLedgerEntry *entry,
                                  guint32 device,
                                  const char *name,
                                  char *value);
void plimsoll_ledger_from_question (PlimsollLedgerEntry *entry, const char *name, char *value);
void plimsoll_ledger_from_rule (PlimsollLedgerEntry *entry, const char *name, char *value);
void plimsoll_ledger_from_engine (PlimsollLedgerAsk *ask,
                                  PlimsollLedgerEntry *entry,
                                  const char *name,
                                  char *value);

/** Returns: (transfer full): "2 × NVIDIA RTX 4090" has "1: NVIDIA RTX 4090" and "2: …". */
char *plimsoll_ledger_device_name (PlimsollLedgerAsk *ask, guint32 device);

/** Returns: (nullable) (transfer none): the accelerator that device @i of the answer is. */
PlimsollAccelerator *plimsoll_ledger_accelerator (PlimsollLedgerAsk *ask, guint32 device);

/** Returns: whether device @i is of another kind than all devices before it. */
gboolean plimsoll_ledger_is_new_kind (PlimsollLedgerAsk *ask, guint32 device);

/** Returns: (transfer full): "1,024". */
char *plimsoll_ledger_count (guint64 count);

/** Returns: (transfer full): "1,024 bytes". */
char *plimsoll_ledger_bytes (guint64 bytes);

G_END_DECLS
