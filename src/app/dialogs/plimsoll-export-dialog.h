/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-exporter.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_EXPORT_DIALOG (plimsoll_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollExportDialog,
                      plimsoll_export_dialog,
                      PLIMSOLL,
                      EXPORT_DIALOG,
                      AdwDialog)

/**
 * PlimsollExportDialog:
 *
 * What a report is about, which sections it has, and in what format; then where to. While it is
 * made and written the dialog says how far it is, and it can be given up. What is chosen is kept
 * for the next time.
 *
 * Signal "exported" (GFile): it is written; the dialog closes.
 */

/** Returns: (transfer floating): about @scenario as it is now. */
PlimsollExportDialog *plimsoll_export_dialog_new (PlimsollScenario *scenario,
                                                  PlimsollPins *pins,
                                                  PlimsollCatalog *catalog,
                                                  GSettings *settings);

/** Writes to @file what is chosen, as if that had been chosen too. */
void plimsoll_export_dialog_export_to (PlimsollExportDialog *self, GFile *file);

/** Returns: the sections that are kept in @settings. */
PlimsollReportSections plimsoll_export_sections (GSettings *settings);

G_END_DECLS
