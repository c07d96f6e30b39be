/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-cargo.h"
#include "plimsoll-cost-model.h"
#include "plimsoll-fit-model.h"
#include "plimsoll-report.h"

G_BEGIN_DECLS

/* The report is in several files, by section; plimsoll-report.c puts them together. */

struct _PlimsollReportBuilder
{
  PlimsollReportAsk ask;
  PlimsollScenario *scenario; /* (transfer none) */
  const PlimsollEstimate *estimate;
  PlimsollDocument *document;
  PlimsollCostModel *cost; /* (nullable): once it is asked */
  guint step;
};

#define PLIMSOLL_REPORT_GIB (1024.0 * 1024.0 * 1024.0)

/* Each adds a section, where there is something to say. */
void plimsoll_report_add_summary (PlimsollReportBuilder *self);
void plimsoll_report_add_memory (PlimsollReportBuilder *self);
void plimsoll_report_add_context (PlimsollReportBuilder *self);
void plimsoll_report_add_hardware (PlimsollReportBuilder *self);
void plimsoll_report_add_by_context (PlimsollReportBuilder *self);
void plimsoll_report_add_precision (PlimsollReportBuilder *self);
void plimsoll_report_add_speed (PlimsollReportBuilder *self);
void plimsoll_report_add_cost (PlimsollReportBuilder *self);
void plimsoll_report_add_training (PlimsollReportBuilder *self);
void plimsoll_report_add_commands (PlimsollReportBuilder *self);
void plimsoll_report_add_assumptions (PlimsollReportBuilder *self);
void plimsoll_report_add_sources (PlimsollReportBuilder *self);

/** Returns: (transfer full): where figures are from, as every page says it. */
char *plimsoll_report_sources_text (PlimsollScenario *scenario);

/** Returns: (transfer none): what else costs, computed when first asked for. */
PlimsollCostModel *plimsoll_report_get_cost (PlimsollReportBuilder *self);

/** Returns: (transfer full): the model on the hardware, as a title. */
char *plimsoll_report_title (PlimsollScenario *scenario);
/** Returns: (transfer full): the rest of the question in a line. */
char *plimsoll_report_question (PlimsollSizer *sizer);

/** Returns: (transfer none): an engine as people write it. */
const char *plimsoll_report_engine_name (PlimsollEngine engine);

gboolean plimsoll_report_is_rtl (void);

/* Cells that several tables have. */

/** "17.28", of bytes in GiB */
void plimsoll_report_add_gib (PlimsollTable *table, guint64 bytes, guint decimals);
/** "42K"; 0: not known */
void plimsoll_report_add_tokens (PlimsollTable *table, guint64 tokens);
/** "148", tokens a second; NAN: not known */
void plimsoll_report_add_rate (PlimsollTable *table, double value);
/** "$0.54"; NAN: not known */
void plimsoll_report_add_money (PlimsollTable *table, double amount, const char *currency);
void plimsoll_report_add_verdict (PlimsollTable *table, PlimsollVerdict verdict);
/** "exact", "modelled" */
void plimsoll_report_add_exactness (PlimsollTable *table, PlimsollExactness exactness);

/** Adds the columns of @columns, as people and programs call them; @name: that of the first. */
void plimsoll_report_add_fit_columns (PlimsollTable *table,
                                      const char *name,
                                      const PlimsollFitColumn *columns,
                                      guint n);

/** Adds a cell of each of @columns. */
void plimsoll_report_add_fit_cells (PlimsollTable *table,
                                    PlimsollFit *fit,
                                    const PlimsollFitColumn *columns,
                                    guint n);

/** Adds the load line of @estimate, of @scenario's hardware, with its keys. */
void plimsoll_report_take_load_line (PlimsollDocument *document,
                                     PlimsollScenario *scenario,
                                     const PlimsollEstimate *estimate);

/** Returns: how far charts by context go. */
guint64 plimsoll_report_context_limit (PlimsollScenario *scenario);

G_END_DECLS
