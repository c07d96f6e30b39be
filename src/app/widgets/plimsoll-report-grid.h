/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "plimsoll-accelerator-report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define PLIMSOLL_TYPE_REPORT_GRID (plimsoll_report_grid_get_type ())
G_DECLARE_FINAL_TYPE (PlimsollReportGrid, plimsoll_report_grid, PLIMSOLL, REPORT_GRID, GtkWidget)

/**
 * PlimsollReportGrid:
 *
 * Memory and verdict of each precision at each context, on one accelerator. The load line runs
 * through it as a stair between what fits and what does not; each cell has the verdict's own shape
 * beside its number.
 *
 * Properties: report (PlimsollAcceleratorReport).
 *
 * Signal "chosen" (string, uint64): a precision and a context, taken from a cell.
 *
 * Keys: one stop of focus; the arrows go from cell to cell, Home and End to the first and the last
 * of a row, Page Up and Page Down to those of a column; Enter and Space choose.
 *
 * Role: grid, of rows with row and column headers and cells, which say themselves in words.
 * CSS nodes: report-grid, with button.report-cell and a class for each verdict. Mirrored from right
 * to left.
 */
GtkWidget *plimsoll_report_grid_new (void);

void plimsoll_report_grid_set_report (PlimsollReportGrid *self, PlimsollAcceleratorReport *report);

/** Returns: (nullable) (transfer none): the cell of a row and a column; for tests. */
GtkWidget *plimsoll_report_grid_get_cell (PlimsollReportGrid *self, guint row, guint column);

G_END_DECLS
