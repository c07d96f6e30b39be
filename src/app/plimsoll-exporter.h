/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-pins.h"
#include "plimsoll-report-file.h"
#include "plimsoll-report.h"

G_BEGIN_DECLS

/* Making a report and writing it, without the window waiting for it: it is made on the main loop,
 * a section at a time, as what it is made of lives there; it is set and written in a thread. */

/** What a report is about. */
typedef enum
{
  PLIMSOLL_EXPORT_QUESTION,
  PLIMSOLL_EXPORT_ACCELERATOR, /* what the question's is good for */
  PLIMSOLL_EXPORT_BESIDE,      /* the question and those that are pinned */
} PlimsollExportKind;

/** PlimsollExportAsk: what is to be reported. */
typedef struct
{
  PlimsollExportKind kind;
  PlimsollScenario *scenario; /* copied */
  PlimsollPins *pins;         /* (nullable) */
  PlimsollCatalog *catalog;
  PlimsollReportSections sections;
  gboolean all_hardware;
} PlimsollExportAsk;

/** How far it is, from 0 to 1. */
typedef void (*PlimsollExportProgress) (double share, gpointer data);

/** Makes the document; @progress: (nullable): is called on the way. */
void plimsoll_export_make_async (const PlimsollExportAsk *ask,
                                 PlimsollExportProgress progress,
                                 gpointer progress_data,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer data);
/** Returns: (transfer full): or %NULL with @error set */
PlimsollDocument *plimsoll_export_make_finish (GAsyncResult *result, GError **error);

/** Writes @document to @file, all of it or nothing. */
void plimsoll_export_write_async (PlimsollDocument *document,
                                  PlimsollFormat format,
                                  GFile *file,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);
gboolean plimsoll_export_write_finish (GAsyncResult *result, GError **error);

G_END_DECLS
