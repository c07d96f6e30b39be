/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-catalog.h"
#include "plimsoll-document.h"
#include "plimsoll-sizer.h"
#include "plimsoll-training-scenario.h"

G_BEGIN_DECLS

/* What reports say, made from a question and its answer. Made where these live; the document may
 * then be written by any thread. */

/** What a report has, in its order. */
typedef enum
{
  PLIMSOLL_REPORT_SUMMARY = 1 << 0,
  PLIMSOLL_REPORT_MEMORY = 1 << 1,
  PLIMSOLL_REPORT_CONTEXT = 1 << 2,
  PLIMSOLL_REPORT_HARDWARE = 1 << 3,
  PLIMSOLL_REPORT_PRECISION = 1 << 4,
  PLIMSOLL_REPORT_SPEED = 1 << 5,
  PLIMSOLL_REPORT_COST = 1 << 6,
  PLIMSOLL_REPORT_TRAINING = 1 << 7,
  PLIMSOLL_REPORT_COMMANDS = 1 << 8,
  PLIMSOLL_REPORT_ASSUMPTIONS = 1 << 9,
  PLIMSOLL_REPORT_SOURCES = 1 << 10,
} PlimsollReportSections;

#define PLIMSOLL_REPORT_N_SECTIONS 11
#define PLIMSOLL_REPORT_ALL ((PlimsollReportSections) ((1 << PLIMSOLL_REPORT_N_SECTIONS) - 1))

/** PlimsollReportSectionInfo: what a section is called. */
typedef struct
{
  PlimsollReportSections section;
  const char *name;  /* on the command line and in settings: "hardware" */
  const char *title; /* to be translated: "Hardware" */
} PlimsollReportSectionInfo;

/** Returns: a static row for each of %PLIMSOLL_REPORT_N_SECTIONS. */
const PlimsollReportSectionInfo *plimsoll_report_section_info (guint i);

/** PlimsollReportAsk: what is to be reported; kept by whoever asks until the report is made. */
typedef struct
{
  PlimsollSizer *sizer;
  PlimsollCatalog *catalog;
  PlimsollTrainingScenario *training; /* (nullable): as it comes */
  PlimsollReportSections sections;
  gboolean all_hardware; /* every accelerator; else those that are next to it and recommended */
  GDateTime *date;       /* (nullable): now */
} PlimsollReportAsk;

/** PlimsollReportBuilder: a report that is being made, a section at a time. */
typedef struct _PlimsollReportBuilder PlimsollReportBuilder;

/**
 * plimsoll_report_builder_new:
 * @ask: copied; its objects are kept
 *
 * Returns: (transfer full)
 */
PlimsollReportBuilder *plimsoll_report_builder_new (const PlimsollReportAsk *ask);
void plimsoll_report_builder_free (PlimsollReportBuilder *self);

/** Makes the next section; a step is a few milliseconds. Returns: whether there is more to do. */
gboolean plimsoll_report_builder_step (PlimsollReportBuilder *self);

/** Returns: how much is done, from 0 to 1. */
double plimsoll_report_builder_get_progress (PlimsollReportBuilder *self);

/** Returns: (transfer none): what is made by now. */
PlimsollDocument *plimsoll_report_builder_get_document (PlimsollReportBuilder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlimsollReportBuilder, plimsoll_report_builder_free)

/** Returns: (transfer full): the whole report at once. */
PlimsollDocument *plimsoll_report_new (const PlimsollReportAsk *ask);

/**
 * plimsoll_report_new_for_accelerator:
 *
 * Returns: (transfer full): what @accelerator is good for with the model of @ask; its sections are
 *   not asked
 */
PlimsollDocument *plimsoll_report_new_for_accelerator (const PlimsollReportAsk *ask,
                                                       PlimsollAccelerator *accelerator);

/** So many questions stand side by side. */
#define PLIMSOLL_REPORT_MAX_BESIDE 4

/**
 * plimsoll_report_new_beside:
 * @sizers: (array length=n): two to %PLIMSOLL_REPORT_MAX_BESIDE
 *
 * Returns: (transfer full): the questions side by side, with what differs; @ask's sizer and
 *   sections are not asked
 */
PlimsollDocument *
plimsoll_report_new_beside (const PlimsollReportAsk *ask, PlimsollSizer *const *sizers, guint n);

/** Returns: (transfer full): what a file of @document could be called: "qwen3-8b-rtx-4090". */
char *plimsoll_report_suggest_name (PlimsollSizer *sizer);

/**
 * plimsoll_report_sections_from_text:
 * @text: "summary,memory,hardware", "all"
 */
gboolean plimsoll_report_sections_from_text (const char *text,
                                             PlimsollReportSections *sections,
                                             GError **error);

G_END_DECLS
