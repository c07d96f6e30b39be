/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-log.h"
#include "plimsoll-model-list.h"
#include "plimsoll-scenario-state.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/*
 * What an engine's load log says it took, beside what is predicted for the same question. Nothing
 * leaves the computer.
 */

/** PlimsollReceiptLine: one kind of bytes in one place. */
typedef struct
{
  PlimsollLogKind kind;
  char *what;  /* "Weights" */
  char *place; /* "CUDA0", "System memory" */
  guint64 predicted;
  guint64 real;
  guint64 rounding; /* the log's digits say no more than real ± this */
} PlimsollReceiptLine;

/** PlimsollReceipt: lines, in the order of devices, and what could not be held beside anything. */
typedef struct
{
  GPtrArray *lines;  /* of PlimsollReceiptLine */
  GPtrArray *others; /* of sentences: what was not compared, and why */
  guint64 predicted; /* over all lines */
  guint64 real;
} PlimsollReceipt;

/**
 * plimsoll_receipt_ask:
 * @models: where a model is looked for that has the shapes and name that the log says
 * @finder: how the log's names of accelerators become accelerators
 * @notes: (out) (transfer full) (array zero-terminated=1): sentences: what was taken for what
 *
 * Puts into @scenario the question that @log says; what it does not say stays. So does a model that
 * has the shapes of the log's.
 *
 * Returns: %FALSE when no model was found: the scenario has %NULL for one, and @error says what to
 *   do; everything else is set all the same
 */
gboolean plimsoll_receipt_ask (const PlimsollLog *log,
                               PlimsollModelList *models,
                               const PlimsollScenarioFinder *finder,
                               PlimsollScenario *scenario,
                               char ***notes,
                               GError **error);

/**
 * plimsoll_receipt_new:
 * @scenario: with a model; the question as plimsoll_receipt_ask() and the user have put it
 *
 * Returns: (transfer full): free with plimsoll_receipt_free(); %NULL with @error when the question
 *   is refused
 */
PlimsollReceipt *
plimsoll_receipt_new (const PlimsollLog *log, PlimsollScenario *scenario, GError **error);
void plimsoll_receipt_free (PlimsollReceipt *self);

/** Returns: real − predicted as a share of real: signed; NAN when nothing was compared. */
double plimsoll_receipt_difference (const PlimsollReceipt *self);

/** Returns: whether there is no difference within what the log's digits say. */
gboolean plimsoll_receipt_line_is_same (const PlimsollReceiptLine *line);

/** Returns: (transfer full): "Predicted 300.75 MiB, real 316.77 MiB". */
char *plimsoll_receipt_line_figures (const PlimsollReceiptLine *line);

/** Returns: (transfer full): "−5.06 %", or "same". */
char *plimsoll_receipt_line_difference (const PlimsollReceiptLine *line);

/** Returns: (transfer full): engine, model, precision, context, cache and hardware in a line. */
char *plimsoll_receipt_question (const PlimsollLog *log, PlimsollScenario *scenario);

/** Returns: (transfer full): "128 generated after 4096". */
char *plimsoll_receipt_speed_words (const PlimsollLogSpeed *speed);

/** Returns: (transfer full): "Predicted 17.42 GiB, real 17.41 GiB: 0.06 % more than real." */
char *plimsoll_receipt_summary (const PlimsollReceipt *self);

/** Returns: (transfer full): the question in a line, the table and what was not compared. */
char *plimsoll_receipt_to_text (const PlimsollReceipt *self,
                                const PlimsollLog *log,
                                PlimsollScenario *scenario,
                                const char *const *notes);

/** Returns: (transfer full): the same as an object; format 1. */
JsonObject *plimsoll_receipt_to_json (const PlimsollReceipt *self,
                                      const PlimsollLog *log,
                                      PlimsollScenario *scenario,
                                      const char *const *notes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollReceipt, plimsoll_receipt_free)

G_END_DECLS
